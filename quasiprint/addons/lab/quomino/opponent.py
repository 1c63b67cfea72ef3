"""The computer as an opponent at Quomino: a search for the best move, how far it looks ahead, and which of several good
moves it makes; and games played by themselves.

The search is negamax with alpha-beta bounds, and a memory of the positions that it came through. It ends by counting
positions, never seconds: equal questions get equal answers everywhere, and whether it is compiled, see
`quasiprint.system.compiled`, or runs as Python. With neither width nor budget no move is left out: the value is plain
minimax's.

Positions that were looked into are known again by two keys of 62 bits; that two positions have both in common happens
once in 10³⁷ pairs. What is compiled hears no Ctrl-C: it runs beside the thread that does, which stops it. It takes
seconds to compile, once, and is some fifty times as fast.

A position is worth the difference of Quominoes, then, for each block that none covers yet, how near either colour is to
closing it (`LEAN`), and who may rotate (`TEMPO`). The worth of a block depends on its four squares, on whose turn it is
and on who may rotate, so it stands in a table, and the worth of a position is a sum. Quominoes that can be laid at once
are tried first: a position is worth what it is once nobody wants to lay one. All numbers are integers. The worth of a
game that has ended is exact, that of any other a guess, found by letting the search play against itself.

A move on the stack of moves is ENTRY numbers: the most that it can be worth, how many blocks it leaves to be taken, the
move, and whether its worth is still to be found out, since it lays a Quomino.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

from quasiprint.games.quomino.rules import (
    CHANGED,
    EMPTY,
    END_AFTER,
    FIRST,
    KEY,
    KINDS,
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
ENTRY = 4
MOST, TAKES, MOVE, PENDING = range(ENTRY)


@cache
def worth_tables() -> list[int]:
    """Return what a block is worth, by its code, to each colour, by who moves next and who may not rotate. Blocks that
    hold anything but ominoes are worth nothing: a Quomino covers part of them."""
    tables = []
    for view, mover, *turned in product(range(2), repeat=4):
        worths = [0] * CODES
        for cells in product(range(LAST + 1), repeat=4):
            # what is missing for black and for white: the corner in the middle is opposite to where a square lies
            gaps = [[cell for k, cell in enumerate(cells) if cell != FIRST + (k + 2 + turn) % 4] for turn in (0, 2)]
            if [] in gaps:
                worth = CLOSED
            else:
                worth = 0
                for colour, missing in enumerate(gaps):
                    row = LEAN[2 * (colour != mover) + turned[colour]][len(missing)]
                    worth += (1 if colour == view else -1) * row[sum(cell != EMPTY for cell in missing)]
                missing = gaps[mover]
                if len(missing) == 1 and (missing[0] == EMPTY or not turned[mover]):
                    worth += 1 << SHIFT
            worths[cells[0] << 9 | cells[1] << 6 | cells[2] << 3 | cells[3]] = worth
        tables += worths
    return tables


@kernel
def table_of(now: Array, view: int, mover: int, rotates: int) -> int:
    """Return where the worths to `view` begin. rotates: whether `view` may not rotate next, −1 for as it is."""
    black = rotates if rotates >= 0 and view == 0 else now[TURNED]
    white = rotates if rotates >= 0 and view == 1 else now[TURNED + 1]
    return int((((view * 2 + mover) * 2 + black) * 2 + white) * CODES)


@kernel
def sum_of_blocks(cells: Array, squares: Array, tables: Array, table: int) -> int:
    """Return what all blocks are worth together."""
    value = 0
    for k in range(0, len(squares), 4):
        code = cells[squares[k]] << 9 | cells[squares[k + 1]] << 6 | cells[squares[k + 2]] << 3 | cells[squares[k + 3]]
        value += tables[table + code]
    return value


@kernel
def evaluate(game: Rows, board: Rows) -> tuple[int, int]:
    """Return what a running game is worth to the mover who takes nothing, and how many blocks are there to be taken."""
    now = game[3]
    mover = now[MOVER]
    value = sum_of_blocks(game[0], board[0], board[4], table_of(now, mover, mover, -1))
    takes = (value + SURE) >> SHIFT
    value += QUOMINO * (now[LAID_NOW + mover] - now[LAID_NOW + 1 - mover])
    return value - (takes << SHIFT) + TEMPO[now[TURNED + mover]][now[TURNED + 1 - mover]], takes


@kernel
def push(moves: Array, top: int, most: int, takes: int, move: int, pending: int) -> int:
    """Put a move on the stack; return its top."""
    moves[top], moves[top + 1], moves[top + 2], moves[top + 3] = most, takes, move, pending
    return top + ENTRY


@kernel
def list_square(game: Rows, board: Rows, moves: Array, top: int, square: int, value: int, table: int) -> int:
    """Put the moves on a square on the stack; return its top. value: of the position, seen from `table`."""
    cells = game[0]
    squares, meets, _, _, tables = board
    cell = cells[square]
    for corner in range(4):
        if cell == FIRST + corner:
            continue
        after = value
        # a move changes no blocks but those round its square, unless it completes one
        for at in range(4):
            block = meets[4 * square + at]
            if block == NOWHERE:
                continue
            before = new = 0
            for place in range(4):
                other = squares[4 * block + place]
                before = before << 3 | cells[other]
                new = new << 3 | (FIRST + corner if other == square else cells[other])
            after += tables[table + new] - tables[table + before]
        if after < CLOSED >> 1:
            takes = (after + SURE) >> SHIFT
            top = push(moves, top, after - (takes << SHIFT), takes, 16 * square + 4 * corner, 0)
        elif (
            find_completed_block(cells, squares, meets, square, corner, 0) == NOWHERE
            or find_completed_block(cells, squares, meets, square, corner, 2) == NOWHERE
        ):
            top = push(moves, top, 0, 0, 16 * square + 4 * corner, 1)
        else:
            for colour in range(2):
                top = push(moves, top, 0, 0, 16 * square + 4 * corner + 1 + colour, 1)
    return top


@kernel
def list_moves(game: Rows, board: Rows, moves: Array, top: int) -> int:
    """Put all legal moves on the stack, row by row, with what each promises; return its top."""
    cells, _, _, now, _ = game
    mover, other = now[MOVER], 1 - now[MOVER]
    ahead = QUOMINO * (now[LAID_NOW + mover] - now[LAID_NOW + other])
    places, turns = table_of(now, mover, other, 0), table_of(now, mover, other, 1)
    placed = sum_of_blocks(cells, board[0], board[4], places) + ahead - TEMPO[now[TURNED + other]][0]
    turned = sum_of_blocks(cells, board[0], board[4], turns) + ahead - TEMPO[now[TURNED + other]][1]
    for square in range(len(cells)):
        if cells[square] == EMPTY:
            top = list_square(game, board, moves, top, square, placed, places)
        elif cells[square] <= LAST and not now[TURNED + mover]:
            top = list_square(game, board, moves, top, square, turned, turns)
    return top


@kernel
def list_takes(game: Rows, board: Rows, moves: Array, top: int) -> int:
    """Put the moves that lay a Quomino of the mover's own colour on the stack, one for each block; return its top."""
    cells, _, _, now, _ = game
    squares, meets, _, _, tables = board
    mover = now[MOVER]
    table = table_of(now, mover, mover, -1)
    for k in range(0, len(squares), 4):
        code = cells[squares[k]] << 9 | cells[squares[k + 1]] << 6 | cells[squares[k + 2]] << 3 | cells[squares[k + 3]]
        if tables[table + code] <= SURE:
            continue
        for place in range(4):
            square, corner = squares[k + place], (place + 2 + 2 * mover) % 4
            cell = cells[square]
            if cell != FIRST + corner and (cell == EMPTY or not now[TURNED + mover]):
                both = (
                    find_completed_block(cells, squares, meets, square, corner, 0) != NOWHERE
                    and find_completed_block(cells, squares, meets, square, corner, 2) != NOWHERE
                )
                top = push(moves, top, 0, 0, 16 * square + 4 * corner + (1 + mover if both else 0), 0)
    return top


