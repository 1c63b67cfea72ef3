"""Links as paths: bands from edge to edge that leave both at a right angle, and run over and under one another. Labels
at edges and corners are drawn as paths, too.

How wide paths can be follows from the outline (`room`): so that none leaves the tile, no bend is too tight, and paths
that do not cross stay apart. All of it grows with the edge: it is measured once, for all sizes. What does not grow is
how fine a process can draw.

The parts into which paths divide a tile can be shaded like a chessboard. What a path has on its left tells whether it
runs over: so each goes over and under by turns, and both paths of a crossing agree on it. Where crossings lie so close
together that their gaps run into one another, the later path goes over.

Labels at edges and corners are drawn as what runs through a tile because of them. Strands join edges of one label in
pairs, each to the next that has it. One that is left over ends on the tile, and so do two that would cross another: as
if they ran under it.

Arcs are Conway's. The arc about a corner has the colour of its label and a radius of a quarter of a unit edge, so
corners of one label show a ring where they meet. At edges, labels come in pairs, as arrows do: of 0 and 1 the arc
crosses near the edge's beginning, or near its end, read anticlockwise; 2 and 3 have the next colour. What two edges
show at the same distance from their common corner is joined about it, the near ends first.

A link of an end with itself is a path that ends on the tile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from quasiprint.addons.designer.sets import counts
from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks.bands import Band, Line, join
from quasiprint.addons.designer.sets.looks.frame import Frame, LabelStyle, frame, refuse_small
from quasiprint.addons.designer.sets.polygons import Outline
from quasiprint.addons.designer.sets.set_file import Shape
from quasiprint.drawing.areas import common, difference, grow, opening
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.drawing.patterns import Stretch, boldness, ink_regions
from quasiprint.drawing.rings import boundary_distance, inside, meetings
from quasiprint.drawing.strokes import finest
from quasiprint.errors import InputError
from quasiprint.model.choices import Process
from quasiprint.model.face import Mark, Operation, Point, Region, Ring, region_area
from quasiprint.model.measures import Machine, Measures, Size, Stock

STRAIGHT = 0.04  # of an edge: how far a path runs straight before it bends
WIDEST = 0.24  # of an edge: a path's width, at most
ROOM = 0.43  # of the distance of neighbouring ends: a path's width, at most
APART = 0.78  # of the distance between the middles of paths that do not cross: a path's width, at most
TIGHTEST = 0.75  # widths: the least radius of a bend
USUAL = 0.98  # of the width that paths have room for
LARGE = Measures(Process.PAPER, Size(100.0), Stock(1.0), Machine(0.1))  # in which their room is measured, for all sizes
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
ON_RIM = 1e-6  # mm: what is so near to an edge lies on it
NEAR = 1e-3  # chords: so far to both sides of a crossing it is looked which way a path runs


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
    return Ends(2, AROUND) if shape.look == "arcs" else Ends(shape.choice.per)


def around(edges: int, corner: int, far: bool) -> tuple[int, int]:
    """Return the ends of the arc about a corner. far: whether it ends at the far ends of the corner's edges."""
    return tuple(sorted((2 * (corner % edges) + far, 2 * ((corner - 1) % edges) + (not far))))  # type: ignore[return-value]


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
    all_ends, edge = ends(tile, at), tile.measures.size.edge
    (first, out), (second, back) = all_ends[link[0]], all_ends[link[1]]
    return join(first, out, second, back, STRAIGHT * edge, arc * edge)


def share(shape: Shape) -> float:
    """Return how wide paths are where nobody says it, in edges; 0 if there is no room for any."""
    return math.floor(USUAL * 1000 * room(shape).width) / 1000


