"""Exact points of the plane for Penrose rhombs.

Every corner of a patch is a + bζ + cζ² + dζ³ with integers a…d and ζ = exp(iπ/5),
a tenth of a turn. Equality, hashing and rotation are exact; a float appears only
in ``to_xy``, on the way out. Lengths, areas and cosines are numbers m + nφ with integers m, n and
φ = (1 + √5)/2, the golden ratio, so that signs and comparisons are decided in integers.
"""

from __future__ import annotations

import math
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


TURN = 10  # directions in a full turn


@dataclass(frozen=True, slots=True)
class Zeta:
    """The point a + bζ + cζ² + dζ³, ζ = exp(iπ/5)."""

    a: int
    b: int = 0
    c: int = 0
    d: int = 0

    def __add__(self, other: Zeta) -> Zeta:
        return Zeta(self.a + other.a, self.b + other.b, self.c + other.c, self.d + other.d)

    def __sub__(self, other: Zeta) -> Zeta:
        return Zeta(self.a - other.a, self.b - other.b, self.c - other.c, self.d - other.d)

    def __neg__(self) -> Zeta:
        return Zeta(-self.a, -self.b, -self.c, -self.d)

    def turned(self, tenths: int) -> Zeta:
        """Return this point turned anticlockwise about 0 by so many tenths of a turn."""
        a, b, c, d = self.a, self.b, self.c, self.d
        for _ in range(tenths % TURN):
            # ζ⁴ = ζ³ − ζ² + ζ − 1
            a, b, c, d = -d, a + d, b - d, c + d
        return Zeta(a, b, c, d)

    def mirrored(self) -> Zeta:
        """Return the mirror image in the x axis (the complex conjugate)."""
        # ζ⁻¹ = ζ⁹ = −ζ⁴ = 1 − ζ + ζ² − ζ³;  ζ⁻² = −ζ³;  ζ⁻³ = −ζ²
        a, b, c, d = self.a, self.b, self.c, self.d
        return Zeta(a + b, -b, b - d, -b - c)

    def cross(self, other: Zeta) -> Golden:
        """Return the cross product self × other, in units of sin 36°.

        It is the imaginary part of the conjugate of self times other, a sum of products of coefficients at ζ⁻³ … ζ³;
        Im ζ^±1 is ± sin 36°, Im ζ^±2 and Im ζ^±3 are ± sin 72°, and sin 72° = φ sin 36°.
        """
        a, b, c, d = self.a, self.b, self.c, self.d
        e, f, g, h = other.a, other.b, other.c, other.d
        return Golden(a * f + b * g + c * h - b * e - c * f - d * g, a * g + b * h + a * h - c * e - d * f - d * e)

    def dot(self, other: Zeta) -> Golden:
        """Return twice the scalar product self · other.

        It is twice the real part of the conjugate of self times other; 2 Re ζ^±1 is φ, 2 Re ζ^±2 is φ − 1, and
        2 Re ζ^±3 is 1 − φ.
        """
        a, b, c, d = self.a, self.b, self.c, self.d
        e, f, g, h = other.a, other.b, other.c, other.d
        one = a * f + b * g + c * h + b * e + c * f + d * g
        two = a * g + b * h + c * e + d * f - a * h - d * e
        return Golden(2 * (a * e + b * f + c * g + d * h) - two, one + two)

    def to_xy(self) -> tuple[float, float]:
        """Return (x, y) in edge lengths: the one place where exactness ends."""
        x = y = 0.0
        for k, n in enumerate((self.a, self.b, self.c, self.d)):
            if n:
                x += n * math.cos(k * math.pi / 5)
                y += n * math.sin(k * math.pi / 5)
        return x, y


ORIGIN = Zeta(0)


def unit(direction: int) -> Zeta:
    """Return the unit vector in the given direction, in tenths of a turn from the x axis."""
    return Zeta(1).turned(direction)
