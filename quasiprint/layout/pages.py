"""Pages of paper: tiles edge to edge, so that one straight cut parts neighbours, and everything else beside them.

Tiles of one outline lie in rows on a common lattice, see `rows`; rows of two outlines follow one another where
their edges are equally long. A page is filled block by block: the one that covers most is laid into the upper left
corner of what is free, and what is left of that, beside and below it, is filled in the same way. Discs and odd parts,
which have no edge in common, are nested beside the blocks, as on sheets, see `nesting`.

Blocks are worth what they cover, less what the straight cuts are worth that take them apart: see `_cheapest`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple

from quasiprint.drawing.packer import hull
from quasiprint.drawing.rings import sides
from quasiprint.layout.nesting import Area, nest
from quasiprint.layout.rows import (
    ALIKE,
    Group,
    Lattice,
    PlacedItem,
    arrangements,
    fewest_cuts,
    lattices,
    refuse_too_large,
)
from quasiprint.model.face import Point, Ring, area
from quasiprint.model.production import Arrangement, Placement

ROUND = 12  # corners; an outline of more is cut out with scissors, all round
PARALLEL = 0.01  # degrees: lines whose directions differ by less are parallel
IN_LINE = 0.01  # mm: parallel lines that are nearer to one another are one, and so are stretches of them that are


def straight_cuts(rings: Sequence[Ring]) -> tuple[int, int]:
    """Return how many straight cuts it takes to cut outlines out, as they lie on a page; and how many of them are
    round, which takes scissors."""
    straight = [ring for ring in rings if len(ring) <= ROUND]
    found = [(_direction(a, b), a, b) for ring in straight for a, b in sides(ring)]
    cuts = 0
    for parallel in _runs(found, PARALLEL):
        turn = math.radians(sum(angle for angle, *_ in parallel) / len(parallel))
        c, s = math.cos(turn), math.sin(turn)
        lines = [(c * a[1] - s * a[0], *sorted((c * a[0] + s * a[1], c * b[0] + s * b[1]))) for _, a, b in parallel]
        for line in _runs(lines, IN_LINE):
            end = -math.inf
            for _, start, stop in sorted(line, key=itemgetter(1)):
                cuts += start > end + IN_LINE
                end = max(end, stop)
    return cuts, len(rings) - len(straight)


def _direction(a: Point, b: Point) -> float:
    """Return the direction of a line, from 0° to less than 180°, all but level ones that begin a hair below."""
    turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 180
    return turn if turn < 180 - PARALLEL else turn - 180


Figures = tuple[float, Any, Any]


def _runs(found: Iterable[Figures], apart: float) -> Iterator[list[Figures]]:
    """Yield what is sorted by its first figure, in runs in which that differs by no more than `apart`."""
    run: list[Figures] = []
    last = -math.inf
    for figures in sorted(found, key=itemgetter(0)):
        if run and figures[0] > last + apart:
            yield run
            run = []
        run.append(figures)
        last = figures[0]
    if run:
        yield run


@dataclass(frozen=True, slots=True)
class BlockRows:
    """Rows of one group. counts: how many lie in each row; right, down: where the rows begin in their block."""

    group: int
    lattice: Lattice
    counts: tuple[int, ...]
    right: float = 0.0
    down: float = 0.0

    @property
    def wide(self) -> float:
        """How far they reach from the left of their block."""
        return self.right + max(
            self.lattice.end(*pair)
            for pair in {(row % (2 * self.lattice.fold), n - 1) for row, n in enumerate(self.counts)}
        )

    @property
    def low(self) -> float:
        """How far they reach down from the top of their block."""
        return self.down + len(self.counts) * self.lattice.height


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of one group, or of two whose edges are equally long. turned: whether the rows run upwards."""

    parts: tuple[BlockRows, ...]
    turned: bool

    def worth(self, groups: Sequence[Group], dear: float) -> float:
        """Return its area less the price of its cuts, mm²."""
        covered = sum(sum(part.counts) * groups[part.group].area for part in self.parts)
        return covered - dear * sum(part.lattice.cuts(part.counts) for part in self.parts) if dear else covered

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        wide, high = max(part.wide for part in self.parts), self.parts[-1].low
        return (high, wide) if self.turned else (wide, high)


class Rect(NamedTuple):
    """What is free: its left, its top (down from the page's), width and height, mm."""

    x: float
    y: float
    width: float
    height: float


