"""Solves a position: who wins, with which moves, and by how much; and writes a winner's strategy down.

A strategy is an answer to every reply, or to some drawn by lot. Answers stand in the order in which `replay` needs
them, a letter for a cell. The replay knows the rules by itself, this module by the solver: if the two differ, the
replay ends with an answer that does not fit.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any

from quasiprint.addons.lab.answers import Cell, Choice, Effort, Enough, Known, Range, Solution, Turn
from quasiprint.addons.lab.majomino.claims import sure
from quasiprint.addons.lab.majomino.replay import DOUBLE, LETTERS, Lot
from quasiprint.addons.lab.perfect_play.solver import Pause, Solver, alike, both
from quasiprint.errors import InputError
from quasiprint.games.majomino import situation as rules
from quasiprint.games.majomino.board import FREE
from quasiprint.games.majomino.situation import NONE, PIE, STANDARD, Contest, Move, Situation, X
from quasiprint.model.piece import Value
from quasiprint.system.progress import measure, tell

REPORT_SECONDS = 0.5  # s
POLL_SECONDS = 0.1  # s: whether a thread is done

Report = Callable[[Solution], None]


class MajominoProblem:
    """A position, to be solved."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.size = situation.marked.board.size
        self.contest = situation.contest
        self.points = len(self.contest.lines)
        self.half = self.points // 2

    @property
    def identity(self) -> str:
        """The position and its rules, as a text. What comes after a choice of sides does not depend on it."""
        board = self.situation.marked
        regions = ",".join(map(str, board.board.regions))
        turns = self.situation.rule.range or "any"
        return " ".join([regions, board.marks, self.situation.mover, self.situation.double, self.rule, turns])

    @property
    def known(self) -> str:
        """What is known of the winner from elsewhere, as a sentence: of a board without marks; "" for nothing."""
        situation = self.situation
        if set(situation.marked.marks) != {FREE}:
            return ""
        found = sure(situation.marked.board, situation.rule)
        return found.words() if found else ""

    @property
    def rule(self) -> str:
        """The rule of the double, as it is typed."""
        return self.situation.rule.name if self.situation.rule.name != NONE else STANDARD

    def solve(self, effort: Effort, known: Known, report: Report) -> Solution:
        """Solve it, move by move. known: what was proved before. report: is given what is proved so far, whenever that
        is more. Raises Unavailable where this machine lacks a library for it."""
        return _Run(self, effort, known, report).solve()

    def place(self, cell: int) -> Cell:
        """Return the row and column of a cell."""
        return cell // self.size + 1, cell % self.size + 1


