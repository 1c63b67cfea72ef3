"""The cell-swap Markov chain on dissections, compiled.

A step proposes two cells, drawn alike and each for itself. If their regions differ, they change
places, provided that both regions stay connected. The way back is proposed as often, so the chain
is symmetric, and where it reaches every board, it comes to be at each as often as at any other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quasiprint.dissection.compiled import compiled
from quasiprint.dissection.labels import relabelled
from quasiprint.dissection.random_numbers import word

Array = Any
EDGE = np.uint8(255)  # no region: the frame around the board, which saves asking where the board ends


@compiled
def framed(labels: Array, size: int) -> Array:
    """Return the board with a frame of one cell around it, row by row."""
    wide = size + 2
    grid = np.full(wide * wide, EDGE, np.uint8)
    for row in range(size):
        for column in range(size):
            grid[(row + 1) * wide + column + 1] = labels[row * size + column]
    return grid


@compiled
def _touching(grid: Array, cell: int, label: int, wide: int) -> int:
    """Return how many cells of a region are beside a cell."""
    return (
        int(grid[cell - wide] == label) + int(grid[cell - 1] == label)
        + int(grid[cell + 1] == label) + int(grid[cell + wide] == label)
    )  # fmt: skip


@compiled
def _whole(grid: Array, cell: int, size: int, waiting: Array, seen: Array, mark: int) -> bool:
    """Tell whether the region of a cell is connected: whether a flood from it reaches N cells."""
    wide = size + 2
    label = grid[cell]
    waiting[0] = cell
    seen[cell] = mark
    found = done = 1
    while done:
        done -= 1
        here = waiting[done]
        for beside in (here - wide, here - 1, here + 1, here + wide):
            if grid[beside] == label and seen[beside] != mark:
                seen[beside] = mark
                waiting[done] = beside
                done += 1
                found += 1
    return found == size


@compiled
def walked(labels: Array, proposals: int, state: Array) -> int:
    """Take so many steps of the chain, in place; return how many swaps were made.

    labels: uint8, the region of each cell, row by row. state: of the generator, moved on.
    """
    size = int(np.sqrt(len(labels)))
    wide = size + 2
    grid = framed(labels, size)
    place = np.empty(size * size, np.int64)
    for cell in range(size * size):
        place[cell] = (cell // size + 1) * wide + cell % size + 1
    waiting = np.empty(size * size, np.int64)
    seen = np.zeros(wide * wide, np.int64)
    mark = swaps = 0
    cells, low, half = np.uint64(size * size), np.uint64(0xFFFFFFFF), np.uint64(32)
    for _ in range(proposals):
        # Both cells from one word, by multiplying: some cells come more often, by 2^-32 of all,
        # which is as it may be, since a pair is proposed as often one way as the other.
        x = word(state)
        a = place[((x >> half) * cells) >> half]
        b = place[((x & low) * cells) >> half]
        of_a, of_b = grid[a], grid[b]
        if of_a == of_b:
            continue
        close = int(b == a - wide or b == a - 1 or b == a + 1 or b == a + wide)
        # Each must touch what is left of the other's region: refuses nearly all, and cheaply.
        if _touching(grid, b, of_a, wide) == close or _touching(grid, a, of_b, wide) == close:
            continue
        # What touched its region at one place leaves it connected: no need for a flood.
        ends_a, ends_b = _touching(grid, a, of_a, wide) == 1, _touching(grid, b, of_b, wide) == 1
        grid[a], grid[b] = of_b, of_a
        mark += 2
        if (ends_a or _whole(grid, b, size, waiting, seen, mark)) and (
            ends_b or _whole(grid, a, size, waiting, seen, mark + 1)
        ):
            swaps += 1
        else:
            grid[a], grid[b] = of_a, of_b
    for cell in range(size * size):
        labels[cell] = grid[place[cell]]
    return swaps


@compiled
def kept_states(labels: Array, count: int, steps: int, state: Array) -> Array:
    """Return every `steps`-th board from here on, count × N²; `labels` and `state` are moved on."""
    found = np.empty((count, len(labels)), np.uint8)
    for board in range(count):
        walked(labels, steps, state)
        relabelled(labels, found[board])
    return found
