"""Bands and ribbons: strips of constant width along a line of straight stretches and arcs, and coordinates on them.

A line leaves one point in a direction and arrives at another in a direction: straight at both ends, between them two
arcs that run into each other without a corner. Where the ends lie alike, the two arcs are one. Arcs that would be
wider than wanted are two of the radius wanted, with a straight stretch between.

Coordinates on a band are (s, t): s along the line, t to its left, both in mm. Between stations the map from (s, t) to
the plane is linear, so that whatever touches the band's side lies on the polygon that is the band's side.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from quasiprint.model.face import Point

BEND_STEP = math.radians(7.5)  # of a ribbon: the chord of a bend of 5 mm is then within 0.011 mm of its arc
NEAR = 0.03  # mm: what is closer than this to a station is put on it
SAGITTA = 0.015  # mm: how far a chord may be from its arc
LEAST = 1e-9  # mm, and per mm: less is nothing
Path = Sequence[Point]  # of (s, t)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a line: where it begins and heads (radians), how long it is (mm), and how it bends: 1/radius, above 0
    to the left, 0 for straight."""

    x: float
    y: float
    heading: float
    length: float
    bend: float

    def at(self, s: float) -> tuple[float, float, float]:
        """Return the point and the heading at a distance from the beginning."""
        if not self.bend:
            return self.x + s * math.cos(self.heading), self.y + s * math.sin(self.heading), self.heading
        heading = self.heading + s * self.bend
        x = self.x + (math.sin(heading) - math.sin(self.heading)) / self.bend
        y = self.y - (math.cos(heading) - math.cos(self.heading)) / self.bend
        return x, y, heading


@dataclass(frozen=True)
class Line:
    """A line of stretches that run into one another."""

    stretches: tuple[Stretch, ...]

    @cached_property
    def starts(self) -> tuple[float, ...]:
        """Where each stretch begins, mm along the line, and where the last one ends."""
        found = [0.0]
        for stretch in self.stretches:
            found.append(found[-1] + stretch.length)
        return tuple(found)

    @property
    def length(self) -> float:
        """The length of the line, mm."""
        return self.starts[-1]

    @property
    def tightest(self) -> float:
        """The least radius of a bend, mm; infinite if there is none."""
        return min((1 / abs(stretch.bend) for stretch in self.stretches if stretch.bend), default=math.inf)

    def at(self, s: float) -> tuple[float, float, float]:
        """Return the point and the heading at a distance along the line."""
        k = min(max(bisect_right(self.starts, s) - 1, 0), len(self.stretches) - 1)
        return self.stretches[k].at(s - self.starts[k])

    def stations(self, sagitta: float = SAGITTA) -> tuple[float, ...]:
        """Return where the line is sampled: so often that no chord is farther from its arc than `sagitta` mm."""
        found = []
        for start, stretch in zip(self.starts, self.stretches, strict=False):
            step = math.sqrt(8 * sagitta / abs(stretch.bend)) if stretch.bend else math.inf
            steps = max(1, math.ceil(stretch.length / step))
            found += [start + stretch.length * k / steps for k in range(steps)]
        return (*found, self.length)

    def track(self, sagitta: float = SAGITTA) -> tuple[tuple[float, Point], ...]:
        """Return points of the line, each with how far along it is."""
        return tuple((s, self.at(s)[:2]) for s in self.stations(sagitta))


@lru_cache(maxsize=4096)
def join(one: Point, out: float, two: Point, back: float, straight: float, widest: float = math.inf) -> Line:
    """Return the line between two points. out, back: the directions in which it leaves the one and the other, radians.
    straight: how far it runs straight at either end, mm. widest: the largest radius of an arc to one side, mm."""
    ax, ay = one[0] + straight * math.cos(out), one[1] + straight * math.sin(out)
    bx, by = two[0] + straight * math.cos(back), two[1] + straight * math.sin(back)
    arrival = back + math.pi
    first, last = (math.cos(out), math.sin(out)), (math.cos(arrival), math.sin(arrival))
    vx, vy = bx - ax, by - ay
    far = vx * vx + vy * vy
    # so long are the tangents of both arcs: then the two meet without a corner
    apart = 1 - (first[0] * last[0] + first[1] * last[1])
    along = vx * (first[0] + last[0]) + vy * (first[1] + last[1])
    root = math.sqrt(along * along + 2 * apart * far)
    tangent = (root - along) / (2 * apart) if apart > LEAST else far / (2 * along)
    mx, my = (ax + bx + tangent * (first[0] - last[0])) / 2, (ay + by + tangent * (first[1] - last[1])) / 2
    begin = Stretch(one[0], one[1], out, straight, 0.0)
    arcs = [_arc((ax, ay), out, (mx, my))]
    middle = arcs[0].at(arcs[0].length)[2]
    arcs.append(_arc((mx, my), middle, (bx, by)))
    if abs(arcs[0].bend - arcs[1].bend) < LEAST:
        arcs = [Stretch(ax, ay, out, arcs[0].length + arcs[1].length, arcs[0].bend)]
    if all(not arc.bend for arc in arcs):
        return Line((Stretch(one[0], one[1], out, math.dist(one, two), 0.0),))
    if arcs[0].bend * arcs[-1].bend > 0 and min(abs(arc.bend) for arc in arcs) < 1 / widest:
        arcs = _widen((ax, ay), out, (bx, by), arrival, math.copysign(widest, arcs[0].bend)) or arcs
    return Line((begin, *arcs, Stretch(bx, by, arrival, straight, 0.0)))


