"""Triangles that cover a face read back: of plane areas with holes, none of them thinner than need be."""

from __future__ import annotations

import math
from collections.abc import Sequence

Corner = tuple[float, float]
Indices = tuple[int, int, int]

THIN = 2000.0  # nm: a triangle less high is replaced, if its neighbours allow it
PATIENCE = 8  # times that a thin triangle waits for one beside it


def covering(rings: Sequence[Sequence[Corner]]) -> list[Indices]:
    """Return anticlockwise triangles of the area inside rings (nm), the outer one anticlockwise; indices count the
    rings' corners one ring after the other. Raises ValueError if they do not cover just that area."""
    import manifold3d
    import numpy as np

    points = [p for ring in rings for p in ring]
    if len(points) == 3:
        return [(0, 1, 2)]
    found: list[Indices] = [
        (a, b, c) for a, b, c in manifold3d.triangulate([np.array(ring, dtype=np.float64) for ring in rings]).tolist()
    ]
    _thickened(points, found)
    first, border = 0, []
    for ring in rings:
        order = range(first, first + len(ring))
        border += [(k, k + 1 if k + 1 < first + len(ring) else first) for k in order]
        first += len(ring)
    sides = [side for a, b, c in found for side in ((a, b), (b, c), (c, a))]
    once = set(sides)
    if len(once) != len(sides) or not once >= set(border) or any((b, a) not in once for a, b in once - set(border)):
        raise ValueError("the triangles do not cover the area")
    if any(_height(points, triangle) < -THIN for triangle in found):
        raise ValueError("a triangle is turned over")
    return found


def _thickened(points: list[Corner], found: list[Indices]) -> None:
    """Replace thin triangles and those across their longest sides by the other two of their quadrilateral."""
    thin = [k for k, triangle in enumerate(found) if _height(points, triangle) < THIN]
    patience = PATIENCE * len(thin)
    at = {side: k for k, (a, b, c) in enumerate(found) for side in ((a, b), (b, c), (c, a))} if thin else {}
    while thin and patience:
        patience -= 1
        k = thin.pop(0)
        height = _height(points, found[k])
        turns = [found[k][i:] + found[k][:i] for i in range(3)]
        a, b, c = max(turns, key=lambda turn: math.dist(points[turn[0]], points[turn[1]]))
        other = at.get((b, a))
        if height >= THIN or other is None:
            continue
        (d,) = set(found[other]) - {a, b}
        new: tuple[Indices, Indices] = (a, d, c), (d, b, c)
        thin.append(k)
        if min(_height(points, one) for one in new) > height:
            del at[a, b], at[b, a]
            for where, (p, q, r) in zip((k, other), new, strict=True):
                found[where] = p, q, r
                at[p, q] = at[q, r] = at[r, p] = where
            thin.append(other)


def _height(points: list[Corner], triangle: Indices) -> float:
    (ax, ay), (bx, by), (cx, cy) = (points[k] for k in triangle)
    longest = max(math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by), math.hypot(ax - cx, ay - cy))
    return ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / max(longest, 1e-9)
