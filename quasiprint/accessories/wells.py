"""Wells of trays: where stacks stand, and the walls that hold them. Lengths in mm.

A stack stands in a well of its own outline. Its walls are as high as the tray, and stand at the corners of the outline
alone: that holds it, and between them fingers get hold of it. Neighbours in a row share the wall between them. Where
an outline has no sides that are longer than its corners' walls, they go all the way around, but for a notch on two
sides. Small things, which no finger gets hold of in a well, lie in stacks side by side in an open bin with walls all
around, low enough to be tipped in without order. The parts of one thing, such as a board, lie on one another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from quasiprint.accessories.packing import Pile, deal
from quasiprint.drawing.areas import common, grips, grow, less, unite
from quasiprint.drawing.calipers import least_width
from quasiprint.drawing.outlines import circle, rectangle, turn_ring
from quasiprint.drawing.packer import to_middle
from quasiprint.drawing.rings import side, sides
from quasiprint.model.face import Point, Region, Ring, snap
from quasiprint.model.piece import Stack

FIT = 0.4  # around things as they are made
WALL = 1.6  # around wells
BIN_WALL = 0.86  # around bins: nothing leans on it
HIGH = 44.0  # of a stack
SMALL = 16.0  # what is no longer on either side is kept in bins
LEG = 0.17  # of how wide a thing is: so far a wall reaches from its corner; and
LEGS = (4.2, 8.0)  # at least, and at most, where all things in a well have its outline
LONG = 4.0  # a side that is no part of a round corner
BENT = 0.2  # sine: what turns by less is no corner
TIP = 8.4  # of a finger, and
NEAR = 2.5  # how far it may be from its thing
NOTCH = 9.4  # room for it between two wells, a wall in it
FINGER = 14.0  # how wide a notch is that is cut into a wall
HOLD = 0.6  # of a well's side: so much of it a notch may take
HELD = 4.0  # so far nothing can be pushed out of its well
LOOSE = 0.75  # of a bin: so high things may be stacked in it
LEAST_BIN = 24.0  # a bin's sides
BESIDE = 1.0  # of a bin, where no wall is of use
ROUND = 12  # sides of the disc around a corner
LEFT, FRONT = {3, 4, 5}, {5, 6, 7}  # of the eight sides of a thing
OPPOSITE = 4


@dataclass(frozen=True, slots=True)
class Cell:
    """A well, or a bin, with what lies in it. Its frame has its origin in its middle.

    width, height: of the well's box. well, walls: their areas. way: equal for wells that stand `pitch` apart in a row.
    beside: whether fingers need room to its left and right; ahead: before and behind it. stacks: z is counted from the
    floor. depth: of them all.
    """

    width: float
    height: float
    well: tuple[Region, ...]
    walls: tuple[Region, ...]
    stacks: tuple[Stack, ...]
    depth: float
    way: object = None
    pitch: float = 0.0
    beside: bool = False
    ahead: bool = False


def cells_of(pile: Pile, room: tuple[float, float]) -> list[Cell]:
    """Return the wells for a pile, none if they are larger than the room of a tray, width and height."""
    if max(pile.box) <= SMALL:
        return list(_bins(pile, room))
    stacks = deal(pile, math.ceil(pile.count / max(1, math.floor(HIGH / pile.tall))))
    ways = [
        cell
        for turn in (False, True)
        for cell in _ways(_well(pile, stacks[0], turn=turn), turn, pile.parts)
        if cell.width <= room[0] and cell.height <= room[1]
    ]
    if not ways:
        return []
    best = min(ways, key=lambda cell: cell.height)
    wells = [_well(pile, stack, turn=best.stacks[0].angle != 0) for stack in stacks]
    return [replace(best, stacks=own.stacks, depth=own.depth) for own in wells]


def _well(pile: Pile, stack: tuple[tuple[str, int], ...], *, turn: bool) -> Cell:
    """Return a well of the things' outline, or for parts of their box, without walls."""
    width, height = (pile.box[1], pile.box[0]) if turn else pile.box
    half = snap(width / 2 + FIT), snap(height / 2 + FIT)
    lying = tuple(_stacks(pile, stack, turn=turn))
    well: tuple[Region, ...] = (Region(rectangle(-half[0], -half[1], *half)),)
    if not pile.parts:
        ring = turn_ring(pile.outline, math.pi / 2 * turn, lying[0].x, lying[0].y)
        well = grow((Region(ring),), FIT)
    return Cell(2 * half[0], 2 * half[1], well, (), lying, lying[-1].z + lying[-1].height)


