"""Wedges, Quasimino's second look: no gap but a line, all patterns on both shapes, refusals."""

from __future__ import annotations

from functools import lru_cache

import pytest
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from quasiprint.checks import marks
from quasiprint.checks.edges import joins
from quasiprint.drawing.patterns import PATTERNS
from quasiprint.drawing.strokes import finest
from quasiprint.games.quasimino import wedges
from quasiprint.games.quasimino.design import SHAPES
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.errors import InputError
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet


@lru_cache(maxsize=8)
def held(process: Maker, colours: int = 1, look: str = "wedges") -> GameSet:
    return Workshop(settle(Request("quasimino", {"look": look, "colours": colours}))).set(process)


@pytest.mark.parametrize("process", [Maker.PRINTER, Maker.LASER, Maker.PAPER])
def test_wedges_leave_no_gap_but_a_line_and_the_corners(process: Maker) -> None:
    made, ribbons = held(process), held(process, look="ribbons")
    measures = made.measures
    disc = 0.8 * wedges.bold(measures)
    corner = measures.size.edge / 2 - wedges.half_base(measures)  # what a base leaves of an edge
    for piece, other in zip(made.pieces, ribbons.pieces, strict=True):
        whole = Polygon(piece.face.outline)
        left, taken = (
            whole.difference(unary_union([Polygon(mark.field[0].outer) for mark in one.face.marks]))
            for one in (piece, other)
        )
        assert left.area < 0.2 * whole.area < taken.area
        # what holds a disc lies at the corners, whose sharpest one ends the bases, and where the lines cross
        wide = left.buffer(-disc).buffer(1.01 * disc)
        near = [Point(at).buffer(1.3 * corner) for at in piece.face.nominal]
        assert wide.difference(unary_union([*near, Point(0, 0).buffer(3 * disc)])).is_empty


@pytest.mark.parametrize("process", [Maker.PRINTER, Maker.LASER, Maker.PAPER])
def test_every_pattern_can_be_made_on_both_shapes_and_meets_itself(process: Maker) -> None:
    measures = held(process).measures
    for shape in SHAPES:
        for pattern in PATTERNS:
            assert finest(tuple(wedges.ink(shape, pattern, measures)), measures.machine.min_feature) == {}, pattern
    found = held(process, colours=2)
    assert [*joins(found), *marks.spacing(found), *marks.handedness(found)] == []


def test_wedges_for_fingers_and_tiles_too_small_for_them_are_refused() -> None:
    with pytest.raises(InputError, match="--look: found wedges with --touch, allowed is ribbons"):
        Workshop(settle(Request("quasimino", {"look": "wedges"}, touch=True))).set(Maker.PRINTER)
    with pytest.raises(InputError, match=r"allowed is from .* with --look wedges"):
        Workshop(settle(Request("quasimino", {"look": "wedges"}, edge=16.0))).set(Maker.PRINTER)
