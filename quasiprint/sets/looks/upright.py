"""Tiles that lie as they lie: a small triangle that points up, so that nobody takes one for another that is turned.

It stands where most is free near the middle of the tile. It says no label.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from quasiprint.drawing.rings import boundary_distance, inside
from quasiprint.model.errors import InputError
from quasiprint.model.face import Mark, Operation, Point, Region, Ring, bounds, snap
from quasiprint.model.measures import Measures
from quasiprint.sets.looks.frame import Frame
from quasiprint.sets.moves import by_angles
from quasiprint.sets.set_file import FIXED, Shape

SLOT = 1000  # of no label
LEAST = 2.5  # of the narrowest stroke: how wide the triangle is, at least
LARGEST = 0.14  # of the edge
Box = tuple[float, float, float, float]
STEPS = 16  # places along each axis that are tried


def is_needed(shape: Shape) -> bool:
    """Tell whether tiles of a shape could be laid the wrong way up."""
    turns = [move for move in by_angles(shape.outline) if not move.mirrored]
    return shape.symmetry == FIXED and len(turns) > 1


def mark(shape: Shape, tile: Frame, drawn: Sequence[Mark]) -> Mark:
    """Return the triangle for a shape. drawn: the marks of all its tiles, one on the other. Raises InputError if it has
    no room."""
    m = tile.measures
    gap = m.machine.min_feature
    rings = list(dict.fromkeys(region.outer for one in drawn for region in one.field))
    reach = max(math.dist((0.0, 0.0), p) for p in tile.nominal)
    most, best, at = LARGEST * m.size.edge, 0.0, (0.0, 0.0)
    boxed = [(bounds((ring,)), ring) for ring in rings]
    for p in _places(reach):
        if best >= most:
            break
        if inside(p, tile.made):
            free = _free(p, boxed, boundary_distance((p, p), tile.made), best + gap) - gap
            if free > best + 1e-6:
                best, at = free, p
    radius = min(best, most)
    if radius * math.sqrt(3) < LEAST * gap:
        raise InputError(_small(shape, m))
    return Mark(SLOT, Operation.ENGRAVE, None, None, (_up(at, radius),), (_up(at, radius),), rise=-m.finish.inlay_depth)


def _free(p: Point, boxed: Sequence[tuple[Box, Ring]], free: float, least: float) -> float:
    """Return how far a point is from all rings, less than 0 inside one; what is no more than `least` is not measured.
    free: how far it is from the rim. boxed: each ring with its box."""
    for (left, low, right, high), ring in boxed:
        if free <= least:
            return free
        if max(left - p[0], p[0] - right, low - p[1], p[1] - high) < free:
            free = -1.0 if inside(p, ring) else min(free, boundary_distance((p, p), ring))
    return free


def _places(reach: float) -> list[Point]:
    """Return places on a tile, the nearest to its middle first."""
    every = [(reach * x / STEPS, reach * y / STEPS) for x in range(-STEPS, STEPS + 1) for y in range(-STEPS, STEPS + 1)]
    return sorted(every, key=lambda p: (round(math.hypot(*p), 6), -p[1], p[0]))


def _up(at: Point, radius: float) -> Region:
    ring: Ring = tuple(
        (snap(at[0] + radius * math.cos(angle)), snap(at[1] + radius * math.sin(angle)))
        for angle in (math.pi / 2 + k * math.tau / 3 for k in range(3))
    )
    return Region(ring)


def _small(shape: Shape, measures: Measures) -> str:
    return (
        f"edge: found {measures.size.edge:g} mm, allowed is a longer one: a tile of {shape.name!r} with symmetry "
        "'none' needs room for a mark that points up, or it would be taken for another that is turned"
    )
