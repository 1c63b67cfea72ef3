"""Puzzles: solutions are counted as plain programs and the literature count them, and each that is found is legal."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, permutations, product, starmap
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from called import invoke
from readers_sets import of_squares, written

from quasiprint import games
from quasiprint.addons.designer.puzzle import Asked, PuzzleJob, Solved
from quasiprint.addons.designer.puzzle_choice import LARGEST, LONGEST, MOST_EDGES
from quasiprint.addons.designer.puzzles import counting, solving
from quasiprint.addons.designer.puzzles.laying import Clock, Undecided, exact_cover
from quasiprint.addons.designer.puzzles.solving import solve, solve_in_parts
from quasiprint.addons.designer.sets.placed import name
from quasiprint.addons.designer.sets.schema import MOST_CELLS, MOST_TURNS, schema
from quasiprint.addons.designer.sets.set_file import hold, read
from quasiprint.api import design as design_of
from quasiprint.errors import Unavailable
from quasiprint.make.run import Request
from quasiprint.system import interruption

SETS = Path(__file__).parents[3] / "examples/sets"
SQUARES = """[set]
title = "Squares"
[[shape]]
polygon = "square"
labels = { at = "edges", count = 2 }
[rule]
match = "equal"
"""
RHOMBS = """[set]
title = "Rhombs without labels"
[[shape]]
name = "thick"
polygon = "thick-rhomb"
labels = { at = "edges", count = 1 }
copies = 5
[[shape]]
name = "thin"
polygon = "thin-rhomb"
labels = { at = "edges", count = 1 }
copies = 5
"""
DOMINOES = """[set]
title = "Dominoes without labels"
[[shape]]
polygon = "domino"
labels = { at = "cells", count = 1 }
copies = 8
"""
OCTAGON = """[set]
title = "What fills an octagon"
[[shape]]
name = "square"
polygon = { lattice = "eighths", turns = [2, 2, 2, 2] }
labels = { at = "edges", count = 1 }
copies = 2
[[shape]]
name = "rhomb"
polygon = { lattice = "eighths", turns = [1, 3, 1, 3] }
labels = { at = "edges", count = 1 }
copies = 4
"""
REGION = "[region]\npolygon = { lattice = 'eighths', turns = [1, 1, 1, 1, 1, 1, 1, 1] }\n"

Square = tuple[int, int, int, int]  # labels below, right, above, left
Grid = tuple[tuple[Square, ...], ...]  # rows from below
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file, and return its path."""

    def put(text: str, name: str = "mine.toml") -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return put


def job(file: str, **asked: object) -> PuzzleJob:
    return PuzzleJob(Request("set", {"set_file": file}), Asked(**asked))  # type: ignore[arg-type]


def turned(square: Square, turns: int) -> Square:
    return square[-turns % 4 :] + square[: -turns % 4]  # type: ignore[return-value]


def fillings(wide: int, high: int, border: str, whole: bool) -> list[Grid]:
    """Return every way to fill a rectangle with the six squares of two labels, tile by tile."""
    tiles = {min(turned(square, k) for k in range(4)) for square in product(range(2), repeat=4)}
    found: list[Grid] = []
    for order in permutations(sorted(tiles), wide * high):
        if whole and len(order) < len(tiles):
            return []
        found += laid({}, order, wide, high)
    rims = {"free": lambda rim: True, "any": lambda rim: len(rim) == 1, "0": lambda rim: rim == {0}}
    return [grid for grid in found if rims[border](rim(grid))]


def laid(lying: dict[tuple[int, int], Square], rest: tuple[Square, ...], wide: int, high: int) -> Iterator[Grid]:
    k = len(lying)
    if not rest:
        yield tuple(tuple(lying[x, y] for x in range(wide)) for y in range(high))
        return
    x, y = k % wide, k // wide
    for square in {turned(rest[0], turn) for turn in range(4)}:
        fits = (x == 0 or lying[x - 1, y][1] == square[3]) and (y == 0 or lying[x, y - 1][2] == square[0])
        if fits:
            yield from laid({**lying, (x, y): square}, rest[1:], wide, high)


def rim(grid: Grid) -> set[int]:
    below, above = [square[0] for square in grid[0]], [square[2] for square in grid[-1]]
    return {*below, *above, *(row[0][3] for row in grid), *(row[-1][1] for row in grid)}


