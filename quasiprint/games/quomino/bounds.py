"""What a Quomino box must hold: the most ominoes, Quominoes and markers that ever lie on a board at once.

Each number is a bound proved by a set of squares or blocks, small enough to check one by one, and is
reached by a game that the rules themselves replay. Integers alone; nothing is searched for at run time.

Why no game needs more:

* Quominoes share no square. If every block holds one of the *pegs*, a set of squares, then each Quomino
  covers a peg of its own, and there are at most as many Quominoes as pegs.
* At the natural end every block shares a square with a Quomino (or is one). If no block meets two of the
  *sentinels*, a set of blocks, then each sentinel is met by a Quomino of its own: there are at least as
  many Quominoes as sentinels.
* A square is dead if it is not covered and no free block holds it, and so stays for good: a Quomino is only
  ever laid on a free block. If free blocks are left, Quominoes can be thought onto them until there are none,
  and every square is then covered or dead. So at no time are more squares dead than all but the fewest
  Quominoes leave open: N² − 4 × that number.
* A square holds one omino at most.

Every set of blocks that share no square, in any colours, is reached by play: see `game_for`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cache

from quasiprint.errors import InputError
from quasiprint.games.quomino.rules import (
    BLACK,
    COLOURS,
    DEAD,
    FIRST,
    LAST,
    SIZES,
    WHITE,
    GameState,
    Move,
    grid,
    name,
    opposite,
)
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet

Packing = Sequence[tuple[int, int]]  # blocks that share no square, each with the colour of its Quomino


@dataclass(frozen=True, slots=True)
class Need:
    """What lies on a board at once: the most Quominoes, the fewest when no block is left, the most dead squares, the
    most ominoes."""

    most_quominoes: int
    fewest_quominoes: int
    most_dead: int
    most_ominoes: int


@dataclass(frozen=True, slots=True)
class Box:
    """How many pieces of each kind are enough for one game on any of a box's boards."""

    ominoes: int
    quominoes: int
    markers: int


def pegs(size: int) -> frozenset[int]:
    """Return the squares whose row and column, counted from 0, are odd: every block holds exactly one."""
    odd = range(1, size, 2)
    return frozenset(row * size + column for row in odd for column in odd)


def sentinels(size: int) -> frozenset[int]:
    """Return the blocks at every third row and column from the upper left: no block meets two."""
    across = size - 1
    third = range(0, across, 3)
    return frozenset(row * across + column for row in third for column in third)


def densest(size: int) -> tuple[tuple[int, int], ...]:
    """Return a packing of as many Quominoes as there can be: edge to edge from the upper left."""
    return _crossings(size, range(0, size - 1, 2))


def sparsest(size: int) -> tuple[tuple[int, int], ...]:
    """Return a packing of as few Quominoes as can leave no block: each meets a sentinel and all around it."""
    # the last row of blocks begins one above the last row of squares
    return _crossings(size, [min(at, size - 2) for at in range(1, size, 3)])


def game_for(size: int, packing: Packing) -> list[Move]:
    """Return moves, black's first, after which the Quominoes of `packing`, and no others, lie on the board.

    They are laid one after another, each by four ominoes placed in its squares. Before each, there is no
    omino on the board (what does not lie under a Quomino is empty, or dead), so that no other block can be
    complete, and nobody has a choice to make. A block that shares no square with those laid before is
    free, so none of its squares is dead, and the game has not ended. Every move places, nobody rotates.

    packing: pairs of a block, numbered as in `squares.Grid`, and BLACK or WHITE, in the order they are laid.
    Raises InputError for a block that is not on the board, no colour, or blocks that share a square.
    """
    squares = grid(size).squares
    covered: dict[int, int] = {}
    moves = []
    for block, colour in packing:
        if not 0 <= block < len(squares):
            raise InputError(f"packing: found block {block}, allowed are 0 to {len(squares) - 1}")
        if colour not in (BLACK, WHITE):
            raise InputError(f"packing: found the colour {colour}, allowed are {BLACK} ({COLOURS[0]}) and {WHITE}")
        for place, square in enumerate(squares[block]):
            if square in covered:
                raise InputError(
                    f"packing: found blocks {covered[square]} and {block}, which share {name(square, size)}; "
                    "allowed are blocks that share no square"
                )
            covered[square] = block
            # the corner of a square that is in the middle of its block is opposite to where it lies in it
            middle = opposite(place)
            moves.append(Move(square, middle if colour == BLACK else opposite(middle)))
    return moves


def one_way(size: int) -> list[Move]:
    """Return moves that fill the board with ominoes turned one way: no two of a block fit together."""
    return [Move(square, 0) for square in range(size * size)]


def replay(size: int, moves: Iterable[Move], subject: str) -> GameState:
    """Return the game after moves. Raises ArithmeticError for one that the rules refuse. subject: how it names the
    game."""
    game = GameState(size)
    for number, move in enumerate(moves, 1):
        refusal = game.refusal(move)
        if refusal is not None:
            raise ArithmeticError(f"{subject}: move {number}: {refusal.message}")
        game.do(move)
    return game


