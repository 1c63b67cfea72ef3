"""What a position of Quomino is worth, and what each of its moves promises. Kernels; see `rules`.

A position is worth the difference of Quominoes, then, for each block that none covers yet, how near either colour is
to closing it (`LEAN`), and who may rotate (`TEMPO`). The worth of a block depends on its four squares, on whose
turn it is and on who may rotate, so it stands in a table, and the worth of a position is a sum. Quominoes that
can be laid at once are tried first: a position is worth what it is once nobody wants to lay one. All numbers are
integers. The worth of a game that has ended is exact, that of any other a guess, found by letting the search play
against itself.

A move on the stack of moves is ENTRY numbers: the most that it can be worth, how many blocks it leaves to be taken, the
move, and whether its worth is still to be found out, since it lays a Quomino.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from quasiprint.games.quomino.rules import (
    EMPTY,
    FIRST,
    LAID_NOW,
    LAST,
    MOVER,
    NOWHERE,
    TURNED,
    Array,
    Rows,
    find_completed_block,
)
from quasiprint.system.compiled import kernel

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
    black, white = now[TURNED], now[TURNED + 1]
    if rotates >= 0 and view == 0:
        black = rotates
    if rotates >= 0 and view == 1:
        white = rotates
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
def tempo(rotated: int, other: int) -> int:
    """Return what it is worth to be able to rotate: see `TEMPO`."""
    if rotated:
        return TEMPO[1][1] if other else TEMPO[1][0]
    return TEMPO[0][1] if other else TEMPO[0][0]


@kernel
def standing(game: Rows, board: Rows) -> tuple[int, int]:
    """Return what a running game is worth to the mover who takes nothing, and how many blocks are there to be taken."""
    now = game[3]
    mover = now[MOVER]
    value = sum_of_blocks(game[0], board[0], board[4], table_of(now, mover, mover, -1))
    takes = (value + SURE) >> SHIFT
    value += QUOMINO * (now[LAID_NOW + mover] - now[LAID_NOW + 1 - mover])
    return value - (takes << SHIFT) + tempo(now[TURNED + mover], now[TURNED + 1 - mover]), takes


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
    placed = sum_of_blocks(cells, board[0], board[4], places) + ahead - tempo(now[TURNED + other], 0)
    turned = sum_of_blocks(cells, board[0], board[4], turns) + ahead - tempo(now[TURNED + other], 1)
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
    """Put so many of the moves from `begin` to `top` in order, those first that promise most; return how many. Equals
    keep their order. Only the moves themselves are put in order, behind the stack's top: promise, move."""
    count = 0
    for k in range(begin, top, ENTRY):
        promise = QUOMINO * int(moves[k + TAKES] > 0) - moves[k + MOST]
        at = count
        if count == width:
            if promise >= moves[top + 2 * (width - 1)]:
                continue
            at = width - 1
        else:
            count += 1
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
