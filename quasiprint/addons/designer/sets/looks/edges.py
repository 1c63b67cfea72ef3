"""Labels at edges: wedges, ribbons that cross the edge, or a line along it; each in its label's colour and pattern.

What stands at an edge is drawn in the edge's frame: its middle is the origin, x runs along it, anticlockwise, and y
into the tile. It keeps inside the triangle over the edge whose sides run beside the bisectors of its corners, and it
is symmetric about the middle. Wedges and ribbons meet their neighbours': edges of one length show them equally wide.
The patterns of wedges have the names of those of stripes (`quasiprint.drawing.patterns`) and obey the same laws: at the
edge they are symmetric about the middle; pieces of ink never touch; and no stroke or gap is narrower than the boldness,
but for tips.

Where there are more labels than inks, inks repeat, all are solid, and letters tell labels apart. A letter stands
upright seen with its edge on top: in a wedge, of which it is left out; else farther inside than the ribbon or the line,
in its colour. It has the largest disc that is free there: inside the sides of the wedge, or of a triangle that keeps
off the neighbours'.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks.frame import Frame, LabelStyle, frame, is_needed, refuse_small
from quasiprint.addons.designer.sets.looks.spots import READABLE, stand
from quasiprint.addons.designer.sets.set_file import Shape
from quasiprint.checks.marks import gap_between
from quasiprint.drawing.areas import difference
from quasiprint.drawing.numerals import Drawing, words
from quasiprint.drawing.outlines import circle
from quasiprint.drawing.palettes import MAX_COLOURS, refuse_patterns
from quasiprint.drawing.patterns import BOLDNESS, DOT_SIDES, PATTERNS, Ribbon, ink_regions
from quasiprint.drawing.rings import boundary_distance, near_pairs
from quasiprint.drawing.strokes import finest, made_from
from quasiprint.errors import InputError
from quasiprint.model.face import Mark, Operation, Point, Region, Ring, bounds, snap
from quasiprint.model.measures import Measures

LETTER_BOLDNESS = 0.018  # of the edge: the narrowest gap
SHORT = 1.0  # of its width: how long a ribbon before a letter is
SIDES = 24  # of a disc


@lru_cache(maxsize=16)
def letters_of(shapes: tuple[Shape, ...]) -> tuple[Drawing, ...]:
    """Return what stands for each label: its name, or a letter if labels have none."""
    names = max((shape.names for shape in shapes), key=len)
    return words(names or tuple(ascii_uppercase[: max(shape.choice.labels for shape in shapes)]))


@lru_cache(maxsize=16)
def least_height(drawn: tuple[Drawing, ...], measures: Measures) -> float:
    """Return how high letters have to be, to be made and read, mm."""
    return max(READABLE, *(made_from(drawing, measures) for drawing in drawn))


def letter_height(radius: float, drawn: Sequence[Drawing]) -> float:
    """Return how high letters are in a disc, mm."""
    return radius / max(math.dist(p, (0.0, 0.5)) for areas in drawn for area in areas for p in area.outer)


THICK = 0.035  # of the edge: the narrowest stroke of a pattern, where it can be made
ROOM = 6.0  # strokes: half of the base of a wedge in which every pattern has room
WIDE = 0.08  # of the edge: a ribbon, or a line, where nobody says how wide
STEEPEST = 60, 75  # degrees: of the sides of what is drawn over an edge, and of a ribbon's room
SHRUNK = 0.92  # what drawings over edges are lowered by, again and again, until they are apart
LOWERED = 0.7  # of their full height, to leave room in the middle
LOWEST = 0.2  # of their full height: lower they are none


@dataclass(frozen=True, slots=True)
class Site:
    """What may be drawn over an edge. reach: half of the edge, as far as a triangle over it may go on both sides, mm.
    slope: of that triangle's sides. start: how far inside the edge the tile as made begins. wide: of ribbons. bold:
    the narrowest stroke. lettered: whether a letter is drawn."""

    reach: float
    slope: float
    start: float
    wide: float
    bold: float
    lettered: bool = False

    @property
    def tip(self) -> float:
        """How far inside the edge the wedge that fills the triangle ends."""
        return self.start + self.reach * self.slope

    @property
    def lean(self) -> float:
        """How far along the edge it is across a stroke that runs beside a side, for each mm of its width."""
        return math.hypot(1.0, self.slope) / self.slope

    def side(self, y: float) -> float:
        """Return how far from its axis a side is, at a distance from the edge."""
        return (self.tip - y) / self.slope

    def rise(self, x: float) -> float:
        """Return how far from the edge its side is, at a distance from its axis."""
        return self.start + (self.reach - abs(x)) * self.slope

    @property
    def ribbon(self) -> Ribbon:
        """A straight ribbon that runs on as far as others leave room: of a regular tile, all meet about the middle."""
        length = (self.reach - self.wide / 2) * self.slope
        length = min(length, SHORT * self.wide) if self.lettered else length
        return Ribbon(self.wide, 0.0, 0.0, 0.0, self.start + length, self.start)

    @property
    def stripe(self) -> Ribbon:
        """A ribbon along the edge, `bold` inside the tile as made, drawn from its right end to its left one."""
        half = self.reach - (self.bold + self.wide) / self.slope
        return Ribbon(self.wide, 0.0, 0.0, 0.0, 2 * half, 0.0, free=True)

    def room(self, look: str) -> tuple[float, float]:
        """The disc of a letter: how far inside the edge its middle is, and its radius, mm, 0 or less if there is none.
        In a wedge a letter is left out; else it stands farther inside than what is below it."""
        bases = {"wedges": self.start, "ribbons": self.ribbon.length, "edges": self.start + self.bold + self.wide}
        base, bold, slope = bases[look], self.bold, self.slope
        half = (self.tip - base - bold) / slope - bold * self.lean * (1.0 if look == "wedges" else 0.5)
        radius = half * slope / (1 + math.hypot(1.0, slope))
        return base + bold + radius, radius

    def solid(self) -> list[Region]:
        """The whole self."""
        return [Region(((-self.reach, self.start), (self.reach, self.start), (0.0, self.tip)))]

    def dashed(self) -> list[Region]:
        """Bars along the edge."""
        bars = []
        low, thick = self.start, 1.2 * self.bold
        while self.side(low + thick) >= self.bold:
            bars.append(Region(self._bar(low, low + thick)))
            low += 2 * thick
        return bars

    def _bar(self, low: float, high: float, taken: float = 0.0) -> Ring:
        """Return what lies between two distances from the edge, `taken` mm off at both ends."""
        a, b = self.side(low) - taken, self.side(high) - taken
        return ((-a, low), (a, low), (b, high), (-b, high))

    def dotted(self) -> list[Region]:
        """Rows of round dots."""
        radius = 0.9 * self.bold
        pitch = 2 * radius + 1.1 * self.bold
        dots = []
        y = self.start + self.bold / 2 + radius
        while (room := self.side(y) - 1.1 * radius * self.lean) >= 0:
            count = int(2 * room / pitch) + 1
            dots += [Region(circle((k - (count - 1) / 2) * pitch, y, radius, DOT_SIDES)) for k in range(count)]
            y += pitch
        return dots

    def double(self) -> list[Region]:
        """Two bars away from the edge."""
        near, far = 0.8 * self.bold, 2.4 * self.bold
        return [Region(self._upright(-far, -near)), Region(self._upright(near, far))]

    def _upright(self, left: float, right: float) -> Ring:
        """Return what lies between two distances from the axis, on one side of it."""
        return ((left, self.start), (right, self.start), (right, self.rise(right)), (left, self.rise(left)))

    def ladder(self) -> list[Region]:
        """The whole wedge with windows, rungs between them along the edge."""
        windows = []
        rail, low, high = self.bold * self.lean, self.start + self.bold, 1.6 * self.bold
        while self.side(low + high) - rail >= self.bold:
            windows.append(self._bar(low, low + high, rail)[::-1])
            low += high + self.bold
        return [Region(self.solid()[0].outer, tuple(windows))]

    def chevron(self) -> list[Region]:
        """Arrowheads, one in the other."""
        bands = []
        half, step = self.reach, 1.2 * self.bold * self.lean
        while half - step >= self.bold * self.lean:
            inner = half - step
            foot, tip, under = self.start, self.start + half * self.slope, self.start + inner * self.slope
            bands.append(Region(((-half, foot), (-inner, foot), (0.0, under), (inner, foot), (half, foot), (0.0, tip))))
            half -= 2 * step
        return bands

    def line(self) -> list[Region]:
        """One bar away from the edge, along the axis."""
        half = 1.1 * self.bold
        top = self.rise(half)
        return [Region(((-half, self.start), (half, self.start), (half, top), (0.0, self.tip), (-half, top)))]

    def zigzag(self) -> list[Region]:
        """A saw along the edge, its teeth pointing into the tile."""
        low = self.start + self.bold
        span = self.side(low)
        count = max(2, int(2 * span / (3.2 * self.bold)))
        width = 2 * span / count
        high = low + min(1.1 * width, 0.45 * (self.tip - low))
        teeth: list[Point] = [(span, low)]
        for k in range(count):
            right = span - k * width
            # the outermost teeth lean with the sides of the wedge
            apex = right - width / 2
            teeth += [(apex, min(high, self.rise(apex))), (right - width, low)]
        return [Region(((-self.reach, self.start), (self.reach, self.start), *teeth))]


def _line(site: Site, pattern: str) -> list[Region]:
    band = site.stripe
    half, middle = band.length / 2, site.start + site.bold + band.width / 2
    return list(ink_regions(band, pattern, lambda points: tuple((half - y, middle + x) for x, y in points)))


def _ribbon(site: Site, pattern: str) -> list[Region]:
    """Return a ribbon; a solid one ends in a tip, so that all meet about the middle but for the gaps between them."""
    band = site.ribbon
    if pattern != "solid" or site.lettered:
        return list(ink_regions(band, pattern, lambda points: points))
    half, tip = band.width / 2, band.length + band.width / 2 * site.slope
    return [Region(((-half, band.start), (half, band.start), (half, band.length), (0.0, tip), (-half, band.length)))]


DRAWN: dict[str, Callable[[Site, str], list[Region]]] = {
    "wedges": lambda site, pattern: getattr(site, pattern)(),
    "ribbons": _ribbon,
    "edges": _line,
}


def refuse(shape: Shape, drawn: LabelStyle) -> None:
    """Raise InputError if the labels of a shape cannot be drawn at this size, or in these colours."""
    measures, labels = drawn.measures, max(other.choice.labels for other in _at_edges(drawn.shapes))
    if labels > len(ascii_uppercase):
        most = f"up to {len(ascii_uppercase)}, as letters tell more than {MAX_COLOURS} apart"
        raise InputError(f"look: found {shape.look!r} for {labels} labels, allowed is it for {most}")
    refuse_patterns(drawn.palette)
    lettered = _is_lettered(drawn)
    what = f"{shape.look} of every pattern must find room on {shape.name!r}"
    if lettered:
        high = least_height(letters_of(_at_edges(drawn.shapes)), measures)
        what = f"{shape.look} with letters of {high:.1f} mm must find room on {shape.name!r}"
    refuse_small(shape, measures, lambda m: fits(shape, drawn.shapes, m, len(drawn.palette.inks)), what)


def _at_edges(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    return tuple(shape for shape in shapes if shape.look in DRAWN)


def _is_lettered(drawn: LabelStyle) -> bool:
    """Tell whether there are more labels than inks."""
    return max(shape.choice.labels for shape in _at_edges(drawn.shapes)) > len(drawn.palette.inks)


def fits(shape: Shape, shapes: Sequence[Shape], measures: Measures, inks: int = MAX_COLOURS) -> bool:
    """Tell whether the labels of a shape have room at its edges, with letters if there are more than inks."""
    at_edges = _at_edges(shapes)
    labels = max(other.choice.labels for other in at_edges)
    if labels > len(ascii_uppercase):
        return False
    all_sites = sites(shape, at_edges, measures, labels > inks)
    if not all_sites or not all(_makeable(site, shape.look, measures.machine.min_feature) for site in all_sites):
        return False
    if labels <= inks:
        return True
    drawn = letters_of(at_edges)
    high = letter_height(min(site.room(shape.look)[1] for site in all_sites), drawn)
    return high >= least_height(drawn, measures)


@lru_cache(maxsize=1024)
def _makeable(site: Site, look: str, least: float) -> bool:
    """Tell whether each pattern can be made over an edge. least: the narrowest stroke, and gap, mm."""
    if look == "wedges":
        if site.reach < ROOM * site.bold or site.tip - site.start < 2 * site.bold:
            return False
    else:
        band = site.ribbon if look == "ribbons" else site.stripe
        if band.length - band.start < band.width or BOLDNESS * band.width < least - 1e-9:
            return False
    for pattern in PATTERNS[:1] if site.lettered else PATTERNS:
        drawn = DRAWN[look](site, pattern)
        areas = tuple(area.map_rings(lambda ring: tuple((snap(x), snap(y)) for x, y in ring)) for area in drawn)
        rings = sorted((bounds((area.outer,)), area.outer) for area in areas)
        near = near_pairs([box for box, _ in rings], least)
        if finest(areas, least) or any(boundary_distance(rings[i][1], rings[k][1], least) < least for i, k in near):
            return False
    return True


@lru_cache(maxsize=256)
def sites(shape: Shape, shapes: tuple[Shape, ...], measures: Measures, lettered: bool = False) -> tuple[Site, ...]:
    """Return what may be drawn over each edge of a shape, () if there is no room. shapes: of the set, all that have
    labels at edges; what meets must be equally wide. lettered: whether letters tell labels apart."""
    reaches = _reaches(shapes, measures, lettered)
    # a mark that points up stands in the middle
    tile, lowered = frame(shape.outline, measures), LOWERED if is_needed(shape) else 1.0
    wide = measures.size.stripe or WIDE * measures.size.edge
    while lowered > LOWEST:
        found = []
        for k in range(shape.outline.edges):
            beta = min(*_halves(tile, k), math.radians(STEEPEST[shape.look == "ribbons"]))
            reach, slope = reaches[round(1000 * tile.length(k))], lowered * math.tan(beta)
            found.append(Site(reach, slope, measures.fit.clearance, wide, _bold(measures, lettered), lettered=lettered))
        if min(site.reach for site in found) > 0 and _apart(shape, tile, found):
            return tuple(found)
        lowered *= SHRUNK
    return ()


@lru_cache(maxsize=64)
def _reaches(shapes: tuple[Shape, ...], measures: Measures, lettered: bool) -> dict[int, float]:
    """Return half of the base of the widest wedge over edges of one length, the least of all, by that length in
    thousandths of a millimetre: what its corners take is left free on both sides."""
    reaches: dict[int, float] = {}
    radius, inset = measures.finish.corner_radius, measures.fit.clearance
    for shape in shapes:
        tile = frame(shape.outline, measures)
        for k in range(shape.outline.edges):
            taken = max(
                inset / math.tan(beta) + max(radius / math.tan(beta), _bold(measures, lettered) / 2 / math.sin(beta))
                for beta in _halves(tile, k)
            )
            key = round(1000 * tile.length(k))
            reaches[key] = min(reaches.get(key, math.inf), tile.length(k) / 2 - taken)
    return reaches


def _bold(measures: Measures, lettered: bool) -> float:
    """Return the narrowest stroke, and gap, mm: letters, which need room, have no patterns beside them."""
    share = LETTER_BOLDNESS if lettered else THICK
    return max(measures.machine.min_feature, share * measures.size.edge)


def _halves(tile: Frame, k: int) -> tuple[float, float]:
    """Return half of the angles at both ends of an edge; of one that leads inwards, a right angle."""
    after = (k + 1) % len(tile.points)
    return min(tile.angle(k) / 2, math.pi / 2), min(tile.angle(after) / 2, math.pi / 2)


def _apart(shape: Shape, tile: Frame, all_sites: Sequence[Site]) -> bool:
    """Tell whether what is drawn over the edges keeps apart, and inside the tile."""
    drawn = []
    for k, site in enumerate(all_sites):
        if shape.look != "wedges":
            band = site.ribbon if shape.look == "ribbons" else site.stripe
            if band.length <= band.start:
                return False
        if site.lettered and site.room(shape.look)[1] <= 0:
            return False
        # the disc in which any letter stands
        disc = (Region(circle(0.0, *site.room(shape.look), SIDES)),) if site.lettered and shape.look != "wedges" else ()
        drawn.append(_mark(tile, k, site, shape.look, 0, 0, "solid", disc))
    bold = all_sites[0].bold
    if gap_between(drawn, bold) < bold - 1e-6:
        return False
    points = [(k, p) for k, mark in enumerate(drawn) for region in mark.field for p in region.outer]
    return all(tile.off(p, other) >= bold / 4 for k, p in points for other in range(len(drawn)) if other != k)


def marks(shape: Shape, drawn: LabelStyle, tile: Frame, labels: Labelling, behind: bool = False) -> tuple[Mark, ...]:
    """Return what stands over the edges of a tile, edge by edge."""
    inks = drawn.palette.inks
    all_sites = sites(shape, _at_edges(drawn.shapes), tile.measures, _is_lettered(drawn))
    each = list(enumerate(zip(all_sites, labels, strict=True)))
    if not all_sites[0].lettered:
        return tuple(_mark(tile, k, site, shape.look, label, label, inks[label].pattern) for k, (site, label) in each)
    signs = letters_of(_at_edges(drawn.shapes))
    size = min(site.room(shape.look)[1] for site in all_sites)  # one for all letters of a tile
    found = []
    for k, (site, label) in each:
        # in the edge's frame, which has the edge below
        letter = stand(signs[label], letter_height(size, signs), (0.0, site.room(shape.look)[0]), -math.pi / 2, behind)
        found.append(_mark(tile, k, site, shape.look, label, label % len(inks), "solid", letter))
    return tuple(found)


@lru_cache(maxsize=8192)
def _mark(
    tile: Frame, k: int, site: Site, look: str, label: int, ink: int, pattern: str, letter: tuple[Region, ...] = ()
) -> Mark:
    """Return what stands over an edge. ink: its number. letter: left out of a wedge, or beside a ribbon or a line."""
    field, inked = DRAWN[look](site, "solid"), DRAWN[look](site, pattern)
    if letter and look == "wedges":
        inked = list(difference((field[0],), letter))
    elif letter:
        field = inked = [*field, *letter]
    areas, inks = (
        tuple(area.map_rings(lambda ring: tile.place(k, ring)) for area in drawn) for drawn in (field, inked)
    )
    return Mark(k, Operation.ENGRAVE, ink, pattern, areas, inks, label=label)
