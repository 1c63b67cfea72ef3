"""The books of every game: what they claim, every rule in their text, pages as an editor sees them, signs of print."""

from __future__ import annotations

import ast
import io
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from page_read import columns, faults
from pypdf import PdfReader
from rulebook_read import content, pages_of, shop_of, structure, text_of

import quasiprint
from quasiprint import games
from quasiprint.documents import rulebook
from quasiprint.documents.rulebook import (
    MARK,
    Block,
    Cover,
    Edition,
    Heading,
    Items,
    Line,
    Manuscript,
    Note,
    PageBreak,
    Paragraph,
    TextTable,
    figure_for,
    leaves,
    pictures,
)
from quasiprint.documents.words import ITEM_WORDS
from quasiprint.documents.words import words as words_of
from quasiprint.drawing.lettering import CAPITALS
from quasiprint.errors import InputError
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.page import Figure, Shape
from quasiprint.model.resources import languages
from quasiprint.model.texts import as_printed

SETS: dict[str, tuple[dict[str, Any], ...]] = {
    "majomino": (
        {},
        {"size": 3, "count": 1, "regions": "plain"},
        {"size": 9, "count": 2, "walls": "cut", "distinct": True},
        {"board": "5-0MJ-1"},
    ),
    "quasimino": ({}, {"colours": 1}, {"colours": 2}, {"colours": 4}, {"edge": 28.0}, {"edge": 60.0}, {"colours": 8}),
    "quomino": ({}, {"size": 4, "grip": "knob"}, {"size": 7}, {"size": 16}),
    "triomino": (
        {},
        {"highest": 6, "marks": "pips", "finish": "inlaid", "tack": 5.0},
        {"highest": 3, "edge": 40.0},
        {"highest": 1, "finish": "raised"},
        {"shape": "square"},
        {"highest": 0},
        {"highest": 2},
    ),
}
EVERY = [(game, given) for game, sets in SETS.items() for given in sets]
# mm: how wide figures are that go across the page, or into columns that are wider than most
WIDE = {
    "cover": 170.0,
    "stars": 168.0,
    "box": 172.0,
    "set-up": 165.0,
    "kinds": 97.0,
    "both": 87.0,
    "gaps": 84.0,
    "pieces": 83.0,
}
PRINTED = [(game, given) for game, given in EVERY if "edge" not in given and given.get("colours", 1) not in (2, 8)]
of_each_set = pytest.mark.parametrize(("game", "given"), EVERY, ids=str)


def squeezed(text: str) -> str:
    """Return a text without spaces, hyphens and lines of tables, which lines break at."""
    return re.sub(r"[\s\u00ad|-]", "", text)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("game", "given"), PRINTED, ids=str)
@pytest.mark.parametrize("language", languages())
def test_a_book_says_each_of_its_fields(game: str, given: dict[str, Any], language: str) -> None:
    held, books = content(game, language, **given), shop_of(game, language, **given).books
    pdf = books.edition_pdf(Edition("book", language, "a4"))
    said = " ".join([text_of(pdf), *(str(one["/Alt"]) for one in structure(pdf).get("/Figure", []))])
    unsaid = {
        ("name", "named"),
        ("all", "drawn"),
        ("corners", "several-numbers"),
    }  # fields, and the traits without which a book does not say them
    for field, value in held.fields.items():
        if not any(field == one and trait not in held.traits for one, trait in unsaid):
            assert squeezed(value) in squeezed(said), field
            assert not value.isdigit() or re.search(rf"(?<!\d){value}(?!\d)", said), field
    for paper in ("a4", "letter"):
        assert len(pages_of(books.edition_pdf(Edition("quick", language, paper)))) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", SETS)
def test_each_claim_of_a_caption_is_compared_with_the_rules(game: str) -> None:
    held = content(game)
    shown = [*pictures(shop_of(game).books.manuscript(Edition("book", "en", "a4")).blocks)]
    assert len(shown) > 15
    for one in shown:
        figure_for(one, held, "text")
        for place, (key, value) in enumerate(one.claims):
            claims = [*one.claims]
            claims[place] = (key, f"{value}7")
            with pytest.raises(InputError, match=rf"figure '{one.name}': its caption claims {key} = "):
                figure_for(replace(one, claims=tuple(claims)), held, "text")


HIGH = {"majomino": 90, "quasimino": 120}  # mm


