"""Layouts of set files, judged as games judge theirs; each finding has a layout of its own; Wang's tiles fill."""

from __future__ import annotations

import json
import math
import random
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from readers_sets import SETS, design, held

import quasiprint
from quasiprint.addons.designer.sets.placed import SetLayout, judge, meant, name
from quasiprint.addons.designer.sets.placed import read as read_text
from quasiprint.addons.designer.sets.set_file import SetDesign, hold
from quasiprint.errors import InputError
from quasiprint.games.quasimino import rules as quasimino
from quasiprint.games.triomino import rules as triomino

EXAMPLES = Path(__file__).parents[3] / "examples"


def judged(own: SetDesign, tiles: list[dict[str, Any]]) -> SetLayout:
    return judge(own, json.dumps({"tiles": tiles}).encode())


def laid(*tiles: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Return tiles of a layout: name, where, and turn."""
    return [{"tile": tile, "at": list(at), "turn": turn[0] if turn else 0} for tile, at, *turn in tiles]


def from_acute(tile: dict[str, Any]) -> dict[str, Any]:
    """Return a tile of Quasimino's text form as a set file has it: both are read from an acute corner."""
    return {"tile": tile["tile"], "at": tile["corner"], "turn": tile["turn"]}


def from_top(tile: dict[str, Any]) -> dict[str, Any]:
    """Return a tile of Triomino's text form, clockwise from top or bottom, as one of the set file's."""
    x, y, down = tile["cell"]
    numbers = "".join(map(str, reversed(tile["corners"])))
    return {"tile": f"triangle-{numbers}", "at": [x + down, y + down], "turn": 3 * down}


@pytest.mark.parametrize("seed", range(4))
def test_rhombs_are_judged_as_quasimino_judges_them(seed: int) -> None:
    tiles = json.loads((EXAMPLES / "quasimino-75.json").read_bytes())["tiles"]
    chance = random.Random(seed)
    if seed:  # two tiles of a shape change places; the last time one is turned as well, and lies on others
        one, two = chance.sample([tile for tile in tiles if tile["tile"].startswith("thin")], 2)
        one["tile"], two["tile"] = two["tile"], one["tile"]
        one["turn"] = (one["turn"] + 3) % 10 if seed == 3 else one["turn"]
    theirs = quasimino.score(json.dumps({"tiles": tiles}))
    ours = judged(design("quasimino"), [from_acute(tile) for tile in tiles])
    assert (ours.legal, ours.complete_set, ours.score) == (theirs.legal, theirs.complete_set, theirs.covered)
    assert {vertex.at for vertex in ours.vertices} == {vertex.corner for vertex in theirs.vertices}
    assert ours.legal == (seed == 0)
    renamed = {"join-colour": "join-labels"}
    assert sorted(finding.code for finding in ours.findings) == sorted(
        renamed.get(finding.code, finding.code) for finding in theirs.findings
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("hexagons", [9, 10])
def test_triangles_are_judged_as_triomino_judges_them(hexagons: int, seed: int) -> None:
    tiles = json.loads((EXAMPLES / f"triomino-{hexagons}-hexagons.json").read_bytes())["tiles"]
    if seed:
        one, two = random.Random(seed).sample([tile for tile in tiles if tile["cell"][2] == 0], 2)
        one["corners"], two["corners"] = two["corners"], one["corners"]
        one["tile"], two["tile"] = two["tile"], one["tile"]
    theirs = triomino.score_layout(json.dumps({"tiles": tiles}))
    assert isinstance(theirs, triomino.TriangleLayout)
    ours = judged(design("triomino"), [from_top(tile) for tile in tiles])
    assert (ours.legal, ours.complete_set, ours.score) == (theirs.legal, theirs.complete_set, theirs.hexagons)
    assert [vertex.at for vertex in ours.vertices] == list(theirs.hexagons_at)
    mismatches = [finding for finding in theirs.findings if finding.code == "corner-mismatch"]
    assert [finding.code for finding in ours.findings] == ["corner-labels"] * len(mismatches)
    assert bool(mismatches) == bool(seed)


def square(labels: str, *, rule: str = 'match = "equal"', more: str = "") -> str:
    """Return a set file of squares."""
    return f'[set]\ntitle = "x"\n[[shape]]\npolygon = "square"\nlabels = {{ {labels} }}\n{more}\n[rule]\n{rule}\n'


SQUARES = square('at = "edges", count = 3')
TURNED_OVER = square('at = "edges", count = 3', more='symmetry = "rotations and reflections"')
ARCS = 'at = "links", crossing = false, count = 2'
FIXED = square('at = "edges", count = 3', more='symmetry = "none"')
MANY = square('at = "edges", count = 1', more="copies = 100")
TWO_PATHS = (
    '[set]\ntitle = "x"\n[[shape]]\nname = "two"\npolygon = "square"\nlabels = { at = "links", per = 2 }\n'
    '[[shape]]\npolygon = "square"\nlabels = { at = "links" }\n'
)
LARGE = (
    '[set]\ntitle = "x"\n[[shape]]\nname = "large"\ncopies = 9\nlabels = { at = "edges", count = 1 }\n'
    'polygon = { lattice = "quarters", turns = [1, 1, 1, 1], steps = [2, 2, 2, 2] }\n'
    '[[shape]]\npolygon = "triangle"\nlabels = { at = "edges", count = 1 }\n'
)
MIXED = (
    '[set]\ntitle = "x"\n[[shape]]\nname = "piece"\npolygon = "square"\nlabels = { at = "profiles" }\n'
    '[[shape]]\npolygon = "square"\nlabels = { at = "edges", count = 2 }\n'
)

WRONG: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "tile-foreign": (SQUARES, laid(("square-0012", (0, 0)), ("square-0013", (1, 0)))),
    "tile-turned": (FIXED, laid(("square-0012", (0, 0), 1))),
    "tile-flipped": (SQUARES, [{"tile": "square-0012", "at": [0, 0], "flipped": True}]),
    "tile-too-often": (SQUARES, laid(("square-0012", (0, 0)), ("square-1200", (0, 1)))),
    "tile-overlap": ("dominoes-6", laid(("domino-01", (0, 0)), ("domino-23", (1, 0)))),
    "tile-partial-edge": (LARGE, laid(("large-0000", (0, 0, 0, 0)), ("large-0000", (2, 0, 0, 1)))),
    "tile-corner-on-edge": (LARGE, laid(("large-0000", (0, 0, 0, 0)), ("triangle-000", (1, 0, 0, 2), 2))),
    "join-labels": (SQUARES, laid(("square-0001", (0, 0)), ("square-0002", (1, 0)), ("square-0000", (1, 1)))),
    "join-ends": (TWO_PATHS, laid(("two-01-23-45-67", (0, 0)), ("square-01-23", (1, 0)))),
    "join-profiles": ("jigsaw", laid(("square-0000", (0, 0)), ("square-0001", (1, 0)))),
    "join-barred": (
        square('at = "edges", count = 3', rule="forbidden = [[0, 1]]"),
        laid(("square-0000", (0, 0)), ("square-0001", (1, 0))),
    ),
    "join-parallelogram": ("quasimino", laid(("thin-0000", (0, 0, 0, 0)), ("thin-1000", (1, 0, 0, 0)))),
    "corner-labels": (
        square('at = "corners", count = 3'),
        laid(("square-0000", (0, 0)), ("square-0011", (1, 0)), ("square-0002", (0, -1))),
    ),
}


@pytest.mark.parametrize("code", WRONG)
def test_each_finding_has_a_layout_that_it_alone_explains(code: str) -> None:
    told, tiles = WRONG[code]
    found = judged(design(told), tiles)
    errors = {finding.code for finding in found.findings if finding.severity == "error"}
    assert (errors, found.legal) == ({code}, False), found.findings


ALSO: dict[str, tuple[str, list[dict[str, Any]], list[str]]] = {
    "cells side by side": ("dominoes-6", laid(("domino-01", (0, 0)), ("domino-23", (0, 1))), ["join-labels"] * 2),
    "cells end to end": ("dominoes-6", laid(("domino-01", (0, 0)), ("domino-13", (2, 0))), []),
    "cells crosswise": ("dominoes-6", laid(("domino-01", (0, 0)), ("domino-13", (3, 0), 1)), []),
    "flat meets a straight edge": (MIXED, laid(("piece-0000", (0, 0)), ("square-0000", (1, 0))), []),
    "a tab meets a straight edge": (MIXED, laid(("piece-0100", (0, 0)), ("square-0000", (1, 0))), ["join-profiles"]),
    "a tab meets a notch": (MIXED, laid(("piece-0100", (0, 0)), ("piece-0002", (1, 0))), []),
    "0 meets 1 at corners": (
        square('at = "corners", count = 4', rule='match = "complementary"'),
        laid(("square-0000", (0, 0)), ("square-1001", (1, 0))),
        [],
    ),
    "0 meets 0 at corners": (
        square('at = "corners", count = 4', rule='match = "complementary"'),
        laid(("square-0000", (0, 0)), ("square-0002", (1, 0))),
        ["join-labels"] * 2,
    ),
    "labels barred at a point": (
        square('at = "corners", count = 3', rule="forbidden = [[1, 2]]"),
        laid(("square-0010", (0, 0)), ("square-2000", (1, 1))),
        ["corner-labels", "layout-apart"],
    ),
    "flat barred inside": (
        square('at = "profiles"', rule="forbidden = [[0, 0]]"),
        laid(("square-0000", (0, 0)), ("square-0001", (-1, 0))),
        ["join-barred"],
    ),
    "a kite fills a dart": (
        (EXAMPLES / "sets/kites-and-darts.toml").read_text(encoding="utf-8") + 'forbidden = ["parallelogram"]\n',
        laid(("kite-0000", (0, 0, 0, 0)), ("dart-0000", (1, 1, 1, 0), 5)),
        ["join-parallelogram"],
    ),
    "paths of one colour": (
        square(ARCS, more="copies = 2"),
        laid(("square-01-23-0-1", (0, 0)), ("square-03-12-0-1", (1, 0))),
        [],
    ),
    "paths of two colours": (square(ARCS), laid(("square-01-23-0-1", (0, 0)), ("square-01-23-0-0", (1, 0))), []),
    "a path that changes colour": (
        square(ARCS),
        laid(("square-01-23-0-1", (0, 0)), ("square-01-23-1-1", (1, 0))),
        ["join-labels"],
    ),
    "pieces apart": (SQUARES, laid(("square-0000", (0, 0)), ("square-1111", (3, 0))), ["layout-apart"]),
    "turned over": (
        TURNED_OVER,
        [*laid(("square-0012", (0, 0))), {"tile": "square-0122", "at": [1, 1], "flipped": True}],
        ["join-labels"],
    ),
    "a heap": (MANY, laid(*[("square-0000", (0, 0))] * 60), ["overlaps-shortened"]),
}


@pytest.mark.parametrize("case", ALSO)
def test_what_meets_is_judged_where_it_stands(case: str) -> None:
    told, tiles, codes = ALSO[case]
    found = judged(design(told), tiles)
    assert [finding.code for finding in found.findings if finding.code != "tile-overlap"] == codes
    assert found.legal == (set(codes) <= {"layout-apart"})


RING = (((1, 0), 1), ((1, 0), 0), ((0, 1), 0), ((2, 1), 1))  # squares about the point (1, 1)


def test_loops_of_paths_are_counted() -> None:
    own = design("truchet")
    assert own.score == "closed loops"
    # four arcs about a point, and with three of them
    ring = laid(*(("square-01-23", at, turn) for at, turn in RING))
    told = judged(own, ring)
    assert (told.legal, told.score, told.vertices) == (True, len(told.loops), ())
    assert [(loop.links, loop.entries) for loop in told.loops] == [(4, (1, 3, 4, 2))]
    assert told.complete_set
    open_ring = judged(own, ring[:3])
    assert (open_ring.score, open_ring.loops, open_ring.complete_set) == (0, (), False)


ABOUT_A_POINT = {
    # polygons about the point 0, anticlockwise, with the angle of each in parts of the common lattice's whole turn
    "twelfths": [("square", 3), ("triangle", 2), ("square", 3), ("triangle", 2), ("triangle", 2)],
    "twelfths, hexagons": [("hexagon", 4), ("square", 3), ("triangle", 2), ("square", 3)],
    "twelfths, dodecagons": [("dodecagon", 5), ("hexagon", 4), ("square", 3)],
    "eighths": [("octagon", 3), ("square", 2), ("octagon", 3)],
}


@pytest.mark.parametrize("case", ABOUT_A_POINT)
def test_shapes_of_several_lattices_close_a_point(case: str) -> None:
    polygons = ABOUT_A_POINT[case]
    shapes = [
        f'[[shape]]\npolygon = "{polygon}"\ncopies = 9\nlabels = {{ at = "edges", count = 1 }}\n'
        for polygon in sorted({polygon for polygon, _ in polygons})
    ]
    own = design('[set]\ntitle = "x"\n' + "".join(shapes) + '[rule]\nmatch = "equal"\nscore = "closed vertices"\n')
    sides = {shape.name: shape.outline.edges for shape in own.shapes}
    turn, tiles = 0, []
    for polygon, angle in polygons:
        tiles.append({"tile": f"{polygon}-{'0' * sides[polygon]}", "at": [0, 0, 0, 0], "turn": turn})
        turn += angle
    told = judged(own, tiles)
    assert (told.legal, told.score, told.components) == (True, 1, 1)
    assert [vertex.at for vertex in told.vertices] == [(0, 0, 0, 0)]
    gap = judged(own, tiles[:-1])
    assert (gap.legal, gap.score) == (True, 0)
    wrong = judged(own, [*tiles[:-1], dict(tiles[-1], turn=tiles[-1]["turn"] - 1)])
    assert "tile-overlap" in {finding.code for finding in wrong.findings}


COPIES = {
    "orbit": ('copies = "orbit"', {"square-0000": 1, "square-0001": 4, "square-0101": 2}),
    "listed": (
        "which = { tiles = [[0, 0, 0, 1], [1, 0, 1, 0]] }\ncopies = [3, 2]",
        {"square-0001": 3, "square-0101": 2},
    ),
}


@pytest.mark.parametrize("case", COPIES)
def test_a_set_is_complete_with_every_copy(case: str) -> None:
    more, some = COPIES[case]
    own = design(square('at = "edges", count = 2', more=more, rule=""))
    (shape,) = own.shapes
    held = hold(own)["square"]
    copies = {name(shape, labels): shape.copies_of(labels) for labels in held}
    assert some.items() <= copies.items()
    pieces = [tile for tile, number in copies.items() for _ in range(number)]
    assert len(pieces) == shape.pieces(held) == (16 if case == "orbit" else 5)
    row = laid(*((tile, (k, 0)) for k, tile in enumerate(pieces)))
    told = judged(own, row)
    assert (told.legal, told.complete_set, told.score) == (True, True, None)
    assert not judged(own, row[1:]).complete_set
    again = judged(own, [*row, {"tile": pieces[0], "at": [-1, 0]}])
    assert ([finding.code for finding in again.findings], again.complete_set) == (["tile-too-often"], False)
    foreign = judged(own, [*row, {"tile": "square-2222", "at": [-1, 0]}])
    assert ([finding.code for finding in foreign.findings], foreign.complete_set) == (["tile-foreign"], False)


@pytest.mark.parametrize("said", ["square", "square-", "square-012", "square-0²12", "square-0-1-2-3", "", "x" * 10**6])
def test_what_is_no_name_is_foreign(said: str) -> None:
    assert meant(design(SQUARES), said) is None


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"tile": "square-0012", "at": [0, 0, 0, 0]}, "'at': found a list of 4, allowed are two integers"),
        ({"tile": "square-0012", "at": [0, 0], "turn": 4}, "'turn': found 4, allowed is an integer from 0 to 3"),
        ({"tile": "square-0012", "at": [0, 0], "flipped": 1}, "'flipped': found 1, allowed is true or false"),
        ({"tile": "square-0012", "at": [0, 0], "cell": 1}, "key: found 'cell', allowed is tile, at, turn"),
        ({"tile": "square-0012"}, "found no key 'at', allowed is one with"),
        ({"tile": 12, "at": [0, 0]}, "'tile': found 12, allowed is a name such as"),
    ],
)
def test_what_is_no_layout_is_refused_with_its_entry(entry: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=f"^layout: entry 1: {re.escape(message)}"):
        judged(design(SQUARES), [entry])


