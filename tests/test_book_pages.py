"""Every page of every book as an editor sees it: none half blank, no line alone, figures beside their text."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import foreign
import pytest
from page_read import columns, faults
from pypdf import PdfReader
from rulebook_read import own_text, pages_of, shop_of
from tags import elements

from quasiprint import games
from quasiprint.documents import rulebook, typeset
from quasiprint.documents.figure_forms import put_figures
from quasiprint.documents.prose import Cover, PageBreak, Picture, blocks
from quasiprint.documents.rulebook import Edition, Manuscript, leaves
from quasiprint.errors import InputError
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.page import Figure, Shape
from quasiprint.model.places import languages

PAPERS = ("a4", "letter")
TEXT = "The pile is yours, and so is every tile that lies beside it on the table, whoever put it there. " * 6


def manuscript(game: str, language: str, kind: str = "book") -> Manuscript:
    return shop_of(game, language).books.manuscript(Edition(kind, language, "a4"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("booklet", [False, True], ids=["book", "booklet"])
@pytest.mark.parametrize("paper", PAPERS)
def test_every_page_is_well_filled(game: str, language: str, booklet: bool, paper: str) -> None:
    held = manuscript(game, language)
    assert isinstance(held.blocks[1], Cover)
    assert [block.back for block in held.blocks if isinstance(block, PageBreak)][-1:] == [True]
    assert faults(leaves(held, paper, booklet), 1 if booklet else 2, back=True, cover=True) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", PAPERS)
def test_a_quick_reference_fills_its_page(game: str, language: str, paper: str) -> None:
    made = leaves(manuscript(game, language, "quick"), paper)
    (page,) = columns(made, 2)
    assert min(column.filled for column in page) > 0.85
    assert min(line.size for column in page for line in column.lines if line.is_body) >= 8  # points


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", languages())
def test_the_back_page_stands_on_the_back_of_a_booklet(game: str, language: str) -> None:
    held = manuscript(game, language)
    folded = pages_of(rulebook.bind(held, "a4", True))
    last = pages_of(leaves(held, "a4", True))[-1].split()
    first = folded[0].split()
    assert first[: len(last)] == last  # left of the cover
    assert len(folded) % 2 == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", games.names())
def test_a_booklet_has_the_tags_of_its_pages_in_their_order(game: str) -> None:
    held = manuscript(game, "de")
    said = [
        [
            (kind, str(node.get("/Alt", "")))
            for kind, node in elements(PdfReader(io.BytesIO(pdf)).root_object["/StructTreeRoot"])
        ]
        for pdf in (leaves(held, "a4", True), rulebook.bind(held, "a4", True))
    ]
    assert said[0] == said[1]
    assert len({alt for kind, alt in said[0] if kind == "/Figure"}) > 10


@pytest.mark.thorough
@pytest.mark.foreign("pdfinfo", "qpdf")
def test_a_booklet_is_read_aloud_as_its_pages_follow_one_another(tmp_path: Path) -> None:
    """As poppler reads it, which looks through a page's figures for each line anew: of the figures, each fifth is left.
    All of them in their order are seen by their tags, above."""
    whole = manuscript("quomino", "de")
    drawn = [block for block in whole.blocks if isinstance(block, Picture)]
    held = replace(whole, blocks=tuple(block for block in whole.blocks if block not in drawn or block in drawn[::5]))
    said = []
    for name, pdf in (("pages", leaves(held, "a4", True)), ("folded", rulebook.bind(held, "a4", True))):
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(pdf)
        done = foreign.run("pdfinfo", "-struct-text", path, capture_output=True, check=True)
        said.append([line for line in done.stdout.splitlines() if b"/BBox" not in line])
    assert said[0] == said[1]
    assert sum(b'"' in line for line in said[0]) > 50  # lines of text
    checked = foreign.run("qpdf", "--check", tmp_path / "folded.pdf", capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


# --- the same with faults -----------------------------------------------------------------------


def book(text: str) -> bytes:
    """Return a document in Typst's language as the layout's own."""
    options = {"title": "A book", "lang": "en", "kind": "book"}
    triangle = Figure(60.0, 60.0, (Shape(((((0.0, 60.0), (60.0, 60.0), (60.0, 0.0))),), "#000000"),))
    source = f"{typeset.opening('book', options)}{text}"
    return put_figures(typeset.typeset(source, {}, {"accent": "#27509b"}), [triangle])


FILLED = "\n\n".join([TEXT] * 8)
PART = f'(kind: "text", keep: "", body: [{TEXT}]), '
MADE_UP = f"#make-up({PART * 23})"
PICTURE = '#picture(0, 60mm, 60mm, "A triangle.", [A caption.])'
FILLS = {
    "": MADE_UP,
    "page 1: 0 % filled": f"{TEXT}#pagebreak(){MADE_UP}",
}
FAULTS = {
    "": f"{FILLED}\n\n{PICTURE}\n\n{FILLED}",
    "heading at the foot: 'Alone'": f"{TEXT}\n\n{FILLED}#pagebreak()\n\n{FILLED}\n\n"
    f"#heading(level: 1)[Alone]#pagebreak()\n\n{FILLED}",
    "figure parted from its text on page 1: 'A triangle.'": f"{FILLED}#pagebreak()\n\n{PICTURE}\n\n{FILLED}",
}


@pytest.mark.parametrize("fault", FILLS)
def test_a_page_that_is_not_full_is_found(fault: str) -> None:
    assert faults(book(FILLS[fault]), 2, back=False, cover=False) == [fault] * bool(fault)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_an_editor_would_not_let_pass_is_found(fault: str) -> None:
    found = faults(book(FAULTS[fault]), 2, back=False, cover=False, fill=False)
    assert [text.partition(": ")[2] for text in found] == [fault] * bool(fault)


# --- the blocks that pages are made of ----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```figure a\ncaption: b\nalt: c\nspan: sheet\n```", "figure 'a': found span: sheet, allowed is span: page"),
        ("```figure a\ncaption: b\nalt: c\nsize: big\n```", "figure 'a': found size: big, allowed is size: true"),
        ("```figure a\ncaption: b\nalt: c\nstep: 0\n```", "found step: 0, allowed are whole numbers from 1 to 99"),
        (
            "```cover a\nalt: c\nplayers: 2\nage: 8+\n```",
            "cover 'a': found no tagline and no minutes, allowed is a cover",
        ),
        ("```cover a\nalt: c\nprice: 2\n```", "cover 'a': found 'price: 2', allowed are tagline:, players:, age:,"),
        ("```page\nTwo\n```", "found text in a block page, allowed is none"),
        ("```pages\n```", "found fence, allowed are headings, paragraphs, lists, tables, notes, figures, a cover"),
    ],
)
def test_a_block_that_no_book_can_have_is_told(text: str, said: str) -> None:
    with pytest.raises(InputError, match=r"^a text: ") as raised:
        blocks(text, "a text")
    assert said in str(raised.value)


def test_a_cover_within_other_text_is_refused(here: Path) -> None:
    for kind, name in (("book", "quomino"), ("quick", "quomino-quick")):
        said = "tagline: a\nplayers: 2\nage: 8+\nminutes: 9\nalt: b\nclaims: black=1 white=0"
        cover = f"```cover black-quomino\n{said}\n```\n"
        within = cover if kind == "quick" else "- " + cover.replace("\n", "\n  ") + "\n"
        own_text(("\n\n", f"\n\n{within}\n"), name)
        with pytest.raises(InputError, match="found the cover 'black-quomino' within other text"):
            Workshop(settle(Request("quomino", {}))).books.edition_pdf(Edition(kind, "en", "a4"))


@pytest.mark.parametrize(
    ("kind", "added", "said"),
    [
        ("quick", "```page\n```\n\nMore.\n", "found a new page, allowed is none in a quick reference"),
        ("quick", "```back\n```\n\nMore.\n", "found a new page, allowed is none in a quick reference"),
        ("book", "```back\n```\n\nMore.\n", "found a new page after the back page"),
        ("book", "```page\n```\n\nMore.\n", "found a new page after the back page"),
    ],
)
def test_a_page_that_no_book_has_is_refused(kind: str, added: str, said: str, here: Path) -> None:
    name = "quomino" if kind == "book" else "quomino-quick"
    own_text(("", f"\n{added}"), name)
    with pytest.raises(InputError, match=rf"{name}\.md: {said}"):
        Workshop(settle(Request("quomino", {}))).books.edition_pdf(Edition(kind, "en", "a4"))


def test_a_cover_says_what_stands_on_the_lid_of_a_box() -> None:
    held = manuscript("quomino", "en")
    cover = held.blocks[1]
    assert isinstance(cover, Cover)
    page = pages_of(leaves(held, "a4"))[0]
    for text in (held.title, cover.tagline, cover.players, cover.age, cover.minutes, cover.by):
        assert text
        assert "".join(text.split()) in "".join(page.split())