def images(grid: Grid, mirrors: bool, labels: bool) -> set[Grid]:
    """Return a filling turned, mirrored and relabelled in every way that keeps the rectangle's place."""
    found = set()
    square = len(grid) == len(grid[0])
    for quarter in range(4):
        here = grid
        for _ in range(quarter):  # anticlockwise
            high, wide = len(here), len(here[0])
            here = tuple(tuple(turned(here[high - 1 - y][x], 1) for y in range(high)) for x in range(wide))
        if quarter % 2 and not square:
            continue
        for form in [here, tuple(tuple((b, e, t, r) for b, r, t, e in row[::-1]) for row in here)][: 1 + mirrors]:
            for change in [(0, 1), (1, 0)][: 1 + labels]:
                found.add(tuple(tuple(tuple(change[x] for x in one) for one in row) for row in form))
    return found  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("region", "border"), [("3x2", "free"), ("3x2", "any"), ("3x2", "0"), ("2x2", "free"), ("2x2", "any"), ("4x1", "0")]
)
def test_counts_are_those_of_a_plain_program(write: Write, region: str, border: str) -> None:
    wide, high = map(int, region.split("x"))
    every = fillings(wide, high, border, whole=False)
    own = job(write(SQUARES), region=f"rectangle:{region}", border=border)
    count = own.count()
    assert count.all == len(set(every))
    assert (own.solve().tiles is None) == (not every)
    assert len(every) > 100 if (region, border) == ("3x2", "free") else not every or border != "0"
    different = [
        len({frozenset(images(grid, mirrors, labels)) for grid in every})
        for mirrors, labels in ((False, False), (True, False), (True, border != "0"))
    ]
    assert [count.turns, count.mirrors, count.labels] == different


@pytest.mark.parametrize(
    ("text", "region", "numbers"),
    [
        (RHOMBS, "decagon:1", (62, 7, 6)),  # OEIS A006245: 1, 1, 2, 8, 62 tilings of 2n-gons
        (OCTAGON, REGION, (8, 1, 1)),
        (DOMINOES, "rectangle:4x4", (36, 12, 9)),  # OEIS A004003: 36 tilings
    ],
)
def test_published_tilings_by_tiles_that_are_alike(
    write: Write, text: str, region: str, numbers: tuple[int, int, int]
) -> None:
    """Here kinds of tiles are there several times, and solutions have symmetries of their own."""
    named = write(region, "region.toml") if "=" in region else region
    count = job(write(text), region=named).count()
    assert (count.all, count.turns, count.mirrors) == numbers


def test_a_wrong_solution_is_noticed(write: Write) -> None:
    """The judge knows nothing of puzzles: a tile too few, or two exchanged, and it says so."""
    own = job(str(SETS / "macmahon-squares.toml"), border="0")
    right = own.solve()
    assert right.tiles is not None
    assert own.wrong(right) == ""
    assert "tiles cover 23 of 24" in own.wrong(Solved(right.tiles[1:]))
    again = Solved((*right.tiles[:-1], right.tiles[0]))
    assert "overlap" in own.wrong(again)


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ("macmahon-squares", {"border": "0", "region": "rectangle:12x2"}),
        ("macmahon-squares", {"border": "0", "region": "rectangle:8x3"}),
        ("macmahon-squares", {"region": "rectangle:5x5"}),  # 24 tiles are too few
    ],
)
def test_that_there_is_no_solution_is_proved(file: str, asked: dict[str, str]) -> None:
    assert job(str(SETS / f"{file}.toml"), **asked).solve().tiles is None


@pytest.mark.parametrize(
    ("rule", "some"), [('match = "equal"', True), ('match = "equal"\nforbidden = [[0, 0]]', False)]
)
def test_forbidden_joins_are_kept(write: Write, rule: str, some: bool) -> None:
    """Two tiles with the label 0 all around may lie side by side, unless 0 may not meet 0."""
    text = SQUARES.replace('match = "equal"', rule).replace("[rule]", "copies = 2\n[rule]")
    own = job(write(text), region="rectangle:2x1", pieces=("square-0000:2",))
    assert (own.solve().tiles is not None) is some
    assert own.count().all == int(some)


