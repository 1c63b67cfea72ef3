"""Closed surfaces read from files: are they closed, and how high do they stand where?

The bodies of a set are made of level, upright and (at the bottom edge) slanting facets. Seen from above, the
level ones part the plane into areas, each with its height: a body's terrain. Corners are equal only if they are
equal bit for bit, as they are in a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from quasiprint.model.finding import Finding, error

Facets = NDArray[np.float64]  # (n, 3, 3): the corners of n triangles, anticlockwise seen from outside
Numbers = NDArray[np.int64]
LYING = 1e-3  # mm: what begins so low lies on the bed
LEAST = 1e-6  # mm³: what encloses no more encloses nothing
MIXED = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)  # odd, of no pattern
UPRIGHT = 1e-3  # sine of the slope below which a facet is upright; 32-bit floats make it slant by less


@dataclass(frozen=True, slots=True, eq=False)
class Terrain:
    """A surface seen from above and below. All in mm.

    tops, bottoms: the level areas that look up and down, by height. outlines: what the tops cover together.
    bevels: from which height to which facets slant; slanted: what these cover, seen from above, mm². volume: mm³.
    """

    tops: dict[float, list[Polygon]]
    bottoms: dict[float, list[Polygon]]
    outlines: list[Polygon]
    bevels: tuple[tuple[float, float], ...]
    volume: float
    slanted: float
    low: float = field(default=0.0)
    high: float = field(default=0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A closed surface. facets: see `Facets`. corners: of each facet (n × 3), as numbers of `points`, mm. beyond: for
    each side of each facet (n × 3; side k runs from corner k) the facet on its other side. shells: how many parts there
    are that nowhere share an edge."""

    facets: Facets
    corners: Numbers
    points: NDArray[np.float64]
    beyond: Numbers
    shells: int


