"""The cover's figure: a rosette of different tiles, as large as the set allows, with tokens on it.

The rosette is a piece of a Penrose tiling around its centre.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

from quasiprint.exact.zeta import ORIGIN
from quasiprint.games.quasimino import penrose
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.dressing import coloured, dressed, far
from quasiprint.games.quasimino.figures import Panel, RhombFigures, at_vertex, verdict
from quasiprint.games.quasimino.rules import PlacedRhomb, patch
from quasiprint.model.rulebook import Figure
from quasiprint.tiling.labellings import labellings

# steps of a Penrose tiling, and how far its tiles reach from the centre, in edge lengths: large rosettes first
ROSETTES = ((3, math.inf), (3, 4.3), (3, 3.3), (3, 1.7))
WIDE = 150.0  # mm


def rosette(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return the largest rosette found for a set of so many colours; two tiles if it is too small for any."""
    each = len(tuple(labellings(HALF_TURN, colours)))
    for steps, reach in ROSETTES:
        bare = [t for t in penrose.tiling(steps) if max(map(far, t.corners)) < reach]
        if max(Counter(tile.shape for tile in bare).values()) < each:  # none to spare: it would take too long
            tiles = coloured(bare, colours)
            if tiles:
                return tiles
    return dressed(at_vertex((2, 4))[:2], colours)


def cover(draw: RhombFigures) -> Figure:
    """The rosette, with a token of each player around its centre."""
    tiles = rosette(draw.colours)
    closed = [vertex for vertex in penrose.covered(tiles) if vertex != ORIGIN]
    away = sorted({round(far(vertex), 6) for vertex in closed})
    ring = [vertex for vertex in closed if round(far(vertex), 6) == away[len(away) // 2]]
    ring.sort(key=lambda v: math.atan2(*v.to_xy()[::-1]))
    owned = tuple((vertex, player % max(1, len(draw.tokens))) for player, vertex in enumerate(ring))
    judged = verdict(tiles, draw.colours)
    facts = {"legal": judged["legal"], "holes": patch(tiles).holes(), "pieces": patch(tiles).components()}
    points = [corner.to_xy() for tile in tiles for corner in tile.corners]
    across = max(x for x, _ in points) - min(x for x, _ in points)
    lying = draw.figure([Panel(tiles, tokens=owned)], WIDE / across, facts, width=math.inf)
    return upright(lying)


def upright(figure: Figure) -> Figure:
    """Return a figure of shapes a quarter turn clockwise: tenths of a turn do not bring a rosette's tip to the top."""
    shapes = tuple(
        replace(s, rings=tuple(tuple((y, figure.width - x) for x, y in ring) for ring in s.rings))
        for s in figure.shapes
    )
    return replace(figure, width=figure.height, height=figure.width, shapes=shapes)
