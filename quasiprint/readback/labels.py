"""Where a name stands on a piece: as large as there is room for it, clear of the rim and of what is drawn there.

A name runs along a longer edge of the outline. Heights are tried from the largest down; for each, baselines along each
such edge, from the middle of the piece outwards. Where a hair decides whether there is room, both are expected.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.face import Ring
from quasiprint.readback import letters

HEIGHTS = tuple(3.0 - 0.2 * step for step in range(12))  # mm, of capitals; less than the last cannot be read
BETWEEN = 0.2  # mm: from one baseline that is tried to the next
CLEAR = 1.2  # mm: to the rim and to what is drawn
LONGER = 0.6  # of the longest edge
HALF_DEGREE = 0.5  # edges are designed to run at multiples of it
OFF_GRID = 2e-6  # mm: so far an edge's end may lie off where it was designed
HAIR = 1e-5  # mm

Spot = tuple[complex, complex, float]  # the middle of the baseline, mm; the way it runs; the height of capitals, mm


def labels(text: str, outline: Ring, avoid: tuple[Ring, ...]) -> list[list[Polygon]]:
    """Return how a text may stand on a piece, as areas in its frame; an empty list among them if it may be left out.

    outline: of the piece, mm. avoid: rings, or lines of two points, that stay clear.
    """
    half = letters.run(text) / 2
    spots, certain = _spots(outline, avoid, round(2 * half, 3))
    found = [letters.written(text, height, at - half * height * way, way) for at, way, height in spots]
    return found if certain else [*found, []]


@lru_cache(maxsize=4096)
def _spots(outline: Ring, avoid: tuple[Ring, ...], run: float) -> tuple[list[Spot], bool]:
    """Return where a text may stand, the best first, and whether it must stand at one of these. run: in heights."""
    frames = [_Frame(outline, avoid, degrees) for degrees in _directions(outline)]
    spots: list[Spot] = []
    for height in HEIGHTS:
        for frame in frames:
            for x, y, certain in frame.room(run * height, height):
                spots.append((complex(x, y - height / 2) * frame.way, frame.way, height))
                if certain:
                    return spots, True
    return spots, False


def _directions(outline: Ring) -> list[float]:
    """Return the directions (degrees) of the longer edges, so that a text reads from the left."""
    edges = list(zip(outline, outline[1:] + outline[:1], strict=True))
    longest = max(math.dist(a, b) for a, b in edges)
    found = set()
    for a, b in edges:
        length = math.dist(a, b)
        if length > LONGER * longest:
            angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            near = round(angle / HALF_DEGREE) * HALF_DEGREE
            angle = near if abs(near - angle) <= math.degrees(OFF_GRID / length) else angle
            found.add((round(angle, 9) % 360 + 90) % 180 - 90)
    return sorted(found, key=lambda angle: (abs(angle), angle))


class _Frame:
    """A piece, turned so that one of its edges lies level."""

    def __init__(self, outline: Ring, avoid: tuple[Ring, ...], degrees: float) -> None:
        self.way = complex(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
        ring = self._turned(outline)
        self._shape = Polygon(np.column_stack((ring.real, ring.imag)))
        self._avoid = [_shape(self._turned(other)) for other in avoid]
        shapely.prepare(self._shape)
        self._rows = list(_rows(ring))

    def _turned(self, ring: Ring) -> NDArray[np.complex128]:
        return np.array([complex(*point) for point in ring]) / self.way

    def room(self, run: float, height: float) -> Iterator[tuple[float, float, bool]]:
        """Yield the middles of the rows in which there is room for a text, mm, and whether a hair would not matter.

        run: how far it runs, mm; height: mm.
        """
        rows = [(x0, x1, y) for x0, x1, y in self._rows if x1 - x0 > run + 2 * CLEAR - HAIR]
        if not rows:
            return
        left, right, middle = np.array(rows).T
        fitting = []
        for hair in (-HAIR, HAIR):
            x, wide, high = (left + right) / 2, run / 2 + CLEAR + hair, height / 2 + CLEAR + hair
            boxes = shapely.box(x - wide, middle - high, x + wide, middle + high)
            free = shapely.covers(self._shape, boxes) & (right - left > run + 2 * CLEAR + hair)
            for other in self._avoid:
                free &= ~shapely.intersects(other, boxes)
            fitting.append(free)
        for k in np.flatnonzero(fitting[0]):
            yield float(left[k] + right[k]) / 2, float(middle[k]), bool(fitting[1][k])


def _shape(ring: NDArray[np.complex128]) -> BaseGeometry:
    points = np.column_stack((ring.real, ring.imag))
    return Polygon(points) if len(points) > 2 else LineString(points)


def _rows(ring: NDArray[np.complex128]) -> Iterator[tuple[float, float, float]]:
    """Yield where a level line is inside a ring: from, to and its height, from the middle outwards."""
    low, high = float(ring.imag.min()), float(ring.imag.max())
    steps = math.ceil((high - low) / BETWEEN / 2)
    for off in sorted((k * BETWEEN for k in range(-steps, steps + 1)), key=lambda v: (abs(v), -v)):
        y = (low + high) / 2 + off
        yield from ((x0, x1, y) for x0, x1 in _inside(ring, y))


def _inside(ring: NDArray[np.complex128], y: float) -> Sequence[tuple[float, float]]:
    end = np.roll(ring, -1)
    over = (ring.imag > y) != (end.imag > y)
    a, b = ring[over], end[over]
    x = np.sort(a.real + (b.real - a.real) * (y - a.imag) / (b.imag - a.imag)).tolist()
    return list(zip(x[::2], x[1::2], strict=True))
