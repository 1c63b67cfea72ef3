"""Sections through bodies at the middle of each layer, exact but for rounding: each is put together from the triangles
that it crosses. What an estimate needs to know of a body are their areas and outlines.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from quasiprint.model.solid import Mesh, Surface
from quasiprint.solids.mesh import Meshes
from quasiprint.solids.partition import distinct
from quasiprint.solids.sectors import corners_of, indices_of

ON_PLANE = 1e-6  # mm: corners this near to a section are taken to lie above it


@dataclass(frozen=True, slots=True)
class Sections:
    """A body in layers. volume: mm³. first: the number of its lowest layer, from 0 at the bed; areas, rims: of the
    section through the middle of each layer from there on, mm² and mm."""

    volume: float
    first: int
    areas: tuple[float, ...]
    rims: tuple[float, ...]


class Sectioned(Meshes):
    """Meshes by key, of which sections are taken when one is built for the first time: few meshes are kept."""

    def __init__(self, meshes: Meshes, layer: float) -> None:
        """layer: how high one is, mm, above 0."""
        super().__init__(meshes.parts)
        self._layer, self._sections = layer, dict[str, Sections]()
        self._shares = WeakKeyDictionary[Surface, Share]()  # of surfaces, which recur

    def __getitem__(self, key: str) -> Mesh:
        mesh = super().__getitem__(key)
        if key not in self._sections:
            shares = []
            for surface in mesh.surfaces:
                if surface not in self._shares:
                    self._shares[surface] = share(surface, self._layer)
                shares.append(self._shares[surface])
            self._sections[key] = _together(shares, self._layer)
        return mesh

    def sections(self, key: str) -> Sections:
        """Return the sections through a body."""
        if key not in self._sections:
            self[key]
        return self._sections[key]


def sections(mesh: Mesh, layer: float) -> Sections:
    """Return the sections through a closed body. layer: how high one is, mm, above 0."""
    return _together([share(surface, layer) for surface in mesh.surfaces], layer)


@dataclass(frozen=True, slots=True)
class Share:
    """What a surface adds to the sections of a body of which it is a part. volume: mm³, and areas: mm², of what lies
    between it and the body's origin; rims: mm. low, high: its heights, mm. first: the number of its lowest layer."""

    volume: float
    low: float
    high: float
    first: int
    areas: tuple[float, ...]
    rims: tuple[float, ...]


def _layers_between(low: float, high: float, layer: float) -> range:
    """Return the numbers of the layers between two heights, mm."""
    first = math.floor(low / layer + 0.5 - ON_PLANE)
    return range(first, max(first + 1, math.floor(high / layer + 0.5 - ON_PLANE)))


def _together(shares: Sequence[Share], layer: float) -> Sections:
    """Return the sections through a body from those of its surfaces."""
    between = _layers_between(min(one.low for one in shares), max(one.high for one in shares), layer)
    areas, rims = ([0.0] * len(between) for _ in range(2))
    for one in shares:
        for k, (area, rim) in enumerate(zip(one.areas, one.rims, strict=True), one.first - between.start):
            if 0 <= k < len(between):
                areas[k] += area
                rims[k] += rim
    volume = math.fsum(one.volume for one in shares)
    return Sections(volume, between.start, tuple(map(abs, areas)), tuple(rims))


def share(surface: Surface, layer: float) -> Share:
    """Return what a surface adds to sections. layer: how high one is, mm, above 0. All sums are taken one by one: how a
    library sums at once depends on the machine."""
    import numpy as np

    # of the three corners of each triangle
    x, y, z = corners_of(surface).T.take(indices_of(surface).T, axis=1)
    (ax, bx, cx), (ay, by, cy), (az, bz, cz) = x, y, z
    each = np.array((ax * (by * cz - bz * cy), ay * (bz * cx - bx * cz), az * (bx * cy - by * cx)))
    volume = float(each.T.ravel().cumsum()[-1]) / 6
    least, most = z.min(axis=0), z.max(axis=0)
    low, high = float(least.min()), float(most.max())
    between = _layers_between(low, high, layer)
    planes = (np.arange(between.start, between.stop) + 0.5) * layer
    # a section that crosses the same upright triangles as the one beneath it is the same
    under = np.searchsorted(distinct(corners_of(surface)[:, 2]), planes - ON_PLANE)
    leaning = ((bx - ax) * (cy - ay) != (by - ay) * (cx - ax)) & (least < most)
    reach = np.searchsorted(planes - ON_PLANE, (least, most), side="right")  # of the planes that cross it
    changes = np.bincount(reach[0, leaning], minlength=len(planes) + 1).cumsum()
    changes -= np.bincount(reach[1, leaning], minlength=len(planes) + 1).cumsum()
    fresh = changes[:-1] > 0
    fresh[0] = True
    fresh[1:] |= (under[1:] != under[:-1]) | fresh[:-1]
    number = fresh.cumsum() - 1  # of each plane, among those at which a section is taken
    planes = planes[fresh]
    begin, end = np.searchsorted(planes - ON_PLANE, (least, most), side="right")
    count = end - begin
    crossed = np.repeat(np.arange(len(count)), count)
    plane = begin[crossed] + np.arange(len(crossed)) - (count.cumsum() - count)[crossed]
    height = planes[plane]
    below = z.take(crossed, axis=1) < height - ON_PLANE
    other = below[[1, 2, 0]]
    ends = []
    for rising in (below & ~other, ~below & other):  # each triangle has one side that comes up, and one that goes down
        k = np.where(rising[0], 0, np.where(rising[1], 1, 2))
        (px, py, pz), (qx, qy, qz) = (
            [of.ravel().take(corner * len(count) + crossed) for of in (x, y, z)] for corner in (k, (k + 1) % 3)
        )
        part = (height - pz) / (qz - pz)
        ends.append((px + part * (qx - px), py + part * (qy - py)))
    (x, y), (u, v) = ends
    w, h = x - u, y - v
    areas = np.bincount(plane, x * v - y * u, len(planes))[number] / 2
    rims = np.bincount(plane, np.sqrt(w * w + h * h), len(planes))[number]
    return Share(volume, low, high, between.start, tuple(areas.tolist()), tuple(rims.tolist()))
