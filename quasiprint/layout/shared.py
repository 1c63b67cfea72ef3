"""Common-line cutting: tiles that share edges lie in lattice blocks, and every line is cut once. Lengths in mm.

A tile as it is cut out fills the plane with its like; the beam's middle runs where two of them meet, and what
it leaves of either is nominal. Cuts are chained into lines as long as they can be, and done from the inside out: the
rim of a block comes last, and until then every tile that has anything left to be cut hangs together with the sheet.

Rows of a block are those of tiles that lie edge to edge on paper, see `rows`: of triangles that take turns at standing
on their heads, and of parallelograms. Rows of rhombs take turns at leaning, so that the cuts between them run on
through the rows. Rows of several outlines share their level lines if their edges are equally long.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from quasiprint.drawing.outlines import cut_path
from quasiprint.drawing.packer import first_fit
from quasiprint.drawing.rings import sides
from quasiprint.errors import InputError
from quasiprint.layout.nesting import Area, items_of, nest
from quasiprint.layout.pages import Block, BlockRows, Rect, placements
from quasiprint.layout.rows import ALIKE, Group, Lattice, arrangements, lattices, refuse_too_large
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.face import Point, Ring
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Placement, SheetPath
from quasiprint.model.profile import SheetOperation

MERGED = 1e-4  # mm: corners of neighbours that differ by less are one; each tile of a row may add a grid step
Segment = tuple[Point, Point]
Items = Sequence[tuple[str, Ring]]
Tile = tuple[str, Placement, Ring]  # whose, where it lies, and the corners of its cut, anticlockwise


@dataclass(frozen=True, slots=True)
class SharedSheet:
    """Blocks on one sheet. placements: of their tiles; cuts: in order, each an open line, or the closed rim of a
    block; rims: of the blocks, within which nothing else may lie."""

    placements: tuple[Placement, ...]
    cuts: tuple[SheetPath, ...]
    rims: tuple[Ring, ...]


def lay_shared(game_set: GameSet, area: Area, *, alone: bool) -> tuple[tuple[Arrangement, ...], dict[str, SharedSheet]]:
    """Return where everything lies if neighbours share their cuts, and what does, by the sheets' names; what does not
    lies beside it. alone: whether there may be nothing that does, as in a part of a set. Raises InputError if there may
    not, if a part is larger than a sheet, and for tabs: lines are cut so that nothing is loose before its last."""
    if tabs := game_set.measures.laser.tabs:
        raise InputError(
            f"--tabs: found {tabs} with --cut shared, allowed is 0; leave it out, or choose --cut separate"
        )
    items = [(piece.id, piece.face.outline) for piece in game_set.copies]
    families, others = sharing(items, game_set.measures.laser)
    rest = frozenset(item for item, _ in others)
    if game_set.pieces and game_set.whole is None and not alone:
        refuse_unshared(families, f"{game_set.noun}s")
    blocks = block_sheets(families, area)
    held = replace(game_set, pieces=tuple(piece for piece in game_set.pieces if piece.id in rest))
    taken = {k: [(rim, Placement("", 0.0, 0.0, 0.0)) for rim in block.rims] for k, block in enumerate(blocks)}
    beside = nest("sheet", items_of(held), area, taken)
    both = zip_longest((block.placements for block in blocks), (leaf.placements for leaf in beside), fillvalue=())
    laid = arrangements("sheet", area.width, area.height, ((*joined, *apart) for joined, apart in both))
    return laid, {f"sheet-{k}": shared_sheet for k, shared_sheet in enumerate(blocks, 1)}


Family = list[Group]  # whose rows share their level lines


def sharing(items: Items, laser: LaserOptions) -> tuple[list[Family], Items]:
    """Return the groups whose tiles share edges, as they are cut out, rhombs of one edge together; and the items
    left over."""
    outlines: dict[Ring, list[str]] = {}
    for item, outline in items:
        outlines.setdefault(outline, []).append(item)
    found: list[tuple[Ring, Group]] = []
    for outline, names in outlines.items():
        if len(names) > 1 and len(outline) in (3, 4):
            grown = cut_path(outline, laser)
            rows = tuple(lattice for lattice in lattices(grown) if lattice.fold == 1)
            ways = tuple(lattice.even[0] for lattice in rows)
            found += [(outline, Group(tuple(names), grown, 0.0, rows, ways))] if rows else []

    def rhombs_of_equal_edge(family: list[tuple[Ring, Group]], added: tuple[Ring, Group]) -> bool:
        edges = [math.dist(a, b) for ring in (family[0][0], added[0]) for a, b in sides(ring)]
        return len(family[0][0]) == len(added[0]) == 4 and max(edges) - min(edges) < ALIKE

    families = first_fit(found, rhombs_of_equal_edge)
    held = {item for _, group in found for item in group.names}
    return [[group for _, group in family] for family in families], [item for item in items if item[0] not in held]


def refuse_unshared(families: Sequence[Family], what: str) -> None:
    """Raise InputError if no pieces share an edge. what: the pieces are called."""
    if not families:
        raise InputError(
            f"--cut shared: found no two {what} that share an edge, allowed are triangles and parallelograms (rhombs, "
            f"squares, rectangles) with sharp corners, several of one outline; choose --cut separate"
        )


def block_sheets(families: Sequence[Family], area: Area) -> list[SharedSheet]:
    """Return tiles on as few sheets as they take, and on these with the shortest cuts. area: of a sheet; its gap lies
    between blocks. Raises InputError if a tile is larger than a sheet."""
    groups = [group for family in families for group in family]
    number = {group: k for k, group in enumerate(groups)}
    blocks = [block for family in families for block in _best(groups, [number[pair] for pair in family], area)]
    names = [iter(group.names) for group in groups]
    return [_sheet(groups, names, lying, area) for lying in _side_by_side(blocks, area)]


def _best(groups: Sequence[Group], family: Sequence[int], area: Area) -> list[Block]:
    """Return the blocks of a family with rows as long as makes them take the fewest sheets, and then the least
    cutting."""
    best: tuple[tuple[int, float], list[Block]] | None = None
    wide, high = area.room
    for k in family:
        where = f"{wide:.2f} × {high:.2f} mm"
        refuse_too_large(groups[k].names[0], groups[k].postures, area.room, where, "a larger sheet")
    for lattice in groups[family[0]].lattices:
        for count in range(1, max(len(groups[k].names) for k in family) + 1):
            blocks = _blocks(groups, family, lattice, count, area.room)
            if any(block.size[0] > wide or block.size[1] > high for block in blocks):
                break  # longer rows are too long as well
            sheets = len(list(_side_by_side(blocks, area)))
            if best is None or sheets <= best[0][0]:
                segments = [
                    segment for block in blocks for segment in _segments(_rings(groups, _spots(block, 0.0, area)))
                ]
                rank = sheets, round(sum(math.dist(*segment) for segment in segments), 3)
                if best is None or rank < best[0]:
                    best = rank, blocks
    assert best is not None, "what is too large was refused"
    return best[1]


def _blocks(
    groups: Sequence[Group], family: Sequence[int], lattice: Lattice, count: int, room: tuple[float, float]
) -> list[Block]:
    """Return rows of so many tiles, in blocks that a sheet has room for. lattice: of the first group. A triangle that
    stands on its foot, with none beside it, would touch the row above it at a point: it begins a block."""
    blocks: list[Block] = []
    for k in family:
        names = groups[k].names
        for first in range(0, len(names), count):
            n = min(count, len(names) - first)
            if blocks:
                wider = _with_row(blocks[-1], k, groups[k], n)
                on_tip = len(groups[k].convex) == 3 and n == 1 and len(wider.parts[-1].counts) % 2
                if wider.size[0] <= room[0] and wider.size[1] <= room[1] and not on_tip:
                    blocks[-1] = wider
                    continue
            lattice_of = lattice if k == family[0] else groups[k].lattices[0]
            blocks.append(Block((BlockRows(k, lattice_of, (n,)),), turned=False))
    return blocks


def _with_row(block: Block, k: int, group: Group, n: int) -> Block:
    """Return a block with a row of `n` tiles of a group below it."""
    *before, last = block.parts
    if last.group == k:
        return replace(block, parts=(*before, replace(last, counts=(*last.counts, n))))
    foot = last.right + last.lattice.foot(len(last.counts))
    lattice = next(candidate for candidate in group.lattices if candidate.foot(0) < foot + ALIKE)
    return replace(
        block, parts=(*before, last, BlockRows(k, lattice, (n,), max(0.0, foot - lattice.foot(0)), last.low))
    )


def _side_by_side(blocks: Iterable[Block], area: Area) -> Iterator[list[tuple[Block, float]]]:
    """Yield the blocks of each sheet, and where each begins."""
    sheet: list[tuple[Block, float]] = []
    x = area.margin
    for block in blocks:
        if sheet and x + block.size[0] > area.margin + area.room[0]:
            yield sheet
            sheet, x = [], area.margin
        sheet.append((block, x))
        x += block.size[0] + area.gap
    if sheet:
        yield sheet


def _spots(block: Block, left: float, area: Area) -> list[tuple[int, Placement]]:
    """Return where the tiles of a block lie on a sheet, and of which group they are."""
    return list(placements(block, Rect(left, area.margin, 0.0, 0.0), area.height))


def _rings(groups: Sequence[Group], spots: Sequence[tuple[int, Placement]]) -> list[Ring]:
    """Return the cuts around tiles. Corners of neighbours are one, and level lines are level, to the last bit."""
    rings = [place.ring(groups[k].convex) for k, place in spots]
    merged: tuple[dict[float, float], ...] = {}, {}
    for axis, known in enumerate(merged):
        first = -math.inf
        for x in sorted({p[axis] for ring in rings for p in ring}):
            first = x if x > first + MERGED else first
            known[x] = first
    return [tuple((merged[0][x], merged[1][y]) for x, y in ring) for ring in rings]


def _sheet(
    groups: Sequence[Group], names: Sequence[Iterator[str]], lying: Sequence[tuple[Block, float]], area: Area
) -> SharedSheet:
    cuts: list[SheetPath] = []
    rims: list[Ring] = []
    placed: list[Placement] = []
    for block, left in lying:
        spots = _spots(block, left, area)
        rings = _rings(groups, spots)
        placed += [replace(place, item=next(names[k])) for k, place in spots]
        lines, sheet_rims = _chains_and_rims(rings)
        rims += sheet_rims
        cuts += [SheetPath(SheetOperation.CUT_OUTER, (line,), closed=False) for line in lines]
        cuts += [SheetPath(SheetOperation.CUT_OUTER, (ring,)) for ring in sheet_rims]
    return SharedSheet(tuple(placed), tuple(cuts), tuple(rims))


def _pieces(rings: Sequence[Ring]) -> Iterator[tuple[int, Point, Point]]:
    """Yield the pieces of the tiles' sides from corner to corner, each with the number of the tile on its left."""
    nodes: dict[float, set[float]] = {}  # of each level line
    for ring in rings:
        for x, y in ring:
            nodes.setdefault(y, set()).add(x)
    levels = {y: sorted(xs) for y, xs in nodes.items()}
    for k, ring in enumerate(rings):
        for a, b in sides(ring):
            line = [a, b]
            if a[1] == b[1]:
                line = [(x, a[1]) for x in levels[a[1]] if min(a, b)[0] <= x <= max(a, b)[0]]
            for start, end in pairwise(sorted(line)):
                yield (k, start, end) if a < b else (k, end, start)


