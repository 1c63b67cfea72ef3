"""Triangles of a plane area with holes, proved to cover its border exactly once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from quasiprint.solids.plan import GridRing

Corner = tuple[float, float]
IndexTriangle = tuple[int, int, int]


@lru_cache(maxsize=4096)
def grid_triangles(rings: tuple[GridRing, ...]) -> tuple[IndexTriangle, ...]:
    """Return anticlockwise triangles of the area (outer rings anticlockwise, holes clockwise).

    The indices count the rings' points one ring after the other; no point is added or left out.
    """
    return triangles(rings)


def triangles(rings: Sequence[Sequence[Corner]]) -> tuple[IndexTriangle, ...]:
    """Return anticlockwise triangles of the area inside `rings`, any unit, points as they are.

    Raises ValueError if the area is not covered: an edge of a ring is no side of exactly one
    triangle, or another side has no partner.
    """
    if len(rings) == 1 and len(rings[0]) == 3:
        return ((0, 1, 2),)
    import manifold3d
    import numpy as np

    found = manifold3d.triangulate([np.array(ring, dtype=np.float64) for ring in rings]).tolist()
    result: tuple[IndexTriangle, ...] = tuple((a, b, c) for a, b, c in found)
    _prove(rings, result)
    return result


def _prove(rings: Sequence[Sequence[Corner]], result: tuple[IndexTriangle, ...]) -> None:
    border: set[tuple[int, int]] = set()
    first = 0
    for ring in rings:
        border.update(zip(range(first, first + len(ring)), range(first + 1, first + len(ring)), strict=False))
        first += len(ring)
        border.add((first - 1, first - len(ring)))
    sides = {side for a, b, c in result for side in ((a, b), (b, c), (c, a))}
    if len(sides) != 3 * len(result):
        raise ValueError("triangulation: two triangles have the same side in the same direction")
    if not border <= sides or any((b, a) not in sides for a, b in sides - border):
        raise ValueError("triangulation: the triangles do not fill the area up to its border")
