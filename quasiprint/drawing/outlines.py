"""Outlines of pieces: corners inset and rounded, with points that a piece's parts can share."""

from __future__ import annotations

import math

from quasiprint.model.face import Point, Ring, snap

ARC_STEP = math.radians(18)  # of a rounded corner


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
