"""Labels at edges as Penrose's arrows along them: 0 points anticlockwise round the tile, 1 the other way; 2 and 3 are
two arrowheads, 4 and 5 three, and so on. A tile shows half of each arrowhead, the half inside its edge: where 0 meets 1
or 2 meets 3, two tiles show whole ones. So no colour is needed to tell them apart.

Sizes depend on the edge alone, so halves on edges of any two shapes meet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks.frame import Frame, LabelStyle, frame, refuse_small
from quasiprint.addons.designer.sets.set_file import Shape
from quasiprint.model.face import Mark, Operation, Region, Ring
from quasiprint.model.measures import Measures

LONG, HIGH = 0.13, 0.1  # of the edge: half of an arrowhead


def _heads(measures: Measures, number: int) -> tuple[tuple[float, float], ...]:
    """Return where so many arrowheads begin and end along an edge, from its middle, mm, if they point anticlockwise."""
    long, gap = LONG * measures.size.edge, _bold(measures)
    start = -(number * long + (number - 1) * gap) / 2
    return tuple((start + k * (long + gap), start + k * (long + gap) + long) for k in range(number))


def _bold(measures: Measures) -> float:
    """Return how blunt tips are, and how far arrowheads stay apart, mm."""
    return max(measures.machine.min_feature, 0.02 * measures.size.edge)


def refuse(shape: Shape, drawn: LabelStyle) -> None:
    """Raise InputError if arrowheads have no room over the edges of a shape."""
    what = f"arrows must find room over each edge of {shape.name!r}"
    refuse_small(shape, drawn.measures, lambda measures: fits(shape, drawn.shapes, measures), what)


def fits(shape: Shape, _: Sequence[Shape], measures: Measures) -> bool:
    """Tell whether arrowheads have room over the edges of a shape, each on its side of the corners' bisectors."""
    tile, bold = frame(shape.outline, measures), _bold(measures)
    inset, radius = measures.fit.clearance, measures.finish.corner_radius
    high = HIGH * measures.size.edge
    if LONG * measures.size.edge < 2 * bold or high - inset < 2 * bold:
        return False
    half = max(end for _, end in _heads(measures, (shape.choice.labels + 1) // 2))
    for k in range(shape.outline.edges):
        for corner in (k, (k + 1) % shape.outline.edges):
            beta = min(tile.angle(corner) / 2, math.pi / 2)
            lost = max((inset + radius) / math.tan(beta), (high + bold / 2 / math.cos(beta)) / math.tan(beta))
            if tile.length(k) / 2 - half < lost:
                return False
    return True


def marks(shape: Shape, drawn: LabelStyle, tile: Frame, labels: Labelling, behind: bool = False) -> tuple[Mark, ...]:
    """Return the arrows of a tile, edge by edge. behind: as its back shows them, seen through it."""
    inks = len(drawn.palette.inks)
    return tuple(_mark(tile, k, label, label // 2 % inks, behind) for k, label in enumerate(labels))


@lru_cache(maxsize=8192)
def _mark(tile: Frame, k: int, label: int, ink: int, behind: bool) -> Mark:
    measures = tile.measures
    low, bold = measures.fit.clearance, _bold(measures)
    forwards = label % 2 == int(behind)
    rings: list[Ring] = []
    for tail, tip in _heads(measures, label // 2 + 1):
        ring = ((tail, low), (tip, low), (tip, low + bold), (tail, HIGH * measures.size.edge))
        rings.append(ring if forwards else tuple((-x, y) for x, y in reversed(ring)))
    areas = tuple(Region(tile.place(k, ring)) for ring in rings)
    return Mark(k, Operation.ENGRAVE, ink, "solid", areas, areas, label=label)