class _Run:
    """One run of the solver, and what it has found so far."""

    def __init__(self, problem: MajominoProblem, effort: Effort, known: Known, report: Report) -> None:
        self.problem, self.contest, self.effort, self.report = problem, problem.contest, effort, report
        self.solver = Solver(problem.contest, effort.memory, effort.key, effort.jobs)
        self.begun = self.reported = time.monotonic()  # to compile the search is no part of the time that it may take
        self.found: dict[Move, Range] = {}  # X's points after each move
        for move in self.contest.moves():
            sure = self.solver.bounds(self.contest.after(move))
            self.found[move] = both(sure, known.get(tuple(problem.place(cell) for cell in move), sure))
        self.same = alike(self.contest, list(self.found))
        for move, first in self.same.items():
            self.found[first] = both(self.found[first], self.found[move])
        self.line: list[Turn] = []
        self.complete = not self.found
        report(self.solution())

    def solve(self) -> Solution:
        """Return what is found out within the time there is."""
        moves = list(dict.fromkeys(self.same[move] for move in self.solver.promising(self.contest)))
        try:
            self._judge_all(moves)
            self.complete = True
            # how both may play on: each move keeps what the position is worth, or what is known of it
            (low, high), contest = self._bounds(), self.contest
            while contest.empty:
                move = self._keeping(contest, low if contest.mover == X else high + 1)
                self.line.append(Turn(contest.mover, tuple(map(self.problem.place, move))))
                contest = contest.after(move)
        except Enough:
            return replace(self.solution(), known=self.problem.known)
        return self.solution()

    def _judge_all(self, moves: list[Move]) -> None:
        """Judge moves in threads, which share all that is found, and keep and report what each comes to, and with it
        all that are the same. Whatever ends the run ends them all."""
        ended, half = threading.Event(), self.problem.half

        def pause() -> None:
            if ended.is_set():
                raise Enough

        with ThreadPoolExecutor(self.effort.jobs) as threads:
            try:
                waiting = {threads.submit(self._judge, move, pause): move for move in moves}
                while waiting:
                    done, _ = wait(waiting, POLL_SECONDS, FIRST_COMPLETED)
                    for finished in done:
                        first, bounds = waiting.pop(finished), finished.result()
                        for move, same in self.same.items():
                            if same == first:
                                self.found[move] = both(bounds, self.found[move])
                        self.report(self.solution())
                        low, high = self.found[first]
                        wins = low > half if self.contest.mover == X else high <= half
                        if wins and self.effort.first_win:
                            return
                    self._pause()
            finally:
                ended.set()
                threads.shutdown(wait=False, cancel_futures=True)

    def _judge(self, move: Move, pause: Pause) -> Range:
        """Return what a move comes to, as far as is asked."""
        (low, high), after = self.found[move], self.contest.after(move)
        wanted = self.problem.half + 1
        if self.effort.score and low < high:
            points = self.solver.value(after, (low, high), pause)
            return points, points
        if low < wanted <= high:
            return (wanted, high) if self.solver.reaches(after, wanted, pause) else (low, wanted - 1)
        return low, high

    def _bounds(self) -> Range:
        """Return what follows for the position from what is found of its moves."""
        if not self.found:
            return self.solver.bounds(self.contest)
        best = max if self.contest.mover == X else min
        lows, highs = zip(*self.found.values(), strict=True)
        return best(lows), best(highs)

    def _keeping(self, contest: Contest, points: int) -> Move:
        """Return a move after which X, who made it, gets so many points for sure, or of O's, after which X does not."""
        moves = self.solver.promising(contest)
        for move in moves[:-1]:
            if self.solver.reaches(contest.after(move), points, self._pause) == (contest.mover == X):
                return move
        return moves[-1]

    def _pause(self) -> None:
        """Say how far it is, and stop when the time is used up."""
        now = time.monotonic()
        if self.effort.seconds is not None and now - self.begun > self.effort.seconds:
            raise Enough
        if now - self.reported > REPORT_SECONDS:
            self.reported = now
            decided = self.solution().decision_count
            if not self.effort.first_win:
                measure(decided / len(self.found))
            tell(
                f"solving: {decided} of {len(self.found)} moves decided, {self.solver.nodes / 1e6:.1f} million "
                f"positions, {now - self.begun:.0f} s"
            )

    def solution(self) -> Solution:
        """Return what is found so far."""
        problem = self.problem
        choices = (Choice(tuple(map(problem.place, move)), found) for move, found in self.found.items())
        situation = problem.situation
        marked = len(situation.marked.marks) - situation.marked.marks.count(FREE)
        return Solution(
            situation.mover if self.found else None,
            situation.double,
            PIE if situation.pie else problem.rule,
            situation.rule.turns,
            problem.points,
            self._bounds(),
            tuple(choices),
            tuple(self.line),
            self.complete,
            self.solver.nodes,
            time.monotonic() - self.begun,
            choice=1 - marked if situation.pie and marked <= 1 else None,
        )


MOST = 40_000  # answers in a strategy against every reply
TOP = 1_500  # answers, at most, at the beginning of a strategy that is sampled: there every reply is answered
BRANCHES = 64
WHOLE_FROM = 8  # empty cells: from there on a branch answers every reply
REPORT_AFTER = 1_000  # answers


class _TooMany(Exception):
    """More answers than may be."""


def problem(source: bytes | str, where: str, parameters: Mapping[str, Value]) -> MajominoProblem:
    """Return a position to solve, that of a saved game among them: see `situation.situation`."""
    return MajominoProblem(rules.situation(source, where, parameters))


