"""Closed surfaces: are they closed, and how high do they stand where?

The bodies of a set are made of level, upright and (at the bottom edge, or the top one) slanting facets. Seen from
above, the level ones part the plane into areas, each with its height. Corners are equal only if they are equal
bit for bit, as in a file.

Bodies that are copies of others: on plates and in projects things lie that also lie in files of their own.

A copy has the same facets in the same order, all turned and moved over the bed by one motion. What is none is looked at
anew, so this says of nothing that it is right, but that it is what was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from typing import Generic, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from quasiprint.addons.reading.recogniser.plane import Lie, Numbers, Points, nest
from quasiprint.addons.reading.recogniser.shapes import Body, Facets, Unreadable

LYING = 1e-3  # mm: what begins so low lies on the bed
LEAST = 1e-6  # mm³: what encloses no more encloses nothing
UPRIGHT = 1e-3  # sine of the slope below which a facet is upright; 32-bit floats make it slant by less
FARTHEST = 1e5  # mm
# odd, of no pattern
MIXED = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93], dtype=np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A surface seen from above and below, mm. tops, bottoms: the level areas that look up and down, by height.
    outlines: what is seen from above together. slanted: what slanting facets that look down cover, seen from above,
    mm²; steep: how high they reach at most, mm. sloping: what those cover that look up; shallow: how low they begin.
    corners: of the surface, see there."""

    tops: dict[float, list[Polygon]]
    bottoms: dict[float, list[Polygon]]
    outlines: list[Polygon]
    slanted: float
    steep: float
    sloping: float
    shallow: float
    high: float
    corners: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """Closed surfaces of bodies. corners: of each facet, equal ones of a body have one number. beyond: the facet beyond
    each side, which runs from the corner of that number to the next. bodies: of each facet, which it is of."""

    facets: Facets
    corners: Numbers
    beyond: Numbers
    bodies: Numbers


def surface_of(bodies: Sequence[Facets]) -> Surface:
    """Return the facets of bodies as closed surfaces. Raises Unreadable (mesh-open, mesh-inside-out) unless every edge
    has two facets, one on either side, and each part that hangs together looks outwards."""
    if not all(map(len, bodies)):
        raise Unreadable("it has no facets", "mesh-open")
    facets, owner = np.concatenate(bodies), np.repeat(np.arange(len(bodies)), [len(own) for own in bodies])
    if not np.abs(facets).max() <= FARTHEST:
        raise Unreadable(f"it has a corner that is no number, or farther away than {FARTHEST:g} mm")
    rows = np.column_stack((facets.reshape(-1, 3), np.repeat(owner, 3).astype(np.float64)))
    corners = number_rows(rows).reshape(-1, 3)
    after = corners[:, [1, 2, 0]]
    if (corners == after).any():
        raise Unreadable("some of its facets have no area", "mesh-open")
    count = int(corners.max()) + 1
    there = (corners * count + after).ravel()
    undirected = np.where(corners < after, corners * count + after, after * count + corners).ravel()
    order = np.argsort(undirected)
    sides = undirected[order]
    one, two = order[::2], order[1::2]  # of each edge
    closed = len(order) % 2 == 0 and (sides[::2] == sides[1::2]).all() and (sides[2::2] != sides[1:-1:2]).all()
    if not closed:
        raise Unreadable("some of its edges have not two facets, as those of a closed body have", "mesh-open")
    if (there[one] == there[two]).any():
        raise Unreadable("a facet of it is turned over", "mesh-inside-out")
    beyond = np.empty_like(order)
    beyond[one], beyond[two] = two // 3, one // 3
    beyond = beyond.reshape(-1, 3)
    label = _labels(beyond)
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    volumes = np.bincount(label, (a * _across(b, c)).sum(axis=1) / 6)
    if (volumes <= LEAST).any():
        raise Unreadable("a part of it encloses nothing, or looks inwards", "mesh-inside-out")
    return Surface(facets, corners, beyond, owner)


