"""A game that is being played: lines in, texts out. It knows no console and no disk."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from quasiprint.errors import InputError
from quasiprint.model.finding import Finding, refused
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import decode, seal, spaced_lines, unseal
from quasiprint.model.option import Option, value_of
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet
from quasiprint.model.play import State

S = TypeVar("S", bound=State[Any])
COMPUTER = "computer"  # the setting that says which players it plays


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


UNKNOWN = "move-unknown"  # code of a finding: a line tells no move


class Made(NamedTuple):
    """A legal move that somebody says. line: as it is saved. state: the game after it. text: what came of it. who: made
    it, None for a move that nobody chose."""

    move: Any
    line: str
    state: Any
    text: str
    who: Any = None


def applied(state: Any, line: str) -> Made | Finding:
    """Return the result of the move that a line writes, or why it is no legal move."""
    try:
        return judged(state, state.parse(line))
    except ValueError as problem:
        return refused(UNKNOWN, str(problem))


def judged(state: Any, move: Any) -> Made | Finding:
    """Return what comes of a move, or why it is illegal."""
    done = state.apply(move)
    return done if isinstance(done, Finding) else Made(move, state.words(move), done[0], done[1].text)


def read_settings(settings: Mapping[str, str], playing: Iterable[Option], where: str) -> dict[str, Any]:
    """Return what was saved of options for playing; what was not is as usual. Raises InputError for what cannot be."""
    found: dict[str, Any] = {}
    for option in playing:
        text = settings.get(option.name, option.default)
        number = not option.choices and str(text).isdigit()
        try:
            found[option.name] = value_of(option, int(text) if number else text)
        except InputError as problem:
            raise InputError(f"{where}: setting {str(problem).removeprefix('--')}") from None
    return found


def refuse_beside(given: Iterable[str], file: str) -> None:
    """Raise InputError if an option was asked for that a file says itself. file: in words."""
    for name in given:
        raise InputError(f"--{name.replace('_', '-')}: found beside {file}; leave one of the two out")


class Session(ABC, Generic[S]):
    """A game that is being played: what every table does, undo, hint, save and all. A game's own says what differs.

    names: of the players. players: which of them the computer plays, by what is asked for. help: what can be typed.
    asking: commands that take the rest of the line.
    settings: what is saved of the table; the computer's side, a key of `players`, is among them. first: the game before
    the first move. done: the moves. unsaved: whether moves were made since it was saved. plain: whether no more than
    ASCII can be shown.
    """

    names: ClassVar[Mapping[Any, str]]
    players: ClassVar[Mapping[str, Collection[Any]]]
    help: ClassVar[str]
    asking: ClassVar[Collection[str]] = ("save",)

    def __init__(self, first: S, settings: Mapping[str, Any]) -> None:
        self.first, self.settings, self.unsaved, self.plain = first, dict(settings), False, False
        self.done = list[Made]()

    @classmethod
    @abstractmethod
    def new(cls, parameters: Parameters) -> Self:
        """Return a new game. parameters: a value for each option for playing that nothing excludes."""

    @classmethod
    @abstractmethod
    def resumed(cls, text: bytes, where: str, given: Parameters) -> Self:
        """Return a saved game. given: the options for playing that were asked for, in place of the saved ones. where:
        how messages name the text.

        Raises InputError, which names the line, for a text that cannot be read, is cut off or changed, or has an
        illegal move; and for an option that the game has itself.
        """

    def replay(self, moves: Iterable[tuple[str, Any]], where: str) -> Self:
        """Make the moves of a saved game, each behind its place in the file: a line, or what one tells. Raises
        InputError for an illegal one."""
        for place, move in moves:
            made = applied(self.state, move) if isinstance(move, str) else judged(self.state, move)
            if isinstance(made, Finding):
                raise InputError(f"{where}: {place}: {self.sentence(made)}")
            self.do(made)
        self.unsaved = False
        return self

    @property
    def computer(self) -> Collection[Any]:
        """Which players the computer plays."""
        return self.players[str(self.settings[COMPUTER])]

    @property
    def state(self) -> S:
        """The game as it is."""
        found: S = self.done[-1].state if self.done else self.first
        return found

    @property
    def mover(self) -> Any:
        """Whose turn it is; None if the game has ended."""
        return self.state.mover

    @property
    def seats(self) -> Mapping[Any, str]:
        """The players' names."""
        return self.names

    @property
    def seated(self) -> tuple[list[str], list[str]]:
        """The names of the people, and of those whom the computer plays."""
        people = [name for seat, name in self.seats.items() if seat not in self.computer]
        return people, [name for seat, name in self.seats.items() if seat in self.computer]

    def opponents(self) -> str:
        """Return who plays whom, in a sentence."""
        people, computer = (" and ".join(names) for names in self.seated)
        if people and computer:
            return f"You are {people}; the computer is {computer}."
        if computer:
            return f"The computer is {computer}."
        return f"{people} play at one screen." if len(self.seats) > 1 else "You play alone."

    def answered(self) -> list[Made]:
        """Return the moves since a person's last one, or else that move; the last first."""
        since = list(takewhile(lambda made: made.who is None or made.who in self.computer, reversed(self.done)))
        return since or self.done[-1:]

    @property
    def lines(self) -> list[str]:
        """The moves that were made, a line each."""
        return [made.line for made in self.done]

    @abstractmethod
    def show(self) -> str:
        """Return the board, and whose turn it is."""

    def text(self) -> str:
        """Return the game as it is saved: its head, settings, the moves by their numbers, its end, and a seal, see
        `quasiprint.model.game_text`."""
        moves = self.moves()
        lines = [*self.head(), *(f"setting {name} {value}" for name, value in self.settings.items())]
        lines += [*(f"{number} {move}" for number, move in enumerate(moves, 1)), *self.end()]
        return "\n".join([*lines, seal([line for line in lines if line[0] != "#"], len(moves)), ""])

    @abstractmethod
    def head(self) -> list[str]:
        """Return the lines that a saved game begins with."""

    def moves(self) -> list[str]:
        """Return the moves that were made, as they are saved."""
        return self.lines

    def end(self) -> list[str]:
        """Return what a saved game has behind its moves; lines with # show people something, and are not sealed."""
        return []

    @abstractmethod
    def best(self) -> str:
        """Return the line of the computer's move."""

    @abstractmethod
    def advise(self) -> str:
        """Return a hint."""

    def forced(self) -> str:
        """Return the line of the move that waits for nobody, "" if there is none."""
        return ""

    def read(self, line: str) -> Made | str:
        """Return what comes of the legal move that a line tells, or, as a text, what is wrong with it."""
        made = applied(self.state, line)
        return self.sentence(made) if isinstance(made, Finding) else made

    def sentence(self, finding: Finding) -> str:
        """Return why a move is illegal, as a table says it."""
        return f"{finding.message} ({finding.remedy})" if finding.remedy else finding.message

    def do(self, made: Made) -> str:
        """Make a legal move, and tell it."""
        self.done.append(made._replace(who=None if made.line == self.forced() else self.mover))
        self.unsaved = True
        return made.text

    def go_on(self, line: str) -> str:
        """Make a move that the table says itself, and tell it."""
        made = applied(self.state, line)
        assert isinstance(made, Made), made
        return self.do(made)

    def commands(self) -> dict[str, Callable[..., Reply]]:
        """Return what words do; those in `asking` take the rest of the line."""
        return {
            "undo": self.undo,
            "hint": lambda: Reply(f"hint: {'the game has ended' if self.mover is None else self.advise()}"),
            "board": lambda: Reply("", changed=True),
            "help": lambda: Reply(self.help),
            "quit": lambda: Reply("", ends=True),
            "save": self._save,
        }

    @property
    def prompt(self) -> str:
        """Whose line is waited for."""
        return self.names.get(self.mover, "over")

    def step(self) -> str | None:
        """Make one move that waits for nobody, such as the computer's, and tell it; None if there is none."""
        line = self.forced() or (self.best() if self.mover in self.computer else "")
        return self.go_on(line) if line else None

    def say(self, line: str) -> Reply:
        """Answer a line that was typed: a move or a command. A wrong line gets a message, and changes nothing."""
        word, _, rest = line.strip().partition(" ")
        name, rest = word.lower(), rest.strip()
        commands = self.commands()
        if not word:
            return Reply("")
        if name in self.asking:
            return commands[name](rest)
        if name in commands:
            return Reply(f"{name}: found {rest[:40]!r} after it, allowed is nothing") if rest else commands[name]()
        found = self.read(line)
        return Reply(found) if isinstance(found, str) else Reply(self.do(found), changed=True)

    def undo(self) -> Reply:
        """Take moves back until a person's is among them."""
        movers = [made.who for made in self.done]
        people = [k for k, who in enumerate(movers) if who is not None and who not in self.computer]
        if not people:
            return Reply("undo: found no move of yours to take back")
        taken = len(movers) - people[-1]
        del self.done[-taken:]
        self.unsaved = taken < len(movers)
        return Reply(f"{taken} {'move is' if taken == 1 else 'moves are'} taken back", changed=True)

    def _save(self, path: str) -> Reply:
        if not path:
            return Reply("save: a file's name is missing, such as: save game.txt")
        return Reply("", save=(path, self.text().encode()))

    def owns(self, content: bytes) -> bool:
        """Tell whether a file's content is a saved game, which may be replaced by another of this kind."""
        try:
            lines, _ = unseal(spaced_lines(decode(content)), "game", needed=True)
        except InputError:
            return False
        return lines[0][1].split()[0] == self.head()[0].split()[0]


class Box(NamedTuple):
    """A rectangle of a picture, mm, y up."""

    x: float
    y: float
    width: float
    height: float


class Spot(NamedTuple):
    """Where a player points to make a move. says: pairs (name, line) of the moves there, among which is chosen."""

    box: Box
    says: tuple[tuple[str, str], ...]


class PointedSession(Session[S]):
    """A game also played by pointing at its picture. pairs: whether two spots may make one move, with + in its line."""

    pairs: bool

    @abstractmethod
    def boxes(self, move: Any) -> list[Box]:
        """Return where a move was made in the picture."""

    @abstractmethod
    def picture(self, game_set: GameSet) -> tuple[Figure, tuple[Spot, ...]]:
        """Draw the table with a set's pieces; return that, and where to point for each legal move, row by row."""
