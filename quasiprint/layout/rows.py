"""Rows of things, on plates, sheets and pages: how postures recur in them, and how far each lies from the next.

On a page tiles lie edge to edge: triangles on foot and tip in turn, rectangles in a grid, rhombs that slant one way and
the other from row to row; rows of rhombs with equally long edges share their level lines, whatever their angles are.
Discs and odd parts keep apart, in a grid, or each row in the dips of the one above. Lengths in mm.

A piece that is not convex is laid as its convex hull. Angles in degrees.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from quasiprint.drawing.outlines import mitre
from quasiprint.drawing.rings import side
from quasiprint.model.errors import InputError
from quasiprint.model.face import Point, Ring, bounds

TINY = 1e-7  # mm: below the grid of coordinates; what differs by less is the same
# Corners lie on a grid of 1 nm, so the direction of an edge is off by up to 2 nm in its length.
OFF_GRID = 2e-6  # mm
KNOWN_ANGLE = 0.5  # degrees: directions of designed edges are multiples of it
ALIKE = 1e-4  # lengths that differ by less are meant to be the same


def hull(ring: Ring) -> Ring:
    """Return the convex hull, anticlockwise from its lowest leftmost corner, corners only."""
    points = sorted(set(ring), key=lambda p: (p[1], p[0]))
    whole: list[Point] = []
    for half in (points, points[::-1]):
        # Without a tolerance: of points on a level line, the last bits say which is the lowest, and one that comes
        # after a corner may lie before it; with a tolerance, it would take the corner's place.
        whole += _turning(half, 0.0)[:-1]
    return tuple(_turning([*whole, whole[0]], TINY)[:-1])


def _turning(points: Sequence[Point], most: float) -> list[Point]:
    """Return points without those at which the way does not turn left, or by `most` mm² at most."""
    kept: list[Point] = []
    for p in points:
        while len(kept) > 1 and side(kept[-2], kept[-1], p) <= most:
            kept.pop()
        kept.append(p)
    return kept


def direction(a: Point, b: Point) -> float:
    """Return the direction from a to b in degrees, 0 ≤ d < 360.

    Exact where the edge was designed to lie at a known angle: 72.0, not 71.99999.
    """
    angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    known = round(angle / KNOWN_ANGLE) * KNOWN_ANGLE
    off = math.degrees(OFF_GRID / math.dist(a, b))
    return round(known if abs(known - angle) <= off else angle, 9) % 360


@dataclass(frozen=True, slots=True, eq=False)
class Posture:
    """An outline as it stands in a row: turned by `angle`, moved so that its box starts at (0, 0).

    shift: where the item's origin then is. body: the outline. space: the outline grown by half
    of the gap, so that two spaces that touch keep the gap; box: its left, low, right and high. Compared by identity.
    """

    angle: float
    shift: Point
    body: Ring
    space: Ring
    box: tuple[float, float, float, float]
    width: float
    height: float


@lru_cache(maxsize=1024)
def posture(ring: Ring, angle: float, gap: float) -> Posture:
    """Return a convex outline turned by `angle`. gap: to be kept between two outlines, mm."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    turned = [(x * c - y * s, x * s + y * c) for x, y in ring]
    left, bottom = min(x for x, _ in turned), min(y for _, y in turned)
    body = tuple((x - left, y - bottom) for x, y in turned)
    space = mitre(body, gap / 2)
    return Posture(
        angle=angle,
        shift=(-left, -bottom),
        body=body,
        space=space,
        box=bounds((space,)),
        width=max(x for x, _ in body),
        height=max(y for _, y in body),
    )


def refuse_too_large(
    name: str, ways: Iterable[Posture], room: tuple[float, float], where: str, larger: str, *, by_long: bool
) -> None:
    """Raise InputError if a thing fits in none of its ways. room: the sides; larger: what there may be more of;
    by_long: whether the way that is told is the shortest one, and not the narrowest."""
    near, far = sorted(room)
    sizes = [(min(one.width, one.height), max(one.width, one.height)) for one in ways]
    if not any(short <= near + TINY and long <= far + TINY for short, long in sizes):
        short, long = min(sizes, key=lambda size: size[::-1] if by_long else size)
        share = math.floor(100 * max(0, min(far / long, near / short)))
        raise InputError(
            f"{name}: found a piece of {long:.2f} × {short:.2f} mm, allowed is what fits on {where}; choose an edge "
            f"{share} % as long, {larger}, or formats that need none of it"
        )


