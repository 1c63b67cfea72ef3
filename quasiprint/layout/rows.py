"""Rows of items, on plates, sheets and pages: how postures recur in them, and how far each lies from the next.

On a page, and where a laser cuts shared lines, tiles lie edge to edge: triangles on foot and tip in turn, rectangles in
a grid, rhombs that slant one way and the other from row to row; rows of rhombs with equally long edges share their
level lines, whatever their angles are.
Lengths in mm.

A piece that is not convex is laid as its convex hull. Angles in degrees.

Pockets are places beside and between what lies on an area already, for what rows had no room for. A piece may lie where
its space overlaps no other's. Where it may not because of one that lies there is a convex polygon, all places of its
box's lower left corner taken together. A piece that is pushed up, and then to the left, as far as it goes ends where
two of these polygons close a gap above it, or one and the rim, or where the level foot of one meets the right side of
another. So only those places are tried, the highest first. A place on the line between may and may not counts as free,
as pieces whose spaces touch keep the gap.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import cycle as cycled
from itertools import islice
from operator import le

from quasiprint.drawing.outlines import mitre
from quasiprint.drawing.packer import TINY, Rim, across, apart, hull, rims
from quasiprint.drawing.rings import sides
from quasiprint.errors import InputError
from quasiprint.model.face import Point, Ring, area, bounds, snap
from quasiprint.model.production import Arrangement, Placement
from quasiprint.model.profile import Box

# Corners lie on a grid of 1 nm, so the direction of an edge is off by up to 2 nm in its length.
OFF_GRID = 2e-6  # mm
KNOWN_ANGLE = 0.5  # degrees: directions of designed edges are multiples of it
ALIKE = 1e-4  # lengths that differ by less are meant to be the same
FOLDS = 1, 2, 3, 4  # rows of rhombs that slant one way, before as many that slant the other


def direction(a: Point, b: Point) -> float:
    """Return the direction from a to b in degrees, 0 ≤ d < 360. Exact where the edge was designed to lie at a known
    angle: 72.0, not 71.99999."""
    angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    known = round(angle / KNOWN_ANGLE) * KNOWN_ANGLE
    off = math.degrees(OFF_GRID / math.dist(a, b))
    return round(known if abs(known - angle) <= off else angle, 9) % 360


@dataclass(frozen=True, slots=True, eq=False)
class Posture:
    """An outline as it stands in a row: turned by `angle`, moved so that its box starts at (0, 0).

    shift: where the item's origin then is. body: the outline. space: the outline grown by half
    of the gap, so that two spaces that touch keep the gap; box: its left, low, right and high; area: its area, mm²;
    sides: its left and its right rim, see `rims`; levels: its lower and its upper one, from left to right. Compared by
    identity.
    """

    angle: float
    shift: Point
    body: Ring
    space: Ring
    box: tuple[float, float, float, float]
    area: float
    sides: tuple[Rim, Rim]
    levels: tuple[Rim, Rim]
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
        area=area(space),
        sides=rims(space),
        levels=rims(tuple((y, x) for x, y in reversed(space))),
        width=max(x for x, _ in body),
        height=max(y for _, y in body),
    )


def arrangements(
    name: str, width: float, height: float, pages: Iterable[Iterable[Placement]]
) -> tuple[Arrangement, ...]:
    """Return arrangements of one size: name-1, name-2 …"""
    return tuple(Arrangement(f"{name}-{k}", width, height, tuple(page)) for k, page in enumerate(pages, 1))


def refuse_too_large(name: str, ways: Iterable[Posture], room: tuple[float, float], where: str, larger: str) -> None:
    """Raise InputError if an item fits in none of its ways. room: the sides; larger: what there may be more of. The way
    in the message is the shortest."""
    near, far = sorted(room)
    sizes = [(min(way.width, way.height), max(way.width, way.height)) for way in ways]
    if not any(short <= near + TINY and long <= far + TINY for short, long in sizes):
        short, long = min(sizes, key=lambda size: size[::-1])
        share = math.floor(100 * max(0, min(far / long, near / short)))
        raise InputError(
            f"{name}: found a piece of {long:.2f} × {short:.2f} mm, allowed is what fits on {where}; choose an edge "
            f"{share} % as long, {larger}, or formats that need none of it"
        )


def congruent(a: Posture, b: Posture) -> bool:
    """Tell whether two postures look the same."""
    if len(a.body) != len(b.body):
        return False
    first = a.body[0]
    away = [math.dist(first, q) for q in b.body]
    k = away.index(min(away))  # corner by corner from there
    return all(map(lambda p, q: math.dist(p, q) < 100 * OFF_GRID, a.body, b.body[k:] + b.body[:k]))


def postures(ring: Ring, gap: float) -> tuple[Posture, ...]:
    """Return every way to stand a convex outline on one of its longer edges, each look once."""
    edges = sides(ring)
    longest = max(math.dist(a, b) for a, b in edges)
    angles = sorted(-direction(a, b) % 360 for a, b in edges if math.dist(a, b) >= longest / 2)
    return distinct(posture(ring, angle, gap) for angle in angles)


def distinct(postures: Iterable[Posture]) -> tuple[Posture, ...]:
    """Return postures, of those that look the same the first."""
    found: list[Posture] = []
    for candidate in postures:
        if not any(candidate is other or congruent(candidate, other) for other in found):
            found.append(candidate)
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def min_offset(left: Posture, right: Posture) -> float:
    """Return how far `right` must start to the right of `left`, both standing on one line."""
    return apart(left.sides[1], right.sides[0])


@lru_cache(maxsize=1 << 16)
def below(upper: Posture, lower: Posture, along: float) -> float:
    """Return how far `lower` must start below `upper` if it starts `along` mm to the right of it. −∞ if they pass each
    other."""
    return apart(lower.levels[1], upper.levels[0], -along)


@dataclass(frozen=True, eq=False)
class Lattice:
    """Rows of one outline. even, odd: the postures that recur in a row; slant: how far the top of an even row lies to
    the right of its foot, that of an odd row to the left; edge: how long level edges are, 0 if no other outline's rows
    may follow; indent: where odd rows start. fold: so many rows are even, and as many after them are odd; those that
    are alike have lines in common that run through all."""

    even: tuple[Posture, ...]
    odd: tuple[Posture, ...]
    slant: float = 0.0
    edge: float = 0.0
    indent: float = 0.0
    fold: int = 1
    _starts: dict[int, list[float]] = field(default_factory=dict, init=False)
    _reaches: dict[int, list[float]] = field(default_factory=dict, init=False)
    _drops: dict[tuple[int, int, int, int], float] = field(default_factory=dict, init=False)

    @cached_property
    def height(self) -> float:
        """Of a row."""
        return max(p.height for p in self.even)

    def starts(self, row: int, most: int) -> list[float]:
        """Return where the items of a row start, at least `most` of them."""
        phase = row % (2 * self.fold)
        if phase not in self._starts:
            # of those after which all recurs
            self._starts[phase] = [min(self.foot(phase), self.foot(phase + 1)) if self.slant else self.indent * phase]
        cycle, starts = self.cycle(row), self._starts[phase]
        while len(starts) < most:
            n = len(starts)
            current = cycle[n % len(cycle)]
            start = starts[-1] + min_offset(cycle[(n - 1) % len(cycle)], current)
            if n > 1:
                start = max(start, starts[-2] + min_offset(cycle[(n - 2) % len(cycle)], current))
            starts.append(start)
        return starts

    def cycle(self, row: int) -> tuple[Posture, ...]:
        """Return the postures of a row."""
        return self.odd if row // self.fold % 2 else self.even

    def end(self, row: int, k: int) -> float:
        """Return where the k-th of a row ends."""
        cycle = self.cycle(row)
        return self.starts(row, k + 1)[k] + cycle[k % len(cycle)].width

    def drop(self, row: int, back: int, there: int, here: int) -> float:
        """Return how far a row must start below the row `back` rows before it: −∞ if they pass each other.
        there, here: how many lie in each."""
        key = row % 2, back % 2, there, here
        if key not in self._drops:
            upper, lower = self.cycle(row - back), self.cycle(row)
            found = -math.inf
            for x, under in zip(self.starts(row - back, there)[:there], cycled(upper), strict=False):
                for u, other in zip(self.starts(row, here)[:here], cycled(lower), strict=False):
                    if x + under.box[0] < u + other.box[2] and u + other.box[0] < x + under.box[2]:
                        found = max(found, below(under, other, round(u - x, 7)))
            self._drops[key] = found
        return self._drops[key]

    def across(self, row: int, width: float) -> int:
        """Return how many of a row fit into a width."""
        # of two that take turns one may end before the one on its left
        reach = self._reaches.setdefault(row % (2 * self.fold), [])
        while not reach or reach[-1] <= width + TINY:
            reach.append(max(self.end(row, len(reach)), *reach[-1:]) if reach else self.end(row, 0))
        return bisect_right(reach, width + TINY)

    def holds(self, counts: Sequence[int], across: float, up: float) -> bool:
        """Tell whether rows with these counts fit into a width and a height."""
        return len(counts) * self.height <= up + TINY and all(map(le, counts, cycled(self._in_row(across))))

    def _in_row(self, across: float) -> list[int]:
        """Return how many lie in each row, of those after which all recurs."""
        return [self.across(row, across) for row in range(2 * self.fold)]

    def cuts(self, counts: Sequence[int]) -> int:
        """Return about how many straight cuts separate rows with these counts."""
        if len(self.even) > 1:  # triangles: lines of two directions run through all rows
            return 2 * len(counts) + max(counts) + 1
        # a line goes on in the next row if that is as long, and slants alike
        lines = len(counts) + 1
        before = 0
        for row, n in enumerate(counts):
            if not row or (self.slant and row % self.fold == 0):
                lines += n + 1
            elif n > before:
                lines += n - before
            before = n
        return lines

    def foot(self, rows: int) -> float:
        """Return where the line below some rows begins; without rows, the line above the first."""
        back = abs(self.fold - rows % (2 * self.fold)) * abs(self.slant)
        return back if self.slant > 0 else self.fold * abs(self.slant) - back

    def rows(self, most: int, across: float, up: float) -> tuple[int, ...]:
        """Return how many of `most` items lie in each of the rows that fit into a width and a height."""
        height, room = self.height, up + TINY
        if height > room or across < 0 or not all(in_row := self._in_row(across)):
            return ()
        rows = int(room / height)
        rows += ((rows + 1) * height <= room) - (rows * height > room)
        found: list[int] = []
        for n in islice(cycled(in_row), rows):
            if most <= 0:
                break
            found.append(n if n < most else most)
            most -= n
        return tuple(found)


def lattices(convex: Ring) -> Iterator[Lattice]:
    """Yield the lattices in which neighbours have whole edges in common: of triangles and parallelograms. All rows of
    those that are neither rectangles nor rhombs lean one way."""
    stood = postures(convex, 0.0)
    for this in stood:
        if len(convex) == 3:
            turned = posture(convex, (this.angle + 180) % 360, 0.0)
            yield Lattice((this, turned), (turned, this))
        elif len(convex) == 4 and congruent(this, posture(convex, (this.angle + 180) % 360, 0.0)):
            slant = _slant(this)
            edge = this.width - abs(slant)
            twins = [other for other in stood if abs(_slant(other) + slant) + abs(this.width - other.width) < ALIKE]
            if abs(slant) < ALIKE or not twins:
                yield Lattice((this,), (this,))
            else:
                yield from (Lattice((this,), (twin,), slant, edge, fold=fold) for twin in twins for fold in FOLDS)


def _slant(leaning: Posture) -> float:
    """Return how far the top of a parallelogram lies to the right of its foot."""
    foot = min(x for x, y in leaning.body if y < ALIKE)
    return min(x for x, y in leaning.body if y > leaning.height - ALIKE) - foot


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Items of one outline. convex: its hull, which is placed; gap: to be kept between them, 0 if they lie edge to
    edge, mm; lattices: of their rows, the preferred one first; postures: every way to lie, each look once."""

    names: tuple[str, ...]
    convex: Ring
    gap: float
    lattices: tuple[Lattice, ...]
    postures: tuple[Posture, ...]
    area: float = 0.0

    @property
    def space(self) -> float:
        """The area that one takes, half of the gap around it included, in mm²."""
        return self.postures[0].area


