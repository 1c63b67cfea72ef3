"""Common-line cutting: tiles that share edges lie in lattice blocks, and every line is cut once. Lengths in mm.

A tile as it is cut out fills the plane with its like; the beam's middle runs where two of them meet, and what
it leaves of either is nominal. Cuts are chained into lines as long as they can be, and done from the inside out: the
rim of a block comes last, and until then every tile that has anything left to be cut hangs together with the sheet.

A row of a block holds tiles of one outline, on level edges: parallelograms that lean one way, or triangles that take
turns at standing on their heads. Rows of rhombs take turns at leaning, so that the cuts between them run on through the
rows. Rows of several outlines share their level lines if their edges are equally long.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, zip_longest

from quasiprint.drawing.outlines import cut_path
from quasiprint.drawing.packer import first_fit
from quasiprint.drawing.rings import sides
from quasiprint.errors import InputError
from quasiprint.layout.nesting import Area, items_of, nest
from quasiprint.layout.rows import direction
from quasiprint.model.face import Point, Ring, snap
from quasiprint.model.option import LaserOptions
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Placement, SheetPath
from quasiprint.model.profile import SheetOperation

SAME = 1e-5  # mm: lengths that differ by less are equal, up to the grid
HALF_TURN = 180.0


@dataclass(frozen=True, slots=True)
class Stand:
    """How a tile stands on a level edge, as it is cut out. angle: how it is turned, degrees; foot: its corner
    at the left end of that edge, in its own frame; edge: how long that is; lean: how far the edge that goes up from
    there leans to the right."""

    angle: float
    foot: Point
    edge: float
    lean: float

    def placement(self, item: str, at: Point) -> Placement:
        """Return where an item lies whose foot is at a point."""
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        (x, y), (fx, fy) = at, self.foot
        return Placement(item, snap(x - fx * c + fy * s), snap(y - fx * s - fy * c), round(self.angle % 360, 9))


@dataclass(frozen=True, slots=True)
class Shape:
    """Tiles of one outline, which share edges. sides: 3 or 4. side: how long their level edges are, nominal. height:
    of a row. stands: in turns, row by row; of a triangle the one on its foot, then the one on its head."""

    items: tuple[str, ...]
    sides: int
    side: float
    height: float
    stands: tuple[Stand, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile in a block: whose, how it stands, and the corners of its cut, anticlockwise from its foot."""

    item: str
    stand: Stand
    ring: Ring

    @property
    def placement(self) -> Placement:
        """Where it lies."""
        return self.stand.placement(self.item, self.ring[0])


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a block: its shape, its items from left to right, and how often rows of that shape came before it."""

    shape: Shape
    items: tuple[str, ...]
    turn: int


def shape_of(items: Sequence[str], outline: Ring, laser: LaserOptions) -> Shape | None:
    """Return how tiles of an outline share their edges; None if they do not: it is no triangle and no parallelogram."""
    if len(outline) == 4:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
        if math.hypot(ax + cx - bx - dx, ay + cy - by - dy) > SAME:
            return None
    elif len(outline) != 3:
        return None
    grown = cut_path(outline, laser)
    side = math.dist(outline[0], outline[1])
    first = _stand(outline, grown, 0)
    height = _up(grown, first)
    if len(outline) == 3:
        # on its head its foot is the right end of the level edge, above
        stands = (first, Stand(first.angle + HALF_TURN, first.foot, first.edge, first.lean))
        return Shape(tuple(items), 3, side, height, stands)
    if abs(math.dist(outline[1], outline[2]) - side) > SAME or abs(first.lean) < SAME:
        return Shape(tuple(items), 4, side, height, (first,))
    other = _stand(outline, grown, 1)
    # it is a rhomb: to the last bit as long, and as slanting, or its rows would not have the same corners
    stands = (first, Stand(other.angle, other.foot, first.edge, -first.lean))
    return Shape(tuple(items), 4, side, height, stands)


def _stand(outline: Ring, grown: Ring, k: int) -> Stand:
    n = len(outline)
    angle = -direction(outline[k], outline[(k + 1) % n])
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    (x, y), (ux, uy) = grown[k], grown[k - 1]
    return Stand(angle, grown[k], math.dist(grown[k], grown[(k + 1) % n]), (ux - x) * c - (uy - y) * s)


def _up(grown: Ring, stand: Stand) -> float:
    c, s = math.cos(math.radians(stand.angle)), math.sin(math.radians(stand.angle))
    return max((x - grown[0][0]) * s + (y - grown[0][1]) * c for x, y in grown)


class Block:
    """Rows of tiles, the first at the foot. left, low: where its box begins on the sheet."""

    def __init__(self, rows: Sequence[Row], left: float = 0.0, low: float = 0.0) -> None:
        self.rows = tuple(rows)
        self._starts, self._at = _starts(rows), (left, low)
        spans = [_span(row, start) for row, start in zip(rows, self._starts, strict=True)]
        self._west = min(west for west, _ in spans)
        self.width = max(east for _, east in spans) - self._west
        self.height = sum(row.shape.height for row in rows)

    # most blocks are only measured, to be compared with others
    @cached_property
    def _tile_rows(self) -> list[list[Tile]]:
        found: list[list[Tile]] = []
        (left, y), head = self._at, 0.0
        for k, (row, start) in enumerate(zip(self.rows, self._starts, strict=True)):
            # to the last bit where the row before it ends, so that they have the same corners
            foot = head if k and self.rows[k - 1].shape is row.shape else left + start - self._west
            head = _head(row, foot)
            found.append(_tiles(row, foot, head, snap(y), snap(y + row.shape.height)))
            y += row.shape.height
        return found

    @cached_property
    def tiles(self) -> list[Tile]:
        """All tiles, row by row."""
        return [tile for row in self._tile_rows for tile in row]

    @cached_property
    def slants(self) -> list[list[tuple[Point, Point]]]:
        """The sides that are not level, of each row."""
        rows = [[side for tile in tiles for side in sides(tile.ring)] for tiles in self._tile_rows]
        return [list(dict.fromkeys((min(a, b), max(a, b)) for a, b in row if a[1] != b[1])) for row in rows]


def _starts(rows: Sequence[Row]) -> list[float]:
    """Return where the level line at the foot of each row begins: where the one at the head of the row before it does,
    if both are of one shape, so that they have the same corners; else at the left."""
    starts: list[float] = []
    for k, row in enumerate(rows):
        first = max(0.0, -_stand_of(row).lean) if row.shape.sides == 4 else 0.0
        starts.append(_head(rows[k - 1], starts[-1]) if k and rows[k - 1].shape is row.shape else first)
    return starts


def _head(row: Row, foot: float) -> float:
    """Return where the level line at the head of a row begins. foot: where that at its foot does."""
    stand = _stand_of(row)
    on_head = row.shape.sides == 3 and row.turn % 2
    return foot - stand.edge + stand.lean if on_head else foot + stand.lean


def _stand_of(row: Row) -> Stand:
    return row.shape.stands[row.turn % len(row.shape.stands)]


def _span(row: Row, start: float) -> tuple[float, float]:
    """Return where a row begins and ends, from left to right. start: of the level line at its foot."""
    stand, count = _stand_of(row), len(row.items)
    if row.shape.sides == 4:
        end = start + count * stand.edge
        return min(start, start + stand.lean), max(end, end + stand.lean)
    edge = stand.edge
    # on its foot: from the foot's left end; on its head: from the head's
    feet, heads = ((count + 1) // 2, count // 2) if not row.turn % 2 else (count // 2, (count + 1) // 2)
    head = _head(row, start)
    return min(start, head), max(start + max(feet, 1) * edge if feet else start, head + max(heads, 0) * edge)


def _tiles(row: Row, start: float, top: float, low: float, high: float) -> list[Tile]:
    """Return the tiles of a row. start, top: where its level lines begin; low, high: where these lie."""
    stands, edge, on_head = row.shape.stands, _stand_of(row).edge, row.turn % 2

    def foot(k: int) -> Point:
        return snap(start + k * edge), low

    def head(k: int) -> Point:
        return snap(top + k * edge), high

    tiles = []
    for j, item in enumerate(row.items):
        k = j // 2
        if row.shape.sides == 4:
            tiles.append(Tile(item, _stand_of(row), (foot(j), foot(j + 1), head(j + 1), head(j))))
        elif (j + on_head) % 2:
            tiles.append(Tile(item, stands[1], (head(k + 1), head(k), foot(k + 1 - on_head))))
        else:
            tiles.append(Tile(item, stands[0], (foot(k), foot(k + 1), head(k + on_head))))
    return tiles


Segment = tuple[Point, Point]
Items = Sequence[tuple[str, Ring]]


@dataclass(frozen=True, slots=True)
class SharedSheet:
    """Blocks on one sheet. placements: of their tiles; cuts: in order, each an open line, or the closed rim of a
    block; rims: of the blocks, within which nothing else may lie; homes: the tiles, by number, beside each piece of a
    cut from corner to corner."""

    placements: tuple[Placement, ...]
    cuts: tuple[SheetPath, ...]
    rims: tuple[Ring, ...]
    homes: Mapping[Segment, tuple[int, ...]]


def lay_shared(game_set: GameSet, area: Area, *, alone: bool) -> tuple[tuple[Arrangement, ...], dict[str, SharedSheet]]:
    """Return where everything lies if neighbours share their cuts, and what does, by the sheets' names; what does not
    lies beside it. alone: whether there may be nothing that does, as in a part of a set. Raises InputError if there may
    not, and if a part is larger than a sheet."""
    items = [(piece.id, piece.face.outline) for piece in game_set.copies]
    shapes, others = sharing(items, game_set.measures.laser)
    rest = frozenset(item for item, _ in others)
    if game_set.pieces and game_set.whole is None and not alone:
        refuse_unshared(shapes, f"{game_set.noun}s")
    own = block_sheets(shapes, area)
    held = replace(game_set, pieces=tuple(piece for piece in game_set.pieces if piece.id in rest))
    taken = {k: [(rim, Placement("", 0.0, 0.0, 0.0)) for rim in one.rims] for k, one in enumerate(own)}
    beside = nest("sheet", items_of(held), area, taken)
    laid = tuple(
        Arrangement(f"sheet-{k}", area.width, area.height, (*(one.placements if one else ()), *(lying or ())))
        for k, (one, lying) in enumerate(zip_longest(own, (leaf.placements for leaf in beside), fillvalue=None), 1)
    )
    return laid, {f"sheet-{k}": one for k, one in enumerate(own, 1)}


def sharing(items: Items, laser: LaserOptions) -> tuple[list[Shape], Items]:
    """Return the shapes whose tiles share edges, those of equal edges one after the other, and the items left over."""
    outlines: dict[Ring, list[str]] = {}
    for item, outline in items:
        outlines.setdefault(outline, []).append(item)
    shapes = [shape for outline, own in outlines.items() if len(own) > 1 and (shape := shape_of(own, outline, laser))]
    held = {item for shape in shapes for item in shape.items}
    return shapes, [(item, outline) for item, outline in items if item not in held]


def refuse_unshared(shapes: Sequence[Shape], what: str) -> None:
    """Raise InputError if no pieces share an edge. what: the pieces are called."""
    if not shapes:
        raise InputError(
            f"--cut shared: found no two {what} that share an edge, allowed are triangles and parallelograms (rhombs, "
            f"squares, rectangles) with sharp corners, several of one outline; choose --cut separate"
        )


def block_sheets(shapes: Sequence[Shape], area: Area) -> list[SharedSheet]:
    """Return the tiles of some shapes on as few sheets as they take, and on these with the shortest cuts. area: of a
    sheet; its gap lies between blocks. Raises InputError if a tile is larger than a sheet."""
    # rows of one edge share their level lines; triangles keep to themselves
    families = first_fit(shapes, lambda own, s: own[0].sides == s.sides == 4 and abs(own[0].side - s.side) < SAME)
    blocks = [block for family in families for block in _best(family, area.room, area.gap)]
    return [_sheet(own) for own in _pack(blocks, area.room, area.margin, area.gap)]


def _best(family: Sequence[Shape], room: tuple[float, float], gap: float) -> list[list[Row]]:
    """Return the rows of the blocks of a family, as long as makes them take the fewest sheets, and then the least
    cutting."""
    best: tuple[tuple[int, float], list[list[Row]]] | None = None
    most = max(len(shape.items) for shape in family)
    for count in range(1, most + 1):
        blocks = _blocks(family, count, room)
        built = [Block(rows) for rows in blocks]
        if not built or max(block.width for block in built) > room[0] or max(b.height for b in built) > room[1]:
            if count > 1:
                break  # longer rows are too long as well
            alone = [Block([Row(shape, shape.items[:1], 0)]) for shape in family]
            one = next((one for one in alone if one.width > room[0] or one.height > room[1]), alone[0])
            raise InputError(
                f"{one.tiles[0].item}: found a piece of {one.width:.2f} × {one.height:.2f} mm, allowed is what fits "
                f"on {room[0]:.2f} × {room[1]:.2f} mm; choose a smaller edge, or a larger sheet"
            )
        sheets = len(list(_pack(blocks, room, 0.0, gap)))
        if best is not None and sheets > best[0][0]:
            continue
        cutting = [sum(math.dist(*segment) for segment in _segments(block.tiles)) for block in built]
        rank = sheets, round(sum(cutting), 3)
        if best is None or rank < best[0]:
            best = rank, blocks
    assert best is not None
    return best[1]


def _blocks(family: Sequence[Shape], count: int, room: tuple[float, float]) -> list[list[Row]]:
    """Return rows of so many tiles, in blocks that a sheet has room for; rows that all lean one way wander aside. A
    triangle that stands on its head, with none beside it, would touch the row below it at a point: it begins a block.
    """
    blocks: list[list[Row]] = []
    for shape in family:
        for first in range(0, len(shape.items), count):
            own = shape.items[first : first + count]
            if blocks:
                turn = sum(row.shape is shape for row in blocks[-1])
                rows = [*blocks[-1], Row(shape, own, turn)]
                whole = Block(rows)
                on_tip = shape.sides == 3 and turn % 2 and len(own) == 1
                if whole.height <= room[1] and whole.width <= room[0] and not on_tip:
                    blocks[-1] = rows
                    continue
            blocks.append([Row(shape, own, 0)])
    return blocks


def _pack(
    blocks: Iterable[Sequence[Row]], room: tuple[float, float], margin: float, gap: float
) -> Iterator[list[Block]]:
    """Yield the blocks of each sheet, side by side."""
    sheet: list[Block] = []
    x = margin
    for rows in blocks:
        block = Block(rows, x, margin)
        if sheet and x + block.width > margin + room[0]:
            yield sheet
            sheet, x = [], margin
            block = Block(rows, x, margin)
        sheet.append(block)
        x += block.width + gap
    if sheet:
        yield sheet


def _sheet(blocks: Sequence[Block]) -> SharedSheet:
    cuts: list[SheetPath] = []
    rims: list[Ring] = []
    homes: dict[Segment, tuple[int, ...]] = {}
    tiles = 0
    for block in blocks:
        homes |= {s: tuple(tiles + k for k in own) for s, own in _segments(block.tiles).items()}
        tiles += len(block.tiles)
        lines, own = chains_and_rims(block)
        rims += own
        cuts += [SheetPath(SheetOperation.CUT_OUTER, (line,), closed=False) for line in lines]
        cuts += [SheetPath(SheetOperation.CUT_OUTER, (ring,)) for ring in own]
    placements = tuple(tile.placement for block in blocks for tile in block.tiles)
    return SharedSheet(placements, tuple(cuts), tuple(rims), homes)


def _pieces(tiles: Sequence[Tile]) -> Iterator[tuple[int, Point, Point]]:
    """Yield the pieces of the tiles' sides from corner to corner, each with the number of the tile on its left."""
    nodes: dict[float, set[float]] = {}  # of each level line
    for tile in tiles:
        for x, y in tile.ring:
            nodes.setdefault(y, set()).add(x)
    levels = {y: sorted(xs) for y, xs in nodes.items()}
    for k, tile in enumerate(tiles):
        for a, b in sides(tile.ring):
            line = [a, b]
            if a[1] == b[1]:
                line = [(x, a[1]) for x in levels[a[1]] if min(a, b)[0] <= x <= max(a, b)[0]]
            for one, two in pairwise(sorted(line)):
                yield (k, one, two) if a < b else (k, two, one)


