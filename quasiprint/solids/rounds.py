"""Which walls and chamfers of a body run along arcs of the design, and can be one curved face each.

A chord of an arc is a wall's foot, or several walls' one above the other. Neighbouring chords become one curved face
where nothing else meets the corner between them. What is not clearly so stays plane: a chord on which something ends,
or to which something comes nearer than the arc bulges.

Pockets and the inlays in them have to agree. So a chord that must stay plane in one body stays plane in all that are
made together: `plane_chords` returns them, `Rounds.groups` gets them.

Corners of a mesh are on the grid. So where one is meant to lie on a wall, or on an arc, it lies up to a nanometre
beside it, and a chamfer's four corners are not in one plane. CAD programs hold a body to a tenth of that. So corners
are moved, each by a few nanometres at most, to where the design means them: on the walls and circles they are part of.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, compress, pairwise
from typing import TypeVar

import numpy as np

from quasiprint.drawing.outlines import mitre
from quasiprint.drawing.rings import NANOMETRES, Arc, GridPoint, arcs_of, distance, on_grid
from quasiprint.model.face import Point, Ring
from quasiprint.model.solid import Solid
from quasiprint.solids.mesh import rims
from quasiprint.solids.shells import UPRIGHT, Faces, Floats, Numbers

End = TypeVar("End", int, GridPoint)
PASSES = 40
STILL = 1e-11  # mm: what moves by less is where it belongs
ROUND = 1e-9  # mm: what still moves by more is not printed as it is
FAR = 1e-4  # mm: what would be moved farther is not meant to lie where it would
STEEP = 0.05  # of a wall against an arc: less and they hardly cross


@dataclass(frozen=True, slots=True)
class Bevel:
    """A chamfer in a mesh. width: mm. up: whether it is that of the top. far: for each column of the outline the point
    of the chamfer's inner end beside it. middles: other points of that end, each with its two neighbours."""

    width: float
    up: bool
    far: dict[int, int]
    middles: list[tuple[int, int, int]]


def bevels(
    faces: Faces, solid: Solid, columns: Mapping[GridPoint, int], subject: str
) -> tuple[tuple[int, ...], tuple[Bevel, ...]]:
    """Return the columns of the outline, anticlockwise, and its chamfers; nothing for a body without one. columns: by
    where they stand. Raises ValueError if the mesh has another chamfer."""
    ring, foot, brow = rims(solid)
    least = ring.index(min(ring)) if foot or brow else 0
    found, rim = [], tuple(columns.get(p, -1) for p in ring[least:] + ring[:least])
    for up, width, level, strips in ((False, solid.chamfer, solid.bottom, foot), (True, solid.bevel, solid.top, brow)):
        if strips:
            there = np.flatnonzero(faces.points[:, 2] == round(level * NANOMETRES))
            known = dict(zip(map(tuple, faces.points[there, :2].tolist()), there.tolist(), strict=True))
            ends = [[known.get(p, -1) for p in on_grid(strip)] for strip in strips[least:] + strips[:least]]
            if -1 in chain(rim, *ends):
                raise ValueError(f"{subject}: its chamfer is not the outline's")
            far = {column: end[0] for column, end in zip(rim, ends, strict=True)}
            middles = [(p, end[0], end[-1]) for end in ends for p in end[1:-1]]
            found.append(Bevel(width, up, far, middles))
    return (rim if found else ()), tuple(found)


def least_first(a: End, b: End) -> tuple[End, End]:
    """Return two ends in their order."""
    return (a, b) if a < b else (b, a)


@dataclass(slots=True)
class Group:
    """Neighbouring chords of one curved face, or of several above each other. columns: of their corners, anticlockwise,
    both ends included. cones: its chamfers, if they are cones: of each the points inside of the corners. whole: whether
    it is a circle, which begins and ends at one column, in the middle of nothing else."""

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


Chord = tuple[GridPoint, GridPoint]  # its ends, the lesser one first
ROOM = 1e-3  # mm: so far has everything to stay away from what bulges
CORNER = 0.02  # mm: so much of an edge is at the corner from which it leaves
THIN = 0.02  # mm: the least radius of a cone
MOST = 1 << 20  # pairs of a chord and an edge that are looked at at once


