"""Closed surfaces: are they closed, and how high do they stand where?

The bodies of a set are made of level, upright and (at the bottom edge) slanting facets. Seen from above, the level ones
part the plane into areas, each with its height. Corners are equal only if they are equal bit for bit, as in a file.
"""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from quasiprint.recogniser.plane import Points, nest_areas
from quasiprint.recogniser.shapes import Facets, Unreadable
from quasiprint.values import dataclass

Numbers = NDArray[np.int64]
LYING = 1e-3  # mm: what begins so low lies on the bed
LEAST = 1e-6  # mm³: what encloses no more encloses nothing
UPRIGHT = 1e-3  # sine of the slope below which a facet is upright; 32-bit floats make it slant by less
FARTHEST = 1e5  # mm
MIXED = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)  # odd, of no pattern


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A surface seen from above and below, mm. tops, bottoms: the level areas that look up and down, by height.
    outlines: what the tops cover together. slanted: what slanting facets cover, seen from above, mm²; steep: how high
    they reach at most, mm."""

    tops: dict[float, list[Polygon]]
    bottoms: dict[float, list[Polygon]]
    outlines: list[Polygon]
    slanted: float
    steep: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A closed surface. corners: of each facet, equal ones have one number. beyond: the facet beyond each side, which
    runs from the corner of that number to the next."""

    facets: Facets
    corners: Numbers
    beyond: Numbers