Blocks = list[tuple[Block, Rect]]  # on a page; of each the rectangle in whose upper left corner it lies


def even(items: int, rows: int) -> tuple[int, ...]:
    """Return as many rows, or fewer, all as long as the first but for the last."""
    most = math.ceil(items / rows)
    full, rest = divmod(items, most)
    return (most,) * full + (rest,) * (rest > 0)


def placements(block: Block, rect: Rect, height: float) -> Iterator[tuple[int, Placement]]:
    """Yield where the items of a block lie on a page of a height, and of which group they are."""
    wide, high = block.size
    up = wide if block.turned else high
    left, low = rect.x, height - rect.y - high
    for part in block.parts:
        for row, count in enumerate(part.counts):
            cycle, starts = part.lattice.cycle(row), part.lattice.starts(row, count)
            y = up - part.down - (row + 1) * part.lattice.height
            for k in range(count):
                placed_item = PlacedItem(cycle[k % len(cycle)], part.right + starts[k], y)
                # turned, rows run upwards, and the first is the leftmost
                yield part.group, placed_item.placement(left, low, up if block.turned else None)


FEWER = 3  # rows that the first block of a page may have less than it could
ROUNDED = 0.1  # mm²: areas that differ by less are taken for equal
# what a straight cut is worth, in pieces of the average area: the more, the fewer cuts there are, and the more pages
WORTHS = 0.6, 0.4, 0.25, 0.12, 0.06
SAVED = 0.9  # so few of the cuts are left where it is worth a search


@dataclass(frozen=True, slots=True)
class PageItem:
    """An item to be placed on a page. joins: whether it may lie edge to edge with its like; kind: only what is of one
    kind is laid out as one block."""

    name: str
    outline: Ring
    joins: bool
    kind: str = ""


Spots = Sequence[tuple[int, Placement]]  # what lies on a page: of each item its group and its place


def impose(name: str, items: Sequence[PageItem], width: float, height: float, space: float) -> tuple[Arrangement, ...]:
    """Return pages of width × height mm that hold every item: as few as there can be, with few straight cuts.

    space: at least so far apart is what has no edge in common, mm. Items of one outline and kind are laid in the order
    in which they are given. Raises InputError if an item is larger than a page.
    """
    groups, loose = _groups(items)
    where = f"a page with room for {width:g} × {height:g} mm"
    for group in groups:
        refuse_too_large(group.names[0], group.postures, (width, height), where, "larger paper")
    room = Area(width, height, 0.0, space)

    def whole(pages: Sequence[Spots]) -> list[list[Placement]]:
        fresh = [iter(group.names) for group in groups]
        named = [[replace(spot, item=next(fresh[k])) for k, spot in spots] for spots in pages]
        taken = {n: [(groups[k].convex, spot) for k, spot in spots] for n, spots in enumerate(pages)}
        beside = nest(name, [(item.name, item.outline) for item in loose], room, taken) if loose else ()
        both = zip_longest(named, (leaf.placements for leaf in beside), fillvalue=())
        return [[*joined, *apart] for joined, apart in both]

    least = math.ceil(sum(abs(area(item.outline)) for item in items) / (width * height))
    made = _cheapest(groups, width, height, space, least, whole)
    if loose and len(made) > least:
        # what lies edge to edge may be in the way of the rows of what does not
        apart = nest(name, [(item.name, item.outline) for item in items], room)
        made = [[*leaf.placements] for leaf in apart] if len(apart) < len(made) else made
    return arrangements(name, width, height, made)


def _cheapest(
    groups: Sequence[Group],
    width: float,
    height: float,
    space: float,
    least: int,
    whole: Callable[[Sequence[Spots]], list[list[Placement]]],
) -> list[list[Placement]]:
    """Return pages on which cuts are few. least: pages that there must be; whole: adds to pages what keeps apart.

    The dearer a cut is, the fewer there are: rows of rhombs slant alike, small items wait for a block of their own.
    That takes room, so cuts are made cheaper until the pages are no more than there must be.
    """
    total, count = sum(len(group.names) * group.area for group in groups), sum(len(group.names) for group in groups)
    alone = sum(len(group.names) * fewest_cuts(1) for group in groups)
    spared = alone - sum(fewest_cuts(len(group.names)) for group in groups)
    best: tuple[int, int, list[list[Placement]]] | None = None
    for worth in (*(WORTHS if spared > (1 - SAVED) * alone else ()), 0.0):
        pages = _Filler(groups, width, height, space, worth * total / max(1, count)).pages()
        made = whole(pages)
        if worth and len(made) == least:
            return made
        cuts = sum(straight_cuts([spot.ring(groups[k].convex) for k, spot in spots])[0] for spots in pages)
        if best is None or (len(made), cuts) < best[:2]:
            best = len(made), cuts, made
    assert best is not None
    return best[2]


