"""A search for the best move at Quomino, a chosen number of moves deep. `opponent` says how deep.

What a move is and what it does is asked of `rules.Game` alone; here is only what a position is worth.
That is the difference of Quominoes, then, for each block that none covers yet, how near either colour is
to closing it (`LEAN`), and who may rotate (`TEMPO`). The worth of a block depends on its four squares, on whose
turn it is and on who may rotate, so it stands in a table, and the worth of a position is a sum. Quominoes that
can be laid at once are tried first: a position is worth what it is once nobody wants to lay one.

All numbers are integers, and the search ends by counting positions, never seconds: equal questions get
equal answers everywhere. The worth of a game that has ended is exact, that of any other a guess, found by letting
the search play against itself. With neither width nor budget no move is left out: the value is plain minimax's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Protocol

from quasiprint.games.quomino.rules import BLACK, EMPTY, FIRST, LAST, WHITE, GameState, Move
from quasiprint.games.quomino.squares import NOWHERE, grid

QUOMINO = 1000  # what one is worth; the rest is in thousandths of it
WON = 1_000_000
SLIP = 450  # by so much the easy level misjudges a move at most: by less than half a Quomino
WIDTH = 28  # moves looked at in a position that is not the first or the last of a line
BUDGET = 12_000  # positions looked into for one move
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
# complete, so that what lies round it changes, too. A sum counts them; its lower bits stay below _SURE.
_SHIFT = 24
_TAKE = 1 << _SHIFT
_SURE = _TAKE >> 1
_CLOSED = 1 << 40


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found. move: None for a pass. value: for the mover. depth: how deep it looked. nodes: positions."""

    move: Move | None
    value: int
    depth: int
    nodes: int


class _Spent(Exception):
    """The budget is used up."""


def _gaps(cells: tuple[int, ...], colour: int) -> tuple[int, ...]:
    """Return those of a block's cells whose corner in its middle is not of this colour."""
    # that corner is opposite to where the square lies in the block
    return tuple(cell for place, cell in enumerate(cells) if cell != FIRST + (place + 2 + 2 * colour) % 4)


def _worth(missing: tuple[int, ...], moves: bool, turned: bool) -> int:
    """Return what a block with these gaps is worth to a colour. moves: who moves next. turned: who must place then."""
    return LEAN[2 * (not moves) + turned][len(missing)][sum(cell != EMPTY for cell in missing)]


@cache
def block_worths(view: int, mover: int, black_turned: bool, white_turned: bool) -> tuple[int, ...]:
    """Return the worth to `view` of each block, by its cells: three bits for each, the first square's highest.

    Blocks that hold anything but ominoes are worth nothing: a Quomino covers part of them.
    """
    worths = [0] * (1 << 12)
    turned = (black_turned, white_turned)
    for cells in product(range(LAST + 1), repeat=4):
        gaps = [_gaps(cells, colour) for colour in (view, 1 - view)]
        if () in gaps:
            worth = _CLOSED
        else:
            worth = _worth(gaps[0], view == mover, turned[view])
            worth -= _worth(gaps[1], view != mover, turned[1 - view])
            missing = gaps[view != mover]
            if len(missing) == 1 and (missing[0] == EMPTY or not turned[mover]):
                worth += _TAKE
        worths[cells[0] << 9 | cells[1] << 6 | cells[2] << 3 | cells[3]] = worth
    return tuple(worths)


@cache
def _around(size: int) -> tuple[tuple[tuple[int, int, int, int, int], ...], ...]:
    """Return for each square the blocks it lies in: their squares, and how far its bits are shifted in the code."""
    board = grid(size)
    return tuple(
        tuple((*board.squares[block], 9 - 3 * board.squares[block].index(square)) for block in blocks)
        for square, blocks in enumerate(board.of)
    )


def _sum(game: GameState, table: tuple[int, ...]) -> int:
    """Return what all blocks are worth together."""
    cells = game.cells
    return sum([table[cells[a] << 9 | cells[b] << 6 | cells[c] << 3 | cells[d]] for a, b, c, d in game.grid.squares])


def _standing(game: GameState) -> tuple[int, int]:
    """Return what a running game is worth to the mover who takes nothing, and how many blocks are there to be taken."""
    mover = game.mover
    value = _sum(game, block_worths(mover, mover, *game.turned))
    takes = value + _SURE >> _SHIFT
    value += QUOMINO * (game.laid[mover] - game.laid[1 - mover])
    return value - takes * _TAKE + TEMPO[game.turned[mover]][game.turned[1 - mover]], takes


