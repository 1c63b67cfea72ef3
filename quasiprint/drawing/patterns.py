"""Bands and ribbons: strips of constant width along a line of straight stretches and arcs, and coordinates on them; and
the patterns that tell stripes apart without colour: what is inked of a strip, or raised of it for fingers.

Coordinates on a band are (s, t): s along the line, t to its left, both in mm. Between stations the map from (s, t) to
the plane is linear, so that whatever touches the band's side lies on the polygon that is the band's side.

Five of the eight patterns are the same strokes however they are read, which only differ in how wide they are: all of
the strip, bars, rails, rails with rungs, a line. Dots, arrowheads and zigzags are drawn for a ribbon, for a band and
for fingers. What is inked is an area in (s, t) coordinates of the strip. All obey three laws:

- At an edge the inked part of the strip's width is symmetric about the middle, so that it meets the neighbour's, who
  sees it turned by half a turn.
- Pieces of ink never touch one another, not even in a point.
- No stroke and no gap between strokes is narrower than the boldness (mm), also in a bend; for fingers, none is narrower
  than a line for them, or than such lines are apart.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from quasiprint.drawing.areas import common
from quasiprint.model.face import Point, Region, Ring, snap, snap_axes
from quasiprint.model.measures import SPACED

BEND_STEP = math.radians(7.5)  # of a ribbon: the chord of a bend of 5 mm is then within 0.011 mm of its arc
NEAR = 0.03  # mm: what is closer than this to a station is put on it
LEAST = 1e-9  # mm, and per mm: less is nothing


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

    def at(self, s: float) -> tuple[float, float, float]:
        """Return the point and the heading at a distance along the line."""
        k = min(max(bisect_right(self.starts, s) - 1, 0), len(self.stretches) - 1)
        return self.stretches[k].at(s - self.starts[k])


@dataclass(frozen=True)
class Strip:
    """A piece of a band about a line. width: of the band, mm. start, length: the s at which the piece begins and ends,
    on the line. edges: whether it begins, and ends, at an edge, where it is met by a neighbour's."""

    line: Line
    width: float
    start: float
    length: float
    edges: tuple[bool, bool] = (True, True)

    @property
    def half(self) -> float:
        """Half of the width, mm."""
        return self.width / 2

    @property
    def stations(self) -> tuple[float, ...]:
        """The s at which the piece has corners, and its two ends."""
        raise NotImplementedError

    def ring(self, path: Path) -> tuple[Point, ...]:
        """Return a closed path of (s, t) as a ring of (x, y), with a corner at every station that a side passes; a
        slanting side has none near its ends."""
        corners: list[Point] = []
        for (s0, t0), (s1, t1) in zip(path, [*path[1:], path[0]], strict=True):
            corners += [self.point(s0, t0), *self.along(s0, t0, s1, t1, LEAST if t0 == t1 else NEAR)]
        return tuple(corners)

    @property
    def strokes(self) -> Strokes:
        """What draws the patterns on it."""
        return Strokes(self, boldness(self.width))

    def _corner(self, s: float, way: int) -> Point:
        """Return the point of the left (1) or right (−1) side of the piece, at its s."""
        x, y, heading = self.line.at(s)
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

    def along(self, s0: float, t0: float, s1: float, t1: float, margin: float) -> list[Point]:
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
        stretches = zip(starts, starts[1:], self.line.stretches, strict=False)
        return [(a, b, abs(stretch.bend)) for a, b, stretch in stretches if b > self.start and a < self.length]

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
                return self.at_station_if_near(s + length / rate)
            length -= here
            s = b
        return self.at_station_if_near(s + length)

    def at_station_if_near(self, s: float) -> float:
        """Return the station that lies within NEAR of s, or s: no side gets shorter than NEAR."""
        nearest = min(self.stations, key=lambda station: abs(station - s))
        return nearest if abs(nearest - s) < NEAR else s


