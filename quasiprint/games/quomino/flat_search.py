"""The search of `search.best` in flat arrays, for the compiler: the same moves, values and counts, many times as fast.

A recursion cannot be left and taken up again, and a player may press Ctrl-C at any moment. So the lines that are being
looked at stand in frames on a stack of their own, one step is one turn of a loop, and after so many steps the loop
comes back to Python. Positions that were looked into are known again by two keys of 62 bits; that two positions have
both in common happens once in 10³⁷ pairs.
"""

from __future__ import annotations

from array import array
from typing import Any

from quasiprint.compiled import ALWAYS, chosen, kernel
from quasiprint.games.quomino.flat_game import (
    KEY,
    LAID_HERE,
    LIVE,
    MOVER,
    PASS,
    PASSES,
    THINGS,
    TURNED,
    code_of,
    do,
    flat_board,
    flat_game,
    standing,
    undo,
)
from quasiprint.games.quomino.flat_moves import (
    ENTRY,
    MOST,
    MOVE,
    PENDING,
    TAKES,
    best_first,
    list_moves,
    list_takes,
    most_promising,
)
from quasiprint.games.quomino.rules import END_AFTER, GameState, Move
from quasiprint.games.quomino.search import QUOMINO, WON

Array = Any
STEPS = 4000  # between two looks at whether the run was ended: at most 0.1 s, on the largest board
LOOKS, LOOKS_MORE = 20, 10_000  # ends of lines looked at, for each position that may be looked into, and beside
# what is being looked at: a move of the first position; a position some moves before the end of a line, or one; the
# Quominoes that can be laid at its end
ROOT, INNER, LAST, SETTLE = range(4)
ENTER, RESOLVE, GO_ON = range(3)
# the numbers of a frame
KIND, STAGE, DEPTH, LOW, HIGH, BEST, CHOSEN, BEGIN, END, AT, DONE = range(11)
FRAME = 12
# the numbers of a search
PLY, NODES, BUDGET, LOOKED, VALUE, RETURNED, WIDTH, USED = range(8)
TABLE = 1 << 12  # positions that the table of a search begins with room for; a power of two
SEEN = 5  # numbers of a position in the table: two keys, the depth and bound, the value, the move
RUNNING, FINISHED, SPENT, FULL = range(4)
NO_BUDGET = 1 << 60


@kernel
def called(search: Array, frames: Array, moves_top: int, kind: int, depth: int, low: int, high: int) -> None:
    """Begin to look at the position that the game stands at."""
    f = FRAME * search[PLY]
    frames[f + KIND], frames[f + STAGE], frames[f + DEPTH] = kind, ENTER, depth
    frames[f + LOW], frames[f + HIGH], frames[f + BEST] = low, high, -3 * WON
    frames[f + BEGIN], frames[f + END], frames[f + AT], frames[f + DONE] = moves_top, moves_top, -1, 0
    search[PLY] += 1
    search[RETURNED] = 0


@kernel
def returned(search: Array, value: int) -> None:
    """Be done with a position: it is worth so much."""
    search[PLY] -= 1
    search[VALUE], search[RETURNED] = value, 1


@kernel
def answered(game: tuple[Array, ...], board: tuple[Array, ...], search: Array) -> int:
    """Take a move back after which a position was looked at; return what the move is worth."""
    undo(game, board)
    search[RETURNED] = 0
    return -int(search[VALUE])


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
def settle(
    game: tuple[Array, ...], board: tuple[Array, ...], search: Array, frames: Array, moves: Array, f: int
) -> None:
    """Take a step towards what a position is worth once nobody wants to lay a Quomino at once."""
    now = game[3]
    if frames[f + STAGE] == ENTER:
        search[LOOKED] += 1
        if not now[LIVE] or now[PASSES] == END_AFTER:
            ahead = now[LAID_HERE + now[MOVER]] - now[LAID_HERE + 1 - now[MOVER]]
            returned(search, QUOMINO * ahead + WON * (int(ahead > 0) - int(ahead < 0)))
            return
        best, takes = standing(game, board)
        frames[f + BEST] = best
        if not takes or best >= frames[f + HIGH]:
            returned(search, best)
            return
        frames[f + END] = list_takes(game, board, moves, frames[f + BEGIN])
        frames[f + AT] = frames[f + BEGIN]
        frames[f + STAGE] = GO_ON
    if search[RETURNED]:
        frames[f + BEST] = max(frames[f + BEST], answered(game, board, search))
        frames[f + AT] += ENTRY
    if frames[f + AT] >= frames[f + END] or frames[f + BEST] >= frames[f + HIGH]:
        returned(search, frames[f + BEST])
        return
    do(game, board, moves[frames[f + AT] + MOVE])
    low = max(frames[f + LOW], frames[f + BEST])
    called(search, frames, frames[f + END], SETTLE, 0, -frames[f + HIGH], -low)


