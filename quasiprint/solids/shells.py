"""From triangles to faces, and bodies as CAD programs have them: faces in planes, on cylinders and on cones, joined
along lines and circles.

Neighbouring triangles of one plane are one face. Corners are whole nanometres, and which faces an edge parts is decided
by comparing integers: each directed edge stands once, and once in reverse, or the mesh is refused. Level triangles are
of one plane where their heights are equal; upright ones where all their corners stand, seen from above, on one line;
slanting ones where a corner lies in the plane of its neighbour: each to within the grid's rounding.

Where the design has arcs, walls and chamfers along them are curved faces: see `rounds`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quasiprint.drawing.rings import NANOMETRES
from quasiprint.model.solid import Mesh

PICOMETRES = 1_000_000_000  # in a millimetre
Point = tuple[int, int, int]  # pm
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
LEVEL, UPRIGHT, SLANT = 0, 1, 2
FLAT = 2.5  # nm: so far may what lies in a plane be off it


@dataclass(frozen=True, slots=True)
class Round:
    """What a curved face or edge is about: an axis that stands upright at a centre (mm). start, end: the points
    (pm, seen from above) towards which it begins and ends; the same if it goes all the way round. chords: how many
    straight sides the mesh has there."""

    centre: tuple[float, float]
    start: tuple[int, int]
    end: tuple[int, int]
    chords: int


@dataclass(frozen=True, slots=True)
class Circle:
    """An arc of a circle about an upright axis, anticlockwise seen from above. radius: mm."""

    about: Round
    radius: float


class Plane(NamedTuple):
    """A plane. normal: outwards, of length 1. along: a direction in it, of length 1."""

    normal: tuple[float, float, float]
    along: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Bend:
    """A cylinder about an upright axis, or a cone that widens upwards or downwards by 45°. radius: mm; of a cone at its
    lower end. outward: whether the face looks away from the axis. widens: 1 upwards, −1 downwards, 0: a cylinder."""

    about: Round
    radius: float
    outward: bool
    widens: int


class Edge(NamedTuple):
    """An edge between two corners, by number. curve: None for a line; circles run anticlockwise."""

    start: int
    end: int
    curve: Circle | None


class Face(NamedTuple):
    """A face. bounds: closed lines around it, which lies to their left seen from outside, the outer one first: edges by
    number, and whether each is run through from its start."""

    surface: Plane | Bend
    bounds: tuple[tuple[tuple[int, bool], ...], ...]


@dataclass(frozen=True, slots=True)
class Shell:
    """A closed surface. corners: pm: those of the grid are moved to where walls and arcs meet exactly. hollow: the
    numbers of the faces around a cavity, which look into it."""

    corners: tuple[Point, ...]
    edges: tuple[Edge, ...]
    faces: tuple[Face, ...]
    hollow: frozenset[int] = frozenset()


@dataclass(slots=True)
class Faces:
    """A closed mesh, and the faces that its triangles make.

    points: (p, 3), nm. column: which place, seen from above, each point has. corners: (t, 3), of triangles, as numbers
    of points, anticlockwise seen from outside. kind: of each triangle. twin: of each half edge 3·t + k, which runs from
    corner k of triangle t to the next one, the one that runs back. start, end: of each half edge, points.
    label: the face of each triangle.
    """

    points: Numbers
    column: Numbers
    corners: Numbers
    kind: Numbers
    twin: Numbers
    label: Numbers
    start: Numbers
    end: Numbers

    @property
    def border(self) -> Flags:
        """Whether each half edge has another face beyond."""
        face = np.repeat(self.label, 3)
        return np.not_equal(face, face[self.twin])

    def join(self, half_edges: Numbers) -> None:
        """Make the faces on both sides of half edges one."""
        if len(half_edges):
            face = np.repeat(self.label, 3)
            self.label = _merge(self.label, face[half_edges], face[self.twin[half_edges]])


def plane_faces(mesh: Mesh, subject: str) -> Faces:
    """Return the faces of a closed mesh. Raises ValueError if it is not closed."""
    points, column, corners = _numbers(mesh)
    n = len(points)
    start, end = corners.ravel(), np.roll(corners, -1, axis=1).ravel()
    # both half edges of an edge stand side by side in this order
    edge = np.minimum(start, end) * n + np.maximum(start, end)
    order = np.argsort(edge)
    ranked, first, second = edge[order], order[::2], order[1::2]
    clean = len(first) == len(second) and (ranked[::2] == ranked[1::2]).all() and (ranked[2::2] != ranked[:-2:2]).all()
    if not clean or (start[first] != end[second]).any() or (start == end).any():
        if len(np.unique(start * n + end)) < len(start) or (start == end).any():
            raise ValueError(f"{subject}: two triangles have the same edge in the same direction, or one has none")
        raise ValueError(f"{subject}: an edge has one triangle, it must have two")
    twin = np.empty_like(order)
    twin[first], twin[second] = second, first
    kind = _kinds(points[corners])
    faces = Faces(points, column, corners, kind, twin, np.arange(len(corners)), start, end)
    once = np.flatnonzero(np.arange(len(twin)) < twin)
    faces.join(once[_alike(faces, once)])
    return faces


def _numbers(mesh: Mesh) -> tuple[Numbers, Numbers, Numbers]:
    """Return the points of a mesh, nm, each once, their columns, and the triangles as numbers of points."""
    surfaces = mesh.surfaces
    found = np.concatenate([np.frombuffer(surface.corners) for surface in surfaces]).reshape(-1, 3)
    firsts = np.cumsum([0, *(len(surface.corners) // 3 for surface in surfaces)]).tolist()
    indices = [np.frombuffer(s.indices, dtype=np.int32) + first for s, first in zip(surfaces, firsts, strict=False)]
    flat: Numbers = np.rint(found * NANOMETRES).astype(np.int64)
    places, heights = flat[:, 0] * (1 << 32) + flat[:, 1], flat[:, 2]  # no piece is 2 m large
    order = np.lexsort((heights, places))
    places, heights = places[order], heights[order]
    other = np.concatenate(([True], places[1:] != places[:-1]))
    new = other | np.concatenate(([True], heights[1:] != heights[:-1]))
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.cumsum(new) - 1
    return flat[order[new]], (np.cumsum(other) - 1)[new], number[np.concatenate(indices)].reshape(-1, 3)


def _kinds(corners: Numbers) -> Numbers:
    x, y, z = (corners[:, :, k] for k in range(3))
    level = (z == z[:, :1]).all(axis=1)
    across = _across(x, y)
    dx, dy = (np.roll(c, -1, axis=1) - c for c in (x, y))
    longest = np.sqrt((dx * dx + dy * dy).max(axis=1).astype(np.float64))
    return np.where(level, LEVEL, np.where(np.abs(across) <= FLAT * longest, UPRIGHT, SLANT))


def _across(x: Numbers, y: Numbers) -> Numbers:
    """Return twice the areas of triangles (t, 3), seen from above: positive if anticlockwise."""
    ax, ay = x - x[:, :1], y - y[:, :1]
    first: Numbers = ax[:, 1] * ay[:, 2]
    second: Numbers = ay[:, 1] * ax[:, 2]
    found: Numbers = first - second
    return found


def _alike(faces: Faces, half_edges: Numbers) -> Flags:
    """Return for half edges whether the triangles on both sides are of one plane."""
    first, second = half_edges // 3, faces.twin[half_edges] // 3
    same = faces.kind[first] == faces.kind[second]
    level = np.flatnonzero(same & (faces.kind[first] == LEVEL))
    x, y = (faces.points[:, k][faces.corners] for k in (0, 1))
    turned = _across(x, y) > 0
    found = np.zeros(len(half_edges), dtype=np.bool_)
    found[level] = turned[first[level]] == turned[second[level]]
    for kind, is_plane in ((UPRIGHT, _on_line), (SLANT, _in_plane)):
        of_kind = np.flatnonzero(same & (faces.kind[first] == kind))
        if len(of_kind):
            # the edge's ends, then the corner of either triangle that is not on it
            sides = half_edges[of_kind], faces.twin[half_edges[of_kind]]
            beyond = [faces.end[3 * (h // 3) + (h + 1) % 3] for h in sides]
            four = [faces.start[sides[0]], faces.end[sides[0]], *beyond]
            found[of_kind] = is_plane([faces.points[p] for p in four])
    return found


def _on_line(four: list[Numbers]) -> Flags:
    """Return whether four points stand, seen from above, on one line, the third and fourth apart from one another:
    the two triangles do not lie on each other."""
    p = [corners[:, :2].astype(np.float64) for corners in four]
    found, best = np.zeros(len(p[0]), dtype=np.bool_), np.full(len(p[0]), -1.0)
    for i in range(4):
        for j in range(i):  # the longest way between two of them is the line
            way = p[i] - p[j]
            size = np.sqrt(way[:, 0] * way[:, 0] + way[:, 1] * way[:, 1])
            off = [np.abs(way[:, 0] * to[:, 1] - way[:, 1] * to[:, 0]) for to in (q - p[j] for q in p)]
            found = np.where(size > best, reduce(np.maximum, off) <= FLAT * size, found)
            best = np.maximum(best, size)
    return np.asarray(found & _apart(four), dtype=np.bool_)


def _apart(four: list[Numbers]) -> Flags:
    """Return whether the third and the fourth of four points lie on different sides of the line of the first two, in
    the plane that these and the third one make."""
    ways = [(p - four[0]).astype(np.float64) for p in four[1:]]
    (a, b, c), (d, e, f) = (crossed(ways[0], way) for way in ways[1:])
    return np.asarray(a * d + b * e + c * f < 0, dtype=np.bool_)


def _in_plane(four: list[Numbers]) -> Flags:
    """Return whether four points lie in one plane."""
    b, c, d = ((p - four[0]).astype(np.float64) for p in four[1:])
    x, y, z = crossed(b, c)
    size = np.sqrt(x * x + y * y + z * z)
    off = np.abs(x * d[:, 0] + y * d[:, 1] + z * d[:, 2])
    return np.asarray(off <= FLAT * np.maximum(size, 1.0)) & _apart(four)


def crossed(first: Floats, second: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the vector products of ways (n, 3): x, y and z."""
    (a, b, c), (d, e, f) = first.T, second.T
    return b * f - c * e, c * d - a * f, a * e - b * d


