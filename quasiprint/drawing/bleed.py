"""Ink that runs out over an outline, so that a cut that is a little off shows no white. Lengths in mm."""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.model.face import Point, Ring, snap

ARC = math.radians(15)  # the largest step around a rounded corner
ON_EDGE = 2.5e-6  # within this, a point is on an edge (see quasiprint.checks.edges)

Side = tuple[Point, Point]


def outwards(side: Side, bleed: float) -> Point:
    """Return how far ink runs over a side of an outline, and which way: outlines run anticlockwise."""
    (x0, y0), (x1, y1) = side
    length = math.dist(*side)
    return bleed * (y1 - y0) / length, -bleed * (x1 - x0) / length


@lru_cache(maxsize=4096)
def patches(ring: Ring, side: Side, bleed: float) -> tuple[Ring, ...]:
    """Return how an inked area runs out over a side of its tile: wherever one of its own sides lies on that. It is
    asked for each kind of page and paper again."""
    (cx, cy), length = side[0], math.dist(*side)
    ux, uy = (side[1][0] - cx) / length, (side[1][1] - cy) / length
    on = [abs(ux * (y - cy) - uy * (x - cx)) < ON_EDGE for x, y in ring]
    if not any(on):
        return ()
    whole = enumerate(zip(ring, ring[1:] + ring[:1], strict=True))
    return tuple(strip_over(own, outwards(side, bleed)) for k, own in whole if on[k] and on[(k + 1) % len(on)])


def strip_over(side: Side, out: Point) -> Ring:
    """Return what lies between a side and the same side moved outwards."""
    a, b = side
    return (b, a, _moved(a, out), _moved(b, out))


def _moved(p: Point, by: Point) -> Point:
    return snap(p[0] + by[0]), snap(p[1] + by[1])


@lru_cache(maxsize=256)
def rounded(ring: Ring, bleed: float) -> Ring:
    """Return a convex outline grown by `bleed` mm, its corners rounded: a mitre at a sharp tip would
    run on to the rim of the paper."""
    grown: list[Point] = []
    for a, b, c in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        start = math.atan2(a[0] - b[0], b[1] - a[1])
        turn = (math.atan2(b[0] - c[0], c[1] - b[1]) - start) % math.tau
        steps = max(1, math.ceil(turn / ARC))
        for k in range(steps + 1):
            angle = start + turn * k / steps
            grown.append((snap(b[0] + bleed * math.cos(angle)), snap(b[1] + bleed * math.sin(angle))))
    return tuple(grown)
