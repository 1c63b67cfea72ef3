"""Wedges, Quasimino's second look: no gap but a line, all patterns on both shapes, refusals."""

from __future__ import annotations

from functools import lru_cache

import pytest
from shapely.geometry import Polygon

from quasiprint.checks import marks
from quasiprint.checks.edges import joins
from quasiprint.drawing.patterns import PATTERNS
from quasiprint.drawing.strokes import finest
from quasiprint.games.quasimino import wedges
from quasiprint.games.quasimino.design import SHAPES
from quasiprint.model.errors import InputError
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop


@lru_cache(maxsize=8)
def held(process: Maker, colours: int = 1, look: str = "wedges") -> GameSet:
    return Workshop(settle(Request("quasimino", {"look": look, "colours": colours}))).set(process)


@pytest.mark.parametrize("process", [Maker.PRINTER, Maker.LASER, Maker.PAPER])
def test_wedges_leave_no_gap_but_a_line_and_the_flares_at_blunt_corners(process: Maker) -> None:
    shown = {
        look: [
            sum(Polygon(mark.field[0].outer).area for mark in piece.face.marks) / Polygon(piece.face.outline).area
            for piece in held(process, look=look).pieces
        ]
        for look in ("ribbons", "wedges")
    }
    assert max(shown["ribbons"]) < 0.4
    assert min(shown["wedges"]) > 0.72


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
