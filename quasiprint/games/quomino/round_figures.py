"""A whole game in pictures: what each player did, what each made, and what the next could make."""

from __future__ import annotations

from collections.abc import Collection

from quasiprint.games.quomino.figures import OminoFigures, shown, with_facts
from quasiprint.games.quomino.played import SIZE, closing, done, square_names, typed
from quasiprint.games.quomino.rules import BLACK, COLOURS, DEAD, EMPTY, FIRST, LAST, WHITE, GameState, Move
from quasiprint.games.quomino.squares import NOWHERE, name
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet

ROUND = (
    "e4 se", "e5 ne", "f4 sw", "d5 nw", "e3 ne", "d4 sw", "a4 se", "d3 nw", "a3 ne", "e2 se", "b3 nw", "d2 sw", "b4 sw",
    "a5 sw", "b2 sw", "b5 se", "a1 ne", "a6 nw", "b6 ne", "c2 ne", "b1 nw", "turn b1 sw", "a2 se", "c1 ne",
    "turn b1 nw",
)  # fmt: skip
STEPS = (5, 6, 11, 13, 18, 19, 22, 24, 25)  # how many moves were made when a picture is taken


class RoundFigures:
    """Pictures of one game, each with the moves since the one before."""

    def __init__(self, game_set: GameSet) -> None:
        self.draw = OminoFigures(game_set)

    def step(self, number: int) -> Figure:
        """Return a picture. number: from 0.

        The moves since the last one are numbered on the board. Facts: which moves they are, on which squares; how many
        Quominoes there are, and who made those that are new; how many squares are dead, and off which ominoes went;
        on which squares whoever moves next could complete a Quomino of each colour.
        """
        since, until = (0, *STEPS)[number], STEPS[number]
        game = GameState(SIZE)
        tags: dict[int, str] = {}
        block_tags: dict[int, str] = {}
        squares: list[str] = []
        off: list[int] = []
        made: list[str] = []
        for at, said in enumerate(ROUND[:until], 1):
            move = typed(said, SIZE)
            before, laid, closed = tuple(game.cells), tuple(game.laid), game.completed(move.square, move.corner)
            mover = game.mover
            done(game, move)
            if at <= since:
                continue
            squares.append(f"{'turn-' if before[move.square] != EMPTY else ''}{name(move.square, SIZE)}")
            tags[move.square] = str(at)
            colour = next((colour for colour in (BLACK, WHITE) if game.laid[colour] > laid[colour]), None)
            if colour is not None:
                block_tags[closed[colour]] = str(at)
                made.append(f"{COLOURS[colour]}-by-{COLOURS[mover]}")
            off += [k for k, what in enumerate(before) if FIRST <= what <= LAST and game.cells[k] == DEAD]
        tags = {square: said for square, said in tags.items() if FIRST <= game.cells[square] <= LAST}
        facts: dict[str, object] = {
            "moves": f"{since + 1}-{until}",
            "squares": ",".join(squares),
            "black": game.laid[BLACK],
            "white": game.laid[WHITE],
            "made": ",".join(made) or "none",
            "off": square_names(off, SIZE) or "none",
            "dead": game.count(DEAD, DEAD),
            "over": "yes" if game.over else "no",
        }
        if not game.over:
            facts |= {
                "next": COLOURS[game.mover],
                "for-black": _where(closing(game, BLACK)),
                "for-white": _where(closing(game, WHITE)),
            }
        blocks = [block for block in block_tags if block != NOWHERE]
        drawn = self.draw.board(
            shown(game), blocks=blocks, tags=tags, block_tags=block_tags, tally=(game.laid[BLACK], game.laid[WHITE])
        )
        return with_facts(drawn, facts)


def _where(moves: Collection[Move]) -> str:
    """Return on which squares moves are."""
    return square_names(sorted({move.square for move in moves}), SIZE) or "none"
