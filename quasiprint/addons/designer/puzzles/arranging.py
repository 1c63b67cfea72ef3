"""A region is filled in two steps: where tiles lie, labels aside; then which tile lies in each place.

A set of 90 rhombs may lie in hundreds of thousands of ways in a region, and its two blank shapes in a few thousand. A
rule against parallelograms speaks of shapes alone, so an arrangement of blank shapes already obeys it. Most
arrangements can be labelled if there are tiles enough, and if none is left, there is no solution: that is proved.

A large region is filled part by part: some cells at a time, then more at once where cells stay empty.

Hundreds of tiles, each in hundreds of cells, lie in too many ways for one exact cover. So the solver fills a few cells
beside what lies there already. Around cells for which it finds no tiles, tiles are taken up and laid anew, with others
that are left, in larger and larger parts. It finds solutions where there are many. It gives up where they are rare, and
proves nothing.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from quasiprint.addons.designer.puzzles.cover import ONCE, Option
from quasiprint.addons.designer.puzzles.laying import Laid, exact_cover
from quasiprint.addons.designer.puzzles.puzzle import FREE, Lying, Puzzle, Tile
from quasiprint.addons.designer.puzzles.solving import Undecided, solve
from quasiprint.addons.designer.sets.counts import Choice
from quasiprint.addons.designer.sets.placed import Placed, lay, ways
from quasiprint.addons.designer.sets.set_file import PLAIN, Shape
from quasiprint.errors import InputError
from quasiprint.exact.zeta import integers
from quasiprint.system.progress import tell

LARGE = 50_000  # ways to lay a tile, about, from which a region is filled part by part
AMPLE, ENOUGH = 2, 2000  # times as many tiles as a part needs are tried there, and more kinds up to so many ways
FIRST, GROWTH = 20, 1.15  # cells of a part; how many times as many it has after each that was not filled
LAST = 80  # cells that are the last part: as many, since the fewer tiles are left, the fewer ways they fit
MOST_WAYS = 60_000  # about, in a part; larger ones are not tried
CLOCK = 2e-3  # of the solver, for each way in a part; about as many seconds
LEAST_CLOCK = 1.0
TRIES = 40  # parts of the largest size that were not filled, after which it gives up
Cell = frozenset[Any]


def is_large(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle is filled part by part: one of cells, with many ways to lay a tile."""
    cells = len(puzzle.region.cells)
    return cells > 0 and puzzle.design.parallelograms and cells * sum(_turns(puzzle)) > LARGE


def _turns(puzzle: Puzzle) -> Iterator[int]:
    """Yield for each tile the ways to lay it in a cell."""
    return (len(ways(tile.shape, tile.labels, puzzle.lattice)) for tile in puzzle.tiles)


def solve_in_parts(puzzle: Puzzle, seed: int = 0, seconds: float | None = None) -> tuple[tuple[Tile, Placed], ...]:
    """Return a solution of a puzzle of cells, in the order of the region. Raises Undecided when the time is used up, or
    no more cells can be covered, and as `solve` does."""
    until = None if seconds is None else time.monotonic() + seconds
    field, size, quiet = _Field(puzzle, seed), float(FIRST), 0
    while field.empty:
        if field.lay_part(int(size)):
            size, quiet = float(FIRST), 0
        else:
            size, quiet = size * GROWTH, quiet + 1
        tell(f"{len(field.cells) - len(field.empty):,} of {len(field.cells):,} cells covered …")
        if quiet > TRIES or (until is not None and time.monotonic() > until):
            raise Undecided
    return field.tiles()


