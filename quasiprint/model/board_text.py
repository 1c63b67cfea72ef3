"""Games and boards as people type them: decoded strictly, read line by line, refused where they are wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from quasiprint.model.errors import InputError

CALLED = {"\t": "a tab", "\0": "a NUL byte"}


def refuse(what: str, line: int, message: str, column: int = 0) -> NoReturn:
    """Raise InputError for what stands in a line. what: how messages name the text. column: from 1, 0 for none."""
    raise InputError(f"{what}: line {line}{f', column {column}' if column else ''}: {message}")


def unified(text: str) -> str:
    """Return a text without a byte order mark, its lines ended by line feeds."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def meaningful(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, each with its number from 1, without comments and spaces around."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0].strip()
        if words:
            yield number, words


@dataclass(frozen=True, slots=True)
class TextForm:
    """What every text of a form is. most: bytes. foreign: a character that none has; kind: what messages call it,
    besides. no_text, allowed: what messages say of other bytes and characters. columns: whether they name columns."""

    most: int
    foreign: re.Pattern[str]
    no_text: str
    allowed: str
    kind: str = ""
    columns: bool = False

    def decoded(self, text: bytes, what: str) -> str:
        """Return the characters of a text in UTF-8, without a byte order mark. Raises InputError for any other."""
        if len(text) > self.most:
            raise InputError(f"{what}: found {len(text)} bytes, allowed are up to {self.most}")
        try:
            plain = text.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
        except UnicodeDecodeError as problem:
            before = text[: problem.start].decode("utf-8")
            self._refuse(what, before, f"found the byte 0x{text[problem.start]:02x}, {self.no_text}")
        foreign = self.foreign.search(plain)
        if foreign:
            found = CALLED.get(foreign[0], f"{self.kind}{foreign[0]!r}")
            self._refuse(what, plain[: foreign.start()], f"found {found}, {self.allowed}")
        return plain

    def _refuse(self, what: str, before: str, message: str) -> NoReturn:
        column = len(before) - before.rfind("\n") if self.columns else 0
        refuse(what, before.count("\n") + 1, message, column)
