"""Wedges: the second look of Quasimino's tiles, whose stripes are as wide as the edges and leave no gap between them.

The diagonals part a rhomb into four quarters, one for each edge. A wedge fills its quarter, up to a line as narrow as
the process makes it. Its base lies in the middle of the edge, equally wide on both shapes, so that two wedges meet
whole whichever edges come together; from there it runs out to the diagonals, about square to them, so that each corner
of a tile looks cut off straight; or, beside the long diagonal, it ends in a tip.

A wedge is drawn in the frame of its edge, see `quasiprint.games.quasimino.face`: the edge's middle is the origin, its
acute corner lies to the left, and y runs into the tile. Patterns have the names and the laws of those of stripes: they
are symmetric at the edge, and pieces of ink never touch.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import pairwise

from quasiprint.drawing import fineness
from quasiprint.drawing.fineness import strokes_made
from quasiprint.drawing.outlines import circle
from quasiprint.drawing.patterns import DOT_SIDES, PATTERNS
from quasiprint.drawing.rings import side, sides
from quasiprint.drawing.strokes import finest
from quasiprint.drawing.wedges import BOLDNESS
from quasiprint.exact.zeta import TURN
from quasiprint.games.quasimino.rhomb import ACUTE
from quasiprint.model.face import Point, Region, Ring, bounds
from quasiprint.model.measures import Measures

PARTED = 0.012  # of the edge: the line between two wedges, where it can be made
BLUNT = math.radians(1)  # how much less sharp a tip is than a corner: sharper, and it is a stroke too fine
WIDE = 12.0  # strokes: the base of a wedge on which every pattern has room
HIGH = 5.0  # strokes: its height
NEAR = 1e-9  # mm


def half_base(measures: Measures) -> float:
    """Return half of the base of every wedge, mm: what the rounding takes of the sharpest corner is left free."""
    fit, finish = measures.fit, measures.finish
    sharp = min(ACUTE.values()) * math.pi / TURN
    taken = max((fit.clearance + finish.corner_radius) / math.tan(sharp), _off(sharp, measures))
    return measures.size.edge / 2 - taken


def bold(measures: Measures) -> float:
    """Return the narrowest stroke of a pattern, mm."""
    return max(measures.machine.min_feature, BOLDNESS * measures.size.edge)


def _off(angle: float, measures: Measures) -> float:
    """Return where a wedge begins beside a diagonal that leaves the corner at an angle, mm from the corner."""
    gap = max(measures.machine.min_feature, PARTED * measures.size.edge)
    return measures.fit.clearance / math.tan(angle) + gap / 2 / math.sin(angle)


@lru_cache(maxsize=64)
def outline(shape: str, measures: Measures) -> Ring:
    """Return the wedge of an edge, anticlockwise from the left end of its base."""
    half, edge, low = half_base(measures), measures.size.edge, measures.fit.clearance
    acute = ACUTE[shape] * math.pi / TURN
    left, right = _off(acute, measures) - edge / 2, edge / 2 - _off(math.pi / 2 - acute, measures)
    end = acute + math.pi / 2  # square to the long diagonal
    if -(left + half) * math.sin(acute) < bold(measures):  # no end that is neither a tip nor as long as a stroke
        end = acute + BLUNT
    ring: Ring = ((-edge, low), (edge, low), (edge, edge), (-edge, edge))  # the base's ends stay the first two points
    blunt = acute + BLUNT  # as good as square to the short diagonal
    ring = _left_of(ring, (half, low), (half + math.cos(blunt), low + math.sin(blunt)))
    ring = _left_of(ring, (math.cos(end) - half, low + math.sin(end)), (-half, low))
    ring = _left_of(ring, (right, low), (right - math.sin(acute), low + math.cos(acute)))
    return _left_of(ring, (left + math.cos(acute), low + math.sin(acute)), (left, low))


def _left_of(ring: Ring, a: Point, b: Point) -> Ring:
    """Return what of a convex ring lies to the left of a line, () if that is nothing."""
    off = [0.0 if abs(far := side(a, b, p)) < NEAR else far for p in ring]
    found: list[Point] = []
    for (p, here), (q, there) in pairwise([*zip(ring, off, strict=True), (ring[0], off[0])] if ring else []):
        if here >= 0:
            found.append(p)
        if here * there < 0:
            part = here / (here - there)
            found.append((p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])))
    return tuple(found) if len(found) > 2 else ()


def _within(ring: Ring, area: Ring) -> Ring:
    """Return what two convex areas share."""
    for a, b in sides(area):
        ring = _left_of(ring, a, b)
    return ring


def _level(area: Ring, y: float) -> float:
    """Return how wide a convex area is at a height."""
    found = []
    for (ax, ay), (bx, by) in sides(area):
        if min(ay, by) <= y <= max(ay, by) and ay != by:
            found.append(ax + (bx - ax) * (y - ay) / (by - ay))
    return max(found, default=0.0) - min(found, default=0.0)


def _rows(area: Ring, every: Iterable[tuple[float, float]], least: float) -> list[Region]:
    """Return what lies in an area between two heights, where it is nowhere narrower than a stroke."""
    left, _, right, high = bounds((area,))
    wide = [(a, b) for a, b in every if b <= high and _level(area, b) >= least]
    return [Region(_within(_box(left, a, right, b), area)) for a, b in wide]


def _box(left: float, low: float, right: float, high: float) -> Ring:
    return ((left, low), (right, low), (right, high), (left, high))


def _dashed(area: Ring, bold: float) -> list[Region]:
    _, low, _, high = bounds((area,))
    thick = 1.2 * bold
    rows = [low + 2 * thick * k for k in range(math.ceil((high - low) / (2 * thick)))]
    return _rows(area, [(y, y + thick) for y in rows], 2 * thick)


def _dotted(area: Ring, bold: float) -> list[Region]:
    left, low, right, high = bounds((area,))
    radius = 0.9 * bold
    pitch = 2 * radius + 1.1 * bold
    found = []
    y = low + bold / 2 + radius
    while y + radius < high:
        level = _within(_box(left, y, right, high), area)
        west, east = (f(x for x, at in level if at < y + NEAR) for f in (min, max)) if level else (0.0, 0.0)
        count = int((east - west) / pitch) + 1
        places = [(west + east) / 2 + (k - (count - 1) / 2) * pitch for k in range(count)]
        free = [x for x in places if min(side(a, b, (x, y)) / math.dist(a, b) for a, b in sides(area)) >= 1.05 * radius]
        found += [Region(circle(x, y, radius, DOT_SIDES)) for x in free]
        y += pitch
    return found


def _double(area: Ring, bold: float) -> list[Region]:
    _, low, _, high = bounds((area,))
    near, far = 0.8 * bold, 2.4 * bold
    return [Region(_within(_box(left, low, right, high), area)) for left, right in ((-far, -near), (near, far))]


def _line(area: Ring, bold: float) -> list[Region]:
    _, low, _, high = bounds((area,))
    return [Region(_within(_box(-1.1 * bold, low, 1.1 * bold, high), area))]


def _ladder(area: Ring, bold: float) -> list[Region]:
    inner = area
    for (ax, ay), (bx, by) in sides(area):
        off = bold / math.dist((ax, ay), (bx, by))
        dx, dy = (ay - by) * off, (bx - ax) * off
        inner = _left_of(inner, (ax + dx, ay + dy), (bx + dx, by + dy))
    _, low, _, high = bounds((inner,))
    rows = [low + 2.6 * bold * k for k in range(math.ceil((high - low) / (2.6 * bold)))]
    windows = _rows(inner, [(y, y + 1.6 * bold) for y in rows], bold)
    return [Region(area, tuple(window.outer[::-1] for window in windows))]


def _chevron(area: Ring, bold: float) -> list[Region]:
    low, half = area[0][1], area[1][0]
    # of the edge as much on both shapes: as much as makes a stroke beside the long diagonal of a thin rhomb
    step = 1.25 * bold / half / math.sin(min(ACUTE.values()) * math.pi / TURN)
    found = []
    scale = 1.0
    while scale - step > step / 2:
        outer, inner = ([(x * by, low + (y - low) * by) for x, y in area] for by in (scale, scale - step))
        found.append(Region((*outer[1:], outer[0], inner[0], *inner[:0:-1])))
        scale -= 2 * step
    return found


def _zigzag(area: Ring, bold: float) -> list[Region]:
    left, low, right, high = bounds((area,))
    base = _within(_box(left, low, right, low + bold), area)
    y = low + bold
    west, east = (f(x for x, at in base if at > y - NEAR) for f in (min, max))
    count = max(2, int((east - west) / (3.2 * bold)))
    width = (east - west) / count
    top = low + bold + min(1.1 * width, 0.45 * (high - low - bold))
    teeth: list[Point] = []
    for k in range(count):
        tooth = ((east - (k + 1) * width, y), (east - k * width, y), (east - (k + 0.5) * width, top))
        apex = max(_within(tooth, area), key=lambda p: p[1])
        teeth += [apex, tooth[0]]
    # the base as it is, between its upper ends the teeth
    first = next(k for k, (x, at) in enumerate(base) if x == east and at > y - NEAR)
    around = base[first:] + base[:first]
    return [Region((*(p for p in around if p[1] <= y - NEAR), (east, y), *teeth))]


DRAWN: dict[str, Callable[[Ring, float], list[Region]]] = {
    "solid": lambda area, _: [Region(area)],
    "dashed": _dashed,
    "dotted": _dotted,
    "double": _double,
    "ladder": _ladder,
    "chevron": _chevron,
    "line": _line,
    "zigzag": _zigzag,
}


def ink(shape: str, pattern: str, measures: Measures) -> list[Region]:
    """Return what a pattern, one of `PATTERNS`, inks of the wedge of an edge."""
    return DRAWN[pattern](outline(shape, measures), bold(measures))


def refuse_small(shapes: Sequence[str], measures: Measures) -> None:
    """Raise InputError for an edge so short that the patterns of its wedges cannot be made."""
    reason = f"with --look wedges every pattern must find room in a quarter of a thin rhomb; {strokes_made(measures)}"
    fineness.refuse_small(measures, partial(_fits, shapes), reason)


def _fits(shapes: Sequence[str], measures: Measures) -> bool:
    least = bold(measures)
    if half_base(measures) < WIDE / 2 * least:
        return False
    heights = [bounds((outline(shape, measures),)) for shape in shapes]
    if min(high - low for _, low, _, high in heights) < HIGH * least:
        return False
    every = [tuple(ink(shape, pattern, measures)) for shape in shapes for pattern in PATTERNS]
    return all(areas and not finest(areas, measures.machine.min_feature) for areas in every)
