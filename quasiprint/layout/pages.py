"""Pages of paper: tiles edge to edge, so that one straight cut parts neighbours, and everything else beside them.

Tiles of one outline lie in rows on a common lattice: rhombs slant one way and the other from row to row, triangles
stand on their foot and on their tip in turn, rectangles lie in a grid. Neighbours have whole edges in common. Discs and
odd parts keep apart. A page is filled block by block: the one that covers most is laid into the upper left corner of
what is free, and what is left of that, beside and below it, is filled in the same way.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from quasiprint.layout.convex import TINY, Posture, beside, hull, posture, postures, same
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, area, snap
from quasiprint.model.placement import Arrangement, Placement

ALIKE = 1e-4  # mm: lengths that differ by less are meant to be the same
FEWER = 3  # by so many rows the first block of a page may be shorter than it could be


@dataclass(frozen=True, slots=True)
class PageItem:
    """Something to be laid on a page. joins: whether it may lie edge to edge with its like; else it keeps `gap` mm
    from it. kind: only what is of one kind is laid out as one block."""

    name: str
    outline: Ring
    joins: bool
    gap: float
    kind: str = ""


@dataclass(frozen=True, eq=False)
class Lattice:
    """Rows of one outline. even, odd: the postures that recur in a row; gap: between neighbours, mm."""

    even: tuple[Posture, ...]
    odd: tuple[Posture, ...]
    gap: float

    @property
    def height(self) -> float:
        """Of a row."""
        return max(one.height for one in self.even)

    @cached_property
    def _starts(self) -> dict[int, list[float]]:
        return {0: [0.0], 1: [0.0]}

    def start(self, row: int, k: int) -> float:
        """Return where the k-th of a row starts, mm."""
        cycle, starts = self.cycle(row), self._starts[row % 2]
        while len(starts) <= k:
            n = len(starts)
            before = [(starts[j], cycle[j % len(cycle)]) for j in range(max(0, n - 2), n)]
            starts.append(max(x + beside(one, cycle[n % len(cycle)]) for x, one in before))
        return starts[k]

    def cycle(self, row: int) -> tuple[Posture, ...]:
        """Return the postures of a row."""
        return self.odd if row % 2 else self.even

    def end(self, row: int, k: int) -> float:
        """Return where the k-th of a row ends, mm."""
        cycle = self.cycle(row)
        return self.start(row, k) + cycle[k % len(cycle)].width

    def across(self, row: int, width: float) -> int:
        """Return how many of a row fit into a width."""
        step = self.end(row, 2) - self.end(row, 1)
        most = int(width / step) + 3
        return bisect_right(range(most), width + TINY, key=lambda k: self.end(row, k))


@dataclass(frozen=True, slots=True)
class _Group:
    """Items of one outline. lattices: in which rows they can lie."""

    names: tuple[str, ...]
    area: float
    lattices: tuple[Lattice, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """Rows of one group. counts: how many lie in each row; turned: whether the rows run upwards."""

    group: int
    lattice: Lattice
    counts: tuple[int, ...]
    turned: bool

    @property
    def items(self) -> int:
        return sum(self.counts)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        wide = max(self.lattice.end(row, n - 1) for row, n in enumerate(self.counts))
        high = len(self.counts) * (self.lattice.height + self.lattice.gap) - self.lattice.gap
        return (high, wide) if self.turned else (wide, high)


@dataclass(frozen=True, slots=True)
class _Rect:
    """What is free: its left, its top (down from the page's), width and height."""

    x: float
    y: float
    width: float
    height: float


Plan = list[tuple[_Block, _Rect]]


def impose(name: str, items: Sequence[PageItem], width: float, height: float, gap: float) -> tuple[Arrangement, ...]:
    """Return pages of width × height mm that hold every item.

    gap: between blocks, mm. Items of one outline and kind are laid in the order in which they are given. Raises
    InputError if an item is larger than a page.
    """
    groups = _groups(items)
    _refuse_too_large(groups, width, height)
    left = [len(group.names) for group in groups]
    pages: list[Arrangement] = []
    plan: Plan = []
    while any(left):
        used = _used(plan, len(groups))
        if not plan or any(n > m for n, m in zip(used, left, strict=True)):
            plan = _filled(groups, left, _Rect(0.0, 0.0, width, height), gap)
            used = _used(plan, len(groups))
        taken = [len(group.names) - n for group, n in zip(groups, left, strict=True)]
        placements: list[Placement] = []
        for block, rect in plan:
            names = groups[block.group].names[taken[block.group] :]
            taken[block.group] += block.items
            placements += _laid(block, rect, names, height)
        pages.append(Arrangement(f"{name}-{len(pages) + 1}", width, height, tuple(placements)))
        left = [n - m for n, m in zip(left, used, strict=True)]
    return tuple(pages)


def _groups(items: Sequence[PageItem]) -> list[_Group]:
    found: dict[tuple[object, ...], list[PageItem]] = {}
    for item in items:
        found.setdefault((item.outline, item.kind), []).append(item)
    groups = []
    for same_items in found.values():
        first = same_items[0]
        lattices = tuple(_lattices(first))
        groups.append(_Group(tuple(item.name for item in same_items), abs(area(first.outline)), lattices))
    return groups


def _lattices(item: PageItem) -> Iterator[Lattice]:
    convex = hull(item.outline)
    if item.joins and len(convex) == len(item.outline):
        joined = list(_joined(convex))
        if joined:
            yield from joined
            return
    for angle in dict.fromkeys((0.0, *(one.angle for one in postures(convex, item.gap)))):
        for turn in (angle, (angle + 270) % 360):  # so that rows that run upwards can have it as it is, too
            one = posture(convex, turn, item.gap)
            yield Lattice((one,), (one,), item.gap)


def _joined(convex: Ring) -> Iterator[Lattice]:
    """Yield the lattices in which neighbours have whole edges in common: of triangles, rectangles and rhombs."""
    stood = postures(convex, 0.0)
    for one in stood:
        if len(convex) == 3:
            turned = posture(convex, (one.angle + 180) % 360, 0.0)
            yield Lattice((one, turned), (turned, one), 0.0)
        elif len(convex) == 4 and same(one, posture(convex, (one.angle + 180) % 360, 0.0)):
            slant = _slant(one)
            if abs(slant) < ALIKE:
                yield Lattice((one,), (one,), 0.0)
            for other in stood:
                if abs(slant) >= ALIKE and abs(_slant(other) + slant) < ALIKE and abs(one.width - other.width) < ALIKE:
                    yield Lattice((one,), (other,), 0.0)


def _slant(one: Posture) -> float:
    """Return how far the top of a parallelogram lies to the right of its foot, mm."""
    foot = min(x for x, y in one.body if y < ALIKE)
    return min(x for x, y in one.body if y > one.height - ALIKE) - foot


def _refuse_too_large(groups: Sequence[_Group], width: float, height: float) -> None:
    room = sorted((width, height))
    for group in groups:
        stood = [one for lattice in group.lattices for one in lattice.even]
        sizes = sorted(tuple(sorted((one.width, one.height))) for one in stood)
        if not any(short <= room[0] + TINY and long <= room[1] + TINY for short, long in sizes):
            short, long = sizes[0]
            share = math.floor(100 * max(0, min(room[1] / long, room[0] / short)))
            raise InputError(
                f"{group.names[0]}: found a piece of {long:.2f} × {short:.2f} mm, allowed is what fits on a page with "
                f"room for {width:g} × {height:g} mm; choose an edge {share} % as long, larger paper, or formats "
                "that need none of it"
            )


def _filled(groups: Sequence[_Group], left: Sequence[int], page: _Rect, gap: float) -> Plan:
    """Return what covers most of a page, among what begins with one block and goes on with the largest."""
    best: Plan = []
    most = 0.0
    for first in _blocks(groups, left, page, fewer=FEWER):
        for below in (False, True):
            plan, covered = _from(groups, left, page, gap, first, below=below)
            if covered > most + ALIKE:
                best, most = plan, covered
    return best


def _from(
    groups: Sequence[_Group], left: Sequence[int], page: _Rect, gap: float, first: _Block, *, below: bool
) -> tuple[Plan, float]:
    """Return how a page is filled whose first block is given, and how much is covered, mm². below: whether what is
    free below the block is as wide as the page; else what is free beside it is as high."""
    plan: Plan = []
    remaining, covered = list(left), 0.0
    free = [page]
    block: _Block | None = first
    while free:
        rect = free.pop(0)
        block = block or max(
            _blocks(groups, remaining, rect), key=lambda b: b.items * groups[b.group].area, default=None
        )
        if block is not None:
            plan.append((block, rect))
            remaining[block.group] -= block.items
            covered += block.items * groups[block.group].area
            free = sorted([*free, *_rest(block, rect, gap, below=below)], key=lambda r: (-r.width * r.height, r.y, r.x))
        block = None
    return plan, covered


def _rest(block: _Block, rect: _Rect, gap: float, *, below: bool) -> Iterator[_Rect]:
    """Yield what is free of a rectangle beside and below a block in its upper left corner."""
    wide, high = block.size
    x, y = rect.x + wide + gap, rect.y + high + gap
    right, low = rect.x + rect.width, rect.y + rect.height
    if right - x > gap:
        yield _Rect(x, rect.y, right - x, high if below else rect.height)
    if low - y > gap:
        yield _Rect(rect.x, y, rect.width if below else wide, low - y)
    last, lattice = len(block.counts) - 1, block.lattice
    end = lattice.end(last, block.counts[-1] - 1) + gap
    if last and lattice.height > 2 * gap:
        along = (high if block.turned else wide) - end
        across = lattice.height - gap + lattice.gap
        if along > gap and block.turned:
            yield _Rect(rect.x + wide - across, rect.y, across, along)
        elif along > gap:
            yield _Rect(rect.x + end, rect.y + high - across, along, across)


def _blocks(groups: Sequence[_Group], left: Sequence[int], rect: _Rect, fewer: int = 1) -> Iterator[_Block]:
    """Yield the blocks that fit into a rectangle, each group's in each of its lattices, along and across."""
    for k, group in enumerate(groups):
        for lattice in group.lattices if left[k] else ():
            for turned in (False, True):
                across, up = (rect.height, rect.width) if turned else (rect.width, rect.height)
                counts = _counts(lattice, left[k], across, up)
                for n in range(len(counts), max(0, len(counts) - fewer), -1):
                    yield _Block(k, lattice, counts[:n], turned)


def _counts(lattice: Lattice, most: int, across: float, up: float) -> tuple[int, ...]:
    """Return how many items lie in each of the rows that fit."""
    found: list[int] = []
    for row in range(math.floor((up + lattice.gap + TINY) / (lattice.height + lattice.gap))):
        n = min(lattice.across(row, across), most - sum(found))
        if n < 1:
            break
        found.append(n)
    return tuple(found)


def _used(plan: Plan, groups: int) -> list[int]:
    return [sum(block.items for block, _ in plan if block.group == k) for k in range(groups)]


def _laid(block: _Block, rect: _Rect, names: Sequence[str], height: float) -> Iterator[Placement]:
    """Yield where the items of a block lie on a page of a height."""
    lattice = block.lattice
    wide, high = block.size
    up = wide if block.turned else high
    left, low = rect.x, height - rect.y - high
    fresh = iter(names)
    for row, count in enumerate(block.counts):
        cycle = lattice.cycle(row)
        y = up - row * (lattice.height + lattice.gap) - lattice.height
        for k in range(count):
            stood = cycle[k % len(cycle)]
            px, py, angle = lattice.start(row, k) + stood.shift[0], y + stood.shift[1], stood.angle
            if block.turned:  # a quarter of a turn to the left: rows run upwards, the first is the leftmost
                px, py, angle = up - py, px, angle + 90
            yield Placement(next(fresh), snap(left + px), snap(low + py), round(angle % 360, 9))
