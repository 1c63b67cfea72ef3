"""A game of Quomino in flat arrays of integers, for the compiler: what `rules` does, and what `search` sums up.

Nothing here decides what is legal or what a position is worth: `rules` and `search` do, and the tests hold both to the
same values. The functions are kernels (`quasiprint.compiled`); they run as Python, too, and slowly.

A game is five arrays: cells, free, hope as in `rules.GameState`; `now`, numbers by the names below; and a stack of
what moves have changed. A board is five: the squares of each block; the blocks that meet in each square's corners, and
those that share a square with each block, NOWHERE where there is none; the worths of `search`; and a key of two
numbers for each thing on each square and all else that tells positions apart.

A move is one number: 16 × square + 4 × corner + (0, or 1 + the chosen colour); PASS for none.
"""

from __future__ import annotations

from array import array
from functools import cache
from random import Random
from typing import Any

from quasiprint.compiled import kernel
from quasiprint.games.quomino.rules import BLACK, WHITE, GameState, Move
from quasiprint.games.quomino.search import QUOMINO, TEMPO, block_worths
from quasiprint.games.quomino.squares import NOWHERE, grid

Array = Any
# what `now` holds
MOVER, TURNED, PASSES, LIVE, LAID_HERE, KEY, TOP = 0, 1, 3, 4, 5, 7, 9  # TURNED, LAID_HERE, KEY: of two numbers each
NOW = 10
PASS = -1
DEAD_THERE, LAID_THERE, EMPTY_THERE, FIRST_THERE, LAST_THERE = 7, 5, 0, 1, 4  # as `rules` numbers what lies on a square
THINGS = 8
TOUCHING = 9  # blocks that can share a square with one
HEAD = 8  # numbers on the stack for each move, beside what it changed
MOST = 64  # numbers on the stack for a move at most
CODES = 1 << 12
SHIFT, CLOSED = 24, 1 << 40  # as `search` packs a worth
SURE = 1 << 23


@cache
def flat_board(size: int) -> tuple[array[int], ...]:
    """Return what never changes in a search on a board."""
    board = grid(size)
    touching = [list(blocks) + [NOWHERE] * (TOUCHING - len(blocks)) for blocks in board.touching]
    tables = [
        worth
        for view in (BLACK, WHITE)
        for mover in (BLACK, WHITE)
        for black in (False, True)
        for white in (False, True)
        for worth in block_worths(view, mover, black, white)
    ]
    draw = Random(size)  # any numbers will do, so long as they are the same ones
    keys = [draw.getrandbits(62) for _ in range(2 * (THINGS * size * size + 8))]
    flat = ([x for four in board.squares for x in four], [x for four in board.meets for x in four])
    return tuple(array("q", values) for values in (*flat, [x for each in touching for x in each], tables, keys))


def flat_game(game: GameState, deepest: int) -> tuple[array[int], ...]:
    """Return a game as it stands; its key is 0. deepest: how many moves can be done from here."""
    now = [0] * NOW
    now[MOVER], now[PASSES], now[LIVE] = game.mover, game.passes, game.live
    now[TURNED : TURNED + 2], now[LAID_HERE : LAID_HERE + 2] = map(int, game.turned), game.laid
    parts = (game.cells, map(int, game.free), game.hope, now, [0] * (MOST * deepest))
    return tuple(array("q", part) for part in parts)


def code_of(move: Move) -> int:
    """Return a move as a number."""
    return 16 * move.square + 4 * move.corner + (0 if move.chosen is None else 1 + move.chosen)


@kernel
def completed(cells: Array, squares: Array, meets: Array, square: int, corner: int, turn: int) -> int:
    """Return the block that an omino completes by the corner `turn` quarters from its black one, or NOWHERE."""
    block = meets[4 * square + (corner + turn) % 4]
    if block == NOWHERE:
        return NOWHERE
    for place in range(4):
        other = squares[4 * block + place]
        if other != square and cells[other] != FIRST_THERE + (place + 2 + turn) % 4:
            return NOWHERE
    return int(block)


@kernel
def put(cells: Array, now: Array, stack: Array, keys: Array, top: int, square: int, thing: int) -> int:
    """Put a thing on a square, and what was there on the stack; return the top of the stack."""
    before = cells[square]
    stack[top], stack[top + 1] = square, before
    for half in range(2):
        at = 2 * THINGS * square + half
        now[KEY + half] ^= keys[at + 2 * before] ^ keys[at + 2 * thing]
    cells[square] = thing
    return top + 2


