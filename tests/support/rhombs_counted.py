"""Covered vertices of rhombs, counted in floats, by none of the program's code for it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from quasiprint.games.quasimino.rules import PlacedRhomb


def turned_about(tiles: Iterable[PlacedRhomb]) -> int:
    """Return how many points tiles surround, by angles in floats."""
    sums: Counter[tuple[float, float]] = Counter()
    for tile in tiles:
        points = [(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in (c.to_xy() for c in tile.corners)]
        for k, (x, y) in enumerate(points):
            before, after = points[k - 1], points[(k + 1) % 4]
            turn = math.atan2(before[1] - y, before[0] - x) - math.atan2(after[1] - y, after[0] - x)
            sums[x, y] += round(math.degrees(turn) % 360)
    return sum(turn == 360 for turn in sums.values())
