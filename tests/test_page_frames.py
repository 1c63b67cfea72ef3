"""What stands around the pieces on a page: rulers, title, hints and legend, each in a place of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pymupdf
import pytest
from pdf_read import POINT, Seen, ruler_faults, written
from shapely import STRtree
from shapely.geometry import LineString, Polygon, box

from quasiprint.documents.sheets import books
from quasiprint.model.errors import InputError
from quasiprint.model.measures import Maker
from quasiprint.model.page import Book
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import CutMarks, Paper
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop

A4, LETTER = Paper("a4", 210, 297, 5, 3), Paper("letter", 215.9, 279.4, 5, 3)
SILHOUETTE = Paper("letter-silhouette", 215.9, 279.4, 10, 3, marks=CutMarks.SILHOUETTE)
PAPERS = (A4, LETTER, SILHOUETTE)
COLOURS = (3, 4, 6)
CAPITALS, DESCENT = 0.73, 0.22  # of the size of letters: as high, and as deep, as any of these pages has


@cache
def held(game: str, colours: int = 0) -> GameSet:
    run = settle(Request(game, {"colours": colours} if colours else {}, formats=("pdf",)))
    return Workshop(run).set(Maker.PAPER)


def book(game_set: GameSet, paper: Paper, mode: int) -> Book:
    return next(islice(books(game_set, paper), mode, None))


def written_on(content: bytes, number: int) -> Iterator[tuple[str, Polygon]]:
    """Yield the lines of text of a page, and where their letters are, mm with y up."""
    with pymupdf.open(stream=content, filetype="pdf") as document:
        page = document[number]
        for block in page.get_text("dict")["blocks"]:
            for line in block["lines"]:
                for span in line["spans"]:
                    (x, y), size = (v / POINT for v in span["origin"]), span["size"] / POINT
                    left, top, right, low = (v / POINT for v in span["bbox"])
                    across = line["dir"][0] > 0.5
                    if across:
                        ring = box(left, y - CAPITALS * size, right, y + DESCENT * size)
                    else:
                        ring = box(x - CAPITALS * size, top, x + DESCENT * size, low)
                    corners = [(a, page.rect.height / POINT - b) for a, b in ring.exterior.coords]
                    yield span["text"], Polygon(corners)


def clashes(content: bytes, number: int) -> list[str]:
    """Return what is written over something else on a page of faces: a text, a tile, or the spine of a ruler."""
    seen, words = Seen(content, number), list(written_on(content, number))
    found = [f"{a} on {b}" for k, (a, one) in enumerate(words) for b, two in words[:k] if one.intersects(two)]
    tiles = STRtree(seen.cuts())
    found += [f"{a} on a tile" for a, one in words if len(tiles.query(one, "intersects"))]
    spines = [
        LineString(line) for d in seen.drawings for line in seen.lines(d) if 99.9 < LineString(line).length < 100.1
    ]
    found += [f"{a} on a ruler" for a, one in words for spine in spines if one.intersects(spine)]
    return found


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_nothing_is_written_over_anything(paper: Paper, colours: int) -> None:
    made = book(held("quasimino", colours), paper, 1)  # in grey: its heading is the longest
    content = written(held("quasimino", colours), replace(made, pages=made.pages[:1]))
    assert ruler_faults(Seen(content, 0)) == []
    assert clashes(content, 0) == []
    names = [text for text, _ in written_on(content, 0)]
    legend = [f"{k} {ink.name}" for k, ink in enumerate(held("quasimino", colours).palette.inks[:colours])]
    assert [name for name in names if name in legend] == legend


@pytest.mark.parametrize("game", ["triomino", "quomino"])
@pytest.mark.parametrize("paper", PAPERS[:2], ids=lambda paper: paper.name)
def test_nothing_is_written_over_anything_in_other_games(game: str, paper: Paper) -> None:
    made = book(held(game), paper, 0)
    content = written(held(game), made)
    for number, page in enumerate(made.pages):
        if page.title.endswith("faces"):
            # a board has the names of its columns, its rows and its smaller boards on it: these are shapes
            assert clashes(content, number) == []


def test_a_title_over_a_ruler_and_a_legend_over_a_tile_are_seen() -> None:
    made = book(held("triomino"), A4, 0)
    page = made.pages[0]
    title = next(text for text in page.texts if text.text == "Triomino")
    over = replace(page, texts=(*page.texts, replace(title, y=title.y - 8), replace(title, x=100, y=150)))
    found = clashes(written(held("triomino"), replace(made, pages=(over,))), 0)
    assert any(one.endswith("100 mm") or one.startswith("100 mm") for one in found)
    assert "Triomino on a tile" in found


def test_a_paper_with_little_room_beside_the_ruler_has_its_legend_in_one_column() -> None:
    made = book(held("quasimino", 3), Paper("narrow", 150, 297, 5, 3), 0)
    assert clashes(written(held("quasimino", 3), made), 0) == []
    assert book(held("quasimino", 3), Paper("small", 125, 176, 5, 3), 0).pages
    with pytest.raises(InputError, match="allowed is what fits on a page"):
        book(held("quasimino", 3), Paper("tiny", 60, 60, 5, 3), 0)
