"""Openings of a tray: which things share one, how many lie on one another in it, and where fingers reach in.

Things of one outline lie in stacks, in wells of that outline. A finger reaches down on both sides of each. Small
things, which no finger gets hold of in a well, lie in stacks side by side in an open bin, low enough to be tipped in
without order. The parts of one thing, such as a board, lie on one another in one well. Lengths in mm.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quasiprint.drawing.areas import grown
from quasiprint.model.face import Region, Ring, bounds, snap
from quasiprint.model.piece import Accessory, GameSet, Piece, Stack
from quasiprint.model.solid import tallest

FIT = 0.4  # around things as they are made
HIGH = 40.0  # of a stack
SMALL = 16.0  # what is no longer on either side is kept in bins
FINGER = 14.0  # how wide a notch is
NOTCH = 9.0  # how far it reaches beside a well
HOLD = 0.6  # of a well's side: so much of it a notch may take
LOOSE = 0.6  # of a bin: so high things may be stacked in it
LEAST_BIN = 24.0  # a bin's sides
Thing = Piece | Accessory


@dataclass(frozen=True, slots=True)
class Cell:
    """An opening with what lies in it. Its frame has its origin in its middle.

    width, height: of its box. opening: its areas without the notches that it shares with its neighbours. channel: how
    wide such notches are, 0 for an opening that needs none. stacks: z is counted from the floor. depth: of them all.
    """

    width: float
    height: float
    opening: tuple[Region, ...]
    channel: float
    stacks: tuple[Stack, ...]
    depth: float


@dataclass(frozen=True, slots=True)
class Pile:
    """Things that are kept together, each with how many of it. face: the first one's outline; box: for all of them,
    width and height; tall: of one. parts: whether they are the parts of one thing."""

    things: tuple[tuple[Thing, int], ...]
    outline: Ring
    box: tuple[float, float]
    tall: float
    parts: bool

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.things)


def piles(game_set: GameSet) -> list[Pile]:
    """Return all things of a set, those together that are kept together."""
    parts = set(game_set.parts())
    groups: dict[object, list[tuple[Thing, int]]] = {}
    for thing in game_set.things:
        key = ("parts", thing.kind) if isinstance(thing, Accessory) and thing in parts else thing.face.outline
        groups.setdefault(key, []).append((thing, thing.count))
    return [_pile(tuple(own), isinstance(key, tuple) and key[0] == "parts", game_set) for key, own in groups.items()]


def _pile(things: tuple[tuple[Thing, int], ...], parts: bool, game_set: GameSet) -> Pile:
    boxes = [bounds((thing.face.outline,)) for thing, _ in things]
    width, height = max(b[2] - b[0] for b in boxes), max(b[3] - b[1] for b in boxes)
    tall = max(tallest(thing.face, game_set.measures) for thing, _ in things)
    return Pile(things, things[0][0].face.outline, (width, height), tall, parts)


def cells_of(pile: Pile, room: tuple[float, float]) -> list[Cell]:
    """Return the openings for a pile, none if they are larger than the room of a tray, width and height."""
    if max(pile.box) <= SMALL:
        return list(_bins(pile, room))
    per = max(1, math.floor(HIGH / pile.tall))
    stacks = _dealt(pile, math.ceil(pile.count / per))
    ways = [_well, _turned_well, _side_well, _turned_side_well]
    for way in ways:
        made = [way(pile, stack) for stack in stacks]
        if all(_fits(cell, room) for cell in made):
            return made
    return []


def _fits(cell: Cell, room: tuple[float, float]) -> bool:
    return cell.width + 2 * NOTCH * bool(cell.channel) <= room[0] and cell.height <= room[1]


def _dealt(pile: Pile, count: int) -> list[tuple[tuple[str, int], ...]]:
    """Return a pile's things in so many stacks, as equal as can be, in order."""
    least, more = divmod(pile.count, count)
    every = [thing.id for thing, own in pile.things for _ in range(own)]
    found, at = [], 0
    for k in range(count):
        end = at + least + (k < more)
        found.append(tuple(Counter(every[at:end]).items()))
        at = end
    return found