def _ways(bare: Cell, turn: bool, parts: bool) -> Iterator[Cell]:
    """Yield how wells of a pile may stand in a row, that which takes least room first: what has walls that hold it, and
    room for two fingers. parts: whether things lie in it that are smaller than the well, and need longer walls."""
    around = less(grow(bare.well, WALL), bare.well)
    leg = max(LEGS[0], LEG * least_width(bare.well[0].outer))
    leg = leg if parts else min(leg, LEGS[1])
    corners = common(around, tuple(Region(circle(*at, leg, ROUND)) for at in _corners(bare.well[0].outer)))
    box = snap(bare.width + WALL)
    for kind, pitch in (("nested", _nested(bare)), ("corners", box)):
        made = replace(bare, walls=corners, way=(kind, turn, bare.well), pitch=min(pitch, box))
        reached = _reached(made, walled=False)
        if reached and _held(made):
            yield replace(made, ahead=not _reached(made, walled=True))
            return
    tall = min(FINGER, snap(HOLD * bare.height)) / 2
    wide = min(FINGER, snap(HOLD * bare.width)) / 2
    x, y = bare.width / 2 + NOTCH, bare.height / 2 + NOTCH
    for beside, notch in ((True, rectangle(-x, -tall, x, tall)), (False, rectangle(-wide, -y, wide, y))):
        walls = less(around, (Region(notch),))
        pitch = snap(bare.width + NOTCH) if beside else box
        way = "notches", beside, turn, bare.well
        yield replace(bare, walls=walls, way=way, pitch=pitch, beside=beside, ahead=not beside)


def _corners(ring: Ring) -> Iterator[Point]:
    """Yield the sharp corners of a ring, those that are bevelled or rounded but once."""
    long = [(a, b) for a, b in sides(ring) if math.dist(a, b) > LONG]
    for (a, b), (c, d) in zip(long, long[1:] + long[:1], strict=True):
        across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
        if abs(across) > BENT * math.dist(a, b) * math.dist(c, d):
            far = side(c, d, a) / (side(c, d, a) - side(c, d, b)) if side(c, d, a) != side(c, d, b) else 1.0
            yield a[0] + far * (b[0] - a[0]), a[1] + far * (b[1] - a[1])


def _nested(bare: Cell) -> float:
    """Return how far apart two equal wells stand, a wall between them."""
    (outer,), (inner,) = grow(bare.well, WALL), bare.well
    heights = sorted({y for ring in (outer.outer, inner.outer) for _, y in ring})
    apart = [
        right[1] - left[0]
        for y in heights
        for right, left in [(_span(outer.outer, y), _span(inner.outer, y))]
        if right and left
    ]
    return snap(max(apart) + 1e-6)


def _span(ring: Ring, y: float) -> tuple[float, float] | None:
    """Return from where to where a ring reaches at a height; None if it does not come there."""
    found = [x for x, at in ring if at == y]
    for (x0, y0), (x1, y1) in sides(ring):
        if (y0 < y) != (y1 < y):
            found.append(x0 + (x1 - x0) * (y - y0) / (y1 - y0))
    return (min(found), max(found)) if found else None


