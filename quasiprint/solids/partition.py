"""Plans: the parting of a plane area into pieces of different height, exactly, and into triangles.

Points are whole nanometres: whether two corners are the same or two edges cancel is a comparison
of integers. The grid of faces (six decimals of a millimetre) maps onto it without loss, and a
division by `NANOMETRES` gives the very float that the face had. A point is one number, too, so that
points are sorted and compared as fast as numbers are; they come in the same order as their pairs.

Triangles of an area are proved to cover its border exactly once. Corners of different steps often
lie on one line, up to rounding; a triangle between three of them is a splinter that 32-bit floats
could turn over, so the diagonal it leans on is flipped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from quasiprint.drawing.rings import NANOMETRES, NEAR, GridRing, on_grid, to_mm
from quasiprint.model.bounded import cache_by_weight
from quasiprint.model.face import Region, Ring
from quasiprint.model.solid import Surface

Numbers = NDArray[np.int64]
KEPT = 100_000  # triangles of areas that recur, each 12 bytes and those of its corner
SPLINTER = 2000.0  # nm: a triangle less high than this is replaced, if its neighbours allow it
WIDE = 1 << 32  # nm: no piece is 2 m large
Corner = tuple[float, float]
IndexTriangle = tuple[int, int, int]
Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class Plan:
    """An area parted into a base and raised or sunk steps.

    places: (p, 2), nm: its corners, each once; what follows has their numbers. sides: for each edge of the boundary as
    given, then of each hole, the corners along it, both ends included. base: rings of what the steps leave of the area.
    steps: the rings of each step, with its z. Every edge of a ring is an edge of the sides, or stands in reverse in
    another.
    """

    places: Numbers
    sides: tuple[list[int], ...]
    base: tuple[list[int], ...]
    steps: tuple[tuple[tuple[list[int], ...], float], ...]


def partition(boundary: Ring, steps: Iterable[tuple[Region, float]], holes: Iterable[Ring] = ()) -> Plan:
    """Return how `steps` (area and z) part the area inside `boundary` and outside its `holes`. All in mm.

    The boundary holds corners only; corners of steps that lie on its edges become corners of its sides. No step touches
    a hole. Raises ValueError if the steps overlap or leave the area.
    """
    ring = on_grid(boundary)
    areas = [(region.rings, z) for region, z in steps]
    outlines = [outline for rings, _ in areas for outline in rings]
    numbers = np.fromiter(chain.from_iterable(chain.from_iterable(outlines)), dtype=np.float64)
    corners: Numbers = np.rint(numbers.reshape(-1, 2) * NANOMETRES).astype(np.int64)
    points, sizes, borders = _weld(ring, corners, list(map(len, outlines)))
    rims = [on_grid(hole) for hole in holes]
    lines = [*borders, *(side for hole in rims for side in pairwise((*hole, hole[0])))]
    points = np.concatenate((points, _codes(np.array(list(chain.from_iterable(lines)), dtype=np.int64))))
    known = np.unique(points)
    number, many = np.searchsorted(known, points), len(known)
    count = sum(sizes)
    # edges as numbers: of the steps' rings, and of the border
    start = number[:count]
    taken = start * many + start[follow(sizes)]
    leads = np.ones(len(number) - count, dtype=np.bool_)
    leads[np.cumsum(list(map(len, lines))) - 1] = False  # from the last place of a line no edge leads on
    along = count + np.flatnonzero(leads)
    border = number[along] * many + number[along + 1]
    places = _places(known)

    def name(edge: int) -> str:
        (x0, y0), (x1, y1) = (to_mm(tuple(places[end].tolist())) for end in divmod(edge, many))
        return f"({x0:g}, {y0:g})–({x1:g}, {y1:g}) mm"

    every_taken, rim = np.sort(taken), np.sort(border)
    if (every_taken[1:] == every_taken[:-1]).any():
        first = np.unique(taken, return_index=True)[1]
        raise ValueError(f"two steps overlap along the edge {name(int(np.delete(taken, first)[0]))}")
    back = taken % many * many + taken // many
    inner = ~(among(taken, rim) | among(back, every_taken))
    if (wrong := taken[inner & among(back, rim)]).size:
        raise ValueError(f"a step lies outside its sector, beyond the edge {name(int(wrong[0]))}")
    rest = np.unique(np.concatenate((border[~among(border, every_taken)], back[inner])))
    a, b = places[rest // many], places[rest % many]
    if (a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]).sum() < 0:
        raise ValueError("the steps are larger than their sector")
    loose = zip((rest // many).tolist(), (rest % many).tolist(), strict=True)
    base = _rings(loose, places)
    rings = _split(start.tolist(), sizes)
    cut = accumulate((len(outlines) for outlines, _ in areas), initial=0)
    parts = ((tuple(rings[k : k + len(outlines)]), z) for k, (outlines, z) in zip(cut, areas, strict=False))
    along_sides = tuple(_split(number[count:].tolist(), list(map(len, lines))))
    return Plan(places, along_sides, tuple(base), tuple(parts))


def follow(sizes: Sequence[int]) -> Numbers:
    """Return for each corner of concatenated rings the index of the next corner of its ring. sizes: of the rings."""
    ends = np.cumsum(sizes, dtype=np.int64)
    onward: Numbers = np.arange(1, sum(sizes) + 1)
    onward[ends - 1] = ends - sizes
    return onward


def among(numbers: Numbers, others: Numbers) -> NDArray[np.bool_]:
    """Return for each number whether it is in a sorted array."""
    if not len(others):
        return np.zeros(len(numbers), dtype=np.bool_)
    found: NDArray[np.bool_] = others[np.minimum(np.searchsorted(others, numbers), len(others) - 1)] == numbers
    return found


def _split(numbers: list[Line], sizes: Sequence[int]) -> list[list[Line]]:
    """Return runs that are so long."""
    ends = list(accumulate(sizes, initial=0))
    return [numbers[first:last] for first, last in pairwise(ends)]


def _codes(points: Numbers) -> Numbers:
    """Return points (n, 2) as one number each."""
    found: Numbers = points[:, 0] * WIDE + points[:, 1]
    return found


def _places(codes: Numbers) -> Numbers:
    """Return the points of numbers."""
    x = (codes + WIDE // 2) // WIDE
    return np.stack((x, codes - x * WIDE), axis=1)


def _weld(ring: GridRing, corners: Numbers, sizes: list[int]) -> tuple[Numbers, list[int], list[GridRing]]:
    """Return the corners of the steps' rings as numbers, how many each ring has, and the boundary's sides; each with
    the others' corners on its edges.

    A step's corner within `NEAR` of a boundary corner becomes that corner.
    """
    edges: list[GridRing] = list(pairwise((*ring, ring[0])))
    if not sizes:
        return _codes(corners), sizes, edges
    border: Numbers = np.array(ring, dtype=np.int64)
    codes, known = _codes(corners), _codes(border)
    distinct = np.unique(codes)
    foreign = _places(distinct[~among(distinct, np.sort(known))])
    moved, along = _nearest(border, [len(border)], foreign)
    before = codes.copy()
    for k, j in moved:
        codes[before == _codes(foreign[j : j + 1])] = known[k]
    borders = [
        (a, *map(tuple, foreign[found].tolist()), b) if found else (a, b)
        for (a, b), found in zip(edges, along, strict=True)
    ]
    # a corner of the boundary may lie on a step's edge: then no step has that corner
    missing = np.sort(known[~among(known, np.sort(codes))])
    if len(missing):
        _, along = _nearest(_places(codes), sizes, _places(missing))
        if any(along):
            lines = [[p, *missing[more].tolist()] for p, more in zip(codes.tolist(), along, strict=True)]
            sizes = [sum(map(len, run)) for run in _split(lines, sizes)]
            codes = np.array(list(chain.from_iterable(lines)), dtype=np.int64)
    return codes, sizes, borders


def _nearest(corners: Numbers, sizes: Sequence[int], points: Numbers) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """Return which corner (by number) which of the points is meant to be, and which lie along each edge, in order.
    corners: of all rings; sizes: of the rings."""
    along: list[list[int]] = [[] for _ in corners]
    d: Numbers = corners[follow(sizes)] - corners
    moment = (d[:, 0] * corners[:, 1] - d[:, 1] * corners[:, 0])[:, None]
    square = (d * d).sum(axis=1)[:, None]
    near = NEAR * np.sqrt(square)
    cross = np.abs(np.multiply.outer(d[:, 0], points[:, 1]) - np.multiply.outer(d[:, 1], points[:, 0]) - moment)
    few = np.flatnonzero((cross <= 2 * near).any(axis=0))  # all others are far from every edge and corner
    rel, cross = points[few] - corners[:, None, :], cross[:, few]
    at_corner = (np.abs(rel) <= NEAR).all(axis=2)
    dot = rel[:, :, 0] * d[:, 0, None] + rel[:, :, 1] * d[:, 1, None]
    on_edge = (cross <= near) & (dot > 0) & (dot < square)
    on_edge &= ~at_corner.any(axis=0)
    for i, j in sorted(np.argwhere(on_edge).tolist(), key=lambda ij: (ij[0], int(dot[ij[0], ij[1]]))):
        along[i].append(int(few[j]))
    return [(i, int(few[j])) for i, j in np.argwhere(at_corner).tolist()], along


def _rings(loose: Iterable[tuple[int, int]], places: Numbers) -> list[list[int]]:
    """Return the closed rings that directed edges make, each starting at its least corner. places: where ends lie.

    Where rings meet in a corner, each keeps its own side: the walk turns left as far as it can.
    Raises ValueError if an edge leads nowhere.
    """
    edges = sorted(loose)
    after = dict(edges)
    ways: dict[int, list[int]] = {}  # of ends that have several
    if len(after) < len(edges):
        for (a, b), (c, d) in pairwise(edges):
            if a == c:
                ways.setdefault(a, [b]).append(d)
        for a in ways:
            del after[a]
    rings = []
    for start, here in edges:
        if ways.get(start):
            here = ways[start].pop(0)
        elif after.pop(start, None) is None:
            continue
        ring = [start]
        while here != start:
            ring.append(here)
            onward = after.pop(here, None)
            if onward is None:
                open_ways = ways.get(here)
                if not open_ways:
                    x, y = places[here].tolist()
                    raise ValueError(f"an edge ends at ({x}, {y}) nm, where none begins")
                k = 0
                if len(open_ways) > 1:
                    k = _leftmost(places[ring[-2]].tolist(), places[here].tolist(), places[open_ways].tolist())
                onward = open_ways.pop(k)
            here = onward
        rings.append(ring)
    return rings


def _leftmost(before: Sequence[int], here: Sequence[int], ways: Sequence[Sequence[int]]) -> int:
    """Return which of the ways turns left the most, coming from `before`."""
    heading = math.atan2(here[1] - before[1], here[0] - before[0])

    def turn(way: Sequence[int]) -> float:
        angle = math.atan2(way[1] - here[1], way[0] - here[0]) - heading
        return (angle + math.pi) % (2 * math.pi)

    return max(range(len(ways)), key=lambda k: turn(ways[k]))


def triangles(rings: Sequence[Sequence[Corner]]) -> tuple[IndexTriangle, ...]:
    """Return the triangles of one area, see `triangulate`. rings: nm."""
    corners = np.array(list(chain.from_iterable(rings)), dtype=np.float64)
    return tuple(map(tuple, triangulate(corners, [list(map(len, rings))])[0].tolist()))


def triangulate(corners: NDArray[np.float64], areas: Sequence[Sequence[int]]) -> list[NDArray[np.int32]]:
    """Return anticlockwise triangles of areas (outer rings anticlockwise, holes clockwise), points as they are.

    corners: of all rings, one after the other, nm; areas: how many each ring of an area has. What is returned counts
    the corners of all; no point is added or left out.
    Raises ValueError if an area is not covered: an edge of a ring is no side of exactly one
    triangle, another side has no partner, or a triangle is turned over, as where rings cross.
    """
    found: list[NDArray[np.int32]] = []
    first = 0
    for sizes in areas:
        ends = list(accumulate(sizes, initial=first))
        found.append(_filled(corners[first : ends[-1]].tobytes(), tuple(sizes)) + first)
        first = ends[-1]
    low = ~(_heights(corners, np.concatenate(found)) >= SPLINTER)
    if low.any():
        for k, (a, b) in enumerate(pairwise(accumulate(map(len, found), initial=0))):
            if b - a > 1 and (splinters := np.flatnonzero(low[a:b]).tolist()):
                result: list[IndexTriangle] = [(p, q, r) for p, q, r in found[k].tolist()]
                _flip_splinters(corners, result, splinters)
                found[k] = np.array(result, dtype=np.int32)
                if (_heights(corners, found[k]) < -SPLINTER).any():
                    raise ValueError("triangulation: a triangle is turned over")
    _prove(len(corners), list(chain.from_iterable(areas)), np.concatenate(found))
    return found


@cache_by_weight(len, KEPT)
def _filled(corners: bytes, sizes: tuple[int, ...]) -> NDArray[np.int32]:
    """Return triangles of one area, not proved. An inlay's area is that of its pocket: both ask for the same."""
    import manifold3d

    if sizes == (3,):
        return np.array(((0, 1, 2),), dtype=np.int32)
    points = np.frombuffer(corners).reshape(-1, 2)
    rings = [points[a:b] for a, b in pairwise(accumulate(sizes, initial=0))]
    return np.asarray(manifold3d.triangulate(rings), dtype=np.int32)


