"""Exact points of the plane for octagons and dodecagons: Z[ζ8] and Z[ζ12].

A point is a + bζ + cζ² + dζ³ with integers a…d, ζ an eighth or a twelfth of a turn; ζ⁴ = −1, or ζ⁴ = ζ² − 1. Lengths
and areas lie in Z[√2] or Z[√3]. A float appears only in ``to_xy``, on the way out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class Surd:
    """The number m + n√root, root a whole number that is no square."""

    m: int
    n: int
    root: int

    def __add__(self, other: Surd) -> Surd:
        return Surd(self.m + other.m, self.n + other.n, self.root)

    def __neg__(self) -> Surd:
        return Surd(-self.m, -self.n, self.root)

    def sign(self) -> int:
        """Return −1, 0 or 1: the sign, decided in integers. Where the terms disagree, their squares decide."""
        one, two = (self.m > 0) - (self.m < 0), (self.n > 0) - (self.n < 0)
        if one * two >= 0:
            return one or two
        return one if self.m * self.m > self.root * self.n * self.n else two


@dataclass(frozen=True)
class _Cyclotomic:
    """The point a + bζ + cζ² + dζ³; ζ turns by one part in TURN of a whole turn. FOLD: ζ⁴ = FOLD·ζ² − 1."""

    a: int
    b: int = 0
    c: int = 0
    d: int = 0
    TURN: ClassVar[int]
    FOLD: ClassVar[int]
    ROOT: ClassVar[int]
    # twice the sine and the cosine of one to three parts, each as (m, n): m + n√ROOT
    SINES: ClassVar[tuple[tuple[int, int], ...]]
    COSINES: ClassVar[tuple[tuple[int, int], ...]]

    def __add__(self, other: Self) -> Self:
        return type(self)(self.a + other.a, self.b + other.b, self.c + other.c, self.d + other.d)

    def __sub__(self, other: Self) -> Self:
        return type(self)(self.a - other.a, self.b - other.b, self.c - other.c, self.d - other.d)

    def __neg__(self) -> Self:
        return type(self)(-self.a, -self.b, -self.c, -self.d)

    def turned(self, parts: int) -> Self:
        """Return this point turned anticlockwise about 0 by so many parts of TURN."""
        a, b, c, d = self.a, self.b, self.c, self.d
        for _ in range(parts % self.TURN):
            a, b, c, d = -d, a, b + self.FOLD * d, c
        return type(self)(a, b, c, d)

    def mirrored(self) -> Self:
        """Return the mirror image in the x axis (the complex conjugate)."""
        kind = type(self)
        terms = (kind(n).turned(-k) for k, n in enumerate((self.a, self.b, self.c, self.d)))
        return sum(terms, kind(0))

    def _apart(self, other: Self, side: int) -> list[int]:
        """Return how often products of coefficients one, two and three powers apart occur; side: of those before."""
        p, q = (self.a, self.b, self.c, self.d), (other.a, other.b, other.c, other.d)
        return [sum(p[i] * q[i + k] + side * p[i + k] * q[i] for i in range(4 - k)) for k in (1, 2, 3)]

    def cross(self, other: Self) -> Surd:
        """Return twice the cross product self × other: the imaginary part of the conjugate of self times other."""
        m, n = _weighed(self.SINES, self._apart(other, -1))
        return Surd(m, n, self.ROOT)

    def dot(self, other: Self) -> Surd:
        """Return twice the scalar product self · other."""
        m, n = _weighed(self.COSINES, self._apart(other, 1))
        same = self.a * other.a + self.b * other.b + self.c * other.c + self.d * other.d
        return Surd(2 * same + m, n, self.ROOT)

    def to_xy(self) -> tuple[float, float]:
        """Return (x, y) in edge lengths: the one place where exactness ends."""
        x = y = 0.0
        for k, n in enumerate((self.a, self.b, self.c, self.d)):
            x += n * math.cos(math.tau * k / self.TURN)
            y += n * math.sin(math.tau * k / self.TURN)
        return x, y


def _weighed(numbers: tuple[tuple[int, int], ...], times: list[int]) -> tuple[int, int]:
    """Return the sum of numbers m + n√ROOT, each so many times."""
    pairs = list(zip(numbers, times, strict=True))
    return sum(number[0] * n for number, n in pairs), sum(number[1] * n for number, n in pairs)


class Eighth(_Cyclotomic):
    """The point a + bζ + cζ² + dζ³, ζ = exp(iπ/4)."""

    TURN, FOLD, ROOT = 8, 0, 2
    SINES = ((0, 1), (2, 0), (0, 1))
    COSINES = ((0, 1), (0, 0), (0, -1))


class Twelfth(_Cyclotomic):
    """The point a + bζ + cζ² + dζ³, ζ = exp(iπ/6)."""

    TURN, FOLD, ROOT = 12, 1, 3
    SINES = ((1, 0), (0, 1), (2, 0))
    COSINES = ((0, 1), (1, 0), (0, 0))
