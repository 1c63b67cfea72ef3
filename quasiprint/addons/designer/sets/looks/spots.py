"""Labels that stand somewhere on a tile: digits, pips or symbols, each in the largest disc that is its place alone;
or nothing, where labels tell no tiles apart.

A corner's place is on its bisector, nearer to it than to any other corner; an edge's on its axis, nearer to it than to
any other edge; a cell's is its middle. In corners and at edges a drawing stands upright seen with them on top.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks.frame import Frame, LabelStyle, frame
from quasiprint.addons.designer.sets.polygons import BOTH
from quasiprint.addons.designer.sets.set_file import PLAIN, Shape
from quasiprint.drawing import numerals
from quasiprint.drawing.numerals import FIGURES, MOST_PIPS, ROW, THREE, TWO, Drawing, Figure
from quasiprint.drawing.outlines import turn_ring
from quasiprint.drawing.rings import inside, side, sides
from quasiprint.drawing.strokes import made_from, refuse_fine, refuse_small
from quasiprint.errors import InputError
from quasiprint.model.face import Mark, Operation, Point
from quasiprint.model.measures import Measures
from quasiprint.model.option import Supplied

FILLED = 0.86  # of its disc: how large a drawing is
RIM = 0.04  # of the edge, at least: between a disc and the rim
STEPS = 400  # along an axis, to find the largest disc
LEAST = 50 / 7  # of the narrowest stroke that can be made: a digit's height, at least
READABLE = 3.0  # mm: a drawing's height, at least
PIP = 0.68  # mm: a pip's width where there are more than nine, at least
ROUNDING = 1.02  # a circle is drawn with corners
# of more than nine: how they lie in rows, see `quasiprint.drawing.numerals.FIGURES`; pitches from the top row to the
# lowest, up to so many; and how wide a gap is, in pips
FOUR = (-1.5, -0.5, 0.5, 1.5)
DOMINOES: tuple[Figure, ...] = (
    *FIGURES,
    ((THREE, ROW), (FOUR, 0.0), (THREE, -ROW)),
    ((FOUR, ROW), (THREE, 0.0), (FOUR, -ROW)),
    tuple((THREE, y) for y in (1.5, 0.5, -0.5, -1.5)),
    ((THREE, 2 * ROW), (TWO, ROW), (THREE, 0.0), (TWO, -ROW), (THREE, -2 * ROW)),
    ((TWO, 2 * ROW), (THREE, ROW), (FOUR, 0.0), (THREE, -ROW), (TWO, -2 * ROW)),
    tuple((THREE, y) for y in (2.0, 1.0, 0.0, -1.0, -2.0)),
    tuple((FOUR, y) for y in (1.5, 0.5, -0.5, -1.5)),
    ((THREE, 2 * ROW), (FOUR, ROW), (THREE, 0.0), (FOUR, -ROW), (THREE, -2 * ROW)),
    ((FOUR, 2 * ROW), (THREE, ROW), (FOUR, 0.0), (THREE, -ROW), (FOUR, -2 * ROW)),
)
HIGH, GAP = {12: 3, 18: 4}, 0.75


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a label. x, y: its middle; radius: of the disc, mm. up: the direction of its top, radians."""

    x: float
    y: float
    radius: float
    up: float


@lru_cache(maxsize=64)
def drawings(shape: Shape, symbols: Supplied | None) -> tuple[Drawing, ...]:
    """Return what stands for each label of a shape, one unit high. symbols: a folder of SVG drawings. Raises InputError
    for what cannot be."""
    most = shape.choice.labels - 1
    if shape.look == "symbols":
        if symbols is None:
            raise InputError(
                f"--symbols: found none, needed for the look 'symbols' of {shape.name!r}: a folder of {most + 1} SVG "
                "drawings, in the order of their names"
            )
        return numerals.pictures(symbols, most)
    if shape.look == "pips":
        if not 1 <= most < len(DOMINOES):
            raise InputError(f"look: found 'pips' for {most + 1} labels, allowed is it for 2 to {len(DOMINOES)}")
        return pips_of_dominoes(most)
    return numerals.words(shape.names) if shape.names else numerals.digits(most)


def pips_of_dominoes(highest: int) -> tuple[Drawing, ...]:
    """Return the numbers from 0 to `highest`, 1 to 18, in pips: more than nine as sets are sold, up to double-eighteen,
    in rows that lie square or interlock. With more than nine, all pips are finer."""
    if highest <= MOST_PIPS:
        return numerals.pips(highest)
    wide, between = pip_sizes(highest)
    return numerals.in_pips(highest, wide / 2, wide + between, DOMINOES)