def number_rows(rows: NDArray[np.float64]) -> Numbers:
    """Return a number for each row, the same for equal rows, from 0 on, in the order in which they come first."""
    _, first, number = np.unique(_keys(rows), return_index=True, return_inverse=True)
    if not np.array_equal(rows[first][number], rows):  # two rows have one key
        _, first, number = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    rank = np.empty_like(first)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[number.ravel()], dtype=np.int64)


def all_differ(rows: NDArray[np.float64]) -> bool:
    """Tell whether no two rows are equal. It may be said of some that they are that have one key by chance."""
    keys = np.sort(_keys(rows))
    return bool((keys[1:] != keys[:-1]).all())


def _keys(rows: NDArray[np.float64]) -> NDArray[np.uint64]:
    """Return a number for each row, the same for equal rows, and hardly ever for others."""
    bits = (rows + 0.0).view(np.uint64)  # 0 is −0, too
    return np.asarray((bits ^ (bits >> np.uint64(32))) @ MIXED[: rows.shape[1]])


def _across(u: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cross products of rows. Quicker than numpy's."""
    (a, b, c), (d, e, f) = u.T, v.T
    return np.column_stack((b * f - c * e, c * d - a * f, a * e - b * d))


def _labels(beyond: Numbers) -> Numbers:
    """Return for each facet the number of the shell that it is part of: facets that hang together by their edges."""
    label = np.arange(len(beyond))
    while True:
        least = np.minimum(label, label[beyond].min(axis=1))
        np.minimum.at(least, label, least)  # what a whole group has learned, its first facet knows
        least = least[least]
        if np.array_equal(least, label):
            return np.asarray(np.unique(label, return_inverse=True)[1].ravel(), dtype=np.int64)
        label = least


def levels(surface: Surface, outlined: Sequence[bool]) -> list[Levels]:
    """Return closed surfaces seen from above and below. outlined: of each body, whether its outlines are asked for."""
    facets, bodies = surface.facets, surface.bodies
    z = facets[:, :, 2]
    normal = _across(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    level = (z == z[:, :1]).all(axis=1)
    up = normal[:, 2] > 0
    slanting = ~level & (np.abs(normal[:, 2]) > UPRIGHT * np.sqrt((normal**2).sum(axis=1)))
    heights, number = np.unique(z[:, 0], return_inverse=True)
    # areas are of facets of a body at one height that look the same way: those that look up have even numbers
    group = np.where(level, 2 * (bodies * len(heights) + number.ravel()) + ~up, -1)
    tops: list[dict[float, list[Polygon]]] = [{} for _ in outlined]
    bottoms: list[dict[float, list[Polygon]]] = [{} for _ in outlined]
    for k, areas in sorted(_areas(surface, group).items()):
        body, height = divmod(k // 2, len(heights))
        (bottoms if k % 2 else tops)[body][float(heights[height])] = areas
    slopes = slanting & up
    several = np.array([asked and len(own) > 1 for asked, own in zip(outlined, tops, strict=True)])
    several[bodies[slopes]] = np.array(outlined, dtype=np.bool_)[bodies[slopes]]
    together = _together(surface, (level & up | slopes) & several[bodies]) if several.any() else {}
    starts = np.searchsorted(bodies, np.arange(len(outlined)))
    steep = np.maximum.reduceat(np.where((slanting & ~up)[:, None], z, 0.0).max(axis=1), starts).tolist()
    shallow = np.minimum.reduceat(np.where(slopes[:, None], z, np.inf).min(axis=1), starts).tolist()
    covered = np.where(slanting, np.abs(normal[:, 2]) / 2, 0.0)
    slanted, sloping = (np.bincount(bodies, covered * own).tolist() for own in (~up, up))
    high = np.maximum.reduceat(z.max(axis=1), starts).tolist()
    corners, seen = np.split(surface.corners, starts[1:]), list[Levels]()
    for k, asked in enumerate(outlined):
        outlines = together.get(k, next(iter(tops[k].values()), [])) if asked else []
        own = corners[k] - corners[k].min()
        seen.append(
            Levels(
                tops[k], bottoms[k], _outermost(outlines), slanted[k], steep[k], sloping[k], shallow[k], high[k], own
            )
        )
    return seen


def _areas(surface: Surface, group: Numbers) -> dict[int, list[Polygon]]:
    """Return what groups of level facets cover, seen from above: what the sides enclose beyond which another group
    begins. group: of each facet, below 0 for none."""
    rim = (group[:, None] >= 0) & (group[surface.beyond] != group[:, None])
    owner, side = np.nonzero(rim)
    points = surface.facets[owner, side, :2]
    start, end = surface.corners[owner, side], surface.corners[owner, (side + 1) % 3]
    count = int(surface.corners.max()) + 1
    own = group[owner]
    return _enclose(points, own * count + start, own * count + end, own, surface.facets[owner, (side + 1) % 3, :2])


def _together(surface: Surface, which: NDArray[np.bool_]) -> dict[int, list[Polygon]]:
    """Return what facets cover together, seen from above, whatever their heights, by bodies."""
    rim = which[:, None] & ~which[surface.beyond]
    rim |= which[:, None] & (surface.facets[surface.beyond][:, :, 0, 2] != surface.facets[:, :1, 2])
    owner, side = np.nonzero(rim)
    points, ends, own = (
        surface.facets[owner, side, :2],
        surface.facets[owner, (side + 1) % 3, :2],
        surface.bodies[owner],
    )
    number = number_rows(np.column_stack((np.concatenate((points, ends)), np.concatenate((own, own)))))
    start, end = number[: len(points)], number[len(points) :]
    count = int(number.max()) + 1
    alone = ~np.isin(start * count + end, end * count + start)  # where a pocket meets what is around it
    return _enclose(points[alone], start[alone], end[alone], own[alone], ends[alone])


def _enclose(points: Points, start: Numbers, end: Numbers, group: Numbers, ends: Points) -> dict[int, list[Polygon]]:
    """Return by groups what sides enclose that run around areas. start, end: of each side, the number of its corner in
    its group. points, ends: where these are."""
    order = np.argsort(start, kind="stable")
    first = start[order]
    after = order[np.minimum(np.searchsorted(first, end), len(first) - 1)]
    # areas that meet in a corner, and walls whose corners are not those of the next, are left to GEOS
    odd = np.unique(np.concatenate((group[order[1:]][first[1:] == first[:-1]], group[start[after] != end])))
    found: dict[int, list[Polygon]] = {}
    for k in odd.tolist():
        rims = shapely.linestrings(np.stack((points[group == k], ends[group == k]), axis=1))
        area = shapely.build_area(shapely.multilinestrings(rims))
        found[k] = [part for part in shapely.get_parts(area).tolist() if isinstance(part, Polygon)]
    plain = ~np.isin(group, odd)
    rings = _cycles(after.tolist(), np.flatnonzero(plain).tolist())
    if not rings:
        return found
    sizes = np.array([len(ring) for ring in rings])
    walk = np.concatenate(rings)
    whole = shapely.linearrings(points[walk], indices=np.repeat(np.arange(len(rings)), sizes))
    areas, groups = nest(shapely.polygons(whole), group[walk[np.cumsum(sizes) - sizes]])
    for area, k in zip(areas.tolist(), groups.tolist(), strict=True):
        found.setdefault(k, []).extend([area] if area.area > 0 else [])
    return found


def _cycles(after: list[int], numbers: list[int]) -> list[list[int]]:
    """Return the rings that a successor for each number makes of them."""
    left = set(numbers)
    rings = []
    for at in numbers:
        ring = list[int]()
        while at in left:
            left.remove(at)
            ring.append(at)
            at = after[at]
        rings += [ring] if ring else []
    return rings


def _outermost(areas: list[Polygon]) -> list[Polygon]:
    """Return areas without their holes, but for those that lie in others."""
    if len(areas) < 2:
        return [Polygon(area.exterior) for area in areas]
    whole = shapely.polygons(shapely.get_exterior_ring(np.array(areas, dtype=object)))
    # pockets and what is around them share their walls, but not always the corners on these
    inner, _ = shapely.STRtree(whole).query(shapely.point_on_surface(whole), "within")
    alone = np.bincount(inner, minlength=len(whole)) == 1
    return [part for part in whole[alone].tolist() if isinstance(part, Polygon)]


EXACT = 1e-4  # mm: corners of a copy are no farther from where they belong; 32-bit floats are off by a third of it
BEGIN = 6  # corners by which it is told what may begin with a copy; the least body has twelve

Thing = TypeVar("Thing")


class _Surface:
    """A closed surface. plane: its facets' corners, one after the other, seen from above; begin: the first of them;
    heights: of each. corners: the number of each, equal ones have one; first: of each number, the corner that has it
    first; levels: of each number, one that is as high. whole: after which facets those before them are closed, too."""

    def __init__(self, facets: Facets, corners: Numbers) -> None:
        rows = facets.reshape(-1, 3)
        self.plane = np.ascontiguousarray(rows[:, :2]).view(np.complex128).ravel()
        self.heights = rows[:, 2].astype(np.float32)
        self.begin = complex(self.plane[0])
        self.corners = corners.ravel()
        self.first = np.flatnonzero(np.diff(np.maximum.accumulate(self.corners), prepend=-1))
        _, lowest, level = np.unique(rows[self.first, 2], return_index=True, return_inverse=True)
        self.levels = lowest[level.ravel()]
        last = np.zeros(len(self.first), dtype=np.int64)
        np.maximum.at(last, self.corners, np.arange(len(rows)) // 3)
        self.whole = np.maximum.accumulate(last[corners].max(axis=1)) == np.arange(len(facets))

    def off(self, rows: Points, lie: Lie) -> float:
        """Return how far corners lie from those of this surface, lying so, mm. Infinity if they are not those: as high,
        but for what 32 bits tell, level with and equal to those that these are, and to no others."""
        own = rows[self.first]
        high = own[:, 2]
        there = self.plane[self.first] * lie.turn + lie.shift
        far = float(np.abs(there - np.ascontiguousarray(own[:, :2]).view(np.complex128).ravel()).max())
        if not far <= EXACT or not (rows[:, 2].astype(np.float32) == self.heights).all():
            return np.inf
        same = (high[self.levels] == high).all() and (own[self.corners] == rows).all() and all_differ(own)
        return far if same else np.inf


class _Row:
    """The bodies of one colour, one after the other. at: where what is not compared yet begins."""

    def __init__(self, bodies: Sequence[Body]) -> None:
        self.colour = bodies[0].colour
        self.corners = np.concatenate([body.facets for body in bodies]).reshape(-1, 3)
        self.ends = list(accumulate(3 * len(body.facets) for body in bodies))
        self.at = 0

    def fit(self, surfaces: Sequence[_Surface], lie: Lie) -> list[Fit]:
        """Return of which surfaces, lying so, what is left begins with a copy, the largest first."""
        if self.at == len(self.corners):
            return []
        x, y = self.corners[self.at, :2].tolist()
        begin = (complex(x, y) - lie.shift) / lie.turn
        found: list[Fit] = []
        for surface in surfaces:
            end = self.at + len(surface.heights)
            if abs(surface.begin - begin) <= EXACT and end <= len(self.corners):
                off = surface.off(self.corners[self.at : end], lie)
                inside = [place - self.at for place in self.ends if self.at < place < end]
                if off <= EXACT and all(surface.whole[place // 3 - 1] for place in inside):
                    found.append((self.colour, surface, off))
        return sorted(found, key=lambda fit: -len(fit[1].heights))


Fit = tuple[int | None, _Surface, float]  # a colour, the surface in it that is copied, and how far the copy is off


class _Known(Generic[Thing]):
    """The things that have one body in their own colour. things: by their inlays, and the colours of these. inlays: all
    that there are, by colour."""

    def __init__(self, body: _Surface) -> None:
        self.body = body
        self.inlays: dict[int | None, list[_Surface]] = {}
        self.things: dict[frozenset[tuple[int | None, _Surface]], Thing] = {}
        start = int(np.abs(body.plane - body.plane[0]).argmax())
        self._ends = start, int(np.abs(body.plane - body.plane[start]).argmax())  # far apart

    def fits(self, rows: Mapping[int | None, _Row]) -> Iterator[tuple[Thing, Lie, list[Fit]]]:
        """Yield the things with copies of which rows begin, by colour, and how these lie; first what has most inlays:
        without them it may be another thing."""
        corners = rows[None].corners[rows[None].at :]
        if max(self._ends) >= len(corners):
            return
        one, two = self.body.plane[list(self._ends)].tolist()
        start, end = (complex(*corners[k, :2].tolist()) for k in self._ends)
        turn = (end - start) / (two - one)
        if not turn:  # one corner lies above the other there: it is no copy
            return
        turn /= abs(turn)
        lie = Lie(turn, (start + end - turn * (one + two)) / 2)
        body = rows[None].fit([self.body], lie)
        inlays = [rows[colour].fit(own, lie) for colour, own in self.inlays.items() if colour in rows]
        for fits in product(body, *([*own, None] for own in inlays)):
            made = [fit for fit in fits if fit]
            thing = self.things.get(frozenset((colour, surface) for colour, surface, _ in made[1:]))
            if thing is not None:
                yield thing, replace(lie, off=max(off for *_, off in made)), made


class Copies(Generic[Thing]):
    """The things that are known, and what are copies of them."""

    def __init__(self) -> None:
        self._surfaces: dict[tuple[int, ...], _Surface] = {}  # by the arrays of their corners' numbers
        self._known: dict[_Surface, _Known[Thing]] = {}  # by bodies
        self._beginnings = np.empty((0, 2 * BEGIN))

    def learn(self, thing: Thing, bodies: Sequence[tuple[Body, Numbers]]) -> None:
        """Take note of a thing's bodies, with the numbers of their corners. Equal bodies have one array of these, which
        lives as long as this."""
        colours = {body.colour for body, _ in bodies}
        made = {colour: self._surface([one for one in bodies if one[0].colour == colour]) for colour in colours}
        body = made.pop(None)
        if body not in self._known:
            self._known[body] = _Known(body)
            self._beginnings = np.vstack((self._beginnings, _beginning(bodies[0][0].facets.reshape(-1, 3))))
        known = self._known[body]
        known.things[frozenset(made.items())] = thing
        for colour, surface in made.items():
            own = known.inlays.setdefault(colour, [])
            own += [] if surface in own else [surface]

    def _surface(self, bodies: Sequence[tuple[Body, Numbers]]) -> _Surface:
        """Return bodies of one colour as one surface."""
        key = tuple(id(corners) for _, corners in bodies)
        if key not in self._surfaces:
            before = accumulate((int(corners.max()) + 1 for _, corners in bodies), initial=0)
            corners = np.concatenate([own + k for (_, own), k in zip(bodies, before, strict=False)])
            self._surfaces[key] = _Surface(np.concatenate([body.facets for body, _ in bodies]), corners)
        return self._surfaces[key]

    def find(self, bodies: Sequence[Body]) -> list[tuple[Thing, Lie]]:
        """Return the things that bodies are copies of, and how these lie; none unless each body is of such."""
        colours = {body.colour for body in bodies}
        if None not in colours or not self._known:
            return []
        rows = {colour: _Row([body for body in bodies if body.colour == colour]) for colour in colours}
        found, own, every = [], rows[None], list(self._known.values())
        while own.at < len(own.corners):
            near = np.abs(self._beginnings - _beginning(own.corners[own.at :])) <= 2 * EXACT
            likely = np.flatnonzero(near.all(axis=1)).tolist()
            one = next((fit for k in likely for fit in every[k].fits(rows)), None)
            if one is None:
                return []
            found.append(one[:2])
            for colour, surface, _ in one[2]:
                rows[colour].at += len(surface.heights)
        return found if all(row.at == len(row.corners) for row in rows.values()) else []


def _beginning(corners: Points) -> Points:
    """Return what is alike in all copies of a body, of its first corners: how far from the very first they are, and how
    high they stand."""
    first = corners[:BEGIN]
    return np.concatenate((np.hypot(*(first[:, :2] - first[0, :2]).T), first[:, 2]))
