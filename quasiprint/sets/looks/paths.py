"""Links as paths: bands from edge to edge that leave both at a right angle, and run over and under one another.

How wide paths are follows from the outline: so that none leaves the tile, no bend is too tight, and paths that do not
cross stay apart. All of it grows with the edge; what does not is how fine a process can draw.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from quasiprint.drawing.bands import Line, joined
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.drawing.patterns import boldness, inked
from quasiprint.model.errors import InputError
from quasiprint.model.face import Mark, Operation, Point, bounds
from quasiprint.model.limits import least_edge
from quasiprint.model.measures import Machine, Maker, Measures, Size, Stock
from quasiprint.model.profile import Palette
from quasiprint.sets.choice import Labelling
from quasiprint.sets.looks.frame import Frame, frame
from quasiprint.sets.looks.weave import Crossing, Cut, crossings, cut, pieces, under
from quasiprint.sets.polygons import Outline
from quasiprint.sets.set_file import Shape

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
ARCS = (
    math.inf,
    0.42,
    0.34,
    0.26,
)  # of an edge: the largest radius of an arc, the first that leaves room for wide paths
THINNEST = 0.045  # of an edge: narrower paths are refused
LEAVES = 0.1  # mm: how far beyond the made edge a path runs straight, at least
ROUGH = 0.001  # of an edge: how far from its arcs a path is measured


@dataclass(frozen=True, slots=True)
class Room:
    """What paths have room for, in edges. width: of a path, at most, 0 if there is none; arc: the largest radius."""

    width: float
    arc: float


def ends(tile: Frame, per: int) -> tuple[tuple[Point, float], ...]:
    """Return where paths end on the edges as designed, anticlockwise, and in which direction they leave, radians."""
    found = []
    for k in range(tile.outline.edges):
        (ax, ay), (bx, by) = tile.edge(k)
        inward = math.atan2(by - ay, bx - ax) + math.pi / 2
        parts = [(j + 1) / (per + 1) for j in range(per)]
        found += [((ax + part * (bx - ax), ay + part * (by - ay)), inward) for part in parts]
    return tuple(found)


def line(tile: Frame, per: int, link: tuple[int, int], arc: float) -> Line:
    """Return the middle of the path that joins two ends. arc: the largest radius of an arc, in edges."""
    every, edge = ends(tile, per), tile.measures.size.edge
    (one, out), (two, back) = every[link[0]], every[link[1]]
    return joined(one, out, two, back, STRAIGHT * edge, arc * edge)


def room(shape: Shape) -> Room:
    """Return what all paths that tiles of a shape can have leave room for."""
    return _room(shape.outline, shape.choice.per, shape.choice.crossing)


def share(shape: Shape) -> float:
    """Return how wide paths are where nobody says it, in edges; 0 if there is no room for any."""
    return math.floor(USUAL * 1000 * room(shape).width) / 1000


@lru_cache(maxsize=64)
def _room(outline: Outline, per: int, crossing: bool) -> Room:
    tile, best = frame(outline, LARGE), Room(0.0, math.inf)
    for arc in ARCS:
        found = _with_arcs(tile, per, crossing, arc)
        if found.width > best.width:
            best = found
        if best.width >= _most(tile, per):
            break
    return best


def _most(tile: Frame, per: int) -> float:
    """Return how wide paths are at most that start beside one another, in edges."""
    near = min(math.dist(a, b) for (a, _), (b, _) in combinations(ends(tile, per), 2))
    return min(WIDEST, ROOM * near / tile.measures.size.edge)


def _with_arcs(tile: Frame, per: int, crossing: bool, arc: float) -> Room:
    """Return how wide paths can be whose arcs have a radius at most."""
    edge, spots = tile.measures.size.edge, ends(tile, per)
    width = _most(tile, per)
    tracks: dict[tuple[int, int], tuple[Point, ...]] = {}
    boxes = {}
    for link in combinations(range(len(spots)), 2):
        if not crossing and (link[1] - link[0]) % 2 == 0:
            continue  # an odd number of ends on either side: something crosses it
        path = line(tile, per, link, arc)
        points = tuple(point for _, point in path.track(ROUGH * edge))
        width = min(width, path.tightest / TIGHTEST / edge, 2 * _inside(tile, per, link, points) / edge)
        tracks[link], boxes[link] = points, bounds((points,))
    for one, two in combinations(tracks, 2):
        if set(one) & set(two):
            continue
        (left, low, right, high), (west, south, east, north) = boxes[one], boxes[two]
        if max(left - east, west - right, low - north, south - high) * APART >= width * edge:
            continue
        met = _met(tracks[one], tracks[two])
        if len(met) > TWICE:
            return Room(0.0, arc)
        if met and crossing:
            width = min(width, *(_before(tracks[one], tracks[two], at) / edge for at in met))
        else:
            width = min(width, _apart(tracks[one], tracks[two]) * APART / edge)
    return Room(width if width >= THINNEST else 0.0, arc)


def _inside(tile: Frame, per: int, link: tuple[int, int], points: tuple[Point, ...]) -> float:
    """Return how far a path's middle stays from the edges at which it does not end, mm; 0 if it leaves the tile."""
    own = {end // per for end in link}
    least = math.inf
    for k in range(tile.outline.edges):
        a, b = tile.edge(k)
        if k not in own:
            least = min(least, *(_to_segment(p, a, b) for p in points))
        elif any(_to_segment(p, a, b) < 1e-6 for p in points[1:-1]):
            return 0.0
    return least if all(_holds(tile, p) for p in points[1:-1]) else 0.0


def _holds(tile: Frame, p: Point) -> bool:
    odd = False
    for k in range(tile.outline.edges):
        (ax, ay), (bx, by) = tile.edge(k)
        if (ay > p[1]) != (by > p[1]) and p[0] < ax + (p[1] - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def _apart(one: tuple[Point, ...], two: tuple[Point, ...]) -> float:
    """Return how near two tracks come to each other, mm."""
    ways = ((one, two), (two, one))
    return min(_to_segment(p, c, d) for a, b in ways for p in a for c, d in zip(b, b[1:], strict=False))


def _met(one: tuple[Point, ...], two: tuple[Point, ...]) -> list[Crossing]:
    """Return where two tracks cross, counted in points from where each begins."""
    return crossings([tuple((float(k), p) for k, p in enumerate(points)) for points in (one, two)])


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


def _to_segment(p: Point, a: Point, b: Point) -> float:
    ux, uy = b[0] - a[0], b[1] - a[1]
    f = max(0.0, min(1.0, ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / (ux * ux + uy * uy)))
    return math.hypot(p[0] - a[0] - f * ux, p[1] - a[1] - f * uy)


def width(shape: Shape, measures: Measures) -> float:
    """Return how wide the paths of a shape are, mm: the stripe where somebody says how wide it is."""
    return measures.size.stripe or share(shape) * measures.size.edge


def gap(shape: Shape, measures: Measures) -> float:
    """Return how far a path stays from one that runs over it, mm."""
    return max(measures.machine.min_feature, GAP * width(shape, measures))


def refuse(shape: Shape, measures: Measures, palette: Palette) -> None:
    """Raise InputError if paths have no room on such tiles, or none at this size, or the palette lacks colours."""
    refuse_colours(palette, shape.choice.labels)
    refuse_patterns(palette)
    found = room(shape)
    if not found.width:
        raise InputError(
            f'[[shape]] {shape.name}: found look "paths", allowed is none: on this outline paths would leave the '
            "tile, or come too close to one another"
        )
    widest = math.floor(100 * found.width * measures.size.edge) / 100
    if measures.size.stripe > widest + LEAVES:
        raise InputError(
            f"stripe: found {measures.size.stripe:g} mm, allowed on an edge of {measures.size.edge:g} mm is up to "
            f"{widest:g} mm: wider paths of {shape.name} would leave the tile, or come too close to one another"
        )
    if fits(shape, measures):
        return
    least = least_edge(lambda edge: fits(shape, measures.scaled(edge)))
    raise InputError(
        f"edge: found {measures.size.edge:g} mm, allowed is from {least:g} mm: paths on {shape.name} must leave "
        f"room for patterns; a {measures.process} makes no stroke under {measures.machine.min_feature:g} mm, takes "
        f"{measures.fit.clearance:g} mm off each edge, and rounds corners by {measures.finish.corner_radius:g} mm"
    )


def fits(shape: Shape, measures: Measures) -> bool:
    """Tell whether paths on tiles so large can be made."""
    if not room(shape).width:
        return False
    broad, edge, inset = width(shape, measures), measures.size.edge, measures.fit.clearance
    tile = frame(shape.outline, measures)
    if boldness(broad) < measures.machine.min_feature or inset + LEAVES > STRAIGHT * edge or inset > broad / 4:
        return False
    if broad / APART - broad < measures.machine.min_feature:
        return False
    for k in range(shape.outline.edges):
        # what an end has of its edge, beside the inset and rounding of the nearer corner
        side = tile.length(k) / (shape.choice.per + 1) - broad / 2
        for corner in (k, (k + 1) % shape.outline.edges):
            lost = (inset + measures.finish.corner_radius) / math.tan(tile.angle(corner) / 2)
            if corner in tile.sharp and side < lost:
                return False
    return True


def marks(shape: Shape, tile: Frame, tile_links: Labelling, palette: Palette) -> tuple[Mark, ...]:
    """Return the paths of a tile: a mark for each piece that nothing runs over. A piece of path k has the slot k, or k
    and a multiple of the number of paths."""
    return _marks(shape, tile, tile_links, tuple(ink.pattern for ink in palette.inks))


@lru_cache(maxsize=4096)
def _marks(shape: Shape, tile: Frame, links: Labelling, patterns: tuple[str, ...]) -> tuple[Mark, ...]:
    measures = tile.measures
    broad, apart, arc = width(shape, measures), gap(shape, measures), room(shape).arc
    lines = [line(tile, shape.choice.per, (a, b), arc) for a, b, _ in links]
    tracks = [path.track() for path in lines]
    met = crossings(tracks)
    cuts: list[list[Cut]] = [[] for _ in lines]
    for crossing, low in zip(met, under([(a, b) for a, b, _ in links], met, broad), strict=True):
        at, above = (crossing.s, crossing.two) if low == crossing.one else (crossing.t, crossing.one)
        cuts[low].append(cut(lines[low], at, tracks[above], broad, apart))
    found = []
    for k, (path, (_, _, label)) in enumerate(zip(lines, links, strict=True)):
        for piece, band in enumerate(pieces(path, cuts[k], broad, measures.fit.clearance)):
            found.append(
                Mark(
                    slot=k + piece * len(links),
                    operation=Operation.ENGRAVE,
                    colour=label,
                    pattern=patterns[label],
                    field=inked(band, "solid"),
                    ink=inked(band, patterns[label]),
                    label=label,
                )
            )
    return tuple(found)
