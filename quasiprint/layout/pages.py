"""Pages of paper: tiles edge to edge, so that one straight cut parts neighbours, and everything else beside them.

Tiles of one outline lie in rows on a common lattice, see `rows`; rows of two outlines follow one another where
their edges are equally long. A page is filled block by block: the one that covers most is laid into the upper left
corner of what is free, and what is left of that, beside and below it, is filled in the same way. Where this takes more
pages than the areas need, discs and odd parts lie in what rows leave free, too, see `pockets`. The tidy rows stay
unless that saves a page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from quasiprint.drawing.packer import TINY, hull
from quasiprint.layout.pockets import Laid, fill
from quasiprint.layout.rows import ALIKE, Lattice, arrangements, lattices, loose, refuse_too_large
from quasiprint.model.face import Ring, area
from quasiprint.model.production import Arrangement, Placement
from quasiprint.values import dataclass

FEWER = 3  # by so many rows the first block of a page may be shorter than it could be
ROUNDED = 0.1  # mm²: areas that differ by less are taken for equal
TRIED = 6  # so many ways to lay the blocks of a page are filled with the rest, to see which holds most


@dataclass(frozen=True, slots=True)
class PageItem:
    """Something to be laid on a page. joins: whether it may lie edge to edge with its like; reach: how far its ink
    runs out over its rim, mm. kind: only what is of one kind is laid out as one block."""

    name: str
    outline: Ring
    joins: bool
    reach: float
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _Group:
    """Items of one outline. gap: to be kept between them, 0 if they lie edge to edge, mm. lattices: of their rows."""

    names: tuple[str, ...]
    convex: Ring
    area: float
    reach: float
    gap: float
    lattices: tuple[Lattice, ...]


@dataclass(frozen=True, slots=True)
class _Rows:
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
            self.lattice.end(*one) for one in {(row % 2, n - 1) for row, n in enumerate(self.counts)}
        )

    @property
    def low(self) -> float:
        """How far they reach down from the top of their block."""
        return self.down + self.lattice.high(len(self.counts))


@dataclass(frozen=True, slots=True)
class _Block:
    """Rows of one group, or of two whose edges are equally long. turned: whether the rows run upwards."""

    parts: tuple[_Rows, ...]
    turned: bool

    def covers(self, groups: Sequence[_Group]) -> float:
        """Return its area, mm²."""
        return sum(sum(part.counts) * groups[part.group].area for part in self.parts)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        wide, high = max(part.wide for part in self.parts), self.parts[-1].low
        return (high, wide) if self.turned else (wide, high)


@dataclass(frozen=True, slots=True)
class _Rect:
    """What is free: its left, its top (down from the page's), width and height. beyond: whether other things may lie
    beyond its left, its top, its right and its foot, as near as things may be."""

    x: float
    y: float
    width: float
    height: float
    beyond: tuple[bool, bool, bool, bool]

    @property
    def area(self) -> float:
        return self.width * self.height

    def within(self, aloof: float) -> _Rect:
        """Return what is free for what keeps so much farther from other things, mm."""
        left, top, right, low = (aloof * one for one in self.beyond)
        width, height = self.width - left - right, self.height - top - low
        return _Rect(self.x + left, self.y + top, width, height, self.beyond)


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a page is filled. spots: of each item, its group and its place. covered: mm²."""

    spots: tuple[tuple[int, Placement], ...]
    covered: float

    def counts(self, groups: int) -> list[int]:
        """Return how many of each group lie on the page."""
        return [sum(k == group for k, _ in self.spots) for group in range(groups)]


Blocks = list[tuple[_Block, _Rect]]  # on a page; of each the rectangle in whose upper left corner it lies


def impose(name: str, items: Sequence[PageItem], width: float, height: float, space: float) -> tuple[Arrangement, ...]:
    """Return pages of width × height mm that hold every item.

    space: at least so far apart is what has no edge in common, mm; ink that runs out over rims has room besides.
    Items of one outline and kind are laid in the order in which they are given. Raises InputError if an item is larger
    than a page.
    """
    groups = _groups(items, space)
    where = f"a page with room for {width:g} × {height:g} mm"
    for group in groups:
        ways = [one for lattice in group.lattices for one in lattice.even]
        refuse_too_large(group.names[0], ways, (width, height), where, "larger paper", by_long=False)
    filler = _Filler(groups, width, height, space)
    plans = filler.pages(pockets=False)
    if len(plans) > math.ceil(sum(len(group.names) * group.area for group in groups) / (width * height)):
        fuller = filler.pages(pockets=True)
        plans = fuller if len(fuller) < len(plans) else plans
    fresh = [iter(group.names) for group in groups]
    pages = [[Placement(next(fresh[k]), spot.x, spot.y, spot.angle) for k, spot in plan.spots] for plan in plans]
    return arrangements(name, width, height, pages)


def _groups(items: Sequence[PageItem], space: float) -> list[_Group]:
    found: dict[tuple[object, ...], list[PageItem]] = {}
    for item in items:
        found.setdefault((item.outline, item.kind), []).append(item)
    groups = []
    for same_items in found.values():
        first = same_items[0]
        convex = hull(first.outline)
        rows = tuple(lattices(convex)) if first.joins and len(convex) == len(first.outline) else ()
        gap = 0.0 if rows else max(space, 2 * first.reach)
        names = tuple(item.name for item in same_items)
        rows = rows or tuple(loose(convex, gap))
        groups.append(_Group(names, convex, abs(area(first.outline)), first.reach, gap, rows))
    return groups


class _Filler:
    """Fills pages of one size. groups: all that is to lie on them; space: see `impose`."""

    def __init__(self, groups: Sequence[_Group], width: float, height: float, space: float) -> None:
        self._groups, self._width, self._height, self._space = groups, width, height, space
        self._reach = max((group.reach for group in groups), default=0.0)
        # so much farther than the space a group keeps from what may lie next to it
        self._aloof = [max(0.0, group.reach + self._reach - space) for group in groups]
        # what so many of a group cover, to a tenth of a mm²
        self._covers = [[round(n * group.area, 1) for n in range(len(group.names) + 1)] for group in groups]
        # what one thing of a group takes, in each of its lattices, along and across; and what none takes less than
        self._takes = [
            [(lattice, turned, *_box(lattice, turned)) for lattice in group.lattices for turned in (False, True)]
            for group in groups
        ]
        self._least = [_smallest((wide, high) for _, _, wide, high in takes) for takes in self._takes]
        self._least_of_all = _smallest(box for boxes in self._least for box in boxes)

    def pages(self, *, pockets: bool) -> list[_Plan]:
        """Return how pages are filled. A page is repeated while there is enough of everything on it."""
        left = [len(group.names) for group in self._groups]
        found: list[_Plan] = []
        while any(left):
            used = found[-1].counts(len(left)) if found else []
            if not found or any(n > m for n, m in zip(used, left, strict=True)):
                found.append(self._page(left, pockets=pockets))
                used = found[-1].counts(len(left))
            else:
                found.append(found[-1])
            left = [n - m for n, m in zip(left, used, strict=True)]
        return found

    def _page(self, left: Sequence[int], *, pockets: bool) -> _Plan:
        """Return what covers most of a page, and of that what takes the smallest part of it."""
        page = _Rect(0.0, 0.0, self._width, self._height, (False,) * 4)
        found: dict[tuple[float, float], Blocks] = {}
        most = 0.0
        for first in self._firsts(left, page):
            for below in (False, True):
                # what covers less than what was found is of no use, unless there are pockets to fill
                blocks, covered, taken = self._from(left, page, first, most, below=below)
                if covered >= most:
                    found.setdefault((-round(covered, 1), round(taken, 1)), blocks)
                most = 0.0 if pockets else max(most, round(covered, 1) - ROUNDED)
        best: _Plan | None = None
        for _, blocks in sorted(found.items(), key=lambda one: one[0])[: TRIED if pockets else 1]:
            spots = [spot for block, rect in blocks for spot in _placements(block, rect, self._height)]
            if pockets:
                spots = self._fill_pockets(left, spots)
            if best is None or len(spots) == sum(left) or self._coverage(spots) > best.covered + ALIKE:
                best = _Plan(tuple(spots), self._coverage(spots))
            if len(spots) == sum(left):
                break
        assert best is not None, "what is too large was refused"
        return best

    def _coverage(self, spots: Sequence[tuple[int, Placement]]) -> float:
        return sum(self._groups[k].area for k, _ in spots)

    def _from(
        self, left: Sequence[int], page: _Rect, first: _Block, most: float, *, below: bool
    ) -> tuple[Blocks, float, float]:
        """Return how a page is filled whose first block is given, how much is covered, and how much the box around all
        takes, mm². most: where less can be covered, the page is left as it is. below: whether what is free below the
        block is as wide as the page; else what is free beside it is as high."""
        found: Blocks = []
        remaining, covered, wide, high = list(left), 0.0, 0.0, 0.0
        free = [page]
        block: _Block | None = first
        while free and covered + sum([rect.area for rect in free]) >= most:
            rect = free.pop(0)
            block = block or self._largest(remaining, rect)
            if block is not None:
                inner, size = rect.within(max([self._aloof[part.group] for part in block.parts])), block.size
                found.append((block, inner))
                for part in block.parts:
                    remaining[part.group] -= sum(part.counts)
                covered += block.covers(self._groups)
                wide, high = max(wide, inner.x + size[0]), max(high, inner.y + size[1])
                free += self._rest(block, size, inner, rect, below=below)
                free.sort(key=lambda r: (-r.area, r.y, r.x))
            block = None
        return found, covered, wide * high

    def _rest(
        self, block: _Block, size: tuple[float, float], inner: _Rect, rect: _Rect, *, below: bool
    ) -> Iterator[_Rect]:
        """Yield what is free of a rectangle beside and below a block in the upper left corner of what it may take."""
        (wide, high), gap = size, self._space
        x, y = inner.x + wide + gap, inner.y + high + gap
        right, low = rect.x + rect.width, rect.y + rect.height
        past, over, before, under = rect.beyond
        if right - x > gap:
            bottom = inner.y + high if below else low
            yield _Rect(x, rect.y, right - x, bottom - rect.y, (True, over, before, below or under))
        if low - y > gap:
            end = right if below else inner.x + wide
            yield _Rect(rect.x, y, end - rect.x, low - y, (past, True, before or not below, under))
        part = block.parts[-1]
        last, lattice = len(part.counts) - 1, part.lattice
        end = part.right + lattice.end(last, part.counts[-1] - 1) + gap
        along, across = (high if block.turned else wide) - end, lattice.height - gap
        if part.low > lattice.height + ALIKE and across > gap and along > gap:
            notch = (inner.x + wide - across, inner.y) if block.turned else (inner.x + end, inner.y + high - across)
            yield _Rect(*notch, *((across, along) if block.turned else (along, across)), (True,) * 4)

    def _largest(self, left: Sequence[int], rect: _Rect) -> _Block | None:
        """Return the block of one group that covers most of a rectangle; None if nothing fits."""
        found: tuple[int, Lattice, bool, float, float] | None = None
        most, width, height, free = 0.0, rect.width, rect.height, rect.area
        if not _holds(self._least_of_all, width, height):
            return None
        for k, (count, group) in enumerate(zip(left, self._groups, strict=True)):
            full = self._covers[k][count]
            if full <= most or not _holds(self._least[k], width, height):
                continue
            inner = rect.within(self._aloof[k]) if self._aloof[k] else rect
            if min(count * group.area, inner.area if self._aloof[k] else free) < max(most, group.area) - ROUNDED:
                continue  # it cannot cover more
            for lattice, turned, wide, high in self._takes[k]:
                if wide > inner.width + TINY or high > inner.height + TINY:
                    continue
                across, up = (inner.height, inner.width) if turned else (inner.width, inner.height)
                covers = full if count == 1 else self._covers[k][lattice.fitting(count, across, up)]
                if covers > most:
                    most, found = covers, (k, lattice, turned, across, up)
                    if most >= full:
                        break  # all of it lies there
        if found is None:
            return None
        k, lattice, turned, across, up = found
        return _Block((_Rows(k, lattice, lattice.rows(left[k], across, up)),), turned)

    def _firsts(self, left: Sequence[int], rect: _Rect) -> Iterator[_Block]:
        """Yield the blocks that fit into a rectangle, each group's in each of its lattices, along and across, with
        fewer rows than there could be, and rows of two groups."""
        for k, group in enumerate(self._groups):
            inner = rect.within(self._aloof[k])
            for lattice in group.lattices if left[k] else ():
                for turned in (False, True):
                    across, up = (inner.height, inner.width) if turned else (inner.width, inner.height)
                    counts = lattice.rows(left[k], across, up)
                    for n in range(len(counts), max(0, len(counts) - FEWER), -1):
                        yield _Block((_Rows(k, lattice, counts[:n]),), turned)
                    even = _even(sum(counts), len(counts)) if sum(counts) == left[k] else ()
                    if even and all(n <= lattice.across(row, across) for row, n in enumerate(even)):
                        yield _Block((_Rows(k, lattice, even),), turned)
                    for n in range(1, len(counts) + 1) if lattice.edge else ():
                        upper = _Rows(k, lattice, counts[:n])
                        for lower in self._following(upper, left, across, up):
                            yield _Block((upper, lower), turned)

    def _following(self, upper: _Rows, left: Sequence[int], across: float, up: float) -> Iterator[_Rows]:
        """Yield rows of other groups that share a level line with the last of some rows, as many as fit below them."""
        for k, group in enumerate(self._groups):
            for lattice in group.lattices if left[k] and k != upper.group else ():
                right = upper.lattice.foot(len(upper.counts)) - lattice.head()
                if abs(lattice.edge - upper.lattice.edge) < ALIKE and right > -ALIKE:
                    counts = lattice.rows(left[k], across - right, up - upper.low)
                    if counts:
                        yield _Rows(k, lattice, counts, right, upper.low)

    def _fill_pockets(self, left: Sequence[int], spots: Sequence[tuple[int, Placement]]) -> list[tuple[int, Placement]]:
        """Return a page on which blocks lie, with as much as fits of what keeps apart, the largest first."""
        found, groups = list(spots), self._groups
        remaining = [n - sum(k == group for group, _ in spots) for k, n in enumerate(left)]
        loose_ones = [k for k, group in enumerate(groups) if group.gap and remaining[k]]
        for k in sorted(loose_ones, key=lambda k: -groups[k].area):
            lying = []
            for n, spot in found:
                apart = max(self._space, groups[n].reach + groups[k].reach)
                # half of the gap is in the space of what comes; the rest is in that of what is there
                lying.append(Laid.at(spot, groups[n].convex, 2 * apart - groups[k].gap))
            ways = list(dict.fromkeys(lattice.even[0] for lattice in groups[k].lattices))
            found += ((k, one.placement()) for one in fill(remaining[k], ways, lying, self._width, self._height))
        return found


Size = tuple[float, float]  # a width and a height, mm


def _box(lattice: Lattice, turned: bool) -> Size:
    """Return what one thing in rows takes, so that `lattice.fitting` finds room for it."""
    wide, high = max(lattice.end(0, 0), lattice.end(1, 0)), lattice.height
    return (high, wide) if turned else (wide, high)


def _smallest(sizes: Iterable[Size]) -> tuple[Size, ...]:
    """Return those sizes than which no other is both narrower and lower."""
    found: list[Size] = []
    for size in sorted(set(sizes)):
        if not found or size[1] < found[-1][1]:
            found.append(size)
    return tuple(found)


def _holds(sizes: Sequence[Size], width: float, height: float) -> bool:
    """Tell whether there is room for one of some sizes."""
    return any(wide <= width + TINY and high <= height + TINY for wide, high in sizes)


def _even(items: int, rows: int) -> tuple[int, ...]:
    """Return as many rows, or fewer, all as long as the first but for the last."""
    most = math.ceil(items / rows)
    return tuple(min(most, items - k) for k in range(0, items, most))


def _placements(block: _Block, rect: _Rect, height: float) -> Iterator[tuple[int, Placement]]:
    """Yield where the items of a block lie on a page of a height, and of which group they are."""
    wide, high = block.size
    up = wide if block.turned else high
    left, low = rect.x, height - rect.y - high
    for part in block.parts:
        for row, count in enumerate(part.counts):
            cycle = part.lattice.cycle(row)
            y = up - part.down - part.lattice.high(row + 1)
            for k in range(count):
                one = Laid(cycle[k % len(cycle)], part.right + part.lattice.start(row, k), y)
                # turned, rows run upwards, and the first is the leftmost
                yield part.group, one.placement(left, low, up if block.turned else None)
