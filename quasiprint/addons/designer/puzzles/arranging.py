"""A region is filled in two steps: where tiles lie, labels aside; then which tile lies in each place.

A set of 90 rhombs may lie in hundreds of thousands of ways in a region, and its two blank shapes in a few thousand. A
rule against parallelograms speaks of shapes alone, so an arrangement of blank shapes already obeys it. Most
arrangements can be labelled if there are tiles enough, and if none is left, there is no solution: that is proved.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from quasiprint.addons.designer.puzzles.laying import Laid, exact_cover
from quasiprint.addons.designer.puzzles.puzzle import FREE, Lying, Puzzle, Tile
from quasiprint.addons.designer.puzzles.solving import Undecided, solve
from quasiprint.addons.designer.sets.counts import Choice
from quasiprint.addons.designer.sets.placed import lay
from quasiprint.addons.designer.sets.set_file import PLAIN, Shape
from quasiprint.model.errors import InputError
from quasiprint.system.progress import tell

ARRANGEMENTS = 40  # are tried before the puzzle is solved as a whole, if it is small enough
STEPS = 30.0  # of the solver's clock, for the labels of an arrangement; about as many seconds
Point = Any
Arrangement = tuple[tuple[Point, ...], ...]


def arranged_first(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle is solved in two steps: one with labels on tiles without cells."""
    return not puzzle.region.cells and not all(shape.is_plain for shape in puzzle.design.shapes)


def arrange(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without its labels: as many blank tiles of each shape as it has tiles."""
    shapes = {shape.name: _blank(shape) for shape in puzzle.design.shapes}
    copies = Counter[str]()
    for tile in puzzle.tiles:
        copies[tile.shape.name] += tile.copies
    kinds = [name for name in shapes if copies[name]]
    tiles = tuple(Tile(name, shapes[name], _no_labels(shapes[name]), copies[name]) for name in kinds)
    fixed = []
    for lying in puzzle.fixed:
        own = shapes[puzzle.tiles[lying.kind].shape.name]
        at = lying.placed
        placed = lay(own, _no_labels(own), puzzle.lattice, at.at, at.turn, at.flipped)
        fixed.append(Lying(lying.option, lying.said, kinds.index(own.name), placed))
    design = replace(puzzle.design, shapes=tuple(shapes.values()), match="", barred=frozenset())
    return replace(puzzle, design=design, tiles=tiles, border=FREE, fixed=tuple(fixed))


def _blank(shape: Shape) -> Shape:
    return replace(shape, choice=Choice("edges", 1), look=PLAIN, numbers=(), names=())


def _no_labels(shape: Shape) -> tuple[int, ...]:
    return (0,) * shape.outline.edges


def arrangements(blank: Laid, seed: int = 0, until: float | None = None) -> Iterator[Arrangement]:
    """Yield every way to fill a region with blank tiles, the corners of each. until: of the monotonic clock, after
    which `Undecided` is raised."""
    barred: list[tuple[int, ...]] = []
    while True:
        found = solve(blank, seed + len(barred), _left(until), barred=barred)
        if found is None:
            return
        barred.append(tuple(k for k in found if k < len(blank.options)))
        yield tuple(blank.options[k][1].corners for k in barred[-1])


def solve_in_steps(
    puzzle: Puzzle, blank: Laid, seed: int = 0, seconds: float | None = None
) -> tuple[Laid, Sequence[int]] | None:
    """Return a solution, as options of an exact cover, None if there is none: that is proved then. blank: the exact
    cover of `arrange(puzzle)`. Raises as `solve` does."""
    until = None if seconds is None else time.monotonic() + seconds
    open_ones: list[Arrangement] = []
    for tried, arrangement in enumerate(arrangements(blank, seed, until), 1):
        tell(f"labels for arrangement {tried} …")
        laid = exact_cover(puzzle, arrangement)
        try:
            found = solve(laid, seed, _left(until), steps=STEPS)
        except Undecided:
            open_ones.append(arrangement)
            found = None
            _left(until)
        if found is not None:
            return laid, found
        if tried == ARRANGEMENTS and (whole := _as_a_whole(puzzle)):
            found = solve(whole, seed, _left(until))
            return None if found is None else (whole, found)
    for arrangement in open_ones:
        laid = exact_cover(puzzle, arrangement)
        found = solve(laid, seed, _left(until))
        if found is not None:
            return laid, found
    return None


def _as_a_whole(puzzle: Puzzle) -> Laid | None:
    """Return a puzzle as one exact cover, None where it is too large for that."""
    try:
        return exact_cover(puzzle)
    except InputError:
        return None


def _left(until: float | None) -> float | None:
    """Return the seconds that are left. Raises Undecided when there are none."""
    left = None if until is None else until - time.monotonic()
    if left is not None and left <= 0:
        raise Undecided
    return left
