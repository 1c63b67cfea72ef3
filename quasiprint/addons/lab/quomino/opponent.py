"""The computer as an opponent at Quomino: a search for the best move, how far it looks ahead, and which of several good
moves it makes. `worth` says what the end of a line is worth.

The search is negamax with alpha-beta bounds, and a memory of the positions that it came through. It ends by counting
positions, never seconds: equal questions get equal answers everywhere, and whether it is compiled, see
`quasiprint.system.compiled`, or runs as Python. With neither width nor budget no move is left out: the value is plain
minimax's.

Positions that were looked into are known again by two keys of 62 bits; that two positions have both in common happens
once in 10³⁷ pairs. What is compiled hears no Ctrl-C: it runs beside the thread that does, and is told to stop. It takes
seconds to compile, once, and is some fifty times as fast.
"""

from __future__ import annotations

from array import array
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

from quasiprint.addons.lab.quomino.worth import (
    ENTRY,
    MOST,
    MOVE,
    PENDING,
    QUOMINO,
    TAKES,
    WON,
    best_first,
    list_moves,
    list_takes,
    most_promising,
    standing,
    worth_tables,
)
from quasiprint.games.quomino.rules import (
    CHANGED,
    END_AFTER,
    KEY,
    LAID_NOW,
    LIVE,
    MOVER,
    PASS,
    PASSES,
    THINGS,
    TOP,
    TURNED,
    Array,
    GameState,
    Move,
    Rows,
    code_of,
    do,
    undo,
)
from quasiprint.system.compiled import ALWAYS, available, choose, kernel, plain

LEVELS = {"easy": 1, "medium": 2, "hard": 5}
PLAIN_HARD = 3  # how far the hard level looks ahead where nothing can be compiled
DEPTHS = range(1, 8)
PLAIN_DEPTH = 3  # up to so many moves ahead compiling does not pay
SLIP = 450  # by so much the easy level misjudges a move at most: by less than half a Quomino
WIDTH = 28  # moves looked at in a position that is not the first or the last of a line
# positions looked into for one move: as Python, and compiled, which takes 2 to 8 s at most
PLAIN_BUDGET, BUDGET = 12_000, 300_000
LOOKS, LOOKS_MORE = 20, 10_000  # ends of lines looked at, for each position that may be looked into, and beside
NODES, MOST_NODES, LOOKED, BREADTH, USED, STOP = range(6)  # the numbers of a search
SEEN = 5  # numbers of a position in the table: two keys, the depth and bound, the value, the move
SOON = 3  # moves ahead: what is compiled is done then before anybody waits
LARGEST = 1 << 20  # positions that a table has room for at most; others are looked into again


@kernel
def quiet_value(game: Rows, board: Rows, work: Rows, top: int, low: int, high: int) -> int:
    """Return what a position is worth to the mover once nobody wants to lay a Quomino at once. top: of the stack of
    moves. low, high: bounds between which the value is exact."""
    now, search, moves = game[3], work[0], work[1]
    search[LOOKED] += 1
    if search[LOOKED] > LOOKS * (search[MOST_NODES] + LOOKS_MORE):
        search[STOP] = 1
    if search[STOP]:
        return 0
    if not now[LIVE] or now[PASSES] == END_AFTER:
        ahead = now[LAID_NOW + now[MOVER]] - now[LAID_NOW + 1 - now[MOVER]]
        return int(QUOMINO * ahead + WON * (int(ahead > 0) - int(ahead < 0)))
    best, takes = standing(game, board)
    if takes and best < high:
        end = list_takes(game, board, moves, top)
        for at in range(top, end, ENTRY):
            do(game, board, moves[at + MOVE])
            best = max(best, -quiet_value(game, board, work, end, -high, -max(low, best)))
            undo(game, board)
            if best >= high:
                break
    return int(best)


@kernel
def slot(now: Array, keys: Array, table: Array, size: int) -> tuple[int, int, int]:
    """Return where a position stands in the table, or where there is room for it, and its keys."""
    first, second = now[KEY], now[KEY + 1]
    other = 2 * THINGS * size + 2 * (now[MOVER] + 2 * now[TURNED] + 4 * now[TURNED + 1])
    first, second = first ^ keys[other], second ^ keys[other + 1]
    first, second = first + now[PASSES] & (1 << 62) - 1, second | 1 << 62
    mask = len(table) // SEEN - 1
    at = first & mask
    while table[SEEN * at + 1] and (table[SEEN * at] != first or table[SEEN * at + 1] != second):
        at = at + 1 & mask
    return SEEN * at, first, second


@kernel
def remember(
    now: Array, keys: Array, search: Array, table: Array, size: int, bound: int, value: int, move: int
) -> None:
    """Put what a position is worth into the table, if there is room. bound: 4 × depth + 0 for a highest value, + 1 for
    an exact one, + 2 for a lowest."""
    where, first, second = slot(now, keys, table, size)
    if not table[where + 1]:
        if 2 * SEEN * (search[USED] + 1) >= len(table):
            return
        search[USED] += 1
    table[where], table[where + 1], table[where + 2] = first, second, bound
    table[where + 3], table[where + 4] = value, move


