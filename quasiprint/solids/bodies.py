"""From meshes to bodies for CAD programs: plane faces, and curved ones where the design has arcs.

What comes out does not depend on how the meshes' level areas were triangulated: corners, edges and faces are numbered
by where they are. Each edge is proved to part two faces that run along it in opposite directions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import numpy as np

from quasiprint.model.solid import Mesh, Part, SolidPiece
from quasiprint.solids.rounds import Bevel, Chord, Group, Places, Rounds
from quasiprint.solids.shells import (
    FLAT,
    PICOMETRES,
    SLANT,
    UPRIGHT,
    Bend,
    Circle,
    Edge,
    Face,
    Flags,
    Numbers,
    Plane,
    Point,
    Round,
    Shell,
    crossed,
    plane_faces,
    plane_within,
)

Loop = list[int]  # paths of half edges, each by its first
Bound = list[int]  # visits, by number
Runs = tuple[tuple[int, bool], ...]  # edges, and whether they are run through from their start
TO, FRO = -1, -2  # visits of a seam, upwards and back


def shells(pieces: Iterable[SolidPiece], meshes: Mapping[str, Mesh]) -> Iterator[tuple[str, Shell]]:
    """Yield every body of pieces once, with its key. A chord that must stay plane in one does so in all of its piece.

    Raises ValueError if a mesh is not closed, or one of its faces has no area.
    """
    for parts in _together(pieces):
        rounds = {key: Rounds(plane_faces(meshes[key], key), part.solid, key) for key, part in parts.items()}
        refused: set[Chord] = set()
        while (more := set().union(*(rounding.plane_chords(refused) for rounding in rounds.values()))) != refused:
            refused = more
        for key in parts:
            rounding = rounds.pop(key)
            inner = len(meshes[key].surfaces[-1]) if parts[key].solid.cavity else 0
            yield key, _Building(rounding, rounding.groups(refused), key).shell(inner)


def _together(pieces: Iterable[SolidPiece]) -> Iterator[dict[str, Part]]:
    """Yield the parts of pieces, each once, those together that share pieces."""
    home: dict[str, dict[str, Part]] = {}
    for piece in pieces:
        group: dict[str, Part] = {}
        for part in piece.parts:
            known = home.get(part.key)
            if known is None:
                group[part.key] = part
            elif known is not group:
                known.update(group)
                group = known
        home.update(dict.fromkeys(group, group))
    yield from {id(group): group for group in home.values()}.values()


class _Building:
    def __init__(self, rounds: Rounds, groups: list[Group], subject: str) -> None:
        self.rounds, self.groups, self.subject = rounds, groups, subject
        self.faces = rounds.faces
        self.seams: list[tuple[int, int]] = []  # points at their lower and their upper end
        self.begins: set[int] = set()  # points where circles begin
        self.arc_of: dict[tuple[int, int], tuple[Group, Bevel | None]] = {}  # by points: group, and cone that it ends
        self.on_arc: Flags = np.zeros(len(self.faces.points), dtype=np.bool_)  # whether a point is in `arc_of`
        self.corners = self._settle()
        self.bends: dict[int, tuple[Group, Bevel | None, int]] = {}  # by label: the group, the cone, a triangle of it
        self.about = {id(group): self._about(group) for group in groups}
        self._bend()
        self.kind: dict[int, int] = dict(zip(self.faces.label.tolist(), self.faces.kind.tolist(), strict=True))
        self.start: list[int] = self.faces.start.tolist()

    def _settle(self) -> list[Point]:
        """Return where each point lies, pm."""
        at = {column: (x / 1e6, y / 1e6) for column, (x, y) in self.rounds.place.items()}
        places = Places(at, self.rounds.wide, self.rounds.rim)
        try:
            places.settle(self.groups)
        except ValueError as problem:
            raise ValueError(f"{self.subject}: {problem}") from None
        flat = {column: (round(x * PICOMETRES), round(y * PICOMETRES)) for column, (x, y) in places.at.items()}
        self.flat: dict[int, tuple[int, int]] = flat
        columns, heights = self.faces.column.tolist(), (self.faces.points[:, 2] * 1000).tolist()
        corners = [(*flat[column], z) for column, z in zip(columns, heights, strict=True)]
        for bevel in self.rounds.bevels:
            inner = places.inner(bevel.width, self.groups)
            for column, (x, y) in zip(self.rounds.rim, inner, strict=True):
                q = bevel.far[column]
                corners[q] = round(x * PICOMETRES), round(y * PICOMETRES), heights[q]
            for p, a, b in bevel.middles:
                corners[p] = _on_line(corners[p], corners[a], corners[b])
        return corners

    def _about(self, group: Group) -> Round:
        ends = self.flat[group.columns[0]], self.flat[group.columns[-1]]
        return Round(group.arc.centre, *ends, len(group.columns) - 1)

    def _bend(self) -> None:
        """Join what is to be one curved face, and note which faces and edges are curved."""
        if not self.groups:
            return
        faces = self.faces
        quiet = {c for group in self.groups for c in (group.columns[:-1] if group.whole else group.columns[1:-1])}
        half = np.flatnonzero(faces.border)
        half = half[np.isin(faces.column[faces.start[half]], list(quiet))]
        start, end = faces.start[half], faces.end[half]
        cones = [(bevel, group) for group in self.groups for bevel, _ in group.cones]
        inside = {bevel.far[p] for bevel, group in cones for p in group.columns if p in quiet}
        joined = (faces.column[start] == faces.column[end]) | np.isin(end, list(inside))
        faces.join(half[joined])
        over: dict[int, dict[int, int]] = defaultdict(dict)  # points by column and height
        columns = faces.column
        is_own = np.zeros(int(columns.max()) + 1, dtype=np.bool_)
        is_own[[column for group in self.groups for column in group.columns]] = True
        near = np.flatnonzero(is_own[columns])
        for p, column, height in zip(
            near.tolist(), columns[near].tolist(), faces.points[near, 2].tolist(), strict=True
        ):
            over[column][height] = p
        chords: dict[tuple[int, int], Group] = {}
        for group in self.groups:
            wall = group, None  # one of each, shared by all edges of an arc
            for a, b in pairwise(group.columns):
                chords[min(a, b), max(a, b)] = group
                beyond = over[b]
                for height, p in over[a].items():
                    if height in beyond:
                        q = beyond[height]
                        self.arc_of[p, q] = self.arc_of[q, p] = wall
            for bevel, points in group.cones:
                cone = group, bevel
                for p, q in pairwise(points):
                    self.arc_of[p, q] = self.arc_of[q, p] = cone
            if group.whole:
                self.begins.update(over[group.columns[0]].values())
                self.begins.update(points[0] for _, points in group.cones)
        self.on_arc[[p for p, _ in self.arc_of]] = True
        self._name(chords, is_own)

    def _name(self, chords: Mapping[tuple[int, int], Group], is_own: Flags) -> None:
        """Note which faces are curved. is_own: of each column, whether it is a group's."""
        faces = self.faces
        upright = np.flatnonzero((faces.kind == UPRIGHT) & is_own[faces.column[faces.corners]].all(axis=1))
        columns = np.sort(faces.column[faces.corners[upright]], axis=1)
        labels = faces.label.tolist()
        for t, (a, _, b) in zip(upright.tolist(), columns.tolist(), strict=True):
            if (a, b) in chords:
                self.bends[labels[t]] = chords[a, b], None, t
        ends = {bevel.up: bevel for bevel in self.rounds.bevels}
        heights = faces.points[:, 2].tolist()
        middle = (min(heights) + max(heights)) / 2
        for t in np.flatnonzero(faces.kind == SLANT).tolist():
            three = faces.corners[t].tolist()
            for a, b in zip(three, three[1:] + three[:1], strict=True):
                if (a, b) in self.arc_of:
                    self.bends[labels[t]] = self.arc_of[a, b][0], ends[heights[a] > middle], t

    def shell(self, inner: int) -> Shell:
        """Return the body, its walls and chamfers along arcs curved. inner: how many triangles, the last, are around a
        cavity. Raises ValueError if that is none."""
        border = self.faces.border
        loops = self._loops(border, self._following(border))
        visits: list[int] = []  # paths in the order in which their edges are numbered; or a seam
        made = [self._face(label, paths, visits) for label, paths in loops.items()]
        used, edges, runs = self._numbered(np.array(visits))
        faces = [
            Face(surface, tuple([tuple([runs[visit] for visit in bound]) for bound in bounds]))
            for surface, bounds in made
        ]
        around = set(self.faces.label[len(self.faces.label) - inner :].tolist())
        hollow = frozenset(k for k, label in enumerate(loops) if label in around)
        return Shell(tuple([self.corners[p] for p in used]), edges, tuple(faces), hollow)

    def _numbered(self, visits: Numbers) -> tuple[list[int], tuple[Edge, ...], Runs]:
        """Return the points that are corners, the edges, and for each visit its edge, and whether it runs along it from
        its start. Raises ValueError if an edge is not visited twice, once each way."""
        numbers = np.arange(len(visits))
        seam = visits < 0
        there = np.full(len(self.last), -1)
        there[visits[~seam]] = numbers[~seam]
        partner = np.where(seam, numbers + np.where(visits == TO, 1, -1), there[self.faces.twin[self.last[visits]]])
        if (partner < 0).any() or (partner == numbers).any() or (partner[partner] != numbers).any():
            raise ValueError(f"{self.subject}: an edge is not run through once each way")
        a, b = self.faces.start[visits], self.faces.end[self.last[visits]]
        ends = np.array(self.seams, dtype=np.int64).reshape(-1, 2)
        a[visits == TO], b[visits == TO] = ends[:, 0], ends[:, 1]
        along = (a < b) | (visits == TO)
        first = np.flatnonzero(numbers < partner)
        curves: list[Circle | None] = [None] * len(first)
        if self.arc_of:
            beyond = self.faces.end[visits]
            near = np.flatnonzero(self.on_arc[a[first]] & self.on_arc[beyond[first]] & ~seam[first])
            chords = zip(a[first[near]].tolist(), beyond[first[near]].tolist(), strict=True)
            for k, chord in zip(near.tolist(), chords, strict=True):
                p, q = chord
                arc = self.arc_of.get(chord)
                if arc is not None:
                    group, bevel = arc
                    curves[k] = Circle(self.about[id(group)], _radius(group, bevel))
                    along[first[k]] = self._anticlockwise(p, q, group, bevel)
        along[partner[first]] = ~along[first]
        number = np.zeros(len(visits), dtype=np.int64)
        number[first] = np.arange(len(first))
        number[partner[first]] = number[first]
        forward = along[first]
        starts, stops = np.where(forward, a[first], b[first]), np.where(forward, b[first], a[first])
        used = np.unique(np.concatenate((starts, stops)))
        starts, stops = np.searchsorted(used, starts), np.searchsorted(used, stops)
        edges = tuple(map(Edge, starts.tolist(), stops.tolist(), curves))
        return used.tolist(), edges, tuple(zip(number.tolist(), along.tolist(), strict=True))

    def _following(self, border: Flags) -> Numbers:
        """Return for each half edge of a border the next half edge around its face."""
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

    def _loops(self, border: Flags, following: Numbers) -> dict[int, list[Loop]]:
        """Return the bounds of each face: paths of half edges, each of which is one edge, by their first; each from its
        least corner on, and in the order of these, as are the faces. Notes the last half edge of each path."""
        faces = self.faces
        half = np.flatnonzero(border)
        kept = self._are_corners(half, following)
        begins = kept[faces.start]
        paths = half[begins[half]]
        self.after = following.tolist()
        self.last = np.arange(len(border))
        growing, count = paths, len(paths)
        while len(growing := growing[~begins[following[self.last[growing]]]]):
            self.last[growing] = following[self.last[growing]]
            count += len(growing)
        if count != len(half):
            raise ValueError(f"{self.subject}: a face has a bound without a corner")
        onward = np.full(len(border), -1)
        onward[paths] = following[self.last[paths]]
        loops: dict[int, list[Loop]] = defaultdict(list)
        order = paths[np.lexsort((faces.end[paths], faces.start[paths]))]
        following_path = onward.tolist()
        for first, label in zip(order.tolist(), faces.label[order // 3].tolist(), strict=True):
            here = following_path[first]
            if here < 0:
                continue
            loop = [first]
            following_path[first] = -1
            while here != first:
                loop.append(here)
                following_path[here], here = -1, following_path[here]
            loops[label].append(loop)
        return loops

    def _are_corners(self, half: Numbers, following: Numbers) -> Flags:
        """Return which points are corners of the body: not those in the middle of a line or an arc."""
        faces = self.faces
        degree = np.bincount(faces.start[half], minlength=len(faces.points))
        kept = degree > 2
        second = half[degree[faces.end[half]] == 2]
        before, here, after = faces.start[second], faces.end[second], faces.end[following[second]]
        a, b, c = (faces.points[k].astype(np.float64) for k in (before, here, after))
        (x, y, z), way, on = crossed(b - a, c - a), c - a, c - b
        straight = np.sqrt(x * x + y * y + z * z) <= FLAT * np.sqrt((way * way).sum(axis=1))
        straight &= ((b - a) * on).sum(axis=1) > 0
        kept[here[~straight]] = True
        if self.groups:
            near = self.on_arc[here]
            for p, q, r in zip(before[near].tolist(), here[near].tolist(), after[near].tolist(), strict=True):
                first, other = self.arc_of.get((p, q)), self.arc_of.get((q, r))
                if first is not None or other is not None:
                    kept[q] = first is not other
        kept[sorted(self.begins)] = True
        return np.asarray(kept, dtype=np.bool_)

    def _face(self, label: int, loops: list[Loop], visits: list[int]) -> tuple[Plane | Bend, list[Bound]]:
        """Return a face's surface, and its bounds as visits."""
        if label in self.bends:
            return self._bend_face(label, loops, visits)
        plane, is_outer = plane_within(tuple(map(self._ring, loops)), self.kind[label])
        if is_outer.count(True) != 1:
            raise ValueError(f"{self.subject}: a face has {is_outer.count(True)} outer bounds")
        first = is_outer.index(True)
        return plane, [self._visit(loop, visits) for loop in (loops[first], *loops[:first], *loops[first + 1 :])]

    def _visit(self, loop: Loop, visits: list[int]) -> Bound:
        """Visit the paths of a bound."""
        first = len(visits)
        visits += loop
        return [*range(first, len(visits))]

    def _ring(self, loop: Loop) -> tuple[Point, ...]:
        """Return all corners along a bound, also those in the middle of its edges."""
        first = loop[0]
        ring, here = [self.corners[self.start[first]]], self.after[first]
        while here != first:
            ring.append(self.corners[self.start[here]])
            here = self.after[here]
        return tuple(ring)

    def _bend_face(self, label: int, loops: list[Loop], visits: list[int]) -> tuple[Plane | Bend, list[Bound]]:
        """Return a curved face, as `_face` does."""
        group, bevel, triangle = self.bends[label]
        about = self.about[id(group)]
        widens = 0 if bevel is None else -1 if bevel.up else 1
        radius = group.arc.radius if bevel is None or bevel.up else _radius(group, bevel)
        surface = Bend(about, radius, bool(widens) or self._outward(triangle, group), widens)
        if not group.whole:
            if len(loops) != 1:
                raise ValueError(f"{self.subject}: a curved face has {len(loops)} bounds")
            return surface, [self._visit(loops[0], visits)]
        if len(loops) != 2 or any(len(loop) != 1 for loop in loops):
            raise ValueError(f"{self.subject}: a round wall has other bounds than two circles")
        # A seam joins both circles, and is run through both ways. Readers do not all look for where a bound begins:
        # the one around a face that looks outwards is listed from its upper circle on, as most programs list it.
        starts = [self.start[loop[0]] for loop in loops]
        low, high = sorted((0, 1), key=lambda k: self.corners[starts[k]][2])
        self.seams.append((starts[low], starts[high]))
        to, fro = self._visit([TO], visits), self._visit([FRO], visits)
        lower, upper = self._visit(loops[low], visits) + to, self._visit(loops[high], visits) + fro
        return surface, [upper + lower if surface.outward else lower + upper]

    def _outward(self, triangle: int, group: Group) -> bool:
        """Tell whether a wall looks away from its arc's centre."""
        a, b, c = (self.corners[k] for k in self.faces.corners[triangle].tolist())
        (ux, uy, uz), (vx, vy, vz) = ([q - p for p, q in zip(a, other, strict=True)] for other in (b, c))
        x, y = (centre * PICOMETRES for centre in group.arc.centre)
        return bool((uy * vz - uz * vy) * (a[0] - x) + (uz * vx - ux * vz) * (a[1] - y) > 0)

    def _anticlockwise(self, a: int, b: int, group: Group, bevel: Bevel | None) -> bool:
        for cone, points in group.cones:
            if cone is bevel:
                return (a, b) in pairwise(points)
        columns = self.faces.column
        return (int(columns[a]), int(columns[b])) in pairwise(group.columns)


def _on_line(p: Point, a: Point, b: Point) -> Point:
    """Return the point of the level line through a and b that is nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    return round(a[0] + dx * part), round(a[1] + dy * part), p[2]


def _radius(group: Group, bevel: Bevel | None) -> float:
    """Return the radius of an arc, or of the inner end of a chamfer along it."""
    return group.arc.radius if bevel is None else round(group.arc.radius - bevel.width, 9)
