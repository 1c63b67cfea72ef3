"""The text form of a game, one move a line, short enough to type:

    quomino 6
    # a comment, anywhere
    1 black c4 se
    2 white d4 sw
    turn c4 ne
    d3 9
    place c3 ne black
    pass
    saved 6 moves, check RHB4E9

The number, the colour and "place" or "turn" may be left out; "rotate" is the same as "turn". A corner is a word, or its
key on a number pad. The seal at the end, if there is one, is a hash of what the lines mean: it tells a cut-off or
edited file, and nothing else. Here the lines are read; whether the game that they tell can be is the business of
`score`. Time and memory grow with the text's length.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from quasiprint.errors import InputError
from quasiprint.games.quomino.rules import COLOURS, EMPTY, GameState, Move
from quasiprint.games.quomino.squares import CORNERS, KEYS, SIZES, find_square, name
from quasiprint.model.finding import Finding, Refusal
from quasiprint.model.game_text import TextForm, meaningful, refuse, unify_lines

MAX_BYTES = 1 << 18  # the longest game, of 516 moves on 16 × 16, has some 10,000
MAX_SETTINGS = 20
VERBS = {"place": "place", "turn": "turn", "rotate": "turn"}  # as typed, and as it is kept
NUMBER = re.compile(r"([0-9]{1,6})\.?")
HEADER = re.compile(r"[0-9]{1,2}")
FORM = TextForm(
    MAX_BYTES,
    re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"),
    "allowed is text in UTF-8",
    "allowed are letters, digits and spaces",
    "the control character ",
)
SETTING = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
SEAL = re.compile(r"saved ([0-9]{1,6}) moves?, check ([0-9A-Za-z]{6})", re.IGNORECASE)
# Crockford's: no letter looks like a digit, and what is misread in typing is read as meant
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("OIL", "011")
A_SEAL = "saved 12 moves, check K7QF2M"
CUT_OFF = 'was cut off: its last line, "saved ... moves, check ....", is missing'
AS_TYPED = "to score the game as it is typed, delete this line and the settings; it cannot be continued"


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """One move as typed. line: of the text, from 1. move: None is a pass. verb: "place", "turn" or "". number, player:
    as typed; None where they are left out."""

    line: int
    move: Move | None
    verb: str = ""
    number: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A game as it was written down. saved: whether it ended with its seal, and the seal agreed."""

    size: int
    entries: tuple[MoveEntry, ...]
    settings: tuple[tuple[str, str], ...] = ()
    saved: bool = False


def longest(size: int) -> int:
    """Return a number of moves, passes among them, that no game on a board exceeds: 2·N² + 4.

    A filled square is never empty again: at most N² places. Nobody rotates twice without a place between,
    and black begins with a place: black rotates at most as often as places, white once more. Who passes
    could not place, so no square is empty, then or later; could not rotate, so has just rotated, and will
    not move again. The other may rotate once more, and then passes, too: at most three passes.
    """
    return 2 * size * size + 4


def read(text: bytes, where: str = "game", *, sealed: bool = False) -> MoveRecord:
    """Return what the lines of a game say.

    where: how messages name the text. sealed: whether a text without its seal is refused. Raises
    InputError, which names the line (from 1), for what is not in the text form, or not what was sealed.
    """
    lines = list(meaningful(decode(text, where)))
    if not lines:
        raise InputError(f"{where}: found nothing, allowed are lines, the first such as: quomino 6")
    if sealed and not lines[-1][1].lower().startswith("saved"):
        # before anything else: a file cut off within a line is no slip of typing
        raise InputError(f"{where}: {CUT_OFF}")
    return _MoveReader(where, *read_header(lines[0], where)).of(lines[1:])


def write(size: int, moves: Sequence[Move | None], settings: Iterable[tuple[str, str]] = ()) -> str:
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


def check(size: int, moves: Iterable[Move | None], settings: Iterable[tuple[str, str]] = ()) -> str:
    """Return the seal's six characters: 30 bits of a hash over size, settings and moves, however they are typed."""
    meant = [f"quomino {size}", *(f"setting {key} {value}" for key, value in settings)]
    meant += ["pass" if move is None else move.words(size) for move in moves]
    bits = int.from_bytes(hashlib.sha256("\n".join(meant).encode()).digest()[:4], "big")
    return "".join(DIGITS[bits >> shift & 31] for shift in range(25, -1, -5))


def decode(text: bytes, where: str) -> str:
    """Return the characters of a file, lines ended by line feeds. Raises InputError for what is no such text, and for
    control characters: they could steer the terminal that a message is shown in."""
    return unify_lines(FORM.decode(text, where))


def read_header(line: tuple[int, str], where: str) -> tuple[int, int]:
    """Return the size that the first line names, and the line's number. Raises InputError for any other line."""
    number, typed = line
    words = typed.lower().split()
    allowed = f"allowed first is the line quomino {SIZES[0]} to quomino {SIZES[-1]}, by the squares to a side"
    if words[0] != "quomino" or len(words) != 2 or not HEADER.fullmatch(words[1]) or int(words[1]) not in SIZES:
        refuse(where, number, f"found {typed[:40]!r}, {allowed}")
    return int(words[1]), number


