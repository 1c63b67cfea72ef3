"""Stripes for tiles that lie without any: they match on every edge, and no tile is there twice.

They are found by trying, tile by tile from the middle outwards, and taking back what leads nowhere. Figures show tiles
of the set, so that a reader can lay them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from quasiprint.exact.orbit import Labels
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino import penrose
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.figures import at_vertex, beside, faults
from quasiprint.games.quasimino.rhomb import Star
from quasiprint.games.quasimino.rules import PlacedRhomb, patch
from quasiprint.tiling.labellings import labellings

STARTS, TRIES = 12, 400  # how often it is begun anew, and tiles laid each time
PARTS = 3  # of the list of all stripes: tiles are tried from one after the other, so that no colour is left out

OPENING: Star = (1, 3, 3, 3)  # the first tile and the third lie open, the second joins them, the last covers the vertex
# steps of a Penrose tiling, and how far its tiles reach from the centre, in edge lengths: large rosettes first
ROSETTES = ((3, math.inf), (3, 4.3), (3, 3.3), (3, 1.7))

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


def opening(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return five tiles in the order in which they are laid: two open ones and the one that joins them, one that covers
    their vertex, one that covers none. Raises ValueError if the last finds no place."""
    first, joining, third, closing = dressed(at_vertex(OPENING), colours)
    laid = (first, third, joining, closing)
    for base, edge, own in product((third, joining), range(4), range(4)):
        bare = beside("thin", edge, base, own)
        marks = tuple(base.colours[edge] if k == own else (k + 1) % colours for k in range(4))
        tiles = (*laid, replace(bare, colours=marks, entry=5))
        new = len({tile.id for tile in tiles}) - len({tile.id for tile in laid})
        if _clean(tiles, colours) and edges_touched(tiles, 4) == 1 and new == (colours > 1):
            return tiles
    raise ValueError("figure: found no place for a tile that covers nothing")


def _clean(tiles: tuple[PlacedRhomb, ...], colours: int) -> bool:
    lying = patch(tiles)
    return not lying.overlaps() and not lying.misfits() and not faults([tiles], colours)


def edges_touched(tiles: Sequence[PlacedRhomb], at: int) -> int:
    """Return along how many edges the tile at this place of a layout touches others."""
    return sum(at in (one, two) for (one, _), (two, _) in patch(tiles).joins())


def rearranged(
    colours: int,
) -> tuple[tuple[PlacedRhomb, ...], tuple[PlacedRhomb, ...], tuple[PlacedRhomb, PlacedRhomb], PlacedRhomb]:
    """Return a layout before and after a move with a rearranged tile, that tile in both, and the new one.

    The first place that fits is taken. Raises ValueError if there is none.
    """
    bare = at_vertex((2, 2, 2, 4))
    for star in (bare, bare[1:3] + bare[:1] + bare[3:]):
        after = dressed(star, colours)
        one, two, moving, new = after
        for base, edge, own in product((one, two), range(4), range(4)):
            away = beside(moving.shape, edge, base, own)
            away = replace(away, colours=moving.colours, entry=moving.entry)
            before = (one, two, away)
            if _clean(before, colours) and edges_touched(before, 2) == 1:
                return before, after, (away, moving), new
    raise ValueError("figure: found no place for the tile that is to move")


def rosette(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return the largest rosette, a piece of a Penrose tiling, for so many colours; two tiles if none is found."""
    each = len(tuple(labellings(HALF_TURN, colours)))
    for steps, reach in ROSETTES:
        bare = [t for t in penrose.tiling(steps) if max(map(far, t.corners)) < reach]
        if max(Counter(tile.shape for tile in bare).values()) < each:  # none to spare: it would take too long
            tiles = coloured(bare, colours)
            if tiles:
                return tiles
    return dressed(at_vertex((2, 4))[:2], colours)