def surface_of(facets: Facets) -> Surface:
    """Return facets as a closed surface. Raises Unreadable (mesh-open, mesh-inside-out) unless every edge has two
    facets, one on either side, and each part that hangs together looks outwards."""
    if not len(facets):
        raise Unreadable("it has no facets", "mesh-open")
    if not np.abs(facets).max() <= FARTHEST:
        raise Unreadable(f"it has a corner that is no number, or farther away than {FARTHEST:g} mm")
    corners = _number_rows(facets.reshape(-1, 3)).reshape(-1, 3)
    after = corners[:, [1, 2, 0]]
    if (corners == after).any():
        raise Unreadable("some of its facets have no area", "mesh-open")
    count = int(corners.max()) + 1
    there, back = (corners * count + after).ravel(), (after * count + corners).ravel()
    order, other = np.argsort(there), np.argsort(back)
    if (there[order][1:] == there[order][:-1]).any() or not np.array_equal(there[order], back[other]):
        edges = np.unique(np.minimum(there, back), return_counts=True)[1]
        if (edges == 2).all():
            raise Unreadable("a facet of it is turned over", "mesh-inside-out")
        raise Unreadable("some of its edges have not two facets, as those of a closed body have", "mesh-open")
    beyond = np.empty_like(order)
    beyond[other] = order  # the side that runs the other way round
    beyond = (beyond // 3).reshape(-1, 3)
    label = _labels(beyond)
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    volumes = np.bincount(label, (a * _across(b, c)).sum(axis=1) / 6)
    if (volumes <= LEAST).any():
        raise Unreadable("a part of it encloses nothing, or looks inwards", "mesh-inside-out")
    return Surface(facets, corners, beyond)


def _number_rows(rows: NDArray[np.float64], columns: int = 3) -> Numbers:
    """Return a number for each row, the same for equal rows, from 0 on."""
    bits = (rows + 0.0).view(np.uint64)  # 0 is −0, too
    key = ((bits ^ (bits >> np.uint64(32))) * MIXED[:columns]).sum(axis=1)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    if not np.array_equal(rows[first][number], rows):  # two rows have one key
        number = np.unique(rows, axis=0, return_inverse=True)[1]
    return np.asarray(number.ravel(), dtype=np.int64)


def _across(u: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cross products of rows. Quicker than numpy's."""
    (a, b, c), (d, e, f) = u.T, v.T
    return np.column_stack((b * f - c * e, c * d - a * f, a * e - b * d))


def _labels(beyond: Numbers) -> Numbers:
    """Return for each facet the number of the shell that it is part of: facets that hang together by their edges."""
    label = np.arange(len(beyond))
    while True:
        least = np.minimum(label, label[beyond].min(axis=1))
        np.minimum.at(least, label, least)  # what a whole group has learned, its first facet knows
        least = least[least]
        if np.array_equal(least, label):
            return np.asarray(np.unique(label, return_inverse=True)[1].ravel(), dtype=np.int64)
        label = least


def levels(surface: Surface, *, outlined: bool = True) -> Levels:
    """Return a closed surface seen from above and below. outlined: whether its outlines are asked for."""
    facets = surface.facets
    z = facets[:, :, 2]
    normal = _across(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    level = (z == z[:, :1]).all(axis=1)
    up = normal[:, 2] > 0
    slanting = ~level & (np.abs(normal[:, 2]) > UPRIGHT * np.sqrt((normal**2).sum(axis=1)))
    heights, number = np.unique(z[:, 0], return_inverse=True)
    # areas are of facets at one height that look the same way: those that look up have even numbers
    group = np.where(level, 2 * number.ravel() + ~up, -1)
    found = _areas(surface, group)
    tops = {float(heights[k // 2]): found[k] for k in sorted(found) if k % 2 == 0}
    bottoms = {float(heights[k // 2]): found[k] for k in sorted(found) if k % 2}
    outlines = []
    if outlined and tops:
        outlines = next(iter(tops.values())) if len(tops) == 1 else _together(surface, level & up)
    steep = float(z[slanting].max()) if slanting.any() else 0.0
    slanted = float(np.abs(normal[slanting, 2]).sum() / 2)
    return Levels(tops, bottoms, _outermost(outlines), slanted, steep, float(z.max()))


def _areas(surface: Surface, group: Numbers) -> dict[int, list[Polygon]]:
    """Return what groups of level facets cover, seen from above: what the sides enclose beyond which another group
    begins. group: of each facet, below 0 for none."""
    rim = (group[:, None] >= 0) & (group[surface.beyond] != group[:, None])
    owner, side = np.nonzero(rim)
    points = surface.facets[owner, side, :2]
    start, end = surface.corners[owner, side], surface.corners[owner, (side + 1) % 3]
    count = int(surface.corners.max()) + 1
    own = group[owner]
    return _enclose(points, own * count + start, own * count + end, own, surface.facets[owner, (side + 1) % 3, :2])


def _together(surface: Surface, which: NDArray[np.bool_]) -> list[Polygon]:
    """Return what facets cover together, seen from above, whatever their heights."""
    rim = which[:, None] & ~which[surface.beyond]
    rim |= which[:, None] & (surface.facets[surface.beyond][:, :, 0, 2] != surface.facets[:, :1, 2])
    owner, side = np.nonzero(rim)
    points, ends = surface.facets[owner, side, :2], surface.facets[owner, (side + 1) % 3, :2]
    number = _number_rows(np.concatenate((points, ends)), 2)
    start, end = number[: len(points)], number[len(points) :]
    count = int(number.max()) + 1
    alone = ~np.isin(start * count + end, end * count + start)  # where a pocket meets what is around it
    none = np.zeros(int(alone.sum()), dtype=np.int64)
    return _enclose(points[alone], start[alone], end[alone], none, ends[alone]).get(0, [])


def _enclose(points: Points, start: Numbers, end: Numbers, group: Numbers, ends: Points) -> dict[int, list[Polygon]]:
    """Return by groups what sides enclose that run around areas. start, end: of each side, the number of its corner in
    its group. points, ends: where these are."""
    order = np.argsort(start, kind="stable")
    first = start[order]
    after = order[np.minimum(np.searchsorted(first, end), len(first) - 1)]
    # areas that meet in a corner, and walls whose corners are not those of the next, are left to GEOS
    odd = np.unique(np.concatenate((group[order[1:]][first[1:] == first[:-1]], group[start[after] != end])))
    found: dict[int, list[Polygon]] = {}
    for k in odd.tolist():
        rims = shapely.linestrings(np.stack((points[group == k], ends[group == k]), axis=1))
        area = shapely.build_area(shapely.multilinestrings(rims))
        found[k] = [part for part in shapely.get_parts(area).tolist() if isinstance(part, Polygon)]
    plain = ~np.isin(group, odd)
    rings = _cycles(after.tolist(), np.flatnonzero(plain).tolist())
    if not rings:
        return found
    sizes = np.array([len(ring) for ring in rings])
    walk = np.concatenate(rings)
    whole = shapely.linearrings(points[walk], indices=np.repeat(np.arange(len(rings)), sizes))
    owners = group[walk[np.cumsum(sizes) - sizes]]
    filled = shapely.polygons(whole)
    for k in np.unique(owners).tolist():
        found[k] = nest_areas(filled[owners == k])
    return found


def _cycles(after: list[int], numbers: list[int]) -> list[list[int]]:
    """Return the rings that a successor for each number makes of them."""
    left = dict.fromkeys(numbers)
    rings = []
    while left:
        ring, at = list[int](), next(iter(left))
        while at in left:
            del left[at]
            ring.append(at)
            at = after[at]
        rings.append(ring)
    return rings


def _outermost(areas: list[Polygon]) -> list[Polygon]:
    """Return areas without their holes, but for those that lie in others."""
    if len(areas) < 2:
        return [Polygon(area.exterior) for area in areas]
    whole = shapely.polygons(shapely.get_exterior_ring(np.array(areas, dtype=object)))
    # pockets and what is around them share their walls, but not always the corners on these
    inner, _ = shapely.STRtree(whole).query(shapely.point_on_surface(whole), "within")
    alone = np.bincount(inner, minlength=len(whole)) == 1
    return [part for part in whole[alone].tolist() if isinstance(part, Polygon)]
