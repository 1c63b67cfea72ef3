"""How large the pieces of a box are, so that an omino turns in its square; the faces of ominoes, Quominoes and markers.

Printed boards have a stud at every crossing of their lines. Four ominoes meet around a stud, their
corners rounded so far that each can be turned where it lies, between the studs and the ominoes
beside it; a Quomino lies on four squares, within the studs around them, and over the one in their
middle. A board cut from a sheet has lines and no studs. On paper everything fills its squares.

An omino is black at its upper right corner. The dimple or knob for the fingertip lies in the black
half, off the middle: it is what turns the omino, and what tells fingers where black is. A Quomino's
face shows the black square on its tip that four ominoes make, its back the white one. For fingers, what is black on a
face is raised. Lengths in mm, each face in its own frame, the origin in its middle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from quasiprint.drawing.outlines import (
    WIDEST,
    circle,
    diagonal_cross,
    round_square,
    roundest,
    square,
    square_corners,
    turn_ring,
)
from quasiprint.errors import InputError
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, snap
from quasiprint.model.limits import round_down
from quasiprint.model.measures import Measures, high, line

# all in edges of a square
SIDE = 0.84  # of an omino
REACH = 0.53  # from an omino's middle to its rounded corners
STUD = 0.15  # a stud's radius
RIM = 0.25  # of the board, around the outermost lines
LEAST_RIM = 5.5  # mm: on paper, where the names of columns and rows stand in it
MARKER = 0.3  # a marker's radius, or half of its side
FINGER = 0.16  # radius of a dimple or knob, at most

LEAST_FINGER = 2.5  # mm: a fingertip finds no less
LEAST_PAPER = 24.0  # of the finest stroke: the edge of a square of paper
LOOSE = 40  # edges: more than a fortieth of the edge must not be taken off it
PLAY = 0.3  # mm: between a stud and what lies around it
HEIGHT = 1.0  # mm: of a stud
SUNK = 1.0  # mm: the depth of a dimple
KNOB = 2.0  # mm: the height of a knob

HALF, GRIP, DIAMOND, HOLLOW, CROSS = range(5)  # slots of marks
BLACK = 1  # the label of what is black
FINGER_SIDES, HOLLOW_SIDES, DISC_SIDES = 32, 24, 32
STROKE = 1.2  # mm: of the cross on a marker
SPAN = 0.62  # of a marker's radius: how far the cross reaches


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a box as one process makes it. grip: "dimple" or "knob"."""

    measures: Measures
    grip: str

    @property
    def for_printer(self) -> bool:
        """Whether it is printed: what stands or is sunk is for printers."""
        return self.measures.process is Process.PRINTER

    @property
    def paper(self) -> bool:
        """Whether it is made of paper."""
        return self.measures.process is Process.PAPER

    @property
    def edge(self) -> float:
        """The edge of a board's square."""
        return self.measures.size.edge

    @property
    def side(self) -> float:
        """The side of an omino."""
        return self.edge if self.paper else snap(SIDE * self.edge)

    @property
    def radius(self) -> float:
        """The radius of an omino's corners: as small as it can be for the omino to turn."""
        return 0.0 if self.paper else snap((self.side * math.sqrt(2) / 2 - REACH * self.edge) / (math.sqrt(2) - 1))

    @property
    def stud(self) -> float:
        """The radius of a stud; 0: there are none."""
        return snap(STUD * self.edge) if self.for_printer else 0.0

    @property
    def hollow(self) -> float:
        """The radius of the hollow in a Quomino that takes a stud."""
        return self.stud + PLAY if self.for_printer else 0.0

    @property
    def tile(self) -> float:
        """The side of a Quomino."""
        return 2 * self.edge if self.paper else snap(2 * min(SIDE * self.edge, self.edge - self.hollow))

    @property
    def rim(self) -> float:
        """How far a board goes on beyond its outermost lines."""
        return snap(max(RIM * self.edge, LEAST_RIM if self.paper else 0.0))

    @property
    def finger(self) -> float:
        """The radius of a dimple or knob: it lies in the black half, a stroke of black all around it."""
        return snap(min(FINGER * self.edge, self._finger_room(self.edge)))

    @property
    def stroke(self) -> float:
        """How wide what is black must be around the grip."""
        return line(self.measures) if self.measures.touch else self.measures.machine.min_feature

    def _finger_room(self, edge: float) -> float:
        """Return how large the radius can be on squares of an edge: black to the corner, and to the sides."""
        gap, more = self.measures.machine.min_feature, self.stroke - self.measures.machine.min_feature
        # across: a rim, black, a gap, the grip, a gap, black, the diagonal
        to_corner = (REACH * edge - 5 * gap - 2 * more) / 2
        to_side = (SIDE / 2 * edge - (3 + math.sqrt(2)) * gap - (1 + math.sqrt(1 / 2)) * more) / (1 + math.sqrt(1 / 2))
        return min(to_corner, to_side)

    @property
    def roundest(self) -> float:
        """The largest radius of corners: black ones stay on a Quomino's back, and studs, or lines, on a board."""
        m = self.measures
        least, right = m.machine.min_feature, math.pi / 2
        # from the corner: black, inside of the bevel; the outermost crossing
        bevel = m.finish.chamfer if self.for_printer else 0.0
        black, crossing = math.sqrt(2) * (bevel + least), math.sqrt(2) * self.rim
        away = self.stud + least if self.for_printer else least
        back = WIDEST if self.paper else roundest([(0.0, black)], right, 0.0, bevel)
        strip = round_down((self.edge - 2 * (self.stud + PLAY)) / 2 - m.fit.clearance - least)
        return min(back, roundest([(0.0, crossing)], right, m.fit.clearance, away), max(strip, 0.0))

    def refuse_too_small(self) -> None:
        """Raise InputError for squares so small, or measures so coarse, that a box cannot be made."""
        m = self.measures
        if self.paper and self.edge < LEAST_PAPER * m.machine.min_feature:
            raise InputError(
                f"edge: found {m.size.edge:g} mm, allowed is from {LEAST_PAPER * m.machine.min_feature:g} mm: the "
                f"numbers on a board, and the crosses on markers, are drawn in strokes of {m.machine.min_feature:g} mm"
            )
        if not self.paper:
            least = next(k / 10 for k in count() if min(FINGER * k / 10, self._finger_room(k / 10)) >= LEAST_FINGER)
            if self.edge < least:
                raise InputError(
                    f"edge: found {m.size.edge:g} mm, allowed is from {least:g} mm: the black half of an omino holds a "
                    f"{self.grip} of {2 * LEAST_FINGER:g} mm for a fingertip, and strokes of "
                    f"{m.machine.min_feature:g} mm around it, the least that a {m.process} makes"
                )
        if m.fit.clearance > round_down(self.edge / LOOSE):
            raise InputError(
                f"clearance: found {m.fit.clearance:g} mm, allowed is up to {round_down(self.edge / LOOSE):g} mm, a "
                "fortieth of a square's edge: pieces lie loose in their squares anyway, and it is taken off every part "
                "of a board"
            )
        if m.finish.corner_radius > self.roundest:
            raise InputError(
                f"corner_radius: found {m.finish.corner_radius:g} mm, allowed is up to {self.roundest:g} mm on squares "
                f"of {self.edge:g} mm (as a {m.process} makes them): rounder, and the corners cut what is drawn in them"
            )