def _segments(tiles: Sequence[Tile]) -> dict[Segment, list[int]]:
    """Return every line between two corners that a cut runs along, once, and the numbers of the tiles beside it."""
    found: dict[Segment, list[int]] = {}
    for k, a, b in _pieces(tiles):
        found.setdefault((min(a, b), max(a, b)), []).append(k)
    return found


def chains_and_rims(block: Block) -> tuple[list[Ring], list[Ring]]:
    """Return the cuts of a block in the order in which they are to be done: open lines, then its closed rims. Wherever
    lines meet, each has a corner."""
    segments = _segments(block.tiles)
    inner = {segment for segment, own in segments.items() if len(own) == 2}
    level = sorted(segment for segment in inner if segment[0][1] == segment[1][1])
    slants = [
        (row.shape.sides, [one for one in own if one in inner])
        for row, own in zip(block.rows, block.slants, strict=True)
    ]
    # slanted lines run to and fro in a row of triangles, else from row to row
    to_and_fro = [own for sides, own in slants if sides == 3]
    through = [one for sides, own in slants if sides == 4 for one in own]
    chains = [line for lines in (level, *to_and_fro, through) for line in chain_scores(lines)]
    # around all tiles, these on the left
    after = {a: b for _, a, b in _pieces(block.tiles) if (min(a, b), max(a, b)) not in inner}
    rims = []
    while after:
        ring = [min(after)]
        while ring[-1] in after:
            ring.append(after.pop(ring[-1]))
        rims.append(tuple(ring[:-1]))
    return _order_cuts(chains, segments), rims