def closed(facets: Facets, subject: str) -> Surface | Finding:
    """Check that every edge of a surface has two facets, one on either side, and that it looks outwards.

    Returns the surface, or what is wrong: each of its shells must enclose something, or it is a skin without a body.
    Findings: mesh-open, mesh-inside-out.
    """
    if not len(facets):
        return error("mesh-open", subject, "it has no facets", "make the set again")
    rows = facets.reshape(-1, 3)
    number = _numbered(rows)
    points = np.empty((int(number.max()) + 1, 3))
    points[number] = rows
    corners = number.reshape(-1, 3)
    after = corners[:, [1, 2, 0]]
    flat = int((corners == after).any(axis=1).sum())
    if flat:
        return error("mesh-open", subject, f"{flat} of its facets have no area", "make the set again")
    there, back = _sides(corners.ravel(), after.ravel(), len(points))
    one, other = np.argsort(there), np.argsort(back)
    in_order = there[one]
    if (in_order[1:] == in_order[:-1]).any() or not np.array_equal(in_order, back[other]):
        return _unpaired(there, back, subject)
    beyond = np.empty_like(one)
    beyond[other] = one  # the side that runs the other way round
    return _filled(Surface(facets, corners, points, (beyond // 3).reshape(-1, 3), 0), subject)


def _sides(a: Numbers, b: Numbers, count: int) -> tuple[Numbers, Numbers]:
    """Return one number for each side from a to b, and for the same side the other way round."""
    return a * count + b, b * count + a


def _unpaired(there: Numbers, back: Numbers, subject: str) -> Finding:
    """Say which sides of facets have no other side, or several."""
    there, count = np.unique(there, return_counts=True)
    lonely = int((~np.isin(there, back)).sum())
    twice = int((count > 1).sum())
    if twice and lonely:
        message = f"{twice} edges run the same way in two facets: a facet is turned over"
        return error("mesh-inside-out", subject, message, "make the set again")
    message = f"{lonely or twice} edges have {'one facet' if lonely else 'more than two facets'}, allowed are two"
    return error("mesh-open", subject, message, "make the set again")


def _filled(surface: Surface, subject: str) -> Surface | Finding:
    if volume(surface.facets) <= 0:
        return error("mesh-inside-out", subject, "its facets look inwards", "make the set again")
    held = enclosed(surface.facets, shells(surface.beyond))
    hollow = int((held <= LEAST).sum())
    if hollow:
        message = f"{hollow} of its {len(held)} parts enclose nothing, or look inwards"
        return error("mesh-inside-out", subject, message, "make the set again")
    return replace(surface, shells=len(held))


def shells(beyond: Numbers) -> Numbers:
    """Return for each facet of a closed surface the number of the shell that it is part of: facets that hang together
    by their edges. beyond: see `Surface`."""
    label = np.arange(len(beyond))
    while True:
        least = np.minimum(label, label[beyond].min(axis=1))
        np.minimum.at(least, label, least)  # what a whole group has learned, its first facet knows
        least = least[least]
        if np.array_equal(least, label):
            return np.asarray(np.unique(label, return_inverse=True)[1].ravel(), dtype=np.int64)
        label = least


def enclosed(facets: Facets, shell: Numbers) -> NDArray[np.float64]:
    """Return the volume that each shell encloses, mm³."""
    return np.asarray(np.bincount(shell, _wedges(facets)), dtype=np.float64)


def volume(facets: Facets) -> float:
    """Return the volume that a closed surface encloses, mm³, negative if it looks inwards."""
    return float(_wedges(facets).sum())


def _wedges(facets: Facets) -> NDArray[np.float64]:
    """Return the volume between each facet and the origin, mm³."""
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    return np.asarray(np.einsum("ij,ij->i", a, across(b, c)) / 6, dtype=np.float64)


def across(u: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cross products of rows. Quicker than numpy's."""
    (a, b, c), (d, e, f) = u.T, v.T
    return np.column_stack((b * f - c * e, c * d - a * f, a * e - b * d))


def terrain(surface: Surface) -> Terrain:
    """Return a surface seen from above and below."""
    facets = surface.facets
    z = facets[:, :, 2]
    normal = across(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    level = (z == z[:, :1]).all(axis=1)
    up = normal[:, 2] > 0
    slanting = ~level & (np.abs(normal[:, 2]) > UPRIGHT * np.sqrt((normal**2).sum(axis=1)))
    low, high = z.min(axis=1), z.max(axis=1)
    bevels = set(zip(low[slanting].tolist(), high[slanting].tolist(), strict=True))
    # a group of facets for each height at which any look up, and for each at which any look down
    heights, tops = np.unique(z[level & up, 0], return_inverse=True)
    depths, bottoms = np.unique(z[level & ~up, 0], return_inverse=True)
    group = np.full(len(facets), -1)
    group[level & up] = tops.ravel()
    group[level & ~up] = len(heights) + bottoms.ravel()
    sides = np.flatnonzero((group[:, None] != group[surface.beyond]) & level[:, None])
    corners = surface.corners.ravel(), surface.corners[:, [1, 2, 0]].ravel()
    plane = surface.points[:, 0] + 1j * surface.points[:, 1]
    groups = [sides[group[sides // 3] == k] for k in range(len(heights) + len(depths))]
    found = _areas([(corners[0][own], corners[1][own]) for own in groups], plane)
    upward = sides[group[sides // 3] < len(heights)]
    # seen from above, the rim of a pocket is that of its floor, too: what lies above one another is one area
    seen = _numbered(surface.points[:, :2])
    inner = np.flatnonzero(np.repeat(level & up, 3))
    there, _ = _sides(seen[corners[0][upward]], seen[corners[1][upward]], len(seen))
    _, back = _sides(seen[corners[0][inner]], seen[corners[1][inner]], len(seen))
    rim = upward[~np.isin(there, back)]
    flat = np.empty(int(seen.max()) + 1, dtype=np.complex128)
    flat[seen] = plane
    (outlines,) = _areas([(seen[corners[0][rim]], seen[corners[1][rim]])], flat)
    return Terrain(
        dict(zip(heights.tolist(), found, strict=False)),
        dict(zip(depths.tolist(), found[len(heights) :], strict=True)),
        outlines,
        tuple(sorted(bevels)),
        volume(facets),
        float(np.abs(normal[slanting, 2]).sum() / 2),
        float(low.min()),
        float(high.max()),
    )


def _numbered(rows: NDArray[np.float64]) -> Numbers:
    """Return a number for each row, the same for equal rows, from 0 on."""
    bits = (rows + 0.0).view(np.uint64)  # 0 is −0, too
    key = ((bits ^ (bits >> np.uint64(32))) * MIXED[: rows.shape[1]]).sum(axis=1)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    if np.array_equal(rows[first][number], rows):
        return np.asarray(number, dtype=np.int64)
    # two rows have one key
    return np.asarray(np.unique(rows, axis=0, return_inverse=True)[1].ravel(), dtype=np.int64)


def _areas(sides: Sequence[tuple[Numbers, Numbers]], points: NDArray[np.complex128]) -> list[list[Polygon]]:
    """Return the areas that sides go around, group by group. sides: where each begins and ends, by number."""
    rings = [[ring for ring in _chained(a.tolist(), b.tolist(), points) if len(ring) > 2] for a, b in sides]
    sizes = np.array([len(ring) for own in rings for ring in own], dtype=np.int64)
    if not len(sizes):
        return [[] for _ in sides]
    z = points[np.array([corner for own in rings for ring in own for corner in ring])]
    ends = np.cumsum(sizes)
    after = np.arange(1, len(z) + 1)
    after[ends - 1] = ends - sizes
    area = np.add.reduceat((np.conj(z) * z[after]).imag, ends - sizes) / 2
    made = shapely.linearrings(z.view(np.float64).reshape(-1, 2), indices=np.repeat(np.arange(len(sizes)), sizes))
    found, start = [], 0
    for own in rings:
        end = start + len(own)
        found.append(_joined(made[start:end], area[start:end]))
        start = end
    return found


def _joined(rings: NDArray[Any], area: NDArray[np.float64]) -> list[Polygon]:
    """Return the areas that rings enclose, each with the holes that lie in it. area: of each, mm², negative for those
    that run clockwise."""
    shells, holes = np.flatnonzero(area > 0), np.flatnonzero(area <= 0)
    # seen from below, everything runs the other way round; shells of tops run anticlockwise
    if not len(shells) or (len(holes) and -area[holes].min() > area[shells].max()):
        shells, holes = holes, shells
    made = shapely.polygons(rings[shells])
    if len(holes):
        size = np.abs(area)
        within: dict[int, list[int]] = {}
        inner = shapely.point_on_surface(shapely.polygons(rings[holes]))
        # a point in the hole may lie in an island there, too, which is smaller than the hole
        homes: list[list[int]] = [[] for _ in holes]
        for k, home in shapely.STRtree(made).query(inner, "within").T.tolist():
            if size[shells[home]] > size[holes[k]]:
                homes[k].append(home)
        for hole, own in zip(holes.tolist(), homes, strict=True):
            if own:
                within.setdefault(min(own, key=lambda home: float(size[shells[home]])), []).append(hole)
        for home, own in within.items():
            made[home] = shapely.polygons(rings[shells[home]], rings[own])
    found: list[Polygon] = made.tolist()
    return found


def _chained(starts: list[int], ends: list[int], points: NDArray[np.complex128]) -> Iterator[list[int]]:
    """Yield the rings that directed edges make."""
    after = dict(zip(starts, ends, strict=True))
    if len(after) != len(starts) or after.keys() != set(ends):
        yield from _parted(starts, ends, points)
        return
    for start in starts:
        if start in after:
            ring, here = [start], after.pop(start)
            while here != start:
                ring.append(here)
                here = after.pop(here)
            yield ring


def _parted(starts: list[int], ends: list[int], points: NDArray[np.complex128]) -> Iterator[list[int]]:
    """Yield the rings that directed edges make. Where several leave a corner, the walk turns left as far as it can,
    so that areas that meet in a corner stay two."""
    after: dict[int, list[int]] = {}
    for a, b in zip(starts, ends, strict=True):
        after.setdefault(a, []).append(b)
    for start in list(after):
        while after[start]:
            ring = [start]
            before, here = start, after[start].pop()
            while here != start and after.get(here):
                ring.append(here)
                ways = after[here]
                if len(ways) > 1:
                    came = points[here] - points[before]
                    ways.sort(key=lambda to: float(np.angle((points[to] - points[here]) / came)))
                before, here = here, ways.pop()
            yield ring
