"""Answers what players get from a position, by asking the search again and again.

Nothing is lost between two questions: what was found stays in a table, and whatever can come of the first position is
in it. Positions stand there by numbers that are drawn by a key, so what one key finds is computed, and what two find is
proved: see `quasiprint.addons.lab.perfect_play.search`.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from itertools import combinations, product
from math import isqrt
from typing import Any

import numpy as np

from quasiprint.addons.lab.answers import MEMORY, Enough, Range
from quasiprint.addons.lab.perfect_play import kernels, search
from quasiprint.addons.lab.perfect_play.kernels import OF_A_CELL
from quasiprint.addons.lab.perfect_play.search import BUCKET
from quasiprint.errors import Unavailable
from quasiprint.games.majomino.board import FREE
from quasiprint.games.majomino.situation import Contest, Move, O, X
from quasiprint.system.compiled import available, choose, compile_kernel, plain

MIB = 1 << 20
ENTRY = 8  # bytes
WIDE = 18  # empty cells from which on O's double moves are tried in turn
GAMES = 60  # by which double moves are ranked, after each first move
LOWEST = -1 << 30
POLL_SECONDS = 0.1  # s: whether the run was ended
UNLIMITED = 1 << 62  # positions
PLAIN_EMPTY = 13  # empty cells: with more it takes too long as Python
PLAIN_POSITION = 2e-3  # s: for one position, as Python
MEASURED, GROWTH = (17, 5e4), 2.5  # positions looked at with so many empty cells; how many times more for each further
# What a mark promises in a line, by what its player and the other still need there; found by trial: with these a search
# looks at the fewest positions. Whoever is to win nearly always finds how; these find a short way.
PROMISES = {(1, 1): 1108, (1, 2): 384, (1, 3): 240, (2, 1): 700, (2, 2): 718, (2, 3): 421, (3, 1): 28, (3, 2): 217,
            (3, 3): 356}  # fmt: skip

Pause = Callable[[], None]


def both(first: Range, second: Range) -> Range:
    """Return what follows from both."""
    return max(first[0], second[0]), min(first[1], second[1])


class _Looker:
    """What one search writes into, but for the table, which all share."""

    def __init__(self, size: int, double: bool) -> None:
        moves = size + size * (size - 1) // 2 + 1 if double else size + 1
        self.moves = np.zeros((size + 2, moves), np.int64)
        self.control = np.zeros(search.CONTROLS, np.int64)
        self.work = np.zeros(search.WORK, np.int64)


class Solver:
    """One position and all that can come of it. Several threads may ask it at once. What is compiled hears no Ctrl-C:
    it runs beside the thread that does. last: after so many positions in all of one looker questions end."""

    def __init__(self, contest: Contest, memory: int = MEMORY, key: int = 0, jobs: int = 1) -> None:
        """Prepare to solve a position. memory: MiB, of the table. key: of the numbers of positions. jobs: how many may
        ask at once. Raises Unavailable where it takes numba, and that is not there."""
        assert len(contest.marks) <= kernels.MOST_CELLS, "larger boards are refused before"
        self.contest = contest
        self.cells = contest.empty
        self._number = {cell: k for k, cell in enumerate(self.cells)}
        size = len(self.cells)
        if size > PLAIN_EMPTY and not available():
            raise Unavailable(
                f"position: found {size} empty cells; without numba, allowed are up to {PLAIN_EMPTY} "
                "(pip install 'quasiprint[fast]')"
            )
        seconds = MEASURED[1] * GROWTH ** (size - MEASURED[0]) * PLAIN_POSITION
        self._decide: Any = choose(search.decide, seconds, "the search for perfect play")
        self._beside = ThreadPoolExecutor(jobs)
        self.last = 0
        self._board = self._board_array()
        self._rules = self._limits()
        self._keys = search.keys(key)
        most = max(memory * MIB // ENTRY, BUCKET)
        # how many positions the table holds: a power of two, no more than a small position can need
        entries = 1 << min(most.bit_length() - 1, max(size + 7, 10))
        self._table = np.zeros(entries, np.int64)
        self._lookers = [_Looker(size, contest.double) for _ in range(jobs)]
        self._idle = queue.SimpleQueue[_Looker]()
        for looker in self._lookers:
            self._idle.put(looker)
        is_plain = self._decide is plain(search.decide)
        self._play: Any = plain(search.play_out) if is_plain else compile_kernel(search.play_out)
        self._rank: dict[Move, int] = {}
        self._ranking = threading.Lock()
        self._answers: dict[Move, int] = {}  # how often a double move was the answer to what was asked
        with suppress(Enough):  # to have it compiled
            self._reaches(self._lookers[0], contest, 0, lambda: None)
        self.last = UNLIMITED
        if size >= WIDE:
            self._play(0, 0, 0, 0, 0, self._board, self._lookers[0].work)

    def _board_array(self) -> Any:
        """Return the board as the search has it."""
        board = np.zeros(kernels.BOARD, np.int64)
        lines = self.contest.lines
        for k, cell in enumerate(self.cells):
            here = [line for line, cells in enumerate(lines) if cell in cells]
            board[kernels.LINES_OF + k] = sum(1 << line for line in here)
            at = kernels.ONE_BY_ONE + OF_A_CELL * k
            board[at : at + OF_A_CELL] = here
            board[kernels.NEAR + k] = self._set({other for line in here for other in lines[line]})
        board[kernels.MEMBERS : kernels.MEMBERS + len(lines)] = [self._set(line) for line in lines]
        for first, second in combinations(range(len(lines)), 2):
            board[kernels.SHARING + first] |= int(len({*lines[first]} & {*lines[second]}) > 1) << second
        for mine, theirs in product(range(1, kernels.NEED), repeat=2):
            promise = PROMISES.get((mine, theirs), 5000 // (5 * max(mine, theirs) + mine))
            board[kernels.WEIGHTS + mine * kernels.NEED + theirs] = promise
        return board

    def _limits(self) -> search.Rules:
        """Return the rules of the double as the search has them."""
        cells, turns = len(self.contest.marks), self.contest.turns
        # before her k-th turn, X has marked k cells and she k - 1
        first, last = (cells - 2 * turn + 1 for turn in turns or (1, cells))
        return first, max(2, last), int(self.contest.apart), int(turns is not None)

    @property
    def nodes(self) -> int:
        """How many positions were looked at so far."""
        return sum(int(looker.control[search.NODES]) for looker in self._lookers)

    def _set(self, cells: Any) -> int:
        """Return those of some cells that are empty at the beginning, as bits."""
        return sum(1 << self._number[cell] for cell in cells if cell in self._number)

    def reaches(self, contest: Contest, points: int, pause: Pause = lambda: None) -> bool:
        """Tell whether X gets so many lines. contest: the solver's, or one that can come of it. pause: is called now
        and then, and may raise what ends the search; the next one is none the worse for it."""
        looker = self._idle.get()
        try:
            if len(contest.empty) >= WIDE and contest.may_double():
                return not self._has_answer(looker, contest, points, pause)
            if len(contest.empty) > WIDE and contest.mover == X and contest.after(contest.empty[:1]).may_double():
                return any(
                    not self._has_answer(looker, contest.after(move), points, pause)
                    for move in dict.fromkeys(alike(contest, self.promising(contest)).values())
                )
            return self._reaches(looker, contest, points, pause)
        finally:
            self._idle.put(looker)

    def _has_answer(self, looker: _Looker, contest: Contest, points: int, pause: Pause) -> bool:
        """Tell whether O, who may double, keeps X from so many lines.

        Of the many moves few are good, and to find out that one is bad costs more than that one is good. What answered
        another position is tried first.
        """
        moves = list(dict.fromkeys(alike(contest, self.promising(contest)).values()))
        rank = self._rank_doubles(looker, pause)
        moves.sort(key=lambda move: (-self._answers.get(move, 0), len(move) == 1, -rank.get(move, LOWEST)))
        for move in moves:
            if not self._reaches(looker, contest.after(move), points, pause):
                self._answers[move] = self._answers.get(move, 0) + 1
                return True
        return False

    def _rank_doubles(self, looker: _Looker, pause: Pause) -> dict[Move, int]:
        """Return O's double moves, and how many lines more than X she gets after each against the best first move of X,
        in games with some chance. It is the same for all first moves: one answer to all of them is what is wanted."""
        with self._ranking:
            if not self._rank:
                rank: dict[Move, int] = {}
                contest = self.contest
                first = alike(contest, list(contest.moves())).values() if contest.mover == X else ()
                for after in [contest.after(move) for move in dict.fromkeys(first)] or [contest]:
                    pause()
                    for move in after.moves():
                        if len(move) == 2:
                            tried = after.after(move)
                            seed = sum(cell * 31**k for k, cell in enumerate(tried.empty)) % (1 << search.BITS)
                            needs = self._needs(tried)
                            won = -int(self._play(*needs, GAMES, seed, self._board, looker.work))
                            rank[move] = min(won, rank.get(move, won))
                self._rank = rank
            return self._rank

    def _reaches(self, looker: _Looker, contest: Contest, points: int, pause: Pause) -> bool:
        """Tell whether X gets so many lines. Raises Enough when too many positions were looked at."""
        mover, control = contest.mover, looker.control
        wanted = points if mover == X else len(contest.lines) - points + 1
        empty, double = len(contest.empty), search.GONE
        if contest.double and (empty if mover == O else empty - 1) >= self._rules[search.LEAST_EMPTY]:
            double = search.READY if mover == O else search.AWAY
        control[search.MOST_NODES] = self.last
        asked: tuple[Any, ...] = *self._needs(contest), wanted - contest.lines_won(mover), double, empty, True, False, 0
        asked += control, looker.moves, self._table, self._rules, self._board, self._keys, looker.work
        running = self._beside.submit(self._decide, *asked)
        try:
            while not wait([running], POLL_SECONDS).done:
                pause()
        except BaseException:
            control[search.MOST_NODES] = 0
            wait([running])
            raise
        if (outcome := running.result()) == search.OPEN:
            raise Enough
        return bool(outcome == search.WIN) == (mover == X)

    def _needs(self, contest: Contest) -> tuple[int, int, int]:
        """Return what the mover and the other need in each open line, and the empty cells, as bits."""
        needs = {X: 0, O: 0}
        for k, line in enumerate(contest.lines):
            lack = _lacking(contest, line)
            for player in needs if min(lack.values()) > 0 else ():
                needs[player] |= sum((lack[player] >> bit & 1) << kernels.PLANE * bit + k for bit in range(3))
        cells = self._set(cell for cell in self.cells if contest.marks[cell] == FREE)
        return needs[contest.mover], needs[O if contest.mover == X else X], cells

    def bounds(self, contest: Contest) -> Range:
        """Return what is sure without a search: from how many up to how many lines X gets."""
        return contest.lines_won(X), len(contest.lines) - contest.lines_won(O)

    def value(self, contest: Contest, found: Range, pause: Pause = lambda: None) -> int:
        """Return how many lines X gets at best. found: between which it lies. The middle is asked first."""
        low, high = found
        points = min(max(len(contest.lines) // 2 + 1, low + 1), high)
        while low < high:
            if self.reaches(contest, points, pause):
                low = points
            else:
                high = points - 1
            points = (low + high + 1) // 2
        return low

    def promising(self, contest: Contest) -> list[Move]:
        """Return the moves of a position, in the order in which to try them."""
        other = O if contest.mover == X else X
        worth = dict.fromkeys(contest.empty, 0)
        for line in contest.lines:
            lack = _lacking(contest, line)
            mine, theirs = lack[contest.mover], lack[other]
            if mine > 0 and theirs > 0:
                for cell in worth.keys() & set(line):
                    worth[cell] += int(self._board[kernels.WEIGHTS + mine * kernels.NEED + theirs])
        answers = self._answers if contest.may_double() else {}
        return sorted(
            contest.moves(), key=lambda move: (-answers.get(move, 0), -sum(worth[cell] for cell in move), move)
        )


def _lacking(contest: Contest, line: Sequence[int]) -> dict[str, int]:
    """Return how many more cells of a line each player needs to have it."""
    return {player: len(line) // 2 + 1 - sum(contest.marks[cell] == player for cell in line) for player in (X, O)}


def alike(contest: Contest, moves: Sequence[Move]) -> dict[Move, Move]:
    """Return for each move the first to which a turn or a reflection of the board carries it that leaves its lines and
    marks as they are. Other equivalences are missed; what comes of such moves is mostly known again by its number."""
    size, lines, marks = isqrt(len(contest.marks)), set(map(frozenset, contest.lines)), contest.marks
    board = np.arange(size * size).reshape(size, size)
    images = [np.rot90(way, turn).ravel().tolist() for way in (board, board.T) for turn in range(4)]
    same = [
        image
        for image in images
        if all(marks[cell] == mark for cell, mark in zip(image, marks, strict=True))
        and {frozenset(image[cell] for cell in line) for line in lines} == lines
    ]
    first: dict[Move, Move] = {}
    return {
        move: first.setdefault(min(tuple(sorted(image[cell] for cell in move)) for image in same), move)
        for move in moves
    }
