"""Tiles of a set around one point: how each shape can lie with a corner there, and which two of them may both do so.

A `Corner` is a shape, some way round, one corner at the point 0. What its labels show is a `View`: an item for each
edge and each corner of the tile, anticlockwise from the point. Two tiles meet along edges and at points that they
share; whether they may is asked of the set file's rule, once for any two items.

Tiles are taken as if there were enough of each. All is decided in integers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.placed import (
    Join,
    Lattice,
    Placed,
    Point,
    Rule,
    Side,
    common,
    lay,
    parallelogram,
)
from quasiprint.addons.designer.sets.proof import Held
from quasiprint.addons.designer.sets.set_file import FIXED, TWO_SIDED, SetDesign, Shape
from quasiprint.exact.patch import Patch
from quasiprint.model.finding import has_errors

Item = int  # of a view: edges 0 … n − 1, then corners n … 2n − 1
Key = tuple[object, ...]  # what an item shows
View = tuple[Key, ...]
Meeting = tuple[Item, Item]  # an item of one tile, and the one that it meets of another
Tile = tuple[str, Labelling, int]  # a shape, a tile of it, a corner or an edge of its outline


class TooMany(Exception):
    """More is to be looked at than a check does."""


MOST_CORNERS = 40_000  # of tiles, each looked at once or, if it may be turned over, twice
MOST_KINDS = 400  # of corners that differ by more than a turn: outlines that fit in too many ways
MOST_PAIRS = 20_000  # of corners whose outlines are held against each other


@dataclass(frozen=True, slots=True)
class Corner:
    """A shape with a corner at 0. tile: as it lies, of any labels. first: which of its corners lies at 0. points: its
    corners, anticlockwise from there. kind: the same for two that differ by a turn, if all tiles of the set may be
    turned; turn: by how many parts the first of the kind is turned to become this one."""

    tile: Placed
    first: int
    points: tuple[Point, ...]
    kind: int
    turn: int

    @property
    def start(self) -> Point:
        """Where the first edge ends, which begins at 0."""
        return self.points[1]

    @property
    def end(self) -> Point:
        """Where the last edge begins, which ends at 0: the next tile around the point begins with it."""
        return self.points[-1]

    def __str__(self) -> str:
        n = len(self.tile.corners)
        over, corner = ("turned over ", -self.first % n) if self.tile.flipped else ("", self.first)
        return f"{over}{self.tile.shape.name}@{corner}"


class Corners:
    """All corners of a set's tiles. Raises TooMany, and ValueError for shapes that have no lattice in common."""

    def __init__(self, design: SetDesign, held: Held) -> None:
        self._design, self._rule = design, Rule.of(design)
        self._lattice: Lattice = common(shape.outline for shape in design.shapes)
        self._zero: Point = self._lattice.point([0] * self._lattice.size)
        self._meetings: dict[tuple[int, int, Point], tuple[Meeting, ...] | None] = {}
        self._turned: dict[tuple[int, int], int] = {}
        self._seen: dict[tuple[int, int], int] = {}
        self._allowed: dict[tuple[Key, Key], bool] = {}
        self._shown: dict[Key, tuple[Placed, int]] = {}
        self.equal = design.match == "equal"
        self.turns = not any(shape.symmetry == FIXED for shape in design.shapes)
        self.all: list[Corner] = []
        self.firsts: list[int] = []  # of each kind, the number of a corner
        self._number: dict[tuple[str, tuple[Point, ...]], int] = {}
        self.views: list[dict[View, set[object]]] = []  # of each kind, and the tiles that look different and have it
        # how a tile may lie with a corner of its outline at 0, and so that one of its edges ends there
        self.tiles: dict[Tile, set[tuple[int, View]]] = defaultdict(set)
        self.edges: dict[Tile, set[tuple[int, View]]] = defaultdict(set)
        number = sum(len(held.get(shape.name, ())) * shape.outline.edges for shape in design.shapes)
        if number > MOST_CORNERS:
            raise TooMany(f"the tiles have {number:,} corners, and up to {MOST_CORNERS:,} are looked at")
        for shape in design.shapes:
            for labels in held.get(shape.name, ()):
                self._add(shape, labels)

    def _add(self, shape: Shape, labels: Labelling) -> None:
        """Add what a tile shows, from each of its corners."""
        n = shape.outline.edges
        for flipped in (False, True) if shape.symmetry == TWO_SIDED else (False,):
            tile = lay(shape, labels, self._lattice, None, 0, flipped)
            for k in range(n):
                kind, turn = self._kind(tile, k)
                there = lay(shape, labels, self._lattice, None, -turn, flipped)
                view = self._view(tile, k)
                looks = there.translate(-there.corners[k]).looks
                self.views[kind].setdefault(view, set()).add(looks)
                corner = -k % n if flipped else k
                self.tiles[shape.name, labels, corner].add((kind, view))
                self.edges[shape.name, labels, corner if flipped else (k - 1) % n].add((kind, view))

    def _kind(self, tile: Placed, first: int) -> tuple[int, int]:
        """Return of which kind a corner is, and its turn. One that is new is added, in every way in which it may be
        turned."""
        key = tile.shape.name, self._around(tile.corners, first)
        if key not in self._number:
            for turn in range(1 if tile.shape.symmetry == FIXED else self._lattice.parts):
                there = lay(tile.shape, tile.labels, self._lattice, None, turn, tile.flipped)
                there = there.translate(-there.corners[first])
                points = self._around(there.corners, first)
                if not turn or not self.turns:
                    if len(self.firsts) == MOST_KINDS:
                        raise TooMany(f"outlines have more than {MOST_KINDS} different corners")
                    self.firsts.append(len(self.all))
                    self.views.append({})
                # an outline that a turn carries into itself comes again
                if self._number.setdefault((tile.shape.name, points), len(self.all)) == len(self.all):
                    self.all.append(Corner(there, first, points, len(self.firsts) - 1, turn if self.turns else 0))
        corner = self.all[self._number[key]]
        return corner.kind, corner.turn

    @staticmethod
    def _around(corners: tuple[Point, ...], k: int) -> tuple[Point, ...]:
        """Return corners from one of them on, as if that lay at 0."""
        return tuple(point - corners[k] for point in (*corners[k:], *corners[:k]))

    def _view(self, tile: Placed, first: int) -> View:
        """Return what a tile shows, anticlockwise from one of its corners."""
        n, edges, points = len(tile.corners), list[Key](), list[Key]()
        for k in (*range(first, n), *range(first)):
            mark = tile.marks[k : k + 1]
            # of labels that are equal, all at a point are looked at together; of others, those at the ends of an edge
            ends = (mark, tile.marks[(k + 1) % n : (k + 1) % n + 1]) if self._design.match == "complementary" else ()
            side: Side = tile.sides[k]
            cell = tuple(
                label
                for corners, label in tile.cells
                if any(corners[j - 1] == side.start and corners[j] == side.end for j in range(len(corners)))
            )
            edge: Key = ("edge", tile.shape.choice.at, side.shows, len(side.ends), cell, ends)
            point: Key = ("point", tile.shape.choice.at, mark)
            self._shown.setdefault(edge, (tile, k))
            self._shown.setdefault(point, (tile, k))
            edges.append(edge)
            points.append(point)
        return (*edges, *points)

    @cached_property
    def by_start(self) -> Mapping[Point, list[int]]:
        """The corners that begin with an edge from 0 to a point."""
        found: dict[Point, list[int]] = defaultdict(list)
        for number, corner in enumerate(self.all):
            found[corner.start].append(number)
        return found

    def meetings(self, a: int, b: int, step: Point | None = None) -> tuple[Meeting, ...] | None:
        """Return which items of two tiles meet; None if they cannot both lie there, whatever they show. a, b: numbers
        of corners; the second lies not at 0, but a step away, if one is given. Raises TooMany."""
        step = step or self._zero
        turn = -self.all[a].turn
        if turn:
            a, b, step = self.turned(a, turn), self.turned(b, turn), step.turn(turn)
        if (a, b, step) not in self._meetings:
            if len(self._meetings) == MOST_PAIRS:
                raise TooMany(f"more than {MOST_PAIRS:,} pairs of outlines would have to be looked at")
            self._meetings[a, b, step] = self._meet(self.all[a], self.all[b], step)
        return self._meetings[a, b, step]

    def turned(self, number: int, turn: int) -> int:
        """Return the number of a corner turned by so many parts."""
        key = number, turn % self._lattice.parts
        if key not in self._turned:
            corner = self.all[number]
            points = tuple(point.turn(turn) for point in corner.points)
            self._turned[key] = self._number[corner.tile.shape.name, points]
        return self._turned[key]

    def seen_from(self, number: int, k: int) -> int:
        """Return the number of the corner that a tile has k corners further on, anticlockwise."""
        if (number, k) not in self._seen:
            corner = self.all[number]
            self._seen[number, k] = self._number[corner.tile.shape.name, self._around(corner.points, k)]
        return self._seen[number, k]

    def _meet(self, one: Corner, two: Corner, step: Point) -> tuple[Meeting, ...] | None:
        p, q = one.points, tuple(point + step for point in two.points)
        found = Patch((p, q), (), 0).meetings
        if set(p) == set(q) or found.overlaps or found.misfits:
            return None
        n, m = len(p), len(q)
        edges = [(i, j) for i in range(n) for j in range(m) if p[i] == q[(j + 1) % m] and p[(i + 1) % n] == q[j]]
        if edges and not self._design.parallelograms and parallelogram(one.tile, two.tile.translate(step)):
            return None
        marked = one.tile.marks and two.tile.marks
        points = [(n + i, m + j) for i in range(n) for j in range(m) if marked and p[i] == q[j]]
        return (*edges, *points)

    def may_meet(self, one: Key, two: Key) -> bool:
        """Tell whether two items may meet: edges along each other, or corners at a point."""
        if (one, two) not in self._allowed:
            (tile, i), (other, j) = self._shown[one], self._shown[two]
            if one[0] == "edge":
                fits = not has_errors(list(self._rule.wrong(Join(tile, i, other, j))))
            else:
                fits = self._rule.may_share_a_point([tile.marks[i], other.marks[j]])
            self._allowed[one, two] = fits
        return self._allowed[one, two]

    def unjoined(self) -> Iterator[tuple[int, View]]:
        """Yield, of each kind, the views at whose last edge, which ends at the point, no tile can lie."""
        for kind, first in enumerate(self.firsts):
            left = set(self.views[kind])
            for other in self.by_start.get(self.all[first].end, ()):
                if not left:
                    break
                meetings = self.meetings(first, other)
                if meetings is None:
                    continue
                shown = {tuple(view[j] for _, j in meetings) for view in self.views[self.all[other].kind]}
                joined = {
                    own
                    for own in {tuple(view[i] for i, _ in meetings) for view in left}
                    if any(all(map(self.may_meet, own, met)) for met in shown)
                }
                left = {view for view in left if tuple(view[i] for i, _ in meetings) not in joined}
            yield from ((kind, view) for view in sorted(left, key=repr))
