"""The games that Quomino's book tells of: each is played by the rules, and refused if a move of it is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from quasiprint.games.quomino import bounds
from quasiprint.games.quomino.rules import BLACK, COLOURS, EMPTY, GameState, Move
from quasiprint.games.quomino.squares import CORNERS, NOWHERE, grid, name, named, opposite

SIZE = 6  # of the board in all figures but the first ones
# played in the figures: squares and corners, as they are typed
WHOLE = (
    "c4 se", "b4 sw", "d3 nw", "b5 nw", "c3 ne", "c5 ne", "a1 ne", "b3 nw", "a2 se", "c2 se", "b1 nw", "b2 sw white",
    "d2 ne", "e2 se", "e3 sw", "d2 sw", "e1 ne", "f3 se", "f2 sw", "e3 ne", "d4 ne", "d5 sw", "e4 nw", "d6 nw", "e5 sw",
    "e6 ne", "d5 se",
)  # fmt: skip
FIRST_LAID = 6  # moves of this game, after which the first Quomino lies
CHOICE = 11  # the move of this game, from 0, that closes a block of each colour
SPARSE = 11  # squares to a Quomino on the cover, about


def played(size: int, moves: Sequence[str]) -> GameState:
    """Return the game after moves as they are typed. Raises ValueError for one that the rules refuse."""
    game = GameState(size)
    for said in moves:
        done(game, typed(said, size))
    return game


def typed(said: str, size: int) -> Move:
    """Return a move such as "c4 se", "turn c4 ne" or "b2 sw white"."""
    square, corner, *chosen = said.removeprefix("turn ").split()
    at = named(square, size)
    if at is None:
        raise ValueError(f"figure: no square {square!r}")
    return Move(at, CORNERS.index(corner), COLOURS.index(chosen[0]) if chosen else None)


def done(game: GameState, move: Move) -> None:
    """Do a move. Raises ValueError if the rules refuse it."""
    refusal = game.refusal(move)
    if refusal:
        raise ValueError(f"figure: {game.words(move)!r}: {refusal.message}")
    game.do(move)


def told(game: GameState, move: Move) -> str:
    """Return a move, before it is done, as a claim has it: "c4-se", or "turn-c4-ne"."""
    return game.words(move).replace(" ", "-")


def closing(game: GameState, colour: int | None = None) -> list[Move]:
    """Return the moves that lay a Quomino: of a colour, or of either."""
    found = []
    for move in list(game.moves()):
        before = tuple(game.laid)
        game.do(move)
        gained = tuple(now - then for now, then in zip(game.laid, before, strict=True))
        game.undo()
        if sum(gained if colour is None else (gained[colour],)):
            found.append(move)
    return found


def in_play(size: int) -> GameState:
    """Return a game that is under way on a board: some Quominoes, and ominoes in blocks that are still free.

    It is the same each time; nobody rotates in it.
    """
    draw = Random(size)
    game = GameState(size)
    blocks = _shuffled(draw, len(grid(size).squares))
    packing: list[tuple[int, int]] = []
    for block in blocks:
        if len(packing) >= max(1, size * size // SPARSE):
            break
        if game.free[block]:
            one = (block, len(packing) % 2)
            # with no omino on the board nothing else can be complete
            for move in bounds.game_for(size, [one]):
                done(game, move)
            packing.append(one)
    for number, block in enumerate(_shuffled(draw, len(blocks))):
        if game.free[block]:
            _begun(game, block, number % 2, draw.randrange(4))
    return game


def _shuffled(draw: Random, count: int) -> list[int]:
    found = list(range(count))
    for last in range(count - 1, 0, -1):
        other = draw.randrange(last + 1)
        found[last], found[other] = found[other], found[last]
    return found


def _begun(game: GameState, block: int, colour: int, left_out: int) -> None:
    """Place ominoes of a colour in a block, but in one of its squares, where they complete nothing."""
    four = game.grid.squares[block]
    if sum(game.cells[square] != EMPTY for square in four) > 1:
        return
    for place, square in enumerate(four):
        corner = opposite(place) if colour == BLACK else place
        free = place != left_out and game.cells[square] == EMPTY
        if free and game.completed(square, corner) == (NOWHERE, NOWHERE):
            done(game, Move(square, corner))


def square_names(squares: Sequence[int], size: int) -> str:
    """Return squares as a claim has them: "a1,b2"."""
    return ",".join(sorted(name(square, size) for square in squares))
