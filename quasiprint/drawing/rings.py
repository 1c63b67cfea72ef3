"""Closed lines of the plane: what lies inside, what crosses, how far apart; and the arcs of circles in them.

In floats, mm, for drawings and layouts, whose points are on a grid anyway; and in whole nanometres, where it is decided
in integers, without a tolerance, whether a ring crosses itself or two meet. The grid of faces (six decimals of a
millimetre) maps onto these without loss, and ``to_mm`` gives the very float that the face had. What the rules decide is
decided exactly, in `quasiprint.exact`.

Who draws a circle or rounds a corner puts corners on the arc, at equal steps, snapped to the grid, and from there on it
is a ring like any other: cells share it, pockets and inlays have it, solids are cut from it. So an arc is found again
where it is needed, from its corners alone, and whoever has the same corners finds the same arc. What decides are whole
nanometres, and floats of which only sums, products, quotients and square roots are taken: these are the same on every
machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from typing import Generic, TypeVar

from quasiprint.model.face import Point, Ring, bounds
from quasiprint.model.profile import Box
from quasiprint.model.solid import Solid

GridPoint = tuple[int, int]
GridRing = tuple[GridPoint, ...]
Edge = tuple[GridPoint, GridPoint]

NANOMETRES = 1_000_000  # in a millimetre
NEAR = 2  # nm: what lies nearer to an edge or corner is meant to lie on it
TOUCH = 1e-9  # sides: one that needs to be so much longer meets another; mm²: sides that span less are parallel
SAME = 1e-6  # sides: meetings that are so near are one
P = TypeVar("P", Point, GridPoint)
T = TypeVar("T")
Number = TypeVar("Number", int, float)


class NearPoints(Generic[T]):
    """What is kept for points of which one within `near` mm of another is that one. Rounding would not do: two points a
    nanometre apart may round to different values."""

    def __init__(self, near: float) -> None:
        self._near = near
        self._kept: dict[tuple[int, int], list[tuple[Point, list[T]]]] = {}

    def at(self, p: Point) -> list[T]:
        """Return the list that is kept for a point."""
        column, row = round(p[0]), round(p[1])
        for i in (0, -1, 1):
            for j in (0, -1, 1):
                for other, kept in self._kept.get((column + i, row + j), ()):
                    if math.dist(p, other) < self._near:
                        return kept
        fresh: list[T] = []
        self._kept.setdefault((column, row), []).append((p, fresh))
        return fresh


def sides(ring: tuple[P, ...]) -> list[tuple[P, P]]:
    """Return the sides of a ring in order; side k starts at point k."""
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def direction(p: Point) -> float:
    """Return the direction of a point from 0, in radians."""
    return math.atan2(p[1], p[0])


def turn_point(p: Point, angle: float) -> Point:
    """Return a point turned anticlockwise about 0 by `angle` radians, off the grid."""
    c, s = math.cos(angle), math.sin(angle)
    return p[0] * c - p[1] * s, p[0] * s + p[1] * c


def inside(p: P, ring: tuple[P, ...]) -> bool:
    """Tell whether a point lies inside a ring, by counting the sides to its right: in nanometres exactly, if it is not
    on the ring."""
    level = [(a, b) for a, b in sides(ring) if (a[1] > p[1]) != (b[1] > p[1])]
    return sum([(side(a, b, p) > 0) == (b[1] > a[1]) for a, b in level]) % 2 == 1


def crossings(rings: Iterable[Ring], y: float) -> list[float]:
    """Return where rings cross the level line at a height, from the left: by turns into what they enclose, and out."""
    lines = (line for ring in rings for line in sides(ring))
    return sorted(x0 + (x1 - x0) * (y - y0) / (y1 - y0) for (x0, y0), (x1, y1) in lines if (y0 > y) != (y1 > y))


def side(a: tuple[Number, Number], b: tuple[Number, Number], p: tuple[Number, Number]) -> Number:
    """Return twice the area of the triangle a, b, p: positive if p lies left of the way from a to b."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether the segments ab and cd cross, each passing to the other's far side."""
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def cross(first: Ring, second: Ring) -> bool:
    """Tell whether two rings cross."""
    return any(crossing(*p, *q) for *_, p, q in near_sides((sides(first), sides(second))))


