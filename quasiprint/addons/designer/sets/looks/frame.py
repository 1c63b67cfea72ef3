"""A tile in mm: the exact outline as designed, about its middle, and as made, inset and rounded.

The frame of a tile has its origin in the middle of its area, which every turn and reflection of the outline leaves
where it is. Straight corners, such as the middles of a domino's long sides, are none in mm.

A tile that may not be turned bears a small triangle that points up, where most is free near its middle. It says no
label.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product

from quasiprint.addons.designer.sets.polygons import Outline, by_angles
from quasiprint.addons.designer.sets.set_file import FIXED, Shape
from quasiprint.drawing.outlines import round_corner
from quasiprint.drawing.rings import boundary_distance, distance, inside, to_segment
from quasiprint.errors import InputError
from quasiprint.exact.polygon import ExactPoint, orientation
from quasiprint.model.face import Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.limits import LIMITS, least_edge
from quasiprint.model.measures import Measures
from quasiprint.model.option import Supplied
from quasiprint.model.profile import Palette

BACK = 0.24  # of the tile: how large the mark of its back is
FILLS = 0.8  # of the room there, at most
STEPS = 16  # places that are tried along each axis, to either side of the middle


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """What labels are drawn with. shapes: of the set, each with its look. symbols: a folder of SVG drawings."""

    shapes: tuple[Shape, ...]
    measures: Measures
    palette: Palette
    symbols: Supplied | None = None


def refuse_small(shape: Shape, m: Measures, fits: Callable[[Measures], bool], what: str) -> None:
    """Raise InputError if labels do not fit at this size. what: must be, for them to fit."""
    if fits(m):
        return
    least = least_edge(lambda edge: fits(m.scale(edge)))
    if least == LIMITS["edge"].most:
        raise InputError(
            f"look: found {shape.look!r} for {shape.choice.labels} labels on {shape.name!r}, where they "
            "have no room, however long its edges are; allowed are fewer labels, or another look"
        )
    raise InputError(
        f"edge: found {m.size.edge:g} mm, allowed is from {least:g} mm: {what}; a {m.process} makes no stroke under "
        f"{m.machine.min_feature:g} mm, takes {m.fit.clearance:g} mm off each edge, and rounds corners by "
        f"{m.finish.corner_radius:g} mm"
    )


@dataclass(frozen=True)
class Frame:
    """A tile of an outline, in the measures of a process."""

    outline: Outline
    measures: Measures

    @cached_property
    def points(self) -> Ring:
        """The corners of the exact outline, straight ones too, as designed: point k begins edge k."""
        return self._frame_ring(self.outline.corners)

    def cell(self, k: int) -> Ring:
        """Return the corners of a cell of the exact outline, as designed."""
        return self._frame_ring(self.outline.cells[k])

    def _frame_ring(self, corners: Sequence[ExactPoint]) -> Ring:
        x, y = _middle([corner.to_xy() for corner in self.outline.corners])
        by = self.measures.size.edge / self.outline.scale
        return tuple((snap(by * (px - x)), snap(by * (py - y))) for px, py in (corner.to_xy() for corner in corners))

    @cached_property
    def sharp(self) -> tuple[int, ...]:
        """Which corners are none of 180°."""
        corners, n = self.outline.corners, self.outline.edges
        return tuple(k for k in range(n) if orientation(corners[k - 1], corners[k], corners[(k + 1) % n]))

    @cached_property
    def nominal(self) -> Ring:
        """The tile with full edges and sharp corners."""
        return tuple(self.points[k] for k in self.sharp)

    @cached_property
    def rim(self) -> Ring:
        """The tile as made: inset by the clearance; corners rounded, but for those that lead inwards."""
        inset, radius = self.measures.fit.clearance, self.measures.finish.corner_radius
        arcs = (
            round_corner(self.points[k], self.inward(k), self.angle(k), inset, radius * (self.angle(k) < math.pi))
            for k in self.sharp
        )
        return tuple(point for arc in arcs for point in arc)

    def angle(self, corner: int) -> float:
        """Return the angle inside a corner, in radians."""
        return angle_at(self.points, corner)

    def inward(self, corner: int) -> float:
        """Return the direction of a corner's bisector into the tile, in radians."""
        here, after = self.points[corner], self.points[(corner + 1) % len(self.points)]
        return math.atan2(after[1] - here[1], after[0] - here[0]) + self.angle(corner) / 2

    @cached_property
    def across(self) -> float:
        """How far two corners are apart at most, mm."""
        return max(math.dist(a, b) for a, b in combinations(self.nominal, 2))

    def edge(self, k: int) -> tuple[Point, Point]:
        """Return where an edge of the exact outline begins and ends, as designed."""
        return self.points[k], self.points[(k + 1) % len(self.points)]

    def length(self, k: int) -> float:
        """Return the length of an edge, mm."""
        return math.dist(*self.edge(k))

    def off(self, p: Point, k: int) -> float:
        """Return how far a point is from an edge, mm."""
        return to_segment(p, *self.edge(k))

    @cached_property
    def middles(self) -> tuple[Point, ...]:
        """The middle of each cell."""
        cells = map(self.cell, range(len(self.outline.cells)))
        return tuple((sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)) for ring in cells)

    def place(self, k: int, points: tuple[Point, ...]) -> Ring:
        """Return points of an edge's frame in the tile's: there the edge's middle is the origin, x runs along the edge,
        anticlockwise, and y into the tile."""
        (ax, ay), (bx, by) = self.edge(k)
        length = math.dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / length, (by - ay) / length
        mx, my = (ax + bx) / 2, (ay + by) / 2
        return tuple((snap(mx + x * ux - y * uy), snap(my + x * uy + y * ux)) for x, y in points)

    @cached_property
    def back(self) -> tuple[Region, ...]:
        """The mark of the back: a small tile about the middle, which has the tile's own turns; or, where the middle
        lies outside or near the rim, as of no tile that can be turned, about the place that has the most room."""
        finish, gap = self.measures.finish, self.measures.machine.min_feature
        ring = self._small(BACK, (0.0, 0.0))
        if all(inside(p, self.rim) for p in ring) and boundary_distance(ring, self.rim) > finish.chamfer + gap:
            return (Region(ring),)
        at, room = self.roomiest(())
        return (Region(self._small(min(BACK, FILLS * max(0.0, round(room, 6) - finish.chamfer) / self.reach), at)),)

    @cached_property
    def reach(self) -> float:
        """How far the farthest corner is from the middle, mm."""
        return max(math.dist((0.0, 0.0), p) for p in self.nominal)

    def roomiest(self, taken: Collection[Ring], enough: float = math.inf) -> tuple[Point, float]:
        """Return the place nearest to the middle that is far enough, mm, from the rim and from all that is taken, or
        the one that is farthest; and how far it is."""
        steps = [self.reach * step / STEPS for step in range(-STEPS, STEPS + 1)]
        grid = sorted(product(steps, steps), key=lambda p: (round(math.hypot(*p), 6), -p[1], p[0]))
        at, most = grid[0], 0.0
        for p in grid:
            far = boundary_distance((p,), self.rim) if inside(p, self.rim) else 0.0
            for ring in taken if far > most else ():
                far = distance((p,), ring, far)
            if far >= enough:
                return p, far
            if round(far, 6) > round(most, 6):
                at, most = p, far
        return at, most

    def _small(self, size: float, at: Point) -> Ring:
        """Return the tile, so many times as large, about a place."""
        return tuple((snap(at[0] + size * x), snap(at[1] + size * y)) for x, y in self.nominal)