@kernel
def resolve(game: Rows, board: Rows, work: Rows, top: int, end: int) -> None:
    """Find out what the listed moves are worth that lay a Quomino."""
    moves = work[1]
    for at in range(top, end, ENTRY):
        if moves[at + PENDING]:
            do(game, board, moves[at + MOVE])
            moves[at + MOST] = -quiet_value(game, board, work, end, -2 * WON, 2 * WON)
            undo(game, board)


@kernel
def nearest(game: Rows, board: Rows, work: Rows, top: int, end: int, low: int, high: int) -> int:
    """Return what a position is worth one move before the end of a line. top, end: of the moves that are listed."""
    best, moves = -3 * WON, work[1]
    while best < high:
        at = most_promising(moves, top, end, best)
        if at < 0:
            break
        most = moves[at + MOST]
        moves[at + MOST] = -4 * WON  # it was looked at
        if moves[at + TAKES]:
            do(game, board, moves[at + MOVE])
            most = -quiet_value(game, board, work, end, -2 * WON, -max(best, low))
            undo(game, board)
        best = max(best, most)
    return int(best)


@kernel
def put_first(moves: Array, begin: int, count: int, move: int) -> None:
    """Put a move before the others; the last, if it is not among them."""
    at = count - 1
    while at and moves[begin + 2 * at + 1] != move:
        at -= 1
    while at:
        moves[begin + 2 * at + 1] = moves[begin + 2 * at - 1]
        at -= 1
    moves[begin + 1] = move


@kernel
def search_value(game: Rows, board: Rows, work: Rows, top: int, depth: int, low: int, high: int) -> int:
    """Return what a position is worth to the mover, `depth` moves ahead, if between `low` and `high`. top: of the stack
    of moves. Once the budget is spent, STOP is set, and no value means anything."""
    now, size = game[3], len(game[0])
    search, moves, table = work
    if not depth or not now[LIVE] or now[PASSES] == END_AFTER:
        return quiet_value(game, board, work, top, -2 * WON, 2 * WON)
    search[NODES] += 1
    if search[NODES] > search[MOST_NODES]:
        search[STOP] = 1
    if search[STOP]:
        return 0
    where = slot(now, board[3], table, size)[0]
    known = depth > 1 and table[where + 1] != 0
    if known and table[where + 2] >> 2 == depth:
        bound, value = (table[where + 2] & 3) - 1, table[where + 3]
        if not bound or (bound > 0 and value >= high) or (bound < 0 and value <= low):
            return int(value)
    end = list_moves(game, board, moves, top)
    if end == top:
        do(game, board, PASS)
        value = -search_value(game, board, work, top, depth - 1, -high, -low)
        undo(game, board)
        return int(value)
    resolve(game, board, work, top, end)
    if depth == 1:
        return nearest(game, board, work, top, end, low, high)
    count = best_first(moves, top, end, search[BREADTH])
    if known:
        put_first(moves, end, count, table[where + 4])  # the best of a shallower look
    best, best_move = -3 * WON, moves[end + 1]
    for at in range(end, end + 2 * count, 2):
        move = moves[at + 1]
        do(game, board, move)
        value = -search_value(game, board, work, end + 2 * count, depth - 1, -high, -max(low, best))
        undo(game, board)
        if value > best:
            best, best_move = value, move
        if best >= high:
            break
    remember(now, board[3], search, table, size, 4 * depth + 1 + int(best >= high) - int(best <= low), best, best_move)
    return int(best)


