"""Closed lines of the plane, in floats: what lies inside, what crosses, how far apart. Lengths in mm.

For drawings and layouts, whose points are on a grid anyway. What the rules decide is decided
exactly, in `quasiprint.exact`.
"""

from __future__ import annotations

import math

from quasiprint.model.face import Point, Ring


def sides(ring: Ring) -> list[tuple[Point, Point]]:
    """Return the sides of a ring in order; side k starts at point k."""
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def direction(p: Point) -> float:
    """Return the direction of a point from 0, in radians."""
    return math.atan2(p[1], p[0])


def turned(p: Point, angle: float) -> Point:
    """Return a point turned anticlockwise about 0 by `angle` radians, off the grid."""
    c, s = math.cos(angle), math.sin(angle)
    return p[0] * c - p[1] * s, p[0] * s + p[1] * c


def inside(p: Point, ring: Ring) -> bool:
    """Tell whether a point lies inside a ring, by counting the sides to its right."""
    odd = False
    for (x0, y0), (x1, y1) in sides(ring):
        if (y0 > p[1]) != (y1 > p[1]) and p[0] < x0 + (x1 - x0) * (p[1] - y0) / (y1 - y0):
            odd = not odd
    return odd


def side(a: Point, b: Point, p: Point) -> float:
    """Return twice the area of the triangle a, b, p: positive if p lies left of the way from a to b."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether the segments ab and cd cross, each passing to the other's far side."""
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def cross(one: Ring, two: Ring) -> bool:
    """Tell whether two rings cross."""
    return any(crossing(a, b, c, d) for a, b in sides(one) for c, d in sides(two))


def self_crossing(ring: Ring) -> bool:
    """Tell whether a closed line crosses itself."""
    ordered = sorted((min(a[0], b[0]), max(a[0], b[0]), a, b) for a, b in sides(ring))
    for i, (_, right, a, b) in enumerate(ordered):
        for left, _, c, d in ordered[i + 1 :]:
            if left > right:
                break
            if crossing(a, b, c, d):
                return True
    return False


def to_segment(p: Point, a: Point, b: Point) -> float:
    """Return the distance from a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    f = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square)) if square else 0.0
    return math.hypot(p[0] - a[0] - f * dx, p[1] - a[1] - f * dy)


def boundary_distance(one: Ring, two: Ring) -> float:
    """Return the least distance between the lines of two rings, 0 where they cross."""
    least = math.inf
    others = [(c, d, min(c[0], d[0]), max(c[0], d[0]), min(c[1], d[1]), max(c[1], d[1])) for c, d in sides(two)]
    for a, b in sides(one):
        left, right = min(a[0], b[0]), max(a[0], b[0])
        low, high = min(a[1], b[1]), max(a[1], b[1])
        for c, d, west, east, south, north in others:
            # boxes that lie farther apart than the best so far cannot do better
            if west - right >= least or left - east >= least or south - high >= least or low - north >= least:
                continue
            if crossing(a, b, c, d):
                return 0.0
            least = min(least, to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b))
    return least


def distance(one: Ring, two: Ring) -> float:
    """Return the distance of two areas, 0 if they touch or overlap."""
    if inside(one[0], two) or inside(two[0], one):
        return 0.0
    return boundary_distance(one, two)