def pip_sizes(highest: int) -> tuple[float, float]:
    """Return how wide a pip is, and how far it is from the next, in heights. highest: 10 to 18."""
    high = next(pitches for most, pitches in HIGH.items() if highest <= most)
    wide = 1 / (high * (1 + GAP) + 1)
    return wide, GAP * wide


def refuse(shape: Shape, drawn: LabelStyle) -> None:
    """Raise InputError if drawings have no room on a shape of this size."""
    if shape.is_plain:
        return  # what is not drawn needs no room
    measures, signs = drawn.measures, drawings(shape, drawn.symbols)
    if shape.look == "symbols" and drawn.symbols:
        made, least = [made_from(sign, measures) for sign in signs], measures.machine.min_feature
        makes = f"a {measures.process} makes no less than {least:g} mm"

        def high(measures: Measures) -> float:
            return height(shape, drawn.shapes, measures, drawn.symbols)

        refuse_fine(drawn.symbols, signs, made, high, measures, _least(shape, measures), makes)
    refuse_small(
        measures,
        lambda measures: height(shape, drawn.shapes, measures, drawn.symbols) >= _least(shape, measures),
        f"{shape.look} on {shape.name!r} must be {_least(shape, measures):.1f} mm high to be made and read (as a "
        f"{measures.process} makes them)",
    )


def _least(shape: Shape, measures: Measures) -> float:
    """Return how high drawings have to be, to be made and read, mm."""
    most = shape.choice.labels - 1
    if shape.look == "pips" and most > MOST_PIPS:
        wide, between = pip_sizes(most)
        return max(PIP / wide, ROUNDING * measures.machine.min_feature / min(wide, between))
    high = max(READABLE, LEAST * measures.machine.min_feature)
    if shape.look == "digits":  # a 6 and a 9 are finer than other digits
        made = max(made_from(drawing, measures) for drawing in drawings(shape, None))
        return max(READABLE, made) if shape.names else max(high, made)
    return high


def fits(shape: Shape, shapes: Sequence[Shape], measures: Measures) -> bool:
    """Tell whether drawings have room on a shape; of symbols nobody can tell yet."""
    return shape.look in ("symbols", PLAIN) or height(shape, shapes, measures, None) >= _least(shape, measures)


def height(shape: Shape, shapes: Sequence[Shape], measures: Measures, symbols: Supplied | None) -> float:
    """Return how high the drawings are on a shape, mm: all of a look alike, on all shapes of the set, as high as the
    smallest place lets them be."""
    alike = [other for other in shapes if other.look == shape.look] or [shape]
    return min(_height(frame(other.outline, measures), other.choice.at, drawings(other, symbols)) for other in alike)


@lru_cache(maxsize=512)  # for long names as many edges are tried, again for each way of making
def _height(tile: Frame, at: str, drawn: tuple[Drawing, ...]) -> float:
    far = max((math.dist(p, (0.0, 0.5)) for areas in drawn for area in areas for p in area.outer), default=1.0)
    return FILLED * min(spot.radius for spot in spots(tile, at)) / far


@lru_cache(maxsize=64)
def spots(tile: Frame, at: str) -> tuple[Spot, ...]:
    """Return the place of each slot of a tile."""
    if at == "cells":
        found = []
        for k, (x, y) in enumerate(tile.middles):
            ways = [side(a, b, (x, y)) / math.dist(a, b) for a, b in sides(tile.cell(k))]
            found.append(Spot(x, y, min(ways) - _rim(tile.measures), math.pi / 2))
        return tuple(found)
    if at == BOTH:
        return _equal(tile)
    return tuple(_on_axis(tile, at, k) for k in range(len(tile.points)))


@lru_cache(maxsize=64)
def _nearer(tile: Frame, at: str, share: float) -> tuple[Spot, ...]:
    """Return the place of each slot for drawings that are smaller than they could be: nearer to its edge or corner.
    share: of how high they could be, at most 1."""
    all_spots = spots(tile, at)
    if at == "cells" or share == 1:
        return all_spots
    first, radius = len(tile.points) if at == "corners" else 0, share * min(spot.radius for spot in all_spots)
    return tuple(_touching(tile, first + k, _rim(tile.measures), radius) for k in range(len(all_spots)))


def _equal(tile: Frame) -> tuple[Spot, ...]:
    """Return equally large discs over all edges and in all corners, as large as they can be beside one another."""
    rim, seam, edges = _rim(tile.measures), 2 * _seam(tile.measures), range(len(tile.points))
    low, high, best = 0.0, tile.across, tuple(_touching(tile, k, rim, -1.0) for k in range(2 * len(edges)))
    for _ in range(24):
        radius = (low + high) / 2
        touching = tuple(_touching(tile, k, rim, radius) for k in range(2 * len(edges)))
        apart = all(math.dist((a.x, a.y), (b.x, b.y)) >= 2 * radius + seam for a, b in combinations(touching, 2))
        held = all(inside((spot.x, spot.y), tile.nominal) for spot in touching)
        if apart and held and all(tile.off((s.x, s.y), k) >= radius + rim - 1e-9 for s in touching for k in edges):
            low, best = radius, touching
        else:
            high = radius
    return best


