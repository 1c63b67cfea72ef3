"""A game of Quomino at the table: a line in, a text out, and now and then a move of the computer's.

Here is no console and no disk, so that a whole game can be played in a test. Every move, whoever makes
it, goes through `rules.GameState.refusal` before it is done; a saved game is read as strictly when it is resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from quasiprint.addons.studio.table.session import Reply, Session, Spot
from quasiprint.errors import InputError
from quasiprint.games.quomino.notation import MAX_SETTINGS, SETTING, check, read, refusal_of, show
from quasiprint.games.quomino.rules import (
    BLACK,
    COLOURS,
    CORNERS,
    DEAD,
    EMPTY,
    END_AFTER,
    NOWHERE,
    WHITE,
    GameState,
    Move,
    name,
)
from quasiprint.model.finding import Finding
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.plugins import require_extension

# the computer's moves: an add-on's, by the core's interface
opponent = require_extension("quasiprint.opponents", "quomino", "play quomino", "lab")
PLAYERS = {"white": (WHITE,), "black": (BLACK,), "both": (BLACK, WHITE), "none": ()}
"""Which colours the computer plays."""
COMPUTER, DEPTH = "white", opponent.LEVELS["medium"]  # where nobody says otherwise
SEED_DIGITS = 18
NOT_MOVES = ("quomino", "setting", "saved")  # what a line of a written game may begin with besides
HELP = """\
A move, by square and by the corner where the omino should be black (nw, ne, se, sw, or 7, 9, 3, 1):
  c4 se          lay an omino on an empty square, or rotate the one that lies there
  rotate c4 ne   the same, said in full (or turn c4 ne); also: place c4 ne
  c3 ne black    where the omino closes a block of each colour: which Quomino to lay
