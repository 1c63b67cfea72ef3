"""The computer as an opponent at Majomino, and its reasons: five levels, from one that marks by lot to a perfect one;
and games played by themselves, each on a board drawn anew, or all on one.

What a level does follows from the position and the seed alone. Levels look at a number of positions, never at a clock:
equal questions get equal answers on any machine. What an `Analyst` says is proved, or it says nothing. An `Outlook`
counts each open line by the chance that it is won: if the cells that are left in a line fell to both players by lot, a
player who needs p more of them, where the other needs q, would win it with the chance that p + q - 1 coins show p
heads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from random import Random
from typing import Any

import numpy as np

from quasiprint.addons.lab.answers import Enough
from quasiprint.addons.lab.majomino.cataloguing import rule_of
from quasiprint.addons.lab.perfect_play.solver import PLAIN_EMPTY, UNLIMITED, Pause, Solver
from quasiprint.games.majomino.board import FREE, Board
from quasiprint.games.majomino.notation import parse_name
from quasiprint.games.majomino.situation import Contest, Match, Move, O, X, new_game, other, parse_board_name
from quasiprint.model.finding import Finding
from quasiprint.model.game import Parameters
from quasiprint.model.play import RANDOM, SEARCH, Play, Trial, policy_of
from quasiprint.system.compiled import available
from quasiprint.system.progress import tell

MEMORY = 256  # MiB: of the table
REPORT_SECONDS = 0.5  # s
MOST_SOLVED = 49  # cells


@dataclass(slots=True)
class Analyst:
    """One game's solver, made when it is first asked, and kept: what it found for one move helps with the next.

    limit: positions looked at for one question; None for no limit.
    """

    limit: int | None
    solver: Solver | None = None

    def wins(self, contest: Contest) -> bool | None:
        """Tell whether whoever moves wins; None if the limit does not allow to say."""
        found = self._ask(contest, lambda solver, pause: solver.reaches(contest, len(contest.lines) // 2 + 1, pause))
        return None if found is None else found == (contest.mover == X)

    def points(self, contest: Contest) -> int | None:
        """Return how many lines X gets when both play their best; None if the limit does not allow to say."""
        return self._ask(contest, lambda solver, pause: solver.value(contest, solver.bounds(contest), pause))

    def _ask(self, contest: Contest, question: Callable[[Solver, Pause], int]) -> int | None:
        """Return the answer to a question about a position; None if the limit does not allow to say."""
        solver = self._ready(contest)
        if solver is None:
            return None
        first, reported = solver.nodes, time.monotonic()
        solver.last = UNLIMITED if self.limit is None else first + self.limit

        def pause() -> None:
            """Report progress."""
            nonlocal reported
            if (now := time.monotonic()) - reported > REPORT_SECONDS:
                reported = now
                tell(f"thinking: {(solver.nodes - first) / 1e6:.1f} million positions …")

        try:
            return question(solver, pause)
        except Enough:
            return None

    def promising(self, contest: Contest) -> list[Move]:
        """Return the moves in the order in which to try them."""
        solver = self._ready(contest)
        return list(contest.moves()) if solver is None else solver.promising(contest)

    def _ready(self, contest: Contest) -> Solver | None:
        """Return a solver of which this position can come; None where nothing here can solve it."""
        if len(contest.marks) > MOST_SOLVED or (not available() and contest.marks.count(FREE) > PLAIN_EMPTY):
            return None
        root = self.solver.contest if self.solver else contest
        comes_of = (root.lines, root.apart, root.turns) == (contest.lines, contest.apart, contest.turns)
        marked = zip(root.marks, contest.marks, strict=False)
        comes_of &= root.double >= contest.double and all(was in (FREE, now) for was, now in marked)
        if self.solver is None or not comes_of:
            self.solver = Solver(contest, MEMORY)
        return self.solver


Array = Any
UNIT = 1 << 24
PAIRED = 10  # cells from which the two of a double move are chosen


@cache
def chances(half: int) -> tuple[Array, Array]:
    """Return tables of a line by what a player needs there and what the other does, each up to `half`: the player's
    chance, of UNIT, and by how much a mark moves it."""
    chance, swing = (np.zeros((half + 1, half + 1), np.int64) for _ in range(2))
    chance[0] = UNIT
    for ours, theirs in product(range(1, half + 1), repeat=2):
        coins = ours + theirs - 1
        chance[ours, theirs] = UNIT * sum(comb(coins, heads) for heads in range(ours, coins + 1)) >> coins
        swing[ours, theirs] = UNIT * comb(coins - 1, ours - 1) >> coins
    return chance, swing


class Outlook:
    """A position, to try moves in. Values are lines for X, in UNIT."""

    def __init__(self, contest: Contest) -> None:
        half = len(contest.lines[0]) // 2 + 1
        self.contest = contest
        self.chance, self.swing = chances(half)
        self.lines_of = np.array([[cell in line for line in contest.lines] for cell in range(len(contest.marks))])
        marks = np.array(list(contest.marks))
        self.free = marks == FREE
        self.needs = half - np.array([self.lines_of[marks == who].sum(axis=0) for who in (X, O)])

    def value(self, needs: Array) -> int:
        """Return what a position is worth. needs: of X and of O, in each line."""
        return int(self.chance[tuple(needs.clip(0))].sum())

    def swings(self, needs: Array, free: Array) -> Array:
        """Return what a mark in each cell is worth, for either player; less than nothing where there is one."""
        return np.where(free, self.lines_of @ self.swing[tuple(needs.clip(0))], -1)

    def marked(self, needs: Array, free: Array, cells: Sequence[int], player: str) -> tuple[Array, Array]:
        """Return needs and free cells after marks of a player."""
        needs, free = needs.copy(), free.copy()
        needs[(X, O).index(player)] -= self.lines_of[list(cells)].sum(axis=0)
        free[list(cells)] = False
        return needs, free

    def ahead(self, needs: Array, free: Array, player: str, depth: int, width: int, low: int, high: int) -> int:
        """Return the value when both look so many marks ahead, each at the `width` cells that are worth most."""
        if not depth or not free.any():
            return self.value(needs)
        swings = self.swings(needs, free)
        if depth == 1:
            return self.value(needs) + int(swings.max()) * (1 if player == X else -1)
        for cell in _best(swings, width):
            after = self.marked(needs, free, [cell], player)
            found = self.ahead(*after, other(player), depth - 1, width, low, high)
            if player == X:
                low = max(low, found)
            else:
                high = min(high, found)
            if low >= high:
                break
        return low if player == X else high

    def after(self, move: Move, depth: int, width: int) -> int:
        """Return the value of a move, with so many marks after it looked ahead."""
        player, bound = self.contest.mover, UNIT * (len(self.contest.lines) + 1)
        return self.ahead(*self.marked(self.needs, self.free, move, player), other(player), depth, width, -bound, bound)

    def moves(self) -> list[Move]:
        """Return the moves worth a look: every cell, and double moves of the cells that are worth most."""
        hot = set(_best(self.swings(self.needs, self.free), PAIRED))
        return [move for move in self.contest.moves() if len(move) == 1 or hot.issuperset(move)]


def _best(swings: Array, width: int) -> list[int]:
    """Return the free cells that are worth most, the best first."""
    return [cell for cell in np.argsort(-swings, kind="stable")[:width].tolist() if swings[cell] >= 0]


@dataclass(frozen=True, slots=True)
class Level:
    """How well the computer plays.

    slip: by how much it may misjudge a move, in lines. ahead: marks to look ahead after its own, each time on the
    `width` most valuable cells. solves: with so many empty cells or fewer it asks the solver, on a board of up to
    `sure` cells with any number. limit: positions that the solver may look at there, None for no limit.
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
    """A move of the computer's. proved: none is surely better for winning. wins: whoever makes it surely wins."""

    move: Move
    proved: bool = False
    wins: bool = False


