"""The draw on trial, and a board's character: each figure against another way to come by it."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import networkx as nx
import pytest

from quasiprint.addons.lab.majomino.claims import characters, interval, longest, symmetry, walls
from quasiprint.addons.lab.majomino.playouts import estimate
from quasiprint.games.majomino.board import FREE, Board, MarkedBoard, of_regions, tally
from quasiprint.games.majomino.dissection.chain import Convergence
from quasiprint.games.majomino.dissection.sampling import Trial
from quasiprint.games.majomino.names import parse_name
from quasiprint.games.majomino.proof import convergence_findings, trial_findings
from quasiprint.model.finding import Finding

FAIR = Trial(draws=40060, boards=4006, statistic=4000.0, freedom=4005, p=0.5, unseen=0)
UNFAIR = replace(FAIR, statistic=80000.0, p=0.0, unseen=500)
SETTLED = Convergence(steps=236196, chains=3, r_hat=1.01, correlation=0.0)
HASTY = replace(SETTLED, steps=500, r_hat=2.4)
TYPICAL = parse_name("5-0MJ-1")


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


def test_the_walls_of_the_source_are_counted() -> None:
    # in the drawing: the pieces of wall inside the rim
    assert walls(TYPICAL) == 20


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


@pytest.mark.parametrize("name", ["5-0MJ-1", "5-2M3-P", "7-3NQK8N-2", "3-7-2"])
def test_the_longest_region_is_the_longest_way_inside_one(name: str) -> None:
    board = parse_name(name)
    graph = nx.Graph()
    graph.add_nodes_from(range(board.size**2))
    for row in range(board.size):
        for one, two in pairwise(range(row * board.size, (row + 1) * board.size)):
            if board.regions[one] == board.regions[two]:
                graph.add_edge(one, two)
    for one in range(board.size * (board.size - 1)):
        if board.regions[one] == board.regions[one + board.size]:
            graph.add_edge(one, one + board.size)
    assert longest(board) == 1 + max(nx.diameter(graph.subgraph(part)) for part in nx.connected_components(graph))


@pytest.mark.parametrize(("won", "games"), [(770, 1000), (1, 1000), (0, 1000), (1000, 1000), (5, 9)])
def test_the_interval_is_wilsons(won: int, games: int) -> None:
    from scipy.stats import binomtest

    wanted = binomtest(won, games).proportion_ci(method="wilson")
    assert interval(won, games) == pytest.approx((wanted.low, wanted.high), abs=1e-4)


def play(board: Board, double: int, chance: random.Random) -> bool:
    """Play one game at random to its end and tell whether X wins, by the rules' own tally."""
    marks = [FREE] * board.size**2
    left = list(range(board.size**2))
    chance.shuffle(left)
    turn = 0
    while left:
        marks[left.pop()] = "x"
        turn += 1
        for _ in range(2 if turn == double else 1):
            if left:
                marks[left.pop()] = "o"
    return tally(MarkedBoard(board, "".join(marks))).winner == "x"


@pytest.mark.parametrize("double", [0, 1, 9])
def test_playouts_of_pure_chance_agree_with_games_scored_by_the_rules(double: int) -> None:
    from quasiprint.addons.lab.majomino import playouts

    games, chance = 4000, random.Random(5)
    ours = sum(play(TYPICAL, double, chance) for _ in range(games))
    # so much noise that nothing else counts
    import numpy as np

    theirs = playouts.count_wins(np.array(TYPICAL.regions, np.int64), 5, games, double, 3, 1e9)
    pooled = (ours + theirs) / (2 * games)
    spread = (2 * pooled * (1 - pooled) / games) ** 0.5
    # decided lines still count nothing there, so the two differ a little more than by chance
    assert abs(ours - theirs) / games < 4 * spread + 0.06


def test_who_begins_has_the_advantage_and_the_double_hands_it_over() -> None:
    boards = [parse_name(name).regions for name in ("5-0MJ-1", "5-2M3-P", "5-374-P", "5-3GW-N")]
    plain, first, late = (sum(estimate(boards, 5, 1000, double, 1)) / 4000 for double in (0, 1, 12))
    assert first < 0.35 < 0.65 < plain
    assert first < late < plain
    assert estimate(boards[:1], 5, 1000, 1, 1) == estimate(boards, 5, 1000, 1, 1)[:1]
    # on 3 × 3, X wins every game of perfect play without the double, and O with it
    (three,) = estimate([parse_name("3-7-2").regions], 3, 1000, 1, 1)
    assert three < 300


def test_the_small_print_calls_its_estimate_one() -> None:
    ((about, guess),) = characters((TYPICAL,), 0)
    assert about == "20 wall segments; symmetry: none; longest region: 5 cells"
    assert guess.startswith("estimate from 1000 playouts, 95 % confidence: X wins ")
    assert "without a double move" in guess
    assert "if O doubles on turn 1" in guess
