"""Pockets: places beside and between what lies on an area already, for what rows had no room for.

A piece may lie where its space overlaps no other's. Where it may not because of one that lies there is a convex
polygon, all places of its box's lower left corner taken together. A piece that is pushed up, and then to the left, as
far as it goes ends where two of these polygons close a gap above it, or one and the rim, or where the level foot of
one meets the right side of another. So only those places are tried, the highest first. A place on the line between may
and may not counts as free, as pieces whose spaces touch keep the gap.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from quasiprint.drawing.packer import TINY, Box, Rim, across, hull, rims
from quasiprint.drawing.rings import sides
from quasiprint.layout.rows import Posture, posture
from quasiprint.model.face import Point, Ring, bounds, snap
from quasiprint.model.production import Placement

QUARTER_TURN = 90.0
PLAIN = 12  # corners of a ring; one of more is taken for one that goes round it
LEVEL = 4  # decimals: what is as high as that is equally high
FIELDS = 8  # an area is searched in so many fields along each of its sides


@dataclass(frozen=True, slots=True)
class Laid:
    """An item on the area that may be used: its posture and where its box starts (mm)."""

    posture: Posture
    x: float
    y: float

    @staticmethod
    def at(place: Placement, convex: Ring, gap: float, margin: float = 0.0) -> Laid:
        """Return what lies at a place on an arrangement, of whose rim so much is a margin."""
        own = posture(convex, place.angle, gap)
        return Laid(own, place.x - margin - own.shift[0], place.y - margin - own.shift[1])

    def placement(self, left: float = 0.0, low: float = 0.0, high: float | None = None) -> Placement:
        """Return its place on the arrangement, of nothing yet. left, low: where the area begins; high: that of an area
        which is turned there by a quarter to the left."""
        x, y = self.x + self.posture.shift[0], self.y + self.posture.shift[1]
        angle = self.posture.angle
        if high is not None:
            x, y, angle = high - y, x, angle + QUARTER_TURN
        return Placement("", snap(left + x), snap(low + y), round(angle % 360, 9))


def fill(count: int, postures: Sequence[Posture], lying: Iterable[Laid], width: float, height: float) -> list[Laid]:
    """Return as many of some things, which are alike, as fit beside what lies on an area of width × height mm."""
    places = [_Places(one, width, height) for one in postures if one.width <= width and one.height <= height]
    for one in lying:
        for place in places:
            place.occupy(one)
    new: list[Laid] = []
    while len(new) < count:
        found = [(-round(y, LEVEL), round(x, LEVEL), k, x, y) for k, one in enumerate(places) for x, y in one.best()]
        if not found:
            break
        _, _, k, x, y = min(found)
        new.append(Laid(places[k].posture, x, y))
        for place in places:
            place.occupy(new[-1])
    return new


Barred = tuple[float, float, float, float, "_NoFit", float, float]  # its box, and where its own origin lies


class _Places:
    """Where a posture may lie. A place is where its box starts."""

    def __init__(self, posture: Posture, width: float, height: float) -> None:
        self.posture = posture
        self._right, self._top = width - posture.width, height - posture.height
        self._barred: list[Barred] = []
        self._fields: list[list[Barred]] = [[] for _ in range(FIELDS * FIELDS)]
        # places that may be free: how high, from the top, and how far to the right
        self._open: list[tuple[float, float, float]] = []
        self._try(0.0, self._top)

    def best(self) -> Iterator[Point]:
        """Yield the highest place, of those the one farthest to the left; nothing if there is none."""
        while self._open:
            _, x, y = self._open[0]
            for left, low, right, high, one, dx, dy in self._fields[self._field(x, y)]:
                if left < x < right and low < y < high and one.holds(x - dx, y - dy):
                    heappop(self._open)  # nothing is ever taken away
                    break
            else:
                yield x, y
                return

    def occupy(self, one: Laid) -> None:
        """Bar the places where the posture would overlap something that lies there now."""
        fresh, dx, dy = _no_fit(one.posture, self.posture), one.x, one.y
        left, low, right, high = fresh.box
        left, low, right, high = left + dx, low + dy, right + dx, high + dy
        if right < 0 or high < 0 or left > self._right or low > self._top:
            return
        for west, south, east, north, other, x, y in self._barred:
            if west <= right and east >= left and south <= high and north >= low:
                self._between(fresh, dx, dy, other, x, y)
        self._along_rim(fresh, dx, dy)
        barred: Barred = (left, low, right, high, fresh, dx, dy)
        self._barred.append(barred)
        first, last = self._field(left, low), self._field(right, high)
        for row in range(first // FIELDS * FIELDS, last + 1, FIELDS):
            for column in range(first % FIELDS, last % FIELDS + 1):
                self._fields[row + column].append(barred)

    def _field(self, x: float, y: float) -> int:
        """Return the number of the field in which a place is, of those beyond the area of the nearest one."""
        column = int(x * FIELDS / self._right) if self._right > 0 else 0
        row = int(y * FIELDS / self._top) if self._top > 0 else 0
        return min(max(row, 0), FIELDS - 1) * FIELDS + min(max(column, 0), FIELDS - 1)

    def _try(self, x: float, y: float) -> None:
        """Take a place for one that may be free, if it is on the area."""
        right, top = self._right, self._top
        if -TINY <= x <= right + TINY and -TINY <= y <= top + TINY:
            x, y = min(max(x, 0.0), right), min(max(y, 0.0), top)
            heappush(self._open, (-round(y, LEVEL), x, y))

    def _between(self, one: _NoFit, dx: float, dy: float, other: _NoFit, x: float, y: float) -> None:
        """Try where the gap between two closes, and where the right side of one meets the level foot of the other."""
        if other.box[1] + y > one.box[1] + dy:
            one, dx, dy, other, x, y = other, x, y, one, dx, dy
        # at the foot of the higher one
        level = one.box[1] + dy
        left, right = one.foot[0] + dx, one.foot[1] + dx
        west, east = other.waist
        if x + east <= right + TINY:
            east = x + across(*other.right, level - y)
            if left - TINY <= east <= right + TINY:
                self._try(east, level)
            if east < left + TINY:
                height = _closing(other.right, one.left, dx - x, dy - y)
                if height is not None:
                    self._try(x + across(*other.right, height), y + height)
                return
        if x + west > right - TINY and x + across(*other.left, level - y) > right - TINY:
            height = _closing(one.right, other.left, x - dx, y - dy)
            if height is not None:
                self._try(dx + across(*one.right, height), dy + height)

    def _along_rim(self, fresh: _NoFit, dx: float, dy: float) -> None:
        """Try where something closes the gap to the rim of the area."""
        height = _closing(RIM, fresh.left, dx, dy)
        if height is not None:
            self._try(0.0, height)
        height = _closing(fresh.right, RIM, self._right - dx, -dy)
        if height is not None:
            self._try(self._right, height + dy)
        if fresh.foot[0] + dx <= 0 <= fresh.foot[1] + dx:
            self._try(0.0, fresh.box[1] + dy)
        if fresh.box[1] + dy <= self._top <= fresh.box[3] + dy:
            self._try(dx + across(*fresh.right, self._top - dy), self._top)


RIM: Rim = ((-1e9, 1e9), (0.0, 0.0))


def _closing(right: Rim, left: Rim, along: float, up: float) -> float | None:
    """Return how high the gap between the right side of a polygon and the left side of another one closes upwards; None
    if it does not. along, up: by which the other one is moved."""
    (ys, xs), (vs, us) = right, left
    low, high = max(ys[0], vs[0] + up), min(ys[-1], vs[-1] + up)
    wide = along + across(vs, us, low - up) - across(ys, xs, low)
    if wide <= 0:
        return low if wide >= -TINY else None
    least = wide, low
    for y in sorted([*(y for y in ys if low < y <= high), *(v + up for v in vs if low < v + up <= high)]):
        after = along + across(vs, us, y - up) - across(ys, xs, y)
        if after <= 0:
            return low + (y - low) * wide / (wide - after)
        least, low, wide = min(least, (after, y)), y, after
    return least[1] if least[0] <= TINY else None


@dataclass(frozen=True, slots=True, eq=False)
class _NoFit:
    """A convex polygon, within which nothing may lie. left, right: its sides, see `rims`; foot: from where to where it
    runs at its lowest; waist: how far its left side comes to the right, and its right side to the left; walls: of each
    side, what lies beyond it to the left, see `holds`; box: left, low, right, high. Lengths in mm."""

    left: Rim
    right: Rim
    foot: tuple[float, float]
    waist: tuple[float, float]
    walls: tuple[tuple[float, float, float], ...]
    box: Box

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a point lies inside by more than TINY."""
        for ux, uy, level in self.walls:  # noqa: SIM110 - a generator would take twice as long
            if y * ux - x * uy <= level:
                return False
        return True


