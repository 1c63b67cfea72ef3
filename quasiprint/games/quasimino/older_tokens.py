"""Tokens as version 0.1 drew them: ten-sided discs with half a tile's stripe. `verify` reads such sets.

Wide as they are, they hide the end of a stripe at a thin rhomb's blunt corner; see docs/decisions/0026-looks.md.
"""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.patterns import PATTERNS, boldness, draw
from quasiprint.drawing.ribbon import Ribbon
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.measures import Measures
from quasiprint.model.profile import Ink

SIDES = 10
APOTHEM = 7 / 30  # of the tile's edge


def _decagon(apothem: float) -> Ring:
    radius = apothem / math.cos(math.pi / SIDES)
    turns = [2 * math.pi * (k + 0.5) / SIDES - math.pi / 2 for k in range(-1, SIDES - 1)]
    return tuple((snap(radius * math.cos(a)), snap(radius * math.sin(a))) for a in turns)


@lru_cache(maxsize=64)
def face(colour: int, ink: Ink, measures: Measures) -> Face:
    """Return the face of a player's token: edge 0 is the flat side at the bottom."""
    apothem = APOTHEM * measures.size.edge
    band = Ribbon(
        width=measures.size.stripe,
        run_in=0.0,
        radius=0.0,
        angle=0.0,
        length=2 * apothem - measures.size.stripe / 2,
        start=measures.fit.clearance,
    )

    def place(points: tuple[Point, ...]) -> Ring:
        return tuple((snap(x), snap(y - apothem)) for x, y in points)

    (whole,) = PATTERNS["solid"](band, boldness(measures.size.stripe))
    mark = Mark(
        slot=0,
        operation=Operation.ENGRAVE,
        colour=colour,
        pattern=ink.pattern,
        field=(draw(band, whole, place),),
        label=colour,
        ink=tuple(draw(band, blot, place) for blot in PATTERNS[ink.pattern](band, boldness(measures.size.stripe))),
    )
    outline = _decagon(apothem - measures.fit.clearance)
    back = Region(_decagon(0.3 * apothem))
    return Face(_decagon(apothem), outline, (Cell(outline, (mark,)),), (back,))
