"""What numbers look like: digits, pips or pictures, each drawn once, one unit high; and for fingers, in mm.

A drawing stands upright on y = 0, its middle on x = 0. Labels are 0, 1, 2 …; a drawing's place in the tuple is its
label.

For fingers a digit is of raised lines, drawn as on a calculator: every stroke as wide as a line for fingers, every gap
as wide as such lines are apart. So each is as small as it can be. A number in Braille has no number sign: nothing but
numbers stands there, and a sign would make each of them wider by a cell; cards in Braille are marked in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from quasiprint.drawing.areas import grow, unite
from quasiprint.drawing.lettering import box, foreign_letter, outlines
from quasiprint.drawing.outlines import circle
from quasiprint.errors import InputError
from quasiprint.model.face import Point, Region, Ring, bounds, snap
from quasiprint.model.measures import CELLS_APART, DIGITS, DOT_WIDE, DOTS_APART, DRAWN, SPACED
from quasiprint.model.option import Supplied

Drawing = tuple[Region, ...]
Figure = tuple[tuple[tuple[float, ...], float], ...]  # of pips, see `FIGURES`

MOST_PIPS = 9  # in the corners of a tile
FINE = 1000.0  # a number's height while it is drawn
FLATNESS = 0.003  # in heights: a chord lies 0.03 mm off its curve at most
# by how much letters' lines are moved outwards: of the plain font, since an M in bold has a notch that nothing can make
LETTERS = 0.02
BOLDER = 0.008  # by how much a digit's lines are moved outwards, in heights: its thin places are too thin for a nozzle
SPACING = 0.12  # between two digits of a number, in heights
BAR = 0.15  # the underline's height, and its distance from the digit
PIP_SIDES = 24
# How pips lie, in rows from the top: a figure for each number, as close as its neighbours may come. A row is its
# places from left to right and its height, both in pitches; 1 to 6 are those of a die, drawn close.
DIAGONAL, ROW = math.sqrt(1 / 2), math.sqrt(3 / 4)  # in a square that stands on its tip, between rows that interlock
ONE, TWO, THREE = (0.0,), (-0.5, 0.5), (-1.0, 0.0, 1.0)
FIGURES: tuple[Figure, ...] = (
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
DOT, PITCH, CELL = DOT_WIDE[1], DOTS_APART[1], CELLS_APART[0] + 0.1
# strokes of a raised digit: across at the top, in the middle, at the foot; upright at the left and right, up and down
ACROSS = {"t": 2, "m": 1, "b": 0}
UPRIGHT = {"f": (0, 1), "e": (0, 0), "c": (1, 1), "d": (1, 0)}
STROKES = ("tbfecd", "cd", "tmbce", "tmbcd", "fmcd", "tmbfd", "tmbfed", "tcd", "tmbfecd", "tmbfcd")
UPSIDE_DOWN = dict(zip("01689", "01986", strict=True))
TURNED = {**UPSIDE_DOWN, **dict(zip("HINOSXZMWbdlnopqsuxz", "HINOSXZWMqpluodbsnxz", strict=True))}  # and letters


@lru_cache(maxsize=16)
def digits(highest: int) -> tuple[Drawing, ...]:
    """Return the numbers from 0 to `highest` in digits, those underlined that are others upside down."""
    return words(tuple(map(str, range(highest + 1))))


@lru_cache(maxsize=16)
def words(texts: tuple[str, ...]) -> tuple[Drawing, ...]:
    """Return numbers, letters or short words, those underlined that are others upside down: of numbers any other, else
    another of these. Raises InputError for a character that the font does not have."""
    found = []
    bold = all(text.isascii() and text.isdigit() for text in texts)
    for text in texts:
        if wrong := foreign_letter(text):
            raise InputError(f"names: {wrong}")
        # drawn large, since outlines are on a grid of a nanometre
        thin = outlines(text, FINE, 0.0, 0.0, "middle", bold=bold, spacing=SPACING, flatness=FLATNESS)
        areas = grow(thin, (BOLDER if bold else LETTERS) * FINE)
        left, low, right, _ = bounds(tuple(area.outer for area in areas))
        middle = (left + right) / 2
        shapes = [area.map_rings(_move_and_scale(-middle, 0.0, FINE)) for area in areas]
        turned = "".join(TURNED.get(character, " ") for character in reversed(text))
        if is_another_upside_down(text) or (turned != text and turned in texts):
            half, top = (right - left) / 2 / FINE, low / FINE - BAR
            shapes.append(Region(((-half, top - BAR), (half, top - BAR), (half, top), (-half, top))))
        found.append(tuple(shapes))
    return tuple(found)


@lru_cache(maxsize=16)
def digits_for_fingers(highest: int, rib: float) -> tuple[Drawing, ...]:
    """Return the numbers from 0 to `highest` for fingers, those underlined that are others upside down. rib: how wide
    their lines are, mm."""
    height = snap(3 * rib + 2 * SPACED)
    return tuple(
        tuple(
            area.map_rings(_move_and_scale(0.0, 0.0, height))
            for area in tactile_digits(number, rib, is_another_upside_down(str(number)))
        )
        for number in range(highest + 1)
    )


@lru_cache(maxsize=256)
def tactile_digits(number: int, rib: float = DRAWN, underlined: bool = False) -> tuple[Region, ...]:
    """Return a number in raised lines. underlined: with a bar below, so that its foot is known; it stands on y = 0, the
    bar below that."""
    wide, step = 2 * rib + SPACED, rib + SPACED
    text = str(number)
    left = -(len(text) * wide + (len(text) - 1) * SPACED) / 2
    areas: list[Region] = []
    for k, character in enumerate(text):
        areas += _digit(int(character), left + k * (wide + SPACED), rib, step)
    if underlined:
        left, _, right, _ = bounds(tuple(area.outer for area in areas))
        areas.append(Region(box(left, -SPACED - rib, right - left, rib)))
    return tuple(areas)


def _digit(digit: int, x: float, rib: float, step: float) -> tuple[Region, ...]:
    boxes: list[Ring] = []
    for stroke in STROKES[digit]:
        if stroke in ACROSS:
            y = ACROSS[stroke] * step
            boxes.append(box(x, y, step + rib, rib))
        else:
            column, row = UPRIGHT[stroke]
            # a one is all that its cell holds, and stands in its middle
            dx = step / 2 if digit == 1 else column * step
            boxes.append(box(x + dx, row * step, rib, step + rib))
    return unite(tuple(Region(ring) for ring in boxes))


@lru_cache(maxsize=256)
def braille_dots(number: int) -> tuple[Region, ...]:
    """Return a number in Braille, a dot an area; digits need the upper two rows of a cell alone."""
    text = str(number)
    left = -(CELL * (len(text) - 1) + PITCH) / 2
    return tuple(
        Region(circle(left + k * CELL + column * PITCH, DOT / 2 + (1 - row) * PITCH, DOT / 2, PIP_SIDES))
        for k, character in enumerate(text)
        for column, row in sorted(DIGITS[int(character)])
    )


def braille_room(number: int) -> tuple[float, float]:
    """Return how wide and how high the cells of a number are, dots as wide as they are, mm."""
    return CELL * (len(str(number)) - 1) + PITCH + DOT, PITCH + DOT


def _move_and_scale(dx: float, dy: float, size: float) -> Callable[[Ring], Ring]:
    """Return what moves a ring and makes it so many times smaller."""
    return lambda ring: tuple(((x + dx) / size, (y + dy) / size) for x, y in ring)


def is_another_upside_down(number: str) -> bool:
    """Tell whether a number, turned upside down, reads as another one."""
    if any(digit not in UPSIDE_DOWN for digit in number):
        return False
    other = "".join(UPSIDE_DOWN[digit] for digit in reversed(number))
    return other != number and (len(other) == 1 or other[0] != "0")


def pips(highest: int) -> tuple[Drawing, ...]:
    """Return the numbers from 0 to `highest` in pips; none for 0.

    Raises InputError above what nine places can show, and where there would be no pip at all.
    """
    if highest > MOST_PIPS:
        raise InputError(f"--marks pips: found --highest {highest}, allowed is up to {MOST_PIPS}; digits go further")
    if highest < 1:
        raise InputError("--marks pips: found --highest 0, allowed is from 1: the one tile would have no pip at all")
    high = _height(highest)
    radius = (1 - high * BETWEEN) / (2 * high + 2)
    return in_pips(highest, radius, 2 * radius + BETWEEN)


def pips_for_fingers(highest: int) -> tuple[Drawing, ...]:
    """Return the numbers in pips for fingers: as far apart as raised lines, in the figures of `pips`."""
    between = SPACED / FELT  # in widths of a pip
    radius = 1 / (2 * _height(highest) * (1 + between) + 2)
    return in_pips(len(pips(highest)) - 1, radius, 2 * radius * (1 + between))


def in_pips(highest: int, radius: float, pitch: float, figures: tuple[Figure, ...] = FIGURES) -> tuple[Drawing, ...]:
    """Return the numbers from 0 to `highest` in pips. pitch: between two, in heights. figures: how they lie."""
    return tuple(
        tuple(Region(circle(x * pitch, 0.5 + y * pitch, radius, PIP_SIDES)) for places, y in figure for x in places)
        for figure in figures[: highest + 1]
    )


def spread(drawings: tuple[Drawing, ...]) -> float:
    """Return how far apart two pips of a number are at most, middle to middle, in heights; 0 without pips."""
    ways = [math.dist(a, b) for areas in drawings for a, b in combinations(map(middle, areas), 2)]
    return max(ways, default=0.0)


def middle(area: Region) -> Point:
    """Return the middle of a pip."""
    x, y = (sum(axis) / len(area.outer) for axis in zip(*area.outer, strict=True))
    return x, y


def _height(highest: int) -> float:
    """Return how high the largest figure of pips is, in pitches, from middle to middle."""
    rows = FIGURES[SPARSE if highest <= SPARSE else MOST_PIPS]
    return rows[0][1] - rows[-1][1]


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
    lows = [bounds(tuple(area.outer for area in symbol.areas))[1] for symbol in symbols]
    return tuple(
        tuple(area.map_rings(_move_and_scale(0.0, -low, 1.0)) for area in symbol.areas)
        for symbol, low in zip(symbols, lows, strict=True)
    )
