"""The text form of a game that was saved, for games whose moves are lines:

    quasimino game
    setting kind domino
    setting deal 7
    1 quasi ann
    2 lay thin-0121 -1,1,0,1/4
    saved 2 moves, check 1f0c93a2

Lines that begin with # say nothing. The seal at the end is a hash of the lines before it: it tells a file that was
changed or cut off, and nothing else.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from quasiprint.errors import InputError

MAX_BYTES = 1 << 18  # a long game of triomino has some 20,000
SEAL = re.compile(r"saved ([0-9]{1,5}) moves?, check ([0-9a-f]{8})")
MOVE = re.compile(r"([0-9]{1,5}) ([a-z][a-z0-9,/ -]{0,80})")
SETTING = re.compile(r"setting ([a-z_]{1,20}) ([a-z0-9]{1,20})")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that was read. settings: of the table, by name. moves: each after the number of its line."""

    settings: Mapping[str, str]
    moves: tuple[tuple[int, str], ...]


def write(game: str, settings: Mapping[str, object], moves: Sequence[str]) -> str:
    """Return a game as it is saved. game: its name."""
    meant = [f"{game} game", *(f"setting {name} {value}" for name, value in settings.items())]
    meant += [f"{number} {move}" for number, move in enumerate(moves, 1)]
    return "\n".join([*meant, f"saved {len(moves)} moves, check {check(meant)}", ""])


def check(meant: Sequence[str]) -> str:
    """Return the hash of a game's lines, without comments and the seal."""
    return hashlib.sha256("\n".join(meant).encode()).hexdigest()[:8]


def read(text: bytes, game: str, where: str) -> SavedGame:
    """Return a saved game; whether its moves are legal is for the game to say. where: how messages name the text.

    Raises InputError, which names the line, for one that cannot be read, was changed or cut off.
    """

    def refuse(number: int, message: str) -> NoReturn:
        raise InputError(f"{where}: line {number}: {message}")

    if len(text) > MAX_BYTES:
        raise InputError(f"{where}: found {len(text)} bytes, allowed are up to {MAX_BYTES}")
    try:
        plain = text.removeprefix(b"\xef\xbb\xbf").decode("ascii")
    except UnicodeDecodeError as problem:
        at = text.count(b"\n", 0, problem.start) + 1
        refuse(at, f"found the byte 0x{text[problem.start]:02x}, allowed is plain English text")
    numbered = [(number, " ".join(line.split())) for number, line in enumerate(plain.split("\n"), 1)]
    lines = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    if not lines or lines[0][1] != f"{game} game":
        number, found = lines[0] if lines else (1, "")
        refuse(number, f"found {found[:40]!r}, allowed first is: {game} game")
    number, last = lines[-1]
    seal = SEAL.fullmatch(last)
    if seal is None:
        refuse(
            number, f"found {last[:40]!r} at the end, allowed is the seal of a saved game: it was cut off or changed"
        )
    meant = [line for _, line in lines[:-1]]
    if seal[2] != check(meant):
        refuse(number, "the seal does not agree with the lines before it: the game was changed or cut off")
    settings: dict[str, str] = {}
    moves: list[tuple[int, str]] = []
    for number, line in lines[1:-1]:
        setting, move = SETTING.fullmatch(line), MOVE.fullmatch(line)
        if setting and not moves:
            settings[setting[1]] = setting[2]
        elif move and int(move[1]) == len(moves) + 1:
            moves.append((number, move[2]))
        else:
            refuse(number, f"found {line[:40]!r}, allowed is a setting, or the move number {len(moves) + 1}")
    return SavedGame(settings, tuple(moves))
