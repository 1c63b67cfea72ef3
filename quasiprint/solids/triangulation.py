"""Triangles of a plane area with holes, proved to cover its border exactly once.

Lengths are nanometres. Corners of different steps often lie on one line, up to rounding; a
triangle between three of them is a splinter that 32-bit floats could turn over, so the
diagonal it leans on is flipped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quasiprint.drawing.grid_rings import GridRing
from quasiprint.model.bounded import bounded

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPLINTER = 2000.0  # nm: a triangle less high than this is replaced, if its neighbours allow it
KEPT = 50_000  # triangles of areas that recur

Corner = tuple[float, float]
IndexTriangle = tuple[int, int, int]


@bounded(len, KEPT)
def grid_triangles(rings: tuple[GridRing, ...]) -> tuple[IndexTriangle, ...]:
    """Return anticlockwise triangles of the area (outer rings anticlockwise, holes clockwise).

    The indices count the rings' points one ring after the other; no point is added or left out.
    """
    return triangles(rings)


def triangles(rings: Sequence[Sequence[Corner]]) -> tuple[IndexTriangle, ...]:
    """Return anticlockwise triangles of the area inside `rings` (nm), points as they are.

    Raises ValueError if the area is not covered: an edge of a ring is no side of exactly one
    triangle, another side has no partner, or a triangle is turned over, as where rings cross.
    """
    if len(rings) == 1 and len(rings[0]) == 3:
        return ((0, 1, 2),)
    import manifold3d
    import numpy as np

    arrays = [np.array(ring, dtype=np.float64) for ring in rings]
    found = np.asarray(manifold3d.triangulate(arrays))
    result: list[IndexTriangle] = [(a, b, c) for a, b, c in found.tolist()]
    points = [p for ring in rings for p in ring]
    splinters = np.flatnonzero(~(_heights(np.concatenate(arrays), found) >= SPLINTER)).tolist()
    if splinters:
        _flip_splinters(points, result, splinters)
        if any(_height(points, triangle) < -SPLINTER for triangle in result):
            raise ValueError("triangulation: a triangle is turned over")
    _prove(rings, result)
    return tuple(result)


def _flip_splinters(points: list[Corner], result: list[IndexTriangle], waiting: list[int]) -> None:
    """Replace each splinter and the triangle across its longest side by the two others of their
    quadrilateral, in place, if both of these are higher. waiting: the splinters."""
    at = {side: k for k, (a, b, c) in enumerate(result) for side in ((a, b), (b, c), (c, a))}
    patience = 8 * len(waiting)  # a splinter may have to wait until one beside it is gone
    while waiting and patience:
        patience -= 1
        k = waiting.pop(0)
        height = _height(points, result[k])
        if height >= SPLINTER:
            continue
        turns = (result[k][i:] + result[k][:i] for i in range(3))
        a, b, c = max(turns, key=lambda t: math.dist(points[t[0]], points[t[1]]))
        across = at.get((b, a))
        if across is None:
            continue
        (d,) = set(result[across]) - {a, b}
        first, second = (a, d, c), (d, b, c)
        waiting.append(k)
        if min(_height(points, first), _height(points, second)) > height:
            del at[a, b], at[b, a]
            for where, (p, q, r) in ((k, first), (across, second)):
                result[where] = (p, q, r)
                at[p, q] = at[q, r] = at[r, p] = where
            waiting.append(across)


def _heights(points: NDArray[np.float64], triangles: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return the least height of each triangle, as `_height` has it."""
    import numpy as np

    (ax, ay), (bx, by), (cx, cy) = (points[triangles[:, k]].T for k in range(3))
    longest = np.maximum(
        np.maximum((bx - ax) ** 2 + (by - ay) ** 2, (cx - bx) ** 2 + (cy - by) ** 2), (ax - cx) ** 2 + (ay - cy) ** 2
    )
    height: NDArray[np.float64] = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / np.sqrt(longest)
    return height


def _height(points: list[Corner], triangle: IndexTriangle) -> float:
    """Return the least height of a triangle, negative if it is turned over."""
    (ax, ay), (bx, by), (cx, cy) = (points[k] for k in triangle)
    longest = max((bx - ax) ** 2 + (by - ay) ** 2, (cx - bx) ** 2 + (cy - by) ** 2, (ax - cx) ** 2 + (ay - cy) ** 2)
    return ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / math.sqrt(longest)


def _prove(rings: Sequence[Sequence[Corner]], result: Sequence[IndexTriangle]) -> None:
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
