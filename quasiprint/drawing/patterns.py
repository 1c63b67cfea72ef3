"""The patterns that tell stripes apart without colour: what is inked of a ribbon.

Each pattern is a function of a ribbon and a measure of boldness (mm: its narrowest stroke and
gap), and returns areas in (s, t) coordinates of the ribbon. They obey three laws:

- At the edge (s = start) the inked part of the stripe's width is symmetric about the middle,
  so that it meets the neighbour's, who sees it turned by half a turn.
- Pieces of ink never touch one another, not even in a point.
- No stroke and no gap between strokes is narrower than the boldness, also in a bend.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from quasiprint.drawing.ribbon import Ribbon
from quasiprint.model.face import Point, Region, Ring

DOT_SIDES = 20
BOLDNESS = 0.3  # of the ribbon's width


class Strip(Protocol):
    """What patterns are drawn on: see `Ribbon`."""

    @property
    def start(self) -> float:
        """The s at which it begins, mm."""
        ...

    @property
    def length(self) -> float:
        """The s at which it ends, mm."""
        ...

    @property
    def width(self) -> float:
        """How wide it is, mm."""
        ...

    @property
    def half(self) -> float:
        """Half of the width, mm."""
        ...

    def inner_length(self, s0: float, s1: float) -> float:
        """Return the length of its shorter side between two s, mm."""
        ...

    def advance(self, s: float, length: float) -> float:
        """Return the s at which its shorter side is so much further on."""
        ...


@dataclass(frozen=True, slots=True)
class Blot:
    """An inked area: an outer path and holes, in (s, t); or, if `round`, a true circle."""

    outer: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()
    circle: tuple[float, float] | None = None  # centre s, radius: drawn round, also in a bend


def bar(s0: float, s1: float, t0: float, t1: float) -> tuple[Point, ...]:
    """Return a bar's corners so that they run anticlockwise in the plane (t is to the left)."""
    return ((s0, t1), (s0, t0), (s1, t0), (s1, t1))


