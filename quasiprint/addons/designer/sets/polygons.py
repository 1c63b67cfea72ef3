"""Outlines, exact: named ones, those given by turns and steps, and those of cells in a grid.

Corners run anticlockwise on one of five lattices. What is given is proved to be closed and simple, in whole numbers.

How an outline can be carried onto itself is found in two ways. One looks at lengths and angles alone
(`quasiprint.checks.completeness`), the other turns and mirrors the lattice's points and looks whether they come to lie
on one another. The proof counts with one and visits with the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Literal

from quasiprint.checks.completeness import reflections_onto_itself, turns_onto_itself
from quasiprint.exact.orbit import Permutation
from quasiprint.exact.polygon import ExactPoint, area_sign, edges, is_simple, orientation
from quasiprint.exact.zeta import Eighth, Eisenstein, Gauss, Twelfth, Zeta, integers

LATTICES: dict[str, Any] = {  # the points
    "sixths": Eisenstein,
    "quarters": Gauss,
    "tenths": Zeta,
    "eighths": Eighth,
    "twelfths": Twelfth,
}
CELLS = ("squares", "triangles", "hexagons")
LONG = {"tenths": "φ", "eighths": "√2", "twelfths": "√3"}  # what the second number of a step counts
Cell = tuple[ExactPoint, ...]
Edge = tuple[Any, Any]


class BadPolygon(ValueError):
    """No outline of a tile: the message says what was found and what is allowed."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A tile's outline. corners: anticlockwise; edge k runs from corner k to the next. cells: the corners of each cell,
    none of an outline that has no cells. scale: how many steps of the lattice a unit edge has. further: of a region its
    other rings, parts anticlockwise, holes clockwise; a tile has none."""

    corners: tuple[ExactPoint, ...]
    cells: tuple[Cell, ...] = ()
    scale: int = 1
    further: tuple[tuple[ExactPoint, ...], ...] = ()

    @property
    def edges(self) -> int:
        """How many edges there are; each cell's edge on the outline is one."""
        return len(self.corners)

    @property
    def rings(self) -> tuple[tuple[Any, ...], ...]:
        """All rings: what is inside lies to their left."""
        return (self.corners, *self.further)

    @property
    def sides(self) -> list[Edge]:
        """The edges of all rings, from point to point."""
        return [side for ring in self.rings for side in edges(ring)]

    def alike(self, corner: int) -> bool:
        """Tell whether both edges of a corner are equally long."""
        before, here, after = (self.corners[(corner + k) % self.edges] for k in (-1, 0, 1))
        first, second = here - before, after - here
        return bool(first.dot(first) == second.dot(second))


def walk(lattice: str, turns: Sequence[int], steps: Sequence[tuple[int, int]] = ()) -> Outline:
    """Return the outline of a walk. turns: after each step, anticlockwise, in parts of a whole turn. steps: how long
    each is, (m, n) for m + n·φ, m + n·√2 or m + n·√3 as the lattice has it; all 1 if none are given.

    Raises BadPolygon for what is not closed, crosses or touches itself, or runs clockwise.
    """
    corners = walk_round(lattice, turns, steps)
    if area_sign(corners) < 0:
        raise BadPolygon("found an outline that runs clockwise, allowed is anticlockwise: make each turn its negative")
    return Outline(corners)


def walk_round(
    lattice: str, turns: Sequence[int], steps: Sequence[tuple[int, int]] = (), at: Sequence[int] = (0,)
) -> tuple[Any, ...]:
    """Return the corners of a walk, either way round. at: the integers of the point where it begins. Raises BadPolygon
    for what is not closed, and for what crosses or touches itself."""
    points = LATTICES[lattice]
    lengths = list(steps) or [(1, 0)] * len(turns)
    if len(lengths) != len(turns):
        raise BadPolygon(f"found {len(turns)} turns and {len(lengths)} steps, allowed is a step for each turn")
    start = points(*at)
    here, towards = start, 0
    corners: list[Any] = []
    for turn, (whole, long) in zip(turns, lengths, strict=True):
        corners.append(here)
        here = here + _step(lattice, towards, whole, long)
        towards += turn
    if here != start:
        x, y = (here - start).to_xy()
        raise BadPolygon(f"found an end {x:.3g}, {y:.3g} edges from its beginning, allowed is a closed outline")
    if not is_simple(corners):
        raise BadPolygon("found an outline that crosses or touches itself, allowed is a simple one")
    return tuple(corners)