def same(one: Posture, two: Posture) -> bool:
    """Tell whether two postures look the same."""
    return len(one.body) == len(two.body) and all(
        min(math.dist(p, q) for q in two.body) < 100 * OFF_GRID for p in one.body
    )


def postures(ring: Ring, gap: float) -> tuple[Posture, ...]:
    """Return every way to stand a convex outline on one of its longer edges, each look once."""
    edges = list(zip(ring, ring[1:] + ring[:1], strict=True))
    longest = max(math.dist(a, b) for a, b in edges)
    angles = sorted(-direction(a, b) % 360 for a, b in edges if math.dist(a, b) >= longest / 2)
    found: list[Posture] = []
    for angle in angles:
        stood = posture(ring, angle, gap)
        if not any(same(stood, other) for other in found):
            found.append(stood)
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def beside(left: Posture, right: Posture) -> float:
    """Return how far `right` must start to the right of `left`, both standing on one line."""
    return _slide(left.space, right.space, 0.0)


@lru_cache(maxsize=1 << 16)
def below(upper: Posture, lower: Posture, along: float) -> float:
    """Return how far `lower` must start below `upper` if it starts `along` mm to the right of it.

    −∞ if they pass each other.
    """
    flipped = _transposed(lower.space), _transposed(upper.space)
    return _slide(*flipped, -along)


def overlapping(one: Ring, two: Ring, along: float, up: float) -> bool:
    """Tell whether two convex rings overlap, the second moved by `along` and `up`."""
    return along < _slide(one, two, up) - TINY and -along < _slide(two, one, -up) - TINY


def _transposed(ring: Ring) -> Ring:
    return tuple((y, x) for x, y in ring)


def _slide(left: Ring, right: Ring, up: float) -> float:
    """Return how far the convex ring `right`, moved up by `up`, must move to the right until it
    no longer overlaps `left`: −∞ if it never does.

    Between corners the room between them changes linearly, so that only corners count.
    """
    lower = max(min(y for _, y in left), min(y for _, y in right) + up)
    upper = min(max(y for _, y in left), max(y for _, y in right) + up)
    if upper - lower < TINY:
        return -math.inf
    levels = {lower, upper, *(y for _, y in left), *(y + up for _, y in right)}
    here, there = _edges(left), _edges(right)
    return max(max(_crossings(here, y)) - min(_crossings(there, y - up)) for y in levels if lower <= y <= upper)


Edge = tuple[float, float, float, float, float, float, float]  # from and to which height; x, y, next x; steps to it


@lru_cache(maxsize=4096)
def _edges(ring: Ring) -> tuple[Edge, ...]:
    """Return the sides of a ring as `_crossings` asks for them, which is often."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return tuple((min(y0, y1) - TINY, max(y0, y1) + TINY, x0, y0, x1, x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairs)


def _crossings(edges: tuple[Edge, ...], y: float) -> list[float]:
    """Return the x of a ring's boundary at height y; a little off the ring counts as on it."""
    found = []
    for low, high, x0, y0, x1, across, rise in edges:
        if low <= y <= high:
            if abs(rise) <= TINY:
                found += [x0, x1]
            else:
                found.append(x0 + across * min(1.0, max(0.0, (y - y0) / rise)))
    return found


