"""What complete sets share: which tiles there are, where they lie, what is wrong with any layout, how rows are laid."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import pytest

from quasiprint.checks.layouts import apart, by_cell, foreign, names_of, overlapping, twice
from quasiprint.drawing import regular
from quasiprint.drawing.face_shapes import BODY, in_rows, places
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.drawing.patterns import PATTERNS
from quasiprint.errors import InputError
from quasiprint.exact.lattice import groups
from quasiprint.exact.orbit import cyclic, labellings, orbit_count, tile_id
from quasiprint.exact.polygon import area_sign, is_simple
from quasiprint.exact.regular import CORNERS, TURNS, square
from quasiprint.model.face import area
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import Labelled, Marking, is_whole
from quasiprint.model.profile import Ink, Palette

SQUARES = Labelled((("square", TURNS["square"]),), 3, Marking("edge"))
EVERY = [("square", marks) for marks in labellings(TURNS["square"], 3)]


@dataclass(frozen=True)
class Tile:
    name: str
    entry: int
    cell: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.name} (entry {self.entry})"


def test_macmahon_counted_24_squares_and_30_cubes_faces() -> None:
    assert len(EVERY) == 24
    assert EVERY[0] == ("square", (0, 0, 0, 0))
    assert all(marks == min(marks[k:] + marks[:k] for k in range(4)) for _, marks in EVERY)
    assert len(labellings(TURNS["triangle"], 4)) == 24  # his triangles, in four colours


@pytest.mark.parametrize("labels", [1, 2, 3, 4])
@pytest.mark.parametrize("group", [*TURNS.values(), cyclic("half turn", 4, 2)], ids=lambda group: group.name)
def test_there_are_as_many_labellings_as_the_lemma_says(group, labels: int) -> None:  # type: ignore[no-untyped-def]
    found = labellings(group, labels)
    assert len(set(found)) == len(found) == orbit_count(group, labels)
    assert list(found) == sorted(found)


def test_ascending_labellings_are_multisets() -> None:
    found = labellings(TURNS["triangle"], 3, ascending=True)
    assert found == tuple(m for m in product(range(3), repeat=3) if list(m) == sorted(m))


def test_tiles_are_named_by_what_is_on_them() -> None:
    assert tile_id("square", (0, 1, 2, 1)) == "square-0121"
    assert tile_id("square", (0, 12, 1, 2)) == "square-0-12-1-2"
    assert tile_id("square", (0, 1, 21, 2)) != tile_id("square", (0, 12, 1, 2))


def test_a_whole_set_is_whole_however_its_tiles_are_turned() -> None:
    assert is_whole(SQUARES, EVERY)
    assert is_whole(SQUARES, [(shape, marks[1:] + marks[:1]) for shape, marks in EVERY])


@pytest.mark.parametrize(
    "laid",
    [
        EVERY[:-1],
        [*EVERY, EVERY[0]],
        [*EVERY[:-1], EVERY[0]],
        [*EVERY[:-1], ("square", (2, 2, 2, 3))],
        [*EVERY[:-1], ("square", (2, 2, 2, -1))],
        [*EVERY[:-1], ("square", (2, 2, 2))],
        [*EVERY[:-1], ("rhomb", (2, 2, 2, 2))],
        [*EVERY, ("rhomb", (2, 2, 2, 2))],
        [],
    ],
)
def test_other_tiles_are_not_the_whole_set(laid: list[tuple[str, tuple[int, ...]]]) -> None:
    assert not is_whole(SQUARES, laid)


def test_a_set_of_ascending_tiles_holds_no_mirror_image() -> None:
    whole = Labelled((("triangle", TURNS["triangle"]),), 3, Marking("corner", ascending=True))
    every = [("triangle", marks) for marks in labellings(TURNS["triangle"], 3, ascending=True)]
    assert is_whole(whole, every)
    assert not is_whole(whole, [("triangle", (0, 2, 1)) if marks == (0, 1, 2) else (s, marks) for s, marks in every])


def test_regular_tiles_are_exact_and_drawn_where_they_are_exact() -> None:
    for shape, sides in {"triangle": 3, "square": 4, "hexagon": 6}.items():
        corners = CORNERS[shape]
        assert len(corners) == sides == TURNS[shape].slots
        assert is_simple(corners)
        assert area_sign(corners) == 1
        points = [corner.to_xy() for corner in corners]
        x, y = (sum(axis) / sides for axis in zip(*points, strict=True))
        drawn = regular.nominal(sides, 30.0)
        assert drawn == pytest.approx([pytest.approx((30 * (px - x), 30 * (py - y)), abs=1e-6) for px, py in points])
    assert [corner.to_xy() for corner in square(2)] == [(0, 0), (2, 0), (2, 2), (0, 2)]


@pytest.mark.parametrize("sides", [3, 4, 6])
def test_cells_part_a_regular_tile(sides: int) -> None:
    made = (sides, 30.0, 0.1, 0.8)
    whole = area(regular.outline(*made))
    assert area(regular.nominal(sides, 30.0)) > whole
    for cells in (regular.edge_cells(*made), regular.corner_cells(*made)):
        assert len(cells) == sides
        assert sum(map(area, cells)) == pytest.approx(whole)
        assert [area(cell) for cell in cells] == pytest.approx([whole / sides] * sides, rel=1e-4)


def test_a_tile_that_lies_twice_is_named_with_its_entries() -> None:
    (found,) = twice([("a", 1), ("b", 2), ("a", 3)])
    assert (found.code, found.subject) == ("tile-twice", "a")
    assert "2 times (entries 1, 3)" in found.message
    assert twice([("a", 1), ("b", 2)]) == []


def test_a_tile_that_no_set_has_is_named_shortly() -> None:
    found = foreign("x" * 100, 7, "there is none such")
    assert (found.code, found.message) == ("tile-foreign", "there is none such")
    assert found.subject == f"{'x' * 40!r} (entry 7)"


def test_tiles_in_one_cell_and_apart_from_others() -> None:
    tiles = [Tile("a", 1, (0, 0)), Tile("b", 2, (1, 0)), Tile("c", 3, (0, 0)), Tile("d", 4, (2, 1))]
    lying = by_cell(tiles)
    assert [(f.code, f.subject) for f in overlapping(lying)] == [("cells-overlap", "a (entry 1), c (entry 3)")]
    assert [(f.code, f.subject) for f in apart("square", lying)] == [("not-connected", "d (entry 4)")]
    assert groups("square", lying) == [{(0, 0), (1, 0)}, {(2, 1)}]
    assert overlapping(by_cell(tiles[:2])) == apart("square", by_cell(tiles[:2])) == []


def test_a_heap_is_named_shortly() -> None:
    assert names_of(range(3)) == "0, 1, 2"
    assert names_of(range(30)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 …"


def palette(*patterns: str) -> Palette:
    return Palette("test", "#FFFFFF", tuple(Ink(f"ink {p}", f"#0000{k:02X}", p) for k, p in enumerate(patterns)))


def test_a_palette_must_have_inks_enough() -> None:
    refuse_colours(palette("solid", "line"), 2)
    for colours in (0, 3):
        with pytest.raises(InputError, match=f"found {colours}, allowed is 1 to 2, because palette 'test' has 2"):
            refuse_colours(palette("solid", "line"), colours)
    with pytest.raises(InputError, match=r"found 9, allowed is 1 to 8, because there are 8 patterns"):
        refuse_colours(palette(*PATTERNS, "tartan"), 9)


def test_a_palette_s_patterns_must_be_known() -> None:
    refuse_patterns(palette(*PATTERNS))
    refuse_patterns(palette("solid", "tartan"), 1)
    with pytest.raises(InputError, match="ink 'ink tartan': pattern: found 'tartan', allowed is solid, dashed"):
        refuse_patterns(palette("solid", "tartan"))


def box(x: float, y: float, wide: float, high: float) -> Shape:
    return Shape((((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)),), BODY)


def test_drawings_stand_in_rows() -> None:
    drawn = [([box(5, 5, 10, 4)], [Text(5, 5, "a", 3.0, angle=90.0)]), ([box(0, 0, 6, 8)], []), ([box(0, 0, 4, 2)], [])]
    one = in_rows(drawn, {"n": 3}, gap=2.0, margin=1.0)
    assert (one.width, one.height, dict(one.facts)) == (26.0, 10.0, {"n": 3})
    assert [shape.rings[0][0] for shape in one.shapes] == [(1.0, 3.0), (13.0, 1.0), (21.0, 4.0)]
    assert (one.texts[0].x, one.texts[0].y, one.texts[0].angle) == (1.0, 3.0, 90.0)
    two = in_rows(drawn, {}, gap=2.0, margin=1.0, width=20.0)
    assert (two.width, two.height) == (20.0, 14.0)
    assert [shape.rings[0][0] for shape in two.shapes] == [(1.0, 7.0), (13.0, 5.0), (8.0, 1.0)]


def test_a_row_begins_where_it_is_told_to() -> None:
    boxes = [(0.0, 0.0, 4.0, 2.0)] * 3
    assert places(boxes, 1.0)[:2] == (14.0, 2.0)
    wide, high, at = places(boxes, 1.0, breaks=[1])
    assert (wide, high) == (9.0, 5.0)
    assert at == [(2.5, 3.0), (0.0, 0.0), (5.0, 0.0)]
    assert places(boxes, 1.0, width=3.0)[:2] == (4.0, 8.0)  # a drawing that is wider stands alone
    assert math.isfinite(high)
