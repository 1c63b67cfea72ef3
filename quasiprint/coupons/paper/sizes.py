"""How large everything on the paper coupon is, and what a printer that is off makes of it. Lengths in mm.

**The scales.** On the front stand lines COARSE apart, on the back lines COARSE − FINE apart, those of the middle behind
one another. If the back is printed r too far to the right (as it is seen from behind), it lies r too far to the left
when it is looked at through the front: line j of the back stands at (COARSE − FINE)·j − r, and meets line j of the
front where j·FINE = −r. So the number at the front's line j is −j·FINE, and upwards, where nothing is mirrored, j·FINE.

Lines j of the front and j ± 1 of the back can meet, too, elsewhere on the scale. So every few lines there is a long one
on either side: where the scale is right, long lines meet long ones.
"""

from __future__ import annotations

RULER = 100.0  # of the page, on both axes
SAME_SCALE = 0.5  # of RULER: a page that is off by more was scaled

COARSE, FINE = 2.0, 0.05
REACH = 30  # lines on either side of the middle
NUMBERED = 5  # every so many lines
LINE = 0.25  # how wide they are
LONG, LONGER = 4.0, 5.5
FARTHEST = REACH * FINE

GREYS = ("#F2F2F2", "#E4E4E4", "#CCCCCC", "#999999", "#555555")  # the palest first; the second is the tint of backs
TINT = 2  # which of them tints backs in the files to print, from 1
