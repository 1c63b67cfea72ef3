"""Ids on the waste beside pieces: as large as there is room for, along a side of the cut. Lengths in mm.

An id that is burned there helps to sort what was cut, and stays behind with the waste. Where the sheet has no room
for it, none is burned.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from quasiprint.drawing.lettering import outlines, width
from quasiprint.drawing.rings import cross, distance, inside, sides
from quasiprint.model.face import Point, Ring, bounds, snap

HEIGHTS = (2.0, 1.6, 1.2)  # of capitals; less cannot be read on wood
AWAY = 0.8  # from the cut of its own piece, and from any other
APART = 0.5  # from other ids
FREE = 0.5  # from the sheet's rim
LONG = 0.45  # of a ring's longest side: along shorter ones nothing is written
ROUNDED = 1e-6
UPRIGHT = 1e-4  # of a unit vector: what leans less stands upright
Box = tuple[float, float, float, float]


def beside(
    cuts: Sequence[tuple[str, Ring]], names: Mapping[str, str], width_mm: float, height_mm: float, foot: float
) -> Iterator[tuple[Ring, ...]]:
    """Yield the ids for which there is room on the waste: the rings of their letters.

    cuts: all outlines that are cut out of the sheet, and whose they are. names: what things are called; others get no
    id. width_mm, height_mm: of the sheet; foot: kept free at its lower rim.
    """
    near = _Boxes(ring for _, ring in cuts)
    taken = _Boxes(())
    for item, ring in cuts:
        if item not in names:
            continue
        found = _place(names[item], ring, near, taken, (width_mm, height_mm, foot))
        if found is not None:
            box, letters = found
            taken.add(box)
            yield letters


def _place(
    text: str, ring: Ring, near: _Boxes, taken: _Boxes, room: tuple[float, float, float]
) -> tuple[Ring, tuple[Ring, ...]] | None:
    longest = max(math.dist(a, b) for a, b in sides(ring))
    along = [(a, b) for a, b in sides(ring) if math.dist(a, b) > LONG * longest]
    for height in HEIGHTS:
        run = width(text, height)
        for a, b in along:
            at, way = _beside(a, b, run, height)
            box = _box(at, way, run, height)
            left, low, right, high = bounds((box,))
            if left < FREE or low < room[2] or right > room[0] - FREE or high > room[1] - FREE:
                continue
            if near.apart(box, AWAY - ROUNDED) and taken.apart(box, APART):
                return box, _written(text, height, at, way)
    return None


def _beside(a: Point, b: Point, run: float, height: float) -> tuple[Point, Point]:
    """Return where a text's baseline begins that stands outside a side, and the unit vector along which it runs. The
    ring runs anticlockwise: its outside is on the right."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    out = AWAY + height / 2
    cx, cy = (a[0] + b[0]) / 2 + uy * out, (a[1] + b[1]) / 2 - ux * out
    if ux < -UPRIGHT or (abs(ux) <= UPRIGHT and uy < 0):
        ux, uy = -ux, -uy  # so that it reads from the left
    return (cx - ux * run / 2 + uy * height / 2, cy - uy * run / 2 - ux * height / 2), (ux, uy)


def _box(at: Point, way: Point, run: float, height: float) -> Ring:
    (x, y), (ux, uy) = at, way
    return (
        (x, y),
        (x + ux * run, y + uy * run),
        (x + ux * run - uy * height, y + uy * run + ux * height),
        (x - uy * height, y + ux * height),
    )


def _written(text: str, height: float, at: Point, way: Point) -> tuple[Ring, ...]:
    (x, y), (ux, uy) = at, way
    return tuple(
        tuple((snap(x + u * ux - v * uy), snap(y + u * uy + v * ux)) for u, v in ring)
        for region in outlines(text, height, 0.0, 0.0)
        for ring in region.rings
    )


class _Boxes:
    """Rings on a sheet, to be asked whether another keeps away from all of them."""

    def __init__(self, rings: Iterable[Ring]) -> None:
        self._rings: list[tuple[Box, Ring]] = []
        for ring in rings:
            self.add(ring)

    def add(self, ring: Ring) -> None:
        self._rings.append((bounds((ring,)), ring))

    def apart(self, ring: Ring, by: float) -> bool:
        """Tell whether a ring keeps so far away from every other."""
        left, low, right, high = bounds((ring,))
        for (west, south, east, north), other in self._rings:
            if west > right + by or east < left - by or south > high + by or north < low - by:
                continue
            if inside(ring[0], other) or cross(ring, other) or distance(ring, other) < by:
                return False
        return True
