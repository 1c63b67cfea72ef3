"""Kerf is a full width: burning along the offset line leaves the nominal piece."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import LASER, quasimino
from shapely.geometry import LinearRing, Polygon

from quasiprint.drawing.outlines import kerf_offset
from quasiprint.errors import InputError
from quasiprint.model.face import Ring, area

MICROMETRE = 1e-3
TILES = {piece.id: piece.face for piece in quasimino(1, LASER).pieces}
ELL: Ring = ((0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30))
SQUARE: Ring = ((0, 0), (10, 0), (10, 10), (0, 10))


def burned(path: Ring, kerf: float) -> Polygon:
    """What is left inside a line when a round beam, `kerf` wide, has followed it."""
    return Polygon(path).difference(LinearRing(path).buffer(kerf / 2, quad_segs=64))


def off(one: Polygon, two: Polygon) -> float:
    """How far the rims of two areas lie apart at most, mm."""
    return float(one.exterior.hausdorff_distance(two.exterior))


@pytest.mark.parametrize("kerf", [0.1, 0.2, 0.35])
@pytest.mark.parametrize("name", sorted(TILES))
@pytest.mark.parametrize("kind", ["nominal", "outline"])
def test_burning_gives_the_nominal_tile_back(name: str, kind: str, kerf: float) -> None:
    tile: Ring = getattr(TILES[name], kind)
    assert off(burned(kerf_offset(tile, kerf), kerf), Polygon(tile)) < MICROMETRE


def test_half_of_the_kerf_or_twice_of_it_does_not() -> None:
    tile = TILES["thin-0000"].nominal
    for wrong in (0.1, 0.4):
        assert off(burned(kerf_offset(tile, wrong), 0.2), Polygon(tile)) > 50 * MICROMETRE


@given(st.floats(20, 90), st.floats(5, 60), st.floats(0.01, 0.5), st.floats(0, 360))
def test_a_convex_outline_grows_by_what_its_corners_say(acute: float, edge: float, kerf: float, turn: float) -> None:
    def direction(angle: float) -> tuple[float, float]:
        return edge * math.cos(math.radians(angle)), edge * math.sin(math.radians(angle))

    (ax, ay), (bx, by) = direction(turn), direction(turn + acute)
    path = kerf_offset(((0, 0), (ax, ay), (ax + bx, ay + by), (bx, by)), kerf)
    # a mitred corner of interior angle a adds kerf/2 / tan(a/2) to each of its two sides
    half = math.radians(acute) / 2
    longer = 4 * kerf / 2 * (1 / math.tan(half) + math.tan(half))
    assert LinearRing(path).length == pytest.approx(4 * edge + longer, abs=1e-4)
    assert off(burned(path, kerf), Polygon(((0, 0), (ax, ay), (ax + bx, ay + by), (bx, by)))) < MICROMETRE


def test_an_outline_that_is_not_convex_keeps_its_nominal_edges() -> None:
    left = burned(kerf_offset(ELL, 0.2), 0.2)
    # a round beam leaves a fillet in an inner corner, and nothing else
    assert left.buffer(1e-6).contains(Polygon(ELL))
    fillet = (1 - math.pi / 4) * 0.1**2
    assert left.area - Polygon(ELL).area == pytest.approx(fillet, rel=0.01)


def test_a_hole_shrinks_and_comes_out_nominal() -> None:
    hole = SQUARE[::-1]
    path = kerf_offset(hole, 0.2)
    assert abs(area(path)) == pytest.approx(9.8**2)
    assert area(path) < 0
    opened = Polygon(path).union(LinearRing(path).buffer(0.1, quad_segs=64))
    # opened to its nominal edges; its corners as round as the beam
    assert opened.bounds == pytest.approx((0, 0, 10, 10), abs=MICROMETRE)
    assert 100 - opened.area == pytest.approx((4 - math.pi) * 0.1**2, rel=0.01)


def test_no_kerf_changes_nothing() -> None:
    assert kerf_offset(ELL, 0.0) == ELL


@pytest.mark.parametrize(
    ("ring", "kerf", "message"),
    [
        (SQUARE, -0.1, r"kerf: found -0\.1 mm, allowed is 0 mm or more"),
        (SQUARE, math.nan, "allowed is 0 mm or more"),
        (SQUARE[::-1], 10.0, "leaves nothing of the hole"),
        (SQUARE[::-1], 12.0, "leaves nothing of the hole"),
        # a slot of 1 mm between two arms closes
        (((0, 0), (9, 0), (9, 9), (5, 9), (5, 2), (4, 2), (4, 9), (0, 9)), 1.2, "swallows an edge"),
        # two arms that lean towards each other meet at their tips only
        (((0, 0), (20, 0), (10.2, 9), (16, 2), (4, 2), (9.8, 9)), 0.5, "crosses itself"),
        (((0, 0), (5, 0), (9, 0), (5, 0), (5, 5)), 0.2, "turns back on itself"),
    ],
)
def test_a_kerf_too_wide_is_refused_with_the_reason(ring: Ring, kerf: float, message: str) -> None:
    with pytest.raises(InputError, match=message):
        kerf_offset(ring, kerf)
