"""Nesting in lattice rows: pieces of few shapes on beds and sheets.

In a row the copies of an outline stand side by side on one of their longer edges, each slid
against the one before it; triangles take turns at standing on their heads. A row is slid
against what lies above it. Where an outline can slant either way, as a rhomb can, rows take
turns at that too: the piece is turned, never mirrored.

What lies there already, such as the corner that a printer keeps free, bars the places in a row that it covers.

The search is small and complete in its terms: every such row, rows along the width and along the height, groups in
the order given. Where this takes more arrangements than the areas need, by a margin, the largest come first, and what
rows leave free is filled, too, see `rows`; the tidy rows stay unless that saves one.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from quasiprint.drawing.packer import TINY, hull
from quasiprint.errors import InputError
from quasiprint.layout.rows import (
    Group,
    Lattice,
    PlacedItem,
    Posture,
    arrangements,
    below,
    congruent,
    distinct,
    fill,
    min_offset,
    posture,
    postures,
    refuse_too_large,
)
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.face import Ring, snap
from quasiprint.model.face import area as area_of
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Placement
from quasiprint.model.profile import SheetStock


def foot(item: PlacedItem) -> float:
    """Return the height of an item's lowest point, with half of the gap around it."""
    return item.y + item.posture.box[1]


Placed = list[tuple[float, Sequence[int]]]  # how high each row lies, and which of its places are taken


def _in_rows(
    lattice: Lattice, most: int, above: Sequence[PlacedItem], barred: Sequence[PlacedItem], width: float, height: float
) -> Placed:
    """Return rows of `most` items at most under what lies above; places that are barred stay free. above: from
    below."""
    levels: dict[tuple[int, int], float] = {}
    rows: Placed = []
    before: list[tuple[float, int]] = []
    count = 0
    while count < most:
        k = len(before)
        wide = lattice.across(k, width) if barred else min(lattice.across(k, width), most - count)
        if (k % 2, wide) not in levels:
            levels[k % 2, wide] = _level(lattice, k, wide, above, height)
        y = levels[k % 2, wide]
        for back, (upper, there) in enumerate(before[:-3:-1], 1):
            y = min(y, upper - lattice.drop(k, back, there, wide))
        if not wide or y < -TINY:
            break
        places = _unbarred(lattice, k, wide, y, barred)[: most - count]
        rows.append((y, places))
        count += len(places)
        before.append((y, wide))
    return rows


def _use(rows: Placed) -> tuple[int, float]:
    """Return a key to rank rows: most items, then least room. Among equals the first is taken."""
    return sum(len(places) for _, places in rows), round(min((y for y, places in rows if places), default=0.0), 4)


def _placed_rows(lattice: Lattice, rows: Placed) -> list[PlacedItem]:
    """Return the place of each item in rows."""
    found = list[PlacedItem]()
    for k, (y, places) in enumerate(rows):
        cycle, starts = lattice.cycle(k), lattice.starts(k, 0)
        found += [PlacedItem(cycle[n % len(cycle)], starts[n], y) for n in places]
    return found


def _level(lattice: Lattice, k: int, wide: int, above: Sequence[PlacedItem], height: float) -> float:
    """Return the highest level of a row of `wide` items under what lies above all rows."""
    cycle, starts = lattice.cycle(k), lattice.starts(k, wide)
    level = height - max((p.height for p in cycle[:wide]), default=0.0)
    west, east = min(p.box[0] for p in cycle), max(p.box[2] for p in cycle)
    tall = max(p.box[3] for p in cycle)
    for other in above:
        left, low, right, _ = other.posture.box
        if other.y + low - tall >= level:
            break
        first = bisect_right(starts, other.x + left - east)
        for n in range(first, bisect_left(starts, other.x + right - west, 0, wide)):
            upright, x = cycle[n % len(cycle)], starts[n]
            if x + upright.box[0] < other.x + right and other.x + left < x + upright.box[2]:
                level = min(level, other.y - below(other.posture, upright, round(x - other.x, 7)))
    return level