def _touching(tile: Frame, slot: int, rim: float, radius: float) -> Spot:
    """Return the disc of a radius that keeps off its edge, or the two of its corner, by the rim."""
    n, off = len(tile.points), radius + rim
    (x, y), way = _axis(tile, slot)
    if slot >= n:
        off /= math.sin(min(tile.angle(slot - n), math.pi) / 2)
    return Spot(x + off * math.cos(way), y + off * math.sin(way), radius, way + math.pi)


def _axis(tile: Frame, slot: int) -> tuple[Point, float]:
    """Return where the axis of an edge, or behind the edges that of a corner, begins, and its direction, radians."""
    n = len(tile.points)
    if slot >= n:
        return tile.points[slot - n], tile.inward(slot - n)
    a, b = tile.edge(slot)
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), math.atan2(b[1] - a[1], b[0] - a[0]) + math.pi / 2


def _rim(measures: Measures) -> float:
    return measures.fit.clearance + max(measures.machine.min_feature, RIM * measures.size.edge)


def _seam(measures: Measures) -> float:
    """Return half of what is left free between two discs, mm."""
    return max(measures.machine.min_feature / 2, RIM / 2 * measures.size.edge)


def _on_axis(tile: Frame, at: str, k: int) -> Spot:
    """Return the largest disc on the bisector of a corner, or on the axis of an edge."""
    (x, y), way = _axis(tile, k + len(tile.points) * (at == "corners"))
    best = Spot(x, y, -1.0, way + math.pi)
    reach = max(math.dist((x, y), p) for p in tile.points)
    for step in range(1, STEPS):
        t = reach * step / STEPS
        px, py = x + t * math.cos(way), y + t * math.sin(way)
        radius = _radius(tile, at, k, (px, py), best.radius)
        if radius > best.radius + 1e-9:
            best = Spot(px, py, radius, way + math.pi)
    return best


def _radius(tile: Frame, at: str, k: int, p: Point, most: float) -> float:
    """Return how large a disc about a point is a slot's own: in the tile, on its side of what parts it from others. -1
    if it is no larger than `most`, the best known."""
    rim, seam = _rim(tile.measures), _seam(tile.measures)
    point, found = tile.points[k], math.inf
    near = math.dist(p, point) ** 2 if at == "corners" else tile.off(p, k)
    for j, other in enumerate(tile.points):
        off = tile.off(p, j)
        found = min(found, off - rim)
        if j != k and at == "corners":
            found = min(found, (math.dist(p, other) ** 2 - near) / (2 * math.dist(point, other)) - seam)
        elif j != k:
            found = min(found, (off - near) / 2 - seam)
        if found <= most:
            return -1.0
    return found if inside(p, tile.nominal) else -1.0


def marks(shape: Shape, drawn: LabelStyle, tile: Frame, labels: Labelling, behind: bool = False) -> tuple[Mark, ...]:
    """Return the drawings of a tile's labels, sunk or engraved. behind: as the back of a tile shows them that is turned
    over, seen through it."""
    if shape.is_plain:  # an empty mark in each slot, so that such a face is read like any other
        return tuple(Mark(k, Operation.ENGRAVE, None, None, (), (), label=label) for k, label in enumerate(labels))
    signs, at = drawings(shape, drawn.symbols), shape.choice.at
    high = height(shape, drawn.shapes, drawn.measures, drawn.symbols)
    places = _nearer(tile, at, high / _height(tile, at, signs))
    return tuple(
        _mark(tile, spot, slot, label, signs[label], high, behind)
        for slot, (spot, label) in enumerate(zip(places, labels, strict=True))
    )


@lru_cache(maxsize=8192)
def _mark(tile: Frame, spot: Spot, slot: int, label: int, drawing: Drawing, high: float, behind: bool) -> Mark:
    side = -1 if behind else 1

    def place(ring: tuple[Point, ...]) -> tuple[Point, ...]:
        upright = tuple((side * high * x, high * (y - 0.5)) for x, y in ring)
        return turn_ring(upright[::side], spot.up - math.pi / 2, spot.x, spot.y)

    areas, rise = tuple(area.map_rings(place) for area in drawing), -tile.measures.finish.inlay_depth
    return Mark(slot, Operation.ENGRAVE, None, None, areas, areas, label=label, rise=rise)
