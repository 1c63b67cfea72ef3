"""What the jaws of a caliper read across a piece: between two lines that hold it, exactly.

A jaw lies along a side, and the other at the corner or the side opposite; or both at corners, as far apart as can be.
Lengths in whole nanometres: what is read, what is the least, and how it is rounded is decided in integers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from quasiprint.drawing.packer import hull
from quasiprint.drawing.rings import NANOMETRES, GridPoint, on_grid, sides
from quasiprint.model.face import Ring

HUNDREDTH = NANOMETRES // 100  # of a mm, what a caliper shows
LONG = 0.25  # of the least width: so long is a side along which a jaw lies; shorter ones are parts of a round corner
SAME = 1000  # nm: readings that differ by less are one


@dataclass(frozen=True, slots=True)
class Readings:
    """What is read across an outline, mm, to a hundredth. along: with a jaw along a side, from the least up; of an
    outline without long sides, such as a disc, the least alone. corners: from corner to corner, as far as can be."""

    along: tuple[float, ...]
    corners: float


def _heights(ring: tuple[GridPoint, ...]) -> Iterator[tuple[Fraction, float]]:
    """Yield for each side of a convex ring the square of how far the ring reaches from it, nm², and how long it is."""
    for (ax, ay), (bx, by) in sides(ring):
        ux, uy = bx - ax, by - ay
        far = max([ux * (y - ay) - uy * (x - ax) for x, y in ring])
        yield Fraction(far * far, ux * ux + uy * uy), math.dist((ax, ay), (bx, by))


def _greatest(ring: tuple[GridPoint, ...]) -> int:
    """Return the square of how far apart corners are at most, nm²."""
    return max([(ax - bx) ** 2 + (ay - by) ** 2 for k, (ax, ay) in enumerate(ring) for bx, by in ring[:k]])


def _shown(square: Fraction) -> float:
    """Return the root of a square, nm², as a caliper shows it: mm, to the nearest hundredth."""
    return (math.isqrt(math.floor(4 * square / HUNDREDTH**2)) + 1) // 2 / 100


@lru_cache(maxsize=1024)
def least_width(ring: Ring) -> float:
    """Return the least that a caliper reads across an outline, mm."""
    return math.sqrt(min(height for height, _ in _heights(on_grid(hull(ring))))) / NANOMETRES


@lru_cache(maxsize=1024)
def greatest_width(ring: Ring) -> float:
    """Return the most that a caliper reads across an outline, from corner to corner, mm."""
    return math.sqrt(_greatest(on_grid(hull(ring)))) / NANOMETRES


@lru_cache(maxsize=1024)
def readings(ring: Ring) -> Readings:
    """Return what a caliper reads across an outline."""
    convex = on_grid(hull(ring))
    every = sorted(_heights(convex))
    least = math.sqrt(every[0][0])
    along = [every[0][0]]
    for height, long in every[1:]:
        if long > LONG * least and math.sqrt(height) > math.sqrt(along[-1]) + SAME:
            along.append(height)
    if not any(long > LONG * least for height, long in every if math.sqrt(height) < least + SAME):
        along = along[1:] or along  # the least lies on no side along which a jaw lies
    return Readings(tuple(map(_shown, along)), _shown(Fraction(_greatest(convex))))
