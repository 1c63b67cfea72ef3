"""Tabs: small bridges that hold parts in their sheet, where the cut around them is left out. Lengths in mm.

The beam eats half of the kerf from either end of a bridge, so a cut is left out for as much more. Tabs are spread
evenly, most of them along the longest sides, and keep away from corners. On an outline that is round, and has no long
side, each takes the middle of one of the chords of which the circle is made.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from quasiprint.drawing.rings import Radii, sides
from quasiprint.errors import InputError
from quasiprint.model.face import Point, Ring, snap
from quasiprint.model.limits import round_down
from quasiprint.model.measures import Manner
from quasiprint.model.production import SheetPath
from quasiprint.model.profile import SheetOperation

FROM_CORNER = 2.0
FRAME = -1  # the number of what is not a tile
SHARP = math.radians(30)  # where a line turns by less, it is meant to be round
Segment = tuple[Point, Point]
Gap = tuple[Point, Point]


def add_tabs(ring: Ring, item: str, manner: Manner, kerf: float, arcs: Radii = ()) -> SheetPath:
    """Return the outer cut around a part, with its tabs. arcs: the radii of its sides. Raises InputError if the outline
    has no room for them."""
    if not manner.tabs:
        return SheetPath(SheetOperation.CUT_OUTER, (ring,), item=item, arcs=(arcs,) if any(arcs) else ())
    wide = manner.tab + kerf
    every = sides(ring)
    places = _spread(every, _room(every, wide), manner.tabs)
    if places is None:
        raise _no_room(item, ring, manner, kerf)
    gaps = {k: _gaps(*every[k], count, wide) for k, count in places.items()}
    own: tuple[Radii, ...] = ()
    if any(arcs):
        # beside a gap the cut runs straight to where it ends, on a chord
        lines = _split_radii(arcs, gaps)
        own = (*lines[1:-1], (*lines[-1], *lines[0]))
    cuts = _split_ring(ring, gaps)
    return SheetPath(SheetOperation.CUT_OUTER, cuts, closed=False, item=item, gaps=_flat(gaps), arcs=own)


def _flat(gaps: Mapping[int, Sequence[Gap]]) -> tuple[Gap, ...]:
    return tuple(gap for k in sorted(gaps) for gap in gaps[k])


def _room(every: Sequence[Segment], wide: float) -> list[int]:
    """Return how many tabs there is room for along each side."""
    room = _room_of_lines(every, wide)
    if any(room) or not _round(every):
        return room
    return [int(math.dist(*side) > wide) for side in every]


def _round(every: Sequence[Segment]) -> bool:
    def turn(one: Segment, two: Segment) -> float:
        (a, b), (c, d) = one, two
        by = math.atan2(d[1] - c[1], d[0] - c[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
        return abs((by + math.pi) % math.tau - math.pi)

    return all(turn(one, two) < SHARP for one, two in zip(every, (*every[1:], every[0]), strict=True))


def _spread(every: Sequence[Segment], room: Sequence[int], count: int) -> dict[int, int] | None:
    """Return how many tabs each side gets, by its number; None if there is no room for all."""
    if sum(room) < count:
        return None
    if max(room) == 1 and sum(room) == len(room):
        # all sides are alike: a circle
        return dict.fromkeys((k * len(room) // count for k in range(count)), 1)
    given = dict.fromkeys(range(len(every)), 0)
    for _ in range(count):
        free = [k for k in given if given[k] < room[k]]
        best = max(free, key=lambda k: (round(math.dist(*every[k]) / (given[k] + 1), 3), -given[k], -k))
        given[best] += 1
    return {k: number for k, number in given.items() if number}


def _gaps(a: Point, b: Point, count: int, wide: float) -> list[Gap]:
    """Return where a cut from a to b is left out, so often, evenly."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    found = []
    for k in range(count):
        middle = length * (2 * k + 1) / (2 * count)
        one, two = ((snap(a[0] + ux * t), snap(a[1] + uy * t)) for t in (middle - wide / 2, middle + wide / 2))
        found.append((one, two))
    return found


def _split_ring(ring: Ring, gaps: Mapping[int, Sequence[Gap]]) -> tuple[Ring, ...]:
    """Return what is left of a closed line with gaps on its sides."""
    lines = _split_line((*ring, ring[0]), gaps)
    return (*lines[1:-1], (*lines[-1][:-1], *lines[0]))


def _split_line(line: Sequence[Point], gaps: Mapping[int, Sequence[Gap]]) -> list[Ring]:
    """Return what is left of an open line with gaps on its sides."""
    lines: list[list[Point]] = [[line[0]]]
    for k, end in enumerate(line[1:]):
        for one, two in gaps.get(k, ()):
            lines[-1].append(one)
            lines.append([two])
        lines[-1].append(end)
    return [tuple(found) for found in lines]


