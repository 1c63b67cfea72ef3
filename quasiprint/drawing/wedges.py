"""Wedges: triangles that stand on the edges of a regular tile and reach for its centre, in colours and patterns.

A wedge is drawn in the frame of its edge: the edge's middle is the origin, x runs along the edge, anticlockwise, and y
into the tile. Its base lies on the edge as made, and its sides run beside those of its neighbours. The patterns have
the names of those of stripes (`quasiprint.drawing.patterns`) and obey the same laws: at the edge they are symmetric
about the middle, so that they meet the neighbour's; pieces of ink never touch; and no stroke or gap is narrower than
the boldness, but for tips.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache, partial

from quasiprint.drawing import fineness, regular
from quasiprint.drawing.fineness import strokes_made
from quasiprint.drawing.outlines import circle
from quasiprint.drawing.patterns import DOT_SIDES
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, snap
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

    def ink(self, pattern: str) -> list[Region]:
        """Return what a pattern, one of `PATTERNS`, inks of it."""
        found: list[Region] = getattr(self, pattern)()
        return found

    def solid(self) -> list[Region]:
        """The whole self."""
        return [Region(((-self.half, self.start), (self.half, self.start), (0.0, self.tip)))]

    def dashed(self) -> list[Region]:
        """Bars along the edge."""
        bars = []
        low, thick = self.start, 1.2 * self.bold
        while self.reach(low + thick) >= self.bold:
            bars.append(Region(self._bar(low, low + thick)))
            low += 2 * thick
        return bars

    def _bar(self, low: float, high: float, taken: float = 0.0) -> Ring:
        """Return what lies between two distances from the edge, `taken` mm off at both ends."""
        a, b = self.reach(low) - taken, self.reach(high) - taken
        return ((-a, low), (a, low), (b, high), (-b, high))

    def dotted(self) -> list[Region]:
        """Rows of round dots."""
        radius = 0.9 * self.bold
        pitch = 2 * radius + 1.1 * self.bold
        dots = []
        y = self.start + self.bold / 2 + radius
        while (room := self.reach(y) - 1.1 * radius * self.lean) >= 0:
            count = int(2 * room / pitch) + 1
            dots += [Region(circle((k - (count - 1) / 2) * pitch, y, radius, DOT_SIDES)) for k in range(count)]
            y += pitch
        return dots

    def double(self) -> list[Region]:
        """Two bars away from the edge."""
        near, far = 0.8 * self.bold, 2.4 * self.bold
        return [Region(self._upright(-far, -near)), Region(self._upright(near, far))]

    def _upright(self, left: float, right: float) -> Ring:
        """Return what lies between two distances from the axis, on one side of it."""
        return ((left, self.start), (right, self.start), (right, self.rise(right)), (left, self.rise(left)))

    def ladder(self) -> list[Region]:
        """The whole wedge with windows, rungs between them along the edge."""
        windows = []
        rail, low, high = self.bold * self.lean, self.start + self.bold, 1.6 * self.bold
        while self.reach(low + high) - rail >= self.bold:
            windows.append(self._bar(low, low + high, rail)[::-1])
            low += high + self.bold
        return [Region(self.solid()[0].outer, tuple(windows))]

    def chevron(self) -> list[Region]:
        """Arrowheads, one in the other."""
        bands = []
        half, step = self.half, 1.2 * self.bold * self.lean
        while half - step >= self.bold * self.lean:
            inner = half - step
            foot, tip, under = self.start, self.start + half * self.slope, self.start + inner * self.slope
            bands.append(Region(((-half, foot), (-inner, foot), (0.0, under), (inner, foot), (half, foot), (0.0, tip))))
            half -= 2 * step
        return bands

    def line(self) -> list[Region]:
        """One bar away from the edge, along the axis."""
        half = 1.1 * self.bold
        top = self.rise(half)
        return [Region(((-half, self.start), (half, self.start), (half, top), (0.0, self.tip), (-half, top)))]

    def zigzag(self) -> list[Region]:
        """A saw along the edge, its teeth pointing into the tile."""
        low = self.start + self.bold
        span = self.reach(low)
        count = max(2, int(2 * span / (3.2 * self.bold)))
        width = 2 * span / count
        high = low + min(1.1 * width, 0.45 * (self.tip - low))
        teeth: list[Point] = [(span, low)]
        for k in range(count):
            right = span - k * width
            # the outermost teeth lean with the sides of the wedge
            apex = right - width / 2
            top = min(high, self.rise(apex))
            teeth += [(apex, top), (right - width, low)]
        return [Region(((-self.half, self.start), (self.half, self.start), *teeth))]


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
    reason = f"every pattern must find room in a triangle that fills the edge; {strokes_made(measures)}"
    fineness.refuse_small(measures, partial(_fits, corners), reason)


def _fits(corners: int, measures: Measures) -> bool:
    found = wedge(corners, measures)
    return found.half >= max(LEAST * found.bold, FILLS / 2 * measures.size.edge)


@lru_cache(maxsize=4096)
def mark(corners: int, edge: int, colour: int, pattern: str, measures: Measures) -> Mark:
    """Return the wedge on an edge of a regular tile, in a colour (index in the palette, and label) and its pattern."""
    drawn = wedge(corners, measures)
    return Mark(
        slot=edge,
        operation=Operation.ENGRAVE,
        colour=colour,
        pattern=pattern,
        field=_place(drawn.solid(), corners, edge, measures),
        ink=_place(drawn.ink(pattern), corners, edge, measures),
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


def _place(areas: list[Region], corners: int, edge: int, measures: Measures) -> tuple[Region, ...]:
    """Return areas of an edge's frame in the tile's, on the grid."""
    angle, far = regular.direction(corners, edge + 0.5), regular.apothem(corners, measures.size.edge)
    c, s = math.cos(angle), math.sin(angle)

    def put(ring: Ring) -> Ring:
        return tuple((snap((far - y) * c - x * s), snap((far - y) * s + x * c)) for x, y in ring)

    return tuple(area.map_rings(put) for area in areas)
