"""Dominoes with up to eighteen pips: each figure has as many as it says, none looks like another; they can be made."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest
from called import invoke
from readers_sets import SETS
from test_set_made import designed

from quasiprint.checks import check_set
from quasiprint.drawing.numerals import FIGURES, middle, pip_sizes, pips, pips_of_dominoes
from quasiprint.model.measures import Maker

MIDDLE = 0.5


@pytest.mark.parametrize("highest", range(1, len(FIGURES)))
def test_a_figure_has_as_many_pips_as_it_says(highest: int) -> None:
    drawn = pips_of_dominoes(highest)
    assert [len(areas) for areas in drawn] == list(range(highest + 1))
    for areas in drawn:
        at = [middle(area) for area in areas]
        turned = {(round(-x, 6) + 0.0, round(2 * MIDDLE - y, 6)) for x, y in at}
        if len(at) != 3:  # three stand on two
            assert {(round(x, 6) + 0.0, round(y, 6)) for x, y in at} == turned, "upside down it is the same"
        if highest > 9:
            wide, between = pip_sizes(highest)
            apart = min((math.dist(a, b) for a, b in combinations(at, 2)), default=math.inf)
            assert apart > wide + between - 1e-6
            assert all(-1e-6 < y < 1 + 1e-6 for area in areas for _, y in area.outer)
    assert pips_of_dominoes(min(highest, 9)) == pips(min(highest, 9))


def test_figures_of_more_than_nine_differ_in_their_rows() -> None:
    rows = [tuple(len(places) for places, _ in figure) for figure in FIGURES]
    assert [sum(row) for row in rows] == list(range(19))
    assert len(set(rows)) == len(rows)


def dominoes(folder: Path, count: int) -> Path:
    file = folder / f"double-{count - 1}.toml"
    file.write_text((SETS / "dominoes-6.toml").read_text().replace("count = 7", f"count = {count}"))
    return file


@pytest.mark.sampled(2)
@pytest.mark.parametrize("maker", [Maker.LASER, Maker.PAPER, Maker.PRINTER])
@pytest.mark.parametrize(("count", "pieces"), [(13, 91), (19, 190), (16, 136)])
def test_double_twelve_fifteen_and_eighteen_hold_every_law(
    count: int, pieces: int, maker: Maker, tmp_path: Path
) -> None:
    own, held = designed(dominoes(tmp_path, count), maker)
    assert len(held.pieces) == pieces
    assert own.prove(held)[0] == [] and check_set(held)[0] == []


def test_pips_that_cannot_be_made_are_refused_with_the_edge_at_which_they_can(tmp_path: Path) -> None:
    file = dominoes(tmp_path, 19)
    said = invoke("check", file, "--edge", 12, code=2).output
    least = said.split("allowed is from ")[1].split()[0]
    assert "pips on 'domino' must be 9.1 mm high" in said
    for maker in Maker:
        _, held = designed(file, maker, edge=float(least))
        assert check_set(held)[0] == []
