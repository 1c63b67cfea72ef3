"""Does a box go together, and does the set go into it? Put together from its parts' outlines, exactly.

Panels of a laser's box lie along three axes, so that space is parted by all their corners into cells, each of which is
full or empty. A folded box is put together panel by panel; what hangs together in the sheet must do so in space.
Lengths in mm.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from quasiprint.checks.containers import CLEAR_BOX, LID_PLAY, OPEN, REMEDY
from quasiprint.drawing.outlines import turn_ring
from quasiprint.drawing.rings import inside
from quasiprint.model.face import Point, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet, Place, Stack, Stand

NONE = 1e-4  # less is rounding
Box = tuple[float, float, float, float]  # left, low, right, high
Cell = tuple[int, int, int]


def check_boxes(game_set: GameSet) -> list[Finding]:
    """Check every box of a set: that its parts go together, that it closes, and that all that is to lie in it does."""
    parts = [thing for thing in game_set.accessories if thing.stands]
    cut = [thing for thing in parts if len(thing.stands) == 1]
    findings = [finding for thing in parts if len(thing.stands) > 1 for finding in _check_folds(thing, game_set)]
    return findings + (list(_check_assembly(cut, game_set)) if cut else [])


@dataclass(frozen=True, slots=True)
class _Solid:
    """A panel in space. low, high: its box; ring: its outline along the two axes that `axes` names."""

    id: str
    low: Place
    high: Place
    ring: Ring
    axes: tuple[int, int]

    @property
    def normal(self) -> int:
        """The axis along which it is thin."""
        return 3 - self.axes[0] - self.axes[1]


def _solid(thing: Accessory, thick: float) -> _Solid:
    """Return where a panel stands whose face's axes go along those of space."""
    (stand,) = thing.stands
    left, low, _, _ = stand.area
    a, b = stand.across - 1, stand.up - 1
    ring = tuple((x - left + stand.at[a], y - low + stand.at[b]) for x, y in thing.face.outline)
    west, south, east, north = bounds((ring,))
    first, last = list(stand.at), list(stand.at)
    first[a], first[b], last[a], last[b] = west, south, east, north
    last[3 - a - b] += thick
    return _Solid(thing.id, (first[0], first[1], first[2]), (last[0], last[1], last[2]), ring, (a, b))


def _check_assembly(parts: Sequence[Accessory], game_set: GameSet) -> Iterator[Finding]:
    thick = game_set.measures.stock.thickness
    solids = [_solid(thing, thick) for thing in parts]
    level = sorted((one for one in solids if one.normal == 2), key=lambda one: one.low[2])
    walls = [one for one in solids if one.normal != 2]
    if len(level) < 3 or len(walls) < 4:
        message = f"it has {len(walls)} walls and {len(level)} plates that lie; a box with a lid has 4 and 3"
        yield error("box-open", game_set.game, message, "make all parts of a box")
        return
    shell = [level[0], *walls]
    low, high = _around(shell)
    yield from _check_joints(solids, shell, (low, high), thick)
    inner = (low[0] + thick, low[1] + thick, low[2] + thick), (high[0] - thick, high[1] - thick, high[2])
    yield from _check_lid(level[1:], inner, (low, high))
    roof = min(one.low[2] for one in level[1:])
    things = {thing.id: thing.face.outline for thing in game_set.things}
    for holder in parts:
        (stand,) = holder.stands
        for stack in holder.stacks:
            spans = _spans(stack, things)
            at = (stack.x + stand.at[0] - stand.area[0], stack.y + stand.at[1] - stand.area[1])
            room = inner[0][0] - at[0], inner[0][1] - at[1], inner[1][0] - at[0], inner[1][1] - at[1]
            yield from _lies(holder.id, stack, spans, room, roof - stand.at[2])


def _spans(stack: Stack, things: dict[str, Ring]) -> Box:
    """Return the box of a stack about the origin of its things."""
    rings = tuple(turn_ring(things[id], math.radians(stack.angle)) for id, _ in stack.things if id in things)
    return bounds(rings) if rings else (0.0, 0.0, 0.0, 0.0)


