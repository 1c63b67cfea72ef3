"""What stands in the margin of a sheet, and the jig by which its back is registered. Lengths in mm.

A sheet is hardly ever as wide as it is said to be. So nothing on a back is measured from the edge that comes to lie
where another one lay: face and back are both measured from one corner of the sheet, which is marked on both drawings.
It lies at the lower left of the face, and at the lower right of the back. A jig finds both places on the machine: the
beam cuts an L into waste at each, along the rim of the drawing, and what is left of the waste is a stop.
"""

from __future__ import annotations

import math

from quasiprint.drawing.lettering import outlines as lettering
from quasiprint.model.face import Ring, snap
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation, SheetStock

RULER = 100.0
TICK = 10.0
TITLE_HEIGHT = 1.6
LEAST = 0.2  # a margin of less has room for nothing that could be seen
CORNER = 0.75  # of the margin: how large the mark is that tells the corner from which both sides are measured
ARM = 40.0  # of the jig's L, at most
JIG = "corner-jig"


def around(width: float, height: float, stock: SheetStock, title: str) -> list[SheetPath]:
    """Return what is drawn and never burned: the sheet's rim, and in the margin a ruler and the title, if they have
    room there."""
    w, h, foot = width, height, stock.margin / 2
    paths = [SheetPath(SheetOperation.REFERENCE, (((0.0, 0.0), (w, 0.0), (w, h), (0.0, h)),))]
    length = min(RULER, TICK * math.floor((w - 2 * stock.margin) / TICK))
    if stock.margin < LEAST or not length:
        return paths
    left, tick = stock.margin, min(1.0, foot)
    line = ((snap(left), snap(foot)), (snap(left + length), snap(foot)))
    marks = [line]
    for k in range(round(length / TICK) + 1):
        x = snap(left + k * TICK)
        marks.append(((x, snap(foot - tick)), (x, snap(foot + tick))))
    paths.append(SheetPath(SheetOperation.REFERENCE, tuple(marks), closed=False))
    words = f"{length:g} mm   {title}"
    size = min(TITLE_HEIGHT, stock.margin)
    areas = lettering(words, size, left + length + 3, foot - size / 2)
    if (
        areas
        and max(x for area in areas for x, _ in area.outer) < w
        and min(y for area in areas for _, y in area.outer) > 0
    ):
        paths.append(SheetPath(SheetOperation.REFERENCE, tuple(ring for area in areas for ring in area.rings)))
    return paths


def has_corner(stock: SheetStock) -> bool:
    """Tell whether there is a margin for the mark of the corner from which both sides of a sheet are measured."""
    return stock.margin >= LEAST


def corner(width: float, stock: SheetStock, *, back: bool) -> list[SheetPath]:
    """Return the mark of the corner from which both sides of a sheet are measured, if there is a margin for it."""
    if not has_corner(stock):
        return []
    size = snap(CORNER * stock.margin)
    ring: Ring = ((0.0, 0.0), (size, 0.0), (0.0, size))
    if back:
        ring = tuple((snap(width - x), y) for x, y in reversed(ring))
    return [SheetPath(SheetOperation.REFERENCE, (ring,))]


def jig(stock: SheetStock, title: str) -> Drawing:
    """Return the jig: an L along the rim at the lower left, where faces are pushed, and one at the lower right for
    backs."""
    w = stock.width
    arm = snap(min(ARM, stock.width / 4, stock.height / 2))
    lines: tuple[Ring, ...] = (
        ((0.0, arm), (0.0, 0.0), (arm, 0.0)),
        ((snap(w - arm), 0.0), (w, 0.0), (w, arm)),
    )
    cuts = SheetPath(SheetOperation.CUT_OUTER, lines, closed=False)
    return Drawing(JIG, title, w, stock.height, (cuts, *around(w, stock.height, stock, title)), jig=True)
