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

from quasiprint.addons.reading.recogniser.plane import Numbers, Points
from quasiprint.addons.reading.recogniser.shapes import Facets, Unreadable

LYING = 1e-3  # mm: what begins so low lies on the bed
LEAST = 1e-6  # mm³: what encloses no more encloses nothing
UPRIGHT = 1e-3  # sine of the slope below which a facet is upright; 32-bit floats make it slant by less
FARTHEST = 1e5  # mm


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A surface seen from above and below, mm. tops, bottoms: the level areas that look up and down, by height.
    outlines: what is seen from above together. slanted: what slanting facets that look down cover, seen from above,
    mm²; steep: how high they reach at most, mm. sloping: what those cover that look up; shallow: how low they begin."""

    tops: dict[float, list[Polygon]]
    bottoms: dict[float, list[Polygon]]
    outlines: list[Polygon]
    slanted: float
    steep: float
    sloping: float
    shallow: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Closed surfaces of bodies. beyond: of each facet, the one beyond each side, which runs from the corner of that
    number to the next. bodies: of each facet, which it is of."""

    facets: Facets
    beyond: Numbers
    bodies: Numbers


def surface_of(bodies: Sequence[Facets]) -> Surface:
    """Return the facets of bodies as closed surfaces. Raises Unreadable (mesh-open, mesh-inside-out) unless every edge
    has two facets, one on either side, and each part that hangs together looks outwards."""
    if not all(map(len, bodies)):
        raise Unreadable("it has no facets", "mesh-open")
    facets, owner = np.concatenate(bodies), np.repeat(np.arange(len(bodies)), [len(own) for own in bodies])
    if not np.abs(facets).max() <= FARTHEST:
        raise Unreadable(f"it has a corner that is no number, or farther away than {FARTHEST:g} mm")
    rows = np.column_stack((facets.reshape(-1, 3), np.repeat(owner, 3).astype(np.float64)))
    corners = number_rows(rows).reshape(-1, 3)
    after = corners[:, [1, 2, 0]]
    if (corners == after).any():
        raise Unreadable("some of its facets have no area", "mesh-open")
    count = int(corners.max()) + 1
    there = (corners * count + after).ravel()
    undirected = np.where(corners < after, corners * count + after, after * count + corners).ravel()
    order = np.argsort(undirected)
    sides = undirected[order]
    one, two = order[::2], order[1::2]  # of each edge
    closed = len(order) % 2 == 0 and (sides[::2] == sides[1::2]).all() and (sides[2::2] != sides[1:-1:2]).all()
    if not closed:
        raise Unreadable("some of its edges have not two facets, as those of a closed body have", "mesh-open")
    if (there[one] == there[two]).any():
        raise Unreadable("a facet of it is turned over", "mesh-inside-out")
    beyond = np.empty_like(order)
    beyond[one], beyond[two] = two // 3, one // 3
    beyond = beyond.reshape(-1, 3)
    label = _labels(beyond)
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    volumes = np.bincount(label, (a * np.cross(b, c)).sum(axis=1) / 6)
    if (volumes <= LEAST).any():
        raise Unreadable("a part of it encloses nothing, or looks inwards", "mesh-inside-out")
    return Surface(facets, beyond, owner)


def number_rows(rows: NDArray[np.float64]) -> Numbers:
    """Return a number for each row, the same for equal rows, from 0 on."""
    order = np.lexsort(rows.T)
    ascending, number = rows[order], np.zeros(len(rows), dtype=np.int64)
    number[order[1:]] = np.cumsum((ascending[1:] != ascending[:-1]).any(axis=1))
    return number


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


