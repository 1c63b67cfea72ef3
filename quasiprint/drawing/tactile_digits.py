"""Numbers for fingers: digits of raised lines, and Braille. Each drawn once, in mm, standing on y = 0, its middle on
x = 0.

A digit is drawn as on a calculator: every stroke as wide as a line for fingers, every gap as wide as such lines are
apart. So each is as small as it can be. A number in Braille has no number sign: nothing but numbers stands there, and a
sign would make each of them wider by a cell; cards in Braille are marked in the same way.
"""

from __future__ import annotations

from functools import lru_cache

from quasiprint.drawing.areas import united
from quasiprint.drawing.outlines import circle
from quasiprint.model.face import Region, Ring, bounds, snap
from quasiprint.model.touch import CELLS_APART, DIGITS, DOT_WIDE, DOTS_APART, DRAWN, SPACED

DOT, PITCH, CELL = DOT_WIDE[1], DOTS_APART[1], CELLS_APART[0] + 0.1
DOT_SIDES = 24
# strokes of a digit: across at the top, in the middle and at the foot; upright at the left and right, above and below
ACROSS = {"t": 2, "m": 1, "b": 0}
UPRIGHT = {"f": (0, 1), "e": (0, 0), "c": (1, 1), "d": (1, 0)}
STROKES = ("tbfecd", "cd", "tmbce", "tmbcd", "fmcd", "tmbfd", "tmbfed", "tcd", "tmbfecd", "tmbfcd")


@lru_cache(maxsize=4)
def digit_height(rib: float) -> float:
    """Return how high a digit is, mm. rib: how wide its strokes are."""
    return snap(3 * rib + 2 * SPACED)


@lru_cache(maxsize=256)
def digits(number: int, rib: float = DRAWN, underlined: bool = False) -> tuple[Region, ...]:
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
        areas.append(Region(_box(left, -SPACED - rib, right, -SPACED)))
    return tuple(areas)


def _digit(digit: int, x: float, rib: float, step: float) -> tuple[Region, ...]:
    boxes: list[Ring] = []
    for stroke in STROKES[digit]:
        if stroke in ACROSS:
            y = ACROSS[stroke] * step
            boxes.append(_box(x, y, x + step + rib, y + rib))
        else:
            column, row = UPRIGHT[stroke]
            # a one is all that its cell holds, and stands in its middle
            dx = step / 2 if digit == 1 else column * step
            boxes.append(_box(x + dx, row * step, x + dx + rib, (row + 1) * step + rib))
    return united(tuple(Region(box) for box in boxes))


def _box(left: float, low: float, right: float, top: float) -> Ring:
    left, low, right, top = map(snap, (left, low, right, top))
    return ((left, low), (right, low), (right, top), (left, top))


@lru_cache(maxsize=256)
def braille(number: int) -> tuple[Region, ...]:
    """Return a number in Braille, a dot an area; digits need the upper two rows of a cell alone."""
    text = str(number)
    left = -(CELL * (len(text) - 1) + PITCH) / 2
    return tuple(
        Region(circle(left + k * CELL + column * PITCH, DOT / 2 + (1 - row) * PITCH, DOT / 2, DOT_SIDES))
        for k, character in enumerate(text)
        for column, row in sorted(DIGITS[int(character)])
    )


def braille_room(number: int) -> tuple[float, float]:
    """Return how wide and how high the cells of a number are, dots as wide as they are, mm."""
    return CELL * (len(str(number)) - 1) + PITCH + DOT, PITCH + DOT
