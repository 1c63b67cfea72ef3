"""The triomino set: one tile for every way to choose three numbers, or four for the squares; and what is drawn on each.

A tile's numbers do not decrease clockwise, from the smallest, face up. Of two tiles that are
mirror images of each other the set has one, so a mirrored tile is foreign.

On its face a number stands in each corner, seen upright with that corner up. The frame of a tile has its origin at the
centre; its first corner is at the top (of a square, at the top left), and the corners count anticlockwise from it. Each
corner's number is the same drawing, turned about the centre. Lines from the centre to the middles of the edges part the
face into cells, one for each corner; a tack's recess has a cell of its own around the centre. A cell with a number in
it recurs on many tiles and is built once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from quasiprint.checks.colour import boldest
from quasiprint.checks.marks import between
from quasiprint.drawing import regular
from quasiprint.drawing.numerals import (
    Drawing,
    braille_dots,
    braille_room,
    digits,
    digits_for_fingers,
    middle,
    pictures,
    pips,
    pips_for_fingers,
    spread,
)
from quasiprint.drawing.outlines import bevel_width, circle, refuse_wide_chamfer, roundest, turn_ring
from quasiprint.drawing.regular import apothem, at, circumradius, direction
from quasiprint.drawing.strokes import ENLARGED, FINEST, enlarge, made_from, narrowest, refuse_fine, strokes
from quasiprint.errors import InputError
from quasiprint.exact.regular import CORNERS, TURNS, groups
from quasiprint.games.triomino import TACK_DEPTH
from quasiprint.games.triomino.rules import HouseRules, composition, labellings, refuse_too_many, tile_id
from quasiprint.model import limits
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, snap
from quasiprint.model.game import Brief
from quasiprint.model.limits import round_down, round_up
from quasiprint.model.measures import BRAILLE, SPACED, Measures, dot_high, high, line
from quasiprint.model.option import Supplied
from quasiprint.model.piece import GameSet, Piece, Value
from quasiprint.model.profile import Ink, Palette

LARGEST, LARGEST_PIPS = 0.22, 0.18  # of the edge: a number's height, where there is room for it
CLEAR = 1.51  # pips of two corners are so many times as far apart as two of one corner; the law says 1.5
RIM, SEAM = 0.04, 0.02  # of the edge, at least: from a number to the rim, and to its cell's border
LEAST = 50 / 7  # of the narrowest stroke that can be made: a number's height, at least; 6 mm for a 0.4 mm nozzle
LOOSE = 40  # edges: more than a fortieth of the edge must not be taken off it
LEAST_TACK = 1.0  # mm, at least: a tack's shaft
BLUNT = 1.01  # a recess is a polygon: at least so many of the narrowest strokes, across
READABLE = 3.0  # mm, at least: a number's height
TACK_SIDES = 48
BESIDE = 8  # the slot of what stands beside the number of a corner, and those after it


@dataclass(frozen=True, slots=True)
class TileStyle:
    """How the numbers of a set are drawn and made.

    corners: of a tile. drawings: for each number, one unit high. colour: of inlays, an index in
    the palette; None for none. rise: see `Mark`. tack: diameter of the centre's recess in mm, 0
    for none; tack_depth: its depth. spread: how far apart two pips of a number are at most, middle to
    middle, in heights; 0 if the numbers are no pips. raised: how wide a line for fingers is, mm, 0 if eyes read them;
    braille: whether the number stands in Braille, too, where it fits.
    """

    corners: int
    drawings: tuple[Drawing, ...]
    colour: int | None
    pattern: str | None
    rise: float | None
    tack: float
    tack_depth: float
    spread: float = 0.0
    raised: float = 0.0
    braille: bool = False

    @property
    def half_angle(self) -> float:
        """Half of a corner's angle, in radians."""
        return math.pi / 2 - math.pi / self.corners