def to_segment(p: Point, a: Point, b: Point) -> float:
    """Return the distance from a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    f = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square)) if square else 0.0
    return math.hypot(p[0] - a[0] - f * dx, p[1] - a[1] - f * dy)


def meetings(first: Ring, second: Ring) -> list[tuple[float, float]]:
    """Return where two lines that do not come back meet, in order along the first: how many sides along either. A
    corner on the other line counts once, a side that runs along one of its sides not at all."""
    found: list[tuple[float, float]] = []
    for (k, (a, b)), (n, (c, d)) in product(enumerate(pairwise(first)), enumerate(pairwise(second))):
        begin, end = side(c, d, a), side(c, d, b)
        if abs(begin - end) < TOUCH or not -TOUCH <= begin / (begin - end) <= 1 + TOUCH:
            continue
        along = side(a, b, c) / (end - begin)
        at = k + begin / (begin - end), n + along
        if -TOUCH <= along <= 1 + TOUCH and all(math.dist(at, other) > SAME for other in found):
            found.append(at)
    return sorted(found)


def boundary_distance(first: Ring, second: Ring, most: float = math.inf, *, closed: bool = True) -> float:
    """Return the least distance between the lines of two rings, 0 where they cross; `most` where they are no nearer.
    closed: whether they come back to where they begin."""
    lines: Callable[[Ring], Iterable[tuple[Point, Point]]] = sides if closed else pairwise
    (left, low, right, high), (west, south, east, north) = bounds((first,)), bounds((second,))
    least, others = most, _within(lines(second), (left - most, low - most, right + most, high + most))
    for a, b, left, right, low, high in _within(lines(first), (west - most, south - most, east + most, north + most)):
        for c, d, west, east, south, north in others:
            # boxes that lie farther apart than the best so far cannot do better
            if west - right >= least or left - east >= least or south - high >= least or low - north >= least:
                continue
            if crossing(a, b, c, d):
                return 0.0
            least = min(least, to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b))
    return least


def _within(lines: Iterable[tuple[P, P]], box: Box) -> list[tuple[P, P, float, float, float, float]]:
    """Return the sides whose boxes come into a box: each its ends, then its least and greatest x and y."""
    west, south, east, north = box
    found: list[tuple[P, P, float, float, float, float]] = []
    for a, b in lines:
        left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        low, high = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        if left <= east and right >= west and low <= north and high >= south:
            found.append((a, b, left, right, low, high))
    return found


def distance(first: Ring, second: Ring, most: float = math.inf) -> float:
    """Return the distance of two areas, 0 if they touch or overlap; `most` where they are no nearer."""
    (left, low, right, high), (west, south, east, north) = bounds((first,)), bounds((second,))
    if west - right >= most or left - east >= most or south - high >= most or low - north >= most:
        return most
    if west <= left and right <= east and south <= low and high <= north and inside(first[0], second):
        return 0.0
    if left <= west and east <= right and low <= south and north <= high and inside(second[0], first):
        return 0.0
    return boundary_distance(first, second, most)


def on_grid(ring: Ring) -> GridRing:
    """Return a ring (mm) in nanometres."""
    return tuple([(round(x * NANOMETRES), round(y * NANOMETRES)) for x, y in ring])


def to_mm(p: GridPoint) -> Point:
    """Return a grid point in mm: the float nearest to the decimal number, as ``snap`` gives it."""
    return p[0] / NANOMETRES, p[1] / NANOMETRES


def twice_area(ring: GridRing) -> int:
    """Return twice the signed area of a ring, nm², exactly."""
    return sum([x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True)])


def is_convex(ring: GridRing) -> bool:
    """Tell whether an anticlockwise ring turns left, or runs straight on, everywhere, and goes round once."""
    steps = [(x - x0, y - y0) for (x0, y0), (x, y) in zip(ring, ring[1:] + ring[:1], strict=True)]
    after = steps[1:] + steps[:1]
    turns = [u * q - v * p for (u, v), (p, q) in zip(steps, after, strict=True)]
    if min(turns, default=0) < 0:
        return False
    if 0 in turns and any(
        not turn and u * p + v * q < 0 for turn, (u, v), (p, q) in zip(turns, steps, after, strict=True)
    ):
        return False
    ways = [u > 0 for u, _ in steps if u]
    return sum([way != two for way, two in zip(ways, ways[1:] + ways[:1], strict=True)]) == 2


def meets_itself(ring: GridRing) -> Edge | None:
    """Return an edge of a closed line that crosses or touches another of its edges, or doubles back over its
    neighbour; None if there is none such. The ring repeats no point."""
    if is_convex(ring if twice_area(ring) > 0 else ring[::-1]):
        return None
    for a, b, c in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        if side(a, b, c) == 0 and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0:
            return a, b
    for i, k, (a, b), (c, d) in near_sides([[line] for line in sides(ring)]):
        if (i - k) % len(ring) not in (1, len(ring) - 1) and touching(a, b, c, d):
            return a, b
    return None


def near_pairs(boxes: Sequence[Box], gap: float) -> Iterator[tuple[int, int]]:
    """Yield the numbers of every two boxes that come within a gap of one another, in order. boxes: from left to right,
    each its left, low, right and high."""
    for k, (_, low, right, high) in enumerate(boxes):
        for n in range(k + 1, len(boxes)):
            west, south, _, north = boxes[n]
            if west > right + gap:
                break
            if south <= high + gap and low <= north + gap:
                yield k, n


def near_sides(
    lines: Sequence[Sequence[tuple[P, P]]], gap: float = 0
) -> Iterator[tuple[int, int, tuple[P, P], tuple[P, P]]]:
    """Yield the sides of every two lines that come near to where the boxes of both are, or within a gap of it: they may
    meet. First the numbers of the lines, from left to right. lines: of each its sides."""
    boxed = [(bounds(tuple(line)), number) for number, line in enumerate(lines)]
    boxed.sort(key=lambda entry: entry[0][0])
    for i, k in near_pairs([box for box, _ in boxed], gap):
        ((_, low, right, high), first), ((left, south, east, north), second) = boxed[i], boxed[k]
        common = left - gap, max(low, south) - gap, min(right, east) + gap, min(high, north) + gap
        one, other = (_within(lines[number], common) for number in (first, second))
        yield from ((first, second, p[:2], q[:2]) for p, q in product(one, other))


def meeting(rings: Sequence[GridRing]) -> Edge | None:
    """Return an edge of some ring that crosses or touches an edge of another one; None if all are apart."""
    near = near_sides([sides(ring) for ring in rings])
    return next(((a, b) for _, _, (a, b), (c, d) in near if touching(a, b, c, d)), None)


def touching(a: GridPoint, b: GridPoint, c: GridPoint, d: GridPoint) -> bool:
    """Tell whether two segments have a point in common, ends included."""
    abc, abd, cda, cdb = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if ((abc > 0) != (abd > 0)) and ((cda > 0) != (cdb > 0)) and abc and abd and cda and cdb:
        return True
    return (
        (abc == 0 and _between(c, a, b))
        or (abd == 0 and _between(d, a, b))
        or (cda == 0 and _between(a, c, d))
        or (cdb == 0 and _between(b, c, d))
    )


def _between(p: GridPoint, a: GridPoint, b: GridPoint) -> bool:
    """Tell whether a point on the line through a and b lies between them."""
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def parted(outline: GridRing, parts: Iterable[GridRing]) -> GridRing | None:
    """Return an outline with the corners that anticlockwise rings have on it, which part it: without gap or overlap,
    sharing their corners. None if they do not.

    The rings may have corners of their own on the outline's edges, to within `NEAR`.
    """
    edges = [edge for ring in parts for edge in sides(ring)]
    known = set(edges)
    onwards = {a: b for a, b in edges if (b, a) not in known}
    loose = sum((b, a) not in known for a, b in edges)
    if len(known) != len(edges) or len(onwards) != loose:
        return None  # an edge stands twice, or two loose ends begin at one point
    found: list[GridPoint] = []
    for a, b in sides(outline):
        here = a
        while here != b:
            found.append(here)
            after = onwards.get(here)
            if after is None or len(found) > loose or to_segment(after, a, b) > NEAR:
                return None
            here = after
    return tuple(found) if len(found) == loose else None


LEAST = 3  # chords; two are enough where the ring runs on straight at both ends
CIRCLE = 15  # chords of a whole circle at least: a polygon of fewer sides is meant to be one
SHARPEST = math.cos(math.tau / CIRCLE + 1e-6)  # cosine of the largest step
ALIKE = 3.0  # nm: chords that differ by less are equal, up to their ends' rounding
ROUND = 1.6  # nm: so far may a corner be off its circle
DECIMALS = 9  # of a millimetre, in centres and radii
Radii = tuple[float, ...]  # of each side of a ring, from its first corner on; 0: straight; > 0: to the left


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc, anticlockwise. corners: on the grid, nm, both ends included; a whole circle ends where it begins.
    centre: mm. radius: mm."""

    corners: tuple[GridPoint, ...]
    centre: tuple[float, float]
    radius: float

    @property
    def whole(self) -> bool:
        """Whether it is a circle."""
        return self.corners[0] == self.corners[-1]

    def inward(self, p: GridPoint, width: float) -> tuple[float, float]:
        """Return the point (mm) that lies `width` mm from a corner of the arc towards its centre."""
        x, y = to_mm(p)
        part = width / self.radius
        return x + (self.centre[0] - x) * part, y + (self.centre[1] - y) * part

    def touching(self, beside: tuple[GridPoint, GridPoint]) -> int:
        """Return at how many of its ends a ring runs on as a tangent. beside: the corners before and after it."""
        return self.is_tangent(self.corners[0], beside[0]) + self.is_tangent(self.corners[-1], beside[1])

    def is_tangent(self, p: GridPoint, q: GridPoint) -> bool:
        """Tell whether the line from q to its end p, a corner of the arc, is a tangent there, up to rounding."""
        x, y = p[0] / NANOMETRES - self.centre[0], p[1] / NANOMETRES - self.centre[1]
        dx, dy = (p[0] - q[0]) / NANOMETRES, (p[1] - q[1]) / NANOMETRES
        length = math.sqrt(dx * dx + dy * dy)
        # both ends of the line, and the corner's own place, are off by a nanometre at most
        return abs(x * dx + y * dy) <= 2e-6 * length + 2e-6 * self.radius


