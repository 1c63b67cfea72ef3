"""Stripes for tiles that lie without any: they match on every edge, and no tile is there twice.

They are found by trying, tile by tile from the middle outwards, and taking back what leads nowhere. Figures show tiles
of the set, so that a reader can lay them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from quasiprint.exact.orbit import Labels
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.rules import PlacedRhomb
from quasiprint.tiling.labellings import labellings

STARTS, TRIES = 12, 400  # how often it is begun anew, and tiles laid each time
PARTS = 3  # of the list of all stripes: tiles are tried from one after the other, so that no colour is left out


Edge = frozenset[Zeta]


def far(point: Zeta) -> float:
    """Return how far a point is from the origin, in edge lengths."""
    return math.hypot(*point.to_xy())


def dressed(tiles: Sequence[PlacedRhomb], colours: int) -> tuple[PlacedRhomb, ...]:
    """Return tiles with stripes that match on every edge, no tile twice if there are enough of them."""
    found = coloured(tiles, colours)
    if found:
        return found
    edges = [_edges(tile) for tile in tiles]
    marks = {edge: n % colours for n, edge in enumerate(dict.fromkeys(edge for four in edges for edge in four))}
    return _with_stripes(tiles, marks)


def coloured(tiles: Sequence[PlacedRhomb], colours: int) -> tuple[PlacedRhomb, ...]:
    """Return tiles with stripes that match, no tile twice; none if that was not found in time."""
    edges = [_edges(tile) for tile in tiles]
    for start in range(STARTS):
        fixed = _found(tiles, edges, colours, start)
        if fixed:
            return _with_stripes(tiles, fixed)
    return ()


def _with_stripes(tiles: Sequence[PlacedRhomb], marks: Mapping[Edge, int]) -> tuple[PlacedRhomb, ...]:
    return tuple(replace(tile, colours=tuple(marks[edge] for edge in _edges(tile))) for tile in tiles)


def _found(tiles: Sequence[PlacedRhomb], edges: Sequence[Sequence[Edge]], colours: int, start: int) -> dict[Edge, int]:
    """Return a colour for each edge; none if that was not found in time. start: with which stripes it begins."""
    order = sorted(range(len(tiles)), key=lambda n: (round(sum(map(far, tiles[n].corners)), 6), n))
    every = sorted(labellings(HALF_TURN, colours))
    step = next(n for n in range(len(every) // PARTS + 1, 2 * len(every) + 1) if math.gcd(n, len(every)) == 1)
    first = max(range(len(every)), key=lambda n: (len(set(every[n])), -n)) + start  # a tile alone shows many colours
    fixed: dict[Edge, int] = {}
    used: set[tuple[str, Labels]] = set()
    left = TRIES

    def lay(at: int) -> bool:
        nonlocal left
        if at == len(order):
            return True
        shape, own = tiles[order[at]].shape, edges[order[at]]
        for number in range(len(every)):
            name = every[(first + number * step + 17 * at) % len(every)]
            if (shape, name) in used:
                continue
            for marks in dict.fromkeys((name, name[2:] + name[:2])):
                if all(fixed.get(edge, mark) == mark for edge, mark in zip(own, marks, strict=True)):
                    left -= 1
                    if left < 0:
                        return False
                    new = [edge for edge in own if edge not in fixed]
                    fixed.update(zip(own, marks, strict=True))
                    used.add((shape, name))
                    if lay(at + 1):
                        return True
                    used.remove((shape, name))
                    for edge in new:
                        del fixed[edge]
        return False

    return fixed if lay(0) else {}


def _edges(tile: PlacedRhomb) -> list[Edge]:
    return [frozenset((corner, tile.corners[k - 3])) for k, corner in enumerate(tile.corners)]
