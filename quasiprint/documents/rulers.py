"""Rulers on a page, and the marks by which a machine finds how a printed page lies."""

from __future__ import annotations

from quasiprint.model.face import Ring, snap
from quasiprint.model.page import Shape, Text
from quasiprint.model.profile import Paper

RULER = 100.0  # mm
FOOTER, SIDE = 17.0, 9.0  # mm kept for the level ruler and the foot, for the upright ruler
SQUARE, ARM, MARK_LINE = 5.0, 20.0, 0.3  # mm: of the marks that Silhouette's machines look for


def rulers(left: float, low: float) -> tuple[list[Shape], list[Text]]:
    """Return a ruler of 100 mm along the foot and one up the side."""
    x, y = left + SIDE, low + 14
    marks: list[Ring] = [((x, y), (x + RULER, y))]
    up = low + FOOTER
    marks.append(((left + 4, up), (left + 4, up + RULER)))
    for mm in range(int(RULER) + 1):
        tick = 3.0 if mm % 10 == 0 else 2.0 if mm % 5 == 0 else 1.2
        marks.append(((x + mm, y), (x + mm, y - tick)))
        marks.append(((left + 4, up + mm), (left + 4 - tick, up + mm)))
    shapes = [Shape(tuple(marks), None, "#555555", 0.12, closed=False)]
    texts = [
        Text(x + RULER + 2, y - 2.4, "mm", 2.4, colour="#777777"),
        Text(left + 5.2, up + RULER + 2, "mm", 2.4, colour="#777777"),
        *(Text(x + mm, y - 5.6, str(mm), 2, "middle", colour="#777777") for mm in range(0, 101, 10)),
        *(Text(left + 5.2, up + mm - 0.7, str(mm), 2, colour="#777777") for mm in range(0, 101, 10)),
    ]
    return shapes, texts


def cut_marks(paper: Paper) -> list[Shape]:
    """Return what Silhouette's machines look for: a square in the upper left corner of the margin, and a corner of two
    lines in the upper right and in the lower left."""
    m = paper.margin
    right, high = snap(paper.width - m), snap(paper.height - m)
    square = ((m, snap(high - SQUARE)), (m + SQUARE, snap(high - SQUARE)), (m + SQUARE, high), (m, high))
    corners = (
        ((snap(right - ARM), high), (right, high), (right, snap(high - ARM))),
        ((m, m + ARM), (m, m), (m + ARM, m)),
    )
    return [Shape((square,), "#000000"), Shape(corners, None, "#000000", MARK_LINE, closed=False)]
