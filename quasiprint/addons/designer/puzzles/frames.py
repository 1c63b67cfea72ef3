"""Rims that are as short as they can be, and layouts of rhombs within them.

In a layout of rhombs without holes, rows of tiles across parallel sides run from rim to rim, and two rows cross once at
most. So if m₁ … m₅ rows start along the rim's five directions, it has 2 Σ m edges, and of the rhombs with sides in
directions i and j there are at most mᵢ mⱼ. A decagon of sides m has all of them; any other rim with these edges is that
of the decagon with tiles cut off, one by one, each at a corner between two edges, which change places.

So layouts that close as many vertices as Euler's formula allows are sought rim by rim: which tiles are cut off is drawn
by lot, and whether rhombs fill the rest is settled. If the decagon has no tile to spare, and is the only one that
serves, its filling settles whether so many can be closed at all.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from quasiprint.addons.designer.puzzles.puzzle import Puzzle, sides_of
from quasiprint.exact.zeta import Zeta

HALF = 5  # directions of rows
WAYS = {Zeta(1).turn(k): k for k in range(2 * HALF)}
DRAWS = 40  # of which one rim is tried
MOST_TILES = 400  # for which all decagons are compared
Point = Any
Sides = tuple[int, ...]


class Frames:
    """The decagons within which all tiles of a puzzle may close some number of vertices. closed: how many."""

    def __init__(self, puzzle: Puzzle, closed: int) -> None:
        self._turns = _rhombs(puzzle)
        self._tiles = Counter[str]()
        for tile in puzzle.tiles:
            self._tiles[tile.shape.name] += tile.copies
        self._closed = closed
        self._rows = 1 + self._tiles.total() - closed

    def _holds(self, sides: Sides) -> Counter[str]:
        """Return how many tiles of each shape a decagon has."""
        found = Counter[str]()
        for i in range(HALF):
            for j in range(i):
                found[self._turns[i - j]] += sides[i] * sides[j]
        return found

    @cached_property
    def sides(self) -> Sides | None:
        """The sides of the most regular one from which tiles are cut, None if there is none."""
        if len(self._turns) < HALF - 1 or self._rows < 1:
            return None
        even = tuple(self._rows // HALF + (k < self._rows % HALF) for k in range(HALF))
        return even if self._tiles <= self._holds(even) else None

    @property
    def rim(self) -> int:
        """How many edges their rims have."""
        return 2 * self._rows

    @cached_property
    def spare(self) -> Counter[str]:
        """Of each shape, how many tiles are cut off."""
        return self._holds(self.sides) - self._tiles if self.sides else Counter()

    @cached_property
    def is_only_one(self) -> bool:
        """Whether nothing but the decagon as it is may have so many closed vertices, in one piece without holes."""
        if self.sides is None or self.spare or self._tiles.total() > MOST_TILES:
            return False
        for sides in product(range(self._rows + 1), repeat=HALF):
            rows = sum(sides)
            if not 0 < rows <= self._rows or any(sides[k:] + sides[:k] == self.sides for k in range(HALF)):
                continue
            if (self._holds(sides) & self._tiles).total() >= self._closed + rows - 1:
                return False
        return True

    def corners(self, at: Point) -> list[Point]:
        """Return the points along the decagon, anticlockwise from one."""
        found = [at]
        for k in range(2 * HALF):
            for _ in range((self.sides or ())[k % HALF]):
                found.append(found[-1] + Zeta(1).turn(k))
        return found[:-1]

    def cut(self, at: Point, lot: random.Random) -> list[frozenset[Point]] | None:
        """Return the corners of tiles that are cut off, None if the lot left too few corners. Of some draws, the one
        with fewest straight corners: there, a rule against parallelograms asks for three tiles, or more."""
        drawn = [found for _ in range(DRAWS if self.spare else 1) if (found := self._draw(at, lot))]
        return min(drawn, default=(0, None), key=lambda each: each[0])[1]

    def _draw(self, at: Point, lot: random.Random) -> tuple[int, list[frozenset[Point]]] | None:
        """Return how many corners of a rim are straight, and what is cut off."""
        points, left, found = self.corners(at), Counter(self.spare), []
        while left.total():
            open_ones = [(k, shape) for k, shape in self._convex(points) if left[shape]]
            if not open_ones:
                return None
            k, shape = lot.choice(open_ones)
            before, here, after = points[k - 1], points[k], points[(k + 1) % len(points)]
            points[k] = before + after - here
            found.append(frozenset((before, here, after, points[k])))
            left[shape] -= 1
        straight = sum(turn == 0 for turn in _turns_along(points))
        return (straight, found) if len(set(points)) == len(points) else None

    def _convex(self, points: Sequence[Point]) -> Iterator[tuple[int, str]]:
        for k, turn in enumerate(_turns_along(points)):
            if turn in self._turns:
                yield k, self._turns[turn]


def _turns_along(points: Sequence[Point]) -> list[int]:
    """Return by how many tenths of a turn a rim turns at each of its points."""
    ways = [WAYS[b - a] for a, b in sides_of(points)]
    return [(ways[k] - ways[k - 1]) % (2 * HALF) for k in range(len(ways))]


def _rhombs(puzzle: Puzzle) -> Mapping[int, str]:
    """Return which shape is the rhomb between two directions, by how many tenths of a turn these differ; nothing if
    some shape is no such rhomb, or two are alike."""
    found: dict[int, str] = {}
    for shape in puzzle.design.shapes:
        corners = shape.outline.corners
        if len(corners) != 4 or not all(
            corner in WAYS for corner in (corners[1] - corners[0], corners[2] - corners[1])
        ):
            return {}
        turn = _turns_along(corners)[1]
        if turn in found or not 0 < turn < HALF:
            return {}
        found[turn] = found[HALF - turn] = shape.name
    return found
