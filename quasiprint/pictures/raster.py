"""Areas as points of a raster: which of them is seen where.

All of it is whole numbers, and what IEEE 754 rounds alike everywhere: a picture is the same on each machine. A point
lies in an area if on its left an odd number of sides cross its row.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from quasiprint.model.face import Point, Ring
from quasiprint.model.placement import Placement

HERE = Placement("", 0.0, 0.0, 0.0)

Corners = NDArray[np.float64]  # 2 × n: x, y
Numbers = NDArray[np.uint32]  # of each point, row by row from the top
Area = tuple[Sequence[Ring], int]  # rings (even-odd), and the number that its points get


class Areas:
    """The areas of a thing, each painted over those before it. corners: of all of them, mm; before, owners: of each
    corner the number of the one before it in its ring, and that of its area; numbers: of each area."""

    def __init__(self, areas: Iterable[Area]) -> None:
        corners: list[Point] = []
        before: list[int] = []
        owners: list[int] = []
        self.numbers: list[int] = []
        for owner, (rings, number) in enumerate(areas):
            self.numbers.append(number)
            for ring in rings:
                first, last = len(corners), len(corners) + len(ring) - 1
                before += [last, *range(first, last)]
                corners += ring
                owners += [owner] * len(ring)
        self.corners: Corners = np.array(corners, dtype=np.float64).reshape(-1, 2).T
        self.before = np.array(before, dtype=np.intp)
        self.owners = np.array(owners, dtype=np.intp)

    def at(self, place: Placement) -> Corners:
        """Return the corners where a thing lies, mm."""
        c, s = math.cos(math.radians(place.angle)), math.sin(math.radians(place.angle))
        x, y = self.corners
        return np.array((x * c - y * s + place.x, x * s + y * c + place.y)).round(6)

    @classmethod
    def of_quads(cls, quads: NDArray[np.float64], number: int) -> Areas:
        """Return four-sided areas of one number. quads: n × 4 × 2, mm."""
        found = cls(())
        count = len(quads)
        found.numbers = [number] * count
        found.corners = quads.reshape(-1, 2).T
        found.before = (np.arange(0, 4 * count, 4)[:, None] + np.array([3, 0, 1, 2])).ravel()
        found.owners = np.repeat(np.arange(count), 4)
        return found


def strokes(rings: Iterable[tuple[Ring, bool]], width: float) -> NDArray[np.float64]:
    """Return lines, each with whether it closes, as rectangles of a width around each side: n × 4 × 2, mm."""
    starts: list[Point] = []
    ends: list[Point] = []
    for ring, closed in rings:
        starts += ring if closed else ring[:-1]
        ends += (*ring[1:], ring[0]) if closed else ring[1:]
    a, b = np.array(starts, dtype=np.float64).reshape(-1, 2), np.array(ends, dtype=np.float64).reshape(-1, 2)
    along = b - a
    length = np.sqrt(along[:, 0] * along[:, 0] + along[:, 1] * along[:, 1])
    a, b, along, length = (of[length > 0] for of in (a, b, along, length))
    along *= (width / 2 / length)[:, None]
    aside = np.stack((-along[:, 1], along[:, 0]), axis=1)
    a, b = a - along / 2, b + along / 2  # no notch is left at corners that are almost straight
    return np.stack((a + aside, a - aside, b - aside, b + aside), axis=1)


def raster(
    lying: Iterable[tuple[Areas, Placement]], width: int, height: int, to: Callable[[Corners], Corners], under: int = 0
) -> Numbers:
    """Return the number of each point, height × width. What lies later covers what lies before.

    to: from mm to points, from the lower left corner; it leaves straight lines straight. under: the number of points
    that lie in no area.
    """
    ends, starts, owners, numbers = [], [], [], list[int]()
    for areas, place in lying:
        there = to(areas.at(place))
        ends.append(there)
        starts.append(there[:, areas.before])
        owners.append(areas.owners + len(numbers))
        numbers += areas.numbers
    points = np.full(width * height, under, dtype=np.uint32)
    if numbers:
        sides = np.concatenate(starts, axis=1), np.concatenate(ends, axis=1)
        _fill(points, (width, height), sides, np.concatenate(owners), numbers)
    return points.reshape(height, width)


def _fill(
    points: Numbers, size: tuple[int, int], sides: tuple[Corners, Corners], owner: NDArray[np.intp], numbers: list[int]
) -> None:
    (width, height), ((ax, ay), (bx, by)) = size, sides
    first = np.maximum(np.ceil(np.minimum(ay, by) - 0.5), 0.0).astype(np.int64)
    count = np.minimum(np.ceil(np.maximum(ay, by) - 0.5), height).astype(np.int64) - first
    crossed = count > 0
    ax, ay, bx, by, owner, first, count = (of[crossed] for of in (ax, ay, bx, by, owner, first, count))
    slope = (bx - ax) / (by - ay)
    side = np.repeat(np.arange(len(count)), count)
    line = first[side] + np.arange(len(side)) - (np.cumsum(count) - count)[side]
    x = (ax + (0.5 - ay) * slope)[side] + line * slope[side]
    column = np.clip(np.ceil(x - 0.5), 0, width).astype(np.int64)
    # area by area, row by row, from the left: in one number, which is sorted fast
    keys = np.sort((owner[side] * height + line) * (width + 1) + column)
    at, column = np.divmod(keys, width + 1)
    own, line = np.divmod(at[::2], height)
    row = (height - 1 - line) * width
    begins, ends = row + column[::2], row + column[1::2]
    seen = ends > begins
    hues = np.array(numbers, dtype=points.dtype)[own[seen]]
    for begin, end, hue in zip(begins[seen].tolist(), ends[seen].tolist(), hues.tolist(), strict=True):
        points[begin:end] = hue


def packed(colour: str) -> int:
    """Return a colour "#RRGGBB" as a number of which four can be added up."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red << 20 | green << 10 | blue


def mean(points: Numbers) -> NDArray[np.uint8]:
    """Return pixels, each the mean of 2 × 2 points, halves rounded up. points: `packed` colours."""
    total = points[0::2, 0::2] + points[0::2, 1::2] + points[1::2, 0::2] + points[1::2, 1::2]
    shown = np.empty((*total.shape, 3), dtype=np.uint8)
    for k, shift in enumerate((20, 10, 0)):
        shown[:, :, k] = ((total >> shift & 1023) + 2) >> 2
    return shown
