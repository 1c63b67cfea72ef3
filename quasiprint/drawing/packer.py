"""What layouts, containers and coupons have in common when they put items beside one another; and what the jaws of a
caliper read across a piece.

Things join the first that has room for them; of outlines that are not convex, the convex hulls are put beside one
another, each slid until it meets the other. Lengths in mm.

A caliper's jaw lies along a side, and the other at the corner or the side opposite; or both at corners, as far apart as
can be.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from quasiprint.drawing.rings import NANOMETRES, GridPoint, on_grid, side, sides
from quasiprint.model.face import Point, Ring, bounds

TINY = 1e-7  # mm: below the grid of coordinates; what differs by less is the same
Levels = tuple[float, ...]
Rim = tuple[
    Levels, Levels
]  # how high the corners of one side of a ring are, from its foot up, and how far to the right
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


def apart(right: Rim, left: Rim, up: float = 0.0) -> float:
    """Return how far one convex ring must move to the right until it no longer overlaps another one: −∞ if it never
    does. right: the rim of that other one; left: its own, which is moved up by `up`. Between corners the room between
    them changes linearly, so that only corners count."""
    (ys, xs), (vs, us) = right, left
    lower, upper = max(ys[0], vs[0] + up), min(ys[-1], vs[-1] + up)
    if upper - lower < TINY:
        return -math.inf
    levels = [lower, upper, *(y for y in ys if lower < y < upper), *(v + up for v in vs if lower < v + up < upper)]
    return max([across(ys, xs, y) - across(vs, us, y - up) for y in levels])


def across(ys: Levels, xs: Levels, y: float) -> float:
    """Return how far to the right a rim is at a height, see `rims`; beyond its ends, as far as these are."""
    k = bisect_right(ys, y)
    if k == 0:
        return xs[0]
    if k == len(ys):
        return xs[-1]
    return xs[k - 1] + (xs[k] - xs[k - 1]) * (y - ys[k - 1]) / (ys[k] - ys[k - 1])


@lru_cache(maxsize=1024)
def rims(ring: Ring) -> tuple[Rim, Rim]:
    """Return the left and the right rim of a convex ring that runs anticlockwise, see `Rim`: its level sides, if there
    are any, belong to neither."""
    heights = [y for _, y in ring]
    low, top = heights.index(min(heights)), heights.index(max(heights))
    from_low, from_top = ring[low:] + ring[:low], ring[top:] + ring[:top]
    right = from_low[: (top - low) % len(ring) + 1]
    left = from_top[: (low - top) % len(ring) + 1]
    return _rim(left[::-1]), _rim(right)


def _rim(points: Ring) -> Rim:
    first, last = 0, len(points) - 1
    while first < last and points[first + 1][1] - points[first][1] <= TINY:
        first += 1
    while first < last and points[last][1] - points[last - 1][1] <= TINY:
        last -= 1
    return tuple(y for _, y in points[first : last + 1]), tuple(x for x, _ in points[first : last + 1])


LONG = 0.25  # of the least width: so long is a side along which a jaw lies; shorter ones are parts of a round corner
SAME = 1000  # nm: readings that differ by less are one


@dataclass(frozen=True, slots=True)
class Readings:
    """What is read across an outline, mm, to a hundredth. along: with a jaw along a side, from the least up; of an
    outline without long sides, such as a disc, the least alone. corners: from corner to corner, as far as can be."""

    along: tuple[float, ...]
    corners: float


def _heights(ring: tuple[GridPoint, ...]) -> list[tuple[float, float]]:
    """Return for each side of a convex ring how far the ring reaches from it, and how long it is, nm."""
    lengths = [(a, b, math.dist(a, b)) for a, b in sides(ring)]
    return [(max([side(a, b, p) for p in ring]) / long, long) for a, b, long in lengths]


def _greatest(ring: tuple[GridPoint, ...]) -> float:
    """Return how far apart corners are at most, nm."""
    return max([math.dist(p, q) for k, p in enumerate(ring) for q in ring[:k]])


@lru_cache(maxsize=1024)
def least_width(ring: Ring) -> float:
    """Return the least that a caliper reads across an outline, mm."""
    return min(height for height, _ in _heights(on_grid(hull(ring)))) / NANOMETRES


@lru_cache(maxsize=1024)
def greatest_width(ring: Ring) -> float:
    """Return the most that a caliper reads across an outline, from corner to corner, mm."""
    return _greatest(on_grid(hull(ring))) / NANOMETRES


@lru_cache(maxsize=1024)
def readings(ring: Ring) -> Readings:
    """Return what a caliper reads across an outline."""
    convex = on_grid(hull(ring))
    heights = sorted(_heights(convex))
    least, _ = heights[0]
    along = [least]
    for height, long in heights[1:]:
        if long > LONG * least and height > along[-1] + SAME:
            along.append(height)
    if not any(long > LONG * least for height, long in heights if height < least + SAME):
        along = along[1:] or along  # the least lies on no side along which a jaw lies
    return Readings(tuple(round(height / NANOMETRES, 2) for height in along), round(_greatest(convex) / NANOMETRES, 2))
