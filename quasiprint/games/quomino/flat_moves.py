"""The moves of a game in flat arrays, each with what `search` promises of it. Kernels; see `flat_game`.

A move on the stack of moves is ENTRY numbers: the most that it can be worth, how many blocks it leaves to be taken, the
move, and whether its worth is still to be found out, since it lays a Quomino.
"""

from __future__ import annotations

from typing import Any

from quasiprint.compiled import kernel
from quasiprint.games.quomino.flat_game import (
    CLOSED,
    EMPTY_THERE,
    FIRST_THERE,
    LAID_HERE,
    LAST_THERE,
    MOVER,
    SHIFT,
    SURE,
    TURNED,
    completed,
    summed,
    table_of,
    tempo,
)
from quasiprint.games.quomino.search import QUOMINO
from quasiprint.games.quomino.squares import NOWHERE

Array = Any
ENTRY = 4
MOST, TAKES, MOVE, PENDING = range(ENTRY)


@kernel
def push(moves: Array, top: int, most: int, takes: int, move: int, pending: int) -> int:
    """Put a move on the stack; return its top."""
    moves[top], moves[top + 1], moves[top + 2], moves[top + 3] = most, takes, move, pending
    return top + ENTRY


@kernel
def list_square(
    game: tuple[Array, ...], board: tuple[Array, ...], moves: Array, top: int, square: int, value: int, table: int
) -> int:
    """Put the moves on a square on the stack; return its top. value: of the position, seen from `table`."""
    cells = game[0]
    squares, meets, _, tables, _ = board
    cell = cells[square]
    for corner in range(4):
        if cell == FIRST_THERE + corner:
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
                new = new << 3 | (FIRST_THERE + corner if other == square else cells[other])
            after += tables[table + new] - tables[table + before]
        if after < CLOSED >> 1:
            takes = (after + SURE) >> SHIFT
            top = push(moves, top, after - (takes << SHIFT), takes, 16 * square + 4 * corner, 0)
        elif (
            completed(cells, squares, meets, square, corner, 0) == NOWHERE
            or completed(cells, squares, meets, square, corner, 2) == NOWHERE
        ):
            top = push(moves, top, 0, 0, 16 * square + 4 * corner, 1)
        else:
            for colour in range(2):
                top = push(moves, top, 0, 0, 16 * square + 4 * corner + 1 + colour, 1)
    return top


@kernel
def list_moves(game: tuple[Array, ...], board: tuple[Array, ...], moves: Array, top: int) -> int:
    """Put all legal moves on the stack, row by row, with what `search._bounded` says of them; return its top."""
    cells, _, _, now, _ = game
    mover, other = now[MOVER], 1 - now[MOVER]
    ahead = QUOMINO * (now[LAID_HERE + mover] - now[LAID_HERE + other])
    places, turns = table_of(now, mover, other, 0), table_of(now, mover, other, 1)
    placed = summed(cells, board[0], board[3], places) + ahead - tempo(now[TURNED + other], 0)
    turned = summed(cells, board[0], board[3], turns) + ahead - tempo(now[TURNED + other], 1)
    for square in range(len(cells)):
        if cells[square] == EMPTY_THERE:
            top = list_square(game, board, moves, top, square, placed, places)
        elif cells[square] <= LAST_THERE and not now[TURNED + mover]:
            top = list_square(game, board, moves, top, square, turned, turns)
    return top


@kernel
def list_takes(game: tuple[Array, ...], board: tuple[Array, ...], moves: Array, top: int) -> int:
    """Put the moves that lay a Quomino of the mover's own colour on the stack, one for each block; return its top."""
    cells, _, _, now, _ = game
    squares, meets, _, tables, _ = board
    mover = now[MOVER]
    table = table_of(now, mover, mover, -1)
    for k in range(0, len(squares), 4):
        code = cells[squares[k]] << 9 | cells[squares[k + 1]] << 6 | cells[squares[k + 2]] << 3 | cells[squares[k + 3]]
        if tables[table + code] <= SURE:
            continue
        for place in range(4):
            square, corner = squares[k + place], (place + 2 + 2 * mover) % 4
            cell = cells[square]
            if cell != FIRST_THERE + corner and (cell == EMPTY_THERE or not now[TURNED + mover]):
                both = (
                    completed(cells, squares, meets, square, corner, 0) != NOWHERE
                    and completed(cells, squares, meets, square, corner, 2) != NOWHERE
                )
                top = push(moves, top, 0, 0, 16 * square + 4 * corner + (1 + mover if both else 0), 0)
    return top


@kernel
def best_first(moves: Array, begin: int, top: int, width: int) -> int:
    """Put so many of the moves from `begin` to `top` in order, those first that promise most; return how many.

    Equals keep their order. Only the moves themselves are put in order, behind the stack's top: promise, move.
    """
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
