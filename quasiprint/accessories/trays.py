"""Trays for a printer: wells in rows, as many trays as it takes, and a lid.

A tray is a plate with holes, like a comb, and walls on it around what stands there; nothing of it is filled. All trays
of a set have one outline, so that they stand on one another and the lid closes each: a lip on each of four posts
reaches into a groove below. Everything is a 2.5-dimensional solid that prints as it stands, without supports: the
grooves are narrow enough to be bridged. Heights are whole layers. Lengths in mm.

A stack stands in a well of its own outline. Its walls are as high as the tray, and stand at the corners of the outline
alone: that holds it, and between them fingers get hold of it. Neighbours in a row share the wall between them. Where
an outline has no sides that are longer than its corners' walls, they go all the way around, but for a notch on two
sides. Small items, which no finger gets hold of in a well, lie in stacks side by side in an open bin with walls all
around, low enough to be tipped in without order. The parts of one item, such as a board, lie on one another.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from quasiprint.accessories import Containers, beside
from quasiprint.accessories.packing import TALLER, Pile, deal, letters_at, piles, stacked, translate, wide
from quasiprint.drawing.areas import close_gaps, common, difference, grow, is_gripped, opening, unite
from quasiprint.drawing.lettering import width as text_width
from quasiprint.drawing.outlines import circle, rectangle, round_square, turn_ring
from quasiprint.drawing.outlines import translate as move
from quasiprint.drawing.packer import first_fit, least_width
from quasiprint.drawing.rings import crossings, near_pairs, side, sides
from quasiprint.errors import InputError
from quasiprint.model.face import Cell as FaceCell
from quasiprint.model.face import Face, Mark, Operation, Point, Region, Ring, bounds, box_middle, region_area, snap
from quasiprint.model.measures import Measures
from quasiprint.model.piece import Accessory, GameSet, Piece, Stack

FIT = 0.4  # around items as they are made
WALL = 1.6  # around wells
BIN_WALL = 0.86  # around bins: nothing leans on it
HIGH = 44.0  # of a stack
SMALL = 16.0  # what is no longer on either side is kept in bins
LEG = 0.17  # of an item's width: length of a wall from its corner; and
LEGS = (4.2, 8.0)  # at least, and at most, where all items in a well have its outline
LONG = 4.0  # a side that is no part of a round corner
BENT = 0.2  # sine: what turns by less is no corner
TIP = 8.4  # of a finger, and
NEAR = 2.5  # how far it may be from the piece
NOTCH = 9.4  # room for it between two wells, a wall in it
FINGER = 14.0  # how wide a notch is that is cut into a wall
HOLD = 0.6  # of a well's side: largest share for a notch
HELD = 4.0  # a push by this much leaves everything in its well
LOOSE = 0.75  # of a bin: so high items may be stacked in it
LEAST_BIN = 24.0  # a bin's sides
BESIDE = 1.0  # of a bin, where no wall is of use
ROUND = 12  # sides of the disc around a corner


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
    return [replace(best, stacks=cell_of_stack.stacks, depth=cell_of_stack.depth) for cell_of_stack in wells]


def _well(pile: Pile, stack: tuple[tuple[str, int], ...], *, turn: bool) -> Cell:
    """Return a well of the items' outline, or for parts of their box, without walls."""
    width, height = (pile.box[1], pile.box[0]) if turn else pile.box
    half = snap(width / 2 + FIT), snap(height / 2 + FIT)
    lying = tuple(stacked(pile, stack, turn=turn))
    well: tuple[Region, ...] = (Region(rectangle(-half[0], -half[1], *half)),)
    if not pile.parts:
        ring = turn_ring(pile.outline, math.pi / 2 * turn, lying[0].x, lying[0].y)
        well = grow((Region(ring),), FIT)
    return Cell(2 * half[0], 2 * half[1], well, (), lying, lying[-1].z + lying[-1].height)


