"""The games and puzzles that Quomino's book tells of: each is played by the rules, and refused if a move of it is."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from quasiprint.games.quomino import bounds
from quasiprint.games.quomino.rules import BLACK, COLOURS, EMPTY, WHITE, GameState, Move
from quasiprint.games.quomino.squares import CORNERS, NOWHERE, find_square, grid, name, opposite

SIZE = 6  # of the board in all figures but the first ones
_GAMES = tomllib.loads((Path(__file__).parent / "games.toml").read_text(encoding="utf-8"))
WHOLE, ROUND = (tuple(" ".join(_GAMES[name].split()).split(", ")) for name in ("whole", "round"))  # played in figures
FIRST_LAID = 6  # moves of this game, after which the first Quomino lies
CHOICE = 11  # the move of this game, from 0, that closes a block of each colour
STEPS = (5, 6, 11, 13, 18, 19, 22, 24, 25)  # how many moves were made when a picture is taken
SPARSE = 11  # squares to a Quomino on the cover, about

Known = dict[tuple[tuple[int, ...], int, tuple[bool, ...], int], int]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """moves: of the game that came to the position. wins: whether to win is asked for, not to lay a Quomino at once."""

    moves: tuple[str, ...]
    wins: bool = False


PUZZLES = {
    name: Puzzle(tuple(" ".join(moves.split()).split(", ")), name == "puzzle-win")
    for name, moves in _GAMES["puzzles"].items()
}


def after_moves(size: int, moves: Iterable[Move]) -> GameState:
    """Return the game after moves. Raises ValueError for one that the rules refuse."""
    game = GameState(size)
    for move in moves:
        do_move(game, move)
    return game


def play_moves(size: int, moves: Sequence[str]) -> GameState:
    """Return the game after moves as they are typed. Raises ValueError for one that the rules refuse."""
    return after_moves(size, (parse_move(said, size) for said in moves))


def parse_move(said: str, size: int) -> Move:
    """Return a move such as "c4 se", "turn c4 ne" or "b2 sw white"."""
    square, corner, *chosen = said.removeprefix("turn ").split()
    at = find_square(square, size)
    if at is None:
        raise ValueError(f"figure: no square {square!r}")
    return Move(at, CORNERS.index(corner), COLOURS.index(chosen[0]) if chosen else None)


def do_move(game: GameState, move: Move) -> None:
    """Do a move. Raises ValueError if the rules refuse it."""
    refusal = game.refusal(move)
    if refusal:
        raise ValueError(f"figure: {game.words(move)!r}: {refusal.message}")
    game.do(move)


def format_claim(game: GameState, move: Move | None) -> str:
    """Return a move, before it is done, as a claim has it: "c4-se", "turn-c4-ne", or "pass"."""
    return game.words(move).replace(" ", "-") if move else "pass"


def closing(game: GameState, colour: int | None = None) -> list[Move]:
    """Return the moves that lay a Quomino: of a colour, or of either."""
    found = []
    for move in list(game.moves()):
        before = game.quominoes
        game.do(move)
        if any(game.quominoes[one] > before[one] for one in (BLACK, WHITE) if colour in (None, one)):
            found.append(move)
        game.undo()
    return found


def in_play(size: int) -> GameState:
    """Return a game that is under way on a board: some Quominoes, and ominoes in blocks that are still free. It is the
    same each time; nobody rotates in it."""
    draw = Random(size)
    game = GameState(size)
    blocks = [*range(len(grid(size).squares))]
    draw.shuffle(blocks)
    laid = 0
    for block in blocks:
        if game.free[block] and laid < max(1, size * size // SPARSE):
            # with no omino on the board nothing else can be complete
            for move in bounds.game_for(size, [(block, laid % 2)]):
                do_move(game, move)
            laid += 1
    blocks.sort()
    draw.shuffle(blocks)
    for number, block in enumerate(blocks):
        if not game.free[block]:
            continue
        four, left_out = game.grid.squares[block], draw.randrange(4)
        if sum(game.cells[square] != EMPTY for square in four) > 1:
            continue
        for place, square in enumerate(four):  # ominoes of one colour, where they complete nothing
            corner = place if number % 2 else opposite(place)
            free = place != left_out and game.cells[square] == EMPTY
            if free and game.closes(square, corner) == (NOWHERE, NOWHERE):
                do_move(game, Move(square, corner))
    return game


def square_names(squares: Sequence[int], size: int = SIZE) -> list[str]:
    """Return squares as a claim has them: "a1", "b2"."""
    return sorted(name(square, size) for square in squares)


def outcome(game: GameState, known: Known | None = None) -> int:
    """Return who wins if both play as well as can be: 1 the player to move, -1 the other, 0 nobody. Every move is tried
    until one wins, so that only the end of a game can be asked for."""
    known = {} if known is None else known
    mine = game.quominoes[game.mover] - game.quominoes[1 - game.mover]
    if game.over:
        return (mine > 0) - (mine < 0)
    key = (tuple(game.cells), game.mover, tuple(game.just_rotated), game.passes)
    if key not in known:
        best = -1
        for move in _moves(game):
            best = max(best, _result(game, move, known))
            if best == 1:  # nothing is better than to win
                break
        known[key] = best
    return known[key]


def _moves(game: GameState) -> list[Move | None]:
    """Return the legal moves, or the pass where there is none."""
    return [*game.moves()] or [None]


def _result(game: GameState, move: Move | None, known: Known) -> int:
    game.do(move)
    found = -outcome(game, known)
    game.undo()
    return found


def solutions(puzzle: Puzzle) -> tuple[GameState, list[Move]]:
    """Return a puzzle's game, and the moves that solve it."""
    game = play_moves(SIZE, puzzle.moves)
    if not puzzle.wins:
        return game, closing(game, game.mover)
    known: Known = {}
    return game, [move for move in list(game.moves()) if _result(game, move, known) > 0]


def line(game: GameState, move: Move | None, *, whole: bool = True) -> list[str]:
    """Return how a won game goes on: this move, then what loses for the other player too, until it is over. whole:
    whether that is asked, not this move alone."""
    known: Known = {}
    said = []
    while True:
        said.append(format_claim(game, move))
        game.do(move)
        if game.over or not whole:
            return said
        move = max(_moves(game), key=lambda one: _result(game, one, known))


def first_laying(game: GameState) -> tuple[Move, int, int]:
    """Return the move that lays the first Quomino of WHOLE, before it is made, with its block and its colour."""
    move = parse_move(WHOLE[FIRST_LAID - 1], SIZE)
    closed = game.closes(move.square, move.corner)
    colour = BLACK if closed[BLACK] != NOWHERE else WHITE
    return move, closed[colour], colour