def certificate(problem: MajominoProblem, winner: str, memory: int, pause: Pause) -> Mapping[str, Any]:
    """Return a strategy for the winner of a position, as a certificate has it. memory: MiB.

    It is complete where so few answers are needed; else it answers every reply in the winner's first turns, and goes on
    from positions after these that are drawn by lot, against replies drawn by lot. Raises InputError if the position is
    not won by `winner`.
    """
    return _Maker(problem, winner, memory, pause).content()


class _Maker:
    """One strategy, being made."""

    def __init__(self, problem: MajominoProblem, winner: str, memory: int, pause: Pause) -> None:
        self.problem, self.winner, self.pause = problem, winner, pause
        self.solver = Solver(problem.contest, memory)
        self.enough = len(problem.contest.lines) // 2 + 1
        self.answers: list[str] = []
        self.most = MOST
        self.visited: set[tuple[str, str, bool]] = set()
        self.open: dict[Contest, None] = {}
        self.best: dict[Contest, Move] = {}

    def content(self) -> dict[str, Any]:
        """Return the certificate's own part."""
        start = self.problem.contest
        if not self._wins(start):
            raise InputError(f"certificate: {self.winner.upper()} does not win this position")
        common = {"position": self.problem.identity, "winner": self.winner, "whole_from": WHOLE_FROM}
        answers = self._answers_to_all(start, len(start.marks), MOST)
        if answers is not None:
            return {**common, "complete": True, "depth": 0, "answers": answers, "branches": []}
        depth, answers, ends = 0, "", [start]
        while (deeper := self._answers_to_all(start, depth + 1, TOP)) is not None:
            depth, answers, ends = depth + 1, deeper, list(self.open)
        branches = [self._branch(ends, answers, number) for number in range(BRANCHES)]
        return {**common, "complete": False, "depth": depth, "answers": answers, "branches": branches}

    def _answers_to_all(self, start: Contest, depth: int, most: int) -> str | None:
        """Return the answers to every reply in the winner's first turns, so many; None if there are too many."""
        self.answers, self.most, self.visited, self.open = [], most, set(), {}
        try:
            self._answer_replies(start, depth)
        except _TooMany:
            return None
        return "".join(self.answers)

    def _answer_replies(self, contest: Contest, depth: int) -> None:
        position = contest.marks, contest.mover, contest.double
        if position in self.visited or contest.lines_won(self.winner) >= self.enough:
            return
        self.visited.add(position)
        if contest.mover == self.winner:
            if depth == 0:
                self.open[contest] = None
                return
            if len(self.answers) >= self.most:
                raise _TooMany
            move, written = self._answer(contest)
            self.answers.append(written)
            self._answer_replies(contest.after(move), depth - 1)
        else:
            for move in contest.moves():
                self._answer_replies(contest.after(move), depth)

    def _wins(self, contest: Contest) -> bool:
        """Tell whether the winner wins a position."""
        return self.solver.reaches(contest, self.enough, self.pause) == (self.winner == X)

    def _answer(self, contest: Contest) -> tuple[Move, str]:
        """Return a move that wins, and how it is written."""
        move = self.best.get(contest)
        if move is None:
            move = next(move for move in self.solver.promising(contest) if self._wins(contest.after(move)))
            self.best[contest] = move
            if len(self.best) % REPORT_AFTER == 0:
                tell(f"certificate: {len(self.best)} answers")
        return move, DOUBLE * (len(move) - 1) + "".join(LETTERS[cell] for cell in sorted(move))

    def _branch(self, ends: list[Contest], answers: str, number: int) -> str:
        """Solve one branch: return its answers. Start and questions follow from its number and the earlier answers."""
        lot = Lot(answers, number)
        contest = ends[lot.draw(len(ends))]
        found: list[str] = []
        tell(f"certificate: branch {number + 1} of {BRANCHES}")
        while contest.lines_won(self.winner) < self.enough:
            if len(contest.empty) <= WHOLE_FROM:
                rest = self._answers_to_all(contest, len(contest.marks), 1 << 30)
                assert rest is not None
                return "".join([*found, rest])
            if contest.mover == self.winner:
                move, written = self._answer(contest)
                found.append(written)
            else:
                replies = list(contest.moves())
                move = replies[lot.draw(len(replies))]
            contest = contest.after(move)
        return "".join(found)
