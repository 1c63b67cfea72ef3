"""Who plays Majomino for the computer: at the highest level never a move that loses."""

from __future__ import annotations

from functools import cache
from itertools import count

import pytest
from plain_minimax import Ending, drawn, every_move

from quasiprint.addons.lab.majomino.opponent import LEVELS, Analyst, answer
from quasiprint.games.majomino.board import MarkedBoard, of_regions
from quasiprint.games.majomino.notation import read
from quasiprint.games.majomino.situation import Contest, Match, situation_of

pytestmark = pytest.mark.usefixtures("compiled_search")


def contest_of(ending: Ending) -> Contest:
    board = of_regions(5, [ord(name) for name in ending.regions])
    state = "none" if ending.rule == "none" else "used" if ending.used else "unused"
    turns = "" if ending.turns is None else "{}-{}".format(*ending.turns)
    options = {"rule": "restricted" if ending.rule == "restricted" else "standard", "double": state,
               "double_turns": turns, "to_move": ending.mover}  # fmt: skip
    return Match.begun(situation_of(MarkedBoard(board, ending.marks), options)).now


def test_perfect_keeps_what_it_can_win_in_random_endings_under_every_rule() -> None:
    won = 0
    for seed in range(30):
        ending = drawn(seed, 9)
        contest = contest_of(ending)
        values = every_move(ending)
        sign = 1 if ending.mover == "x" else -1
        best = max(sign * value for value in values.values())
        found = answer(contest, LEVELS["perfect"], seed, Analyst(None))
        assert found.proved
        wins = best > 7 if sign > 0 else best > -8
        assert found.wins == wins, ending
        got = sign * values[found.move]
        assert (got > 7 if sign > 0 else got > -8) == wins, ending
        if not wins:
            assert got == best, ending
        won += wins
    assert 5 < won < 25


@pytest.mark.parametrize(("rule", "side"), [("restricted", "o"), ("none", "x")])
def test_perfect_wins_every_game_on_3_by_3_against_every_play(rule: str, side: str) -> None:
    board = read(b"+--+--+--+\n|     |  |\n+  +--+  +\n|  |     |\n+--+--+--+\n|        |\n+--+--+--+\n")[0].board
    options = {"rule": "standard" if rule == "none" else rule, "double": "none" if rule == "none" else "",
               "double_turns": "", "to_move": ""}  # fmt: skip
    start = Match.begun(situation_of(MarkedBoard(board, "." * 9), options)).now
    analyst = Analyst(None)
    ended = count()

    @cache
    def loses(contest: Contest) -> bool:
        if not contest.empty:
            next(ended)
            return contest.lines_won(side) < 5
        if contest.mover == side:
            return loses(contest.after(answer(contest, LEVELS["perfect"], 0, analyst).move))
        return any(loses(contest.after(move)) for move in contest.moves())

    assert not loses(start)
    assert next(ended) > 20
