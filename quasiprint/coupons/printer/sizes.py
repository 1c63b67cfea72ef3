"""How large everything on the printer's coupon is, and what a printer makes of it. Lengths in mm.

A printer lays an edge e further out than drawn, all around: outlines grow by e on each side, and holes shrink by e on
each side. Cooling scales everything by 1 − s. What is drawn L wide is then L(1 − s) + 2e wide.

**Two lengths.** The plate is LONG wide, the block SHORT. From what a caliper says of both, a and b, follow the
shrinkage and the edge:
``s = 1 − (a − b) / (LONG − SHORT)`` and ``e = (b − SHORT(1 − s)) / 2``. Of the block alone e follows with
s = 0, wrong by SHORT·s/2: 0.02 mm for a third of a per cent.

**The wells.** A tile without any clearance goes into a well that is drawn w larger on every side if w − e ≥ e. So
the tightest well that takes it says e ≤ w/2, and the one before, that e is more than its w/2. Both shrink together.

**The clearance.** Between two tiles with a clearance c off every edge lie 2(c − e). That is to be `APART`, so
c = e + APART/2.

**The stud.** Where pieces of a game have hollows for studs, a cap with such a hollow goes over such a stud, or not.

**The foot.** The angle has no bevel, since its outline is not convex; the first layers are squeezed out by f on each
side. It is SPAN wide: the caliper at the bed says SPAN(1 − s) + 2e + 2f.
"""

from __future__ import annotations

LONG, SHORT, SPAN = 150.0, 12.0, 20.0
ARM = 8.0  # of the angle: how broad its arms are
EDGES = (0.03, 0.065, 0.1, 0.135, 0.17)  # for each well the largest e at which it takes the tile
STEP = 0.035  # between two of them
APART = 0.1  # between two tiles that are made with what was measured
WALL = 3.0  # between two wells, at least
THICKEST, STUDDED = 2.0, 3.0  # of the coupon: a thicker one tells no more; of one with a cap, which is hollow
WELL = 1.0  # how deep a well is
CAP = 4.0  # that a cap reaches beyond its hollow

STROKES = (1.2, 1.0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)  # grooves, as far apart as they are wide
DIGITS = (9, 8, 7, 6, 5, 4, 3)  # each as high as it says


def well(number: int) -> float:
    """Return how much larger a well is than the tile, on each side, as drawn. number: from 1."""
    return round(2 * EDGES[number - 1], 6)


def of_well(number: int) -> float:
    """Return how far out edges come if this is the tightest well that takes the tile: the middle of what it may be."""
    return EDGES[number - 1] - STEP / 2


def shrinkage(long: float, short: float) -> float:
    """Return by which share parts are too short, from what a caliper says of plate and block."""
    return 1 - (long - short) / (LONG - SHORT)


def of_block(short: float, shrunk: float = 0.0) -> float:
    """Return how far out edges come, from what a caliper says of the block."""
    return (short - SHORT * (1 - shrunk)) / 2


def of_foot(span: float, edge: float, shrunk: float = 0.0) -> float:
    """Return how far the first layers are squeezed out, from what a caliper says of the angle's foot."""
    return (span - SPAN * (1 - shrunk)) / 2 - edge
