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

from quasiprint.documents.sheets import books, leaves
from quasiprint.layout.blocks import Block, Rect
from quasiprint.layout.pages import PageItem, _Filler, impose
from quasiprint.layout.rows import Lattice
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.errors import InputError
from quasiprint.model.measures import Maker
from quasiprint.model.page import Book
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import CutMarks, Paper

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


def test_pages_repeat_while_there_is_enough() -> None:
    items = [PageItem(f"s{k}", SQUARE, True, 3.0) for k in range(1000)]
    pages = impose("page", items, 185, 237.4, 4.0)
    assert [len(page.placements) for page in pages] == [80] * 12 + [40]
    assert [one.item for page in pages for one in page.placements] == [item.name for item in items]


def test_what_is_larger_than_a_page_is_refused_with_the_room() -> None:
    with pytest.raises(InputError, match=r"s: found a piece of 22.00 × 22.00 mm, allowed is what fits on a page with "):
        impose("page", [PageItem("s", SQUARE, True, 0.0)], 20, 40, 4.0)


def test_pockets_are_filled_where_that_saves_a_page_and_else_rows_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    tiles = [PageItem(f"t{k}", TRIANGLE, True, 0.0) for k in range(30)]
    few, many = ([*tiles, *(PageItem(f"d{k}", LOOSE["disc"], False, 0.0) for k in range(n))] for n in (20, 30))
    rows = impose("page", few, 150, 190, 4.0)
    assert [len(impose("page", items, 150, 190, 4.0)) for items in (few, many)] == [1, 1]
    monkeypatch.setattr("quasiprint.layout.pages.fill", lambda *_: [])
    assert impose("page", few, 150, 190, 4.0) == rows
    assert len(impose("page", many, 150, 190, 4.0)) == 2


@pytest.mark.thorough
def test_many_outlines_are_planned_soon_and_as_by_a_search_that_asks_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A block is sought where it can be the largest; asking every group for every rectangle finds the same pages."""
    odd = [((0.0, 0.0), (9.0 + k, 0.0), (9.0 + k, 30.0), (3.0 + k / 3, 40.0), (0.0, 34.0 - k)) for k in range(18)]
    asked: list[int] = []
    fitting = Lattice.fitting

    def count_fitting(self: Lattice, most: int, across: float, up: float) -> int:
        asked.append(most)
        return fitting(self, most, across, up)

    monkeypatch.setattr(Lattice, "fitting", count_fitting)
    impose("page", [PageItem(f"o{k}", ring, True, 3.0, "backed") for k, ring in enumerate(odd)], 190, 270, 4.0)
    assert len(asked) < 20_000

    few = [PageItem(f"o{k}", odd[k % 6], True, 3.0) for k in range(20)]
    few += [PageItem(f"s{k}", SQUARE, True, 3.0) for k in range(5)]
    soon = impose("page", few, 100, 150, 4.0)

    def ask_all(self: _Filler, left: list[int], rect: Rect) -> Block | None:
        found, most = None, 0.0
        for k in [k for k, count in enumerate(left) if count]:
            for block in self._blocks(k, left[k], rect.within(self._aloof[k])):
                worth = round(block.worth(self._groups, self._dear), 1)
                if worth > most:
                    most, found = worth, block
        return found

    monkeypatch.setattr(_Filler, "_largest", ask_all)
    assert impose("page", few, 100, 150, 4.0) == soon and len(soon) == 2


def test_rows_of_two_rhombs_share_their_level_lines() -> None:
    """Six rows of thick rhombs and one of thin ones are as wide as a page, if nothing is between them."""
    items = [PageItem(f"thick{k}", rhomb(72), True, 3.0) for k in range(48)]
    items += [PageItem(f"thin{k}", rhomb(36), True, 3.0) for k in range(7)]
    high = 30 * math.sin(math.radians(36)), 30 * math.sin(math.radians(72))
    width = high[0] + 6 * high[1]
    (page,) = impose("page", items, width + 1e-6, 250, 4.0)
    outlines = {item.name: item.outline for item in items}
    middles: dict[str, list[tuple[float, float]]] = {"thick": [], "thin": []}
    for one in page.placements:
        ring = one.ring(outlines[one.item])
        sides = zip(ring, ring[1:] + ring[:1], strict=True)
        middles[one.item.rstrip("0123456789")] += [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in sides]
    shared = sum(math.dist(p, q) < 1e-4 for p in middles["thick"] for q in middles["thin"])
    assert shared == 7
    assert len(impose("page", items, width - 1e-3, 250, 4.0)) == 2


def rhomb(angle: float) -> tuple[tuple[float, float], ...]:
    x, y = 30 * math.cos(math.radians(angle)), 30 * math.sin(math.radians(angle))
    return ((0.0, 0.0), (30.0, 0.0), (30.0 + x, y), (x, y))


def test_tiles_of_one_outline_lie_on_leaves_in_the_order_of_the_set() -> None:
    """That is the inventory's order, too."""
    run = settle(Request("quasimino", {"colours": 4}, formats=("pdf",)))
    game_set = Workshop(run).set(Maker.PAPER)
    lying = [one.item for page in leaves(game_set, Paper("a4", 210, 297, 5, 3)) for one in page.placements]
    for shape in ("thick", "thin"):
        own = [piece.id for piece in game_set.pieces if piece.shape == shape]
        assert [item for item in lying if item in set(own)] == own


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
