"""Nesting in lattice rows: pieces of few shapes on beds and sheets.

In a row the copies of an outline stand side by side on one of their longer edges, each slid
against the one before it; triangles take turns at standing on their heads. A row is slid
against what lies above it. Where an outline can slant either way, as a rhomb can, rows take
turns at that too: the piece is turned, never mirrored.

What lies there already, such as the corner that a printer keeps free, bars the places in a row that it covers.

The search is small and complete in its terms: every such row, rows along the width and along the height, groups in
the order given and the largest first. Where this takes more arrangements than the areas need, what rows leave free is
filled, too, see `pockets`; the tidy rows stay unless that saves one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count

from quasiprint.drawing.packer import TINY, hull, overlapping
from quasiprint.layout.pockets import Laid, fill
from quasiprint.layout.rows import (
    Lattice,
    Posture,
    arrangements,
    below,
    beside,
    distinct,
    posture,
    postures,
    refuse_too_large,
    same,
)
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, snap
from quasiprint.model.face import area as area_of
from quasiprint.model.production import Arrangement, Placement
from quasiprint.model.profile import SheetStock
from quasiprint.values import dataclass

Lying = tuple[Ring, Placement]  # what lies somewhere: its outline in its own frame, mm, and its place

HALF_TURN = 180.0


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """How an outline can lie. hull: the outline that is nested; patterns: of rows, the preferred one first; postures:
    every way to stand in them, each look once."""

    hull: Ring
    patterns: tuple[Lattice, ...]
    postures: tuple[Posture, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Items of one outline, how they can lie, and the gap between them."""

    items: tuple[str, ...]
    ways: Ways
    gap: float

    @property
    def space(self) -> float:
        """The area that one takes, half of the gap around it included, in mm²."""
        return area_of(self.ways.postures[0].space)


