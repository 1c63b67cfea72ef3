"""The leaves of a set for machines that cut paper: where they cut, and what Cricut's app is to print.

Silhouette's machines cut a page that is printed elsewhere; the lines lie as on that page, and each is cut once, with
its neighbour's. Cricut's app prints what it cuts, and cuts around all that is printed: there each piece has its whole
outline, and ends at it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quasiprint.documents.sheets import NEAR, cut_marks, cut_page, leaves, on_page, runs
from quasiprint.drawing.outlines import Side
from quasiprint.drawing.rings import sides
from quasiprint.model.face import Face, Point, Ring, bounds, snap
from quasiprint.model.page import Shape
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Placement
from quasiprint.model.profile import CutMarks, Palette, Paper

CUT, CUT_LINE = "#FF0000", 0.1  # mm
PAPER = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class CutLeaf:
    """A leaf for a machine that cuts paper. width, height: of its frame, mm. lines: to cut along, each of them once.

    marks: by which the machine finds the page. printed: what its app prints, where it does that itself: then the frame
    is no page, but what all outlines take together.
    """

    name: str
    width: float
    height: float
    lines: tuple[Shape, ...]
    marks: tuple[Shape, ...] = ()
    printed: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class CutLeaves:
    """The leaves of a set for each paper, one after the other, whenever they are gone through."""

    game_set: GameSet
    papers: tuple[Paper, ...]

    def __iter__(self) -> Iterator[CutLeaf]:
        """Yield the leaves."""
        for paper in self.papers:
            draw = _printed if paper.marks is CutMarks.CRICUT else _cut
            for number, arrangement in enumerate(leaves(self.game_set, paper), 1):
                yield draw(f"tiles-{paper.name}-{number}", self.game_set, paper, on_page(paper, arrangement))


def _cut(name: str, game_set: GameSet, paper: Paper, placed: Sequence[Placement]) -> CutLeaf:
    """Return a leaf that is printed elsewhere, as it lies on its page."""
    faces, page = {thing.id: thing.face for thing in game_set.things}, cut_page(game_set, paper, placed)
    lines = []
    for k, one in enumerate(placed):
        rings, closed = runs(faces[one.item].nominal, page.own_sides(k))
        if rings:
            lines.append(Shape(tuple(map(one.ring, rings)), None, CUT, CUT_LINE, closed))
    marks = cut_marks(paper) if paper.marks.drawn else ()
    return CutLeaf(name, paper.width, paper.height, tuple(lines), tuple(marks))


def _printed(name: str, game_set: GameSet, paper: Paper, placed: Sequence[Placement]) -> CutLeaf:
    """Return a leaf that is printed by the app that cuts it."""
    faces = {thing.id: thing.face for thing in game_set.things}
    left, low, right, high = bounds(tuple(one.ring(faces[one.item].nominal) for one in placed))
    moved = [replace(one, x=snap(one.x - left), y=snap(one.y - low)) for one in placed]
    drawn = {face: _front(face, game_set.palette) for face in {faces[one.item] for one in placed}}
    lines = (Shape((one.ring(faces[one.item].nominal),), None, CUT, CUT_LINE) for one in moved)
    printed = (replace(shape, rings=_at(one, shape)) for one in moved for shape in drawn[faces[one.item]])
    return CutLeaf(name, snap(right - left), snap(high - low), tuple(lines), printed=tuple(printed))


def _at(placed: Placement, shape: Shape) -> tuple[Ring, ...]:
    return tuple(map(placed.ring, shape.rings))


def _front(face: Face, palette: Palette) -> list[Shape]:
    """Return a front as it is printed up to its outline and no farther, the lines around its ink neither."""
    from quasiprint.drawing.painting import front

    found = [Shape((face.nominal,), PAPER)]
    for shape in front(face, palette, 0.0)[1:]:
        if shape.fill is None or shape.stroke is None:
            found.append(shape)
            continue
        found.append(replace(shape, stroke=None, width=0.0))
        for ring in shape.rings:
            lines, closed = runs(ring, [not _on(side, face.nominal) for side in sides(ring)])
            if lines:
                found.append(Shape(lines, None, shape.stroke, shape.width, closed))
    return found


def _on(side: Side, outline: Ring) -> bool:
    """Tell whether a side of an inked area lies on a piece's outline."""
    return any(_off(p, edge) < NEAR and _off(q, edge) < NEAR for p, q in (side,) for edge in sides(outline))


def _off(p: Point, edge: Side) -> float:
    """Return how far a point lies from the straight line along an edge."""
    (x0, y0), (x1, y1) = edge
    return abs((x1 - x0) * (p[1] - y0) - (y1 - y0) * (p[0] - x0)) / math.dist(*edge)