@lru_cache(maxsize=4096)
def arcs(ring: GridRing) -> tuple[Arc, ...]:
    """Return the arcs of a ring, in its order, whichever way round it runs."""
    return (*_anticlockwise_arcs(ring), *_anticlockwise_arcs(ring[::-1]))


def arcs_of(solid: Solid) -> list[Arc]:
    """Return the arcs of all rings of a solid, those of its outline first."""
    rings = [solid.outline, *solid.holes]
    rings += [ring for recess in solid.recesses for ring in recess.region.rings]
    rings += solid.cavity.area.rings if solid.cavity else ()
    for sector in solid.sectors:
        rings.append(sector.boundary)
        rings += [ring for step in sector.steps for ring in step.region.rings]
    return list({arc: None for ring in dict.fromkeys(rings) for arc in arcs(on_grid(ring))})


@lru_cache(maxsize=4096)
def radii(ring: Ring) -> Radii:
    """Return the radius of each side of a closed ring (mm): of an arc's chords that which they have by their turn."""
    grid, found = on_grid(ring), [0.0] * len(ring)
    place = {p: k for k, p in enumerate(grid)}
    for arc in arcs(grid):
        places = [place[p] for p in arc.corners]
        if (places[0] + 1) % len(ring) != places[1]:  # the ring runs through it clockwise
            places.reverse()
        (ax, ay), (bx, by), (cx, cy) = (ring[k] for k in places[:3])
        turn = math.atan2((bx - ax) * (cy - by) - (by - ay) * (cx - bx), (bx - ax) * (cx - bx) + (by - ay) * (cy - by))
        if arc.whole:
            turn = math.copysign(math.tau / len(ring), turn)
        for k, after in pairwise(places):
            found[k] = math.dist(ring[k], ring[after]) / (2 * math.sin(turn / 2))
    return tuple(found)