@lru_cache(maxsize=16)
def omino(sizes: Sizes) -> Face:
    """Return an omino."""
    outline = round_square(square(sizes.side), 0.0, sizes.radius)
    marks = (_half(sizes),) if sizes.paper else (_half(sizes), _grip(sizes))
    return Face(square(sizes.side), outline, (Cell(outline, marks),))


def _half(sizes: Sizes) -> Mark:
    """Return the black half, with room for the grip in it."""
    border = 0.0 if sizes.paper else sizes.measures.machine.min_feature
    _, right, black, upper = square_corners(square(sizes.side), border, max(0.0, sizes.radius - border))
    # the diagonal runs through the middles of the two corners beside the black one
    ring = (*right[len(right) // 2 :], *black, *upper[: len(upper) // 2 + 1])
    hole = () if sizes.paper else (_finger(sizes, sizes.finger + sizes.measures.machine.min_feature)[::-1],)
    return _black(HALF, (Region(ring, hole),), sizes)


def _black(slot: int, area: tuple[Region, ...], sizes: Sizes) -> Mark:
    """Return what is black: in its colour, or raised for fingers."""
    colour, rise = (None, high(sizes.measures)) if sizes.measures.touch else (0, None)
    return Mark(slot, Operation.ENGRAVE, colour, "solid", area, area, BLACK, rise)


def _finger(sizes: Sizes, radius: float) -> Ring:
    # so far from the omino's middle, towards its black corner
    middle = snap(sizes.finger + sizes.measures.machine.min_feature + sizes.stroke) / math.sqrt(2)
    return circle(middle, middle, radius, FINGER_SIDES)


def _grip(sizes: Sizes) -> Mark:
    """Return the dimple or knob; of a sheet, the hole for a fingertip or the line to glue a knob on."""
    disc = (Region(_finger(sizes, sizes.finger)),)
    way, rise = (Operation.SCORE, KNOB) if sizes.grip == "knob" else (Operation.CUT, -SUNK)
    if sizes.for_printer:
        return Mark(GRIP, Operation.ENGRAVE, None, None, disc, disc, rise=rise)
    return Mark(GRIP, way, None, None, disc, disc)


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
    outline = round_square(nominal, 0.0, m.finish.corner_radius)
    border = 0.0 if sizes.paper else m.machine.min_feature
    tip = snap(side / 2 - border)
    diamond: Ring = ((tip, 0.0), (0.0, tip), (-tip, 0.0), (0.0, -tip))
    if sizes.for_printer:
        around = circle(0.0, 0.0, sizes.hollow + m.machine.min_feature, HOLLOW_SIDES)
        black = _black(DIAMOND, (Region(diamond, (around[::-1],)),), sizes)
        sunk = (Region(circle(0.0, 0.0, sizes.hollow, HOLLOW_SIDES)),)
        hollow = Mark(HOLLOW, Operation.ENGRAVE, None, None, sunk, sunk, rise=-depth(sizes))
        border = m.finish.chamfer + m.machine.min_feature
        return Face(nominal, outline, (Cell(outline, (black, hollow)),), _corners(side, border, border), 0, sunk)
    area = (Region(diamond),)
    black = Mark(DIAMOND, Operation.ENGRAVE, 0, "solid", area, area, BLACK)
    # a back is black at its corners: printed there on paper, engraved on a sheet
    back = _corners(side, border, m.machine.min_feature / (2 if sizes.paper else 1))
    return Face(nominal, outline, (Cell(outline, (black,)),), back, 0 if sizes.paper else None)


def depth(sizes: Sizes) -> float:
    """Return how deep a hollow is: a stud stands in it and does not carry the Quomino."""
    return snap(HEIGHT + sizes.measures.machine.layer)


def _corners(side: float, border: float, half_gap: float) -> tuple[Region, ...]:
    """Return the black corners of a white Quomino, clear of its rim by `border`, and of the axes by half of a gap."""
    far, near = snap(side / 2 - border), snap(half_gap)
    first: Ring = ((far, near), (far, far), (near, far))
    return tuple(Region(turn_ring(first, k * math.pi / 2)) for k in range(4))


@lru_cache(maxsize=16)
def marker(sizes: Sizes) -> Face:
    """Return a marker for a dead square: a disc with a cross, on paper a square, which straight cuts cut out."""
    m = sizes.measures
    stroke = max(STROKE, m.machine.min_feature)
    radii = MARKER * sizes.edge, MARKER * sizes.edge - m.fit.clearance
    rim, outline = (square(2 * r) if sizes.paper else circle(0.0, 0.0, r, DISC_SIDES) for r in radii)
    cross = (Region(diagonal_cross(SPAN * MARKER * sizes.edge, stroke)),)
    mark = Mark(CROSS, Operation.ENGRAVE, None, None, cross, cross, rise=high(m) if m.touch else None)
    return Face(rim, outline, (Cell(outline, (mark,)),))