def _flip_splinters(corners: NDArray[np.float64], result: list[IndexTriangle], waiting: list[int]) -> None:
    """Replace each splinter and the triangle across its longest side by the two others of their
    quadrilateral, in place, if both of these are higher. waiting: the splinters."""
    at = {side: k for k, (a, b, c) in enumerate(result) for side in ((a, b), (b, c), (c, a))}
    patience = 8 * len(waiting)  # a splinter may have to wait until one beside it is gone
    while waiting and patience:
        patience -= 1
        k = waiting.pop(0)
        height = _heights(corners, np.array(result[k : k + 1]))[0]
        if height >= SPLINTER:
            continue
        turns = (result[k][i:] + result[k][:i] for i in range(3))
        a, b, c = max(turns, key=lambda t: math.dist(corners[t[0]], corners[t[1]]))
        across = at.get((b, a))
        if across is None:
            continue
        (d,) = set(result[across]) - {a, b}
        first, second = (a, d, c), (d, b, c)
        waiting.append(k)
        if _heights(corners, np.array((first, second))).min() > height:
            del at[a, b], at[b, a]
            for where, (p, q, r) in ((k, first), (across, second)):
                result[where] = (p, q, r)
                at[p, q] = at[q, r] = at[r, p] = where
            waiting.append(across)


