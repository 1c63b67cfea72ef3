"""What a game's room shows to the rest: five members, and what else it can do.

A room is a package whose ``__init__`` has ``GAME``, a value that fits `Game`. Importing it must be light: the
design, the faces and the rules are imported when they are called, see `Lazy`, so that ``quasiprint list`` does not
pay for what it does not use.

Of its sets a room may say more: see `Traits`, and ask `traits(game)`. What it can do besides has a protocol each, of
which it has all members or is not able to: `Scores`, `LaidOut`, `Explained`, `Recorded`, `Puzzled`,
`HasQuestions`. How a game is played, at a table or by itself, says `quasiprint.model.play`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from quasiprint.errors import InputError
from quasiprint.model.plugins import extension

if TYPE_CHECKING:
    from quasiprint.model.choices import Process, ProductKind
    from quasiprint.model.finding import Finding, Judgement
    from quasiprint.model.measures import Measures, Size
    from quasiprint.model.option import Option, Supplied
    from quasiprint.model.page import Content, Figure, ScoreSheet
    from quasiprint.model.piece import GameSet, Value
    from quasiprint.model.profile import Palette

Parameters = Mapping[str, "Value"]  # values of options, by their names
Facts = Mapping[str, object]  # what was counted, for people and for JSON


class Titles(NamedTuple):
    """A game as it is printed. inventor: with the year, if it is known. variants: one line, what can be chosen. accent:
    the game's colour, "#rrggbb", dark enough for white letters on it."""

    title: str
    inventor: str
    variants: str = ""
    accent: str = "#33415c"


class Brief(NamedTuple):
    """What a set is designed from; all that a design may look at.

    parameters: a value for each of the options that nothing excludes, already of its kind and within its limits.
    seed: of whatever is random. supplied: the files that options name, by option. settings: how many further settings
    to engrave with a laser's program tells apart; of a game none.
    """

    parameters: Parameters
    measures: Measures
    palette: Palette
    seed: int = 0
    supplied: Mapping[str, Supplied] = MappingProxyType({})
    settings: int = 0


