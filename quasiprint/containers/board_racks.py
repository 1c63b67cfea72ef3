"""A rack for a laser: boards between two sides, in two tiers. Lengths in mm.

In each tier a tile stands on a floor, leans on a board behind it and is held by a lip. Their tabs go through the sides.
In the cross-section the table lies at y = 0, the player sits towards −x, and tiles lean towards +x. Along a tier, `up`
runs along its tiles and `front` out of it, from the middle of its floor.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from quasiprint.containers import Kept, Need
from quasiprint.containers.cut import PLAY, THINNEST
from quasiprint.drawing.areas import hull
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.piece import Accessory, Slot
from quasiprint.model.solid import standing, tallest

SLOPE = 70.0  # degrees: of tiles, from the table
ROOM = 0.6  # of a tile in its slot
TIERS, STEP, BETWEEN = 2, 18.0, 2.0  # how much higher, along the tiles, the rear tier is, and how far behind the other
LIP = 12.0  # how high a lip is
BACK = 0.6  # of a tile: how high the board behind it is
TAB = 0.5  # of a board: how broad its tabs are
RIM = 6.0  # of a side, around the boards
FOOT = 8.0  # how far it reaches beyond them
BESIDE = 1.0  # between two tiles
Span = tuple[float, float, float, float]  # from low to high: up, then front


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


def board_rack(need: Need) -> Kept:
    """Return the parts of the rack. Raises InputError for a game in which nobody holds tiles, for a sheet too thin for
    tabs, and for boards that are longer than the sheet."""
    game_set, measures = need.set, need.set.measures
    hand, thick = min(need.hand, len(game_set.pieces)), measures.stock.thickness
    if not hand:
        raise InputError(
            f"--storage: found rack, but nobody holds {game_set.noun}s in {game_set.game}; allowed is what keeps a set"
        )
    if thick < THINNEST:
        raise InputError(
            f"--storage: found a sheet {thick:g} mm thick, allowed for a rack is from {THINNEST:g} mm: its tabs are as "
            "thick as the sheet, and thinner ones break"
        )
    sizes = [standing(face) for face in {piece.face.nominal: piece.face for piece in game_set.pieces}.values()]
    width = snap(max(tallest(piece.face, measures) for piece in game_set.pieces) + ROOM)
    long = snap(math.ceil(hand / TIERS) * (max(wide for wide, _ in sizes) + BESIDE))
    longest = max(measures.machine.room) - 2 * thick
    if long > longest:
        raise InputError(
            f"--storage: found a rack {long:g} mm long for a hand of {hand}, allowed on this sheet is up to "
            f"{longest:g} mm; choose a larger sheet or smaller pieces"
        )
    boards = tuple(_boards(width, max(high for _, high in sizes), thick))
    made = [_side(boards, width, thick, hand), *(_made(board, long, thick) for board in boards)]
    return Kept(tuple(made))


def _boards(width: float, high: float, thick: float) -> Iterator[_Board]:
    half = width / 2
    yield _Board("rack-floor", (-thick, 0.0, -half - thick, half + thick), False)
    yield _Board("rack-back", (0.0, max(BACK * high, 2 * LIP), -half - thick, -half), True)
    yield _Board("rack-lip", (0.0, LIP, half, half + thick), True)


def _made(board: _Board, long: float, thick: float) -> Accessory:
    """Return a board, with a tab at each end."""
    x, y, tab = long / 2, board.broad / 2, TAB * board.broad / 2
    far = x + thick
    ring = [(-x, -y), (x, -y), (x, -tab), (far, -tab), (far, tab), (x, tab), (x, y), (-x, y)]
    ring += [(-x, tab), (-far, tab), (-far, -tab), (-x, -tab)]
    outline = tuple((snap(a), snap(b)) for a, b in ring)
    return Accessory(board.name, "rack-part", TIERS, Face(outline, outline, (Cell(outline, ()),)), storage=True)


def _side(boards: tuple[_Board, ...], width: float, thick: float, hand: int) -> Accessory:
    """Return a side, of which there are two: the other is turned over, and has the same holes."""
    slope = math.radians(SLOPE)
    up, front = (math.cos(slope), math.sin(slope)), (-math.sin(slope), math.cos(slope))

    def at(tier: int, along: float, out: float) -> Point:
        along, out = along + tier * STEP, out - tier * (width + 2 * thick + BETWEEN)
        return along * up[0] + out * front[0], along * up[1] + out * front[1]

    def placed(tier: int, span: Span) -> list[Point]:
        low, high, rear, fore = span
        return [at(tier, *p) for p in ((low, fore), (low, rear), (high, rear), (high, fore))]

    every = [p for tier in range(TIERS) for board in boards for p in placed(tier, board.span)]
    ground = min(y for _, y in every) - RIM
    holes = tuple(
        tuple((snap(x), snap(y - ground)) for x, y in placed(tier, _hole(board)))
        for tier in range(TIERS)
        for board in boards
    )
    rim = [(x + RIM * math.cos(a), y - ground + RIM * math.sin(a)) for x, y in every for a in _TURNS]
    left, right = min(x for x, _ in every) - FOOT, max(x for x, _ in every) + FOOT
    points = [(snap(x), snap(max(0.0, y))) for x, y in [*rim, (left, 0.0), (right, 0.0)]]
    ring = hull(tuple(points))
    marks = tuple(
        Mark(k, Operation.CUT, None, None, (Region(_anticlockwise(hole)),), (Region(_anticlockwise(hole)),))
        for k, hole in enumerate(holes)
    )
    slots = tuple(Slot(snap(x), snap(y - ground), SLOPE, width) for x, y in (at(k, 0.0, 0.0) for k in range(TIERS)))
    face = Face(ring, ring, (Cell(ring, marks),))
    return Accessory("rack-side", "rack-part", 2, face, storage=True, slots=slots, hand=hand)


_TURNS = tuple(math.tau * k / 12 for k in range(12))


def _hole(board: _Board) -> Span:
    """Return where the hole for a board's tab lies in its cross-section."""
    low, high, rear, fore = board.span
    cut = (1 - TAB) * board.broad / 2 - PLAY / 2
    return (low + cut, high - cut, rear, fore) if board.upright else (low, high, rear + cut, fore - cut)


def _anticlockwise(ring: Ring) -> Ring:
    twice = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True))
    return ring if twice > 0 else ring[::-1]
