"""Closed lines of the plane: what lies inside, what crosses, how far apart.

In floats, mm, for drawings and layouts, whose points are on a grid anyway; and in whole nanometres, where it is decided
in integers, without a tolerance, whether a ring crosses itself or two meet. The grid of faces (six decimals of a
millimetre) maps onto these without loss, and ``to_mm`` gives the very float that the face had. What the rules decide is
decided exactly, in `quasiprint.exact`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

from quasiprint.model.face import Point, Ring

GridPoint = tuple[int, int]
GridRing = tuple[GridPoint, ...]
Edge = tuple[GridPoint, GridPoint]

NANOMETRES = 1_000_000  # in a millimetre
NEAR = 2  # nm: what lies nearer to an edge or corner is meant to lie on it
P = TypeVar("P", Point, GridPoint)
Number = TypeVar("Number", int, float)


def sides(ring: tuple[P, ...]) -> list[tuple[P, P]]:
    """Return the sides of a ring in order; side k starts at point k."""
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def direction(p: Point) -> float:
    """Return the direction of a point from 0, in radians."""
    return math.atan2(p[1], p[0])


def turn_point(p: Point, angle: float) -> Point:
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


def side(a: tuple[Number, Number], b: tuple[Number, Number], p: tuple[Number, Number]) -> Number:
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


def boundary_distance(one: Ring, two: Ring, most: float = math.inf) -> float:
    """Return the least distance between the lines of two rings, 0 where they cross; `most` where they are no nearer."""
    least, others = most, _near_sides(two, one, most)
    for a, b, left, right, low, high in _near_sides(one, two, most):
        for c, d, west, east, south, north in others:
            # boxes that lie farther apart than the best so far cannot do better
            if west - right >= least or left - east >= least or south - high >= least or low - north >= least:
                continue
            if crossing(a, b, c, d):
                return 0.0
            least = min(least, to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b))
    return least


def _near_sides(ring: Ring, other: Ring, most: float) -> list[tuple[Point, Point, float, float, float, float]]:
    """Return the sides of a ring whose boxes come within `most` of another ring's box: each its ends, then its least
    and greatest x and y."""
    xs, ys = [x for x, _ in other], [y for _, y in other]
    west, east, south, north = min(xs) - most, max(xs) + most, min(ys) - most, max(ys) + most
    found = []
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        (left, right), (low, high) = (
            (a[0], b[0]) if a[0] < b[0] else (b[0], a[0]),
            (a[1], b[1]) if a[1] < b[1] else (b[1], a[1]),
        )
        if left <= east and right >= west and low <= north and high >= south:
            found.append((a, b, left, right, low, high))
    return found


def distance(one: Ring, two: Ring) -> float:
    """Return the distance of two areas, 0 if they touch or overlap."""
    if inside(one[0], two) or inside(two[0], one):
        return 0.0
    return boundary_distance(one, two)


def on_grid(ring: Ring) -> GridRing:
    """Return a ring (mm) in nanometres."""
    return tuple([(round(x * NANOMETRES), round(y * NANOMETRES)) for x, y in ring])


def to_mm(p: GridPoint) -> Point:
    """Return a grid point in mm: the float nearest to the decimal number, as ``snap`` gives it."""
    return p[0] / NANOMETRES, p[1] / NANOMETRES


def twice_area(ring: GridRing) -> int:
    """Return twice the signed area of a ring, nm², exactly."""
    return sum([x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True)])


def is_convex(ring: GridRing) -> bool:
    """Tell whether an anticlockwise ring turns left, or runs straight on, everywhere, and goes round once."""
    steps = [(x - x0, y - y0) for (x0, y0), (x, y) in zip(ring, ring[1:] + ring[:1], strict=True)]
    after = steps[1:] + steps[:1]
    turns = [u * q - v * p for (u, v), (p, q) in zip(steps, after, strict=True)]
    if min(turns, default=0) < 0:
        return False
    if 0 in turns and any(
        not turn and u * p + v * q < 0 for turn, (u, v), (p, q) in zip(turns, steps, after, strict=True)
    ):
        return False
    ways = [u > 0 for u, _ in steps if u]
    return sum([one != two for one, two in zip(ways, ways[1:] + ways[:1], strict=True)]) == 2


def meets_itself(ring: GridRing) -> Edge | None:
    """Return an edge of a closed line that crosses or touches another of its edges, or doubles back over its
    neighbour; None if there is none such. The ring repeats no point."""
    if is_convex(ring if twice_area(ring) > 0 else ring[::-1]):
        return None
    for a, b, c in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        if side(a, b, c) == 0 and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0:
            return a, b
    lines = sorted((min(a[0], b[0]), k, a, b) for k, (a, b) in enumerate(sides(ring)))
    for i, (_, k, a, b) in enumerate(lines):
        right, low, high = max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
        for left, j, c, d in lines[i + 1 :]:
            if left > right:
                break
            apart = (c[1] > high and d[1] > high) or (c[1] < low and d[1] < low)
            if not apart and (k - j) % len(ring) not in (1, len(ring) - 1) and touching(a, b, c, d):
                return a, b
    return None


def meeting(rings: Sequence[GridRing]) -> Edge | None:
    """Return an edge of some ring that crosses or touches an edge of another one; None if all are apart."""
    boxes = sorted((*box_of(ring), number) for number, ring in enumerate(rings))
    for i, (_, right, low, high, number) in enumerate(boxes):
        for left, east, south, north, other in boxes[i + 1 :]:
            if left > right:
                break
            if south <= high and north >= low:
                common = left, min(right, east), max(low, south), min(high, north)
                others = _within(rings[other], common)
                for a, b in _within(rings[number], common):
                    if any(touching(a, b, c, d) for c, d in others):
                        return a, b
    return None


def box_of(ring: GridRing) -> tuple[int, int, int, int]:
    """Return a ring's least and greatest x, then its least and greatest y."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs), max(xs), min(ys), max(ys)


