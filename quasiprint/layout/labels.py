"""Where a piece's id is written on it: as large as it fits, clear of what is drawn there.

A text stands along one of the piece's longer edges. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from quasiprint.drawing.lettering import outlines, width
from quasiprint.drawing.rings import cross, inside
from quasiprint.layout.convex import direction
from quasiprint.model.face import Point, Region, Ring, snap

LARGEST = 3.0
SMALLEST = 0.8  # less cannot be read
STEP = 0.2
CLEAR = 1.2  # to the rim and to what is drawn

# A place: the middle of the baseline, its direction in radians, the height of the capitals.
Spot = tuple[Point, float, float]


def label(text: str, outline: Ring, avoid: tuple[Region, ...] = ()) -> tuple[Region, ...]:
    """Return a text as areas inside a piece's outline; none if there is no room for it.

    avoid: areas of the piece that stay clear.
    """
    found = spot(text, outline, avoid)
    if found is None:
        return ()
    (x, y), angle, height = found
    c, s = math.cos(angle), math.sin(angle)
    areas = []
    for region in outlines(text, height, 0.0, 0.0, "middle"):
        rings = [tuple((snap(x + u * c - v * s), snap(y + u * s + v * c)) for u, v in ring) for ring in region.rings]
        areas.append(Region(rings[0], tuple(rings[1:])))
    return tuple(areas)


def spot(text: str, outline: Ring, avoid: tuple[Region, ...] = ()) -> Spot | None:
    """Return where a text is largest inside a piece's outline; None if there is no room for it."""
    return _spot(outline, avoid, round(width(text, 1.0), 3))


@lru_cache(maxsize=4096)
def _spot(outline: Ring, avoid: tuple[Region, ...], wide: float) -> Spot | None:
    """Return the place where a text is largest. wide: how far it runs at a height of 1 mm."""
    frames = []
    for angle in _directions(outline):
        c, s = math.cos(angle), math.sin(angle)
        turned, *areas = (
            tuple((x * c + y * s, y * c - x * s) for x, y in ring)
            for ring in (outline, *(region.outer for region in avoid))
        )
        frames.append((angle, turned, areas))
    for step in range(round((LARGEST - SMALLEST) / STEP) + 1):
        height = LARGEST - step * STEP
        for angle, turned, areas in frames:
            found = _place(turned, areas, wide * height, height)
            if found is not None:
                (x, y), c, s = found, math.cos(angle), math.sin(angle)
                return (x * c - y * s, x * s + y * c), angle, height
    return None


def _directions(outline: Ring) -> Iterator[float]:
    """Yield the directions (radians) of the longer edges, so that a text reads from the left."""
    edges = list(zip(outline, outline[1:] + outline[:1], strict=True))
    longest = max(math.dist(a, b) for a, b in edges)
    upright = {(direction(a, b) + 90) % 180 - 90 for a, b in edges if math.dist(a, b) > 0.6 * longest}
    yield from (math.radians(angle) for angle in sorted(upright, key=lambda a: (abs(a), a)))


def _place(outline: Ring, avoid: list[Ring], wide: float, height: float) -> Point | None:
    """Return the middle of a level baseline for a text, as near to the piece's middle as it fits."""
    bottom, top = min(y for _, y in outline), max(y for _, y in outline)
    steps = math.ceil((top - bottom) / STEP / 2)
    for offset in sorted((k * STEP for k in range(-steps, steps + 1)), key=lambda v: (abs(v), -v)):
        found = _on((bottom + top) / 2 + offset, outline, avoid, wide, height)
        if found is not None:
            return found
    return None


def _on(y: float, outline: Ring, avoid: list[Ring], wide: float, height: float) -> Point | None:
    """Return the middle of the baseline of a text whose middle is at height y, if it fits there."""
    xs = sorted(
        x0 + (x1 - x0) * (y - y0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(outline, outline[1:] + outline[:1], strict=True)
        if (y0 > y) != (y1 > y)
    )
    for left, right in zip(xs[::2], xs[1::2], strict=True):
        x, half, up = (left + right) / 2, wide / 2 + CLEAR, height / 2 + CLEAR
        box = ((x - half, y - up), (x + half, y - up), (x + half, y + up), (x - half, y + up))
        if right - left > wide + 2 * CLEAR and _holds(outline, box) and all(_apart(box, r) for r in avoid):
            return x, y - height / 2
    return None


def _holds(outline: Ring, box: Ring) -> bool:
    return all(inside(p, outline) for p in box) and not cross(outline, box)


def _apart(box: Ring, ring: Ring) -> bool:
    return not (inside(ring[0], box) or inside(box[0], ring) or cross(box, ring))
