"""A game of tiles at a table: its state between moves, and its players; and the text form of one that was saved.

Games whose moves are lines are saved so:

    quasimino game
    setting kind domino
    setting deal 7
    1 quasi ann
    2 lay thin-0121 -1,1,0,1/4
    saved 2 moves, check 1f0c93a2

What follows a # says nothing.

What lies on a table of tiles, for a page that shows it: tiles, places, hands and marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Protocol, Self

from quasiprint.addons.studio.table.session import COMPUTER, Made, Reply, Session, read_settings, refuse_beside
from quasiprint.model.finding import Finding, refused
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import decode, refuse, spaced_lines, unseal
from quasiprint.model.option import Option
from quasiprint.model.play import State
from quasiprint.model.texts import several

MOVE = re.compile(r"([0-9]{1,5}) ([a-z][a-z0-9,/ -]{0,80})")


def read_saved(text: bytes, game: str, where: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Return the settings of a saved game's table, by name, and its moves, each after the number of its line; whether
    they are legal is for the game to say. where: how messages name the text.

    Raises InputError, which names the line, for one that cannot be read, was changed or cut off.
    """
    lines = spaced_lines(decode(text, where))
    if not lines or lines[0][1] != f"{game} game":
        number, found = lines[0] if lines else (1, "")
        refuse(where, number, f"found {found[:40]!r}, allowed first is: {game} game")
    lines, settings = unseal(lines, where, needed=True)
    moves: list[tuple[int, str]] = []
    for number, line in lines[1:]:
        move = MOVE.fullmatch(line)
        if not move or int(move[1]) != len(moves) + 1:
            refuse(where, number, f"found {line[:40]!r}, allowed is a setting, or the move number {len(moves) + 1}")
        moves.append((number, move[2]))
    return settings or {}, moves


class TableState(State[Any], Protocol):
    """A game of tiles between two moves, as a table shows it: what games for one have in common."""

    @property
    def names(self) -> Sequence[str]:
        """The players' names."""
        return ("You",)

    def forced(self) -> str:
        """Return the line of the move that waits for nobody, "" if there is none."""
        return ""

    def best(self) -> str:
        """Return the line of a good move, "" if there is none."""

    def table(self) -> Tabletop:
        """Return the table."""

    def record(self) -> str:
        """Return what is scored."""

    def status_line(self) -> str:
        """Return in a line how the game stands, and who has won once it is over."""


HELP = """\
  lay TILE PLACE  lay a tile, such as: lay {example}
  places TILE     where a tile fits
  hint            a good move
  undo            take your last move back, and what came after it
  board           show the table again
  save FILE       write the game to a file; go on with it by: quasiprint play {game} --resume FILE
  quit            stop playing"""


