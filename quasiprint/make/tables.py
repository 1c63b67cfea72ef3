"""Values of plain dataclasses as tables: read from TOML, where a person wrote them, or from JSON, where a manifest
records them; and recorded. Which keys there are, of which type and within which limits, says the dataclass alone, see
`quasiprint.model.limits`. What is wrong is said with file, line, table, key, what was found and what is allowed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from types import NoneType
from typing import Any, TypeGuard, TypeVar, get_args

from quasiprint.errors import InputError, hint, in_one, refuse_all
from quasiprint.model.face import snap
from quasiprint.model.limits import Declared, Limits, Signed, declared
from quasiprint.model.profile import COLOUR, GONE
from quasiprint.model.texts import format_value

LENGTHS = Limits(0.0, 1e300)  # any: what they are of says more
ROWS = {2: "[width, height] in mm", 4: "[left, low, right, high] in mm"}
MOST = 64  # entries of a list
MISSING = object()  # is of no type, so it fits nowhere
T = TypeVar("T")
W = TypeVar("W", bound=str)


@dataclass
class Table:
    """A table while it is read. Every key that is asked for is known; `finish` refuses the others.

    label: of its file, for messages; source: the file's text, to name the line of what is wrong. name: of the table, as
    in the file; number_of: which of several of that name it is, from 0. recorded: whether a manifest has it, which
    tells all fields, also those that profiles have not, but for what `Key.told` says.
    """

    label: str
    name: str
    values: Mapping[str, Any]
    source: str = ""
    number_of: int = 0
    recorded: bool = False
    known: list[str] = field(default_factory=list)

    def build(self, kind: type[T], **given: Any) -> T:
        """Return a dataclass from all of the table's keys. given: values of fields that are not read here. Raises
        InputError for a key that is missing, wrong or not one of its, and for what the dataclass refuses."""
        found = self.keys_of(kind, **given)
        self.finish()
        return self.made(kind, **found)

    def made(self, kind: type[T], **values: Any) -> T:
        """Return a dataclass. Raises InputError, which names the table, for what it refuses."""
        try:
            return kind(**values)
        except InputError as problem:
            named = re.search(r"(\w+): found", str(problem))
            raise InputError(f"{self._place(named[1] if named else '')} {problem}") from None

    def keys_of(self, kind: type, **given: Any) -> dict[str, Any]:
        """Return the values of the keys that a dataclass declares, by name. given: those that are not read here."""
        found, wrong = dict(given), list[InputError]()
        for one in declared(kind):
            if one.name not in given and (self.recorded or one.key.read):
                self.known.append(one.name)
                try:
                    found[one.name] = self._read(one)
                except InputError as problem:
                    wrong.append(problem)
        refuse_all(wrong, self.label)
        return found

    def _read(self, one: Declared) -> Any:
        """Return the value of a key; where the table has it not and need not have it, its default."""
        if one.name not in self.values:
            if self.recorded and not one.key.told:
                return one.default
            if not self.recorded and (one.usual is not None or NoneType in get_args(one.type)):
                return one.usual
        return self._value(one, one.type)

    def _value(self, one: Declared, kind: Any) -> Any:
        """Return the value of a key, as a type has it."""
        key, value, inner = one.name, self.values.get(one.name, MISSING), get_args(kind)
        if NoneType in inner:
            return None if value is None else self._value(one, inner[0])
        if is_dataclass(kind) and isinstance(kind, type):
            return self.table(key).build(kind)
        if inner and inner[-1] is Ellipsis:
            return self._list(one, inner[0])
        if inner:
            return self._row(one, value, inner)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return self.word(key, kind)
        if kind is str:
            return self._colour(key) if one.key.colour else self.text(key)
        if kind is bool and not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        if kind is int and not (type(value) is int and one.limits.hold(value)):
            raise self.wrong(key, f"a whole number {one.limits}")
        return value if kind in (bool, int) else self._number(one)

    def _number(self, one: Declared) -> float:
        """Return a number within its limits, on the grid of a nanometre."""
        key, value, limits = one.name, self.values.get(one.name), one.limits
        least = limits.least if one.type is Signed else 0.0
        positive = one.key.positive and not self.recorded
        number = snap(float(value)) if _is_number(value) else math.nan
        if not math.isfinite(number) or not least <= number or (positive and value == 0):
            raise self.wrong(key, "a number above 0" if positive else f"a number from {least:g}")
        if not limits.hold(number):
            raise self.wrong(key, f"{limits}{limits.because(number)}")
        return number

    def _row(self, one: Declared, row: Any, kinds: tuple[Any, ...]) -> tuple[float, ...]:
        """Return so many numbers as there are kinds: lengths in mm, or what may be less than 0, each within limits."""
        limits = one.limits if kinds[0] is Signed else LENGTHS
        right = isinstance(row, list) and len(row) == len(kinds) and all(map(_is_number, row))
        numbers = tuple(snap(float(number)) for number in row) if right else ()
        if not numbers or not all(map(limits.hold, numbers)):
            rows = f"a list of two numbers, each {limits}" if kinds[0] is Signed else ROWS[len(kinds)]
            raise self.wrong(one.name, rows)
        return numbers

    def _list(self, one: Declared, kind: Any) -> tuple[Any, ...]:
        """Return a list of tables, of rows of lengths, of words, each once, or of colours."""
        key, rows = one.name, self.values.get(one.name)
        if is_dataclass(kind) and isinstance(kind, type):
            return tuple(table.build(kind) for table in self.tables(key))
        if inner := get_args(kind):
            if not isinstance(rows, list) or len(rows) > MOST:
                raise self.wrong(key, f"a list of which each is {ROWS[len(inner)]}")
            return tuple(self._row(one, row, inner) for row in rows)
        words = list(kind) if issubclass(kind, StrEnum) else []
        wanted = f"a list of {' or '.join(words)}, each once" if words else 'a list of colours like "#0072B2"'
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise self.wrong(key, wanted)
        if words and (not rows or len(set(rows)) < len(rows) or not set(rows) <= set(words)):
            raise self.wrong(key, wanted)
        if not words and not all(COLOUR.fullmatch(row.upper()) for row in rows):
            raise self.wrong(key, wanted)
        return tuple(kind(row if words else row.upper()) for row in rows)

    def word(self, key: str, allowed: Iterable[W], wanted: str = "") -> W:
        """Return one of some words."""
        self.known.append(key)
        words = {str(word): word for word in allowed}
        value = self.values.get(key)
        if not isinstance(value, str) or value not in words:
            raise self.wrong(key, wanted or " or ".join(words))
        return words[value]

    def text(self, key: str) -> str:
        """Return a text; in a file that a person wrote, none that is empty."""
        self.known.append(key)
        value = self.values.get(key)
        if not isinstance(value, str) or not (value.strip() or self.recorded):
            raise self.wrong(key, "a text")
        return value

    def _colour(self, key: str) -> str:
        """Return a colour, "#RRGGBB" in capitals."""
        value = self.values.get(key)
        if not isinstance(value, str) or not COLOUR.fullmatch(value.upper()):
            raise self.wrong(key, 'a colour like "#0072B2"')
        return value.upper()

    def table(self, key: str) -> Table:
        """Return a table inside this one."""
        self.known.append(key)
        if not isinstance(values := self.values.get(key), dict):
            raise self.wrong(key, "a table")
        return Table(self.label, f"{self.name}.{key}", values, self.source, recorded=self.recorded)

    def tables(self, key: str) -> list[Table]:
        """Return a list of tables inside this one, at least one."""
        self.known.append(key)
        rows, name = self.values.get(key), f"{self.name}.{key}"
        if not isinstance(rows, list) or not 0 < len(rows) <= MOST or not all(isinstance(row, dict) for row in rows):
            raise self.wrong(key, f"a list of tables, at least one and up to {MOST}")
        return [Table(self.label, name, row, self.source, k, self.recorded) for k, row in enumerate(rows)]

    def finish(self) -> None:
        """Raise InputError if the table holds a key that nobody asked for."""
        strange = [key for key in self.values if key not in self.known and not (self.recorded and key in GONE)]
        if strange:
            found = [f"{self._place(key)} has a key {format_value(key)}{hint(key, self.known)}" for key in strange]
            said = in_one([found[0], *(one.removeprefix(f"{self.label}: ") for one in found[1:])])
            gone = ", ".join(key for key in strange if key in GONE)
            allowed = f"allowed are {', '.join(sorted(self.known))}"
            raise InputError(f"{said}; {f'delete {gone}: no longer read' if gone else allowed}")

    def wrong(self, key: str, wanted: str) -> InputError:
        """Return the error of a key that is missing, or whose value is not what it should be."""
        if key in self.values:
            found = format_value(self.values[key])
            return InputError(f"{self._place(key)} {key}: found {found}, allowed is {wanted}")
        slips = (other for other in self.values if other not in self.known and hint(other, [key]))
        meant = "".join(f"; {self._line(slip)}found {format_value(slip)}{hint(slip, [key])}" for slip in slips)
        return InputError(f"{self._place()} needs a key {key!r}: {wanted}{meant}")

    def _place(self, key: str = "") -> str:
        """Return file, line and table of a key, as the beginning of a message."""
        return f"{self.label}: {self._line(key)}[{self.name}]"

    def _line(self, key: str) -> str:
        """Return in which line of the file a key stands, as the beginning of a message; "" if that cannot be told."""
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


def _is_number(value: Any) -> TypeGuard[float]:
    """Tell whether a value is a number, and no larger than a float."""
    return type(value) in (int, float) and abs(value) <= LENGTHS.most


def record(value: Any) -> Any:
    """Return a value as a manifest records it: dataclasses as tables, without what `Key.told` leaves out."""
    if isinstance(value, tuple):
        return tuple(map(record, value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    untold = {one.name: one.default for one in declared(type(value)) if not one.key.told}
    every = {one.name: getattr(value, one.name) for one in fields(value)}
    return {name: record(found) for name, found in every.items() if name not in untold or found != untold[name]}