def _merge(label: Numbers, first: Numbers, second: Numbers) -> Numbers:
    """Return labels merged so that both ends of each pair have the same label."""
    group = np.arange(int(label.max()) + 1)
    while True:
        least = np.minimum(group[first], group[second])
        before = group.copy()
        np.minimum.at(group, first, least)
        np.minimum.at(group, second, least)
        np.minimum.at(group, before[first], least)
        np.minimum.at(group, before[second], least)
        group = group[group]
        if np.array_equal(group, before):
            return np.asarray(group[label], dtype=np.int64)


def _area(ring: tuple[Point, ...]) -> tuple[int, int, int]:
    """Return twice the area inside a bound as a vector, pm², exactly."""
    ox, oy, oz = ring[0]
    x = y = z = ax = ay = az = 0
    for px, py, pz in ring[1:]:
        bx, by, bz = px - ox, py - oy, pz - oz
        x, y, z = x + ay * bz - az * by, y + az * bx - ax * bz, z + ax * by - ay * bx
        ax, ay, az = bx, by, bz
    return x, y, z


@lru_cache(maxsize=1 << 12)
def plane_within(bounds: tuple[tuple[Point, ...], ...], kind: int) -> tuple[Plane, tuple[bool, ...]]:
    """Return the plane of a face, and of each of its bounds whether the face lies within; of a wall, which may lean by
    the rounding of its corners, an upright one."""
    areas = list(map(_area, bounds))
    x, y, z = map(sum, zip(*areas, strict=True))
    if x == y == 0:
        normal = 0.0, 0.0, math.copysign(1.0, z)
    else:
        normal = unit(float(x), float(y), 0.0 if kind == UPRIGHT else float(z))
    plane = Plane(normal, (1.0, 0.0, 0.0) if kind == LEVEL else unit(-normal[1], normal[0], 0.0))
    return plane, tuple([x * normal[0] + y * normal[1] + z * normal[2] > 0 for x, y, z in areas])


def unit(x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return the direction of a way, of length 1."""
    size = math.sqrt(x * x + y * y + z * z)
    return x / size, y / size, z / size
