"""Random numbers, each as likely as any other: compiled. A seed means the same numbers for good."""

from __future__ import annotations

from typing import Any

import numpy as np

from quasiprint.dissection.compiled import compiled

Array = Any


@compiled
def _turned(x: Array, bits: int) -> Array:
    return (x << np.uint64(bits)) | (x >> np.uint64(64 - bits))


@compiled
def seeded(seed: int) -> Array:
    """Return the state of a generator: four words of SplitMix64 (Steele, Lea and Flood 2014)."""
    state = np.empty(4, np.uint64)
    x = np.uint64(seed)
    for k in range(4):
        x += np.uint64(0x9E3779B97F4A7C15)
        z = x
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        state[k] = z ^ (z >> np.uint64(31))
    return state


@compiled
def word(state: Array) -> Array:
    """Return 64 random bits: xoshiro256** (Blackman and Vigna 2018)."""
    result = _turned(state[1] * np.uint64(5), 7) * np.uint64(9)
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = _turned(state[3], 45)
    return result


@compiled
def below(state: Array, limit: Array) -> Array:
    """Return a random number from 0 to limit − 1, each as likely: words that would favour some are passed over."""
    least = (np.uint64(0) - limit) % limit
    while True:
        x = word(state)
        if x >= least:
            return x % limit


@compiled
def tossed(state: Array, count: int, limit: int) -> Array:
    """Return so many random numbers from 0 to limit − 1."""
    found = np.empty(count, np.int64)
    for k in range(count):
        found[k] = below(state, np.uint64(limit))
    return found
