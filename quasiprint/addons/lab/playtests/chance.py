"""Random numbers for kernels: compiled or as Python they are the same.

The generator is L'Ecuyer's of 1988 (Efficient and portable combined random number generators, Communications of the
ACM 31): two numbers below 2³¹, and a period of 2.3 · 10¹⁸.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from quasiprint.system.compiled import kernel

FIRST, SECOND = 2147483563, 2147483399


def chance(*names: object) -> list[int]:
    """Return the state of a generator. names: what it is for: the same names mean the same numbers, for good."""
    drawn = sha256("\0".join(map(str, names)).encode()).digest()
    return [1 + int.from_bytes(drawn[:8]) % (FIRST - 1), 1 + int.from_bytes(drawn[8:16]) % (SECOND - 1)]


@kernel
def toss(state: Any, limit: int) -> int:
    """Return a number from 0 to limit − 1, and move the state on. One number is more likely than another by less than
    limit / 2³¹."""
    state[0] = 40014 * state[0] % FIRST
    state[1] = 40692 * state[1] % SECOND
    return int((state[0] - state[1]) % (FIRST - 1) % limit)
