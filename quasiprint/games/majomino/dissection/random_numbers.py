"""Random numbers, each as likely as any other. A seed means the same numbers for good.

The generator is xoshiro256** (Blackman and Vigna 2018). The compiler's words have 64 bits, and Python's numbers as many
as they need: what is more than 64 is masked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from quasiprint.system.compiled import choose, kernel

Array = Any
MASK = (1 << 64) - 1
PLAIN = 0.8e-6  # s for a word, as Python


def seed_state(seed: int) -> Array:
    """Return the state of a generator: four words of SplitMix64 (Steele, Lea and Flood 2014)."""
    words, x = [], int(seed)
    for _ in range(4):
        x = (x + 0x9E3779B97F4A7C15) & MASK
        z = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        words.append(z ^ z >> 31)
    return np.array(words, np.uint64)


def words(state: Array, count: int, of: int = 0) -> Array:
    """Return so many times 64 random bits, uint64. The state is moved on. of: how many are asked for in all, call after
    call, if that is known."""
    found, run = np.empty(count, np.uint64), filler(max(count, of))
    own = state.tolist() if run is fill else state  # Python's numbers never overflow
    run(own, found)
    state[:] = own
    return found


def filler(of: int) -> Callable[[Array, Array], None]:
    """Return what fills an array: compiled, where that pays for so many words; from then on fewer are, too."""
    return choose(fill, of * PLAIN, "random numbers")


def toss(state: Array, count: int, limit: int) -> Array:
    """Return so many random numbers from 0 to limit − 1, int64, each as likely: words that would favour some are passed
    over."""
    least = np.uint64((1 << 64) % limit)
    found = np.empty(0, np.uint64)
    while len(found) < count:
        drawn = words(state, count - len(found))
        found = np.concatenate((found, drawn[drawn >= least]))
    return (found % np.uint64(limit)).astype(np.int64)


@kernel
def fill(state: Array, found: Array) -> None:
    """Fill an array with words. state: four numbers, or an array of them for the compiler."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    for k in range(len(found)):
        x = ((b << 2) + b) & MASK
        x = (x << 7 | x >> 57) & MASK
        found[k] = ((x << 3) + x) & MASK
        shifted = b << 17 & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = (d << 45 | d >> 19) & MASK
    state[0], state[1], state[2], state[3] = a, b, c, d
