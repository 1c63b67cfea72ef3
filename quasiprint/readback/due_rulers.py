"""What a page of pieces must show beside them: rulers, how to print it, and the marks for a machine that cuts."""

from __future__ import annotations

import numpy as np

from quasiprint.model.profile import Paper
from quasiprint.readback.document import DrawnPath
from quasiprint.readback.due import Item, path, word
from quasiprint.readback.plane import Complex

NUMBERS = "#777777"
RULER = 100  # mm
FOOT, SIDE = 17.0, 9.0  # mm: of a page, without pieces
SQUARE, ARM, MARK_LINE = 5.0, 20.0, 0.3  # mm: of the marks for a machine that cuts
BLACK = "#000000"


def rulers(left: float, low: float) -> tuple[DrawnPath, list[Item]]:
    """Return a ruler along the foot and one up the side, in one path, and what is written beside them."""
    level, upright = complex(left + SIDE, low + 14), complex(left + 4, low + FOOT)
    lines = [np.array([level, level + RULER]), np.array([upright, upright + 1j * RULER])]
    for mm in range(RULER + 1):
        tick = 3.0 if mm % 10 == 0 else 2.0 if mm % 5 == 0 else 1.2
        lines.append(np.array([level + mm, level + mm - 1j * tick]))
        lines.append(np.array([upright + 1j * mm, upright + 1j * mm - tick]))
    x, y = level.real, level.imag
    side = left + 5.2
    tens = range(0, RULER + 1, 10)
    said: list[Item] = [
        word(x + RULER + 2, y - 2.4, "mm", 2.4, NUMBERS),
        word(side, upright.imag + RULER + 2, "mm", 2.4, NUMBERS),
        *(word(x + mm, y - 5.6, str(mm), 2, NUMBERS, after=0.5) for mm in tens),
        *(word(side, upright.imag + mm - 0.7, str(mm), 2, NUMBERS) for mm in tens),
    ]
    return path(lines, None, "#555555", 0.12, closed=False), said


def machine_marks(paper: Paper) -> list[Item]:
    """Return the marks that Silhouette's machines look for: a square upper left, and two corners of lines."""
    margin = paper.margin
    high, right = paper.height - margin, paper.width - margin
    x, y = margin, high - SQUARE
    square = _points((x, y), (x + SQUARE, y), (x + SQUARE, high), (x, high))
    upper = _points((right - ARM, high), (right, high), (right, high - ARM))
    lower = _points((margin, margin + ARM), (margin, margin), (margin + ARM, margin))
    return [path([square], BLACK), path([upper, lower], None, BLACK, MARK_LINE, closed=False)]


def sides(pairs: int, singles: int) -> str:
    """Return what is said of which pages are printed on both sides."""
    if not pairs:
        return "Print on one side: nothing is on the backs."
    if not singles:
        return "Print on both sides, turned over the long edge; without backs, print the odd pages only."
    turned = f"Print pages 1 to {2 * pairs} on both sides, turned over the long edge"
    return f"{turned}, and all that comes after page {2 * pairs} on one side."


def _points(*points: tuple[float, float]) -> Complex:
    return np.array([complex(x, y) for x, y in points])