class Search:
    """One search: told the moves of the first position, it says what they are worth, and never changes the game.

    depth: how many moves ahead it looks at most. width: how many moves are looked at in a position that is not the
    first or the last of a line, the best-looking. budget: how many positions. far: whether compiling pays.
    """

    def __init__(self, game: GameState, depth: int, width: int, budget: int, *, far: bool = False) -> None:
        self._search_value = choose(search_value, ALWAYS if far else 0.0, "the search of Quomino")
        self._beside = ThreadPoolExecutor(1)
        longest, count = depth + game.size * game.size // 4 + 4, len(game.cells)
        self._game = tuple(map(self._row, (*game.rows[:4], [0] * (CHANGED * longest))))
        self._game[3][TOP] = 0
        self._board = tuple(map(self._row, (*game.board, worth_tables())))
        # of each move ahead every move, listed and put in order; of what follows, a move for each block
        self._moves = self._row([0] * (depth * 8 * count * (ENTRY + 2) + longest * count * ENTRY))
        self._table = self._row([0]) * (SEEN << (2 * min(budget, LARGEST) + 2).bit_length())
        self._search = self._row([0, budget, 0, min(width, 8 * count), 0, 0])

    def _row(self, numbers: list[int]) -> Any:
        """Return numbers as what runs likes them: a list as Python, an array compiled."""
        return [*numbers] if self._search_value is plain(search_value) else array("q", numbers)

    @property
    def nodes(self) -> int:
        """How many positions were looked into."""
        return int(self._search[NODES])

    def promises(self) -> list[tuple[int, int, Move]]:
        """Return all legal moves, row by row: the most that a move can be worth to who makes it, and for how many
        blocks it leaves to be taken, which can only make it worse."""
        top = list_moves(self._game, self._board, self._moves, 0)
        found = []
        for most, takes, code, pending in zip(*(self._moves[k:top:ENTRY] for k in range(ENTRY)), strict=True):
            move = move_of(code)
            found.append((self.worth(move) if pending else most, takes, move))
        return found

    def worth(self, move: Move | None) -> int:
        """Return what the position after a move is worth to who makes it, once nobody wants to lay a Quomino."""
        value = self.after(move, 1, -2 * WON, 2 * WON)
        self._search[LOOKED] = 0
        assert value is not None
        return value

    def after(self, move: Move | None, depth: int, low: int, high: int) -> int | None:
        """Return what a move is worth, `depth` moves ahead, if between `low` and `high`; None if the budget is gone."""
        do(self._game, self._board, code_of(move))
        value = self._run(depth - 1, -high, -low)
        undo(self._game, self._board)
        return None if self._search[STOP] else -value

    def _run(self, depth: int, low: int, high: int) -> int:
        asked = (self._game, self._board, (self._search, self._moves, self._table), 0, depth, low, high)
        if self._search_value is plain(search_value) or depth < SOON:
            return int(self._search_value(*asked))
        found = self._beside.submit(self._search_value, *asked)
        try:
            return int(found.result())
        except BaseException:
            self._search[STOP] = 1
            raise


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found. move: None for a pass. value: for the mover. depth: how deep it looked. nodes: positions."""

    move: Move | None
    value: int
    depth: int
    nodes: int


def depth_of(level: str) -> int:
    """Return how many moves a level looks ahead here."""
    depth = LEVELS[level]
    return depth if depth <= PLAIN_DEPTH or available() else PLAIN_HARD


def answer(game: GameState, depth: int, seed: int = 0) -> SearchResult:
    """Return the computer's move at a level: `easy` at depth 1, else the `best` one."""
    return easy(game, seed) if depth == 1 else best(game, depth, seed)


def easy(game: GameState, seed: int = 0) -> SearchResult:
    """Return a move as a beginner finds it: one move ahead, and each misjudged by up to SLIP."""
    search, draw = Search(game, 1, WIDTH, PLAIN_BUDGET), _draw(game, seed)
    found = [
        ((search.worth(move) if takes else most) + draw.randrange(SLIP), move)
        for most, takes, move in search.promises()
    ]
    value, move = max(found, key=lambda one: one[0]) if found else (search.worth(None), None)
    return SearchResult(move, value, 1, 1)


def best(game: GameState, depth: int, seed: int = 0, *, width: int = WIDTH, budget: int | None = None) -> SearchResult:
    """Return the best move that a search finds, `depth` moves ahead.

    seed: which of several equal moves. width: see `Search`. budget: how many positions, None for as many as pay; once
    they are used up the answer is that of the depth before, or better. Raises ValueError if the depth is below 1 or the
    game is over.
    """
    if depth < 1 or game.over:
        raise ValueError(f"search: found the depth {depth}, allowed are 1 and more, in a game that is not over")
    far = depth > PLAIN_DEPTH and available()
    search = Search(game, depth, width, (BUDGET if far else PLAIN_BUDGET) if budget is None else budget, far=far)
    found = search.promises()
    _draw(game, seed).shuffle(found)
    # those first that look best at once; those that look equal stay shuffled
    found.sort(key=lambda one: QUOMINO * (one[1] > 0) - one[0])
    moves: list[Move | None] = [move for _, _, move in found] or [None]
    if len(moves) == 1:
        return SearchResult(moves[0], search.worth(moves[0]), depth, 1)
    answer = SearchResult(moves[0], 0, 0, 0)
    for deep in range(1, depth + 1):
        values = _first(search, moves, deep)
        if values is None:
            break
        value, move = values[0]
        answer = SearchResult(move, value, deep, search.nodes)
        moves = [move for _, move in values][: 2 * width]
        if abs(value) > WON // 2 and deep > 1:
            break  # won or lost whatever is looked at further
    return answer


def _draw(game: GameState, seed: int) -> Random:
    return Random(seed * 1024 + game.move_count)


def _first(search: Search, moves: list[Move | None], depth: int) -> list[tuple[int, Move | None]] | None:
    """Return the moves with their values, the best first; those of the others may be too high. None if the budget is
    spent."""
    found: list[tuple[int, Move | None]] = []
    low = -2 * WON
    for move in moves:
        value = search.after(move, depth, low, 2 * WON)
        if value is None:
            return None
        found.append((value, move))
        low = max(low, value)
    # the sort keeps the order of equals; only what raised the bound has a value of its own
    return sorted(found, key=lambda one: -one[0])


def move_of(number: int) -> Move:
    """Return the move of a number."""
    return Move(number // 16, number // 4 % 4, number % 4 - 1 if number % 4 else None)
