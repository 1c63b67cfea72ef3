"""What the squares are, and what is drawn on them: four wedges that meet in the middle, one for each edge.

Edge 0 is at the bottom; edges and corners count anticlockwise, and edge k runs from corner k. A tile is called by the
colours of its edges, anticlockwise: of all four ways to turn it, the least. It is one-sided: its mirror image is
another tile, or the same by chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import product

from quasiprint.drawing.outlines import circle, rounded, turned
from quasiprint.exact.orbit import Labels, canonical, cyclic
from quasiprint.exact.quadratic import Gauss
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, snap
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Labelled, Marking, Piece
from quasiprint.model.profile import Ink, Palette

TURNS = cyclic("quarter turns", 4, 1)
CORNERS = (Gauss(0, 0), Gauss(1, 0), Gauss(1, 1), Gauss(0, 1))
GAP = 0.045  # of the edge: between two wedges

Wedge = tuple[float, float, float]  # mm: how far from the nominal edge it begins and ends; its finest stroke


def labellings(colours: int) -> tuple[Labels, ...]:
    """Return the colours of every tile, in order."""
    return tuple(sorted({canonical(TURNS, labels) for labels in product(range(colours), repeat=4)}))


def tile_id(labels: Labels) -> str:
    """Return what a tile is called: "0012"."""
    return "".join(map(str, canonical(TURNS, labels)))


def _band(wedge: Wedge, low: float, high: float) -> Ring:
    """Return the part of a wedge between two lines along the edge, at these distances from it."""
    far = wedge[1]
    tip = ((0.0, far),) if high >= far else ((far - high, high), (high - far, high))
    return ((low - far, low), (far - low, low), *tip)


def solid(wedge: Wedge) -> list[Ring]:
    """The whole wedge."""
    return [_band(wedge, wedge[0], wedge[1])]


def dashed(wedge: Wedge) -> list[Ring]:
    """Bars along the edge."""
    near, far, bold = wedge
    count = int((far - near) // (2 * bold))
    pitch = (far - near) / count
    return [_band(wedge, near + pitch * k, near + pitch * (k + 0.5)) for k in range(count)]


def dotted(wedge: Wedge) -> list[Ring]:
    """Rows of dots, one fewer in each."""
    near, far, bold = wedge
    rows = int((far - near) // (2.4 * bold))
    pitch = (far - near) / rows
    places = [((k - (n - 1) / 2) * pitch * 1.5, far - pitch * (n - 0.1)) for n in range(1, rows) for k in range(n)]
    return [circle(x, y, pitch / 3, 20) for x, y in places]


def double(wedge: Wedge) -> list[Ring]:
    """Two rails along the sides."""
    near, far, bold = wedge
    rail = 2 * bold
    inner = far - rail
    return [((near - far, near), (near - inner, near), (0.0, inner), (inner - near, near), (far - near, near), (0.0, far))]


PATTERNS: dict[str, Callable[[Wedge], list[Ring]]] = {p.__name__: p for p in (solid, dashed, dotted, double)}


@lru_cache(maxsize=64)
def _cell(edge: int, label: int, ink: Ink, measures: Measures) -> Cell:
    size, inset, radius = measures.size.edge, measures.fit.clearance, measures.finish.corner_radius
    gap = max(GAP * size / math.sqrt(2), measures.machine.min_feature, radius)
    wedge = inset, size / 2 - gap, max(size / 20, measures.machine.min_feature)

    def put(ring: Ring) -> Region:
        return Region(turned(tuple((x, y - size / 2) for x, y in ring), edge * math.pi / 2))

    ring = _outline(measures)
    per = len(ring) // 4
    start = edge * per + per // 2
    border = tuple(ring[k % len(ring)] for k in range(start, start + per + 1))
    (field,) = solid(wedge)
    marks = tuple(put(ring) for ring in PATTERNS[ink.pattern](wedge))
    return Cell((*border, (0.0, 0.0)), (Mark(edge, Operation.ENGRAVE, label, ink.pattern, (put(field),), marks, label),))


@lru_cache(maxsize=8)
def _nominal(size: float) -> Ring:
    return tuple((snap(x * size / 2), snap(y * size / 2)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


@lru_cache(maxsize=8)
def _outline(measures: Measures) -> Ring:
    inset, radius = measures.fit.clearance, measures.finish.corner_radius
    inward = (math.pi / 4 + k * math.pi / 2 for k in range(4))
    corners = zip(_nominal(measures.size.edge), inward, strict=True)
    return tuple(p for corner, angle in corners for p in rounded(corner, angle, math.pi / 2, inset, radius))


def face(labels: Labels, inks: tuple[Ink, ...], measures: Measures) -> Face:
    """Return the face of a tile."""
    nominal = _nominal(measures.size.edge)
    cells = tuple(_cell(edge, label, inks[label], measures) for edge, label in enumerate(labels))
    back = Region(tuple((snap(0.24 * x), snap(0.24 * y)) for x, y in nominal))
    return Face(nominal, _outline(measures), cells, (back,))


def design(colours: int, measures: Measures, palette: Palette) -> GameSet:
    """Return the set of so many colours. Raises InputError for a palette that has too few, or patterns of others."""
    inks = palette.inks[:colours]
    if len(inks) < colours:
        raise InputError(f"colours: found {colours}, allowed is up to {len(inks)}: palette {palette.name!r} has no more")
    for ink in inks:
        if ink.pattern not in PATTERNS:
            raise InputError(f"palette {palette.name!r}: found {ink.pattern!r}, allowed are {', '.join(PATTERNS)}")
    pieces = tuple(
        Piece(tile_id(labels), "square", labels, CORNERS, face(labels, inks, measures)) for labels in labellings(colours)
    )
    return GameSet(
        game="macmahon",
        title="MacMahon's squares",
        parameters=(("colours", colours),),
        pieces=pieces,
        accessories=(),
        composition=Labelled((("square", TURNS),), colours, Marking("edge")),
        hidden=False,
        palette=palette,
        measures=measures,
    )
