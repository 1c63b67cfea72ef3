"""How a set is packed: what is kept together, in stacks side by side; letters on containers. Lengths in mm."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quasiprint.drawing.lettering import outlines
from quasiprint.drawing.lettering import width as text_width
from quasiprint.drawing.outlines import turn_ring
from quasiprint.drawing.packer import first_fit, to_middle
from quasiprint.drawing.strokes import finest
from quasiprint.model.face import Region, Ring, bounds, snap
from quasiprint.model.piece import Accessory, GameSet, Piece, Stack
from quasiprint.model.solid import tallest

AROUND = 0.5  # around every stack in a box
HEIGHTS = (12.0, 16.0, 20.0, 25.0, 30.0, 36.0, 44.0, 55.0, 75.0, 95.0)  # of stacks, that are tried
WIDTHS = 14  # of the inside, that are tried
TALLER = (1.0, 1.1, 1.25, 1.5)  # what letters may be higher to be made
SPACING = 0.07  # between letters, of their height
Item = Piece | Accessory


@dataclass(frozen=True, slots=True)
class Pile:
    """Items that are kept together, each with its number. outline: of the first item; box: width and height of all of
    them; tall: height of one item. parts: whether they are the parts of one accessory."""

    items: tuple[tuple[Item, int], ...]
    outline: Ring
    box: tuple[float, float]
    tall: float
    parts: bool

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.items)


def piles(game_set: GameSet) -> list[Pile]:
    """Return all items of a set in piles: what is kept together is one pile."""
    parts = set(game_set.parts())
    groups: dict[object, list[tuple[Item, int]]] = {}
    for item in game_set.items:
        key = ("parts", item.kind) if isinstance(item, Accessory) and item in parts else item.face.outline
        groups.setdefault(key, []).append((item, item.count))
    found = []
    for name, group in groups.items():
        boxes = [bounds((item.face.outline,)) for item, _ in group]
        box = max(b[2] - b[0] for b in boxes), max(b[3] - b[1] for b in boxes)
        tall = max(tallest(item.face, game_set.measures) for item, _ in group)
        together = isinstance(name, tuple) and name[0] == "parts"
        found.append(Pile(tuple(group), group[0][0].face.outline, box, tall, together))
    return found


def deal(pile: Pile, count: int) -> list[tuple[tuple[str, int], ...]]:
    """Return a pile's items in `count` stacks, as equal as can be, in order."""
    least, more = divmod(pile.count, count)
    ids = [item.id for item, times in pile.items for _ in range(times)]
    found, at = [], 0
    for k in range(count):
        end = at + least + (k < more)
        found.append(tuple(Counter(ids[at:end]).items()))
        at = end
    return found


def stacked(pile: Pile, items: tuple[tuple[str, int], ...], *, turn: bool = False) -> Iterator[Stack]:
    """Yield some of a pile's items as a stack, the middle of their box on the origin; of the parts of one accessory,
    whose outlines differ, each above the one before. turn: whether they lie turned by a quarter."""
    outlines = {item.id: item.face.outline for item, _ in pile.items}
    z = 0.0
    for counts in [(counted,) for counted in items] if pile.parts else [items]:
        x, y = to_middle(turn_ring(outlines[counts[0][0]], math.pi / 2 * turn))
        height = snap(pile.tall * sum(count for _, count in counts))
        yield Stack(counts, snap(x), snap(y), 90.0 * turn, z, height)
        z = snap(z + height)


def translate(stack: Stack, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Stack:
    """Return a stack that lies elsewhere."""
    return replace(stack, x=snap(stack.x + x), y=snap(stack.y + y), z=snap(stack.z + z))


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
        return tuple((stack.x, stack.y, stack.z, stack.items) for stack in self.stacks)


@dataclass(frozen=True, slots=True)
class _Block:
    """What stands on one place, about the middle of its room."""

    stacks: tuple[Stack, ...]
    width: float
    depth: float


def packings(game_set: GameSet, most: tuple[float, float], above: float) -> Iterator[Packing]:
    """Yield ways to pack a set. most: the largest item that is packed, its longer and its shorter side; accessories
    that are larger are kept beside the box. above: what stays free above the highest stack."""
    all_piles = piles(game_set)
    fitting = [pile for pile in all_piles if max(pile.box) <= max(most) and min(pile.box) <= min(most)]
    larger = [item for pile in all_piles if pile not in fitting for item, _ in pile.items]
    if not fitting or any(isinstance(item, Piece) for item in larger):
        return
    beside = tuple(item.id for item in larger)
    found = set()
    for height in HEIGHTS:
        blocks = sorted(
            (block for pile in fitting for block in _blocks(pile, height)),
            key=lambda block: (-block.depth, -block.width, *(stack.items for stack in block.stacks)),
        )
        widest, whole = max(block.width for block in blocks), sum(block.width for block in blocks)
        for k in range(WIDTHS + 1):
            packed = _rows(blocks, widest + (whole - widest) * (k / WIDTHS) ** 2, above, beside)
            if packed not in found:
                found.add(packed)
                yield packed


def _blocks(pile: Pile, height: float) -> Iterator[_Block]:
    """Yield the stacks of a pile, none higher than `height` unless a single item is."""
    # the parts of one item stay together
    per = pile.count if pile.parts else max(1, math.floor(height / pile.tall + 1e-9))
    for items in deal(pile, math.ceil(pile.count / per)):
        yield _Block(tuple(stacked(pile, items)), pile.box[0] + 2 * AROUND, pile.box[1] + 2 * AROUND)


def _rows(blocks: Sequence[_Block], room: float, above: float, beside: tuple[str, ...]) -> Packing:
    """Return blocks in rows no wider than a room."""
    rows = first_fit(blocks, lambda row, block: _wide(row) + block.width <= room + 1e-6)
    width, depth = max(map(_wide, rows)), sum(row[0].depth for row in rows)
    stacks: list[Stack] = []
    y = depth / 2
    for row in rows:
        x = -width / 2
        for block in row:
            stacks += (translate(stack, x + block.width / 2, y - row[0].depth / 2) for stack in block.stacks)
            x += block.width
        y -= row[0].depth
    height = max(stack.z + stack.height for stack in stacks) + above
    return Packing(tuple(stacks), snap(width), snap(depth), snap(height), beside)


def _wide(row: Sequence[_Block]) -> float:
    return sum(block.width for block in row)


def wide(text: str, height: float, spacing: float = SPACING) -> float:
    """Return how far a text runs."""
    return text_width(text, height, bold=True, spacing=spacing)


def letters_at(
    text: str, height: float, at: tuple[float, float], room: float, least: float, spacing: float = SPACING
) -> tuple[Region, ...]:
    """Return a text about the middle of a line; none if it has no room or cannot be made. at: the middle of its
    baseline; height: of capitals; least: the finest stroke; spacing: between letters, of their height."""
    for taller in TALLER:
        high = snap(taller * height)
        letters = outlines(text, high, snap(at[0]), snap(at[1]), "middle", bold=True, spacing=spacing)
        if wide(text, high, spacing) <= room and not finest(letters, least):
            return letters
    return ()