def _order_cuts(chains: Sequence[Ring], segments: Mapping[Segment, Sequence[int]]) -> list[Ring]:
    """Return chains in the order, and each in the direction, in which they can be cut so that no tile comes loose.

    It is found backwards: what is cut last holds the tiles beside it to the frame, and each line before it has to run
    along a tile that is held already. So lines far outside come first here, and last in what is returned. Where no
    chain does, one is taken apart.
    """
    held = {own[0] for own in segments.values() if len(own) == 1}
    ys = [y for segment in segments for _, y in segment]
    xs = [x for segment in segments for x, _ in segment]
    box = min(xs), max(xs), min(ys), max(ys)
    left = sorted(chains, key=lambda chain: _inside(chain, box))
    order: list[list[Ring]] = []
    while left:
        for chain in left:
            ways = [way for way in (chain, chain[::-1]) if _holds(way, held, segments)]
            if ways:
                break
        else:
            longest = max(left, key=len)
            if len(longest) < 3:
                raise ValueError("no order of the cuts keeps every tile in its sheet")
            left.remove(longest)
            left = sorted([*left, *pairwise(longest)], key=lambda chain: _inside(chain, box))
            continue
        left.remove(chain)
        held.update(tile for segment in _along(chain) for tile in segments[segment])
        order.append(ways)
    done: list[Ring] = []
    at: Point = (box[0], box[2])
    for ways in reversed(order):
        way = min(ways, key=lambda way: (math.dist(at, way[0]), way[0]))
        at = way[-1]
        if done and done[-1][-1] == way[0] and not {*done[-1]} & {*way[1:]}:
            done[-1] += way[1:]  # the beam goes on, and comes nowhere twice
        else:
            done.append(way)
    return done


