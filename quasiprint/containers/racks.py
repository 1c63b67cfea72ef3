"""A rack for a printer: two tiers of slots in which tiles stand and lean back, as many as a hand has.

It is printed in segments that stand on end: each is one cross-section, extruded, so that it needs no supports; pegs on
its upper end go into holes of the next one. Lengths in mm. In the cross-section the table lies at y = 0, the player
sits towards −x, and tiles lean towards +x.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from quasiprint.containers import Kept, Need
from quasiprint.drawing.outlines import circle
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.piece import Accessory, Slot
from quasiprint.model.solid import standing, tallest

SLOPE = 70.0  # degrees: of tiles, from the table
PLAY = 0.6  # of a tile in its slot
TIERS = 2
FLOOR = 6.0  # below the front slot
FRONT = 6.0  # how far the front wall of a slot reaches up along the tile
STEP = 18.0  # how much higher, along the tiles, a tier is than that before it
WALL = 3.2  # between slots
LONGEST = 100.0  # a segment
BESIDE = 1.0  # between two tiles
PEG, PEG_HIGH, PEG_PLAY = 2.5, 4.0, 0.2  # radius, height, and how much wider and deeper holes are
PEG_AT, PEG_IN = 5.4, 6.4  # above the table, and from the rear
SIDES = 24


@dataclass(frozen=True, slots=True)
class _Frame:
    """The directions of a slot: up along its tiles, and out of it to the front."""

    up: Point
    front: Point

    def at(self, origin: Point, up: float, front: float) -> Point:
        """Return a point so far up and to the front of another, on the grid."""
        return (
            snap(origin[0] + up * self.up[0] + front * self.front[0]),
            snap(origin[1] + up * self.up[1] + front * self.front[1]),
        )


def racks(need: Need) -> Kept:
    """Return the rack. Raises InputError for a game in which nobody holds tiles."""
    game_set, measures = need.set, need.set.measures
    hand = min(need.hand, len(game_set.pieces))
    if not hand:
        raise InputError(
            f"--storage: found rack, but nobody holds {game_set.noun}s in {game_set.game}; allowed is what keeps a set"
        )
    sizes = [standing(face) for face in {piece.face.nominal: piece.face for piece in game_set.pieces}.values()]
    width = max(tallest(piece.face, measures) for piece in game_set.pieces) + PLAY
    high = max(high for _, high in sizes)
    ring, slots, pegs = profile(snap(width), high)
    least = math.ceil(hand / TIERS) * (max(wide for wide, _ in sizes) + BESIDE)
    count = math.ceil(least / LONGEST)
    layer = measures.machine.layer
    long = snap(layer * math.ceil(least / count / layer - 1e-6))
    marks = tuple(
        Mark(k, Operation.ENGRAVE, None, None, (peg,), (peg,), rise=snap(layer * round(PEG_HIGH / layer)))
        for k, peg in enumerate(Region(circle(*at, PEG, SIDES)) for at in pegs)
    )
    holes = tuple(Region(circle(*at, PEG + PEG_PLAY, SIDES)) for at in pegs)
    deep = snap(layer * math.ceil((PEG_HIGH + PEG_PLAY) / layer))
    face = Face(ring, ring, (Cell(ring, marks),), hollows=holes, hollow_depth=deep, thickness=long)
    return Kept((Accessory("rack", "rack-segment", count, face, storage=True, slots=slots, hand=hand),))


def profile(width: float, high: float) -> tuple[Ring, tuple[Slot, ...], tuple[Point, ...]]:
    """Return the cross-section of a rack, its slots and where its pegs are. width: of a slot; high: a tile is."""
    slope = math.radians(SLOPE)
    frame = _Frame((math.cos(slope), math.sin(slope)), (-math.sin(slope), math.cos(slope)))
    back = max(STEP + FRONT, 0.6 * high)  # of the hindmost wall
    middle = (0.0, FLOOR + width)
    top: list[Point] = [frame.at(middle, FRONT, width / 2 + WALL)]
    slots = []
    for tier in range(TIERS):
        floor = frame.at(middle, 0.0, 0.0)
        slots.append(Slot(*floor, SLOPE, width))
        far = back if tier == TIERS - 1 else STEP + FRONT
        top += [frame.at(floor, FRONT, width / 2), frame.at(floor, 0.0, width / 2), frame.at(floor, 0.0, -width / 2)]
        top.append(frame.at(floor, far, -width / 2))
        middle = frame.at(floor, STEP, -(width + WALL))
    last = slots[-1].x, slots[-1].y
    top.append(frame.at(last, back, -width / 2 - WALL))
    front = snap(top[0][0] - top[0][1] / math.tan(slope))  # the front wall is as thick below as above
    rear = top[-1][0]
    pegs = ((slots[0].x, PEG_AT), (snap(rear - PEG_IN), PEG_AT))
    return ((front, 0.0), (rear, 0.0), *top[::-1]), tuple(slots), pegs
