"""Boards from the cell-swap Markov chain, for sizes too large to count, and how far it may be trusted.

The chain's law tends to the uniform one, but no finite walk reaches it: what comes from here is
never called exactly uniform. `Convergence` says how many steps were taken and what they gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Array = Any

DRAWS = 36  # boards of each chain in the diagnostic: R̂ of a good chain stays under 1.08, all but once in 1000
AGREED = 1.1  # R̂ up to which chains are taken to agree (Gelman and Rubin)
MOST = 21  # a label is a byte, and a board of 21 × 21 takes a quarter of a second


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
    import numpy as np

    rows = np.repeat(np.arange(size, dtype=np.uint8), size)
    spiral = np.empty(size * size, np.uint8)
    left = np.arange(size * size).reshape(size, size)
    path: list[int] = []
    while left.size:
        path += left[0].tolist()
        left = np.rot90(left[1:])
    spiral[path] = rows
    return np.array([rows, rows.reshape(size, size).T.ravel(), spiral])


class Walk:
    """One walk, to be taken up where it was left."""

    def __init__(self, size: int, state: Array, warm_up: int = 0, start: int = 0) -> None:
        from quasiprint.dissection.swaps import walked

        self.state, self.labels = state, starts(size)[start].copy()
        walked(self.labels, warm_up, self.state)

    def states(self, count: int, steps: int) -> Array:
        """Return the boards after every `steps` proposals from here on, uint8 count × N²."""
        from quasiprint.dissection.swaps import kept_states

        return kept_states(self.labels, count, steps, self.state)


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
    return judged(counted(size, seed, DRAWS, steps).tolist(), steps)


def counted(size: int, seed: int, draws: int, steps: int | None = None) -> Array:
    """Return the inner walls of each chain's boards, flat and upright ones, chains × draws × 2; fewer draws are the
    first of more."""
    import numpy as np

    from quasiprint.dissection.labels import walls
    from quasiprint.dissection.random_numbers import seeded, word

    steps = steps_compared(size) if steps is None else steps
    chance = seeded(seed)
    return np.array(
        [walls(Walk(size, seeded(word(chance) >> 1), start=k).states(draws, steps)) for k in range(len(starts(size)))]
    )


def judged(walls: Sequence[Sequence[Sequence[int]]], steps: int) -> Convergence:
    """Return how chains agree whose walls were `counted`, after every `steps` proposals."""
    import numpy as np

    found = np.array(walls).astype(float)
    inner = found.sum(2)
    lean = found[:, :, 0] - found[:, :, 1]
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