def test_a_layout_is_drawn_with_the_pieces_where_they_lie(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    labels = 'labels = { at = "edges", count = 3 }\nsymmetry = "rotations and reflections"\nlook = "wedges"\n'
    file.write_text(f'[set]\ntitle = "x"\n[[shape]]\npolygon = "thick-rhomb"\n{labels}', encoding="utf-8")
    tiles = [
        {"tile": "thick-rhomb-1200", "at": [0, 0, 0, 0], "turn": 3},
        {"tile": "thick-rhomb-0012", "at": [2, 1, -1, 0], "turn": 6, "flipped": True},
    ]
    text = json.dumps({"tiles": tiles}).encode()
    found = quasiprint.read_layout("set", text, set_file=str(file))
    own = design(file.read_text(encoding="utf-8"))
    outlines = [shape.rings[0] for shape in found.figure.shapes if shape.stroke == "#6b6b6b"]
    assert len(outlines) == len(tiles) == found.figure.facts["tiles"]
    edge = math.dist(*outlines[0][:2])
    wedges = [shape for shape in found.figure.shapes if shape.stroke != "#6b6b6b"]
    inks: dict[str | None, set[int]] = {}
    lying = read_text(own, text)[0]
    steps = [
        {(round(x - edge * a, 3), round(y - edge * b, 3)) for x, y in outline}
        for one, outline in zip(lying, outlines, strict=True)
        for a, b in (corner.to_xy() for corner in one.tile.corners)
    ]
    ((right, up),) = set.intersection(*steps)  # one step brings every corner of every tile to its place
    for side in (side for one in lying for side in one.tile.sides):
        (ax, ay), (bx, by) = side.start.to_xy(), side.end.to_xy()
        middle = (edge * (ax + bx) / 2 + right, edge * (ay + by) / 2 + up)
        near = [wedge for wedge in wedges if math.dist(middle, centre(wedge.rings[0])) < edge / 4]
        inks.setdefault(near[0].fill, set()).add(side.shows[0])
    # each colour stands for one label, whichever way up the tiles lie
    assert sorted(map(sorted, inks.values())) == [[0], [1], [2]]


def centre(ring: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """Return the mean of a ring's corners."""
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


# --- Wang's tiles as set files list them ----------------------------------------------------------


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
