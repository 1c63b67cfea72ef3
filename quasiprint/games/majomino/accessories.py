"""What goes with boards: markers with an x on one side and an o on the other, a frame and a tray."""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.outlines import circle, diagonal_cross, rounded_square
from quasiprint.games.majomino.face import MARKER, BoardStyle
from quasiprint.games.majomino.grid import CellGrid
from quasiprint.model.face import Cell, Face, Mark, Operation, Region
from quasiprint.model.measures import Maker, Measures
from quasiprint.model.piece import Accessory

SIDES = 32
REACH = 0.62  # of a marker's radius: how far the x and the o reach
STROKE = 1.2  # mm: of the x and of the o; fingers follow raised lines from 1.1 mm
TACTILE = 1.0  # mm: how high the x stands, and how deep the o's middle lies
FRAME = 0.4  # of a cell's edge: how broad a frame is
PLAY = 0.15  # mm: between a board and its frame, on each side


def markers(size: int, measures: Measures) -> Accessory:
    """Return a marker for each cell of a board."""
    return Accessory("marker", "marker", size * size, marker(measures))


@lru_cache(maxsize=16)
def marker(measures: Measures) -> Face:
    """Return a marker: the x on its face, the o on its back.

    Printed, the x is raised, and the o is the rim that stays around a sunk middle: both are lines
    that a finger follows. Cut, both are engraved.
    """
    printed = measures.process is Maker.PRINTER
    radius = MARKER * measures.size.edge
    stroke = max(STROKE, measures.machine.min_feature)
    rim = circle(0.0, 0.0, radius, SIDES)
    outline = circle(0.0, 0.0, radius - measures.fit.clearance, SIDES)
    cross = Region(diagonal_cross(REACH * radius, stroke))
    mark = Mark(0, Operation.ENGRAVE, None, None, (cross,), (cross,), rise=TACTILE if printed else None)
    if printed:
        back = Region(circle(0.0, 0.0, radius - measures.fit.clearance - measures.finish.chamfer - stroke, SIDES))
    else:
        inner = circle(0.0, 0.0, REACH * radius - stroke, SIDES)
        back = Region(circle(0.0, 0.0, REACH * radius, SIDES), (inner[::-1],))
    return Face(rim, outline, (Cell(outline, (mark,)),), (back,))


def least_edge(measures: Measures) -> float:
    """Return the least edge of a cell (mm) whose markers show an x with arms, and an o around something."""
    least = measures.machine.min_feature
    stroke = max(STROKE, least)
    arms = (stroke / 2 + least) / REACH
    # what the o's middle takes: sunk inside of the rim that stays, or left out of the engraved ring
    taken = measures.fit.clearance + measures.finish.chamfer + stroke + least / 2
    ring = taken if measures.process is Maker.PRINTER else (stroke + least / 2) / REACH
    return math.ceil(10 * max(arms, ring) / MARKER - 1e-6) / 10


def tray(size: int, style: BoardStyle) -> tuple[Accessory, ...]:
    """Return a frame that holds a board, and the tray under both."""
    m = style.measures
    room = (style.side(size) - size * m.size.edge) / 2 + PLAY
    grid = CellGrid(size, m.size.edge)
    hole = grid.square(room)
    nominal = grid.square(room + FRAME * m.size.edge)
    outline = rounded_square(nominal, 0.0, m.finish.corner_radius)
    window = Mark(0, Operation.CUT, None, None, (Region(hole),), (Region(hole),))
    return (
        Accessory("frame", "frame", 1, Face(nominal, outline, (Cell(outline, (window,)),))),
        Accessory("tray", "tray", 1, Face(nominal, outline, (Cell(outline, ()),))),
    )
