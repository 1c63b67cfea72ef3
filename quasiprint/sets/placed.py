"""A tile laid in the plane, exactly: what its edges, corners and cells show there, whichever way up it lies.

Tiles of one set lie on one lattice. Where shapes come from several, their points are lifted to a common one: squares
and triangles to twelfths of a turn, squares and octagons to eighths.

Edges and corners that meet are found by lookup: `Placed.sides` runs anticlockwise, so that a neighbour's side runs
from the same two points the other way round; `Side.key` is the same for both. Points are hashable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quasiprint.exact.zeta import Eighth, Eisenstein, Gauss, Twelfth, Zeta
from quasiprint.sets.choice import Labelling, complement
from quasiprint.sets.polygons import LATTICES, Outline
from quasiprint.sets.set_file import TWO_SIDED, Shape

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

    def lifted(self, point: Point) -> Point:
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
            return Lattice(held[-1], parts, numbers(held[-1](0)))
    named = [name for name, (points, _) in LATTICES.items() if points in kinds]
    raise ValueError(
        f"found shapes on {' and '.join(named)}, allowed are shapes on one lattice, or quarters with sixths and "
        "twelfths, or quarters with eighths"
    )


def numbers(point: Point) -> int:
    """Return how many integers a point has."""
    return 2 if isinstance(point, Eisenstein | Gauss) else 4


def integers(point: Point) -> tuple[int, ...]:
    """Return a point's integers: a + bζ + …, ζ a part of a whole turn."""
    return (point.a, point.b) if numbers(point) == 2 else (point.a, point.b, point.c, point.d)


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

    def moved(self, step: Point) -> Placed:
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
        own = lattice.lifted(point - origin)
        turned = (own.mirrored() if flipped else own).turned(turn)
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
    elif choice.at in ("edges", "profiles"):
        shows = [(labels[edge],) for edge in edge_at]
    else:
        shows = [()] * n
    sides = tuple(Side(corners[k], corners[(k + 1) % n], shows[k], ends[k]) for k in range(n))
    marks = tuple(labels[k] for k in corner_at) if choice.at == "corners" else ()
    cells: list[tuple[tuple[Point, ...], int]] = []
    if choice.at == "cells":
        for cell, label in zip(shape.outline.cells, labels, strict=True):
            there = tuple(map(put, cell))
            cells.append((there[::-1] if flipped else there, label))
    return Placed(shape, labels, corners[0], turn % lattice.parts, flipped, corners, sides, marks, tuple(cells))


def _ends(edge: int, per: int, flipped: bool) -> Shown:
    along = range(per - 1, -1, -1) if flipped else range(per)
    return tuple(per * edge + end for end in along)


def ways(shape: Shape, labels: Labelling, lattice: Lattice) -> tuple[Placed, ...]:
    """Return the tile laid in every way that a file allows and that can be told apart, its first corner at 0: a tile
    of symmetry "none" one way, one that may be turned over on both faces. Two ways that differ by a step alone are one.
    """
    turns = 1 if shape.symmetry == "none" else lattice.parts
    found: dict[object, Placed] = {}
    for flipped in (False, True) if shape.symmetry == TWO_SIDED else (False,):
        for turn in range(turns):
            tile = lay(shape, labels, lattice, None, turn, flipped)
            low = min(tile.corners, key=integers)
            found.setdefault(tile.moved(-low).looks, tile)
    return tuple(found.values())


def asked(shown: Shown, match: str, labels: int, at: str) -> Shown:
    """Return what a neighbour's side shows, along its own direction, that may lie along a side that shows `shown`.

    match: "equal" or "complementary"; "" if a file says nothing, and then for profiles alone. labels: how many there
    are, at edges, profiles or links.
    """
    if at == "profiles" or match == "complementary":
        return tuple(complement(label, labels, at) for label in reversed(shown))
    return shown[::-1]
