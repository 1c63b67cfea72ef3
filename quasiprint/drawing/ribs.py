"""The patterns for fingers: raised ribs along a ribbon, by the names of the patterns that eyes see.

Each is told from the others by what a fingertip that runs along it meets: a broad band, bars, dots, two rails, rails
with rungs, arrowheads, one rail, a wall that goes to and fro. No rib is narrower than a line for fingers, and no two
are nearer to one another than such lines may be, also in a bend. As the printed patterns, they are symmetric about the
middle where the ribbon meets its neighbour's.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from quasiprint.drawing.patterns import Blot, alternate, bar
from quasiprint.drawing.ribbon import Ribbon
from quasiprint.model.face import Point, snap
from quasiprint.model.touch import SPACED

BROAD = 3.0  # ribs: how wide a ribbon is, at least; a band so broad is not taken for one rib
DOT = 2.0  # mm: a dot's diameter
STEP = 0.05  # mm: along the ribbon, where a place for the next dot is sought
RAILED = frozenset({"double", "ladder", "chevron", "zigzag"})  # patterns with more than one rib side by side


def width(patterns: frozenset[str], rib: float) -> float:
    """Return how wide a ribbon must be for some patterns, mm. rib: how wide one is."""
    railed = 2 * rib + SPACED if patterns & RAILED else 0.0
    return snap(max(BROAD * rib, railed))


def solid(ribbon: Ribbon, rib: float) -> list[Blot]:
    """One broad band."""
    return [Blot(bar(ribbon.start, ribbon.length, -ribbon.half, ribbon.half))]


def dashed(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Bars across."""
    return [Blot(bar(s0, s1, -ribbon.half, ribbon.half)) for s0, s1 in alternate(ribbon, rib, SPACED)]


def dotted(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Round dots in a row; none lies on the edge, where it would be cut in two."""
    radius = max(rib, DOT) / 2
    places = [ribbon.start + SPACED / 2 + radius]
    s = places[0]
    while (s := s + STEP) <= ribbon.length - radius:
        if math.dist(ribbon.point(s, 0.0), ribbon.point(places[-1], 0.0)) >= 2 * radius + SPACED + STEP:
            places.append(s)
    return [Blot((), circle=(s, radius)) for s in places]


def double(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Two rails."""
    return [
        Blot(bar(ribbon.start, ribbon.length, -ribbon.half, -ribbon.half + rib)),
        Blot(bar(ribbon.start, ribbon.length, ribbon.half - rib, ribbon.half)),
    ]


def ladder(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Two rails and rungs."""
    rungs = alternate(ribbon, rib, SPACED)
    windows = [
        bar(before[1], after[0], -ribbon.half + rib, ribbon.half - rib)[::-1]
        for before, after in zip(rungs, rungs[1:], strict=False)
    ]
    return [Blot(bar(ribbon.start, ribbon.length, -ribbon.half, ribbon.half), tuple(windows))]


def chevron(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Arrowheads that point into the tile, a bar at the edge."""
    h, tip = ribbon.half, 0.75 * ribbon.half
    slant = math.hypot(tip, h) / h  # a band that slants loses width across
    blots = [Blot(bar(ribbon.start, ribbon.advance(ribbon.start, rib), -h, h))]
    s = ribbon.advance(ribbon.advance(ribbon.start, rib), SPACED)
    while (upper := ribbon.advance(s, rib * slant)) + tip <= ribbon.length:
        lower_edge: tuple[Point, ...] = ((s, -h), (s + tip, 0.0), (s, h))
        blots.append(Blot((*lower_edge[::-1], (upper, -h), (upper + tip, 0.0), (upper, h))))
        s = ribbon.advance(upper, SPACED * slant)
    return blots


def line(ribbon: Ribbon, rib: float) -> list[Blot]:
    """One rail along the middle."""
    return [Blot(bar(ribbon.start, ribbon.length, -rib / 2, rib / 2))]


def zigzag(ribbon: Ribbon, rib: float) -> list[Blot]:
    """A wall that goes to and fro across the ribbon, in right angles: between slanting ones a finger finds no gap."""
    h = ribbon.half
    legs = alternate(ribbon, rib, SPACED)
    low: list[Point] = [(legs[0][0], -h)]
    high: list[Point] = [(legs[0][0], h)]
    for k, (before, after) in enumerate(zip(legs, legs[1:], strict=False)):
        side, reach = (low, h - rib) if k % 2 == 0 else (high, rib - h)
        at = -h if k % 2 == 0 else h
        side += [(before[1], at), (before[1], reach), (after[0], reach), (after[0], at)]
    low.append((legs[-1][1], -h))
    high.append((legs[-1][1], h))
    return [Blot((high[0], *low, *high[:0:-1]))]


RIBS: dict[str, Callable[[Ribbon, float], list[Blot]]] = {
    "solid": solid,
    "dashed": dashed,
    "dotted": dotted,
    "double": double,
    "ladder": ladder,
    "chevron": chevron,
    "line": line,
    "zigzag": zigzag,
}
