"""Offsets of closed lines with mitred corners. Lengths in mm."""

from __future__ import annotations

import math

from quasiprint.model.errors import InputError
from quasiprint.model.face import Point, Ring

SPIKE = 1e-9  # 1 + cosine: two sides that turn back so sharply have no mitre


def mitred(ring: Ring, width: float, what: str = "offset") -> Ring:
    """Return a ring with every side moved to its right by `width`, off the grid: an anticlockwise ring grows.

    Corner k of the result belongs to corner k of the ring, which repeats none. what: for messages. Raises InputError
    if two sides lie over each other.
    """
    moved = []
    for (x0, y0), (x, y), (x1, y1) in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        ux, uy, vx, vy = x - x0, y - y0, x1 - x, y1 - y
        lu, lv = math.hypot(ux, uy), math.hypot(vx, vy)
        ux, uy, vx, vy = ux / lu, uy / lu, vx / lv, vy / lv
        facing = 1 + ux * vx + uy * vy
        if facing < SPIKE:
            raise InputError(f"{what}: the outline turns back on itself at ({x:g}, {y:g}) mm")
        # the sum of both outward normals, as long as both sides move by `width`
        scale = width / facing
        moved.append((x + (uy + vy) * scale, y - (ux + vx) * scale))
    return tuple(moved)


def lost_side(ring: Ring, moved: Ring) -> tuple[Point, Point] | None:
    """Return a side of a ring that has vanished, or turned round, in its offset; None if there is none such."""
    for p, q, a, b in zip(ring, ring[1:] + ring[:1], moved, moved[1:] + moved[:1], strict=True):
        if (q[0] - p[0]) * (b[0] - a[0]) + (q[1] - p[1]) * (b[1] - a[1]) <= 0:
            return p, q
    return None