def most_quominoes(size: int, pegs: Set[int], packing: Packing) -> int:
    """Return how many Quominoes `packing` puts on the board. Raises ArithmeticError for what keeps that from being
    proved the most. pegs: squares of which every block is to hold one."""
    subject = f"{size} × {size}, most Quominoes"
    for four in grid(size).squares:
        if pegs.isdisjoint(four):
            raise ArithmeticError(f"{subject}: the block at {name(four[0], size)} holds none of the squares that every "
                                  "block should hold one of")  # fmt: skip
    game = replay(size, game_for(size, packing), subject)
    return _compare_bound(sum(game.quominoes), len(pegs), "Quominoes", subject)


def fewest_quominoes(size: int, sentinels: Set[int], packing: Packing) -> int:
    """Return how many Quominoes `packing` puts on the board. Raises ArithmeticError for what keeps that from being
    proved the fewest that leave no block. sentinels: blocks of which none is to meet two."""
    subject = f"{size} × {size}, fewest Quominoes at the end"
    squares, touching = grid(size).squares, grid(size).touching
    for block in sorted(sentinels):
        if not 0 <= block < len(squares):
            raise ArithmeticError(f"{subject}: found block {block}, allowed are 0 to {len(squares) - 1}")
    for block, four in enumerate(squares):
        met = [name(squares[other][0], size) for other in touching[block] if other in sentinels]
        if len(met) > 1:
            message = f"the block at {name(four[0], size)} meets those at {' and '.join(met)}, allowed is one of them"
            raise ArithmeticError(f"{subject}: {message}")
    game = replay(size, game_for(size, packing), subject)
    if game.live:
        at = name(squares[game.free.index(True)][0], size)
        raise ArithmeticError(f"{subject}: {game.live} blocks are free, the first at {at}; allowed at the end are none")
    return _compare_bound(sum(game.quominoes), len(sentinels), "Quominoes", subject, most=False)


def most_dead(size: int, fewest: int, packing: Packing) -> int:
    """Return how many squares are dead when `packing` is laid. Raises ArithmeticError for what keeps that from being
    proved the most. fewest: how many Quominoes there are at least when no block is left."""
    subject = f"{size} × {size}, most dead squares"
    game = replay(size, game_for(size, packing), subject)
    return _compare_bound(game.count(DEAD, DEAD), size * size - 4 * fewest, "dead squares", subject)


def most_ominoes(size: int, moves: Sequence[Move]) -> int:
    """Return how many ominoes lie on the board after `moves`. Raises ArithmeticError for what keeps that from being
    proved the most."""
    subject = f"{size} × {size}, most ominoes"
    return _compare_bound(replay(size, moves, subject).count(FIRST, LAST), size * size, "ominoes", subject)


@cache
def need(size: int) -> Need:
    """Return what games reached on a board of `size` × `size` squares, once it is proved that none exceeds it. Raises
    ArithmeticError if a proof fails, which says why, and InputError for a size that no board has."""
    if size not in SIZES:
        raise InputError(f"size: found {size}, allowed are {SIZES[0]} to {SIZES[-1]}")
    sentries = sentinels(size)
    return Need(
        most_quominoes(size, pegs(size), densest(size)),
        fewest_quominoes(size, sentries, sparsest(size)),
        # the bound rests on what was proved, not on what was reached
        most_dead(size, len(sentries), sparsest(size)),
        most_ominoes(size, one_way(size)),
    )


def box(sizes: Sequence[int]) -> Box:
    """Return what is enough for one game on any board of `sizes`. A larger board may need fewer markers than a smaller
    one, so that every board is asked. Raises InputError for no size, and for one that no board has."""
    if not sizes:
        raise InputError(f"sizes: found none, allowed are one or more of {SIZES[0]} to {SIZES[-1]}")
    needs = [need(size) for size in sizes]
    kinds = zip(*((n.most_ominoes, n.most_quominoes, n.most_dead) for n in needs), strict=True)
    return Box(*map(max, kinds))


def supply(game_set: GameSet, need: Box) -> list[Finding]:
    """Check that there is one piece for each that can lie on a board at once, and not one too many."""
    counts = Counter(piece.shape for piece in game_set.pieces)
    counts.update({thing.kind: thing.count for thing in game_set.accessories if thing.kind == "marker"})
    due = {"omino": need.ominoes, "quomino": need.quominoes, "marker": need.markers}
    findings = []
    for kind, most in due.items():
        if counts[kind] != most:
            message = f"the box has {counts[kind]}, and up to {most} lie on a board at once"
            findings.append(error("supply-wrong", f"{kind}s", message, f"put {most} into the box"))
    return findings


def _crossings(size: int, lines: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the blocks in these rows and columns of blocks, by turns black and white."""
    blocks = [row * (size - 1) + column for row in lines for column in lines]
    return tuple((block, number % 2) for number, block in enumerate(blocks))


def _compare_bound(found: int, bound: int, what: str, subject: str, most: bool = True) -> int:
    """Return what a game reached. Raises ArithmeticError if that is not what is proved: of two bounds that differ, one
    is not the best, or wrong."""
    allowed = f"at {'most' if most else 'least'} {bound}"
    if found == bound:
        return found
    if (found < bound) is most:
        message = f"a game reached {found} {what}; proved is {allowed}, which may be more than needed"
    else:
        message = f"a game reached {found} {what}, though {allowed} is said to be proved"
    raise ArithmeticError(f"{subject}: {message}")
