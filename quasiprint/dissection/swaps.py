"""The cell-swap Markov chain on dissections.

A step proposes two cells, drawn alike and each for itself. If their regions differ, they change
places, provided that both regions stay connected. The way back is proposed as often, so the chain
is symmetric, and where it reaches every board, it comes to be at each as often as at any other.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from quasiprint.compiled import chosen, kernel, kernel_for
from quasiprint.dissection.labels import relabelled
from quasiprint.dissection.random_numbers import next_word, words
from quasiprint.telling import tell

Array = Any
EDGE = 255  # no region: the frame around the board, which saves asking where the board ends
AT_ONCE, PLAIN_AT_ONCE = 1 << 20, 1 << 15  # proposals between two looks at whether the run was ended
PLAIN = 2e-6  # s for a proposal, as Python


@kernel
def _touching(grid: Array, cell: int, label: int, wide: int) -> int:
    """Return how many cells of a region are beside a cell."""
    return (
        int(grid[cell - wide] == label) + int(grid[cell - 1] == label)
        + int(grid[cell + 1] == label) + int(grid[cell + wide] == label)
    )  # fmt: skip


@kernel
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


@kernel
def _fitting(grid: Array, a: int, b: int, wide: int) -> bool:
    """Tell whether two cells are of different regions, and each touches what is left of the other's region.

    That refuses nearly all pairs, and cheaply.
    """
    of_a, of_b = grid[a], grid[b]
    if of_a == of_b:
        return False
    close = int(b == a - wide or b == a - 1 or b == a + 1 or b == a + wide)
    return _touching(grid, b, of_a, wide) != close and _touching(grid, a, of_b, wide) != close


@kernel
def _swapped(grid: Array, a: int, b: int, size: int, waiting: Array, seen: Array, mark: int) -> int:
    """Swap two fitting cells if both regions stay connected; return how many swaps were made.

    grid: the region of each cell, framed. waiting, seen: for floods. mark: two numbers from it on are not in `seen`.
    """
    wide = size + 2
    of_a, of_b = grid[a], grid[b]
    # What touched its region at one place leaves it connected: no need for a flood.
    ends_a, ends_b = _touching(grid, a, of_a, wide) == 1, _touching(grid, b, of_b, wide) == 1
    grid[a], grid[b] = of_b, of_a
    if (ends_a or _whole(grid, b, size, waiting, seen, mark)) and (
        ends_b or _whole(grid, a, size, waiting, seen, mark + 1)
    ):
        return 1
    grid[a], grid[b] = of_a, of_b
    return 0


def _stepped(state: Array, place: Array, grid: Array, count: int, waiting: Array, seen: Array, mark: int) -> int:
    """Take steps as `_stepped_quickly` does, with lists but for the state and the places."""
    x, cells, swaps = words(state, count), np.uint64(len(place)), 0
    first = place[((x >> np.uint64(32)) * cells) >> np.uint64(32)]
    second = place[((x & np.uint64(0xFFFFFFFF)) * cells) >> np.uint64(32)]
    size = math.isqrt(len(place))
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        if grid[a] != grid[b] and _fitting(grid, a, b, size + 2):
            mark += 2
            swaps += _swapped(grid, a, b, size, waiting, seen, mark)
    return swaps


@kernel_for(_stepped)
def _stepped_quickly(
    state: Array, place: Array, grid: Array, count: int, waiting: Array, seen: Array, mark: int
) -> int:
    """Take so many steps, in place; return how many swaps were made.

    Both cells come from one word, by multiplying: some come more often, by 2^-32 of all, which is as it may be, since
    a pair is proposed as often one way as the other.
    """
    cells, swaps = np.uint64(len(place)), 0
    size = int(np.sqrt(len(place)))
    for _ in range(count):
        x = next_word(state)
        a = place[((x >> np.uint64(32)) * cells) >> np.uint64(32)]
        b = place[((x & np.uint64(0xFFFFFFFF)) * cells) >> np.uint64(32)]
        if _fitting(grid, a, b, size + 2):
            mark += 2
            swaps += _swapped(grid, a, b, size, waiting, seen, mark)
    return swaps


class _Chain:
    """A board that the chain walks on. grid: its cells in a frame, row by row, as a list or an array."""

    def __init__(self, labels: Array, seconds: float) -> None:
        self.size = math.isqrt(len(labels))
        wide = self.size + 2
        framed = np.full((wide, wide), EDGE, np.uint8)
        framed[1:-1, 1:-1] = labels.reshape(self.size, self.size)
        self.place = np.arange(wide * wide).reshape(wide, wide)[1:-1, 1:-1].ravel()
        self.step = chosen(_stepped_quickly, seconds, f"the walk from board to board of {self.size} × {self.size}")
        self.grid: Array = framed.ravel()
        self.waiting: Array = np.zeros(self.size * self.size, np.int64)
        self.seen: Array = np.zeros(wide * wide, np.int64)
        self.plain = self.step is _stepped
        if self.plain:  # Python is quicker with lists
            self.grid, self.waiting, self.seen = self.grid.tolist(), self.waiting.tolist(), self.seen.tolist()
        self.mark = 0

    def walk(self, proposals: int, state: Array) -> int:
        """Take so many steps; return how many swaps were made."""
        swaps, most = 0, PLAIN_AT_ONCE if self.plain else AT_ONCE
        for done in range(0, proposals, most):
            if self.plain and done:
                tell(f"walking from board to board of {self.size} × {self.size}: {done / proposals:.0%}")
            count = min(most, proposals - done)
            swaps += self.step(state, self.place, self.grid, count, self.waiting, self.seen, self.mark)
            self.mark += 2 * count
        return swaps

    def labels(self) -> Array:
        """Return the region of each cell, uint8."""
        return np.array(self.grid, np.uint8)[self.place]


def walked(labels: Array, proposals: int, state: Array) -> int:
    """Take so many steps of the chain, in place; return how many swaps were made.

    labels: uint8, the region of each cell, row by row. state: of the generator, moved on.
    """
    chain = _Chain(labels, proposals * PLAIN)
    swaps = chain.walk(proposals, state)
    labels[:] = chain.labels()
    return swaps


def kept_states(labels: Array, count: int, steps: int, state: Array) -> Array:
    """Return every `steps`-th board from here on, count × N²; `labels` and `state` are moved on."""
    chain = _Chain(labels, count * steps * PLAIN)
    found = np.empty((count, len(labels)), np.uint8)
    for board in range(count):
        chain.walk(steps, state)
        found[board] = chain.labels()
    labels[:] = chain.labels()
    return relabelled(found)
