"""The patterns that tell stripes apart without colour: what is inked of a ribbon or band, or raised of it for fingers.

Five of the eight are the same strokes however they are read, which only differ in how wide they are: all of the strip,
bars, rails, rails with rungs, a line. Dots, arrowheads and zigzags are drawn for a ribbon, for a band and for fingers.
What is inked is an area in (s, t) coordinates of the strip. All obey three laws:

- At an edge the inked part of the strip's width is symmetric about the middle, so that it meets the neighbour's, who
  sees it turned by half a turn.
- Pieces of ink never touch one another, not even in a point.
- No stroke and no gap between strokes is narrower than the boldness (mm), also in a bend; for fingers, none is narrower
  than a line for them, or than such lines are apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from quasiprint.drawing.bands import Band, Ribbon
from quasiprint.model.face import Point, Region, Ring, snap, snap_axes
from quasiprint.model.measures import SPACED

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
    strip: Band, pattern: str, place: Callable[[Ring], Ring] = snap_ring, rib: float | None = None
) -> tuple[Region, ...]:
    """Return what a pattern inks of a strip. place: takes points into the frame of the drawing. rib: how wide raised
    lines are, mm, where fingers are to read it."""
    strokes: Strokes
    if rib is not None:
        strokes = Ribs(strip, rib)
    else:
        strokes = (Strokes if isinstance(strip, Ribbon) else BandStrokes)(strip, boldness(strip.width))
    return tuple(_region(strip, found, place) for found in getattr(strokes, pattern)())


def _region(strip: Band, found: StripRegion, place: Callable[[Ring], Ring]) -> Region:
    if not found.radius:
        return Region(place(strip.ring(found.outer)), tuple(place(strip.ring(hole)) for hole in found.holes))
    (cx, cy), r = strip.point(found.outer[0][0], 0.0), found.radius
    turns = [math.tau * k / DOT_SIDES for k in range(DOT_SIDES)]
    return Region(place(tuple((cx + r * math.cos(a), cy + r * math.sin(a)) for a in turns)))


def _dot(s: float, radius: float) -> StripRegion:
    return StripRegion(((s, 0.0),), radius=radius)


def _bar(s0: float, s1: float, t0: float, t1: float) -> Path:
    """Return a bar's corners so that they run anticlockwise in the plane (t is to the left)."""
    return ((s0, t1), (s0, t0), (s1, t0), (s1, t1))