def answer(contest: Contest, level: Level, seed: int, analyst: Analyst) -> Answer:
    """Return the computer's move. seed: which of equal moves, and by how much it slips. analyst: of this game."""
    found = None
    if len(contest.empty) <= level.solves or len(contest.marks) <= level.sure:
        analyst.limit = None if len(contest.marks) <= level.sure else level.limit
        found = sure_answer(contest, analyst)
    if found and found.wins:
        return found
    best = _most_lines(contest, analyst) if found else None  # lost, against somebody who never errs
    return Answer(best or likely_move(contest, level, seed), proved=found is not None)


def sure_answer(contest: Contest, analyst: Analyst) -> Answer | None:
    """Return a winning move, or any move if none wins; None if the analyst does not know."""
    wins = analyst.wins(contest)
    if wins is None:
        return None
    moves = analyst.promising(contest)
    for move in moves if wins else ():
        lost = analyst.wins(contest.after(move))
        if not lost:
            return None if lost is None else Answer(move, proved=True, wins=True)
    return Answer(moves[0], proved=True)


def likely_move(contest: Contest, level: Level, seed: int) -> Move:
    """Return the move that looks best some marks ahead."""
    outlook = Outlook(contest)
    draw = Random(seed * 4096 + len(contest.empty))
    sign = 1 if contest.mover == X else -1
    best, found = None, -(1 << 62)
    for move in outlook.moves():
        worth = sign * outlook.after(move, level.ahead, level.width)
        # ties are broken by lot, as far below what a mark can be worth as it takes
        worth = (worth * 4 + int(4 * level.slip * UNIT * draw.random())) * FACTOR + int(FACTOR * draw.random())
        if best is None or worth > found:
            best, found = move, worth
    assert best is not None
    return best


