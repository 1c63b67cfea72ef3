"""The computer as an opponent at Majomino: five levels, from one that marks by lot to one that never errs.

What a level does follows from the position and the seed alone. Levels look at a number of positions, never at a clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from quasiprint.games.majomino.analyst import Analyst
from quasiprint.games.majomino.outlook import UNIT, Outlook
from quasiprint.perfect_play.contest import Contest, Move, X


@dataclass(frozen=True, slots=True)
class Level:
    """How well the computer plays.

    slip: by how much it may misjudge a move, in lines. ahead: marks that it looks ahead behind its own, each time at
    the `width` cells that are worth most. solves: with so many empty cells or fewer it asks the solver, on a board of
    up to `sure` cells with any number. limit: positions that the solver may look at there, None for no limit.
    """

    slip: float = 0.0
    ahead: int = 0
    width: int = 0
    solves: int = 0
    sure: int = 0
    limit: int | None = 0


LEVELS = {
    "beginner": Level(slip=3.0),
    "easy": Level(slip=0.5),
    "medium": Level(ahead=1, width=49),
    "hard": Level(ahead=3, width=8, solves=14, limit=2_000_000),
    "perfect": Level(ahead=3, width=8, solves=24, sure=25, limit=20_000_000),
}
STUBBORN = 13  # empty cells: with so few, who has lost still gets all the lines there are
FACTOR = 1 << 20


@dataclass(frozen=True, slots=True)
class Answer:
    """A move of the computer's. proved: whether it is sure that none is better for winning. wins: whether whoever makes
    it wins for sure."""

    move: Move
    proved: bool = False
    wins: bool = False


def answer(contest: Contest, level: Level, seed: int, analyst: Analyst) -> Answer:
    """Return the computer's move. seed: which of equal moves, and by how much it slips. analyst: of this game."""
    empty = len(contest.empty)
    if empty <= level.solves or len(contest.marks) <= level.sure:
        analyst.limit = None if len(contest.marks) <= level.sure else level.limit
        found = solved(contest, analyst)
        if found and found.wins:
            return found
        if found:  # lost, against somebody who never errs
            return Answer(_most_lines(contest, analyst) or looked(contest, level, seed), proved=True)
    return Answer(looked(contest, level, seed))


def solved(contest: Contest, analyst: Analyst) -> Answer | None:
    """Return a move that wins, or any where none does; None if the analyst cannot say."""
    wins = analyst.wins(contest)
    if wins is None:
        return None
    moves = analyst.promising(contest)
    if wins:
        for move in moves:
            lost = analyst.wins(contest.after(move))
            if lost is False:
                return Answer(move, proved=True, wins=True)
            if lost is None:
                return None
    return Answer(moves[0], proved=True)


def looked(contest: Contest, level: Level, seed: int) -> Move:
    """Return the move that looks best some marks ahead."""
    outlook = Outlook(contest)
    draw = Random(seed * 4096 + len(contest.empty))
    sign = 1 if contest.mover == X else -1
    best, found = None, -(1 << 62)
    for move in outlook.moves():
        worth = sign * outlook.after(move, level.ahead, level.width)
        # equal moves are told apart by lot, as far below what a mark can be worth as it takes
        worth = (worth * 4 + int(4 * level.slip * UNIT * draw.random())) * FACTOR + int(FACTOR * draw.random())
        if best is None or worth > found:
            best, found = move, worth
    assert best is not None
    return best


def _most_lines(contest: Contest, analyst: Analyst) -> Move | None:
    """Return the move that gets most lines where the game is lost; None with too many empty cells to say."""
    if len(contest.empty) > STUBBORN:
        return None
    sign, best = (1 if contest.mover == X else -1), None
    for move in analyst.promising(contest):
        points = analyst.points(contest.after(move))
        if points is None:
            return None
        if best is None or sign * points > best[0]:
            best = sign * points, move
    return best[1] if best else None
