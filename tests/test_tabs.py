"""Tabs hold every part in its sheet: as many and as wide as asked for, away from corners; told from the files alone."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from called import invoke
from hypothesis import given
from hypothesis import strategies as st
from laser import KERF
from shapely import LineString, Point, Polygon, box, get_parts
from shapely.ops import unary_union

from quasiprint.drawing.outlines import circle
from quasiprint.layout.proof import check_drawing
from quasiprint.layout.tabs import FROM_CORNER, add_tabs
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring
from quasiprint.model.measures import Manner
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation

SQUARE: Ring = ((-15.0, -15.0), (15.0, -15.0), (15.0, 15.0), (-15.0, 15.0))
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


@pytest.mark.parametrize("ring", [SQUARE, TRIANGLE, RHOMB, ROUND])
@given(count=st.integers(1, 8), wide=st.sampled_from([0.2, 0.3, 0.6]))
def test_a_part_stays_in_its_sheet_by_its_tabs(ring: Ring, count: int, wide: float) -> None:
    outline = moved(ring)
    path = add_tabs(outline, "part", Manner(tabs=count, tab=wide), KERF)
    assert len(path.gaps) == len(path.rings) == count
    assert check_drawing(Drawing("sheet", "", 300, 200, (path,))) == []
    assert path.whole[0][1]
    assert Polygon(path.whole[0][0]).symmetric_difference(Polygon(outline)).area < 1e-4
    assert len(left([path], KERF)) == 1  # it hangs together with the sheet
    for a, b in path.gaps:
        assert math.dist(a, b) == pytest.approx(wide + KERF, abs=1e-5)
        if ring is not ROUND:
            assert min(Point(end).distance(Point(corner)) for end in (a, b) for corner in outline) >= FROM_CORNER - 1e-5


@pytest.mark.parametrize(
    ("ring", "manner", "said"),
    [
        (SQUARE, Manner(tabs=4, tab=5.0), None),
        (
            ((0, 0), (6, 0), (6, 6), (0, 6)),
            Manner(tabs=1, tab=3.0),
            r"found 1 tabs of 3 mm for part, allowed is up to 1.8",
        ),
        (((0, 0), (4, 0), (4, 4), (0, 4)), Manner(tabs=1, tab=0.3), "too small for a tab"),
        (ROUND, Manner(tabs=2, tab=2.0), r"up to 1.7\d* mm wide"),
        (SQUARE, Manner(tabs=24, tab=2.0), r"up to 16 of them"),
    ],
)
def test_a_tab_wider_than_there_is_room_for_is_refused(ring: Ring, manner: Manner, said: str | None) -> None:
    if said is None:
        assert len(add_tabs(ring, "part", manner, KERF).gaps) == manner.tabs
        return
    with pytest.raises(InputError, match=said):
        add_tabs(ring, "part", manner, KERF)


def test_the_command_line_refuses_them_and_makes_nothing(tmp_path: Path) -> None:
    for cut in ("separate", "shared"):
        options = ("triomino", "--highest", 1, "--edge", 20, "--tabs", "20x4", "--cut", cut, "--format", "svg")
        result = invoke("make", *options, "-o", tmp_path / "set", code=2)
        assert "--tabs: found 20 tabs of 4 mm" in result.stderr
        assert not (tmp_path / "set").exists()


def test_a_gap_that_is_no_tab_is_an_open_cut() -> None:
    path = add_tabs(moved(SQUARE), "part", Manner(tabs=2, tab=0.3), KERF)
    bare = SheetPath(SheetOperation.CUT_OUTER, path.rings, closed=False)
    assert {f.code for f in check_drawing(Drawing("sheet", "", 300, 200, (bare,)))} == {"cut-open"}
    (a, b), other = path.gaps
    aside = ((a[0], a[1] + 0.5), b)
    wrong = SheetPath(SheetOperation.CUT_OUTER, path.rings, closed=False, gaps=(aside, other))
    assert "tab-wrong" in {f.code for f in check_drawing(Drawing("sheet", "", 300, 200, (wrong,)))}


@pytest.fixture(scope="module", params=["separate", "shared"])
def made(request: pytest.FixtureRequest, small_set: Callable[..., Path]) -> Path:
    return small_set("triomino", "--highest", 2, "--cut", request.param, "--tabs", "2x0.4", "--format", "svg,dxf")


def test_a_set_with_tabs_verifies_by_pieces_alone(made: Path) -> None:
    invoke("verify", made, "--by", "pieces", code=0)
