"""Lattice rows hold what the issue asks for, exactly; the proof of a arrangement can fail."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from shapely.geometry import Polygon

from quasiprint.errors import InputError
from quasiprint.layout.nesting import Area, nest
from quasiprint.layout.proof import check_arrangement
from quasiprint.model.face import Ring
from quasiprint.model.production import Arrangement, Placement


def rhomb(acute: float, edge: float = 30.0) -> Ring:
    """A rhomb about its centre, edge 0 level at the bottom, on the grid of a nanometre."""
    c, s = math.cos(math.radians(acute)), math.sin(math.radians(acute))
    x, y, u = edge * (1 + c) / 2, edge * s / 2, edge * (1 - c) / 2
    return tuple((round(px, 6), round(py, 6)) for px, py in ((-x, -y), (u, -y), (x, y), (-u, y)))


def polygon(sides: int, apothem: float) -> Ring:
    radius = apothem / math.cos(math.pi / sides)
    turns = [2 * math.pi * (k + 0.5) / sides - math.pi / 2 for k in range(sides)]
    return tuple((round(radius * math.cos(a), 6), round(radius * math.sin(a), 6)) for a in turns)


THICK, THIN = rhomb(72), rhomb(36)
TRIANGLE, TOKEN = polygon(3, 10), polygon(10, 7)
DOMINO: Ring = ((0, 0), (40, 0), (40, 20), (0, 20))
ELL: Ring = ((0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30))
MK4 = (250.0, 210.0)


def copies(name: str, ring: Ring, count: int) -> list[tuple[str, Ring]]:
    return [(f"{name}-{k}", ring) for k in range(count)]


def proved(arrangements: tuple[Arrangement, ...], items: list[tuple[str, Ring]], margin: float, gap: float) -> None:
    """Every item once; nothing over the margin or too near, by the proof and by shapely."""
    assert sorted(p.item for arrangement in arrangements for p in arrangement.placements) == sorted(
        name for name, _ in items
    )
    outlines = dict(items)
    for arrangement in arrangements:
        assert check_arrangement(arrangement, outlines, margin, gap) == []
        lying = [Polygon(p.ring(outlines[p.item])) for p in arrangement.placements]
        for k, one in enumerate(lying):
            left, low, right, high = one.bounds
            assert min(left, low, arrangement.width - right, arrangement.height - high) > margin - 5e-6
            for two in lying[:k]:
                assert one.distance(two) > gap - 5e-6


# in square rows a bed would hold 180 tokens, and in hexagonal ones it holds these
@pytest.mark.parametrize(
    ("ring", "count", "margin"),
    [
        *((ring, count, m) for ring, count in ((THICK, 48), (THIN, 60)) for m in (2.0, 3.0, 3.5)),
        (TRIANGLE, 60, 3.0),
        (TOKEN, 196, 3.0),
    ],
)
def test_a_bed_of_250_by_210_holds_so_many(ring: Ring, count: int, margin: float) -> None:
    items = copies("item", ring, count)
    arrangements = nest("plate", items, Area(*MK4, margin, 2.0))
    assert [len(arrangement.placements) for arrangement in arrangements] == [count]
    proved(arrangements, items, margin, 2.0)


@pytest.mark.parametrize(("ring", "obtuse"), [(THICK, 108.0), (THIN, 144.0)])
def test_rows_take_turns_at_slanting_by_a_turn_of_the_obtuse_angle(ring: Ring, obtuse: float) -> None:
    (arrangement,) = nest("sheet", copies("rhomb", ring, 40), Area(600, 300, 3.0, 2.0))
    rows: list[float] = []
    for placement in arrangement.placements:
        if not rows or placement.angle != rows[-1]:
            rows.append(placement.angle)
    assert len(rows) > 2
    assert {round(abs(a - b), 12) for a, b in zip(rows, rows[1:], strict=False)} == {obtuse}
    assert all(angle % 18 == 0 for angle in rows)  # exact, not 71.99999


def test_shapes_mix_on_a_sheet_and_what_is_not_convex_is_nested_by_its_hull() -> None:
    items = copies("thick", THICK, 7) + copies("ell", ELL, 5) + copies("token", TOKEN, 30)
    items += copies("thin", THIN, 11) + copies("domino", DOMINO, 9)
    arrangements = nest("sheet", items, Area(300, 200, 3.0, 1.4))
    assert len(arrangements) == 1
    proved(arrangements, items, 3.0, 1.4)


def test_items_of_one_outline_keep_their_order() -> None:
    items = copies("thick", THICK, 100)
    arrangements = nest("plate", items, Area(*MK4, 3.0, 2.0))
    assert [p.item for arrangement in arrangements for p in arrangement.placements] == [name for name, _ in items]


def test_what_cannot_fit_is_named() -> None:
    items = [*copies("thick", THICK, 1), ("big", rhomb(20, 40))]
    with pytest.raises(
        InputError, match=r"big: found a piece of 77\.59 × 13\.68 mm, allowed .* 60 × 60 mm with a margin of 3 mm"
    ):
        nest("plate", items, Area(60, 60, 3.0, 2.0))
    with pytest.raises(InputError, match="margin of 30 mm"):
        nest("plate", copies("thick", THICK, 1), Area(60, 60, 30.0, 2.0))


SQUARE: Ring = ((-5, -5), (5, -5), (5, 5), (-5, 5))
# nine squares of 10 mm, 2 mm apart, 3 mm from the rim
GRID = Arrangement("grid", 40, 40, tuple(Placement("square", 8 + 12 * (k % 3), 8 + 12 * (k // 3), 0) for k in range(9)))


@pytest.mark.parametrize(
    ("k", "change", "found"),
    [
        (4, {}, []),
        (4, {"x": 20.001}, ["too-close"]),
        (4, {"angle": 0.01}, ["too-close"] * 4),
        (4, {"x": 23.0}, ["overlap"]),
        (0, {"x": 7.999}, ["off-sheet"]),
        (8, {"y": 32.001}, ["off-sheet"]),
        (4, {"item": "stranger"}, ["unknown-item"]),
        (4, {"item": "small"}, []),
        (4, {"item": "small", "x": 32.0}, ["overlap"]),  # wholly inside another
    ],
)
def test_the_proof_of_a_leaf_can_fail(k: int, change: dict[str, object], found: list[str]) -> None:
    outlines = {"square": SQUARE, "small": tuple((x / 5, y / 5) for x, y in SQUARE)}
    placements = list(GRID.placements)
    placements[k] = replace(placements[k], **change)
    findings = check_arrangement(replace(GRID, placements=tuple(placements)), outlines, 3.0, 2.0)
    assert [finding.code for finding in findings] == found
    assert all("grid, item" in finding.subject for finding in findings)


CORNER: Ring = ((0, 0), (40, 0), (40, 60), (0, 60))


@pytest.mark.parametrize("corner", [(0, 0), (210, 0), (0, 150), (210, 150), (100, 70)])
def test_what_is_barred_stays_free_and_the_rest_is_used(corner: tuple[float, float]) -> None:
    barred = tuple((x + corner[0], y + corner[1]) for x, y in CORNER)
    items = copies("thick", THICK, 80) + copies("token", TOKEN, 20)
    arrangements = nest("plate", items, Area(*MK4, 3.0, 2.0, (barred,)))
    proved(arrangements, items, 3.0, 2.0)
    outlines = dict(items)
    for arrangement in arrangements:
        assert check_arrangement(arrangement, outlines, 3.0, 2.0, (barred,)) == []
        for placement in arrangement.placements:
            assert not Polygon(placement.ring(outlines[placement.item])).intersects(Polygon(barred))
    free = 1 - 40 * 60 / (250 * 210)
    assert len(arrangements[0].placements) > free * 48 - 6  # a bed without that holds 48


def test_a_piece_on_what_is_kept_free_is_found() -> None:
    lying = Arrangement("plate-1", *MK4, (Placement("token", 30, 30, 0),))
    assert check_arrangement(lying, {"token": TOKEN}, 3.0, 2.0) == []
    assert [f.code for f in check_arrangement(lying, {"token": TOKEN}, 3.0, 2.0, (CORNER,))] == ["kept-free"]


def test_things_lie_beside_what_lies_there_already_and_on_as_few_more_as_they_take() -> None:
    first = nest("plate", copies("thick", THICK, 30), Area(*MK4, 3.0, 2.0))
    taken = {0: tuple((THICK, placement) for placement in first[0].placements)}
    items = copies("token", TOKEN, 60)
    both = nest("plate", items, Area(*MK4, 3.0, 2.0), taken)
    assert len(both) == 1
    whole = replace(first[0], placements=(*first[0].placements, *both[0].placements))
    assert check_arrangement(whole, {**dict(copies("thick", THICK, 30)), **dict(items)}, 3.0, 2.0) == []


def test_keep_outs_that_leave_no_room_are_refused() -> None:
    with pytest.raises(InputError, match=r"domino-0: found no place for it on 70 × 30 mm beside what is kept free"):
        nest(
            "sheet", copies("domino", DOMINO, 1), Area(70.0, 30.0, 0.0, 2.0, (((20, 0), (40, 0), (40, 30), (20, 30)),))
        )
