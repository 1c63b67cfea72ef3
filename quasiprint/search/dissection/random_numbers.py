"""Random numbers, each as likely as any other. A seed means the same numbers for good.

The generator is xoshiro256** (Blackman and Vigna 2018), written out twice: for the compiler, whose words have 64 bits,
and for Python, whose numbers have none too many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from quasiprint.compiled import choose, kernel, kernel_for

Array = Any
MASK = (1 << 64) - 1
PLAIN = 0.8e-6  # s for a word, as Python


def seeded(seed: int) -> Array:
    """Return the state of a generator: four words of SplitMix64 (Steele, Lea and Flood 2014)."""
    words, x = [], int(seed)
    for _ in range(4):
        x = (x + 0x9E3779B97F4A7C15) & MASK
        z = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        words.append(z ^ z >> 31)
    return np.array(words, np.uint64)


def words(state: Array, count: int, of: int = 0) -> Array:
    """Return so many times 64 random bits, uint64. The state is moved on.

    of: how many are asked for in all, call after call, if that is known.
    """
    found = np.empty(count, np.uint64)
    filler(max(count, of))(state, found)
    return found


def filler(of: int) -> Callable[[Array, Array], None]:
    """Return what fills an array: compiled, where that pays for so many words; from then on fewer are, too."""
    return choose(_filled, of * PLAIN, "random numbers")


def word(state: Array) -> int:
    """Return 64 random bits."""
    return int(words(state, 1)[0])


def below(state: Array, limit: int) -> int:
    """Return a random number from 0 to limit − 1, each as likely: words that would favour some are passed over."""
    return int(tossed(state, 1, int(limit))[0])


def tossed(state: Array, count: int, limit: int) -> Array:
    """Return so many random numbers from 0 to limit − 1, int64."""
    least = np.uint64((1 << 64) % limit)
    found = np.empty(0, np.uint64)
    while len(found) < count:
        drawn = words(state, count - len(found))
        found = np.concatenate((found, drawn[drawn >= least]))
    return (found % np.uint64(limit)).astype(np.int64)


def _plain(state: Array, found: Array) -> None:
    """Fill an array with words, in numbers of Python."""
    a, b, c, d = map(int, state)
    drawn = []
    for _ in range(len(found)):
        x = b * 5 & MASK
        drawn.append((x << 7 | x >> 57) * 9 & MASK)
        c ^= a
        d ^= b
        shifted = b << 17 & MASK
        b ^= c
        a ^= d
        c ^= shifted
        d = (d << 45 | d >> 19) & MASK
    found[:] = drawn
    state[:] = (a, b, c, d)


@kernel
def next_word(state: Array) -> Array:
    """Return 64 random bits, for the compiler."""
    x = state[1] * np.uint64(5)
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << np.uint64(45)) | (state[3] >> np.uint64(19))
    return ((x << np.uint64(7)) | (x >> np.uint64(57))) * np.uint64(9)


@kernel_for(_plain)
def _filled(state: Array, found: Array) -> None:
    """Fill an array with words, for the compiler."""
    for k in range(len(found)):
        found[k] = next_word(state)
