"""The computer as an opponent at Quomino: a search for the best move, how far it looks ahead, and which of several good
moves it makes; and games played by themselves.

The search is negamax with alpha-beta bounds, one move deeper after the other: what looks best at one depth is looked
into first at the next. It ends by counting positions, never seconds: equal questions get equal answers everywhere, and
whether it is compiled, see `quasiprint.system.compiled`, or runs as Python. With neither width nor budget no move is
left out: the value is plain minimax's. What is compiled hears no Ctrl-C: it runs beside the thread that does, which
stops it. It takes seconds to compile, once, and is some fifty times as fast.

A position is worth the difference of Quominoes, then, for each block that none covers yet, how near either colour is to
closing it (`LEAN`), and who may rotate (`TEMPO`). The worth of a block depends on its four squares, on whose turn it is
and on who may rotate, so it stands in a table, and the worth of a position is a sum. Quominoes that can be laid at once
are tried first: a position is worth what it is once nobody wants to lay one. All numbers are integers. The worth of a
game that has ended is exact, that of any other a guess, found by letting the search play against itself.

A move on the stack of moves is ENTRY numbers: the most that it can be worth, what it promises, which is less where the
other can lay a Quomino then, and the move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

from quasiprint.addons.lab.answers import Enough
from quasiprint.games.quomino.rules import (
    EMPTY,
    END_AFTER,
    FIRST,
    LAID_NOW,
    LAST,
    LIVE,
    MOVER,
    NOWHERE,
    PASS,
    PASSES,
    TOP,
    TURNED,
    Array,
    GameState,
    Move,
    Rows,
    code_of,
    do,
    find_completed_block,
    undo,
)
from quasiprint.model.game import Parameters
from quasiprint.model.play import GREEDY, SEARCH, Play, Trial, policy_of
from quasiprint.system.compiled import ALWAYS, available, choose, kernel, plain

QUOMINO = 1000  # what one is worth; the rest is in thousandths of it
WON = 1_000_000
# What a block is worth to a colour: by how many of its squares do not yet point to the middle, and by how
# many of those hold an omino, which only a rotation can set right. First for who moves next and may rotate, then for
# who moves next and may not, then likewise for who just moved.
LEAN: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((0,), (500, 500), (150, 90, 10), (30, 10, 4, 0), (0, 0, 0, 0, 0)),
    ((0,), (500, 300), (160, 70, 10), (30, 10, 4, 0), (0, 0, 0, 0, 0)),
    ((0,), (450, 400), (120, 80, 10), (25, 8, 4, 0), (0, 0, 0, 0, 0)),
    ((0,), (400, 300), (130, 60, 10), (25, 8, 4, 0), (0, 0, 0, 0, 0)),
)
# What it is worth to be able to rotate: for who moves next, by whether they must place, and whether the other must.
TEMPO = ((100, 300), (-200, 0))
# Besides its worth, a table says of a block in higher bits whether who moves next can complete it, and whether it is
# complete, so that what lies round it changes, too. A sum counts them; its lower bits stay below SURE.
SHIFT, CLOSED = 24, 1 << 40
SURE = 1 << SHIFT - 1
CODES = 1 << 12  # of a block: three bits for each of its squares, the first square's highest
ENTRY = 3
MOST, PROMISE, MOVE = range(ENTRY)


@cache
def worth_tables() -> list[int]:
    """Return what a block is worth, by its code, to who moves next: by who that is, whether they may not rotate, and
    whether the other may not. Blocks that hold anything but ominoes are worth nothing: a Quomino covers part of
    them."""
    tables = []
    for mover, must, other_must in product(range(2), repeat=3):
        worths = [0] * CODES
        for cells in product(range(LAST + 1), repeat=4):
            # what is missing for each: the corner in the middle is opposite to where a square lies
            mine, theirs = (
                [cell for k, cell in enumerate(cells) if cell != FIRST + (k + 2 + 2 * colour) % 4]
                for colour in (mover, 1 - mover)
            )
            worth = LEAN[must][len(mine)][sum(cell != EMPTY for cell in mine)]
            worth -= LEAN[2 + other_must][len(theirs)][sum(cell != EMPTY for cell in theirs)]
            if len(mine) == 1 and (mine[0] == EMPTY or not must):
                worth += 1 << SHIFT
            code = cells[0] << 9 | cells[1] << 6 | cells[2] << 3 | cells[3]
            worths[code] = worth if mine and theirs else CLOSED
        tables += worths
    return tables


@kernel
def table_of(mover: int, must: int, other_must: int) -> int:
    """Return where the worths begin to who moves next."""
    return ((mover * 2 + must) * 2 + other_must) * CODES


@kernel
def code_at(cells: Array, squares: Array, block: int) -> int:
    """Return the code of a block."""
    first = 4 * block
    high = cells[squares[first]] << 9 | cells[squares[first + 1]] << 6
    return int(high | cells[squares[first + 2]] << 3 | cells[squares[first + 3]])


@kernel
def sum_of_blocks(cells: Array, board: Rows, table: int) -> int:
    """Return what all blocks are worth together."""
    squares, tables, value = board[0], board[3], 0
    for block in range(len(squares) // 4):
        value += tables[table + code_at(cells, squares, block)]
    return value


@kernel
def sum_around(cells: Array, board: Rows, table: int, square: int) -> int:
    """Return what the blocks are worth that a square lies in."""
    squares, meets, tables, value = board[0], board[1], board[3], 0
    for at in range(4 * square, 4 * square + 4):
        if meets[at] != NOWHERE:
            value += tables[table + code_at(cells, squares, meets[at])]
    return value


@kernel
def closes_both(cells: Array, board: Rows, square: int, corner: int) -> bool:
    """Tell whether an omino completes a block of each colour."""
    return bool(
        find_completed_block(cells, board[0], board[1], square, corner, 0) != NOWHERE
        and find_completed_block(cells, board[0], board[1], square, corner, 2) != NOWHERE
    )


@kernel
def evaluate(game: Rows, board: Rows) -> tuple[int, int]:
    """Return what a position is worth to the mover who takes nothing, and how many blocks are there to be taken."""
    now = game[1]
    mover, other = now[MOVER], 1 - now[MOVER]
    ahead = now[LAID_NOW + mover] - now[LAID_NOW + other]
    if not now[LIVE] or now[PASSES] == END_AFTER:
        return QUOMINO * ahead + WON * (int(ahead > 0) - int(ahead < 0)), 0
    must, other_must = now[TURNED + mover], now[TURNED + other]
    value = sum_of_blocks(game[0], board, table_of(mover, must, other_must))
    takes = (value + SURE) >> SHIFT
    return value - (takes << SHIFT) + QUOMINO * ahead + TEMPO[must][other_must], takes


@kernel
def push(moves: Array, top: int, value: int, takes: int, move: int) -> int:
    """Put a move on the stack; return its top. value, takes: of the position after it, to the other."""
    moves[top + MOST], moves[top + PROMISE], moves[top + MOVE] = -value, -value - QUOMINO * int(takes > 0), move
    return top + ENTRY


@kernel
def list_moves(game: Rows, board: Rows, moves: Array, top: int) -> int:
    """Put all legal moves on the stack, row by row, with what each promises; return its top."""
    cells, now = game[0], game[1]
    mover, other = now[MOVER], 1 - now[MOVER]
    ahead = QUOMINO * (now[LAID_NOW + other] - now[LAID_NOW + mover])
    must = now[TURNED + other]
    places, turns = table_of(other, must, 0), table_of(other, must, 1)
    placed = sum_of_blocks(cells, board, places) + ahead + TEMPO[must][0]
    turned = sum_of_blocks(cells, board, turns) + ahead + TEMPO[must][1]
    for square in range(len(cells)):
        cell = cells[square]
        if cell > LAST or (cell != EMPTY and now[TURNED + mover]):
            continue
        table, value = (places, placed) if cell == EMPTY else (turns, turned)
        before = sum_around(cells, board, table, square)
        for corner in range(4):
            if cell == FIRST + corner:
                continue
            # a move changes no blocks but those round its square, unless it completes one
            cells[square] = FIRST + corner
            after = value + sum_around(cells, board, table, square) - before
            cells[square] = cell
            move = 16 * square + 4 * corner
            if after < CLOSED >> 1:
                takes = (after + SURE) >> SHIFT
                top = push(moves, top, after - (takes << SHIFT), takes, move)
                continue
            both = closes_both(cells, board, square, corner)
            for chosen in range(int(both), 1 + 2 * int(both)):
                do(game, board, move + chosen)
                laid, takes = evaluate(game, board)
                undo(game)
                top = push(moves, top, laid, takes, move + chosen)
    return top


@kernel
def most_promising(moves: Array, begin: int, end: int, best: int) -> int:
    """Return where the move is that promises most of those that can be worth more than `best`; −1 for none."""
    found = -1
    for at in range(begin, end, ENTRY):
        if moves[at + MOST] > best and (found < 0 or moves[at + PROMISE] > moves[found + PROMISE]):
            found = at
    return found


LEVELS = {"easy": 1, "medium": 2, "hard": 5}
PLAIN_DEPTH = 3  # up to so many moves ahead compiling does not pay; farther no level looks where nothing can be
SLIP = 450  # by so much the easy level misjudges a move at most: by less than half a Quomino
WIDTH = 28  # moves looked at in a position that is not the first or the last of a line
# positions looked at for one move: as Python, and compiled; that takes 10 s at most
PLAIN_BUDGET, BUDGET, UNLIMITED = 12_000, 300_000, 1 << 60
LOOKED, BUDGETED, BREADTH = range(3)  # the numbers of a search


@kernel
def quiet_value(game: Rows, board: Rows, search: Array, low: int, high: int) -> int:
    """Return what a position is worth to the mover once nobody wants to lay a Quomino at once. low, high: bounds
    between which the value is exact."""
    search[LOOKED] += 1
    if search[LOOKED] > search[BUDGETED]:
        return 0
    best, takes = evaluate(game, board)
    if not takes or best >= high:
        return int(best)
    cells, now, squares, tables = game[0], game[1], board[0], board[3]
    mover = now[MOVER]
    table = table_of(mover, now[TURNED + mover], now[TURNED + 1 - mover])
    for block in range(len(squares) // 4):
        if tables[table + code_at(cells, squares, block)] <= SURE:
            continue
        place = 0  # of the square that is missing
        while cells[squares[4 * block + place]] == FIRST + (place + 2 + 2 * mover) % 4:
            place += 1
        square, corner = squares[4 * block + place], (place + 2 + 2 * mover) % 4
        chosen = 1 + mover if closes_both(cells, board, square, corner) else 0
        do(game, board, 16 * square + 4 * corner + chosen)
        best = max(best, -quiet_value(game, board, search, -high, -max(low, best)))
        undo(game)
        if best >= high:
            break
    return int(best)


@kernel
def search_value(
    game: Rows, board: Rows, search: Array, moves: Array, top: int, depth: int, low: int, high: int
) -> int:
    """Return what a position is worth to the mover, `depth` moves ahead, if between `low` and `high`. top: of the stack
    of moves. Once the budget is spent, no value means anything."""
    now = game[1]
    if not depth or not now[LIVE] or now[PASSES] == END_AFTER:
        return quiet_value(game, board, search, low, high)
    search[LOOKED] += 1
    end = list_moves(game, board, moves, top)
    if end == top:
        do(game, board, PASS)
        value = -search_value(game, board, search, moves, top, depth - 1, -high, -low)
        undo(game)
        return int(value)
    best, left = -3 * WON, search[BREADTH] if depth > 1 else end
    while left and best < high and search[LOOKED] <= search[BUDGETED]:
        at = most_promising(moves, top, end, best if depth == 1 else -3 * WON)
        if at < 0:
            break
        value, taken = moves[at + MOST], moves[at + PROMISE] < moves[at + MOST]
        moves[at + MOST] = -4 * WON  # it was looked at
        if depth > 1 or taken:
            do(game, board, moves[at + MOVE])
            value = -search_value(game, board, search, moves, end, depth - 1, -high, -max(low, best))
            undo(game)
        best = max(best, value)
        left -= 1
    return int(best)


class Search:
    """One search. It gets the moves of the first position, returns what they are worth, and never changes the game.

    depth: how many moves ahead it looks at most. width: how many moves are looked at in a position that is not the
    first or the last of a line, the best-looking.
    """

    def __init__(self, game: GameState, depth: int, width: int) -> None:
        work = ALWAYS if depth > PLAIN_DEPTH else 0.0
        self._search_value = choose(search_value, work, "the search of Quomino")
        self._beside = ThreadPoolExecutor(1)
        longest, count = depth + game.size * game.size // 4 + 4, len(game.cells)
        self._game = tuple(map(self._row, (*game.rows[:2], [0] * (sum(map(len, game.rows[:2])) * longest))))
        self._game[1][TOP] = 0
        self._board = tuple(map(self._row, (*game.board, worth_tables())))
        self._moves = self._row([0] * (depth * 8 * count * ENTRY))  # of each move ahead all moves
        self._search = self._row([0, 0, width])

    def _row(self, numbers: list[int]) -> Any:
        """Return numbers as a list where kernels run as Python, as an array where they are compiled."""
        if self._search_value is plain(search_value):
            return [*numbers]
        import numpy as np

        return np.array(numbers)

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return int(self._search[LOOKED])

    def after(self, move: Move | None, depth: int, low: int = -2 * WON, budget: int = UNLIMITED) -> int:
        """Return what a move is worth, `depth` moves ahead, if more than `low`. budget: positions looked at in all.
        Raises Enough when it is spent."""
        self._search[BUDGETED] = budget
        do(self._game, self._board, code_of(move))
        asked = self._game, self._board, self._search, self._moves, 0, depth - 1, -2 * WON, -low
        if self._search_value is plain(search_value):
            value = self._search_value(*asked)
        else:
            try:
                value = self._beside.submit(self._search_value, *asked).result()
            except BaseException:
                self._search[BUDGETED] = 0
                raise
        undo(self._game)
        if self._search[LOOKED] > budget:
            raise Enough
        return -int(value)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found. move: None for a pass. value: for the mover. depth: how deep it looked. nodes: positions."""

    move: Move | None
    value: int
    depth: int
    nodes: int