def _unbarred(lattice: Lattice, k: int, wide: int, y: float, barred: Sequence[PlacedItem]) -> Sequence[int]:
    """Return the numbers of the places in a row on which nothing lies that is barred."""
    cycle, starts = lattice.cycle(k), lattice.starts(k, wide)
    low, high = min(p.box[1] for p in cycle), max(p.box[3] for p in cycle)
    near = [bar for bar in barred if foot(bar) <= y + high and y + low <= bar.y + bar.posture.box[3]]
    if not near:
        return range(wide)
    row = [PlacedItem(cycle[n % len(cycle)], starts[n], y) for n in range(wide)]
    return [n for n, item in enumerate(row) if not any(item.meets(bar) for bar in near)]


Lying = tuple[Ring, Placement]  # what lies somewhere: its outline in its own frame, mm, and its place
Rest = Sequence[tuple[Group, int]]  # how many of each group are to be placed

HALF_TURN = 180.0
FULL = 0.93  # where items need more of the room, pockets that rows leave do not hold what is left over


@dataclass(frozen=True, slots=True)
class Area:
    """The ground of items, the same for each arrangement: a sheet, a bed or a page, mm. margin: kept free on all sides;
    gap: between outlines; barred: rings that nothing may touch."""

    width: float
    height: float
    margin: float
    gap: float
    barred: tuple[Ring, ...] = ()

    @property
    def room(self) -> tuple[float, float]:
        """How much of the width and of the height may be used."""
        return self.width - 2 * self.margin, self.height - 2 * self.margin

    @property
    def free(self) -> float:
        """How much of the area can be covered by items with half of the gap around each, mm²; at most, however small
        they are, and whatever lies there."""
        wide, high = self.room
        return (wide + self.gap) * (high + self.gap)

    def least(self, rest: Rest, share: float = 1.0) -> int:
        """Return how many arrangements the areas of items need at least. share: how much of them can be filled."""
        needed = sum(count * group.space for group, count in rest) / share
        return max(1, math.ceil(needed / max(self.free, 1.0) - TINY))

    def bars(self, *, turned: bool = False) -> list[PlacedItem]:
        """Return what bars the room, or the room turned by a quarter."""
        found = []
        for ring in self.barred:
            moved = tuple((snap(x - self.margin), snap(y - self.margin)) for x, y in ring)
            whole = hull(tuple((y, snap(self.room[0] - x)) for x, y in moved) if turned else moved)
            stood = posture(whole, 0.0, self.gap)
            found.append(PlacedItem(stood, -stood.shift[0], -stood.shift[1]))
        return found


def area_of_sheet(stock: SheetStock, laser: LaserOptions) -> Area:
    """Return the area of a sheet for a laser: its margin and its gap are what is left beside cuts."""
    return Area(stock.width, stock.height, stock.margin + 2 * laser.outside, stock.gap + 4 * laser.outside)


def items_of(game_set: GameSet) -> list[tuple[str, Ring]]:
    """Return everything of a set, each as often as there is of it, with its outline."""
    return [(item.id, item.face.nominal) for item in game_set.each()]


def nest(
    name: str,
    items: Sequence[tuple[str, Ring]],
    area: Area,
    taken: Mapping[int, Sequence[Lying]] | None = None,
) -> tuple[Arrangement, ...]:
    """Return arrangements that hold every item, as few as this search finds.

    name: they are called name-1, name-2 … items: names and outlines, each in its own frame (mm); equal outlines lie
    together, in the order in which they are given. taken: what lies already on some arrangements, by their number from
    0: outlines, and where they lie. All are taken for convex.
    Raises InputError if an item is larger than an arrangement without its margin, or has no place on an empty one.
    """
    given = _groups(items, area.gap)
    left = max(0, *area.room), max(0, min(area.room))
    where = f"{area.width:g} × {area.height:g} mm"
    if area.margin:
        where += f" with a margin of {area.margin:g} mm, which leaves {left[0]:g} × {left[1]:g} mm"
    for group in given:
        refuse_too_large(group.names[0], group.postures, area.room, where, "more room")
    search = _Search(area, taken or {})
    best = search.fill(given, pockets=False)
    if len(best) > area.least([(group, len(group.names)) for group in given], share=FULL):
        largest_first = sorted(given, key=lambda group: -area_of(group.convex))
        best = search.fill(largest_first, pockets=True, most=len(best) - 1) or best  # what takes no fewer is of no use
    names = {group: iter(group.names) for group in given}
    pages = [[replace(placement, item=next(names[group])) for group, placement in page] for page in best]
    return arrangements(name, area.width, area.height, pages)


