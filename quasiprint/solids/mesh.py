"""Meshes of 2.5-dimensional solids, without a CAD kernel.

A mesh is put together from surfaces: one for each sector (its top, the walls between its steps and its share of the
outer wall) and one for the bottom. The surfaces share the corners of their borders bit for bit, and nothing else, so a
sector that recurs on many pieces is built once. Vertical edges are split at every height that meets there; the lower
end of the outer wall is never split, so the bottom does not depend on what stands above it.

A body with a bevel has its sectors on what the bevel leaves of its top. Its outer walls, which are one with the bevel,
are then of the surface of the bottom, and all bodies of that outline share them.

Whether a surface is closed is decided edge by edge on equal corners, bit for bit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from quasiprint.drawing.outlines import missing_side, mitre
from quasiprint.drawing.rings import GridRing, on_grid, parted, side, sides, to_mm
from quasiprint.errors import InputError
from quasiprint.model.bounded import Bounded, cache_by_weight
from quasiprint.model.face import CachedHash, Pocket, Ring, snap
from quasiprint.model.finding import Finding, error
from quasiprint.model.solid import Facet, Mesh, Part, Sector, Solid, SolidPiece, Step, Surface, Vertex
from quasiprint.solids.partition import SectorSurface, corners_of, partition, triangles

KEPT = 300_000  # triangles, each 24 bytes: of surfaces that recur, and of whole meshes
STRAIGHT = 1e-5  # sine: what turns by less may be meant to be straight


def mesh(solid: Solid) -> Mesh:
    """Return the closed surface of a solid.

    Raises ValueError if its sectors do not part its outline, or its steps their sector, or if
    heights cross; InputError if the chamfer has no room.
    """
    low = snap(solid.bottom + solid.chamfer)
    ceiling = max((recess.z for recess in solid.recesses), default=low)
    least = min([solid.top, *(step.z for sector in solid.sectors for step in sector.steps)])
    if least <= max(low, ceiling):
        raise ValueError(
            f"solid: its lowest step, z = {least:g} mm, does not lie above its "
            f"chamfer and recesses, z = {max(low, ceiling):g} mm"
        )
    if solid.holes and (solid.chamfer or solid.bevel):
        raise ValueError("solid: one with holes has no chamfer and no bevel")
    boundaries = tuple(sector.boundary for sector in solid.sectors)
    ring, outer = _layout(solid.outline, boundaries)
    sectors, bevel = solid.sectors, None
    if solid.bevel:
        high = snap(solid.top - solid.bevel)
        if high <= low:
            raise ValueError(f"solid: its bevel reaches down to {high:g} mm, and its chamfer up to {low:g} mm")
        strips, inner = _narrow(solid.outline, ring, boundaries, solid.bevel)
        bevel = Bevel(high, solid.top, strips)
        ring = solid.outline
        sectors = tuple([replace(sector, boundary=ring) for sector, ring in zip(sectors, inner, strict=True)])
        outer = tuple([(False,) * len(flags) for flags in outer])
    surfaces = [_surface_of_sector(sector, flags, solid.top, low) for sector, flags in zip(sectors, outer, strict=True)]
    surfaces.append(_bottom_surface(ring, solid.bottom, low, solid.recesses, solid.holes, bevel))
    surfaces += [_cavity_surface(solid.cavity)] if solid.cavity else []
    return Mesh(tuple(surfaces))


def meshes(pieces: Iterable[SolidPiece]) -> Meshes:
    """Return the mesh of every unique body, by its key, each built when it is asked for.

    Raises ValueError if two different bodies have the same key.
    """
    parts: dict[str, Part] = {}
    for piece in pieces:
        for part in piece.bodies:
            known = parts.setdefault(part.key, part)
            if known is not part and known.solid != part.solid:
                raise ValueError(f"key {part.key!r} names two different bodies, one of them of {piece.id!r}")
    return Meshes(parts)


class Meshes(Mapping[str, Mesh]):
    """The meshes of bodies, by key. Few are kept: of a large set they would fill the memory."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self.parts = parts

    @cached_property
    def _cache(self) -> Bounded[str, Mesh]:
        return Bounded(lambda key: mesh(self.parts[key].solid), lambda made: sum(map(len, made.surfaces)), KEPT)

    def __getitem__(self, key: str) -> Mesh:
        return self._cache[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def __contains__(self, key: object) -> bool:
        return key in self.parts


@lru_cache(maxsize=256)
def _layout(outline: Ring, boundaries: tuple[Ring, ...]) -> tuple[Ring, tuple[tuple[bool, ...], ...]]:
    """Return the outline with all sectors' corners on it, and which edges of each sector are its."""
    rings = [on_grid(boundary) for boundary in boundaries]
    ring = parted(on_grid(outline), rings)
    if ring is None:
        raise ValueError("solid: its sectors do not part its outline, or do not share their corners")
    free = set(sides(ring))
    return tuple(map(to_mm, ring)), tuple(tuple(edge in free for edge in sides(ring)) for ring in rings)


@dataclass(frozen=True, slots=True)
class Bevel(CachedHash):
    """The bevel of a top. low, high: the heights at which it begins and ends. strips: for each side of the outline the
    points of the chamfer inside of it, from the side's first corner to its last, corners of sectors included."""

    low: float
    high: float
    strips: tuple[Ring, ...]


@lru_cache(maxsize=256)
def _narrow(
    outline: Ring, ring: Ring, boundaries: tuple[Ring, ...], bevel: float
) -> tuple[tuple[Ring, ...], tuple[Ring, ...]]:
    """Return the strips of a bevel, and the sectors on what it leaves of the top. ring: the outline with all the
    sectors' corners on it."""
    inner = inset(ring, bevel, "bevel")
    moved = dict(zip(ring, inner, strict=True))
    corners = set(outline)
    cut = [k for k, p in enumerate(ring) if p in corners]
    if len(cut) != len(outline):
        raise ValueError("solid: sectors with a bevel share the outline's corners as they are")
    strips = {
        ring[a]: (inner + inner)[a : (b if b > a else b + len(ring)) + 1]
        for a, b in zip(cut, cut[1:] + cut[:1], strict=True)
    }
    narrowed = tuple(tuple([moved.get(p, p) for p in boundary]) for boundary in boundaries)
    return tuple(strips[p] for p in outline), narrowed


def rims(solid: Solid) -> tuple[GridRing, tuple[Ring, ...], tuple[Ring, ...]]:
    """Return the outline as a body's chamfers have it, and for each of its sides what lies inside of it at the end of
    the chamfer and of the bevel, see `Bevel`: nothing where there is none."""
    if not (solid.chamfer or solid.bevel):
        return (), (), ()
    boundaries = tuple(sector.boundary for sector in solid.sectors)
    ring, _ = _layout(solid.outline, boundaries)
    brow: tuple[Ring, ...] = ()
    if solid.bevel:
        brow, _ = _narrow(solid.outline, ring, boundaries, solid.bevel)
        ring = solid.outline
    low = snap(solid.bottom + solid.chamfer)
    foot = tuple(sides(inset(ring, snap(low - solid.bottom)))) if solid.chamfer else ()
    return on_grid(ring), foot, brow


@cache_by_weight(len, KEPT)
def _surface_of_sector(sector: Sector, outer: tuple[bool, ...], top: float, low: float) -> Surface:
    """Return the surface of a sector. Of two that a half turn makes equal, one is built."""
    boundary = half_turned_ring(sector.boundary)
    if sector.boundary <= boundary:
        return _sector_surface(sector, outer, top, low)
    steps = tuple(Step(step.region.map_rings(half_turned_ring), step.z) for step in sector.steps)
    turned = _sector_surface(Sector(boundary, steps, tuple(map(half_turned_ring, sector.holes))), outer, top, low)
    corners = corners_of(turned) * (-1.0, -1.0, 1.0) + 0.0  # never -0.0
    return Surface.of(corners.tobytes(), turned.indices.tobytes())


@cache_by_weight(len, KEPT)
def _sector_surface(sector: Sector, outer: tuple[bool, ...], top: float, low: float) -> Surface:
    """Return top, inner walls and outer walls (down to z = `low`) of a sector."""
    plan = partition(sector.boundary, ((step.region, step.z) for step in sector.steps), sector.holes)
    of_holes = (True,) * (len(plan.sides) - len(outer))
    return SectorSurface(plan, top, low).surface((*outer, *of_holes))


@cache_by_weight(len, KEPT)
def _bottom_surface(
    ring: Ring,
    bottom: float,
    low: float,
    recesses: tuple[Step, ...],
    through: tuple[Ring, ...],
    bevel: Bevel | None,
) -> Surface:
    """Return the chamfer, the bottom, the recesses in it and the holes through it; and the outer walls with the bevel,
    if there is one. low: where the chamfer ends."""
    facets: list[Facet] = []
    floor = inset(ring, snap(low - bottom)) if low > bottom else ring
    levels = [(floor, bottom), (ring, low)] if low > bottom else [(ring, low)]
    levels += [(ring, bevel.low)] if bevel else []
    for (under, z), (over, above) in pairwise(levels):
        for k, (a, b) in enumerate(sides(over)):
            c, d = under[k], under[(k + 1) % len(under)]
            facets.append(((*c, z), (*d, z), (*b, above)))
            facets.append(((*c, z), (*b, above), (*a, above)))
    if bevel:
        begin, end = bevel.low, bevel.high
        for (a, b), strip in zip(sides(ring), bevel.strips, strict=True):
            facets.append(((*a, begin), (*b, begin), (*strip[-1], end)))
            facets += [((*a, begin), (*q, end), (*p, end)) for p, q in pairwise(strip)]
    sunk = [(tuple(on_grid(r) for r in recess.region.rings), recess.z) for recess in recesses]
    holes = (*(r[::-1] for rings, _ in sunk for r in rings), *map(on_grid, through))
    facets += _ceiling((on_grid(floor), *holes), bottom)
    for rings, ceiling in sunk:
        facets += _shaft(rings, bottom, ceiling)
    return Surface(facets)


@lru_cache(maxsize=256)
def _cavity_surface(cavity: Pocket) -> Surface:
    """Return floor, walls and ceiling of what is hollow: they look into it."""
    rings, low = tuple(map(on_grid, cavity.area.rings)), cavity.low
    floor = [(a, c, b) for a, b, c in _ceiling(rings, low)]
    return Surface(floor + _shaft(rings, low, cavity.high))


def _shaft(rings: tuple[GridRing, ...], low: float, high: float) -> list[Facet]:
    """Return walls and ceiling of a recess."""
    facets = _ceiling(rings, high)
    for r in rings:
        for p, q in sides(r):
            (ax, ay), (bx, by) = to_mm(q), to_mm(p)
            facets.append(((ax, ay, low), (bx, by, low), (bx, by, high)))
            facets.append(((ax, ay, low), (bx, by, high), (ax, ay, high)))
    return facets


def _ceiling(rings: tuple[GridRing, ...], z: float) -> list[Facet]:
    """Return a plane area at height z, facing down."""
    corners = [(*to_mm(p), z) for ring in rings for p in ring]
    return [(corners[a], corners[c], corners[b]) for a, b, c in triangles(rings)]


def half_turned_ring(ring: Ring) -> Ring:
    """Return a ring turned by 180°, its corners in the same order, zeros without a sign."""
    return tuple((0.0 - x, 0.0 - y) for x, y in ring)


@lru_cache(maxsize=256)
def inset(ring: Ring, width: float, what: str = "chamfer") -> Ring:
    """Return a convex anticlockwise ring moved inwards by `width` mm, corner by corner. what: it is for.

    Corner k of the result belongs to corner k of the ring; corners in the middle of a straight
    side stay there. Raises InputError if the ring is not convex or an edge would vanish.
    """
    for a, b, c in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        if side(a, b, c) < -STRAIGHT * math.dist(a, b) * math.dist(b, c):
            raise InputError(f"{what}: the outline is not convex at ({b[0]:g}, {b[1]:g}) mm")
    moved = tuple((snap(x), snap(y)) for x, y in mitre(ring, -width, what))
    lost = missing_side(ring, moved)
    if lost is not None:
        (x, y), _ = lost
        raise InputError(
            f"{what}: {width:g} mm is more than the outline's rounded corners or edges allow at "
            f"({x:g}, {y:g}) mm; it must be less than the corner radius, or the corner sharp"
        )
    return moved


def check_closed(subject: str, facets: Iterable[Facet]) -> list[Finding]:
    """Check that triangles (mm, anticlockwise seen from outside) bound a body.

    subject: the file or body, named in the findings. Codes: "degenerate-triangle" (two corners
    are the same point, or all three lie on a line), "edge-open" (a directed edge has no
    opposite), "edge-shared" (a directed edge stands twice: bodies that meet along a line, or a
    facet turned over), "inside-out" (the volume is not positive), "no-triangles".
    """
    soup = list(facets)
    if not soup:
        return [error("no-triangles", subject, "found no triangle, a body has at least 4")]
    findings = []
    flat = [facet for facet in soup if _cross(facet) == (0.0, 0.0, 0.0)]
    if flat:
        findings.append(_finding("degenerate-triangle", subject, len(flat), "triangles without area", flat[0]))
    times = Counter(edge for a, b, c in soup for edge in ((a, b), (b, c), (c, a)))
    opened = [(a, b) for a, b in times if (b, a) not in times]
    if opened:
        findings.append(_finding("edge-open", subject, len(opened), "edges without a neighbour", min(opened)))
    shared = [edge for edge, count in times.items() if count > 1]
    if shared:
        what = "edges that several triangles have in the same direction"
        findings.append(_finding("edge-shared", subject, len(shared), what, min(shared)))
    found = volume(soup)
    if found <= 0:
        findings.append(error("inside-out", subject, f"volume is {found:g} mm³, allowed is more than 0"))
    return findings


def _finding(code: str, subject: str, count: int, what: str, where: object) -> Finding:
    return error(code, subject, f"found {count} {what}, allowed is none; the first: {where}")


def _cross(facet: Facet) -> Vertex:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = facet
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    return uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx


def volume(facets: Iterable[Facet]) -> float:
    """Return the volume (mm³) inside closed triangles, negative if they are inside out."""
    six = 0.0
    origin: Vertex | None = None
    for a, b, c in facets:
        # seen from a corner of the body, not from afar: far away, rounding eats the digits
        origin = origin or a
        ox, oy, oz = origin
        ux, uy, uz = a[0] - ox, a[1] - oy, a[2] - oz
        vx, vy, vz = b[0] - ox, b[1] - oy, b[2] - oz
        wx, wy, wz = c[0] - ox, c[1] - oy, c[2] - oz
        six += ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)
    return six / 6