class _MoveReader:
    """The lines after the first, read one by one."""

    def __init__(self, where: str, size: int, number: int) -> None:
        self.where, self.size, self.number = where, size, number
        self.entries: list[MoveEntry] = []
        self.settings: list[tuple[str, str]] = []
        self.saved = False

    def of(self, lines: Iterable[tuple[int, str]]) -> MoveRecord:
        for self.number, typed in lines:
            words = typed.lower().split()
            if self.saved:
                self.refuse(f"found {typed[:40]!r} after the seal, allowed are comments; the seal is the last line")
            if words[0] == "quomino":
                self.refuse(f"found a second line {typed[:40]!r}, allowed is one, the first")
            if words[0] == "setting":
                self.set(typed.split()[1:])
            elif words[0] == "saved":
                self.compare(" ".join(typed.split()))
            else:
                self.entries.append(self.entry(words))
                if len(self.entries) > longest(self.size):
                    self.refuse(
                        f"found {len(self.entries)} moves, allowed are up to {longest(self.size)}: "
                        f"no game on {self.size} × {self.size} squares is longer"
                    )
        if self.settings and not self.saved:
            # nobody types settings: they come from a saved game
            raise InputError(f"{self.where}: {CUT_OFF}; to score the game as it is typed, delete the settings")
        return MoveRecord(self.size, tuple(self.entries), tuple(self.settings), self.saved)

    def refuse(self, message: str) -> NoReturn:
        refuse(self.where, self.number, message)

    def set(self, words: list[str]) -> None:
        """Read the words of a setting."""
        if len(words) != 2 or not all(SETTING.fullmatch(word) for word in words):
            self.refuse(f"found {' '.join(words)[:40]!r} for a setting, allowed are a name and a value, each one word")
        if words[0] in dict(self.settings):
            self.refuse(f"found the setting {words[0]!r} a second time, allowed is one of each name")
        if len(self.settings) == MAX_SETTINGS:
            self.refuse(f"found more than {MAX_SETTINGS} settings, allowed are up to {MAX_SETTINGS}")
        self.settings.append((words[0], words[1]))

    def compare(self, said: str) -> None:
        """Compare the seal with what was read before it."""
        match = SEAL.fullmatch(said)
        if not match:
            self.refuse(f"found {said[:40]!r}, allowed is the seal of a saved game, such as: {A_SEAL}; or {AS_TYPED}")
        saved, found = int(match[1]), len(self.entries)
        if saved != found:
            what = "the game was cut off" if found < saved else "something was added"
            self.refuse(f"{what}: found {found} moves, but {saved} were saved; {AS_TYPED}")
        if match[2].upper().translate(MISREAD) != check(self.size, [e.move for e in self.entries], self.settings):
            self.refuse(f"something was changed since the game was saved: its check is not {match[2]}; {AS_TYPED}")
        self.saved = True

    def entry(self, words: list[str]) -> MoveEntry:
        """Read the words of a move."""
        told, rest = words, list(words)
        match = NUMBER.fullmatch(rest[0])
        number = int(match[1]) if match else None
        rest = rest[match is not None :]
        player = COLOURS.index(rest[0]) if rest and rest[0] in COLOURS else None
        rest = rest[player is not None :]
        if rest == ["pass"]:
            return MoveEntry(self.number, None, "", number, player)
        verb = VERBS.get(rest[0], "") if rest else ""
        rest = rest[bool(verb) :]
        if not rest:
            self.refuse(f"found only {' '.join(told)[:40]!r}, allowed is a move such as c4 se, or pass")
        square = find_square(rest[0], self.size)
        if square is None:
            self.refuse(
                f"found the square {rest[0][:40]!r}, allowed are {name(self.size * (self.size - 1), self.size)} to "
                f"{name(self.size - 1, self.size)}, in a move such as c4 se, rotate c4 se or pass"
            )
        word, corners = rest[1] if len(rest) > 1 else "", (*CORNERS, *KEYS)
        if word not in corners:
            found = f"the corner {word[:40]!r}" if word else f"{rest[0]!r} without a corner"
            self.refuse(f"found {found}, allowed are {', '.join(CORNERS)}, or as on a number pad {', '.join(KEYS)}")
        corner = corners.index(word) % len(CORNERS)
        chosen = None
        if len(rest) > 2:
            if rest[2] not in COLOURS or len(rest) > 3:
                extra = rest[2] if rest[2] not in COLOURS else rest[3]
                self.refuse(f"found {extra[:40]!r} after the move, allowed is black or white, or a comment after #")
            chosen = COLOURS.index(rest[2])
        return MoveEntry(self.number, Move(square, corner, chosen), verb, number, player)


def refusal_of(game: GameState, entry: MoveEntry) -> Refusal | None:
    """Return why a move as it was typed is illegal, by the rules or by its own words; None if it is legal."""
    move, who = entry.move, COLOURS[game.mover]
    refusal = game.refusal(move)
    if game.over:
        return refusal
    if entry.number not in (None, game.move_count + 1):
        message = f"its number is {entry.number}, but it is move {game.move_count + 1}; passes are numbered, too"
        return Refusal("number-wrong", message, "mend the number, or leave it out")
    if entry.player not in (None, game.mover):
        return Refusal("player-wrong", f"it is {who}'s turn", "mend the colour, or leave it out")
    if move is not None and (refusal is None or refusal.code not in ("square-covered", "square-dead")):
        square, empty = name(move.square, game.size), game.cells[move.square] == EMPTY
        if entry.verb == "place" and not empty:
            message = f"an omino lies on {square} already"
            return Refusal("square-taken", message, f'"rotate {square}", or choose another square')
        if entry.verb == "turn" and empty:
            message = f"no omino lies on {square}"
            return Refusal("nothing-to-turn", message, f'"place {square}", or choose another square')
    return refusal


def replay(told: MoveRecord) -> tuple[GameState, list[Finding]]:
    """Play a game up to its end or first illegal move; return it, and what is wrong with that move."""
    game = GameState(told.size)
    for entry in told.entries:
        refusal = refusal_of(game, entry)
        if refusal:
            return game, [refusal.of(f"line {entry.line}, move {game.move_count + 1}")]
        game.do(entry.move)
    return game, []
