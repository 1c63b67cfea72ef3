"""A game of Quomino at the table: a line in, a text out, and now and then a move of the computer's.

Here is no console and no disk, so that a whole game can be played in a test. Every move, whoever makes
it, goes through `rules.GameState.refusal` before it is done; a saved game is read as strictly when it is resumed.
"""

from __future__ import annotations

from typing import Any, Self

from quasiprint.addons.studio.table.games import QUOMINO
from quasiprint.addons.studio.table.session import (
    COMPUTER,
    UNKNOWN,
    Box,
    Made,
    PointedSession,
    Spot,
    read_settings,
    refuse_beside,
)
from quasiprint.games.quomino.rules import BLACK, COLOURS, CORNERS, EMPTY, END_AFTER, WHITE, GameState, name, read, show
from quasiprint.model.finding import Finding
from quasiprint.model.game import Parameters
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet
from quasiprint.model.plugins import require_extension

# the computer's moves: an add-on's, by the core's interface
opponent = require_extension("quasiprint.opponents", "quomino", "play quomino", "lab")
PLAYERS = {"white": (WHITE,), "black": (BLACK,), "both": (BLACK, WHITE), "none": ()}
"""Which colours the computer plays."""
DEPTH = opponent.LEVELS["medium"]  # where nobody says otherwise
SAVED = tuple(option for option in QUOMINO.playing if option.name in (COMPUTER, "depth", "seed"))
HELP = """\
A move, by square and by the corner where the omino should be black (nw, ne, se, sw, or 7, 9, 3, 1):
  c4 se          lay an omino on an empty square, or rotate the one that lies there
  rotate c4 ne   the same, said in full (or turn c4 ne); also: place c4 ne
  c3 ne black    where the omino closes a block of each colour: which Quomino to lay
Or:
  hint           a move that the computer would make
  undo           take your last move back, and what came after it
  board          show the board again
  save FILE      write the game to a file; go on with it by: quasiprint play quomino --resume FILE
  quit           stop playing"""


class QuominoSession(PointedSession[GameState]):
    """One game and who plays it. depth: how many moves the computer looks ahead. seed: which of equal moves it makes.
    Where only ASCII can be shown, the board is shown without triangles."""

    names, players, help = dict(enumerate(COLOURS)), PLAYERS, HELP

    def __init__(self, size: int = 6, computer: str = "white", depth: int = DEPTH, seed: int = 0) -> None:
        super().__init__(GameState(size), {COMPUTER: computer, "depth": depth, "seed": seed})
        self.depth, self.seed = depth, seed

    @classmethod
    def new(cls, parameters: Parameters) -> Self:
        """Return a new game, by the options for playing."""
        return cls(int(parameters["size"]), **_options(parameters))

    @classmethod
    def resumed(cls, text: bytes, where: str, given: Parameters) -> Self:
        """Return a saved game, see `Session.resumed`: its size is its own."""
        refuse_beside({"size"} & given.keys(), "a saved game, which has a size of its own")
        record = read(text, where, sealed=True)
        saved = read_settings(dict(record.settings), SAVED, where)
        table = cls(record.size, **{name: value for name, value in saved.items() if value != ""} | _options(given))
        moves = ((f"line {entry.line}, move {number}", entry) for number, entry in enumerate(record.entries, 1))
        return table.replay(moves, where)

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None if the game has ended."""
        return None if self.state.over else self.state.mover

    def forced(self) -> str:
        """Return the pass of who cannot move."""
        return "pass" if self.state.must_pass else ""

    def head(self) -> list[str]:
        """Return the lines that a saved game begins with."""
        return [f"quomino {self.state.size}"]

    def moves(self) -> list[str]:
        """Return the moves that were made, with their colours. Black begins."""
        return [f"{COLOURS[number % 2]} {line}" for number, line in enumerate(self.lines)]

    def show(self) -> str:
        """Return the board, the count of Quominoes, and whose turn it is."""
        game = self.state
        count = ", ".join(f"{colour} {number}" for colour, number in zip(COLOURS, game.quominoes, strict=True))
        return f"{show(game, plain=self.plain).rstrip()}\nQuominoes: {count}. {self._turn()}"

    def _turn(self) -> str:
        game = self.state
        if game.over:
            why = "Both players passed" if game.passes == END_AFTER else "No block of four squares is left"
            winner = "a draw" if game.winner is None else f"{COLOURS[game.winner]} has won"
            return f"{why}: {winner}."
        bound = ", and must place: the last move was a rotation" if game.just_rotated[game.mover] else ""
        return f"Move {game.move_count + 1}: {COLOURS[game.mover]}{bound}."

    def best(self) -> str:
        """Return the line of the computer's move."""
        return self.state.words(opponent.answer(self.state, self.depth, self.seed).move)

    def advise(self) -> str:
        """Return a move that the computer would make."""
        return self.state.words(opponent.best(self.state, max(self.depth, DEPTH), self.seed).move)

    def read(self, line: str) -> Made | str:
        """Return what comes of the legal move that a line tells, before any comment, or what is wrong with it."""
        return super().read(line.partition("#")[0])

    def sentence(self, finding: Finding) -> str:
        """Return why there is no such move."""
        return super().sentence(finding) + '; "help" says more' * (finding.code == UNKNOWN)

    pairs = False

    def _square(self, square: int) -> Box:
        from quasiprint.games.quomino.rulebook import CELL, MARGIN

        row, column = divmod(square, self.state.size)
        return Box(MARGIN + column * CELL, MARGIN + (self.state.size - 1 - row) * CELL, CELL, CELL)

    def boxes(self, move: Any) -> list[Box]:
        """Return where the square of a move is in the picture; nothing for a pass."""
        return [] if move.move is None else [self._square(move.move.square)]

    def picture(self, game_set: GameSet) -> tuple[Figure, tuple[Spot, ...]]:
        """Draw the board with a box's pieces. A quarter square marks the corner where an omino is to be black."""
        from quasiprint.games.quomino.rulebook import OminoFigures

        game = self.state
        says: dict[tuple[int, int], list[tuple[str, str]]] = {}
        for move in game.moves():
            place = f"{name(move.square, game.size)}, black {CORNERS[move.corner]}"
            verb = "place" if game.cells[move.square] == EMPTY else "rotate"
            chosen = "" if move.chosen is None else f", then lay a {COLOURS[move.chosen]} Quomino"
            label = f"{verb} {place}{chosen}", game.words(move)
            says.setdefault((move.square, move.corner), []).append(label)
        spots = []
        for (square, corner), lines in says.items():
            x, y, side, _ = self._square(square)
            quarter = Box(x + (corner in (1, 2)) * side / 2, y + (corner in (0, 1)) * side / 2, side / 2, side / 2)
            spots.append(Spot(quarter, tuple(lines)))
        return OminoFigures(game_set).board(game), tuple(spots)


def _options(given: Parameters) -> dict[str, Any]:
    """Return what options ask for, as `QuominoSession` names it."""
    asked = {name: given[name] for name in (COMPUTER, "depth", "seed") if given.get(name, "") != ""}
    if "level" in given and "depth" not in asked:
        asked["depth"] = opponent.depth_of(str(given["level"]))
    return asked


SESSION = QuominoSession
