"""The puzzles in Quomino's book: positions that games came to, and the answers that the rules know."""

from __future__ import annotations

from dataclasses import dataclass

from quasiprint.games.quomino.figures import OminoFigures, Shown, shown, with_facts
from quasiprint.games.quomino.played import SIZE, closing, played, told
from quasiprint.games.quomino.rules import BLACK, COLOURS, EMPTY, WHITE, GameState, Move
from quasiprint.games.quomino.squares import NOWHERE
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet

Known = dict[tuple[tuple[int, ...], int, tuple[bool, ...], int], int]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """moves: of the game that came to the position. wins: whether to win is asked for, not to lay a Quomino at once."""

    moves: tuple[str, ...]
    wins: bool = False


PUZZLES = {
    "puzzle-place": Puzzle((
        "b2 sw", "c3 ne", "b1 nw", "c2 se", "a1 ne", "b3 se", "a2 nw", "turn b3 nw", "e2 nw", "f2 ne", "d2 ne", "f1 se",
        "d3 se", "e1 sw", "f6 sw", "d5 nw", "e5 ne", "d4 sw", "f5 nw", "e4 sw", "e6 se", "b5 sw", "c6 se", "b6 nw",
        "c5 ne", "turn c6 ne", "turn c6 se", "c4 se",
    )),
    "puzzle-rotate": Puzzle((
        "b3 sw", "b4 nw", "a4 ne", "c3 se", "b5 sw", "c5 se", "a5 se", "f2 ne", "d5 sw", "e1 sw", "c4 ne", "e2 nw",
        "d4 ne", "e6 ne",
    )),
    "puzzle-win": Puzzle((
        "f4 nw", "d4 se", "e4 ne", "d5 ne", "f5 sw", "c4 sw", "e5 se", "c5 nw", "b4 sw", "c3 nw", "a3 ne", "c2 sw",
        "a4 se", "d3 ne", "c1 nw", "d2 se", "b3 nw", "e2 sw", "a5 ne", "f3 ne", "a6 se", "e3 nw", "b6 sw", "f2 ne",
        "b5 se", "turn f2 se", "turn b5 ne", "b2 ne", "b1 nw", "a1 sw", "turn b5 nw",
    ), wins=True),
}  # fmt: skip


def outcome(game: GameState, known: Known | None = None) -> int:
    """Return who wins if both play as well as can be: 1 the player to move, -1 the other, 0 nobody. Every move is
    tried until one wins, so that only the end of a game can be asked for.
    """
    known = {} if known is None else known
    mine = game.laid[game.mover] - game.laid[1 - game.mover]
    if game.over:
        return (mine > 0) - (mine < 0)
    key = (tuple(game.cells), game.mover, tuple(game.turned), game.passes)
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
    game = played(SIZE, puzzle.moves)
    if not puzzle.wins:
        return game, closing(game, game.mover)
    known: Known = {}
    return game, [move for move in list(game.moves()) if _result(game, move, known) > 0]


def line(game: GameState, move: Move | None) -> list[str]:
    """Return how a won game goes on: this move, then what loses for the other player too, until it is over."""
    known: Known = {}
    said = []
    while True:
        said.append("pass" if move is None else told(game, move))
        game.do(move)
        if game.over:
            return said
        move = max(_moves(game), key=lambda one: _result(game, one, known))


class PuzzleFigures:
    """Pictures of the puzzles and of their answers."""

    def __init__(self, game_set: GameSet) -> None:
        self.draw = OminoFigures(game_set)

    def puzzle(self, key: str) -> Figure:
        """Return a position. Facts: who moves, how many Quominoes there are, how many moves solve it."""
        game, found = solutions(PUZZLES[key])
        facts = {
            "mover": COLOURS[game.mover],
            "black": game.laid[BLACK],
            "white": game.laid[WHITE],
            "may-rotate": "no" if game.turned[game.mover] else "yes",
            "other-may-rotate": "no" if game.turned[1 - game.mover] else "yes",
            "solutions": len(found),
            "kind": "rotate" if all(game.cells[move.square] != EMPTY for move in found) else "place",
        }
        return with_facts(self.draw.board(shown(game), tally=(game.laid[BLACK], game.laid[WHITE])), facts)

    def answer(self, key: str) -> Figure:
        """Return the board after the answer. Facts: the moves; how many Quominoes there are then; if it is over."""
        puzzle = PUZZLES[key]
        game, found = solutions(puzzle)
        first = found[0]
        blocks = {at for at in game.completed(first.square, first.corner) if at != NOWHERE}
        before = sum(game.laid)
        if puzzle.wins:
            said = line(game, first)
        else:
            said = [told(game, first)]
            game.do(first)
        facts = {
            "moves": ",".join(said),
            "black": game.laid[BLACK],
            "white": game.laid[WHITE],
            "laid": sum(game.laid) - before,
            "over": "yes" if game.over else "no",
        }
        on: Shown = shown(game)
        return with_facts(self.draw.board(on, (), sorted(blocks), tally=(game.laid[BLACK], game.laid[WHITE])), facts)
