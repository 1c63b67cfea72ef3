"""The states of a board, layer after layer, and in how many ways each can be finished: with numpy alone.

A state is the set of cells that regions cover, as bits of a 64-bit integer; the next region always covers the first
free cell. `kernels` does the same compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from quasiprint.dissection.placements import placements
from quasiprint.telling import tell

Array = Any
ONE = np.uint64(1)
PAIRS = 1 << 21  # of a state and a region, looked at at a time
MANY = 20_000  # states of a layer, from which on it is said how far the work is


@lru_cache(maxsize=8)
def regions(size: int) -> tuple[Array, Array]:
    """Return every region, by its first cell, and where those of each cell begin."""
    by_cell = placements(size)
    return np.array([r for found in by_cell for r in found], dtype=np.uint64), np.cumsum([0, *map(len, by_cell)])


def sides(size: int) -> tuple[Array, Array]:
    """Return the cells that have one to their left, and those that have one to their right."""
    columns = [k % size for k in range(size * size)]
    left = sum(1 << k for k, column in enumerate(columns) if column > 0)
    right = sum(1 << k for k, column in enumerate(columns) if column < size - 1)
    return np.uint64(left), np.uint64(right)


def full(size: int) -> Array:
    """Return the set of all cells."""
    return np.uint64((1 << size * size) - 1)


def grown(size: int, states: Array, layers: int) -> list[Array]:
    """Return so many layers of states after some of one layer, sorted; what cannot be finished is left out."""
    found = [states]
    for _ in range(layers):
        reached = [_once(after) for _, _, after in _pairs(size, found[-1])]
        after = _once(np.concatenate(reached)) if reached else np.empty(0, np.uint64)
        found.append(after[_can_finish(full(size) & ~after, size)])
    return found


def _once(states: Array) -> Array:
    """Return states sorted, each once; `np.unique` takes three times as long."""
    found = np.sort(states)
    fresh = np.ones(len(found), bool)
    fresh[1:] = found[1:] != found[:-1]
    return found[fresh]


def ways(size: int, states: Array, after: Array, counts: Array) -> Array:
    """Return in how many ways each state can be finished, from the counts of the layer after it."""
    found = np.zeros(len(states), np.int64)
    if not len(after):
        return found
    for rows, each, reached in _pairs(size, states):
        at = np.minimum(np.searchsorted(after, reached), len(after) - 1)
        passed = np.cumsum(np.concatenate(([0], np.where(after[at] == reached, counts[at], 0))))
        ends = np.cumsum(each)
        found[rows] = passed[ends] - passed[ends - each]
    return found


def _pairs(size: int, states: Array) -> Iterator[tuple[Array, Array, Array]]:
    """Yield states by their numbers, how many regions fit over the first free cell of each, and what comes of them."""
    every, start = regions(size)
    free = full(size) & ~states
    cells = np.bitwise_count((free & (~free + ONE)) - ONE)
    done = 0
    for cell in np.unique(cells):
        own = every[start[cell] : start[cell + 1]]
        rows = np.flatnonzero(cells == cell)
        step = max(1, PAIRS // max(1, len(own)))
        for first in range(0, len(rows), step):
            if len(states) > MANY:
                tell(f"counting the boards of {size} × {size}: {done / len(states):.0%} of a layer")
            part = rows[first : first + step]
            fits = (states[part, None] & own) == 0
            state, region = np.nonzero(fits)
            yield part, fits.sum(1), states[part][state] | own[region]
            done += len(part)


def _can_finish(free: Array, size: int) -> Array:
    """Tell of each set of free cells whether every piece of it has a multiple of `size` cells."""
    left, right = sides(size)
    wide = np.uint64(size)
    fine, rows = np.ones(len(free), bool), np.flatnonzero(free)
    free = free[rows]
    while len(rows):
        piece = free & (~free + ONE)
        while True:
            sideways = ((piece & right) << ONE) | ((piece & left) >> ONE)
            larger = (piece | sideways | (piece << wide) | (piece >> wide)) & free
            if (larger == piece).all():
                break
            piece = larger
        whole = np.bitwise_count(piece) % size == 0
        fine[rows[~whole]] = False
        free &= ~piece
        going_on = whole & (free != 0)
        rows, free = rows[going_on], free[going_on]
    return fine
