"""Exact points of the plane: integer combinations of powers of ζ, a root of unity.

ζ is a tenth of a turn for Penrose rhombs, an eighth or a twelfth for octagons and dodecagons, a quarter or a sixth for
the lattices of squares and triangles. A point is a + bζ, or a + bζ + cζ² + dζ³, with integers a…d. Equality, hashing
and rotation are exact; a float appears only in ``to_xy``, on the way out. Lengths, areas and cosines are numbers
m + n√root with integers m, n: signs and comparisons are decided in integers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self


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
        first, second = (self.m > 0) - (self.m < 0), (self.n > 0) - (self.n < 0)
        if first * second >= 0:
            return first or second
        return first if self.m * self.m > self.root * self.n * self.n else second


@dataclass(frozen=True, slots=True)
class _Two:
    """The point a + bζ, ζ² = TRACE·ζ − 1; ζ turns by one part in TURN of a whole turn."""

    a: int
    b: int = 0
    TURN: ClassVar[int]
    TRACE: ClassVar[int]

    def __add__(self, other: Self) -> Self:
        return type(self)(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Self) -> Self:
        return type(self)(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Self:
        return type(self)(-self.a, -self.b)

    def turn(self, parts: int) -> Self:
        """Return this point turned anticlockwise about 0 by so many parts of TURN."""
        a, b = self.a, self.b
        for _ in range(parts % self.TURN):
            a, b = -b, a + self.TRACE * b
        return type(self)(a, b)

    def mirror(self) -> Self:
        """Return the mirror image in the x axis (the complex conjugate): ζ⁻¹ = t − ζ."""
        return type(self)(self.a + self.TRACE * self.b, -self.b)

    def cross(self, other: Self) -> Surd:
        """Return the cross product self × other, in units of the sine of ζ's angle."""
        return Surd(self.a * other.b - self.b * other.a, 0, 2)

    def dot(self, other: Self) -> Surd:
        """Return twice the scalar product self · other."""
        mixed = self.a * other.b + self.b * other.a
        return Surd(2 * (self.a * other.a + self.b * other.b) + self.TRACE * mixed, 0, 2)

    def to_xy(self) -> tuple[float, float]:
        """Return (x, y) in edge lengths: the one place where exactness ends."""
        return self.a + self.TRACE * self.b / 2, self.b * math.sin(math.tau / self.TURN)


class Eisenstein(_Two):
    """The point a + bζ of the triangular lattice, ζ = exp(iπ/3)."""

    __slots__ = ()
    TURN, TRACE = 6, 1


class Gauss(_Two):
    """The point a + bi of the square lattice."""

    __slots__ = ()
    TURN, TRACE = 4, 0