def _step(lattice: str, towards: int, whole: int, long: int) -> Any:
    """Return a step in a direction. ζ + ζ⁻¹ is φ, √2 or √3, so a long step adds the steps to its left and right."""
    unit = LATTICES[lattice](1)
    if long and lattice not in LONG:
        raise BadPolygon(f"found a step of two numbers, allowed on {lattice} are whole numbers")
    step = times(unit, whole) + times(unit.turn(1) + unit.turn(-1), long)
    if step.dot(unit).sign() <= 0:
        raise BadPolygon(f"found a step [{whole}, {long}], allowed are steps longer than 0")
    return step.turn(towards)


def times(point: Any, number: int) -> Any:
    """Return a point, so many times as far out."""
    return type(point)(*(number * part for part in integers(point)))


SQUARE = tuple(Gauss(x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)))
TRIANGLES = (
    (Eisenstein(0, 0), Eisenstein(1, 0), Eisenstein(0, 1)),
    (Eisenstein(1, 0), Eisenstein(1, 1), Eisenstein(0, 1)),
)
HEXAGON = tuple(Eisenstein(1).turn(k) for k in range(6))


def of_cells(grid: str, places: Iterable[Sequence[int]]) -> Outline:
    """Return the outline of cells: "squares" (x, y), "triangles" (x, y, 0 for up or 1 for down), "hexagons" (x, y), y
    along a line 60° up from x. Raises BadPolygon unless they are in one piece, without a hole, each once."""
    found = region_of_cells(grid, places)
    if len({a for a, _ in found.sides}) < len(found.sides):
        raise BadPolygon("found cells that touch in a corner alone, allowed are cells joined along edges")
    if found.further:
        raise BadPolygon("found cells that are apart, or have a hole; allowed are cells in one piece without a hole")
    return found


def region_of_cells(grid: str, places: Iterable[Sequence[int]]) -> Outline:
    """Return cells as `of_cells` does, and they may be apart, touch in corners, and have holes. Raises BadPolygon for a
    cell twice."""
    cells = tuple(_cell(grid, tuple(place)) for place in places)
    if len(set(map(frozenset, cells))) < len(cells):
        raise BadPolygon("found a cell twice, allowed is each once")
    first, *further = rings_of(rim_of(cells))
    return Outline(first, cells, further=tuple(further))


def rim_of(cells: Iterable[Cell]) -> set[Edge]:
    """Return the sides that one cell alone has, each with the cell to its left."""
    sides = {side for cell in cells for side in edges(cell)}
    return {(a, b) for a, b in sides if (b, a) not in sides}


def rings_of(sides: set[Edge]) -> list[tuple[Any, ...]]:
    """Return the rings of sides, each from its lowest corner, the lowest first. Where several meet in a point, a ring
    goes on along what is inside between them."""
    onward: dict[Any, list[Any]] = {}
    for a, b in sides:
        onward.setdefault(a, []).append(b)
    left, found = set(sides), []
    for begin in sorted(onward, key=lambda point: (point.to_xy()[1], point.to_xy()[0])):
        for side in [(begin, end) for end in onward[begin]]:
            ring = []
            while side in left:
                left.remove(side)
                a, b = side
                ring.append(a)
                # the first that one comes to clockwise from a; all are one step from b
                clockwise = (b + (a - b).turn(a.TURN - part) for part in range(1, a.TURN))
                side = b, next(point for point in clockwise if point in onward[b])
            if ring:
                found.append(tuple(ring))
    return found


