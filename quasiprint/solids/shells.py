"""Bodies as CAD programs have them: faces in planes, on cylinders and on cones, joined along lines and circles.

They come from closed meshes. Where the design has arcs, walls and chamfers along them are curved faces: see `rounds`.
"""

from __future__ import annotations

from dataclasses import dataclass

PICOMETRES = 1_000_000_000  # in a millimetre
Point = tuple[int, int, int]  # pm


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


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane. normal: outwards, of length 1. along: a direction in it, of length 1."""

    normal: tuple[float, float, float]
    along: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A cylinder about an upright axis. outward: whether the face looks away from it. radius: mm."""

    about: Round
    radius: float
    outward: bool


@dataclass(frozen=True, slots=True)
class Cone:
    """A cone about an upright axis that widens upwards by 45°, and looks away from it. radius: at its lower end, mm."""

    about: Round
    radius: float


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between two corners, by number. curve: None for a line; circles run anticlockwise."""

    start: int
    end: int
    curve: Circle | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """A closed line around a face, which lies to its left seen from outside: edges by number, and whether each is run
    through from its start."""

    edges: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class Face:
    """A face. bounds: the outer one first."""

    surface: Plane | Cylinder | Cone
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True)
class Shell:
    """A closed surface. corners: pm: those of the grid are moved to where walls and arcs meet exactly."""

    corners: tuple[Point, ...]
    edges: tuple[Edge, ...]
    faces: tuple[Face, ...]
