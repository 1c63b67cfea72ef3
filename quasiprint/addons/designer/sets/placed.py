"""A tile laid in the plane, exactly: what its edges, corners and cells show there, whichever way up it lies.

Tiles of one set lie on one lattice. Where shapes come from several, their points are lifted to a common one: squares
and triangles to twelfths of a turn, squares and octagons to eighths.

Edges and corners that meet are found by lookup: `Placed.sides` runs anticlockwise, so that a neighbour's side runs
from the same two points the other way round; `Side.key` is the same for both. Points are hashable.

Which tiles may lie side by side is said by a set file's rule. Labels of one kind meet: of edges along an edge, of cells
across one, of corners at a point, paths where they reach an edge. Profiles always interlock, whatever the rule says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from quasiprint.addons.designer.sets.counts import Labelling, complement
from quasiprint.addons.designer.sets.polygons import BOTH, LATTICES, Outline
from quasiprint.addons.designer.sets.set_file import FIXED, TWO_SIDED, SetDesign, Shape
from quasiprint.exact.polygon import orientation
from quasiprint.exact.zeta import Eighth, Eisenstein, Gauss, Twelfth, Zeta, integers
from quasiprint.model.finding import Finding, error

Point = Any  # of one lattice: see LATTICES
Shown = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lattice:
    """The points on which tiles of a set lie. parts: of a whole turn, by which a tile can be turned. size: how many
    integers a point has."""

    points: Any
    parts: int
    size: int

    def point(self, numbers: Sequence[int]) -> Point:
        """Return a point from its integers."""
        return self.points(*numbers)

    def lift(self, point: Point) -> Point:
        """Return a point of a lattice that this one holds as a point of this one."""
        if isinstance(point, self.points):
            return point
        if self.points is Eighth:
            return Eighth(point.a, 0, point.b)  # i is two eighths
        # i is three twelfths, exp(iπ/3) two
        return Twelfth(point.a, 0, point.b) if isinstance(point, Eisenstein) else Twelfth(point.a, 0, 0, point.b)


HOLDS = ((Eisenstein,), (Gauss,), (Zeta,), (Gauss, Eighth), (Gauss, Eisenstein, Twelfth))  # the last holds all of them


def common(outlines: Iterable[Outline]) -> Lattice:
    """Return the least lattice on which all outlines lie. Raises ValueError for outlines that have none in common."""
    kinds = {type(outline.corners[0]) for outline in outlines}
    for held in HOLDS:
        if kinds <= set(held):
            parts = next(parts for points, parts in LATTICES.values() if points is held[-1])
            return Lattice(held[-1], parts, len(integers(held[-1](0))))
    named = [name for name, (points, _) in LATTICES.items() if points in kinds]
    raise ValueError(
        f"found shapes on {' and '.join(named)}, allowed are shapes on one lattice, or quarters with sixths and "
        "twelfths, or quarters with eighths"
    )


@dataclass(frozen=True, slots=True)
class Side:
    """An edge of a tile that lies there, anticlockwise. shows: its label, or its profile, or the colours of the links
    that end there, in order along it; nothing if labels stand elsewhere. ends: of links, which end there, in order."""

    start: Point
    end: Point
    shows: Shown
    ends: Shown = ()

    @property
    def key(self) -> frozenset[Point]:
        """The same for the edge of a neighbour that lies along it."""
        return frozenset((self.start, self.end))


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile laid. at: where its outline's first corner lies. turn: anticlockwise, in parts of a whole turn. flipped:
    whether it is mirrored in the x axis first, and so lies on its face.

    corners: anticlockwise, the first at `at`. sides: side k begins at corner k. marks: the label at each corner, none
    if labels stand elsewhere. cells: the corners of each cell, anticlockwise, and its label.
    """

    shape: Shape
    labels: Labelling
    at: Point
    turn: int
    flipped: bool
    corners: tuple[Point, ...]
    sides: tuple[Side, ...]
    marks: Shown
    cells: tuple[tuple[tuple[Point, ...], int], ...]

    def translate(self, step: Point) -> Placed:
        """Return the tile laid elsewhere, the same way up."""
        return replace(
            self,
            at=self.at + step,
            corners=tuple(corner + step for corner in self.corners),
            sides=tuple(replace(side, start=side.start + step, end=side.end + step) for side in self.sides),
            cells=tuple((tuple(corner + step for corner in corners), label) for corners, label in self.cells),
        )

    @property
    def looks(self) -> tuple[object, ...]:
        """What the table shows of the tile: equal for two ways of laying tiles that nobody can tell apart."""
        where = {end: (side.key, place) for side in self.sides for place, end in enumerate(side.ends)}
        links = self.labels if self.shape.choice.at == "links" else ()
        return (
            frozenset((side.start, side.end, side.shows) for side in self.sides),
            frozenset(zip(self.corners, self.marks, strict=False)),
            frozenset((frozenset(corners), label) for corners, label in self.cells),
            frozenset((frozenset((where[a], where[b])), label) for a, b, label in links),
        )


