"""Links as paths: bands from edge to edge that leave both at a right angle, and run over and under one another. Labels
at edges and corners are drawn as paths, too: see `strands`.

How wide paths are follows from the outline (`path_room`), and grows with the edge; what does not is how fine a process
can draw.

The parts into which paths divide a tile can be shaded like a chessboard. What a path has on its left tells whether it
runs over: so each goes over and under by turns, and both paths of a crossing agree on it. Where crossings lie so close
together that their gaps run into one another, the later path goes over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks import strands
from quasiprint.addons.designer.sets.looks.bands import Band, Line
from quasiprint.addons.designer.sets.looks.frame import Drawn, Frame, frame
from quasiprint.addons.designer.sets.looks.path_room import (
    APART,
    GAP,
    STRAIGHT,
    Crossing,
    Track,
    crossings,
    ends_of,
    line,
    room,
    share,
)
from quasiprint.addons.designer.sets.set_file import Shape
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.drawing.patterns import boldness, ink_regions
from quasiprint.drawing.rings import to_segment
from quasiprint.drawing.strokes import refuse_small
from quasiprint.errors import InputError
from quasiprint.model.face import Mark, Operation, Point
from quasiprint.model.measures import Measures
from quasiprint.model.profile import Palette

LEAVES = 0.1  # mm: how far beyond the made edge a path runs straight, at least
CLOSE = 1.6  # widths: crossings that are nearer to one another share their gap
STEEPEST = 1.2  # how much a cut may slant: it runs along the path above, but for very slanting crossings
TRIES = 9  # places across a path at which its gap is measured
AGAIN = 2.5  # of what keeps two paths apart: so far behind a gap the path above may come near again
SPARE = 0.06  # mm: more gap than asked for, as paths are drawn with chords
SHORTEST = 0.6  # widths: shorter pieces between two gaps are left out


def width(shape: Shape, measures: Measures) -> float:
    """Return how wide the paths of a shape are, mm: the stripe where somebody says how wide it is."""
    return measures.size.stripe or share(shape) * measures.size.edge


def gap(shape: Shape, measures: Measures) -> float:
    """Return how far a path stays from one that runs over it, mm."""
    return max(measures.machine.min_feature, GAP * width(shape, measures))


def refuse(shape: Shape, drawn: Drawn) -> None:
    """Raise InputError if paths have no room on such tiles, or none at this size, or the palette lacks colours."""
    refuse_colours(drawn.palette, strands.colours(shape))
    refuse_patterns(drawn.palette)
    measures, found = drawn.measures, room(shape)
    if not found.width:
        raise InputError(
            f"[[shape]] {shape.name}: found look {shape.look_meant!r}, allowed is another: on this outline paths would "
            "leave the tile, or come too close to one another"
        )
    widest = math.floor(100 * found.width * measures.size.edge) / 100
    if measures.size.stripe > widest + LEAVES:
        raise InputError(
            f"stripe: found {measures.size.stripe:g} mm, allowed on an edge of {measures.size.edge:g} mm is up to "
            f"{widest:g} mm: wider paths of {shape.name} would leave the tile, or come too close to one another"
        )
    refuse_small(
        measures,
        lambda measures: fits(shape, drawn.shapes, measures),
        f"paths on {shape.name} must leave room for patterns; a {measures.process} makes no stroke under "
        f"{measures.machine.min_feature:g} mm, takes {measures.fit.clearance:g} mm off each edge, and rounds corners "
        f"by {measures.finish.corner_radius:g} mm",
        Measures.scale,
    )


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


def marks(shape: Shape, drawn: Drawn, tile: Frame, labels: Labelling, behind: bool = False) -> tuple[Mark, ...]:
    """Return the paths of a tile: a mark for each piece that nothing runs over. A piece of path k has the slot k, or k
    and a multiple of the number of paths. behind: as the back of a tile shows them, seen through it. Raises InputError
    where a path that ends on the tile has no room."""
    return _marks(shape, tile, strands.links(shape, labels, behind), drawn.palette)


@lru_cache(maxsize=4096)
def _marks(shape: Shape, tile: Frame, links: Labelling, palette: Palette) -> tuple[Mark, ...]:
    measures = tile.measures
    broad, apart, arc = width(shape, measures), gap(shape, measures), room(shape).arc
    through = [link for link in links if link[0] != link[1]]
    lines = [line(tile, ends_of(shape), (a, b), arc) for a, b, _ in through]
    tracks = [path.track() for path in lines]
    met = crossings(tracks)
    cuts: list[list[Cut]] = [[] for _ in lines]
    for crossing, low in zip(met, under([(a, b) for a, b, _ in through], met, broad), strict=True):
        at, above = (crossing.s, crossing.two) if low == crossing.one else (crossing.t, crossing.one)
        cuts[low].append(cut(lines[low], at, tracks[above], broad, apart))
    bands = [pieces(path, cuts[k], broad, measures.fit.clearance) for k, path in enumerate(lines)]
    rest = [link for link in links if link[0] == link[1]]
    for path in strands.ending(shape, tile, [end for end, _, _ in rest], tracks, broad, apart):
        bands.append([Band(path, broad, measures.fit.clearance, path.length, edges=(True, False))])
    found = []
    for k, (every, (_, _, label)) in enumerate(zip(bands, through + rest, strict=True)):
        pattern = palette.inks[label].pattern
        for piece, band in enumerate(every):
            slot, areas = k + piece * len(links), ink_regions(band, "solid")
            found.append(Mark(slot, Operation.ENGRAVE, label, pattern, areas, ink_regions(band, pattern), label))
    return tuple(found)


def under(links: Sequence[tuple[int, int]], every: Sequence[Crossing], width: float) -> list[int]:
    """Return for each crossing the path that is interrupted. links: the ends that each path joins, numbered round the
    tile."""
    along: list[list[tuple[float, int]]] = [[] for _ in links]
    for k, crossing in enumerate(every):
        along[crossing.one].append((crossing.s, k))
        along[crossing.two].append((crossing.t, k))
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
    for k, crossing in enumerate(every):
        agreed = turn[crossing.one, k] != turn[crossing.two, k]
        lower.append(crossing.two if agreed and k not in close and not turn[crossing.one, k] else crossing.one)
    return lower


@dataclass(frozen=True, slots=True)
class Cut:
    """A gap in a path: from where to where along it, at several places across it, from its right side to its left."""

    starts: tuple[float, ...]
    ends: tuple[float, ...]

    def merge(self, other: Cut) -> Cut:
        """Return the gap that holds both."""
        return Cut(tuple(map(min, self.starts, other.starts)), tuple(map(max, self.ends, other.ends)))


def cut(below: Line, at: float, above: Track, width: float, gap: float) -> Cut:
    """Return the gap in a path about a crossing. at: where it is crossed; above: the track of the path that runs over;
    gap: how far the two stay apart, mm."""
    clear = width / 2 + gap + SPARE
    places = _across(width)
    starts = tuple(_leaves(below, at, t, above, clear, -1) for t in places)
    return Cut(starts, tuple(_leaves(below, at, t, above, clear, 1) for t in places))


def _across(width: float) -> tuple[float, ...]:
    return tuple(width * (k / (TRIES - 1) - 0.5) for k in range(TRIES))


def _leaves(below: Line, at: float, t: float, above: Track, clear: float, way: int) -> float:
    """Return where a line beside a path comes to lie clear of another's track. way: 1 for looking further along."""

    def near(s: float) -> bool:
        p = _beside(below, s, t)
        return min(to_segment(p, a, b) for (_, a), (_, b) in pairwise(above)) < clear

    # the path above may bend back to it once more
    step, inside, seen = clear / 4, at, at
    while way * (seen - inside) <= AGAIN * clear and 0 < seen < below.length:
        if near(seen):
            inside = seen
        seen += way * step
    outside = inside + way * step
    for _ in range(24):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if near(middle) else (inside, middle)
    return outside