@kernel
def best_first(moves: Array, begin: int, top: int, width: int) -> int:
    """Sort the `width` most promising moves from `begin` to `top`; return how many there are. Ties keep their order.
    The result lies behind the stack's top, as pairs of promise and move."""
    count = 0
    for k in range(begin, top, ENTRY):
        promise = QUOMINO * int(moves[k + TAKES] > 0) - moves[k + MOST]
        if count == width and promise >= moves[top + 2 * (width - 1)]:
            continue
        at = min(count, width - 1)
        count = at + 1
        while at and moves[top + 2 * at - 2] > promise:
            moves[top + 2 * at], moves[top + 2 * at + 1] = moves[top + 2 * at - 2], moves[top + 2 * at - 1]
            at -= 1
        moves[top + 2 * at], moves[top + 2 * at + 1] = promise, moves[k + MOVE]
    return count


@kernel
def most_promising(moves: Array, begin: int, top: int, best: int) -> int:
    """Return where the move is that promises most of those that can be worth more than `best`; −1 for none."""
    found, least = -1, 0
    for k in range(begin, top, ENTRY):
        if moves[k + MOST] > best:
            promise = QUOMINO * int(moves[k + TAKES] > 0) - moves[k + MOST]
            if found < 0 or promise < least:
                found, least = k, promise
    return found


