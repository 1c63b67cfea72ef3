"""What may lie together, hexagons and bridges, and the facts of the set; each law broken alone."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from quasiprint.errors import InputError
from quasiprint.games.triomino.proof import fits_findings, fitting, hexagons, prove, sides
from quasiprint.games.triomino.rounds import ways
from quasiprint.games.triomino.rules import (
    PlacedTile,
    SquareLayout,
    TilePlacement,
    TriangleLayout,
    full_points,
    judge,
    labellings,
    place,
    score_layout,
    tile_id,
)
from quasiprint.games.triomino.scoring import score

Layout = dict[str, Any]
NINE = Path(__file__).parents[2] / "data" / "triomino-9-hexagons.json"
SET = labellings("triangle", 5)


@pytest.fixture
def nine() -> Layout:
    found: Layout = json.loads(NINE.read_text())
    return found


def judged(layout: Layout, **options: Any) -> TriangleLayout | SquareLayout:
    return score_layout(json.dumps(layout), **options)


def layout(*entries: tuple[str, list[int], list[int]]) -> Layout:
    return {"tiles": [{"tile": t, "cell": c, "corners": n} for t, c, n in entries]}


def codes(result: TriangleLayout | SquareLayout) -> Counter[str]:
    return Counter(finding.code for finding in result.findings)


def entry(layout: Layout, tile: str) -> dict[str, Any]:
    found: dict[str, Any] = next(e for e in layout["tiles"] if e["tile"] == tile)
    return found


def put(entry: int, tile: str, cell: tuple[int, ...], numbers: tuple[int, ...]) -> PlacedTile:
    return PlacedTile(entry, tuple(map(int, tile.split("-"))), cell, numbers)


def test_nine_hexagons(nine: Layout) -> None:
    result = judged(nine)
    assert (result.legal, result.complete_set, result.hexagons, result.findings) == (True, True, 9, ())
    assert result.components == 1
    assert score(NINE.read_bytes(), {"highest": 5, "shape": "triangle"}) == result
    # counted again, from the file alone: points at which six cells meet
    seen: Counter[tuple[int, int]] = Counter()
    for tile in nine["tiles"]:
        x, y, down = tile["cell"]
        for dx, dy in ((1, 0), (0, 1), (1, 1)) if down else ((0, 0), (1, 0), (0, 1)):
            seen[x + dx, y + dy] += 1
    assert sorted(result.hexagons_at) == sorted((x, y) for (x, y), count in seen.items() if count == 6)


@pytest.mark.parametrize(
    ("tile", "change", "expected", "subject"),
    [
        ("2-2-2", {"tile": "2-2-6"}, {"tile-foreign"}, "'2-2-6' (entry 6)"),
        ("1-3-5", {"tile": "1-5-3"}, {"tile-foreign"}, "'1-5-3' (entry 16)"),
        ("0-2-5", {"corners": [5, 2, 0]}, {"corners-mirrored", "corner-mismatch"}, "0-2-5 (entry 4)"),
        ("5-5-5", {"corners": [5, 5, 4]}, {"corners-foreign", "corner-mismatch"}, "5-5-5 (entry 7)"),
        ("1-1-5", {"corners": [1, 1, 5]}, {"corner-mismatch"}, "point (7, 9)"),
        ("5-5-5", {"cell": [7, 9, 0]}, {"cells-overlap"}, "5-5-5 (entry 7), 1-5-5 (entry 8)"),
        ("2-2-2", {"cell": [40, 40, 0]}, {"not-connected"}, "2-2-2 (entry 6)"),
        ("2-2-2", {"cell": [5, 14, 1]}, {"not-connected"}, "2-2-2 (entry 6)"),  # by a corner alone
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    nine: Layout, tile: str, change: dict[str, Any], expected: set[str], subject: str
) -> None:
    entry(nine, tile).update(change)
    expect(nine, expected, subject)


def test_a_tile_that_lies_there_twice_is_named(nine: Layout) -> None:
    nine["tiles"].append({"tile": "2-2-2", "cell": [5, 13, 1], "corners": [2, 2, 2]})
    expect(nine, {"tile-duplicate"}, "2-2-2")


def expect(layout: Layout, expected: set[str], subject: str) -> None:
    """See that a layout is illegal for these reasons alone, one of them of this subject."""
    result = judged(layout)
    assert result.legal is False
    assert set(codes(result)) == expected
    assert subject in {finding.subject for finding in result.findings}


@pytest.mark.parametrize("place_", [(0, 0), (2, 1)])
def test_a_mismatch_of_corners_that_touch_in_a_point_alone(place_: tuple[int, int]) -> None:
    x, y = place_
    tiles = [
        {"tile": "0-1-2", "cell": [x, y, 0], "corners": [0, 1, 2]},
        {"tile": "1-1-2", "cell": [x, y - 1, 1], "corners": [1, 2, 1]},
        {"tile": "1-3-4", "cell": [x + 1, y - 1, 0], "corners": [1, 3, 4]},
    ]
    assert set(codes(judged({"tiles": tiles}))) == {"corner-mismatch"}
    tiles[2] = {"tile": "1-1-3", "cell": [x + 1, y - 1, 0], "corners": [1, 3, 1]}
    assert judged({"tiles": tiles}).findings == ()
    del tiles[1]  # a corner alone joins nothing
    assert set(codes(judged({"tiles": tiles}))) == {"not-connected"}


# the form that games share is tested with Quasimino's layouts
# --- one tile after another ---------------------------------------------------------------------


def test_moves_are_all_there_are() -> None:
    table = {(0, 0, 0): put(1, "0-1-2", (0, 0, 0), (0, 1, 2))}
    table[0, 0, 1] = put(2, "0-1-1", (0, 0, 1), (1, 0, 1))
    others = [marks for marks in SET if marks not in {tile.marks for tile in table.values()}]
    found = {(m.cell, m.numbers) for marks in others for m in ways(tuple(table.values()), (marks,))}
    every = set()
    for marks, x, y, down in product(others, range(-2, 3), range(-2, 3), (0, 1)):
        for k in range(3):
            tile = PlacedTile(3, marks, (x, y, down), marks[k:] + marks[:k])
            if not judge((*table.values(), tile), "triangle"):
                every.add((tile.cell, tile.numbers))
    assert found == every
    assert found


def test_every_tile_of_the_nine_hexagons_completes_what_it_covers(nine: Layout) -> None:
    tiles = [put(k, e["tile"], tuple(e["cell"]), tuple(e["corners"])) for k, e in enumerate(nine["tiles"], 1)]
    most = 0
    for last in tiles:
        table = {tile.cell: tile for tile in tiles if tile is not last}
        result = place(table, last, "triangle")
        lost = len(full_points("triangle", tiles)) - len(full_points("triangle", table.values()))
        assert result.completed == lost
        assert not result.bridge
        most = max(most, lost)
    assert most >= 2  # several hexagons at once


def test_a_bridge_needs_one_side_and_the_point_opposite() -> None:
    plain = {(0, 0, 0): put(1, "0-1-2", (0, 0, 0), (0, 1, 2))}
    beside = put(2, "0-1-1", (0, 0, 1), (1, 0, 1))
    assert place(plain, beside, "triangle") == TilePlacement((), 0, False)
    # a tile that touches (1, 1), the point opposite the side that they share
    beyond = {**plain, (1, 1, 0): put(3, "1-3-4", (1, 1, 0), (3, 4, 1))}
    assert place(beyond, beside, "triangle") == TilePlacement((), 0, True)
    # the same, but another number at that point
    wrong = {**plain, (1, 1, 0): put(3, "2-3-4", (1, 1, 0), (3, 4, 2))}
    result = place(wrong, beside, "triangle")
    assert [f.code for f in result.findings] == ["corner-mismatch"]
    assert result.bridge is False
    # a second side that matches: no bridge
    both = {**beyond, (0, 1, 0): put(4, "0-0-1", (0, 1, 0), (0, 1, 0))}
    assert place(both, beside, "triangle") == TilePlacement((), 0, False)
    # a tile that touches an end of the side, and not the point opposite: no bridge
    behind = {**plain, (-1, 1, 0): put(3, "0-3-4", (-1, 1, 0), (4, 0, 3))}
    assert place(behind, beside, "triangle") == TilePlacement((), 0, False)
    # only the point, and no side: illegal
    point = {(1, 1, 0): beyond[1, 1, 0]}
    assert [f.code for f in place(point, beside, "triangle").findings] == ["not-connected"]


def test_a_tile_put_down_wrongly() -> None:
    table = {(0, 0, 0): put(1, "0-1-2", (0, 0, 0), (0, 1, 2))}

    def found(tile: PlacedTile) -> list[str]:
        return [f.code for f in place(table, tile, "triangle").findings]

    assert found(put(2, "1-1-1", (0, 0, 0), (1, 1, 1))) == ["cells-overlap"]
    assert found(put(2, "1-1-2", (0, 0, 1), (1, 2, 1))) == ["corner-mismatch"]
    assert found(put(2, "0-1-3", (0, 0, 1), (1, 0, 5))) == ["corners-foreign"]
    assert found(put(2, "0-1-4", (0, 0, 1), (1, 0, 4))) == ["corners-mirrored"]
    assert found(put(2, "0-0-1", (9, 9, 1), (1, 0, 0))) == ["not-connected"]
    assert found(put(2, "0-0-1", (0, 0, 1), (1, 0, 0))) == []
    assert place({}, put(1, "0-1-2", (5, 5, 1), (0, 1, 2)), "triangle").findings == ()


# --- squares ------------------------------------------------------------------------------------


def test_squares_are_judged_too() -> None:
    tiles = [
        {"tile": "0-0-1-1", "cell": [0, 0], "corners": [0, 0, 1, 1]},
        {"tile": "0-0-1-2", "cell": [1, 0], "corners": [0, 0, 2, 1]},
    ]
    result = judged({"tiles": tiles}, shape="square")
    assert set(codes(result)) == {"corners-mirrored"}
    tiles[1] = {"tile": "0-1-2-3", "cell": [1, 0], "corners": [0, 1, 2, 3]}
    assert set(codes(judged({"tiles": tiles}, shape="square"))) == {"corner-mismatch"}
    tiles[1] = {"tile": "0-1-1-1", "cell": [1, 0], "corners": [0, 1, 1, 1]}
    tiles.append({"tile": "1-1-1-1", "cell": [1, -1], "corners": [1, 1, 1, 1]})
    tiles.append({"tile": "1-1-1-2", "cell": [0, -1], "corners": [1, 1, 1, 2]})
    result = judged({"tiles": tiles}, shape="square")
    assert (result.legal, result.blocks, result.blocks_at) == (True, 1, ((1, 0),))
    with pytest.raises(InputError, match="allowed are two integers"):
        judged({"tiles": [{"tile": "0-0-1-1", "cell": [0, 0, 0], "corners": [0, 0, 1, 1]}]}, shape="square")
    with pytest.raises(InputError, match="allowed is triangle"):
        score(b"players Ann Ben\n", {"highest": 5, "shape": "square"})


# --- the facts ----------------------------------------------------------------------------------


def test_the_facts_are_those_of_the_rules() -> None:
    findings, facts = prove("triangle", 5, SET)
    assert findings == []
    assert facts["tiles"] == {
        "by how many different numbers": {"1": 6, "2": 30, "3": 20},
        "with a given number": 21,
        "with two given numbers": 6,
        "corners with a given number": 28,
    }
    assert list(facts["rotation"].values()) == [76, 20, 20]
    assert facts["a side and the point opposite"] == {"in all": 216, "without a tile": 60}
    assert facts["hexagons of different tiles, up to rotation"] == 666
    for (a, b), count in sides(SET).items():
        assert count == (6 if a == b else 7 - (b - a) if a < b else a - b + 1)


def test_the_hexagons_again_by_brute_force() -> None:
    tiles = labellings("triangle", 3)
    ways = {m[k:] + m[:k] for m in tiles for k in range(3)}
    found = set()
    for centre in range(4):
        for ring_ in product(range(4), repeat=6):
            used = [(centre, ring_[k], ring_[(k + 1) % 6]) for k in range(6)]
            if all(way in ways for way in used) and len({tuple(sorted(way)) for way in used}) == 6:
                found.add((centre, min(ring_[k:] + ring_[:k] for k in range(6))))
    assert hexagons(tiles, 3) == len(found) > 0


@pytest.mark.parametrize("highest", [0, 1, 4, 6, 8])
def test_the_closed_form_of_sides_holds_for_every_set(highest: int) -> None:
    findings, facts = prove("triangle", highest, labellings("triangle", highest))
    assert findings == []
    table = facts["tiles that fit a side, read clockwise on them"]
    assert [len(row) for row in table.values()] == [highest + 1] * (highest + 1)


def test_a_wrong_closed_form_and_a_wrong_set_are_found() -> None:
    def wrong(a: int, b: int, highest: int) -> int:
        return fitting(a, b, highest) + (a == 2 and b == 4)

    found = fits_findings(sides(SET), 5, wrong)
    assert [(f.code, f.subject) for f in found] == [("fits-disagree", "side 2-4")]
    lost = [marks for marks in SET if tile_id(marks) != "1-3-5"]
    assert [f.code for f in prove("triangle", 5, lost)[0]] == ["fits-disagree"]