def _room(style: TileStyle) -> tuple[float, float, float]:
    """Return the room that every drawing of a style finds enough in a corner, in heights: from its base line up to the
    sides of the corner, down to the borders of its cell, and down to its lowest point. Half of a corner's angle is
    β."""
    beta = style.half_angle
    points = [p for areas in style.drawings for area in areas for p in area.outer] or [(0.0, 0.0)]
    up = max(y + abs(x) / math.tan(beta) for x, y in points)
    return up, max(abs(x) * math.tan(beta) - y for x, y in points), max(-y for _, y in points)


def _gaps(style: TileStyle, measures: Measures) -> tuple[float, float, float]:
    """Return how far a number stays from the made edge's design, from its cell's border and from the centre, in mm."""
    m = measures
    rim = m.fit.clearance + max(m.machine.min_feature, RIM * m.size.edge)
    seam = max(_seam(m), SPACED / 2) if style.raised else _seam(m)
    centre = max(style.tack / 2 + 2 * seam, _cell_radius(style.corners, style.tack, m)) if style.tack else 0.0
    return rim, seam, centre


def _seam(measures: Measures) -> float:
    """Return how far a number stays from its cell's border, mm."""
    return max(measures.machine.min_feature / 2, SEAM * measures.size.edge)


def _cell_radius(corners: int, tack: float, measures: Measures) -> float:
    """Return how far the corners of the centre's cell are from the centre, mm: it stays half a seam off the tack."""
    return (tack / 2 + _seam(measures) / 2) / math.cos(math.pi / 2 / corners)


def _way(style: TileStyle, measures: Measures) -> float:
    """Return how far from the centre the rim's two sides meet in a corner, mm: numbers stay within."""
    rim, _, _ = _gaps(style, measures)
    return circumradius(style.corners, measures.size.edge) - rim / math.sin(style.half_angle)


def tallest(style: TileStyle, measures: Measures) -> float:
    """Return the greatest height (mm) that the numbers may have: not more than looks well, unless
    they must be larger to be made."""
    _, seam, centre = _gaps(style, measures)
    beta, (up, down, low), way = style.half_angle, _room(style), _way(style, measures)
    to_seam = (way - seam / math.cos(beta)) / (up + down)
    to_centre = (way - centre) / (up + low)
    # of pips in two corners, the middle of each stays so far off the border between them
    inner = max((abs(x) * math.tan(beta) - y for areas in style.drawings for x, y in map(middle, areas)), default=0.0)
    to_others = way / (up + inner + CLEAR * style.spread / (2 * math.cos(beta))) if style.spread else math.inf
    largest = LARGEST_PIPS if style.spread else LARGEST
    if style.braille:
        largest = 0.0  # the rest is for Braille
    return min(max(largest * measures.size.edge, shortest(style, measures)), to_seam, to_centre, to_others)


def shortest(style: TileStyle, measures: Measures) -> float:
    """Return the least height (mm) at which the numbers can be made and read."""
    if style.raised:
        return max([READABLE, *(tactile_height(areas, style.raised) for areas in style.drawings)])
    height = max(plainest(style, measures), measures.machine.min_feature / min(map(narrowest, style.drawings)))
    return math.ceil(100 * height - 1e-6) / 100


def plainest(style: TileStyle, measures: Measures) -> float:
    """Return the least height (mm) of numbers that are as plain as can be."""
    return max(READABLE, 0.0 if style.spread or style.raised else LEAST * measures.machine.min_feature)


@lru_cache(maxsize=64)
def tactile_height(areas: Drawing, line: float) -> float:
    """Return the least height (mm) at which fingers can follow the lines of a drawing, rounded up to hundredths. line:
    how wide one is, mm."""
    least, drawn = {"stroke": line, "gap": SPACED}, enlarge(areas)
    widths = [ENLARGED * least[kind] / max(wide, FINEST) for found in strokes(drawn) for kind, wide in found.items()]
    found = max([0.0, *widths, *(ENLARGED * SPACED / gap for gap in between(drawn, ENLARGED))])
    return math.ceil(100 * found - 1e-4) / 100


