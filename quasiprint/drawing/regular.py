"""Regular tiles in mm: as designed and as made, parted into a cell for each corner.

The frame of a tile has its origin at the centre. Its first corner is where `quasiprint.exact.regular` has it: at the
top of a triangle, at the top left of a square and a hexagon; corners and edges count anticlockwise, and edge k starts
at corner k.
"""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.outlines import round_corner, turn_ring
from quasiprint.model.face import Point, Region, Ring, snap

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


def place_at_edge(corners: int, edge: float, k: int, ring: Ring) -> Ring:
    """Return a ring beside edge k in the frame of the tile; its own has the edge's middle as the origin, x along the
    edge, anticlockwise, and y into the tile."""
    way, far = direction(corners, k + 0.5), apothem(corners, edge)
    return turn_ring(ring, way + math.pi / 2, far * math.cos(way), far * math.sin(way))


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
