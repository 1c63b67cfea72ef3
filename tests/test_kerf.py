"""Kerf is a full width: burning along the offset line leaves the nominal piece."""

from __future__ import annotations

import math

import pytest
from samples import LASER, quasimino
from shapely.geometry import LinearRing, Polygon

from quasiprint.drawing.outlines import kerf_offset
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, area

MICROMETRE = 1e-3
TILES = {piece.id: piece.face for piece in quasimino(1, LASER).pieces}
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


def test_a_hole_shrinks_and_comes_out_nominal() -> None:
    hole = SQUARE[::-1]
    path = kerf_offset(hole, 0.2)
    assert abs(area(path)) == pytest.approx(9.8**2)
    assert area(path) < 0
    opened = Polygon(path).union(LinearRing(path).buffer(0.1, quad_segs=64))
    # opened to its nominal edges; its corners as round as the beam
    assert opened.bounds == pytest.approx((0, 0, 10, 10), abs=MICROMETRE)
    assert 100 - opened.area == pytest.approx((4 - math.pi) * 0.1**2, rel=0.01)


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
