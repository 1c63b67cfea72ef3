"""Tiles as they are drawn, and tiles that were burnt or printed, laid where one of their shape is drawn."""

from __future__ import annotations

import math

from shapely import affinity
from shapely.geometry import Polygon

from quasiprint.exact.regular import Group

EDGE = 30.0  # mm: of a drawn tile
LONG = 3.0  # mm: sides of a tile are longer, chords of its round corners shorter


def drawn(group: Group) -> list[Polygon]:
    """The tiles at their drawn places, mm."""
    return [Polygon([(EDGE * x, EDGE * y) for x, y in (p.to_xy() for p in tile)]) for tile in group.tiles]


def sharp(tile: Polygon) -> list[tuple[float, float]]:
    """The corners that the long sides of a tile run to, anticlockwise: a burnt tile has round ones."""
    ring = list(tile.exterior.coords)[:-1] if tile.exterior.is_ccw else list(tile.exterior.coords)[:0:-1]
    sides = [(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True) if math.dist(a, b) > LONG]
    return [crossing(side, two) for side, two in zip(sides[-1:] + sides[:-1], sides, strict=True)]


def crossing(one: tuple, two: tuple) -> tuple[float, float]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = *one, *two
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    s = ((cx - ax) * vy - (cy - ay) * vx) / (ux * vy - uy * vx)
    return ax + s * ux, ay + s * uy


def laid(tile: Polygon, place: Polygon) -> Polygon:
    """A tile turned and moved to where one of its shape is drawn: as well as it can lie there."""
    corners, target = sharp(tile), sharp(place)
    middle, there = Polygon(corners).centroid, Polygon(target).centroid

    def direction(ring: list[tuple[float, float]], k: int) -> float:
        (x0, y0), (x1, y1) = ring[k], ring[(k + 1) % len(ring)]
        return math.degrees(math.atan2(y1 - y0, x1 - x0))

    ways = []
    for k in range(len(corners)):
        turned = affinity.rotate(tile, direction(target, 0) - direction(corners, k), origin=middle)
        moved = affinity.translate(turned, there.x - middle.x, there.y - middle.y)
        ways.append((moved.symmetric_difference(place).area, k, moved))
    return min(ways)[2]
