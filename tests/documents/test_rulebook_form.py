"""How rulebooks are read, filled, checked and typeset, whatever the game; a language is a folder."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from string import Template

import pymupdf
import pytest
from called import invoke
from pypdf import PdfReader
from rulebook_read import content, faults, own_text, shop_of, structure, text_of

import quasiprint
from quasiprint import games
from quasiprint.api import Design
from quasiprint.documents import rulebook
from quasiprint.documents.rulebook import (
    Block,
    Edition,
    Heading,
    Items,
    Line,
    Note,
    Paragraph,
    Picture,
    TextTable,
    fill_in,
)
from quasiprint.documents.words import Names
from quasiprint.documents.words import languages as spoken
from quasiprint.errors import InputError
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model import resources
from quasiprint.model.common_options import LANGUAGE
from quasiprint.model.resources import ORIGINAL, languages
from quasiprint.model.texts import no_break

EDITIONS = [
    Edition("book", "en", "a4"),
    Edition("book", "de", "letter"),
    Edition("book", "en", "letter", booklet=True),
    Edition("quick", "de", "a4"),
    Edition("quick", "en", "letter"),
]


@pytest.fixture(scope="module")
def shop() -> Build:
    return shop_of("quomino")


TRANSLATED = [language for language in languages() if language != ORIGINAL]
# --- the words ----------------------------------------------------------------------------------


def templates(language: str) -> dict[str, Path]:
    """Return the texts of games, of the card of a set, and of coupons, by name."""
    return {path.name: path for path in sorted(Path(quasiprint.__file__).parent.glob(f"*/**/rules/{language}/*"))}


def test_each_language_is_there_and_complete() -> None:
    assert spoken(shop_of("quomino").run.templates) == tuple(sorted(languages()))
    for language in TRANSLATED:
        assert set(templates("en")) == set(templates(language))
    for game in games.names():
        assert {f"{game}.md", f"{game}-quick.md"} <= set(templates("en"))


NUMBER = re.compile(r"\$\w+|\d+(?:[/-]\d+)*|\b[a-f][1-6]\b")  # a field, a number, a tile, a square


def shape(blocks: tuple[Block, ...]) -> list[object]:
    """Return what a translation has to keep: kinds of blocks, the numbers in each, figures and their claims."""

    def numbers(line: Line) -> list[str]:
        return sorted(NUMBER.findall("".join(run.text for run in line)))

    kept: list[object] = []
    for block in blocks:
        match block:
            case Heading(level, line):
                kept.append(("heading", level, numbers(line)))
            case Paragraph(line):
                kept.append(("paragraph", numbers(line)))
            case Items(numbered, entries):
                kept.append(("items", numbered, [shape(entry) for entry in entries]))
            case TextTable(rows):
                kept.append(("table", [[numbers(cell) for cell in row] for row in rows]))
            case Note(inner):
                kept.append(("note", shape(inner)))
            case Picture(name, caption, alt, claims):
                kept.append(("figure", name, claims, numbers(caption), sorted(NUMBER.findall(alt))))
    return kept


def unconditioned(text: str) -> str:
    return re.sub(r"^<!-- (for .*?|end) -->\n", "", text, flags=re.MULTILINE)


def fields(text: str) -> set[str]:
    return {*Template(text).get_identifiers()}


def conditions(text: str) -> list[str]:
    return re.findall(r"^<!-- (for .*?|end) -->$", text, flags=re.MULTILINE)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", [name for name in templates("en") if name.endswith(".md")])
def test_a_translation_says_all_that_the_original_does(name: str, language: str) -> None:
    original, translated = (templates(one)[name].read_text() for one in (ORIGINAL, language))
    assert conditions(original) == conditions(translated)
    assert fields(original) == fields(translated)
    blocks = [rulebook.blocks(unconditioned(text), name) for text in (original, translated)]
    assert shape(blocks[0]) == shape(blocks[1])
    changed = unconditioned(translated).replace("caption: ", "caption: 7 ", 1)
    assert shape(rulebook.blocks(changed, name)) != shape(blocks[0])


def untranslated(original: str, translated: str) -> list[str]:
    """Return the lines of words that two languages have in common: numbers and signs are none."""
    # of a table of words, the texts; of the rest, whole lines
    original, translated = (re.sub(r"^[\w-]+ = ", "", text, flags=re.MULTILINE) for text in (original, translated))
    lines = {line.strip() for line in original.splitlines() if not line.startswith(("```", "claims:", "<!--"))}
    words = [line for line in lines if len(re.findall(r"[a-zA-Z]{3,}", re.sub(r"\$\w+|`[^`]*`", "", line))) >= 3]
    return sorted(set(words) & {line.strip() for line in translated.splitlines()})


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", list(templates("en")))
def test_no_line_is_left_untranslated(name: str, language: str) -> None:
    original, translated = (templates(one)[name].read_text() for one in (ORIGINAL, language))
    assert untranslated(original, translated) == []
    planted = next(line for line in original.splitlines() if untranslated(line, line))
    assert untranslated(original, f"{translated}\n{planted}\n") == [planted.strip()]


# --- what a text may say ------------------------------------------------------------------------


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("$ominoes **ominoes**", "$stones **ominoes**"), r"quomino\.md: found \$stones, allowed are .*\$ominoes"),
        (("$edge mm", "22 mm"), r"quomino\.md: the fields \$edge are missing"),
        (("closing=2", "closing=3"), r"figure 'threat': its caption claims closing = 3, and by the rules it is 2"),
        (("white=3 dead=20", "white=3"), r"figure 'end': nothing is claimed of dead"),
        (("white=3 dead=20", "white=3 dead=20 red=0"), r"figure 'end': found a claim of 'red', allowed are black,"),
        (("white=3 dead=20", "white"), r"figure 'end': found the claim 'white', allowed is name=value"),
        (("figure choice", "figure chance"), r"found figure 'chance', allowed are black-quomino, choice"),
        (("figure choice", "figure"), r"figure '': found no name"),
    ],
)
def test_a_text_that_cannot_be_is_refused(here: Path, change: tuple[str, str], message: str) -> None:
    own_text(change)
    with pytest.raises(InputError, match=message):
        Design(settle(Request("quomino", {}))).book(Edition("book", "en", "a4"))


def test_a_users_own_text_wins(here: Path) -> None:
    own_text(("## Tips", "## Advice of our club"))
    assert "Advice of our club" in text_of(Design(settle(Request("quomino", {}))).book(Edition("book", "en", "a4")))


def test_a_figure_that_the_rules_refute_stops_the_book(shop: Build) -> None:
    held = shop.books.content("en")
    figure = held.figures["end"]()
    lying = replace(held, figures={**held.figures, "end": lambda: replace(figure, facts={**figure.facts, "white": 2})})
    with pytest.raises(InputError, match="figure 'end': its caption claims white = 3, and by the rules it is 2"):
        rulebook.manuscript(shop.run.templates, "quomino", lying, "book", "en")


# --- notes --------------------------------------------------------------------------------------

NOTED = "# A\n\nOne.\n\n> First.\n\n- x\n- y\n\n> Second.\n\n> Third.\n\n## B\n\n```notes\n```\n\nTwo.\n\n> Loose.\n"


def noted(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield what blocks say, with the numbers of notes."""
    for block in blocks:
        match block:
            case Heading(_, line) | Paragraph(line):
                yield " ".join(run.text for run in line)
            case Items(_, entries):
                yield from (text for entry in entries for text in noted(entry))
            case Note(inner, number):
                yield from (f"{number}: {text}" for text in noted(inner))