class Strokes:
    """The patterns of a ribbon. rail, thin: how wide a rail and a single line are, mm."""

    def __init__(self, strip: Band, bold: float) -> None:
        self.strip, self.bold, self.half = strip, bold, strip.half
        self.start, self.length = strip.start, strip.length
        self.rail, self.thin = max(bold, 0.3 * strip.width), max(1.2 * bold, 0.36 * strip.width)

    def across(self, s0: float, s1: float) -> StripRegion:
        """Return a bar from side to side."""
        return StripRegion(_bar(s0, s1, -self.half, self.half))

    def bars(self, wide: float, gap: float, side: float) -> list[tuple[float, float]]:
        """Return bars (s0, s1) across the strip: one at its begin, one at its end, evenly between.

        wide, gap: least lengths along the shorter side, in strokes. side: how far from the middle gaps reach, mm."""
        strip, long = self.strip, self._slant_length()
        wide, gap = wide * long, gap * long
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

    def _slant_length(self) -> float:
        """Return how long a stroke across the strip is along it, mm: where it slants, strokes get thinner."""
        return self.bold * math.hypot(1.0, max(map(abs, self.strip.leans)))

    def solid(self) -> list[StripRegion]:
        """The whole strip."""
        return [self.across(self.start, self.length)]

    def dashed(self) -> list[StripRegion]:
        """Bars across the strip."""
        return [self.across(*bar) for bar in self.bars(1.15, 1.15, self.half)]

    def double(self) -> list[StripRegion]:
        """Two rails along the sides."""
        sides = ((-self.half, self.rail - self.half), (self.half - self.rail, self.half))
        return [StripRegion(_bar(self.start, self.length, *side)) for side in sides]

    def ladder(self) -> list[StripRegion]:
        """Two rails and rungs: the whole strip with windows."""
        inner = self.half - self.rail
        rungs = self.bars(1.0, 1.6, inner)
        windows = [_bar(one[1], two[0], -inner, inner)[::-1] for one, two in zip(rungs, rungs[1:], strict=False)]
        return [StripRegion(_bar(self.start, rungs[-1][1], -self.half, self.half), tuple(windows))]

    def line(self) -> list[StripRegion]:
        """One thin line along the middle."""
        return [StripRegion(_bar(self.start, self.length, -self.thin / 2, self.thin / 2))]

    def half_dot(self, at: float, cut: float, radius: float, way: int = 1) -> StripRegion:
        """Return what stays of a dot about an edge. at: where the strip begins; cut: how much of the dot's half is cut
        off there; way: 1 where the strip begins, −1 where it ends."""
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
        if not self.strip.free:
            count = max(1, int(last // pitch))
            half_dot = self.half_dot(self.start, self.start, radius)
            return [half_dot, *(_dot(last / count * k, radius) for k in range(1, count + 1))]
        first = self.start + self.length - last
        count = int((last - first) // pitch)
        if count < 1:  # a short one has room for a single dot
            return [_dot((first + last) / 2, radius)]
        return [_dot(first + (last - first) * k / count, radius) for k in range(count + 1)]

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
        quarter = max(1.05 * self._swing(), 0.9 * self.bold)
        count = max(1, round((run / quarter - 0.35) / 2))
        return [self._wave(run / (2 * count + 0.35), count + 1)]

    def _swing(self) -> float:
        """Return how far to the side the middle of a zigzag goes, mm: its stroke is 1.6 wide."""
        return self.half + 0.35 * self.bold - 1.6 * self.bold / 2

    def _wave(self, quarter: float, count: int, *more: Point) -> StripRegion:
        """Return a zigzag: from the middle to so many turns, two quarters apart, then to further points."""
        swing, thick = self._swing(), 1.6 * self.bold
        turns = [(self.start, 0.0)]
        turns += [(self.start + (2 * k + 1) * quarter, swing if k % 2 else -swing) for k in range(count)]
        turns += more
        right = self._clip([(s, t - thick / 2) for s, t in turns], -self.half)
        left = self._clip([(s, t + thick / 2) for s, t in turns], self.half)
        return StripRegion((*right, *left[::-1]))

    def _clip(self, side: list[Point], limit: float) -> list[Point]:
        """Return a side of the zigzag, cut at the strip's side and at its two ends."""
        sign = 1 if limit > 0 else -1
        cut: list[Point] = []
        for (s0, t0), (s1, t1) in zip(side, side[1:], strict=False):
            marks = [0.0, 1.0]
            if (t0 - limit) * (t1 - limit) < 0:
                marks.append((limit - t0) / (t1 - t0))
            marks += [(border - s0) / (s1 - s0) for border in (self.start, self.length) if s0 < border < s1]
            for f in sorted(marks):
                s, t = s0 + f * (s1 - s0), t0 + f * (t1 - t0)
                if self.start - 1e-9 <= s <= self.length + 1e-9:
                    p = (s, sign * min(sign * t, abs(limit)))
                    if not cut or math.dist(cut[-1], p) > 1e-7:
                        cut.append(p)
        return _straighten(cut)


def _straighten(path: list[Point]) -> list[Point]:
    """Return a path without corners in the middle of a straight stretch."""
    kept = path[:1]
    for here, after in zip(path[1:-1], path[2:], strict=True):
        before = kept[-1]
        cross = (here[0] - before[0]) * (after[1] - before[1]) - (here[1] - before[1]) * (after[0] - before[0])
        if abs(cross) > 1e-7:
            kept.append(here)
    return kept + path[-1:]


class BandStrokes(Strokes):
    """The patterns of a band between edges, or cut off by a band above; of a short piece the beginning."""

    def bars(self, wide: float, gap: float, side: float) -> list[tuple[float, float]]:
        """Return bars across the band; of what is cut off before a second one, that at its edge."""
        found, strip, size = super().bars(wide, gap, side), self.strip, wide * self._slant_length()
        rest = strip.inner_length(self.start, self.length) - size
        if len(found) > 1 or strip.edges[0] == strip.edges[1] or rest < self.bold:
            return found
        cut = strip.advance(self.start, size if strip.edges[0] else rest)
        return [(self.start, cut) if strip.edges[0] else (cut, self.length)]

    def ladder(self) -> list[StripRegion]:
        """Two rails and rungs; of what is cut off before a second rung, one at its edge, and rails."""
        inner = self.half - self.rail
        (s0, s1), *more = self.bars(1.0, 1.6, inner)
        if more or (s0, s1) == (self.start, self.length):
            return super().ladder()
        cut, end, side = (s1, self.length, -inner) if s0 == self.start else (s0, self.start, inner)
        notch = ((end, side), (cut, side), (cut, -side), (end, -side))
        a, b, c, d = _bar(self.start, self.length, -self.half, self.half)
        return [StripRegion((a, b, c, *notch, d) if side < 0 else (a, *notch, b, c, d))]

    def dotted(self) -> list[StripRegion]:
        """Round dots; half a dot at each edge, which the neighbour's half makes whole."""
        strip, radius = self.strip, self.half - 0.3 * self.bold
        # beside a slanting end a dot stays clear of its whole line
        clear = [radius * math.hypot(1.0, lean) + 0.25 * self.bold for lean in strip.leans]
        first = 0.0 if strip.edges[0] else self.start + clear[0]
        last = strip.line.length if strip.edges[1] else self.length - clear[1]
        tight, apart = strip.tightest, 2 * radius + self.bold
        pitch = apart if math.isinf(tight) else 2 * tight * math.asin(min(1.0, apart / (2 * tight)))
        if last < first and not any(strip.edges):
            return self.solid()
        count = max(int((last - first) / pitch), 1 if all(strip.edges) else 0)
        spots = [first + (last - first) * k / count for k in range(count + 1)] if count else []
        found = [_dot(s, radius) for s in spots or [last if strip.edges == (False, True) else first]]
        if strip.edges[0]:
            found[0] = self.half_dot(self.start, self.start, radius)
        if strip.edges[1]:
            found[-1] = self.half_dot(self.length, strip.line.length - self.length, radius, -1)
        return found

    def chevron(self) -> list[StripRegion]:
        """Arrowheads from each edge, which make diamonds at joins; two alone have a bar between them."""
        if not all(self.strip.edges):
            way = (self.length, self.start, -1) if self.strip.edges[1] else (self.start, self.length, 1)
            return self._arrows(*way, last=True)
        middle = (self.start + self.length) / 2
        one = self._arrows(self.start, middle - self.bold / 2, 1, last=False)
        two = self._arrows(self.length, middle + self.bold / 2, -1, last=False)
        low, high = max(s for s, _ in one[0].outer), min(s for s, _ in two[0].outer)
        rest = self.strip.inner_length(low, high) - 2 * self.bold
        cut, alone = self.strip.advance(low, self.bold), len(one) == 1 and rest >= self._slant_length()
        return [*one, *([self.across(cut, self.strip.advance(cut, rest))] if alone else []), *two]

    def _arrows(self, start: float, end: float, way: int, *, last: bool) -> list[StripRegion]:
        """Return arrowheads from one place to another. way: 1 if that is further along. last: whether what is left is
        inked."""
        tip = TIP * self.half
        bold = self._slant_length() / max(self.strip.inner_scale(self.half), 0.25)
        slant = math.hypot(tip, self.half) / self.half
        wide, length = 1.1 * bold * slant, abs(end - start)
        left = wide + bold if last else 0.0  # what the end of it takes

        def front(d: float) -> Path:
            return self.arrow(start + way * d, way)

        def band(back: Path, ahead: Path) -> StripRegion:
            return self.between(back, ahead) if way > 0 else StripRegion((*back, *ahead[::-1]))

        found = [band(((start, -self.half), (start, self.half)), front(bold * slant))]
        if length < bold * slant + tip + left:
            alone = last and length >= bold * slant + tip
            return found if alone else [self.across(min(start, end), max(start, end))]
        d = bold * slant + wide
        while d + wide + tip <= length - left:
            found.append(band(front(d), front(d + wide)))
            d += 2 * wide
        if last and d + tip + bold <= length:
            found.append(band(front(d), ((end, -self.half), (end, self.half))))
        return found

    def zigzag(self) -> list[StripRegion]:
        """A zigzag from side to side, cut flat by the sides; it passes either end in the middle."""
        run, lean = self.length - self.start, math.hypot(1.0, max(map(abs, self.strip.leans)))
        scale = max(self.strip.inner_scale(self.half), 0.25)
        quarter = max(1.05 * self._swing(), 0.9 * self.bold) / scale * lean
        if run < 1.6 * quarter:
            return [StripRegion(_bar(self.start, self.length, -0.8 * self.bold, 0.8 * self.bold))]
        count = max(1, int(run / quarter / 2 + 0.2))
        return [self._wave(run / (2 * count), count, (self.length, 0.0))]


class Ribs(Strokes):
    """The patterns of a ribbon for fingers, each told from the others by what a fingertip that runs along it meets.
    bold: how wide a rib is, mm."""

    def __init__(self, strip: Band, bold: float) -> None:
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
        return [_dot(s, radius) for s in places]

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