def _widen(one: Point, out: float, two: Point, arrival: float, radius: float) -> list[Stretch]:
    """Return two arcs of a radius, above 0 to the left, and the straight stretch that touches both; nothing where that
    would turn more than round once."""
    ax, ay = one[0] - radius * math.sin(out), one[1] + radius * math.cos(out)  # the middles of the arcs
    bx, by = two[0] - radius * math.sin(arrival), two[1] + radius * math.cos(arrival)
    way = 1.0 if radius > 0 else -1.0
    heading = math.atan2(by - ay, bx - ax)
    first, last = (way * (heading - out)) % math.tau, (way * (arrival - heading)) % math.tau
    if first + last >= math.tau - LEAST or min(first, last) < LEAST:
        return []
    begin = Stretch(*one, out, first * abs(radius), 1 / radius)
    x, y, heading = begin.at(begin.length)
    straight = Stretch(x, y, heading, math.dist((ax, ay), (bx, by)), 0.0)
    x, y, heading = straight.at(straight.length)
    return [begin, straight, Stretch(x, y, heading, last * abs(radius), 1 / radius)]


def _arc(start: Point, heading: float, end: Point) -> Stretch:
    """Return the arc that leaves a point in a direction and goes to another."""
    chord = math.dist(start, end)
    turn = math.atan2(end[1] - start[1], end[0] - start[0]) - heading
    turn = (turn + math.pi) % math.tau - math.pi  # half of what the arc turns
    if abs(turn) < LEAST:
        return Stretch(*start, heading, chord, 0.0)
    radius = chord / (2 * math.sin(turn))
    return Stretch(*start, heading, 2 * turn * radius, 1 / radius)