def lower_bound(items: Sequence[tuple[str, Ring]], area: Area) -> int:
    """Return how many arrangements the areas of items need at least, whatever their shapes, see `nest`."""
    return area.least([(group, len(group.names)) for group in _groups(items, area.gap)])


def has_place(outline: Ring, area: Area) -> bool:
    """Tell whether an item has a place on an area on which nothing lies but what bars it."""
    stood, (wide, high) = _group(outline, area.gap).postures, area.room
    return bool(fill(1, stood, area.bars(), wide, high) or fill(1, stood, area.bars(turned=True), high, wide))


Page = list[tuple[Group, Placement]]  # what lies on an arrangement, and where
Filled = list[Page]


class _Search:
    """A search for arrangements of an area. taken: see `nest`."""

    def __init__(self, area: Area, taken: Mapping[int, Sequence[Lying]]) -> None:
        self._area = area
        self._taken = {
            number: [PlacedItem.at(place, hull(outline), area.gap, area.margin) for outline, place in lying]
            for number, lying in taken.items()
        }
        # along the width, and along the height: width, height and what is barred
        self._sides = [(*area.room, area.bars()), (*area.room[::-1], area.bars(turned=True))]

    def fill(self, groups: Sequence[Group], *, pockets: bool, most: int = 0) -> Filled:
        """Return what lies on each arrangement; nothing if there are more than `most`, if that is not 0. pockets:
        whether to fill what rows leave free."""
        rest = [(group, len(group.names)) for group in groups]
        found: Filled = []
        counts: list[int] = []
        again = False
        while any(count for _, count in rest):
            number = len(found)
            if most and number + self._area.least(rest) > most:
                return []
            if number in self._taken:
                # what is there already leaves room beside it: rows would have gaps there
                barred = [*self._sides[0][2], *self._taken[number]]
                pocketed = _fill_pockets(rest, [], barred, *self._area.room)
                page, counts, again = self._page(rest, pocketed, turned=False), [*map(len, pocketed)], False
            elif not (again and all(n <= count for n, (_, count) in zip(counts, rest, strict=True))):
                page, counts = self._fill_empty(rest, pockets)
                again = True
            found.append(page)
            rest = [(group, count - n) for n, (group, count) in zip(counts, rest, strict=True)]
        return found

    def _fill_empty(self, rest: Rest, pockets: bool) -> tuple[Page, list[int]]:
        """Return what lies on an arrangement on which nothing does, and how many of each group."""
        rows, turned = self._best_rows(rest)
        page, counts = self._page(rest, rows, turned), [len(row) for row in rows]
        if pockets or not page:  # or what is barred lies where each row begins
            width, height, barred = self._sides[turned]
            left = [(group, count - n) for n, (group, count) in zip(counts, rest, strict=True)]
            more = _fill_pockets(left, [item for row in rows for item in row], barred, width, height)
            page += self._page(rest, more, turned)
            counts = [n + len(row) for n, row in zip(counts, more, strict=True)]
        if not page:
            first = next(group.names[-count] for group, count in rest if count)
            raise InputError(
                f"{first}: found no place for it on {self._area.width:g} × {self._area.height:g} mm beside what is "
                "kept free there; choose a shorter edge, a larger bed or sheet, or fewer keep-outs"
            )
        return page, counts

    def _best_rows(self, rest: Rest) -> tuple[list[list[PlacedItem]], bool]:
        """Return the better of rows along the width and along the height, of each group, and whether it is these."""
        flat, upright = (_fill_rows(rest, barred, width, height) for width, height, barred in self._sides)
        turned = _rank(upright) > _rank(flat)
        return (upright if turned else flat), turned

    def _page(self, rest: Rest, by_group: Sequence[Sequence[PlacedItem]], turned: bool) -> Page:
        margin, high = self._area.margin, self._area.room[0] if turned else None
        return [
            (group, item.placement(margin, margin, high))
            for (group, _), row in zip(rest, by_group, strict=True)
            for item in row
        ]