@lru_cache(maxsize=64)
def _placing(style: TileStyle, measures: Measures) -> tuple[float, float]:
    """Return the height of the numbers, and how far from the centre their base line stands, the corner being up; mm."""
    height = math.floor(tallest(style, measures) * 100) / 100
    return height, _way(style, measures) - _room(style)[0] * height


@lru_cache(maxsize=64)
def braille_top(style: TileStyle, measures: Measures) -> float:
    """Return where Braille stands below the numbers: how far from the centre the upper rim of its cells is, mm; 0 where
    it does not fit between them and the borders of the corner's cell."""
    if not style.braille:
        return 0.0
    height, base = _placing(style, measures)
    _, seam, centre = _gaps(style, measures)
    top = base - _room(style)[2] * height - SPACED
    wide, high = braille_room(len(style.drawings) - 1)
    # the lower corners of the cells, from the border of the corner's cell and from the tack's
    border = (top - high) * math.cos(style.half_angle) - wide / 2 * math.sin(style.half_angle)
    return top if border >= seam and top - high >= centre else 0.0


@lru_cache(maxsize=4096)
def mark(style: TileStyle, corner: int, number: int, measures: Measures) -> Mark:
    """Return a number in a corner (counted anticlockwise), in the tile's frame."""
    height, base = _placing(style, measures)
    angle = direction(style.corners, corner) - math.pi / 2

    def place(ring: Ring) -> Ring:
        return turn_ring(tuple((x * height, base + y * height) for x, y in ring), angle)

    areas = tuple(area.map_rings(place) for area in style.drawings[number])
    return Mark(
        slot=-corner % style.corners,
        operation=Operation.ENGRAVE,
        colour=style.colour,
        pattern=style.pattern,
        field=areas,
        ink=areas,
        label=number,
        rise=style.rise if style.colour is None else None,
    )


@lru_cache(maxsize=4096)
def braille(style: TileStyle, corner: int, number: int, measures: Measures) -> tuple[Mark, ...]:
    """Return a number in Braille below the one in a corner, none where it does not fit."""
    top = braille_top(style, measures)
    if not top:
        return ()
    angle = direction(style.corners, corner) - math.pi / 2
    low = top - braille_room(number)[1]
    dots = tuple(Region(turn_ring(tuple((x, low + y) for x, y in dot.outer), angle)) for dot in braille_dots(number))
    slot = BESIDE + -corner % style.corners
    return (Mark(slot, Operation.ENGRAVE, None, BRAILLE, dots, dots, rise=dot_high(measures)),)


@lru_cache(maxsize=64)
def _cells(corners: int, tack: float, measures: Measures) -> tuple[Ring, ...]:
    """Return the parts of a tile as made: one for each corner, anticlockwise, and, if there is a tack, one around the
    centre."""
    radius = _cell_radius(corners, tack, measures)
    # point 2k lies towards corner k, 2k + 1 towards the middle of the edge after it
    turns = [direction(corners, k) + half for k in range(corners) for half in (0.0, math.pi / corners)]
    inner = tuple(at(radius, turn) for turn in turns) if tack else ()
    made = regular.corner_cells(
        corners, measures.size.edge, measures.fit.clearance, measures.finish.corner_radius, inner
    )
    return (*made, inner) if tack else made


@lru_cache(maxsize=4096)
def _cell(style: TileStyle, corner: int, number: int, measures: Measures) -> Cell:
    marks = (mark(style, corner, number, measures), *braille(style, corner, number, measures))
    return Cell(_cells(style.corners, style.tack, measures)[corner], marks)


@lru_cache(maxsize=64)
def _tack(style: TileStyle, measures: Measures) -> Cell:
    disc = (Region(circle(0.0, 0.0, style.tack / 2, TACK_SIDES)),)
    recess = Mark(style.corners, Operation.ENGRAVE, None, None, disc, disc, rise=-style.tack_depth)
    return Cell(_cells(style.corners, style.tack, measures)[-1], (recess,))