def lay(
    shape: Shape, labels: Labelling, lattice: Lattice, at: Point | None = None, turn: int = 0, flipped: bool = False
) -> Placed:
    """Return a tile laid. labels: of its slots, or its links. at: where the outline's first corner comes to lie, 0 if
    not given. turn: anticlockwise, in parts of the lattice's whole turn. flipped: mirrored first."""
    origin = shape.outline.corners[0]

    def put(point: Point) -> Point:
        own = lattice.lift(point - origin)
        turned = (own.mirror() if flipped else own).turn(turn)
        return turned if at is None else turned + at

    n, choice = shape.outline.edges, shape.choice
    # turned over, the corners come in the opposite order, and edge k runs from corner k to the one before
    corner_at = [-k % n for k in range(n)] if flipped else list(range(n))
    edge_at = [(-k - 1) % n for k in range(n)] if flipped else corner_at
    corners = tuple(put(shape.outline.corners[k]) for k in corner_at)
    ends = [_ends(edge, choice.per, flipped) if choice.at == "links" else () for edge in edge_at]
    if choice.at == "links":
        colour = {end: label for a, b, label in labels for end in (a, b)}
        shows = [tuple(colour[end] for end in along) for along in ends]
    elif choice.at in ("edges", "profiles", BOTH):
        shows = [(labels[edge],) for edge in edge_at]
    else:
        shows = [()] * n
    sides = tuple(Side(corners[k], corners[(k + 1) % n], shows[k], ends[k]) for k in range(n))
    first = {"corners": 0, BOTH: n}.get(choice.at)
    marks = () if first is None else tuple(labels[first + k] for k in corner_at)
    cells: list[tuple[tuple[Point, ...], int]] = []
    if choice.at == "cells":
        for cell, label in zip(shape.outline.cells, labels, strict=True):
            there = tuple(map(put, cell))
            cells.append((there[::-1] if flipped else there, label))
    return Placed(shape, labels, corners[0], turn % lattice.parts, flipped, corners, sides, marks, tuple(cells))


def _ends(edge: int, per: int, flipped: bool) -> Shown:
    along = range(per - 1, -1, -1) if flipped else range(per)
    return tuple(per * edge + end for end in along)


def turnings(shape: Shape, lattice: Lattice) -> list[tuple[int, bool]]:
    """Return how a file lets tiles of a shape lie: by how many parts they are turned, and whether they are flipped."""
    turns = range(1 if shape.symmetry == FIXED else lattice.parts)
    return [(turn, flipped) for flipped in (False, True)[: 1 + (shape.symmetry == TWO_SIDED)] for turn in turns]


def ways(shape: Shape, labels: Labelling, lattice: Lattice) -> tuple[Placed, ...]:
    """Return the tile laid in every way that a file allows and that can be told apart, its first corner at 0: a tile
    of symmetry "none" one way, one that may be turned over on both faces. Two ways that differ by a step alone are one.
    """
    found: dict[object, Placed] = {}
    for turn, flipped in turnings(shape, lattice):
        tile = lay(shape, labels, lattice, None, turn, flipped)
        low = min(tile.corners, key=integers)
        found.setdefault(tile.translate(-low).looks, tile)
    return tuple(found.values())


