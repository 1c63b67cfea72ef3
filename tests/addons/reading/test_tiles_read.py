"""Tiles on paper are read back: nothing is wrong with what is made, and what is drawn otherwise is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from paper_books import A4, GAMES, MARKED, PRINTED, book, content_of, held, on_page

from quasiprint.addons.reading.importers.pdf import pages_of
from quasiprint.addons.reading.recogniser.expected import expect
from quasiprint.addons.reading.recogniser.match import Recogniser
from quasiprint.addons.reading.recogniser.sheets import Document
from quasiprint.model.choices import Flip
from quasiprint.model.page import Book, Page, Shape
from quasiprint.model.profile import CutMarks, Paper


def codes(game: str, made: Book, paper: Paper = A4) -> set[str]:
    """Return what is wrong with the tiles on a document's pages, in the eyes of `verify`."""
    shown = list(pages_of(content_of(made)))
    found, findings = Document("tiles.pdf", shown, Recogniser(expect(held(game)))).matches((paper,))
    every = [*findings, *(finding for thing in found for finding in thing.findings)]
    return {one.code for one in every if one.severity == "error"}


def test_verify_finds_nothing_wrong_with_what_is_made() -> None:
    for game in GAMES:
        assert codes(game, book(game)) == set()


SPOILT: dict[str, tuple[Callable[[Page], Page], str]] = {
    "ink over a shared line": (
        lambda page: replace(
            page, shapes=(*page.shapes, Shape((((90, 150), (93, 150), (93, 160), (90, 160)),), "#000000"))
        ),
        "mark-foreign",
    ),
    "a line left out": (
        lambda page: replace(page, stamps=tuple(s for s in page.stamps if "cut" not in s.figure)),
        "piece-missing",
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_cuts_drawn_otherwise_are_found(name: str) -> None:
    change, code = SPOILT[name]
    assert code in codes("quomino", on_page(book("quomino"), 4, change))


@pytest.mark.parametrize(("game", "paper", "flip", "upside_down"), PRINTED)
def test_backs_are_read_about_either_edge(game: str, paper: Paper, flip: Flip, upside_down: bool) -> None:
    turned = replace(paper, flip=flip)
    assert codes(game, book(game, turned), turned) == set()


@pytest.mark.parametrize("marks", [CutMarks.SILHOUETTE, CutMarks.CAMEO_5_ALPHA])
def test_tiles_are_read_beside_the_marks_of_a_cutter(marks: CutMarks) -> None:
    marked = replace(MARKED, marks=marks)
    assert codes("triomino", book("triomino", marked), marked) == set()