def _split_radii(arcs: Radii, gaps: Mapping[int, Sequence[Gap]]) -> list[Radii]:
    """Return the radii of the sides of what is left of a line, see `_split_line`."""
    lines: list[list[float]] = [[]]
    for k, radius in enumerate(arcs):
        for _ in gaps.get(k, ()):
            lines[-1].append(0.0)
            lines.append([])
        lines[-1].append(0.0 if k in gaps else radius)
    return [tuple(found) for found in lines]


def _no_room(item: str, ring: Ring, manner: Manner, kerf: float) -> InputError:
    """Return what is to be said of an outline that has no room for its tabs."""
    every = sides(ring)
    narrow = manner.tab
    while narrow > 0.05 and sum(_room(every, narrow + kerf)) < manner.tabs:
        narrow = round_down(narrow - 0.05)
    fits = sum(_room(every, manner.tab + kerf))
    least = f"up to {narrow:g} mm wide" if sum(_room(every, narrow + kerf)) >= manner.tabs else ""
    fewer = f"up to {fits} of them" if fits else ""
    allowed = " or ".join(word for word in (least, fewer) if word) or "none: it is too small for a tab"
    return InputError(
        f"--tabs: found {manner.tabs} tabs of {manner.tab:g} mm for {item}, allowed is {allowed}; each keeps "
        f"{FROM_CORNER:g} mm from corners, and the beam takes {kerf:g} mm of its width; choose fewer or narrower ones"
    )


def add_net_tabs(
    cuts: Sequence[SheetPath], homes: Mapping[Segment, Sequence[int]], manner: Manner, kerf: float
) -> tuple[SheetPath, ...]:
    """Return shared cuts with tabs: so many at least for every tile. homes: the tiles beside each piece of line, from
    corner to corner. Raises InputError if a tile has no room for them."""
    if not manner.tabs:
        return tuple(cuts)
    wide = manner.tab + kerf
    room = dict(zip(homes, _room_of_lines(homes, wide), strict=True))
    given = dict.fromkeys(homes, 0)
    around: dict[int, list[Segment]] = {}
    for segment, own in homes.items():
        for tile in own:
            around.setdefault(tile, []).append(segment)
    for segment in _holding_lines(homes, room):
        given[segment] = 1

    def count(tile: int) -> int:
        return sum(given[segment] for segment in around[tile])

    for tile in sorted(around):
        while count(tile) < manner.tabs:
            free = [segment for segment in around[tile] if given[segment] < room[segment]]
            if not free:
                raise InputError(
                    f"--tabs: found {manner.tabs} tabs of {manner.tab:g} mm, allowed are up to {count(tile)} of that "
                    f"width for a tile with shared cuts; each keeps {FROM_CORNER:g} mm from corners, and the beam "
                    f"takes {kerf:g} mm of its width; choose fewer or narrower ones"
                )
            # where fewest are, and where most tiles are held by it that have too few
            best = min(free, key=lambda s: (given[s], -sum(count(t) < manner.tabs for t in homes[s]), s))
            given[best] += 1
    return tuple(_with_gaps(path, given, wide) for path in cuts)


def _holding_lines(homes: Mapping[Segment, Sequence[int]], room: Mapping[Segment, int]) -> list[Segment]:
    """Return the lines at which one tab each is enough that all tiles hang together with the sheet around them."""
    known = {FRAME}
    found: list[Segment] = []
    usable = [
        (segment, {*own, *([FRAME] * (len(own) == 1))}) for segment, own in sorted(homes.items()) if room[segment]
    ]
    while fresh := [(segment, ends - known) for segment, ends in usable if len(ends & known) == 1]:
        for segment, ends in fresh:
            if not ends <= known:  # held since this round began
                found.append(segment)
                known |= ends
    return found


def _room_of_lines(lines: Iterable[Segment], wide: float) -> list[int]:
    """Return how many tabs there is room for along each straight line, away from its ends."""
    return [int((math.dist(*line) + 1e-9) / (wide + 2 * FROM_CORNER)) for line in lines]


def _with_gaps(path: SheetPath, given: Mapping[Segment, int], wide: float) -> SheetPath:
    (ring,) = path.rings
    line = (*ring, ring[0]) if path.closed else ring
    gaps = {}
    for k, (a, b) in enumerate(zip(line, line[1:], strict=False)):
        count = given[min(a, b), max(a, b)]
        if count:
            gaps[k] = _gaps(a, b, count, wide)
    if not gaps:
        return path
    lines = _split_ring(ring, gaps) if path.closed else tuple(_split_line(line, gaps))
    return SheetPath(path.operation, lines, closed=False, item=path.item, gaps=_flat(gaps))
