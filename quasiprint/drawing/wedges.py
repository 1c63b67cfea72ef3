"""Wedges: triangles that stand on the edges of a regular tile and reach for its centre, in colours and patterns.

A wedge is drawn in the frame of its edge: the edge's middle is the origin, x runs along the edge, anticlockwise, and y
into the tile. Its base lies on the edge as made, and its sides run beside those of its neighbours. The patterns have
the names of those of stripes (`quasiprint.drawing.patterns`) and obey the same laws: at the edge they are symmetric
about the middle, so that they meet the neighbour's; pieces of ink never touch; and no stroke or gap is narrower than
the boldness, but for tips.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from quasiprint.drawing import regular
from quasiprint.drawing.outlines import circle
from quasiprint.drawing.patterns import DOT_SIDES
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.limits import least_edge
from quasiprint.model.measures import Measures
from quasiprint.model.profile import Palette

BOLDNESS = 0.035  # of the edge: the narrowest stroke of a pattern, where it can be made
FILLS = 0.75  # of an edge: what a wedge covers of it, at least, or it would look like a stripe
LEAST = 6.0  # strokes: half of the base of a wedge in which every pattern has room


@dataclass(frozen=True, slots=True)
class Wedge:
    """A wedge in the frame of its edge. half: of its base, mm. start: how far inside the nominal edge the base lies.
    slope: how far it rises for each mm inwards along the base. bold: the narrowest stroke, and gap, of its patterns."""

    half: float
    start: float
    slope: float
    bold: float

    @property
    def tip(self) -> float:
        """How far inside the edge it ends."""
        return self.start + self.half * self.slope

    @property
    def lean(self) -> float:
        """How far along the edge it is across a stroke that runs beside a side, for each mm of its width."""
        return math.hypot(1.0, self.slope) / self.slope

    def reach(self, y: float) -> float:
        """Return how far from its axis a side is, at a distance from the edge."""
        return (self.tip - y) / self.slope

    def rise(self, x: float) -> float:
        """Return how far from the edge its side is, at a distance from its axis."""
        return self.start + (self.half - abs(x)) * self.slope


def wedge(corners: int, measures: Measures) -> Wedge:
    """Return the wedge of each edge of a regular tile: as large as corners and neighbours let it be."""
    inset, edge = measures.fit.clearance, measures.size.edge
    beta = math.pi / 2 - math.pi / corners  # half of a corner's angle
    bold = max(measures.machine.min_feature, BOLDNESS * edge)
    # what the corner takes: its rounding, or half of a gap to the neighbour's wedge
    taken = max(measures.finish.corner_radius / math.tan(beta), bold / 2 / math.sin(beta))
    return Wedge(edge / 2 - inset / math.tan(beta) - taken, inset, math.tan(beta), bold)


def refuse_small(corners: int, measures: Measures) -> None:
    """Raise InputError for an edge so short that the patterns of its wedge cannot be made."""
    if _fits(corners, measures):
        return
    least = least_edge(lambda edge: _fits(corners, measures.with_edge(edge)))
    raise InputError(
        f"edge: found {measures.size.edge:g} mm, allowed is from {least:g} mm: every pattern must find room in "
        f"a triangle that fills the edge; a {measures.process} makes no stroke under {measures.machine.min_feature:g} "
        f"mm, and corners are rounded by {measures.finish.corner_radius:g} mm"
    )


def _fits(corners: int, measures: Measures) -> bool:
    found = wedge(corners, measures)
    return found.half >= max(LEAST * found.bold, FILLS / 2 * measures.size.edge)


def solid(wedge: Wedge) -> list[Region]:
    """The whole wedge."""
    return [Region(((-wedge.half, wedge.start), (wedge.half, wedge.start), (0.0, wedge.tip)))]


def dashed(wedge: Wedge) -> list[Region]:
    """Bars along the edge."""
    bars = []
    low, thick = wedge.start, 1.2 * wedge.bold
    while wedge.reach(low + thick) >= wedge.bold:
        bars.append(Region(_bar(wedge, low, low + thick)))
        low += 2 * thick
    return bars


def _bar(wedge: Wedge, low: float, high: float, taken: float = 0.0) -> Ring:
    """Return what lies between two distances from the edge, `taken` mm off at both ends."""
    a, b = wedge.reach(low) - taken, wedge.reach(high) - taken
    return ((-a, low), (a, low), (b, high), (-b, high))


def dotted(wedge: Wedge) -> list[Region]:
    """Rows of round dots."""
    radius = 0.9 * wedge.bold
    pitch = 2 * radius + 1.1 * wedge.bold
    dots = []
    y = wedge.start + wedge.bold / 2 + radius
    while (room := wedge.reach(y) - 1.1 * radius * wedge.lean) >= 0:
        count = int(2 * room / pitch) + 1
        dots += [Region(circle((k - (count - 1) / 2) * pitch, y, radius, DOT_SIDES)) for k in range(count)]
        y += pitch
    return dots


def double(wedge: Wedge) -> list[Region]:
    """Two bars away from the edge."""
    near, far = 0.8 * wedge.bold, 2.4 * wedge.bold
    return [Region(_upright(wedge, -far, -near)), Region(_upright(wedge, near, far))]


def _upright(wedge: Wedge, left: float, right: float) -> Ring:
    """Return what lies between two distances from the axis, on one side of it."""
    return ((left, wedge.start), (right, wedge.start), (right, wedge.rise(right)), (left, wedge.rise(left)))


def ladder(wedge: Wedge) -> list[Region]:
    """The whole wedge with windows, rungs between them along the edge."""
    windows = []
    rail, low, high = wedge.bold * wedge.lean, wedge.start + wedge.bold, 1.6 * wedge.bold
    while wedge.reach(low + high) - rail >= wedge.bold:
        windows.append(_bar(wedge, low, low + high, rail)[::-1])
        low += high + wedge.bold
    return [Region(solid(wedge)[0].outer, tuple(windows))]


def chevron(wedge: Wedge) -> list[Region]:
    """Arrowheads, one in the other."""
    bands = []
    half, step = wedge.half, 1.2 * wedge.bold * wedge.lean
    while half - step >= wedge.bold * wedge.lean:
        inner = half - step
        foot, tip, under = wedge.start, wedge.start + half * wedge.slope, wedge.start + inner * wedge.slope
        bands.append(Region(((-half, foot), (-inner, foot), (0.0, under), (inner, foot), (half, foot), (0.0, tip))))
        half -= 2 * step
    return bands


def line(wedge: Wedge) -> list[Region]:
    """One bar away from the edge, along the axis."""
    half = 1.1 * wedge.bold
    top = wedge.rise(half)
    return [Region(((-half, wedge.start), (half, wedge.start), (half, top), (0.0, wedge.tip), (-half, top)))]


def zigzag(wedge: Wedge) -> list[Region]:
    """A saw along the edge, its teeth pointing into the tile."""
    low = wedge.start + wedge.bold
    span = wedge.reach(low)
    count = max(2, int(2 * span / (3.2 * wedge.bold)))
    width = 2 * span / count
    high = low + min(1.1 * width, 0.45 * (wedge.tip - low))
    teeth: list[Point] = [(span, low)]
    for k in range(count):
        right = span - k * width
        # the outermost teeth lean with the sides of the wedge
        apex = right - width / 2
        top = min(high, wedge.rise(apex))
        teeth += [(apex, top), (right - width, low)]
    return [Region(((-wedge.half, wedge.start), (wedge.half, wedge.start), *teeth))]


PATTERNS: dict[str, Callable[[Wedge], list[Region]]] = {
    "solid": solid,
    "dashed": dashed,
    "dotted": dotted,
    "double": double,
    "ladder": ladder,
    "chevron": chevron,
    "line": line,
    "zigzag": zigzag,
}


@lru_cache(maxsize=4096)
def mark(corners: int, edge: int, colour: int, pattern: str, measures: Measures) -> Mark:
    """Return the wedge on an edge of a regular tile, in a colour (index in the palette, and label) and its pattern."""
    drawn = wedge(corners, measures)
    return Mark(
        slot=edge,
        operation=Operation.ENGRAVE,
        colour=colour,
        pattern=pattern,
        field=_placed(solid(drawn), corners, edge, measures),
        ink=_placed(PATTERNS[pattern](drawn), corners, edge, measures),
        label=colour,
    )


@lru_cache(maxsize=4096)
def face(labels: tuple[int, ...], palette: Palette, measures: Measures) -> Face:
    """Return the face of a regular tile with a wedge on each edge, and a mark on its back.

    labels: of the edges, anticlockwise; each is the index of its ink, whose pattern must be one of `PATTERNS`.
    """
    corners, edge = len(labels), measures.size.edge
    made = (corners, edge, measures.fit.clearance, measures.finish.corner_radius)
    cells = tuple(
        Cell(border, (mark(corners, k, label, palette.inks[label].pattern, measures),))
        for k, (border, label) in enumerate(zip(regular.edge_cells(*made), labels, strict=True))
    )
    return Face(regular.nominal(corners, edge), regular.outline(*made), cells, regular.back(corners, edge))


def _placed(areas: list[Region], corners: int, edge: int, measures: Measures) -> tuple[Region, ...]:
    """Return areas of an edge's frame in the tile's, on the grid."""
    angle, far = regular.direction(corners, edge + 0.5), regular.apothem(corners, measures.size.edge)
    c, s = math.cos(angle), math.sin(angle)

    def put(ring: Ring) -> Ring:
        return tuple((snap((far - y) * c - x * s), snap((far - y) * s + x * c)) for x, y in ring)

    return tuple(Region(put(area.outer), tuple(map(put, area.holes))) for area in areas)