def _takes(game: GameState) -> list[Move]:
    """Return the moves that lay a Quomino of the mover's own colour, one for each block."""
    mover, cells, may_turn = game.mover, game.cells, not game.turned[game.mover]
    table = block_worths(mover, mover, *game.turned)
    found = []
    for a, b, c, d in game.grid.squares:
        if table[cells[a] << 9 | cells[b] << 6 | cells[c] << 3 | cells[d]] > _SURE:
            for place, square in enumerate((a, b, c, d)):
                corner = (place + 2 + 2 * mover) % 4
                if cells[square] != FIRST + corner and (cells[square] == EMPTY or may_turn):
                    both = NOWHERE not in game.completed(square, corner)
                    found.append(Move(square, corner, mover if both else None))
    return found


def _settled(game: GameState, low: int, high: int) -> int:
    """Return what a position is worth to the mover once nobody wants to lay a Quomino at once.

    low, high: bounds between which the value is exact.
    """
    if game.over:
        ahead = game.laid[game.mover] - game.laid[1 - game.mover]
        return QUOMINO * ahead + WON * ((ahead > 0) - (ahead < 0))
    best, takes = _standing(game)
    if takes and best < high:
        for move in _takes(game):
            game.do(move)
            best = max(best, -_settled(game, -high, -max(low, best)))
            game.undo()
            if best >= high:
                break
    return best


def worth(game: GameState, view: int) -> int:
    """Return what a position is worth to the colour `view`: QUOMINO for each one of its own.

    It is not looked ahead but for Quominoes that can be laid at once, by either in turn. A game that
    has ended is worth WON more or less, or 0 if it is a draw.
    """
    value = _settled(game, -2 * WON, 2 * WON)
    return value if view == game.mover else -value


def _bounded(game: GameState) -> Iterator[tuple[int, int, Move]]:
    """Yield all legal moves, row by row: the most that a move can be worth to who makes it, and for how many blocks
    it leaves to be taken, which can only make it worse.
    """
    if game.over:
        return
    mover, other = game.mover, 1 - game.mover
    tables, sums = [], []
    for rotates in (False, True):
        turned = [*game.turned]
        turned[mover] = rotates
        table = block_worths(mover, other, *turned)
        tables.append(table)
        ahead = QUOMINO * (game.laid[mover] - game.laid[other])
        sums.append(_sum(game, table) + ahead - TEMPO[game.turned[other]][rotates])
    around, cells, may_turn = _around(game.size), game.cells, not game.turned[mover]
    for square, cell in enumerate(cells):
        if cell > LAST or (cell and not may_turn):
            continue
        table, before = tables[cell != EMPTY], sums[cell != EMPTY]
        # a move changes no blocks but those round its square, unless it completes one
        codes = []
        for a, b, c, d, shift in around[square]:
            code = cells[a] << 9 | cells[b] << 6 | cells[c] << 3 | cells[d]
            before -= table[code]
            codes.append((code - (cell << shift), shift))
        for corner in range(4):
            if cell != FIRST + corner:
                value = before
                for code, shift in codes:
                    value += table[code + (FIRST + corner << shift)]
                if value < _CLOSED >> 1:
                    takes = value + _SURE >> _SHIFT
                    yield value - takes * _TAKE, takes, Move(square, corner)
                    continue
                for chosen in (None,) if NOWHERE in game.completed(square, corner) else (BLACK, WHITE):
                    move = Move(square, corner, chosen)
                    yield _resolved(game, move, -2 * WON), 0, move


def _resolved(game: GameState, move: Move, low: int) -> int:
    """Return what a move is worth to who makes it, if that is above `low`."""
    game.do(move)
    value = -_settled(game, -2 * WON, -low)
    game.undo()
    return value


def rated(game: GameState) -> Iterator[tuple[int, Move]]:
    """Yield all legal moves, row by row, each with what the position after it is `worth` to who makes it."""
    for value, takes, move in _bounded(game):
        yield (_resolved(game, move, -2 * WON) if takes else value), move


class Searcher(Protocol):
    """What says what a move of a position is worth."""

    @property
    def nodes(self) -> int:
        """How many positions were looked into."""
        ...

    def after(self, move: Move, depth: int, low: int, high: int) -> int | None:
        """Return what a move is worth, `depth` moves ahead, if between `low` and `high`; None if the budget is gone."""
        ...


