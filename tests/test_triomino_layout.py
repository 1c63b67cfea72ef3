"""Layouts of triominoes: several hexagons at once, heaps, groups, sets too large to build."""

from __future__ import annotations

import json

import pytest

from quasiprint.games.triomino.layout import score_layout
from quasiprint.games.triomino.proof import prove
from quasiprint.games.triomino.rules import PlacedTile, covered, judge, moves, place
from quasiprint.games.triomino.tiles import labellings
from quasiprint.model.errors import InputError
from quasiprint.tiling.lattice import corners

# twelve different tiles around the cell (0, 0, 0), into which 0-0-2 fits: cell, corners
TWELVE = [
    ((-1, -1, 1), (1, 2, 2)), ((-1, 0, 0), (2, 2, 2)), ((-1, 0, 1), (2, 2, 0)), ((-1, 1, 0), (3, 0, 2)),
    ((-1, 1, 1), (0, 3, 3)), ((0, -1, 0), (2, 1, 1)), ((0, -1, 1), (1, 2, 0)), ((0, 0, 1), (0, 0, 4)),
    ((0, 1, 0), (3, 4, 0)), ((1, -1, 0), (0, 0, 1)), ((1, -1, 1), (0, 0, 5)), ((1, 0, 0), (4, 5, 0)),
]  # fmt: skip
ZERO_ZERO_TWO = PlacedTile(13, (0, 0, 2), (0, 0, 0), (0, 0, 2))


def twelve() -> dict[tuple[int, ...], PlacedTile]:
    return {c: PlacedTile(k, tuple(sorted(n)), c, n) for k, (c, n) in enumerate(TWELVE, 1)}


def layout(*entries: tuple[str, list[int], list[int]]) -> str:
    return json.dumps({"tiles": [{"tile": t, "cell": c, "corners": n} for t, c, n in entries]})


def test_three_hexagons_at_once_with_tiles_of_one_set() -> None:
    table = twelve()
    assert judge(tuple(table.values()), "triangle") == []
    result = place(table, ZERO_ZERO_TWO, "triangle")
    assert (result.findings, result.completed, result.bridge) == ((), 3, False)
    assert judge((*table.values(), ZERO_ZERO_TWO), "triangle") == []


def test_a_tile_that_does_not_fit_completes_nothing() -> None:
    wrong = PlacedTile(13, (0, 0, 2), (0, 0, 0), (0, 2, 0))
    result = place(twelve(), wrong, "triangle")
    assert {f.code for f in result.findings} == {"corner-mismatch"}
    assert result.completed == 0


def test_tiles_around_a_point_that_disagree_are_no_hexagon() -> None:
    wrong = PlacedTile(13, (0, 0, 2), (0, 0, 0), (0, 2, 0))
    agree = [k for k, n in enumerate(wrong.numbers) if n == ZERO_ZERO_TWO.numbers[k]]
    full = covered("triangle", (*twelve().values(), wrong))
    assert full == [corners("triangle", (0, 0, 0))[k] for k in agree]


def test_a_tile_of_one_number_has_one_way_to_lie_in_a_cell() -> None:
    table = {(0, 0, 0): PlacedTile(1, (1, 1, 2), (0, 0, 0), (1, 1, 2))}
    found = [m.cell for m in moves(table, (1, 1, 1), "triangle")]
    assert len(found) == len(set(found)) > 0


def test_groups_are_counted() -> None:
    apart = layout(("0-0-0", [0, 0, 0], [0, 0, 0]), ("1-1-1", [9, 9, 0], [1, 1, 1]))
    assert score_layout(apart).components == 2


def test_a_third_number_below_zero_is_refused() -> None:
    with pytest.raises(InputError, match="found -1 as its third number"):
        score_layout(layout(("0-0-0", [0, 0, -1], [0, 0, 0])))


def test_of_squares_not_all_that_are_left_out_are_mirror_images() -> None:
    _, facts = prove("square", 5, labellings("square", 5))
    assert list(facts["rotation"].values()) == [336, 210, 75]


def test_a_set_too_large_to_hold_is_not_built_to_compare_with() -> None:
    result = score_layout(layout(("0-0-1", [0, 0, 0], [0, 0, 1])), highest=10**9)
    assert (result.legal, result.complete_set) == (True, False)


def test_a_heap_is_named_shortly() -> None:
    heap = layout(*[("0-0-0", [0, 0, 0], [0, 0, 0])] * 5000)
    assert all(len(f.subject) < 400 and len(f.message) < 600 for f in score_layout(heap).findings)
