"""What a game's room shows to the rest: one value with a name, its options and three functions.

A room is a package ``quasiprint/games/NAME`` whose ``__init__`` has ``GAME``, a value that fits
`Game`. Importing it must be light: the design, the faces and the rules are imported inside the
methods, so that ``quasiprint list`` does not pay for what it does not use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeGuard

from quasiprint.model.finding import Finding
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.profile import Measures, Palette
from quasiprint.model.rulebook import Content
from quasiprint.model.scoresheet import ScoreSheet


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: ``--name`` on the command line, ``name`` in a project file.

    kind: "int", "float", "str", "flag", "length" (mm), "folder" (a path; "" for none) or "source"
    (a file's path, or a name that is none; "" for none). default: its value if nobody says
    otherwise. minimum, maximum: both allowed; None for no limit (a length is never below zero).
    choices: the only values allowed, if there are any. excludes: options that mean nothing once
    this one is given, and are refused beside it.
    makes: whether a set depends on it. scores: whether `score` asks for it: it says which set
    a layout or game is of, or by which rules it was played.
    """

    name: str
    default: Value
    kind: Literal["int", "float", "str", "flag", "length", "folder", "source"]
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Value, ...] = ()
    excludes: tuple[str, ...] = ()
    makes: bool = True
    scores: bool = False


class Game(Protocol):
    """A game as the pipeline and the command line see it.

    name: as typed. title, inventor: as printed. variants: one line, what can be chosen.
    stripe: of its pieces where no profile says otherwise, in proportion to the edge; 0: it has none.
    options: the game's own. formats: names of the formats that can be made of it, in the
    order in which they are made. playing: the options of a game at the table; empty where the
    room has no opponent, see `Playable`.
    """

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def inventor(self) -> str: ...

    @property
    def variants(self) -> str: ...

    @property
    def stripe(self) -> float: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def formats(self) -> tuple[str, ...]: ...

    @property
    def playing(self) -> tuple[Option, ...]: ...

    def edge(self, parameters: Mapping[str, Value]) -> float:
        """Return the edge of a set's pieces where no profile says otherwise, in mm."""
        ...

    def design(self, parameters: Mapping[str, Value], measures: Measures, palette: Palette, seed: int = 0) -> GameSet:
        """Return the set. parameters: a value for each of `options` that nothing excludes, already
        of its kind and within its limits. seed: of whatever is random. Raises InputError for what
        cannot be made, naming limit and reason.
        """
        ...

    def check(self, set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
        """Prove the set: return what is to be said, and facts for ``check --json``.

        thorough: also what does not depend on this very set, such as a trial of the random draw.
        """
        ...

    def score(self, text: bytes, **options: Any) -> dict[str, Any]:
        """Score a layout or game in the game's text form; return the contract's JSON object.

        options: a value for each of the game's options that `scores`. Raises InputError if the text cannot be read.
        """
        ...

    def rules(self, sets: Mapping[str, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the rulebook is filled with. sets: as each process makes them. words: short texts of the
        book's language that figures need, by name.
        """
        ...

    def scoresheet(
        self, sets: Mapping[str, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]
    ) -> ScoreSheet:
        """Return the score sheet. sets: as each process makes them, each made when it is asked for. words: of the
        sheet's language, by name. chosen: a value for each of `options` that nothing excludes, the rules of the table
        among them. Raises InputError for a word that is missing, or has an unknown field.
        """
        ...


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


class Session(Protocol):
    """A game that is being played, as the command line sees it: lines in, texts out.

    prompt: whose line is waited for. unsaved: whether moves were made since it was saved.
    """

    @property
    def prompt(self) -> str: ...

    @property
    def unsaved(self) -> bool: ...

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


class Playable(Game, Protocol):
    """A game that can be played on the command line."""

    def table(self, parameters: Mapping[str, Value], *, plain: bool = False) -> Session:
        """Return a new game. parameters: a value for each of `playing` that nothing excludes.
        plain: whether the board is shown in ASCII.
        """
        ...

    def resumed(self, text: bytes, where: str, given: Mapping[str, Value], *, plain: bool = False) -> Session:
        """Return a saved game. given: those of `playing` that were asked for, in place of the saved ones.

        where: how messages name the text. Raises InputError if it is no saved game, or not as it was saved.
        """
        ...


def plays(game: Game) -> TypeGuard[Playable]:
    """Tell whether a game has an opponent."""
    return bool(game.playing)