def _heights(points: NDArray[np.float64], triangles: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return the least height of each triangle, negative if it is turned over."""
    (ax, ay), (bx, by), (cx, cy) = (points[triangles[:, k]].T for k in range(3))
    longest = np.maximum(
        np.maximum((bx - ax) ** 2 + (by - ay) ** 2, (cx - bx) ** 2 + (cy - by) ** 2), (ax - cx) ** 2 + (ay - cy) ** 2
    )
    height: NDArray[np.float64] = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / np.sqrt(longest)
    return height


def _prove(count: int, sizes: Sequence[int], found: NDArray[np.int32]) -> None:
    """Raise ValueError if triangles do not fill rings. count: of corners; sizes: how many each ring has."""
    border = np.arange(count) * count + follow(sizes)  # in order
    a, b = found.ravel().astype(np.int64), found[:, [1, 2, 0]].ravel()
    edges = np.sort(a * count + b)
    if (edges[1:] == edges[:-1]).any():
        raise ValueError("triangulation: two triangles have the same side in the same direction")
    inner = edges[~among(edges, border)]
    if len(inner) != len(edges) - count or not among(inner % count * count + inner // count, edges).all():
        raise ValueError("triangulation: the triangles do not fill the area up to its border")


def corners_of(surface: Surface) -> NDArray[np.float64]:
    """Return the corners of a surface, (c, 3), mm."""
    return np.frombuffer(surface.corners).reshape(-1, 3)


def indices_of(surface: Surface) -> NDArray[np.int32]:
    """Return the triangles of a surface as numbers of its corners, (t, 3)."""
    return np.frombuffer(surface.indices, dtype=np.int32).reshape(-1, 3)


class SectorSurface:
    """The surface of a sector, which is being built. Corners are numbers of a place and a level together: levels are
    the heights of its areas, and that of the lower end of its outer walls, from below."""

    def __init__(self, plan: Plan, top: float, low: float) -> None:
        self.plan, self.top = plan, top
        areas = [(rings, z) for rings, z in ((plan.base, top), *plan.steps) if rings]
        self.levels = np.array(sorted({low, top, *(z for _, z in areas)}))
        self.mm = plan.places / NANOMETRES
        self.sizes = [list(map(len, rings)) for rings, _ in areas]
        corners = chain.from_iterable(chain.from_iterable(rings for rings, _ in areas))
        self.start = np.fromiter(corners, dtype=np.int64)
        self.end = self.start[follow([size for sizes in self.sizes for size in sizes])]
        of_area = np.searchsorted(self.levels, [z for _, z in areas])
        self.level = np.repeat(of_area, list(map(sum, self.sizes)))
        # every edge has its area to its left: each end of it meets that area's height
        met = np.zeros((len(plan.places), len(self.levels) + 1), dtype=np.int64)
        met[self.start, self.level + 1] = met[self.end, self.level + 1] = 1
        self.below = met.cumsum(axis=1)  # how many of the heights that a place meets lie beneath a level
        self.edges = self.start * len(plan.places) + self.end
        self.order = np.argsort(self.edges)

    def surface(self, outer: Sequence[bool]) -> Surface:
        """Return everything. outer: of each side, whether a wall stands on it."""
        under = self._level_of(self.end * len(self.plan.places) + self.start)
        inner = np.flatnonzero((under >= 0) & (under < self.level))
        walls, _ = self._walls(self.start[inner], self.end[inner], under[inner], self.level[inner])
        return self._surface(np.concatenate((self._tops(), walls, *self._outer_walls(outer))))

    def _level_of(self, edges: Numbers) -> Numbers:
        """Return the levels of the areas that edges bound, -1 where none has such an edge."""
        at = self.order[np.minimum(np.searchsorted(self.edges, edges, sorter=self.order), len(self.order) - 1)]
        return np.where(self.edges[at] == edges, self.level[at], -1)

    def _tops(self) -> Numbers:
        corners = np.asarray(self.plan.places, dtype=np.float64)[self.start]
        found = np.concatenate(triangulate(corners, self.sizes))
        numbers: Numbers = (self.start * len(self.levels) + self.level)[found]
        return numbers

    def _walls(self, a: Numbers, b: Numbers, low: Numbers, high: Numbers) -> tuple[Numbers, Numbers]:
        """Return the walls over edges a → b, seen from their right, split where other heights meet them; and how many
        triangles each has."""
        count = len(self.levels)
        ends = np.array((a, b))
        a, b = ends * count
        made: Numbers = np.array((a + low, b + low, b + high, a + low, b + high, a + high)).T.reshape(-1, 3)
        more = self.below[ends, high] - self.below[ends, low + 1]
        sizes: Numbers = more[0] + more[1] + 2
        parts, done = [], 0
        for k in np.flatnonzero(sizes > 2).tolist():
            a_up, b_up = (
                [end[k] + z for z in (low[k], *self._met(end[k] // count, low[k], high[k]), high[k])] for end in (a, b)
            )
            parts += [made[2 * done : 2 * k], np.array(_split_wall(a_up, b_up, count), dtype=np.int64)]
            done = k + 1
        return np.concatenate((*parts, made[2 * done :])), sizes

    def _met(self, place: int, low: int, high: int) -> list[int]:
        """Return the levels between two others that a place meets."""
        below = self.below[place]
        return [z for z in range(low + 1, high) if below[z + 1] > below[z]]

    def _outer_walls(self, outer: Sequence[bool]) -> Iterator[Numbers]:
        """Yield the walls over the edges of the outline and of holes, one plane polygon each."""
        sides = self.plan.sides
        many = len(self.plan.places)
        heads = np.array([side[:2] for side in sides], dtype=np.int64)
        tops = self._level_of(heads[:, 0] * many + heads[:, 1])
        plain = np.array([len(side) == 2 for side in sides])
        if not np.where(outer, True, plain & (self.levels[tops] == self.top)).all():
            raise ValueError("solid: a step touches the seam between two sectors")
        stepped = np.flatnonzero(~plain & outer).tolist()
        unstepped = np.flatnonzero(plain & outer)
        walls, sizes = self._walls(heads[unstepped, 0], heads[unstepped, 1], np.zeros_like(unstepped), tops[unstepped])
        before = np.concatenate(((0,), sizes.cumsum()))[np.searchsorted(unstepped, stepped)].tolist()
        done = 0
        for end, stepped_wall in zip(before, self._stepped_walls([sides[k] for k in stepped]), strict=True):
            yield walls[done:end]
            yield stepped_wall
            done = end
        yield walls[done:]

    def _stepped_walls(self, sides: list[list[int]]) -> list[Numbers]:
        """Return the outer walls over edges of the outline: of each one plane polygon with a stepped top."""
        if not sides:
            return []
        many, count = len(self.plan.places), len(self.levels)
        edges = [a * many + b for side in sides for a, b in pairwise(side)]
        heights_along = iter(self._level_of(np.array(edges)).tolist())
        heights = (self.levels * NANOMETRES).tolist()
        corners: list[int] = []
        flat: list[tuple[float, float]] = []
        sizes: list[int] = []
        for line in sides:
            levels = [0, *islice(heights_along, len(line) - 1), 0]
            (x0, y0), *_ = places = self.plan.places[line].tolist()
            for k in range(len(line) - 1, -1, -1):  # anticlockwise, seen from outside
                z0, z1 = levels[k + 1], levels[k]  # right of the corner, then left of it
                inner = self._met(line[k], min(z0, z1), max(z0, z1))
                run = math.hypot(places[k][0] - x0, places[k][1] - y0)
                for z in dict.fromkeys([z0, *(inner if z0 < z1 else inner[::-1]), z1]):
                    corners.append(line[k] * count + z)
                    flat.append((run, heights[z]))
            sizes.append(len(flat) - sum(sizes))
        return [np.array(corners)[found] for found in triangulate(np.array(flat), [[size] for size in sizes])]

    def _surface(self, numbers: Numbers) -> Surface:
        """Return triangles as a surface."""
        flat = numbers.ravel()
        first = np.full(len(self.plan.places) * len(self.levels), -1)
        first[flat[::-1]] = np.arange(len(flat) - 1, -1, -1)
        used = np.flatnonzero(first >= 0)
        used = used[np.argsort(first[used])]
        first[used] = np.arange(len(used))
        place, level = np.divmod(used, len(self.levels))
        corners = np.concatenate((self.mm[place], self.levels[level][:, None]), axis=1)
        return Surface.of(corners.tobytes(), first[numbers].astype(np.int32).tobytes())


def _split_wall(up_a: list[int], up_b: list[int], count: int) -> list[tuple[int, int, int]]:
    """Return a wall between two edges upwards. count: of levels."""
    facets: list[tuple[int, int, int]] = []
    i = j = 0
    while i + 1 < len(up_a) or j + 1 < len(up_b):
        if j + 1 == len(up_b) or (i + 1 < len(up_a) and up_a[i + 1] % count < up_b[j + 1] % count):
            facets.append((up_a[i], up_b[j], up_a[i + 1]))
            i += 1
        else:
            facets.append((up_a[i], up_b[j], up_b[j + 1]))
            j += 1
    return facets
