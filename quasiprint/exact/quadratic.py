"""Exact points of the two lattices of regular tiles: triangles and squares.

A point is a + bρ with integers a, b. ρ = exp(iπ/3), a sixth of a turn, gives the Eisenstein
integers; ρ = i, a quarter of a turn, the Gaussian ones. In both, ρ² = tρ − 1, with t = 1 or
t = 0, and all arithmetic follows from that. A float appears only in ``to_xy``, on the way out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Self


class Whole(int):
    """An integer that knows its sign, as the exact numbers of other rings do."""

    def __add__(self, other: int) -> Whole:
        return Whole(int(self) + int(other))

    def __neg__(self) -> Whole:
        return Whole(-int(self))

    def sign(self) -> int:
        """Return −1, 0 or 1."""
        return (self > 0) - (self < 0)


@dataclass(frozen=True)
class _Quadratic:
    """The point a + bρ, ρ² = TRACE·ρ − 1; ρ turns by one part in TURN of a whole turn."""

    a: int
    b: int = 0
    TRACE: ClassVar[int]
    TURN: ClassVar[int]

    def __add__(self, other: Self) -> Self:
        return type(self)(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Self) -> Self:
        return type(self)(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Self:
        return type(self)(-self.a, -self.b)

    def turned(self, parts: int) -> Self:
        """Return this point turned anticlockwise about 0 by so many parts of TURN."""
        a, b = self.a, self.b
        for _ in range(parts % self.TURN):
            a, b = -b, a + self.TRACE * b  # (a + bρ)ρ = aρ + b(tρ − 1)
        return type(self)(a, b)

    def mirrored(self) -> Self:
        """Return the mirror image in the x axis (the complex conjugate): ρ⁻¹ = t − ρ."""
        return type(self)(self.a + self.TRACE * self.b, -self.b)

    def cross(self, other: Self) -> Whole:
        """Return the cross product self × other, in units of the sine of ρ's angle."""
        return Whole(self.a * other.b - self.b * other.a)

    def dot(self, other: Self) -> Whole:
        """Return twice the scalar product self · other."""
        mixed = self.a * other.b + self.b * other.a
        return Whole(2 * (self.a * other.a + self.b * other.b) + self.TRACE * mixed)

    def to_xy(self) -> tuple[float, float]:
        """Return (x, y) in edge lengths: the one place where exactness ends."""
        return self.a + self.TRACE * self.b / 2, self.b * math.sin(math.tau / self.TURN)


class Eisenstein(_Quadratic):
    """The point a + bρ of the triangular lattice, ρ = exp(iπ/3)."""

    TRACE = 1
    TURN = 6


class Gauss(_Quadratic):
    """The point a + bi of the square lattice."""

    TRACE = 0
    TURN = 4
