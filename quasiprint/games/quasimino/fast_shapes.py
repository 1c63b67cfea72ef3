"""Hands of FastQuasi: the shapes into which as many tiles go, and how many vertices of them are covered.

Which shapes there are does not depend on colours, so they are found once, with tiles of a single colour. They are not
all: what is found for a hand can be reached, and more might be.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from quasiprint.addons.lab.playtests.chance import chance
from quasiprint.games.quasimino import alone_kernels as kernels
from quasiprint.games.quasimino.laying import FAST_HAND
from quasiprint.games.quasimino.rhomb_kernels import (
    CORNERS,
    COVERED,
    LEAN,
    POINT,
    SHAPE,
    TILE,
    direction_of,
    new_layout,
)
from quasiprint.system.compiled import choose, plain

TILES = 2 * FAST_HAND
WIDTH = 400  # layouts that are kept while shapes are looked for
FEW = 40  # for a hand that goes into none of the shapes
SECONDS = 400.0  # that takes as Python


@cache
def shapes() -> tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]:
    """Return shapes, those with most covered vertices first: how many there are, the shape as `assign` has it, and for
    each tile the four integers of its acute corner and its turn."""
    found = {
        (layout[6][COVERED], _shape(layout), _corners(layout)) for layout in _grown([0] * 8, [0, 1] * FAST_HAND, WIDTH)
    }
    return tuple(sorted(found, reverse=True))


def _grown(marks: Sequence[int], hand: Sequence[int], width: int) -> Iterator[Any]:
    """Yield layouts of a hand that share most edges, one after the other in the same rows."""
    grow = choose(kernels.grow, SECONDS, "the shapes of a hand")
    again = choose(kernels.lay_again, SECONDS, "the shapes of a hand")
    compiled = grow is not plain(kernels.grow)
    layout = new_layout(list(marks), TILES, compiled=compiled)
    size = kernels.HEAD + kernels.STEP * TILES
    kept, best, rng, held = (
        array("q", numbers) if compiled else numbers
        for numbers in ([0] * size * width, [0] * size * width, chance("shapes"), list(hand))
    )
    grow(layout, held, TILES, kept, best, width, rng)
    for k in range(width):
        if kept[size * k]:
            again(layout, kept, size * k, TILES)
            yield layout


def _shape(layout: Any) -> tuple[int, ...]:
    """Return the layout that lies as a shape."""
    rim, tiles, row = layout[2], layout[4], list[int]()
    for tile in range(0, TILE * TILES, TILE):
        kind, turn = tiles[tile + SHAPE], tiles[tile + LEAN]
        row.append(kind)
        for edge in range(4):
            end = tiles[tile + CORNERS + (edge + 1) % 4]
            row.append(rim[10 * end + (direction_of(kind, turn, edge) + 5) % 10])
    return tuple(row)


def _corners(layout: Any) -> tuple[int, ...]:
    points, tiles, row = layout[1], layout[4], list[int]()
    for tile in range(0, TILE * TILES, TILE):
        at = POINT * tiles[tile + CORNERS]
        row += [*points[at : at + 4], tiles[tile + LEAN]]
    return tuple(row)


Lying = tuple[int, int, tuple[int, ...]]  # a tile, 1 if it lies the other way round, its place as in `shapes`


def best_found(hand: Sequence[int], marks: Any, assign: Any, row: Any) -> tuple[int, list[Lying]]:
    """Return the most vertices that are found to be covered by a hand, and how it lies then, nothing where it goes into
    none of the shapes. assign: the kernel,
    compiled or not. row: makes rows for it."""
    chosen, held = row([0] * (TILES + 1)), row(list(hand))
    for covered, shape, corners in shapes():
        if assign(row(list(shape)), held, marks, chosen, TILES):
            return covered, [(hand[n // 2], n % 2, corners[5 * k : 5 * k + 5]) for k, n in enumerate(chosen[:TILES])]
    return max((layout[6][COVERED] for layout in _grown(marks, hand, FEW)), default=0), []
