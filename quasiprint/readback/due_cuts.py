"""What follows from where pieces lie on a page: which line to cut along each draws, where guides stand, and where ink
runs out over a rim. Worked out anew, by distances between all sides at once. Lengths in mm.

Two pieces that lie edge to edge have one line between them, which the first of them draws. Ink runs out over a side
where no other piece lies. A guide stands beyond each end of a straight line of two sides or more, where there is room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from quasiprint.readback.plane import Complex, turned

SAME = 1e-3  # points that are nearer to one another are meant to be the same
PARALLEL = 1e-4  # of two directions
BEGINS, ENDS = 0.8, 2.8  # of a guide, from the end of its line
ALOOF = 0.37  # of a guide from any piece
OVER = 1e-3  # mm²: what shares more with a piece lies over it
ALONG = 2.5e-6  # so near to a side, what is printed runs out over it
SIDES = 4  # of pieces that lie edge to edge, at most

Free = tuple[complex, complex, complex]


class CutLines:
    """The lines of a page. outlines: of its pieces, in the order in which they are painted, anticlockwise; joins:
    which of them may have neighbours."""

    def __init__(self, outlines: Sequence[Complex], joins: Sequence[bool]) -> None:
        self._outlines, self._joins = list(outlines), list(joins)
        self._piece = np.repeat(np.arange(len(outlines)), [len(z) for z in outlines])
        self._start = np.concatenate([*outlines, np.empty(0, complex)])
        self._end = np.concatenate([*(np.roll(z, -1) for z in outlines), np.empty(0, complex)])
        # the sides that may be shared, each against each; those of round tokens, most of all, are none of them
        joined = np.flatnonzero(np.repeat(np.array(self._joins, dtype=bool), [len(z) for z in outlines]))
        middle = ((self._start + self._end) / 2)[joined]
        between = middle[:, None] - middle[None, :]
        alike = between.real**2 + between.imag**2 < SAME**2
        self._own, self._shared = np.ones(len(self._start), dtype=bool), np.zeros(len(self._start), dtype=bool)
        if len(joined):
            self._own[joined] = alike.argmax(axis=1) == np.arange(len(joined))
            self._shared[joined] = alike.sum(axis=1) > 1
        self._freed: dict[tuple[int, float], list[Free]] = {}

    @cached_property
    def _areas(self) -> list[Polygon]:
        return [Polygon(np.column_stack((z.real, z.imag))).convex_hull for z in self._outlines]

    @cached_property
    def _tree(self) -> shapely.STRtree:
        return shapely.STRtree(self._areas)

    def lines(self, k: int, nominal: Complex) -> tuple[list[Complex], bool]:
        """Return what a piece draws of its outline, in the piece's frame, and whether that is closed."""
        own = self._own[self._piece == k]
        if own.all():
            return [nominal], True
        n, found = len(own), []
        for first in (j for j in range(n) if own[j] and not own[j - 1]):
            last = first
            while own[last % n]:
                last += 1
            found.append(nominal[np.arange(first, last + 1) % n])
        return found, False

    def free(self, k: int, bleed: float) -> list[Free]:
        """Return the sides of a piece over which ink may run: start, end, and how far out."""
        if (k, bleed) not in self._freed:
            self._freed[k, bleed] = list(self._free(k, bleed))
        return self._freed[k, bleed]

    def _free(self, k: int, bleed: float) -> Iterator[Free]:
        for side in np.flatnonzero((self._piece == k) & ~self._shared):
            a, b = complex(self._start[side]), complex(self._end[side])
            out = -1j * bleed * (b - a) / abs(b - a)
            strip = Polygon([(z.real, z.imag) for z in (a, b, b + out, a + out)])
            near = (self._areas[int(j)] for j in self._tree.query(strip, "intersects") if j != k)
            if all(area.intersection(strip).area < OVER for area in near):
                yield a, b, out

    def guides(self, area: tuple[float, float, float, float]) -> list[Complex]:
        """Return the guides that stand within an area: left, low, right, high."""
        near = {int(k) for k in self._piece[self._shared]}
        lattice = [side for side in np.flatnonzero(self._own) if int(self._piece[side]) in near]
        a, b = self._start[lattice], self._end[lattice]
        backwards = np.where(np.abs(b.real - a.real) < SAME, b.imag < a.imag, b.real < a.real)
        a, b = np.where(backwards, b, a), np.where(backwards, a, b)
        way = (b - a) / np.abs(b - a)
        joins = (np.abs(b[:, None] - a[None, :]) < SAME) & (np.abs(way[:, None] - way[None, :]) < PARALLEL)
        goes_on, comes_from = joins.any(axis=1), joins.any(axis=0)
        found = []
        for first in np.flatnonzero(goes_on & ~comes_from):
            last = first
            while goes_on[last]:
                last = joins[last].argmax()
            for end, direction in ((b[last], way[last]), (a[first], -way[first])):
                tick = np.array([end + BEGINS * direction, end + ENDS * direction])
                if self._stands_free(tick, area):
                    found.append(tick)
        return found

    def _stands_free(self, tick: Complex, area: tuple[float, float, float, float]) -> bool:
        left, low, right, high = area
        x, y = tick.real, tick.imag
        if x.min() < left - SAME or x.max() > right + SAME or y.min() < low - SAME or y.max() > high + SAME:
            return False
        line = LineString(np.column_stack((x, y)))
        return not len(self._tree.query(line, "dwithin", ALOOF))


def run_out(ring: Complex, start: complex, end: complex, out: complex) -> Iterator[Complex]:
    """Yield how an inked area runs out over a side of its piece: wherever one of its own sides lies on it."""
    along = (end - start) / abs(end - start)
    on = np.abs((np.conj(along) * (ring - start)).imag) < ALONG
    if np.count_nonzero(on) < 2:
        return
    for k in np.flatnonzero(on & turned(on, 1)):
        a, b = ring[k], ring[(k + 1) % len(ring)]
        yield np.array([b, a, a + out, b + out])
