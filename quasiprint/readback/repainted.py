"""Pictures painted once more from what was read, to be held against those that lie in a set.

A row of points is gone through from its left: each side of an area that is passed changes whether one is inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from quasiprint.readback.png import Pixels

POINTS = 2  # across a pixel, and up
SIGHT = 1e-5  # mm: a point so near to a border may be on either side of it
FEW = 400  # pixels: more are wrong wherever they are

Colour = tuple[int, int, int]
Corners = NDArray[np.float64]  # n × 2, mm
Area = tuple[Sequence[Corners], Colour]  # rings (even-odd)


@dataclass(frozen=True, slots=True)
class Frame:
    """What a picture shows. wide, high: pixels; scale: pixels in a millimetre; left, low: of its corner, mm."""

    wide: int
    high: int
    scale: float
    left: float = 0.0
    low: float = 0.0

    def points(self, corners: Corners) -> Corners:
        """Return corners in points, from the upper left corner of the picture."""
        step = self.scale * POINTS
        x = (corners[:, 0] - self.left) * step
        return np.stack((x, self.high * POINTS - (corners[:, 1] - self.low) * step), axis=1)

    def places(self, row: int, column: int) -> list[shapely.Point]:
        """Return the points of a pixel, mm."""
        step = self.scale * POINTS
        return [
            shapely.Point(
                self.left + (POINTS * column + dx + 0.5) / step,
                self.low + (POINTS * (self.high - row) - dy - 0.5) / step,
            )
            for dx in range(POINTS)
            for dy in range(POINTS)
        ]


def astray(pixels: Pixels, areas: Sequence[Area], under: Colour, frame: Frame) -> int:
    """Return how many pixels show something else than areas do, each painted over those before it.

    under: the colour of what lies in none of them. A pixel with a point on a border may show either side.
    """
    if pixels.shape[:2] != (frame.high, frame.wide):
        return frame.high * frame.wide
    due = repainted(areas, under, frame)
    wrong = np.argwhere((pixels != due).any(axis=2))
    if len(wrong) not in range(1, FEW):
        return len(wrong)
    borders = shapely.STRtree([shapely.linearrings(ring) for rings, _ in areas for ring in rings])
    return sum(not _on_a_border(borders, frame, int(row), int(column)) for row, column in wrong)


def _on_a_border(borders: shapely.STRtree, frame: Frame, row: int, column: int) -> bool:
    every = np.array(frame.places(row, column), dtype=object)
    return bool(borders.query(every, "dwithin", SIGHT).size)


def repainted(areas: Sequence[Area], under: Colour, frame: Frame) -> Pixels:
    """Return areas as pixels, each the mean of POINTS × POINTS points."""
    numbers = {colour: number for number, colour in enumerate(dict.fromkeys((under, *(hue for _, hue in areas))))}
    seen = np.zeros((frame.high * POINTS, frame.wide * POINTS), dtype=np.uint16)
    for rings, colour in areas:
        _paint(seen, [frame.points(ring) for ring in rings], numbers[colour])
    hues = np.array(list(numbers), dtype=np.uint16)[seen]
    total = sum(hues[row::POINTS, column::POINTS] for row in range(POINTS) for column in range(POINTS))
    return ((np.asarray(total) + POINTS * POINTS // 2) // (POINTS * POINTS)).astype(np.uint8)


def _paint(seen: NDArray[np.uint16], rings: Sequence[Corners], number: int) -> None:
    """Give the points inside of rings a number."""
    every = np.concatenate(rings)
    (left, top), (right, low) = np.floor(every.min(axis=0)).astype(int), np.ceil(every.max(axis=0)).astype(int)
    left, top, right, low = max(left, 0), max(top, 0), min(right + 1, seen.shape[1]), min(low + 1, seen.shape[0])
    if left >= right or top >= low:
        return
    ends = [np.roll(ring, -1, axis=0) for ring in rings]
    (ax, ay), (bx, by) = every.T, np.concatenate(ends).T
    middles = np.arange(top, low) + 0.5
    first, last = (np.searchsorted(middles, of) for of in (np.minimum(ay, by), np.maximum(ay, by)))
    side = np.repeat(np.arange(len(ax)), last - first)
    row = np.arange(len(side)) - np.repeat(np.cumsum(last - first) - last, last - first)
    share = (middles[row] - ay[side]) / (by[side] - ay[side])
    column = np.clip(np.ceil(ax[side] + share * (bx[side] - ax[side]) - 0.5).astype(int) - left, 0, right - left)
    across = right - left + 1
    passed = np.bincount(row * across + column, minlength=(low - top) * across).reshape(low - top, across)
    inside = np.cumsum(passed, axis=1)[:, :-1] % 2 == 1
    seen[top:low, left:right][inside] = number
