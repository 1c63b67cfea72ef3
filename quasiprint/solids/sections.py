"""Sections through closed bodies at the middle of each layer: how large they are, and how long their outlines.

All that an estimate of printing needs to know of a body. Exact but for rounding: a section is put together from the
triangles that it crosses.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quasiprint.model.solid import Mesh

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ON_PLANE = 1e-6  # mm: corners this near to a section are taken to lie above it
Section = tuple[float, float]  # how large it is, and how long its outlines are


@dataclass(frozen=True, slots=True)
class Sections:
    """A body in layers. volume: mm³. first: the number of its lowest layer, from 0 at the bed; areas, rims: of the
    section through the middle of each layer from there on, mm² and mm."""

    volume: float
    first: int
    areas: tuple[float, ...]
    rims: tuple[float, ...]


class Sectioned(Mapping[str, Mesh]):
    """Meshes by key, of which sections are taken when one is built for the first time: few meshes are kept."""

    def __init__(self, meshes: Mapping[str, Mesh], layer: float) -> None:
        """layer: how high one is, mm, above 0."""
        self._meshes, self._layer = meshes, layer
        self._sections: dict[str, Sections] = {}

    def __getitem__(self, key: str) -> Mesh:
        mesh = self._meshes[key]
        if key not in self._sections:
            self._sections[key] = sections(mesh, self._layer)
        return mesh

    def __iter__(self) -> Iterator[str]:
        return iter(self._meshes)

    def __len__(self) -> int:
        return len(self._meshes)

    def __contains__(self, key: object) -> bool:
        return key in self._meshes

    def sections(self, key: str) -> Sections:
        """Return the sections through a body."""
        if key not in self._sections:
            self[key]
        return self._sections[key]


def sections(mesh: Mesh, layer: float) -> Sections:
    """Return the sections through a closed body. layer: how high one is, mm, above 0."""
    import numpy as np

    corners: NDArray[np.float64] = np.concatenate(
        [np.frombuffer(surface.numbers, dtype=np.float64) for surface in mesh.surfaces]
    ).reshape(-1, 3, 3)
    own = corners - corners[0, 0]
    # summed one by one: how a library sums depends on the machine
    volume = math.fsum((own[:, 0] * np.cross(own[:, 1], own[:, 2])).ravel().tolist()) / 6
    low, high = float(corners[:, :, 2].min()), float(corners[:, :, 2].max())
    first = math.floor(low / layer + 0.5 - ON_PLANE)
    last = max(first + 1, math.floor(high / layer + 0.5 - ON_PLANE))
    levels = np.unique(corners[:, :, 2])
    upright = _upright(corners)
    found: list[Section] = []
    before = -1  # how many levels of corners lie beneath the last section, if all that it crosses is upright
    for k in range(first, last):
        z = (k + 0.5) * layer
        under = int(np.searchsorted(levels, z - ON_PLANE))
        if under != before:  # else it crosses the same triangles, and is the same
            below = corners[:, :, 2] < z - ON_PLANE
            crossed = below.any(axis=1) & ~below.all(axis=1)
            same = _section(corners[crossed], below[crossed], z)
            before = under if bool(upright[crossed].all()) else -1
        found.append(same)
    return Sections(volume, first, tuple(a for a, _ in found), tuple(rim for _, rim in found))


def _upright(corners: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which triangles stand upright: their corners lie on a line, seen from above."""
    (ax, ay), (bx, by) = (corners[:, 1] - corners[:, 0]).T[:2], (corners[:, 2] - corners[:, 0]).T[:2]
    upright: NDArray[np.bool_] = ax * by == ay * bx
    return upright


def _section(corners: NDArray[np.float64], below: NDArray[np.bool_], z: float) -> Section:
    """Return the area of a section, and how long its outlines are. corners: of the triangles that it crosses; below:
    which of them lie below it."""
    import numpy as np

    if not len(corners):
        return 0.0, 0.0
    other = np.roll(below, -1, axis=1)
    rows = np.arange(len(corners))
    ends = []
    for rising in (below & ~other, ~below & other):  # each triangle has one side that comes up, and one that goes down
        k = rising.argmax(axis=1)
        a, b = corners[rows, k], corners[rows, (k + 1) % 3]
        share = (z - a[:, 2]) / (b[:, 2] - a[:, 2])
        ends.append(a[:, :2] + share[:, None] * (b[:, :2] - a[:, :2]))
    up, down = ends
    middle = up[0]  # seen from near by: far away, rounding eats the digits
    (x, y), (u, v), (w, h) = (up - middle).T, (down - middle).T, (up - down).T
    return abs(math.fsum((x * v - y * u).tolist())) / 2, math.fsum(np.sqrt(w * w + h * h).tolist())
