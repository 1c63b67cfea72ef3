"""Insets of convex outlines, with mitred corners."""

from __future__ import annotations

import math

from quasiprint.drawing.offsets import lost_side, mitred
from quasiprint.drawing.rings import side
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, snap

STRAIGHT = 1e-5  # sine: what turns by less may be meant to be straight


def inset(ring: Ring, width: float) -> Ring:
    """Return a convex anticlockwise ring moved inwards by `width` mm, corner by corner.

    Corner k of the result belongs to corner k of the ring; corners in the middle of a straight
    side stay there. Raises InputError if the ring is not convex or an edge would vanish.
    """
    for a, b, c in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        if side(a, b, c) < -STRAIGHT * math.dist(a, b) * math.dist(b, c):
            raise InputError(f"chamfer: the outline is not convex at ({b[0]:g}, {b[1]:g}) mm")
    moved = tuple((snap(x), snap(y)) for x, y in mitred(ring, -width, "chamfer"))
    lost = lost_side(ring, moved)
    if lost is not None:
        (x, y), _ = lost
        raise InputError(
            f"chamfer: {width:g} mm is more than the outline's rounded corners or edges allow at "
            f"({x:g}, {y:g}) mm; it must be less than the corner radius, or the corner sharp"
        )
    return moved