def _side(line: Line, found: tuple[float, ...], width: float, way: int) -> tuple[float, float]:
    """Return the straight cut that lies clear of all that was found: where it meets the middle, and its slant."""
    across = _across(width)
    lean = max(-STEEPEST, min(STEEPEST, (found[-1] - found[0]) / width))
    at = way * max(way * (s - lean * t) for s, t in zip(found, across, strict=True))
    clear = [_beside(line, s, t) for s, t in zip(found, across, strict=True)]
    for _ in range(3):  # in a bend, what is straight across the path is not straight along it
        (ax, ay), (bx, by) = (_beside(line, at + lean * t, t) for t in (across[0], across[-1]))
        nx, ny = way * (by - ay) / math.dist((ax, ay), (bx, by)), way * (ax - bx) / math.dist((ax, ay), (bx, by))
        short = max(nx * (x - ax) + ny * (y - ay) for x, y in clear)
        at += way * max(0.0, short) * math.hypot(1.0, lean)
    return at, lean


def _beside(line: Line, s: float, t: float) -> Point:
    x, y, heading = line.at(s)
    return x - t * math.sin(heading), y + t * math.cos(heading)


def pieces(line: Line, cuts: Sequence[Cut], width: float, inset: float) -> list[Band]:
    """Return what is left of a path between its gaps. inset: how far inside the edges it begins and ends, mm."""
    gaps: list[Cut] = []
    for gap in sorted(cuts, key=lambda gap: min(gap.starts)):
        if gaps and min(gap.starts) - max(gaps[-1].ends) < SHORTEST * width:
            gaps[-1] = gaps[-1].merge(gap)
        else:
            gaps.append(gap)
    begin, lean, edge = inset, 0.0, True
    found = []
    for gap in gaps:
        end, slant = _side(line, gap.starts, width, -1)
        found.append(Band(line, width, begin, end, (lean, slant), (edge, False)))
        begin, lean = _side(line, gap.ends, width, 1)
        edge = False
    found.append(Band(line, width, begin, line.length - inset, (lean, 0.0), (edge, True)))
    return [piece for piece in found if piece.shortest >= SHORTEST * width / 2]