def room(shape: Shape) -> Room:
    """Return what all paths that tiles of a shape can have leave room for."""
    n, at = shape.outline.edges, ends_of(shape)
    links: Links
    if shape.look not in ("strands", "arcs"):
        return _room(shape.outline, at, shape.choice.crossing != 0)
    if shape.look == "strands":  # none crosses another
        links = tuple(combinations(range(n), 2))
        return _ending(shape.outline, at, _room(shape.outline, at, False, links), links)
    near = tuple(around(n, k, False) for k in range(n))
    if shape.choice.at == "corners":
        return _room(shape.outline, at, True, near)
    near = tuple(around(n, k, False) for k in range(n) if shape.outline.alike(k))
    links = (*near, *(around(n, k, True) for k in range(n) if shape.outline.alike(k)))
    found = _room(shape.outline, at, True, links)
    if not found.width:
        found, links = replace(_room(shape.outline, at, True, near), far=False), near
    # of listed tiles, such as Penrose's, few or no labels are left without a partner
    return found if shape.choice.which == "tiles" else _ending(shape.outline, at, found, links)


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
        track = line(tile, at, link, found.arc).track(ROUGH * edge)
        for end, (p, _) in enumerate(spots):
            if end // at.per not in (link[0] // at.per, link[1] // at.per):
                wide.append(boundary_distance(track, (p, p), closed=False) / edge / (1 + GAP + ENDING))
    return replace(found, width=min(wide) if min(wide) >= THINNEST else 0.0)


@lru_cache(maxsize=64)
def _room(outline: Outline, at: Ends, crossing: bool, links: Links = ()) -> Room:
    """Return what paths have room for. links: that there can be; all if none is given."""
    tile, best = frame(outline, LARGE), Room(0.0, math.inf)
    pairs = links or tuple(combinations(range(outline.edges * at.per), 2))
    if not crossing and not links:  # of an odd number of ends on either side, something crosses
        pairs = tuple((a, b) for a, b in pairs if (b - a) % 2)
    for arc in ARCS:
        found = _with_arcs(tile, at, crossing, arc, pairs)
        if found.width > best.width:
            best = found
        if best.width >= _most(tile, at):
            break
    tight = (_with_arcs(tile, at, crossing, arc, pairs) for arc in TIGHT)
    return best if best.width else max(tight, key=lambda found: found.width)


def _most(tile: Frame, at: Ends) -> float:
    """Return how wide paths are at most that start beside one another, in edges."""
    near = min(math.dist(a, b) for (a, _), (b, _) in combinations(ends(tile, at), 2))
    return min(WIDEST, ROOM * near / tile.measures.size.edge)


def _with_arcs(tile: Frame, at: Ends, crossing: bool, arc: float, links: Links) -> Room:
    """Return how wide paths can be whose arcs have a radius at most."""
    edge, width = tile.measures.size.edge, _most(tile, at)
    tracks: dict[tuple[int, int], Ring] = {}
    for link in links:
        path = line(tile, at, link, arc)
        # longer arcs leave the tile; of ends that look away from one another, they have no end
        if any(stretch.length > math.pi * tile.across for stretch in path.stretches):
            return Room(0.0, arc)
        track = path.track(ROUGH * edge)
        width = min(width, path.tightest / TIGHTEST / edge, 2 * _inside(tile, at.per, link, track) / edge)
        if width < THINNEST:
            return Room(0.0, arc)
        tracks[link] = track
    for first, second in combinations(tracks, 2):
        if set(first) & set(second) or (not crossing and counts.crossings((first, second))):
            continue
        track, other = tracks[first], tracks[second]
        met = meetings(track, other)
        if len(met) > TWICE:
            return Room(0.0, arc)
        if met and crossing:
            width = min(width, *(_before(track, other, place) / edge for place in met))
        else:
            width = min(width, boundary_distance(track, other, width * edge / APART, closed=False) * APART / edge)
        if width < THINNEST:
            return Room(0.0, arc)
    return Room(width, arc)