def offset_radii(outline: Ring, outside: float) -> Radii:
    """Return the radii of the sides of an outline that are moved to their right, by so many mm."""
    corners = tuple(p for p, q in zip(outline, outline[1:] + outline[:1], strict=True) if p != q)
    return tuple(radius + outside if radius else 0.0 for radius in radii(corners))


def _anticlockwise_arcs(ring: GridRing) -> Iterator[Arc]:
    """Yield the arcs that a ring runs through anticlockwise."""
    n = len(ring)
    if n < LEAST:
        return
    chords = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    lengths = [math.sqrt(dx * dx + dy * dy) for dx, dy in chords]
    # whether chord k goes on from chord k − 1 as on an arc: as long, and a small step to the left
    onward = [
        abs(lengths[k] - lengths[k - 1]) <= ALIKE and _step(chords[k - 1], chords[k], lengths[k - 1] * lengths[k])
        for k in range(n)
    ]
    if all(onward):
        circle = _circle(ring) if n >= CIRCLE else None
        if circle is not None:
            yield circle
        return
    if not any(onward):
        return
    k = first = onward.index(False)
    while k < first + n:
        end = k + 1
        while onward[end % n] and end < first + n:
            end += 1
        if end - k >= 2:
            yield from _runs(ring, k, end - k)
        k = end


def _step(before: tuple[int, int], after: tuple[int, int], size: float) -> bool:
    turn = before[0] * after[1] - before[1] * after[0]
    return turn > 0 and before[0] * after[0] + before[1] * after[1] >= SHARPEST * size


