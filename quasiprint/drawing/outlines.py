"""Outlines of pieces: corners inset and rounded, with points that a piece's parts can share. How round corners, and how
wide a bevel, can be: as far as what is drawn, and the outline itself, let them; limits are in hundredths of a mm,
rounded down, so that one is kept as it is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from quasiprint.drawing.rings import boundary_distance, is_convex, on_grid, sides
from quasiprint.model.errors import InputError
from quasiprint.model.face import Face, Point, Region, Ring, snap
from quasiprint.model.limits import round_down
from quasiprint.model.measures import Maker, Measures

ARC_STEP = math.radians(18)  # of a rounded corner
LEFT = 0.95  # of the widest bevel at which a side vanishes: a sliver of it stays
WIDEST = 2000.0  # of any radius
STEPS = 40


def rounded(corner: Point, inward: float, angle: float, inset: float, radius: float) -> Ring:
    """Return the corner of an outline: an odd number of points, the middle one on the bisector.

    corner: the sharp one, mm. inward: direction of the bisector into the piece, radians; angle:
    of the corner. inset: how far the outline lies inside the sharp one, mm; radius: of the arc.
    """
    far = (inset + radius) / math.sin(angle / 2)
    cx, cy = corner[0] + far * math.cos(inward), corner[1] + far * math.sin(inward)
    turn = math.pi - angle
    steps = 2 * math.ceil(turn / ARC_STEP / 2) if radius else 0
    outward = inward + math.pi
    return tuple(
        (
            snap(cx + radius * math.cos(outward + turn * (k / steps - 0.5 if steps else 0))),
            snap(cy + radius * math.sin(outward + turn * (k / steps - 0.5 if steps else 0))),
        )
        for k in range(steps + 1)
    )


def square(side: float) -> Ring:
    """Return a square about the origin, anticlockwise from its lower left corner."""
    half = snap(side / 2)
    return ((-half, -half), (half, -half), (half, half), (-half, half))


def rectangle(left: float, low: float, right: float, high: float) -> Ring:
    """Return a rectangle, anticlockwise from its lower left corner; on the grid."""
    left, low, right, high = snap(left), snap(low), snap(right), snap(high)
    return ((left, low), (right, low), (right, high), (left, high))


def square_corners(corners: Ring, inset: float, radius: float) -> tuple[Ring, ...]:
    """Return the corners of a square, given anticlockwise from its lower left one, inset and rounded, each with its
    middle on the diagonal."""
    return tuple(
        rounded(corner, math.pi / 4 + k * math.pi / 2, math.pi / 2, inset, radius) for k, corner in enumerate(corners)
    )


def rounded_square(corners: Ring, inset: float, radius: float) -> Ring:
    """Return the outline of a square, given anticlockwise from its lower left corner, inset and rounded."""
    return tuple(point for corner in square_corners(corners, inset, radius) for point in corner)


def turned(ring: Ring, angle: float, x: float = 0.0, y: float = 0.0) -> Ring:
    """Return a ring turned anticlockwise about 0 by `angle` radians, then moved; on the grid."""
    c, s = math.cos(angle), math.sin(angle)
    return tuple((snap(px * c - py * s + x), snap(px * s + py * c + y)) for px, py in ring)


def circle(x: float, y: float, radius: float, sides: int) -> Ring:
    """Return a polygon of so many sides in a circle, anticlockwise; on the grid."""
    turns = [math.tau * k / sides for k in range(sides)]
    return tuple((snap(x + radius * math.cos(a)), snap(y + radius * math.sin(a))) for a in turns)


def diagonal_cross(reach: float, stroke: float) -> Ring:
    """Return an x about the origin: two bars `stroke` mm wide that cross at a right angle, `reach` mm from the middle;
    on the grid, anticlockwise."""
    half = stroke / 2
    arm = ((reach, -half), (reach, half), (half, half))
    return tuple(point for k in range(4) for point in turned(arm, math.pi / 4 + k * math.pi / 2))


def roundest(points: Iterable[Point], angle: float, inset: float, away: float) -> float:
    """Return the largest radius of a corner that keeps points inside of its arc, `away` mm from it.

    points: in the frame of the sharp corner: y runs into the piece along the bisector, x across. angle: of the corner,
    radians. inset: how far inside of the sharp corner's sides the outline lies.
    """
    found, half = tuple(points), angle / 2

    def holds(radius: float) -> bool:
        middle = (inset + radius) / math.sin(half)
        for x, y in found:
            far = math.hypot(x, y - middle)
            # beside the arc the outline's straight sides are nearer
            if far > 0 and (middle - y) / far > math.sin(half) and far > radius - away:
                return False
        return True

    low, high = 0.0, WIDEST
    for _ in range(STEPS):
        radius = (low + high) / 2
        low, high = (radius, high) if holds(radius) else (low, radius)
    return round_down(low)


def refuse_wide_chamfer(faces: Iterable[Face], measures: Measures) -> None:
    """Raise InputError if a bevel is wider than a printed outline, or a mark on its back, leaves room for."""
    if measures.process is not Maker.PRINTER or not measures.finish.chamfer:
        return
    widest = min((_widest(face.outline, face.back + face.hollows) for face in faces), default=WIDEST)
    if measures.finish.chamfer > widest:
        raise InputError(
            f"chamfer: found {measures.finish.chamfer:g} mm, allowed is up to {widest:g} mm, or 0 for sharp "
            f"edges: corners rounded by {measures.finish.corner_radius:g} mm, the smallest part and the marks on backs "
            "leave room for no wider one"
        )


@lru_cache(maxsize=4096)
def _widest(outline: Ring, back: tuple[Region, ...]) -> float:
    """Return how wide the bevel of an outline can be; one that is not convex has none."""
    if not is_convex(on_grid(outline)):
        return WIDEST
    widest = WIDEST
    every = sides(outline)
    for k, (a, b) in enumerate(every):
        # a side gets shorter at each of its ends by the tangent of half of the turn there
        lost = _half_turn(every[k - 1], (a, b)) + _half_turn((a, b), every[(k + 1) % len(every)])
        if lost > 1e-6:
            widest = min(widest, LEFT * math.dist(a, b) / lost)
    return round_down(min([widest, *(LEFT * boundary_distance(area.outer, outline) for area in back)]))


def _half_turn(before: tuple[Point, Point], after: tuple[Point, Point]) -> float:
    """Return the tangent of half of the turn from a side to the next one."""
    (ax, ay), (bx, by) = before
    (cx, cy), (dx, dy) = after
    turn = math.atan2(dy - cy, dx - cx) - math.atan2(by - ay, bx - ax)
    return max(0.0, math.tan(((turn + math.pi) % math.tau - math.pi) / 2))