def matching_side(shown: Shown, match: str, labels: int, at: str) -> Shown:
    """Return what a neighbour's side shows, along its own direction, that may lie along a side that shows `shown`.

    match: "equal" or "complementary"; "" if a file says nothing, and then for profiles alone. labels: how many there
    are, at edges, profiles or links.
    """
    if at == "profiles" or match == "complementary":
        return tuple(complement(label, labels, at) for label in reversed(shown))
    return shown[::-1]


FLAT = 0  # of three profiles
TURN = "turn or change one of the tiles"


@dataclass(frozen=True, slots=True)
class Join:
    """Two tiles that share an edge: side i of one lies along side j of the other. pair: what findings call them."""

    one: Placed
    i: int
    two: Placed
    j: int
    pair: str = ""

    @property
    def where(self) -> str:
        """How a message names the edge."""
        return f"edge {self.i} of the first, edge {self.j} of the second"

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two sides that lie along each other."""
        return self.one.sides[self.i], self.two.sides[self.j]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a set file says of labels that meet. labels: how many there are, by where they stand.
    names: of labels, none if they are numbers."""

    match: str
    barred: frozenset[tuple[int, int]]
    labels: tuple[tuple[str, int], ...]
    names: tuple[str, ...] = ()

    def call(self, label: int) -> str:
        """Return what a label is called."""
        return self.names[label] if label < len(self.names) else str(label)

    @staticmethod
    def of(design: SetDesign) -> Rule:
        """Return the rule of a design. Where shapes have different numbers of labels, the largest counts."""
        labels: dict[str, int] = {}
        for shape in design.shapes:
            for at in ("edges", "corners") if shape.choice.at == BOTH else (shape.choice.at,):
                labels[at] = max(shape.choice.labels, labels.get(at, 0))
        return Rule(design.match, design.barred, tuple(labels.items()), design.names)

    @property
    def can_be_broken(self) -> bool:
        """Whether there are joins that it forbids: with one label, or without a rule, there may be none."""
        return bool(self.barred or any(at in ("links", "profiles") or (self.match and n > 1) for at, n in self.labels))

    def _count(self, at: str) -> int:
        return dict(self.labels)[at]

    def wrong(self, join: Join) -> Iterator[Finding]:
        """Yield what is wrong where two tiles share an edge."""
        one, two = (_stands(tile.shape.choice.at) for tile in (join.one, join.two))
        if "profiles" in one | two:
            yield from self._profiles(join)
        elif "links" in one & two:
            yield from self._links(join)
        for at in sorted(one & two - {"profiles", "links", "corners"}):
            first, second = (_beside(*end) for end in zip((join.one, join.two), join.sides, strict=True))
            yield from self._labels(join, first, second, at)
        if "corners" in one & two:
            yield from self._corners(join)

    def runs_on(self, one: Side, two: Side) -> bool:
        """Tell whether the links of two sides that lie along each other run on from one to the other."""
        if len(one.shows) != len(two.shows):
            return False
        met = zip(one.shows, reversed(two.shows), strict=True)
        return (not self.match or two.shows == self._matching_side(one.shows, "links")) and not self._find_barred(met)

    def _matching_side(self, shown: Shown, at: str) -> Shown:
        return matching_side(shown, self.match, self._count(at), at)

    def _labels(self, join: Join, one: Shown, two: Shown, at: str) -> Iterator[Finding]:
        if self.match and two != self._matching_side(one, at):
            meeting = " and ".join(f"label {', '.join(map(self.call, shown))}" for shown in (one, two[::-1]))
            message = f"{meeting} meet ({join.where}); {self._describe_allowed()}"
            yield error("join-labels", join.pair, message, TURN)
        yield from self._check_barred(join, one, two[::-1])

    def _links(self, join: Join) -> Iterator[Finding]:
        one, two = (side.shows for side in join.sides)
        if len(one) != len(two):
            message = f"{len(one)} and {len(two)} ends of paths meet ({join.where}); each path must run on"
            yield error("join-ends", join.pair, message, TURN)
        else:
            yield from self._labels(join, one, two, "links")

    def _profiles(self, join: Join) -> Iterator[Finding]:
        count = self._count("profiles")
        names = ("flat", "a tab", "a notch") if count == 3 else ("a tab", "a notch")
        tiles = zip((join.one, join.two), join.sides, strict=True)
        shown = [side.shows[0] for tile, side in tiles if tile.shape.choice.at == "profiles"]
        message = ""
        if len(shown) == 1 and (count < 3 or shown[0] != FLAT):
            message = f"{names[shown[0]]} meets a straight edge ({join.where}); flat alone meets one"
        elif len(shown) == 2 and shown[1] != complement(shown[0], count, "profiles"):
            met = " meets ".join(names[label] for label in shown)
            message = f"{met} ({join.where}); a tab meets a notch, and flat meets flat"
        if message:
            yield error("join-profiles", join.pair, message, TURN)
        elif len(shown) == 2:
            yield from self._check_barred(join, shown[:1], shown[1:])

    def _corners(self, join: Join) -> Iterator[Finding]:
        """Yield what is wrong at the two ends of the edge, where labels stand at corners and are complementary: where
        they are equal, all corners at a point are looked at together."""
        n, m = len(join.one.corners), len(join.two.corners)
        ends = ((join.i, (join.j + 1) % m), ((join.i + 1) % n, join.j))
        for k, other in ends if self.match == "complementary" else ():
            a, b = join.one.marks[k], join.two.marks[other]
            if b != complement(a, self._count("corners"), "corners"):
                where = f"corner {k} of the first, corner {other} of the second"
                message = f"label {self.call(a)} and label {self.call(b)} meet ({where}); {self._describe_allowed()}"
                yield error("join-labels", join.pair, message, TURN)

    def _check_barred(self, join: Join, one: Sequence[int], two: Sequence[int]) -> Iterator[Finding]:
        for a, b in self._find_barred(zip(one, two, strict=True)):
            message = f"label {self.call(a)} and label {self.call(b)} meet ({join.where}); that join is forbidden"
            yield error("join-barred", join.pair, message, TURN)

    def _find_barred(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(a, b) for a, b in pairs if (min(a, b), max(a, b)) in self.barred]

    def _describe_allowed(self) -> str:
        if self.match == "equal":
            return "labels that meet are equal"
        a, b, c, d = map(self.call, range(4))
        return f"label {a} meets {b}, {c} meets {d}, and so on"

    def may_share_a_point(self, labels: Sequence[int]) -> bool:
        """Tell whether corners with these labels may meet at a point."""
        if self.match == "equal" and len(set(labels)) > 1:
            return False
        return not (self.barred and self._find_barred(set(combinations(sorted(labels), 2))))

    @property
    def at_points(self) -> str:
        """What a message says is allowed at a point."""
        return "they must show one label" if self.match == "equal" else "two of them may not meet"


