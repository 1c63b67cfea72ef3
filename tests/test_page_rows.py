"""What lies on pages: pieces in rows edge to edge, apart, or in pockets, whole, unmirrored, in order; and what stands
around them, each in a place of its own."""

from __future__ import annotations

import math
from collections import Counter
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
from quasiprint.layout.pages import PageItem, impose
from quasiprint.model.errors import InputError
from quasiprint.model.measures import Maker
from quasiprint.model.page import Book
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import CutMarks, Paper
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop

TRIANGLE = ((0.0, 20.78461), (-18.0, -10.392305), (18.0, -10.392305))
SQUARE = ((-11.0, -11.0), (11.0, -11.0), (11.0, 11.0), (-11.0, 11.0))


def test_one_place_too_few_takes_another_sheet() -> None:
    """Sheets are counted as they are: what does not fit is not squeezed in."""
    roomy, tight = (
        impose("page", [PageItem(f"s{k}", SQUARE, True, 0.0) for k in range(n)], 100, 80, 4.0) for n in (12, 13)
    )
    assert [len(page.placements) for page in roomy] == [12]
    assert [len(page.placements) for page in tight] == [12, 1]


def test_items_lie_whole_and_apart_and_none_is_mirrored() -> None:
    items = [PageItem(f"t{k}", TRIANGLE, True, 3.0) for k in range(30)]
    items += [PageItem(f"s{k}", SQUARE, True, 3.0) for k in range(41)]
    items += [PageItem(f"d{k}", SQUARE, False, 0.0, "apart") for k in range(9)]
    outlines = {item.name: item.outline for item in items}
    pages = impose("page", items, 150, 190, 4.0)
    laid = [[(one.item, Polygon(one.ring(outlines[one.item]))) for one in page.placements] for page in pages]
    assert Counter(name for page in laid for name, _ in page) == Counter(outlines.keys())
    for page in laid:
        for k, (one, shape) in enumerate(page):
            left, low, right, high = shape.bounds
            assert min(left, low, 150 - right, 190 - high) > -1e-5
            for two, other in page[:k]:
                apart, like = shape.distance(other), one[0] == two[0]
                assert shape.intersection(other).area < 1e-3
                assert apart > 3.999 if "d" in (one[0], two[0]) else apart > 5.999 if not like else True
                assert apart < 1e-5 or apart > 3.999
    assert len(pages) == 2


LOOSE = {
    "disc": tuple((6 * math.cos(math.tau * k / 32), 6 * math.sin(math.tau * k / 32)) for k in range(32)),
    "parallelogram": ((0.0, 0.0), (20.0, 0.0), (29.0, 8.0), (9.0, 8.0)),
    "triangle": ((0.0, 0.0), (14.0, 0.0), (20.0, 31.0)),
    "pentagon": ((0.0, 0.0), (16.0, 0.0), (19.0, 9.0), (8.0, 17.0), (-3.0, 9.0)),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("reach", [0.0, 3.0])
@pytest.mark.parametrize("shape", LOOSE)
def test_what_keeps_apart_does_so_in_rows_and_in_pockets(shape: str, reach: float) -> None:
    items = [PageItem(f"s{k}", SQUARE, True, reach) for k in range(21)]
    items += [PageItem(f"d{k}", LOOSE[shape], False, reach) for k in range(90)]
    outlines = {item.name: item.outline for item in items}
    for page in impose("page", items, 150, 190, 4.0):
        laid = [(one.item[0], Polygon(one.ring(outlines[one.item]))) for one in page.placements]
        for k, (one, outline) in enumerate(laid):
            left, low, right, high = outline.bounds
            assert min(left, low, 150 - right, 190 - high) > -1e-5
            least = min((outline.distance(other) for two, other in laid[:k] if "d" in (one, two)), default=math.inf)
            assert least > max(4.0, 2 * reach) - 1e-5


def test_what_is_larger_than_a_page_is_refused_with_the_room() -> None:
    with pytest.raises(InputError, match=r"s: found a piece of 22.00 × 22.00 mm, allowed is what fits on a page with "):
        impose("page", [PageItem("s", SQUARE, True, 0.0)], 20, 40, 4.0)


A4, LETTER = Paper("a4", 210, 297, 5, 3), Paper("letter", 215.9, 279.4, 5, 3)
SILHOUETTE = Paper("letter-silhouette", 215.9, 279.4, 10, 3, marks=CutMarks.SILHOUETTE)
PAPERS = (A4, LETTER, SILHOUETTE)
COLOURS = (3, 4, 6)
CAPITALS, DESCENT = 0.73, 0.22  # of the size of letters: as high, and as deep, as any of these pages has


@cache
def held(game: str, colours: int = 0) -> GameSet:
    run = settle(Request(game, {"colours": colours} if colours else {}, formats=("pdf",), extras=("greyscale",)))
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


@pytest.mark.sampled(2)
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