def _lies(where: str, stack: Stack, spans: Box, room: Box, roof: float) -> Iterator[Finding]:
    """Yield whether a stack reaches into the walls of its box, or its lid."""
    subject = f"{where}, {stack.things[0][0]}"
    free = min(spans[0] - room[0], spans[1] - room[1], room[2] - spans[2], room[3] - spans[3])
    for clear, what in ((free, "a wall of the box"), (roof - stack.z - stack.height, "the lid")):
        if clear < CLEAR_BOX:
            yield error("box-small", subject, f"it has {clear:.2f} mm to {what}, {CLEAR_BOX:g} are needed", REMEDY)


def _around(solids: Sequence[_Solid]) -> tuple[Place, Place]:
    low = tuple(min(one.low[k] for one in solids) for k in range(3))
    high = tuple(max(one.high[k] for one in solids) for k in range(3))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def _check_joints(
    solids: Sequence[_Solid], shell: Sequence[_Solid], outside: tuple[Place, Place], thick: float
) -> Iterator[Finding]:
    """Yield where two panels are in one place, and where there is none though there is to be a wall or the floor."""
    lines = [_lines(solids, outside, thick, axis) for axis in range(3)]
    full: dict[Cell, str] = {}
    overlapping: set[tuple[str, str]] = set()
    for one in solids:
        for cell in _cells(one, lines):
            other = full.setdefault(cell, one.id)
            if other != one.id and min(_sizes(cell, lines)) > NONE:
                overlapping.add((other, one.id))
    for first, second in sorted(overlapping):
        remedy = "let each notch have its finger"
        yield error("panels-overlap", f"{first} and {second}", "they are in one place", remedy)
    (x0, y0, z0), (x1, y1, z1) = outside
    i, j, k = (range(len(own) - 1) for own in lines)
    for cell in product(i, j, k):
        x, y, z = (lines[k][cell[k]] for k in range(3))
        if not (x0 - NONE < x < x1 - NONE and y0 - NONE < y < y1 - NONE and z0 - NONE < z < z1 - NONE):
            continue
        deep = (x0 + thick, x1 - thick), (y0 + thick, y1 - thick)
        within = (
            all(lo - NONE < v < hi - NONE for v, (lo, hi) in zip((x, y), deep, strict=True)) and z > z0 + thick - NONE
        )
        if not within and cell not in full and min(_sizes(cell, lines)) > OPEN:
            message = f"a joint stands {min(_sizes(cell, lines)):.2f} mm open near ({x:g}, {y:g}, {z:g})"
            yield error("joint-open", shell[0].id, message, "let each finger fill its notch")
            return


def _lines(solids: Sequence[_Solid], outside: tuple[Place, Place], thick: float, axis: int) -> list[float]:
    """Return where space is parted along an axis."""
    found = {end for one in solids for end in (one.low[axis], one.high[axis])}
    found |= {one.ring[k][one.axes.index(axis)] for one in solids if axis in one.axes for k in range(len(one.ring))}
    found |= {outside[0][axis] + thick, outside[1][axis] - thick}
    merged: list[float] = []
    for value in sorted(found):
        if not merged or value - merged[-1] > NONE:
            merged.append(value)
    return merged


def _cells(one: _Solid, lines: Sequence[list[float]]) -> Iterator[Cell]:
    """Yield the cells that a panel fills."""
    a, b = one.axes
    deep = one.normal
    slices = _within(lines[deep], one.low[deep], one.high[deep])
    for i in _within(lines[a], one.low[a], one.high[a]):
        for j in _within(lines[b], one.low[b], one.high[b]):
            middle: Point = ((lines[a][i] + lines[a][i + 1]) / 2, (lines[b][j] + lines[b][j + 1]) / 2)
            if inside(middle, one.ring):
                for k in slices:
                    cell = [0, 0, 0]
                    cell[a], cell[b], cell[deep] = i, j, k
                    yield cell[0], cell[1], cell[2]


