"""Where paths end, and how wide they can be on an outline: so that none leaves the tile, no bend is too tight, and
paths that do not cross stay apart. All of it grows with the edge: it is measured once, for all sizes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise

from quasiprint.addons.designer.sets.looks.bands import Line, join
from quasiprint.addons.designer.sets.looks.frame import Frame, frame
from quasiprint.addons.designer.sets.polygons import Outline
from quasiprint.addons.designer.sets.set_file import Shape
from quasiprint.drawing.rings import inside, to_segment
from quasiprint.model.face import Point, bounds
from quasiprint.model.measures import Machine, Maker, Measures, Size, Stock

STRAIGHT = 0.04  # of an edge: how far a path runs straight before it bends
WIDEST = 0.24  # of an edge: a path's width, at most
ROOM = 0.43  # of the distance of neighbouring ends: a path's width, at most
APART = 0.78  # of the distance between the middles of paths that do not cross: a path's width, at most
TIGHTEST = 0.75  # widths: the least radius of a bend
USUAL = 0.98  # of the width that paths have room for
LARGE = Measures(Maker.PAPER, Size(100.0), Stock(1.0), Machine(0.1))  # in which their room is measured, for all sizes
LEFT = 0.4  # widths: what is left of a path between an edge and a gap, at least
TWICE = 2  # times that two paths may cross: what winds more is no drawing of anything
SLANT = 0.1  # sine: paths that cross at a smaller angle are one for the eye
GAP = 0.22  # widths: between a path and what it runs under
ARCS = (math.inf, 0.42, 0.34, 0.26)  # of an edge: the largest radius of an arc, the first that leaves room is taken
AROUND = 0.25  # unit edges: the radius of an arc about a corner; two such stay apart on a rhomb of 36°, and on 0.618
TIGHT = (0.2, 0.16, 0.12, 0.1, 0.08)  # of an edge: if none of those does; on a rhomb of 36°
THINNEST = 0.045  # of an edge: narrower paths are refused
ENDING = 0.9  # widths: how far a path that ends on the tile runs, at least
ROUGH = 0.001  # of an edge: how far from its arcs a path is measured
NEAR = 0.001  # mm: tracks farther apart do not meet


@dataclass(frozen=True, slots=True)
class Room:
    """What paths have room for, in edges. width: of a path, at most, 0 if there is none; arc: the largest radius. far:
    whether arcs about corners have room that end near the other ends of their edges."""

    width: float
    arc: float
    far: bool = True


Links = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Ends:
    """Where paths end on an edge. per: how many, evenly; or one so far from either corner, `reach`, in unit edges."""

    per: int
    reach: float = 0.0

    def parts(self, tile: Frame, k: int) -> tuple[float, ...]:
        """Return where paths end on an edge, as parts of it."""
        off = self.reach * tile.measures.size.edge / tile.length(k)
        return (off, 1 - off) if off else tuple((j + 1) / (self.per + 1) for j in range(self.per))

    def along(self, tile: Frame, k: int) -> tuple[float, ...]:
        """Return how far from where an edge begins paths end on it, mm."""
        return tuple(tile.length(k) * part for part in self.parts(tile, k))


def ends_of(shape: Shape) -> Ends:
    """Return where paths of a shape end."""
    return Ends(2, AROUND) if shape.look_meant == "arcs" else Ends(shape.choice.per)


def around(edges: int, corner: int, far: bool) -> tuple[int, int]:
    """Return the ends of the arc about a corner. far: whether it ends at the far ends of the corner's edges."""
    return tuple(sorted((2 * (corner % edges) + far, 2 * ((corner - 1) % edges) + (not far))))  # type: ignore[return-value]


