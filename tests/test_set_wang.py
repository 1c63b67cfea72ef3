"""Wang's tiles as set files list them: they fill large squares, and no small pattern of them repeats."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest
from readers_sets import SETS, design, held

from quasiprint.sets.judge import judge, name

Tile = tuple[int, int, int, int]  # bottom, right, top, left
LISTED = ["wang-11", "wang-13"]


def listed(case: str) -> list[Tile]:
    """Return the tiles of a shipped file, from what the set holds."""
    return [tuple(labels) for labels in held(case)["square"]]


def filled(tiles: list[Tile], side: int) -> list[Tile] | None:
    """Return a square of so many tiles a side, row by row from the lower left; None if there is none.

    A search by depth: what lies above the tiles laid, and to the right of the last, decides whether the rest can be
    filled; what could not be is kept.
    """
    fitting = defaultdict(list)
    for tile in tiles:
        for below, before in ((tile[0], tile[3]), (tile[0], None), (None, tile[3]), (None, None)):
            fitting[below, before].append(tile)
    dead: set[tuple[int, tuple[int | None, ...], int | None]] = set()
    found: list[Tile] = []

    def lay(front: tuple[int | None, ...], before: int | None) -> bool:
        k = len(found)
        if k == side * side:
            return True
        state = (k, front, before)
        if state in dead:
            return False
        column = k % side
        for tile in fitting[front[column], before]:
            found.append(tile)
            right = tile[1] if column < side - 1 else None
            if lay((*front[:column], tile[2], *front[column + 1 :]), right):
                return True
            found.pop()
        dead.add(state)
        return False

    return found if lay((None,) * side, None) else None


@pytest.mark.parametrize(("case", "side"), [("wang-11", 15), ("wang-13", 12)])
def test_listed_tiles_fill_a_large_square(case: str, side: int) -> None:
    square = filled(listed(case), side)
    assert square is not None
    for k, tile in enumerate(square):
        assert k % side == 0 or square[k - 1][1] == tile[3]
        assert k < side or square[k - side][2] == tile[0]


@pytest.mark.parametrize("case", LISTED)
def test_no_pattern_of_listed_tiles_repeats(case: str) -> None:
    # a periodic way to fill the plane repeats both across and up; so rows that close after some tiles would follow on
    # one another in a circle
    for width in range(1, 8):
        rows = closing(listed(case), width)
        alive = set(rows)
        while dying := {below for below in alive if not rows[below] & alive}:
            alive -= dying
        assert rows
        assert not alive
    assert closing([(0, 0, 0, 0)], 3) == {(0, 0, 0): {(0, 0, 0)}}


def closing(tiles: list[Tile], width: int) -> dict[tuple[int, ...], set[tuple[int, ...]]]:
    """Return what stands on top of rows of tiles that close to a ring, by what stands below."""
    rows: dict[tuple[int, ...], set[tuple[int, ...]]] = defaultdict(set)
    for first in {tile[3] for tile in tiles}:
        parts = [((), (), first)]
        for _ in range(width):
            parts = [
                ((*below, tile[0]), (*above, tile[2]), tile[1])
                for below, above, right in parts
                for tile in tiles
                if tile[3] == right
            ]
        for below, above, right in parts:
            if right == first:
                rows[below].add(above)
    return dict(rows)


@pytest.mark.parametrize("case", LISTED)
def test_a_filled_square_is_a_legal_layout(case: str) -> None:
    content = (SETS / f"{case}.toml").read_text(encoding="utf-8").replace("look", "copies = 36\nlook")
    own = design(content)
    square = filled(listed(case), 6)
    assert square is not None
    tiles = [{"tile": name(own.shapes[0], tile), "at": [k % 6, k // 6]} for k, tile in enumerate(square)]
    told = judge(own, json.dumps({"tiles": tiles}).encode())
    assert (told.legal, told.components, told.complete_set) == (True, 1, False)
    k = next(k for k in range(6) if square[k] != square[k + 1])
    tiles[k]["tile"], tiles[k + 1]["tile"] = tiles[k + 1]["tile"], tiles[k]["tile"]
    codes = {finding.code for finding in judge(own, json.dumps({"tiles": tiles}).encode()).findings}
    assert codes == {"join-labels"}
