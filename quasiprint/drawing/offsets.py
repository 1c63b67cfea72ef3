"""Offsets of closed lines with mitred corners; kerf: where the beam's middle must run; and bleed. Lengths in mm.

Bleed is ink that runs out over an outline, so that a cut that is a little off shows no white.
"""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.rings import self_crossing
from quasiprint.model.errors import InputError
from quasiprint.model.face import Point, Ring, area, snap

SPIKE = 1e-9  # 1 + cosine: two sides that turn back so sharply have no mitre


def mitre(ring: Ring, width: float, what: str = "offset") -> Ring:
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


def missing_side(ring: Ring, moved: Ring) -> tuple[Point, Point] | None:
    """Return a side of a ring that has vanished, or turned round, in its offset; None if there is none such."""
    for p, q, a, b in zip(ring, ring[1:] + ring[:1], moved, moved[1:] + moved[:1], strict=True):
        if (q[0] - p[0]) * (b[0] - a[0]) + (q[1] - p[1]) * (b[1] - a[1]) <= 0:
            return p, q
    return None


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
    ring = tuple((snap(x), snap(y)) for x, y in mitre(corners, half, "kerf"))
    lost = missing_side(corners, ring)
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


ARC = math.radians(15)  # the largest step around a rounded corner
ON_EDGE = 2.5e-6  # within this, a point is on an edge (see quasiprint.checks.edges)

Side = tuple[Point, Point]


def outwards(side: Side, bleed: float) -> Point:
    """Return how far ink runs over a side of an outline, and which way: outlines run anticlockwise."""
    (x0, y0), (x1, y1) = side
    length = math.dist(*side)
    return bleed * (y1 - y0) / length, -bleed * (x1 - x0) / length


@lru_cache(maxsize=4096)
def patches(ring: Ring, side: Side, bleed: float) -> tuple[Ring, ...]:
    """Return how an inked area runs out over a side of its tile: wherever one of its own sides lies on that. It is
    asked for each kind of page and paper again."""
    (cx, cy), length = side[0], math.dist(*side)
    ux, uy = (side[1][0] - cx) / length, (side[1][1] - cy) / length
    on = [abs(ux * (y - cy) - uy * (x - cx)) < ON_EDGE for x, y in ring]
    if not any(on):
        return ()
    whole = enumerate(zip(ring, ring[1:] + ring[:1], strict=True))
    return tuple(strip_over(own, outwards(side, bleed)) for k, own in whole if on[k] and on[(k + 1) % len(on)])


def strip_over(side: Side, out: Point) -> Ring:
    """Return what lies between a side and the same side moved outwards."""
    a, b = side
    return (b, a, _moved(a, out), _moved(b, out))


def _moved(p: Point, by: Point) -> Point:
    return snap(p[0] + by[0]), snap(p[1] + by[1])


@lru_cache(maxsize=256)
def round_offset(ring: Ring, bleed: float) -> Ring:
    """Return a convex outline grown by `bleed` mm, its corners rounded: a mitre at a sharp tip would
    run on to the rim of the paper."""
    grown: list[Point] = []
    for a, b, c in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        start = math.atan2(a[0] - b[0], b[1] - a[1])
        turn = (math.atan2(b[0] - c[0], c[1] - b[1]) - start) % math.tau
        steps = max(1, math.ceil(turn / ARC))
        for k in range(steps + 1):
            angle = start + turn * k / steps
            grown.append((snap(b[0] + bleed * math.cos(angle)), snap(b[1] + bleed * math.sin(angle))))
    return tuple(grown)
