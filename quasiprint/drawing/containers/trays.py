"""Trays for a printer: wells in rows, as many trays as it takes, and a lid.

All trays of a set have one outline, so that they stand on one another and the lid closes each: a lip on the rim
reaches into a groove below. Everything is a 2.5-dimensional solid that prints as it stands, without supports: the
grooves are narrow enough to be bridged. Heights are whole layers. Lengths in mm.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from quasiprint.drawing.areas import unite
from quasiprint.drawing.containers import Containers, ContainerSpec, beside
from quasiprint.drawing.containers.packing import NOTCH, Cell, cells_of, letters_at, piles, translate, wide
from quasiprint.drawing.lettering import width as text_width
from quasiprint.drawing.outlines import rectangle, round_square, turn_ring
from quasiprint.drawing.packer import first_fit
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell as FaceCell
from quasiprint.model.face import Face, Mark, Operation, Region, snap
from quasiprint.model.measures import Measures
from quasiprint.model.piece import Accessory, GameSet, Piece, Stack

WALL = 2.0  # between wells
RIM = 5.0  # around them all
LIP, LIP_HEIGHT = 1.6, 1.4  # on the rim, and how high it stands
PLAY = 0.3  # around a lip in its groove, and above it
CORNER = 4.0  # the radius of the outline's corners
END = 12.0  # so far from a corner lips end
ABOVE = 0.8  # between what lies highest and the lid
FLOOR = 0.6  # above the grooves, at least
LID = 1.2  # above the grooves
SUNK = 0.6  # of letters
LETTER = 12.0  # of the finest stroke: the height of letters
WIDTHS = 40  # of a tray, that are tried
MORE = 8.0  # that a tray takes besides what lies in it: its floor, and the work of one more
STEP = 8.0  # of depths: what differs by less may lie in one row
DESCENT = 0.35  # of their height: below the line
SPACING = 0.05
WELLS, LIPS, WORDS = 0, 500, 900  # slots of marks: the first of each
Placed = tuple[Cell, tuple[float, float]]  # a cell, and where its middle is
Row = list[Cell]


def trays(spec: ContainerSpec) -> Containers:
    """Return the trays and the lid. Raises InputError if a piece is larger than a tray on the machine's bed can be."""
    game_set, measures = spec.set, spec.set.measures
    letters = LETTER * measures.machine.min_feature
    foot = letters * (1 + DESCENT) + WALL
    room = measures.machine.room[0] - 2 * RIM, measures.machine.room[1] - 2 * RIM - foot
    cells: list[Cell] = []
    left_out: list[str] = []
    for pile in piles(game_set):
        own = cells_of(pile, room) if min(room) > 0 else []
        if not own and any(isinstance(thing, Piece) for thing, _ in pile.things):
            thing = pile.things[0][0]
            raise InputError(
                f"--storage: found {thing.id}, {pile.box[0]:.1f} × {pile.box[1]:.1f} mm, allowed in a tray on this bed "
                f"is up to {max(0.0, room[0] - 2 * NOTCH):.1f} × {max(0.0, room[1]):.1f} mm; choose a larger bed or "
                "smaller pieces"
            )
        left_out += [thing.id for thing, _ in pile.things] if not own else []
        cells += own
    filled = _smallest(cells, room)
    width = snap(max(_starts(row)[1] for rows in filled for row in rows) + 2 * RIM)
    size = width, snap(max(map(_high, filled)) + 2 * RIM + foot)
    made = [_tray(game_set, rows, (k, len(filled)), size, letters) for k, rows in enumerate(filled, 1)]
    notes = beside(game_set, "trays", left_out, "a tray on this bed", "choose a larger bed")
    return Containers((*made, _lid(game_set, size, letters)), notes)


