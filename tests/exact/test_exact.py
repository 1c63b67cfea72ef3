"""Exact numbers, points, polygons and orbits, against floats and against shapely."""

from __future__ import annotations

import cmath
import math
from dataclasses import astuple, fields
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon

from quasiprint.exact.orbit import SymmetryGroup, act, canonical, cyclic, orbit_count
from quasiprint.exact.polygon import (
    Contact,
    ExactPoint,
    area_sign,
    contacts,
    convex_parts,
    is_simple,
    orientation,
    overlap,
)
from quasiprint.exact.zeta import TURN, Eighth, Eisenstein, Gauss, Surd, Twelfth, Zeta, unit
from quasiprint.games.quasimino.design import ACUTE, corners

RINGS = pytest.mark.parametrize("ring", [Eisenstein, Gauss, Eighth, Zeta, Twelfth])
Ring = type[Eisenstein | Gauss | Eighth | Zeta | Twelfth]
small = st.integers(-20, 20)
fours = st.tuples(small, small, small, small)
large = st.integers(-(10**9), 10**9)
surds = st.builds(Surd, large, large, st.just(5))
places = st.builds(Zeta, *[st.integers(-2, 2)] * 4)
rhombs = st.builds(corners, st.sampled_from(sorted(ACUTE)), places, st.integers(0, 9))


def value(p: ExactPoint) -> complex:
    return sum(n * cmath.exp(2j * math.pi * k / p.TURN) for k, n in enumerate(astuple(p)))