@pytest.mark.sampled(2)
@of_each_set
def test_figures_fit_their_columns_and_can_be_read(game: str, given: dict[str, Any]) -> None:
    for name, draw in content(game, **given).figures.items():
        figure = draw()
        assert figure.width <= WIDE.get(name, 80.2) + 1e-9, name
        assert figure.height <= (170 if name == "cover" else HIGH.get(game, 123)), name
        assert all(text.size * CAPITALS >= 2.2 for text in figure.texts), name
        points = [point for shape in figure.shapes for ring in shape.rings for point in ring]
        over = 0.3 if game == "majomino" else 0.65  # mm: what is drawn may reach so far over its box
        assert all(-over <= x <= figure.width + over and -over <= y <= figure.height + over for x, y in points), name


def test_there_is_a_set_of_each_game() -> None:
    assert set(SETS) == set(games.names())


# --- every rule stands in the text ----------------------------------------------------------------


DATA = Path(__file__).parents[1] / "data"
RULES = tomllib.loads((DATA / "rules.toml").read_text())
WORDS = {path.stem: tomllib.loads(path.read_text()) for path in sorted((DATA / "rules").glob("*.toml"))}
BOOKS = [(game, language) for language in WORDS for game in RULES]
each_book = pytest.mark.parametrize(("game", "language"), BOOKS)
CODE = re.compile("[a-z]+(-[a-z]+)+")


@cache
def book(game: str, language: str) -> Manuscript:
    return shop_of(game, language).books.manuscript(Edition("book", language, "a4"))


def words(line: Line) -> str:
    return "".join(run.text for run in line if run.style != MARK)


def marked(block: Block) -> bool:
    """Tell whether a note belongs to a block."""
    match block:
        case Paragraph(line):
            return any(run.style == MARK for run in line)
        case Items(_, entries):
            return any(map(marked, entries[-1]))
    return False