def _smallest(cells: Sequence[Cell], room: tuple[float, float]) -> list[list[Row]]:
    """Return rows by tray, so that all trays together are as small as can be. room: inside, width and depth."""
    least = max(cell.broad for cell in cells)
    widths = [least + (room[0] - least) * k / WIDTHS for k in range(WIDTHS + 1)]
    orders = [sorted(cells, key=key) for key in (_by_height, _by_depth)]
    ways = [_arrange(own, width, room[1]) for width in widths for own in orders]

    def volume(trays: list[list[Row]]) -> float:
        width = max(_starts(row)[1] for rows in trays for row in rows) + 2 * RIM
        depth = max(map(_high, trays)) + 2 * RIM
        tall = sum(MORE + max(cell.depth for row in rows for cell in row) for rows in trays)
        return round(width * depth * tall, 3)

    return min(ways, key=volume)


def _by_height(cell: Cell) -> tuple[object, ...]:
    return -cell.height, -cell.depth, cell.stacks[0].things


def _by_depth(cell: Cell) -> tuple[object, ...]:
    return -cell.depth // STEP, *_by_height(cell)


def _arrange(cells: Sequence[Cell], width: float, depth: float) -> list[list[Row]]:
    """Return cells in rows, and these by tray. width, depth: of a tray's inside."""
    rows = first_fit(cells, lambda row, cell: _starts([*row, cell])[1] <= width)
    return first_fit(rows, lambda tray, row: _high([*tray, row]) <= depth)


def _starts(cells: Sequence[Cell]) -> tuple[list[float], float]:
    """Return where the cells of a row begin, and how wide it is: neighbours with notches share one."""
    starts, at = [], 0.0
    for k, cell in enumerate(cells):
        before = k > 0 and bool(cells[k - 1].channel)
        if k and before and cell.channel:
            at += NOTCH
        else:
            at += NOTCH * before + WALL * (k > 0) + NOTCH * bool(cell.channel)
        starts.append(at)
        at += cell.width
    return starts, at + NOTCH * bool(cells[-1].channel)


def _height(row: Row) -> float:
    return max(cell.height for cell in row)


def _high(rows: Sequence[Row]) -> float:
    return sum(map(_height, rows)) + WALL * (len(rows) - 1)


def _tray(
    game_set: GameSet, rows: Sequence[Row], number: tuple[int, int], size: tuple[float, float], letters: float
) -> Accessory:
    """Return a tray. number: which of how many; size: width and depth."""
    measures = game_set.measures
    layer = measures.machine.layer
    lip, floor = _layers(LIP_HEIGHT, layer), _floor(measures)
    rim = snap(floor + _layers(max(cell.depth for row in rows for cell in row) + ABOVE, layer))
    marks: list[Mark] = []
    stacks: list[Stack] = []
    y = size[1] / 2 - RIM
    for row in rows:
        for run in _runs(row, y - _height(row) / 2):
            z = _down(rim - ABOVE - max(cell.depth for cell, _ in run), layer)
            marks.append(_mark(WELLS + len(marks), _opening(run), snap(z - rim)))
            stacks += (translate(stack, *at, z) for cell, at in run for stack in cell.stacks)
        y -= _height(row) + WALL
    marks += (_mark(LIPS + k, (bar,), lip) for k, bar in enumerate(_bars(size, LIP, 0.0)))
    whole = f"{number[0]}/{number[1]}: " if number[1] > 1 else ""
    line = -size[1] / 2 + RIM + letters * DESCENT
    marks += _words(f"{whole}{_contents(game_set, stacks)}", size[0] - 2 * RIM, letters, line, measures)
    made = _container(f"tray-{number[0]}", "tray", marks, size, rim, measures)
    return replace(made, stacks=tuple(stacks))


def _runs(row: Row, y: float) -> Iterator[list[Placed]]:
    """Yield the cells of a row with their middles, those together that share notches."""
    starts, width = _starts(row)
    run: list[Placed] = []
    for cell, start in zip(row, starts, strict=True):
        placed = cell, (start + cell.width / 2 - width / 2, y)
        if run and not (cell.channel and run[-1][0].channel):
            yield run
            run = []
        run.append(placed)
    yield run


def _opening(run: Sequence[Placed]) -> tuple[Region, ...]:
    """Return the areas of cells that share notches, and of these."""
    areas = [
        area.map_rings(partial(turn_ring, angle=0.0, x=at[0], y=at[1])) for cell, at in run for area in cell.opening
    ]
    if channel := min(cell.channel for cell, _ in run):
        (first, (left, y)), (last, (right, _)) = run[0], run[-1]
        ends = left - first.width / 2 - NOTCH, right + last.width / 2 + NOTCH
        areas.append(Region(rectangle(ends[0], y - channel / 2, ends[1], y + channel / 2)))
    return unite(tuple(areas))