def test_notes_are_gathered_and_what_they_belong_to_has_their_numbers() -> None:
    said = ["A", "One. 1", "x", "y 2 3", "B", "1: First.", "2: Second.", "3: Third.", "Two.", "0: Loose."]
    assert [*noted(rulebook.blocks(NOTED, "a text"))] == said


def links(pdf: bytes) -> list[tuple[str, int, int]]:
    """Return what links say, on which page, and to which page they lead."""
    with pymupdf.open(stream=pdf) as opened:
        every = [(page.get_textbox(link["from"]).strip(), page, link) for page in opened for link in page.get_links()]
        return sorted((text, page.number, link["page"]) for text, page, link in every)


@pytest.mark.thorough
def test_a_mark_leads_to_its_note_and_back() -> None:
    books = shop_of("triomino").books
    numbers = [str(block.number) for block in books.manuscript(EDITIONS[0]).blocks if isinstance(block, Note)]
    found = links(books.edition_pdf(EDITIONS[0]))
    assert [text for text, _, _ in found] == sorted([*numbers, *numbers])
    assert found == sorted((text, there, here) for text, here, there in found)
    assert links(books.edition_pdf(Edition("book", "en", "a4", booklet=True))) == []


# --- the PDF ------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: f"{e.kind}-{e.language}-{e.paper}-{e.booklet}")
def test_books_are_made_of_every_game(game: str, edition: Edition) -> None:
    made = shop_of(game, edition.language).books.edition_pdf(edition)
    reader = PdfReader(io.BytesIO(made))
    across, up = (float(x) for x in (reader.pages[0].mediabox.width, reader.pages[0].mediabox.height))
    sheet = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}[edition.paper]
    assert (across, up) == pytest.approx(sheet[::-1] if edition.booklet else sheet, abs=0.01)
    assert reader.metadata is not None
    assert reader.metadata.title and "$" not in reader.metadata.title
    assert reader.trailer["/Root"]["/Lang"] == edition.language
    if edition.kind == "quick":
        assert len(reader.pages) == 1
    if edition.booklet:
        assert len(reader.pages) % 2 == 0
        return  # it has no tags: the book has them
    assert faults(made) == []
    drawn = rulebook.pictures(shop_of(game, edition.language).books.manuscript(edition).blocks)
    assert sorted(str(figure["/Alt"]) for figure in structure(made)["/Figure"]) == sorted(p.alt for p in drawn)