def fewest_cuts(n: int) -> float:
    """Return a lower bound on the straight cuts of `n` items that lie edge to edge: lines of two directions, in a
    square."""
    return 2 * math.sqrt(n) + 2


QUARTER_TURN = 90.0
PLAIN = 12  # corners of a ring; one of more is taken for one that goes round it
LEVEL = 4  # decimals: what is as high as that is equally high


@dataclass(frozen=True, slots=True)
class PlacedItem:
    """An item on the area that may be used: its posture and where its box starts (mm)."""

    posture: Posture
    x: float
    y: float

    @staticmethod
    def at(place: Placement, convex: Ring, gap: float, margin: float = 0.0) -> PlacedItem:
        """Return what lies at a place on an arrangement with this margin."""
        lying = posture(convex, place.angle, gap)
        return PlacedItem(lying, place.x - margin - lying.shift[0], place.y - margin - lying.shift[1])

    def meets(self, other: PlacedItem) -> bool:
        """Tell whether something else lies nearer than the gap."""
        return _no_fit(other.posture, self.posture).holds(self.x - other.x, self.y - other.y)

    def placement(self, left: float = 0.0, low: float = 0.0, high: float | None = None) -> Placement:
        """Return its place on the arrangement, of nothing yet. left, low: where the area begins; high: that of an area
        which is turned there by a quarter to the left."""
        x, y = self.x + self.posture.shift[0], self.y + self.posture.shift[1]
        angle = self.posture.angle
        if high is not None:
            x, y, angle = high - y, x, angle + QUARTER_TURN
        return Placement("", snap(left + x), snap(low + y), round(angle % 360, 9))