def _contents(game_set: GameSet, stacks: Sequence[Stack]) -> str:
    """Return what lies in a tray in a few words, pieces first: of several shapes each, of one what players call it."""
    counts: Counter[str] = Counter()
    for stack in stacks:
        counts.update(dict(stack.things))
    shapes = {piece.shape for piece in game_set.pieces}
    said: Counter[str] = Counter()
    for piece in game_set.pieces:
        said[piece.shape if len(shapes) > 1 else f"{game_set.noun}s"] += counts[piece.id]
    for thing in game_set.accessories:
        said[f"{thing.kind.replace('-', ' ')}s"] += counts[thing.id]
    return ", ".join(f"{count} {what}" for what, count in said.items() if count)


def _lid(game_set: GameSet, size: tuple[float, float], letters: float) -> Accessory:
    """Return the lid, with the game's name on it."""
    measures = game_set.measures
    thick = snap(_groove(measures) + _layers(max(LID, SUNK + 2 * measures.machine.layer), measures.machine.layer))
    large = 2 * letters if text_width(game_set.game, 2 * letters, bold=True) < size[0] - 4 * RIM else letters
    title = _words(game_set.game, size[0] - 2 * RIM, large, -large / 2, measures)
    return _container("tray-lid", "tray-lid", title, size, thick, measures)


def _container(
    name: str, kind: str, marks: Sequence[Mark], size: tuple[float, float], thick: float, measures: Measures
) -> Accessory:
    """Return something of the trays' outline, with grooves for lips below."""
    w, h = size[0] / 2, size[1] / 2
    outline = round_square(((-w, -h), (w, -h), (w, h), (-w, h)), 0.0, CORNER)
    grooves = tuple(_bars(size, LIP + 2 * PLAY, PLAY))
    face = Face(outline, outline, (FaceCell(outline, tuple(marks)),), (), None, grooves, _groove(measures), thick)
    return Accessory(name, kind, 1, face, storage=True)


def _bars(size: tuple[float, float], wide: float, longer: float) -> Iterator[Region]:
    """Yield four bars in the middle of the rim, one along each side. longer: at each end than a lip."""
    w, h, half = size[0] / 2 - RIM / 2, size[1] / 2 - RIM / 2, wide / 2
    x, y = w - END + longer, h - END + longer
    yield from (Region(rectangle(-x, at - half, x, at + half)) for at in (-h, h))
    yield from (Region(rectangle(at - half, -y, at + half, y)) for at in (-w, w))


def _words(text: str, room: float, height: float, y: float, measures: Measures) -> list[Mark]:
    """Return a text, sunk, about the middle; as much of it as has room; none if it cannot be made."""
    while wide(text, height, SPACING) > room and ", " in text:
        text = text.rpartition(", ")[0]
    letters = letters_at(text, height, (0.0, y), room, measures.machine.min_feature, SPACING)
    return [_mark(WORDS, letters, -_layers(SUNK, measures.machine.layer))] if letters else []


def _mark(slot: int, areas: tuple[Region, ...], rise: float) -> Mark:
    return Mark(slot, Operation.ENGRAVE, None, None, areas, areas, rise=snap(rise))


def _groove(measures: Measures) -> float:
    """Return how deep grooves are."""
    layer = measures.machine.layer
    return snap(_layers(LIP_HEIGHT, layer) + _layers(PLAY, layer))


def _floor(measures: Measures) -> float:
    """Return how high the lowest floor lies: above grooves and two layers at least."""
    layer = measures.machine.layer
    return snap(_groove(measures) + _layers(max(FLOOR, 2 * layer), layer))


def _layers(height: float, layer: float) -> float:
    """Return a height in whole layers, no less."""
    return snap(layer * math.ceil(height / layer - 1e-6))


def _down(height: float, layer: float) -> float:
    """Return a height in whole layers, no more."""
    return snap(layer * math.floor(height / layer + 1e-6))