LEVELS = {"easy": 1, "medium": 2, "hard": 5}
PLAIN_DEPTH = 3  # up to so many moves ahead compiling does not pay; farther no level looks where nothing can be
SLIP = 450  # by so much the easy level misjudges a move at most: by less than half a Quomino
WIDTH = 28  # moves looked at in a position that is not the first or the last of a line
# positions looked into for one move: as Python, and compiled, which takes 2 to 8 s at most
PLAIN_BUDGET, BUDGET = 12_000, 300_000
LOOKS, LOOKS_MORE = 20, 10_000  # ends of lines looked at, for each position that may be looked into, and beside
NODES, MOST_NODES, LOOKED, BREADTH, USED, STOP = range(6)  # the numbers of a search
ROW = 5  # numbers of a position in the table: two keys, the depth and bound, the value, the move
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
    best, takes = evaluate(game, board)
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
    other = 2 * KINDS * size + 2 * (now[MOVER] + 2 * now[TURNED] + 4 * now[TURNED + 1])
    first, second = first ^ keys[other], second ^ keys[other + 1]
    first, second = first + now[PASSES] & (1 << 62) - 1, second | 1 << 62
    mask = len(table) // ROW - 1
    at = first & mask
    while table[ROW * at + 1] and (table[ROW * at] != first or table[ROW * at + 1] != second):
        at = at + 1 & mask
    return ROW * at, first, second


@kernel
def remember(
    now: Array, keys: Array, search: Array, table: Array, size: int, bound: int, value: int, move: int
) -> None:
    """Put what a position is worth into the table, if there is room. bound: 4 × depth + 0 for a highest value, + 1 for
    an exact one, + 2 for a lowest."""
    where, first, second = slot(now, keys, table, size)
    if not table[where + 1]:
        if 2 * ROW * (search[USED] + 1) >= len(table):
            return
        search[USED] += 1
    table[where], table[where + 1], table[where + 2] = first, second, bound
    table[where + 3], table[where + 4] = value, move


@kernel
def resolve(game: Rows, board: Rows, work: Rows, top: int, end: int) -> None:
    """Compute the worth of the listed moves that lay a Quomino."""
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
    """One search. It gets the moves of the first position, returns what they are worth, and never changes the game.

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
        self._table = self._row([0]) * (ROW << (2 * min(budget, LARGEST) + 2).bit_length())
        self._search = self._row([0, budget, 0, min(width, 8 * count), 0, 0])

    def _row(self, numbers: list[int]) -> Any:
        """Return numbers as a list where kernels run as Python, as an array where they are compiled."""
        return [*numbers] if self._search_value is plain(search_value) else array("q", numbers)

    @property
    def nodes(self) -> int:
        """How many positions were looked into."""
        return int(self._search[NODES])

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
    return LEVELS[level] if available() else min(LEVELS[level], PLAIN_DEPTH)


def answer(game: GameState, depth: int, seed: int = 0) -> SearchResult:
    """Return the computer's move at a level: the `best` one; at depth 1 a beginner's, each misjudged by up to SLIP."""
    if depth != 1:
        return best(game, depth, seed)
    search, draw = Search(game, 1, WIDTH, PLAIN_BUDGET), _draw(game, seed)
    found = [(search.worth(move) + draw.randrange(SLIP), move) for move in _legal(game)]
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
    far = depth > PLAIN_DEPTH and available()
    search = Search(game, depth, width, (BUDGET if far else PLAIN_BUDGET) if budget is None else budget, far=far)
    moves = _legal(game)
    _draw(game, seed).shuffle(moves)
    # those first that look best at once; those that look equal stay shuffled
    values = sorted(((search.worth(move), move) for move in moves), key=lambda option: -option[0])
    if len(moves) == 1:
        return SearchResult(moves[0], values[0][0], depth, 1)
    answer = SearchResult(values[0][1], values[0][0], 1, 0)
    for deep in range(2, depth + 1):
        deeper = _first(search, [move for _, move in values][: 2 * width], deep)
        if deeper is None:
            break
        values = deeper
        answer = SearchResult(values[0][1], values[0][0], deep, search.nodes)
        if abs(answer.value) > WON // 2:
            break  # won or lost whatever is looked at further
    return answer


def _legal(game: GameState) -> list[Move | None]:
    """Return all legal moves, row by row; a pass where there is none."""
    return [*game.moves()] or [None]


def _draw(game: GameState, seed: int) -> Random:
    return Random(seed * 1024 + game.move_count)


def _first(search: Search, moves: list[Move | None], depth: int) -> list[tuple[int, Move | None]] | None:
    """Return moves with values, the best first; of others these may be too high. None if the budget is spent."""
    found: list[tuple[int, Move | None]] = []
    low = -2 * WON
    for move in moves:
        value = search.after(move, depth, low, 2 * WON)
        if value is None:
            return None
        found.append((value, move))
        low = max(low, value)
    # the sort keeps the order of equals; only what raised the bound has a value of its own
    return sorted(found, key=lambda option: -option[0])


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
