"""How a set is packed into a box: stacks of equal things side by side in rows. Lengths in mm."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quasiprint.containers.wells import Pile, piles
from quasiprint.model.face import Ring, bounds, snap
from quasiprint.model.piece import GameSet, Piece, Stack

FIT = 0.5  # around every stack
HEIGHTS = (12.0, 16.0, 20.0, 25.0, 30.0, 36.0, 44.0, 55.0, 75.0, 95.0)  # of stacks, that are tried
WIDTHS = 14  # of the inside, that are tried


@dataclass(frozen=True, slots=True)
class Packing:
    """Stacks in a box: x and y counted from the middle of its inside, z from its floor. width, depth, height: of the
    inside. beside: ids of accessories that are larger than a box can be, and kept beside it."""

    stacks: tuple[Stack, ...]
    width: float
    depth: float
    height: float
    beside: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[tuple[object, ...], ...]:
        """Where what lies, to be put in an order."""
        return tuple((stack.x, stack.y, stack.z, stack.things) for stack in self.stacks)


@dataclass(frozen=True, slots=True)
class _Block:
    """A stack, with its room. x, y: where the origin of its things is, from the middle of the room."""

    things: tuple[tuple[str, int], ...]
    width: float
    depth: float
    height: float
    lies: tuple[tuple[str, int, float, float], ...]  # of things with outlines of their own: id, count, x, y


def packings(game_set: GameSet, most: tuple[float, float], above: float) -> Iterator[Packing]:
    """Yield ways to pack a set. most: the largest thing that is packed, its longer and its shorter side; accessories
    that are larger are kept beside the box. above: what stays free above the highest stack."""
    every = piles(game_set)
    fitting = [pile for pile in every if max(pile.box) <= max(most) and min(pile.box) <= min(most)]
    beside = tuple(thing.id for pile in every if pile not in fitting for thing, _ in pile.things)
    if any(isinstance(thing, Piece) for pile in every if pile not in fitting for thing, _ in pile.things):
        return
    if not fitting:
        return
    seen = set()
    for height in HEIGHTS:
        blocks = sorted(
            (block for pile in fitting for block in _blocks(pile, height)), key=lambda b: (-b.depth, -b.width, b.things)
        )
        widest, whole = max(block.width for block in blocks), sum(block.width for block in blocks)
        for k in range(WIDTHS + 1):
            packed = _rows(blocks, widest + (whole - widest) * (k / WIDTHS) ** 2, above, beside)
            if packed not in seen:
                seen.add(packed)
                yield packed


def _blocks(pile: Pile, height: float) -> Iterator[_Block]:
    """Yield the stacks of a pile, none of them higher than that, if one thing is not."""
    per = max(1, math.floor(height / pile.tall + 1e-9))
    if pile.parts:
        per = pile.count  # the parts of one thing stay together
    count = math.ceil(pile.count / per)
    outlines = {thing.id: thing.face.outline for thing, _ in pile.things}
    every = [thing.id for thing, own in pile.things for _ in range(own)]
    least, more = divmod(len(every), count)
    at = 0
    for k in range(count):
        end = at + least + (k < more)
        things = tuple(Counter(every[at:end]).items())
        lies = tuple((id, own, *_middle(outlines[id])) for id, own in things)
        size = pile.box[0] + 2 * FIT, pile.box[1] + 2 * FIT
        yield _Block(things, *size, snap(pile.tall * (end - at)), lies)
        at = end


def _middle(ring: Ring) -> tuple[float, float]:
    left, low, right, high = bounds((ring,))
    return -(left + right) / 2, -(low + high) / 2


def _rows(blocks: Sequence[_Block], room: float, above: float, beside: tuple[str, ...]) -> Packing:
    """Return blocks in rows no wider than a room."""
    rows: list[list[_Block]] = []
    for block in blocks:
        row = next((own for own in rows if _wide(own) + block.width <= room + 1e-6), None)
        if row is None:
            rows.append([block])
        else:
            row.append(block)
    width, depth = max(map(_wide, rows)), sum(row[0].depth for row in rows)
    stacks: list[Stack] = []
    y = depth / 2
    for row in rows:
        x = -width / 2
        for block in row:
            stacks += _stacks(block, x + block.width / 2, y - row[0].depth / 2)
            x += block.width
        y -= row[0].depth
    height = max(stack.z + stack.height for stack in stacks) + above
    return Packing(tuple(stacks), snap(width), snap(depth), snap(height), beside)


def _wide(row: Sequence[_Block]) -> float:
    return sum(block.width for block in row)


def _stacks(block: _Block, x: float, y: float) -> Iterator[Stack]:
    """Yield a block's stack; of things whose outlines differ, each above the one before."""
    whole = sum(count for _, count in block.things)
    z = 0.0
    if len({(dx, dy) for _, _, dx, dy in block.lies}) == 1:
        _, _, dx, dy = block.lies[0]
        yield Stack(block.things, snap(x + dx), snap(y + dy), 0.0, 0.0, block.height)
        return
    for id, count, dx, dy in block.lies:
        height = snap(block.height * count / whole)
        yield Stack(((id, count),), snap(x + dx), snap(y + dy), 0.0, z, height)
        z = snap(z + height)
