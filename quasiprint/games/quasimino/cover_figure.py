"""The cover's figure: a rosette of different tiles, as large as the set allows, with tokens on it.

The rosette is a piece of a Penrose tiling around its centre. Its stripes are found by trying, tile by tile from the
centre outwards, and taking back what leads nowhere.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from quasiprint.exact.orbit import Labels
from quasiprint.exact.zeta import ORIGIN, Zeta
from quasiprint.games.quasimino import penrose
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.figures import Panel, RhombFigures, at_vertex, dressed, verdict
from quasiprint.games.quasimino.rules import PlacedRhomb, patch
from quasiprint.model.rulebook import Figure
from quasiprint.tiling.labellings import labellings

# steps of a Penrose tiling, and how far its tiles reach from the centre, in edge lengths: large rosettes first
ROSETTES = ((3, math.inf), (3, 4.3), (3, 3.3), (3, 1.7))
TRIES = 40_000  # places of tiles, for one rosette
WIDE = 150.0  # mm


def rosette(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return the largest rosette found for a set of so many colours; two tiles if it is too small for any."""
    each = len(tuple(labellings(HALF_TURN, colours)))
    for steps, reach in ROSETTES:
        bare = [t for t in penrose.tiling(steps) if max(map(_far, t.corners)) < reach]
        if max(Counter(tile.shape for tile in bare).values()) < each:  # none to spare: it would take too long
            tiles = coloured(bare, colours)
            if tiles:
                return tiles
    return dressed(at_vertex((2, 4))[:2], colours)


def coloured(bare: Sequence[PlacedRhomb], colours: int) -> tuple[PlacedRhomb, ...]:
    """Return tiles with stripes that match, no tile twice; none if that was not found in time."""
    order = sorted(bare, key=lambda t: (round(sum(map(_far, t.corners)), 6), t.entry))
    edges = [[frozenset((c, t.corners[k - 3])) for k, c in enumerate(t.corners)] for t in order]
    every = sorted(labellings(HALF_TURN, colours))
    fixed: dict[frozenset[Zeta], int] = {}
    used: set[tuple[str, Labels]] = set()
    left = TRIES

    def lay(at: int) -> bool:
        nonlocal left
        if at == len(order):
            return True
        tile, own = order[at], edges[at]
        for number in range(len(every)):
            name = every[(number + 17 * at) % len(every)]
            if (tile.shape, name) in used:
                continue
            for marks in dict.fromkeys((name, name[2:] + name[:2])):
                left -= 1
                if left < 0:
                    return False
                if all(fixed.get(edge, mark) == mark for edge, mark in zip(own, marks, strict=True)):
                    new = [edge for edge in own if edge not in fixed]
                    fixed.update(zip(own, marks, strict=True))
                    used.add((tile.shape, name))
                    if lay(at + 1):
                        return True
                    used.remove((tile.shape, name))
                    for edge in new:
                        del fixed[edge]
        return False

    if not lay(0):
        return ()
    return tuple(
        replace(tile, entry=n, colours=tuple(fixed[edge] for edge in own))
        for n, (tile, own) in enumerate(zip(order, edges, strict=True), 1)
    )


def cover(draw: RhombFigures) -> Figure:
    """The rosette, with a token of each player around its centre."""
    tiles = rosette(draw.colours)
    closed = [vertex for vertex in penrose.covered(tiles) if vertex != ORIGIN]
    far = sorted({round(_far(vertex), 6) for vertex in closed})
    ring = [vertex for vertex in closed if far and round(_far(vertex), 6) == far[len(far) // 2]]
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


def _far(point: Zeta) -> float:
    return math.hypot(*point.to_xy())