def _within(lines: Sequence[float], low: float, high: float) -> range:
    return range(bisect_left(lines, low - NONE), bisect_left(lines, high - NONE))


def _sizes(cell: Cell, lines: Sequence[list[float]]) -> list[float]:
    return [lines[k][n + 1] - lines[k][n] for k, n in enumerate(cell)]


def _check_lid(lid: Sequence[_Solid], inner: tuple[Place, Place], outside: tuple[Place, Place]) -> Iterator[Finding]:
    """Yield why a lid does not close: its lower plate drops into the box, its upper one covers it."""
    lower, upper = lid[0], lid[-1]
    play = [gap for k in (0, 1) for gap in (lower.low[k] - inner[0][k], inner[1][k] - lower.high[k])]
    if not LID_PLAY[0] <= min(play) <= max(play) <= LID_PLAY[1]:
        message = f"it has {min(play):.2f} to {max(play):.2f} mm of play in the box; allowed is "
        message += f"{LID_PLAY[0]:g} to {LID_PLAY[1]:g}"
        yield error("lid-open", lower.id, message, "make it as large as the inside, less a little play")
    covers = all(upper.low[k] <= outside[0][k] and upper.high[k] >= outside[1][k] for k in (0, 1))
    if not covers or abs(upper.low[2] - outside[1][2]) > NONE or abs(lower.high[2] - upper.low[2]) > NONE:
        yield error("lid-open", upper.id, "it does not lie on all walls", "make it as large as the box")


def _corners(stand: Stand) -> list[tuple[Point, Place]]:
    """Return the corners of a folded panel: in its sheet, and in space."""
    left, low, right, high = stand.area
    found = []
    for x, y in ((left, low), (right, low), (right, high), (left, high)):
        place = list(stand.at)
        for way, run in ((stand.across, x - left), (stand.up, y - low)):
            place[abs(way) - 1] += run if way > 0 else -run
        found.append(((x, y), (place[0], place[1], place[2])))
    return found


def _check_folds(thing: Accessory, game_set: GameSet) -> Iterator[Finding]:
    """Yield what is wrong with a box that is folded of one sheet."""
    corners = [_corners(stand) for stand in thing.stands]
    for one, two in combinations(corners, 2):
        apart = [math.dist(place, there) for at, place in one for other, there in two if math.dist(at, other) < NONE]
        # what shares an edge has two corners in common; flaps that a slit parts may have one
        if len(apart) > 1 and max(apart) > OPEN:
            message = f"two panels that hang together are {max(apart):.2f} mm apart when it is folded"
            yield error("fold-open", thing.id, message, "fold along the edges of panels")
            return
    panels = [[place for _, place in own] for own in corners]
    low, high = ([end(p[k] for own in panels for p in own) for k in range(3)] for end in (min, max))
    missing = [k for k in range(3) for end in (low, high) if not _has_wall(panels, low, high, k, end[k])]
    if missing:
        message = f"folded, it has no wall on {len(missing)} of its six sides"
        yield error("box-open", thing.id, message, "fold panels round on all sides")
    left, foot, right, top = thing.stands[0].area
    things = {other.id: other.face.outline for other in game_set.things}
    for stack in thing.stacks:
        room = left - stack.x, foot - stack.y, right - stack.x, top - stack.y
        yield from _lies(thing.id, stack, _spans(stack, things), room, high[2] - low[2])


def _has_wall(
    panels: Sequence[Sequence[Place]], low: Sequence[float], high: Sequence[float], axis: int, at: float
) -> bool:
    """Tell whether a panel covers a side of a folded box, that which lies across an axis."""
    return any(
        all(abs(place[axis] - at) < NONE for place in own)
        and all(
            max(p[k] for p in own) - min(p[k] for p in own) > high[k] - low[k] - OPEN for k in range(3) if k != axis
        )
        for own in panels
    )