class Ribbon(Strip):
    """A strip in the frame of an edge: the edge's middle is the origin, x runs along it towards the tile's obtuse
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


PATTERNS = ("solid", "dashed", "dotted", "double", "ladder", "chevron", "line", "zigzag")
DOT_SIDES = 20
BOLDNESS = 0.3  # of the ribbon's width
TIP = 0.75  # of half the width: how far an arrowhead's tip is ahead of its sides
BROAD = 3.0  # ribs: how wide a ribbon for fingers is, at least; a band so broad is not taken for one rib
DOT = 2.0  # mm: a dot's diameter, for fingers
STEP = 0.05  # mm: along the ribbon, where a place for the next dot is sought
RAILED = frozenset({"double", "ladder", "chevron", "zigzag"})  # patterns with more than one rib side by side
Path = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class StripRegion:
    """An inked area: an outer path and holes, in (s, t); or a true circle about (s, 0), drawn round also in a bend."""

    outer: Path
    holes: tuple[Path, ...] = ()
    radius: float = 0.0


def boldness(width: float) -> float:
    """Return the narrowest stroke of a pattern on a ribbon `width` mm wide, in mm."""
    return BOLDNESS * width


def tactile_width(patterns: frozenset[str], rib: float) -> float:
    """Return how wide a ribbon must be for fingers to read some patterns, mm. rib: how wide one is."""
    railed = 2 * rib + SPACED if patterns & RAILED else 0.0
    return snap(max(BROAD * rib, railed))


def snap_ring(ring: Ring) -> Ring:
    """Return a ring on the grid, of points that are one there once."""
    points = snap_axes(*zip(*ring, strict=True))
    return tuple(p for k, p in enumerate(points) if p != points[k - 1])


def ink_regions(
    strip: Strip, pattern: str, place: Callable[[Ring], Ring] = snap_ring, rib: float | None = None
) -> tuple[Region, ...]:
    """Return what a pattern inks of a strip. place: takes points into the frame of the drawing. rib: how wide raised
    lines are, mm, where fingers are to read it."""
    strokes = strip.strokes if rib is None else Ribs(strip, rib)
    return tuple(_region(strip, found, place) for found in getattr(strokes, pattern)())


def _region(strip: Strip, found: StripRegion, place: Callable[[Ring], Ring]) -> Region:
    if not found.radius:
        return Region(place(strip.ring(found.outer)), tuple(place(strip.ring(hole)) for hole in found.holes))
    (cx, cy), r = strip.point(found.outer[0][0], 0.0), found.radius
    turns = [math.tau * k / DOT_SIDES for k in range(DOT_SIDES)]
    return Region(place(tuple((cx + r * math.cos(a), cy + r * math.sin(a)) for a in turns)))


def dot(s: float, radius: float) -> StripRegion:
    """Return a round dot about (s, 0)."""
    return StripRegion(((s, 0.0),), radius=radius)


def bar(s0: float, s1: float, t0: float, t1: float) -> Path:
    """Return a bar's corners so that they run anticlockwise in the plane (t is to the left)."""
    return ((s0, t1), (s0, t0), (s1, t0), (s1, t1))


