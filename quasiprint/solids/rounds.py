"""Which walls and chamfers of a body run along arcs of the design, and can be one curved face each.

A chord of an arc is a wall's foot, or several walls' one above the other. Neighbouring chords become one curved face
where nothing else meets the corner between them. What is not clearly so stays plane: a chord on which something ends,
or to which something comes nearer than the arc bulges.

Pockets and the inlays in them have to agree. So a chord that must stay plane in one body stays plane in all that are
made together: `refused` tells of them, `Rounds.groups` is told.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from quasiprint.drawing.grid_rings import NANOMETRES, GridPoint, on_grid
from quasiprint.drawing.rings import crossing, to_segment
from quasiprint.model.solid import Solid
from quasiprint.solids.arcs import Arc, arcs
from quasiprint.solids.plane_faces import SLANT, UPRIGHT, Faces

Chord = tuple[GridPoint, GridPoint]  # its ends, the lesser one first
ROOM = 1e-3  # mm: so far has everything to stay away from what bulges
THIN = 0.02  # mm: the least radius of a cone
WEDGE = math.sin(math.radians(1.0))  # of what leaves a corner between chord and arc


@dataclass(slots=True)
class Group:
    """Neighbouring chords that are one curved face, or several above each other. columns: of their corners,
    anticlockwise, both ends included. lower: the points at the lower end of the chamfer under each corner, if there is
    one. whole: whether it is a circle, which begins and ends at one column."""

    arc: Arc
    columns: list[int]
    whole: bool = False
    lower: list[int] = field(default_factory=list)


class Rounds:
    """The arcs of a solid in its mesh."""

    def __init__(self, faces: Faces, solid: Solid) -> None:
        self.faces, self.solid = faces, solid
        self.place: dict[int, GridPoint] = {}
        self.column: dict[GridPoint, int] = {}
        self.found = _arcs_of(solid)
        self.broken: set[Chord] = set()
        if self.found:
            self._look()

    def _look(self) -> None:
        """Find the walls and chamfers over each chord, and what else meets its ends."""
        faces = self.faces
        self.place = dict(zip(faces.column.tolist(), map(tuple, faces.points[:, :2].tolist()), strict=True))
        self.column = {p: column for column, p in self.place.items()}
        self.walls, self.wide = self._upright()
        self.slants = self._slanting()
        self.meeting = self._meeting()
        for arc in self.found:
            for a, b in zip(arc.corners, arc.corners[1:], strict=False):
                if not self._plain(a, b):
                    self.broken.add(_chord(a, b))

    def _upright(self) -> tuple[dict[tuple[int, int], list[int]], dict[int, set[int]]]:
        """Return the walls over two columns, by these, and those over more, by each."""
        own = self.faces.kind == UPRIGHT
        columns = self.faces.column[self.faces.corners[own]]
        pairs = np.unique(np.column_stack((np.repeat(self.faces.label[own], 3), columns.ravel())), axis=0)
        over: dict[int, list[int]] = defaultdict(list)
        for label, column in pairs.tolist():
            over[label].append(column)
        walls: dict[tuple[int, int], list[int]] = defaultdict(list)
        wide: dict[int, set[int]] = defaultdict(set)
        for label, standing in over.items():
            if len(standing) == 2:
                walls[standing[0], standing[1]].append(label)
            else:
                for column in standing:
                    wide[column].add(label)
        return walls, wide

    def _slanting(self) -> dict[tuple[int, int], tuple[int, dict[int, int]]]:
        """Return the chamfers' faces by the columns of their upper corners: each with the corner below each of these.

        Only those of four corners.
        """
        faces = self.faces
        own = np.flatnonzero(faces.kind == SLANT)
        corners: dict[int, set[int]] = defaultdict(set)
        for label, three in zip(faces.label[own].tolist(), faces.corners[own].tolist(), strict=True):
            corners[label].update(three)
        edges = set(zip(faces.start[faces.border].tolist(), faces.end[faces.border].tolist(), strict=True))
        found = {}
        for label, four in corners.items():
            low = min(faces.points[p, 2] for p in four)
            up = [p for p in four if faces.points[p, 2] > low]
            below = {p: [q for q in four if q not in up and ((p, q) in edges or (q, p) in edges)] for p in up}
            if len(four) == 4 and len(up) == 2 and all(len(qs) == 1 for qs in below.values()):
                a, b = sorted(up, key=lambda p: int(faces.column[p]))
                pair = int(faces.column[a]), int(faces.column[b])
                found[pair] = label, {int(faces.column[p]): qs[0] for p, qs in below.items()}
        return found

    def _meeting(self) -> dict[int, set[tuple[int, int]]]:
        """Return the edges (from, to) that leave the points over or under the corners of arcs, by column."""
        faces = self.faces
        wanted = {self.column[p] for arc in self.found for p in arc.corners if p in self.column}
        for pair, (_, below) in self.slants.items():
            if wanted.intersection(pair):
                wanted.update(int(faces.column[q]) for q in below.values())
        border = np.flatnonzero(faces.border)
        start, end = faces.start[border], faces.end[border]
        near = np.isin(faces.column[start], sorted(wanted))
        found: dict[int, set[tuple[int, int]]] = defaultdict(set)
        columns = faces.column[start[near]].tolist()
        for column, a, b in zip(columns, start[near].tolist(), end[near].tolist(), strict=True):
            found[column].add((a, b))
        return found

    def _plain(self, a: GridPoint, b: GridPoint) -> bool:
        """Tell whether the walls over a chord have no corners but its own, and its ends are in the mesh."""
        if a not in self.column or b not in self.column:
            return False
        return not self.wide[self.column[a]] & self.wide[self.column[b]]

    def refused(self) -> set[Chord]:
        """Return the chords of arcs that have to stay plane in this body."""
        out = set(self.broken)
        while True:
            groups = list(self._groups(out))
            more = {chord for group in groups if not self._free(group) for chord in self._chords(group)}
            more |= {chord for group in groups if not self._bevelled(group, groups) for chord in self._chords(group)}
            if more <= out:
                return out
            out |= more

    def groups(self, refused: set[Chord]) -> list[Group]:
        """Return what is to be curved, without chords that are refused."""
        return list(self._groups(refused))

    def _chords(self, group: Group) -> Iterator[Chord]:
        places = [self.place[column] for column in group.columns]
        for a, b in zip(places, places[1:], strict=False):
            yield _chord(a, b)

    def _groups(self, refused: set[Chord]) -> Iterator[Group]:
        taken: set[Chord] = set()
        for arc in self.found:
            chords = list(zip(arc.corners, arc.corners[1:], strict=False))
            good = [_chord(a, b) not in refused | taken and self._standing(a, b) for a, b in chords]
            taken.update(_chord(a, b) for (a, b), fine in zip(chords, good, strict=True) if fine)
            n = len(chords)
            # whether chord k goes on in the face of chord k − 1
            on = [(k > 0 or arc.whole) and good[k] and good[k - 1] and self._quiet(arc, k) for k in range(n)]
            if all(on):
                yield self._group(arc, range(n), whole=True)
                continue
            first = on.index(False)
            run: list[int] = []
            for j in [(first + k) % n for k in range(n)]:
                if run and not on[j]:
                    yield self._group(arc, run, whole=arc.whole and len(run) == n)
                    run = []
                if good[j]:
                    run.append(j)
            if run:
                yield self._group(arc, run, whole=arc.whole and len(run) == n)

    def _group(self, arc: Arc, run: Iterable[int], *, whole: bool) -> Group:
        run = list(run)
        columns = [self.column[arc.corners[k]] for k in run]
        columns.append(self.column[arc.corners[run[-1] + 1]])
        group = Group(arc, columns, whole)
        pairs = [_pair(a, b) for a, b in zip(columns, columns[1:], strict=False)]
        if all(pair in self.slants for pair in pairs):
            group.lower = [self.slants[pair][1][a] for pair, a in zip(pairs, columns, strict=False)]
            group.lower.append(self.slants[pairs[-1]][1][columns[-1]])
        return group

    def _standing(self, a: GridPoint, b: GridPoint) -> bool:
        return _pair(self.column[a], self.column[b]) in self.walls

    def _quiet(self, arc: Arc, k: int) -> bool:
        """Tell whether nothing but an arc's walls and chamfers meets at the corner where its chord k begins."""
        before, here, after = (self.column[arc.corners[j]] for j in (k - 1 if k else -2, k, k + 1))
        pairs = _pair(before, here), _pair(here, after)
        slant = [self.slants.get(pair) for pair in pairs]
        below = {found[1][here] for found in slant if found}
        levels: dict[int, set[int]] = {before: set(), after: set()}
        for a, b in self.meeting[here]:
            beyond = int(self.faces.column[b])
            if beyond in levels and self.faces.points[a, 2] == self.faces.points[b, 2]:
                levels[beyond].add(int(self.faces.points[a, 2]))
            elif beyond != here and b not in below:
                return False
        if levels[before] != levels[after] or (slant[0] is None) != (slant[1] is None) or len(below) > 1:
            return False
        if len(self.walls[pairs[0]]) != len(self.walls[pairs[1]]):
            return False
        return all(len(self.meeting[int(self.faces.column[q])]) == 3 for q in below)

    def _free(self, group: Group) -> bool:
        """Tell whether nothing comes between the group's chords and its arc."""
        arc = group.arc
        corners = [_mm(self.place[column]) for column in group.columns]
        half = math.dist(corners[0], corners[1]) / 2
        bulge = arc.radius - math.sqrt(max(0.0, arc.radius**2 - half**2))
        own = set(group.columns)
        ends = own if group.whole else {group.columns[0], group.columns[-1]}
        for column in ends:
            if not self._no_wedge(group, column):
                return False
        for a, b in self._edges_near(arc, bulge):
            columns = {self.column[a], self.column[b]}
            if columns & own:
                continue
            p, q = _mm(a), _mm(b)
            for c, d in zip(corners, corners[1:], strict=False):
                off = min(to_segment(p, c, d), to_segment(q, c, d), to_segment(c, p, q), to_segment(d, p, q))
                if off < bulge + ROOM or crossing(p, q, c, d):
                    return False
        return True

    def _no_wedge(self, group: Group, column: int) -> bool:
        """Tell whether no edge leaves a corner of a group between its chord and the arc."""
        arc = group.arc
        own = {_pair(a, b) for a, b in zip(group.columns, group.columns[1:], strict=False)}
        at = [k for k, other in enumerate(group.columns) if other == column]
        x, y = _mm(self.place[column])
        radial = x - arc.centre[0], y - arc.centre[1]
        for k in at:
            for other in (k - 1, k + 1):
                if not 0 <= other < len(group.columns):
                    continue
                sense = 1.0 if other > k else -1.0
                tangent = -radial[1] * sense / arc.radius, radial[0] * sense / arc.radius
                far = _mm(self.place[group.columns[other]])
                way = far[0] - x, far[1] - y
                lean = -(way[0] * radial[0] + way[1] * radial[1]) / arc.radius / math.dist(far, (x, y))
                for a, b in self.meeting[column]:
                    beyond = int(self.faces.column[b])
                    flat = self.faces.points[a, 2] == self.faces.points[b, 2]
                    if beyond == column or not flat or _pair(column, beyond) in own:
                        continue
                    end = _mm(self.place[beyond])
                    dx, dy = end[0] - x, end[1] - y
                    size = math.sqrt(dx * dx + dy * dy)
                    ahead = (dx * tangent[0] + dy * tangent[1]) / size
                    inward = -(dx * radial[0] + dy * radial[1]) / arc.radius / size
                    if ahead > 0 and -WEDGE < inward < lean + WEDGE:
                        return False
        return True

    def _edges_near(self, arc: Arc, bulge: float) -> Iterator[Chord]:
        """Yield the edges, seen from above, that come between an arc's chords and its circle, or near."""
        ends, chords = self._seen()
        if not len(chords):
            return
        one, two = (ends[:, k] - np.array(arc.centre) for k in (0, 1))
        way = two - one
        square = np.maximum((way * way).sum(axis=1), 1e-18)
        part = np.clip(-(one * way).sum(axis=1) / square, 0.0, 1.0)
        nearest = one + part[:, None] * way
        least = np.sqrt((nearest * nearest).sum(axis=1))
        most = np.sqrt(np.maximum((one * one).sum(axis=1), (two * two).sum(axis=1)))
        near = (least < arc.radius + ROOM) & (most > arc.radius - bulge - ROOM)
        for a, b in chords[near].tolist():
            yield self.place[a], self.place[b]

    def _seen(self) -> tuple[np.ndarray, np.ndarray]:
        """Return all level edges, seen from above: where their ends are, mm, and their columns."""
        if not hasattr(self, "_level_edges"):
            faces = self.faces
            start, end = faces.start[faces.border], faces.end[faces.border]
            level = faces.points[start, 2] == faces.points[end, 2]
            pairs = np.sort(np.column_stack((faces.column[start[level]], faces.column[end[level]])), axis=1)
            chords = np.unique(pairs, axis=0)
            where = np.zeros((int(faces.column.max()) + 1, 2))
            where[faces.column] = faces.points[:, :2] / NANOMETRES
            self._level_edges = where[chords], chords
        return self._level_edges

    def _bevelled(self, group: Group, groups: list[Group]) -> bool:
        """Tell whether the chamfer under a group, if there is one, can be a cone: what is beside it runs on from it."""
        if not group.lower:
            return not any(_pair(a, b) in self.slants for a, b in zip(group.columns, group.columns[1:], strict=False))
        if group.arc.radius - self.solid.chamfer < THIN:
            return False
        if group.whole:
            return True
        ends = ((group.columns[0], group.columns[1]), (group.columns[-1], group.columns[-2]))
        return all(self._runs_on(group, end, inside, groups) for end, inside in ends)

    def _runs_on(self, group: Group, end: int, inside: int, groups: list[Group]) -> bool:
        """Tell whether the chamfer beside a group's end goes on there without a corner."""
        beside = [a if b == end else b for a, b in self.slants if end in (a, b)]
        beside = [column for column in beside if column != inside]
        if len(beside) != 1:
            return False
        p = self.place[end]
        for other in groups:
            pairs = {_pair(a, b) for a, b in zip(other.columns, other.columns[1:], strict=False)}
            if other is not group and other.lower and _pair(end, beside[0]) in pairs:
                one, two = (other.arc.inward(p, self.solid.chamfer), group.arc.inward(p, self.solid.chamfer))
                return math.dist(one, two) < 3e-6
        return group.arc.touched(p, self.place[beside[0]])


def _arcs_of(solid: Solid) -> list[Arc]:
    """Return the arcs of all rings of a solid, those of its outline first."""
    rings = [solid.outline, *solid.holes]
    rings += [ring for region in solid.recesses for ring in region.rings]
    for sector in solid.sectors:
        rings.append(sector.boundary)
        rings += [ring for step in sector.steps for ring in step.region.rings]
    return list({arc: None for ring in dict.fromkeys(map(on_grid, rings)) for arc in arcs(ring)})


def _chord(a: GridPoint, b: GridPoint) -> Chord:
    return (a, b) if a < b else (b, a)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _mm(p: GridPoint) -> tuple[float, float]:
    return p[0] / NANOMETRES, p[1] / NANOMETRES