def texts(blocks: Iterable[Block], *, noted: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield what blocks say, and whether in a note or with the mark of one; what is said of pictures is left out."""
    for block in blocks:
        match block:
            case Paragraph(line) | Heading(_, line):
                yield words(line), noted or marked(block)
            case Items(_, entries):
                for entry in entries:
                    yield from texts(entry, noted=noted or marked(block))
            case TextTable(rows):
                yield from ((" | ".join(map(words, row)), noted) for row in rows)
            case Note(inner):
                yield from texts(inner, noted=True)


def unsaid(said: Iterable[tuple[str, bool]], game: str, language: str) -> list[str]:
    """Return the rules of a game that texts do not say, or of ours without a note."""
    every = [(" ".join(text.split()), noted) for text, noted in said]  # any kind of space is one
    whole, notes = (" ".join(text for text, noted in every if noted or not only) for only in (False, True))
    told = WORDS[language][game]
    return [rule for rule in RULES[game]["source"] if told[rule] not in whole] + [
        rule for rule in RULES[game]["ours"] if told[rule] not in notes
    ]


@pytest.mark.sampled(8)
@each_book
def test_the_text_says_every_rule(game: str, language: str) -> None:
    assert set(WORDS[language][game]) == {*RULES[game]["source"], *RULES[game]["ours"]}
    assert unsaid(texts(book(game, language).blocks), game, language) == []


@pytest.mark.sampled(2)
@each_book
def test_a_rule_whose_words_are_taken_out_is_missed(game: str, language: str) -> None:
    every = [*texts(book(game, language).blocks)]
    for rule, said in WORDS[language][game].items():
        bare = [(" ".join(text.split()).replace(said, "…"), noted) for text, noted in every]
        assert unsaid(bare, game, language) == [rule]


# --- refusals -----------------------------------------------------------------------------------


def refusals(game: str) -> set[str]:
    """Return with what a game's moves are refused, read from the syntax of where they are judged: files, or functions
    of files. ``codes`` are where codes are said, ``sentences`` where an error or a function `refusal` says why."""
    read = {"codes": _codes, "sentences": _sentences}
    return {one for kind, said in read.items() for judge in RULES[game][kind] for one in said(_tree(judge))}


def _tree(judge: str) -> ast.AST:
    name, _, function = judge.partition(":")
    tree = ast.parse((Path(quasiprint.__file__).parent / name).read_text(encoding="utf-8"))
    return next(top for top in tree.body if getattr(top, "name", "") == function) if function else tree


def _codes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
            yield node.value


def _sentences(tree: ast.AST) -> Iterator[str]:
    said: list[ast.expr | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            said += node.exc.args[:1]
        elif isinstance(node, ast.FunctionDef) and node.name.endswith("refusal"):
            said += [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]
    for one in said:
        parts = [one.body, one.orelse] if isinstance(one, ast.IfExp) else [one]
        yield from (sentence for part in parts if (sentence := _sentence(part)).strip("… ()"))


def _sentence(node: ast.expr | None) -> str:
    """Return the words of a message, with … where it is filled in."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)


def unfounded(found: Iterable[str], listed: dict[str, dict[str, list[str]]]) -> list[str]:
    """Return the refusals that rest on no rule, and those of rules that nothing says."""
    cited = [*listed["form"], *(one for part in ("source", "ours") for rule in listed[part].values() for one in rule)]
    assert len(cited) == len(set(cited))
    found = set(found)
    return sorted(
        [one for one in found if not any(map(one.startswith, cited))]
        + [one for one in cited if not any(text.startswith(one) for text in found)]
    )


JUDGED = [game for game in RULES if "codes" in RULES[game]]


@pytest.mark.parametrize("game", JUDGED)
def test_each_refusal_of_a_move_rests_on_a_rule(game: str) -> None:
    found = refusals(game)
    assert unfounded(found, RULES[game]) == []
    assert unfounded([*found, "a-whim"], RULES[game]) == ["a-whim"]
    cited = next(rule for rule in RULES[game]["source"].values() if rule)
    assert unfounded(found, {**RULES[game], "source": {"a rule": [*cited, "of-old"]}})


# --- Every page of every book as an editor sees it ------------------------------------------------


PAPERS = ("a4", "letter")
TEXT = "The pile is yours, and so is every tile that lies beside it on the table, whoever put it there. " * 6


def manuscript(game: str, language: str, kind: str = "book") -> Manuscript:
    return shop_of(game, language).books.manuscript(Edition(kind, language, "a4"))


@pytest.mark.thorough
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("booklet", [False, True], ids=["book", "booklet"])
@pytest.mark.parametrize("paper", PAPERS)
def test_every_page_is_well_filled(game: str, language: str, booklet: bool, paper: str) -> None:
    held = manuscript(game, language)
    assert isinstance(held.blocks[1], Cover)
    assert [block.back for block in held.blocks if isinstance(block, PageBreak)][-1:] == [True]
    assert faults(leaves(held, paper, booklet), 2 - booklet, back=True, cover=True, notes=held.labels["notes"]) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", PAPERS)
def test_a_quick_reference_fills_its_page(game: str, language: str, paper: str) -> None:
    made = leaves(manuscript(game, language, "quick"), paper)
    (page,) = columns(made, 2)
    assert min(column.filled for column in page) > 0.85
    assert min(line.size for column in page for line in column.lines if line.is_body) >= 8  # points


@pytest.mark.thorough
@pytest.mark.parametrize("game", games.names())
def test_a_booklet_has_the_words_of_its_pages(game: str) -> None:
    held = manuscript(game, "de")
    whole = leaves(held, "a4", True)
    said = [Counter(" ".join(pages_of(pdf)).split()) for pdf in (whole, rulebook.bind(held, "a4", True))]
    assert said[0] == said[1]
    assert len(pages_of(whole)) % 4 == 0  # the back page is the outer one


# --- the same with faults -----------------------------------------------------------------------


def book_of_pages(text: str) -> bytes:
    """Return a document in Typst's language as the layout's own."""
    head = '#import "layout.typ": *\n#show: book.with(title: "A book", kind: "book")\n\n'
    triangle = Figure(60.0, 60.0, (Shape(((((0.0, 60.0), (60.0, 60.0), (60.0, 0.0))),), "#000000"),))
    inputs = {"accent": "#27509b", **rulebook.figure_inputs({"triangle": triangle})}
    return rulebook.typeset(inputs, {"main.typ": f"{head}{text}".encode()})


FILLED = "\n\n".join([TEXT] * 8)
PART = f'(kind: "text", keep: "", body: [{TEXT}]), '
MADE_UP = f"#make-up({PART * 23})"
PICTURE = '#picture(0, 60mm, 60mm, "A triangle.", [A caption.])'
FILLS = {
    "": MADE_UP,
    "page 1: 0 % filled": f"{TEXT}#pagebreak(){MADE_UP}",
    "page 3: columns end at 43 % and 0 %": f"#make-up({PART * 20})#pagebreak()\n\n{TEXT}\n\n{TEXT}",
}
FAULTS = {
    "": f"{FILLED}\n\n{PICTURE}\n\n{FILLED}",
    "heading at the foot: 'Alone'": f"{TEXT}\n\n{FILLED}#pagebreak()\n\n{FILLED}\n\n"
    f"#heading(level: 1)[Alone]#pagebreak()\n\n{FILLED}",
    "first line alone at the foot: 'Here it stands'": f"{FILLED}\n\nHere it stands#colbreak()\n\n"
    f"and there it goes on. {FILLED}",
    "last line alone at the top: 'its end.'": f"{FILLED} and there comes#colbreak()its end.\n\n{FILLED}",
    "figure parted from its text on page 1: 'A triangle.'": f"{FILLED}#pagebreak()\n\n{PICTURE}\n\n{FILLED}",
}


@pytest.mark.parametrize("fault", FILLS)
def test_a_page_that_is_not_full_is_found(fault: str) -> None:
    assert faults(book_of_pages(FILLS[fault]), 2, back=False, cover=False) == [fault] * bool(fault)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_an_editor_would_not_let_pass_is_found(fault: str) -> None:
    found = faults(book_of_pages(FAULTS[fault]), 2, back=False, cover=False, fill=False)
    assert [text.partition(": ")[2] for text in found] == [fault] * bool(fault)


# --- the blocks that pages are made of ----------------------------------------------------------


def test_a_cover_says_what_stands_on_the_lid_of_a_box() -> None:
    held = manuscript("quomino", "en")
    cover = held.blocks[1]
    assert isinstance(cover, Cover)
    page = pages_of(leaves(held, "a4"))[0]
    for text in (held.title, cover.tagline, cover.players, cover.age, cover.minutes, cover.by):
        assert text
        assert "".join(text.split()) in "".join(page.split())


# --- What is printed has the apostrophes and quotation marks of print, as pypdf reads it ----------


TYPED = "'\""


def typed(pdf: bytes) -> list[str]:
    """Return the lines of a document that have a typewriter's signs."""
    lines = [line for page in PdfReader(io.BytesIO(pdf)).pages for line in page.extract_text().splitlines()]
    assert len(lines) > 5
    return [line for line in lines if any(sign in line for sign in TYPED)]


@pytest.mark.thorough
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("kind", ["book", "quick", "sheet"])
def test_books_have_signs_of_print(game: str, language: str, kind: str) -> None:
    books = shop_of(game, language).books
    made = books.sheet(language, "a4") if kind == "sheet" else books.edition_pdf(Edition(kind, language, "a4"))
    assert typed(made) == []


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Ann's tile", "Ann’s tile"),
        ('say "Go!" ("now")', "say “Go!” (“now”)"),
        ("type `it's` and\n```figure a\ncaption: it's\n```", "type `it's` and\n```figure a\ncaption: it’s\n```"),
        ("voilà : oui", "voilà\N{NO-BREAK SPACE}: oui"),
        ("# !\\[\\] Land\nGo !", "# !\\[\\] Land\nGo\N{NO-BREAK SPACE}!"),  # a title begins with its sign
    ],
)
def test_a_typed_sign_becomes_one_of_print(text: str, printed: str) -> None:
    assert as_printed(text) == printed
    assert as_printed(printed) == printed


def test_a_language_has_its_own_quotation_marks() -> None:
    assert as_printed('"Los!"', lambda: "„…“") == "„Los!“"


BLACK = {"en": "black", "de": "schwarz", "fr": "noir", "es": "negr"}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("palette", ["tol-bright", "high-contrast"])
@pytest.mark.parametrize("language", BLACK)
def test_quomino_says_which_colour_its_black_is_in_a_palette_without_black(palette: str, language: str) -> None:
    build = Build(settle(Request("quomino", {}, profiles=(palette,), language=language)))
    (ink,) = build.books.sets[Process.PAPER].palette.inks
    name = words_of(build.run.templates, language, common=ITEM_WORDS)[f"ink-{ink.name}"]
    editions = (build.books.edition_pdf(Edition(kind, language, "a4")) for kind in ("book", "quick"))
    for pdf in (*editions, build.books.sheet(language, "a4")):
        assert re.search(rf"{BLACK[language]}\w*[”“»\s]* \(\w+ {name}\)", text_of(pdf)), name
    plain = text_of(shop_of("quomino", language).books.edition_pdf(Edition("quick", language, "a4")))
    assert f"{BLACK[language]} (" not in plain
