"""Regular tiles in mm: as designed and as made, parted into a cell for each edge or for each corner; and wedges,
triangles that stand on their edges and reach for the centre, in colours and patterns.

The frame of a tile has its origin at the centre. Its first corner is where `quasiprint.exact.regular` has it: at the
top of a triangle, at the top left of a square and a hexagon; corners and edges count anticlockwise, and edge k starts
at corner k.

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

from quasiprint.drawing.outlines import circle, round_corner
from quasiprint.drawing.patterns import DOT_SIDES
from quasiprint.drawing.strokes import refuse_small, strokes_made
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.measures import Measures
from quasiprint.model.profile import Palette

FIRST = {3: math.pi / 2, 4: 3 * math.pi / 4, 6: 2 * math.pi / 3}  # direction of the first corner, by their number
BACK = 0.24  # of the tile: how large the mark of its back is


def circumradius(corners: int, edge: float) -> float:
    """Return the distance from a regular polygon's centre to its corners."""
    return edge / 2 / math.sin(math.pi / corners)


def apothem(corners: int, edge: float) -> float:
    """Return the distance from a regular polygon's centre to the middles of its edges."""
    return circumradius(corners, edge) * math.cos(math.pi / corners)


def direction(corners: int, corner: float) -> float:
    """Return the direction of a corner from the centre, in radians; halves lie in between."""
    return FIRST[corners] + corner * math.tau / corners


def at(distance: float, angle: float) -> Point:
    """Return the point so far from the centre in a direction (radians), on the grid."""
    return snap(distance * math.cos(angle)), snap(distance * math.sin(angle))


@lru_cache(maxsize=64)
def nominal(corners: int, edge: float) -> Ring:
    """Return the tile with full edges and sharp corners, from its first corner."""
    radius = circumradius(corners, edge)
    return tuple(at(radius, direction(corners, k)) for k in range(corners))


@lru_cache(maxsize=64)
def arcs(corners: int, edge: float, inset: float, radius: float) -> tuple[Ring, ...]:
    """Return the corners of the tile as made: inset, rounded by a radius, the middle of each on its bisector."""
    angle = math.pi - math.tau / corners
    return tuple(
        round_corner(corner, direction(corners, k) + math.pi, angle, inset, radius)
        for k, corner in enumerate(nominal(corners, edge))
    )


def outline(corners: int, edge: float, inset: float, radius: float) -> Ring:
    """Return the tile as made."""
    return tuple(p for arc in arcs(corners, edge, inset, radius) for p in arc)


def edge_cells(corners: int, edge: float, inset: float, radius: float) -> tuple[Ring, ...]:
    """Return a cell for each edge: from the middle of one corner along the edge to the middle of the next one, and
    back over the centre."""
    made = arcs(corners, edge, inset, radius)
    return tuple(
        (*arc[len(arc) // 2 :], *after[: len(after) // 2 + 1], (0.0, 0.0))
        for arc, after in zip(made, made[1:] + made[:1], strict=True)
    )


def corner_cells(corners: int, edge: float, inset: float, radius: float, inner: Ring = ()) -> tuple[Ring, ...]:
    """Return a cell for each corner: from the middle of the edge before it around the corner to the middle of the edge
    after it, and back over the centre.

    inner: the border of a cell around the centre, which the others leave out; point 2k lies towards corner k,
    2k + 1 towards the middle of the edge after it.
    """
    reach = apothem(corners, edge) - inset
    middles = [at(reach, direction(corners, k + 0.5)) for k in range(corners)]
    cells = []
    for k, arc in enumerate(arcs(corners, edge, inset, radius)):
        back = (inner[2 * k - 1], inner[2 * k], inner[(2 * k + 1) % len(inner)]) if inner else ((0.0, 0.0),)
        cells.append((middles[k - 1], *arc, middles[k], *back[::-1]))
    return tuple(cells)


@lru_cache(maxsize=64)
def back(corners: int, edge: float) -> tuple[Region, ...]:
    """Return the mark of a back: a small tile around the centre, which has the tile's own symmetry."""
    return (Region(tuple((snap(BACK * x), snap(BACK * y)) for x, y in nominal(corners, edge))),)


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


def refuse_small_wedges(corners: int, measures: Measures) -> None:
    """Raise InputError for an edge so short that the patterns of its wedge cannot be made."""
    reason = f"every pattern must find room in a triangle that fills the edge; {strokes_made(measures)}"
    refuse_small(measures, partial(_fits, corners), reason)


def _fits(corners: int, measures: Measures) -> bool:
    found = wedge(corners, measures)
    return found.half >= max(LEAST * found.bold, FILLS / 2 * measures.size.edge)


@lru_cache(maxsize=4096)
def wedge_mark(corners: int, edge: int, colour: int, pattern: str, measures: Measures) -> Mark:
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
def wedge_face(labels: tuple[int, ...], palette: Palette, measures: Measures) -> Face:
    """Return the face of a regular tile with a wedge on each edge, and a mark on its back.

    labels: of the edges, anticlockwise; each is the index of its ink, whose pattern must be one of `PATTERNS`.
    """
    corners, edge = len(labels), measures.size.edge
    made = (corners, edge, measures.fit.clearance, measures.finish.corner_radius)
    cells = tuple(
        Cell(border, (wedge_mark(corners, k, label, palette.inks[label].pattern, measures),))
        for k, (border, label) in enumerate(zip(edge_cells(*made), labels, strict=True))
    )
    return Face(nominal(corners, edge), outline(*made), cells, back(corners, edge))


def _place(areas: list[Region], corners: int, edge: int, measures: Measures) -> tuple[Region, ...]:
    """Return areas of an edge's frame in the tile's, on the grid."""
    angle, far = direction(corners, edge + 0.5), apothem(corners, measures.size.edge)
    c, s = math.cos(angle), math.sin(angle)

    def place(ring: Ring) -> Ring:
        return tuple((snap((far - y) * c - x * s), snap((far - y) * s + x * c)) for x, y in ring)

    return tuple(area.map_rings(place) for area in areas)