@pytest.mark.parametrize("game", ["quasimino", "triomino"])
def test_a_games_set_file_says_the_games_set(game: str) -> None:
    content = (games.folder(game) / "set.toml").read_bytes()
    design = read(content, game)
    held = hold(design)
    names = {name(shape, tile) for shape in design.shapes for tile in held[shape.name]}
    ids = {piece.id for piece in design_of(game).set.pieces}
    assert len(names) == len(ids)
    if game == "quasimino":  # Triomino's are other words: 1-3-5 is triangle-153
        assert names == ids
    assert (SETS / f"{game}.toml").read_bytes() == content


def test_a_hand_is_drawn_by_the_seed() -> None:
    drawn = [PuzzleJob(Request("quasimino", {}, seed=seed), Asked(hand=7)) for seed in (1, 1, 2)]
    names = [[tile.name for tile in one.puzzle.tiles] for one in drawn]
    assert names[0] == names[1] != names[2]
    assert [sum(name.startswith(shape) for name in names[0]) for shape in ("thick", "thin")] == [7, 7]


def test_an_interruption_ends_either_search(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    own = job(str(SETS / "macmahon-squares.toml"), border="0")
    laid = own.cover
    monkeypatch.setattr(interruption, "check", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solving.solve(laid)
    with pytest.raises(KeyboardInterrupt):
        counting.count_solutions(laid)


def test_without_ortools_counting_goes_on_and_solving_says_what_is_needed(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in [known for known in sys.modules if known.split(".")[0] == "ortools"]:
        monkeypatch.delitem(sys.modules, known)
    monkeypatch.setitem(sys.modules, "ortools", None)
    own = job(write(DOMINOES))
    assert own.count().all == 36
    with pytest.raises(Unavailable, match=r"needs OR-Tools to find a solution; pip install 'quasiprint\[puzzle\]'"):
        own.solve()
    made = invoke("puzzle", write(DOMINOES), code=2)
    assert "pip install 'quasiprint[puzzle]'" in made.output


# --- Tiles without cells are laid blank first, and then labelled ----------------------------------


def hand(seed: int, size: int = 6, **asked: object) -> PuzzleJob:
    request = Request("quasimino", {}, seed=seed)
    return PuzzleJob(request, Asked(hand=size, **asked))  # type: ignore[arg-type]


@pytest.mark.thorough
def test_hands_are_decided_as_by_the_puzzle_as_a_whole() -> None:
    decided = set()
    for seed in (1, 2):
        job = hand(seed, 5)
        found = job.solve().tiles is not None
        assert found is (solve(exact_cover(job.puzzle)) is not None)
        decided.add(found)
    assert decided == {True, False}


def test_what_labels_leave_open_is_not_called_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    """An arrangement on which the solver gives up is tried again, to the end, once there is no other."""
    tries = []

    def gives_up(laid: object, seed: int, **how: object) -> object:
        tries.append(how)
        if how.get("steps"):
            raise Undecided
        return solve(laid, seed, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(solving, "solve", gives_up)
    monkeypatch.setattr(solving, "ARRANGEMENTS", 4)
    assert hand(4, 5).solve().tiles
    assert {} in tries


# --- Large regions are filled part by part --------------------------------------------------------


FOUR = SQUARES.replace("count = 2", "count = 4")
CORNERS = FOUR.replace('"edges", count = 4', '"corners", count = 4')
MANY = SQUARES.replace("count = 2 }", "count = 2 }\ncopies = 20")
TRIANGLES = SQUARES.replace('"square"', '"triangle"').replace("count = 2", "count = 5")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (MANY, {"region": "rectangle:12x9", "border": "0"}),
        pytest.param(TRIANGLES, {"region": "parallelogram:7x3"}, marks=pytest.mark.thorough),
        pytest.param(FOUR, {"region": "rectangle:10x7"}, marks=pytest.mark.thorough),
        pytest.param(CORNERS, {"region": "rectangle:7x7"}, marks=pytest.mark.thorough),
    ],
)
def test_a_region_is_filled_part_by_part(write: Write, text: str, asked: dict[str, str]) -> None:
    own = job(write(text), **asked)
    tiles = solve_in_parts(own.puzzle, seed=1)
    assert own.wrong(own.give(tiles)) == ""  # the judge of layouts, which knows nothing of puzzles


def test_fixed_tiles_stay(write: Write) -> None:
    file = write(MANY)
    said = ("square-0101@12,0", "square-0011@30,2")
    own = job(file, region="rectangle:10x9", place=said)
    tiles = solve_in_parts(own.puzzle)
    assert [*starmap(own.places.say, tiles)] == [*starmap(own.places.say, solve_in_parts(own.puzzle))]
    assert set(said) <= set(starmap(own.places.say, tiles))
    assert own.wrong(own.give(tiles)) == ""


def test_what_cannot_be_filled_is_not_called_impossible(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """No square has label 1 at two edges, so a border of 1 has no corners."""
    file = write(MANY.replace("copies", "which = { tiles = [[0, 0, 0, 0], [0, 0, 0, 1]] }\ncopies"))
    monkeypatch.setattr(solving, "TRIES", 2)
    with pytest.raises(Undecided):
        solve_in_parts(job(file, region="rectangle:4x4", border="1").puzzle)
    monkeypatch.setattr(solving, "LARGE", 10)
    made = invoke("puzzle", file, "--region", "rectangle:4x4", "--border", "1", code=1)
    assert "no solution was found, and none is ruled out" in made.output


# --- Regions of one's own -------------------------------------------------------------------------


HOWTO = Path(__file__).parents[3] / "docs/howto"
MANY_OF_REGIONS = DOMINOES.replace("copies = 8", "copies = 100")
HALVES = MANY_OF_REGIONS.replace('"domino"', '"half-square"').replace('"cells"', '"edges"')
TRIANGLES_OF_REGIONS = SQUARES.replace("square", "triangle")
RING = """[region]
polygon = [
  { lattice = "quarters", turns = [1, 1, 1, 1], steps = [6, 6, 6, 6] },
  { lattice = "quarters", turns = [-1, -1, -1, -1], steps = [2, 2, 2, 2], at = [2, 4] },
]
"""
TURNS, STEPS = [1] + [1, 1, -1, -1] * 19 + [1, 1, 1], [39, 100] + [1, 99] * 38 + [1, 100]
COMB = f"[region]\npolygon = {{ lattice = 'quarters', turns = {TURNS}, steps = {STEPS} }}\n"
Cells = frozenset[tuple[int, int]]
DECAGON, THIN = ([1] * 10, [2] * 10, [0] * 4), ([-1, -4, -1, -4], [1] * 4, [0, 1, -1, 2])
MANY_RHOMBS = RHOMBS.replace("copies = 5", "copies = 20")


def tenths(*rings: tuple[list[int], list[int], list[int]]) -> str:
    """Return a region of rings, each with its turns, steps and beginning."""
    walks = (f"{{ lattice = 'tenths', turns = {turns}, steps = {steps}, at = {at} }}" for turns, steps, at in rings)
    return f"[region]\npolygon = [{', '.join(walks)}]\n"


def said(cells: Cells) -> str:
    return "[region]\npolygon = { squares = [\n" + "\n".join(f"[{x}, {y}]," for x, y in sorted(cells)) + "\n] }\n"


@cache
def plain(cells: Cells) -> int:
    """Return in how many ways dominoes cover squares."""
    if not cells:
        return 1
    x, y = min(cells)
    return sum(plain(cells - {(x, y), other}) for other in ((x + 1, y), (x, y + 1)) if other in cells)


def box(x: int, y: int, wide: int, high: int) -> Cells:
    return frozenset((x + dx, y + dy) for dx in range(wide) for dy in range(high))


FRAME = box(0, 0, 6, 6) - box(2, 2, 2, 2)
# two parts that touch in a corner, one apart, and a hole whose corners touch another's
PARTS = box(0, 0, 2, 3) | box(2, 3, 3, 2) | (box(8, 0, 4, 4) - {(9, 1), (10, 2), (11, 0), (8, 3)})


@pytest.mark.parametrize("cells", [FRAME, PARTS])
def test_holes_and_parts_are_filled_as_a_plain_program_fills_them(write: Write, cells: Cells) -> None:
    own = job(write(MANY_OF_REGIONS), region=write(said(cells), "region.toml"))
    assert own.count().all == plain(cells) > 0
    assert len(own.region.rings) == {FRAME: 2, PARTS: 4}[cells]


@pytest.mark.parametrize(
    ("text", "region", "named"),
    [
        (SQUARES, '"quarters", turns = [1, 1, 1, 1], steps = [3, 2, 3, 2]', "rectangle:3x2"),
        (TRIANGLES_OF_REGIONS, '"sixths", turns = [2, 2, 2], steps = [2, 2, 2]', "triangle:2"),
        (SQUARES.replace("square", "hexagon"), '"sixths", turns = [1, 1, 1, 1, 1, 1]', "parallelogram:1x1"),
    ],
)
def test_an_outline_is_filled_with_cells(write: Write, text: str, region: str, named: str) -> None:
    own = job(write(text), region=write(f"[region]\npolygon = {{ lattice = {region} }}\n", "region.toml"))
    assert own.count() == job(write(text), region=named).count()


def test_a_solution_in_a_frame_is_legal_printed_and_cut(write: Write, tmp_path: Path) -> None:
    tiles, region = write(MANY_OF_REGIONS), write(RING, "region.toml")
    for ending in ("json", "pdf", "svg"):
        invoke("puzzle", tiles, "--region", region, "-o", tmp_path / f"frame.{ending}", code=0)
    assert len(json.loads((tmp_path / "frame.json").read_text())["tiles"]) == 16
    assert "legal" in invoke("score", tiles, tmp_path / "frame.json", code=0).output
    cut = re.findall(r'<path d="M([^"]*)Z"', (tmp_path / "frame.svg").read_text())
    xs = [[float(pair.split(",")[0]) for pair in ring.split()] for ring in cut]
    island, opening, *_ = [max(x) - min(x) for x in xs]
    assert opening / island == pytest.approx(3, abs=0.05)  # an island is cut before the frame's opening


@pytest.mark.parametrize(
    ("text", "region", "said"),
    [
        (MANY_OF_REGIONS, RING.replace("[2, 4]", "[2, 2]"), "found rings 1 and 2 that touch or cross"),
        (MANY_OF_REGIONS, RING.replace("[2, 4]", "[9, 9]"), "found ring 2, clockwise, outside every part"),
        (
            MANY_OF_REGIONS,
            RING.replace("-1, -1, -1, -1", "1, 1, 1, 1").replace("[2, 4]", "[2, 2]"),
            "found ring 2, anticlockwise",
        ),
        (
            MANY_OF_REGIONS,
            RING.replace("[2, 4]", "[2, 4, 0]"),
            "found at = [2, 4, 0], allowed on quarters are 2 whole numbers",
        ),
        (
            MANY_OF_REGIONS,
            RING.replace('"quarters", turns = [-', '"sixths", turns = [-'),
            "found rings of several kinds",
        ),
        (
            MANY_OF_REGIONS,
            "[region]\npolygon = { squares = [[0, 0], [0, 0]] }\n",
            "found a cell twice, allowed is each once",
        ),
        (
            MANY_OF_REGIONS,
            said(box(0, 0, 67, 60)),
            "line 2: [region] polygon.squares: found 4020 entries, allowed is a list, 1 to 4000",
        ),
        (
            MANY_OF_REGIONS,
            "[region]\npolygon = { lattice = 'quarters', turns = [-1, -1, -1, -1] }\n",
            "that runs clockwise",
        ),
        (SQUARES, "[region]\npolygon = 'half-square'\n", "found a region that is not made of up to 4,000 squares"),
        (SQUARES, "[region]\npolygon = 'squar'\n", "line 2: [region] polygon: found 'squar' (did you mean square?)"),
        (
            SQUARES,
            "[region]\npolygon = 'hexagon'\n",
            "found a region that is not made of up to 4,000 squares, allowed for these tiles is one of squares, or",
        ),
        (SQUARES, "[regio]\npolygon = 'square'\n", "found a key 'regio'"),
        (RHOMBS, "[region]\npolygon = 'dodecagon'\n", "found another lattice than that of the tiles"),
        (RHOMBS, "[region]\npolygon = 'kite'\n", "found a side along which no tile can lie"),
        (RHOMBS.replace("thin-rhomb", "kite"), "[region]\npolygon = 'pentagon'\n", "opposite edges differ"),
        (HALVES, COMB, "found 4,040 edges along the border, allowed are up to 4,000"),
        (
            RHOMBS,
            tenths(([1] * 10, [2, 3] * 5, [0] * 4), ([-2] * 5, [1] * 5, [0, 1, 2, 2])),
            "found a hole around which edges go one way more often than back",
        ),
    ],
)
def test_what_is_no_region_is_told(write: Write, text: str, region: str, said: str) -> None:
    made = invoke("puzzle", write(text), "--region", write(region, "region.toml"), code=2)
    assert said in " ".join(made.output.split())


@pytest.mark.parametrize(
    ("text", "rings", "said"),
    [
        (RHOMBS, [DECAGON, THIN], "its outline needs 20 thick and 19 thin, there are 5 and 5"),
        (RHOMBS, [([0, 2, 3, 1, -1, 2, 4, -1], [1] * 8, [0] * 4)], "an order in which no tiles can lie between them"),
        (MANY_RHOMBS, [([2] * 5, [2] * 5, [0] * 4)], "its outline goes along an edge one way more often than back"),
    ],
)
def test_an_outline_says_which_tiles_it_needs(write: Write, text: str, rings: list[Any], said: str) -> None:
    tiles, region = write(text), write(tenths(*rings), "region.toml")
    for count in ((), ("--count",)):
        assert said in invoke("puzzle", tiles, "--region", region, *count, code=0).output


def test_the_page_says_every_limit() -> None:
    page, sets = (" ".join((HOWTO / name).read_text().split()) for name in ("puzzle.md", "sets.md"))
    shape = schema()["properties"]["shape"]
    tile = shape["items"]["properties"]["polygon"]["anyOf"][1]["properties"]
    for limit in (
        f"up to {shape['maxItems']} shapes",
        f"up to {tile['turns']['maxItems']} steps",
        f"{tile['squares']['maxItems']} cells",
        f"up to {tile['steps']['items']['anyOf'][0]['maximum']} edges long",
    ):
        assert limit in sets, limit
    table, rings = schema()["properties"]["region"]["properties"]["polygon"]["anyOf"][1:]
    assert {table["properties"][cells]["maxItems"] for cells in ("squares", "triangles", "hexagons")} == {MOST_CELLS}
    for limit in (
        f"up to {MOST_CELLS:,} cells",
        f"up to {MOST_TURNS} turns in all",
        f"up to {rings['maxItems']} rings",
        f"up to {MOST_EDGES:,} edges along its border",
        f"from 1 to {LARGEST}",
        f"up to {LONGEST} edges",
    ):
        assert limit in page, limit
    assert table["properties"]["turns"]["maxItems"] == MOST_TURNS
    assert table["properties"]["steps"]["items"]["anyOf"][0]["maximum"] == LONGEST


def test_a_puzzle_fills_the_region_that_its_file_says(tmp_path: Path) -> None:
    two = {"l": [(0, 0), (1, 0), (2, 0), (0, 1)], "i": [(0, 0), (1, 0)]}
    file = written(tmp_path, "[region]\npolygon = 'rectangle:3x2'\n" + of_squares(two))
    said = json.loads(invoke("puzzle", file, "--count", "--json", code=0).stdout)
    assert said["region"] == "rectangle:3x2" and said["solutions"] > 0


# --- Cells that stay open -------------------------------------------------------------------------


ROWS = (6, 6, 7, 7, 7, 7, 3)
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
EIGHT = ("###,###", "##.,###", "#.#,###", "#..,#..,###", "..##,###.", "#...,####", "..#.,####", "##.,.#.,.##")


def calendar() -> str:
    """Return the calendar of DragonFjord, "A-Puzzle-A-Day": eight pieces leave a month and a day open."""
    cells = [[x, -y] for y, wide in enumerate(ROWS) for x in range(wide)]
    shapes = {
        f"p{k}": [(x, -y) for y, row in enumerate(rows.split(",")) for x, sign in enumerate(row) if sign == "#"]
        for k, rows in enumerate(EIGHT)
    }
    words = [*MONTHS, *range(1, 32)]
    region = f"[region]\npolygon = {{ squares = {cells} }}\nwords = {words}\nopen = 2\n"
    pieces = "".join(
        f'[[shape]]\nname = "{name}"\npolygon = {{ squares = {[list(cell) for cell in own]} }}\n'
        'labels = { at = "cells", count = 1 }\nsymmetry = "rotations and reflections"\n'
        for name, own in shapes.items()
    )
    return f'[set]\ntitle = "Calendar"\n{region}{pieces}'


@pytest.mark.parametrize(
    ("opened", "number"),
    [
        ("Oct,6", 7),
        pytest.param("Jan,1", 64, marks=pytest.mark.thorough),
        pytest.param("@1,25", 216, marks=pytest.mark.thorough),
        pytest.param("", 59_787, marks=pytest.mark.thorough),  # any two cells, as the file says
    ],
)
def test_a_calendar_has_as_many_solutions_as_is_published(write: Write, opened: str, number: int) -> None:
    own = job(write(calendar()), open=opened)
    assert own.count().all == number


@pytest.mark.parametrize("opened", ["1", "@1", "@9,@5,@4"])
def test_open_cells_stay_open(write: Write, opened: str) -> None:
    """A plain program counts, and clauses have as many models; a solution says which cells are open."""
    own = job(write(DOMINOES), region="rectangle:3x3", open=opened)
    cells = sorted(box(0, 0, 3, 3), key=lambda cell: (-cell[1], cell[0]))
    left = [{cells[int(k) - 1] for k in opened.replace("@", "").split(",")}] if "@" in opened else [{c} for c in cells]
    assert own.count().all == sum(plain(frozenset(cells) - open_) for open_ in left)
    solved = own.solve()
    assert own.wrong(solved) == ""
    assert len(own.open_in(solved)) == len(left[0])
    assert "@" not in opened or set(own.open_in(solved)) == set(opened.split(","))


def test_no_more_and_no_fewer_cells_stay_open_than_were_asked_for(write: Write) -> None:
    """Six single squares can cover all of three cells, but one is to stay open, whoever writes it down."""
    file = write(SQUARES.replace('match = "equal"', "score = 'nothing'"))
    own = job(file, region="rectangle:3x1", open="1")
    assert len(own.open_in(own.solve())) == 1
    assert own.count().all == 3 * job(file, region="rectangle:2x1").count().all


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        ("43", "--open: found 43, allowed is from 1 to 42: there are 43 cells"),
        (
            "Jan,June",
            "--open: found 'June' (did you mean Jun?), allowed is a word that stands on one cell, such as Jan",
        ),
        ("Jan,@1", "found '@1' twice"),
        ("@44", "@NUMBER from @1 to @43"),
    ],
)
def test_cells_that_cannot_stay_open_are_told(write: Write, opened: str, said: str) -> None:
    made = invoke("puzzle", write(calendar()), "--open", opened, code=2)
    assert said in " ".join(made.output.split())


def test_words_and_open_cells_of_a_file_are_told_with_their_line(write: Write) -> None:
    region = "[region]\npolygon = 'rectangle:3x3'\n"
    for more, said in (("words = ['a', 1]\n", "found 2 words, allowed is one for each of the 9 cells"),
                       ("open = 9\n", "found 9, allowed is from 1 to 8: there are 9 cells")):  # fmt: skip
        made = invoke("puzzle", write(DOMINOES), "--region", write(region + more, "region.toml"), code=2)
        assert f"region.toml: line 3: [region] {more[:5].strip()}" in " ".join(made.output.split())
        assert said in " ".join(made.output.split())


# --- A limit of time ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "spent"),
    [
        (("quasimino", "--count"), 0.4),
        ((SETS / "macmahon-squares.toml", "--border", "0", "--hint", "square-0000@8,0", "--count"), 1.1),
        (("quasimino", "--most", "vertices"), 0.4),
    ],
)
def test_every_search_looks_at_the_clock_within_a_second(
    words: tuple[str, ...], spent: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []

    def look(clock: Clock) -> None:
        looks.append(process_time())
        if looks[-1] - looks[0] > spent:
            raise Undecided

    def begin(clock: Clock, seconds: float | None = None) -> None:
        clock._end = math.inf
        looks.append(process_time())

    monkeypatch.setattr(Clock, "__init__", begin)
    monkeypatch.setattr(Clock, "look", look)
    monkeypatch.setattr(counting, "PLAIN", 1e9)  # to compile takes longer, and is begun only if there is time
    invoke("puzzle", *words, code=1)
    looks.append(process_time())
    assert max(after - before for before, after in pairwise(looks)) < 1
