"""The patterns for fingers: raised ribs along a ribbon, by the names of the patterns that eyes see.

Each is told from the others by what a fingertip that runs along it meets: a broad band, bars, dots, two rails, rails
with rungs, arrowheads, one rail, a wall that goes to and fro. No rib is narrower than a line for fingers, and no two
are nearer to one another than such lines may be, also in a bend. As the printed patterns, they are symmetric about the
middle where the ribbon meets its neighbour's.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from quasiprint.drawing.patterns import Blot, bar
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


def _advance(ribbon: Ribbon, s: float, way: float, t: float) -> float:
    """Return the s at which both sides, `t` mm to the left and right, are `way` mm from where they are at s, by a
    straight line: nothing across the ribbon there is nearer to what is across it here."""
    after = s
    while True:
        after += STEP
        if all(math.dist(ribbon.point(s, side), ribbon.point(after, side)) >= way for side in (-t, t)):
            return after


def _bars(ribbon: Ribbon, rib: float, t: float) -> list[tuple[float, float]]:
    """Return bars (s0, s1) across the ribbon, the first at the edge, as many as there is room for; no gap between them
    is narrower than fingers need, from `t` mm to the left to as far to the right."""
    found = []
    s0 = ribbon.start
    while (s1 := _advance(ribbon, s0, rib, ribbon.half)) <= ribbon.length:
        found.append((s0, s1))
        s0 = _advance(ribbon, s1, SPACED, t)
    return found


def dashed(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Bars across."""
    return [Blot(bar(s0, s1, -ribbon.half, ribbon.half)) for s0, s1 in _bars(ribbon, rib, ribbon.half)]


def dotted(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Round dots in a row; none lies on the edge, where it would be cut in two."""
    radius = max(rib, DOT) / 2
    places = [ribbon.start + SPACED / 2 + radius]
    while (after := _advance(ribbon, places[-1], 2 * radius + SPACED, 0.0)) <= ribbon.length - radius:
        places.append(after)
    return [Blot((), circle=(s, radius)) for s in places]


def double(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Two rails."""
    return [
        Blot(bar(ribbon.start, ribbon.length, -ribbon.half, -ribbon.half + rib)),
        Blot(bar(ribbon.start, ribbon.length, ribbon.half - rib, ribbon.half)),
    ]


def ladder(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Two rails and rungs."""
    rungs = _bars(ribbon, rib, ribbon.half - rib)
    windows = [
        bar(before[1], after[0], -ribbon.half + rib, ribbon.half - rib)[::-1]
        for before, after in zip(rungs, rungs[1:], strict=False)
    ]
    return [Blot(bar(ribbon.start, rungs[-1][1], -ribbon.half, ribbon.half), tuple(windows))]


def chevron(ribbon: Ribbon, rib: float) -> list[Blot]:
    """Arrowheads that point into the tile, a bar at the edge."""
    h, tip = ribbon.half, 0.75 * ribbon.half
    slant = math.hypot(tip, h) / h  # a band that slants loses width across
    s = _advance(ribbon, ribbon.start, rib, h)
    blots = [Blot(bar(ribbon.start, s, -h, h))]
    s = _advance(ribbon, s, SPACED, h)
    while (upper := _advance(ribbon, s, rib * slant, h)) + tip <= ribbon.length:
        lower_edge: tuple[Point, ...] = ((s, -h), (s + tip, 0.0), (s, h))
        blots.append(Blot((*lower_edge[::-1], (upper, -h), (upper + tip, 0.0), (upper, h))))
        s = _advance(ribbon, upper, SPACED * slant, h)
    return blots


def line(ribbon: Ribbon, rib: float) -> list[Blot]:
    """One rail along the middle."""
    return [Blot(bar(ribbon.start, ribbon.length, -rib / 2, rib / 2))]


def zigzag(ribbon: Ribbon, rib: float) -> list[Blot]:
    """A wall that goes to and fro across the ribbon, in right angles: between slanting ones a finger finds no gap."""
    h = ribbon.half
    legs = _bars(ribbon, rib, ribbon.half)
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
