"""Nets: pieces of any outline that lie side by side and fill a region, every line between them cut once. Lengths in mm.

The beam's middle runs along the outlines as designed, the rim too. So each piece loses half of the kerf on every side,
wherever it lies, and pieces that are alike come out alike. A net may have holes where pieces of it are not made.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from quasiprint.drawing.rings import sides
from quasiprint.layout.lattice import SAME
from quasiprint.layout.nesting import Area
from quasiprint.layout.shared import Segment, SharedSheet, order_cuts
from quasiprint.model.face import Point, Ring, bounds, snap
from quasiprint.model.production import Placement, SheetPath
from quasiprint.model.profile import SheetOperation

STRAIGHT = 1e-3  # radians: lines that go straight on turn by less


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece in a net: where it lies, and its outline there, with a corner wherever lines meet: the same to the last
    bit for all whose outlines have that corner."""

    placement: Placement
    ring: Ring


def net_sheets(nets: Sequence[Sequence[Cell]], area: Area) -> list[SharedSheet]:
    """Return nets side by side, and row above row, on as many sheets as that takes. Each fits on one."""
    wide, high = area.room
    sheets: list[list[list[Cell]]] = []
    x = y = row = math.inf  # where the next one goes, and how high its row is
    for cells in nets:
        left, low, right, top = bounds(tuple(cell.ring for cell in cells))
        width, height = right - left, top - low
        if x + width > wide + SAME:
            x, y, row = 0.0, y + row + area.gap, 0.0
        if y + height > high + SAME:
            sheets.append([])
            x = y = row = 0.0
        sheets[-1].append(list(_moved(cells, area.margin + x - left, area.margin + y - low)))
        x, row = x + width + area.gap, max(row, height)
    return [_sheet(own) for own in sheets]


def connected(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Return the nets that pieces form: those that share a line, by one or several others, are of one."""
    beside: dict[int, set[int]] = {k: set() for k in range(len(cells))}
    for own in _segments(cells).values():
        for k in own:
            beside[k].update(own)
    nets: list[list[Cell]] = []
    left = set(beside)
    for k in beside:
        if k in left:
            net, waiting = {k}, [k]
            while waiting:
                fresh = beside[waiting.pop()] - net
                net |= fresh
                waiting += fresh
            left -= net
            nets.append([cells[number] for number in sorted(net)])
    return nets


def turned(cells: Iterable[Cell]) -> list[Cell]:
    """Return a net, turned by a quarter."""
    return [
        Cell(Placement(at.item, -at.y + 0.0, at.x, (at.angle + 90) % 360), tuple((-y + 0.0, x) for x, y in cell.ring))
        for cell in cells
        for at in (cell.placement,)
    ]


def _moved(cells: Iterable[Cell], dx: float, dy: float) -> Iterator[Cell]:
    for cell in cells:
        at = cell.placement
        ring = tuple((snap(x + dx), snap(y + dy)) for x, y in cell.ring)
        yield Cell(replace(at, x=snap(at.x + dx), y=snap(at.y + dy)), ring)


def _sheet(nets: Sequence[Sequence[Cell]]) -> SharedSheet:
    cuts: list[SheetPath] = []
    rims: list[Ring] = []
    homes: dict[Segment, tuple[int, ...]] = {}
    cells = 0
    for net in nets:
        own = _segments(net)
        homes |= {segment: tuple(cells + k for k in beside) for segment, beside in own.items()}
        cells += len(net)
        inner = {segment for segment, beside in own.items() if len(beside) == 2}
        lines = order_cuts(list(_lines(own, inner)), own)
        around = list(_rims(net, inner))
        cuts += [SheetPath(SheetOperation.CUT_OUTER, (line,), closed=False) for line in lines]
        cuts += [SheetPath(SheetOperation.CUT_OUTER, (ring,)) for ring in around]
        rims += around
    placements = tuple(cell.placement for net in nets for cell in net)
    return SharedSheet(placements, tuple(cuts), tuple(rims), homes)


def _segments(net: Sequence[Cell]) -> dict[Segment, list[int]]:
    """Return every line between two corners, once, and the numbers of the pieces beside it."""
    found: dict[Segment, list[int]] = {}
    for k, cell in enumerate(net):
        for a, b in sides(cell.ring):
            found.setdefault((min(a, b), max(a, b)), []).append(k)
    return found


def _lines(segments: Iterable[Segment], inner: set[Segment]) -> Iterator[Ring]:
    """Yield lines of inner segments, each in one of them: they go on straight, and where they meet no third."""
    after: dict[Point, set[Point]] = {}
    for a, b in segments:
        after.setdefault(a, set()).add(b)
        after.setdefault(b, set()).add(a)
    left = set(inner)
    for a, b in sorted(inner):
        if (a, b) not in left:
            continue
        left.discard((a, b))
        line = [a, b]
        for _ in range(2):
            while ahead := _ahead(line, after[line[-1]], left):
                left.discard((min(line[-1], ahead), max(line[-1], ahead)))
                line.append(ahead)
            line.reverse()
        yield tuple(line)


def _ahead(line: Sequence[Point], ends: set[Point], left: set[Segment]) -> Point | None:
    """Return where a line goes on, None if it does not, or would come to a point twice."""
    a, b = line[-2:]
    for c in sorted(ends - {*line}):
        (x0, y0), (x1, y1) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
        turn = math.atan2(x0 * y1 - y0 * x1, x0 * x1 + y0 * y1)
        if (min(b, c), max(b, c)) in left and (abs(turn) < STRAIGHT or len(ends) == 2):
            return c
    return None


def _rims(net: Sequence[Cell], inner: set[Segment]) -> Iterator[Ring]:
    """Yield the closed lines around all pieces, these on the left; none of them comes to a point twice."""
    after: dict[Point, list[Point]] = {}
    for cell in net:
        for a, b in sides(cell.ring):
            if (min(a, b), max(a, b)) not in inner:
                after.setdefault(a, []).append(b)
    while after:
        path = [min(after)]
        while path[-1] in after:
            here = path[-1]
            ends = after[here]
            ahead = ends.pop()
            if not ends:
                del after[here]
            if ahead in path:
                first = path.index(ahead)
                yield tuple(path[first:])
                del path[first + 1 :]
            else:
                path.append(ahead)