def _groups(items: Sequence[PageItem]) -> tuple[list[Group], list[PageItem]]:
    """Return the groups whose items lie edge to edge, and the items that keep apart."""
    found: dict[tuple[object, ...], list[PageItem]] = {}
    for item in items:
        found.setdefault((item.outline, item.kind), []).append(item)
    groups, loose = list[Group](), list[PageItem]()
    for same_items in found.values():
        first = same_items[0]
        convex = hull(first.outline)
        rows = tuple(lattices(convex)) if first.joins and len(convex) == len(first.outline) else ()
        if not rows:
            loose += same_items
            continue
        names = tuple(item.name for item in same_items)
        ways = tuple(dict.fromkeys(posture for lattice in rows for posture in lattice.even))
        groups.append(Group(names, convex, 0.0, rows, ways, abs(area(first.outline))))
    return groups, loose


class _Filler:
    """Fills pages of one size. groups: all that is to lie on them; space: see `impose`; dear: what a straight cut is
    worth, mm²."""

    def __init__(self, groups: Sequence[Group], width: float, height: float, space: float, dear: float = 0.0) -> None:
        self._width, self._height, self._space, self._dear = width, height, space, dear
        # where cuts cost nothing, rows that slant in turn cover most
        used = [
            [lattice for lattice in group.lattices if (lattice.slant >= 0 if dear else lattice.fold == 1)]
            for group in groups
        ]
        self._groups = [replace(group, lattices=tuple(rows)) for group, rows in zip(groups, used, strict=True)]

    def pages(self) -> list[Spots]:
        """Return how pages are filled. A page is repeated while there is enough of everything on it."""
        left = [len(group.names) for group in self._groups]
        found: list[Spots] = []
        used: Counter[int] = Counter()
        while any(left):
            if not used or any(n > left[k] for k, n in used.items()):
                found.append(self._page(left))
                used = Counter(k for k, _ in found[-1])
            else:
                found.append(found[-1])
            left = [n - used[k] for k, n in enumerate(left)]
        return found

    def _page(self, left: Sequence[int]) -> Spots:
        """Return the fill that covers most of a page; of equal ones the most compact."""
        page = Rect(0.0, 0.0, self._width, self._height)
        found: dict[tuple[float, float], Blocks] = {}
        for first in self._firsts(left, page):
            for below in (False, True):
                blocks, covered, taken = self._from(left, page, first, below=below)
                if blocks:
                    found.setdefault((-round(covered, 1), round(taken, 1)), blocks)
        return [spot for block, rect in found[min(found)] for spot in placements(block, rect, self._height)]

    def _from(self, left: Sequence[int], page: Rect, first: Block, *, below: bool) -> tuple[Blocks, float, float]:
        """Return how a page is filled whose first block is given, how much is covered, and how much the box around all
        takes, mm². below: whether what is free below the block is as wide as the page; else what is free beside it is
        as high."""
        found: Blocks = []
        remaining, covered, wide, high = list(left), 0.0, 0.0, 0.0
        free = [page]
        block: Block | None = first
        while free and any(remaining):
            rect = free.pop(0)
            block = block or self._largest(remaining, rect)
            if block is not None:
                size = block.size
                found.append((block, rect))
                for part in block.parts:
                    remaining[part.group] -= sum(part.counts)
                covered += block.worth(self._groups, self._dear)
                wide, high = max(wide, rect.x + size[0]), max(high, rect.y + size[1])
                free += self._rest(block, size, rect, below=below)
                free.sort(key=lambda r: (-r.width * r.height, r.y, r.x))
            block = None
        return found, covered, wide * high

    def _rest(self, block: Block, size: tuple[float, float], rect: Rect, *, below: bool) -> Iterator[Rect]:
        """Yield what is free of a rectangle beside and below a block in its upper left corner."""
        (wide, high), gap = size, self._space
        right, low = rect.width - wide - gap, rect.height - high - gap
        if right > gap:
            yield Rect(rect.x + wide + gap, rect.y, right, high if below else rect.height)
        if low > gap:
            yield Rect(rect.x, rect.y + high + gap, rect.width if below else wide, low)
        part = block.parts[-1]
        last, lattice = len(part.counts) - 1, part.lattice
        end = part.right + lattice.end(last, part.counts[-1] - 1) + gap
        along, across = (high if block.turned else wide) - end, lattice.height - gap
        if part.low > lattice.height + ALIKE and across > gap and along > gap:
            x, y = (wide - across, 0.0) if block.turned else (end, high - across)
            yield Rect(rect.x + x, rect.y + y, *((across, along) if block.turned else (along, across)))

    def _largest(self, left: Sequence[int], rect: Rect) -> Block | None:
        """Return the block of one group that is worth most in a rectangle; None if none fits and is worth its cuts."""
        found, most = None, 0.0
        for k, count in enumerate(left):
            if min(count * self._groups[k].area, rect.width * rect.height) + ROUNDED < most:
                continue  # it cannot cover more
            for lattice, turned, _, _, counts in self._rows(k, count, rect):
                block = Block((BlockRows(k, lattice, counts),), turned)
                worth = self._worth(block)
                if worth > most:
                    found, most = block, worth
        return found

    def _worth(self, block: Block) -> float:
        """Return what a block of one group is worth, mm²: to a tenth, where its cuts tell no blocks apart."""
        worth = block.worth(self._groups, self._dear)
        return worth if self._dear else round(worth, 1)

    def _rows(self, k: int, left: int, rect: Rect) -> Iterator[tuple[Lattice, bool, float, float, tuple[int, ...]]]:
        """Yield how many of a group lie in each row where they fill a rectangle, in each of its lattices, along and
        across: with the fewest cuts, if these are all that is left. Before them: the lattice, whether it is turned, and
        the room along a row and across."""
        for lattice, turned in product(self._groups[k].lattices if left else (), (False, True)):
            across, up = (rect.height, rect.width) if turned else (rect.width, rect.height)
            counts = lattice.rows(left, across, up)
            if self._dear and sum(counts) == left:
                # in a grid as many rows as columns take the fewest cuts; where rows slant in turn, few rows do
                way = even(left, max(len(counts), math.isqrt(left)))
                if lattice.holds(way, across, up):
                    counts = min(counts, way, key=lattice.cuts)
            if counts:
                yield lattice, turned, across, up, counts

    def _firsts(self, left: Sequence[int], rect: Rect) -> Iterator[Block]:
        """Yield the blocks that fit into a rectangle, each group's in each of its lattices, along and across, with
        fewer rows than there could be, and rows of two groups."""
        for k, count in enumerate(left):
            for lattice, turned, across, up, counts in self._rows(k, count, rect):
                # where cuts are dear, fewer rows are of use only above those of another group
                fewest = max(0, len(counts) - (FEWER if lattice.edge or not self._dear else 1))
                for n in range(len(counts), fewest, -1):
                    yield Block((BlockRows(k, lattice, counts[:n]),), turned)
                level = even(count, len(counts)) if sum(counts) == count and not self._dear else ()
                if level and lattice.holds(level, across, up):
                    yield Block((BlockRows(k, lattice, level),), turned)
                for n in range(fewest if self._dear else 0, len(counts)) if lattice.edge else ():
                    upper = BlockRows(k, lattice, counts[: n + 1])
                    for lower in self._following(upper, left, across, up):
                        yield Block((upper, lower), turned)

    def _following(self, upper: BlockRows, left: Sequence[int], across: float, up: float) -> Iterator[BlockRows]:
        """Yield rows of other groups that share a level line with the last of some rows, as many as fit below them."""
        for k, group in enumerate(self._groups):
            for lattice in group.lattices if left[k] and k != upper.group else ():
                if lattice.fold != upper.lattice.fold:
                    continue  # many more to try, for no fewer cuts
                right = upper.lattice.foot(len(upper.counts)) - lattice.foot(0)
                if abs(lattice.edge - upper.lattice.edge) < ALIKE and right > -ALIKE:
                    counts = lattice.rows(left[k], across - right, up - upper.low)
                    if counts:
                        yield BlockRows(k, lattice, counts, right, upper.low)
