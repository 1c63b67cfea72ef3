"""Rulers on a page, and the marks by which a machine finds how a printed page lies."""

from __future__ import annotations

from quasiprint.model.face import Ring, snap
from quasiprint.model.page import Shape, Text
from quasiprint.model.profile import Paper

RULER = 100.0  # mm
FOOTER, SIDE = 11.0, 4.5  # mm kept for the level ruler and what is said below it, for the upright ruler and the title
ENDS = FOOTER + RULER + 12  # mm from the foot: there the upright ruler ends, and the title may begin
GREY = "#777777"
TOLD = 7.4  # mm: the level ruler goes on by its last number
SQUARE, ARM, MARK_LINE = 5.0, 20.0, 0.3  # mm: of the marks that Silhouette's machines look for


def rulers(left: float, low: float) -> tuple[list[Shape], list[Text]]:
    """Return a ruler of 100 mm along the foot and one up the side: a spine, ticks to the right of someone who reads
    along it, and numbers between the longest of these. left, low: where what may be printed on begins, mm."""
    x, y = left + SIDE, low + FOOTER - 0.2
    over, up = left + 0.2, low + FOOTER
    marks: list[Ring] = [((x, y), (x + RULER, y)), ((over, up), (over, up + RULER))]
    texts: list[Text] = []
    for mm in range(int(RULER) + 1):
        tick = 4.0 if mm % 10 == 0 else 1.8 if mm % 5 == 0 else 1.2
        marks.append(((x + mm, y), (x + mm, y - tick)))
        marks.append(((over, up + mm), (over + tick, up + mm)))
        if mm % 10 == 0:
            says = f"{mm}" if mm < RULER else f"{mm} mm"
            texts.append(Text(x + mm + 0.5, y - 3.9, says, 2.2, colour=GREY))
            texts.append(Text(over + 3.9, up + mm + 0.5, says, 2.2, colour=GREY, angle=90.0))
    return [Shape(tuple(marks), None, "#555555", 0.12, closed=False)], texts


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
