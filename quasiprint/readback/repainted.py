"""Pictures painted once more from what was read, to be held against those that lie in a set.

A row of points is gone through from its left: each side of an area that is passed changes whether one is inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from quasiprint.readback.png import Pixels

POINTS = 2  # across a pixel, and up
SIGHT = 1e-5  # mm: a point so near to a border may be on either side of it
FEW = 400  # pixels: more are wrong wherever they are
BATCH = 4_000  # corners: what is painted at once takes room for each row that a side crosses
CHANNELS, ROOM = (20, 10, 0), 1023  # where red, green and blue stand in a number, and room for four of each

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
    wrong = np.argwhere(differing(pixels, due))
    if len(wrong) not in range(1, FEW):
        return len(wrong)
    borders = shapely.STRtree([shapely.linearrings(ring) for rings, _ in areas for ring in rings])
    return sum(not _on_a_border(borders, frame, int(row), int(column)) for row, column in wrong)


def _on_a_border(borders: shapely.STRtree, frame: Frame, row: int, column: int) -> bool:
    every = np.array(frame.places(row, column), dtype=object)
    return bool(borders.query(every, "dwithin", SIGHT).size)


def differing(pixels: Pixels, others: Pixels) -> NDArray[np.bool_]:
    """Return which pixels differ in any channel, see `Pixels`."""
    red, green, blue = (pixels[:, :, k] != others[..., k] for k in range(3))
    differ: NDArray[np.bool_] = red | green | blue
    return differ


def repainted(areas: Sequence[Area], under: Colour, frame: Frame) -> Pixels:
    """Return areas as pixels, each the mean of POINTS × POINTS points."""
    high, wide = frame.high * POINTS, frame.wide * POINTS
    seen = np.full(high * wide, _added(under), dtype=np.uint32)
    for some in _batches(areas):
        _paint(
            seen, (high, wide), [[frame.points(ring) for ring in rings] for rings, _ in some], [hue for _, hue in some]
        )
    points = seen.reshape(high, wide)
    total = sum(points[row::POINTS, column::POINTS] for row in range(POINTS) for column in range(POINTS))
    shown = np.empty((frame.high, frame.wide, 3), dtype=np.uint8)
    for channel, bits in enumerate(CHANNELS):
        shown[:, :, channel] = ((np.asarray(total) >> bits & ROOM) + POINTS * POINTS // 2) // (POINTS * POINTS)
    return shown


def _batches(areas: Sequence[Area]) -> Iterator[Sequence[Area]]:
    """Yield areas in their order, so many at once that they have BATCH corners, or few more."""
    begin = corners = 0
    for end, (rings, _) in enumerate(areas, 1):
        corners += sum(map(len, rings))
        if corners >= BATCH or end == len(areas):
            yield areas[begin:end]
            begin, corners = end, 0


def _added(colour: Colour) -> int:
    """Return a colour as one number; as many of them as a pixel has points can be added up."""
    return sum(value << bits for value, bits in zip(colour, CHANNELS, strict=True))


def _paint(
    seen: NDArray[np.uint32], size: tuple[int, int], areas: Sequence[Sequence[Corners]], hues: Sequence[Colour]
) -> None:
    """Give the points inside of areas their colours, each area after those before it. seen: row by row; size: rows and
    columns; areas: the rings of each."""
    rings = [ring for area in areas for ring in area]
    if not rings:
        return
    high, wide = size
    ax, ay = np.concatenate(rings).T
    bx, by = np.concatenate([np.concatenate((ring[1:], ring[:1])) for ring in rings]).T
    owner = np.repeat(np.arange(len(areas)), [sum(map(len, area)) for area in areas])
    middles = np.arange(high) + 0.5
    first, last = (np.searchsorted(middles, of) for of in (np.minimum(ay, by), np.maximum(ay, by)))
    crossed = last - first
    side = np.repeat(np.arange(len(ax)), crossed)
    row = np.arange(len(side)) - np.repeat(np.cumsum(crossed) - last, crossed)
    share = (middles[row] - ay[side]) / (by[side] - ay[side])
    column = np.clip(np.ceil(ax[side] + share * (bx[side] - ax[side]) - 0.5), 0, wide).astype(np.int64)
    # in one number, to be sorted: by area, by row, from the left. A row of an area enters and leaves it in turns
    line, column = np.divmod(np.sort((owner[side] * high + row) * (wide + 1) + column), wide + 1)
    own, row = np.divmod(line[::2], high)
    begin, end = row * wide + column[::2], row * wide + column[1::2]
    numbers = [_added(hue) for hue in hues]
    for k, start, stop in zip(own.tolist(), begin.tolist(), end.tolist(), strict=True):
        seen[start:stop] = numbers[k]
