"""Pockets: places beside and between what lies on an area already, for what rows had no room for.

A piece may lie where its space overlaps no other's. Where it may not because of one that lies there is a convex
polygon, all places of its box's lower left corner taken together; a piece pushed home lies on the corners of these
polygons, and where two of them, or one and the rim, cross. So only those places are tried, the highest first. A
place on the line between may and may not counts as free, as pieces whose spaces touch keep the gap.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from quasiprint.drawing.packer import TINY, hull
from quasiprint.drawing.rings import sides
from quasiprint.layout.rows import Posture, posture
from quasiprint.model.face import Point, Ring, bounds, snap
from quasiprint.model.production import Placement
from quasiprint.values import dataclass

QUARTER_TURN = 90.0
PLAIN = 12  # corners of a ring; one of more is taken for one that goes round it
LEVEL = 4  # decimals: what is as high as that is equally high


@dataclass(frozen=True, slots=True)
class Laid:
    """An item on the area that may be used: its posture and where its box starts (mm)."""

    item: str
    posture: Posture
    x: float
    y: float

    @staticmethod
    def at(place: Placement, convex: Ring, gap: float, margin: float = 0.0) -> Laid:
        """Return what lies at a place on an arrangement, of whose rim so much is a margin."""
        own = posture(convex, place.angle, gap)
        return Laid(place.item, own, place.x - margin - own.shift[0], place.y - margin - own.shift[1])

    def placement(self, left: float = 0.0, low: float = 0.0, high: float | None = None) -> Placement:
        """Return its place on the arrangement. left, low: where the area begins; high: that of an area which is turned
        there by a quarter to the left."""
        x, y = self.x + self.posture.shift[0], self.y + self.posture.shift[1]
        angle = self.posture.angle
        if high is not None:
            x, y, angle = high - y, x, angle + QUARTER_TURN
        return Placement(self.item, snap(left + x), snap(low + y), round(angle % 360, 9))


def fill(
    items: Sequence[str], postures: Sequence[Posture], lying: Iterable[Laid], width: float, height: float
) -> list[Laid]:
    """Return as many of the items, which are alike, as fit beside what lies on an area of width × height mm."""
    every = list(lying)
    others = list(dict.fromkeys((*(one.posture for one in every), *postures)))
    places = [_Places(one, others, width, height) for one in postures if one.width <= width and one.height <= height]
    for one in every:
        for place in places:
            place.occupy(one)
    new: list[Laid] = []
    for item in items:
        found = [
            (-round(best[1], LEVEL), round(best[0], LEVEL), k, best) for k, p in enumerate(places) if (best := p.best())
        ]
        if not found:
            break
        _, _, k, (x, y) = min(found)
        new.append(Laid(item, places[k].posture, x, y))
        for place in places:
            place.occupy(new[-1])
    return new


class _Places:
    """Where a posture may lie. A place is where its box starts."""

    def __init__(self, posture: Posture, others: Sequence[Posture], width: float, height: float) -> None:
        """others: all that may come to lie there."""
        self.posture = posture
        self._right, self._top = width - posture.width, height - posture.height
        self._rings = {other: _no_fit_polygon(other, posture) for other in others}
        self._barred: list[_NoFit] = []
        self._free: list[Point] = [(x, y) for x in (0.0, self._right) for y in (0.0, self._top)]

    def best(self) -> tuple[float, float] | None:
        """Return the highest place, of those the one farthest to the left."""
        if not self._free:
            return None
        # as high as the grid of LEVEL has it
        levels = [round(y * 10**LEVEL) for _, y in self._free]
        highest = max(levels)
        points = [point for point, level in zip(self._free, levels, strict=True) if level == highest]
        return min(points, key=lambda point: point[0])

    def occupy(self, one: Laid) -> None:
        """Bar the places where the posture would overlap something that lies there now."""
        fresh = _NoFit.at(self._rings[one.posture], one.x, one.y)
        left, low, right, high = fresh.box
        if right < 0 or high < 0 or left > self._right or low > self._top:
            return
        around = [
            other
            for other in self._barred
            if other.box[0] <= right and other.box[2] >= left and other.box[1] <= high and other.box[3] >= low
        ]
        points = self._inside([*fresh.corners, *_crossings(fresh, around), *self._on_rim(fresh)])
        self._free = [
            point
            for point in self._free
            if not (left < point[0] < right and low < point[1] < high and fresh.holds(point))
        ]
        self._free += [point for point in points if not any(other.holds(point) for other in around)]
        self._barred.append(fresh)

    def _inside(self, points: Iterable[Point]) -> list[Point]:
        """Return the points on the area."""
        right, top = self._right, self._top
        return [
            (min(max(x, 0.0), right), min(max(y, 0.0), top))
            for x, y in points
            if -TINY <= x <= right + TINY and -TINY <= y <= top + TINY
        ]

    def _on_rim(self, fresh: _NoFit) -> Iterator[Point]:
        """Yield where a ring crosses the rim of the area."""
        for upright, values in ((False, (0.0, self._right)), (True, (0.0, self._top))):
            for value in values:
                for x, y, ux, uy in fresh.sides:
                    start, step = (y, uy) if upright else (x, ux)
                    if (start < value) != (start + step < value):
                        part = (value - start) / step
                        yield (x + part * ux, value) if upright else (value, y + part * uy)


@dataclass(frozen=True, slots=True)
class _NoFit:
    """A convex ring, within which nothing may lie. sides: where each starts, and how it runs. levels: of each side,
    what lies beyond it to the left, see `holds`. box: left, low, right, high. Lengths in mm."""

    corners: tuple[Point, ...]
    sides: tuple[tuple[float, float, float, float], ...]
    levels: tuple[tuple[float, float, float], ...]
    box: tuple[float, float, float, float]

    @staticmethod
    def at(ring: Ring, dx: float, dy: float) -> _NoFit:
        """Return a ring that is moved."""
        corners = tuple((x + dx, y + dy) for x, y in ring)
        runs = tuple((x0 + dx, y0 + dy, x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in sides(ring))
        levels = tuple((ux, uy, TINY * math.sqrt(ux * ux + uy * uy) + ux * y - uy * x) for x, y, ux, uy in runs)
        return _NoFit(corners, runs, levels, bounds((corners,)))

    def holds(self, point: Point) -> bool:
        """Tell whether a point lies inside by more than TINY."""
        x, y = point
        left, low, right, high = self.box
        if not (left < x < right and low < y < high):
            return False
        return all(y * ux - x * uy > level for ux, uy, level in self.levels)


@lru_cache(maxsize=4096)
def _no_fit_polygon(lying: Posture, other: Posture) -> Ring:
    """Return where another posture would overlap one whose box starts at (0, 0)."""
    # rounded, since a hull takes corners for sorted, and last bits are not
    ends = ((round(x - u, 9), round(y - v, 9)) for x, y in _plain(lying.space) for u, v in _plain(other.space))
    return hull(tuple(ends))


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
        across = c * t - s * d
        found.append(((one * t - two * s) / across, (two * c - one * d) / across))
    return hull(tuple((round(x, 9), round(y, 9)) for x, y in found))


def _crossings(fresh: _NoFit, around: Sequence[_NoFit]) -> Iterator[Point]:
    """Yield where the sides of a convex ring cross those of others."""
    for x, y, ux, uy in fresh.sides:
        left, right = (x - TINY, x + ux + TINY) if ux > 0 else (x + ux - TINY, x + TINY)
        low, high = (y - TINY, y + uy + TINY) if uy > 0 else (y + uy - TINY, y + TINY)
        for other in around:
            box = other.box
            if box[0] > right or box[2] < left or box[1] > high or box[3] < low:
                continue
            for p, q, vx, vy in other.sides:
                across = ux * vy - uy * vx
                if -TINY < across < TINY:
                    continue
                over, up = p - x, q - y
                part = (over * vy - up * vx) / across
                if 0 <= part <= 1 and 0 <= (over * uy - up * ux) / across <= 1:
                    yield x + part * ux, y + part * uy
