"""Lattice rows hold what the issue asks for, exactly; the proof of a arrangement can fail."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry import MultiPoint, Polygon

from quasiprint.drawing.packer import hull
from quasiprint.drawing.rings import distance
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


@given(st.floats(24, 90), st.floats(8, 40), st.integers(1, 25), st.floats(0, 5), st.floats(0, 6), st.integers(3, 9))
def test_any_rhombs_and_polygons_lie_apart(
    acute: float, edge: float, count: int, gap: float, margin: float, sides: int
) -> None:
    items = copies("rhomb", rhomb(acute, edge), count) + copies("polygon", polygon(sides, edge / 3), count)
    proved(nest("sheet", items, Area(160, 120, margin, gap)), items, margin, gap)


def test_what_cannot_fit_is_named() -> None:
    items = [*copies("thick", THICK, 1), ("big", rhomb(20, 40))]
    with pytest.raises(
        InputError, match=r"big: found a piece of 77\.59 × 13\.68 mm, allowed .* 60 × 60 mm with a margin of 3 mm"
    ):
        nest("plate", items, Area(60, 60, 3.0, 2.0))
    with pytest.raises(InputError, match="margin of 30 mm"):
        nest("plate", copies("thick", THICK, 1), Area(60, 60, 30.0, 2.0))


def test_nothing_needs_no_leaf() -> None:
    assert nest("plate", [], Area(*MK4, 3.0, 2.0)) == ()


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


@given(st.floats(-60, 60), st.floats(-60, 60), st.floats(0, 360))
def test_distances_are_those_of_shapely(x: float, y: float, angle: float) -> None:
    other = Placement("ell", x, y, angle).ring(ELL)
    assert distance(THIN, other) == pytest.approx(Polygon(THIN).distance(Polygon(other)), abs=1e-9)


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


def test_pockets_save_a_plate_where_rows_alone_do_not() -> None:
    items = copies("domino", DOMINO, 3) + copies("token", TOKEN, 6)
    (arrangement,) = nest("sheet", items, Area(86.0, 66.0, 0.0, 2.0))
    proved((arrangement,), items, 0.0, 2.0)


def test_a_place_is_found_behind_what_bars_the_beginning_of_every_row() -> None:
    items = copies("domino", DOMINO, 1)
    (arrangement,) = nest("sheet", items, Area(70.0, 30.0, 0.0, 2.0, (((0, 0), (20, 0), (20, 30), (0, 30)),)))
    assert check_arrangement(arrangement, dict(items), 0.0, 2.0, (((0, 0), (20, 0), (20, 30), (0, 30)),)) == []


def test_keep_outs_that_leave_no_room_are_refused() -> None:
    with pytest.raises(InputError, match=r"domino-0: found no place for it on 70 × 30 mm beside what is kept free"):
        nest(
            "sheet", copies("domino", DOMINO, 1), Area(70.0, 30.0, 0.0, 2.0, (((20, 0), (40, 0), (40, 30), (20, 30)),))
        )


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=3, max_size=12, unique=True),
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=12, max_size=12),
)
def test_a_hull_is_that_of_shapely_however_last_bits_differ(
    points: list[tuple[int, int]], bits: list[tuple[int, int]]
) -> None:
    ring = tuple((x + 1e-9 * dx, y + 1e-9 * dy) for (x, y), (dx, dy) in zip(points, bits, strict=False))
    due = MultiPoint(points).convex_hull
    assume(due.area)
    assert Polygon(hull(ring)).symmetric_difference(due).area < 1e-6


@pytest.mark.parametrize(
    "corner", [(100.0, 100.0), (82.0, 109.0), (7.0, 101.0), (132.0, 115.0), (78.0, 18.0), (0.0, 0.0)]
)
@pytest.mark.parametrize("size", [(50.0, 50.0), (24.0, 43.0), (13.0, 57.0)])
def test_nothing_overlaps_beside_a_place_that_is_kept_free_wherever_it_is(
    corner: tuple[float, float], size: tuple[float, float]
) -> None:
    (left, low), (wide, high) = corner, size
    bar: Ring = ((left, low), (left + wide, low), (left + wide, low + high), (left, low + high))
    items = [*copies("thick", THICK, 30), *copies("thin", THIN, 30), *copies("token", TOKEN, 40)]
    arrangements = nest("plate", items, Area(200.0, 200.0, 3.0, 2.0, (bar,)))
    proved(arrangements, items, 3.0, 2.0)
    for arrangement in arrangements:
        assert check_arrangement(arrangement, dict(items), 3.0, 2.0, (bar,)) == []


def test_the_90_tiles_of_a_set_fit_two_plates() -> None:
    items = copies("thick", THICK, 45) + copies("thin", THIN, 45)
    arrangements = nest("plate", items, Area(*MK4, 3.0, 2.0))
    assert [arrangement.name for arrangement in arrangements] == ["plate-1", "plate-2"]
    assert [arrangement.placements[0].item for arrangement in arrangements] == ["thick-0", "thin-0"]
    proved(arrangements, items, 3.0, 2.0)


def test_triangles_stand_alternately_on_their_heads() -> None:
    items = copies("triangle", TRIANGLE, 60)
    arrangements = nest("plate", items, Area(*MK4, 3.0, 2.0))
    assert len(arrangements) == 1
    angles = [p.angle for p in arrangements[0].placements]
    assert all(abs(a - b) == 180.0 for a, b in zip(angles[:8], angles[1:9], strict=True))
    proved(arrangements, items, 3.0, 2.0)


def test_the_same_items_give_the_same_leaves() -> None:
    items = copies("thick", THICK, 30) + copies("token", TOKEN, 30)
    assert nest("plate", items, Area(*MK4, 3.0, 2.0)) == nest("plate", list(items), Area(*MK4, 3.0, 2.0))


def test_a_hull_keeps_its_corners_beside_points_that_are_level_but_for_their_last_bits() -> None:
    """With the lowest point in the middle of the level side, a point of that side comes after the side's corner."""
    ring: Ring = ((0.0, 0.0), (32.0, 1e-9), (1.0, 3e-9), (32.0, 30.0), (-32.0, 30.0), (-32.0, 2e-9))
    assert Polygon(hull(ring)).area == pytest.approx(64 * 30, abs=1e-6)
    assert Polygon(hull(ring)).equals_exact(Polygon(hull(hull(ring))), 0.0)
