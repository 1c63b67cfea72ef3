"""Tokens for Quasi-Match: round discs with a motif in the player's colour and pattern in the middle.

Round, because a token lies on a vertex, where tiles meet at every angle: it has no side that would have to lie along
one. It hides no stripe of the tiles around it: see `radius`, and the law in `quasiprint.games.quasimino.proof`.
The motif is told by eyes from afar, and by fingers; see `quasiprint.games.quasimino.motifs`. Backs are equal.
"""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.outlines import circle
from quasiprint.games.quasimino.face import half_acute, half_gap
from quasiprint.games.quasimino.motifs import MOTIFS, SIDES, raised_motif
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, snap
from quasiprint.model.measures import Measures
from quasiprint.model.piece import Accessory
from quasiprint.model.profile import Ink
from quasiprint.model.touch import high, line

PLAYERS = 6
PER_PLAYER = 20  # six players own 56 vertices in a usual game; two players take three colours each
LARGEST = 0.2  # of the tile's edge: a token's radius
NEARLY = 0.98  # of the way to the nearest stripe
MOTIF = 0.8  # of the radius as made: the motif's; what is left is the rim
RAISED = 0.86  # the same of a motif for fingers
BACK = 0.3  # of the radius: of the disc that tells the back from the face


def _drawn(region: Region, radius: float) -> Region:
    def ring(points: Ring) -> Ring:
        return tuple((snap(radius * x), snap(radius * y)) for x, y in points)

    return Region(ring(region.outer), tuple(map(ring, region.holes)))


def radius(measures: Measures) -> float:
    """Return a token's radius, mm.

    The nearest stripe is in the thin rhomb: at its blunt corner, where the half diagonal is short, and the stripe runs
    beside the long one.
    """
    to_stripe = measures.size.edge * math.sin(half_acute("thin")) - measures.size.stripe - half_gap(measures)
    return snap(min(LARGEST * measures.size.edge, NEARLY * to_stripe))


@lru_cache(maxsize=64)
def face(colour: int, ink: Ink, measures: Measures) -> Face:
    """Return the face of a player's token."""
    full = radius(measures)
    made = full - measures.fit.clearance
    mark = _raised(colour, ink, made, measures) if measures.touch else _inlaid(colour, ink, made)
    outline = circle(0.0, 0.0, made, SIDES)
    back = Region(circle(0.0, 0.0, BACK * full, SIDES))
    return Face(circle(0.0, 0.0, full, SIDES), outline, (Cell(outline, (mark,)),), (back,))


def _inlaid(colour: int, ink: Ink, made: float) -> Mark:
    return Mark(
        slot=0,
        operation=Operation.ENGRAVE,
        colour=colour,
        pattern=ink.pattern,
        field=tuple(_drawn(region, MOTIF * made) for region in MOTIFS["solid"]),
        label=colour,
        ink=tuple(_drawn(region, MOTIF * made) for region in MOTIFS[ink.pattern]),
    )


def _raised(colour: int, ink: Ink, made: float, measures: Measures) -> Mark:
    drawn = raised_motif(ink.pattern, RAISED * made, line(measures))
    return Mark(0, Operation.ENGRAVE, None, ink.pattern, drawn, drawn, colour, high(measures))


def tokens(inks: tuple[Ink, ...], measures: Measures) -> tuple[Accessory, ...]:
    """Return a heap of tokens for each of up to six players, one ink each."""
    return tuple(
        Accessory(f"token-{ink.pattern}", "token", PER_PLAYER, face(k, ink, measures))
        for k, ink in enumerate(inks[:PLAYERS])
    )
