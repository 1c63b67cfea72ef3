"""Reads a table of a user's TOML file, and says exactly what is wrong with it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar, get_args, get_origin

from quasiprint.model.errors import InputError, hint
from quasiprint.model.limits import LIMITS, Declared, Limits, Signed, declared, snapped
from quasiprint.model.profile import COLOUR, Box
from quasiprint.model.texts import spelled

HUGE = 1e300
T = TypeVar("T")


@dataclass
class TomlTable:
    """A table being read. Every key that is asked for is known; `finish` refuses the others."""

    label: str  # of the file
    name: str  # of the table, as in the file
    values: Mapping[str, Any]
    known: list[str] = field(default_factory=list)
    source: str = ""  # the whole file's text, to name the line of what is wrong
    number_of: int = 0  # which of several tables of one name it is, from 0

    def _take(self, key: str, kinds: tuple[type, ...], wanted: str, default: T | None) -> Any:
        self.known.append(key)
        if key not in self.values:
            if default is None:
                slips = (other for other in self.values if other not in self.known and hint(other, [key]))
                meant = "".join(f"; {self._line(slip)}found {spelled(slip)}{hint(slip, [key])}" for slip in slips)
                raise InputError(f"{self.label}: [{self.name}] needs a key {key!r}: {wanted}{meant}")
            return default
        value = self.values[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise self.wrong(key, wanted)
        return value

    def wrong(self, key: str, wanted: str) -> InputError:
        """Return the error of a key whose value is not what it should be."""
        found = spelled(self.values[key])
        return InputError(f"{self.label}: {self._line(key)}[{self.name}] {key}: found {found}, allowed is {wanted}")

    def _line(self, key: str) -> str:
        """Return which line of the file a key stands in, as the beginning of a message; "" if that cannot be told."""
        table, count = "", -1
        for number, line in enumerate(self.source.split("\n"), 1):
            if head := re.match(r"\s*\[\[?\s*([^\]]*?)\s*\]", line):
                table = head[1].replace('"', "").replace("'", "").replace(" ", "")
                count += table == self.name
            elif table == self.name and count == self.number_of:
                found = re.match(r"""\s*("[^"]*"|'[^']*'|[^\s=.#"']+)\s*[.=]""", line)
                if found and found[1].strip("\"'") == key:
                    return f"line {number}: "
        return ""

    def keys_of(self, kind: type, **given: Any) -> dict[str, Any]:
        """Return the values of the keys that a dataclass declares, by name. given: those that are not read here."""
        return given | {one.name: self._key(one) for one in declared(kind) if one.key.read and one.name not in given}

    def _key(self, one: Declared) -> Any:
        """Return the value of a key, read as its type says."""
        if one.type is int:
            return self.count(one.name, one.limits, one.default)
        if one.type == tuple[Signed, Signed]:
            return self.pair(one.name, one.limits, one.default)
        if one.type == Box | None:
            return self.box(one.name)
        if one.type == tuple[Box, ...]:
            return self.boxes(one.name)
        if get_origin(one.type) is tuple:
            (words, _) = get_args(one.type)
            return tuple(map(words, self.names(one.name, tuple(words))))
        if isinstance(one.type, type) and issubclass(one.type, StrEnum):
            return one.type(self.choice(one.name, tuple(one.type), one.default))
        if one.type == float | None and one.name not in self.values:
            self.known.append(one.name)
            return None
        above, least = 0.0 if one.key.positive else None, one.limits.least if one.type is Signed else 0.0
        return self.number(one.name, one.default, above=above, least=least, limit=one.limits)

    def number(
        self,
        key: str,
        default: float | None = None,
        *,
        above: float | None = None,
        least: float = 0.0,
        limit: str | Limits = "",
    ) -> float:
        """Return a number, of a micrometre's thousandths: at least `least`, or, if `above` is given, greater than that,
        and within the limits of its key, or of `limit`; the default as it is."""
        if default is not None and key not in self.values:
            self.known.append(key)
            return default
        wanted = f"a number above {above:g}" if above is not None else f"a number from {least:g}"
        found = self._take(key, (int, float), wanted, default)
        # no float is as large as a whole number can be
        value = snapped(float(found)) if abs(found) <= HUGE else math.inf
        if not math.isfinite(value) or (found <= above if above is not None else found < least):
            raise self.wrong(key, wanted)
        limits = limit if isinstance(limit, Limits) else LIMITS.get(limit or key)
        if limits and not limits.hold(value):
            raise self.wrong(key, f"{limits}{limits.because(value)}")
        return value

    def pair(self, key: str, limits: Limits, default: tuple[float, float]) -> tuple[float, float]:
        """Return a list of two numbers, each within limits; the default as it is."""
        if key not in self.values:
            self.known.append(key)
            return default
        wanted = f"a list of two numbers, each {limits}"
        values = self._take(key, (list,), wanted, None)
        numbers = [snapped(float(v)) for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
        if len(values) != 2 or len(numbers) != 2 or not all(map(limits.hold, numbers)):
            raise self.wrong(key, wanted)
        return numbers[0], numbers[1]

    def choice(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        """Return one of some words; the default if the key is missing."""
        if key not in self.values:
            self.known.append(key)
            return default
        value = self.text(key, " or ".join(allowed))
        if value not in allowed:
            raise self.wrong(key, " or ".join(allowed))
        return value

    def count(self, key: str, limits: Limits, default: int | None = None) -> int:
        """Return a whole number within limits."""
        wanted = f"a whole number {limits}"
        value = int(self._take(key, (int,), wanted, default))
        if not limits.hold(value):
            raise self.wrong(key, wanted)
        return value

    def box(self, key: str) -> Box | None:
        """Return left, low, right and high, in mm; None if the key is missing."""
        if key not in self.values:
            self.known.append(key)
            return None
        return self._box(key, self.values[key])

    def boxes(self, key: str) -> tuple[Box, ...]:
        """Return several boxes, none if the key is missing."""
        rows = self._take(key, (list,), "a list of boxes, each [left, low, right, high] in mm", [])
        return tuple(self._box(key, row) for row in rows)

    def _box(self, key: str, row: Any) -> Box:
        self.known.append(key)
        good = isinstance(row, list) and len(row) == 4
        if not good or not all(isinstance(n, int | float) and not isinstance(n, bool) and 0 <= n <= HUGE for n in row):
            raise self.wrong(key, "[left, low, right, high] in mm")
        left, low, right, high = (snapped(float(n)) for n in row)
        return left, low, right, high

    def names(self, key: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        """Return a list of names, each once, all that are allowed if the key is missing."""
        wanted = f"a list of {' or '.join(allowed)}, each once"
        rows = self._take(key, (list,), wanted, list(allowed))
        if not rows or len(set(map(str, rows))) < len(rows) or any(row not in allowed for row in rows):
            raise self.wrong(key, wanted)
        return tuple(rows)

    def text(self, key: str, wanted: str = "a text") -> str:
        """Return a text that is not empty."""
        value = str(self._take(key, (str,), wanted, None))
        if not value.strip():
            raise self.wrong(key, wanted)
        return value

    def colour(self, key: str) -> str:
        """Return a colour, "#RRGGBB" in capitals."""
        wanted = 'a colour like "#0072B2"'
        value = self.text(key, wanted)
        if len(value) != 7 or value[0] != "#" or any(c not in "0123456789abcdefABCDEF" for c in value[1:]):
            raise self.wrong(key, wanted)
        return value.upper()

    def colour_or_none(self, key: str) -> str | None:
        """Return a colour, or None if the key is missing."""
        if key in self.values:
            return self.colour(key)
        self.known.append(key)
        return None

    def colours(self, key: str) -> tuple[str, ...]:
        """Return a list of colours, none if the key is missing."""
        rows = self._take(key, (list,), wanted := 'a list of colours like "#0072B2"', [])
        if not all(isinstance(row, str) and COLOUR.fullmatch(row.upper()) for row in rows):
            raise self.wrong(key, wanted)
        return tuple(row.upper() for row in rows)

    def table(self, key: str) -> TomlTable:
        """Return a table inside this one."""
        values = self._take(key, (dict,), "a table", None)
        return TomlTable(self.label, f"{self.name}.{key}", values, source=self.source)

    def tables(self, key: str) -> list[TomlTable]:
        """Return a list of tables inside this one, at least one."""
        wanted = "a list of tables, at least one"
        rows = self._take(key, (list,), wanted, None)
        if not rows or not all(isinstance(row, dict) for row in rows):
            raise self.wrong(key, wanted)
        name = f"{self.name}.{key}"
        return [TomlTable(self.label, name, row, source=self.source, number_of=k) for k, row in enumerate(rows)]

    def finish(self) -> None:
        """Raise InputError if the table holds a key that nobody asked for."""
        for key in self.values:
            if key not in self.known:
                raise InputError(
                    f"{self.label}: {self._line(key)}[{self.name}] has a key {spelled(key)}{hint(key, self.known)}; "
                    f"allowed are {', '.join(sorted(self.known))}"
                )