def _ways(bare: Cell, turn: bool, parts: bool) -> Iterator[Cell]:
    """Yield how wells of a pile may stand in a row, that which takes least room first: what has walls that hold it, and
    room for two fingers. parts: whether items lie in it that are smaller than the well, and need longer walls."""
    around = difference(grow(bare.well, WALL), bare.well)
    leg = max(LEGS[0], LEG * least_width(bare.well[0].outer))
    leg = leg if parts else min(leg, LEGS[1])
    corners = common(around, tuple(Region(circle(*at, leg, ROUND)) for at in _corners(bare.well[0].outer)))
    box = snap(bare.width + WALL)
    for kind, pitch in (("nested", _nested(bare)), ("corners", box)):
        made = replace(bare, walls=corners, way=(kind, turn, bare.well), pitch=min(pitch, box))
        reached = _is_graspable(made, walled=False)
        if reached and _is_held(made):
            yield replace(made, ahead=not _is_graspable(made, walled=True))
            return
    tall = min(FINGER, snap(HOLD * bare.height)) / 2
    wide = min(FINGER, snap(HOLD * bare.width)) / 2
    x, y = bare.width / 2 + NOTCH, bare.height / 2 + NOTCH
    for along, notch in ((True, rectangle(-x, -tall, x, tall)), (False, rectangle(-wide, -y, wide, y))):
        walls = difference(around, (Region(notch),))
        pitch = snap(bare.width + NOTCH) if along else box
        way = "notches", along, turn, bare.well
        yield replace(bare, walls=walls, way=way, pitch=pitch, beside=along, ahead=not along)


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
    found = [*(x for x, at in ring if at == y), *crossings((ring,), y)]
    return (min(found), max(found)) if found else None


def _is_graspable(cell: Cell, *, walled: bool) -> bool:
    """Tell whether two fingers get hold of something between two of its like, from opposite sides. walled: whether
    other rows stand before and behind the cell."""
    (tile,) = grow(cell.well, -FIT)
    beside = [_moved((tile,), x) for x in (-cell.pitch, cell.pitch)]
    solids = [*(region for regions in beside for region in regions), *cell.walls]
    solids += [wall for x in (-cell.pitch, cell.pitch) for wall in _moved(cell.walls, x)]
    if walled:
        y, far = cell.height / 2 + WALL, 3 * cell.pitch
        solids += [Region(rectangle(-far, low, far, low + NOTCH)) for low in (-y - NOTCH, y)]
    return is_gripped(tile, unite(tuple(solids)), TIP, FIT + NEAR)


def _is_held(cell: Cell) -> bool:
    """Tell whether walls hold what stands in a well, in which direction ever it is pushed."""
    tiles = grow(cell.well, -FIT)
    ways = [math.tau * k / 8 for k in range(8)]
    return all(common(_moved(tiles, HELD * math.cos(a), HELD * math.sin(a)), cell.walls) for a in ways)


def _moved(areas: Sequence[Region], x: float, y: float = 0.0) -> tuple[Region, ...]:
    """Return areas elsewhere."""
    return tuple(area.map_rings(partial(move, x=x, y=y)) for area in areas)


def _bins(pile: Pile, room: tuple[float, float]) -> Iterator[Cell]:
    """Yield open bins in which small items are stacked side by side."""
    per = max(1, math.floor(LOOSE * HIGH / pile.tall))
    step = max(pile.box) + 2 * FIT
    across = max(1, math.floor((room[0] - 2 * FIT) / step))
    down = max(1, math.floor(min(room[1], room[0]) / 3 / step))
    count = math.ceil(pile.count / per)
    bins = math.ceil(count / (across * down))
    dealt = deal(pile, count)
    number = math.ceil(count / bins)
    for k in range(0, count, number):
        yield _bin(pile, dealt[k : k + number], step, across)