@lru_cache(maxsize=256)
def frame(outline: Outline, measures: Measures) -> Frame:
    """Return a tile in mm, made once."""
    return Frame(outline, measures)


def angle_at(ring: Ring, k: int) -> float:
    """Return the angle inside a ring's corner, in radians."""
    a, b, c = ring[k - 1], ring[k], ring[(k + 1) % len(ring)]
    return (math.atan2(a[1] - b[1], a[0] - b[0]) - math.atan2(c[1] - b[1], c[0] - b[0])) % math.tau


def _middle(points: list[Point]) -> Point:
    """Return the middle of a polygon's area."""
    twice = x = y = 0.0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        part = ax * by - bx * ay
        twice += part
        x += part * (ax + bx)
        y += part * (ay + by)
    return x / (3 * twice), y / (3 * twice)


SLOT = 1000  # of no label
LEAST = 2.5  # of the narrowest stroke: how wide the triangle is, at least
LARGEST = 0.14  # of the edge


def is_needed(shape: Shape) -> bool:
    """Tell whether tiles of a shape could be laid the wrong way up."""
    turns = [move for move in by_angles(shape.outline) if not move.mirrored]
    return shape.symmetry == FIXED and len(turns) > 1


def upright_mark(shape: Shape, tile: Frame, drawn: Sequence[Mark]) -> Mark:
    """Return the triangle for a shape. drawn: all its tiles' marks, together. Raises InputError if it has no room."""
    m = tile.measures
    gap, most = m.machine.min_feature, LARGEST * m.size.edge
    at, free = tile.roomiest(dict.fromkeys(region.outer for mark in drawn for region in mark.field), most + gap)
    radius = min(free - gap, most)
    if radius * math.sqrt(3) < LEAST * gap:
        raise InputError(
            f"edge: found {m.size.edge:g} mm, allowed is a longer one: a tile of {shape.name!r} with symmetry 'none' "
            "needs room for a mark that points up, or it would be taken for another that is turned"
        )
    angles = [math.pi / 2 + k * math.tau / 3 for k in range(3)]
    ring = tuple((snap(at[0] + radius * math.cos(a)), snap(at[1] + radius * math.sin(a))) for a in angles)
    return Mark(SLOT, Operation.ENGRAVE, None, None, (Region(ring),), (Region(ring),), rise=-m.finish.inlay_depth)
