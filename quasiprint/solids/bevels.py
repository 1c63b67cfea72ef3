"""The chamfers around a body's bottom and top in its mesh, and where all corners lie exactly.

Corners of a mesh are on the grid. So where one is meant to lie on a wall, or on an arc, it lies up to a nanometre
beside it, and a chamfer's four corners are not in one plane. CAD programs hold a body to a tenth of that. So corners
are moved, each by a few nanometres at most, to where the design means them: on the walls and circles they are part of.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

import numpy as np

from quasiprint.drawing.outlines import mitre
from quasiprint.drawing.rings import NANOMETRES, Arc, GridPoint, GridRing, on_grid, to_mm
from quasiprint.model.face import Point, Ring
from quasiprint.model.solid import Solid
from quasiprint.solids.mesh import inset
from quasiprint.solids.shells import LEVEL, SLANT, UPRIGHT, Faces

End = TypeVar("End", int, GridPoint)
PASSES = 40
STILL = 1e-11  # mm: what moves by less is where it belongs
ROUND = 1e-9  # mm: what still moves by more is not printed as it is
FAR = 1e-4  # mm: what would be moved farther is not meant to lie where it would
STEEP = 0.05  # of a wall against an arc: less and they hardly cross


@dataclass(frozen=True, slots=True)
class Bevel:
    """A chamfer in a mesh. width: mm. up: whether it is that of the top. far: for each column of the outline the point
    of the chamfer's end that lies inside of it. middles: other points of that end, each with the two between which it
    lies."""

    width: float
    up: bool
    far: dict[int, int]
    middles: list[tuple[int, int, int]]


def bevels(faces: Faces, solid: Solid, subject: str) -> tuple[tuple[int, ...], tuple[Bevel, ...]]:
    """Return the columns of the outline, anticlockwise, and its chamfers; nothing for a body without one. Raises
    ValueError if the mesh has another chamfer."""
    found = []
    rim: tuple[int, ...] = ()
    for up, width, level in ((False, solid.chamfer, solid.bottom), (True, solid.bevel, solid.top)):
        if width:
            rim, far = _bevel(faces, width, level, up, subject)
            found.append(Bevel(width, up, far, _middles(faces, [far[column] for column in rim], up)))
    return rim, tuple(found)


def _bevel(faces: Faces, width: float, end: float, up: bool, subject: str) -> tuple[tuple[int, ...], dict[int, int]]:
    """end: at which height its inner end lies, mm; raised marks are higher."""
    kind, heights, level = np.repeat(faces.kind, 3), faces.points[:, 2], round(end * NANOMETRES)
    rim = np.flatnonzero((kind == UPRIGHT) & (kind[faces.twin] == SLANT))
    rim = rim[abs(heights[faces.start[rim]] - level) == round(width * NANOMETRES)]
    if up:  # the walls' upper edges run clockwise
        rim = faces.twin[rim]
    after = dict(zip(faces.start[rim].tolist(), faces.end[rim].tolist(), strict=True))
    first = min(after, default=-1)
    ring = [first]
    while (here := after.get(ring[-1], first)) != first and len(ring) <= len(after):
        ring.append(here)
    if len(ring) != len(after):
        raise ValueError(f"{subject}: its chamfer does not go round once")
    points = faces.points[ring]
    inner = _inset(tuple(map(tuple, points[:, :2].tolist())), width)
    there = np.flatnonzero(heights == level)
    known = dict(zip(map(tuple, faces.points[there, :2].tolist()), there.tolist(), strict=True))
    found = [known.get(p, -1) for p in inner]
    if -1 in found:
        raise ValueError(f"{subject}: its chamfer is not the outline's")
    columns = faces.column[ring].tolist()
    return tuple(columns), dict(zip(columns, found, strict=True))


@lru_cache(maxsize=256)
def _inset(ring: GridRing, width: float) -> GridRing:
    return on_grid(inset(tuple(map(to_mm, ring)), width))


def _middles(faces: Faces, ring: list[int], up: bool) -> list[tuple[int, int, int]]:
    """Return the points of a chamfer's inner end that are none of the outline's columns, see `Bevel`. ring: those that
    are, anticlockwise."""
    height = faces.points[ring[0], 2]
    own = (np.repeat(faces.kind, 3) == LEVEL) & (faces.points[faces.start, 2] == height)
    edges = np.flatnonzero(own & (np.repeat(faces.kind, 3)[faces.twin] == SLANT))
    ends = faces.start[edges].tolist(), faces.end[edges].tolist()
    after = dict(zip(*(ends if up else ends[::-1]), strict=True))
    found = []
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        p = after.get(a, b)
        while p != b:
            found.append((p, a, b))
            p = after.get(p, b)
    return found


def least_first(a: End, b: End) -> tuple[End, End]:
    """Return two ends in their order."""
    return (a, b) if a < b else (b, a)


@dataclass(slots=True)
class Group:
    """Neighbouring chords that are one curved face, or several above each other. columns: of their corners,
    anticlockwise, both ends included. cones: its chamfers, if they are cones: of each the points inside of the corners.
    whole: whether it is a circle, which begins and ends at one column, in the middle of nothing else."""

    arc: Arc
    columns: list[int]
    whole: bool = False
    cones: list[tuple[Bevel, list[int]]] = field(default_factory=list)

    @property
    def ends(self) -> tuple[int, int]:
        """The columns at both ends."""
        return self.columns[0], self.columns[-1]

    @property
    def pairs(self) -> set[tuple[int, int]]:
        """The columns at both ends of each chord, the lesser one first."""
        return {least_first(a, b) for a, b in pairwise(self.columns)}


@lru_cache(maxsize=256)
def _mitre(ring: Ring, width: float) -> Ring:
    return mitre(ring, width, "chamfer")


class Places:
    """Where columns stand exactly, seen from above, mm.

    sides: the columns of each wall that has more than its two ends, ends included. rim: the outline's, if there is a
    chamfer.
    """

    def __init__(self, at: dict[int, Point], sides: Iterable[list[int]], rim: tuple[int, ...]) -> None:
        self.at = at
        self.rim = rim
        self.ends: dict[int, list[tuple[int, int]]] = {}  # of the walls within which a column stands
        for side in sides:
            order = sorted(side, key=lambda column: at[column])
            for column in order[1:-1]:
                self.ends.setdefault(column, []).append((order[0], order[-1]))

    def settle(self, groups: list[Group]) -> None:
        """Put all columns on the walls within which they stand, and on their arcs. Raises ValueError if they cannot be
        put there, or would be far from where they were."""
        before, moved = dict(self.at), 0.0
        self._touch([group for group in groups if group.cones and group.ends[0] != group.ends[1]])
        held = {column for group in groups if group.cones for column in group.ends}
        others = [(group.arc, column) for group in groups for column in group.ends if column not in held]
        for _ in range(PASSES):
            moved = max([0.0, *(self._on_wall(c, a, b) for c, walls in self.ends.items() for a, b in walls)])
            moved = max([moved, *(self._on_arc(column, arc) for arc, column in others)])
            if moved < STILL:
                break
        if moved > ROUND:
            raise ValueError(f"its corners do not come to rest: they are moved by {moved:.1e} mm")
        far = max((math.dist(at, self.at[column]) for column, at in before.items()), default=0.0)
        if far > FAR:
            raise ValueError(f"a corner is moved by {far:.1e} mm, allowed are {FAR:g} mm")

    def _move(self, column: int, x: float, y: float) -> float:
        before = self.at[column]
        self.at[column] = x, y
        return max(abs(x - before[0]), abs(y - before[1]))

    def _on_wall(self, column: int, a: int, b: int) -> float:
        (ax, ay), (bx, by), (x, y) = self.at[a], self.at[b], self.at[column]
        dx, dy = bx - ax, by - ay
        part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
        return self._move(column, ax + dx * part, ay + dy * part)

    def _on_arc(self, column: int, arc: Arc) -> float:
        x, y = self.at[column]
        (cx, cy), radius = arc.centre, arc.radius
        rx, ry = x - cx, y - cy
        far = math.sqrt(rx * rx + ry * ry)
        wx, wy = rx / far, ry / far
        for a, b in self.ends.get(column, ())[:1]:
            (ax, ay), (bx, by) = self.at[a], self.at[b]
            size = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
            wx, wy = (bx - ax) / size, (by - ay) / size
        steep = (wx * rx + wy * ry) / far
        if abs(steep) < STEEP:
            return 0.0
        step = (radius - far) / steep
        return self._move(column, x + wx * step, y + wy * step)

    def _touch(self, cones: list[Group]) -> None:
        """Put the ends of arcs above cones where the outline's straight sides touch them."""
        arc_at = {column: group.arc for group in cones for column in group.ends}
        inner = {column for group in cones for column in group.columns[1:-1]}
        round_sides = {group.ends for group in cones}
        corners = [c for c in self.rim if c in arc_at or (c not in self.ends and c not in inner)]
        sides = [
            (a, b)
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True)
            if (a, b) not in round_sides and (a in arc_at or b in arc_at)
        ]
        for _ in range(4):
            for a, b in sides:
                (ax, ay), (bx, by) = self.at[a], self.at[b]
                size = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
                normal = (by - ay) / size, (ax - bx) / size
                for column in (a, b):
                    arc = arc_at.get(column)
                    if arc is not None:
                        (cx, cy), radius = arc.centre, arc.radius
                        self._move(column, cx + normal[0] * radius, cy + normal[1] * radius)

    def inner(self, chamfer: float, groups: list[Group]) -> list[Point]:
        """Return the inner corner of a chamfer so wide for each column of the rim."""
        arc_at = {column: group.arc for group in groups if group.cones for column in group.ends}
        ring = tuple(self.at[column] for column in self.rim)
        found = []
        for column, p, q in zip(self.rim, ring, _mitre(ring, -chamfer), strict=True):
            arc = arc_at.get(column)
            if arc is not None:
                part = chamfer / arc.radius
                q = p[0] + (arc.centre[0] - p[0]) * part, p[1] + (arc.centre[1] - p[1]) * part
            found.append(q)
        return found
