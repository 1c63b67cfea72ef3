"""Closed surfaces: are they closed, and how high do they stand where?

The bodies of a set are made of level, upright and (at the bottom edge, or the top one) slanting facets. Seen from
above, the level ones part the plane into areas, each with its height. Corners are equal only if they are equal
bit for bit, as in a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from quasiprint.addons.reading.recogniser.plane import Numbers, T, nest
from quasiprint.addons.reading.recogniser.shapes import Facets, Unreadable

LYING = 1e-3  # mm: what begins so low lies on the bed
LEAST = 1e-6  # mm³: what encloses no more encloses nothing
UPRIGHT = 1e-3  # sine of the slope below which a facet is upright; 32-bit floats make it slant by less
FARTHEST = 1e5  # mm


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A surface seen from above and below, mm. tops, bottoms: the level areas that look up and down, by height.
    outlines: what is seen from above together. slanted: what slanting facets that look down cover, seen from above,
    mm²; steep: how high they reach at most, mm. sloping: what those cover that look up; shallow: how low they begin.
    points: of each facet's corners, (n, 3): one number for one point, from 0."""

    tops: dict[float, list[Polygon]]
    bottoms: dict[float, list[Polygon]]
    outlines: list[Polygon]
    slanted: float
    steep: float
    sloping: float
    shallow: float
    high: float
    points: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Closed surfaces of bodies. places, points: of each facet's corners, (n, 3): one number for one place of a body,
    seen from above, and for one point of it. beyond: of each facet, the one beyond each side, which runs from the
    corner of that number to the next. bodies: of each facet, which it is of."""

    facets: NDArray[np.float64]
    places: Numbers
    points: Numbers
    beyond: Numbers
    bodies: Numbers


def surface_of(bodies: Sequence[Facets], hollow: bool = False) -> Surface:
    """Return facets as closed surfaces. Raises Unreadable (mesh-open, mesh-inside-out) unless each edge has two facets,
    one on either side, and each connected part looks outwards; hollow: or inwards, as around a cavity."""
    if not all(map(len, bodies)):
        raise Unreadable("it has no facets", "mesh-open")
    facets = np.concatenate(bodies, dtype=np.float64)
    owner = np.repeat(np.arange(len(bodies)), [len(body) for body in bodies])
    if not np.abs(facets).max() <= FARTHEST:
        raise Unreadable(f"it has a corner that is no number, or farther away than {FARTHEST:g} mm")
    places, corners = number_corners(facets, owner)
    after = corners[:, [1, 2, 0]]
    if (corners == after).any():
        raise Unreadable("some of its facets have no area", "mesh-open")
    count = int(corners.max()) + 1
    there = (corners * count + after).ravel()
    undirected = np.where(corners < after, corners * count + after, after * count + corners).ravel()
    order = np.argsort(undirected)
    sides = undirected[order]
    halves, twins = order[::2], order[1::2]  # of each edge
    closed = len(order) % 2 == 0 and (sides[::2] == sides[1::2]).all() and (sides[2::2] != sides[1:-1:2]).all()
    if not closed:
        raise Unreadable("some of its edges have not two facets, as those of a closed body have", "mesh-open")
    if (there[halves] == there[twins]).any():
        raise Unreadable("a facet of it is turned over", "mesh-inside-out")
    beyond = np.empty_like(order)
    beyond[halves], beyond[twins] = twins // 3, halves // 3
    beyond = beyond.reshape(-1, 3)
    label = _labels(beyond)
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    volumes = np.bincount(label, (a * np.cross(b, c)).sum(axis=1) / 6)
    if ((abs(volumes) if hollow else volumes) <= LEAST).any():
        raise Unreadable("a part of it encloses nothing, or looks inwards", "mesh-inside-out")
    return Surface(facets, places, corners, beyond, owner)


def number_corners(facets: NDArray[np.floating], owner: Numbers) -> tuple[Numbers, Numbers]:
    """Return for each corner of facets (n, 3) the number of its place, seen from above, and that of its point: equal
    for equal ones of one body, bit for bit. owner: of each facet, its body."""
    x, y, z = facets.reshape(-1, 3).T
    keys = z, y, x, np.repeat(owner, facets.shape[1])
    order = np.lexsort(keys)
    above, *beside = (key[order][1:] != key[order][:-1] for key in keys)
    place, point = np.zeros((2, len(order)), dtype=np.int64)
    other = np.logical_or.reduce(beside)
    place[order[1:]], point[order[1:]] = np.cumsum(other), np.cumsum(other | above)
    return place.reshape(facets.shape[:2]), point.reshape(facets.shape[:2])


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


def levels(solids: Sequence[Facets], outlined: Sequence[bool], hollow: bool = False) -> list[Levels]:
    """Return bodies seen from above and below. outlined: whose outlines are asked for. hollow: see `surface_of`."""
    surface = surface_of(solids, hollow)
    facets, bodies = surface.facets, surface.bodies
    z = facets[:, :, 2]
    normal = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    level = (z == z[:, :1]).all(axis=1)
    up = normal[:, 2] > 0
    slanting = ~level & (np.abs(normal[:, 2]) > UPRIGHT * np.sqrt((normal**2).sum(axis=1)))
    heights, number = np.unique(z[:, 0], return_inverse=True)
    # areas are of facets of a body at one height that look the same way: those that look up have even numbers
    group = np.where(level, 2 * (bodies * len(heights) + number.ravel()) + ~up, -1)
    tops: list[dict[float, list[Polygon]]] = [{} for _ in outlined]
    bottoms: list[dict[float, list[Polygon]]] = [{} for _ in outlined]
    for k, areas in sorted(_areas(surface, group).items()):
        body, height = divmod(k // 2, len(heights))
        (bottoms if k % 2 else tops)[body][float(heights[height])] = areas
    slopes = slanting & up
    several = np.array([asked and len(areas) > 1 for asked, areas in zip(outlined, tops, strict=True)])
    several[bodies[slopes]] = np.array(outlined, dtype=np.bool_)[bodies[slopes]]
    together = _together(surface, (level & up | slopes) & several[bodies]) if several.any() else {}
    starts = np.searchsorted(bodies, np.arange(len(outlined)))
    steep = np.maximum.reduceat(np.where((slanting & ~up)[:, None], z, 0.0).max(axis=1), starts).tolist()
    shallow = np.minimum.reduceat(np.where(slopes[:, None], z, np.inf).min(axis=1), starts).tolist()
    covered = np.where(slanting, np.abs(normal[:, 2]) / 2, 0.0)
    slanted, sloping = (np.bincount(bodies, covered * chosen).tolist() for chosen in (~up, up))
    high = np.maximum.reduceat(z.max(axis=1), starts).tolist()
    found = list[Levels]()
    for k, (asked, points) in enumerate(zip(outlined, np.split(surface.points, starts[1:]), strict=True)):
        outlines = _outermost(together.get(k, next(iter(tops[k].values()), [])) if asked else [])
        sides = slanted[k], steep[k], sloping[k], shallow[k]
        found.append(Levels(tops[k], bottoms[k], outlines, *sides, high[k], points - points.min()))
    return found


def _areas(surface: Surface, group: Numbers) -> dict[int, list[Polygon]]:
    """Return what groups of level facets cover, seen from above: what the sides enclose beyond which another group
    begins. group: of each facet, below 0 for none."""
    owner, side = np.nonzero((group[:, None] >= 0) & (group[surface.beyond] != group[:, None]))
    return _enclose(surface, owner, side, group[owner])


def _together(surface: Surface, which: NDArray[np.bool_]) -> dict[int, list[Polygon]]:
    """Return what facets cover together, seen from above, whatever their heights, by bodies."""
    rim = which[:, None] & ~which[surface.beyond]
    rim |= which[:, None] & (surface.facets[surface.beyond][:, :, 0, 2] != surface.facets[:, :1, 2])
    owner, side = np.nonzero(rim)
    start, end = _at_ends(surface.places, owner, side).T
    count = int(surface.places.max()) + 1
    alone = ~np.isin(start * count + end, end * count + start)  # where a pocket meets what is around it
    return _enclose(surface, owner[alone], side[alone], surface.bodies[owner[alone]])


def _at_ends(corners: NDArray[T], owner: Numbers, side: Numbers) -> NDArray[T]:
    """Return what is known of facets' corners at both ends of some of their sides: (n, 2, …)."""
    return corners[owner[:, None], np.column_stack((side, (side + 1) % 3))]


