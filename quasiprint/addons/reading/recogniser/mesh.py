"""Closed surfaces: are they closed, and how high do they stand where?

The bodies of a set are made of level, upright and (at the bottom edge, or the top one) slanting facets. Seen from
above, the level ones part the plane into areas, each with its height. Corners are equal only if they are equal
bit for bit, as in a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.errors import ShapelyError
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.addons.reading.recogniser.plane import Numbers
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


def _check_closed(facets: NDArray[np.float64], corners: Numbers, hollow: bool) -> None:
    """Raise Unreadable (mesh-open, mesh-inside-out) unless each edge has two facets, one on either side, and each
    connected part looks outwards; hollow: or inwards, as around a cavity. corners: see `number_corners`."""
    if not np.abs(facets).max() <= FARTHEST:
        raise Unreadable(f"it has a corner that is no number, or farther away than {FARTHEST:g} mm")
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
    label = _labels(beyond.reshape(-1, 3).T.copy())
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    volumes = np.bincount(label, (a * np.cross(b, c)).sum(axis=1) / 6)
    if ((abs(volumes) if hollow else volumes) <= LEAST).any():
        raise Unreadable("a part of it encloses nothing, or looks inwards", "mesh-inside-out")


def number_corners(facets: Facets, owner: Numbers) -> Numbers:
    """Return for each corner of facets (n, 3) the number of its point: equal for equal ones of one body, bit for bit.
    owner: of each facet, its body."""
    points = facets.reshape(-1, 3) + np.float32(0)  # no zero is negative: equal numbers have equal bits
    place = points[:, :2].copy().view(np.uint64).ravel()
    height = np.repeat(owner << 32, facets.shape[1]) + points[:, 2].copy().view(np.uint32)
    order = np.lexsort((place, height))
    point = np.zeros(len(order), dtype=np.int64)
    point[order[1:]] = np.cumsum((np.diff(place[order]) != 0) | (np.diff(height[order]) != 0))
    return point.reshape(facets.shape[:2])


def _labels(beyond: Numbers) -> Numbers:
    """Return for each facet the number of its shell, which hangs together by edges. beyond: its neighbours, (3, n)."""
    label = np.arange(beyond.shape[1])
    while True:
        least = np.minimum(label, label[beyond].min(axis=0))
        np.minimum.at(least, label, least)  # what a whole group has learned, its first facet knows
        least = least[least]
        if np.array_equal(least, label):
            return np.asarray(np.unique(label, return_inverse=True)[1].ravel(), dtype=np.int64)
        label = least


def levels(solids: Sequence[Facets], outlined: Sequence[bool], hollow: bool) -> list[Levels]:
    """Return bodies seen from above and below. outlined: whose outlines are asked for. hollow: whether they may have
    cavities. Raises Unreadable unless all are closed."""
    if not all(map(len, solids)):
        raise Unreadable("it has no facets", "mesh-open")
    exact = np.concatenate(solids)
    bodies = np.repeat(np.arange(len(solids)), [len(body) for body in solids])
    facets, corners = exact.astype(np.float64), number_corners(exact, bodies)
    _check_closed(facets, corners, hollow)
    z = np.ascontiguousarray(facets[:, :, 2].T)
    normal = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    level = (z == z[0]).all(axis=0)
    up = normal[:, 2] > 0
    slanting = ~level & (np.abs(normal[:, 2]) > UPRIGHT * np.sqrt((normal**2).sum(axis=1)))
    heights, number = np.unique(z[0], return_inverse=True)
    # areas are of facets of a body at one height that look the same way: those that look up have even numbers
    group = np.where(level, 2 * (bodies * len(heights) + number.ravel()) + ~up, -1)
    tops: list[dict[float, list[Polygon]]] = [{} for _ in outlined]
    bottoms: list[dict[float, list[Polygon]]] = [{} for _ in outlined]
    for k, areas in sorted(_areas(facets, group).items()):
        body, height = divmod(k // 2, len(heights))
        (bottoms if k % 2 else tops)[body][float(heights[height])] = areas
    slopes = slanting & up
    starts = np.searchsorted(bodies, np.arange(len(outlined)))
    steep = np.maximum.reduceat(np.where(slanting & ~up, z.max(axis=0), 0.0), starts).tolist()
    shallow = np.minimum.reduceat(np.where(slopes, z.min(axis=0), np.inf), starts).tolist()
    covered = np.where(slanting, np.abs(normal[:, 2]) / 2, 0.0)
    slanted, sloping = (np.bincount(bodies, covered * chosen).tolist() for chosen in (~up, up))
    high = np.maximum.reduceat(z.max(axis=0), starts).tolist()
    found = list[Levels]()
    each = zip(outlined, *(np.split(values, starts[1:]) for values in (corners, facets, slopes)), strict=True)
    for k, (asked, points, own, sloped) in enumerate(each):
        seen = [area for areas in tops[k].values() for area in areas] if asked else []
        if asked and (len(tops[k]) > 1 or sloped.any()):
            seen = _united(shapely.union_all, [*seen, *shapely.polygons(own[sloped, :, :2])])
        sides = slanted[k], steep[k], sloping[k], shallow[k]
        found.append(Levels(tops[k], bottoms[k], _outermost(seen), *sides, high[k], points - points.min()))
    return found


def _areas(facets: NDArray[np.float64], group: Numbers) -> dict[int, list[Polygon]]:
    """Return what groups of level facets cover, seen from above. group: of each facet, below 0 for none. Raises
    Unreadable for most that lie over one another, as those of no body do that a set has."""
    order = np.argsort(group, kind="stable")
    order = order[group[order] >= 0]
    numbers, starts = np.unique(group[order], return_index=True)
    parts = np.split(shapely.polygons(facets[order, :, :2]), starts)[1:]
    return {k: _united(shapely.coverage_union_all, part) for k, part in zip(numbers.tolist(), parts, strict=True)}


def _united(unite: Callable[[Any], BaseGeometry], areas: Any) -> list[Polygon]:
    """Return areas together. unite: GEOS's way. Raises Unreadable where it refuses."""
    try:
        return [part for part in shapely.get_parts(unite(areas)).tolist() if isinstance(part, Polygon)]
    except ShapelyError:
        raise Unreadable("some of its level facets lie over one another") from None


def _outermost(areas: list[Polygon]) -> list[Polygon]:
    """Return areas without their holes, but for those that lie in others."""
    if len(areas) < 2:
        return [Polygon(area.exterior) for area in areas]
    whole = shapely.polygons(shapely.get_exterior_ring(np.array(areas, dtype=object)))
    # pockets and what is around them share their walls, but not always the corners on these
    inner, _ = shapely.STRtree(whole).query(shapely.point_on_surface(whole), "within")
    alone = np.bincount(inner, minlength=len(whole)) == 1
    return [part for part in whole[alone].tolist() if isinstance(part, Polygon)]
