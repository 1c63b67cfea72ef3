"""What fingers read: the guidelines of raised lines, and the sizes of Braille. Lengths in mm.

Fingers follow raised lines, not recesses. Lines: the common measures of raised drawings. Braille: those of signs, table
703.3.1 of the 2010 ADA Standards, whose dots are large enough to be printed; those of paper are lower and finer.
"""

from __future__ import annotations

import math

from quasiprint.model.face import snap
from quasiprint.model.measures import Measures

LINE = 1.1  # wide, at least
HIGH = 1.0  # above what is around it, at least
APART = 3.0  # between two lines, at least
# as they are drawn: a hair more, so that a bend's chords and the grid take nothing of what fingers need
DRAWN, SPACED = LINE + 0.01, APART + 0.01

BRAILLE = "braille"  # the pattern of a mark that is Braille
DOT_WIDE = (1.5, 1.6)  # diameter of a dot
DOT_HIGH = (0.6, 0.9)
DOTS_APART = (2.3, 2.5)  # middle to middle, in a cell
CELLS_APART = (6.1, 7.6)  # from a dot to the same one of the next cell
# the dots of 0 to 9, column and row from the top left; in print they are those of j and of a to i
DIGITS: tuple[frozenset[tuple[int, int]], ...] = tuple(
    frozenset(((int(dot) - 1) // 3, (int(dot) - 1) % 3) for dot in dots)
    for dots in ("245", "1", "12", "14", "145", "15", "124", "1245", "125", "24")
)


def line(measures: Measures) -> float:
    """Return how wide a raised line is: as wide as fingers need, and as the machine makes."""
    return snap(max(DRAWN, measures.machine.min_feature))


def high(measures: Measures) -> float:
    """Return how high a line stands: whole layers."""
    layer = measures.machine.layer
    return snap(math.ceil(HIGH / layer - 1e-6) * layer)


def dot_high(measures: Measures) -> float:
    """Return how high a dot of Braille stands: whole layers, if they come within the limits; else in the middle."""
    layer, middle = measures.machine.layer, sum(DOT_HIGH) / 2
    stepped = round((middle + 1e-6) / layer) * layer
    return snap(stepped if DOT_HIGH[0] <= stepped <= DOT_HIGH[1] + 1e-9 else middle)
