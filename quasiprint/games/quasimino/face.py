"""What is drawn on a Quasimino tile: four ribbons, one from each edge towards the middle.

A tile's frame has its origin at the rhomb's centre and edge 0 along the x axis, at the bottom:
edge 0 leaves the acute corner at the lower left. The half turn that leaves a tile's name as it
is, is then (x, y) → (−x, −y), exact in floats too, and half of every figure is made from the
other half by it.

The two diagonals part the face into four cells, one for each edge. In its cell a ribbon crosses
the edge's middle at a right angle, bends away from the acute corner and runs on along the long
diagonal. It stays half a gap clear of both diagonals, so no two ribbons of a tile ever touch.

For fingers a ribbon is raised, in the ribs of `quasiprint.drawing.patterns`, and the gap is as wide as raised lines are
apart.
"""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.outlines import round_corner
from quasiprint.drawing.patterns import Ribbon, ink_regions
from quasiprint.errors import InputError
from quasiprint.exact.zeta import TURN
from quasiprint.games.quasimino.rhomb import ACUTE
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.measures import SPACED, Measures, high, line
from quasiprint.model.profile import Ink

GAP = 1.3  # between two ribbons of a tile, mm at stripe width 3; in proportion to the stripe
TIGHTEST = 0.9  # widths of a stripe: the least radius of its bend


def half_gap(measures: Measures) -> float:
    """Return how far a ribbon stays from the diagonals of its tile, mm."""
    return SPACED / 2 if measures.touch else GAP / 6 * measures.size.stripe


def half_acute(shape: str) -> float:
    """Return half of the acute angle of a rhomb, in radians."""
    return ACUTE[shape] * math.pi / TURN


@lru_cache(maxsize=64)
def ribbon(shape: str, measures: Measures) -> Ribbon:
    """Return the ribbon of each edge of a tile, in the frame of the edge. Raises InputError if a stripe so wide has no
    room in the tile's acute corner."""
    alpha = half_acute(shape)
    half_edge = measures.size.edge / 2
    width = measures.size.stripe
    clear = half_gap(measures)
    run_in = width / 6 + measures.fit.clearance
    # The outer side of the bend, radius + width/2 about the bend's centre (radius, run_in),
    # may just touch the line that lies `clear` below the long diagonal:
    room = half_edge * math.sin(alpha) - run_in * math.cos(alpha) - width / 2 - clear
    touching = room / (1 - math.sin(alpha))
    # and the bend ends before the short diagonal:
    end = measures.size.edge * math.cos(alpha) - clear
    ending = (end - width / 6 - run_in * math.sin(alpha)) / math.cos(alpha) - half_edge
    radius = min(touching, ending)
    if radius < TIGHTEST * width:
        thin = half_acute("thin")
        per_width, besides = _room(thin, measures)
        widest = math.floor(100 * (half_edge * math.sin(thin) - besides) / per_width) / 100
        raise InputError(
            f"stripe: found {width:g} mm, allowed is up to {max(widest, 0):.2f} mm on an edge of "
            f"{measures.size.edge:g} mm with a clearance of {measures.fit.clearance:g} mm: in a thin rhomb's tip, 36°, "
            "a wider one has no room"
        )
    angle = math.pi / 2 - alpha
    bend_end = (half_edge + radius) * math.cos(alpha) + run_in * math.sin(alpha)
    return Ribbon(width, run_in, radius, angle, run_in + radius * angle + (end - bend_end), measures.fit.clearance)


def least_edge(stripe: float, measures: Measures) -> float:
    """Return the least edge (mm) of a thin rhomb that has room for a stripe so wide."""
    alpha = half_acute("thin")
    per_width, besides = _room(alpha, measures)
    return math.ceil(100 * (stripe * per_width + besides) / (math.sin(alpha) / 2)) / 100


def _room(alpha: float, measures: Measures) -> tuple[float, float]:
    """Return how far the long diagonal must lie from the edge's middle: per width of the stripe, and besides, mm."""
    per_width = math.cos(alpha) / 6 + 1 / 2 + TIGHTEST * (1 - math.sin(alpha))
    besides = measures.fit.clearance * math.cos(alpha)
    return (per_width, besides + half_gap(measures)) if measures.touch else (per_width + GAP / 6, besides)


