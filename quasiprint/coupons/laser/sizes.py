"""How large everything on the laser coupon is, and what a kerf makes of it. Lengths in mm.

A beam removes k, half of it on either side of its line. So what is left between two cuts is k narrower than drawn, and
a hole is k wider.

**The bars.** A window holds BARS + 1 cells of a drawn width b each, divided by single cuts. Between two cuts there is
one bar, so each is b − k wide: BARS of them, pushed together, measure BARS·b − BARS·k. With the caliper, therefore,
``k = (BARS·b − measured) / BARS``: ten kerfs in one measurement.

**The gap.** The window is drawn (BARS + 1)·b wide, and k wider when it is cut. One bar is taken out and the others are
pushed to one side: what is left free is (BARS + 1)·b + k − BARS·(b − k) = b + (BARS + 1)·k: eleven kerfs. A step of the
gauge that is drawn g wide is g − k wide when it is cut, and goes in as long as g − k ≤ b + (BARS + 1)·k: so a step for
the kerf k is drawn ``b + (BARS + 2)·k`` wide: twelve kerfs. The last step that slides says the kerf, rounded down to a
step; in the middle it is half a step more.

**The slots.** A peg drawn p wide is p − k wide; a slot drawn p + d wide is p + d + k wide: the peg has a play of
d + 2k in it. The tightest slot that still takes it has a play from 0 to a step; where pieces have a clearance c off
every side, the play is 2c.
"""

from __future__ import annotations

BARS = 10  # that are measured together
BAR = 5.0  # width of each, as drawn
TALL = 18.0  # how long they are

# the gauge: for each step the kerf that it stands for
LEAST, STEP, STEPS = 0.04, 0.02, 23
RUN = 3.0  # how long a step is
GRIP = 12.0  # what it is held by
GAUGE = tuple(round(LEAST + STEP * k, 2) for k in range(STEPS))

PEG = 5.0  # width of the peg's tongue
SLOTS = 16
TIGHTEST, FINER = -0.75, 0.05
OFFSETS = tuple(round(TIGHTEST + FINER * k, 2) for k in range(SLOTS))  # of each slot against the peg
LOOSE = 1.0  # that a slot is higher than the sheet is thick

EACH = 4  # strokes of a width
STROKES = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8)  # bars to engrave, and the gaps between
HEIGHTS = (3.0, 2.5, 2.0, 1.6, 1.2, 1.0, 0.8)  # of letters

VERNIER = 1.6  # pitch of the slits that are cut through
SLIT, LONG = 0.3, 3.5  # how wide and long they are, as drawn
FAINT = 0.2  # how wide the lines are on the back
FINE = 0.1  # what one line further tells
REACH = 7  # lines on either side of the middle: with more, two lines could meet their slits

SPEEDS, POWERS = 3, 3  # swatches: so many columns and rows


def window() -> float:
    """Return the drawn width of the window."""
    return (BARS + 1) * BAR


def step(kerf: float) -> float:
    """Return the drawn width of the gauge's step for a kerf."""
    return BAR + (BARS + 2) * kerf


def of_bars(measured: float) -> float:
    """Return the kerf that the bars together show."""
    return (BARS * BAR - measured) / BARS


def of_step(slides: float) -> float:
    """Return the kerf that the last step which slides shows: the middle of those that it may be."""
    return slides + STEP / 2


def play(slot: int, kerf: float) -> float:
    """Return how much play a peg has in a slot, counted from 1."""
    return OFFSETS[slot - 1] + 2 * kerf


def of_slot(tightest: int) -> float:
    """Return the kerf that the tightest slot which takes the peg shows: the middle of those that it may be."""
    return (FINER / 2 - OFFSETS[tightest - 1]) / 2
