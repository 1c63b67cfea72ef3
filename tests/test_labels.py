"""Where readers expect names, held against where the program puts them; and what claims shapes that were found."""

from __future__ import annotations

import math

import pytest
from shapely import Polygon, affinity, box

from quasiprint.layout.labels import label
from quasiprint.model.face import Region, Ring
from quasiprint.readback.accounts import Accounts
from quasiprint.readback.labels import labels

TRIANGLE: Ring = ((-20.0, -11.547), (20.0, -11.547), (0.0, 23.094))
SQUARE: Ring = ((-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0))
RHOMB: Ring = tuple(
    (25 * math.cos(a) * s, 9 * math.sin(a)) for a, s in ((0, 1), (math.pi / 2, 1), (math.pi, 1), (-math.pi / 2, 1))
)
MIDDLE: Ring = ((-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0))


@pytest.mark.parametrize("outline", [TRIANGLE, SQUARE, RHOMB])
@pytest.mark.parametrize("avoid", [(), (MIDDLE,)])
@pytest.mark.parametrize("text", ["A", "thick-0123", "8 % ß"])
def test_a_name_is_expected_where_it_is_put(outline: Ring, avoid: tuple[Ring, ...], text: str) -> None:
    put = [Polygon(r.outer, r.holes) for r in label(text, outline, tuple(Region(ring) for ring in avoid))]
    expected = labels(text, outline, avoid)
    held = Accounts(put)
    claims = [held.look(way, 0.005) for way in expected]
    found = [claim for claim in claims if not claim.missing and len(claim.numbers) == len(put)]
    assert found, "it is expected elsewhere"
    held.take(found[0])
    assert held.left == []


def test_no_name_is_expected_where_there_is_no_room() -> None:
    assert labels("a long name", ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)), ()) == [[]]


def test_a_name_must_stand_where_there_is_room() -> None:
    assert [] not in labels("A", SQUARE, ())


def test_a_shape_is_claimed_once_and_what_is_left_is_left() -> None:
    square = box(0, 0, 1, 1)
    held = Accounts([square, affinity.translate(square, 5)])
    claim = held.look([square, square], 0.01)
    assert (claim.numbers, len(claim.missing)) == ((0,), 1)
    held.take(claim)
    assert held.look([square], 0.01).missing
    assert held.left == [1]


@pytest.mark.parametrize("other", [box(0, 0, 1, 1.1), Polygon([(0, 0), (1, 1), (1, 0)]), box(0, 0, 1, 1).exterior])
def test_another_shape_is_not_claimed(other: object) -> None:
    assert Accounts([other]).look([box(0, 0, 1, 1)], 0.01).missing  # type: ignore[list-item]