def _place(shape: str, edge: int, measures: Measures, points: tuple[Point, ...]) -> Ring:
    """Return points of an edge's frame in the frame of the tile, anticlockwise as they were.

    Edges 0 and 2 start at an acute corner, 1 and 3 end at one: theirs is the mirror image,
    and a mirrored ring is turned round to run anticlockwise again.
    """
    theta = 2 * half_acute(shape)
    e = measures.size.edge
    ux, uy = math.cos(theta), math.sin(theta)
    if edge % 2 == 0:
        mx, my = -e * ux / 2, -e * uy / 2
        ring = tuple((snap(mx + x), snap(my + y)) for x, y in points)
    else:
        ring = tuple((snap(e / 2 - x * ux - y * uy), snap(-x * uy + y * ux)) for x, y in reversed(points))
    return _half_turn(ring) if edge >= 2 else ring


def _half_turn(ring: Ring) -> Ring:
    return tuple((snap(-x), snap(-y)) for x, y in ring)


@lru_cache(maxsize=4096)
def mark(shape: str, edge: int, colour: int, pattern: str, measures: Measures) -> Mark:
    """Return the stripe of one edge in one colour and pattern, in the tile's frame."""
    return Mark(
        slot=edge,
        operation=Operation.ENGRAVE,
        colour=None if measures.touch else colour,
        pattern=pattern,
        field=_field(shape, edge, measures),
        label=colour,
        ink=_ink(shape, edge, pattern, measures, line(measures) if measures.touch else None),
        rise=high(measures) if measures.touch else None,
    )


@lru_cache(maxsize=64)
def _field(shape: str, edge: int, measures: Measures) -> tuple[Region, ...]:
    return _ink(shape, edge, "solid", measures)


def _ink(shape: str, edge: int, pattern: str, measures: Measures, rib: float | None = None) -> tuple[Region, ...]:
    return ink_regions(ribbon(shape, measures), pattern, lambda points: _place(shape, edge, measures, points), rib)


@lru_cache(maxsize=64)
def outline(shape: str, measures: Measures) -> tuple[Ring, tuple[Ring, ...]]:
    """Return the tile as made (inset by the clearance, corners rounded) and its four cells. A cell runs from the middle
    of one corner's rounding along its edge to the middle of the next one's, and back over the centre."""
    theta = 2 * half_acute(shape)
    e, c, r = measures.size.edge, measures.fit.clearance, measures.finish.corner_radius
    ux, uy = math.cos(theta), math.sin(theta)
    acute = (-e * (1 + ux) / 2, -e * uy / 2)
    obtuse = (e * (1 - ux) / 2, -e * uy / 2)
    first = round_corner(acute, theta / 2, theta, c, r)
    second = round_corner(obtuse, (math.pi + theta) / 2, math.pi - theta, c, r)
    corners = (first, second, _half_turn(first), _half_turn(second))
    ring = tuple(p for corner in corners for p in corner)
    cells = []
    for k in range(4):
        here, after = corners[k], corners[(k + 1) % 4]
        cells.append((*here[len(here) // 2 :], *after[: len(after) // 2 + 1], (0.0, 0.0)))
    return ring, tuple(cells)


@lru_cache(maxsize=64)
def nominal(shape: str, measures: Measures) -> Ring:
    """Return the rhomb with full edges and sharp corners, in mm."""
    theta = 2 * half_acute(shape)
    e = measures.size.edge
    x, y = e * (1 + math.cos(theta)) / 2, e * math.sin(theta) / 2
    u = e * (1 - math.cos(theta)) / 2
    half = ((snap(-x), snap(-y)), (snap(u), snap(-y)))
    return half + _half_turn(half)


@lru_cache(maxsize=64)
def back(shape: str, measures: Measures) -> tuple[Region, ...]:
    """Return the mark of the back: a small rhomb, like the tile's, around its centre.

    The face has no such thing, and the back has no stripes: that tells them apart by sight
    and by touch. It has the tile's own symmetry, so it reads alike seen through the tile.
    """
    scale = 0.24
    return (Region(tuple((snap(scale * x), snap(scale * y)) for x, y in nominal(shape, measures))),)


@lru_cache(maxsize=4096)
def _cell(shape: str, edge: int, colour: int, pattern: str, measures: Measures) -> Cell:
    return Cell(outline(shape, measures)[1][edge], (mark(shape, edge, colour, pattern, measures),))


def face(shape: str, colours: tuple[int, ...], inks: tuple[Ink, ...], measures: Measures) -> Face:
    """Return the face of the tile whose edges have these colours (indices into `inks`)."""
    return Face(
        nominal=nominal(shape, measures),
        outline=outline(shape, measures)[0],
        cells=tuple(_cell(shape, i, c, inks[c].pattern, measures) for i, c in enumerate(colours)),
        back=back(shape, measures),
    )