def _inside(tile: Frame, per: int, link: tuple[int, int], track: Ring) -> float:
    """Return how far a path's middle stays from the edges at which it does not end, and from corners that lead inwards,
    mm; 0 if it leaves the tile, or touches its edges between its ends."""
    between, beside = track[1:-1], {end // per for end in link}
    near = [boundary_distance(between, tile.edge(k), closed=False) for k in beside if between]
    if min(near, default=math.inf) < ON_RIM or not all(inside(p, tile.points) for p in between):
        return 0.0
    others = [(p, p) for k, p in enumerate(tile.points) if tile.angle(k) > math.pi + 1e-9]
    others += [tile.edge(k) for k in range(tile.outline.edges) if k not in beside]
    return min(boundary_distance(track, other, closed=False) for other in others)


def _at(track: Ring, place: float) -> Point:
    """Return the point of a track so many chords along it."""
    k = min(int(place), len(track) - 2)
    (ax, ay), (bx, by) = track[k : k + 2]
    return ax + (place - k) * (bx - ax), ay + (place - k) * (by - ay)


def _before(first: Ring, second: Ring, met: tuple[float, float]) -> float:
    """Return how wide two tracks may be to leave something between ends and a crossing, mm: slant makes gaps long. met:
    how many chords along either they cross."""
    ways = []
    for track, place in zip((first, second), met, strict=True):
        (ax, ay), (bx, by) = (_at(track, place + off) for off in (-NEAR, NEAR))
        ways.append(math.atan2(by - ay, bx - ax))
    sine, cosine = abs(math.sin(ways[1] - ways[0])), abs(math.cos(ways[1] - ways[0]))
    if sine < SLANT:
        return 0.0
    widths = (0.5 + GAP) / sine + 0.5 * cosine / sine + LEFT
    at, ends = _at(first, met[0]), (first[0], first[-1], second[0], second[-1])
    return min(math.dist(at, end) for end in ends) / widths


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where two paths cross. first, second: their numbers, the lower first; s, t: how far along each."""

    first: int
    second: int
    s: float
    t: float


def crossings(lines: Sequence[Line]) -> list[Crossing]:
    """Return where lines cross, each pair's crossings in order along the first."""
    found: list[Crossing] = []
    tracks = [path.track() for path in lines]
    for (number, first), (second, other) in combinations(enumerate(tracks), 2):
        met = meetings(first, other)
        found += [Crossing(number, second, lines[number].along(s), lines[second].along(t)) for s, t in met]
    return found


LONGEST = 0.45  # of an edge: a path that ends on the tile
STEPS = 30  # lengths that are tried


@lru_cache(maxsize=4096)
def links(shape: Shape, labels: Labelling, behind: bool = False) -> Labelling:
    """Return the paths of a tile, each two ends and a colour. behind: as its back shows them, seen through it."""
    if shape.choice.at == "links":
        return labels
    n = shape.outline.edges
    if shape.choice.at == "corners":
        return tuple(sorted((*around(n, k, False), label) for k, label in enumerate(labels)))
    return tuple(sorted(_arcs(shape, labels, behind) if shape.points else _strands(labels)))


def _strands(labels: Labelling) -> list[tuple[int, int, int]]:
    found = list[tuple[int, int, int]]()
    for label in sorted(set(labels)):
        edges = [edge for edge, edge_label in enumerate(labels) if edge_label == label]
        for pair in (edges[k : k + 2] for k in range(0, len(edges), 2)):
            crosses = any(counts.crossings(((pair[0], pair[-1]), link)) for link in found)
            ways = [(edge, edge) for edge in pair] if crosses else [(pair[0], pair[-1])]
            found += [(first, second, label) for first, second in ways]
    return found


def _arcs(shape: Shape, labels: Labelling, behind: bool) -> list[tuple[int, int, int]]:
    """Return arcs by what stands at edges. Edges that differ in length are not joined."""
    n, left = len(labels), {2 * k + (label ^ behind) % 2: label // 2 for k, label in enumerate(labels)}
    found = []
    corners = [k for k in range(n) if shape.outline.alike(k)]
    for far in (False, True) if room(shape).far else (False,):
        for corner in corners:
            first, second = around(n, corner, far)
            if first in left and second in left and left[first] == left[second]:
                found.append((first, second, left.pop(first)))
                del left[second]
    return [*found, *((end, end, label) for end, label in left.items())]


def ending(
    shape: Shape, tile: Frame, which: Sequence[int], through: Sequence[Line], broad: float, apart: float
) -> list[tuple[Line, float]]:
    """Return the paths that end on the tile, and how far they are shown: as far as they keep apart from others. which:
    at what ends they begin; through: those that run through. Raises InputError where there is no room."""
    all_ends, per, clear = ends(tile, ends_of(shape)), ends_of(shape).per, broad + apart
    longest, least = LONGEST * tile.measures.size.edge, ENDING * broad

    def straight(end: int, length: float) -> Ring:
        (x, y), heading = all_ends[end]
        return (x, y), (x + length * math.cos(heading), y + length * math.sin(heading))

    others, n = [path.track() for path in through], tile.outline.edges
    left, found = {end: straight(end, least) for end in which}, []
    for end in which:
        del left[end]
        around = [(other, clear) for other in (*others, *left.values())]
        around += [(tile.edge(k), clear / 2) for k in range(n) if k != end // per]
        for step in range(STEPS + 1):
            length = longest - (longest - least) * step / STEPS
            track = straight(end, length)
            if all(boundary_distance(track, other, far, closed=False) >= far - 1e-6 for other, far in around):
                break
        else:
            raise InputError(
                f"[[shape]] {shape.name}: found look {shape.look!r}, allowed is another: on this outline a path "
                "that ends on the tile has no room; or make paths narrower with --stripe"
            )
        others.append(track)
        # on farther than twice as far, so that its pattern comes from this end
        found.append((Line((Stretch(*all_ends[end][0], all_ends[end][1], 2 * length + broad, 0.0),)), length))
    return found


LEAVES = 0.1  # mm: how far beyond the made edge a path runs straight, at least
CLOSE = 1.6  # widths: crossings that are nearer to one another share their gap
SPARE = 0.01  # mm: more gap than asked for, as what is cut is simplified
SHORTEST = 0.3  # widths: shorter pieces between two gaps are left out


def width(shape: Shape, measures: Measures) -> float:
    """Return how wide the paths of a shape are, mm: the stripe where somebody says how wide it is."""
    return measures.size.stripe or share(shape) * measures.size.edge


def refuse(shape: Shape, drawn: LabelStyle) -> None:
    """Raise InputError if paths have no room on such tiles, or none at this size, or the palette lacks colours."""
    labels = shape.choice.labels  # two that point in opposite directions share a colour
    refuse_colours(drawn.palette, (labels + 1) // 2 if shape.points else labels)
    refuse_patterns(drawn.palette)
    measures, found = drawn.measures, room(shape)
    if not found.width:
        raise InputError(
            f"[[shape]] {shape.name}: found look {shape.look!r}, allowed is another: on this outline paths would "
            "leave the tile, or come too close to one another"
        )
    widest = math.floor(100 * found.width * measures.size.edge) / 100
    if measures.size.stripe > widest + LEAVES:
        raise InputError(
            f"stripe: found {measures.size.stripe:g} mm, allowed on an edge of {measures.size.edge:g} mm is up to "
            f"{widest:g} mm: wider paths of {shape.name} would leave the tile, or come too close to one another"
        )
    what = f"paths on {shape.name!r} must leave room for patterns"
    refuse_small(shape, measures, lambda m: fits(shape, drawn.shapes, m), what)


def fits(shape: Shape, _: Sequence[Shape], measures: Measures) -> bool:
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
        side = ends_of(shape).along(tile, k)[0] - broad / 2
        for corner in (k, (k + 1) % shape.outline.edges):
            lost = (inset + measures.finish.corner_radius) / math.tan(tile.angle(corner) / 2)
            if corner in tile.sharp and side < lost:
                return False
    return True


@lru_cache(maxsize=4096)
def marks(shape: Shape, drawn: LabelStyle, tile: Frame, labels: Labelling, behind: bool = False) -> tuple[Mark, ...]:
    """Return the paths of a tile: a mark for each piece that nothing runs over. A piece of path k has the slot k, or k
    and a multiple of the number of paths. behind: as the back of a tile shows them, seen through it. Raises InputError
    where a path that ends on the tile has no room."""
    measures, all_links = tile.measures, links(shape, labels, behind)
    broad, arc = width(shape, measures), room(shape).arc
    apart = max(measures.machine.min_feature, GAP * broad)  # how far a path stays from one that runs over it
    through = [link for link in all_links if link[0] != link[1]]
    lines = [line(tile, ends_of(shape), (a, b), arc) for a, b, _ in through]
    met = crossings(lines)
    over: list[tuple[Region, ...]] = [() for _ in all_links]  # what lies over each path, and gaps beside it
    for crossing, low in zip(met, under([(a, b) for a, b, _ in through], met, broad), strict=True):
        high = crossing.second if low == crossing.first else crossing.first
        same = [other for other in met if (other.first, other.second) == (crossing.first, crossing.second)]
        along = [other.t if high == crossing.second else other.s for other in same]
        at = along[same.index(crossing)]
        # all of what lies over it, or if they cross again, up to halfway there
        begin, end = ([(at + other) / 2 for other in along if way * other > way * at] for way in (-1, 1))
        part = Band(lines[high], broad, max(begin, default=0.0), min(end, default=lines[high].length))
        over[low] += grow(ink_regions(part, "solid"), apart + SPARE)
    rest = [link for link in all_links if link[0] == link[1]]
    for path, length in ending(shape, tile, [end for end, _, _ in rest], lines, broad, apart):
        over[len(lines)] = ink_regions(Band(path, 2 * broad, length, path.length), "solid")
        lines.append(path)
    found, least, inset = list[Mark](), measures.machine.min_feature, measures.fit.clearance
    for k, (path, (_, _, label)) in enumerate(zip(lines, through + rest, strict=True)):
        band, pattern = Band(path, broad, inset, path.length - inset), drawn.palette.inks[label].pattern
        field, ink = ink_regions(band, "solid"), ink_regions(band, pattern)
        parts = [(field, ink)]
        if over[k]:
            left = [region for region in difference(field, over[k]) if region_area(region) >= SHORTEST * broad**2]
            parts = [((region,), _inked(ink, region, over[k], least)) for region in left]
        for piece, (area, inked) in enumerate(parts):
            found.append(Mark(k + piece * len(all_links), Operation.ENGRAVE, label, pattern, area, inked, label))
    return tuple(found)


def _inked(ink: tuple[Region, ...], piece: Region, over: tuple[Region, ...], least: float) -> tuple[Region, ...]:
    """Return what a pattern inks of a piece, without areas that are too fine, and without what is where something runs
    over it. A window that is cut is filled."""

    def is_whole(hole: Ring) -> bool:
        return inside(hole[0], piece.outer) and boundary_distance(hole, piece.outer) >= least - SPARE

    def is_fine(area: Region) -> bool:
        return region_area(area) < least**2 or bool(finest((area,), least))

    whole = tuple(Region(area.outer, tuple(filter(is_whole, area.holes))) for area in ink)
    found = list[Region]()
    for area in common(whole, (piece,)):
        tips = common(difference((area,), opening((area,), least, 0.0)), grow(over, least)) if is_fine(area) else ()
        found += difference((area,), tips) if tips else (area,)
    return tuple(area for area in found if not is_fine(area))


def under(links: Sequence[tuple[int, int]], crossings: Sequence[Crossing], width: float) -> list[int]:
    """Return for each crossing the path that is interrupted. links: each path's two ends, numbered round the tile."""
    along: list[list[tuple[float, int]]] = [[] for _ in links]
    for k, crossing in enumerate(crossings):
        along[crossing.first].append((crossing.s, k))
        along[crossing.second].append((crossing.t, k))
    close: set[int] = set()
    turn: dict[tuple[int, int], int] = {}
    for path, met in enumerate(along):
        met.sort()
        for number, (_, k) in enumerate(met):
            turn[path, k] = (links[path][0] + number) % 2
        for (s, k), (t, other) in zip(met, met[1:], strict=False):
            if t - s < CLOSE * width:
                close |= {k, other}
    lower = []
    for k, crossing in enumerate(crossings):
        agreed = turn[crossing.first, k] != turn[crossing.second, k]
        lower.append(crossing.second if agreed and k not in close and not turn[crossing.first, k] else crossing.first)
    return lower