def fill(
    count: int, postures: Sequence[Posture], lying: Iterable[PlacedItem], width: float, height: float
) -> list[PlacedItem]:
    """Return as many of some items, which are alike, as fit beside what lies on an area of width × height mm."""
    places = [_Places(p, width, height) for p in postures if p.width <= width and p.height <= height]
    for placed_item in lying:
        for place in places:
            place.occupy(placed_item)
    new: list[PlacedItem] = []
    while len(new) < count:
        found = [(-round(y, LEVEL), round(x, LEVEL), k, x, y) for k, free in enumerate(places) for x, y in free.best()]
        if not found:
            break
        _, _, k, x, y = min(found)
        new.append(PlacedItem(places[k].posture, x, y))
        for place in places:
            place.occupy(new[-1])
    return new


FAR = 1e6  # mm: beyond any area
Barred = tuple[float, float, float, float, "_NoFit", float, float]  # its box, and where its own origin lies


class _Places:
    """Where a posture may lie. A place is where its box starts."""

    def __init__(self, posture: Posture, width: float, height: float) -> None:
        self.posture = posture
        self._right, self._top = width - posture.width, height - posture.height
        self._barred: list[Barred] = []
        # places that may be free: how high, from the top, and how far to the right
        self._open: list[tuple[float, float, float]] = []
        # beyond the area nothing may lie either
        for left, low, right in ((-FAR, -FAR, 0.0), (self._right, -FAR, FAR), (-FAR, self._top, FAR)):
            self._bar(_within(((left, low), (right, low), (right, FAR), (left, FAR))), 0.0, 0.0)

    def best(self) -> Iterator[Point]:
        """Yield the highest place, of those the one farthest to the left; nothing if there is none."""
        while self._open:
            _, x, y = self._open[0]
            for left, low, right, high, no_fit, dx, dy in self._barred:
                if left < x < right and low < y < high and no_fit.holds(x - dx, y - dy):
                    heappop(self._open)  # nothing is ever taken away
                    break
            else:
                yield x, y
                return

    def occupy(self, item: PlacedItem) -> None:
        """Bar the places where the posture would overlap something that lies there now."""
        self._bar(_no_fit(item.posture, self.posture), item.x, item.y)

    def _bar(self, fresh: _NoFit, dx: float, dy: float) -> None:
        left, low, right, high = fresh.box
        left, low, right, high = left + dx, low + dy, right + dx, high + dy
        if right < 0 or high < 0 or left > self._right or low > self._top:
            return
        for west, south, east, north, other, x, y in self._barred:
            if west <= right and east >= left and south <= high and north >= low:
                self._between(fresh, dx, dy, other, x, y)
        self._barred.append((left, low, right, high, fresh, dx, dy))

    def _try(self, x: float, y: float) -> None:
        """Take a place for one that may be free, if it is on the area."""
        right, top = self._right, self._top
        if -TINY <= x <= right + TINY and -TINY <= y <= top + TINY:
            x, y = min(max(x, 0.0), right), min(max(y, 0.0), top)
            heappush(self._open, (-round(y, LEVEL), x, y))

    def _between(self, first: _NoFit, dx: float, dy: float, other: _NoFit, x: float, y: float) -> None:
        """Try where the gap between two closes, and where the right side of one meets the level foot of the other."""
        if other.box[1] + y > first.box[1] + dy:
            first, dx, dy, other, x, y = other, x, y, first, dx, dy
        # at the foot of the higher one
        level = first.box[1] + dy
        left, right = first.foot[0] + dx, first.foot[1] + dx
        west, east = other.waist
        if x + east <= right + TINY:
            east = x + across(*other.right, level - y)
            if left - TINY <= east <= right + TINY:
                self._try(east, level)
            if east < left + TINY:
                height = _closing(other.right, first.left, dx - x, dy - y)
                if height is not None:
                    self._try(x + across(*other.right, height), y + height)
                return
        if x + west > right - TINY and x + across(*other.left, level - y) > right - TINY:
            height = _closing(first.right, other.left, x - dx, y - dy)
            if height is not None:
                self._try(dx + across(*first.right, height), dy + height)


