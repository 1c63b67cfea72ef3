"""Labels that stand somewhere on a tile: digits, pips or symbols, each in a disc that is its place alone; or nothing,
where labels tell no tiles apart.

A corner's place is on its bisector, an edge's on its axis; all are equally large. A cell's is its middle. In corners
and at edges a drawing stands upright seen with them on top.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks.frame import Frame, LabelStyle, frame, refuse_small
from quasiprint.addons.designer.sets.set_file import PLAIN, Shape
from quasiprint.drawing import numerals
from quasiprint.drawing.numerals import FIGURES, MOST_PIPS, ROW, THREE, TWO, Drawing, Figure
from quasiprint.drawing.outlines import turn_ring
from quasiprint.drawing.rings import inside, side, sides
from quasiprint.drawing.strokes import made_from, refuse_fine
from quasiprint.errors import InputError
from quasiprint.model.face import Mark, Operation, Point, Region, Ring
from quasiprint.model.measures import Measures
from quasiprint.model.option import Supplied

FILLED = 0.86  # of its disc: how large a drawing is
RIM = 0.04  # of the edge, at least: between a disc and the rim
STEPS = 24  # by which the largest discs are found, each halving what is left
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
    """Return what stands for each label, one unit high. symbols: a folder of SVG drawings. Raises InputError."""
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

    def high(measures: Measures) -> float:
        return height(shape, drawn.shapes, measures, drawn.symbols)

    if shape.look == "symbols" and drawn.symbols:
        made, least = [made_from(sign, measures) for sign in signs], measures.machine.min_feature
        makes = f"a {measures.process} makes no less than {least:g} mm"
        refuse_fine(drawn.symbols, signs, made, high, measures, _least(shape, measures), makes)
    what = f"{shape.look} on {shape.name!r} must be {_least(shape, measures):.1f} mm high to be made and read"
    refuse_small(shape, measures, lambda measures: high(measures) >= _least(shape, measures), what)


def _least(shape: Shape, measures: Measures) -> float:
    """Return how high drawings have to be, to be made and read, mm."""
    most, high = shape.choice.labels - 1, LEAST * measures.machine.min_feature
    if shape.look == "pips" and most > MOST_PIPS:
        wide, between = pip_sizes(most)
        return max(PIP / wide, ROUNDING * measures.machine.min_feature / min(wide, between))
    if shape.look == "digits":  # a 6 and a 9 are finer than other digits
        made = max(made_from(drawing, measures) for drawing in drawings(shape, None))
        high = made if shape.names else max(high, made)
    return max(READABLE, high)


def fits(shape: Shape, shapes: Sequence[Shape], measures: Measures) -> bool:
    """Tell whether drawings have room on a shape; of symbols nobody can tell yet."""
    return shape.look in ("symbols", PLAIN) or height(shape, shapes, measures, None) >= _least(shape, measures)


def height(shape: Shape, shapes: Sequence[Shape], measures: Measures, symbols: Supplied | None) -> float:
    """Return how high drawings are, mm: all of a look alike, on all shapes, as the smallest place lets them be."""
    alike = [other for other in shapes if other.look == shape.look] or [shape]
    return min(_height(frame(other.outline, measures), other.choice.at, drawings(other, symbols)) for other in alike)


@lru_cache(maxsize=512)  # for long names as many edges are tried, again for each way of making
def _height(tile: Frame, at: str, drawn: tuple[Drawing, ...]) -> float:
    far = max((math.dist(p, (0.0, 0.5)) for areas in drawn for area in areas for p in area.outer), default=1.0)
    return FILLED * min(spot.radius for spot in spots(tile, at)) / far


OWN: dict[str, Callable[[Frame, Point, int], float]] = {  # where a drawing belongs to what is nearest
    "edges": Frame.off,
    "corners": lambda tile, p, k: math.dist(p, tile.points[k]),
}


@lru_cache(maxsize=128)
def spots(tile: Frame, at: str, share: float = 1.0) -> tuple[Spot, ...]:
    """Return the place of each slot of a tile: equally large discs, each as near to its edge or corner as the rim lets
    it be, as large as they can be beside one another. A cell's is about its middle. share: how large drawings are, of
    what they could be, at most 1."""
    n = len(tile.points)
    seam = max(tile.measures.machine.min_feature, RIM * tile.measures.size.edge)  # left free between two discs
    rim = tile.measures.fit.clearance + seam
    if at == "cells":
        found = []
        for k, (x, y) in enumerate(tile.middles):
            ways = [side(a, b, (x, y)) / math.dist(a, b) for a, b in sides(tile.cell(k))]
            found.append(Spot(x, y, min(ways) - rim, math.pi / 2))
        return tuple(found)
    slots = range(n if at == "corners" else 0, n if at == "edges" else 2 * n)

    def discs(radius: float) -> tuple[Spot, ...]:
        return tuple(_touching(tile, slot, rim, radius) for slot in slots)

    low, high = -1.0, tile.across
    for _ in range(STEPS):
        radius = (max(low, 0.0) + high) / 2
        touching = discs(radius)
        apart = all(math.dist((a.x, a.y), (b.x, b.y)) >= 2 * radius + seam for a, b in combinations(touching, 2))
        middles = [(spot.x, spot.y) for spot in touching]
        held = all(inside(p, tile.nominal) and tile.off(p, k) >= radius + rim - 1e-9 for p in middles for k in range(n))
        if apart and held and (at not in OWN or _nearest(tile, OWN[at], middles, radius)):
            low = radius
        else:
            high = radius
    return discs(low * share if low > 0 else low)


def _nearest(tile: Frame, far: Callable[[Frame, Point, int], float], middles: Sequence[Point], by: float) -> bool:
    """Tell whether each disc is by so much nearer to its edge, or corner, than to any other. far: from one, mm."""
    pairs = permutations(range(len(middles)), 2)
    return all(far(tile, middles[k], k) + by <= far(tile, middles[k], other) for k, other in pairs)


def _touching(tile: Frame, slot: int, rim: float, radius: float) -> Spot:
    """Return the disc of a radius that keeps off its edge, or the two of its corner, by the rim."""
    off, corner = radius + rim, slot - len(tile.points)  # corners are behind the edges
    if corner >= 0:
        (x, y), way = tile.points[corner], tile.inward(corner)
        off /= math.sin(min(tile.angle(corner), math.pi) / 2)
    else:
        a, b = tile.edge(slot)
        x, y, way = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, math.atan2(b[1] - a[1], b[0] - a[0]) + math.pi / 2
    return Spot(x + off * math.cos(way), y + off * math.sin(way), radius, way + math.pi)


def marks(shape: Shape, drawn: LabelStyle, tile: Frame, labels: Labelling, behind: bool = False) -> tuple[Mark, ...]:
    """Return the drawings of a tile's labels, sunk or engraved. behind: as its back shows them, seen through it."""
    if shape.is_plain:  # an empty mark in each slot, so that such a face is read like any other
        return tuple(Mark(k, Operation.ENGRAVE, None, None, (), (), label=label) for k, label in enumerate(labels))
    signs, at = drawings(shape, drawn.symbols), shape.choice.at
    high = height(shape, drawn.shapes, drawn.measures, drawn.symbols)
    places = spots(tile, at, high / _height(tile, at, signs))
    return tuple(
        _mark(tile, spot, slot, label, signs[label], high, behind)
        for slot, (spot, label) in enumerate(zip(places, labels, strict=True))
    )


@lru_cache(maxsize=8192)
def _mark(tile: Frame, spot: Spot, slot: int, label: int, drawing: Drawing, high: float, behind: bool) -> Mark:
    areas = stand(drawing, high, (spot.x, spot.y), spot.up, behind)
    return Mark(slot, Operation.ENGRAVE, None, None, areas, areas, label=label, rise=-tile.measures.finish.inlay_depth)


@lru_cache(maxsize=1024)
def stand(drawing: Drawing, high: float, at: Point, up: float, behind: bool) -> tuple[Region, ...]:
    """Return a drawing about a point. up: the direction of its top, radians. behind: as the back shows it."""
    side = -1 if behind else 1

    def place(ring: Ring) -> Ring:
        upright = tuple((side * high * x, high * (y - 0.5)) for x, y in ring)
        return turn_ring(upright[::side], up - math.pi / 2, *at)

    return tuple(area.map_rings(place) for area in drawing)