def _bin(pile: Pile, stacks: Sequence[tuple[tuple[str, int], ...]], step: float, across: int) -> Cell:
    columns = min(across, math.ceil(math.sqrt(len(stacks))))
    rows = math.ceil(len(stacks) / columns)
    lying = tuple(
        translate(pile_stack, (k % columns - (columns - 1) / 2) * step, ((rows - 1) / 2 - k // columns) * step)
        for k, stack in enumerate(stacks)
        for pile_stack in stacked(pile, stack)
    )
    width, height = max(LEAST_BIN, columns * step), max(LEAST_BIN, rows * step)
    depth = max(stack.height for stack in lying) / LOOSE
    room = width + 2 * BESIDE, height + 2 * BESIDE
    well = (Region(rectangle(-width / 2, -height / 2, width / 2, height / 2)),)
    return Cell(*room, well, difference(grow(well, BIN_WALL), well), lying, depth)


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


EDGE = 0.9  # of the plate, outside of walls
RIM = EDGE + WALL  # around wells
POST = 7.0  # how far a post reaches along each side, from the corner
LIP, LIP_HEIGHT = 0.9, 0.6  # on posts, and how high it stands
PLAY, ABOVE_LIP = 0.3, 0.2  # around a lip in its groove, and above it
END = 2.0  # so far from the corner lips begin, and so far before the end of their post they end
CORNER = 4.0  # the radius of the outline's corners
ABOVE = 0.8  # between what lies highest and the lid
RAIL = 1.0  # how high the rails between posts stand on the plate
RAISED = 0.6  # letters
LETTER = 12.0  # of the finest stroke: the height of letters
WIDTHS = 40  # of a tray, that are tried
PLATE, FRAME = 1.0, 5.0  # what a mm² of a tray's plate costs, and a mm around it: for choosing among trays
STEP = 8.0  # of depths: what differs by less may lie in one row
DESCENT = 0.35  # of their height: below the line
SPACING = 0.05
TINY = 0.01
GAP = 1.0  # walls that are nearer to one another are joined
SPECK = 4.0  # mm²: smaller walls and holes are left out
SLIVER = 0.1  # what is narrower is round corners' offsets, which differ by less
WEB = 1.0  # between holes
HOLE, PART = 13.0, 0.9  # across corners: a hole in a plate; and as a part of the smallest piece that lies on it
WELLS, RAILS, LIPS, HOLES, WORDS = 0, 300, 500, 600, 900  # slots of marks: the first of each
Row = list[Cell]


def trays(game_set: GameSet, _: int) -> Containers:
    """Return the trays and the lid. Raises InputError if a piece is larger than a tray on the machine's bed can be."""
    measures = game_set.measures
    letters = LETTER * measures.machine.min_feature
    foot = TALLER[-1] * letters * (1 + DESCENT) + 2 * WALL
    room = measures.machine.room[0] - 2 * RIM, measures.machine.room[1] - 2 * RIM - foot
    cells: list[Cell] = []
    left_out: list[str] = []
    for pile in piles(game_set):
        fitting = cells_of(pile, room) if min(room) > 0 else []
        if not fitting and any(isinstance(item, Piece) for item, _ in pile.items):
            item = pile.items[0][0]
            raise InputError(
                f"--storage: found {item.id}, {pile.box[0]:.1f} × {pile.box[1]:.1f} mm, allowed in a tray on this bed "
                f"is up to {max(0.0, room[0]):.1f} × {max(0.0, room[1]):.1f} mm; choose a larger bed or "
                "smaller pieces"
            )
        left_out += [item.id for item, _ in pile.items] if not fitting else []
        cells += fitting
    filled = _smallest(cells, room)
    width = snap(max(row_of(row)[1] for rows in filled for row in rows) + 2 * RIM)
    texts = [_words(text, width, letters, measures) for text in _texts(game_set, filled)]
    lines = [bounds((region.outer,)) for words in texts for region in words]
    foot = snap(max((high for *_, high in lines), default=0.0) - min((low for _, low, *_ in lines), default=0.0))
    size = width, snap(max(map(_tray_depth, filled)) + 2 * RIM + (foot + 2 * WALL if foot else 0.0))
    kept = [item.face.outline for item in game_set.items if item.id not in left_out]
    made = _Trays(game_set, size, letters, min(HOLE, PART * min(map(least_width, kept))))
    down = snap(RIM - size[1] / 2 - min((low for _, low, *_ in lines), default=0.0))
    made_trays = [
        made.tray(f"tray-{k}", rows, _moved(words, 0.0, down))
        for k, (rows, words) in enumerate(zip(filled, texts, strict=True), 1)
    ]
    notes = beside(game_set, "trays", left_out, "a tray on this bed", "choose a larger bed")
    return Containers((*made_trays, made.lid()), notes)


def _smallest(cells: Sequence[Cell], room: tuple[float, float]) -> list[list[Row]]:
    """Return rows by tray, so that all trays together are as light as can be. room: inside, width and depth."""
    least = max(cell.width for cell in cells)
    widths = [least + (room[0] - least) * k / WIDTHS for k in range(WIDTHS + 1)]
    orders = [
        sorted(cells, key=_by_height),
        sorted(cells, key=lambda cell: (-cell.depth // STEP, *_by_height(cell))),
    ]
    ways = [_arrange(order, width, room[1]) for width in widths for order in orders]

    def weight(trays: list[list[Row]]) -> tuple[int, float]:
        width = max(row_of(row)[1] for rows in trays for row in rows) + 2 * RIM
        depth = max(map(_tray_depth, trays)) + 2 * RIM
        return len(trays), round((len(trays) + 1) * (PLATE * width * depth + FRAME * 2 * (width + depth)), 3)

    return min(ways, key=weight)


def _by_height(cell: Cell) -> tuple[object, ...]:
    return -cell.height, -cell.depth, cell.stacks[0].items


def _arrange(cells: Sequence[Cell], width: float, depth: float) -> list[list[Row]]:
    """Return cells in rows, and these by tray. width, depth: of a tray's inside."""
    rows = first_fit(cells, lambda row, cell: row_of([*row, cell])[1] <= width)
    return first_fit(rows, lambda tray, row: _tray_depth([*tray, row]) <= depth)


def _height(row: Row) -> float:
    return max(cell.height for cell in row)


def _row_distance(first: Row, second: Row) -> float:
    """Return how far apart two rows lie: as far as fingers need."""
    return NOTCH if any(cell.ahead for cell in (*first, *second)) else WALL


def _tray_depth(rows: Sequence[Row]) -> float:
    return sum(map(_height, rows)) + sum(_row_distance(row, two) for row, two in zip(rows, rows[1:], strict=False))


class _Trays:
    """What trays and lid have in common. size: width and depth; letters: how high they are; hole: across corners."""

    def __init__(self, game_set: GameSet, size: tuple[float, float], letters: float, hole: float) -> None:
        self.game_set, self.measures = game_set, game_set.measures
        self.size, self.letters, self.hole = size, letters, hole
        self.layer, self.least = self.measures.machine.layer, self.measures.machine.min_feature
        w, h = size[0] / 2, size[1] / 2
        self.outline = round_square(((-w, -h), (w, -h), (w, h), (-w, h)), 0.0, CORNER)
        x, y = w - EDGE, h - EDGE
        well = Region(rectangle(WALL - x, WALL - y, x - WALL, y - WALL))
        self.ring = difference((Region(rectangle(-x, -y, x, y)),), (well,))
        self.inner = grow((Region(self.outline),), -EDGE)
        ends = [Region(rectangle(x - POST, y - POST, x + POST, y + POST)) for x in (-w, w) for y in (-h, h)]
        self.posts = common(common(self.ring, tuple(ends)), self.inner)
        self.rails = difference(self.ring, unite(tuple(ends)))
        self.lip, self.groove = self._layers(LIP_HEIGHT), snap(self._layers(LIP_HEIGHT) + self._layers(ABOVE_LIP))
        # above grooves two layers are left
        self.plate = snap(self.groove + 2 * self.layer)

    def tray(self, name: str, rows: Sequence[Row], words: tuple[Region, ...]) -> Accessory:
        """Return a tray. words: the letters on it."""
        rim = snap(self.plate + self._layers(max(cell.depth for row in rows for cell in row) + ABOVE))
        wells: list[Region] = []
        walls: list[Region] = []
        stacks: list[Stack] = []
        y = self.size[1] / 2 - RIM
        for k, row in enumerate(rows):
            middles, width = row_of(row)
            y -= _height(row) / 2 + (_row_distance(rows[k - 1], row) if k else 0)
            for cell, middle in zip(row, middles, strict=True):
                at = snap(middle - width / 2), snap(y)
                wells += _moved(cell.well, *at)
                walls += _moved(cell.walls, *at)
                stacks += (translate(stack, *at, self.plate) for stack in cell.stacks)
            y -= _height(row) / 2
        joined = self._joined_walls(unite((*walls, *self.posts)), unite(tuple(wells)))
        rails = opening(difference(self.rails, grow((*joined, *words), GAP)), self.least, SPECK)
        up = (*joined, *rails, *words)
        holes = self._holes(up)
        floor = difference((Region(self.outline),), (*up, *holes))
        marks = [
            _mark(WELLS, floor, self.plate - rim),
            _mark(RAILS, rails, snap(self.plate + self._layers(RAIL)) - rim),
            _mark(HOLES, holes, None),
            *(_mark(LIPS + k, (bar,), self.lip) for k, bar in enumerate(self._bars(0.0))),
            _mark(WORDS, words, snap(self.plate + self._layers(RAISED)) - rim),
        ]
        made = self._container(name, "tray", marks, rim)
        return replace(made, stacks=tuple(stacks))

    def _joined_walls(self, walls: tuple[Region, ...], wells: tuple[Region, ...]) -> tuple[Region, ...]:
        """Return walls as they stand. Those that are near to one another are joined, at their corners too, and nooks in
        them are filled: of the plate between them nothing is narrower than a stroke."""
        room = difference(self.inner, wells)
        joined = opening(common(close_gaps(walls, GAP), room), self.least, SPECK)
        free = difference((Region(self.outline),), joined)
        narrow = list(opening(difference(free, opening(free, self.least, SPECK)), SLIVER, 0.0))
        grown = [area for wall in joined for area in grow((wall,), self.least / 2)]
        grown.sort(key=lambda area: bounds((area.outer,)))
        for i, k in near_pairs([bounds((area.outer,)) for area in grown], 0.0):
            narrow += common((grown[i],), (grown[k],))
        if not narrow:
            return joined
        return opening(common(unite((*joined, *grow(tuple(narrow), self.least))), room), self.least, SPECK)

    def lid(self) -> Accessory:
        """Return the lid, with the game's name on it."""
        name = self.game_set.game
        large = 2 * self.letters
        large = large if text_width(name, large, bold=True) < self.size[0] - 4 * RIM else self.letters
        words = _moved(_words(name, self.size[0], large, self.measures), 0.0, -large / 2)
        rail = common(self.ring, self.inner)
        marks = [
            _mark(RAILS, rail, self._layers(RAIL)),
            _mark(HOLES, self._holes((*words, *rail)), None),
            _mark(WORDS, words, self._layers(RAISED)),
        ]
        return self._container("tray-lid", "tray-lid", marks, self.plate)

    def _container(self, name: str, kind: str, marks: Iterable[Mark], thick: float) -> Accessory:
        """Return something of the trays' outline, with grooves for lips below."""
        cell = FaceCell(self.outline, tuple(mark for mark in marks if mark.ink))
        grooves = tuple(self._bars(PLAY))
        face = Face(self.outline, self.outline, (cell,), hollows=grooves, hollow_depth=self.groove, thickness=thick)
        return Accessory(name, kind, 1, face, storage=True)

    def _bars(self, play: float) -> Iterator[Region]:
        """Yield the lips on the posts, two on each; or with some play around them their grooves."""
        w, h = ((side - EDGE - RIM) / 2 for side in self.size)
        half = max(LIP, self.least) / 2 + play
        near, far = END - play, POST - END + play
        for x in (-1, 1):
            for y in (-1, 1):
                along = sorted((x * (w - near), x * (w - far)))
                yield Region(rectangle(along[0], y * h - half, along[1], y * h + half))
                along = sorted((y * (h - near), y * (h - far)))
                yield Region(rectangle(x * w - half, along[0], x * w + half, along[1]))

    def _holes(self, raised: Sequence[Region]) -> tuple[Region, ...]:
        """Return the holes of a plate: as those of a comb, where nothing stands."""
        beside = self.least + TINY
        free = difference(grow((Region(self.outline),), -EDGE - WALL), grow((*raised, *self._bars(PLAY)), beside))
        apart = self.hole * math.sqrt(3) / 2 + max(WEB, self.least)  # from middle to middle
        up = apart * math.sqrt(3) / 2
        rows, columns = (math.ceil(size / step / 2) for size, step in zip(self.size[::-1], (up, apart), strict=True))
        middles = [
            ((i + 0.5 * (k % 2)) * apart, k * up)
            for k in range(-rows, rows + 1)
            for i in range(-columns - 1, columns + 1)
        ]
        comb = tuple(Region(circle(*at, self.hole / 2, 6, 0.5)) for at in middles)
        # of a hole that something parts the largest part is left: others might come too near to it
        largest: dict[tuple[int, int], Region] = {}
        for hole in sorted(opening(common(comb, free), 2 * self.least, SPECK), key=region_area):
            x, y = box_middle(hole.outer)
            k = round(y / up)
            largest[k, round(x / apart - 0.5 * (k % 2))] = hole
        return tuple(sorted(largest.values(), key=lambda hole: hole.outer))

    def _layers(self, height: float) -> float:
        """Return a height in whole layers, no less."""
        return snap(self.layer * math.ceil(height / self.layer - 1e-6))


def _texts(game_set: GameSet, trays: Sequence[Sequence[Row]]) -> Iterator[str]:
    """Yield what lies in each tray in a few words, pieces first: of several shapes each, of one what players call
    it."""
    shapes = {piece.shape for piece in game_set.pieces}
    for number, rows in enumerate(trays, 1):
        counts: Counter[str] = Counter()
        for stack in (stack for row in rows for cell in row for stack in cell.stacks):
            counts.update(dict(stack.items))
        counted: Counter[str] = Counter()
        for piece in game_set.pieces:
            counted[piece.shape if len(shapes) > 1 else f"{game_set.noun}s"] += counts[piece.id]
        for accessory in game_set.accessories:
            counted[f"{accessory.kind.replace('-', ' ')}s"] += counts[accessory.id]
        whole = f"{number}/{len(trays)}: " if len(trays) > 1 else ""
        yield whole + ", ".join(f"{count} {what}" for what, count in counted.items() if count)


def _words(text: str, width: float, height: float, measures: Measures) -> tuple[Region, ...]:
    """Return a text about the middle of its line; as much of it as has room; none if it cannot be made. width: of the
    tray."""
    room = width - 2 * (POST + EDGE)
    while wide(text, height, SPACING) > room and ", " in text:
        text = text.rpartition(", ")[0]
    return letters_at(text, height, (0.0, 0.0), room, measures.machine.min_feature, SPACING)


def _mark(slot: int, areas: tuple[Region, ...], rise: float | None) -> Mark:
    """Return what stands or is sunk; without a rise, holes."""
    operation = Operation.CUT if rise is None else Operation.ENGRAVE
    return Mark(slot, operation, None, None, areas, areas, rise=None if rise is None else snap(rise))
