"""What a page of pieces must show beside them: rulers, how to print it, and the marks for a machine that cuts."""

from __future__ import annotations

import numpy as np

from quasiprint.model.profile import Paper
from quasiprint.readback.document import DrawnPath
from quasiprint.readback.due import SMALL, Item, path, word
from quasiprint.readback.plane import Complex

NUMBERS = "#777777"
RULER = 100  # mm
FOOT, SIDE = 11.0, 4.5  # mm: of a page, without pieces
SQUARE, ARM, MARK_LINE = 5.0, 20.0, 0.3  # mm: of the marks for a machine that cuts
BLACK = "#000000"


def rulers(left: float, low: float) -> tuple[DrawnPath, list[Item]]:
    """Return a ruler along the foot and one up the side, in one path, and what is written beside them."""
    spines = (complex(left + SIDE, low + FOOT - 0.2), 1 + 0j), (complex(left + 0.2, low + FOOT), 1j)
    lines = [np.array([start, start + RULER * way]) for start, way in spines]
    said: list[Item] = []
    for mm in range(RULER + 1):
        long = 4.0 if mm % 10 == 0 else 1.8 if mm % 5 == 0 else 1.2
        for start, way in spines:
            lines.append(np.array([start + mm * way, start + (mm - 1j * long) * way]))
            if long == 4.0:
                at = start + (mm + 0.5 - 3.9j) * way
                said.append(word(at.real, at.imag, f"{mm} mm" if mm == RULER else str(mm), 2.2, NUMBERS, turn=way))
    return path(lines, None, "#555555", 0.12, closed=False), said


def titles(left: float, low: float, high: float, title: str, says: str) -> list[Item]:
    """Return what stands up the side, beyond the ruler: the game, and which look and sheet this is. high: the top."""
    x = left + SIDE - 1.1
    return [
        word(x, low + FOOT + RULER + 12, title, 3.6, bold=True, turn=1j),
        word(x, high, says, 2.6, SMALL, after=1, turn=1j),
    ]


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
    return f"Print pages 1 to {2 * pairs} on both sides, turned over the long edge, the others on one side."


def _points(*points: tuple[float, float]) -> Complex:
    return np.array([complex(x, y) for x, y in points])