class Lazy:
    """A method of a room that is a function of one of its modules, which is imported when it is called.

    module: in the room's package. function: its name there, "" for the method's name.
    """

    def __init__(self, module: str, function: str = "") -> None:
        self.module = module
        self.function = function

    def __set_name__(self, room: type, name: str) -> None:
        self.package = sys.modules[room.__module__].__package__ or room.__module__
        self.function = self.function or name

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Return what the function returns."""
        return getattr(import_module(f"{self.package}.{self.module}"), self.function)(*args, **named)


T = TypeVar("T")


class Ability(Generic[T]):
    """What a game must be able to do for a command.

    protocol: what it takes. lack: the message on a game that is not able to, after its name. group: the entry points
    through which an add-on brings it under the game's name; "": the game itself has it or not.
    """

    def __init__(self, protocol: type[T], lack: str, group: str = "") -> None:
        self.protocol, self.lack, self.group = protocol, lack, group

    def of(self, game: Game) -> T | None:
        """Return what has the ability for a game: the game itself, or what an add-on brings; None for neither."""
        if isinstance(game, self.protocol):
            return game
        found = extension(self.group, game.name) if self.group else None
        return found if isinstance(found, self.protocol) else None

    def require(self, game: Game) -> T:
        """Return the same. Raises InputError for a game that is not able to."""
        found = self.of(game)
        if found is None:
            raise InputError(f"game: {game.name} {self.lack}")
        return found


class Game(Protocol):
    """A game as the pipeline and the doors see it.

    name: as typed. titles: as printed. options: the game's own. offers: what can be made of its sets.
    """

    @property
    def name(self) -> str: ...

    @property
    def titles(self) -> Titles: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def offers(self) -> tuple[ProductKind, ...]: ...

    def design(self, brief: Brief) -> GameSet:
        """Return the set. Raises InputError for what cannot be made, naming limit and reason."""


class OtherProcess(NamedTuple):
    """What of a set is made by another machine than the rest. option: as it is typed. maker: which; kinds: of the
    accessories that it makes, and nothing else where others make the pieces."""

    option: str
    maker: Process
    kinds: frozenset[str]


class Traits:
    """What a game may say of its sets, and what holds of a game that does not: ask `traits` for it.

    seeded: whether a seed changes its sets. needs: modules without which it cannot be designed, and that are not
    everywhere where Python is. from_files: whether files of its user decide what it is: see `bound`. parameters: a
    value for each of its options that nothing excludes.
    """

    seeded: bool = True
    needs: tuple[str, ...] = ()
    from_files: bool = False

    def bound(self, supplied: Mapping[str, Supplied]) -> Game | None:
        """Return the game that its user's files describe, None for the game itself. supplied: by option. Raises
        InputError if they say none."""
        return None

    def size(self, parameters: Parameters) -> Size:
        """Return how large its pieces are where no profile says so. stripe: in proportion to the edge, 0 where there
        are no stripes."""
        from quasiprint.model.measures import Size

        return Size(30.0)

    def printed_size(self, parameters: Parameters) -> Size:
        """Return that of pieces that are printed. stripe: as in `size`."""
        return self.size(parameters)

    def touch_size(self, parameters: Parameters) -> Size | None:
        """Return the size of pieces to be read with fingers, None if there are none; with `measures.touch`, `design`
        raises marks. `quasiprint.checks.marks` holds it to the guidelines."""
        return None

    def piece_count(self, parameters: Parameters) -> int | None:
        """Return in no time how many pieces a set will have, None if its parameters do not tell."""
        return None

    def hand(self, parameters: Parameters) -> int | None:
        """Return how many tiles a player holds at most at the beginning, in any of the game's variants, 0 for none;
        None for the usual number, if its pieces lie face down."""
        return None

    def apart(self, parameters: Parameters) -> OtherProcess | None:
        """Return what is made by another machine than the pieces, None where one machine makes everything."""
        return None

    def prove(self, set: GameSet, thorough: bool = False) -> tuple[list[Finding], Facts]:
        """Return findings on a set beyond what must hold of any, and facts for ``check --json``.

        thorough: also what does not depend on this very set, such as a trial of the random draw, and facts that take
        counting: nobody asks for these when a set is made.
        """
        return [], {}


def traits(game: Game) -> Traits:
    """Return what a game says of its sets, in place of what is usual."""
    found = Traits()
    for name in vars(Traits):
        if not name.startswith("_") and hasattr(game, name):
            setattr(found, name, getattr(game, name))
    return found


@runtime_checkable
class Scores(Protocol):
    """A game whose layouts or games can be judged. One to show what is meant lies beside its module, as ``example.txt``
    or ``example.json``, if there is one."""

    def score(self, text: bytes, options: Parameters) -> Judgement:
        """Judge a layout or game in the game's text form. options: a value for each of the game's options that
        `scores`. Raises InputError if the text cannot be read."""


@runtime_checkable
class LaidOut(Protocol):
    """A game whose layouts can be drawn."""

    def picture(self, text: bytes, sets: Mapping[Process, GameSet]) -> Figure:
        """Draw a layout in the game's text form, or what lies at the end of a game. sets: as each process makes them.
        Raises InputError if it cannot be read."""


@runtime_checkable
class Explained(Protocol):
    """A game with a rulebook, whose words lie in the room."""

    def rules(self, sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the rulebook is filled with. sets: as each process makes them. words: short texts of the
        book's language that figures need, by name.
        """


@runtime_checkable
class Puzzled(Protocol):
    """A game whose common set a set file says, too, ``set.toml`` beside its module, so that puzzles can be made of it.
    most_closed: how many vertices a layout of this set closes at most, as is proved; None where nobody knows."""

    most_closed: int | None

    def lying(
        self, shape: str, labels: Sequence[int], corners: Sequence[Any], marks: Sequence[int]
    ) -> dict[str, object]:
        """Return the entry of a tile in the text form of the game's layouts. shape, labels: as the set file says them.
        corners: where they lie exactly, anticlockwise from the outline's first. marks: the label at each corner, none
        if labels stand elsewhere."""


@runtime_checkable
class Recorded(Protocol):
    """A game with a score sheet."""

    def scoresheet(self, sets: Mapping[Process, GameSet], words: Mapping[str, str], chosen: Parameters) -> ScoreSheet:
        """Return the score sheet. sets: as each process makes them, each made when it is asked for. words: of the
        sheet's language, by name. chosen: a value for each of `options` that nothing excludes, the rules of the table
        among them. Raises InputError for a word that is missing, or has an unknown field.
        """


@runtime_checkable
class HasQuestions(Protocol):
    """A game whose set is described by a file that answers to a few questions may write."""

    def write_file(self, answers: Mapping[str, str]) -> Facts:
        """Return ``questions`` in their order, the ``text`` of the file, and how many ``pieces`` it says. Of each: its
        ``key``, ``words``, ``choices``, none for any text, the ``usual`` answer, the ``answer`` that is taken, and why
        another that was given is ``wrong``. Raises InputError for other keys, and where no set comes of it."""

    def read_answers(self, text: str) -> Mapping[str, str]:
        """Return the answers that a file gives, as far as it does; none if it cannot be read."""


NOBODY = -1  # whose turn it is while anybody may speak
