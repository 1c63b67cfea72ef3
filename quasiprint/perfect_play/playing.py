"""Games played to their end by moves of promise, with some chance: which double moves are worth looking into first."""

from __future__ import annotations

from typing import Any

from quasiprint.compiled import kernel
from quasiprint.perfect_play.kernels import (
    ALL_PLANES,
    LINES_OF,
    NEED,
    WEIGHTS,
    count,
    lowest,
    need,
    one_less,
    undecided,
)

Array = Any
FACTOR, TERM, BITS = 1103515245, 12345, 31  # of the sequence of numbers that stand for chance
CHANCE = 256  # a promise is worth up to twice as much by chance


@kernel
def played(own: int, other: int, cells: int, games: int, seed: int, board: Array, work: Array) -> int:
    """Return how many more lines in all the mover gets, in so many games."""
    points = 0
    for _ in range(games):
        mine, theirs, left, sign = own, other, cells, 1
        while left:
            lines = undecided(mine)
            if lines == 0:
                break
            rest = lines
            while rest:
                line = lowest(rest)
                rest &= rest - 1
                work[line] = board[WEIGHTS + need(mine, line) * NEED + need(theirs, line)]
            best, chosen, rest = -1, 0, left
            while rest:
                cell = lowest(rest)
                rest &= rest - 1
                promise, here = 0, board[LINES_OF + cell] & lines
                while here:
                    promise += work[lowest(here)]
                    here &= here - 1
                seed = (seed * FACTOR + TERM) & (1 << BITS) - 1
                promise *= CHANCE + (seed >> 16) % CHANCE
                if promise > best:
                    best, chosen = promise, cell
            mine = one_less(mine, board[LINES_OF + chosen] & lines)
            won = lines & ~undecided(mine)
            points += sign * count(won)
            left ^= 1 << chosen
            mine, theirs, sign = theirs & ~(won * ALL_PLANES), mine, -sign
    return points
