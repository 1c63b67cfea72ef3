"""From meshes to bodies for CAD programs: plane faces, and curved ones where the design has arcs.

What comes out does not depend on how the meshes' level areas were triangulated: corners, edges and faces are numbered
by where they are. Each edge is proved to part two faces that run along it in opposite directions.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from quasiprint.drawing.grid_rings import NANOMETRES
from quasiprint.model.solid import Mesh, Part, SolidPiece
from quasiprint.solids.plane_faces import FLAT, SLANT, UPRIGHT, Faces, Grids, Numbers, plane_faces
from quasiprint.solids.rounds import Chord, Group, Rounds
from quasiprint.solids.shells import Bound, Circle, Cone, Cylinder, Edge, Face, Plane, Point, Round, Shell

Path = tuple[int, ...]  # half edges, one after the other


def shells(pieces: Iterable[SolidPiece], meshes: Mapping[str, Mesh]) -> Iterator[tuple[str, Shell]]:
    """Yield every unique body that is inlaid or let in, by its key; those that share pieces one after the other.

    Raises ValueError if a mesh is not closed, or a face of it is none.
    """
    grids = Grids()
    for parts in _together(pieces):
        rounds = {}
        for key, part in parts.items():
            faces = plane_faces(grids.facets(meshes[key]), key)
            rounds[key] = Rounds(faces, part.solid)
        refused: set[Chord] = set()
        for one in rounds.values():
            refused |= one.refused()
        for key in parts:
            one = rounds.pop(key)
            yield key, shell(one, one.groups(refused), key)


def _together(pieces: Iterable[SolidPiece]) -> Iterator[dict[str, Part]]:
    """Yield the parts of pieces, each once, those together that share pieces."""
    home: dict[str, dict[str, Part]] = {}
    for piece in pieces:
        group: dict[str, Part] = {}
        for part in piece.parts:
            known = home.get(part.key, {part.key: part})
            group = {**group, **known} if known is not group else group
        for key in group:
            home[key] = group
    seen: set[int] = set()
    for group in home.values():
        if id(group) not in seen:
            seen.add(id(group))
            yield group


def shell(rounds: Rounds, groups: list[Group], subject: str) -> Shell:
    """Return the body of a mesh, its walls and chamfers along arcs curved. Raises ValueError if that is none."""
    return _Building(rounds, groups, subject).shell()


class _Building:
    def __init__(self, rounds: Rounds, groups: list[Group], subject: str) -> None:
        self.faces: Faces = rounds.faces
        self.groups, self.subject = groups, subject
        self.chamfer = rounds.solid.chamfer
        self.points = self.faces.points.copy()
        self.edges: list[Edge] = []
        self.known: dict[int, tuple[int, bool]] = {}  # edges by the half edge with which they begin
        self.begins: set[int] = set()  # points where circles begin
        self.arc_of: dict[tuple[int, int], tuple[Group, bool]] = {}  # by points: an edge's group, and whether it is low
        self._bend()

    def _bend(self) -> None:
        """Join what is to be one curved face, and put the chamfer's corners where that ends."""
        inner: dict[int, Group] = {}
        for group in self.groups:
            for column in group.columns[:-1] if group.whole else group.columns[1:-1]:
                inner[column] = group
            if group.lower:
                for column, q in ((group.columns[0], group.lower[0]), (group.columns[-1], group.lower[-1])):
                    x, y = group.arc.inward(self._place(column), self.chamfer)
                    self.points[q, :2] = round(x * NANOMETRES), round(y * NANOMETRES)
        faces = self.faces
        if not inner:
            return
        half = np.flatnonzero(faces.border)
        start, end = faces.start[half], faces.end[half]
        here, there = faces.column[start], faces.column[end]
        quiet = np.isin(here, list(inner))
        upright = quiet & (here == there)
        below = {(p, q) for group in self.groups for p, q in zip(group.columns, group.lower, strict=False)}
        slant = [
            k
            for k in np.flatnonzero(quiet & (here != there)).tolist()
            if (int(here[k]), int(end[k])) in below
        ]
        faces.join(np.concatenate([half[upright], half[slant]]) if slant else half[upright])

    def _place(self, column: int) -> tuple[int, int]:
        if not hasattr(self, "_places"):
            flat = self.faces.points[:, :2].tolist()
            self._places = dict(zip(self.faces.column.tolist(), map(tuple, flat), strict=True))
        found: tuple[int, int] = self._places[column]
        return found

    def shell(self) -> Shell:
        faces = self.faces
        border = faces.border
        following = self._following(border)
        self._arcs(border)
        loops = self._loops(border, following)
        areas = self._areas()
        made = []
        for label in sorted(loops, key=lambda one: min(self._key(loop) for loop in loops[one])):
            made.append(self._face(label, loops[label], areas[label].tolist()))
        used = [0] * len(self.edges)
        for face in made:
            for bound in face.bounds:
                for number, along in bound.edges:
                    used[number] += 1 if along else 1 << 8
        if any(count != 1 + (1 << 8) for count in used):
            raise ValueError(f"{self.subject}: an edge is not run through once each way")
        return self._compact(made)

    def _key(self, loop: tuple[Path, ...]) -> list[int]:
        return [int(self.faces.start[path[0]]) for path in loop]

    def _following(self, border: np.ndarray) -> Numbers:
        """Return for each half edge the one that follows it around its face."""
        count = np.arange(len(border))
        onward: Numbers = 3 * (count // 3) + (count + 1) % 3
        half = np.flatnonzero(border)
        found = onward[half]
        while not border[found].all():
            inside = ~border[found]
            found[inside] = onward[self.faces.twin[found[inside]]]
        following = np.full(len(border), -1)
        following[half] = found
        return following

    def _arcs(self, border: np.ndarray) -> None:
        """Note which edges are parts of which arc."""
        over: dict[int, list[int]] = defaultdict(list)
        for point, column in enumerate(self.faces.column.tolist()):
            over[column].append(point)
        height = self.faces.points[:, 2]
        for group in self.groups:
            high, low = (group, False), (group, True)
            for a, b in zip(group.columns, group.columns[1:], strict=False):
                at = {int(height[p]): p for p in over[b]}
                for p in over[a]:
                    q = at.get(int(height[p]))
                    if q is not None:
                        self.arc_of[p, q] = self.arc_of[q, p] = high
            for p, q in zip(group.lower, group.lower[1:], strict=False):
                self.arc_of[p, q] = self.arc_of[q, p] = low
            if group.whole:
                self.begins.update(over[group.columns[0]])
                self.begins.update(group.lower[:1])

    def _loops(self, border: np.ndarray, following: Numbers) -> dict[int, list[tuple[Path, ...]]]:
        """Return the bounds of each face: paths of half edges, each of which is one edge."""
        faces = self.faces
        half = np.flatnonzero(border)
        start = faces.start.tolist()
        degree = np.bincount(faces.start[half], minlength=len(faces.points))
        kept = self._kept(half, following, degree)
        after, label = following.tolist(), np.repeat(faces.label, 3).tolist()
        left = dict.fromkeys(half.tolist())
        loops: dict[int, list[tuple[Path, ...]]] = defaultdict(list)
        order = np.lexsort((faces.end[half], faces.start[half]))
        for first in half[order].tolist():
            if first not in left or not kept[start[first]]:
                continue
            paths: list[Path] = []
            here = first
            while True:
                path = [here]
                del left[here]
                here = after[here]
                while not kept[start[here]]:
                    path.append(here)
                    del left[here]
                    here = after[here]
                paths.append(tuple(path))
                if here == first:
                    break
            loops[label[first]].append(tuple(paths))
        if left:
            raise ValueError(f"{self.subject}: a face has a bound without a corner")
        return loops

    def _kept(self, half: Numbers, following: Numbers, degree: Numbers) -> list[bool]:
        """Return which points are corners of the body: not those in the middle of a line or an arc."""
        faces = self.faces
        kept = degree > 2
        two = half[degree[faces.end[half]] == 2]
        before, here, after = faces.start[two], faces.end[two], faces.end[following[two]]
        a, b, c = (self.points[k].astype(np.float64) for k in (before, here, after))
        off, way = np.cross(b - a, c - a), c - a
        straight = np.sqrt((off * off).sum(axis=1)) <= FLAT * np.sqrt((way * way).sum(axis=1))
        straight &= ((b - a) * (c - b)).sum(axis=1) > 0
        kept[here[~straight]] = True
        for p, q, r in zip(before.tolist(), here.tolist(), after.tolist(), strict=True):
            one, two_ = self.arc_of.get((p, q)), self.arc_of.get((q, r))
            if one is not None or two_ is not None:
                kept[q] = one is not two_  # either is shared by all edges of an arc
        for point in self.begins:
            kept[point] = True
        found: list[bool] = kept.tolist()
        return found

    def _areas(self) -> Numbers:
        """Return twice the area of each face as a vector, nm², exactly."""
        a, b, c = (self.points[self.faces.corners[:, k]] for k in range(3))
        areas = np.zeros((int(self.faces.label.max()) + 1, 3), dtype=np.int64)
        np.add.at(areas, self.faces.label, np.cross(b - a, c - a))
        return areas

    def _face(self, label: int, loops: list[tuple[Path, ...]], area: list[int]) -> Face:
        bent = self._bent(label, loops)
        if bent is not None:
            return bent
        normal = _normal(area, upright=self._upright[label])
        sizes = [self._turning(loop, normal) for loop in loops]
        if sum(size > 0 for size in sizes) != 1:
            raise ValueError(f"{self.subject}: a face has {sum(size > 0 for size in sizes)} outer bounds")
        order = sorted(range(len(loops)), key=lambda k: (sizes[k] < 0, self._key(loops[k])))
        along = (1.0, 0.0, 0.0) if normal[2] in (1.0, -1.0) else _unit((-normal[1], normal[0], 0.0))
        return Face(Plane(normal, along), tuple(self._bound(loops[k]) for k in order))

    @property
    def _upright(self) -> dict[int, bool]:
        if not hasattr(self, "_standing"):
            self._standing = dict(zip(self.faces.label.tolist(), (self.faces.kind == UPRIGHT).tolist(), strict=True))
        return self._standing

    def _turning(self, loop: tuple[Path, ...], normal: tuple[float, float, float]) -> float:
        """Return twice the area inside a bound, positive if it runs anticlockwise."""
        ring = [self.points[self.faces.start[half]].tolist() for path in loop for half in path]
        x = y = z = 0
        ox, oy, oz = ring[0]
        for (ax, ay, az), (bx, by, bz) in zip(ring, ring[1:] + ring[:1], strict=True):
            ax, ay, az, bx, by, bz = ax - ox, ay - oy, az - oz, bx - ox, by - oy, bz - oz
            x, y, z = x + ay * bz - az * by, y + az * bx - ax * bz, z + ax * by - ay * bx
        return x * normal[0] + y * normal[1] + z * normal[2]

    def _bent(self, label: int, loops: list[tuple[Path, ...]]) -> Face | None:
        """Return a face as a curved one, or None if it is plane."""
        found = self._bends.get(label)
        if found is None:
            return None
        group, cone, triangle = found
        about = self._about(group)
        surface: Cylinder | Cone
        if cone:
            surface = Cone(about, self._low(group))
        else:
            surface = Cylinder(about, group.arc.radius, self._outward(triangle, group))
        if not group.whole:
            if len(loops) != 1:
                raise ValueError(f"{self.subject}: a curved face has {len(loops)} bounds")
            return Face(surface, (self._bound(loops[0]),))
        if len(loops) != 2 or any(len(loop) != 1 for loop in loops):
            raise ValueError(f"{self.subject}: a round wall has other bounds than two circles")
        # A seam joins both circles, and is run through both ways. Readers do not all look for where a bound begins:
        # the one around a face that looks outwards is told from its upper circle on, as most programs tell it.
        starts = [int(self.faces.start[loop[0][0]]) for loop in loops]
        low, high = sorted((0, 1), key=lambda k: int(self.points[starts[k], 2]))
        self.edges.append(Edge(starts[low], starts[high]))
        seam = len(self.edges) - 1
        lower, upper = (*self._bound(loops[low]).edges, (seam, True)), (*self._bound(loops[high]).edges, (seam, False))
        outward = isinstance(surface, Cone) or surface.outward
        return Face(surface, (Bound(upper + lower if outward else lower + upper),))

    @property
    def _bends(self) -> dict[int, tuple[Group, bool, int]]:
        """The curved faces: by label, their group, whether they are a cone, and a triangle of them."""
        if not hasattr(self, "_curved"):
            self._curved: dict[int, tuple[Group, bool, int]] = {}
            own: dict[tuple[int, int], Group] = {}
            low: set[int] = set()
            for group in self.groups:
                low.update(group.lower)
                for a, b in zip(group.columns, group.columns[1:], strict=False):
                    own[min(a, b), max(a, b)] = group
            faces = self.faces
            upright = np.flatnonzero(faces.kind == UPRIGHT)
            columns = np.sort(faces.column[faces.corners[upright]], axis=1)
            for t, (a, _, b) in zip(upright.tolist(), columns.tolist(), strict=True):
                if (a, b) in own:
                    self._curved[int(faces.label[t])] = own[a, b], False, t
            slanting = np.flatnonzero(faces.kind == SLANT)
            for t in slanting.tolist():
                corners = faces.corners[t].tolist()
                for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
                    if (a, b) in self.arc_of:
                        self._curved[int(faces.label[t])] = self.arc_of[a, b][0], True, t
        return self._curved

    def _about(self, group: Group) -> Round:
        ends = self._place(group.columns[0]), self._place(group.columns[-1])
        return Round(group.arc.centre, *ends, len(group.columns) - 1)

    def _low(self, group: Group) -> float:
        return round(group.arc.radius - self.chamfer, 9)

    def _outward(self, triangle: int, group: Group) -> bool:
        """Tell whether a wall looks away from its arc's centre."""
        a, b, c = self.points[self.faces.corners[triangle]]
        normal = np.cross(b - a, c - a).tolist()
        x, y, _ = a.tolist()
        away = x - group.arc.centre[0] * NANOMETRES, y - group.arc.centre[1] * NANOMETRES
        return bool(normal[0] * away[0] + normal[1] * away[1] > 0)

    def _bound(self, loop: tuple[Path, ...]) -> Bound:
        return Bound(tuple(self._edge(path) for path in loop))

    def _edge(self, path: Path) -> tuple[int, bool]:
        """Return the edge along a path, and whether the path runs along it from its start."""
        if path[0] in self.known:
            return self.known[path[0]]
        faces = self.faces
        a, b = int(faces.start[path[0]]), int(faces.end[path[-1]])
        curve, forward = None, a < b
        arc = self.arc_of.get((a, int(faces.end[path[0]])))
        if arc is not None:
            group, low = arc
            curve = Circle(self._about(group), self._low(group) if low else group.arc.radius)
            forward = self._anticlockwise(path, group, low)
        self.edges.append(Edge(a, b, curve) if forward else Edge(b, a, curve))
        number = len(self.edges) - 1
        self.known[path[0]] = number, forward
        self.known[int(faces.twin[path[-1]])] = number, not forward
        return number, forward

    def _anticlockwise(self, path: Path, group: Group, low: bool) -> bool:
        own = group.lower if low else group.columns
        a, b = (int(p) for p in (self.faces.start[path[0]], self.faces.end[path[0]]))
        if not low:
            a, b = int(self.faces.column[a]), int(self.faces.column[b])
        return any(own[k] == a and own[k + 1] == b for k in range(len(own) - 1))

    def _compact(self, made: list[Face]) -> Shell:
        """Return the shell with the corners it has, numbered in order."""
        used = sorted({p for edge in self.edges for p in (edge.start, edge.end)})
        number = {p: k for k, p in enumerate(used)}
        corners: list[Point] = [tuple(p) for p in self.points[used].tolist()]
        edges = tuple(Edge(number[e.start], number[e.end], e.curve) for e in self.edges)
        return Shell(tuple(corners), edges, tuple(made))


def _unit(v: tuple[float, float, float]) -> tuple[float, float, float]:
    size = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    return v[0] / size, v[1] / size, v[2] / size


def _normal(area: list[int], *, upright: bool) -> tuple[float, float, float]:
    """Return the direction of an area; of a wall, which may lean by the rounding of its corners, level."""
    x, y, z = (float(part) for part in area)
    if x == y == 0:
        return 0.0, 0.0, math.copysign(1.0, z)
    return _unit((x, y, 0.0 if upright else z))