def _closing(right: Rim, left: Rim, along: float, up: float) -> float | None:
    """Return how high the gap between the right side of a polygon and the left side of another one closes upwards; None
    if it does not. along, up: by which the other one is moved."""
    (ys, xs), (vs, us) = right, left
    low, high = max(ys[0], vs[0] + up), min(ys[-1], vs[-1] + up)
    wide = along + across(vs, us, low - up) - across(ys, xs, low)
    if wide <= 0:
        return low if wide >= -TINY else None
    least = wide, low
    for y in sorted([*(y for y in ys if low < y <= high), *(v + up for v in vs if low < v + up <= high)]):
        after = along + across(vs, us, y - up) - across(ys, xs, y)
        if after <= 0:
            return low + (y - low) * wide / (wide - after)
        least, low, wide = min(least, (after, y)), y, after
    return least[1] if least[0] <= TINY else None


@dataclass(frozen=True, slots=True, eq=False)
class _NoFit:
    """A convex polygon, within which nothing may lie. left, right: its sides, see `rims`; foot: from where to where it
    runs at its lowest; waist: how far its left side comes to the right, and its right side to the left; walls: of each
    side, what lies beyond it to the left, see `holds`; box: left, low, right, high. Lengths in mm."""

    left: Rim
    right: Rim
    foot: tuple[float, float]
    waist: tuple[float, float]
    walls: tuple[tuple[float, float, float], ...]
    box: Box

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a point lies inside by more than TINY."""
        for ux, uy, level in self.walls:  # noqa: SIM110 - a generator would take twice as long
            if y * ux - x * uy <= level:
                return False
        return True


@lru_cache(maxsize=4096)
def _no_fit(lying: Posture, other: Posture) -> _NoFit:
    """Return where another posture would overlap one whose box starts at (0, 0)."""
    return _within(
        hull(tuple((x - u, y - v) for x, y in _few_corners(lying.space) for u, v in _few_corners(other.space)))
    )


def _within(ring: Ring) -> _NoFit:
    """Return what is within a convex ring as a polygon in which nothing may lie."""
    walls = tuple(
        (ux := x1 - x0, uy := y1 - y0, TINY * math.hypot(ux, uy) + ux * y0 - uy * x0)
        for (x0, y0), (x1, y1) in sides(ring)
    )
    box = bounds((ring,))
    level = [x for x, y in ring if y < box[1] + 10**-LEVEL]
    foot = min(level), max(level)
    left, right = rims(ring)
    return _NoFit(left, right, foot, (max(left[1]), min(right[1])), walls, box)


@lru_cache(maxsize=1024)
def _few_corners(ring: Ring) -> Ring:
    """Return a convex ring with few corners around a convex ring; itself if it has few."""
    if len(ring) <= PLAIN:
        return ring
    turns = [2 * math.pi * k / PLAIN for k in range(PLAIN)]
    ways = [(math.cos(turn), math.sin(turn)) for turn in turns]
    far = [max(x * c + y * s for x, y in ring) for c, s in ways]
    found = []
    for (c, s), (d, t), reach, next_reach in zip(ways, ways[1:] + ways[:1], far, far[1:] + far[:1], strict=True):
        wide = c * t - s * d
        found.append(((reach * t - next_reach * s) / wide, (next_reach * c - reach * d) / wide))
    return hull(tuple((round(x, 9), round(y, 9)) for x, y in found))
