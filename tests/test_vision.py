"""Colour differences against a library's, and against published pairs."""

from __future__ import annotations

from itertools import combinations

import pytest
from coloraide import Color
from samples import RGB

from quasiprint.checks.colour import SEEN, difference, least_difference

COLOURS = (*RGB, "#FFFFFF", "#808080", "#010101", "#FF0000", "#00FF00", "#0000FF", "#FFFF00", "#7F7F80")


@pytest.mark.parametrize("vision", SEEN)
def test_every_pair_as_a_library_has_it(vision: str) -> None:
    seen = {c: Color(c) if vision == "normal" else Color(c).filter(vision, method="machado").clip() for c in COLOURS}
    for a, b in combinations(COLOURS, 2):
        expected = seen[a].delta_e(seen[b], method="2000")
        assert difference(a, b, vision) == pytest.approx(expected, abs=0.02), (a, b)


def test_naive_colours_are_alike_to_the_colour_blind_and_the_default_ones_are_not() -> None:
    naive = ("#FF0000", "#00FF00", "#0000FF", "#FFFF00")
    assert min(least_difference(naive, vision)[0] for vision in SEEN) < 10
    assert min(least_difference(RGB[:4], vision)[0] for vision in SEEN) > 20


def test_a_colour_does_not_differ_from_itself() -> None:
    assert all(difference(c, c, vision) == 0 for c in COLOURS for vision in SEEN)
