"""Rows of things, on plates, sheets and pages: how postures recur in them, and how far each lies from the next.

On a page tiles lie edge to edge: triangles on foot and tip in turn, rectangles in a grid, rhombs that slant one way and
the other from row to row; rows of rhombs with equally long edges share their level lines, whatever their angles are.
Discs and odd parts keep apart, in a grid, or each row in the dips of the one above. Lengths in mm.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quasiprint.layout.convex import TINY, Posture, below, beside, posture, postures, same
from quasiprint.model.face import Ring

ALIKE = 1e-4  # lengths that differ by less are meant to be the same


@dataclass(frozen=True, eq=False)
class Lattice:
    """Rows of one outline. even, odd: the postures that recur in a row; slant: how far the top of an even row lies to
    the right of its foot, that of an odd row to the left; edge: how long level edges are, 0 if no other outline's rows
    may follow; indent: where odd rows start; step: from a row to the next, 0 if they lie edge to edge."""

    even: tuple[Posture, ...]
    odd: tuple[Posture, ...]
    slant: float = 0.0
    edge: float = 0.0
    indent: float = 0.0
    step: float = 0.0

    @cached_property
    def height(self) -> float:
        """Of a row."""
        return max(one.height for one in self.even)

    def down(self, rows: int) -> float:
        """Return how far below the top of the first row a row begins."""
        return rows * (self.step or self.height)

    def high(self, rows: int) -> float:
        """Return how high some rows are."""
        return self.down(rows - 1) + self.height

    @cached_property
    def _starts(self) -> dict[int, list[float]]:
        return {0: [0.0], 1: [self.indent]}

    def start(self, row: int, k: int) -> float:
        """Return where the k-th of a row starts."""
        cycle, starts = self.cycle(row), self._starts[row % 2]
        while len(starts) <= k:
            n = len(starts)
            before = [(starts[j], cycle[j % len(cycle)]) for j in range(max(0, n - 2), n)]
            starts.append(max(x + beside(one, cycle[n % len(cycle)]) for x, one in before))
        return starts[k]

    def cycle(self, row: int) -> tuple[Posture, ...]:
        """Return the postures of a row."""
        return self.odd if row % 2 else self.even

    def end(self, row: int, k: int) -> float:
        """Return where the k-th of a row ends."""
        cycle = self.cycle(row)
        return self.start(row, k) + cycle[k % len(cycle)].width

    def across(self, row: int, width: float) -> int:
        """Return how many of a row fit into a width."""
        if (row % 2, width) not in self._fitting:
            step, turns = self.end(row, 2) - self.end(row, 1), len(self.cycle(row))
            if step < TINY:  # two that lie in one another's corner end together, as two half squares do
                step = (self.end(row, 1 + turns) - self.end(row, 1)) / turns
            most = int(max(0.0, width) / step) + 3
            fit = bisect_right(range(most), width + TINY, key=lambda k: self.end(row, k))
            self._fitting[row % 2, width] = fit
        return self._fitting[row % 2, width]

    @cached_property
    def _fitting(self) -> dict[tuple[int, float], int]:
        return {}

    def head(self) -> float:
        """Return where the line above the first row begins."""
        return max(self.slant, 0.0)

    def foot(self, rows: int) -> float:
        """Return where the line below some rows begins."""
        return self.head() if rows % 2 == 0 else max(-self.slant, 0.0)

    def rows(self, most: int, across: float, up: float) -> tuple[int, ...]:
        """Return how many of `most` tiles lie in each of the rows that fit."""
        found: list[int] = []
        fitting = self.across(0, across), self.across(1, across)
        while most > 0 and min(fitting) > 0 and self.high(len(found) + 1) <= up + TINY:
            found.append(min(fitting[len(found) % 2], most))
            most -= found[-1]
        return tuple(found)


def loose(convex: Ring, gap: float) -> Iterator[Lattice]:
    """Yield the lattices of what keeps apart: rows in a grid, and rows that lie in the dips of the row above."""
    for one in _stood(convex, gap):
        half = beside(one, one) / 2
        yield Lattice((one,), (one,), step=one.height + gap)
        # from each thing in the row above, and in the one above that
        dip = max(below(one, one, k * half) / (2 - k % 2) for k in range(-5, 6))
        if dip < one.height + gap - ALIKE:
            yield Lattice((one,), (one,), indent=half, step=dip)


def _stood(convex: Ring, gap: float) -> list[Posture]:
    """Return every way to lay what keeps apart: as it is given, on each of its longer edges, and a quarter turned."""
    angles = dict.fromkeys((0.0, *(one.angle for one in postures(convex, gap))))
    found: list[Posture] = []
    for angle in (turned for one in angles for turned in (one, (one + 90) % 360)):
        one = posture(convex, angle, gap)
        if not any(same(one, other) for other in found):
            found.append(one)
    return found


def lattices(convex: Ring) -> Iterator[Lattice]:
    """Yield the lattices in which neighbours have whole edges in common: of triangles, rectangles and rhombs."""
    stood = postures(convex, 0.0)
    for one in stood:
        if len(convex) == 3:
            turned = posture(convex, (one.angle + 180) % 360, 0.0)
            yield Lattice((one, turned), (turned, one))
        elif len(convex) == 4 and same(one, posture(convex, (one.angle + 180) % 360, 0.0)):
            slant = _slant(one)
            if abs(slant) < ALIKE:
                yield Lattice((one,), (one,))
            for other in stood:
                if abs(slant) >= ALIKE and abs(_slant(other) + slant) < ALIKE and abs(one.width - other.width) < ALIKE:
                    yield Lattice((one,), (other,), slant, one.width - abs(slant))


def _slant(one: Posture) -> float:
    """Return how far the top of a parallelogram lies to the right of its foot."""
    foot = min(x for x, y in one.body if y < ALIKE)
    return min(x for x, y in one.body if y > one.height - ALIKE) - foot
