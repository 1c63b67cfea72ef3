"""How a game on a dissection may end: played out many times by players who look one move ahead, with noise.

An estimate, not an analysis. Each line (row, column, region) belongs to whoever marks more of its
cells. A player marks the free cell whose lines are most contested, which is where a mark counts:
a line of which one player needs p more cells and the other q counts 1/(p + q), a decided one
nothing; to each cell's sum a random share of noise is added.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quasiprint.dissection.compiled import compiled
from quasiprint.dissection.random_numbers import seeded, word

Array = Any
NOISE = 0.5  # of a contested line's weight: how far chance sways a choice


@compiled
def _chance(state: Array) -> float:
    """Return a random number from 0 up to 1."""
    return float(word(state) >> np.uint64(11)) / 9007199254740992.0


@compiled
def _chosen(state: Array, free: Array, lines: Array, needs: Array, noise: float) -> int:
    """Return the free cell to mark. needs: how many cells each player lacks for each line, or less than 1."""
    best, found = -1.0, -1
    for cell in range(len(free)):
        if not free[cell]:
            continue
        weight = 0.0
        for k in range(3):
            line = lines[cell, k]
            p, q = needs[0, line], needs[1, line]
            if p > 0 and q > 0:
                weight += 1.0 / (p + q) + noise * _chance(state) / (p + q)
        weight += 1e-9 * _chance(state)
        if weight > best:
            best, found = weight, cell
    return found


@compiled
def played(labels: Array, size: int, games: int, double: int, seed: int, noise: float) -> int:
    """Return how many of `games` games X wins, who begins.

    labels: the region of each cell, N². double: O's turn, from 1, in which she marks two cells; 0
    for none; a turn that the game does not reach is none either.
    """
    cells = size * size
    lines = np.empty((cells, 3), np.int64)
    for cell in range(cells):
        lines[cell, 0] = cell // size
        lines[cell, 1] = size + cell % size
        lines[cell, 2] = 2 * size + labels[cell]
    state = seeded(seed)
    majority = size // 2 + 1
    won = 0
    for _ in range(games):
        needs = np.full((2, 3 * size), majority, np.int64)
        free = np.ones(cells, np.bool_)
        left, player, turn = cells, 0, 0
        while left:
            if player == 1:
                turn += 1
            marks = 2 if player == 1 and turn == double and left > 1 else 1
            for _ in range(marks):
                cell = _chosen(state, free, lines, needs, noise)
                free[cell] = False
                left -= 1
                for k in range(3):
                    needs[player, lines[cell, k]] -= 1
            player = 1 - player
        taken = 0
        for line in range(3 * size):
            if needs[0, line] <= 0:
                taken += 1
        if 2 * taken > 3 * size:
            won += 1
    return won


def estimated(boards: Any, size: int, games: int, double: int, seed: int) -> list[int]:
    """Return for each board (its cells' regions) how many of `games` games X wins; see `played`.

    Each board has a seed of its own, so that what is found does not depend on the others.
    """
    return [int(played(np.array(board, np.int64), size, games, double, seed, NOISE)) for board in boards]
