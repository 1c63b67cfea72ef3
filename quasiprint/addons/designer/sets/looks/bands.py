"""Bands of any course: lines of arcs between two points, bands about them, and what their patterns ink.

A line leaves one point in a direction and arrives at another in a direction: straight at both ends, between them two
arcs that run into each other without a corner. Where the ends lie alike, the two arcs are one. Arcs that would be
wider than wanted are two of the radius wanted, with a straight stretch between. Lengths in mm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

from quasiprint.drawing import patterns
from quasiprint.drawing.patterns import LEAST, NEAR, TIP, Path, Stretch, Strip, StripRegion, Strokes, bar, boldness, dot
from quasiprint.model.face import Point

SAGITTA = 0.015  # mm: how far a chord may be from its arc
FLAT = 1e-7  # radians, and per mm: as much as ends on the grid may turn a straight line


@dataclass(frozen=True)
class Line(patterns.Line):
    """A line that can be sampled."""

    @property
    def tightest(self) -> float:
        """The least radius of a bend, mm; infinite if there is none."""
        return min((1 / abs(stretch.bend) for stretch in self.stretches if stretch.bend), default=math.inf)

    def stations(self, sagitta: float = SAGITTA) -> tuple[float, ...]:
        """Return where the line is sampled: so often that no chord is farther from its arc than `sagitta` mm."""
        found = []
        for start, stretch in zip(self.starts, self.stretches, strict=False):
            step = math.sqrt(8 * sagitta / abs(stretch.bend)) if stretch.bend else math.inf
            steps = max(1, math.ceil(stretch.length / step))
            found += [start + stretch.length * k / steps for k in range(steps)]
        return (*found, self.length)

    def track(self, sagitta: float = SAGITTA) -> tuple[Point, ...]:
        """Return the corners of the line as chords."""
        return tuple(self.at(s)[:2] for s in self.stations(sagitta))

    def along(self, place: float) -> float:
        """Return how far along the line it is, mm, so many chords along its track."""
        stations, k = self.stations(), int(place)
        return stations[k] + (place - k) * (stations[min(k + 1, len(stations) - 1)] - stations[k])


@lru_cache(maxsize=4096)
def join(start: Point, out: float, second: Point, back: float, straight: float, widest: float = math.inf) -> Line:
    """Return the line between two points. out, back: the directions in which it leaves the one and the other, radians.
    straight: how far it runs straight at either end, mm. widest: the largest radius of an arc to one side, mm."""
    ax, ay = start[0] + straight * math.cos(out), start[1] + straight * math.sin(out)
    bx, by = second[0] + straight * math.cos(back), second[1] + straight * math.sin(back)
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
    begin = Stretch(start[0], start[1], out, straight, 0.0)
    arcs = [_arc((ax, ay), out, (mx, my))]
    arcs.append(_arc((mx, my), arcs[0].at(arcs[0].length)[2], (bx, by)))
    if abs(arcs[0].bend - arcs[1].bend) < FLAT:
        arcs = [Stretch(ax, ay, out, arcs[0].length + arcs[1].length, arcs[0].bend)]
    if all(not arc.bend for arc in arcs):
        return Line((Stretch(start[0], start[1], out, math.dist(start, second), 0.0),))
    if arcs[0].bend * arcs[-1].bend > 0 and min(abs(arc.bend) for arc in arcs) < 1 / widest:
        arcs = _widen((ax, ay), out, (bx, by), arrival, math.copysign(widest, arcs[0].bend)) or arcs
    return Line((begin, *arcs, Stretch(bx, by, arrival, straight, 0.0)))


def _widen(start: Point, out: float, second: Point, arrival: float, radius: float) -> list[Stretch]:
    """Return two arcs of a radius, above 0 to the left, and the straight stretch that touches both; nothing where that
    would turn more than round once."""
    ax, ay = start[0] - radius * math.sin(out), start[1] + radius * math.cos(out)  # the middles of the arcs
    bx, by = second[0] - radius * math.sin(arrival), second[1] + radius * math.cos(arrival)
    way = 1.0 if radius > 0 else -1.0
    heading = math.atan2(by - ay, bx - ax)
    first, last = (way * (heading - out)) % math.tau, (way * (arrival - heading)) % math.tau
    if first + last >= math.tau - LEAST or min(first, last) < LEAST:
        return []
    begin = Stretch(*start, out, first * abs(radius), 1 / radius)
    x, y, heading = begin.at(begin.length)
    straight = Stretch(x, y, heading, math.dist((ax, ay), (bx, by)), 0.0)
    x, y, heading = straight.at(straight.length)
    return [begin, straight, Stretch(x, y, heading, last * abs(radius), 1 / radius)]


def _arc(start: Point, heading: float, end: Point) -> Stretch:
    """Return the arc that leaves a point in a direction and goes to another."""
    chord = math.dist(start, end)
    turn = math.atan2(end[1] - start[1], end[0] - start[0]) - heading
    turn = (turn + math.pi) % math.tau - math.pi  # half of what the arc turns
    if abs(turn) < FLAT:
        return Stretch(*start, heading, chord, 0.0)
    radius = chord / (2 * math.sin(turn))
    return Stretch(*start, heading, 2 * turn * radius, 1 / radius)


@dataclass(frozen=True)
class Band(Strip):
    """A band between edges, or a part of it."""

    line: Line

    @cached_property
    def stations(self) -> tuple[float, ...]:
        """The s at which the band has a corner, and its two ends."""
        inner = (s for s in self.line.stations() if self.start + NEAR < s < self.length - NEAR)
        return (self.start, *inner, self.length)

    def ring(self, path: Path) -> tuple[Point, ...]:
        """Return a closed path as `Strip` does, its corners at stations where they are near to them."""
        return super().ring(tuple((self.at_station_if_near(s), t) for s, t in path))

    @property
    def strokes(self) -> Strokes:
        """What draws the patterns on it."""
        return BandStrokes(self, boldness(self.width))


class BandStrokes(Strokes):
    """The patterns of a band that begins at an edge, and ends at another."""

    def dotted(self) -> list[StripRegion]:
        """Round dots; half a dot at each edge, which the neighbour's half makes whole."""
        strip, radius = self.strip, self.half - 0.3 * self.bold
        tight, apart, last = strip.tightest, 2 * radius + self.bold, strip.line.length
        pitch = apart if math.isinf(tight) else 2 * tight * math.asin(min(1.0, apart / (2 * tight)))
        count = max(int(last / pitch), 1)
        between = [dot(last * k / count, radius) for k in range(1, count)]
        end = self.halfdot(self.length, last - self.length, radius, -1)
        return [self.halfdot(self.start, self.start, radius), *between, end]

    def chevron(self) -> list[StripRegion]:
        """Arrowheads from each edge, which make diamonds at joins; two alone have a bar between them."""
        middle = (self.start + self.length) / 2
        first = self._arrows(self.start, middle - self.bold / 2, 1)
        second = self._arrows(self.length, middle + self.bold / 2, -1)
        low, high = max(s for s, _ in first[0].outer), min(s for s, _ in second[0].outer)
        rest = self.strip.inner_length(low, high) - 2 * self.bold
        cut, alone = self.strip.advance(low, self.bold), len(first) == 1 and rest >= self.bold
        return [*first, *([self.across(cut, self.strip.advance(cut, rest))] if alone else []), *second]

    def _arrows(self, start: float, end: float, way: int) -> list[StripRegion]:
        """Return arrowheads from one place to another. way: 1 if that is further along."""
        tip = TIP * self.half
        bold = self.bold / max(self.strip.inner_scale(self.half), 0.25)
        slant = math.hypot(tip, self.half) / self.half
        wide, length = 1.1 * bold * slant, abs(end - start)

        def front(d: float) -> Path:
            return self.arrow(start + way * d, way)

        def band(back: Path, ahead: Path) -> StripRegion:
            return self.between(back, ahead) if way > 0 else StripRegion((*back, *ahead[::-1]))

        if length < bold * slant + tip:
            return [self.across(min(start, end), max(start, end))]
        found = [band(((start, -self.half), (start, self.half)), front(bold * slant))]
        d = bold * slant + wide
        while d + wide + tip <= length:
            found.append(band(front(d), front(d + wide)))
            d += 2 * wide
        return found

    def zigzag(self) -> list[StripRegion]:
        """A zigzag from side to side, cut flat by the sides; it passes either end in the middle."""
        run, scale = self.length - self.start, max(self.strip.inner_scale(self.half), 0.25)
        quarter = max(1.05 * self.swing(), 0.9 * self.bold) / scale
        if run < 1.6 * quarter:
            return [StripRegion(bar(self.start, self.length, -0.8 * self.bold, 0.8 * self.bold))]
        count = max(1, int(run / quarter / 2 + 0.2))
        return [self.wave(run / (2 * count), count, (self.length, 0.0))]
