"""Every page of every book as an editor sees it: none half blank, no line alone, figures beside their text."""

from __future__ import annotations

import io

import pytest
from page_read import columns, faults
from pypdf import PdfReader
from rulebook_read import pages_of, shop_of
from tags import elements

from quasiprint import games
from quasiprint.documents import rulebook, typeset
from quasiprint.documents.figure_forms import put_figures
from quasiprint.documents.prose import Cover, PageBreak
from quasiprint.documents.rulebook import Edition, Manuscript, leaves
from quasiprint.model.page import Figure, Shape
from quasiprint.places import languages

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
    assert faults(book(FILLS[fault]), 2, back=False, cover=False) == [fault] * bool(fault)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_an_editor_would_not_let_pass_is_found(fault: str) -> None:
    found = faults(book(FAULTS[fault]), 2, back=False, cover=False, fill=False)
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
