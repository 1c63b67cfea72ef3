"""Blocks of a page: rows of one outline, or of two whose edges are equally long, and what is free beside them.

Whatever lies in rows can be cut apart by cuts that run through, as a guillotine makes them: first the level ones, then
those across each row, or across as many rows as have lines in common. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quasiprint.drawing.packer import TINY
from quasiprint.layout.pockets import Laid
from quasiprint.layout.rows import Lattice
from quasiprint.model.face import Ring
from quasiprint.model.production import Placement


@dataclass(frozen=True, slots=True)
class Group:
    """Items of one outline. gap: to be kept between them, 0 if they lie edge to edge, mm. lattices: of their rows."""

    names: tuple[str, ...]
    convex: Ring
    area: float
    reach: float
    gap: float
    lattices: tuple[Lattice, ...]

    def fewest_cuts(self, n: int) -> float:
        """Return than how many cuts so many never take fewer; if they keep apart, how many they take."""
        if self.gap:
            return self.lattices[0].cuts((n,))
        return 2 * math.sqrt(n) + 2  # lines of two directions, in a square


@dataclass(frozen=True, slots=True)
class BlockRows:
    """Rows of one group. counts: how many lie in each row; right, down: where the rows begin in their block."""

    group: int
    lattice: Lattice
    counts: tuple[int, ...]
    right: float = 0.0
    down: float = 0.0

    @property
    def wide(self) -> float:
        """How far they reach from the left of their block."""
        return self.right + max(
            self.lattice.end(*one)
            for one in {(row % (2 * self.lattice.fold), n - 1) for row, n in enumerate(self.counts)}
        )

    @property
    def low(self) -> float:
        """How far they reach down from the top of their block."""
        return self.down + self.lattice.high(len(self.counts))


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of one group, or of two whose edges are equally long. turned: whether the rows run upwards."""

    parts: tuple[BlockRows, ...]
    turned: bool

    def worth(self, groups: Sequence[Group], dear: float) -> float:
        """Return its area, less what its cuts are worth, mm²."""
        covered = sum(sum(part.counts) * groups[part.group].area for part in self.parts)
        return covered - dear * sum(part.lattice.cuts(part.counts) for part in self.parts) if dear else covered

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        wide, high = max(part.wide for part in self.parts), self.parts[-1].low
        return (high, wide) if self.turned else (wide, high)


@dataclass(frozen=True, slots=True)
class Rect:
    """What is free: its left, its top (down from the page's), width and height. beyond: whether other things may lie
    beyond its left, its top, its right and its foot, as near as things may be."""

    x: float
    y: float
    width: float
    height: float
    beyond: tuple[bool, bool, bool, bool]

    @property
    def area(self) -> float:
        """Of all of it, mm²."""
        return self.width * self.height

    def within(self, aloof: float) -> Rect:
        """Return what is free for what keeps so much farther from other things, mm."""
        if not aloof:
            return self
        left, top, right, low = (aloof * one for one in self.beyond)
        width, height = self.width - left - right, self.height - top - low
        return Rect(self.x + left, self.y + top, width, height, self.beyond)


Blocks = list[tuple[Block, Rect]]  # on a page; of each the rectangle in whose upper left corner it lies
Size = tuple[float, float]  # a width and a height, mm


def box_of(lattice: Lattice, turned: bool) -> Size:
    """Return what one thing in rows takes, so that `lattice.fitting` finds room for it."""
    wide, high = max(lattice.end(0, 0), lattice.end(1, 0)), lattice.height
    return (high, wide) if turned else (wide, high)


def smallest(sizes: Iterable[Size]) -> tuple[Size, ...]:
    """Return those sizes than which no other is both narrower and lower."""
    found: list[Size] = []
    for size in sorted(set(sizes)):
        if not found or size[1] < found[-1][1]:
            found.append(size)
    return tuple(found)


def holds(sizes: Sequence[Size], width: float, height: float) -> bool:
    """Tell whether there is room for one of some sizes."""
    return any(wide <= width + TINY and high <= height + TINY for wide, high in sizes)


def even(items: int, rows: int) -> tuple[int, ...]:
    """Return as many rows, or fewer, all as long as the first but for the last."""
    most = math.ceil(items / rows)
    full, rest = divmod(items, most)
    return (most,) * full + (rest,) * (rest > 0)


def placements(block: Block, rect: Rect, height: float) -> Iterator[tuple[int, Placement]]:
    """Yield where the items of a block lie on a page of a height, and of which group they are."""
    wide, high = block.size
    up = wide if block.turned else high
    left, low = rect.x, height - rect.y - high
    for part in block.parts:
        for row, count in enumerate(part.counts):
            cycle = part.lattice.cycle(row)
            y = up - part.down - part.lattice.high(row + 1)
            for k in range(count):
                one = Laid(cycle[k % len(cycle)], part.right + part.lattice.start(row, k), y)
                # turned, rows run upwards, and the first is the leftmost
                yield part.group, one.placement(left, low, up if block.turned else None)