@dataclass(frozen=True)
class Band:
    """A piece of a band about a line. width: of the band, mm. start, length: the s at which the piece begins and ends,
    on the line. leans: how its two ends slant: by how much s grows for each mm to the left. edges: whether it begins,
    and ends, at an edge, where it is met by a neighbour's."""

    line: Line
    width: float
    start: float
    length: float
    leans: Point = (0.0, 0.0)
    edges: tuple[bool, bool] = (True, True)

    @property
    def half(self) -> float:
        """Half of the width, mm."""
        return self.width / 2

    @property
    def shortest(self) -> float:
        """The length of the shorter side along the line, mm."""
        return self.length - self.start - self.half * abs(self.leans[1] - self.leans[0])

    @property
    def free(self) -> bool:
        """Whether it begins for good, and is not met by a neighbour's."""
        return not self.edges[0]

    def _side(self, s: float, way: int) -> float:
        """Return how far along the line the left (1) or right (−1) side of the piece is, at its s."""
        part = (s - self.start) / (self.length - self.start)
        return s + way * self.half * ((1 - part) * self.leans[0] + part * self.leans[1])

    @cached_property
    def stations(self) -> tuple[float, ...]:
        """The s of the piece at which one of its sides has a corner, and its two ends."""
        found = []
        for way in (1, -1) if any(self.leans) else (1,):
            first, last = self._side(self.start, way), self._side(self.length, way)
            inner = [s for s in self.line.stations() if first + NEAR < s < last - NEAR]
            found += [self.start + (self.length - self.start) * (s - first) / (last - first) for s in inner]
        kept = [self.start]
        for s in sorted(found):
            if s - kept[-1] > NEAR:
                kept.append(s)
        return (*kept, self.length)

    def _corner(self, s: float, way: int) -> Point:
        """Return the point of a side of the piece, at its s."""
        along = self._side(s, way)
        x, y, heading = self.line.at(along)
        return x - way * self.half * math.sin(heading), y + way * self.half * math.cos(heading)

    @cached_property
    def _crossings(self) -> tuple[tuple[float, float, float, float], ...]:
        """The straight lines that cross the piece at its stations: each where it begins, on the right side, and how far
        it goes."""
        sides = [(self._corner(s, 1), self._corner(s, -1)) for s in self.stations]
        return tuple((rx, ry, lx - rx, ly - ry) for (lx, ly), (rx, ry) in sides)

    def point(self, s: float, t: float) -> Point:
        """Return (x, y) of the point (s, t)."""
        stations = self.stations
        k = min(max(bisect_right(stations, s) - 1, 0), len(stations) - 2)
        f = (s - stations[k]) / (stations[k + 1] - stations[k])
        part = (t / self.half + 1) / 2
        (rx, ry, dx, dy), (qx, qy, ex, ey) = self._crossings[k : k + 2]
        x0, y0 = rx + part * dx, ry + part * dy
        return x0 + f * (qx + part * ex - x0), y0 + f * (qy + part * ey - y0)

    def ring(self, path: Path) -> tuple[Point, ...]:
        """Return a closed path of (s, t) as a ring of (x, y), with a corner at every station that one of its sides
        passes."""
        corners: list[Point] = []
        near = [(self._at_station_if_near(s), t) for s, t in path]
        for (s0, t0), (s1, t1) in zip(near, near[1:] + near[:1], strict=True):
            corners += [self.point(s0, t0), *self._along(s0, t0, s1, t1, LEAST)]
        return tuple(corners)

    def _along(self, s0: float, t0: float, s1: float, t1: float, margin: float) -> list[Point]:
        """Return the corners of a side of a path between its ends, at the stations `margin` mm away from these."""
        between = [s for s in self.stations if min(s0, s1) + margin < s < max(s0, s1) - margin]
        return [self.point(s, t0 + (t1 - t0) * (s - s0) / (s1 - s0)) for s in (between if s0 < s1 else between[::-1])]

    @property
    def tightest(self) -> float:
        """The least radius of a bend of the piece, mm; infinite if it is straight."""
        found = [1 / bend for _, end, bend in self._bends() if bend and end > self.start]
        return min(found, default=math.inf)

    def _bends(self) -> list[tuple[float, float, float]]:
        """Return the stretches that the piece has a part in: from where to where, and how they bend, either way."""
        starts = self.line.starts
        every = zip(starts, starts[1:], self.line.stretches, strict=False)
        return [(a, b, abs(stretch.bend)) for a, b, stretch in every if b > self.start and a < self.length]

    def inner_scale(self, t: float) -> float:
        """Return how much shorter the tightest bend is at distance t from the line than on it."""
        return 1 - abs(t) / self.tightest

    def inner_length(self, s0: float, s1: float) -> float:
        """Return the length of the band's shorter side between s0 and s1, mm."""
        return sum(
            (min(s1, b) - max(s0, a)) * (1 - bend * self.half) for a, b, bend in self._bends() if a < s1 and b > s0
        )

    def advance(self, s: float, length: float) -> float:
        """Return the s at which the shorter side is `length` mm further on than at s."""
        for a, b, bend in self._bends():
            if b <= s:
                continue
            rate = 1 - bend * self.half
            here = (b - max(s, a)) * rate
            if length <= here:
                return self._at_station_if_near(s + length / rate)
            length -= here
            s = b
        return self._at_station_if_near(s + length)

    def _at_station_if_near(self, s: float) -> float:
        """Return the station that lies within NEAR of s, or s: no side gets shorter than NEAR."""
        nearest = min(self.stations, key=lambda station: abs(station - s))
        return nearest if abs(nearest - s) < NEAR else s


class Ribbon(Band):
    """A band in the frame of an edge: the edge's middle is the origin, x runs along it towards the tile's obtuse
    corner, y into the tile. It crosses the edge at a right angle, runs in straight, bends once, and runs on straight.

    run_in: straight length before the bend; radius, angle: of the bend, to the right, mm and radians. length: of the
    whole line, from s = 0, the nominal edge. start: the s at which the tile as made begins (its clearance). free:
    whether it begins there for good, and is not met by a neighbour's at the edge.
    """

    def __init__(
        self, width: float, run_in: float, radius: float, angle: float, length: float, start: float, free: bool = False
    ) -> None:
        found = [Stretch(0.0, 0.0, math.pi / 2, run_in if angle else length, 0.0)]
        for long, bend in ((radius * angle, -1 / radius), (length - run_in - radius * angle, 0.0)) if angle else ():
            found.append(Stretch(*found[-1].at(found[-1].length), long, bend))
        super().__init__(Line(tuple(found)), width, start, length, edges=(not free, False))

    @cached_property
    def stations(self) -> tuple[float, ...]:
        """The s at which the line is sampled: start, every step of the bend, end."""
        found: list[float] = []
        for begin, bend in zip(self.line.starts, self.line.stretches, strict=False):
            if not bend.bend:
                continue
            steps = max(1, math.ceil(bend.length * abs(bend.bend) / BEND_STEP - LEAST))
            found += [begin + bend.length * k / steps for k in range(steps + 1)]
        return (self.start, *(s for s in found if self.start < s < self.length), self.length)

    def ring(self, path: Path) -> tuple[Point, ...]:
        """Return a closed path of (s, t) as a ring of (x, y), with a corner at every station that one of its sides
        passes; where that slants, no station near its ends is one."""
        corners: list[Point] = []
        for (s0, t0), (s1, t1) in zip(path, [*path[1:], path[0]], strict=True):
            corners += [self.point(s0, t0), *self._along(s0, t0, s1, t1, LEAST if t0 == t1 else NEAR)]
        return tuple(corners)