@kernel
def resolve(
    game: tuple[Array, ...], board: tuple[Array, ...], search: Array, frames: Array, moves: Array, f: int
) -> None:
    """Take a step towards what the listed moves are worth that lay a Quomino."""
    at = frames[f + AT]
    if search[RETURNED]:
        moves[at + MOST], moves[at + PENDING] = answered(game, board, search), 0
        at += ENTRY
    while at < frames[f + END] and not moves[at + PENDING]:
        at += ENTRY
    frames[f + AT] = at
    if at < frames[f + END]:
        do(game, board, moves[at + MOVE])
        called(search, frames, frames[f + END], SETTLE, 0, -2 * WON, 2 * WON)
    else:
        frames[f + STAGE], frames[f + AT] = GO_ON, -1


@kernel
def passed(game: tuple[Array, ...], board: tuple[Array, ...], search: Array, frames: Array, f: int) -> None:
    """Look at a position in which nothing but a pass is legal."""
    if search[RETURNED]:
        returned(search, answered(game, board, search))
        return
    do(game, board, PASS)
    depth = frames[f + DEPTH] - 1
    called(search, frames, frames[f + END], INNER, depth, -frames[f + HIGH], -frames[f + LOW])


@kernel
def last(game: tuple[Array, ...], board: tuple[Array, ...], search: Array, frames: Array, moves: Array, f: int) -> None:
    """Take a step in a position one move before the end of a line."""
    if frames[f + BEGIN] == frames[f + END]:
        passed(game, board, search, frames, f)
        return
    if search[RETURNED]:
        frames[f + BEST] = max(frames[f + BEST], answered(game, board, search))
    at = -1
    if frames[f + BEST] < frames[f + HIGH]:
        at = most_promising(moves, frames[f + BEGIN], frames[f + END], frames[f + BEST])
    if at < 0:
        returned(search, frames[f + BEST])
        return
    most, takes = moves[at + MOST], moves[at + TAKES]
    moves[at + MOST] = -4 * WON  # it was looked at
    if takes:
        do(game, board, moves[at + MOVE])
        low = max(frames[f + BEST], frames[f + LOW])
        called(search, frames, frames[f + END], SETTLE, 0, -2 * WON, -low)
    else:
        frames[f + BEST] = most


@kernel
def put_in_order(search: Array, frames: Array, moves: Array, table: Array, f: int, where: int, known: bool) -> None:
    """Choose the moves to be looked at in a position, and put them in order, the best of a shallower look first."""
    top = frames[f + END]
    count = best_first(moves, frames[f + BEGIN], top, search[WIDTH])
    frames[f + BEGIN], frames[f + END], frames[f + AT] = top, top + 2 * count, top
    if known and count:
        best = table[where + 4]
        at = count - 1
        while at and moves[top + 2 * at + 1] != best:
            at -= 1
        while at:
            moves[top + 2 * at + 1] = moves[top + 2 * at - 1]
            at -= 1
        moves[top + 1] = best
    if count:
        frames[f + CHOSEN] = moves[top + 1]


@kernel
def inner(
    game: tuple[Array, ...], board: tuple[Array, ...], search: Array, frames: Array, moves: Array, table: Array, f: int
) -> None:
    """Take a step in a position two moves or more before the end of a line."""
    if frames[f + AT] < 0:
        where, _, _ = slot(game[3], board[4], table, len(game[0]))
        put_in_order(search, frames, moves, table, f, where, table[where + 1] != 0)
    if frames[f + BEGIN] == frames[f + END]:
        passed(game, board, search, frames, f)
        return
    if search[RETURNED]:
        value = answered(game, board, search)
        if value > frames[f + BEST]:
            frames[f + BEST], frames[f + CHOSEN] = value, moves[frames[f + AT] + 1]
        frames[f + AT] += 2
    best, low, high = frames[f + BEST], frames[f + LOW], frames[f + HIGH]
    if frames[f + AT] < frames[f + END] and best < high:
        do(game, board, moves[frames[f + AT] + 1])
        called(search, frames, frames[f + END], INNER, frames[f + DEPTH] - 1, -high, -max(low, best))
        return
    where, first, second = slot(game[3], board[4], table, len(game[0]))
    if not table[where + 1]:
        search[USED] += 1
    bound = 1 if best >= high else -1 if best <= low else 0
    table[where], table[where + 1], table[where + 2] = first, second, 4 * frames[f + DEPTH] + 1 + bound
    table[where + 3], table[where + 4] = best, frames[f + CHOSEN]
    returned(search, best)


