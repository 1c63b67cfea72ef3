"""Exact numbers m + nφ with integers m, n and φ = (1 + √5)/2, the golden ratio.

Lengths, areas and cosines of Penrose rhombs live in this ring, so that signs and
comparisons are decided in integers.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Golden:
    """The number m + nφ."""

    m: int
    n: int = 0

    def __add__(self, other: Golden) -> Golden:
        return Golden(self.m + other.m, self.n + other.n)

    def __sub__(self, other: Golden) -> Golden:
        return Golden(self.m - other.m, self.n - other.n)

    def __neg__(self) -> Golden:
        return Golden(-self.m, -self.n)

    def __mul__(self, other: Golden) -> Golden:
        # φ² = φ + 1
        both = self.n * other.n
        return Golden(self.m * other.m + both, self.m * other.n + self.n * other.m + both)

    def sign(self) -> int:
        """Return −1, 0 or 1: the sign, decided in integers.

        m + nφ = ((2m + n) + n√5) / 2, and √5 is irrational, so where the two terms
        disagree in sign the squares (2m + n)² and 5n² decide.
        """
        a, b = 2 * self.m + self.n, self.n
        if a >= 0 and b >= 0:
            return 1 if a or b else 0
        if a <= 0 and b <= 0:
            return -1
        return (1 if a > 0 else -1) if a * a > 5 * b * b else (1 if b > 0 else -1)

    def __lt__(self, other: Golden) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: Golden) -> bool:
        return (self - other).sign() <= 0
