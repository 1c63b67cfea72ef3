"""What complete sets share: which tiles there are, where they lie, what is wrong with any layout, how rows are laid."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from quasiprint.checks.layouts import by_cell, disconnected, overlapping
from quasiprint.drawing import regular
from quasiprint.drawing.palettes import refuse_colours
from quasiprint.drawing.patterns import PATTERNS
from quasiprint.errors import InputError
from quasiprint.exact.lattice import groups
from quasiprint.exact.orbit import Labelled, Marking, cyclic, is_whole, labellings, orbit_count
from quasiprint.exact.polygon import area_sign, is_simple
from quasiprint.exact.regular import CORNERS, TURNS, square
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


def test_tiles_in_one_cell_and_apart_from_others() -> None:
    tiles = [Tile("a", 1, (0, 0)), Tile("b", 2, (1, 0)), Tile("c", 3, (0, 0)), Tile("d", 4, (2, 1))]
    lying = by_cell(tiles)
    assert [(f.code, f.subject) for f in overlapping(lying)] == [("cells-overlap", "a (entry 1), c (entry 3)")]
    assert [(f.code, f.subject) for f in disconnected("square", lying)] == [("not-connected", "d (entry 4)")]
    assert groups("square", lying) == [{(0, 0), (1, 0)}, {(2, 1)}]
    assert overlapping(by_cell(tiles[:2])) == disconnected("square", by_cell(tiles[:2])) == []


def palette(*patterns: str) -> Palette:
    return Palette("test", "#FFFFFF", tuple(Ink(f"ink {p}", f"#0000{k:02X}", p) for k, p in enumerate(patterns)))


def test_a_palette_must_have_inks_enough() -> None:
    refuse_colours(palette("solid", "line"), 2)
    for colours in (0, 3):
        with pytest.raises(InputError, match=f"found {colours}, allowed is 1 to 2, because palette 'test' has 2"):
            refuse_colours(palette("solid", "line"), colours)
    with pytest.raises(InputError, match=r"found 9, allowed is 1 to 8, because there are 8 patterns"):
        refuse_colours(palette(*PATTERNS, "tartan"), 9)
