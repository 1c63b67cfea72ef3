"""From bytes to what a person has written: a text, or a table in TOML. Read strictly, and in bounded time."""

from __future__ import annotations

import tomllib
from datetime import date, time
from typing import Any

from quasiprint.model.errors import InputError

MAX_TOML = 1 << 16  # bytes
# a key of n parts costs its reader n² of time and memory
MAX_TOML_LINE = 4_000
BITS = 64  # of a whole number, its sign among them, by TOML's own rules


def text_of(content: bytes, label: str) -> str:
    """Return a text in UTF-8, without a byte order mark, its lines ended by line feeds. Raises InputError, which calls
    the text `label`, for what is no such text."""
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise InputError(f"{label}: is not a text file in UTF-8 (line {line})") from None


def toml_of(content: bytes, label: str) -> dict[str, Any]:
    """Return what a TOML file holds. Raises InputError, which calls the file `label`."""
    text = text_of(content, label)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_TOML_LINE:
            found = f"line {number}: found {len(line)} characters"
            raise InputError(f"{label}: {found}, allowed are up to {MAX_TOML_LINE} in a line")
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{label}: is not TOML that can be read: lists or tables nested too deep") from None
    except ValueError as problem:  # TOMLDecodeError is one, and a number of too many digits another
        raise InputError(f"{label}: is not TOML: {problem}") from None
    _refuse_huge(table, label)
    return table


def _refuse_huge(document: dict[str, Any], label: str) -> None:
    """Raise InputError for a whole number that TOML does not have: it might not even be possible to show it."""
    pending: list[Any] = [document]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            pending += value.values()
        elif isinstance(value, list):
            pending += value
        elif isinstance(value, int) and not -(1 << BITS - 1) <= value < 1 << BITS - 1:
            bits = value.bit_length() + 1
            raise InputError(f"{label}: found a whole number of {bits} bits, allowed are up to {BITS}")


def spelled(value: object) -> str:
    """Return a value of a TOML file as its writer would know it again, shortened."""
    match value:
        case bool():
            text = str(value).lower()
        case date() | time():
            text = value.isoformat()
        case list():
            text = f"[{', '.join(map(spelled, value))}]"
        case dict():
            text = f"{{{', '.join(f'{key} = {spelled(item)}' for key, item in value.items())}}}"
        case _:
            text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