def depth_of(level: str) -> int:
    """Return how many moves a level looks ahead here."""
    return LEVELS[level] if available() else min(LEVELS[level], PLAIN_DEPTH)


def answer(game: GameState, depth: int, seed: int = 0) -> SearchResult:
    """Return the computer's move at a level: the `best` one; at depth 1 a beginner's, each misjudged by up to SLIP."""
    if depth != 1:
        return best(game, depth, seed)
    search, draw = Search(game, 1, WIDTH), _draw(game, seed)
    found = [(search.after(move, 1) + draw.randrange(SLIP), move) for move in _legal(game)]
    value, move = max(found, key=lambda option: option[0])
    return SearchResult(move, value, 1, 1)


def best(game: GameState, depth: int, seed: int = 0, *, width: int = WIDTH, budget: int | None = None) -> SearchResult:
    """Return the best move that a search finds, `depth` moves ahead.

    seed: which of several equal moves. width: see `Search`. budget: how many positions, None for as many as pay; once
    they are used up the answer is that of the depth before, or better. Raises ValueError if the depth is below 1 or the
    game is over.
    """
    if depth < 1 or game.over:
        raise ValueError(f"search: found the depth {depth}, allowed are 1 and more, in a game that is not over")
    pays = BUDGET if depth > PLAIN_DEPTH and available() else PLAIN_BUDGET
    most = pays if budget is None else budget
    search, moves = Search(game, depth, width), _legal(game)
    _draw(game, seed).shuffle(moves)
    # those first that look best at once; those that look equal stay shuffled
    values = sorted(((search.after(move, 1), move) for move in moves), key=lambda option: -option[0])
    answer, last = SearchResult(values[0][1], values[0][0], 1, 0), search.nodes + most
    with suppress(Enough):
        for deep in range(2, depth + 1 if len(moves) > 1 else 2):
            found, low = list[tuple[int, Move | None]](), -2 * WON
            for _, move in values[: 2 * width]:
                found.append((search.after(move, deep, low, last), move))
                low = max(low, found[-1][0])
            # the sort keeps the order of equals; only what raised the bound has a value of its own
            values = sorted(found, key=lambda option: -option[0])
            answer = SearchResult(values[0][1], values[0][0], deep, search.nodes)
            if abs(answer.value) > WON // 2:
                break  # won or lost whatever is looked at further
    return answer


