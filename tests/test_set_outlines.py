"""Outlines of set files: exact corners, and what is none."""

from __future__ import annotations

from typing import Any

import pytest

from quasiprint.addons.designer.sets.polygons import BadPolygon, by_angles, of_cells, outline_of, walk
from quasiprint.exact.zeta import Eighth, Surd, Twelfth


def test_outlines_are_exact() -> None:
    kite, dart = outline_of("kite"), outline_of("dart")
    together = [sum(xy) for xy in zip(*(corner.to_xy() for corner in kite.corners), strict=True)]
    assert together[1] > 0
    assert len(dart.corners) == 4
    # √2 and √3 are told from what floats cannot tell
    assert Surd(665857, -470832, 2).sign() == 1
    assert Surd(-665857, 470832, 2).sign() == -1
    for kind in (Eighth, Twelfth):
        total = sum((kind(1).turn(k) for k in range(kind.TURN)), kind(0))
        assert total == kind(0)
        assert kind(1, 2, 3, 4).mirror().mirror() == kind(1, 2, 3, 4).turn(kind.TURN)
    house = walk("eighths", [2, 1, 2, 1, 2], [(2, 0), (2, 0), (0, 1), (0, 1), (2, 0)])
    assert (len(house.corners), len(by_angles(house))) == (5, 2)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: walk("quarters", [1, 1, 1]), "closed outline"),
        (lambda: walk("quarters", [1, 1, 1, 1], [(2, 0), (1, 0), (1, 0), (1, 0)]), "closed outline"),
        (lambda: walk("quarters", [-1, -1, -1, -1]), "clockwise"),
        (lambda: walk("tenths", [4, 4, 4, 4, 4]), "crosses or touches itself"),
        (lambda: walk("quarters", [1, 1, 1, 1], [(1, 0)]), "a step for each turn"),
        (lambda: walk("quarters", [1, 1, 1, 1], [(0, 1)] * 4), "whole numbers"),
        (lambda: walk("tenths", [2, 2, 2, 2, 2], [(2, -2)] * 5), "longer than 0"),
        (lambda: of_cells("squares", [(0, 0), (1, 1)]), "touch in a corner alone"),
        (lambda: of_cells("squares", [(0, 0), (2, 0)]), "apart, or have a hole"),
        (lambda: of_cells("squares", [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]), "have a hole"),
        (lambda: of_cells("squares", [(0, 0), (0, 0)]), "a cell twice"),
    ],
)
def test_what_is_no_outline_is_refused(make: Any, said: str) -> None:
    with pytest.raises(BadPolygon, match=said):
        make()