@dataclass(frozen=True, eq=False)
class Lattice:
    """Rows of one outline. even, odd: the postures that recur in a row; slant: how far the top of an even row lies to
    the right of its foot, that of an odd row to the left; edge: how long level edges are, 0 if no other outline's rows
    may follow; indent: where odd rows start; step: from a row to the next, 0 if they lie edge to edge."""

    even: tuple[Posture, ...]
    odd: tuple[Posture, ...]
    slant: float = 0.0
    edge: float = 0.0
    indent: float = 0.0
    step: float = 0.0

    @cached_property
    def height(self) -> float:
        """Of a row."""
        return max(one.height for one in self.even)

    def down(self, rows: int) -> float:
        """Return how far below the top of the first row a row begins."""
        return rows * (self.step or self.height)

    def high(self, rows: int) -> float:
        """Return how high some rows are."""
        return self.down(rows - 1) + self.height

    @cached_property
    def _starts(self) -> dict[int, list[float]]:
        return {0: [0.0], 1: [self.indent]}

    def start(self, row: int, k: int) -> float:
        """Return where the k-th of a row starts."""
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
        """Return where the k-th of a row ends."""
        cycle = self.cycle(row)
        return self.start(row, k) + cycle[k % len(cycle)].width

    def across(self, row: int, width: float) -> int:
        """Return how many of a row fit into a width."""
        if (row % 2, width) not in self._fitting:
            step, turns = self.end(row, 2) - self.end(row, 1), len(self.cycle(row))
            if step < TINY:  # two that lie in one another's corner end together, as two half squares do
                step = (self.end(row, 1 + turns) - self.end(row, 1)) / turns
            most = int(max(0.0, width) / step) + 3
            fit = bisect_right(range(most), width + TINY, key=lambda k: self.end(row, k))
            self._fitting[row % 2, width] = fit
        return self._fitting[row % 2, width]

    @cached_property
    def _fitting(self) -> dict[tuple[int, float], int]:
        return {}

    def head(self) -> float:
        """Return where the line above the first row begins."""
        return max(self.slant, 0.0)

    def foot(self, rows: int) -> float:
        """Return where the line below some rows begins."""
        return self.head() if rows % 2 == 0 else max(-self.slant, 0.0)

    def rows(self, most: int, across: float, up: float) -> tuple[int, ...]:
        """Return how many of `most` tiles lie in each of the rows that fit."""
        found: list[int] = []
        fitting = self.across(0, across), self.across(1, across)
        while most > 0 and min(fitting) > 0 and self.high(len(found) + 1) <= up + TINY:
            found.append(min(fitting[len(found) % 2], most))
            most -= found[-1]
        return tuple(found)


def loose(convex: Ring, gap: float) -> Iterator[Lattice]:
    """Yield the lattices of what keeps apart: rows in a grid, and rows that lie in the dips of the row above."""
    for one in _stood(convex, gap):
        half = beside(one, one) / 2
        yield Lattice((one,), (one,), step=one.height + gap)
        # from each thing in the row above, and in the one above that
        dip = max(below(one, one, k * half) / (2 - k % 2) for k in range(-5, 6))
        if dip < one.height + gap - ALIKE:
            yield Lattice((one,), (one,), indent=half, step=dip)


def _stood(convex: Ring, gap: float) -> list[Posture]:
    """Return every way to lay what keeps apart: as it is given, on each of its longer edges, and a quarter turned."""
    angles = dict.fromkeys((0.0, *(one.angle for one in postures(convex, gap))))
    found: list[Posture] = []
    for angle in (turned for one in angles for turned in (one, (one + 90) % 360)):
        one = posture(convex, angle, gap)
        if not any(same(one, other) for other in found):
            found.append(one)
    return found


def lattices(convex: Ring) -> Iterator[Lattice]:
    """Yield the lattices in which neighbours have whole edges in common: of triangles, rectangles and rhombs."""
    stood = postures(convex, 0.0)
    for one in stood:
        if len(convex) == 3:
            turned = posture(convex, (one.angle + 180) % 360, 0.0)
            yield Lattice((one, turned), (turned, one))
        elif len(convex) == 4 and same(one, posture(convex, (one.angle + 180) % 360, 0.0)):
            slant = _slant(one)
            if abs(slant) < ALIKE:
                yield Lattice((one,), (one,))
            for other in stood:
                if abs(slant) >= ALIKE and abs(_slant(other) + slant) < ALIKE and abs(one.width - other.width) < ALIKE:
                    yield Lattice((one,), (other,), slant, one.width - abs(slant))


def _slant(one: Posture) -> float:
    """Return how far the top of a parallelogram lies to the right of its foot."""
    foot = min(x for x, y in one.body if y < ALIKE)
    return min(x for x, y in one.body if y > one.height - ALIKE) - foot