@kernel
def entered(
    game: tuple[Array, ...], board: tuple[Array, ...], search: Array, frames: Array, moves: Array, table: Array, f: int
) -> bool:
    """Begin with a position, if it is not known what it is worth. Return whether it is beyond the budget."""
    now = game[3]
    depth, low, high = frames[f + DEPTH], frames[f + LOW], frames[f + HIGH]
    if not depth or not now[LIVE] or now[PASSES] == END_AFTER:
        frames[f + KIND], frames[f + LOW], frames[f + HIGH] = SETTLE, -2 * WON, 2 * WON
        return False
    search[NODES] += 1
    if search[NODES] > search[BUDGET]:
        return True
    if depth == 1:
        frames[f + KIND] = LAST
    else:
        where, _, _ = slot(now, board[4], table, len(game[0]))
        if table[where + 1] and table[where + 2] >> 2 == depth:
            bound, value = (table[where + 2] & 3) - 1, table[where + 3]
            if not bound or (bound > 0 and value >= high) or (bound < 0 and value <= low):
                returned(search, value)
                return False
    frames[f + END] = list_moves(game, board, moves, frames[f + BEGIN])
    frames[f + STAGE], frames[f + AT] = RESOLVE, frames[f + BEGIN]
    return False


@kernel
def searched(
    game: tuple[Array, ...],
    board: tuple[Array, ...],
    search: Array,
    frames: Array,
    moves: Array,
    table: Array,
    steps: int,
) -> int:
    """Take so many steps; return how the search stands: RUNNING, FINISHED, SPENT, or FULL, the table."""
    for _ in range(steps):
        if not search[PLY]:
            return FINISHED
        if 2 * SEEN * search[USED] >= len(table):
            return FULL
        f = FRAME * (search[PLY] - 1)
        kind = frames[f + KIND]
        if kind == ROOT:
            if search[RETURNED]:
                returned(search, answered(game, board, search))
            else:
                do(game, board, frames[f + CHOSEN])
                depth = frames[f + DEPTH] - 1
                called(search, frames, 0, INNER, depth, -frames[f + HIGH], -frames[f + LOW])
        elif kind == SETTLE:
            settle(game, board, search, frames, moves, f)
            if search[LOOKED] > LOOKS * (search[BUDGET] + LOOKS_MORE):
                return SPENT
        elif frames[f + STAGE] == ENTER:
            if entered(game, board, search, frames, moves, table, f):
                return SPENT
        elif frames[f + STAGE] == RESOLVE:
            resolve(game, board, search, frames, moves, f)
        elif kind == LAST:
            last(game, board, search, frames, moves, f)
        else:
            inner(game, board, search, frames, moves, table, f)
    return RUNNING


class FlatSearch:
    """One search, as `search.Search`: told the moves of the first position, it says what they are worth.

    It is compiled; where it cannot be, it runs as Python, slower than `search` itself.
    """

    def __init__(self, game: GameState, depth: int, width: int | None, budget: int | None) -> None:
        self._step = chosen(searched, ALWAYS, "the search of Quomino")
        longest = depth + game.size * game.size // 4 + 4
        self._game, self._board = flat_game(game, longest), flat_board(game.size)
        cells = len(game.cells)
        self._frames = array("q", bytes(8 * FRAME * longest))
        # of each move ahead every move, listed and put in order; of what follows, a move for each block
        self._moves = array("q", bytes(8 * (depth * 8 * cells * (ENTRY + 2) + longest * cells * ENTRY)))
        self._table = array("q", bytes(8 * SEEN * TABLE))
        self._search = array("q", [0] * 8)
        self._search[BUDGET] = NO_BUDGET // LOOKS if budget is None else budget
        self._search[WIDTH] = 8 * cells if width is None else width

    @property
    def nodes(self) -> int:
        """How many positions were looked into."""
        return self._search[NODES]

    def after(self, move: Move, depth: int, low: int, high: int) -> int | None:
        """Return what a move is worth, `depth` moves ahead, if between `low` and `high`; None if the budget is gone."""
        search = self._search
        search[PLY] = search[RETURNED] = 0
        frames = self._frames
        frames[KIND], frames[STAGE], frames[DEPTH], frames[CHOSEN] = ROOT, ENTER, depth, code_of(move)
        frames[LOW], frames[HIGH] = low, high
        search[PLY] = 1
        while True:
            state = self._step(self._game, self._board, search, frames, self._moves, self._table, STEPS)
            if state == FINISHED:
                return search[VALUE]
            if state == SPENT:
                return None
            if state == FULL:
                self._enlarge()

    def _enlarge(self) -> None:
        """Make the table four times as large."""
        old, count = self._table, len(self._table) // SEEN
        new = array("q", bytes(32 * len(old)))
        for at in range(0, len(old), SEEN):
            if old[at + 1]:
                to = old[at] & (4 * count - 1)
                while new[SEEN * to + 1]:
                    to = to + 1 & (4 * count - 1)
                new[SEEN * to : SEEN * to + SEEN] = old[at : at + SEEN]
        self._table = new