@dataclass(frozen=True, slots=True)
class _Four:
    """The point a + bζ + cζ² + dζ³; ζ turns by one part in TURN of a whole turn. FOLD: ζ⁴ = pζ + qζ² + rζ³ − 1."""

    a: int
    b: int = 0
    c: int = 0
    d: int = 0
    TURN: ClassVar[int]
    FOLD: ClassVar[tuple[int, int, int]] = (0, 0, 0)
    ROOT: ClassVar[int]
    # the sine and the cosine of none to three parts, up to one factor, each as (m, n): m + n√ROOT
    SINES: ClassVar[tuple[tuple[int, int], ...]]
    COSINES: ClassVar[tuple[tuple[int, int], ...]]

    def __add__(self, other: Self) -> Self:
        return type(self)(self.a + other.a, self.b + other.b, self.c + other.c, self.d + other.d)

    def __sub__(self, other: Self) -> Self:
        return type(self)(self.a - other.a, self.b - other.b, self.c - other.c, self.d - other.d)

    def __neg__(self) -> Self:
        return type(self)(-self.a, -self.b, -self.c, -self.d)

    def turn(self, parts: int) -> Self:
        """Return this point turned anticlockwise about 0 by so many parts of TURN."""
        a, b, c, d = self.a, self.b, self.c, self.d
        p, q, r = self.FOLD
        for _ in range(parts % self.TURN):
            a, b, c, d = -d, a + p * d, b + q * d, c + r * d
        return type(self)(a, b, c, d)

    def mirror(self) -> Self:
        """Return the mirror image in the x axis (the complex conjugate)."""
        kind = type(self)
        return sum((kind(n).turn(-k) for k, n in enumerate((self.a, self.b, self.c, self.d))), kind(0))

    def _product(self, other: Self, of_powers: tuple[tuple[int, int], ...], side: int) -> Surd:
        """Return the sum of the products of coefficients, each times the weight of the powers between the two. side:
        of products in which the coefficient of the higher power is this point's."""
        a, b, c, d = self.a, self.b, self.c, self.d
        e, f, g, h = other.a, other.b, other.c, other.d
        (none, (m1, n1), (m2, n2), (m3, n3)) = of_powers
        m, n = none
        zero = a * e + b * f + c * g + d * h if side > 0 else 0
        one = a * f + b * g + c * h + side * (b * e + c * f + d * g)
        two = a * g + b * h + side * (c * e + d * f)
        three = a * h + side * d * e
        return Surd(m * zero + m1 * one + m2 * two + m3 * three, n * zero + n1 * one + n2 * two + n3 * three, self.ROOT)

    def cross(self, other: Self) -> Surd:
        """Return self × other, up to a factor: the imaginary part of the conjugate of self times other."""
        return self._product(other, self.SINES, -1)

    def dot(self, other: Self) -> Surd:
        """Return the scalar product self · other, up to a factor: the real part of that product."""
        return self._product(other, self.COSINES, 1)

    def to_xy(self) -> tuple[float, float]:
        """Return (x, y) in edge lengths: the one place where exactness ends."""
        x = y = 0.0
        for n, (cos, sin) in zip((self.a, self.b, self.c, self.d), _directions(self.TURN), strict=True):
            if n:
                x += n * cos
                y += n * sin
        return x, y


@cache
def _directions(parts: int) -> tuple[tuple[float, float], ...]:
    """Return cosine and sine of none to three parts of a whole turn."""
    return tuple((math.cos(k * math.tau / parts), math.sin(k * math.tau / parts)) for k in range(4))


class Eighth(_Four):
    """The point a + bζ + cζ² + dζ³, ζ = exp(iπ/4)."""

    __slots__ = ()
    TURN, ROOT = 8, 2
    SINES = ((0, 0), (0, 1), (2, 0), (0, 1))
    COSINES = ((2, 0), (0, 1), (0, 0), (0, -1))


class Zeta(_Four):
    """The point a + bζ + cζ² + dζ³, ζ = exp(iπ/5). Its sines are in units of half of sin 36°."""

    __slots__ = ()
    TURN, FOLD, ROOT = 10, (1, -1, 1), 5
    SINES = ((0, 0), (2, 0), (1, 1), (1, 1))
    COSINES = ((4, 0), (1, 1), (-1, 1), (1, -1))


class Twelfth(_Four):
    """The point a + bζ + cζ² + dζ³, ζ = exp(iπ/6)."""

    __slots__ = ()
    TURN, FOLD, ROOT = 12, (0, 1, 0), 3
    SINES = ((0, 0), (1, 0), (0, 1), (2, 0))
    COSINES = ((2, 0), (0, 1), (1, 0), (0, 0))


def integers(point: Any) -> tuple[int, ...]:
    """Return a point's integers: a + bζ + …"""
    return (point.a, point.b) if isinstance(point, _Two) else (point.a, point.b, point.c, point.d)


TURN = Zeta.TURN  # directions in a full turn
ORIGIN = Zeta(0)
_UNITS = tuple(Zeta(1).turn(k) for k in range(TURN))


def unit(direction: int) -> Zeta:
    """Return the unit vector in the given direction, in tenths of a turn from the x axis."""
    return _UNITS[direction % TURN]
