"""A winner's strategy, written down so that `replay` can play it: an answer to every reply, or to some drawn by lot.

Answers stand in the order in which the replay needs them, a letter for a cell. The replay knows the rules by itself,
this module by the solver: if the two differ, the replay ends with an answer that does not fit.
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Callable
from typing import Any

from quasiprint.games.majomino.solving import MajominoProblem
from quasiprint.model.errors import InputError
from quasiprint.perfect_play.contest import Contest, Move, X
from quasiprint.perfect_play.solver import Solver
from quasiprint.telling import tell

MOST = 40_000  # answers in a strategy against every reply
TOP = 1_500  # answers, at most, at the beginning of a strategy that is sampled: there every reply is answered
BRANCHES = 64
WHOLE_FROM = 8  # empty cells: from there on a branch answers every reply
TOLD_EVERY = 1_000  # answers
LETTERS = string.ascii_letters

Pause = Callable[[], None]


class _TooMany(Exception):
    """More answers than may be."""


def strategy(problem: MajominoProblem, winner: str, memory: int, pause: Pause) -> dict[str, Any]:
    """Return a strategy for the winner of a position, as a certificate has it. memory: MiB.

    It is complete where so few answers are needed; else it answers every reply in the winner's first turns, and goes on
    from positions after these that are drawn by lot, against replies drawn by lot. Raises InputError if the position is
    not won by `winner`.
    """
    return _Maker(problem, winner, memory, pause).made()


class _Maker:
    """One strategy, being made."""

    def __init__(self, problem: MajominoProblem, winner: str, memory: int, pause: Pause) -> None:
        self.problem, self.winner, self.pause = problem, winner, pause
        self.solver = Solver(problem.contest, memory)
        self.enough = len(problem.contest.lines) // 2 + 1
        self.answers: list[str] = []
        self.most = MOST
        self.seen: set[tuple[str, str, bool]] = set()
        self.open: dict[Contest, None] = {}
        self.best: dict[Contest, Move] = {}

    def made(self) -> dict[str, Any]:
        """Return the certificate's own part."""
        start = self.problem.contest
        if not self._wins(start):
            raise InputError(f"certificate: {self.winner.upper()} does not win this position")
        common = {"position": self.problem.identity, "winner": self.winner, "whole_from": WHOLE_FROM}
        answers = self._tried(start, len(start.marks), MOST)
        if answers is not None:
            return {**common, "complete": True, "depth": 0, "answers": answers, "branches": []}
        depth, answers, ends = 0, "", [start]
        while (deeper := self._tried(start, depth + 1, TOP)) is not None:
            depth, answers, ends = depth + 1, deeper, list(self.open)
        branches = [self._branch(ends, answers, number) for number in range(BRANCHES)]
        return {**common, "complete": False, "depth": depth, "answers": answers, "branches": branches}

    def _tried(self, start: Contest, depth: int, most: int) -> str | None:
        """Return the answers to every reply in the winner's first turns, so many; None if there are too many."""
        self.answers, self.most, self.seen, self.open = [], most, set(), {}
        try:
            self._every(start, depth)
        except _TooMany:
            return None
        return "".join(self.answers)

    def _every(self, contest: Contest, depth: int) -> None:
        position = contest.marks, contest.mover, contest.double
        if position in self.seen or contest.taken(self.winner) >= self.enough:
            return
        self.seen.add(position)
        if contest.mover == self.winner:
            if depth == 0:
                self.open[contest] = None
                return
            self._every(contest.after(self._answer(contest)), depth - 1)
        else:
            for move in contest.moves():
                self._every(contest.after(move), depth)

    def _wins(self, contest: Contest) -> bool:
        """Tell whether the winner wins a position."""
        return self.solver.reaches(contest, self.enough, self.pause) == (self.winner == X)

    def _answer(self, contest: Contest) -> Move:
        """Find a move that wins, and write it down."""
        if len(self.answers) >= self.most:
            raise _TooMany
        move = self.best.get(contest)
        if move is None:
            move = next(move for move in self.solver.promising(contest) if self._wins(contest.after(move)))
            self.best[contest] = move
            if len(self.best) % TOLD_EVERY == 0:
                tell(f"certificate: {len(self.best)} answers")
        self.answers.append("2" * (len(move) - 1) + "".join(LETTERS[cell] for cell in sorted(move)))
        return move

    def _branch(self, ends: list[Contest], answers: str, number: int) -> str:
        """Return the answers of one branch: where it begins, and what it is asked, its number and the answers before
        it decide."""
        state = hashlib.sha256(f"{number} {answers}".encode()).digest()

        def drawn(below: int) -> int:
            nonlocal state
            state = hashlib.sha256(state).digest()
            return int.from_bytes(state[:8], "big") % below

        contest = ends[drawn(len(ends))]
        told: list[str] = []
        tell(f"certificate: branch {number + 1} of {BRANCHES}")
        while contest.taken(self.winner) < self.enough:
            if len(contest.empty) <= WHOLE_FROM:
                found = self._tried(contest, len(contest.marks), 1 << 30)
                assert found is not None
                return "".join([*told, found])
            if contest.mover == self.winner:
                self.answers, self.most = [], 1
                move = self._answer(contest)
                told += self.answers
            else:
                replies = list(contest.moves())
                move = replies[drawn(len(replies))]
            contest = contest.after(move)
        return "".join(told)
