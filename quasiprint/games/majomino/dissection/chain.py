"""Boards from the cell-swap Markov chain, for sizes too large to count, and how far it may be trusted.

A step proposes two cells, drawn alike and each for itself. If their regions differ, they change places, provided that
both regions stay connected. The way back is proposed as often, so the chain is symmetric, and where it reaches every
board, it comes to be at each as often as at any other. Its law tends to the uniform one, but no finite walk reaches it:
what comes from here is never called exactly uniform. `Convergence` says how many steps were taken and what they gave.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from quasiprint.games.majomino.dissection.boards import renumber, walls
from quasiprint.games.majomino.dissection.random_numbers import seed_state, words
from quasiprint.system.compiled import choose, kernel
from quasiprint.system.progress import tell

Array = Any

DRAWS = 36  # boards of each chain in the diagnostic: R̂ of a good chain stays under 1.08, all but once in 1000
AGREED = 1.1  # R̂ up to which chains are taken to agree (Gelman and Rubin)
MOST = 21  # a label is a byte, and a board of 21 × 21 takes a quarter of a second
EDGE = 255  # no region: the frame around the board, which saves asking where the board ends
AT_ONCE = 1 << 15  # proposals between two looks at whether the run was ended
PLAIN = 2e-6  # s for a proposal, as Python
# R̂ and correlation of chains, by size: what `convergence` finds with the seed 0, which a test finds anew
FOUND = {
    9: (1.0013420816995828, -0.09559537251639233),
    11: (0.9902057815705335, -0.2109015639374425),
    13: (1.018693898911862, -0.03937126198419134),
    15: (1.0257558289650246, 0.0886657646224171),
    17: (1.000337807829006, 0.052605562761204844),
    19: (0.9909438833289309, 0.05355639976773778),
    21: (1.006087635037853, 0.1751792598122653),
}


def steps_for(size: int) -> int:
    """Return how many proposals to take between two boards that are kept: 4 N⁵.

    Measured integrated autocorrelation times (Sokal's window), in proposals, from walks of 1000
    times as many and more: of the number of inner walls 502, 2345, 4939, 9918, 18,364, 35,371,
    148,281 for N = 5, 7, 9, 11, 13, 15, 21. Slower are how many regions the middle row meets: 867,
    4291, 16,225, 38,859, 95,471, 214,082, 1,129,084, that is 0.24 to 0.28 N⁵; the walls that lie
    flat less those that stand upright: 0.43, 0.38, 0.32, 0.34, 0.27, 0.28, 0.18 N⁵; and how
    elongated the regions are (squared distances within them): 0.24, 0.36, 0.36, 0.38, 0.33, 0.33,
    0.33 N⁵. So from N = 7 on, 4 N⁵ is at least 10 times the slowest of these, and 25 of the walls.
    """
    return 4 * size**5


def warm_up_for(size: int) -> int:
    """Return how many proposals to take before the first board: 50 autocorrelation times."""
    return 5 * steps_for(size)


def starts(size: int) -> Array:
    """Return boards unlike one another to start from, uint8 3 × N²: rows, columns, and a spiral cut up."""
    rows = np.repeat(np.arange(size, dtype=np.uint8), size)
    spiral = np.empty(size * size, np.uint8)
    left = np.arange(size * size).reshape(size, size)
    path: list[int] = []
    while left.size:
        path += left[0].tolist()
        left = np.rot90(left[1:])
    spiral[path] = rows
    return np.array([rows, rows.reshape(size, size).T.ravel(), spiral])


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
def _swap(grid: Array, a: int, b: int, size: int, waiting: Array, seen: Array, mark: int) -> int:
    """Swap two cells if their regions differ and both stay connected; return how many swaps were made.

    grid: the region of each cell, framed. waiting, seen: for floods. mark: two numbers from it on are not in `seen`.
    """
    wide = size + 2
    of_a, of_b = grid[a], grid[b]
    if of_a == of_b:
        return 0
    # Each has to touch what is left of the other's region. That refuses nearly all pairs, and cheaply.
    close = int(b == a - wide or b == a - 1 or b == a + 1 or b == a + wide)
    if _touching(grid, b, of_a, wide) == close or _touching(grid, a, of_b, wide) == close:
        return 0
    # What touched its region at one place leaves it connected: no need for a flood.
    ends_a, ends_b = _touching(grid, a, of_a, wide) == 1, _touching(grid, b, of_b, wide) == 1
    grid[a], grid[b] = of_b, of_a
    if (ends_a or _whole(grid, b, size, waiting, seen, mark)) and (
        ends_b or _whole(grid, a, size, waiting, seen, mark + 1)
    ):
        return 1
    grid[a], grid[b] = of_a, of_b
    return 0


@kernel
def _step(first: Array, second: Array, grid: Array, size: int, waiting: Array, seen: Array, mark: int) -> int:
    """Propose to swap each first cell with its second one, in place; return how many swaps were made."""
    swaps = 0
    for k in range(len(first)):
        mark += 2
        swaps += _swap(grid, first[k], second[k], size, waiting, seen, mark)
    return swaps


class Walk:
    """One walk on boards, to be taken up where it was left. Its grid is the board's cells in a frame, row by row."""

    def __init__(self, labels: Array, state: Array, proposals: int = 0) -> None:
        """Begin at a board. labels: uint8, the region of each cell. state: of the generator, moved on. proposals: how
        many are expected in all."""
        self.size, self.state, self.expected = math.isqrt(len(labels)), state, proposals
        wide = self.size + 2
        framed = np.full((wide, wide), EDGE, np.uint8)
        framed[1:-1, 1:-1] = labels.reshape(self.size, self.size)
        self.place = np.arange(wide * wide).reshape(wide, wide)[1:-1, 1:-1].ravel()
        self.step = choose(_step, proposals * PLAIN, f"the walk from board to board of {self.size} × {self.size}")
        work = framed.ravel(), np.zeros(self.size * self.size, np.int64), np.zeros(wide * wide, np.int64)
        self.plain = self.step is _step
        self.grid, self.waiting, self.seen = self._ready(*work)
        self.mark = 0

    def _ready(self, *arrays: Array) -> tuple[Array, ...]:
        """Return arrays as a step takes them: Python is quicker with lists."""
        return tuple(array.tolist() for array in arrays) if self.plain else arrays

    def walk(self, proposals: int) -> int:
        """Take so many steps; return how many swaps were made.

        Both cells come from one word, by multiplying: some come more often, by 2^-32 of all, which is as it may be,
        since a pair is proposed as often one way as the other.
        """
        swaps, cells, half = 0, np.uint64(len(self.place)), np.uint64(32)
        for done in range(0, proposals, AT_ONCE):
            if self.plain and done:
                tell(f"walking from board to board of {self.size} × {self.size}: {done / proposals:.0%}")
            x = words(self.state, min(AT_ONCE, proposals - done), self.expected)
            first = self.place[((x >> half) * cells) >> half]
            second = self.place[((x & np.uint64(0xFFFFFFFF)) * cells) >> half]
            pair = self._ready(first, second)
            swaps += self.step(pair[0], pair[1], self.grid, self.size, self.waiting, self.seen, self.mark)
            self.mark += 2 * len(x)
        return swaps

    def labels(self) -> Array:
        """Return the region of each cell, uint8."""
        return np.array(self.grid, np.uint8)[self.place]

    def states(self, count: int, steps: int) -> Array:
        """Return the boards after every `steps` proposals from here on, uint8 count × N²."""
        found = np.empty((count, len(self.place)), np.uint8)
        for board in range(count):
            self.walk(steps)
            found[board] = self.labels()
        return renumber(found)


@dataclass(frozen=True, slots=True)
class Convergence:
    """How several chains that start from unlike boards agree.

    steps: proposals between two boards of a chain. chains: how many. r_hat: Gelman and Rubin's R̂,
    near 1 where chains agree, of the number of inner walls and of the flat ones less the upright
    ones (rows and columns differ in these most), whichever is larger. correlation: of the number of
    inner walls of neighbouring boards of a chain, near 0 where they are as good as independent.
    """

    steps: int
    chains: int
    r_hat: float
    correlation: float


def agreement(size: int) -> Convergence:
    """Return how chains on boards of N × N cells agree, as it was found out once: it says nothing of a run."""
    r_hat, correlation = FOUND[size]
    return Convergence(steps_compared(size), 3, r_hat, correlation)


def steps_compared(size: int) -> int:
    """Return how many proposals the chains take between two boards that are compared: N⁵ / 2.

    One and a half to two autocorrelation times of the slowest figures (see `steps_for`), an eighth of what is taken
    between boards that are kept. Chains that agree so have all the more forgotten their starts after eight times as
    many. Measured for N = 9, 11 and 13 with 8 to 24 seeds: R̂ from 0.99 to 1.055, as with 4 N⁵.
    """
    return steps_for(size) // 8


def convergence(size: int, seed: int, steps: int | None = None) -> Convergence:
    """Return how chains from `starts` agree after every `steps` proposals (`steps_compared` if None).

    There is no warm-up: that a start is forgotten is what R̂ is to show. Takes 0.1 s for N = 9, 3 s for N = 21.
    """
    steps = steps_compared(size) if steps is None else steps
    begun = zip(starts(size), (words(seed_state(seed), 3) >> np.uint64(1)).tolist(), strict=True)
    chains = [Walk(start, seed_state(one), DRAWS * steps).states(DRAWS, steps) for start, one in begun]
    found = np.array([walls(boards) for boards in chains]).astype(float)
    inner, lean = found.sum(2), found[:, :, 0] - found[:, :, 1]
    off = inner - inner.mean(1, keepdims=True)
    square = (off**2).sum()
    correlation = (off[:, 1:] * off[:, :-1]).sum() / square if square else 1.0
    return Convergence(steps, len(found), max(r_hat(inner), r_hat(lean)), float(correlation))


def r_hat(values: Array) -> float:
    """Return Gelman and Rubin's R̂ (1992) of chains, an array of chains × draws; infinite where none moved."""
    draws = values.shape[1]
    within = values.var(1, ddof=1).mean()
    between = values.mean(1).var(ddof=1)
    return float(((draws - 1) / draws + between / within) ** 0.5) if within else float("inf")
