"""The two lattices' exact points, against complex numbers and the laws of a ring."""

from __future__ import annotations

import cmath
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quasiprint.exact.polygon import ExactPoint, area_sign, is_simple
from quasiprint.exact.quadratic import Eisenstein, Gauss

Ring = type[Eisenstein] | type[Gauss]
RINGS = pytest.mark.parametrize("ring", [Eisenstein, Gauss])
INTEGERS = st.integers(-(10**6), 10**6)


def number(p: Eisenstein | Gauss) -> complex:
    return p.a + p.b * cmath.exp(1j * math.tau / p.TURN)


def near(one: complex, two: complex) -> bool:
    return abs(one - two) <= 1e-9 * max(1.0, abs(one), abs(two))


@RINGS
@given(a=INTEGERS, b=INTEGERS, c=INTEGERS, d=INTEGERS)
def test_arithmetic_is_that_of_complex_numbers(ring: Ring, a: int, b: int, c: int, d: int) -> None:
    p, q = ring(a, b), ring(c, d)
    assert isinstance(p, ExactPoint)
    assert near(number(p + q), number(p) + number(q))
    assert near(number(p - q), number(p) - number(q))
    assert near(number(-p), -number(p))
    assert near(number(p.mirrored()), number(p).conjugate())
    assert near(complex(*p.to_xy()), number(p))
    product = number(p).conjugate() * number(q)
    apart = complex(p.dot(q) / 2, p.cross(q) * math.sin(math.tau / p.TURN)) - product
    assert abs(apart) <= 1e-9 * abs(product)


@RINGS
@given(a=INTEGERS, b=INTEGERS, parts=st.integers(-20, 20))
def test_turning(ring: Ring, a: int, b: int, parts: int) -> None:
    p = ring(a, b)
    assert near(number(p.turned(parts)), number(p) * cmath.exp(1j * math.tau * parts / p.TURN))
    assert p.turned(p.TURN) == p
    assert p.turned(parts).turned(-parts) == p
    assert p.mirrored().mirrored() == p
    assert p.turned(parts).dot(p.turned(parts)) == p.dot(p)


@RINGS
def test_signs(ring: Ring) -> None:
    east, north = ring(1), ring(0, 1)
    assert (east.cross(north).sign(), north.cross(east).sign(), east.cross(east).sign()) == (1, -1, 0)
    assert (east.dot(east) + -east.dot(east)).sign() == 0
    assert hash(ring(2, 3)) == hash(ring(2, 3))
    assert ring(2, 3) != ring(3, 2)


def test_points_of_two_rings_differ() -> None:
    assert Eisenstein(1, 0) != Gauss(1, 0)


@RINGS
def test_a_cell_is_a_regular_polygon(ring: Ring) -> None:
    corners = [ring(0)]
    step = ring(1)
    exterior = {6: 2, 4: 1}[ring.TURN]
    for _ in range({6: 3, 4: 4}[ring.TURN] - 1):
        corners.append(corners[-1] + step)
        step = step.turned(exterior)
    assert corners[-1] + step == ring(0)
    assert is_simple(corners)
    assert area_sign(corners) == 1
