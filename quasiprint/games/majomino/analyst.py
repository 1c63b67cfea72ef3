"""Asks the solver about the positions of one game, within a limit: what it says is proved, or it says nothing.

The limit is a number of positions looked at, never a time: equal questions get equal answers on any machine.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from quasiprint.compiled import available
from quasiprint.perfect_play.contest import EMPTY, Contest, Move, X
from quasiprint.perfect_play.solver import PLAIN_EMPTY, Solver
from quasiprint.telling import tell

MEMORY = 256  # MiB: of the table
TOLD_EVERY = 0.5  # s
MOST_SOLVED = 49  # cells


class _Enough(Exception):
    """The limit is reached."""


@dataclass(slots=True)
class Analyst:
    """One game's solver, made when it is first asked, and kept: what it found for one move helps with the next.

    limit: positions looked at for one question; None for no limit.
    """

    limit: int | None
    root: Contest | None = None
    solver: Solver | None = None

    def wins(self, contest: Contest) -> bool | None:
        """Tell whether whoever moves wins; None if the limit does not allow to say."""
        solver = self._ready(contest)
        if solver is None:
            return None
        half = len(contest.lines) // 2
        try:
            return solver.reaches(contest, half + 1, self._pause(solver)) == (contest.mover == X)
        except _Enough:
            return None

    def points(self, contest: Contest) -> int | None:
        """Return how many lines X gets when both play their best; None if the limit does not allow to say."""
        solver = self._ready(contest)
        if solver is None:
            return None
        try:
            return solver.value(contest, solver.bounds(contest), self._pause(solver))
        except _Enough:
            return None

    def promising(self, contest: Contest) -> list[Move]:
        """Return the moves in the order in which to try them."""
        solver = self._ready(contest)
        return list(contest.moves()) if solver is None else solver.promising(contest)

    def _ready(self, contest: Contest) -> Solver | None:
        """Return a solver of which this position can come; None where nothing here can solve it."""
        if len(contest.marks) > MOST_SOLVED or (not available() and contest.marks.count(EMPTY) > PLAIN_EMPTY):
            return None
        if self.solver is None or not _comes_of(contest, self.root):
            self.root, self.solver = contest, Solver(contest, MEMORY)
        return self.solver

    def _pause(self, solver: Solver) -> Pause:
        return Pause(solver, self.limit)


class Pause:
    """Is called now and then while the solver works: says how far it is, and stops it at the limit."""

    def __init__(self, solver: Solver, limit: int | None) -> None:
        self.solver, self.limit = solver, limit
        self.first, self.said = solver.nodes, time.monotonic()

    def __call__(self) -> None:
        """Stop the search where the limit is reached."""
        looked = self.solver.nodes - self.first
        if self.limit is not None and looked >= self.limit:
            raise _Enough
        now = time.monotonic()
        if now - self.said > TOLD_EVERY:
            self.said = now
            tell(f"thinking: {looked / 1e6:.1f} million positions …")


def _comes_of(contest: Contest, root: Contest | None) -> bool:
    """Tell whether a position can come of another by marks."""
    if root is None or (root.lines, root.apart, root.turns) != (contest.lines, contest.apart, contest.turns):
        return False
    marked = zip(root.marks, contest.marks, strict=True)
    return root.double >= contest.double and all(was in (EMPTY, now) for was, now in marked)