def _inside(chain: Sequence[Point], box: tuple[float, float, float, float]) -> tuple[bool, float, Point]:
    """Return how far inside a line lies: level ones first, from the outside in."""
    left, right, low, high = box
    (x0, y0), (x1, _) = chain[0], chain[-1]
    level = all(y == y0 for _, y in chain)
    across = chain[0][1] != chain[-1][1]
    y, x = sum(y for _, y in chain) / len(chain), (x0 + x1) / 2
    deep = min(x - left, right - x) if across and not level else min(y - low, high - y)
    return not level, round(deep, 6), min(chain[0], chain[-1])


def _along(chain: Sequence[Point]) -> Iterator[Segment]:
    for a, b in pairwise(chain):
        yield min(a, b), max(a, b)


def _holds(chain: Sequence[Point], held: set[int], segments: Mapping[Segment, Sequence[int]]) -> bool:
    """Tell whether a line can be cut in this direction before all that holds already: backwards, each piece of it
    runs along a tile that is held."""
    known = set(held)
    for segment in reversed(list(_along(chain))):
        own = segments[segment]
        if not known.intersection(own):
            return False
        known.update(own)
    return True


def chain_scores(lines: Sequence[Ring]) -> tuple[Ring, ...]:
    """Return open lines, those of two points chained wherever just two of them end at one point."""
    ends: dict[Point, list[int]] = {}
    for k, line in enumerate(lines):
        for p in (line[0], line[-1]):
            ends.setdefault(p, []).append(k)
    left = dict(enumerate(lines))
    found: list[Ring] = []
    while left:
        # one that nothing goes on from comes first; what is left then are loops
        start = next((k for k, line in left.items() if len(ends[line[0]]) != 2 or len(ends[line[-1]]) != 2), min(left))
        line = left.pop(start)
        if len(ends[line[-1]]) != 2:
            line = line[::-1]
        while len(ends[line[-1]]) == 2:
            other = next((k for k in ends[line[-1]] if k in left), None)
            if other is None or len(left[other]) != 2 or len(line) < 2:
                break
            onward = left.pop(other)
            line += onward[1:] if onward[0] == line[-1] else onward[-2::-1]
            if line[0] == line[-1]:
                break
        found.append(line)
    return tuple(found)