def _cell(grid: str, place: tuple[int, ...]) -> Cell:
    x, y = place[:2]
    if grid == "squares":
        return tuple(corner + Gauss(x, y) for corner in SQUARE)
    if grid == "triangles":
        return tuple(corner + Eisenstein(x, y) for corner in TRIANGLES[place[2]])
    # neighbours' middles lie √3 edges apart: x steps by 1 + ρ, y by the next at 60°
    middle = Eisenstein(x - y, x + 2 * y)
    return tuple(corner + middle for corner in HEXAGON)


def _regular(lattice: str, corners: int) -> Outline:
    return walk(lattice, [LATTICES[lattice].TURN // corners] * corners)


NAMED = {
    "triangle": lambda: of_cells("triangles", [(0, 0, 0)]),
    "square": lambda: of_cells("squares", [(0, 0)]),
    "pentagon": lambda: _regular("tenths", 5),
    "hexagon": lambda: of_cells("hexagons", [(0, 0)]),
    "octagon": lambda: _regular("eighths", 8),
    "dodecagon": lambda: _regular("twelfths", 12),
    "thick-rhomb": lambda: walk("tenths", [3, 2, 3, 2]),
    "thin-rhomb": lambda: walk("tenths", [4, 1, 4, 1]),
    # from the tip of 72° between the long edges, and from that of the dart; long edges are φ
    "kite": lambda: walk("tenths", [3, 1, 3, 3], [(0, 1), (1, 0), (1, 0), (0, 1)]),
    "dart": lambda: walk("tenths", [4, -1, 4, 3], [(0, 1), (1, 0), (1, 0), (0, 1)]),
    "half-square": lambda: Outline((Gauss(0, 0), Gauss(1, 0), Gauss(0, 1))),
    "domino": lambda: of_cells("squares", [(0, 0), (1, 0)]),
}


def outline_of(written: str | Mapping[str, Any]) -> Outline:
    """Return an outline as a file says it. Raises KeyError for an unknown name, BadPolygon for what is no outline."""
    if isinstance(written, str):
        return NAMED[written]()
    grid = grid_of(written)
    return of_cells(grid, written[grid]) if grid else walk(*walk_of(written))


def grid_of(polygon: Mapping[str, Any]) -> str:
    """Return which cells a table lists, "" for a walk. Raises BadPolygon unless it says one of the two."""
    texts = [key for key in ("turns", *CELLS) if key in polygon]
    if len(texts) != 1:
        found = " and ".join(texts) or "none of them"
        raise BadPolygon(f"found {found}, allowed is one of turns, squares, triangles, hexagons")
    if texts[0] != "turns":
        over = [key for key in ("lattice", "steps") if key in polygon]
        if over:
            raise BadPolygon(f"found {over[0]} beside {texts[0]}, allowed is {over[0]} with turns alone")
        if texts[0] == "triangles" and any(place[2] not in (0, 1) for place in polygon["triangles"]):
            raise BadPolygon("found a triangle that is neither 0 (up) nor 1 (down), allowed is [x, y, 0] or [x, y, 1]")
        return texts[0]
    if "lattice" not in polygon:
        raise BadPolygon("found turns without a lattice, allowed is quarters, sixths, eighths, tenths or twelfths")
    return ""


def walk_of(table: Mapping[str, Any]) -> tuple[str, Sequence[int], list[tuple[int, int]]]:
    """Return the lattice, the turns and the steps of a walk that a table says."""
    steps = [tuple(step) if isinstance(step, list) else (step, 0) for step in table.get("steps", ())]
    return table["lattice"], table["turns"], steps


def sharp(corners: Sequence[Any]) -> list[Any]:
    """Return corners without those that are straight."""
    n = len(corners)
    return [p for k, p in enumerate(corners) if orientation(corners[k - 1], p, corners[(k + 1) % n])]


At = Literal["edges", "profiles", "corners", "edges and corners", "cells", "links"]
BOTH: At = "edges and corners"  # all edges first, then all corners


@dataclass(frozen=True, slots=True)
class Move:
    """A move of an outline onto itself. edges: edge edges[k] comes to lie where edge k was. mirrored: turned over."""

    edges: Permutation
    mirrored: bool


@lru_cache(maxsize=64)
def by_angles(outline: Outline) -> tuple[Move, ...]:
    """Return the moves of an outline, from its edges' lengths and angles."""
    turns = tuple(Move(p, False) for p in turns_onto_itself(outline.corners))
    return turns + tuple(Move(p, True) for p in reflections_onto_itself(outline.corners))


def moves_onto(sides: Sequence[Edge], others: Sequence[Edge] = ()) -> Iterator[tuple[bool, Callable[[Any], Any]]]:
    """Yield the moves of a lattice that carry sides onto themselves, the identity first, or onto as many others, and
    whether they mirror. What lies to the left of a side stays there."""
    others = others or sides
    whole, first = set(others), sides[0][0]
    for mirrored, part in product((False, True), range(first.TURN)):

        def turn(point: Any, mirrored: bool = mirrored, part: int = part) -> Any:
            return ((point - first).mirror() if mirrored else point - first).turn(part)

        turned = [(turn(b), turn(a)) if mirrored else (turn(a), turn(b)) for a, b in sides]
        for aim, _ in others:
            if all((a + aim, b + aim) in whole for a, b in turned):

                def move(point: Any, turn: Callable[[Any], Any] = turn, aim: Any = aim) -> Any:
                    return turn(point) + aim

                yield mirrored, move


def is_turned(first: Outline, second: Outline) -> bool:
    """Tell whether an outline is another one, turned. Straight corners are none."""
    alike = type(first.corners[0]) is type(second.corners[0])
    sides, others = (list(edges(sharp(outline.corners))) for outline in (first, second))
    moves = moves_onto(sides, others) if alike and len(sides) == len(others) else ()
    return any(not mirrored for mirrored, _ in moves)


def by_points(outline: Outline) -> tuple[Move, ...]:
    """Return the moves of an outline, from those of its lattice."""
    place, found = {frozenset(side): k for k, side in enumerate(outline.sides)}, []
    for mirrored, move in moves_onto(outline.sides):
        to = [place[frozenset(map(move, side))] for side in outline.sides]
        found.append(Move(tuple(sorted(range(len(to)), key=to.__getitem__)), mirrored))
    return tuple(found)


def slots(outline: Outline, at: At, per: int = 1) -> int:
    """Return how many slots there are. per: of links, how many ends on an edge."""
    found = {"cells": len(outline.cells), "links": per * outline.edges, BOTH: 2 * outline.edges}
    return found.get(at, outline.edges)


def on_slots(move: Move, outline: Outline, at: At, per: int = 1) -> Permutation:
    """Return how a move moves the slots: the label of slot p[i] comes to slot i."""
    n = outline.edges
    if at == "corners":
        # corner k begins edge k; turned over, it ends that edge's image
        return tuple((edge + 1) % n if move.mirrored else edge for edge in move.edges)
    if at == BOTH:
        return (*move.edges, *(n + corner for corner in on_slots(move, outline, "corners")))
    if at == "links":
        ends = range(per - 1, -1, -1) if move.mirrored else range(per)
        return tuple(per * edge + end for edge in move.edges for end in ends)
    if at == "cells":
        # a cell inside has no corner of the outline, so all cells move as the lattice does
        corner = on_slots(move, outline, "corners")
        cells = {frozenset(cell): k for k, cell in enumerate(outline.cells)}
        for flips, turn in moves_onto(outline.sides):
            if flips == move.mirrored and all(turn(outline.corners[corner[k]]) == outline.corners[k] for k in range(n)):
                image = [cells[frozenset(map(turn, cell))] for cell in outline.cells]
                return tuple(sorted(range(len(image)), key=image.__getitem__))
        raise ValueError("the move is none of the lattice")
    return move.edges


def kind(turns: int, mirrors: int) -> str:
    """Return what a symmetry is called. turns: how many turns leave the tile as it is, the whole one among them."""
    turned = {1: "", 2: "half turn"}.get(turns, f"{turns} turns")
    flipped = {0: "", 1: "one mirror"}.get(mirrors, f"{mirrors} mirrors")
    return " and ".join(word for word in (turned, flipped) if word) or "none"