class Rounds:
    """The arcs of a solid in its mesh."""

    def __init__(self, faces: Faces, solid: Solid, subject: str) -> None:
        self.faces, self.solid = faces, solid
        flat = map(tuple, faces.points[:, :2].tolist())
        self.place: dict[int, GridPoint] = dict(zip(faces.column.tolist(), flat, strict=True))
        self.column = {p: column for column, p in self.place.items()}
        self.walls, self.wide = self._upright()
        self.rim, self.bevels = bevels(faces, solid, self.column, subject)
        self.bevelled = {least_first(a, b) for a, b in zip(self.rim, self.rim[1:] + self.rim[:1], strict=True)}
        self.found = arcs_of(solid)
        # an arc's chords, whether they are walls' feet, and whether each can go on in the face of the one before
        self.chains: list[tuple[Arc, list[Chord], list[bool], list[bool]]] = []
        self.broken: set[Chord] = set()
        if self.found:
            self._look()

    def _look(self) -> None:
        """Find what else meets the ends of chords, and which chords have corners of others on them."""
        self._meet()
        within: dict[int, set[int]] = defaultdict(set)
        for number, side in enumerate(self.wide):
            for column in side:
                within[column].add(number)
        for arc in self.found:
            names, feet = [], []
            for a, b in pairwise(arc.corners):
                names.append(name := least_first(a, b))
                first, second = self.column.get(a), self.column.get(b)
                if first is None or second is None or (first in within and within[first] & within.get(second, set())):
                    self.broken.add(name)
                    feet.append(False)
                else:
                    feet.append(least_first(first, second) in self.walls)
            onward = [(k > 0 or arc.whole) and ok and feet[k - 1] and self._quiet(arc, k) for k, ok in enumerate(feet)]
            self.chains.append((arc, names, feet, onward))

    def _upright(self) -> tuple[dict[tuple[int, int], list[int]], list[list[int]]]:
        """Return the walls over two columns, by these, and the columns of the others."""
        upright = self.faces.kind == UPRIGHT
        columns = self.faces.column[self.faces.corners[upright]]
        size = int(self.faces.column.max()) + 1
        pairs = np.unique(np.repeat(self.faces.label[upright], 3) * size + columns.ravel())
        labels, feet = np.divmod(pairs, size)
        starts = np.flatnonzero(np.concatenate(([True], labels[1:] != labels[:-1])))
        walls: dict[tuple[int, int], list[int]] = defaultdict(list)
        wide: list[list[int]] = []
        flat, bounds = feet.tolist(), [*starts.tolist(), len(labels)]
        for label, first, last in zip(labels[starts].tolist(), bounds, bounds[1:], strict=False):
            if last - first == 2:
                walls[flat[first], flat[first + 1]].append(label)
            else:
                wide.append(flat[first:last])
        return walls, wide

    def _meet(self) -> None:
        """Find the edges that leave the points over or under the corners of arcs, by column: of level ones the heights,
        by the columns to which they lead, lowest first; of slanting ones their ends. And how many leave each point."""
        faces = self.faces
        border = np.flatnonzero(faces.border)
        start, end = faces.start[border], faces.end[border]
        here, beyond = faces.column[start], faces.column[end]
        self.leaving: list[int] = np.bincount(start, minlength=len(faces.points)).tolist()
        is_wanted = np.zeros(len(self.place), dtype=np.bool_)
        is_wanted[[self.column[p] for arc in self.found for p in arc.corners if p in self.column]] = True
        near = np.flatnonzero(is_wanted[here] & (here != beyond))
        heights = faces.points[start[near], 2]
        near, heights = near[order := np.argsort(heights, kind="stable")], heights[order]
        is_level = heights == faces.points[end[near], 2]
        self.level: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.slanting: dict[int, list[int]] = defaultdict(list)
        level, slanting = near[is_level], near[~is_level]
        for a, b, z in zip(here[level].tolist(), beyond[level].tolist(), heights[is_level].tolist(), strict=True):
            self.level[a][b].append(z)
        for a, q in zip(here[slanting].tolist(), end[slanting].tolist(), strict=True):
            self.slanting[a].append(q)

    def plane_chords(self, others: Set[Chord] = frozenset()) -> set[Chord]:
        """Return the chords of arcs that have to stay plane in this body. others: those that have to in another."""
        out = self.broken | others
        while True:
            groups = self.groups(out)
            wide = [group for group in groups if len(group.columns) > 2]
            flat = [group for group in groups if len(group.columns) == 2 or not self._may_be_cone(group, groups)]
            more = set().union(*map(self._chords, chain(flat, self._crowded(wide) if wide else ())))
            if more <= out:
                return out
            out |= more

    def _chords(self, group: Group) -> set[Chord]:
        return {least_first(a, b) for a, b in pairwise(self.place[column] for column in group.columns)}

    def groups(self, refused: set[Chord]) -> list[Group]:
        """Return what is to be curved, without chords that are refused."""
        found: list[Group] = []
        taken: set[Chord] = set()
        for arc, names, feet, onward in self.chains:
            good = [ok and name not in refused and name not in taken for name, ok in zip(names, feet, strict=True)]
            taken.update(compress(names, good))
            found += self._parts(arc, good, onward)
        return found

    def _parts(self, arc: Arc, good: Sequence[bool], onward: Sequence[bool]) -> Iterator[Group]:
        """Yield what is to be curved of an arc. good: whether each chord may be."""
        n = len(good)
        on = [good[k] and good[k - 1] and onward[k] for k in range(n)]
        if all(on):
            yield self._group(arc, range(n), whole=True)
            return
        first = on.index(False)
        run: list[int] = []
        for j in [(first + k) % n for k in range(n)]:
            if run and not on[j]:
                yield self._group(arc, run)
                run = []
            if good[j]:
                run.append(j)
        if run:
            yield self._group(arc, run)

    def _group(self, arc: Arc, run: Iterable[int], *, whole: bool = False) -> Group:
        run = list(run)
        columns = [self.column[arc.corners[k]] for k in run]
        columns.append(self.column[arc.corners[run[-1] + 1]])
        group = Group(arc, columns, whole)
        if self.bevelled and self.bevelled.issuperset(group.pairs):
            group.cones = [(bevel, [bevel.far[column] for column in columns]) for bevel in self.bevels]
        return group

    def _quiet(self, arc: Arc, k: int) -> bool:
        """Tell whether nothing but an arc's walls and chamfers meets at the corner where its chord k begins."""
        corners, column = arc.corners, self.column
        before, here, after = column[corners[k - 1 if k else -2]], column[corners[k]], column[corners[k + 1]]
        first, other = least_first(before, here), least_first(here, after)
        slant = first in self.bevelled
        if slant != (other in self.bevelled) or len(self.walls[first]) != len(self.walls[other]):
            return False
        level = self.level[here]
        if level.get(before) != level.get(after) or level.keys() - {before, after}:
            return False
        inside = [bevel.far[here] for bevel in self.bevels] if slant else []
        if not set(self.slanting.get(here, ())).issubset(inside):
            return False
        return all(self.leaving[p] == 3 for p in inside)

    def _crowded(self, groups: list[Group]) -> Iterator[Group]:
        """Yield the groups where something comes within `ROOM` of where an arc bulges: between its chords and the
        tangents at their ends; or leaves the group's ends there. At its other corners nothing else meets."""
        where, level, left, low, right, high = self._level_edges
        of = np.array([number for number, group in enumerate(groups) for _ in group.columns[1:]])  # each chord's group
        chords = np.array([pair for group in groups for pair in pairwise(group.columns)])
        arcs = np.array([(*group.arc.centre, group.arc.radius) for group in groups])[of]
        is_held = np.zeros((len(groups), len(where)), dtype=np.bool_)
        is_held[of[:, None], chords] = True
        p, q = where[chords[:, 0]], where[chords[:, 1]]
        out = (p + q) / 2 - arcs[:, :2]
        tip = arcs[:, :2] + out * (arcs[:, 2] ** 2 / (out * out).sum(axis=1))[:, None]
        tents = np.stack((p, tip, q), axis=1)
        box = *(tents.min(axis=1).T - ROOM), *(tents.max(axis=1).T + ROOM)
        rows, met = MOST // len(level) + 1, list[Numbers]()
        for k in range(0, len(chords), rows):
            w, s, e, n = (sides[k : k + rows, None] for sides in box)
            met.append(np.argwhere((left <= e) & (right >= w) & (low <= n) & (high >= s)) + np.array((k, 0)))
        chord, edge = np.concatenate(met).T
        ends, tents = where[level[edge]], tents[chord]
        way = ends[:, 1] - ends[:, 0]
        step = way * np.minimum(0.5, CORNER / np.sqrt((way * way).sum(axis=1)))[:, None]
        ends += np.stack((step, -step), axis=1) * is_held[of[chord, None], level[edge]][:, :, None]
        near = np.full(len(chord), True)
        for axis in (out[chord], (q - p)[chord], np.column_stack((-way[:, 1], way[:, 0]))):
            # what is parted by a line across a chord or along it, or along the edge, need not be measured
            ours, theirs = ((shape * axis[:, None]).sum(axis=2) for shape in (tents, ends))
            room = ROOM * np.sqrt((axis * axis).sum(axis=1))
            near &= (theirs.min(axis=1) - ours.max(axis=1) <= room) & (ours.min(axis=1) - theirs.max(axis=1) <= room)
        pairs, candidates = [group.pairs for group in groups], (of[chord], level[edge], ends, tents)
        for number, pair, *shapes in zip(*(rows[near].tolist() for rows in candidates), strict=True):
            first, second = (tuple(map(tuple, shape)) for shape in shapes)
            if tuple(pair) not in pairs[number] and distance(first, second, ROOM) < ROOM:
                yield groups[number]

    @cached_property
    def _level_edges(self) -> tuple[Floats, Numbers, Floats, Floats, Floats, Floats]:
        """Return where each column stands, mm, and all level edges, seen from above: their columns, the lesser one
        first, and of their boxes left and low, right and high."""
        faces = self.faces
        where = np.zeros((int(faces.column.max()) + 1, 2))
        where[faces.column] = faces.points[:, :2] / NANOMETRES
        start, end = faces.start[faces.border], faces.end[faces.border]
        level = faces.points[start, 2] == faces.points[end, 2]
        pairs = np.sort(np.column_stack((faces.column[start[level]], faces.column[end[level]])), axis=1)
        found = np.column_stack(np.divmod(np.unique(pairs[:, 0] * len(where) + pairs[:, 1]), len(where)))
        return where, found, *where[found].min(axis=1).T, *where[found].max(axis=1).T

    @cached_property
    def within(self) -> set[int]:
        """The columns that stand in the middle of walls."""
        return {column for side in self.wide for column in sorted(side, key=lambda number: self.place[number])[1:-1]}

    def _may_be_cone(self, group: Group, groups: list[Group]) -> bool:
        """Tell whether the chamfers of a group, if there are any, can be cones: what is beside runs on from them."""
        if not group.cones:
            return not self.bevelled or self.bevelled.isdisjoint(group.pairs)
        if group.arc.radius - max(bevel.width for bevel in self.bevels) < THIN:
            return False
        if group.whole:
            return True
        ends = ((group.columns[0], group.columns[1]), (group.columns[-1], group.columns[-2]))
        return all(self._runs_on(group, end, inside, groups) for end, inside in ends)

    def _runs_on(self, group: Group, end: int, inside: int, groups: list[Group]) -> bool:
        """Tell whether the chamfers beside a group's end go on there without a corner."""
        k, n = self.rim.index(end), len(self.rim)
        step = 1 if self.rim[k - 1] == inside else -1
        beside = self.rim[(k + step) % n]
        while beside in self.within:
            k += step
            beside = self.rim[(k + step) % n]
        p = self.place[end]
        for other in groups:
            if other is not group and other.cones and least_first(end, beside) in other.pairs:
                return all(
                    math.dist(other.arc.inward(p, bevel.width), group.arc.inward(p, bevel.width)) < 3e-6
                    for bevel in self.bevels
                )
        return group.arc.is_tangent(p, self.place[beside])
