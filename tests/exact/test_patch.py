"""Patches: what is near, what meets how, angles, pieces and holes, against shapely and Euler."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon

from quasiprint.exact.patch import Patch
from quasiprint.exact.polygon import Contact
from quasiprint.exact.zeta import TURN, Zeta, unit
from quasiprint.games.quasimino.design import ACUTE, angles, corners

RECORD = Path(__file__).parents[1] / "data" / "quasimino-75.json"
Tile = tuple[str, Zeta, int]  # shape, acute corner, turn


def laid(*tiles: Tile) -> Patch:
    return Patch(tuple(corners(*tile) for tile in tiles), tuple(angles(shape) for shape, _, _ in tiles), TURN)


def record() -> list[Tile]:
    entries = json.loads(RECORD.read_text(encoding="utf-8"))["tiles"]
    return [(entry["tile"].split("-")[0], Zeta(*entry["corner"]), entry["turn"]) for entry in entries]


def times(p: Zeta, n: int) -> Zeta:
    return Zeta(p.a * n, p.b * n, p.c * n, p.d * n)


def sliver(n: int) -> Zeta:
    """Return the vector along the x axis of length φ⁻ⁿ: F(n + 1) − F(n)φ, or less that."""
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    golden = unit(1) + unit(9)
    return times(times(unit(0), b) - times(golden, a), -1 if n % 2 else 1)


places = st.builds(Zeta, *[st.integers(-1, 1)] * 4)
tiles = st.tuples(st.sampled_from(sorted(ACUTE)), places, st.integers(0, TURN - 1))


@settings(max_examples=60)
@given(st.lists(tiles, max_size=8))
def test_overlaps_are_those_of_areas(some: list[Tile]) -> None:
    patch = laid(*some)
    outlines = [Polygon([p.to_xy() for p in tile]) for tile in patch.tiles]
    areas = {
        (i, j)
        for j, two in enumerate(outlines)
        for i, outline in enumerate(outlines[:j])
        if outline.intersection(two).area > 1e-9
    }
    assert set(patch.overlaps()) == areas
    assert len(patch.overlaps()) == len(areas)


@settings(max_examples=80)
@given(st.sets(st.integers(0, 89), max_size=60))
def test_covered_corners_are_those_euler_counts(taken: set[int]) -> None:
    """covered = c − h + n − P/2 for any part of the record, also in pieces and with holes."""
    part = laid(*[tile for k, tile in enumerate(record()) if k not in taken])
    expected = part.components() - part.holes() + len(part.tiles) - part.boundary_edges / 2
    assert len(part.inner_corners()) == expected


def test_the_record() -> None:
    patch = laid(*record())
    assert (patch.overlaps(), patch.misfits()) == ([], [])
    assert (len(patch.inner_corners()), patch.components(), patch.holes(), patch.boundary_edges) == (75, 1, 0, 32)


@pytest.mark.parametrize("shape", sorted(ACUTE))
def test_a_turn_is_full_around_a_star(shape: str) -> None:
    around = laid(*[(shape, Zeta(0), turn) for turn in range(0, TURN, ACUTE[shape])])
    assert (around.overlaps(), around.misfits(), around.inner_corners()) == ([], [], [Zeta(0)])
    assert len(list(around.joins())) == len(around.tiles) == around.boundary_edges / 2
    assert around.inner_corners(without=frozenset({0})) == []


@pytest.mark.parametrize("n", [10, 20, 40])
def test_a_sliver_is_seen_that_no_tolerance_would(n: int) -> None:
    """φ⁻⁴⁰ is 4·10⁻⁹ of an edge: an overlap one way, a gap the other."""
    tiny = sliver(n)
    assert 0 < tiny.to_xy()[0] < 0.01
    fixed = ("thick", Zeta(0), 0)
    assert laid(fixed, ("thick", Zeta(1) - tiny, 0)).overlaps() == [(0, 1)]
    apart = laid(fixed, ("thick", Zeta(1) + tiny, 0))
    assert (apart.overlaps(), apart.misfits(), list(apart.joins())) == ([], [], [])
    along = laid(fixed, ("thick", tiny - unit(2), 0))
    assert (along.overlaps(), along.misfits()) == ([], [(0, 1, Contact.PARTIAL)])
