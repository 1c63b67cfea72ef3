"""How large the pieces of a box are, so that an omino turns in its square. Lengths in mm.

Printed boards have a stud at every crossing of their lines. Four ominoes meet around a stud, their
corners rounded so far that each can be turned where it lies, between the studs and the ominoes
beside it; a Quomino lies on four squares, within the studs around them, and over the one in their
middle. A board cut from a sheet has lines and no studs. On paper everything fills its squares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from quasiprint.drawing.outlines import WIDEST, roundest
from quasiprint.model.errors import InputError
from quasiprint.model.face import snap
from quasiprint.model.limits import floored
from quasiprint.model.measures import Maker, Measures
from quasiprint.model.touch import line

# all in edges of a square
SIDE = 0.84  # of an omino
REACH = 0.53  # from an omino's middle to its rounded corners
STUD = 0.15  # a stud's radius
RIM = 0.25  # of the board, around the outermost lines
LEAST_RIM = 5.5  # mm: on paper, where the names of columns and rows stand in it
MARKER = 0.3  # a marker's radius
FINGER = 0.16  # radius of a dimple or knob, at most

LEAST_FINGER = 2.5  # mm: a fingertip finds no less
LEAST_PAPER = 24.0  # of the finest stroke: the edge of a square of paper
LOOSE = 40  # edges: more than a fortieth of the edge must not be taken off it
PLAY = 0.3  # mm: between a stud and what lies around it
HEIGHT = 1.0  # mm: of a stud
SUNK = 1.0  # mm: the depth of a dimple
KNOB = 2.0  # mm: the height of a knob


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a box as one process makes it. grip: "dimple" or "knob"."""

    measures: Measures
    grip: str

    @property
    def printed(self) -> bool:
        """Whether it is printed: what stands or is sunk is for printers."""
        return self.measures.process is Maker.PRINTER

    @property
    def paper(self) -> bool:
        """Whether it is made of paper."""
        return self.measures.process is Maker.PAPER

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
    def reach(self) -> float:
        """From an omino's middle to the farthest of its outline."""
        return self.side * math.sqrt(2) / 2 - self.radius * (math.sqrt(2) - 1)

    @property
    def stud(self) -> float:
        """The radius of a stud; 0: there are none."""
        return snap(STUD * self.edge) if self.printed else 0.0

    @property
    def hollow(self) -> float:
        """The radius of the hollow in a Quomino that takes a stud."""
        return self.stud + PLAY if self.printed else 0.0

    @property
    def tile(self) -> float:
        """The side of a Quomino."""
        if self.paper:
            return 2 * self.edge
        return snap(2 * min(SIDE * self.edge, self.edge - self.hollow))

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
    def grip_at(self) -> float:
        """How far from an omino's middle, towards its black corner, the dimple's or knob's middle is."""
        return snap(self.finger + self.measures.machine.min_feature + self.stroke)

    @property
    def roundest(self) -> float:
        """The largest radius of corners: black ones stay on a Quomino's back, and studs, or lines, on a board."""
        m = self.measures
        least, right = m.machine.min_feature, math.pi / 2
        # from the corner: black, inside of the bevel; the outermost crossing
        bevel = m.finish.chamfer if self.printed else 0.0
        black, crossing = math.sqrt(2) * (bevel + least), math.sqrt(2) * self.rim
        away = self.stud + least if self.printed else least
        back = WIDEST if self.paper else roundest([(0.0, black)], right, 0.0, bevel)
        strip = floored((self.edge - 2 * (self.stud + PLAY)) / 2 - m.fit.clearance - least)
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
            tenths = range(1, 10**6)
            least = next(k / 10 for k in tenths if min(FINGER * k / 10, self._finger_room(k / 10)) >= LEAST_FINGER)
            if self.edge < least:
                raise InputError(
                    f"edge: found {m.size.edge:g} mm, allowed is from {least:g} mm: the black half of an omino holds a "
                    f"{self.grip} of {2 * LEAST_FINGER:g} mm for a fingertip, and strokes of "
                    f"{m.machine.min_feature:g} mm around it, the least that a {m.process} makes"
                )
        if m.fit.clearance > floored(self.edge / LOOSE):
            raise InputError(
                f"clearance: found {m.fit.clearance:g} mm, allowed is up to {floored(self.edge / LOOSE):g} mm, a "
                "fortieth of a square's edge: pieces lie loose in their squares anyway, and it is taken off every part "
                "of a board"
            )
        if m.finish.corner_radius > self.roundest:
            raise InputError(
                f"corner_radius: found {m.finish.corner_radius:g} mm, allowed is up to {self.roundest:g} mm on squares "
                f"of {self.edge:g} mm (as a {m.process} makes them): rounder, and the corners cut what is drawn in them"
            )