def _most_lines(contest: Contest, analyst: Analyst) -> Move | None:
    """Return the move that gets most lines where the game is lost; None with too many empty cells to say."""
    found: dict[Move, int] = {}
    for move in analyst.promising(contest) if len(contest.empty) <= STUBBORN else ():
        if (points := analyst.points(contest.after(move))) is None:
            return None
        found[move] = points
    return (max if contest.mover == X else min)(found, key=found.__getitem__, default=None)


SCORED = 14  # empty cells: with more, who wins is found out, and not by how much


def why(match: Match, before: Contest, move: Move, analyst: Analyst) -> str:
    """Return some sentences on a move, made or thought of. before: the position in which it is made."""
    after, mover, half, near = before.after(move), before.mover, match.size // 2, list[str]()
    bearing: dict[int, list[str]] = {cell: [] for cell in move}  # what each line of a cell still lacks
    for name, line in zip(match.line_names(), before.lines, strict=True):
        needs = {who: half + 1 - sum(before.marks[cell] == who for cell in line) for who in (X, O)}
        won = next((who for who in (X, O) if needs[who] <= 0), "")
        state = f"{won.upper()} has it" if won else f"X needs {needs[X]} more, O {needs[O]}"
        for cell in set(move) & set(line):
            bearing[cell].append(f"{name} ({state})")
        # a line that the move leaves one mark short
        if needs[mover] > half + 1 - sum(after.marks[cell] == mover for cell in line) == 1 and needs[other(mover)] > 0:
            near.append(name)
    lines = [f"{mover.upper()}, {match.words(move)}."]
    lines += [f"{match.place(cell)} lies in {_enumeration(parts)}." for cell, parts in bearing.items()]
    decided = {"It wins": match.lines_won(before, after), "One mark more wins": near}
    lines += [f"{what} {_enumeration(names)}." for what, names in decided.items() if names]
    return "\n".join([*lines, *_worth(before, move, analyst)])


def _worth(before: Contest, move: Move, analyst: Analyst) -> list[str]:
    """Return what best play gives, before the move and after it."""
    after, total = before.after(move), len(before.lines)
    if len(before.empty) <= SCORED:
        best, left = analyst.points(before), analyst.points(after)
        if best is not None and left is not None:
            lost = abs(best - left)
            text = f"Computed: with best play X gets {best} of the {total} lines, O {total - best}. "
            if not lost:
                return [text + "This move keeps that: none is better."]
            given = f"After this move X gets {left}, O {total - left}: it gives {lost} line{'s' * (lost > 1)} away"
            return [text + given + (", and with that the game." if (2 * best > total) != (2 * left > total) else ".")]
    wins = analyst.wins(before)
    if wins is not None:
        if not wins:
            winner, loser = other(before.mover).upper(), before.mover.upper()
            return [f"Computed: {winner} wins with best play, whatever {loser} does."]
        away = analyst.wins(after)
        if away is not None:
            won = f"Computed: {before.mover.upper()} wins with best play. "
            return [won + ("This move gives the game away." if away else "After this move, too.")]
    points, without = (look.value(look.needs) / UNIT for look in (Outlook(after), Outlook(before)))
    return [
        f"Too early to prove who wins. Estimate: if the cells that are left fell by lot, X would get {points:.1f} of "
        f"the {total} lines after this move, {without:.1f} without it."
    ]


def _enumeration(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


SIDES = "xo"
LOOKS = {SEARCH: LEVELS["medium"]}


def test(parameters: Parameters) -> Trial:
    """Return what is tested. Raises InputError for a board that cannot be played on."""
    if parameters.get("board"):
        parse_board_name(str(parameters["board"]))
    return Trial("lines won by X", "lines", 2)


def plays(parameters: Parameters, policies: Sequence[str], seed: int, numbers: Sequence[int]) -> Iterator[Play]:
    """Yield games by their numbers."""
    from quasiprint.games.majomino.sampling import sample

    for number in numbers:
        draw = Random(f"{seed} {number}")
        if parameters.get("board"):
            board = parse_name(str(parameters["board"]))
        else:
            size = int(parameters["size"])
            board = Board(size, sample(size, 1, draw.getrandbits(60))[0])
        yield play(Match.begun(new_game(board, rule_of(parameters, board.size))), policies, draw)


def play(match: Match, policies: Sequence[str], draw: Random) -> Play:
    """Play a game to its end. X begins."""
    choices = 0
    while not match.over:
        moves = match.legal()
        choices += len(moves)
        move, policy = draw.choice(moves), policy_of(policies, SIDES.index(match.now.mover))
        if policy != RANDOM:
            move = likely_move(match.now, LOOKS.get(policy, Level()), draw.getrandbits(40))
        done = match.apply(move)
        assert not isinstance(done, Finding), done.message
        match, _ = done
    scores = tuple(match.now.lines_won(side) for side in SIDES)
    return Play(len(match.moves), len(match.moves), choices, 0, scores[0], scores, (SIDES.index(match.winner),))
