"""Polygons with exact corners: simple boundary, overlap and contact, without a float.

Works for points of any ring that implements `ExactPoint`. Polygons are corner sequences, closed without repeating the
first corner, anticlockwise. Everything is decided by signs of cross and scalar products.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, ClassVar, Protocol, Self, runtime_checkable


@runtime_checkable
class ExactPoint(Protocol):
    """A point with exact arithmetic: hashable, comparable for equality, never rounded. TURN: the parts of a whole turn
    by which the ring can turn it. Products are exact numbers that can be added, and tell their `sign`: −1, 0 or 1."""

    TURN: ClassVar[int]

    def __add__(self, other: Self) -> Self: ...

    def __sub__(self, other: Self) -> Self: ...

    def __neg__(self) -> Self: ...

    def __hash__(self) -> int: ...

    def cross(self, other: Self) -> Any:
        """Return self × other, up to a positive constant of the ring."""
        ...

    def dot(self, other: Self) -> Any:
        """Return self · other, up to a positive constant of the ring."""
        ...

    def turn(self, parts: int) -> Self:
        """Return this point turned about 0, by so many of the ring's parts of a whole turn."""
        ...

    def to_xy(self) -> tuple[float, float]:
        """Return (x, y) in edge lengths."""
        ...


Corners = Sequence[ExactPoint]


class Contact(StrEnum):
    """How two polygons that do not overlap touch."""

    EDGE = "a full edge"
    PARTIAL = "part of an edge"
    CORNER_ON_EDGE = "a corner in the middle of an edge"
    CORNER = "corners only"


def orientation(p: ExactPoint, q: ExactPoint, r: ExactPoint) -> int:
    """Return 1 if p, q, r turn anticlockwise, −1 if clockwise, 0 if they are in line."""
    return int((q - p).cross(r - p).sign())


def between(p: ExactPoint, a: ExactPoint, b: ExactPoint) -> bool:
    """Tell whether p lies on the segment from a to b, its ends included."""
    return orientation(a, b, p) == 0 and int((p - a).dot(p - b).sign()) <= 0


def edges(polygon: Corners) -> list[tuple[ExactPoint, ExactPoint]]:
    """Return the edges in order; edge k starts at corner k."""
    return [(polygon[k], polygon[(k + 1) % len(polygon)]) for k in range(len(polygon))]


def touching(a: ExactPoint, b: ExactPoint, c: ExactPoint, d: ExactPoint) -> bool:
    """Tell whether two segments have a point in common, ends included."""
    if orientation(a, b, c) * orientation(a, b, d) < 0 and orientation(c, d, a) * orientation(c, d, b) < 0:
        return True
    return between(c, a, b) or between(d, a, b) or between(a, c, d) or between(b, c, d)


def is_simple(polygon: Corners) -> bool:
    """Tell whether the boundary neither crosses nor touches itself, and has no empty edge."""
    n = len(polygon)
    if n < 3 or len(set(polygon)) < n:
        return False
    sides = edges(polygon)
    for i in range(n):
        for j in range(i + 1, n):
            (a, b), (c, d) = sides[i], sides[j]
            if (j + 1) % n == i or (i + 1) % n == j:
                # neighbours share a corner; they may not double back over each other
                shared, first, second = (b, a, d) if (i + 1) % n == j else (a, b, c)
                if between(first, shared, second) or between(second, shared, first):
                    return False
            elif touching(a, b, c, d):
                return False
    return True


def area_sign(polygon: Corners) -> int:
    """Return 1 if a simple polygon runs anticlockwise, −1 if clockwise, 0 if it has no area."""
    origin = polygon[0]
    fans = [(p - origin).cross(q - origin) for p, q in edges(polygon)[1:-1]]
    total = fans[0]
    for fan in fans[1:]:
        total = total + fan
    return int(total.sign())


def is_convex(polygon: Corners) -> bool:
    """Tell whether a simple anticlockwise polygon never turns clockwise."""
    n = len(polygon)
    return all(orientation(polygon[k - 1], polygon[k], polygon[(k + 1) % n]) >= 0 for k in range(n))


def convex_parts(polygon: Corners) -> list[list[ExactPoint]]:
    """Return convex polygons without common interior whose union is a simple polygon.

    A convex polygon is returned as it is, another is cut into triangles, ear by ear.
    """
    rest = list(polygon)
    parts = []
    while not is_convex(rest):
        k = next(k for k in range(len(rest)) if _is_ear(rest, k))
        parts.append([rest[k - 1], rest[k], rest[(k + 1) % len(rest)]])
        del rest[k]
    return [*parts, rest]


def _is_ear(polygon: list[ExactPoint], k: int) -> bool:
    a, b, c = polygon[k - 1], polygon[k], polygon[(k + 1) % len(polygon)]
    if orientation(a, b, c) <= 0:
        return False
    others = [p for p in polygon if p not in (a, b, c)]
    return not any(
        orientation(a, b, p) >= 0 and orientation(b, c, p) >= 0 and orientation(c, a, p) >= 0 for p in others
    )


def overlap(first: Corners, second: Corners) -> bool:
    """Tell whether the interiors of two simple anticlockwise polygons meet.

    Polygons that only touch, along edges or in corners, do not overlap.
    """
    return any(not are_parted(p, q) for p in convex_parts(first) for q in convex_parts(second))


def are_parted(first: Corners, second: Corners) -> bool:
    """Tell whether the line of some edge has one convex polygon on each side of it."""
    return any(
        all(orientation(a, b, p) <= 0 for p in other)
        for polygon, other in ((first, second), (second, first))
        for a, b in edges(polygon)
    )


def _sides(first: Corners, second: Corners) -> list[list[int]]:
    """Return for each edge of a polygon on which side of it each corner of another lies, as `orientation` says it."""
    found = []
    for a, b in edges(first):
        way = b - a
        found.append([int(way.cross(p - a).sign()) for p in second])
    return found


def contacts(first: Corners, second: Corners) -> frozenset[Contact]:
    """Return every way in which two polygons that do not overlap touch each other.

    Ends of a shared or partial edge do not count as corners of their own.
    """
    lie = _sides(first, second), _sides(second, first)
    found: set[Contact] = set()
    along: list[tuple[ExactPoint, ExactPoint]] = []
    for (a, b), row in zip(edges(first), lie[0], strict=True):
        for k, (c, d) in enumerate(edges(second)):
            if row[k] or row[(k + 1) % len(row)]:  # not in one line
                continue
            if (a, b) == (d, c):
                found.add(Contact.EDGE)
                along.append((a, b))
            # they share a stretch if two different points of both are among the four ends
            elif len({p for p in (a, b) if between(p, c, d)} | {p for p in (c, d) if between(p, a, b)}) > 1:
                found.add(Contact.PARTIAL)
                along += [(a, b), (c, d)]
    for polygon, other, rows in ((first, second, lie[1]), (second, first, lie[0])):
        for k, p in enumerate(polygon):
            lines = [edge for edge, row in zip(edges(other), rows, strict=True) if not row[k]]
            if not lines or any(p in edge or between(p, *edge) for edge in along):
                continue
            if p in other:
                found.add(Contact.CORNER)
            elif any(between(p, *edge) for edge in lines):
                found.add(Contact.CORNER_ON_EDGE)
    return frozenset(found)