@RINGS
@given(one=fours, two=fours, k=st.integers(-30, 30))
def test_points_behave_as_complex_numbers(ring: Ring, one: tuple[int, ...], two: tuple[int, ...], k: int) -> None:
    p, q = (ring(*given[: len(fields(ring))]) for given in (one, two))
    assert isinstance(p, ExactPoint)
    assert abs(value(p + q) - value(p) - value(q)) < 1e-9
    assert abs(value(p - q) - value(p) + value(q)) < 1e-9
    assert abs(value(p.turn(k)) - value(p) * cmath.exp(2j * math.pi * k / ring.TURN)) < 1e-6
    assert p.turn(ring.TURN) == p.turn(k).turn(-k) == p.mirror().mirror() == p
    assert p.turn(ring.TURN // 2) == -p
    assert p.turn(k).dot(p.turn(k)) == p.dot(p)
    assert abs(value(p.mirror()) - value(p).conjugate()) < 1e-9
    assert complex(*p.to_xy()) == pytest.approx(value(p), abs=1e-9)
    found = value(p).conjugate() * value(q)
    for exact, real in ((p.cross(q), found.imag), (p.dot(q), found.real)):
        assert exact.sign() == (0 if abs(real) < 1e-9 else 1 if real > 0 else -1)
    assert (p.dot(p) + -p.dot(p)).sign() == 0


def test_points_of_two_rings_differ() -> None:
    assert len({Eisenstein(1, 0), Gauss(1, 0), Zeta(1), Eighth(1), Twelfth(1), Zeta(1, 0)}) == 5


@RINGS
def test_a_walk_around_all_directions_is_a_regular_polygon(ring: Ring) -> None:
    walked = [ring(0)]
    for k in range(ring.TURN):
        walked.append(walked[-1] + ring(1).turn(k))
    assert walked.pop() == ring(0)
    assert is_simple(walked)
    assert area_sign(walked) == 1 == -area_sign(walked[::-1])


@given(surds)
def test_signs_are_those_of_the_reals(x: Surd) -> None:
    # m + n√5 to 40 more digits than the numbers have, in integers
    scale = 10**40
    real = x.m * scale + x.n * math.isqrt(5 * scale * scale)
    assert x.sign() == (real > 0) - (real < 0) == -(-x).sign()


def test_signs_where_floats_fail() -> None:
    # neighbouring Fibonacci numbers: F(91) − F(90)φ is about 1e−19, far under the floats' grain here
    a, b = 0, 1
    for n in range(90):
        a, b = b, a + b
        assert Surd(2 * b - a, -a, 5).sign() == (1 if n % 2 else -1)


def test_unit_vectors_are_ten_corners_of_a_decagon() -> None:
    ring = [unit(k) for k in range(TURN)]
    assert len(set(ring)) == TURN
    assert all(orientation(ring[k - 2], ring[k - 1], ring[k]) == 1 for k in range(TURN))
    assert is_simple(ring)
    assert area_sign(ring) == 1


def test_boundaries_that_cross_or_touch_themselves_are_not_simple() -> None:
    square = [Zeta(0), Zeta(2), *corners("thick", Zeta(0))[2:]]
    assert is_simple(square)
    bow = [square[0], square[2], square[1], square[3]]
    assert not is_simple(bow)
    assert not is_simple([Zeta(0), Zeta(2), Zeta(1), unit(2)])  # doubles back
    assert not is_simple([Zeta(0), Zeta(2), unit(1), Zeta(1), unit(3)])  # a corner on an edge
    assert not is_simple([Zeta(0), Zeta(1), Zeta(0), unit(2)])  # a corner twice


@given(rhombs, rhombs)
def test_overlap_and_contact_as_shapely_has_them(one: tuple[Zeta, ...], two: tuple[Zeta, ...]) -> None:
    a, b = (Polygon([p.to_xy() for p in corner]) for corner in (one, two))
    assert overlap(one, two) == (a.intersection(b).area > 1e-9)
    if not overlap(one, two):
        touching = contacts(one, two)
        shared = a.buffer(1e-9).intersection(b.buffer(1e-9)).length / 2
        assert bool(touching) == (a.distance(b) < 1e-9)
        assert bool(touching & {Contact.EDGE, Contact.PARTIAL}) == (shared > 1e-4)


def test_each_kind_of_contact() -> None:
    thick = corners("thick")
    assert contacts(thick, corners("thick", Zeta(1))) == {Contact.EDGE}
    assert contacts(thick, tuple(p + Zeta(2) for p in thick)) == frozenset()
    assert contacts(thick, corners("thick", -(unit(0) + unit(2)))) == {Contact.CORNER}
    # half an edge cannot be said in the ring, but φ − 1 of one can: ζ − ζ² + … along the x axis
    short = unit(1) + unit(9) - unit(0)
    assert 0 < short.to_xy()[0] < 1
    assert short.to_xy()[1] == pytest.approx(0)
    below = corners("thick", short - unit(2))
    assert contacts(thick, below) == {Contact.PARTIAL}
    standing = corners("thin", short, 7)
    assert contacts(thick, standing) == {Contact.CORNER_ON_EDGE}


def test_polygons_that_are_not_convex_are_cut_exactly() -> None:
    # an L of three thick rhombs, and a rhomb in its notch
    u, v = unit(0), unit(2)
    ell = [Zeta(0), u + u, u + u + v, u + v, u + v + v, v + v]
    notch = [p + u + v for p in corners("thick")]
    assert is_simple(ell)
    parts = convex_parts(ell)
    assert len(parts) > 1
    area = sum(Polygon([p.to_xy() for p in part]).area for part in parts)
    assert area == pytest.approx(3 * math.sin(math.radians(72)))
    assert not overlap(ell, notch)
    assert contacts(ell, notch) == {Contact.EDGE}
    assert overlap(ell, [p + unit(1) for p in corners("thin")])
    assert overlap(ell, ell)


def test_groups_must_be_groups() -> None:
    with pytest.raises(ValueError, match="compose"):
        SymmetryGroup("half a group", ((0, 1, 2), (1, 2, 0)))
    with pytest.raises(ValueError, match="identity"):
        SymmetryGroup("no identity", ((1, 0),))
    with pytest.raises(ValueError, match="no permutation"):
        SymmetryGroup("no permutation", ((0, 0),))


@given(st.lists(st.integers(0, 4), min_size=4, max_size=4))
def test_the_canonical_form_is_one_for_the_whole_orbit(labels: list[int]) -> None:
    for group in (cyclic("half turn", 4, 2), cyclic("quarter turns", 4, 1)):
        same = {act(g, labels) for g in group.elements}
        assert {canonical(group, other) for other in same} == {min(same)}


@pytest.mark.parametrize(("slots", "step"), [(3, 1), (4, 1), (4, 2), (6, 1), (6, 2), (6, 3)])
@pytest.mark.parametrize("labels", [1, 2, 3])
def test_burnside_counts_orbits(slots: int, step: int, labels: int) -> None:
    group = cyclic("turns", slots, step)
    orbits = {frozenset(act(g, found) for g in group.elements) for found in product(range(labels), repeat=slots)}
    assert orbit_count(group, labels) == len(orbits)