def interleaved(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    """Tell whether of two paths, given by their ends, the one must cross the other."""
    (a, b), (c, d) = sorted((one, two))
    return a < c < b < d


def ends(tile: Frame, at: Ends) -> tuple[tuple[Point, float], ...]:
    """Return where paths end on the edges as designed, anticlockwise, and in which direction they leave, radians."""
    found = []
    for k in range(tile.outline.edges):
        (ax, ay), (bx, by) = tile.edge(k)
        inward = math.atan2(by - ay, bx - ax) + math.pi / 2
        found += [((ax + part * (bx - ax), ay + part * (by - ay)), inward) for part in at.parts(tile, k)]
    return tuple(found)


def line(tile: Frame, at: Ends, link: tuple[int, int], arc: float) -> Line:
    """Return the middle of the path that joins two ends. arc: the largest radius of an arc, in edges."""
    every, edge = ends(tile, at), tile.measures.size.edge
    (one, out), (two, back) = every[link[0]], every[link[1]]
    return join(one, out, two, back, STRAIGHT * edge, arc * edge)


def share(shape: Shape) -> float:
    """Return how wide paths are where nobody says it, in edges; 0 if there is no room for any."""
    return math.floor(USUAL * 1000 * room(shape).width) / 1000


def room(shape: Shape) -> Room:
    """Return what all paths that tiles of a shape can have leave room for."""
    n, at = shape.outline.edges, ends_of(shape)
    every: Links
    if shape.look_meant not in ("strands", "arcs"):
        return _room(shape.outline, at, shape.choice.crossing != 0)
    if shape.look_meant == "strands":  # none crosses another
        every = tuple(combinations(range(n), 2))
        return _ending(shape.outline, at, _room(shape.outline, at, False, every), every)
    near = tuple(around(n, k, False) for k in range(n))
    if shape.choice.at == "corners":
        return _room(shape.outline, at, True, near)
    near = tuple(around(n, k, False) for k in range(n) if shape.outline.alike(k))
    every = (*near, *(around(n, k, True) for k in range(n) if shape.outline.alike(k)))
    found = _room(shape.outline, at, True, every)
    if not found.width:
        found, every = replace(_room(shape.outline, at, True, near), far=False), near
    # of listed tiles, such as Penrose's, few or no labels are left without a partner
    return found if shape.choice.which == "tiles" else _ending(shape.outline, at, found, every)


@lru_cache(maxsize=64)
def _ending(outline: Outline, at: Ends, found: Room, links: Links) -> Room:
    """Return the room of paths of which some end on the tile: beside one another at a corner, and beside a link."""
    tile, wide = frame(outline, LARGE), [found.width]
    edge = tile.measures.size.edge
    for k in range(outline.edges):
        along, length = at.along(tile, k), tile.length(k)
        for corner, off in ((k, along[0]), ((k + 1) % outline.edges, length - along[-1])):
            beta = min(tile.angle(corner), math.pi) / 2
            if beta < math.pi / 2 - 1e-9:
                deep = off * math.tan(beta) / edge
                wide.append(deep / (ENDING + (1 + GAP) / 2 * (math.tan(beta) + 1 / math.cos(beta))))
    spots = ends(tile, at)
    for link in links if found.width else ():
        track = [p for _, p in line(tile, at, link, found.arc).track(ROUGH * edge)]
        for end, (p, _) in enumerate(spots):
            if end // at.per not in (link[0] // at.per, link[1] // at.per):
                near = min(to_segment(p, a, b) for a, b in pairwise(track))
                wide.append(near / edge / (1 + GAP + ENDING))
    return replace(found, width=min(wide) if min(wide) >= THINNEST else 0.0)


@lru_cache(maxsize=64)
def _room(outline: Outline, at: Ends, crossing: bool, links: Links = ()) -> Room:
    """Return what paths have room for. links: that there can be; all if none is given."""
    tile, best = frame(outline, LARGE), Room(0.0, math.inf)
    every = links or tuple(combinations(range(outline.edges * at.per), 2))
    if not crossing and not links:  # of an odd number of ends on either side, something crosses
        every = tuple((a, b) for a, b in every if (b - a) % 2)
    for arc in ARCS:
        found = _with_arcs(tile, at, crossing, arc, every)
        if found.width > best.width:
            best = found
        if best.width >= _most(tile, at):
            break
    return best if best.width else max((_with_arcs(tile, at, crossing, arc, every) for arc in TIGHT), key=_width)


def _width(found: Room) -> float:
    return found.width


def _most(tile: Frame, at: Ends) -> float:
    """Return how wide paths are at most that start beside one another, in edges."""
    near = min(math.dist(a, b) for (a, _), (b, _) in combinations(ends(tile, at), 2))
    return min(WIDEST, ROOM * near / tile.measures.size.edge)


def _with_arcs(tile: Frame, at: Ends, crossing: bool, arc: float, every: Links) -> Room:
    """Return how wide paths can be whose arcs have a radius at most."""
    edge, per = tile.measures.size.edge, at.per
    width, reach = _most(tile, at), tile.across
    tracks: dict[tuple[int, int], tuple[Point, ...]] = {}
    boxes = {}
    for link in every:
        path = line(tile, at, link, arc)
        # longer arcs leave the tile; of ends that look away from one another, they have no end
        if any(stretch.length > math.pi * reach for stretch in path.stretches):
            return Room(0.0, arc)
        points = tuple(point for _, point in path.track(ROUGH * edge))
        width = min(width, path.tightest / TIGHTEST / edge, 2 * _inside(tile, per, link, points) / edge)
        if width < THINNEST:
            return Room(0.0, arc)
        tracks[link], boxes[link] = points, bounds((points,))
    for one, two in combinations(tracks, 2):
        if set(one) & set(two) or (not crossing and interleaved(one, two)):
            continue
        (left, low, right, high), (west, south, east, north) = boxes[one], boxes[two]
        if max(left - east, west - right, low - north, south - high) * APART >= width * edge:
            continue
        # counted in points from where each begins
        met = crossings([tuple((float(k), p) for k, p in enumerate(tracks[link])) for link in (one, two)])
        if len(met) > TWICE:
            return Room(0.0, arc)
        if met and crossing:
            width = min(width, *(_before(tracks[one], tracks[two], at) / edge for at in met))
        else:
            width = min(width, _apart(tracks[one], tracks[two], width * edge / APART) * APART / edge)
        if width < THINNEST:
            return Room(0.0, arc)
    return Room(width, arc)


def _inside(tile: Frame, per: int, link: tuple[int, int], points: tuple[Point, ...]) -> float:
    """Return how far a path's middle stays from the edges at which it does not end, mm; 0 if it leaves the tile."""
    own = {end // per for end in link}
    least = math.inf
    inward = [p for k, p in enumerate(tile.points) if tile.angle(k) > math.pi + 1e-9]
    if inward:  # what is straight may leave the tile between its ends, and a path may pass the corner of its own edges
        points = _sampled(points, STRAIGHT * tile.measures.size.edge)
        least = min(math.dist(p, corner) for p in points for corner in inward)
    for k in range(tile.outline.edges):
        a, b = tile.edge(k)
        if k not in own:
            least = min(least, *(to_segment(p, a, b) for p in points))
        elif any(to_segment(p, a, b) < 1e-6 for p in points[1:-1]):
            return 0.0
    return least if all(inside(p, tile.points) for p in points[1:-1]) else 0.0


def _sampled(points: tuple[Point, ...], step: float) -> tuple[Point, ...]:
    """Return points of a track, the next never farther than a step."""
    found = [points[0]]
    for a, b in pairwise(points):
        number = math.ceil(math.dist(a, b) / step)
        found += [(a[0] + (b[0] - a[0]) * k / number, a[1] + (b[1] - a[1]) * k / number) for k in range(1, number + 1)]
    return tuple(found)


def _apart(one: tuple[Point, ...], two: tuple[Point, ...], least: float) -> float:
    """Return how near two tracks come to each other, mm; something larger where that is `least` or more."""
    found, reach = math.inf, least * (1 + 1e-9)
    for a, b in ((one, two), (two, one)):
        left, low, right, high = bounds((b,))
        near = [p for p in a if max(left - p[0], p[0] - right, low - p[1], p[1] - high) < reach]
        found = min((found, *(to_segment(p, c, d) for p in near for c, d in pairwise(b))))
    return found


def _before(one: tuple[Point, ...], two: tuple[Point, ...], met: Crossing) -> float:
    """Return how wide two tracks may be that something is left of either between its ends and a crossing, mm: the
    slanter they cross, the longer is the gap."""
    (ax, ay), (bx, by) = one[int(met.s) : int(met.s) + 2]
    (cx, cy), (dx, dy) = two[int(met.t) : int(met.t) + 2]
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    lengths = math.hypot(ux, uy) * math.hypot(vx, vy)
    sine, cosine = abs(ux * vy - uy * vx) / lengths, abs(ux * vx + uy * vy) / lengths
    if sine < SLANT:
        return 0.0
    widths = (0.5 + GAP) / sine + 0.5 * cosine / sine + LEFT
    part = met.s - int(met.s)
    x, y = ax + part * ux, ay + part * uy
    return min(math.dist((x, y), end) for end in (one[0], one[-1], two[0], two[-1])) / widths


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where two paths cross. one, two: their numbers, the lower first; s, t: how far along each."""

    one: int
    two: int
    s: float
    t: float


Track = tuple[tuple[float, Point], ...]


def crossings(tracks: Sequence[Track]) -> list[Crossing]:
    """Return where tracks cross. A track is points, each with how far along its path it is."""
    found = []
    for one, first in enumerate(tracks):
        for two in range(one + 1, len(tracks)):
            found += [Crossing(one, two, s, t) for s, t in _meetings(first, tracks[two])]
    return found


def _meetings(first: Track, second: Track) -> list[tuple[float, float]]:
    """Return where two tracks cross: how far along each. A corner that lies on the other track counts once."""
    found: list[tuple[float, float]] = []
    for (s0, a), (s1, b) in zip(first, first[1:], strict=False):
        for (t0, c), (t1, d) in zip(second, second[1:], strict=False):
            if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
                continue
            if max(a[1], b[1]) + NEAR < min(c[1], d[1]) or max(c[1], d[1]) + NEAR < min(a[1], b[1]):
                continue
            ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
            cross = ux * vy - uy * vx
            if abs(cross) < 1e-12:
                continue
            f = ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross
            g = ((c[0] - a[0]) * uy - (c[1] - a[1]) * ux) / cross
            if -1e-9 <= f <= 1 + 1e-9 and -1e-9 <= g <= 1 + 1e-9:
                at = s0 + f * (s1 - s0), t0 + g * (t1 - t0)
                if all(math.dist(at, other) > 1e-6 for other in found):
                    found.append(at)
    return found