Or:
  hint           a move that the computer would make
  moves          which squares may be chosen
  undo           take your last move back, and what came after it
  board          show the board again
  save FILE      write the game to a file; go on with it by: quasiprint play quomino --resume FILE
  quit           stop playing"""


class QuominoSession(Session):
    """One game and who plays it. depth: how many moves the computer looks ahead. seed: which of equal moves it makes.
    plain: whether the board is shown without triangles."""

    names, players, help = dict(enumerate(COLOURS)), PLAYERS, HELP

    def __init__(
        self, size: int = 6, computer: str = COMPUTER, depth: int = DEPTH, seed: int = 0, *, plain: bool = False
    ) -> None:
        self.computer, self.depth, self.seed, self.plain = computer, depth, seed, plain
        self.game = GameState(size)
        self.moves: list[Move | None] = []

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None if the game has ended."""
        return None if self.game.over else self.game.mover

    def movers(self) -> list[int | None]:
        """Return who made each move; None for a pass, which is a turn, too."""
        return [None if move is None else number % 2 for number, move in enumerate(self.moves)]

    def text(self) -> str:
        """Return the game as it is saved."""
        settings = (("computer", self.computer), ("depth", str(self.depth)), ("seed", str(self.seed)))
        return saved_game(self.game.size, self.moves, settings)

    def check(self, content: bytes) -> None:
        """Raise InputError for what is not a saved game, whole and unchanged."""
        read(content, sealed=True)

    def show(self) -> str:
        """Return the board, the count of Quominoes, and whose turn it is."""
        game = self.game
        count = ", ".join(f"{colour} {laid}" for colour, laid in zip(COLOURS, game.quominoes, strict=True))
        return f"{show(game, plain=self.plain).rstrip()}\nQuominoes: {count}. {self._turn()}"

    def _turn(self) -> str:
        game = self.game
        if game.over:
            why = "Both players passed" if game.passes == END_AFTER else "No block of four squares is left"
            winner = "a draw" if game.winner is None else f"{COLOURS[game.winner]} has won"
            return f"{why}: {winner}."
        bound = ", and must place: the last move was a rotation" if game.just_rotated[game.mover] else ""
        return f"Move {game.move_count + 1}: {COLOURS[game.mover]}{bound}."

    def step(self) -> str | None:
        """Make the one move that waits for nobody, the computer's or a pass, and tell it; None if there is none."""
        return self.do(None) if self.game.must_pass else super().step()

    def choose(self) -> str:
        """Make the computer's move, and tell it."""
        move = opponent.answer(self.game, self.depth, self.seed).move
        refusal = self.game.refusal(move)
        if refusal:
            raise AssertionError(f"the search made an illegal move: {refusal.message}")
        return self.do(move)

    def advise(self) -> str:
        """Return a move that the computer would make."""
        return self.game.words(opponent.best(self.game, max(self.depth, DEPTH), self.seed).move)

    def read(self, line: str) -> Move | str | None:
        """Return the legal move that a line tells, or what is wrong with it."""
        allowed = 'allowed is a move such as c4 se, or a command; "help" lists them'
        try:
            first = line.split(maxsplit=1)[0].lower()
            entries = () if first in NOT_MOVES else read(f"quomino {self.game.size}\n{line}".encode(), "move").entries
        except UnicodeEncodeError:
            entries = ()
        except InputError as problem:
            # the line's number is that of a text with one line
            return f'{str(problem).removeprefix("move: ").removeprefix("line 2: ")}; "help" says more'
        if len(entries) != 1:
            return f"found {line.strip()[:40]!r}, {allowed}"
        refusal = refusal_of(self.game, entries[0])
        return _refusal_sentence(refusal) if refusal else entries[0].move

    def do(self, move: Move | None) -> str:
        """Do a move, and tell it."""
        game = self.game
        mover, words, dead, laid = game.mover, game.words(move), game.count(DEAD, DEAD), list(game.quominoes)
        closed = (NOWHERE, NOWHERE) if move is None else game.closes(move.square, move.corner)
        game.do(move)
        self.moves.append(move)
        self.unsaved = True
        told = [f"{COLOURS[mover]}: {words}" if move else f"{COLOURS[mover]}: pass, since no move is legal"]
        for colour in (BLACK, WHITE):
            if game.quominoes[colour] > laid[colour]:
                _, upper, _, lower = game.grid.squares[closed[colour]]
                corners = f"{name(lower, game.size)}-{name(upper, game.size)}"
                told.append(f"lays a {COLOURS[colour]} Quomino at {corners}")
        fresh = game.count(DEAD, DEAD) - dead
        if fresh:
            told.append(f"{fresh} {'square is' if fresh == 1 else 'squares are'} dead")
        return "; ".join(told)

    def take_back(self) -> None:
        """Take the last move back."""
        self.game.undo()
        self.moves.pop()

    pairs = False

    def picture(self, game_set: GameSet) -> tuple[Figure, tuple[Spot, ...]]:
        """Draw the board with a box's pieces. A quarter of a square stands for the corner where the omino there is to
        be black."""
        from quasiprint.games.quomino.rulebook import CELL, MARGIN, OminoFigures

        game, half = self.game, CELL / 2
        says: dict[tuple[int, int], list[tuple[str, str]]] = {}
        for move in game.moves():
            told = f"{name(move.square, game.size)}, black {CORNERS[move.corner]}"
            verb = "place" if game.cells[move.square] == EMPTY else "rotate"
            chosen = "" if move.chosen is None else f", then lay a {COLOURS[move.chosen]} Quomino"
            said = f"{verb} {told}{chosen}", game.words(move)
            says.setdefault((move.square, move.corner), []).append(said)
        spots = []
        for (square, corner), lines in says.items():
            row, column = divmod(square, game.size)
            across, up = corner in (1, 2), corner in (0, 1)
            x, y = MARGIN + column * CELL + across * half, MARGIN + (game.size - 1 - row) * CELL + up * half
            spots.append(Spot(x, y, half, half, tuple(lines)))
        return OminoFigures(game_set).board(game), tuple(spots)

    def commands(self) -> dict[str, Callable[[], Reply]]:
        """Return what words do besides those of every table."""
        return {"moves": self._list}

    def _list(self) -> Reply:
        """List the squares that may be chosen, and the moves for which a colour has to be said."""
        game = self.game
        if game.over:
            return Reply("moves: none, the game has ended")
        moves = list(game.moves())
        squares: dict[str, list[str]] = {"place on": [], "rotate": []}
        for square in dict.fromkeys(move.square for move in moves):
            squares["place on" if game.cells[square] == EMPTY else "rotate"].append(name(square, game.size))
        lines = [f"{what}: {' '.join(names) if names else 'none'}" for what, names in squares.items()]
        both = [game.words(move) for move in moves if move.chosen is not None]
        return Reply("\n".join([*lines, *([f"with a choice of colour: {', '.join(both)}"] if both else [])]))