def levels(solids: Sequence[Facets], outlined: Sequence[bool]) -> list[Levels]:
    """Return bodies seen from above and below. outlined: of each, whether its outlines are asked for. Raises Unreadable
    as `surface_of`."""
    surface = surface_of(solids)
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
    several = np.array([asked and len(own) > 1 for asked, own in zip(outlined, tops, strict=True)])
    several[bodies[slopes]] = np.array(outlined, dtype=np.bool_)[bodies[slopes]]
    together = _together(surface, (level & up | slopes) & several[bodies]) if several.any() else {}
    starts = np.searchsorted(bodies, np.arange(len(outlined)))
    steep = np.maximum.reduceat(np.where((slanting & ~up)[:, None], z, 0.0).max(axis=1), starts).tolist()
    shallow = np.minimum.reduceat(np.where(slopes[:, None], z, np.inf).min(axis=1), starts).tolist()
    covered = np.where(slanting, np.abs(normal[:, 2]) / 2, 0.0)
    slanted, sloping = (np.bincount(bodies, covered * own).tolist() for own in (~up, up))
    high = np.maximum.reduceat(z.max(axis=1), starts).tolist()
    seen = list[Levels]()
    for k, asked in enumerate(outlined):
        outlines = _outermost(together.get(k, next(iter(tops[k].values()), [])) if asked else [])
        seen.append(Levels(tops[k], bottoms[k], outlines, slanted[k], steep[k], sloping[k], shallow[k], high[k]))
    return seen


def _areas(surface: Surface, group: Numbers) -> dict[int, list[Polygon]]:
    """Return what groups of level facets cover, seen from above: what the sides enclose beyond which another group
    begins. group: of each facet, below 0 for none."""
    owner, side = np.nonzero((group[:, None] >= 0) & (group[surface.beyond] != group[:, None]))
    return _enclose(_sides(surface, owner, side), group[owner])


def _together(surface: Surface, which: NDArray[np.bool_]) -> dict[int, list[Polygon]]:
    """Return what facets cover together, seen from above, whatever their heights, by bodies."""
    rim = which[:, None] & ~which[surface.beyond]
    rim |= which[:, None] & (surface.facets[surface.beyond][:, :, 0, 2] != surface.facets[:, :1, 2])
    owner, side = np.nonzero(rim)
    sides, own = _sides(surface, owner, side), surface.bodies[owner]
    start, end = number_rows(np.column_stack((sides.reshape(-1, 2), np.repeat(own, 2)))).reshape(-1, 2).T
    count = int(end.max(initial=start.max(initial=0))) + 1
    alone = ~np.isin(start * count + end, end * count + start)  # where a pocket meets what is around it
    return _enclose(sides[alone], own[alone])


def _sides(surface: Surface, owner: Numbers, side: Numbers) -> Points:
    """Return sides of facets seen from above, (n, 2, 2): from where to where each runs."""
    return surface.facets[owner[:, None], np.column_stack((side, (side + 1) % 3)), :2]


def _enclose(sides: Points, group: Numbers) -> dict[int, list[Polygon]]:
    """Return by groups what sides enclose that run around areas."""
    order = np.argsort(group, kind="stable")
    numbers, number = np.unique(group[order], return_inverse=True)
    rims = shapely.multilinestrings(shapely.linestrings(sides[order]), indices=number)
    areas, owner = shapely.get_parts(shapely.build_area(rims), return_index=True)
    found: dict[int, list[Polygon]] = {}
    for area, k in zip(areas.tolist(), numbers[owner].tolist(), strict=True):
        found.setdefault(k, []).append(area)
    return found


def _outermost(areas: list[Polygon]) -> list[Polygon]:
    """Return areas without their holes, but for those that lie in others."""
    if len(areas) < 2:
        return [Polygon(area.exterior) for area in areas]
    whole = shapely.polygons(shapely.get_exterior_ring(np.array(areas, dtype=object)))
    # pockets and what is around them share their walls, but not always the corners on these
    inner, _ = shapely.STRtree(whole).query(shapely.point_on_surface(whole), "within")
    alone = np.bincount(inner, minlength=len(whole)) == 1
    return [part for part in whole[alone].tolist() if isinstance(part, Polygon)]
