"""A game of tiles at a table: what it is between two moves, and who plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, Self, runtime_checkable

from quasiprint.addons.studio.table.session import Reply, Session
from quasiprint.errors import InputError
from quasiprint.model import game_text
from quasiprint.model.game import Tabletop
from quasiprint.model.option import Option
from quasiprint.model.piece import Value


@runtime_checkable
class Laid(Protocol):
    """A session whose tiles are laid on a table."""

    @property
    def design(self) -> Mapping[str, str]:
        """The options of the set that is played with."""
        ...

    def table(self) -> Tabletop:
        """Return what lies on the table, and what may be laid."""

    def record(self) -> str:
        """Return the layout or the game in the text form that is scored."""

    def text(self) -> str:
        """Return the game as it is saved."""


class TableState(Protocol):
    """What a game of tiles is between two moves: a value, which nothing changes."""

    @property
    def mover(self) -> int | None:
        """Whose turn it is; NOBODY while anybody may speak; None if the game has ended."""

    def read(self, line: str) -> str:
        """Return the legal move that a line tells, as it is saved. Raises ValueError, which says what is wrong."""

    def after(self, move: str) -> tuple[Self, str]:
        """Return the game after a legal move, and what is told of it."""

    def forced(self) -> str:
        """Return the move that waits for nobody, "" if there is none."""

    def best(self) -> str:
        """Return a good move, "" if there is none."""

    def table(self) -> Tabletop:
        """Return the table."""

    def record(self) -> str:
        """Return what is scored."""

    def standing(self) -> str:
        """Return in a line how the game stands, and who has won once it is over."""


DIGITS = 18  # of a number
COMPUTER = "computer"  # the option that says which players it plays
HELP = """\
  lay TILE PLACE  lay a tile, such as: lay {example}
  places TILE     where a tile fits
  hint            a good move
  undo            take your last move back, and what came after it
  board           show the table again
  save FILE       write the game to a file; go on with it by: quasiprint play {game} --resume FILE
  quit            stop playing"""


class TableSession(Session):
    """A game of tiles and who plays it. settings: from which the game began, with the computer's side. playing: the
    room's options for playing."""

    game: str
    playing: Sequence[Option]

    def __init__(self, settings: Mapping[str, object], first: TableState) -> None:
        self.settings, self.computer = dict(settings), str(settings[COMPUTER])
        self.states, self.lines, self.made_by = [first], list[str](), list[int | None]()

    @classmethod
    def begun(cls, settings: Mapping[str, object]) -> Self:
        """Return a new game. settings: a value for each option for playing. Raises InputError for what cannot be
        together."""
        raise NotImplementedError

    @classmethod
    def new(cls, parameters: Mapping[str, Value], *, plain: bool = False) -> Self:
        """Return a new game, by options for playing. What it shows is ASCII anyway."""
        asked = {option.name: parameters.get(option.name, "") for option in cls.playing}
        return cls.begun({one.name: one.default if asked[one.name] == "" else asked[one.name] for one in cls.playing})

    @classmethod
    def resumed(cls, text: bytes, where: str, given: Mapping[str, Value], *, plain: bool = False) -> Self:
        """Return a saved game. given: the options for playing that were asked for.

        Raises InputError, which names the line, for a text that cannot be read, is cut off or changed, or has an
        illegal move; and for an option that the game has itself.
        """
        record = game_text.read_saved(text, cls.game, where)
        table = cls.begun(read_settings(record.settings, cls.playing, given, where))
        table.replay(record, where)
        return table

    @property
    def state(self) -> TableState:
        """The game as it is."""
        return self.states[-1]

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None if the game has ended."""
        return self.state.mover

    def movers(self) -> Sequence[int | None]:
        """Return who made each move; None for one that nobody chose."""
        return self.made_by

    def text(self) -> str:
        """Return the game as it is saved."""
        return game_text.write_saved(self.game, self.settings, self.lines)

    def check(self, content: bytes) -> None:
        """Raise InputError for what is not a saved game, whole and unchanged."""
        game_text.read_saved(content, self.game, "game")

    def table(self) -> Tabletop:
        """Return what lies on the table, and what may be laid."""
        table = self.state.table()
        return replace(table, secret=table.secret and not self.players[self.computer])

    def record(self) -> str:
        """Return the layout or the game in the text form that is scored."""
        return self.state.record()

    def show(self) -> str:
        """Return what lies, what is in hand, and how the game stands."""
        table = self.table()
        told = [f"On the table: {' '.join(tile.piece for tile in table.lying) or 'nothing'}"]
        if table.hand:
            told.append(f"{self.prompt}'s hand: {' '.join(tile.piece for tile in table.hand)}")
        if table.acts:
            told.append(f"You may say: {', '.join(line for *_, line in table.acts)}")
        for side in table.sides:
            told.append(f"{side.name}: {side.tiles} tiles{'' if side.score is None else f', score {side.score}'}")
        return "\n".join([*told, self.state.standing()])

    def questions(self) -> dict[str, Any]:
        """Return what words do with what stands behind them."""
        return {"places": self._places}

    def _places(self, piece: str) -> Reply:
        table = self.table()
        fits = [tile.fits for tile in table.hand if tile.piece == piece]
        if not fits:
            return Reply(f"places: found {piece[:40]!r}, allowed is a tile in hand")
        return Reply(", ".join(table.places[at].at for at in fits[0]) or f"{piece} fits nowhere")

    def read(self, line: str) -> Any:
        """Return the legal move that a line tells, or, as a text, what is wrong with it."""
        try:
            return (self.state.read(" ".join(line.lower().split())),)
        except ValueError as problem:
            return str(problem)

    def step(self) -> str | None:
        """Make one move that waits for nobody, and tell it; None if there is none."""
        forced = self.state.forced()
        return self.do((forced,), None) if forced else super().step()

    def choose(self) -> str:
        """Make the computer's move, and tell it."""
        return self.do((self.state.best(),))

    def advise(self) -> str:
        """Return a hint."""
        return self.state.best() or "there is nothing that would help"

    def do(self, move: tuple[str], *who: int | None) -> str:
        """Make a legal move, and tell it. who: who made it, if not the mover."""
        mover = who[0] if who else self.mover
        state, told = self.state.after(move[0])
        self.states.append(state)
        self.lines.append(move[0])
        self.made_by.append(mover)
        self.unsaved = True
        return told

    def take_back(self) -> None:
        """Take the last move back."""
        for row in (self.states, self.lines, self.made_by):
            row.pop()

    def replay(self, record: game_text.SavedGame, where: str) -> None:
        """Make the moves of a saved game. Raises InputError, which names the line, for one that is illegal."""
        for number, line in record.moves:
            try:
                move = self.state.read(line)
            except ValueError as problem:
                raise InputError(f"{where}: line {number}: {problem}") from None
            self.do((move,), *([None] if move == self.state.forced() else []))
        self.unsaved = False


def read_settings(
    settings: Mapping[str, str], playing: Sequence[Option], given: Mapping[str, object], where: str
) -> dict[str, object]:
    """Return the settings of a saved game: those that were saved, over what is usual; who is the computer may be asked
    anew. playing: the room's options for playing. given: those that were asked for. Raises InputError for what no table
    has, and for an option that the game says itself."""
    for name in given:
        if name != COMPUTER:
            flag = f"--{name.replace('_', '-')}"
            raise InputError(f"{flag}: found beside a saved game, which says it; leave one of the two out")
    found: dict[str, object] = {}
    for option in playing:
        text = settings.get(option.name, str(option.default))
        least, most = int(option.minimum or 0), int(option.maximum or 10**DIGITS - 1)
        number = int(text) if text.isdigit() and len(text) <= DIGITS else -1
        if text not in option.choices if option.choices else not least <= number <= most:
            told = ", ".join(map(str, option.choices)) or f"{least} to {most}"
            raise InputError(f"{where}: setting {option.name}: found {text!r}, allowed are {told}")
        found[option.name] = text if option.choices else number
    return found | {name: value for name, value in given.items() if value != ""}