def _within(ring: GridRing, box: tuple[int, int, int, int]) -> list[Edge]:
    """Return the edges of a ring that come near a box: they may have a point in it."""
    left, right, low, high = box
    return [
        (a, b)
        for a, b in sides(ring)
        if not (
            (a[0] < left and b[0] < left)
            or (a[0] > right and b[0] > right)
            or (a[1] < low and b[1] < low)
            or (a[1] > high and b[1] > high)
        )
    ]


def touching(a: GridPoint, b: GridPoint, c: GridPoint, d: GridPoint) -> bool:
    """Tell whether two segments have a point in common, ends included."""
    abc, abd, cda, cdb = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if ((abc > 0) != (abd > 0)) and ((cda > 0) != (cdb > 0)) and abc and abd and cda and cdb:
        return True
    return (
        (abc == 0 and _between(c, a, b))
        or (abd == 0 and _between(d, a, b))
        or (cda == 0 and _between(a, c, d))
        or (cdb == 0 and _between(b, c, d))
    )


def _between(p: GridPoint, a: GridPoint, b: GridPoint) -> bool:
    """Tell whether a point on the line through a and b lies between them."""
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def holds(ring: GridRing, p: GridPoint) -> bool:
    """Tell whether a point that is not on a ring lies inside it."""
    odd = False
    for a, b in sides(ring):
        if (a[1] > p[1]) != (b[1] > p[1]) and (side(a, b, p) > 0) == (b[1] > a[1]):
            odd = not odd
    return odd


def near(p: GridPoint, a: GridPoint, b: GridPoint) -> bool:
    """Tell whether a point lies on a segment, to within `NEAR`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy
    square = dx * dx + dy * dy
    if not 0 <= along <= square:
        return math.dist(p, a) <= NEAR or math.dist(p, b) <= NEAR
    return abs(side(a, b, p)) <= NEAR * math.sqrt(square)


def part(outline: GridRing, parts: Iterable[GridRing]) -> bool:
    """Tell whether anticlockwise rings part an outline: without gap or overlap, sharing their corners.

    The rings may have corners of their own on the outline's edges, to within `NEAR`.
    """
    every = [edge for ring in parts for edge in sides(ring)]
    known = set(every)
    if len(known) != len(every):
        return False
    onwards = {a: b for a, b in every if (b, a) not in known}
    loose = sum((b, a) not in known for a, b in every)
    if len(onwards) != loose:
        return False  # two loose ends begin at one point
    steps = 0
    for a, b in sides(outline):
        here = a
        while here != b:
            after = onwards.get(here)
            steps += 1
            if after is None or steps > loose or not near(after, a, b):
                return False
            here = after
    return steps == loose
