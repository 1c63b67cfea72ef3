"""Games as people write them down at a table: a line names the players, then each line tells an event.

Which events there are, each game says. Names that look alike are one name, however a keyboard or a copy made them; and
none can steer the terminal that it is shown in.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NoReturn

from quasiprint.errors import InputError
from quasiprint.model.layout_text import refuse, unify_lines

MAX_CHARACTERS = 200_000  # a long evening has some 5,000
MAX_LINE = 1_000
MAX_NAME = 40
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"  # seen as nothing
DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def decode(text: bytes) -> str:
    """Return the characters of a file in UTF-8, without a byte order mark, lines ended by line feeds. Raises InputError
    if it is too long or not UTF-8."""
    if len(text) > 4 * MAX_CHARACTERS:
        raise InputError(f"game: found {len(text)} bytes, allowed are up to {4 * MAX_CHARACTERS}")
    try:
        return unify_lines(text.decode("utf-8"))
    except UnicodeDecodeError as problem:
        line = text.count(b"\n", 0, problem.start) + 1
        found = f"found the byte 0x{text[problem.start]:02x}"
        raise InputError(f"game: line {line}: {found}, allowed is text in UTF-8") from None


def worded_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the words of each line that says something, after its number from 1; what follows a # is a comment. Raises
    InputError for a text or a line that is too long."""
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"game: found {len(text)} characters, allowed are up to {MAX_CHARACTERS}")
    for number, line in enumerate(unify_lines(text).split("\n"), 1):
        if len(line) > MAX_LINE:
            refuse_line(number, f"found {len(line)} characters, allowed are up to {MAX_LINE} in a line")
        # one form for é, however a keyboard makes it
        words = unicodedata.normalize("NFC", line.partition("#")[0]).split()
        if words:
            yield number, words


def name_key(name: str) -> str:
    """Return what is seen of a name, in lower case: compatible characters as one, and nothing of those that leave no
    trace. Names with one key are one name, however a keyboard, a copy or a hurry made them."""
    seen = (c for c in unicodedata.normalize("NFKC", name) if not _is_invisible(c))
    return unicodedata.normalize("NFKC", "".join(seen)).casefold()


def _is_invisible(character: str) -> bool:
    """Tell whether a character leaves no trace: zero-width ones, selectors of a variant, fillers."""
    selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return unicodedata.category(character) == "Cf" or selector or character in FILLERS


def _steers(character: str) -> bool:
    """Tell whether a character could steer the terminal that names are shown in, turn the direction of writing, or
    cannot be written at all, being half a surrogate pair."""
    return unicodedata.category(character) in ("Cc", "Cs") or character in DIRECTIONS


def refuse_line(number: int, message: str) -> NoReturn:
    """Raise InputError for a line of a game."""
    refuse("game", number, message)


def nothing_after(number: int, words: list[str], at: int) -> None:
    """Raise InputError if a line has more than so many words."""
    if len(words) > at:
        before = " ".join(words[:at])[:40]
        refuse_line(number, f"found {words[at][:40]!r} after {before!r}, allowed is nothing (a comment begins with #)")


def read_verb(number: int, words: list[str], examples: Mapping[str, str], alone: str) -> str:
    """Return what a player does in a line. examples: of each verb, as messages show it. alone: words that begin a line
    without a player. Raises InputError for what is no such line."""
    example = examples.get(words[0].lower())
    if example:
        refuse_line(number, f"found {words[0]!r} with no player before it, allowed is a line such as: Ann {example}")
    verb = words[1].lower() if len(words) > 1 else ""
    if verb not in examples:
        found = f"{words[1][:40]!r} after {words[0][:40]!r}" if verb else f"only {words[0][:40]!r}"
        refuse_line(number, f"found {found}, allowed are {alone}, or a player who {', '.join(examples)}")
    return verb


def read_players(number: int, words: list[str], allowed: Sequence[int], keywords: Collection[str]) -> tuple[str, ...]:
    """Return the names in the line that names the players. allowed: how many there may be. keywords: words that are no
    names. Raises InputError for what is no such line."""
    if words[0].lower() != "players":
        refuse_line(
            number, f"found {words[0][:40]!r}, allowed first is the line that names the players: players Ann Ben"
        )
    names = tuple(words[1:])
    if len(names) not in allowed:
        found = f"{len(names)} player{'s' * (len(names) != 1)}"
        refuse_line(number, f"found {found}, allowed are {allowed[0]} to {allowed[-1]}, each named by one word")
    for i, name in enumerate(names):
        if len(name) > MAX_NAME:
            refuse_line(number, f"found a name of {len(name)} characters, allowed are up to {MAX_NAME}")
        if name.lower() in keywords:
            refuse_line(number, f"found the name {name!r}, allowed is any word but {', '.join(keywords)}")
        if "=" in name or "," in name or any(_steers(c) for c in name):
            refuse_line(number, f"found the name {name!r}, allowed are words apart by spaces, without = or comma")
        if not name_key(name):
            refuse_line(
                number, f"found the name {name!a}, of which nothing is seen, allowed are words that can be read"
            )
        twin = next((other for other in names[:i] if name_key(other) == name_key(name)), None)
        if twin is not None:
            found = f"found the name {name!r} twice" if twin == name else f"found the names {twin!a} and {name!a}"
            refuse_line(number, f"{found}, allowed is one name for each player that reads unlike the others'")
    return names