def alternate(ribbon: Strip, wide: float, gap: float) -> list[tuple[float, float]]:
    """Return bars (s0, s1) across the ribbon: one at the edge, one at the end, evenly between.

    wide, gap: least lengths along the shorter side, mm."""
    first = ribbon.advance(ribbon.start, wide)
    rest = ribbon.inner_length(first, ribbon.length)
    count = int((rest + 1e-9) // (wide + gap))
    if count < 1:
        return [(ribbon.start, ribbon.length)]
    stretch = rest / (count * (wide + gap))
    bars = [(ribbon.start, first)]
    s = first
    for k in range(count):
        s0 = ribbon.advance(s, gap * stretch)
        s = ribbon.advance(s0, wide * stretch) if k < count - 1 else ribbon.length
        bars.append((s0, s))
    return bars


def solid(ribbon: Strip, bold: float) -> list[Blot]:
    """The whole stripe."""
    return [Blot(bar(ribbon.start, ribbon.length, -ribbon.half, ribbon.half))]


def dashed(ribbon: Strip, bold: float) -> list[Blot]:
    """Bars across the stripe."""
    bars = alternate(ribbon, 1.15 * bold, 1.15 * bold)
    return [Blot(bar(s0, s1, -ribbon.half, ribbon.half)) for s0, s1 in bars]


def dotted(ribbon: Ribbon, bold: float) -> list[Blot]:
    """Round dots; half a dot at the edge, which the neighbour's half makes whole, if there is one."""
    radius = ribbon.half - 0.3 * bold
    last = ribbon.length - radius - 0.1 * bold
    # In the bend a chord is shorter than its arc: spacing measured halfway to the inner side.
    pitch = (2 * radius + bold) / math.sqrt(ribbon.inner_scale(ribbon.half / 2))
    if ribbon.free:
        first = ribbon.start + ribbon.length - last
        count = int((last - first) // pitch)
        if count < 1:  # a short one has room for a single dot
            return [Blot((), circle=((first + last) / 2, radius))]
        return [Blot((), circle=(first + (last - first) * k / count, radius)) for k in range(count + 1)]
    count = max(1, int(last // pitch))
    spacing = last / count
    reach = math.sqrt(radius * radius - ribbon.start * ribbon.start)
    turns = [
        math.atan2(ribbon.start, reach) + k * (math.pi - 2 * math.atan2(ribbon.start, reach)) / 10 for k in range(11)
    ]
    # from the left end of the chord clockwise in (s, t) is anticlockwise in the plane
    half_dot = tuple((radius * math.sin(a), -radius * math.cos(a)) for a in turns)
    half_dot = ((ribbon.start, -reach), *half_dot[1:-1], (ribbon.start, reach))
    return [Blot(half_dot)] + [Blot((), circle=(spacing * k, radius)) for k in range(1, count + 1)]


def double(ribbon: Strip, bold: float) -> list[Blot]:
    """Two rails along the sides."""
    rail = max(bold, 0.3 * ribbon.width)
    return [
        Blot(bar(ribbon.start, ribbon.length, -ribbon.half, -ribbon.half + rail)),
        Blot(bar(ribbon.start, ribbon.length, ribbon.half - rail, ribbon.half)),
    ]


def ladder(ribbon: Strip, bold: float) -> list[Blot]:
    """Two rails and rungs: the whole stripe with windows."""
    rail = max(bold, 0.3 * ribbon.width)
    bars = alternate(ribbon, bold, 1.6 * bold)
    windows = [
        bar(before[1], after[0], -ribbon.half + rail, ribbon.half - rail)[::-1]
        for before, after in zip(bars, bars[1:], strict=False)
    ]
    return [Blot(bar(ribbon.start, ribbon.length, -ribbon.half, ribbon.half), tuple(windows))]


def chevron(ribbon: Ribbon, bold: float) -> list[Blot]:
    """Arrowheads that point into the tile; at a join two of them make a diamond."""
    tip = 0.75 * ribbon.half
    # a band that slants loses width across: thicken it along s
    slant = math.hypot(tip, ribbon.half) / ribbon.half
    band = 1.1 * bold * slant
    h = ribbon.half

    def edge(s: float) -> tuple[Point, Point, Point]:
        return (s, -h), (s + tip, 0.0), (s, h)

    first = ribbon.advance(ribbon.start, bold)
    blots = [Blot(((ribbon.start, h), (ribbon.start, -h), *edge(first)))]
    s = ribbon.advance(first, band)
    while (upper := ribbon.advance(s, band)) + tip <= ribbon.length - 0.1 * bold:
        blots.append(Blot((*edge(s)[::-1], *edge(upper))))
        s = ribbon.advance(upper, band)
    if s + tip <= ribbon.length - bold:
        blots.append(Blot((*edge(s)[::-1], (ribbon.length, -h), (ribbon.length, h))))
    return blots


def line(ribbon: Strip, bold: float) -> list[Blot]:
    """One thin line along the middle."""
    rail = max(1.2 * bold, 0.36 * ribbon.width) / 2
    return [Blot(bar(ribbon.start, ribbon.length, -rail, rail))]


def zigzag(ribbon: Ribbon, bold: float) -> list[Blot]:
    """A zigzag from side to side, cut flat by the sides; it passes the edge in the middle."""
    h = ribbon.half
    thick = 1.6 * bold  # measured across the stripe; the slanting stroke is thinner
    swing = h + 0.35 * bold - thick / 2
    quarter = max(1.05 * swing, 0.9 * bold)
    run = ribbon.length - ribbon.start
    count = max(1, round((run / quarter - 0.35) / 2))
    quarter = run / (2 * count + 0.35)
    turns = [(ribbon.start, 0.0)]
    turns += [(ribbon.start + (2 * k + 1) * quarter, swing if k % 2 else -swing) for k in range(count + 1)]
    right = clipped([(s, t - thick / 2) for s, t in turns], ribbon, -h)
    left = clipped([(s, t + thick / 2) for s, t in turns], ribbon, h)
    return [Blot((*right, *left[::-1]))]


def clipped(side: list[Point], ribbon: Strip, limit: float) -> list[Point]:
    """Return a side of the zigzag, cut at the stripe's side and at its two ends."""
    sign = 1 if limit > 0 else -1
    cut: list[Point] = []
    for (s0, t0), (s1, t1) in zip(side, side[1:], strict=False):
        marks = [0.0, 1.0]
        if (t0 - limit) * (t1 - limit) < 0:
            marks.append((limit - t0) / (t1 - t0))
        for border in (ribbon.start, ribbon.length):
            if s0 < border < s1:
                marks.append((border - s0) / (s1 - s0))
        for f in sorted(marks):
            s, t = s0 + f * (s1 - s0), t0 + f * (t1 - t0)
            if ribbon.start - 1e-9 <= s <= ribbon.length + 1e-9:
                p = (s, sign * min(sign * t, abs(limit)))
                if not cut or math.dist(cut[-1], p) > 1e-7:
                    cut.append(p)
    return _straightened(cut)


def _straightened(path: list[Point]) -> list[Point]:
    """Return a path without corners in the middle of a straight stretch."""
    kept = path[:1]
    for here, after in zip(path[1:-1], path[2:], strict=True):
        before = kept[-1]
        cross = (here[0] - before[0]) * (after[1] - before[1]) - (here[1] - before[1]) * (after[0] - before[0])
        if abs(cross) > 1e-7:
            kept.append(here)
    return kept + path[-1:]


PATTERNS: dict[str, Callable[[Ribbon, float], list[Blot]]] = {
    "solid": solid,
    "dashed": dashed,
    "dotted": dotted,
    "double": double,
    "ladder": ladder,
    "chevron": chevron,
    "line": line,
    "zigzag": zigzag,
}


def boldness(width: float) -> float:
    """Return the narrowest stroke of a pattern on a ribbon `width` mm wide, in mm."""
    return BOLDNESS * width


def draw(band: Ribbon, blot: Blot, place: Callable[[tuple[Point, ...]], Ring]) -> Region:
    """Return a blot of a ribbon as an area in the frame that `place` takes points into."""
    if blot.circle is not None:
        (cx, cy), r = band.point(blot.circle[0], 0.0), blot.circle[1]
        turns = [2 * math.pi * k / DOT_SIDES for k in range(DOT_SIDES)]
        return Region(place(tuple((cx + r * math.cos(a), cy + r * math.sin(a)) for a in turns)))
    return Region(place(band.ring(blot.outer)), tuple(place(band.ring(hole)) for hole in blot.holes))
