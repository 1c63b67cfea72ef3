"""The faces of ominoes, Quominoes and markers. Lengths in mm, each in its own frame, the origin in its middle.

An omino is black at its upper right corner. The dimple or knob for the fingertip lies in the black
half, off the middle: it is what turns the omino, and what tells fingers where black is. A Quomino's
face shows the black square on its tip that four ominoes make, its back the white one. For fingers, what is black on a
face is raised.
"""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.outlines import circle, diagonal_cross, rounded_square, square, square_corners
from quasiprint.games.quomino.sizes import HEIGHT, KNOB, MARKER, SUNK, Sizes
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.touch import high

HALF, GRIP, DIAMOND, HOLLOW, CROSS = range(5)  # slots of marks
BLACK = 1  # the label of what is black
FINGER_SIDES, HOLLOW_SIDES, DISC_SIDES = 32, 24, 32
STROKE = 1.2  # mm: of the cross on a marker
REACH = 0.62  # of a marker's radius: how far the cross reaches


@lru_cache(maxsize=16)
def omino(sizes: Sizes) -> Face:
    """Return an omino."""
    outline = rounded_square(square(sizes.side), 0.0, sizes.radius)
    marks = [_half(sizes)]
    if not sizes.paper:
        marks.append(_grip(sizes))
    return Face(square(sizes.side), outline, (Cell(outline, tuple(marks)),))


def _half(sizes: Sizes) -> Mark:
    """Return the black half, with room for the grip in it."""
    border = 0.0 if sizes.paper else sizes.measures.machine.min_feature
    _, right, black, upper = square_corners(square(sizes.side), border, max(0.0, sizes.radius - border))
    # the diagonal runs through the middles of the two corners beside the black one
    ring = (*right[len(right) // 2 :], *black, *upper[: len(upper) // 2 + 1])
    hole = () if sizes.paper else (_finger(sizes, sizes.finger + sizes.measures.machine.min_feature)[::-1],)
    area = (Region(ring, hole),)
    return _black(HALF, area, sizes)


def _black(slot: int, area: tuple[Region, ...], sizes: Sizes) -> Mark:
    """Return what is black: in its colour, or raised for fingers."""
    if sizes.measures.touch:
        return Mark(slot, Operation.ENGRAVE, None, "solid", area, area, BLACK, high(sizes.measures))
    return Mark(slot, Operation.ENGRAVE, 0, "solid", area, area, BLACK)


def _finger(sizes: Sizes, radius: float) -> Ring:
    middle = sizes.grip_at / math.sqrt(2)
    return circle(middle, middle, radius, FINGER_SIDES)


def _grip(sizes: Sizes) -> Mark:
    """Return the dimple or knob; of a sheet, the hole for a fingertip or the line to glue a knob on."""
    disc = (Region(_finger(sizes, sizes.finger)),)
    if sizes.printed:
        rise = KNOB if sizes.grip == "knob" else -SUNK
        return Mark(GRIP, Operation.ENGRAVE, None, None, disc, disc, rise=rise)
    operation = Operation.SCORE if sizes.grip == "knob" else Operation.CUT
    return Mark(GRIP, operation, None, None, disc, disc)


@lru_cache(maxsize=16)
def knob(sizes: Sizes) -> Face:
    """Return a knob that is cut out to be glued onto an omino."""
    disc = circle(0.0, 0.0, sizes.finger, FINGER_SIDES)
    return Face(disc, disc, (Cell(disc, ()),))


@lru_cache(maxsize=16)
def quomino(sizes: Sizes) -> Face:
    """Return a Quomino: black on its face, white on its back."""
    m, side = sizes.measures, sizes.tile
    nominal = square(side)
    outline = rounded_square(nominal, 0.0, m.finish.corner_radius)
    border = 0.0 if sizes.paper else m.machine.min_feature
    tip = snap(side / 2 - border)
    diamond: Ring = ((tip, 0.0), (0.0, tip), (-tip, 0.0), (0.0, -tip))
    marks: list[Mark] = []
    if sizes.printed:
        hollow = circle(0.0, 0.0, sizes.hollow, HOLLOW_SIDES)
        around = circle(0.0, 0.0, sizes.hollow + m.machine.min_feature, HOLLOW_SIDES)
        area = (Region(diamond, (around[::-1],)),)
        marks.append(_black(DIAMOND, area, sizes))
        sunk = (Region(hollow),)
        marks.append(Mark(HOLLOW, Operation.ENGRAVE, None, None, sunk, sunk, rise=-depth(sizes)))
        border = m.finish.chamfer + m.machine.min_feature
        corners = _corners(side, border, border)
        cell = Cell(outline, tuple(marks))
        return Face(nominal, outline, (cell,), corners, 0, sunk)
    area = (Region(diamond),)
    marks.append(Mark(DIAMOND, Operation.ENGRAVE, 0, "solid", area, area, BLACK))
    # a back is black at its corners: printed there on paper, engraved on a sheet
    back = _corners(side, border, m.machine.min_feature / (2 if sizes.paper else 1))
    return Face(nominal, outline, (Cell(outline, tuple(marks)),), back, 0 if sizes.paper else None)


def depth(sizes: Sizes) -> float:
    """Return how deep a hollow is: a stud stands in it and does not carry the Quomino."""
    return snap(HEIGHT + sizes.measures.machine.layer)


def _corners(side: float, border: float, half_gap: float) -> tuple[Region, ...]:
    """Return the black corners of a white Quomino, clear of its rim by `border`, and of the axes by half of a gap."""
    far, near = snap(side / 2 - border), snap(half_gap)
    first: Ring = ((far, near), (far, far), (near, far))

    def turned(p: Point, k: int) -> Point:
        x, y = p
        for _ in range(k):
            x, y = -y, x
        return snap(x), snap(y)

    return tuple(Region(tuple(turned(p, k) for p in first)) for k in range(4))


@lru_cache(maxsize=16)
def marker(sizes: Sizes) -> Face:
    """Return a marker for a dead square: a disc with a cross."""
    m = sizes.measures
    stroke = max(STROKE, m.machine.min_feature)
    rim = circle(0.0, 0.0, MARKER * sizes.edge, DISC_SIDES)
    outline = circle(0.0, 0.0, MARKER * sizes.edge - m.fit.clearance, DISC_SIDES)
    cross = (Region(diagonal_cross(REACH * MARKER * sizes.edge, stroke)),)
    mark = Mark(CROSS, Operation.ENGRAVE, None, None, cross, cross, rise=high(m) if m.touch else None)
    return Face(rim, outline, (Cell(outline, (mark,)),))
