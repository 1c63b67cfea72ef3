"""A search for the best move at Quomino, a chosen number of moves deep: negamax with alpha-beta bounds, and a memory of
the positions that it came through. `opponent` says how deep, and `worth` what the end of a line is worth.

It ends by counting positions, never seconds: equal questions get equal answers everywhere, and whether it is compiled
(`quasiprint.compiled`) or runs as Python. With neither width nor budget no move is left out: the value is plain
minimax's.

A recursion cannot be left and taken up again, and a player may press Ctrl-C at any moment. So the lines that are being
looked at stand in frames on a stack of their own, one step is one turn of a loop, and after so many steps the loop
comes back to Python. Positions that were looked into are known again by two keys of 62 bits; that two positions have
both in common happens once in 10³⁷ pairs.
"""

from __future__ import annotations

from array import array
from typing import Any

from quasiprint.compiled import ALWAYS, chosen, kernel, plain
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
    code_of,
    do,
    move_of,
    undo,
)
from quasiprint.games.quomino.worth import (
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
            ahead = now[LAID_NOW + now[MOVER]] - now[LAID_NOW + 1 - now[MOVER]]
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
        where, _, _ = slot(game[3], board[3], table, len(game[0]))
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
    where, first, second = slot(game[3], board[3], table, len(game[0]))
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
        where, _, _ = slot(now, board[3], table, len(game[0]))
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


class Search:
    """One search: told the moves of the first position, it says what they are worth, and never changes the game.

    depth: how many moves ahead it looks at most. width: how many moves are looked at in a position that is not the
    first or the last of a line, the best-looking. budget: how many positions. far: whether compiling pays.
    """

    def __init__(self, game: GameState, depth: int, width: int, budget: int, *, far: bool = False) -> None:
        self._step = chosen(searched, ALWAYS if far else 0.0, "the search of Quomino")
        longest, count = depth + game.size * game.size // 4 + 4, len(game.cells)
        rows = (*game.rows[:4], [0] * (CHANGED * longest))
        self._game = tuple(map(self._row, rows))
        self._game[3][TOP] = 0
        self._board = tuple(map(self._row, (*game.board, worth_tables())))
        self._frames = self._row([0] * (FRAME * longest))
        # of each move ahead every move, listed and put in order; of what follows, a move for each block
        self._moves = self._row([0] * (depth * 8 * count * (ENTRY + 2) + longest * count * ENTRY))
        self._table = self._row([0] * (SEEN * TABLE))
        self._search = self._row([0] * 8)
        self._search[BUDGET], self._search[WIDTH] = budget, min(width, 8 * count)

    def _row(self, numbers: list[int]) -> Any:
        """Return numbers as what runs likes them: a list as Python, an array compiled."""
        return [*numbers] if self._step is plain(searched) else array("q", numbers)

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
        search, frames = self._search, self._frames
        search[PLY] = 0
        called(search, frames, 0, ROOT, depth, low, high)
        frames[CHOSEN] = code_of(move)
        while True:
            state = self._step(self._game, self._board, search, frames, self._moves, self._table, STEPS)
            if state == FINISHED:
                return int(search[VALUE])
            if state == SPENT:
                return None
            if state == FULL:
                self._enlarge()

    def _enlarge(self) -> None:
        """Make the table four times as large."""
        old, count = self._table, len(self._table) // SEEN
        new = self._row([0] * (4 * len(old)))
        for at in range(0, len(old), SEEN):
            if old[at + 1]:
                to = old[at] & (4 * count - 1)
                while new[SEEN * to + 1]:
                    to = to + 1 & (4 * count - 1)
                new[SEEN * to : SEEN * to + SEEN] = old[at : at + SEEN]
        self._table = new