def _stands(at: str) -> set[str]:
    """Return where labels stand, of edges and corners each for itself."""
    return {"edges", "corners"} if at == BOTH else {at}


def _beside(tile: Placed, side: Side) -> Shown:
    """Return the label that meets the neighbour's along a side: of the edge, or of the cell that lies there."""
    if side.shows:
        return side.shows
    for corners, label in tile.cells:
        if any(corners[k - 1] == side.start and corners[k] == side.end for k in range(len(corners))):
            return (label,)
    raise ValueError(f"a tile of {tile.shape.name!r} has no cell along its edge")


def parallelogram(one: Placed, two: Placed) -> bool:
    """Tell whether two tiles that share an edge form a parallelogram together: four corners, opposite sides equal."""
    both = [(side.start, side.end) for tile in (one, two) for side in tile.sides]
    rim = [(start, end) for start, end in both if (end, start) not in both]
    after = dict(rim)
    outline: list[Point] = [rim[0][0]]
    while after.get(outline[-1], outline[0]) not in outline:
        outline.append(after[outline[-1]])
    if after.get(outline[-1]) != outline[0] or len(outline) != len(rim):
        return False
    n = len(outline)
    sharp = [p for k, p in enumerate(outline) if orientation(outline[k - 1], p, outline[(k + 1) % n])]
    return len(sharp) == 4 and sharp[0] + sharp[2] == sharp[1] + sharp[3]