def _segments(rings: Sequence[Ring]) -> dict[Segment, list[int]]:
    """Return every line between two corners that a cut runs along, once, and the numbers of the tiles beside it."""
    found: dict[Segment, list[int]] = {}
    for k, a, b in _pieces(rings):
        found.setdefault((min(a, b), max(a, b)), []).append(k)
    return found


def _chains_and_rims(rings: Sequence[Ring]) -> tuple[list[Ring], list[Ring]]:
    """Return the cuts around the tiles of a block in the order in which they are to be done: open lines, then its
    closed rims. Wherever lines meet, each has a corner."""
    segments = _segments(rings)
    inner = {segment for segment, tiles in segments.items() if len(tiles) == 2}
    lines: dict[object, list[Ring]] = {}
    for a, b in sorted(inner):
        # slanted lines run to and fro in a row of triangles, else from row to row
        row = min(a[1], b[1]) if len(rings[0]) == 3 else None
        lines.setdefault("level" if a[1] == b[1] else row, []).append((a, b))
    chains = [line for lines_of_row in lines.values() for line in chain_scores(lines_of_row)]
    # around all tiles, these on the left
    after = {a: b for _, a, b in _pieces(rings) if (min(a, b), max(a, b)) not in inner}
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
    along a tile that is held already. So lines far outside come first here, and last in what is returned.
    """
    held = {tiles[0] for tiles in segments.values() if len(tiles) == 1}
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
            raise ValueError("no order of the cuts keeps every tile in its sheet")
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
        tiles = segments[segment]
        if not known.intersection(tiles):
            return False
        known.update(tiles)
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
