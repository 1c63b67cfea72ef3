"""A game that is being played: lines in, texts out. It knows no console and no disk."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

from quasiprint.errors import InputError
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet


@dataclass(frozen=True, slots=True)
class Reply:
    """What a table answers to a line: text, "" for nothing to say.

    changed: whether the board is to be shown. ends: whether the player quits. save: the path to write a
    file to, as typed, and its content.
    """

    text: str
    changed: bool = False
    ends: bool = False
    save: tuple[str, bytes] | None = None


class Session(ABC):
    """A game that is being played: what every table does, undo, hint, save and all. A game's own says what differs.

    names: of the players. players: which of them the computer plays, by what is asked for. help: what can be typed.
    computer: a key of `players`. unsaved: whether moves were made since it was saved.
    """

    names: ClassVar[Mapping[Any, str]]
    players: ClassVar[Mapping[str, Collection[Any]]]
    help: ClassVar[str]
    computer: str
    unsaved = False

    @property
    @abstractmethod
    def mover(self) -> Any:
        """Whose turn it is; None if the game has ended."""

    @abstractmethod
    def movers(self) -> Sequence[Any]:
        """Return who made each move; None for one that nobody chose."""

    @abstractmethod
    def show(self) -> str:
        """Return the board, and whose turn it is."""

    @abstractmethod
    def text(self) -> str:
        """Return the game as it is saved."""

    @abstractmethod
    def check(self, content: bytes) -> None:
        """Raise InputError for what is not a saved game, whole and unchanged."""

    @abstractmethod
    def read(self, line: str) -> Any:
        """Return the legal move that a line tells, or, as a text, what is wrong with it."""

    @abstractmethod
    def choose(self) -> str:
        """Make the computer's move, and tell it."""

    @abstractmethod
    def advise(self) -> str:
        """Return a hint."""

    @abstractmethod
    def do(self, move: Any) -> str:
        """Make a legal move, and tell it."""

    @abstractmethod
    def take_back(self) -> None:
        """Take the last move back."""

    def commands(self) -> Mapping[str, Callable[[], Reply]]:
        """Return what words do besides those of every table."""
        return {}

    def questions(self) -> Mapping[str, Callable[[str], Reply]]:
        """Return what words do with what stands behind them."""
        return {}

    @property
    def prompt(self) -> str:
        """Whose line is waited for."""
        return self.names.get(self.mover, "over")

    def step(self) -> str | None:
        """Make one move that waits for nobody, such as the computer's, and tell it; None if there is none."""
        return self.choose() if self.mover in self.players[self.computer] else None

    def say(self, line: str) -> Reply:
        """Answer a line that was typed: a move or a command. What is wrong is said, and changes nothing."""
        word, _, rest = line.strip().partition(" ")
        name, rest = word.lower(), rest.strip()
        commands = {
            "undo": self.undo,
            "hint": lambda: Reply(f"hint: {'the game has ended' if self.mover is None else self.advise()}"),
            "board": lambda: Reply("", changed=True),
            "help": lambda: Reply(self.help),
            "quit": lambda: Reply("", ends=True),
            **self.commands(),
        }
        questions = {"save": self._save, **self.questions()}
        if not word:
            return Reply("")
        if name in questions:
            return questions[name](rest)
        if name in commands:
            return Reply(f"{name}: found {rest[:40]!r} after it, allowed is nothing") if rest else commands[name]()
        found = self.read(line)
        return Reply(found) if isinstance(found, str) else Reply(self.do(found), changed=True)

    def undo(self) -> Reply:
        """Take moves back until a person's is among them."""
        movers, computer = self.movers(), self.players[self.computer]
        own = [k for k, who in enumerate(movers) if who is not None and who not in computer]
        if not own:
            return Reply("undo: found no move of yours to take back")
        taken = len(movers) - own[-1]
        for _ in range(taken):
            self.take_back()
        self.unsaved = taken < len(movers)
        return Reply(f"{taken} {'move is' if taken == 1 else 'moves are'} taken back", changed=True)

    def _save(self, path: str) -> Reply:
        if not path:
            return Reply("save: a file's name is missing, such as: save game.txt")
        return Reply("", save=(path, self.text().encode()))

    def owns(self, content: bytes) -> bool:
        """Tell whether a file's content is a saved game, which may be replaced by another."""
        try:
            self.check(content)
        except InputError:
            return False
        return True

    def mark_saved(self) -> None:
        """Take note that the file of a `Reply` was written."""
        self.unsaved = False


@dataclass(frozen=True, slots=True)
class Spot:
    """Where somebody points to make a move: a rectangle of a picture, mm, y up. says: the lines that do it, each after
    what it is called; several where a choice is left."""

    x: float
    y: float
    width: float
    height: float
    says: tuple[tuple[str, str], ...]


@runtime_checkable
class Pointed(Protocol):
    """A session that is also played by pointing at a picture of it."""

    @property
    def pairs(self) -> bool:
        """Whether two spots may be chosen for one move, which a line says with + between them."""
        ...

    def picture(self, game_set: GameSet) -> tuple[Figure, tuple[Spot, ...]]:
        """Draw what lies on the table with a set's pieces; return that, and where to point for each legal move, row by
        row."""

    def text(self) -> str:
        """Return the game as it is saved."""
