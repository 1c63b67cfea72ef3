"""Which walls and chamfers of a body run along arcs of the design, and can be one curved face each.

A chord of an arc is a wall's foot, or several walls' one above the other. Neighbouring chords become one curved face
where nothing else meets the corner between them. What is not clearly so stays plane: a chord on which something ends,
or to which something comes nearer than the arc bulges.

Pockets and the inlays in them have to agree. So a chord that must stay plane in one body stays plane in all that are
made together: `plane_chords` tells of them, `Rounds.groups` is told.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from functools import cached_property
from itertools import compress, pairwise

import numpy as np

from quasiprint.drawing.rings import NANOMETRES, Arc, GridPoint, arcs_of, crossing, to_mm, to_segment
from quasiprint.model.solid import Solid
from quasiprint.solids.bevels import Group, bevels, least_first
from quasiprint.solids.shells import UPRIGHT, Faces, each_once

Chord = tuple[GridPoint, GridPoint]  # its ends, the lesser one first
ROOM = 1e-3  # mm: so far has everything to stay away from what bulges
THIN = 0.02  # mm: the least radius of a cone
TINY = 1e-9  # mm: by which boxes are wider, that no rounding may hide what comes near
WEDGE = math.sin(math.radians(1.0))  # of what leaves a corner between chord and arc


class Rounds:
    """The arcs of a solid in its mesh."""

    def __init__(self, faces: Faces, solid: Solid, subject: str) -> None:
        self.faces, self.solid = faces, solid
        flat = map(tuple, faces.points[:, :2].tolist())
        self.place: dict[int, GridPoint] = dict(zip(faces.column.tolist(), flat, strict=True))
        self.walls, self.wide = self._upright()
        self.rim, self.bevels = bevels(faces, solid, subject)
        self.bevelled = {least_first(a, b) for a, b in zip(self.rim, self.rim[1:] + self.rim[:1], strict=True)}
        self.found = arcs_of(solid)
        self.chains: list[tuple[Arc, list[Chord], list[bool]]] = []  # an arc's chords, and whether they are walls' feet
        self.broken: set[Chord] = set()
        self._grouped: tuple[set[Chord], list[Group]] | None = None
        self._known: dict[tuple[int, ...], bool] = {}  # by arc and chord, and by the columns of groups
        self._split: dict[tuple[int, tuple[bool, ...]], list[Group]] = {}  # of chains, by which chords may be curved
        if self.found:
            self._look()
        self.own = {name for _, names, _ in self.chains for name in names}

    def _look(self) -> None:
        """Find what else meets the ends of chords, and which chords have corners of others on them."""
        self.column = {p: column for column, p in self.place.items()}
        self._meet()
        within: dict[int, set[int]] = defaultdict(set)
        for number, side in enumerate(self.wide):
            for column in side:
                within[column].add(number)
        for arc in self.found:
            names, standing = [], []
            for a, b in pairwise(arc.corners):
                names.append(name := least_first(a, b))
                one, two = self.column.get(a), self.column.get(b)
                if one is None or two is None or (one in within and within[one] & within.get(two, set())):
                    self.broken.add(name)
                    standing.append(False)
                else:
                    standing.append(least_first(one, two) in self.walls)
            self.chains.append((arc, names, standing))

    def _upright(self) -> tuple[dict[tuple[int, int], list[int]], list[list[int]]]:
        """Return the walls over two columns, by these, and the columns of the others."""
        own = self.faces.kind == UPRIGHT
        columns = self.faces.column[self.faces.corners[own]]
        size = int(self.faces.column.max()) + 1
        pairs = each_once(np.repeat(self.faces.label[own], 3) * size + columns.ravel())
        labels, standing = np.divmod(pairs, size)
        starts = np.flatnonzero(np.concatenate(([True], labels[1:] != labels[:-1])))
        walls: dict[tuple[int, int], list[int]] = defaultdict(list)
        wide: list[list[int]] = []
        every, bounds = standing.tolist(), [*starts.tolist(), len(labels)]
        for label, first, last in zip(labels[starts].tolist(), bounds, bounds[1:], strict=False):
            if last - first == 2:
                walls[every[first], every[first + 1]].append(label)
            else:
                wide.append(every[first:last])
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
            unknown = [group for group in groups if len(group.columns) > 2 and tuple(group.columns) not in self._known]
            self._known.update((tuple(group.columns), self._free(group, *near)) for group, near in self._near(unknown))
            flat = (group for group in groups if len(group.columns) == 2 or not self._known[tuple(group.columns)])
            more = {chord for group in flat for chord in self._chords(group)}
            more |= {chord for group in groups if not self._may_be_cone(group, groups) for chord in self._chords(group)}
            if more <= out:
                return out
            out |= more

    def _chords(self, group: Group) -> Iterator[Chord]:
        places = [self.place[column] for column in group.columns]
        for a, b in pairwise(places):
            yield least_first(a, b)

    def groups(self, refused: set[Chord]) -> list[Group]:
        """Return what is to be curved, without chords that are refused: found once for those that were last refused."""
        refused = self.own & refused
        if self._grouped is None or self._grouped[0] != refused:
            self._grouped = refused, list(self._groups(refused))
        return self._grouped[1]

    def _groups(self, refused: set[Chord]) -> Iterator[Group]:
        taken: set[Chord] = set()
        for number, (arc, names, standing) in enumerate(self.chains):
            good = tuple(
                [ok and name not in refused and name not in taken for name, ok in zip(names, standing, strict=True)]
            )
            taken.update(compress(names, good))
            if (number, good) not in self._split:
                self._split[number, good] = list(self._parts(arc, good))
            yield from self._split[number, good]

    def _parts(self, arc: Arc, good: tuple[bool, ...]) -> Iterator[Group]:
        """Yield what is to be curved of an arc. good: whether each chord may be."""
        n = len(good)
        # whether chord k goes on in the face of chord k − 1
        on = [
            (k > 0 or arc.whole) and good[k] and good[k - 1] and self._once(self._quiet, (arc, k), id(arc), k)
            for k in range(n)
        ]
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
            group.cones = [(one, [one.far[column] for column in columns]) for one in self.bevels]
        return group

    def _once(self, tell: Callable[..., bool], of: tuple[object, ...], *key: int) -> bool:
        """Return what is told of something, which is looked at once. Arcs live as long as this does."""
        if key not in self._known:
            self._known[key] = tell(*of)
        return self._known[key]

    def _quiet(self, arc: Arc, k: int) -> bool:
        """Tell whether nothing but an arc's walls and chamfers meets at the corner where its chord k begins."""
        corners, column = arc.corners, self.column
        before, here, after = column[corners[k - 1 if k else -2]], column[corners[k]], column[corners[k + 1]]
        one, other = least_first(before, here), least_first(here, after)
        slant = one in self.bevelled
        if slant != (other in self.bevelled) or len(self.walls[one]) != len(self.walls[other]):
            return False
        level = self.level[here]
        if level.get(before) != level.get(after) or level.keys() - {before, after}:
            return False
        inside = [one.far[here] for one in self.bevels] if slant else []
        if not set(self.slanting.get(here, ())).issubset(inside):
            return False
        return all(self.leaving[p] == 3 for p in inside)

    def _free(self, group: Group, reach: float, edges: list[list[int]]) -> bool:
        """Tell whether nothing comes between the group's chords and its arc. edges: those that may, by columns."""
        for column in {group.columns[0], group.columns[-1]}:  # at the others nothing else meets
            if not self._no_wedge(group, column):
                return False
        corners = [to_mm(self.place[column]) for column in group.columns]
        for a, b in edges:
            p, q = to_mm(self.place[a]), to_mm(self.place[b])
            for c, d in pairwise(corners):
                off = min(to_segment(p, c, d), to_segment(q, c, d), to_segment(c, p, q), to_segment(d, p, q))
                if off < reach or crossing(p, q, c, d):
                    return False
        return True

    def _no_wedge(self, group: Group, column: int) -> bool:
        """Tell whether no edge leaves a corner of a group between its chord and the arc."""
        arc = group.arc
        own = group.pairs
        at = [k for k, other in enumerate(group.columns) if other == column]
        x, y = to_mm(self.place[column])
        radial = x - arc.centre[0], y - arc.centre[1]
        for k in at:
            for other in (k - 1, k + 1):
                if not 0 <= other < len(group.columns):
                    continue
                sense = 1.0 if other > k else -1.0
                tangent = -radial[1] * sense / arc.radius, radial[0] * sense / arc.radius
                far = to_mm(self.place[group.columns[other]])
                way = far[0] - x, far[1] - y
                lean = -(way[0] * radial[0] + way[1] * radial[1]) / arc.radius / math.dist(far, (x, y))
                for beyond in self.level[column]:
                    if least_first(column, beyond) in own:
                        continue
                    end = to_mm(self.place[beyond])
                    dx, dy = end[0] - x, end[1] - y
                    size = math.sqrt(dx * dx + dy * dy)
                    ahead = (dx * tangent[0] + dy * tangent[1]) / size
                    inward = -(dx * radial[0] + dy * radial[1]) / arc.radius / size
                    if ahead > 0 and -WEDGE < inward < lean + WEDGE:
                        return False
        return True

    def _near(self, groups: list[Group]) -> Iterator[tuple[Group, tuple[float, list[list[int]]]]]:
        """Yield groups, each with how near (mm) other edges may not come to its chords, and the edges, by columns, that
        come between its chords and its circle, seen from above, or near: as near as that, by boxes around them."""
        if not groups:
            return
        ends, chords, low, high = self._level_edges
        own = np.zeros((len(groups), len(self.place)), dtype=np.bool_)
        shapes, boxes = [], []
        for k, group in enumerate(groups):
            own[k, group.columns] = True
            corners = [to_mm(self.place[column]) for column in group.columns]
            arc, half = group.arc, math.dist(corners[0], corners[1]) / 2
            bulge = arc.radius - math.sqrt(max(0.0, arc.radius**2 - half**2))
            shapes.append((*arc.centre, arc.radius, bulge + ROOM))
            xs, ys = zip(*corners, strict=True)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
        shape, box = np.array(shapes), np.array(boxes)
        wide = shape[:, 3:] + TINY
        least, most = box[:, :2] - wide, box[:, 2:] + wide
        number, edge = np.nonzero(
            (low[:, 0] <= most[:, :1])
            & (high[:, 0] >= least[:, :1])
            & (low[:, 1] <= most[:, 1:])
            & (high[:, 1] >= least[:, 1:])
        )
        others = ~(own[number, chords[edge, 0]] | own[number, chords[edge, 1]])
        number, edge = number[others], edge[others]
        one, two = (ends[edge, k] - shape[number, :2] for k in (0, 1))
        radius, reach = shape[number, 2], shape[number, 3]
        way = two - one
        square = np.maximum((way * way).sum(axis=1), 1e-18)
        part = np.clip(-(one * way).sum(axis=1) / square, 0.0, 1.0)
        nearest = one + part[:, None] * way
        inner = np.sqrt((nearest * nearest).sum(axis=1))
        outer = np.sqrt(np.maximum((one * one).sum(axis=1), (two * two).sum(axis=1)))
        near = (inner < radius + ROOM) & (outer > radius - reach)
        found: list[list[list[int]]] = [[] for _ in groups]
        for k, pair in zip(number[near].tolist(), chords[edge[near]].tolist(), strict=True):
            found[k].append(pair)
        for group, (*_, far), edges in zip(groups, shapes, found, strict=True):
            yield group, (far, edges)

    @cached_property
    def _level_edges(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return all level edges, seen from above: where their ends are, mm, their columns, and their boxes' least and
        greatest corners."""
        faces = self.faces
        start, end = faces.start[faces.border], faces.end[faces.border]
        level = faces.points[start, 2] == faces.points[end, 2]
        pairs = np.sort(np.column_stack((faces.column[start[level]], faces.column[end[level]])), axis=1)
        size = int(faces.column.max()) + 1
        found = each_once(pairs[:, 0] * size + pairs[:, 1])
        chords = np.column_stack((found // size, found % size))
        where = np.zeros((size, 2))
        where[faces.column] = faces.points[:, :2] / NANOMETRES
        ends = where[chords]
        return ends, chords, ends.min(axis=1), ends.max(axis=1)

    @cached_property
    def within(self) -> set[int]:
        """The columns that stand in the middle of walls."""
        return {column for side in self.wide for column in sorted(side, key=lambda one: self.place[one])[1:-1]}

    def _may_be_cone(self, group: Group, groups: list[Group]) -> bool:
        """Tell whether the chamfers of a group, if there are any, can be cones: what is beside runs on from them."""
        if not group.cones:
            return not self.bevelled or self.bevelled.isdisjoint(group.pairs)
        if group.arc.radius - max(one.width for one in self.bevels) < THIN:
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
                    math.dist(other.arc.inward(p, one.width), group.arc.inward(p, one.width)) < 3e-6
                    for one in self.bevels
                )
        return group.arc.is_tangent(p, self.place[beside])
