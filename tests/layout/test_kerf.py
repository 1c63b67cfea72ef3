"""Kerf is a full width: burning leaves the nominal piece; circles are arcs; tabs hold every part in its sheet."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laser import KERF as KERF_OF_TABS
from samples import LASER, quasimino
from shapely import LineString, Point, box, get_parts
from shapely.geometry import LinearRing, Polygon
from shapely.ops import unary_union

from quasiprint.drawing.outlines import circle, kerf_offset, round_square, square
from quasiprint.drawing.rings import offset_radii, radii
from quasiprint.errors import InputError
from quasiprint.layout.proof import check_drawing
from quasiprint.layout.sheets import FROM_CORNER, add_tabs
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.face import Ring, area
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation

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


# --- Circles and round corners are arcs -----------------------------------------------------------


KERF = 0.2


def test_a_polygon_is_no_circle() -> None:
    for sides in (6, 10, 12, 14):
        assert not any(radii(circle(0, 0, 10, sides)))
    for sides in (15, 16, 24, 32, 48):
        assert radii(circle(1, 2, 10, sides)) == pytest.approx((10.0,) * sides, abs=1e-4)
        assert radii(circle(1, 2, 10, sides)[::-1]) == pytest.approx((-10.0,) * sides, abs=1e-4)


@pytest.mark.parametrize("radius", [0.3, 0.8, 3.0])
def test_round_corners_are_arcs_and_sides_are_not(radius: float) -> None:
    ring = round_square(square(30), 0.0, radius)
    found = offset_radii(ring, KERF / 2)
    assert sum(one == 0 for one in found) == 4
    assert [one for one in found if one] == pytest.approx([radius + KERF / 2] * (len(ring) - 4), abs=2e-4)
    for (a, b), one in zip(zip(ring, ring[1:] + ring[:1], strict=True), found, strict=True):
        assert (one == 0) == (math.dist(a, b) > 20)


# --- Tabs hold every part in its sheet ------------------------------------------------------------


SQUARE_OF_TABS: Ring = ((-15.0, -15.0), (15.0, -15.0), (15.0, 15.0), (-15.0, 15.0))
TRIANGLE: Ring = ((-20.0, -11.547005), (20.0, -11.547005), (0.0, 23.094011))
RHOMB: Ring = ((-25.0, 0.0), (0.0, -8.0), (25.0, 0.0), (0.0, 8.0))
ROUND = circle(0.0, 0.0, 10.0, 32)


def moved(ring: Ring) -> Ring:
    return tuple((x + 50, y + 50) for x, y in ring)


def left(paths: list[SheetPath], kerf: float) -> list[Polygon]:
    """What a beam leaves of a sheet of 300 × 200 mm. Its ends are square: half of the kerf from where a line ends."""
    beam = [
        LineString(ring + ring[:1] if path.closed else ring).buffer(kerf / 2, cap_style="square")
        for path in paths
        for ring in path.rings
    ]
    return list(get_parts(box(0, 0, 300, 200).difference(unary_union(beam))))


@pytest.mark.parametrize("ring", [SQUARE_OF_TABS, TRIANGLE, RHOMB, ROUND])
@given(count=st.integers(1, 8), wide=st.sampled_from([0.2, 0.3, 0.6]))
def test_a_part_stays_in_its_sheet_by_its_tabs(ring: Ring, count: int, wide: float) -> None:
    outline = moved(ring)
    path = add_tabs(outline, "part", LaserOptions(KERF_OF_TABS, tabs=count, tab=wide))
    assert len(path.gaps) == len(path.rings) == count
    assert check_drawing(Drawing("sheet", "", 300, 200, (path,))) == []
    assert path.whole[0][1]
    assert Polygon(path.whole[0][0]).symmetric_difference(Polygon(outline)).area < 1e-4
    assert len(left([path], KERF_OF_TABS)) == 1  # it hangs together with the sheet
    for a, b in path.gaps:
        assert math.dist(a, b) == pytest.approx(wide + KERF_OF_TABS, abs=1e-5)
        if ring is not ROUND:
            assert min(Point(end).distance(Point(corner)) for end in (a, b) for corner in outline) >= FROM_CORNER - 1e-5


@pytest.mark.parametrize(
    ("ring", "laser", "said"),
    [
        (SQUARE_OF_TABS, LaserOptions(KERF_OF_TABS, tabs=4, tab=5.0), None),
        (
            ((0, 0), (6, 0), (6, 6), (0, 6)),
            LaserOptions(KERF_OF_TABS, tabs=1, tab=3.0),
            r"found 1 tabs of 3 mm for part, allowed is up to 1.8",
        ),
        (((0, 0), (4, 0), (4, 4), (0, 4)), LaserOptions(KERF_OF_TABS, tabs=1, tab=0.3), "too small for a tab"),
        (ROUND, LaserOptions(KERF_OF_TABS, tabs=2, tab=2.0), r"up to 1.7\d* mm wide"),
        (SQUARE_OF_TABS, LaserOptions(KERF_OF_TABS, tabs=24, tab=2.0), r"up to 16 of them"),
    ],
)
def test_a_tab_wider_than_there_is_room_for_is_refused(ring: Ring, laser: LaserOptions, said: str | None) -> None:
    if said is None:
        assert len(add_tabs(ring, "part", laser).gaps) == laser.tabs
        return
    with pytest.raises(InputError, match=said):
        add_tabs(ring, "part", laser)


def test_a_gap_that_is_no_tab_is_an_open_cut() -> None:
    path = add_tabs(moved(SQUARE_OF_TABS), "part", LaserOptions(KERF_OF_TABS, tabs=2, tab=0.3))
    bare = SheetPath(SheetOperation.CUT_OUTER, path.rings, closed=False)
    assert {f.code for f in check_drawing(Drawing("sheet", "", 300, 200, (bare,)))} == {"cut-open"}
    (a, b), other = path.gaps
    aside = ((a[0], a[1] + 0.5), b)
    wrong = SheetPath(SheetOperation.CUT_OUTER, path.rings, closed=False, gaps=(aside, other))
    assert "tab-wrong" in {f.code for f in check_drawing(Drawing("sheet", "", 300, 200, (wrong,)))}
