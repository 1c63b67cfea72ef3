"""How a game on a dissection may end: played out many times by players who look one move ahead, with noise.

An estimate, not an analysis. Each line (row, column, region) belongs to whoever marks more of its
cells. A player marks the free cell whose lines are most contested, which is where a mark counts:
a line of which one player needs p more cells and the other q counts 1/(p + q), a decided one
nothing; to each cell's sum a random share of noise is added.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from quasiprint.games.majomino.dissection import filler, seed_state, words
from quasiprint.system.compiled import choose, kernel
from quasiprint.system.progress import tell

Array = Any
NOISE = 0.5  # of a contested line's weight: how far chance sways a choice
PLAIN = 1.5e-6  # s for a chance that may be taken, as Python


@kernel
def _choose_cell(
    chances: Array, at: int, free: Array, lines: Array, needs: Array, noise: float, first: int
) -> tuple[int, int]:
    """Return the free cell to mark, -1 for none, and where the chances go on.

    needs: how many cells each player lacks for each line, or less than 1; O's behind X's. first: a cell with which
    the mark may share no line, -1 for none.
    """
    best, found = -1.0, -1
    count = len(needs) // 2
    for cell in range(len(free)):
        if not free[cell]:
            continue
        if first >= 0:
            apart = True
            for k in range(3):
                if lines[3 * cell + k] == lines[3 * first + k]:
                    apart = False
            if not apart:
                continue
        weight = 0.0
        for k in range(3 * cell, 3 * cell + 3):
            line = lines[k]
            p, q = needs[line], needs[count + line]
            if p > 0 and q > 0:
                weight += 1.0 / (p + q) + noise * chances[at] / (p + q)
                at += 1
        weight += 1e-9 * chances[at]
        at += 1
        if weight > best:
            best, found = weight, cell
    return found, at


@kernel
def _games(
    chances: Array, free: Array, lines: Array, needs: Array, games: int, double: int, last: int, apart: int,
    noise: float,
) -> tuple[int, int, int]:  # fmt: skip
    """Play games, as many as there are chances for; return how many, how many X wins, and the chances that it took.

    free, needs: of a game, to work with. double, last, apart: see `count_wins`.
    """
    count, cells = len(needs) // 2, len(free)
    majority = count // 3 // 2 + 1
    at = done = won = 0
    while done < games and at + 2 * cells * (cells + 1) <= len(chances):
        for cell in range(cells):
            free[cell] = 1
        for line in range(2 * count):
            needs[line] = majority
        left, player, turn, doubled = cells, 0, 0, 0
        while left:
            if player == 1:
                turn += 1
            marks = 2 if player == 1 and not doubled and double <= turn <= last and left > 1 else 1
            cell = -1
            for mark in range(marks):
                cell, at = _choose_cell(chances, at, free, lines, needs, noise, cell if apart and mark else -1)
                if cell < 0:
                    continue
                doubled += mark
                free[cell] = 0
                left -= 1
                for k in range(3 * cell, 3 * cell + 3):
                    needs[player * count + lines[k]] -= 1
            player = 1 - player
        taken = 0
        for line in range(count):
            if needs[line] <= 0:
                taken += 1
        if 2 * taken > count:
            won += 1
        done += 1
    return done, won, at


def count_wins(
    labels: Array, size: int, games: int, double: int, seed: int, noise: float, boards: int = 1, *, last: int = 0,
    apart: bool = False,
) -> int:  # fmt: skip
    """Return how many of `games` games X wins, who begins.

    labels: the region of each cell, N². double: O's turn, from 1, in which she marks two cells; 0
    for none; a turn that the game does not reach is none either. boards: so many are looked at. last: the turn until
    which she tries, where it could not be done before, `double` if it is less. apart: the two may share no line.
    """
    cells, a_game = size * size, _chances(size)
    lines = [line for k in range(cells) for line in (k // size, size + k % size, 2 * size + int(labels[k]))]
    play = prepare(size, games, boards)
    plain = play is _games
    work: list[Array] = [np.zeros(cells, np.int64), np.array(lines), np.zeros(6 * size, np.int64)]
    if plain:  # Python is quicker with lists
        work = [array.tolist() for array in work]
    state, chances, done, won = seed_state(seed), np.empty(0), 0, 0
    last = max(double, last)
    while done < games:
        drawn = (words(state, 16 * a_game, boards * games * a_game) >> np.uint64(11)) / 9007199254740992.0
        chances = np.concatenate((chances, drawn))
        ready = chances.tolist() if plain else chances
        more, wins, at = play(ready, work[0], work[1], work[2], games - done, double, last, int(apart), noise)
        done, won, chances = done + more, won + wins, chances[at:]
        if plain:
            tell(f"playouts on {size} × {size}: {done / games:.0%} of a board's")
    return won


def prepare(size: int, games: int, boards: int) -> Callable[..., tuple[int, int, int]]:
    """Return what plays games: compiled, where that pays for so many boards; from then on one board is, too."""
    most = boards * games * _chances(size)
    filler(most)
    return choose(_games, most * PLAIN, f"playouts on {size} × {size}")


def _chances(size: int) -> int:
    """Return a number of chances that is more than a game takes."""
    return 2 * size**2 * (size**2 + 1)


def estimate(
    boards: Any, size: int, games: int, double: int, seed: int, last: int = 0, apart: bool = False
) -> list[int]:
    """Return for each board (its cells' regions) how many of `games` games X wins; see `count_wins`. All begin with
    the seed, so that what is found does not depend on the others."""
    return [
        count_wins(board, size, games, double, seed, NOISE, len(boards), last=last, apart=apart) for board in boards
    ]
