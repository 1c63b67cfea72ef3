"""The tower on which a printer wipes its nozzle after each change of filament: how long it takes, and what it weighs.

As PrusaSlicer builds it with Prusa Research's profiles: so deep that all changes of the fullest layer lie side by side,
solid on the bed, then as high as the last change, with walls and a few lines across where nothing is wiped. Other
slicers build smaller ones, and throw away besides what ours lays down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quasiprint.model.profile import Printing

WIDTH = 60.0  # mm
LINE = 1.25  # of a nozzle: so wide is a line
RAMMED = 13.0  # mm³: what is pressed out before a filament is drawn back
ACROSS = 7  # lines through a layer in which nothing is wiped
BRIM = 4  # lines around the first layer
WIPED = 37.0  # mm/s: on the mean, since each line is faster than the one before it
BARE = 48.0  # mm/s: where nothing is wiped


@dataclass(frozen=True, slots=True)
class Tower:
    """What a tower takes, what lies on it after changes included. seconds; volume: mm³."""

    seconds: float
    volume: float


def tower(changes: Sequence[int], height: float, nozzle: float, printing: Printing) -> Tower:
    """Return what a plate's tower takes. changes: of filament in each layer, from the bed up; height: of a layer, mm;
    nozzle: how wide that is, mm."""
    if not any(changes):
        return Tower(0.0, 0.0)
    line = LINE * nozzle
    section = (line - height * (1 - math.pi / 4)) * height  # of a line, mm²
    wiped = (printing.purge + RAMMED) / section  # mm of line for a change
    deep = wiped * line / WIDTH  # for a change, mm
    whole = deep * max(changes)
    seconds = length = 0.0
    for k in range(max(k for k, count in enumerate(changes) if count) + 1):
        rest = whole - deep * changes[k]
        walls = 2 * (WIDTH + whole) + (2 * (WIDTH + rest) if rest else 0.0)
        bare = walls + ACROSS * math.hypot(WIDTH / ACROSS, rest) if rest else walls
        if k == 0:
            bare = WIDTH * rest / line + (1 + BRIM) * walls
        own = changes[k] * wiped
        seconds += bare / (printing.first_layer if k == 0 else BARE) + own / WIPED
        length += bare + own
    return Tower(seconds, length * section)
