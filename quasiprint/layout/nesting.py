"""Nesting in lattice rows: pieces of few shapes on beds and sheets.

In a row the copies of an outline stand side by side on one of their longer edges, each slid
against the one before it; triangles take turns at standing on their heads. A row is slid
against what lies above it. Where an outline can slant either way, as a rhomb can, rows take
turns at that too: the piece is turned, never mirrored.

The search is small and complete in its terms: every such row, rows along the width and along
the height, and what holds most is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quasiprint.layout.convex import TINY, Posture, below, beside, hull, posture, postures, same
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, snap
from quasiprint.model.placement import Arrangement, Placement

HALF_TURN = 180.0
QUARTER_TURN = 90.0


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """How rows alternate: the postures that recur in even rows and in odd rows, and how far odd
    rows are set in (mm)."""

    even: tuple[Posture, ...]
    odd: tuple[Posture, ...]
    indent: float = 0.0

    def row(self, k: int) -> tuple[tuple[Posture, ...], float]:
        """Return the postures and the indent of row k."""
        return (self.odd, self.indent) if k % 2 else (self.even, 0.0)


@dataclass(frozen=True, slots=True)
class Group:
    """Items of one outline, and the patterns in which they can lie, the preferred one first."""

    outline: Ring
    items: tuple[str, ...]
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """An item on the area that may be used: its posture and where its box starts (mm)."""

    item: str
    posture: Posture
    x: float
    y: float


def nest(
    name: str, items: Sequence[tuple[str, Ring]], width: float, height: float, margin: float, gap: float
) -> tuple[Arrangement, ...]:
    """Return leaves of width × height mm that hold every item, in as few rows as they take.

    name: the arrangements are called name-1, name-2 … items: names and outlines, each in its own
    frame (mm); equal outlines lie together, in the order in which they are given. margin: kept
    free on all sides; gap: between outlines (mm).
    Raises InputError if an item is larger than an arrangement without its margin.
    """
    groups = _groups(items, gap)
    across, up = width - 2 * margin, height - 2 * margin
    for group in groups:
        _refuse_too_large(group, width, height, margin)
    arrangements: list[Arrangement] = []
    while any(group.items for group in groups):
        flat = _filled(groups, across, up)
        upright = _filled(groups, up, across)
        laid, turned = (upright, True) if _rank(upright, groups) > _rank(flat, groups) else (flat, False)
        placements = tuple(_placement(one, across if turned else None, margin) for one in laid)
        arrangements.append(Arrangement(f"{name}-{len(arrangements) + 1}", width, height, placements))
        groups = _rest(groups, laid)
    return tuple(arrangements)


def _groups(items: Sequence[tuple[str, Ring]], gap: float) -> list[Group]:
    by_outline: dict[Ring, list[str]] = {}
    for item, outline in items:
        by_outline.setdefault(outline, []).append(item)
    groups = []
    for outline, names in by_outline.items():
        convex = hull(outline)
        groups.append(Group(convex, tuple(names), tuple(_patterns(convex, gap))))
    return groups


def _patterns(outline: Ring, gap: float) -> Iterator[Pattern]:
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
            yield Pattern(row, row[::-1])
        for other in stood:
            slanted = other is not row[0] and abs(other.height - row[0].height) < TINY * 100
            if len(row) == 1 and slanted:
                yield Pattern(row, (other,))
    for row in rows:
        yield Pattern(row, row)
        yield Pattern(row, row, _pitch(row) / 2)


def _pitch(row: tuple[Posture, ...]) -> float:
    """Return after how many mm the postures of a row recur."""
    steps = [beside(one, two) for one, two in zip(row, row[1:] + row[:1], strict=True)]
    return max(sum(steps), *(beside(one, one) for one in row)) / len(row)


def _refuse_too_large(group: Group, width: float, height: float, margin: float) -> None:
    room = sorted((width - 2 * margin, height - 2 * margin))
    sizes = sorted(
        (max(p.width, p.height), min(p.width, p.height))
        for pattern in group.patterns
        for p in (*pattern.even, *pattern.odd)
    )
    if not any(long <= room[1] + TINY and short <= room[0] + TINY for long, short in sizes):
        long, short = sizes[0]
        share = math.floor(100 * max(0, min(room[1] / long, room[0] / short)))
        raise InputError(
            f"{group.items[0]}: found a piece of {long:.2f} × {short:.2f} mm, allowed is what fits on "
            f"{width:g} × {height:g} mm with a margin of {margin:g} mm, "
            f"which leaves {max(room[1], 0):g} × {max(room[0], 0):g} mm; choose "
            f"an edge {share} % as long, more room, or formats that need none of it"
        )


def _filled(groups: Sequence[Group], width: float, height: float) -> list[Laid]:
    """Fill an area row by row from the top, one group after the other."""
    laid: list[Laid] = []
    for group in groups:
        if group.items:
            tries = [_rows(pattern, group.items, laid, width, height) for pattern in group.patterns]
            laid = laid + max(tries, key=_use)
    return laid


def _use(new: list[Laid]) -> tuple[int, float]:
    """Return what makes rows good: most pieces, then least room. Among equals the first is taken."""
    return len(new), round(min((one.y for one in new), default=0.0), 4)


def _rows(pattern: Pattern, items: tuple[str, ...], above: Sequence[Laid], width: float, height: float) -> list[Laid]:
    """Return as many of the items as fit under what lies above, in rows."""
    new: list[Laid] = []
    k = 0
    while len(new) < len(items):
        row = _row(*pattern.row(k), items[len(new) :], width)
        lying = [*above, *new]
        down = min((_level(one, lying, height) for one in row), default=-1.0)
        if down < -TINY:
            break
        new += [Laid(one.item, one.posture, one.x, down) for one in row]
        k += 1
    return new


def _row(cycle: tuple[Posture, ...], indent: float, items: tuple[str, ...], width: float) -> list[Laid]:
    row: list[Laid] = []
    for k, item in enumerate(items):
        stood = cycle[k % len(cycle)]
        # the one before, and the one before that, which may stand wider at the foot
        x = max((one.x + beside(one.posture, stood) for one in row[-2:]), default=indent)
        if x + stood.width > width + TINY:
            break
        row.append(Laid(item, stood, x, 0.0))
    return row


def _level(one: Laid, above: Sequence[Laid], height: float) -> float:
    """Return how high a piece can lie under all that lies above it."""
    level = height - one.posture.height
    reach = 2 * max(y for _, y in one.posture.space)
    for other in reversed(above):
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
        own = {p for pattern in group.patterns for p in (*pattern.even, *pattern.odd)}
        count = sum(one.posture in own for one in laid)
        rest.append(Group(group.outline, group.items[count:], group.patterns))
    return rest


def _placement(one: Laid, across: float | None, margin: float) -> Placement:
    """Return where a laid item lies on the arrangement; `across` mm wide if the area is to be turned."""
    x, y = one.x + one.posture.shift[0], one.y + one.posture.shift[1]
    angle = one.posture.angle
    if across is not None:
        x, y, angle = across - y, x, angle + QUARTER_TURN
    return Placement(one.item, snap(margin + x), snap(margin + y), round(angle % 360, 9))