def _legal(game: GameState) -> list[Move | None]:
    """Return all legal moves, row by row; a pass where there is none."""
    return [*game.moves()] or [None]


def _draw(game: GameState, seed: int) -> Random:
    return Random(seed * 1024 + game.move_count)


AHEAD, TRIED, LOOKED_AT = 2, 6, 4000  # moves that a search looks ahead; of how many, and positions


def test(_: Parameters) -> Trial:
    """Return what is tested."""
    return Trial("Quominoes", "Quominoes", 2)


def plays(parameters: Parameters, policies: Sequence[str], seed: int, numbers: Sequence[int]) -> Iterator[Play]:
    """Yield games by their numbers."""
    for number in numbers:
        yield play(GameState(int(parameters["size"])), policies, Random(f"{seed} {number}"))


def play(game: GameState, policies: Sequence[str], draw: Random) -> Play:
    """Play a game to its end. Black begins."""
    chosen = choices = dead = 0
    while not game.over:
        moves = list(game.moves())
        if not moves:
            dead += 1
            game.do(None)
            continue
        chosen, choices, policy = chosen + 1, choices + len(moves), policy_of(policies, game.mover)
        move: Move | None = draw.choice(moves)
        if policy == GREEDY:
            gains = []  # by how many Quominoes each move brings the mover ahead of where both stand
            for each in moves:
                mover = game.mover
                game.do(each)
                gains.append(game.quominoes[mover] - game.quominoes[1 - mover])
                game.undo()
            move = draw.choice([move for move, gain in zip(moves, gains, strict=True) if gain == max(gains)])
        elif policy == SEARCH:
            move = best(game, AHEAD, draw.getrandbits(30), width=TRIED, budget=LOOKED_AT).move
        game.do(move)
    before = tuple(game.quominoes)
    winners = (0, 1) if game.winner is None else (game.winner,)
    return Play(game.move_count, chosen, choices, dead, sum(before), before, winners, game.passes == END_AFTER)