class _Field:
    """The region, and the tiles that lie in it so far. empty: the cells that none covers."""

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        self._puzzle, self._lot = puzzle, random.Random(seed)
        self._turns = tuple(_turns(puzzle))
        cells = [frozenset(map(puzzle.lattice.lift, cell)) for cell in puzzle.region.cells]
        self.cells = {cell: _middle(cell) for cell in sorted(cells, key=lambda cell: _middle(cell)[::-1])}
        self.empty: dict[Cell, None] = dict.fromkeys(self.cells)
        self._lying: dict[Cell, tuple[Option, Placed]] = {}
        for lying in puzzle.fixed:
            laid = exact_cover(replace(puzzle, fixed=(lying,)), (), cells, (lying.kind,))
            self._put((laid.choices[k], laid.options[k][1]) for k in laid.fixed)
        self._fixed = frozenset(self._lying)
        self.ahead = dict(self.empty)  # cells at which no tile was tried

    def tiles(self) -> tuple[tuple[Tile, Placed], ...]:
        """Return the tiles that lie there, in the order of the region."""
        found = {id(option): (option.kind, placed) for option, placed in self._lying.values()}
        order = sorted(found.values(), key=lambda each: min(map(integers, each[1].corners)))
        return tuple((self._puzzle.tiles[kind], placed) for kind, placed in order)

    def lay_part(self, size: int) -> bool:
        """Fill cells that are ahead, or fill anew what is around an empty one; tell whether there was a way."""
        part, kinds, left = self._part(size)
        for cell in part:
            self.ahead.pop(cell, None)
        outside = self._options(cell for cell in self.cells if cell not in part)
        shown = {item: colour for option in outside for item, colour in option.other}
        # what is fixed lies outside, and is no tile that is left
        laid = exact_cover(replace(self._puzzle, fixed=()), (), list(part), kinds)
        allowed = [
            (replace(option, needed=tuple(item for item in option.needed if item in part)), placed)
            for option, (_, placed) in zip(laid.choices, laid.options, strict=True)
            if all(colour != ONCE and shown[item] == colour for item, colour in option.other if item in shown)
        ]
        tiles = tuple(replace(tile, copies=left[k]) for k, tile in enumerate(self._puzzle.tiles))
        choices = tuple(option for option, _ in allowed)
        asked = replace(laid, puzzle=replace(self._puzzle, tiles=tiles), choices=choices, needed=tuple(part))
        try:
            clock = max(LEAST_CLOCK, CLOCK * len(choices))
            chosen = solve(asked, self._lot.randrange(1 << 30), steps=clock)
        except Undecided:
            chosen = None
        if chosen is None:
            return False
        for cell in part:
            self._lying.pop(cell, None)
            self.empty[cell] = None
        self._put(allowed[k] for k in chosen)
        return True

    def _put(self, tiles: Iterable[tuple[Option, Placed]]) -> None:
        for option, placed in tiles:
            for cell in option.needed:
                if isinstance(cell, frozenset):
                    self._lying[cell] = option, placed
                    self.empty.pop(cell)

    def _options(self, cells: Iterable[Cell]) -> list[Option]:
        """Return the tiles that lie in cells, each once."""
        there = (self._lying[cell][0] for cell in cells if cell in self._lying)
        return list({id(option): option for option in there}.values())

    def _part(self, size: int) -> tuple[dict[Cell, None], list[int], Counter[int]]:
        """Return cells side by side, the kinds of tiles that are tried there, and how many of each kind are left."""
        strays = [cell for cell in self.empty if cell not in self.ahead]
        x, y = self.cells[self._lot.choice(strays) if strays else next(iter(self.ahead))]
        nearest = [cell for cell in self.cells if cell not in self._fixed and (strays or cell in self.ahead)]
        if not strays and len(nearest) <= LAST:
            size = len(nearest)
        nearest.sort(key=lambda cell: (self.cells[cell][0] - x) ** 2 + (self.cells[cell][1] - y) ** 2)
        while True:
            part = dict.fromkeys(nearest[:size])
            for option in self._options(part):
                part |= dict.fromkeys(item for item in option.needed if item in self.cells)
            used = Counter(option.kind for option in self._options(cell for cell in self.cells if cell not in part))
            left = Counter({k: tile.copies - used[k] for k, tile in enumerate(self._puzzle.tiles)})
            kinds = self._kinds(part, left)
            if size <= FIRST or len(part) * sum(self._turns[k] for k in kinds) <= MOST_WAYS:
                return part, kinds, left
            size = max(FIRST, size * 3 // 4)

    def _kinds(self, part: dict[Cell, None], left: Counter[int]) -> list[int]:
        """Return the kinds that lie in a part, and some that are left, by chance."""
        found = dict.fromkeys(option.kind for option in self._options(part))
        more = [k for k in left if left[k] and k not in found]
        self._lot.shuffle(more)
        tiles = sum(left[k] for k in found)
        each = [self._turns[k] * len(part) for k in found]
        for k in more:
            each.append(self._turns[k] * len(part))
            if tiles > AMPLE * len(part) and sum(each) > ENOUGH:
                break
            found[k] = None
            tiles += left[k]
        return sorted(found)


def _middle(cell: Cell) -> tuple[float, float]:
    points = sorted(point.to_xy() for point in cell)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


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
