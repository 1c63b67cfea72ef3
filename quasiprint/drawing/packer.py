"""What layouts, containers and coupons have in common when they put things beside one another.

Things join the first that has room for them; of outlines that are not convex, the convex hulls are put beside one
another, each slid until it meets the other. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from quasiprint.drawing.rings import side, sides
from quasiprint.model.face import Point, Ring, bounds

TINY = 1e-7  # mm: below the grid of coordinates; what differs by less is the same
Edge = tuple[float, float, float, float, float, float, float]  # from and to which height; x, y, next x; steps to it
Box = tuple[float, float, float, float]
T = TypeVar("T")


def first_fit(items: Iterable[T], fits: Callable[[list[T], T], bool]) -> list[list[T]]:
    """Return items in groups: each joins the first group that it fits, or begins one."""
    found: list[list[T]] = []
    for item in items:
        home = next((group for group in found if fits(group, item)), None)
        if home is None:
            found.append([item])
        else:
            home.append(item)
    return found


def near_pairs(boxes: Sequence[Box], gap: float) -> Iterator[tuple[int, int]]:
    """Yield the numbers of every two boxes that come within a gap of one another, in order. boxes: from left to right,
    each its left, low, right and high."""
    for k, (_, low, right, high) in enumerate(boxes):
        for n in range(k + 1, len(boxes)):
            west, south, _, north = boxes[n]
            if west > right + gap:
                break
            if south <= high + gap and low <= north + gap:
                yield k, n


def to_middle(ring: Ring) -> tuple[float, float]:
    """Return how a ring is moved with its middle to the origin."""
    left, low, right, high = bounds((ring,))
    return -(left + right) / 2, -(low + high) / 2


def hull(ring: Ring) -> Ring:
    """Return the convex hull, anticlockwise from its lowest leftmost corner, corners only."""
    points = sorted(set(ring), key=lambda p: (p[1], p[0]))
    whole: list[Point] = []
    for half in (points, points[::-1]):
        # Without a tolerance: of points on a level line, the last bits say which is the lowest, and one that comes
        # after a corner may lie before it; with a tolerance, it would take the corner's place.
        whole += _left_turns(half, 0.0)[:-1]
    return tuple(_left_turns([*whole, whole[0]], TINY)[:-1])


def _left_turns(points: Sequence[Point], most: float) -> list[Point]:
    """Return points without those at which the way does not turn left, or by `most` mm² at most."""
    kept: list[Point] = []
    for p in points:
        while len(kept) > 1 and side(kept[-2], kept[-1], p) <= most:
            kept.pop()
        kept.append(p)
    return kept


def overlapping(one: Ring, two: Ring, along: float, up: float) -> bool:
    """Tell whether two convex rings overlap, the second moved by `along` and `up`."""
    return along < slide(one, two, up) - TINY and -along < slide(two, one, -up) - TINY


def slide(left: Ring, right: Ring, up: float = 0.0) -> float:
    """Return how far the convex ring `right`, moved up by `up`, must move to the right until it no longer overlaps
    `left`: −∞ if it never does. Between corners the room between them changes linearly, so that only corners count."""
    lower = max(min(y for _, y in left), min(y for _, y in right) + up)
    upper = min(max(y for _, y in left), max(y for _, y in right) + up)
    if upper - lower < TINY:
        return -math.inf
    levels = {lower, upper, *(y for _, y in left), *(y + up for _, y in right)}
    here, there = _edges(left), _edges(right)
    return max(max(_crossings(here, y)) - min(_crossings(there, y - up)) for y in levels if lower <= y <= upper)


@lru_cache(maxsize=4096)
def _edges(ring: Ring) -> tuple[Edge, ...]:
    """Return the sides of a ring as `_crossings` asks for them, which is often."""
    return tuple(
        (min(y0, y1) - TINY, max(y0, y1) + TINY, x0, y0, x1, x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in sides(ring)
    )


def _crossings(edges: tuple[Edge, ...], y: float) -> list[float]:
    """Return the x of a ring's boundary at height y; a little off the ring counts as on it."""
    found = []
    for low, high, x0, y0, x1, across, rise in edges:
        if low <= y <= high:
            if abs(rise) <= TINY:
                found += [x0, x1]
            else:
                found.append(x0 + across * min(1.0, max(0.0, (y - y0) / rise)))
    return found
