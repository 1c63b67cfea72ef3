"""Racks of boards: put together from their holes and tabs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from called import invoke
from kept import codes, with_slots, with_thing
from shapely import affinity, box
from shapely.geometry import Polygon

import quasiprint
from quasiprint.checks import check_set
from quasiprint.model.piece import Accessory, GameSet
from quasiprint.model.solid import standing, tallest


@cache
def boarded(game: str) -> GameSet:
    return quasiprint.design(game, storage=["rack"]).as_made_by("laser")


def by_id(game_set: GameSet) -> dict[str, Accessory]:
    return {thing.id: thing for thing in game_set.accessories}


HANDED = ("quasimino", "triomino")


def holes(side: Accessory) -> list[Polygon]:
    return [Polygon(area.outer) for mark in side.face.marks for area in mark.ink]


@pytest.mark.parametrize("game", HANDED)
def test_tiles_stand_between_the_boards(game: str) -> None:
    held = boarded(game)
    side, boards = by_id(held)["rack-side"], holes(by_id(held)["rack-side"])
    assert len(boards) == 2 * 3
    outline = Polygon(side.face.outline)
    assert all(outline.buffer(-3.0).contains(hole) for hole in boards)
    assert all(a.distance(b) >= 1.9 for k, a in enumerate(boards) for b in boards[:k])
    thick = max(tallest(piece.face, held.measures) for piece in held.pieces)
    high = max(standing(piece.face)[1] for piece in held.pieces)
    tiles = []
    for slot in side.slots:
        # leaning on the board behind it, a hair off each
        tile = box(1e-3, -slot.width / 2 + 1e-3, high, thick - slot.width / 2 + 1e-3)
        tiles.append(affinity.translate(affinity.rotate(tile, slot.slope, origin=(0, 0)), slot.x, slot.y))
        assert slot.slope == 70
        assert slot.width - thick == pytest.approx(0.6)
    # the whole boards, broader than the tabs in the holes: twice as broad
    for tile in tiles:
        assert all(tile.distance(board) > 0 for board in boards)
        assert sum(tile.distance(board) < 1.0 for board in boards) == 3
    assert tiles[0].distance(tiles[1]) > 2.0
    low, _, far, _ = outline.bounds
    middle = sum(tile.centroid.x for tile in tiles) / 2
    assert low + 10 < middle < far - 10


@pytest.mark.parametrize("game", HANDED)
def test_each_tab_goes_through_its_hole(game: str) -> None:
    held = boarded(game)
    stock = held.measures.stock.thickness
    tabs = []
    for name in ("rack-floor", "rack-back", "rack-lip"):
        board = Polygon(by_id(held)[name].face.outline)
        _, low, right, high = board.bounds
        end = board.intersection(box(right - stock / 2, low, right, high))
        tabs.append(end.bounds[3] - end.bounds[1])
    found = sorted(max(hole.area / stock, 0.0) for hole in holes(by_id(held)["rack-side"]))
    assert found == pytest.approx(sorted(tab + 0.06 for tab in tabs * 2), abs=1e-3)


def with_back(x: float, y: float) -> Callable[[GameSet], GameSet]:
    """Make the board behind tiles as many times as long and broad."""

    def change(board: Accessory) -> Accessory:
        ring = tuple((x * a, y * b) for a, b in board.face.outline)
        return replace(board, face=replace(board.face, outline=ring, nominal=ring))

    return lambda held: with_thing(held, "rack-back", change)


def footless(side: Accessory) -> Accessory:
    ring = tuple((a + 60.0 if b < 0.01 else a, b) for a, b in side.face.outline)
    return replace(side, face=replace(side.face, outline=ring))


def unholed(side: Accessory) -> Accessory:
    (cell,) = side.face.cells
    return replace(side, face=replace(side.face, cells=(replace(cell, marks=cell.marks[:-1]),)))


BOARD_LAWS: list[tuple[str, Callable[[GameSet], GameSet]]] = [
    ("tab-unfit", with_back(1.0, 0.8)),
    ("tab-unfit", lambda held: with_thing(held, "rack-side", unholed)),
    ("hand-short", with_back(0.8, 1.0)),
    ("slope-unreadable", with_slots("rack-side", slope=88.0)),
    ("slot-tight", with_slots("rack-side", width=3.1)),
    ("slot-wrong", with_slots("rack-side", x=0.0)),
    ("rack-falls", lambda held: with_thing(held, "rack-side", footless)),
]


@pytest.mark.parametrize(("code", "change"), BOARD_LAWS)
def test_each_law_of_boards_has_a_counterexample(code: str, change: Callable[[GameSet], GameSet]) -> None:
    assert codes(boarded("triomino")) == set()
    assert code in codes(change(boarded("triomino")))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("triomino --storage rack --format svg --thickness 1", "--storage: found a sheet 1 mm thick, allowed for a"),
        ("majomino --storage rack --format svg", "nobody holds boards in majomino"),
        ("majomino --storage rack --format stl", "nobody holds boards in majomino"),
        ("quasimino --storage rack --format svg --profile k40-whisperer --edge 60", "--storage: found a rack"),
        ("triomino --storage box --format svg --thickness 1", "--storage: found a sheet 1 mm thick, allowed for a"),
        ("triomino --storage box --format stl", "found box, which is made by a laser or a printer of paper alone"),
        ("triomino --storage box --format svg --profile k40-whisperer --edge 180", "triomino on a sheet with room"),
        ("triomino --storage tray --format svg", "a 3D printer alone; allowed with the formats asked for: box, rack"),
        ("triomino --storage drawer", "--storage: found 'drawer', allowed are tray, box, rack"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_line(words: str, said: str, tmp_path: Path) -> None:
    outcome = invoke("make", *words.split(), "-o", tmp_path / "set", code=2)
    assert said in outcome.stderr
    assert outcome.stderr.count("\n") == 1
    assert not (tmp_path / "set").exists()


@pytest.mark.parametrize("game", HANDED)
def test_a_set_with_a_rack_passes_every_check(game: str) -> None:
    assert [one for one in check_set(boarded(game))[0] if one.code != "place-none"] == []
