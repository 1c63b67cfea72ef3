"""Pockets: places beside and between what lies on an area already, for what rows had no room for.

A piece may lie where its space overlaps no other's. Where it may not because of one that lies there is a convex
polygon, all places of its box's lower left corner taken together; a piece pushed home lies on the corners of these
polygons, and where two of them, or one and the rim, cross. So only those places are tried, the highest first. A
place on the line between may and may not counts as free, as pieces whose spaces touch keep the gap.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from quasiprint.layout.convex import TINY, Posture, hull
from quasiprint.model.face import Ring

Points = NDArray[np.float64]  # n × 2, mm
PLAIN = 12  # corners of a ring; one of more is taken for one that goes round it
LEVEL = 4  # decimals: what is as high as that is equally high


@dataclass(frozen=True, slots=True)
class Laid:
    """An item on the area that may be used: its posture and where its box starts (mm)."""

    item: str
    posture: Posture
    x: float
    y: float

    @property
    def space(self) -> Ring:
        """The room that it takes, half of the gap around it included."""
        return tuple((x + self.x, y + self.y) for x, y in self.posture.space)


def fill(
    items: Sequence[str], postures: Sequence[Posture], lying: Iterable[Laid], width: float, height: float
) -> list[Laid]:
    """Return as many of the items, which are alike, as fit beside what lies on an area of width × height mm."""
    every = list(lying)
    others = list(dict.fromkeys((*(one.posture for one in every), *postures)))
    places = [_Places(one, others, width, height) for one in postures if one.width <= width and one.height <= height]
    for one in every:
        for place in places:
            place.taken(one)
    new: list[Laid] = []
    for item in items:
        found = [
            (-round(best[1], LEVEL), round(best[0], LEVEL), k, best) for k, p in enumerate(places) if (best := p.best())
        ]
        if not found:
            break
        _, _, k, (x, y) = min(found)
        new.append(Laid(item, places[k].posture, x, y))
        for place in places:
            place.taken(new[-1])
    return new


class _Places:
    """Where a posture may lie. A place is where its box starts."""

    def __init__(self, posture: Posture, others: Sequence[Posture], width: float, height: float) -> None:
        """others: all that may come to lie there."""
        self.posture = posture
        self._right, self._top = width - posture.width, height - posture.height
        self._sides = {other: _sides(_barred(other, posture)) for other in others}
        most = max(len(sides) for sides in self._sides.values())
        self._barred = np.empty((len(others), most, 4))  # room for more is made as it is needed
        self._boxes = np.empty((len(others), 4))
        self._count = 0
        self._free: Points = np.array([(x, y) for x in (0.0, self._right) for y in (0.0, self._top)])

    def best(self) -> tuple[float, float] | None:
        """Return the highest place, of those the one farthest to the left."""
        if not len(self._free):
            return None
        levels = np.round(self._free[:, 1], LEVEL)
        highest = self._free[levels == levels.max()]
        x, y = highest[int(np.argmin(highest[:, 0]))]
        return float(x), float(y)

    def taken(self, one: Laid) -> None:
        """Bar the places where the posture would overlap something that lies there now."""
        sides = self._sides[one.posture] + np.array((one.x, one.y, 0.0, 0.0))
        left, low = sides[:, :2].min(axis=0)
        right, high = sides[:, :2].max(axis=0)
        if right < 0 or high < 0 or left > self._right or low > self._top:
            return
        b = self._boxes[: self._count]
        near = (b[:, 0] <= right) & (b[:, 2] >= left) & (b[:, 1] <= high) & (b[:, 3] >= low)
        around = self._barred[: self._count][near]
        points = self._inside(np.concatenate((sides[:, :2], _crossings(sides, around), self._on_rim(sides))))
        points = points[~_within(points, around)]
        self._free = np.concatenate((self._free[~_within(self._free, sides[None])], points))
        self._keep(sides, (left, low, right, high))

    def _keep(self, sides: NDArray[np.float64], box: tuple[float, ...]) -> None:
        if self._count == len(self._boxes):
            self._barred = np.concatenate((self._barred, np.empty_like(self._barred)))
            self._boxes = np.concatenate((self._boxes, np.empty_like(self._boxes)))
        self._barred[self._count] = sides[np.minimum(np.arange(self._barred.shape[1]), len(sides) - 1)]
        self._barred[self._count, len(sides) :, 2:] = 0.0  # sides of no length, which bar nothing
        self._boxes[self._count] = box
        self._count += 1

    def _inside(self, points: Points) -> Points:
        """Return the points on the area."""
        most = np.array((self._right, self._top))
        kept = points[((points >= -TINY) & (points <= most + TINY)).all(axis=1)]
        inside: Points = np.minimum(np.maximum(kept, 0.0), most)
        return inside

    def _on_rim(self, sides: NDArray[np.float64]) -> Points:
        """Return where a ring crosses the rim of the area."""
        found = []
        for axis, values in ((0, (0.0, self._right)), (1, (0.0, self._top))):
            a, step = sides[:, axis], sides[:, 2 + axis]
            for value in values:
                over = (a < value) != (a + step < value)
                if over.any():
                    point = sides[over, :2] + ((value - a[over]) / step[over])[:, None] * sides[over, 2:]
                    point[:, axis] = value
                    found.append(point)
        return np.concatenate(found) if found else np.empty((0, 2))


def _sides(ring: Ring) -> NDArray[np.float64]:
    """Return where each side of a ring starts, and how it runs: n × 4, mm."""
    start = np.array(ring)
    return np.concatenate((start, np.roll(start, -1, axis=0) - start), axis=1)


@lru_cache(maxsize=4096)
def _barred(lying: Posture, other: Posture) -> Ring:
    """Return where another posture would overlap one whose box starts at (0, 0)."""
    # rounded, since a hull takes corners for sorted, and last bits are not
    ends = ((round(x - u, 9), round(y - v, 9)) for x, y in _plain(lying.space) for u, v in _plain(other.space))
    return hull(tuple(ends))


@lru_cache(maxsize=1024)
def _plain(ring: Ring) -> Ring:
    """Return a convex ring of few corners; in place of one with many, one that goes round it."""
    if len(ring) <= PLAIN:
        return ring
    turns = [2 * math.pi * k / PLAIN for k in range(PLAIN)]
    ways = [(math.cos(turn), math.sin(turn)) for turn in turns]
    far = [max(x * c + y * s for x, y in ring) for c, s in ways]
    found = []
    for (c, s), (d, t), one, two in zip(ways, ways[1:] + ways[:1], far, far[1:] + far[:1], strict=True):
        across = c * t - s * d
        found.append(((one * t - two * s) / across, (two * c - one * d) / across))
    return hull(tuple((round(x, 9), round(y, 9)) for x, y in found))


def _within(points: Points, rings: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which points lie inside one of some convex rings, k × n sides, by more than TINY mm."""
    ux, uy = rings[:, :, 2], rings[:, :, 3]
    level = TINY * np.sqrt(ux * ux + uy * uy) + ux * rings[:, :, 1] - uy * rings[:, :, 0]
    beside = points[:, 1, None, None] * ux - points[:, 0, None, None] * uy
    inside: NDArray[np.bool_] = ((beside > level) | ((ux == 0) & (uy == 0))).all(axis=2).any(axis=1)
    return inside


def _crossings(sides: NDArray[np.float64], rings: NDArray[np.float64]) -> Points:
    """Return where the sides of a convex ring cross those of others, k × n sides."""
    start, u = sides[:, None, :2], sides[:, None, 2:]
    others = rings.reshape(1, -1, 4)
    v = others[:, :, 2:]
    between = others[:, :, :2] - start
    across = u[:, :, 0] * v[:, :, 1] - u[:, :, 1] * v[:, :, 0]
    parallel = np.abs(across) < TINY
    safe = np.where(parallel, 1.0, across)
    s = (between[:, :, 0] * v[:, :, 1] - between[:, :, 1] * v[:, :, 0]) / safe
    t = (between[:, :, 0] * u[:, :, 1] - between[:, :, 1] * u[:, :, 0]) / safe
    hit = ~parallel & (s >= 0) & (s <= 1) & (t >= 0) & (t <= 1)
    found: Points = (start + s[:, :, None] * u)[hit]
    return found
