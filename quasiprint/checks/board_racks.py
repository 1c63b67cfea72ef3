"""Does a rack of boards hold a hand? Its tabs fit their holes, its boards stand where tiles need them.

Read from the side: its holes are where the boards lie in cross-section, the table lies at y = 0, tiles lean towards +x.
Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from quasiprint.checks.racks import APART, EDGE, held
from quasiprint.model.face import Operation, Point, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet, Slot
from quasiprint.model.solid import standing, tallest

FITS = 0.2  # a hole may be so much larger than its tab
NEAR = 0.01
GRIP = 3.0  # how far a lip reaches up


def board_racked(game_set: GameSet) -> list[Finding]:
    """Check the rack of boards of a set, if there is one."""
    sides = [thing for thing in game_set.accessories if thing.slots and thing.face.thickness is None]
    boards = [thing for thing in game_set.accessories if thing.kind == "rack-part" and not thing.slots]
    return [finding for side in sides for finding in _rack(side, boards, game_set)]


def _rack(side: Accessory, boards: Sequence[Accessory], game_set: GameSet) -> Iterator[Finding]:
    stock = game_set.measures.stock.thickness
    holes = [area.outer for mark in side.face.marks if mark.operation is Operation.CUT for area in mark.ink]
    yield from _tabs(side, holes, boards, stock)
    sizes = [standing(face) for face in {piece.face.nominal: piece.face for piece in game_set.pieces}.values()]
    thick = max(tallest(piece.face, game_set.measures) for piece in game_set.pieces)
    wide, high = max(wide for wide, _ in sizes), max(high for _, high in sizes)
    long = min((_inside(board.face.outline) for board in boards), default=0.0)
    holds = len(side.slots) * math.floor(long / (wide + APART) + 1e-9)
    if holds < side.hand:
        message = f"it holds {holds} {game_set.noun}s, a hand has {side.hand}"
        yield error("hand-short", side.id, message, "make its boards longer")
    for number, slot in enumerate(side.slots, 1):
        subject = f"{side.id}, slot {number}"
        yield from held(slot, subject, thick)
        if wrong := _boards_at(slot, holes, stock):
            yield error("slot-wrong", subject, wrong, "let the boards lie along the tile")
    weight = [_out(slot, high / 2, 0.0)[0] for slot in side.slots]
    foot = [x for x, y in side.face.outline if y < NEAR]
    left, right = min(foot, default=0.0), max(foot, default=0.0)
    free = EDGE * (right - left)
    if not left + free <= sum(weight) / len(weight) <= right - free:
        message = (
            f"its tiles weigh on {sum(weight) / len(weight):.1f} mm, its foot is from {left:.1f} to {right:.1f} mm"
        )
        yield error("rack-falls", side.id, f"{message}: it falls over", "make the foot broader")


def _tabs(side: Accessory, holes: Sequence[Ring], boards: Sequence[Accessory], stock: float) -> Iterator[Finding]:
    """Yield which boards have no holes for their tabs, or wrong ones."""
    sizes = sorted((math.dist(ring[0], ring[1]), math.dist(ring[1], ring[2])) for ring in holes)
    due = [(_tab(board.face.outline), board) for board in boards for _ in range(board.count)]
    if len(due) != len(sizes):
        message = f"it has {len(sizes)} holes, and {len(due)} boards have tabs for it"
        yield error("tab-unfit", side.id, message, "make a hole for each tab")
        return
    left = list(sizes)
    for tab, board in due:
        own = next(
            (
                size
                for size in left
                for long, short in (size, size[::-1])
                if -NEAR <= long - tab <= FITS and abs(short - stock) <= NEAR
            ),
            None,
        )
        if own is None:
            message = f"its tab is {tab:.2f} × {stock:g} mm, and no hole of {side.id} is so large"
            yield error("tab-unfit", board.id, message, "make the hole as large as the tab")
            return
        left.remove(own)


def _tab(ring: Ring) -> float:
    """Return how broad a board's tab is: what lies farthest out."""
    far = max(x for x, _ in ring)
    ends = [y for x, y in ring if x > far - NEAR]
    return max(ends) - min(ends)


def _inside(ring: Ring) -> float:
    """Return how long a board is between its tabs: where it is broadest."""
    _, low, _, _ = bounds((ring,))
    across = [x for x, y in ring if y < low + NEAR]
    return max(across) - min(across)


def _out(slot: Slot, along: float, front: float) -> Point:
    slope = math.radians(slot.slope)
    return (
        slot.x + along * math.cos(slope) - front * math.sin(slope),
        slot.y + along * math.sin(slope) + front * math.cos(slope),
    )


def _boards_at(slot: Slot, holes: Sequence[Ring], stock: float) -> str:
    """Return which board of a slot is missing or lies elsewhere; "" if none."""
    slope, half = math.radians(slot.slope), slot.width / 2
    spans = []
    for ring in holes:
        seen = [(x - slot.x, y - slot.y) for x, y in ring]
        along = [x * math.cos(slope) + y * math.sin(slope) for x, y in seen]
        front = [y * math.cos(slope) - x * math.sin(slope) for x, y in seen]
        spans.append((min(along), max(along), min(front), max(front)))

    def near(value: float, wanted: float) -> bool:
        return abs(value - wanted) <= NEAR

    if not any(near(span[1], 0) and near(span[0], -stock) and span[2] < 0 < span[3] for span in spans):
        return "no floor lies below its tile"
    if not any(near(span[3], -half) and span[1] > GRIP for span in spans):
        return "no board lies behind its tile"
    if not any(near(span[2], half) and 0 < span[0] < span[1] for span in spans):
        return "no lip holds its tile"
    return ""
