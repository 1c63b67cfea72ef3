"""A laser's rack, put together from its holes and tabs: tiles stand in it, lean back, and it does not fall over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from called import invoke
from shapely import Polygon, affinity, box

from quasiprint import api
from quasiprint.checks import check_set
from quasiprint.checks.containers import racked as board_racked
from quasiprint.model.heights import standing, tallest
from quasiprint.model.piece import Accessory, GameSet

HANDED = ("quasimino", "triomino")


@cache
def made(game: str) -> GameSet:
    return api.design(game, storage=["rack"]).as_made_by("laser")


def parts(held: GameSet) -> dict[str, Accessory]:
    return {thing.id: thing for thing in held.accessories if thing.storage}


def holes(side: Accessory) -> list[Polygon]:
    return [Polygon(area.outer) for mark in side.face.marks for area in mark.ink]


@pytest.mark.parametrize("game", HANDED)
def test_tiles_stand_between_the_boards(game: str) -> None:
    held = made(game)
    side, boards = parts(held)["rack-side"], holes(parts(held)["rack-side"])
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
    held = made(game)
    stock = held.measures.stock.thickness
    tabs = []
    for name in ("rack-floor", "rack-back", "rack-lip"):
        board = Polygon(parts(held)[name].face.outline)
        _, low, right, high = board.bounds
        end = board.intersection(box(right - stock / 2, low, right, high))
        tabs.append(end.bounds[3] - end.bounds[1])
    found = sorted(max(hole.area / stock, 0.0) for hole in holes(parts(held)["rack-side"]))
    assert found == pytest.approx(sorted(tab + 0.06 for tab in tabs * 2), abs=1e-3)


@pytest.mark.parametrize("game", HANDED)
def test_a_set_with_a_rack_passes_every_check(game: str) -> None:
    assert [one for one in check_set(made(game))[0] if one.code != "place-none"] == []


def spoilt(name: str, change: Callable[[Accessory], Accessory]) -> GameSet:
    held = made("triomino")
    return replace(held, accessories=tuple(change(x) if x.id == name else x for x in held.accessories))


def slotted(**values: float) -> Callable[[Accessory], Accessory]:
    return lambda side: replace(side, slots=tuple(replace(slot, **values) for slot in side.slots))


def scaled(x: float, y: float) -> Callable[[Accessory], Accessory]:
    def change(board: Accessory) -> Accessory:
        ring = tuple((x * a, y * b) for a, b in board.face.outline)
        return replace(board, face=replace(board.face, outline=ring, nominal=ring))

    return change


def footless(side: Accessory) -> Accessory:
    ring = tuple((a + 60.0 if b < 0.01 else a, b) for a, b in side.face.outline)
    return replace(side, face=replace(side.face, outline=ring))


def unholed(side: Accessory) -> Accessory:
    (cell,) = side.face.cells
    return replace(side, face=replace(side.face, cells=(replace(cell, marks=cell.marks[:-1]),)))


@pytest.mark.parametrize(
    ("name", "change", "code"),
    [
        ("rack-back", scaled(1.0, 0.8), "tab-unfit"),
        ("rack-side", unholed, "tab-unfit"),
        ("rack-back", scaled(0.8, 1.0), "hand-short"),
        ("rack-side", slotted(slope=88.0), "slope-unreadable"),
        ("rack-side", slotted(width=3.1), "slot-tight"),
        ("rack-side", slotted(x=0.0), "slot-wrong"),
        ("rack-side", footless, "rack-falls"),
    ],
)
def test_each_law_finds_what_breaks_it(name: str, change: Callable[[Accessory], Accessory], code: str) -> None:
    assert code in {one.code for one in board_racked(spoilt(name, change))}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "make triomino --storage rack --format svg --thickness 1",
            "--storage: found a sheet 1 mm thick, allowed for a",
        ),
        ("make majomino --storage rack --format svg", "nobody holds boards in majomino"),
        ("make quasimino --storage rack --format svg --profile k40-whisperer --edge 60", "--storage: found a rack"),
    ],
)
def test_a_rack_that_cannot_be_is_refused(words: str, said: str) -> None:
    outcome = invoke(*words.split(), code=2)
    assert said in outcome.stderr
    assert outcome.stderr.count("\n") == 1