def _runs(ring: GridRing, first: int, chords: int) -> Iterator[Arc]:
    """Yield the arcs among chords of equal length that turn to the left; where their turns differ, several."""
    n = len(ring)
    while chords >= 2:
        for count in range(chords, 1, -1):
            corners = tuple(ring[(first + j) % n] for j in range(count + 1))
            arc = _arc(corners, beside := (ring[(first - 1) % n], ring[(first + count + 1) % n]))
            if arc is not None and (count >= LEAST or arc.touching(beside) == 2):
                yield arc
                break
        else:
            count = 1
        first, chords = first + count, chords - count


def _arc(corners: tuple[GridPoint, ...], beside: tuple[GridPoint, GridPoint]) -> Arc | None:
    """Return the arc through corners, at least three; None if they are not on one circle. beside: what comes before
    and after them."""
    a, b = corners[0], corners[-1]
    dx, dy = (b[0] - a[0]) / NANOMETRES, (b[1] - a[1]) / NANOMETRES
    chord = math.sqrt(dx * dx + dy * dy)
    if not chord:
        return None
    m = len(corners) // 2
    top = corners[m : m + 1] if len(corners) % 2 else corners[m - 1 : m + 1]
    ahead = [side(a, b, p) / NANOMETRES**2 / chord for p in top]
    half = chord / 2
    if len(top) == 1:
        rise = -ahead[0]  # the arc lies to the right of the way from its start to its end
        if rise <= 0:
            return None
        radius = (half * half + rise * rise) / (2 * rise)
        away = radius - rise
    else:
        # two corners beside the middle, at one height and one distance from it
        rise = -(ahead[0] + ahead[1]) / 2
        wide = math.dist(*top) / NANOMETRES / 2
        if rise <= 0:
            return None
        # from half² + away² = wide² + (rise + away)²
        away = (half * half - wide * wide - rise * rise) / (2 * rise)
        radius = math.sqrt(half * half + away * away)
    found = [arc for arc in _fitting(corners, radius, away, (dx / chord, dy / chord), half) if _holds(arc)]
    # a rounder radius is the design's own, unless what runs on as a tangent of the exact one does not of it
    return max(found, key=lambda arc: arc.touching(beside), default=None)


def _fitting(
    corners: tuple[GridPoint, ...], radius: float, away: float, along: tuple[float, float], half: float
) -> Iterator[Arc]:
    """Yield arcs through both ends that corners may be on, that with the roundest radius first.

    radius, away: about what they are: of the circle, and how far its centre lies to the left of the middle of the
    ends. along: the direction from start to end. half: of the distance between them.
    """
    a, b = corners[0], corners[-1]
    middle = (a[0] + b[0]) / 2 / NANOMETRES, (a[1] + b[1]) / 2 / NANOMETRES
    for decimals in range(2, DECIMALS + 1):
        nice = round(radius, decimals)
        # near half a circle its centre follows from its radius but badly
        if abs(away) > radius / 4 and nice > half:
            far = math.copysign(math.sqrt(nice * nice - half * half), away)
        else:
            far = away
        centre = (round(middle[0] - along[1] * far, DECIMALS), round(middle[1] + along[0] * far, DECIMALS))
        if nice > 0:
            yield Arc(corners, (centre[0] + 0.0, centre[1] + 0.0), nice)


def _circle(ring: GridRing) -> Arc | None:
    """Return the circle on which all corners of a ring are, at equal steps; None if there is none."""
    n = len(ring)
    start = ring.index(min(ring))
    corners = (*ring[start:], *ring[:start], ring[start])
    x, y = (sum(p[k] for p in ring) / n / NANOMETRES for k in (0, 1))
    mean = sum(math.sqrt((p[0] / NANOMETRES - x) ** 2 + (p[1] / NANOMETRES - y) ** 2) for p in ring) / n
    for decimals in range(2, DECIMALS + 1):
        for places in (6, DECIMALS):
            arc = Arc(corners, (round(x, places) + 0.0, round(y, places) + 0.0), round(mean, decimals))
            if arc.radius > 0 and _holds(arc):
                return arc
    return None


def _holds(arc: Arc) -> bool:
    """Tell whether all corners of an arc are on its circle."""
    cx, cy = arc.centre[0] * NANOMETRES, arc.centre[1] * NANOMETRES
    radius = arc.radius * NANOMETRES
    return all(abs(math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy)) - radius) <= ROUND for x, y in arc.corners)