def new_session(parameters: Mapping[str, Value], *, plain: bool = False) -> QuominoSession:
    """Return a new game, by the room's options for playing."""
    return QuominoSession(int(parameters["size"]), plain=plain, **_options(parameters))


def resume_session(text: bytes, where: str, given: Mapping[str, Value], *, plain: bool = False) -> QuominoSession:
    """Return a saved game. given: the room's options that were asked for, in place of those that were saved with it.

    Raises InputError, which names the line, for a text that cannot be read, is cut off or changed, or has an
    illegal move; and for a size.
    """
    if "size" in given:
        raise InputError("--size: found beside a saved game, which has a size of its own; leave one of the two out")
    record = read(text, where, sealed=True)
    table = QuominoSession(record.size, plain=plain, **(_read_settings(dict(record.settings), where) | _options(given)))
    for number, entry in enumerate(record.entries, 1):
        refusal = refusal_of(table.game, entry)
        if refusal:
            raise InputError(f"{where}: line {entry.line}, move {number}: {_refusal_sentence(refusal)}")
        table.do(entry.move)
    table.unsaved = False
    return table


def _read_settings(settings: Mapping[str, str], where: str) -> dict[str, Any]:
    """Return what was saved of a table. Raises InputError for what no table has."""
    computer = settings.get("computer", COMPUTER)
    if computer not in PLAYERS:
        raise InputError(f"{where}: setting computer: found {computer!r}, allowed are {', '.join(PLAYERS)}")
    numbers = {}
    for key, usual, allowed in (("depth", DEPTH, opponent.DEPTHS), ("seed", 0, range(10**SEED_DIGITS))):
        said = settings.get(key, str(usual))
        if not (said.isascii() and said.isdigit() and len(said) <= SEED_DIGITS and int(said) in allowed):
            limits = f"{allowed[0]} to {allowed[-1]}"
            raise InputError(f"{where}: setting {key}: found {said!r}, allowed is {limits}")
        numbers[key] = int(said)
    return {"computer": computer, **numbers}


def _options(given: Mapping[str, Value]) -> dict[str, Any]:
    """Return what options ask for, as `QuominoSession` names it."""
    asked = {name: given[name] for name in ("computer", "depth", "seed") if given.get(name, "") != ""}
    if "level" in given and "depth" not in asked:
        asked["depth"] = opponent.depth_of(str(given["level"]))
    return asked


def _refusal_sentence(refusal: Finding) -> str:
    return f"{refusal.message} ({refusal.remedy})" if refusal.remedy else refusal.message


def saved_game(size: int, moves: Sequence[Move | None], settings: Iterable[tuple[str, str]] = ()) -> str:
    """Return the text of a game from its beginning, its moves numbered and coloured, ended by its seal. moves: None is
    a pass. Raises ValueError for an illegal move, and for settings that `read` would refuse."""
    settings = tuple(settings)
    for key, value in settings:
        if not SETTING.fullmatch(key) or not SETTING.fullmatch(value):
            raise ValueError(f"setting {key!r}: found {value!r}, allowed are words of A-Z, a-z, 0-9, . _ and -")
    if len(dict(settings)) != len(settings) or len(settings) > MAX_SETTINGS:
        raise ValueError(f"settings: found {settings!r}, allowed are up to {MAX_SETTINGS}, each name once")
    game = GameState(size)
    lines = [f"quomino {size}", *(f"setting {key} {value}" for key, value in settings)]
    for number, move in enumerate(moves, 1):
        refusal = game.refusal(move)
        if refusal:
            raise ValueError(f"move {number}: {refusal.message}")
        lines.append(f"{number} {COLOURS[game.mover]} {game.words(move)}")
        game.do(move)
    return "\n".join([*lines, f"saved {len(moves)} moves, check {check(size, moves, settings)}", ""])