# --- the command --------------------------------------------------------------------------------


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("game", "few", "edge"),
    [("triomino", ("--highest", 1), 18), ("quomino", ("--size", 4), 10), ("quasimino", ("--colours", 1), 10)],
)
def test_what_paper_alone_can_be_has_its_book_too(here: Path, game: str, few: tuple[object, ...], edge: int) -> None:
    # so small that printers refuse it
    assert invoke("check", game, *few, "--edge", edge).exit_code == 2
    assert invoke("make", game, *few, "--edge", edge, "--format", "pdf", "-o", "set").exit_code == 0
    assert f"{edge} mm" in text_of((here / "set/pdf/rules-a4.pdf").read_bytes())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules"], "a game is missing"),
        (["rules", "chess"], "game: found 'chess'"),
        (["rules", "quomino", "--language", "xx"], "--language: found 'xx', allowed are de, en, es, fr"),
        (["rules", "quomino", "--paper", "a9"], "'--paper': found 'a9', allowed is 13x19 or a3 or a4 or a5 or "),
        (["rules", "quomino", "--quick", "--booklet"], "--booklet: found beside --quick"),
        (["rules", "quomino", "--colours", 4], "--colours: is not an option of quomino"),
        (["rules", "quomino", "-o", "notes.txt"], "output 'notes.txt': holds something other than a PDF"),
        (["rules", "quomino", "-o", "nowhere/rules.pdf"], "output 'nowhere/rules.pdf': cannot be written"),
    ],
)
def test_what_cannot_be_written_is_said(here: Path, arguments: list[object], message: str) -> None:
    (here / "notes.txt").write_text("mine")
    result = invoke(*arguments)
    assert (result.exit_code, message in result.output) == (2, True), result.output
    assert (here / "notes.txt").read_text() == "mine"
    assert sorted(path.name for path in here.iterdir()) == ["notes.txt"]


# --- A language is a folder -----------------------------------------------------------------------


def test_english_comes_first_and_each_folder_is_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LANGUAGE.choices == languages()
    for name in ("en", "xx", "aa"):
        (tmp_path / resources.LANGUAGES / name).mkdir(parents=True)
    monkeypatch.setattr(resources, "_in_package", lambda *_: str(tmp_path))
    assert languages.__wrapped__() == ("en", "aa", "xx")


def test_a_language_of_a_users_own_is_a_folder(here: Path, root: Path) -> None:
    for place, own in (
        (root / "templates/languages/de/books.toml", "languages/xx/books.toml"),
        (games.folder("quomino") / "rules/de/quomino-quick.md", "rules/xx/quomino-quick.md"),
        (games.folder("quomino") / "rules/de/quomino.toml", "rules/xx/quomino.toml"),
    ):
        (here / "templates" / own).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(place, here / "templates" / own)
    invoke("rules", "quomino", "--quick", "--language", "xx", "-o", "card.pdf", code=0)
    assert PdfReader(here / "card.pdf").trailer["/Root"]["/Lang"] == "xx"
    said = invoke("rules", "triomino", "--quick", "--language", "xx", code=2).stderr
    assert f"allowed for triomino are {', '.join(sorted(languages()))}" in said


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("language", "edge", "many"),
    [("fr", "23,5", "400\N{NO-BREAK SPACE}000"), ("de", "23,5", "400.000"), ("en", "23.5", "400,000")],
)
def test_a_book_writes_numbers_as_its_language_does(language: str, edge: str, many: str) -> None:
    held = content("triomino", language, 23.5)
    assert held.fields["edge"] == edge
    assert Names.of(shop_of("majomino", language).run.templates, language).number(400_000) == many
    assert held.fields["best_hand"] == held.typed["best_hand"]  # tiles are no numbers
    said = fill_in("$edge `$edge`\nclaims: edge=$edge\n", held.fields, (), "text", held.typed)
    assert said == f"{edge} `23.5`\nclaims: edge=23.5\n"


@pytest.mark.parametrize("language", languages())
def test_a_translation_says_at_its_end_that_it_is_one(language: str) -> None:
    shop = shop_of("quomino", language)
    said = shop.run.templates.toml(f"{resources.LANGUAGES}/{language}/books.toml").get("translated")
    assert (said is None) == (language == ORIGINAL)
    made = shop.books.manuscript(Edition("book", language, "a4")).made
    assert made.endswith(no_break(said) if said else "checked.")


@pytest.mark.parametrize(
    ("typed", "bound"),
    [
        ("Oui : non ! Ah ; quoi ?", "Oui_: non_! Ah_; quoi_?"),
        ("« Quasi ! » (« ici »)", "«_Quasi_!_» («_ici_»)"),
        ("**But :** gagner", "**But_:** gagner"),
        # a mark of Markdown, a table, a sign that begins a word, and what stands alone
        ("| a | :---: |\n: a\na :b\nEn: A - b", "| a | :---: |\n: a\na :b\nEn: A - b"),
    ],
)
def test_no_line_breaks_before_a_sign_that_is_set_apart(typed: str, bound: str) -> None:
    assert no_break(typed) == bound.replace("_", "\N{NO-BREAK SPACE}")
