"""The squares, their rectangle and its laws; each slip is found. To be run where this is installed."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
import quasiprint_macmahon
from quasiprint_macmahon.layout import BOX

import quasiprint

ROOM = Path(quasiprint_macmahon.__file__).parent
Tiles = list[dict[str, list[int]]]
INSIDE = [[x, y] for x in range(1, 5) for y in (1, 2)]
BAD = ["", "x", "[]", '{"tiles": [{"cell": [0, 0]}]}', '{"tiles": [{"cell": 0, "edges": 0}]}']


def rectangle() -> Tiles:
    tiles: Tiles = json.loads((ROOM / "example.json").read_text(encoding="utf-8"))["tiles"]
    return tiles


def judged(tiles: Tiles, **options: int) -> dict[str, object]:
    judged = quasiprint.score("macmahon", json.dumps({"tiles": tiles}), **options).as_json()
    assert judged.pop("not_seen") == []
    return judged


@pytest.mark.parametrize("colours", [2, 3, 4])
def test_the_set_is_every_square_once(colours: int) -> None:
    design = quasiprint.design("macmahon", colours=colours)
    columns, rows = BOX[colours]
    assert len(design.pieces) == (colours**4 + colours**2 + 2 * colours) // 4 == columns * rows
    # counted here by another way: squares that some turn carries to each other are one
    orbits = {frozenset(c[k:] + c[:k] for k in range(4)) for c in product(range(colours), repeat=4)}
    assert {frozenset(p.marks[k:] + p.marks[:k] for k in range(4)) for p in design.pieces} == orbits
    assert [finding for finding in design.check().findings if finding.severity == "error"] == []


def test_every_format_is_read_back() -> None:
    files = quasiprint.design("macmahon", colours=2).files(formats=("stl", "svg", "pdf"))
    assert quasiprint.verify(files).verified
    assert "pdf/quick-reference-a4.pdf" in files
    assert not any("rules" in path for path in files)


def test_the_solved_rectangle_is_legal_and_whole() -> None:
    tiles = rectangle()
    assert judged(tiles) == {"legal": True, "complete_set": True, "border": 2, "findings": []}
    assert sorted(tuple(tile["cell"]) for tile in tiles) == sorted(product(range(6), range(4)))
    # the laws again, in other words: what two neighbours show each other, and what the border shows
    there = {tuple(tile["cell"]): tile["edges"] for tile in tiles}
    for (x, y), (top, right, bottom, left) in there.items():
        assert top == (there[x, y + 1][2] if (x, y + 1) in there else 2)
        assert right == (there[x + 1, y][3] if (x + 1, y) in there else 2)
        assert bottom == 2 or y > 0
        assert left == 2 or x > 0


def turned(tiles: Tiles) -> None:
    inside = next(tile for tile in tiles if tile["cell"] in INSIDE and len(set(tile["edges"])) > 1)
    inside["edges"].append(inside["edges"].pop(0))


def swapped(tiles: Tiles) -> None:
    tiles[0]["edges"], tiles[-1]["edges"] = tiles[-1]["edges"], tiles[0]["edges"]


SLIPS: dict[str, tuple[Callable[[Tiles], object], set[str]]] = {
    "a square turned": (turned, {"join-colour"}),
    "a corner turned": (lambda tiles: tiles[0]["edges"].append(tiles[0]["edges"].pop(0)), {"border-colour"}),
    "two squares swapped": (swapped, {"join-colour", "border-colour"}),
    "a square twice": (lambda tiles: tiles[7].update(edges=tiles[8]["edges"]), {"tile-twice"}),
    "two in one cell": (lambda tiles: tiles[0].update(cell=tiles[1]["cell"]), {"cells-overlap"}),
    "a square outside": (lambda tiles: tiles[-1].update(cell=[6, 0]), {"cell-outside"}),
    "a colour of another set": (lambda tiles: tiles[9].update(edges=[0, 1, 2, 3]), {"tile-foreign"}),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_each_slip_is_found(slip: str) -> None:
    tiles = rectangle()
    spoil, codes = SLIPS[slip]
    spoil(tiles)
    found = judged(tiles)
    assert found["legal"] is False
    assert codes <= {finding["code"] for finding in found["findings"]}


def test_a_rectangle_that_is_not_finished_is_legal_and_not_whole() -> None:
    assert judged(rectangle()[:10]) == {"legal": True, "complete_set": False, "border": 2, "findings": []}
    inside = [tile for tile in rectangle() if tile["cell"] == [2, 2]]
    assert judged(inside) == {"legal": True, "complete_set": False, "border": None, "findings": []}


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_layout_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(quasiprint.InputError, match=r"found|missing|no JSON"):
        quasiprint.score("macmahon", text)


def test_two_colours_have_no_rectangle() -> None:
    """As README says: every cell lies on the border, so the square without the border's colour has no place."""
    columns, rows = BOX[2]
    assert all(x in (0, columns - 1) or y in (0, rows - 1) for x, y in product(range(columns), range(rows)))
    marks = [piece.marks for piece in quasiprint.design("macmahon", colours=2).pieces]
    assert all(any(colour not in one for one in marks) for colour in range(2))


def test_what_the_quick_reference_counts_is_so() -> None:
    marks = [piece.marks for piece in quasiprint.design("macmahon").pieces]
    for colour in range(3):
        assert sum(one.count(colour) for one in marks) == 32
        assert sum(colour not in one for one in marks) == 6
    columns, rows = BOX[3]
    assert (2 * (columns + rows), len(INSIDE)) == (20, 8) == (20, (columns - 2) * (rows - 2))


def test_the_room_is_as_short_as_is_said() -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in ROOM.glob("*.py"))
    assert lines <= 200  # all of the wheel