def face(numbers: tuple[int, ...], style: TileStyle, measures: Measures) -> Face:
    """Return the face of the tile with these numbers, clockwise from the first corner."""
    count = style.corners
    cells = [_cell(style, corner, numbers[-corner % count], measures) for corner in range(count)]
    return Face(
        nominal=regular.nominal(count, measures.size.edge),
        outline=regular.outline(count, measures.size.edge, measures.fit.clearance, measures.finish.corner_radius),
        cells=(*cells, _tack(style, measures)) if style.tack else tuple(cells),
        back=regular.back(count, measures.size.edge),
    )


def refuse_cramped(style: TileStyle, measures: Measures) -> None:
    """Raise InputError if the numbers do not fit in the corners, the tack not between them, or tiles not together."""
    widest = measures.size.edge / LOOSE
    if measures.fit.clearance > widest:
        raise InputError(
            f"clearance: found {measures.fit.clearance:g} mm, allowed is up to {widest:.2f} mm on an edge of "
            f"{measures.size.edge:g} mm: tiles that lie so loosely do not stay side to side"
        )
    narrowest_tack = max(LEAST_TACK, round_up(BLUNT * measures.machine.min_feature))
    if 0 < style.tack < narrowest_tack:
        raise InputError(
            f"--tack: found {style.tack:g} mm, allowed is from {narrowest_tack:g} mm, or 0 for none: a "
            f"{measures.process} makes no narrower recess, and nobody a thinner tack"
        )
    if not _fits(style, measures):
        least = limits.least_edge(lambda edge: _fits(style, measures.with_edge(edge)))
        besides = ", its pips clear of those in other corners" if style.spread else ""
        besides += f", beside a tack's recess of {style.tack:g} mm" if style.tack else ""
        raise InputError(
            f"edge: found {measures.size.edge:g} mm, allowed is from {least:g} mm: the highest number is "
            f"{len(style.drawings) - 1}, and a number must be {shortest(style, measures):.2g} mm high to be made and "
            f"read (as a {measures.process} makes it){besides}"
        )
    widest = _roundest(style, measures)
    if measures.finish.corner_radius > widest:
        raise InputError(
            f"corner_radius: found {measures.finish.corner_radius:g} mm, allowed is up to {widest:g} mm on an edge of "
            f"{measures.size.edge:g} mm: rounder, and the corners cut the numbers in them, or nothing of an edge stays "
            "straight"
        )


def rounded(style: TileStyle, measures: Measures) -> Measures:
    """Return the same with corners as round as those of bought tiles, or as the numbers leave room for: what a printer
    makes. Sharp corners stay sharp."""
    finish = measures.finish
    wanted = snap(min(finish.rounding * measures.size.edge, _roundest(style, measures)))
    if measures.process is not Process.PRINTER or not finish.corner_radius or wanted <= finish.corner_radius:
        return measures
    return replace(measures, finish=replace(finish, corner_radius=wanted))


def _fits(style: TileStyle, measures: Measures) -> bool:
    """Tell whether a tile has room for its numbers, and between them, and in its middle, for the tack."""
    inside = apothem(style.corners, measures.size.edge) - measures.fit.clearance - measures.machine.min_feature
    high_enough = tallest(style, measures) >= shortest(style, measures)
    return high_enough and _cell_radius(style.corners, style.tack, measures) <= inside


@lru_cache(maxsize=64)
def _roundest(style: TileStyle, measures: Measures) -> float:
    """Return the largest radius of corners (mm) that leaves the numbers whole, and some of each edge straight."""
    beta, (height, base) = style.half_angle, _placing(style, measures)
    # the base line's distance from the corner, into the tile
    base = circumradius(style.corners, measures.size.edge) - base
    points = [(x * height, base - y * height) for areas in style.drawings for area in areas for x, y in area.outer]
    least, inset = measures.machine.min_feature, measures.fit.clearance
    straight = round_down((measures.size.edge / 2 - least) * math.tan(beta) - inset)
    return min(straight, roundest(points, 2 * beta, inset, least / 2))


TITLES = {"triangle": "Triomino", "square": "Triomino with squares"}
TACTILE = 1.0  # mm above the surface: what fingers follow


