"""Circles and round corners are arcs: what is cut is round within a hundredth of a millimetre, and nothing else is."""

from __future__ import annotations

import math

import pytest
from laser import STYLES

from quasiprint.drawing.arcs import offset_radii, radii
from quasiprint.drawing.outlines import circle, round_square, square
from quasiprint.formats.svg.importer import sheet_of
from quasiprint.recogniser.shapes import Sheet, Unreadable

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
    found = offset_radii(ring, KERF)
    assert sum(one == 0 for one in found) == 4
    assert [one for one in found if one] == pytest.approx([radius + KERF / 2] * (len(ring) - 4), abs=2e-4)
    for (a, b), one in zip(zip(ring, ring[1:] + ring[:1], strict=True), found, strict=True):
        assert (one == 0) == (math.dist(a, b) > 20)


@pytest.mark.parametrize(
    "data",
    [
        "M1,1A5,5 0 0 1 3,3 4,1L5,0Z",  # radii of another arc
        "M1,1L3,3 5,5 0 0 1 4,1L5,0Z",  # no arc: its letter is that of lines
        "M1,1A3,3L4,1L5,0Z",
        "M1,1A-5,-5 0 0 0 3,3L4,1L5,0Z",  # radii have no sign: it turns the other way
        "ML1,1L3,3L4,1Z",
    ],
)
def test_a_path_that_other_programs_read_otherwise_is_refused(data: str) -> None:
    def sheet(path: str) -> Sheet:
        style = "fill:none;stroke:#FF0000;stroke-width:0.1"
        xml = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
        return sheet_of(f'{xml}<g id="cut-outer"><path d="{path}" style="{style}" /></g></svg>'.encode(), STYLES)

    (line,) = sheet("M1,1A5,5 0 0 1 3,3L4,1 5,0Z").lines
    assert (len(line.points), list(line.radii)) == (4, [-5, 0, 0, 0])
    with pytest.raises(Unreadable, match="a path"):
        sheet(data)
