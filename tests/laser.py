"""Laser sheets to be read back by the tests of drawings, SVG and DXF."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

from samples import LASER, quasimino

from quasiprint.layout.nesting import nest
from quasiprint.layout.sheets import drawings
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring
from quasiprint.model.piece import GameSet
from quasiprint.model.placement import Arrangement
from quasiprint.model.production import Drawing, DrawingProduction
from quasiprint.model.profile import LayerStyle, SheetStock

STYLES = (
    LayerStyle("engrave", None, "#000000", 0.1, "ENGRAVE", 7),
    LayerStyle("score", "#0000FF", None, 0.1, "SCORE", 5),
    LayerStyle("cut-inner", "#FF0000", None, 0.1, "CUT_INNER", 1),
    LayerStyle("cut-outer", "#FF0000", None, 0.1, "CUT_OUTER", 1),
    LayerStyle("reference", "#F36926", None, 0.1, "REFERENCE", 8),
)
STOCK = SheetStock("plywood", 600, 300, 5, 2, 0.2, STYLES)


def arrangements(held: GameSet, stock: SheetStock = STOCK) -> tuple[Arrangement, ...]:
    """Every piece once and every accessory twice."""
    items = [(piece.id, piece.face.nominal) for piece in held.pieces]
    items += [(thing.id, thing.face.nominal) for thing in held.accessories for _ in range(2)]
    return nest("sheet", items, stock.width, stock.height, stock.margin, stock.gap + 2 * stock.kerf)


@lru_cache(maxsize=4)
def production(stock: SheetStock = STOCK) -> DrawingProduction:
    """The 90 tiles and some tokens."""
    held = quasimino(3, LASER)
    return DrawingProduction(held, drawings(held, arrangements(held, stock), stock), stock.styles)


def rectangle(left: float, low: float, right: float, high: float) -> Ring:
    """Anticlockwise."""
    return (left, low), (right, low), (right, high), (left, high)


def every_operation() -> Drawing:
    """One tile that is engraved, scored and pierced: a ring of 12 and 4 mm falls out of it."""

    def mark(slot: int, operation: Operation, region: Region) -> Mark:
        return Mark(slot, operation, None, None, region, (region,))

    outline = rectangle(-20, -10, 20, 10)
    hole = Region(rectangle(-18, -6, -6, 6), (rectangle(-14, -2, -10, 2)[::-1],))
    marks = (
        mark(0, Operation.CUT, hole),
        mark(1, Operation.SCORE, Region(rectangle(2, -4, 6, 4))),
        mark(2, Operation.ENGRAVE, Region(rectangle(10, -4, 14, 4))),
    )
    held = quasimino(1, LASER)
    piece = replace(held.pieces[0], face=Face(outline, outline, (Cell(outline, marks),)))
    held = replace(held, pieces=(piece,), accessories=())
    return drawings(held, arrangements(held), STOCK)[0]


def predicted_cut_length(drawing: Drawing, held: GameSet, kerf: float) -> float:
    """The cut length (mm) that the design says, from the outlines' own edges and angles.

    A convex outline grows by half of the kerf: at a corner where it turns by t, each of both
    edges gets longer by kerf/2 · tan(t/2).
    """
    outlines = {thing.id: thing.face.outline for thing in (*held.pieces, *held.accessories)}
    total = 0.0
    for path in drawing.paths:
        if path.operation == "cut-outer":
            ring = outlines[path.item]
            for a, b, c in zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True):
                turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
                total += math.dist(a, b) + kerf * math.tan((turn % (2 * math.pi)) / 2)
    return total