def design(brief: Brief) -> GameSet:
    """Return the whole set. Raises InputError where the numbers, or the sizes, cannot be made."""
    parameters, measures, palette = dict(brief.parameters), brief.measures, brief.palette
    symbols = brief.supplied.get("symbols")
    shape, highest = str(parameters["shape"]), int(parameters["highest"])
    refuse_too_many(shape, highest)
    ink = boldest(palette)
    style = _style(parameters, measures, ink, symbols)
    if symbols:
        heights = [made_from(drawing, measures) for drawing in style.drawings]
        makes = f"a {measures.process} makes no less than {measures.machine.min_feature:g} mm"
        if style.raised:
            heights = [tactile_height(drawing, style.raised) for drawing in style.drawings]
            makes = f"fingers follow lines of {style.raised:g} mm that are {SPACED:g} mm apart"
        least = plainest(style, measures)
        refuse_fine(symbols, style.drawings, heights, lambda m: tallest(style, m), measures, least, makes)
    refuse_cramped(style, measures)
    measures = rounded(style, measures)
    drawings: tuple[str, ...] = ()
    if symbols:
        from quasiprint.drawing.symbols import names

        drawings = names(symbols)
    tiles = tuple(labellings(shape, highest))
    faces = [face(numbers, style, measures) for numbers in tiles]
    bevel = bevel_width(faces, measures)
    pieces = tuple(
        Piece(tile_id(numbers), shape, numbers, CORNERS[shape], replace(drawn, bevel=bevel))
        for numbers, drawn in zip(tiles, faces, strict=True)
    )
    refuse_wide_chamfer([piece.face for piece in pieces], measures)
    # parameters that say nothing about the set
    idle = {rule.name for rule in fields(HouseRules) if parameters.get(rule.name, rule.default) == rule.default}
    idle |= {"marks" if symbols else "symbols", *(() if parameters["tack"] else ("tack", "tack_depth"))}
    return GameSet(
        game="triomino",
        title=TITLES[shape],
        parameters=tuple((name, value) for name, value in parameters.items() if name not in idle),
        pieces=pieces,
        accessories=(),
        composition=composition(shape, highest, drawings),
        hidden=True,
        palette=Palette(palette.name, palette.body, (ink,)),
        measures=measures,
        groups=groups(shape),
    )


def _style(parameters: Mapping[str, Value], measures: Measures, ink: Ink, symbols: Supplied | None) -> TileStyle:
    finish = "raised" if measures.touch else str(parameters["finish"])
    tack, tack_depth = float(parameters["tack"]), float(parameters["tack_depth"])
    highest, raised = int(parameters["highest"]), line(measures) if measures.touch else 0.0
    if symbols:
        drawings = pictures(symbols, highest)
    elif parameters["marks"] == "digits":
        drawings = digits_for_fingers(highest, raised) if raised else digits(highest)
    else:
        drawings = pips_for_fingers(highest) if raised else pips(highest)
    if not tack and tack_depth != TACK_DEPTH:
        raise InputError(
            f"--tack-depth: found {tack_depth:g} mm, allowed is none without --tack, which says how wide the recess is"
        )
    if tack and tack_depth < 2 * measures.machine.layer:
        raise InputError(
            f"--tack-depth: found {tack_depth:g} mm, allowed is from {2 * measures.machine.layer:g} mm, "
            "two layers of a printer"
        )
    if measures.process is Process.PAPER:
        tack = 0.0  # nothing can be sunk into paper
    inlaid = finish == "inlaid"
    return TileStyle(
        corners=TURNS[str(parameters["shape"])].slots,
        drawings=drawings,
        colour=0 if inlaid else None,
        pattern=ink.pattern if inlaid else None,
        rise=(high(measures) if measures.touch else TACTILE) if finish == "raised" else -measures.finish.inlay_depth,
        tack=tack,
        tack_depth=tack_depth,
        raised=raised,
        braille=measures.touch and not symbols and parameters["marks"] == "digits",
        spread=spread(drawings) if parameters["marks"] == "pips" and not symbols else 0.0,
    )
