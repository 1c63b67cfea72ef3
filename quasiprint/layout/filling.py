"""Rows of one outline, as many as fit under what lies above them on an area.

How far a row lies below the one before it is the same wherever they lie, so it is asked once for each two kinds of
rows. Under what others left, only what is lowest there is asked. Lengths in mm.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from quasiprint.drawing.packer import TINY, apart
from quasiprint.layout.pockets import Laid
from quasiprint.layout.rows import Lattice, below


def foot(one: Laid) -> float:
    """Return how high the lowest point lies of a thing with half of the gap around it."""
    return one.y + one.posture.box[1]


class Rows:
    """As many of some things, `most` at most, as fit in rows under what lies above; places that are barred stay free.
    above: from below."""

    def __init__(
        self,
        lattice: Lattice,
        most: int,
        above: Sequence[Laid],
        barred: Sequence[Laid],
        width: float,
        height: float,
    ) -> None:
        self._lattice, self._above = lattice, above
        self._levels: dict[tuple[int, int], float] = {}
        self._height = height
        # how high each row lies, and which of its places are taken
        self._rows: list[tuple[float, Sequence[int]]] = []
        self.count = 0
        before: list[tuple[float, int]] = []
        while self.count < most:
            k = len(before)
            own = lattice.across(k, width)
            if not barred:
                own = min(own, most - self.count)
            y = self._level(k, own)
            for back, (upper, there) in enumerate(before[:-3:-1], 1):
                y = min(y, upper - lattice.drop(k, back, there, own))
            if not own or y < -TINY:
                break
            places = _unbarred(lattice, k, own, y, barred)[: most - self.count]
            self._rows.append((y, places))
            self.count += len(places)
            before.append((y, own))

    @property
    def use(self) -> tuple[int, float]:
        """What makes rows good: most things, then least room. Among equals the first is taken."""
        return self.count, round(min((y for y, places in self._rows if places), default=0.0), 4)

    def laid(self) -> list[Laid]:
        """Return where each thing lies."""
        lattice, found = self._lattice, list[Laid]()
        for k, (y, places) in enumerate(self._rows):
            cycle, starts = lattice.cycle(k), lattice.starts(k, 0)
            found += [Laid(cycle[n % len(cycle)], starts[n], y) for n in places]
        return found

    def _level(self, k: int, own: int) -> float:
        """Return how high a row of so many can lie under what lies above all rows."""
        lattice = self._lattice
        if (k % 2, own) in self._levels:
            return self._levels[k % 2, own]
        cycle, starts = lattice.cycle(k), lattice.starts(k, own)
        level = self._height - max((one.height for one in cycle[:own]), default=0.0)
        west, east = min(one.box[0] for one in cycle), max(one.box[2] for one in cycle)
        tall = max(one.box[3] for one in cycle)
        for other in self._above:
            left, low, right, _ = other.posture.box
            if other.y + low - tall >= level:
                break
            first, last = (
                bisect_right(starts, other.x + left - east),
                bisect_left(starts, other.x + right - west, 0, own),
            )
            for n in range(first, last):
                one, x = cycle[n % len(cycle)], starts[n]
                if x + one.box[0] < other.x + right and other.x + left < x + one.box[2]:
                    level = min(level, other.y - below(other.posture, one, round(x - other.x, 7)))
        self._levels[k % 2, own] = level
        return level


def _unbarred(lattice: Lattice, k: int, own: int, y: float, barred: Sequence[Laid]) -> Sequence[int]:
    """Return the numbers of the places in a row on which nothing lies that is barred."""
    cycle, starts = lattice.cycle(k), lattice.starts(k, own)
    low, high = min(one.box[1] for one in cycle), max(one.box[3] for one in cycle)
    near = [bar for bar in barred if foot(bar) <= y + high and y + low <= bar.y + bar.posture.box[3]]
    if not near:
        return range(own)
    row = [Laid(cycle[n % len(cycle)], starts[n], y) for n in range(own)]
    return [n for n, one in enumerate(row) if not any(_conflict(one, bar) for bar in near)]


def _conflict(one: Laid, other: Laid) -> bool:
    dx, dy = other.x - one.x, other.y - one.y
    here, there = one.posture.box, other.posture.box
    if here[0] > there[2] + dx or there[0] + dx > here[2] or here[1] > there[3] + dy or there[1] + dy > here[3]:
        return False
    (left, right), (west, east) = one.posture.sides, other.posture.sides
    return dx < apart(right, west, dy) - TINY and -dx < apart(east, left, -dy) - TINY
