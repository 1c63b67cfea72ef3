"""Kerf: where the beam's middle must run, so that what is left has its nominal size."""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.mitre import lost_side, mitred
from quasiprint.drawing.rings import self_crossing
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, area, snap


@lru_cache(maxsize=4096)
def kerf_offset(outline: Ring, kerf_mm: float) -> Ring:
    """Return `outline` grown by half of `kerf_mm`, mitred.

    outline: the rim of what is to be left, mm; convex or not. Anticlockwise it is the rim of a
    piece and grows; clockwise it is the rim of a hole and the hole shrinks: either way the line
    moves away from the material, which lies to its left.
    kerf_mm: full width of the material the beam removes, in mm, ≥ 0.
    Raises InputError (a ValueError) if the kerf is negative, or the offset polygon is empty or
    self-intersecting.
    """
    if not (math.isfinite(kerf_mm) and kerf_mm >= 0):
        raise InputError(f"kerf: found {kerf_mm:g} mm, allowed is 0 mm or more")
    if kerf_mm == 0:
        return outline
    half = kerf_mm / 2
    corners = tuple(p for p, q in zip(outline, outline[1:] + outline[:1], strict=True) if p != q)
    ring = tuple((snap(x), snap(y)) for x, y in mitred(corners, half, "kerf"))
    lost = lost_side(corners, ring)
    if lost is not None:
        what = "leaves nothing of the hole" if area(outline) < 0 else "swallows an edge of the outline"
        (x, y), _ = lost
        raise InputError(
            f"kerf: {kerf_mm:g} mm {what} at ({x:g}, {y:g}) mm: the edge there is {math.dist(*lost):.3f} mm long"
        )
    if area(ring) * area(outline) <= 0 or self_crossing(ring):
        raise InputError(
            f"kerf: {kerf_mm:g} mm is too wide for the outline at ({corners[0][0]:g}, {corners[0][1]:g}) mm: "
            "its offset crosses itself"
        )
    return ring
