"""Insets of convex outlines, with mitred corners."""

from __future__ import annotations

import math

from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, snap


def inset(ring: Ring, width: float) -> Ring:
    """Return a convex anticlockwise ring moved inwards by `width` mm, corner by corner.

    Corner k of the result belongs to corner k of the ring; corners in the middle of a straight
    side stay there. Raises InputError if the ring is not convex or an edge would vanish.
    """
    moved = []
    count = len(ring)
    for k, (x, y) in enumerate(ring):
        (x0, y0), (x1, y1) = ring[k - 1], ring[(k + 1) % count]
        ux, uy, vx, vy = x - x0, y - y0, x1 - x, y1 - y
        lu, lv = math.hypot(ux, uy), math.hypot(vx, vy)
        ux, uy, vx, vy = ux / lu, uy / lu, vx / lv, vy / lv
        if ux * vy - uy * vx < -1e-5:
            raise InputError(f"chamfer: the outline is not convex at ({x:g}, {y:g}) mm")
        # the mitre: the sum of both inward normals, as long as both edges move by `width`
        scale = width / (1 + ux * vx + uy * vy)
        moved.append((snap(x - (uy + vy) * scale), snap(y + (ux + vx) * scale)))
    for k, (a, b) in enumerate(zip(moved, moved[1:] + moved[:1], strict=True)):
        p, q = ring[k], ring[(k + 1) % count]
        if (b[0] - a[0]) * (q[0] - p[0]) + (b[1] - a[1]) * (q[1] - p[1]) <= 0:
            raise InputError(
                f"chamfer: {width:g} mm is more than the outline's rounded corners or edges allow at "
                f"({p[0]:g}, {p[1]:g}) mm; it must be less than the corner radius, or the corner sharp"
            )
    return tuple(moved)
