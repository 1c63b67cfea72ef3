"""The draw on trial, and a board's character: each figure against another way to come by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quasiprint.games.majomino.board import of_regions
from quasiprint.games.majomino.claims import symmetry
from quasiprint.games.majomino.names import parse_name
from quasiprint.games.majomino.proof import convergence_findings, trial_findings
from quasiprint.model.finding import Finding
from quasiprint.search.dissection.chain import Convergence
from quasiprint.search.dissection.playouts import estimate
from quasiprint.search.dissection.sampling import Trial

FAIR = Trial(draws=40060, boards=4006, statistic=4000.0, freedom=4005, p=0.5, unseen=0)
UNFAIR = replace(FAIR, statistic=80000.0, p=0.0, unseen=500)
SETTLED = Convergence(steps=236196, chains=3, r_hat=1.01, correlation=0.0)
HASTY = replace(SETTLED, steps=500, r_hat=2.4)


@pytest.mark.parametrize(
    ("found", "due"),
    [
        (trial_findings(5, {"boards": FAIR}, UNFAIR), []),
        (trial_findings(5, {"boards": UNFAIR}, UNFAIR), ["draw-biased"]),
        (trial_findings(7, {"first region": FAIR, "second region": UNFAIR}, UNFAIR), ["draw-biased"]),
        (trial_findings(5, {"boards": FAIR}, FAIR), ["trial-blind"]),
        (convergence_findings(9, SETTLED, HASTY), []),
        (convergence_findings(9, SETTLED, replace(HASTY, r_hat=1.02)), ["trial-blind"]),
        (convergence_findings(9, replace(SETTLED, r_hat=1.3), HASTY), ["not-converged"]),
    ],
)
def test_a_trial_says_what_is_wrong_and_nothing_else(found: list[Finding], due: list[str]) -> None:
    assert [finding.code for finding in found] == due


@pytest.mark.parametrize(
    ("regions", "said"),
    [
        ("AAABBBCCC", "half turn, mirrored left to right and top to bottom"),
        ("AABCABCCB", "none"),
        ("AAAAABBBBBCCDEECCDEECDDDE", "mirrored left to right"),
        ("AAAABABBBBCCCCCDEEEEDDDDE", "mirrored top to bottom"),
        ("AAAABCADBBCDDDBCCDEBCEEEE", "quarter turn"),
        ("AAAAABBBCDBCCCDBCDDDEEEEE", "half turn"),
        ("AABABBBBB", "mirrored about the falling diagonal"),  # no dissection, but small
        ("BAABBABBB", "mirrored about the rising diagonal"),
        (
            "A",
            "quarter turn, mirrored left to right and about the falling diagonal and top to bottom"
            " and about the rising diagonal",
        ),
    ],
)
def test_symmetry_is_told_in_words(regions: str, said: str) -> None:
    board = of_regions(round(len(regions) ** 0.5), [ord(c) for c in regions])
    assert symmetry(board) == said


def test_who_begins_has_the_advantage_and_the_double_hands_it_over() -> None:
    boards = [parse_name(name).regions for name in ("5-0MJ-1", "5-2M3-P", "5-374-P", "5-3GW-N")]
    plain, first, late = (sum(estimate(boards, 5, 1000, double, 1)) / 4000 for double in (0, 1, 12))
    assert first < 0.35 < 0.65 < plain
    assert first < late < plain
    assert estimate(boards[:1], 5, 1000, 1, 1) == estimate(boards, 5, 1000, 1, 1)[:1]
    # on 3 × 3, X wins every game of perfect play without the double, and O with it
    (three,) = estimate([parse_name("3-7-2").regions], 3, 1000, 1, 1)
    assert three < 300