class PlainSearch:
    """One search: negamax with alpha-beta bounds, and a memory of the positions it came through."""

    def __init__(self, game: GameState, depth: int, width: int | None, budget: int | None) -> None:
        self.game, self.width, self.budget = game, width, budget
        self.nodes = 0
        # by position: depth; whether the value is exact (0), a lower (1) or an upper bound (-1); value; best move
        self.known: dict[tuple[bytes, int, bool, bool, int], tuple[int, int, int, Move]] = {}

    def after(self, move: Move, depth: int, low: int, high: int) -> int | None:
        """Return what a move is worth, `depth` moves ahead, if between `low` and `high`; None if the budget is gone."""
        played = self.game.played
        try:
            return self._after(move, depth, low, high)
        except _Spent:
            while self.game.played > played:
                self.game.undo()
            return None

    def _after(self, move: Move | None, depth: int, low: int, high: int) -> int:
        self.game.do(move)
        value = -self.value(depth - 1, -high, -low)
        self.game.undo()
        return value

    def value(self, depth: int, low: int, high: int) -> int:
        """Return what the position is worth to the mover, `depth` moves ahead, if between `low` and `high`."""
        game = self.game
        if game.over or not depth:
            return worth(game, game.mover)
        self.nodes += 1
        if self.budget is not None and self.nodes > self.budget:
            raise _Spent
        best = -3 * WON
        if depth == 1:
            for most, takes, move in sorted(_bounded(game), key=_promise):
                if most > best:
                    best = max(best, _resolved(game, move, max(best, low)) if takes else most)
                    if best >= high:
                        break
            return best if best > -3 * WON else self._after(None, 1, low, high)
        key = (bytes(game.cells), game.mover, game.turned[0], game.turned[1], game.passes)
        known = self.known.get(key)
        if known is not None and known[0] == depth:
            bound, value = known[1:3]
            if not bound or (bound > 0 and value >= high) or (bound < 0 and value <= low):
                return value
        moves = ordered(game)[: self.width]
        if not moves:
            return self._after(None, depth, low, high)
        if known is not None:
            # the best move of a shallower look first
            moves = [known[3], *(move for move in moves if move != known[3])]
        bottom, chosen = low, moves[0]
        for move in moves:
            value = self._after(move, depth, bottom, high)
            if value > best:
                best, chosen = value, move
                bottom = max(bottom, best)
                if best >= high:
                    break
        self.known[key] = (depth, 1 if best >= high else -1 if best <= low else 0, best, chosen)
        return best


def _promise(one: tuple[int, int, Move]) -> int:
    """Return by what moves are put in order: a guess at what they are worth, the best first."""
    return QUOMINO * (one[1] > 0) - one[0]


def ordered(game: GameState, seed: int | None = None) -> list[Move]:
    """Return the legal moves, those first that look best at once. seed: shuffles those that look equal."""
    found = list(_bounded(game))
    if seed is not None:
        draw = Random(seed * 1024 + game.played)
        for last in range(len(found) - 1, 0, -1):
            other = draw.randrange(last + 1)
            found[last], found[other] = found[other], found[last]
    found.sort(key=_promise)
    return [move for _, _, move in found]


def easy(game: GameState, seed: int = 0) -> SearchResult:
    """Return a move as a beginner finds it: one move ahead, and each misjudged by up to SLIP."""
    draw = Random(seed * 1024 + game.played)
    found = [(value + draw.randrange(SLIP), move) for value, move in rated(game)]
    if not found:
        return SearchResult(None, worth(game, game.mover), 1, 1)
    value, move = max(found, key=lambda one: one[0])
    return SearchResult(move, value, 1, 1)


def best(
    game: GameState,
    depth: int,
    seed: int = 0,
    *,
    width: int | None = WIDTH,
    budget: int | None = BUDGET,
    by: Callable[[GameState, int, int | None, int | None], Searcher] = PlainSearch,
) -> SearchResult:
    """Return the best move that a search finds, `depth` moves ahead; the game stands afterwards as it did.

    seed: which of several equal moves. width: how many moves are looked at in a position, the best-looking; None for
    all. budget: how many positions; once they are used up the answer is that of the depth before,
    or better. by: what searches. Raises ValueError if the depth is below 1 or the game is over.
    """
    if depth < 1 or game.over:
        raise ValueError(f"search: found the depth {depth}, allowed are 1 and more, in a game that is not over")
    moves = ordered(game, seed)
    if not moves:
        return SearchResult(None, worth(game, game.mover), depth, 1)
    if len(moves) == 1:
        return SearchResult(moves[0], worth(game, game.mover), depth, 1)
    search = by(game, depth, width, budget)
    answer = SearchResult(moves[0], 0, 0, 0)
    for deep in range(1, depth + 1):
        values = _first(search, moves, deep)
        if values is None:
            break
        value, move = values[0]
        answer = SearchResult(move, value, deep, search.nodes)
        moves = [move for _, move in values][: None if width is None else 2 * width]
        if abs(value) > WON // 2 and deep > 1:
            break  # won or lost whatever is looked at further
    return answer


def _first(search: Searcher, moves: list[Move], depth: int) -> list[tuple[int, Move]] | None:
    """Return the moves with their values, the best first; those of the others may be too high. None if the budget is
    spent."""
    found: list[tuple[int, Move]] = []
    low = -2 * WON
    for move in moves:
        value = search.after(move, depth, low, 2 * WON)
        if value is None:
            return None
        found.append((value, move))
        low = max(low, value)
    # the sort keeps the order of equals; only what raised the bound has a value of its own
    return sorted(found, key=lambda one: -one[0])
