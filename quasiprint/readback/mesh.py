"""Closed surfaces read from files: are they closed, and how high do they stand where?

The bodies of a set are made of level, upright and (at the bottom edge) slanting facets. Seen from above, the
level ones part the plane into areas, each with its height: a body's terrain. Corners are equal only if they are
equal bit for bit, as they are in a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from quasiprint.model.finding import Finding, error

Facets = NDArray[np.float64]  # (n, 3, 3): the corners of n triangles, anticlockwise seen from outside
LEAST = 1e-6  # mm³: what encloses no more encloses nothing
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


def closed(facets: Facets, subject: str) -> tuple[list[Finding], int]:
    """Check that every edge of a surface has two facets, one on either side, and that it looks outwards.

    Returns what is wrong, and the number of the surface's shells: parts that nowhere share an edge. Each must enclose
    something, or it is a skin without a body. Findings: mesh-open, mesh-inside-out.
    """
    wrong = _edged(facets, subject)
    return ([wrong], 0) if isinstance(wrong, Finding) else _filled(facets, wrong, subject)


def _edged(facets: Facets, subject: str) -> Finding | NDArray[np.int64]:
    """Return the corners of each facet as numbers, or which edges have not two facets."""
    if not len(facets):
        return error("mesh-open", subject, "it has no facets", "make the set again")
    corners = _numbered(facets.reshape(-1, 3)).reshape(-1, 3)
    a, b = corners.ravel(), np.roll(corners, -1, axis=1).ravel()
    flat = int((corners == np.roll(corners, -1, axis=1)).any(axis=1).sum())
    if flat:
        return error("mesh-open", subject, f"{flat} of its facets have no area", "make the set again")
    n = int(corners.max()) + 1
    there, count = np.unique(a * n + b, return_counts=True)
    back = np.unique(b * n + a)
    lonely = int((~np.isin(there, back)).sum())
    twice = int((count > 1).sum())
    if twice and lonely:
        message = f"{twice} edges run the same way in two facets: a facet is turned over"
        return error("mesh-inside-out", subject, message, "make the set again")
    if lonely or twice:
        message = f"{lonely or twice} edges have {'one facet' if lonely else 'more than two facets'}, allowed are two"
        return error("mesh-open", subject, message, "make the set again")
    return corners


def _filled(facets: Facets, corners: NDArray[np.int64], subject: str) -> tuple[list[Finding], int]:
    if volume(facets) <= 0:
        return [error("mesh-inside-out", subject, "its facets look inwards", "make the set again")], 0
    held = enclosed(facets, shells(corners))
    hollow = int((held <= LEAST).sum())
    if hollow:
        message = f"{hollow} of its {len(held)} parts enclose nothing, or look inwards"
        return [error("mesh-inside-out", subject, message, "make the set again")], 0
    return [], len(held)


def shells(corners: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each facet of a closed surface the number of the shell that it is part of: facets that hang together
    by their edges. corners: of each facet, as numbers."""
    n = int(corners.max()) + 1
    a, b = corners.ravel(), np.roll(corners, -1, axis=1).ravel()
    there = a * n + b
    order = np.argsort(there)
    # beyond each edge lies the facet that has it the other way round
    beyond = (order[np.searchsorted(there, b * n + a, sorter=order)] // 3).reshape(-1, 3)
    label = np.arange(len(corners))
    while True:
        least = np.minimum(label, label[beyond].min(axis=1))
        np.minimum.at(least, label, least)  # what a whole group has learned, its first facet knows
        least = least[least]
        if np.array_equal(least, label):
            return np.asarray(np.unique(label, return_inverse=True)[1].ravel(), dtype=np.int64)
        label = least


def enclosed(facets: Facets, shell: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the volume that each shell encloses, mm³."""
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    return np.asarray(np.bincount(shell, np.einsum("ij,ij->i", a, np.cross(b, c)) / 6), dtype=np.float64)


def volume(facets: Facets) -> float:
    """Return the volume that a closed surface encloses, mm³, negative if it looks inwards."""
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def terrain(facets: Facets) -> Terrain:
    """Return a surface seen from above and below."""
    xy = _numbered(facets[:, :, :2].reshape(-1, 2)).reshape(-1, 3)
    points = np.zeros(int(xy.max()) + 1, dtype=np.complex128)
    points[xy.ravel()] = facets[:, :, 0].ravel() + 1j * facets[:, :, 1].ravel()
    z = facets[:, :, 2]
    u, v = facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0]
    normal = np.cross(u, v)
    level = (z == z[:, :1]).all(axis=1)
    up = normal[:, 2] > 0
    slant = np.abs(normal[:, 2]) > UPRIGHT * np.sqrt((normal**2).sum(axis=1))
    bevels = {(float(z[k].min()), float(z[k].max())) for k in np.flatnonzero(slant & ~level)}
    tops = {float(h): _areas(xy[level & up & (z[:, 0] == h)], points) for h in np.unique(z[level & up, 0])}
    bottoms = {float(h): _areas(xy[level & ~up & (z[:, 0] == h)], points) for h in np.unique(z[level & ~up, 0])}
    outlines = _areas(xy[level & up], points)
    slanted = float(np.abs(normal[slant & ~level, 2]).sum() / 2)
    low, high = float(z.min()), float(z.max())
    return Terrain(tops, bottoms, outlines, tuple(sorted(bevels)), volume(facets), slanted, low, high)


def _numbered(rows: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return a number for each row, the same for equal rows."""
    keys = rows[:, 0] + 1j * rows[:, 1]
    number = np.unique(keys, return_inverse=True)[1].ravel()
    if rows.shape[1] > 2:
        heights, height = np.unique(rows[:, 2], return_inverse=True)
        number = np.unique(number * len(heights) + height.ravel(), return_inverse=True)[1].ravel()
    return np.asarray(number, dtype=np.int64)


def _areas(triangles: NDArray[np.int64], points: NDArray[np.complex128]) -> list[Polygon]:
    """Return the areas that triangles cover: their edges, without those that two of them share."""
    a, b = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    n = len(points)
    edges = np.column_stack((a, b))[~np.isin(a * n + b, b * n + a)]
    shells: list[Polygon] = []
    holes: list[Polygon] = []
    for ring in _chained(edges, points):
        if len(ring) < 3:
            continue
        z = points[ring]
        polygon = Polygon(np.column_stack((z.real, z.imag)))
        # seen from below, everything runs the other way round; shells of tops run anticlockwise
        (shells if _area(z) > 0 else holes).append(polygon)
    if not shells or (holes and max(h.area for h in holes) > max(s.area for s in shells)):
        shells, holes = holes, shells
    return _joined(shells, holes)


def _area(z: NDArray[np.complex128]) -> float:
    return float((np.conj(z) * np.roll(z, -1)).imag.sum() / 2)


def _joined(shells: list[Polygon], holes: list[Polygon]) -> list[Polygon]:
    """Return the shells, each with the holes that lie in it."""
    within: dict[int, list[object]] = {}
    if holes:
        tree = shapely.STRtree(shells)
        for hole in holes:
            # a point in the hole may lie in an island there, too, which is smaller than the hole
            homes = [int(k) for k in tree.query(hole.representative_point(), "within") if shells[k].area > hole.area]
            if homes:
                home = min(homes, key=lambda k: shells[k].area)
                within.setdefault(home, []).append(hole.exterior.coords)
    return [Polygon(shell.exterior.coords, within.get(k, ())) for k, shell in enumerate(shells)]


def _chained(edges: NDArray[np.int64], points: NDArray[np.complex128]) -> Iterator[list[int]]:
    """Yield the rings that directed edges make. Where several leave a corner, the walk turns left as far as it can,
    so that areas that meet in a corner stay two."""
    after: dict[int, list[int]] = {}
    for a, b in edges.tolist():
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
