"""Racks, in which a hand of tiles stands and leans back in two tiers. Lengths in mm.

In the cross-section the table lies at y = 0, the player sits towards −x, and tiles lean towards +x. Along a tier, `up`
runs along its tiles and `front` out of it, from the middle of its floor.

A printer makes segments that stand on end: each is one cross-section, extruded, so that it needs no supports; pegs on
its upper end go into holes of the next one. A laser cuts boards between two sides: in each tier a tile stands on a
floor, leans on a board behind it and is held by a lip. The boards' tabs go through the sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from quasiprint.accessories import Containers
from quasiprint.accessories.boxes import PLAY as TAB_PLAY
from quasiprint.accessories.boxes import THINNEST
from quasiprint.drawing.areas import hull
from quasiprint.drawing.outlines import circle
from quasiprint.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.piece import Accessory, GameSet, Slot
from quasiprint.model.solid import tallest, upright_size

SLOPE = 70.0  # degrees: of tiles, from the table
PLAY = 0.6  # of a tile in its slot
TIERS, STEP = 2, 18.0  # number of tiers; mm: height of a tier above the one before it, along the tiles
BESIDE = 1.0  # between two tiles
# printed
FLOOR = 6.0  # below the front slot
FRONT = 6.0  # how far the front wall of a slot reaches up along the tile
WALL = 3.2  # between slots
LONGEST = 100.0  # a segment
PEG, PEG_HIGH, PEG_PLAY = 2.5, 4.0, 0.2  # radius, height, and how much wider and deeper holes are
PEG_AT, PEG_IN = 5.4, 6.4  # above the table, and from the rear
SIDES = 24
# of boards
BETWEEN = 2.0  # how far behind the other the rear tier is
LIP = 12.0  # how high a lip is
BACK = 0.6  # of a tile: how high the board behind it is
TAB = 0.5  # of a board: how broad its tabs are
RIM = 6.0  # of a side, around the boards
FOOT = 8.0  # how far it reaches beyond them
TURNS = tuple(math.tau * k / 12 for k in range(12))
UP: Point = (math.cos(math.radians(SLOPE)), math.sin(math.radians(SLOPE)))
FORE: Point = (-UP[1], UP[0])
Span = tuple[float, float, float, float]  # from low to high: up, then front


@dataclass(frozen=True, slots=True)
class _Hand:
    """What a rack is for. hand: how many tiles; width: of a slot; high: the highest tile; long: a tier of them."""

    hand: int
    width: float
    high: float
    long: float


def _hand(game_set: GameSet, hand: int) -> _Hand:
    """Return what a rack is for. Raises InputError for a game in which nobody holds tiles."""
    hand = min(hand, len(game_set.pieces))
    if not hand:
        raise InputError(
            f"--storage: found rack, but nobody holds {game_set.noun}s in {game_set.game}; allowed is what keeps a set"
        )
    sizes = [upright_size(face) for face in {piece.face.nominal: piece.face for piece in game_set.pieces}.values()]
    width = snap(max(tallest(piece.face, game_set.measures) for piece in game_set.pieces) + PLAY)
    long = math.ceil(hand / TIERS) * (max(wide for wide, _ in sizes) + BESIDE)
    return _Hand(hand, width, max(high for _, high in sizes), long)


def _at(origin: Point, up: float, front: float) -> Point:
    return origin[0] + up * UP[0] + front * FORE[0], origin[1] + up * UP[1] + front * FORE[1]


def rack_segments(game_set: GameSet, hand: int) -> Containers:
    """Return the segments of a rack. Raises InputError as `_hand`."""
    rack, layer = _hand(game_set, hand), game_set.measures.machine.layer
    ring, slots, pegs = _profile(rack.width, rack.high)
    count = math.ceil(rack.long / LONGEST)
    long = snap(layer * math.ceil(rack.long / count / layer - 1e-6))
    rise = snap(layer * round(PEG_HIGH / layer))
    areas = [(Region(circle(*at, PEG, SIDES)),) for at in pegs]
    marks = tuple(Mark(k, Operation.ENGRAVE, None, None, peg, peg, rise=rise) for k, peg in enumerate(areas))
    holes = tuple(Region(circle(*at, PEG + PEG_PLAY, SIDES)) for at in pegs)
    deep = snap(layer * math.ceil((PEG_HIGH + PEG_PLAY) / layer))
    face = Face(ring, ring, (Cell(ring, marks),), hollows=holes, hollow_depth=deep, thickness=long)
    return Containers((Accessory("rack", "rack-segment", count, face, storage=True, slots=slots, hand=rack.hand),))


def _profile(width: float, high: float) -> tuple[Ring, tuple[Slot, ...], tuple[Point, ...]]:
    """Return the cross-section of a rack, its slots and where its pegs are. width: of a slot; high: a tile is."""

    def at(origin: Point, up: float, front: float) -> Point:
        x, y = _at(origin, up, front)
        return snap(x), snap(y)

    back = max(STEP + FRONT, 0.6 * high)  # of the hindmost wall
    floor = 0.0, FLOOR + width
    top: list[Point] = [at(floor, FRONT, width / 2 + WALL)]
    slots = []
    for tier in range(TIERS):
        floor = at(floor, STEP, -(width + WALL)) if tier else at(floor, 0.0, 0.0)
        slots.append(Slot(*floor, SLOPE, width))
        far = back if tier == TIERS - 1 else STEP + FRONT
        top += [at(floor, FRONT, width / 2), at(floor, 0.0, width / 2), at(floor, 0.0, -width / 2)]
        top.append(at(floor, far, -width / 2))
    top.append(at(floor, back, -width / 2 - WALL))
    front = snap(top[0][0] - top[0][1] / math.tan(math.radians(SLOPE)))  # the front wall is as thick below as above
    rear = top[-1][0]
    pegs = ((slots[0].x, PEG_AT), (snap(rear - PEG_IN), PEG_AT))
    return ((front, 0.0), (rear, 0.0), *top[::-1]), tuple(slots), pegs


@dataclass(frozen=True, slots=True)
class _Board:
    """A board of each tier: where its cross-section lies, and whether it is upright, along the tiles."""

    name: str
    span: Span
    upright: bool

    @property
    def broad(self) -> float:
        """How broad it is."""
        low, high, rear, front = self.span
        return high - low if self.upright else front - rear

    @property
    def hole(self) -> Span:
        """Where the hole for its tab lies in its cross-section."""
        low, high, rear, fore = self.span
        cut = (1 - TAB) * self.broad / 2 - TAB_PLAY / 2
        return (low + cut, high - cut, rear, fore) if self.upright else (low, high, rear + cut, fore - cut)


def rack_boards(game_set: GameSet, hand: int) -> Containers:
    """Return the parts of the rack. Raises InputError as `_hand`, for a sheet too thin for tabs, and for boards that
    are longer than the sheet."""
    rack, thick = _hand(game_set, hand), game_set.measures.stock.thickness
    if thick < THINNEST:
        raise InputError(
            f"--storage: found a sheet {thick:g} mm thick, allowed for a rack is from {THINNEST:g} mm: its tabs are as "
            "thick as the sheet, and thinner ones break"
        )
    long, longest = snap(rack.long), max(game_set.measures.machine.room) - 2 * thick
    if long > longest:
        raise InputError(
            f"--storage: found a rack {long:g} mm long for a hand of {rack.hand}, allowed on this sheet is up to "
            f"{longest:g} mm; choose a larger sheet or smaller pieces"
        )
    half = rack.width / 2
    boards = (
        _Board("rack-floor", (-thick, 0.0, -half - thick, half + thick), False),
        _Board("rack-back", (0.0, max(BACK * rack.high, 2 * LIP), -half - thick, -half), True),
        _Board("rack-lip", (0.0, LIP, half, half + thick), True),
    )
    return Containers((_side(boards, rack, thick), *(_board_accessory(board, long, thick) for board in boards)))


def _board_accessory(board: _Board, long: float, thick: float) -> Accessory:
    """Return a board, with a tab at each end."""
    x, y, tab = long / 2, board.broad / 2, TAB * board.broad / 2
    far = x + thick
    ring = [(-x, -y), (x, -y), (x, -tab), (far, -tab), (far, tab), (x, tab), (x, y), (-x, y)]
    ring += [(-x, tab), (-far, tab), (-far, -tab), (-x, -tab)]
    outline = tuple((snap(a), snap(b)) for a, b in ring)
    return Accessory(board.name, "rack-part", TIERS, Face(outline, outline, (Cell(outline, ()),)), storage=True)


def _side(boards: tuple[_Board, ...], rack: _Hand, thick: float) -> Accessory:
    """Return a side, of which there are two: the other is turned over, and has the same holes."""
    tiers = [(tier * STEP, -tier * (rack.width + 2 * thick + BETWEEN)) for tier in range(TIERS)]
    floors = [_at((0.0, 0.0), *tier) for tier in tiers]

    def place(span: Span, up: float, front: float) -> Iterator[Point]:
        low, high, rear, fore = span
        for u, v in ((low, fore), (low, rear), (high, rear), (high, fore)):
            yield _at((0.0, 0.0), u + up, v + front)

    points = [p for tier in tiers for board in boards for p in place(board.span, *tier)]
    ground = min(y for _, y in points) - RIM
    rings = [place(board.hole, *tier) for tier in tiers for board in boards]
    holes = [(Region(tuple((snap(x), snap(y - ground)) for x, y in ring)),) for ring in rings]
    rim = [(x + RIM * math.cos(a), y - ground + RIM * math.sin(a)) for x, y in points for a in TURNS]
    left, right = min(x for x, _ in points) - FOOT, max(x for x, _ in points) + FOOT
    ring = hull(tuple((snap(x), snap(max(0.0, y))) for x, y in [*rim, (left, 0.0), (right, 0.0)]))
    marks = tuple(Mark(k, Operation.CUT, None, None, hole, hole) for k, hole in enumerate(holes))
    slots = tuple(Slot(snap(x), snap(y - ground), SLOPE, rack.width) for x, y in floors)
    face = Face(ring, ring, (Cell(ring, marks),))
    return Accessory("rack-side", "rack-part", 2, face, storage=True, slots=slots, hand=rack.hand)
