"""Half turns about the z axis: exact, since they only change signs.

Opposite edges of a rhomb carry marks that are half turns of each other, so half of what is
built can be had from the other half. A half turn is its own inverse.
"""

from __future__ import annotations

from quasiprint.model.face import Region, Ring
from quasiprint.model.solid import Sector, Step, Surface


def half_turned_ring(ring: Ring) -> Ring:
    """Return a ring turned by 180°, its corners in the same order, zeros without a sign."""
    return tuple((0.0 - x, 0.0 - y) for x, y in ring)


def half_turned_region(region: Region) -> Region:
    """Return an area turned by 180°."""
    return Region(half_turned_ring(region.outer), tuple(map(half_turned_ring, region.holes)))


def half_turned_sector(sector: Sector) -> Sector:
    """Return a sector turned by 180°."""
    steps = tuple(map(_half_turned_step, sector.steps))
    return Sector(half_turned_ring(sector.boundary), steps, tuple(map(half_turned_ring, sector.holes)))


def _half_turned_step(step: Step) -> Step:
    return Step(half_turned_region(step.region), step.z)


def half_turned_surface(surface: Surface) -> Surface:
    """Return a surface turned by 180°: what is built of a turned sector, bit for bit."""
    return Surface(
        (
            (0.0 - ax, 0.0 - ay, az),
            (0.0 - bx, 0.0 - by, bz),
            (0.0 - cx, 0.0 - cy, cz),
        )
        for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in surface.triangles
    )
