"""A ribbon: a band of constant width along a bent centre line, and coordinates on it.

A ribbon is drawn in the frame of an edge: the edge's midpoint is the origin, x runs along the
edge towards the tile's obtuse corner, y into the tile. The ribbon crosses the edge at a right
angle, runs in straight, bends with one radius, and runs on straight.

Coordinates on it are (s, t): s the distance along the centre line from the edge, t the
distance to its left, both in mm. Between stations the map from (s, t) to the plane is linear,
so that whatever touches the ribbon's side lies on the polygon that is the ribbon's side.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from quasiprint.model.face import Point

BEND_STEP = math.radians(7.5)  # the chord of a bend of 5 mm is then within 0.011 mm of its arc

NEAR = 0.03  # mm: corners closer than this to a station are put on it

Path = Sequence[Point]  # of (s, t)


@dataclass(frozen=True)
class Ribbon:
    """A band `width` mm wide. run_in: straight length before the bend; bend: radius and angle
    (radians, to the right); length: of the whole centre line, from s = 0, the nominal edge.
    start: the s at which the tile as made begins (its clearance). free: whether the ribbon begins
    there for good, and is not met by a neighbour's at the edge."""

    width: float
    run_in: float
    radius: float
    angle: float
    length: float
    start: float
    free: bool = False

    @property
    def half(self) -> float:
        """Half of the width, mm."""
        return self.width / 2

    @cached_property
    def stations(self) -> tuple[float, ...]:
        """The s at which the centre line is sampled: start, every step of the bend, end."""
        steps = max(1, math.ceil(self.angle / BEND_STEP)) if self.angle else 0
        bend = [self.run_in + self.radius * self.angle * k / steps for k in range(steps + 1)] if steps else []
        return (self.start, *(s for s in bend if self.start < s < self.length), self.length)

    def _frame(self, s: float) -> tuple[float, float, float]:
        """Return the centre line's point and its heading (radians) at s."""
        if s <= self.run_in or not self.angle:
            return 0.0, s, math.pi / 2
        turned = min(self.angle, (s - self.run_in) / self.radius)
        x = self.radius * (1 - math.cos(turned))
        y = self.run_in + self.radius * math.sin(turned)
        heading = math.pi / 2 - turned
        rest = s - self.run_in - self.radius * turned
        return x + rest * math.cos(heading), y + rest * math.sin(heading), heading

    def _at_station(self, s: float, t: float) -> Point:
        x, y, heading = self._frame(s)
        return x - t * math.sin(heading), y + t * math.cos(heading)

    def point(self, s: float, t: float) -> Point:
        """Return (x, y) of the point (s, t), in the frame of the edge."""
        k = min(max(bisect_right(self.stations, s) - 1, 0), len(self.stations) - 2)
        s0, s1 = self.stations[k], self.stations[k + 1]
        f = (s - s0) / (s1 - s0)
        (x0, y0), (x1, y1) = self._at_station(s0, t), self._at_station(s1, t)
        return x0 + f * (x1 - x0), y0 + f * (y1 - y0)

    def ring(self, path: Path) -> tuple[Point, ...]:
        """Return a closed path of (s, t) as a ring of (x, y), with a corner at every station
        that one of its sides passes."""
        corners: list[Point] = []
        for (s0, t0), (s1, t1) in zip(path, [*path[1:], path[0]], strict=True):
            corners.append(self.point(s0, t0))
            margin = 1e-9 if t0 == t1 else NEAR  # along a side every station must be a corner
            corners.extend(self.point(s, t0 + (t1 - t0) * (s - s0) / (s1 - s0)) for s in self._between(s0, s1, margin))
        return tuple(corners)

    def _between(self, s0: float, s1: float, margin: float) -> Iterator[float]:
        inside = [s for s in self.stations if min(s0, s1) + margin < s < max(s0, s1) - margin]
        return iter(inside if s0 < s1 else inside[::-1])

    def inner_scale(self, t: float) -> float:
        """Return how much shorter the bend is at distance t from the centre line than on it."""
        return (self.radius - abs(t)) / self.radius if self.angle else 1.0

    def inner_length(self, s0: float, s1: float) -> float:
        """Return the length of the ribbon's shorter side between s0 and s1, mm."""
        bend0, bend1 = self.run_in, self.run_in + self.radius * self.angle
        bent = max(0.0, min(s1, bend1) - max(s0, bend0))
        return (s1 - s0) - bent * (1 - self.inner_scale(self.half))

    def advance(self, s: float, length: float) -> float:
        """Return the s at which the shorter side is `length` mm further on than at s.

        Bars that cross the ribbon are spaced by this, so that even in a tight bend neither a
        bar nor a gap is narrower than asked for."""
        scale = self.inner_scale(self.half)
        bend0, bend1 = self.run_in, self.run_in + self.radius * self.angle
        for end, rate in ((bend0, 1.0), (bend1, scale), (math.inf, 1.0)):
            here = max(0.0, end - s) * rate
            if length <= here:
                return self._at_station_if_near(s + length / rate)
            length -= here
            s = max(s, end)
        raise AssertionError("the last stretch has no end")

    def _at_station_if_near(self, s: float) -> float:
        """Return the station that lies within NEAR of s, or s: no side gets shorter than NEAR."""
        nearest = min(self.stations, key=lambda station: abs(station - s))
        return nearest if abs(nearest - s) < NEAR else s
