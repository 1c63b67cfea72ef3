"""What numbers look like: digits, pips or pictures, each drawn once, one unit high.

A drawing stands upright on y = 0, its middle on x = 0. Labels are 0, 1, 2 …; a drawing's
place in the tuple is its label.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations

from quasiprint.drawing import tactile_digits
from quasiprint.drawing.areas import grown
from quasiprint.drawing.lettering import outlines
from quasiprint.drawing.outlines import circle
from quasiprint.model.errors import InputError
from quasiprint.model.face import Point, Region, Ring, bounds
from quasiprint.model.option import Supplied
from quasiprint.model.touch import SPACED

Drawing = tuple[Region, ...]

MOST_PIPS = 9
FINE = 1000.0  # a number's height while it is drawn
FLATNESS = 0.003  # in heights: a chord lies 0.03 mm off its curve at most
BOLDER = 0.008  # by how much a digit's lines are moved outwards, in heights: its thin places are too thin for a nozzle
SPACING = 0.12  # between two digits of a number, in heights
BAR = 0.15  # the underline's height, and its distance from the digit
PIP_SIDES = 24
# How pips lie, in rows from the top: a figure for each number, as close as its neighbours may come. A row is its
# places from left to right and its height, both in pitches; 1 to 6 are those of a die, drawn close.
DIAGONAL, ROW = math.sqrt(1 / 2), math.sqrt(3 / 4)  # in a square that stands on its tip, between rows that interlock
ONE, TWO, THREE = (0.0,), (-0.5, 0.5), (-1.0, 0.0, 1.0)
FIGURES: tuple[tuple[tuple[tuple[float, ...], float], ...], ...] = (
    (),
    ((ONE, 0.0),),
    ((TWO, 0.0),),
    ((ONE, ROW / 2), (TWO, -ROW / 2)),
    ((TWO, 0.5), (TWO, -0.5)),
    (((-DIAGONAL, DIAGONAL), DIAGONAL), (ONE, 0.0), ((-DIAGONAL, DIAGONAL), -DIAGONAL)),
    ((TWO, 1.0), (TWO, 0.0), (TWO, -1.0)),
    ((TWO, ROW), (THREE, 0.0), (TWO, -ROW)),
    ((THREE, ROW), (TWO, 0.0), (THREE, -ROW)),
    ((THREE, 1.0), (THREE, 0.0), (THREE, -1.0)),
)
SPARSE = 5  # up to so many, the largest figure is smaller, and the pips are broader
BETWEEN = 0.16  # of a number's height: between two pips, rim to rim
FELT = 1.98  # mm: how wide a pip for fingers is where pips are as near as they may be; a little less than 2
UPSIDE_DOWN = dict(zip("01689", "01986", strict=True))


@lru_cache(maxsize=16)
def digits(highest: int) -> tuple[Drawing, ...]:
    """Return the numbers from 0 to `highest` in digits, those underlined that are others upside down."""
    found = []
    for number in range(highest + 1):
        # drawn large, since outlines are on a grid of a nanometre
        thin = outlines(str(number), FINE, 0.0, 0.0, "middle", bold=True, spacing=SPACING, flatness=FLATNESS)
        areas = grown(thin, BOLDER * FINE)
        left, low, right, _ = bounds(tuple(area.outer for area in areas))
        middle = (left + right) / 2
        shapes = [_scaled(area, -middle) for area in areas]
        if is_another_upside_down(str(number)):
            half, top = (right - left) / 2 / FINE, low / FINE - BAR
            shapes.append(Region(((-half, top - BAR), (half, top - BAR), (half, top), (-half, top))))
        found.append(tuple(shapes))
    return tuple(found)


@lru_cache(maxsize=16)
def raised_digits(highest: int, rib: float) -> tuple[Drawing, ...]:
    """Return the numbers from 0 to `highest` for fingers, those underlined that are others upside down. rib: how wide
    their lines are, mm."""
    height = tactile_digits.digit_height(rib)
    found = []
    for number in range(highest + 1):
        areas = tactile_digits.digits(number, rib, is_another_upside_down(str(number)))
        found.append(
            tuple(Region(_part(area.outer, height), tuple(_part(h, height) for h in area.holes)) for area in areas)
        )
    return tuple(found)


def _part(ring: Ring, height: float) -> Ring:
    return tuple((x / height, y / height) for x, y in ring)


def is_another_upside_down(number: str) -> bool:
    """Tell whether a number, turned upside down, reads as another one."""
    if any(digit not in UPSIDE_DOWN for digit in number):
        return False
    other = "".join(UPSIDE_DOWN[digit] for digit in reversed(number))
    return other != number and (len(other) == 1 or other[0] != "0")


def _scaled(area: Region, dx: float) -> Region:
    """Return an area that was drawn `FINE` high, moved by dx, one unit high."""
    rings: list[Ring] = [tuple(((x + dx) / FINE, y / FINE) for x, y in ring) for ring in area.rings]
    return Region(rings[0], tuple(rings[1:]))


def pips(highest: int) -> tuple[Drawing, ...]:
    """Return the numbers from 0 to `highest` in pips; none for 0.

    Raises InputError above what nine places can show, and where there would be no pip at all.
    """
    if highest > MOST_PIPS:
        raise InputError(f"--marks pips: found --highest {highest}, allowed is up to {MOST_PIPS}; digits go further")
    if highest < 1:
        raise InputError("--marks pips: found --highest 0, allowed is from 1: the one tile would have no pip at all")
    radius = _pip(SPARSE if highest <= SPARSE else MOST_PIPS)
    pitch = 2 * radius + BETWEEN
    return tuple(
        tuple(Region(circle(x * pitch, 0.5 + y * pitch, radius, PIP_SIDES)) for places, y in figure for x in places)
        for figure in FIGURES[: highest + 1]
    )


def raised_pips(highest: int) -> tuple[Drawing, ...]:
    """Return the numbers in pips for fingers: as far apart as raised lines, in the figures of `pips`."""
    between = SPACED / FELT  # in widths of a pip
    most = FIGURES[SPARSE if highest <= SPARSE else MOST_PIPS]
    high = most[0][1] - most[-1][1]
    radius = 1 / (2 * high * (1 + between) + 2)
    pitch = 2 * radius * (1 + between)
    return tuple(
        tuple(Region(circle(x * pitch, 0.5 + y * pitch, radius, PIP_SIDES)) for places, y in figure for x in places)
        for figure in FIGURES[: len(pips(highest))]
    )


def spread(drawings: tuple[Drawing, ...]) -> float:
    """Return how far apart two pips of a number are at most, middle to middle, in heights; 0 without pips."""
    ways = [math.dist(a, b) for areas in drawings for a, b in combinations(map(middle, areas), 2)]
    return max(ways, default=0.0)


def middle(area: Region) -> Point:
    """Return the middle of a pip."""
    x, y = (sum(axis) / len(area.outer) for axis in zip(*area.outer, strict=True))
    return x, y


def _pip(number: int) -> float:
    """Return the radius of pips, in heights, of which the figure of a number is one height high."""
    high = FIGURES[number][0][1] - FIGURES[number][-1][1]
    return (1 - high * BETWEEN) / (2 * high + 2)


def pictures(given: Supplied, highest: int) -> tuple[Drawing, ...]:
    """Return the drawings of a folder of SVG files, in the order of their names.

    Raises InputError if one cannot be read, or if there are not as many as numbers.
    """
    from quasiprint.drawing.symbols import read_symbols

    symbols = read_symbols(given)
    if len(symbols) != highest + 1:
        found = ", ".join(symbol.name for symbol in symbols[:40])
        raise InputError(
            f"--symbols: found {len(symbols)} drawings in {given.name!r} ({found}), allowed are "
            f"{highest + 1}, one for each number from 0 to {highest}"
        )
    drawings = []
    for symbol in symbols:
        low = bounds(tuple(area.outer for area in symbol.areas))[1]
        drawings.append(
            tuple(Region(_up(area.outer, low), tuple(_up(hole, low) for hole in area.holes)) for area in symbol.areas)
        )
    return tuple(drawings)


def picture_name(given: Supplied, number: int) -> str:
    """Return the name of the file whose drawing stands for a number."""
    from quasiprint.drawing.symbols import read_symbols

    return read_symbols(given)[number].name


def _up(ring: Ring, low: float) -> Ring:
    return tuple((x, y - low) for x, y in ring)
