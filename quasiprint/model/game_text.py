"""Layouts, games and boards as people type them, read strictly.

Layouts of all games share a text form: JSON, {"tiles": [{...}, ...]}. Games and boards are read line by line: a line
names the players, then each line tells an event. Which events there are, each game says. Names that look alike are one
name, however a keyboard or a copy made them; and none can steer the terminal that it is shown in. A game that was saved
ends with a seal.

Raises InputError, which names the entry or the line (from 1), for whatever is not in the form.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from quasiprint.errors import InputError, unknown

MAX_BYTES = 4_000_000
MAX_TILES = 5_000


@dataclass(frozen=True, slots=True)
class LayoutEntry:
    """One tile of a layout. number: from 1; values: by key, every key there that may not be spared."""

    number: int
    values: dict[str, Any]

    @property
    def where(self) -> str:
        """How a message names the entry."""
        return f"layout: entry {self.number}"

    def text(self, key: str, example: str) -> str:
        """Return a value that is a text."""
        value = self.values[key]
        if not isinstance(value, str):
            raise InputError(f'{self.where}: {key!r}: found {kind(value)}, allowed is a name such as "{example}"')
        return value

    def integers(self, key: str, count: str, length: int, low: int, high: int) -> list[int]:
        """Return a value that is a list of `length` integers, each from `low` to `high`."""
        value = self.values[key]
        limits = f"allowed are {count} integers from {low} to {high}"
        if not isinstance(value, list) or len(value) != length:
            raise InputError(f"{self.where}: {key!r}: found {kind(value)}, {limits}")
        for n in value:
            if type(n) is not int or not low <= n <= high:
                raise InputError(f"{self.where}: {key!r}: found {kind(n)} in it, {limits}")
        return value

    def integer(self, key: str, low: int, high: int) -> int:
        """Return a value that is an integer from `low` to `high`."""
        value = self.values[key]
        if type(value) is not int or not low <= value <= high:
            limits = f"allowed is an integer from {low} to {high}"
            raise InputError(f"{self.where}: {key!r}: found {kind(value)}, {limits}")
        return value

    def truth(self, key: str) -> bool:
        """Return a value that is true or false."""
        value = self.values[key]
        if not isinstance(value, bool):
            raise InputError(f"{self.where}: {key!r}: found {kind(value)}, allowed is true or false")
        return value


def entries(text: str | bytes, keys: tuple[str, ...], spare: tuple[str, ...] = ()) -> Iterator[LayoutEntry]:
    """Yield the tiles of a layout, whose entries have these keys, those that they may spare, and no others."""
    known = keys + spare
    document = _json(text)
    if not isinstance(document, dict):
        raise InputError(f'layout: found {kind(document)}, allowed is an object {{"tiles": [...]}}')
    strange = [key for key in document if key != "tiles"]
    if strange:
        raise InputError(f"layout: key: {unknown(strange[0], ['tiles'])}")
    found = document.get("tiles")
    if not isinstance(found, list):
        what = kind(found) if "tiles" in document else "no such key"
        raise InputError(f"layout: 'tiles': found {what}, allowed is a list of tiles")
    if not found:
        raise InputError("layout: 'tiles': found no tile, allowed are 1 or more")
    if len(found) > MAX_TILES:
        raise InputError(f"layout: found {len(found)} tiles, allowed are up to {MAX_TILES}")
    for number, values in enumerate(found, 1):
        entry = LayoutEntry(number, values)
        if not isinstance(values, dict):
            raise InputError(f"{entry.where}: found {kind(values)}, allowed is an object with {', '.join(known)}")
        for key in values:
            if key not in known:
                raise InputError(f"{entry.where}: key: {unknown(key, known)}")
        for key in keys:
            if key not in values:
                raise InputError(f"{entry.where}: found no key {key!r}, allowed is one with {', '.join(keys)}")
        yield entry


def _json(text: str | bytes) -> Any:
    text = decode(text.encode() if isinstance(text, str) else text, "layout", MAX_BYTES)
    if not text.strip():
        raise InputError('layout: found nothing, allowed is JSON such as {"tiles": [...]}')
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        where = f"layout: line {problem.lineno}, column {problem.colno}"
        raise InputError(f"{where}: found no JSON ({problem.msg}), allowed is JSON alone") from None
    except RecursionError:
        raise InputError("layout: found brackets nested too deep, allowed are four levels") from None
    except ValueError as problem:  # so long a whole number that Python reads it no more; or what a hook refuses
        if isinstance(problem, InputError):
            raise
        raise InputError("layout: found a number of too many digits, allowed are integers") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"layout: found a key {key[:40]!r} twice in one object, allowed is each once")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise InputError(f"layout: found {name}, allowed are integers")


def kind(value: Any) -> str:
    """Return a value as its writer knows it, shortened."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return f"{value[:40]!r}"
    text = json.dumps(value)  # as the file has it: true, null, 7
    return text if len(text) <= 40 else f"{text[:37]}..."


def refuse(what: str, line: int, message: str, column: int = 0) -> NoReturn:
    """Raise InputError for what stands in a line. what: how messages name the text. column: from 1, 0 for none."""
    raise InputError(f"{what}: line {line}{f', column {column}' if column else ''}: {message}")


