"""Laser sheets to be read back by the tests of drawings, SVG and DXF."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

from samples import LASER as BARE
from samples import quasimino, resized

from quasiprint.layout.nesting import Area, nest
from quasiprint.layout.sheets import Drawings
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Drawing, DrawingProduction
from quasiprint.model.profile import LayerStyle, SheetOperation, SheetStock

STYLES = (
    LayerStyle(SheetOperation.ENGRAVE, None, "#000000", 0.1, "ENGRAVE", 7),
    LayerStyle(SheetOperation.SCORE, "#0000FF", None, 0.1, "SCORE", 5),
    LayerStyle(SheetOperation.CUT_INNER, "#FF0000", None, 0.1, "CUT_INNER", 1),
    LayerStyle(SheetOperation.CUT_OUTER, "#FF0000", None, 0.1, "CUT_OUTER", 1),
    LayerStyle(SheetOperation.REFERENCE, "#F36926", None, 0.1, "REFERENCE", 8),
)
STOCK = SheetStock("plywood", 600, 300, 5, 2, STYLES)
KERF = 0.2
LASER = resized(BARE, kerf=KERF)


def arrangements(held: GameSet) -> tuple[Arrangement, ...]:
    """Every piece once and every accessory twice."""
    items = [(piece.id, piece.face.nominal) for piece in held.pieces]
    items += [(thing.id, thing.face.nominal) for thing in held.accessories for _ in range(2)]
    gap = STOCK.gap + 2 * held.measures.laser.kerf
    return nest("sheet", items, Area(STOCK.width, STOCK.height, STOCK.margin, gap))


@lru_cache(maxsize=4)
def production(kerf: float = KERF, colours: int = 2) -> DrawingProduction:
    """The tiles and some tokens: 20 of two colours, 90 of three."""
    held = quasimino(colours, resized(LASER, kerf=kerf))
    return DrawingProduction(held, Drawings(held, arrangements(held), STOCK), STYLES)


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
    return Drawings(held, arrangements(held), STOCK)[0]


def predicted_cut_length(drawing: Drawing, held: GameSet, kerf: float) -> float:
    """The cut length (mm) that the design says, from the outlines' own edges and angles.

    A convex outline grows by half of the kerf: at a corner where it turns by t, each of both
    edges gets longer by kerf/2 · tan(t/2). What is shorter than a rounded corner of a piece is wide is a chord of its
    arc, whose radius grows by kerf/2 as well.
    """
    wide = held.measures.finish.corner_radius + kerf / 2
    pieces = {piece.id for piece in held.pieces}
    outlines = {thing.id: thing.face.outline for thing in held.items}
    total = 0.0
    for path in drawing.paths:
        if path.operation is SheetOperation.CUT_OUTER:
            ring = outlines[path.item]
            sides = list(zip(ring, ring[1:] + ring[:1], strict=True))
            ways = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in sides]
            for k, (a, b) in enumerate(sides):
                turns = ((ways[k] - ways[k - 1]) % math.tau, (ways[(k + 1) % len(ways)] - ways[k]) % math.tau)
                long = math.dist(a, b) + kerf / 2 * sum(math.tan(turn / 2) for turn in turns)
                # a token is a circle through its corners
                radius = wide if path.item in pieces else long / (2 * math.sin(math.pi / len(ring)))
                is_chord = path.item not in pieces or long < wide
                total += 2 * radius * math.asin(long / (2 * radius)) if is_chord else long
    return total