@dataclass(frozen=True, slots=True)
class Area:
    """What things are laid on, each arrangement the same: a sheet, a bed or a page, mm. margin: kept free on all sides;
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

    def bars(self, *, turned: bool = False) -> list[Laid]:
        """Return what bars the room, or the room turned by a quarter."""
        found = []
        for ring in self.barred:
            moved = tuple((snap(x - self.margin), snap(y - self.margin)) for x, y in ring)
            whole = hull(tuple((y, snap(self.room[0] - x)) for x, y in moved) if turned else moved)
            stood = posture(whole, 0.0, self.gap)
            found.append(Laid("", stood, -stood.shift[0], -stood.shift[1]))
        return found


def area_of_sheet(stock: SheetStock, kerf: float) -> Area:
    """Return what things are laid on that a laser cuts: its margin and its gap are what is left beside cuts."""
    return Area(stock.width, stock.height, stock.margin + kerf, stock.gap + 2 * kerf)


def nest(
    name: str,
    items: Sequence[tuple[str, Ring]],
    area: Area,
    taken: Mapping[int, Sequence[Lying]] | None = None,
    enough: int = 0,
) -> tuple[Arrangement, ...]:
    """Return arrangements that hold every item, as few as this search finds.

    name: they are called name-1, name-2 … items: names and outlines, each in its own frame (mm); equal outlines lie
    together, in the order in which they are given. taken: what lies already on some arrangements, by their number from
    0: outlines, and where they lie. All are taken for convex. enough: if not 0, so many are sought and no fewer, and if
    there are more, not all of them are returned: it is only asked whether they are, and one way is tried; none, if the
    areas need more.
    Raises InputError if an item is larger than an arrangement without its margin, or has no place on an empty one.
    """
    given = _groups(items, area.gap)
    left = max(0, *area.room), max(0, min(area.room))
    where = f"{area.width:g} × {area.height:g} mm with a margin of {area.margin:g} mm, which leaves {left[0]:g} × "
    for group in given:
        refuse_too_large(
            group.items[0], group.ways.postures, area.room, f"{where}{left[1]:g} mm", "more room", by_long=True
        )
    largest_first = sorted(given, key=lambda group: -area_of(group.ways.hull))
    orders = [given] if given == largest_first else [given, largest_first]
    least = _least(given, area)
    if enough and least > enough:
        return arrangements(name, area.width, area.height, [()] * least)
    best: list[list[Placement]] | None = None
    passes = [*((order, False) for order in orders), (largest_first, True)]
    for groups, pockets in passes if not enough else passes[-1:]:
        if best is None or len(best) > max(least, enough):
            found = _arrange(groups, area, taken or {}, pockets, enough)
            best = found if best is None or len(found) < len(best) else best
    return arrangements(name, area.width, area.height, best or [])


def fewest(items: Sequence[tuple[str, Ring]], area: Area) -> int:
    """Return how many arrangements the areas of items need at least, whatever their shapes, see `nest`."""
    return _least(_groups(items, area.gap), area)


def _least(groups: Sequence[Group], area: Area) -> int:
    needed = sum(len(group.items) * group.space for group in groups)
    barred = sum(area_of(one.posture.space) for one in area.bars())
    # for things with half of the gap around each
    whole = (area.room[0] + area.gap) * (area.room[1] + area.gap)
    return max(1, math.ceil(needed / max(whole - barred, 1.0) - TINY))


def _arrange(
    groups: Sequence[Group], area: Area, taken: Mapping[int, Sequence[Lying]], pockets: bool, enough: int
) -> list[list[Placement]]:
    """Return what lies on each arrangement. pockets: whether to fill what rows leave free; enough: see `nest`."""
    rest = list(groups)
    found: list[list[Placement]] = []
    while any(group.items for group in rest) and not (enough and len(found) > enough):
        number = len(found)
        if number in taken:  # rows would have gaps wherever something lies
            lying = [Laid.at(place, hull(outline), area.gap, area.margin) for outline, place in taken[number]]
            laid, turned = _fill_pockets(rest, (), area.bars() + lying, *area.room), False
        else:
            laid, turned = _best(rest, area, pockets)
            if not laid:  # what is barred lies where each row begins
                laid, turned = _best(rest, area, pockets=True)
        if not laid and number not in taken:
            (first, *_) = (group.items[0] for group in rest if group.items)
            raise InputError(
                f"{first}: found no place for it on {area.width:g} × {area.height:g} mm beside what is kept free "
                "there; choose a shorter edge, a larger bed or sheet, or fewer keep-outs"
            )
        found.append([one.placement(area.margin, area.margin, area.room[0] if turned else None) for one in laid])
        rest = _rest(rest, laid)
    return found


def _best(groups: Sequence[Group], area: Area, pockets: bool) -> tuple[list[Laid], bool]:
    """Return the better of filling an area along its width and its height, and whether that is the height."""
    sides = [(*area.room, area.bars()), (*area.room[::-1], area.bars(turned=True))]
    flat, upright = (_fill_rows(groups, barred, width, height) for width, height, barred in sides)
    turned = _rank(upright, groups) > _rank(flat, groups)
    laid = upright if turned else flat
    if pockets:
        width, height, barred = sides[turned]
        laid = _fill_pockets(groups, laid, barred, width, height)
    return laid, turned


def _groups(items: Sequence[tuple[str, Ring]], gap: float) -> list[Group]:
    by_outline: dict[Ring, list[str]] = {}
    for item, outline in items:
        by_outline.setdefault(outline, []).append(item)
    return [Group(tuple(names), _ways(outline, gap), gap) for outline, names in by_outline.items()]


@lru_cache(maxsize=256)
def _ways(outline: Ring, gap: float) -> Ways:
    """Return how an outline can lie: the very same each time, so that what is known of its postures stays known."""
    convex = hull(outline)
    patterns = tuple(_patterns(convex, gap))
    return Ways(convex, patterns, distinct(one for pattern in patterns for one in (*pattern.even, *pattern.odd)))


def _patterns(outline: Ring, gap: float) -> Iterator[Lattice]:
    """Yield the patterns of rows of a convex outline: alternating ones before plain ones."""
    stood = postures(outline, gap)
    rows: list[tuple[Posture, ...]] = []
    for one in stood:
        turned = posture(outline, (one.angle + HALF_TURN) % 360, gap)
        rows.append((one,))
        if not same(one, turned):
            rows.append((one, turned))
    for row in rows:
        if len(row) == 2:
            yield Lattice(row, row[::-1])
        for other in stood:
            slanted = other is not row[0] and abs(other.height - row[0].height) < TINY * 100
            if len(row) == 1 and slanted:
                yield Lattice(row, (other,))
    for row in rows:
        yield Lattice(row, row)
        yield Lattice(row, row, indent=_pitch(row) / 2)


def _pitch(row: tuple[Posture, ...]) -> float:
    """Return after how many mm the postures of a row recur."""
    steps = [beside(one, two) for one, two in zip(row, row[1:] + row[:1], strict=True)]
    return max(sum(steps), *(beside(one, one) for one in row)) / len(row)


def _fill_rows(groups: Sequence[Group], barred: Sequence[Laid], width: float, height: float) -> list[Laid]:
    """Fill an area row by row from the top, one group after the other."""
    laid: list[Laid] = []
    for group in groups:
        if group.items:
            tries = [_rows(pattern, group.items, laid, barred, width, height) for pattern in group.ways.patterns]
            laid = laid + max(tries, key=_use)
    return laid


def _fill_pockets(
    groups: Sequence[Group], laid: Sequence[Laid], barred: Sequence[Laid], width: float, height: float
) -> list[Laid]:
    """Return what lies on an area, and what fits into the pockets that rows leave free there."""
    every = list(laid)
    for group in _rest(groups, laid):
        taken = sum(area_of(one.posture.space) for one in (*barred, *every))
        gap = group.gap
        if group.items and (width + gap) * (height + gap) - taken >= group.space:
            every += fill(group.items, group.ways.postures, (*barred, *every), width, height)
    return every


def _use(new: list[Laid]) -> tuple[int, float]:
    """Return what makes rows good: most pieces, then least room. Among equals the first is taken."""
    return len(new), round(min((one.y for one in new), default=0.0), 4)


def _rows(
    pattern: Lattice,
    items: tuple[str, ...],
    above: Sequence[Laid],
    barred: Sequence[Laid],
    width: float,
    height: float,
) -> list[Laid]:
    """Return as many of the items as fit under what lies above, in rows; places that are barred stay free."""
    new: list[Laid] = []
    lying = list(above)
    k = 0
    while len(new) < len(items):
        row = list(_row(pattern, k, None if barred else len(items) - len(new), width))
        down = min((_level(one, lying, height) for one in row), default=-1.0)
        if down < -TINY:
            break
        row = [Laid("", one.posture, one.x, down) for one in row]
        free = [one for one in row if not any(_conflict(one, bar) for bar in barred)]
        new += [Laid(item, one.posture, one.x, one.y) for item, one in zip(items[len(new) :], free, strict=False)]
        lying += row
        k += 1
    return new


def _conflict(one: Laid, other: Laid) -> bool:
    dx, dy = other.x - one.x, other.y - one.y
    here, there = one.posture.box, other.posture.box
    if here[0] > there[2] + dx or there[0] + dx > here[2] or here[1] > there[3] + dy or there[1] + dy > here[3]:
        return False
    return overlapping(one.posture.space, other.posture.space, dx, dy)


def _row(pattern: Lattice, k: int, most: int | None, width: float) -> Iterator[Laid]:
    """Yield the places of a row, as many as there is room for, and no more than `most`."""
    cycle = pattern.cycle(k)
    for n in count() if most is None else range(most):
        if pattern.end(k, n) > width + TINY:
            return
        yield Laid("", cycle[n % len(cycle)], pattern.start(k, n), 0.0)


def _level(one: Laid, above: Sequence[Laid], height: float) -> float:
    """Return how high a piece can lie under all that lies above it."""
    level = height - one.posture.height
    reach = 2 * max(y for _, y in one.posture.space)
    left, right = one.x + one.posture.box[0], one.x + one.posture.box[2]
    for other in reversed(above):
        if other.x + other.posture.box[0] >= right or other.x + other.posture.box[2] <= left:
            continue  # they pass each other
        if other.y > level + reach + other.posture.height:
            continue  # too far above to matter
        level = min(level, other.y - below(other.posture, one.posture, round(one.x - other.x, 7)))
    return level


def _rank(laid: Sequence[Laid], groups: Sequence[Group]) -> tuple[object, ...]:
    """Return what makes a filling good: most of the first group, of the second …, then least room."""
    names = [set(group.items) for group in groups]
    counts = tuple(sum(one.item in own for one in laid) for own in names)
    across = max(one.x + one.posture.width for one in laid) if laid else 0.0
    lowest = min(one.y for one in laid) if laid else 0.0
    top = max(one.y + one.posture.height for one in laid) if laid else 0.0
    return (*counts, -round(across * (top - lowest), 3))


def _rest(groups: Sequence[Group], laid: Sequence[Laid]) -> list[Group]:
    """Return the groups without the items that are laid, which are the first of each group."""
    rest = []
    for group in groups:
        own = {p for pattern in group.ways.patterns for p in (*pattern.even, *pattern.odd)}
        count = sum(one.posture in own for one in laid)
        rest.append(Group(group.items[count:], group.ways, group.gap))
    return rest