def _reached(cell: Cell, *, walled: bool) -> bool:
    """Tell whether two fingers get hold of something between two of its like, from opposite sides. walled: whether
    other rows stand before it and behind it."""
    (thing,) = grow(cell.well, -FIT)
    beside = [_moved((thing,), x) for x in (-cell.pitch, cell.pitch)]
    solids = [*(one for own in beside for one in own), *cell.walls]
    solids += [wall for x in (-cell.pitch, cell.pitch) for wall in _moved(cell.walls, x)]
    if walled:
        y, far = cell.height / 2 + WALL, 3 * cell.pitch
        solids += [Region(rectangle(-far, low, far, low + NOTCH)) for low in (-y - NOTCH, y)]
    found = grips(thing, unite(tuple(solids)), TIP, FIT + NEAR)
    # two of eight sides are opposite, or nearly so
    return any((one - two) % 8 in (OPPOSITE - 1, OPPOSITE) for one in found for two in found)


def _held(cell: Cell) -> bool:
    """Tell whether walls hold what stands in a well, in which direction ever it is pushed."""
    things = grow(cell.well, -FIT)
    ways = [math.tau * k / 8 for k in range(8)]
    return all(common(_moved(things, HELD * math.cos(a), HELD * math.sin(a)), cell.walls) for a in ways)


def _moved(areas: Sequence[Region], x: float, y: float = 0.0) -> tuple[Region, ...]:
    """Return areas elsewhere."""
    return tuple(area.map_rings(partial(turn_ring, angle=0.0, x=x, y=y)) for area in areas)


def placed(areas: Sequence[Region], at: Point) -> tuple[Region, ...]:
    """Return areas of a cell whose middle lies there."""
    return _moved(areas, *at)


def _stacks(pile: Pile, stack: tuple[tuple[str, int], ...], *, turn: bool) -> Iterator[Stack]:
    """Yield a stack about the middle of its well; of parts, whose outlines differ, each above the one before."""
    outlines = {thing.id: thing.face.outline for thing, _ in pile.things}
    z = 0.0
    for things in [((id, count),) for id, count in stack] if pile.parts else [stack]:
        x, y = to_middle(turn_ring(outlines[things[0][0]], math.pi / 2 * turn))
        height = snap(pile.tall * sum(count for _, count in things))
        yield Stack(things, snap(x), snap(y), 90.0 * turn, z, height)
        z = snap(z + height)


def _bins(pile: Pile, room: tuple[float, float]) -> Iterator[Cell]:
    """Yield open bins in which small things are stacked side by side."""
    per = max(1, math.floor(LOOSE * HIGH / pile.tall))
    step = max(pile.box) + 2 * FIT
    across = max(1, math.floor((room[0] - 2 * FIT) / step))
    down = max(1, math.floor(min(room[1], room[0]) / 3 / step))
    count = math.ceil(pile.count / per)
    bins = math.ceil(count / (across * down))
    dealt = deal(pile, count)
    each = math.ceil(count / bins)
    for k in range(0, count, each):
        yield _bin(pile, dealt[k : k + each], step, across)


def _bin(pile: Pile, stacks: Sequence[tuple[tuple[str, int], ...]], step: float, across: int) -> Cell:
    columns = min(across, math.ceil(math.sqrt(len(stacks))))
    rows = math.ceil(len(stacks) / columns)
    x0, y0 = to_middle(pile.outline)
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
    room = width + 2 * BESIDE, height + 2 * BESIDE
    well = (Region(rectangle(-width / 2, -height / 2, width / 2, height / 2)),)
    return Cell(*room, well, less(grow(well, BIN_WALL), well), lying, depth)


def row_of(cells: Sequence[Cell]) -> tuple[list[float], float]:
    """Return where the middles of cells in a row are, from its left end, and how wide it is."""
    found: list[float] = []
    for k, cell in enumerate(cells):
        before = cells[k - 1]
        if not k:
            found.append(cell.width / 2)
        elif cell.way is not None and cell.way == before.way:
            found.append(found[-1] + cell.pitch)
        else:
            apart = NOTCH if cell.beside or before.beside else WALL
            found.append(found[-1] + (before.width + cell.width) / 2 + apart)
    return found, found[-1] + cells[-1].width / 2