def _well(pile: Pile, stack: tuple[tuple[str, int], ...], *, turn: bool = False) -> Cell:
    """Return a well of the things' outline, or for parts of their box. Notches lie left and right of it."""
    width, height = (pile.box[1], pile.box[0]) if turn else pile.box
    half = width / 2 + FIT, height / 2 + FIT
    opening: tuple[Region, ...] = (Region(_box(-half[0], -half[1], *half)),)
    lying = tuple(_stacks(pile, stack, turn=turn))
    if not pile.parts:
        ring = _quarter(pile.outline) if turn else pile.outline
        opening = grown((Region(tuple((snap(x + lying[0].x), snap(y + lying[0].y)) for x, y in ring)),), FIT)
    channel = min(FINGER, snap(HOLD * height))
    depth = lying[-1].z + lying[-1].height
    return Cell(2 * half[0], 2 * half[1], opening, channel, lying, depth)


def _stacks(pile: Pile, stack: tuple[tuple[str, int], ...], *, turn: bool) -> Iterator[Stack]:
    """Yield a stack about the middle of its well; of parts, whose outlines differ, each above the one before."""
    outlines = {thing.id: thing.face.outline for thing, _ in pile.things}
    z = 0.0
    for things in [((id, count),) for id, count in stack] if pile.parts else [stack]:
        outline = outlines[things[0][0]]
        left, low, right, high = bounds((_quarter(outline) if turn else outline,))
        height = snap(pile.tall * sum(count for _, count in things))
        yield Stack(things, snap(-(left + right) / 2), snap(-(low + high) / 2), 90.0 * turn, z, height)
        z = snap(z + height)


def _turned_well(pile: Pile, stack: tuple[tuple[str, int], ...]) -> Cell:
    return _well(pile, stack, turn=True)


def _side_well(pile: Pile, stack: tuple[tuple[str, int], ...], *, turn: bool = False) -> Cell:
    """Return a well with notches of its own above and below, for what is as wide as the tray."""
    cell = _well(pile, stack, turn=turn)
    half, far = FINGER / 2, cell.height / 2 + NOTCH
    notch = Region(_box(-half, -far, half, far))
    return Cell(cell.width, 2 * far, (*cell.opening, notch), 0.0, cell.stacks, cell.depth)


def _turned_side_well(pile: Pile, stack: tuple[tuple[str, int], ...]) -> Cell:
    return _side_well(pile, stack, turn=True)


def _bins(pile: Pile, room: tuple[float, float]) -> Iterator[Cell]:
    """Yield open bins in which small things are stacked side by side."""
    per = max(1, math.floor(LOOSE * HIGH / pile.tall))
    step = max(pile.box) + 2 * FIT
    across = max(1, math.floor((room[0] - 2 * FIT) / step))
    down = max(1, math.floor(min(room[1], room[0]) / 3 / step))
    count = math.ceil(pile.count / per)
    bins = math.ceil(count / (across * down))
    dealt = _dealt(pile, count)
    each = math.ceil(count / bins)
    for k in range(0, count, each):
        yield _bin(pile, dealt[k : k + each], step, across)


def _bin(pile: Pile, stacks: Sequence[tuple[tuple[str, int], ...]], step: float, across: int) -> Cell:
    columns = min(across, math.ceil(math.sqrt(2 * len(stacks))))
    rows = math.ceil(len(stacks) / columns)
    left, low, right, high = bounds((pile.outline,))
    x0, y0 = -(left + right) / 2, -(low + high) / 2
    lying = tuple(
        Stack(
            stack,
            snap(x0 + (k % columns - (columns - 1) / 2) * step),
            snap(y0 + ((rows - 1) / 2 - k // columns) * step),
            0.0,
            0.0,
            snap(pile.tall * sum(count for _, count in stack)),
        )
        for k, stack in enumerate(stacks)
    )
    width, height = max(LEAST_BIN, columns * step), max(LEAST_BIN, rows * step)
    depth = max(stack.height for stack in lying) / LOOSE
    opening = (Region(_box(-width / 2, -height / 2, width / 2, height / 2)),)
    return Cell(width, height, opening, 0.0, lying, depth)


def _box(left: float, low: float, right: float, high: float) -> Ring:
    left, low, right, high = snap(left), snap(low), snap(right), snap(high)
    return (left, low), (right, low), (right, high), (left, high)


def _quarter(ring: Ring) -> Ring:
    """Return a ring turned anticlockwise by a quarter."""
    return tuple((snap(-y), x) for x, y in ring)