class TableSession(Session[TableState]):
    """A game of tiles and who plays it. settings: of all options for playing. playing: these, of the room. makes: those
    of them that the set is made by, too."""

    game: str
    playing: Sequence[Option]
    makes: Sequence[str] = ()
    asking = ("save", "places")

    @property
    def design(self) -> Mapping[str, str]:
        """The options of the set that is played with."""
        return {name: str(self.settings[name]) for name in self.makes}

    @classmethod
    def begun(cls, settings: Mapping[str, object]) -> Self:
        """Return a new game. settings: a value for each option for playing. Raises InputError for a bad combination."""
        raise NotImplementedError

    @classmethod
    def new(cls, parameters: Parameters) -> Self:
        """Return a new game, by options for playing."""
        given = {name: value for name, value in parameters.items() if value != ""}
        return cls.begun({option.name: given.get(option.name, option.default) for option in cls.playing})

    @classmethod
    def resumed(cls, text: bytes, where: str, given: Parameters) -> Self:
        """Return a saved game, see `Session.resumed`: all but who plays is its own."""
        settings, moves = read_saved(text, cls.game, where)
        refuse_beside((name for name in given if name != COMPUTER), "a saved game, which says it")
        asked = {name: value for name, value in given.items() if value != ""}
        table = cls.begun(read_settings(settings, cls.playing, where) | asked)
        return table.replay(((f"line {number}", line) for number, line in moves), where)

    def head(self) -> list[str]:
        """Return the line that a saved game begins with."""
        return [f"{self.game} game"]

    def table(self) -> Tabletop:
        """Return what lies on the table, and what may be laid; fresh is what was laid in answer to a person, or the
        last tile."""
        table = self.state.table()
        in_this_round = takewhile(lambda made: made.line != "round", self.answered())
        old = len(table.lying) - max(1, sum(made.line.startswith("lay ") for made in in_this_round))
        lying = tuple(replace(tile, fresh=number >= old) for number, tile in enumerate(table.lying))
        return replace(table, lying=lying, secret=table.secret and not self.computer)

    @property
    def seats(self) -> Mapping[int, str]:
        """The players' names."""
        return dict(enumerate(self.state.names))

    def record(self) -> str:
        """Return the layout or the game in the text form that is scored."""
        return self.state.record()

    def show(self) -> str:
        """Return what lies, what is in hand, and how the game stands."""
        table = self.table()
        lines = [f"On the table: {' '.join(tile.piece for tile in table.lying) or 'nothing'}"]
        if table.hand:
            lines.append(f"{self.prompt}'s hand: {' '.join(tile.piece for tile in table.hand)}")
        if table.acts:
            lines.append(f"You may say: {', '.join(line for *_, line in table.acts)}")
        for side in table.sides:
            lines.append(
                f"{side.name}: {several(side.tiles, 'tile')}{'' if side.score is None else f', score {side.score}'}"
            )
        return "\n".join([*lines, self.state.status_line()])

    def commands(self) -> dict[str, Callable[..., Reply]]:
        """Return what words do."""
        return super().commands() | {"places": self._places}

    def _places(self, piece: str) -> Reply:
        table = self.table()
        fits = [tile.fits for tile in table.hand if tile.piece == piece]
        if not fits:
            return Reply(f"places: found {piece[:40]!r}, allowed is a tile in hand")
        return Reply(", ".join(table.places[at].at for at in fits[0]) or f"{piece} fits nowhere")

    def read(self, line: str) -> Made | str:
        """Return what comes of the legal move that a line tells, or, as a text, what is wrong with it."""
        return super().read(" ".join(line.lower().split()))

    def forced(self) -> str:
        """Return the line of the move that waits for nobody, "" if there is none."""
        return self.state.forced()

    def best(self) -> str:
        """Return the line of the computer's move."""
        return self.state.best()

    def advise(self) -> str:
        """Return a hint."""
        return self.best() or "there is nothing that would help"


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A tile on the table. piece: its id in the set. fresh: just laid. takes: the line that takes it up, or ""."""

    piece: str
    x: float
    y: float
    angle: float
    fresh: bool = False
    takes: str = ""


@dataclass(frozen=True, slots=True)
class TilePlace:
    """Where a tile of a shape lies side to side with others, whether or not it fits. at: how a line says it."""

    shape: str
    x: float
    y: float
    angle: float
    at: str


@dataclass(frozen=True, slots=True)
class HeldTile:
    """A tile that may be laid. fits: the places that are legal for it, as their numbers among those of the table."""

    piece: str
    shape: str
    fits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """Somebody at the table. held: the tiles that all may see. score: what is counted, None where tiles are."""

    name: str
    tiles: int
    score: int | None
    moves: bool
    held: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableMark:
    """A covered point. whose: whose it is, players counted from 0; None: nobody owns it."""

    x: float
    y: float
    whose: int | None = None


@dataclass(frozen=True, slots=True)
class Tabletop:
    """A table, for whoever shows it. phase: what is waited for, by a name. hand: what may be laid. acts: what else may
    be done: its name, whom or what it is about, and the line that does it. opened: tiles that lie face up beside the
    layout. counts: what a score is of: points, vertices or hexagons. left: tiles face down. aim: the score that can be
    reached, 0 if there is none. secret: whether only who moves may see the hand."""

    phase: str
    lying: tuple[LyingTile, ...]
    hand: tuple[HeldTile, ...]
    places: tuple[TilePlace, ...]
    sides: tuple[Side, ...]
    marks: tuple[TableMark, ...] = ()
    acts: tuple[tuple[str, str, str], ...] = ()
    opened: tuple[str, ...] = ()
    counts: str = "points"
    left: int = 0
    aim: int = 0
    secret: bool = False


def layout_text(tiles: Iterable[Mapping[str, object]]) -> str:
    """Return a layout in the text form that is scored. tiles: its entries."""
    return '{"tiles": [\n' + ",\n".join(f"  {json.dumps(tile)}" for tile in tiles) + "\n]}\n"


def refuse_take(name: str, lying: Sequence[str]) -> Finding | None:
    """Return why a tile cannot be taken up again, None if it can. lying: the tiles on the table."""
    if name in lying:
        return None
    allowed = ", ".join(lying) or "none"
    return refused("tile-not-laid", f"take: found {name[:40]!r}, allowed is a tile on the table: {allowed}")