@kernel
def lay(game: tuple[Array, ...], board: tuple[Array, ...], top: int, block: int, colour: int) -> tuple[int, int]:
    """Lay a Quomino, and mark what is dead by it; return the top of the stack, and how many blocks were taken."""
    cells, free, hope, now, stack = game
    squares, _, touching, _, keys = board
    for place in range(4):
        top = put(cells, now, stack, keys, top, squares[4 * block + place], LAID_THERE + colour)
    now[LAID_HERE + colour] += 1
    taken = 0
    # blocks go to the far end of what a move can change, so that both kinds grow
    for near in range(TOUCHING):
        other = touching[TOUCHING * block + near]
        if other == NOWHERE or not free[other]:
            continue
        free[other] = 0
        taken += 1
        stack[now[TOP] + MOST - HEAD - taken] = other
        for place in range(4):
            square = squares[4 * other + place]
            hope[square] -= 1
            if not hope[square] and cells[square] <= LAST_THERE:
                top = put(cells, now, stack, keys, top, square, DEAD_THERE)
    now[LIVE] -= taken
    return top, taken


@kernel
def do(game: tuple[Array, ...], board: tuple[Array, ...], move: int) -> None:
    """Do a legal move, or pass: as `rules.GameState.do`."""
    cells, _, _, now, stack = game
    squares, meets, _, _, keys = board
    mover, base = now[MOVER], now[TOP]
    head = base + MOST - HEAD
    stack[head], stack[head + 1] = now[PASSES], now[TURNED + mover]
    stack[head + 2], stack[head + 3] = now[KEY], now[KEY + 1]
    top, taken, colour = base, 0, -1
    if move == PASS:
        now[PASSES] += 1
    else:
        square, corner, chosen = move // 16, move // 4 % 4, move % 4 - 1
        now[PASSES] = 0
        now[TURNED + mover] = int(cells[square] != EMPTY_THERE)
        black = completed(cells, squares, meets, square, corner, 0)
        white = completed(cells, squares, meets, square, corner, 2)
        top = put(cells, now, stack, keys, top, square, FIRST_THERE + corner)
        colour = chosen if chosen >= 0 else 0 if black != NOWHERE else 1
        block = white if colour else black
        if block == NOWHERE:
            colour = -1
        else:
            top, taken = lay(game, board, top, block, colour)
    stack[head + 4], stack[head + 5], stack[head + 6] = top, taken, colour
    now[MOVER] = 1 - mover
    now[TOP] = base + MOST


@kernel
def undo(game: tuple[Array, ...], board: tuple[Array, ...]) -> None:
    """Take the last move back."""
    cells, free, hope, now, stack = game
    squares = board[0]
    now[TOP] -= MOST
    base = now[TOP]
    head = base + MOST - HEAD
    now[MOVER] = 1 - now[MOVER]
    now[PASSES], now[TURNED + now[MOVER]] = stack[head], stack[head + 1]
    now[KEY], now[KEY + 1] = stack[head + 2], stack[head + 3]
    top = stack[head + 4]
    while top > base:
        top -= 2
        cells[stack[top]] = stack[top + 1]
    taken = stack[head + 5]
    for k in range(1, taken + 1):
        block = stack[head - k]
        free[block] = 1
        for place in range(4):
            hope[squares[4 * block + place]] += 1
    if stack[head + 6] >= 0:
        now[LAID_HERE + stack[head + 6]] -= 1
        now[LIVE] += taken


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
def summed(cells: Array, squares: Array, tables: Array, table: int) -> int:
    """Return what all blocks are worth together."""
    value = 0
    for k in range(0, len(squares), 4):
        code = cells[squares[k]] << 9 | cells[squares[k + 1]] << 6 | cells[squares[k + 2]] << 3 | cells[squares[k + 3]]
        value += tables[table + code]
    return value


@kernel
def tempo(rotated: int, other: int) -> int:
    """Return what it is worth to be able to rotate: see `search.TEMPO`."""
    if rotated:
        return TEMPO[1][1] if other else TEMPO[1][0]
    return TEMPO[0][1] if other else TEMPO[0][0]


@kernel
def standing(game: tuple[Array, ...], board: tuple[Array, ...]) -> tuple[int, int]:
    """Return what a running game is worth to the mover who takes nothing, and how many blocks are there to be taken."""
    now = game[3]
    mover = now[MOVER]
    value = summed(game[0], board[0], board[3], table_of(now, mover, mover, -1))
    takes = (value + SURE) >> SHIFT
    value += QUOMINO * (now[LAID_HERE + mover] - now[LAID_HERE + 1 - mover])
    return value - (takes << SHIFT) + tempo(now[TURNED + mover], now[TURNED + 1 - mover]), takes