def _groups(items: Sequence[tuple[str, Ring]], gap: float) -> list[Group]:
    by_outline: dict[Ring, list[str]] = {}
    for item, outline in items:
        by_outline.setdefault(outline, []).append(item)
    return [replace(_group(outline, gap), names=tuple(names)) for outline, names in by_outline.items()]


@lru_cache(maxsize=256)
def _group(outline: Ring, gap: float) -> Group:
    """Return how an outline can lie: the very same each time, so that what is known of its postures stays known."""
    convex = hull(outline)
    patterns = tuple(_patterns(convex, gap))
    return Group((), convex, gap, patterns, distinct(upright for row in patterns for upright in (*row.even, *row.odd)))


def _patterns(outline: Ring, gap: float) -> Iterator[Lattice]:
    """Yield the patterns of rows of a convex outline: alternating ones before plain ones."""
    stood = postures(outline, gap)
    if len(stood) == 1 and congruent(stood[0], posture(outline, (stood[0].angle + HALF_TURN) % 360, gap)):
        # rows of hexagons are closer if they stand on their tips
        stood = distinct((*stood, posture(outline, (stood[0].angle + HALF_TURN / 2) % 360, gap)))
    rows: list[tuple[Posture, ...]] = []
    for upright in stood:
        turned = posture(outline, (upright.angle + HALF_TURN) % 360, gap)
        rows.append((upright,))
        if not congruent(upright, turned):
            rows.append((upright, turned))
    for row in rows:
        if len(row) == 2:
            yield Lattice(row, row[::-1])
        for other in stood:
            slanted = other is not row[0] and abs(other.height - row[0].height) < TINY * 100
            if len(row) == 1 and slanted:
                yield Lattice(row, (other,))
    for row in rows:
        yield Lattice(row, row)
        steps = [min_offset(first, second) for first, second in zip(row, row[1:] + row[:1], strict=True)]
        pitch = max(sum(steps), *(min_offset(p, p) for p in row)) / len(row)  # after which postures recur
        yield Lattice(row, row, indent=pitch / 2)


def _fill_rows(rest: Rest, barred: Sequence[PlacedItem], width: float, height: float) -> list[list[PlacedItem]]:
    """Fill an area row by row from the top, one group after the other."""
    filled: list[list[PlacedItem]] = []
    for group, count in rest:
        # from below: only what is lowest matters to what comes under it
        above = sorted([item for row in filled for item in row], key=foot) if count else []
        ways = [
            (lattice, _in_rows(lattice, count, above, barred, width, height)) for lattice in group.lattices if count
        ]
        filled.append(_placed_rows(*max(ways, key=lambda way: _use(way[1]))) if ways else [])
    return filled


def _fill_pockets(
    rest: Rest, placed: Sequence[PlacedItem], barred: Sequence[PlacedItem], width: float, height: float
) -> list[list[PlacedItem]]:
    """Return for each group the items that fit into the pockets left free on an area."""
    lying = [*barred, *placed]
    taken = sum(item.posture.area for item in lying)
    found: list[list[PlacedItem]] = []
    for group, count in rest:
        gap, new = group.gap, list[PlacedItem]()
        if count and (width + gap) * (height + gap) - taken >= group.space:
            new = fill(count, group.postures, lying, width, height)
        found.append(new)
        lying += new
        taken += sum(item.posture.area for item in new)
    return found


def _rank(by_group: Sequence[Sequence[PlacedItem]]) -> tuple[object, ...]:
    """Return what makes a filling good: most of the first group, of the second …, then least room."""
    items = [item for row in by_group for item in row]
    across = max((item.x + item.posture.width for item in items), default=0.0)
    lowest = min((item.y for item in items), default=0.0)
    top = max((item.y + item.posture.height for item in items), default=0.0)
    return (*map(len, by_group), -round(across * (top - lowest), 3))
