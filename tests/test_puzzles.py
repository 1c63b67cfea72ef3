"""Puzzles: solutions are counted as plain programs and the literature count them, and each that is found is legal.

What is printed and cut is read back. Larger counts are in `benchmarks/puzzles.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import permutations, product
from pathlib import Path

import pytest
from called import invoke

from quasiprint import design as design_of
from quasiprint import games, interruption
from quasiprint.model.errors import Unavailable
from quasiprint.pipeline.puzzle import Asked, PuzzleJob, Solved
from quasiprint.pipeline.run import Request
from quasiprint.search.puzzles import counting, solving
from quasiprint.sets.judge import name
from quasiprint.sets.proof import hold
from quasiprint.sets.set_file import read

SETS = Path(__file__).parent.parent / "examples/sets"
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


def test_hexagons_of_triomino_are_those_of_the_facts() -> None:
    """666 hexagons of six different tiles, up to turns."""
    count = PuzzleJob(Request("triomino", {}), Asked(region="hexagon:1")).count()
    assert (count.all, count.turns, count.group) == (3996, 666, (6, 6, 6))


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
    room = games.load(game)
    design = read(room.as_set_file(), game)  # type: ignore[attr-defined]
    held = hold(design, game)
    names = {name(shape, tile) for shape in design.shapes for tile in held[shape.name]}
    ids = {piece.id for piece in design_of(game).set.pieces}
    assert len(names) == len(ids)
    if game == "quasimino":  # Triomino's are other words: 1-3-5 is triangle-153
        assert names == ids
    assert (SETS / f"{game}.toml").read_bytes() == room.as_set_file()  # type: ignore[attr-defined]


def test_a_hand_is_drawn_by_the_seed() -> None:
    drawn = [PuzzleJob(Request("quasimino", {}, seed=seed), Asked(hand=7)) for seed in (1, 1, 2)]
    names = [[tile.name for tile in one.puzzle.tiles] for one in drawn]
    assert names[0] == names[1] != names[2]
    assert [sum(name.startswith(shape) for name in names[0]) for shape in ("thick", "thin")] == [7, 7]


def test_an_interruption_ends_either_search(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise interruption.Interrupted(2)

    own = job(str(SETS / "macmahon-squares.toml"), border="0")
    laid = own.cover
    monkeypatch.setattr(interruption, "check", interrupted)
    with pytest.raises(interruption.Interrupted):
        solving.solve(laid)
    with pytest.raises(interruption.Interrupted):
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