class Strokes:
    """The patterns of a ribbon. rail, thin: how wide a rail and a single line are, mm."""

    def __init__(self, strip: Strip, bold: float) -> None:
        self.strip, self.bold, self.half = strip, bold, strip.half
        self.start, self.length = strip.start, strip.length
        self.rail, self.thin = max(bold, 0.3 * strip.width), max(1.2 * bold, 0.36 * strip.width)

    def across(self, s0: float, s1: float) -> StripRegion:
        """Return a bar from side to side."""
        return StripRegion(bar(s0, s1, -self.half, self.half))

    def bars(self, wide: float, gap: float, side: float) -> list[tuple[float, float]]:
        """Return bars (s0, s1) across the strip: at its beginning, at its end, and evenly between.

        wide, gap: least lengths along the shorter side, in strokes. side: how far from the middle gaps reach, mm."""
        strip, wide, gap = self.strip, wide * self.bold, gap * self.bold
        first = strip.advance(self.start, wide)
        rest = strip.inner_length(first, self.length)
        count = int((rest + 1e-9) // (wide + gap))
        if count < 1:
            return [(self.start, self.length)]
        stretch = rest / (count * (wide + gap))
        found = [(self.start, first)]
        s = first
        for k in range(count):
            s0 = strip.advance(s, gap * stretch)
            s = strip.advance(s0, wide * stretch) if k < count - 1 else self.length
            found.append((s0, s))
        return found

    def solid(self) -> list[StripRegion]:
        """The whole strip."""
        return [self.across(self.start, self.length)]

    def dashed(self) -> list[StripRegion]:
        """Bars across the strip."""
        return [self.across(*bar) for bar in self.bars(1.15, 1.15, self.half)]

    def double(self) -> list[StripRegion]:
        """Two rails along the sides."""
        sides = ((-self.half, self.rail - self.half), (self.half - self.rail, self.half))
        return [StripRegion(bar(self.start, self.length, *side)) for side in sides]

    def ladder(self) -> list[StripRegion]:
        """Two rails and rungs: the whole strip with windows."""
        inner = self.half - self.rail
        rungs = self.bars(1.0, 1.6, inner)
        windows = [bar(rung[1], two[0], -inner, inner)[::-1] for rung, two in zip(rungs, rungs[1:], strict=False)]
        return [StripRegion(bar(self.start, rungs[-1][1], -self.half, self.half), tuple(windows))]

    def line(self) -> list[StripRegion]:
        """One thin line along the middle."""
        return [StripRegion(bar(self.start, self.length, -self.thin / 2, self.thin / 2))]

    def halfdot(self, at: float, cut: float, radius: float, way: int = 1) -> StripRegion:
        """Return the part of a dot that lies on the strip, where the dot's middle is near an end of it. at: the end;
        cut: how far the middle lies beyond it; way: 1 at the strip's beginning, −1 at its end."""
        reach = math.sqrt(radius * radius - cut * cut)
        low = math.asin(cut / radius)
        turns = [low + k * (math.pi - 2 * low) / 10 for k in range(1, 10)]
        # anticlockwise in the plane: t is to the left of s
        arc = [(at + way * (radius * math.sin(a) - cut), -way * radius * math.cos(a)) for a in turns]
        return StripRegion(((at, -way * reach), *arc, (at, way * reach)))

    def dotted(self) -> list[StripRegion]:
        """Round dots; half a dot at the edge, which the neighbour's half makes whole, if there is one."""
        radius = self.half - 0.3 * self.bold
        last = self.length - radius - 0.1 * self.bold
        # In the bend a chord is shorter than its arc: spacing measured halfway to the inner side.
        pitch = (2 * radius + self.bold) / math.sqrt(self.strip.inner_scale(self.half / 2))
        if self.strip.edges[0]:
            count = max(1, int(last // pitch))
            half_dot = self.halfdot(self.start, self.start, radius)
            return [half_dot, *(dot(last / count * k, radius) for k in range(1, count + 1))]
        first = self.start + self.length - last
        count = int((last - first) // pitch)
        if count < 1:  # a short one has room for a single dot
            return [dot((first + last) / 2, radius)]
        return [dot(first + (last - first) * k / count, radius) for k in range(count + 1)]

    def arrow(self, s: float, way: int = 1) -> Path:
        """Return an arrowhead's line, from right to left as seen along the strip. way: 1 if it points along it."""
        return (s, -self.half), (s + way * TIP * self.half, 0.0), (s, self.half)

    def between(self, back: Path, ahead: Path) -> StripRegion:
        """Return what lies between a line across the strip and another, farther on."""
        return StripRegion((*back[::-1], *ahead))

    def chevron(self) -> list[StripRegion]:
        """Arrowheads that point into the tile; at a join two of them make a diamond."""
        tip, advance = TIP * self.half, self.strip.advance
        # a band that slants loses width across: thicken it along s
        band = 1.1 * self.bold * math.hypot(tip, self.half) / self.half
        first = advance(self.start, self.bold)
        found = [self.between(((self.start, -self.half), (self.start, self.half)), self.arrow(first))]
        s = advance(first, band)
        while (upper := advance(s, band)) + tip <= self.length - 0.1 * self.bold:
            found.append(self.between(self.arrow(s), self.arrow(upper)))
            s = advance(upper, band)
        if s + tip <= self.length - self.bold:
            found.append(self.between(self.arrow(s), ((self.length, -self.half), (self.length, self.half))))
        return found

    def zigzag(self) -> list[StripRegion]:
        """A zigzag from side to side, cut flat by the sides; it passes the edge in the middle."""
        run = self.length - self.start
        quarter = max(1.05 * self.swing(), 0.9 * self.bold)
        count = max(1, round((run / quarter - 0.35) / 2))
        return [self.wave(run / (2 * count + 0.35), count + 1)]

    def swing(self) -> float:
        """Return how far to the side the middle of a zigzag goes, mm: its stroke is 1.6 wide."""
        return self.half + 0.35 * self.bold - 1.6 * self.bold / 2

    def wave(self, quarter: float, count: int, *more: Point) -> StripRegion:
        """Return a zigzag: from the middle to so many turns, two quarters apart, then to further points; cut at the
        strip's sides and ends."""
        swing, thick = self.swing(), 1.6 * self.bold
        turns = [(self.start, 0.0)]
        turns += [(self.start + (2 * k + 1) * quarter, swing if k % 2 else -swing) for k in range(count)]
        turns += more
        right, left = ([(s, t + way * thick / 2) for s, t in turns] for way in (-1, 1))
        whole = Region(bar(self.start, self.length, -self.half, self.half))
        (found,) = common((Region((*right, *left[::-1])),), (whole,))
        return StripRegion(found.outer)


class Ribs(Strokes):
    """The patterns of a ribbon for fingers, which differ in what a fingertip meets that runs along it.
    bold: how wide a rib is, mm."""

    def __init__(self, strip: Strip, bold: float) -> None:
        super().__init__(strip, bold)
        self.rail = self.thin = bold

    def _advance(self, s: float, way: float, t: float) -> float:
        """Return the s at which both sides, `t` mm to the left and right, are `way` mm from where they are at s, by a
        straight line: nothing across the ribbon there is nearer to what is across it here."""
        after, point = s, self.strip.point
        while True:
            after += STEP
            if all(math.dist(point(s, side), point(after, side)) >= way for side in (-t, t)):
                return after

    def bars(self, wide: float, gap: float, side: float) -> list[tuple[float, float]]:
        """Return bars (s0, s1), the first at the edge, as many as there is room for; no gap between them is narrower
        than fingers need, up to `side` mm from the middle."""
        found = []
        s0 = self.start
        while (s1 := self._advance(s0, self.bold, self.half)) <= self.length:
            found.append((s0, s1))
            s0 = self._advance(s1, SPACED, side)
        return found

    def dotted(self) -> list[StripRegion]:
        """Round dots in a row; none lies on the edge, where it would be cut in two."""
        radius = max(self.bold, DOT) / 2
        places = [self.start + SPACED / 2 + radius]
        while (after := self._advance(places[-1], 2 * radius + SPACED, 0.0)) <= self.length - radius:
            places.append(after)
        return [dot(s, radius) for s in places]

    def chevron(self) -> list[StripRegion]:
        """Arrowheads that point into the tile, a bar at the edge."""
        h, tip = self.half, TIP * self.half
        slant = math.hypot(tip, h) / h  # a band that slants loses width across
        s = self._advance(self.start, self.bold, h)
        found = [self.across(self.start, s)]
        s = self._advance(s, SPACED, h)
        while (upper := self._advance(s, self.bold * slant, h)) + tip <= self.length:
            found.append(self.between(self.arrow(s), self.arrow(upper)))
            s = self._advance(upper, SPACED * slant, h)
        return found

    def zigzag(self) -> list[StripRegion]:
        """A wall that goes to and fro across the ribbon, in right angles: slanting ones leave no gap to feel."""
        h, legs = self.half, self.bars(1.0, 1.0, self.half)
        sides: tuple[list[Point], list[Point]] = [(self.start, -h)], [(self.start, h)]
        for k, (before, after) in enumerate(zip(legs, legs[1:], strict=False)):
            at, reach = (h, self.bold - h) if k % 2 else (-h, h - self.bold)
            sides[k % 2].extend([(before[1], at), (before[1], reach), (after[0], reach), (after[0], at)])
        low, high = ([*side, (legs[-1][1], t)] for side, t in zip(sides, (-h, h), strict=True))
        return [StripRegion((high[0], *low, *high[:0:-1]))]
