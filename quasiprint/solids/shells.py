"""From triangles to faces, and bodies as CAD programs have them: faces in planes, on cylinders and on cones, joined
along lines and circles.

Neighbouring triangles of one plane are one face. Corners are whole nanometres, and which faces an edge parts is decided
by comparing integers: each directed edge stands once, and once in reverse, or the mesh is refused. Level triangles are
of one plane where their heights are equal; upright ones where all their corners stand, seen from above, on one line;
slanting ones where a corner lies in the plane of its neighbour: each to within the grid's rounding.

Where the design has arcs, walls and chamfers along them are curved faces: see `rounds`.
"""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quasiprint.drawing.rings import NANOMETRES
from quasiprint.model.solid import Mesh
from quasiprint.values import dataclass

PICOMETRES = 1_000_000_000  # in a millimetre
Point = tuple[int, int, int]  # pm
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
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
    """A cylinder about an upright axis, or a cone that widens upwards by 45°. radius: mm; of a cone at its lower end.
    outward: whether the face looks away from the axis."""

    about: Round
    radius: float
    outward: bool
    cone: bool


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
    """A closed surface. corners: pm: those of the grid are moved to where walls and arcs meet exactly."""

    corners: tuple[Point, ...]
    edges: tuple[Edge, ...]
    faces: tuple[Face, ...]


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
    start: Numbers = field(init=False)
    end: Numbers = field(init=False)

    def __post_init__(self) -> None:
        self.start = self.corners.ravel()
        self.end = np.roll(self.corners, -1, axis=1).ravel()

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
    there = start * n + end
    order = np.argsort(there, kind="stable")
    ranked = there[order]
    if (ranked[1:] == ranked[:-1]).any() or (start == end).any():
        raise ValueError(f"{subject}: two triangles have the same edge in the same direction, or one has none")
    at = np.minimum(np.searchsorted(ranked, end * n + start), len(order) - 1)
    twin = order[at]
    if (there[twin] != end * n + start).any():
        raise ValueError(f"{subject}: an edge has one triangle, it must have two")
    kind = _kinds(points[corners])
    faces = Faces(points, column, corners, kind, twin, np.arange(len(corners)))
    once = np.flatnonzero(np.arange(len(twin)) < twin)
    faces.join(once[_alike(faces, once)])
    return faces


def _numbers(mesh: Mesh) -> tuple[Numbers, Numbers, Numbers]:
    """Return the points of a mesh, nm, each once, their columns, and the triangles as numbers of points."""
    found, triangles = mesh.numbered()
    flat: Numbers = np.rint(np.array(found) * NANOMETRES).astype(np.int64)
    places = flat[:, 0] * (1 << 32) + flat[:, 1]  # no piece is 2 m large
    _, column = np.unique(places, return_inverse=True)
    heights, height = np.unique(flat[:, 2], return_inverse=True)
    keys = column.ravel() * len(heights) + height.ravel()
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    return flat[first], column.ravel()[first], np.asarray(number.ravel()[triangles].reshape(-1, 3), dtype=np.int64)


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
    one: Numbers = ax[:, 1] * ay[:, 2]
    two: Numbers = ay[:, 1] * ax[:, 2]
    found: Numbers = one - two
    return found


def _alike(faces: Faces, half_edges: Numbers) -> Flags:
    """Return for half edges whether the triangles on both sides are of one plane."""
    one, two = half_edges // 3, faces.twin[half_edges] // 3
    same = faces.kind[one] == faces.kind[two]
    x, y = (faces.points[:, k][faces.corners] for k in (0, 1))
    turned = _across(x, y)
    found = same & (faces.kind[one] == LEVEL) & ((turned[one] > 0) == (turned[two] > 0))
    # the edge's ends, then the corner of either triangle that is not on it
    beyond = [faces.end[3 * (h // 3) + (h + 1) % 3] for h in (half_edges, faces.twin[half_edges])]
    four = np.stack([faces.points[p] for p in (faces.start[half_edges], faces.end[half_edges], *beyond)], axis=1)
    upright = same & (faces.kind[one] == UPRIGHT)
    found[upright] = _on_line(four[upright])
    slant = same & (faces.kind[one] == SLANT)
    found[slant] = _in_plane(four[slant])
    return np.asarray(found, dtype=np.bool_)


def _on_line(four: Numbers) -> Flags:
    """Return whether four points stand, seen from above, on one line, the third and fourth apart from one another:
    the two triangles do not lie on each other."""
    # of most the third and the fourth stand over the first two: these two are the longest way
    on_two = [(four[:, k, :2] == four[:, j, :2]).all(axis=1) for k in (2, 3) for j in (0, 1)]
    line = (on_two[0] | on_two[1]) & (on_two[2] | on_two[3])
    p = four[~line, :, :2].astype(np.float64)
    found = np.zeros(len(p), dtype=bool)
    best = np.full(len(p), -1.0)
    for i in range(4):
        for j in range(i):
            way = p[:, i] - p[:, j]
            size = np.sqrt(way[:, 0] * way[:, 0] + way[:, 1] * way[:, 1])
            off = np.zeros(len(p))
            for k in range(4):
                to = p[:, k] - p[:, j]
                off = np.maximum(off, np.abs(way[:, 0] * to[:, 1] - way[:, 1] * to[:, 0]))
            longer = size > best
            found = np.where(longer, off <= FLAT * size, found)
            best = np.where(longer, size, best)
    line[~line] = found
    return np.asarray(line & _apart(four), dtype=np.bool_)


def _apart(four: Numbers) -> Flags:
    """Return whether the third and the fourth of four points lie on different sides of the line of the first two, in
    the plane that these and the third one make."""
    a, b, c, d = (four[:, k].astype(np.float64) for k in range(4))
    one, two = np.cross(b - a, c - a), np.cross(b - a, d - a)
    return np.asarray(one[:, 0] * two[:, 0] + one[:, 1] * two[:, 1] + one[:, 2] * two[:, 2] < 0, dtype=np.bool_)


def _in_plane(four: Numbers) -> Flags:
    """Return whether four points lie in one plane."""
    a, b, c, d = ((four[:, k] - four[:, 0]).astype(np.float64) for k in range(4))
    normal = np.cross(b - a, c - a)
    size = np.sqrt((normal * normal).sum(axis=1))
    off = np.abs(normal[:, 0] * d[:, 0] + normal[:, 1] * d[:, 1] + normal[:, 2] * d[:, 2])
    return np.asarray(off <= FLAT * np.maximum(size, 1.0)) & _apart(four)


def _merge(label: Numbers, one: Numbers, two: Numbers) -> Numbers:
    """Return labels such that those of each pair are equal."""
    group = np.arange(int(label.max()) + 1)
    while True:
        least = np.minimum(group[one], group[two])
        before = group.copy()
        np.minimum.at(group, one, least)
        np.minimum.at(group, two, least)
        np.minimum.at(group, before[one], least)
        np.minimum.at(group, before[two], least)
        group = group[group]
        if np.array_equal(group, before):
            return np.asarray(group[label], dtype=np.int64)
