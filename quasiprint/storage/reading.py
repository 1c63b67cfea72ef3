"""A user's own files: read whole, and no further than they can be meant.

A template or a profile is text that a person has written. A device, a pipe that nobody writes to, a file of
gigabytes or one that is made to keep its reader busy are none, and are refused before they are read.
"""

from __future__ import annotations

import os
import stat
import tomllib
from pathlib import Path
from typing import Any

from quasiprint.model.errors import InputError

MAX_BYTES = 1 << 16  # of a template; the longest that there is has 22,000
MAX_TOML = 1 << 16
# a key of n parts costs its reader n² of time and memory
MAX_TOML_LINE = 4_000
BITS = 64  # of a whole number, its sign among them, by TOML's own rules


def there(path: str | Path) -> bool:
    """Tell whether a path is a file's; what cannot be a file's name at all is none, and so is what may not be seen."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, label: str, most: int = MAX_BYTES) -> bytes:
    """Return what an ordinary file holds, or a pipe that is written to.

    most: bytes. Raises InputError, which calls the file `label`, for a file that is longer or cannot be read.
    FileNotFoundError is one of those, too.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(most + 1)
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise InputError(f"{label}: cannot be read: {reason}") from None
    if len(content) > most:
        raise InputError(f"{label}: found more than {most} bytes, allowed are up to {most}")
    return content


def read_ordinary(path: Path, most: int) -> bytes | None:
    """Return what a file holds; None for a link, a device, a pipe, a file longer than `most` bytes, or none at all."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return None
    with os.fdopen(handle, "rb") as stream:
        held = os.fstat(handle)
        if not stat.S_ISREG(held.st_mode) or held.st_size > most:
            return None
        return stream.read(held.st_size)  # `most` bytes would be set aside at once


def read_text(path: Path, label: str, most: int = MAX_BYTES) -> str:
    """Return a text in UTF-8, without a byte order mark, its lines ended by line feeds. Raises InputError as
    `read_bytes`, and for what is no such text."""
    content = read_bytes(path, label, most)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise InputError(f"{label}: is not a text file in UTF-8 (line {line})") from None


def read_toml(path: Path, label: str) -> dict[str, Any]:
    """Return a TOML file's content. Raises InputError, which calls the file `label`."""
    text = read_text(path, label, MAX_TOML)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_TOML_LINE:
            found = f"line {number}: found {len(line)} characters"
            raise InputError(f"{label}: {found}, allowed are up to {MAX_TOML_LINE} in a line")
    try:
        held = tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{label}: is not TOML that can be read: lists or tables nested too deep") from None
    except ValueError as problem:  # TOMLDecodeError is one, and a number of too many digits another
        raise InputError(f"{label}: is not TOML: {problem}") from None
    _refuse_huge(held, label)
    return held


def _refuse_huge(held: dict[str, Any], label: str) -> None:
    """Raise InputError for a whole number that TOML does not have: it might not even be possible to show it."""
    pending: list[Any] = [held]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            pending += value.values()
        elif isinstance(value, list):
            pending += value
        elif isinstance(value, int) and not -(1 << BITS - 1) <= value < 1 << BITS - 1:
            bits = value.bit_length() + 1
            raise InputError(f"{label}: found a whole number of {bits} bits, allowed are up to {BITS}")