@lru_cache(maxsize=4096)
def _no_fit(lying: Posture, other: Posture) -> _NoFit:
    """Return where another posture would overlap one whose box starts at (0, 0)."""
    ring = _sum(_plain(lying.space), tuple((-x, -y) for x, y in _plain(other.space)))
    walls = tuple(
        (ux := x1 - x0, uy := y1 - y0, TINY * math.hypot(ux, uy) + ux * y0 - uy * x0)
        for (x0, y0), (x1, y1) in sides(ring)
    )
    box = bounds((ring,))
    level = [x for x, y in ring if y < box[1] + 10**-LEVEL]
    foot = min(level), max(level)
    left, right = rims(ring)
    return _NoFit(left, right, foot, (max(left[1]), min(right[1])), walls, box)


@lru_cache(maxsize=1024)
def _plain(ring: Ring) -> Ring:
    """Return a convex ring of few corners; in place of one with many, one that goes round it."""
    if len(ring) <= PLAIN:
        return ring
    turns = [2 * math.pi * k / PLAIN for k in range(PLAIN)]
    ways = [(math.cos(turn), math.sin(turn)) for turn in turns]
    far = [max(x * c + y * s for x, y in ring) for c, s in ways]
    found = []
    for (c, s), (d, t), one, two in zip(ways, ways[1:] + ways[:1], far, far[1:] + far[:1], strict=True):
        wide = c * t - s * d
        found.append(((one * t - two * s) / wide, (two * c - one * d) / wide))
    return hull(tuple((round(x, 9), round(y, 9)) for x, y in found))


def _sum(one: Ring, two: Ring) -> Ring:
    """Return all sums of a point of one convex ring and a point of another one."""
    here, there = _from_foot(one), _from_foot(two)
    i = j = 0
    found: list[Point] = []
    while i < len(one) or j < len(two):
        (x, y), (u, v) = here[i], there[j]
        found.append((x + u, y + v))
        if i == len(one) or j == len(two):
            turn = 1.0 if j == len(two) else -1.0
        else:
            turn = (here[i + 1][0] - x) * (there[j + 1][1] - v) - (here[i + 1][1] - y) * (there[j + 1][0] - u)
        i += turn >= -TINY
        j += turn <= TINY
    return tuple(found)


def _from_foot(ring: Ring) -> Ring:
    """Return a ring from its lowest leftmost point on, and that point again."""
    k = ring.index(min(ring, key=lambda p: (p[1], p[0])))
    return ring[k:] + ring[: k + 1]