def is_layout(text: bytes) -> bool:
    """Tell whether a text is a layout, in JSON, and no game."""
    return text.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def unify_lines(text: str) -> str:
    """Return a text without a byte order mark, its lines ended by line feeds."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


MAX_CHARACTERS = 200_000  # a long evening has some 5,000
MAX_LINE = 1_000
MAX_NAME = 40
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"  # invisible
DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def decode(
    text: bytes,
    what: str = "game",
    most: int = 4 * MAX_CHARACTERS,
    allowed: str = "allowed is text in UTF-8",
    columns: bool = False,
) -> str:
    """Return the characters of a text in UTF-8, without a byte order mark, lines ended by line feeds. most: bytes that
    it may have. columns: whether messages name them. Raises InputError for a longer one, and for what is no such
    text."""
    if len(text) > most:
        raise InputError(f"{what}: found {len(text)} bytes, allowed are up to {most}")
    try:
        return unify_lines(text.decode("utf-8"))
    except UnicodeDecodeError as problem:
        before = text[: problem.start].decode("utf-8")
        column = len(before) - before.rfind("\n") if columns else 0
        refuse(what, before.count("\n") + 1, f"found the byte 0x{text[problem.start]:02x}, {allowed}", column)


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
    visible = (c for c in unicodedata.normalize("NFKC", name) if not _is_invisible(c))
    return unicodedata.normalize("NFKC", "".join(visible)).casefold()


def _is_invisible(character: str) -> bool:
    """Tell whether a character leaves no trace: zero-width ones, selectors of a variant, fillers."""
    selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return unicodedata.category(character) == "Cf" or selector or character in FILLERS


def refuse_line(number: int, message: str) -> NoReturn:
    """Raise InputError for a line of a game."""
    refuse("game", number, message)


def nothing_after(number: int, words: list[str], at: int) -> None:
    """Raise InputError if a line has more than `at` words."""
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
        found = repr(words[0][:40])
        refuse_line(number, f"found {found}, allowed first is the line that names the players: players Ann Ben")
    names = tuple(words[1:])
    if len(names) not in allowed:
        found = f"{len(names)} player{'s' * (len(names) != 1)}"
        refuse_line(number, f"found {found}, allowed are {allowed[0]} to {allowed[-1]}, each named by one word")
    for i, name in enumerate(names):
        if len(name) > MAX_NAME:
            refuse_line(number, f"found a name of {len(name)} characters, allowed are up to {MAX_NAME}")
        if name.lower() in keywords:
            refuse_line(number, f"found the name {name!r}, allowed is any word but {', '.join(keywords)}")
        # what steers the terminal or the direction of writing; and half a surrogate pair, which cannot be written
        if any(c in "=," or unicodedata.category(c) in ("Cc", "Cs") or c in DIRECTIONS for c in name):
            refuse_line(number, f"found the name {name!r}, allowed are words apart by spaces, without = or comma")
        if not name_key(name):
            found = f"found the name {name!a}, of which nothing is seen"
            refuse_line(number, f"{found}, allowed are words that can be read")
        twin = next((other for other in names[:i] if name_key(other) == name_key(name)), None)
        if twin is not None:
            found = f"found the name {name!r} twice" if twin == name else f"found the names {twin!a} and {name!a}"
            refuse_line(number, f"{found}, allowed is one name for each player that reads unlike the others'")
    return names


def spaced_lines(text: str) -> list[tuple[int, str]]:
    """Return each line that says something, its words one space apart, after its number: see `worded_lines`."""
    return [(number, " ".join(words)) for number, words in worded_lines(text)]


SETTING = re.compile("setting ([a-z_]{1,20}) ([a-z0-9]{1,20})")
SEAL = re.compile(r"saved [0-9]{1,6} moves?, check ([0-9a-z]{6,8})", re.IGNORECASE)


def seal(meant: Sequence[str], moves: int) -> str:
    """Return the last line of a saved game: how many moves it has, and a hash of the lines above. It tells a text that
    was changed or cut off, and nothing else."""
    import hashlib

    check = hashlib.sha256("\n".join(meant).encode()).hexdigest()[:8]
    return f"saved {moves} moves, check {check}"


def unseal(
    lines: list[tuple[int, str]], where: str, *, needed: bool = False
) -> tuple[list[tuple[int, str]], dict[str, str] | None]:
    """Return the lines of a game without its seal and the settings of its table, and these by name; None where there is
    no seal, and so no setting: nobody types them. needed: whether the seal must be there. Raises InputError where it is
    missing, or is that of other lines."""
    found = SEAL.fullmatch(lines[-1][1]) if lines else None
    settings = {number: match for number, line in lines if (match := SETTING.fullmatch(line.lower()))}
    if not found:
        if needed or any(line.lower().startswith("setting ") for _, line in lines):
            raise InputError(f'{where}: was cut off: its last line, "saved ... moves, check ...", is missing')
        return lines, None
    meant = lines[:-1]
    if found[1].lower() != seal([line for _, line in meant], 0)[-8:]:
        earlier = ", or saved by an earlier version" if len(found[1]) == 6 else ""  # so long was Quomino's in 1.0.0
        remedy = "" if needed else "; to read it as it is typed, delete its last line and its settings"
        raise InputError(f"{where}: was changed since the game was saved{earlier}: its check is not {found[1]}{remedy}")
    return [line for line in meant if line[0] not in settings], {match[1]: match[2] for match in settings.values()}