def _enclose(surface: Surface, owner: Numbers, side: Numbers, group: Numbers) -> dict[int, list[Polygon]]:
    """Return by groups what sides of facets enclose that run around areas, seen from above."""
    start, end = _at_ends(surface.places, owner, side).T * (int(group.max(initial=0)) + 1) + group
    sides = _at_ends(surface.facets, owner, side)[:, :, :2]
    order = np.argsort(start, kind="stable")
    first = start[order]
    after = order[np.minimum(np.searchsorted(first, end), len(first) - 1)]
    # areas that meet in a corner, and walls whose corners are not those of the next, are left to GEOS, which is slower
    odd = np.unique(np.concatenate((group[order[1:]][first[1:] == first[:-1]], group[start[after] != end])))
    found: dict[int, list[Polygon]] = {}
    for k in odd.tolist():
        area = shapely.build_area(shapely.multilinestrings(shapely.linestrings(sides[group == k])))
        found[k] = [part for part in shapely.get_parts(area).tolist() if isinstance(part, Polygon)]
    rings = _cycles(after.tolist(), np.flatnonzero(~np.isin(group, odd)).tolist())
    if rings:
        walk, number = np.concatenate(rings), np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
        whole = shapely.linearrings(sides[walk, 0], indices=number)
        areas, groups = nest(shapely.polygons(whole), group[[ring[0] for ring in rings]])
        for area, k in zip(areas.tolist(), groups.tolist(), strict=True):
            found.setdefault(k, []).extend([area] if area.area > 0 else [])
    return found


def _cycles(after: list[int], numbers: list[int]) -> list[list[int]]:
    """Return the rings that a successor for each number makes of them."""
    left, rings = set(numbers), []
    for at in numbers:
        ring = list[int]()
        while at in left:
            left.remove(at)
            ring.append(at)
            at = after[at]
        rings += [ring] if ring else []
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
