"""A game that is being played: lines in, texts out. It knows no console and no disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

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


def answered(
    line: str,
    commands: Mapping[str, Callable[[], Reply]],
    asking: Mapping[str, Callable[[str], Reply]],
    move: Callable[[str], Reply],
) -> Reply:
    """Return the answer to a line. commands: what a word alone does; asking: what words do with what stands behind
    them; move: what any other line is."""
    word, _, rest = line.strip().partition(" ")
    name = word.lower()
    if not word:
        return Reply("")
    if name in asking:
        return asking[name](rest.strip())
    if name not in commands:
        return move(line)
    if rest.strip():
        return Reply(f"{name}: found {rest.strip()[:40]!r} after it, allowed is nothing")
    return commands[name]()


class Session(Protocol):
    """A game that is being played, as the command line sees it."""

    @property
    def prompt(self) -> str:
        """Whose line is waited for."""
        ...

    @property
    def unsaved(self) -> bool:
        """Whether moves were made since it was saved."""
        ...

    def show(self) -> str:
        """Return the board, and whose turn it is."""
        ...

    def step(self) -> str | None:
        """Make one move that waits for nobody, such as the computer's, and tell it; None if there is none."""
        ...

    def say(self, line: str) -> Reply:
        """Answer a line. What cannot be read or is illegal changes nothing."""
        ...

    def owns(self, content: bytes) -> bool:
        """Tell whether a file's content is a saved game, which may be replaced by another."""
        ...

    def mark_saved(self) -> None:
        """Take note that the file of a `Reply` was written."""
        ...


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

    def picture(self, game_set: GameSet) -> tuple[Figure, tuple[Spot, ...]]:
        """Draw what lies on the table with a set's pieces; return that, and where to point for each legal move, row by
        row."""
        ...

    def text(self) -> str:
        """Return the game as it is saved."""
        ...
