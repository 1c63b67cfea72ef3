"""The files of profiles: where they lie, and what is said exactly of what is wrong with a table of theirs.

A table may say ``base = "NAME"``: then whatever it does not say is as the profile of this name and kind says. So a file
that holds what was measured, and nothing else, is complete. A user's own ``templates/profiles`` in the current folder
wins over what comes with the program.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

from quasiprint.disk.reading import read_bytes, there
from quasiprint.errors import InputError, as_written, hint, in_one, refuse_all
from quasiprint.model.face import snap
from quasiprint.model.limits import Declared, Limits, Signed, declared
from quasiprint.model.profile import COLOUR, GONE, Box, Extent
from quasiprint.model.resources import template_folder
from quasiprint.model.texts import MAX_TOML, format_value, text_of, toml_of

HUGE = 1e300
BOX = "[left, low, right, high] in mm"
EXTENT = "[width, height] in mm"
SIZED = {"width", "height"}  # keys of a sheet: a table that says one of them means no other size of its base
W = TypeVar("W", bound=str)


@dataclass
class TomlTable:
    """A table being read. Every key that is asked for is known; `finish` refuses the others."""

    label: str  # of the file
    name: str  # of the table, as in the file
    values: Mapping[str, Any]
    known: list[str] = field(default_factory=list)
    source: str = ""  # the whole file's text, to name the line of what is wrong
    number_of: int = 0  # which of several tables of one name it is, from 0

    def _take(self, key: str, kinds: tuple[type, ...], wanted: str) -> Any:
        self.known.append(key)
        if key not in self.values:
            slips = (other for other in self.values if other not in self.known and hint(other, [key]))
            meant = "".join(f"; {self._line(slip)}found {format_value(slip)}{hint(slip, [key])}" for slip in slips)
            raise InputError(f"{self.label}: [{self.name}] needs a key {key!r}: {wanted}{meant}")
        value = self.values[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise self.wrong(key, wanted)
        return value

    def wrong(self, key: str, wanted: str) -> InputError:
        """Return the error of a key whose value is not what it should be."""
        found = format_value(self.values[key])
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
        found, wrong = dict(given), list[InputError]()
        for one in declared(kind):
            if one.key.read and one.name not in given:
                try:
                    found[one.name] = self._key(one)
                except InputError as problem:
                    wrong.append(problem)
        refuse_all(wrong, self.label)
        return found

    def _key(self, one: Declared) -> Any:
        """Return the value of a key, read as its type says; its default, if it has one, where the table has it not."""
        key, kind = one.name, one.type
        words: Any = get_args(kind)[0] if get_origin(kind) is tuple else None
        listed = isinstance(words, type) and issubclass(words, StrEnum)
        if key not in self.values and (one.default is not None or NoneType in get_args(kind)):
            self.known.append(key)
            return tuple(words) if listed else one.default
        if listed:
            return self._words(key, words)
        if kind is int:
            return self._count(key, one.limits)
        if kind == tuple[Signed, Signed]:
            return self._pair(key, one.limits)
        if kind == tuple[Extent, ...]:
            return self._rows(key, 2, EXTENT)
        if kind == Box | None:
            return self._lengths(key, self._take(key, (object,), BOX), 4, BOX)
        if kind == tuple[Box, ...]:
            return self._rows(key, 4, BOX)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return self.choice(key, kind)
        if kind in (str, str | None):
            return self._colour(key) if one.key.colour else self.text(key)
        wanted, least = "a number above 0", math.nextafter(0.0, 1.0)
        if not one.key.positive:
            least = one.limits.least if kind is Signed else 0.0
            wanted = f"a number from {least:g}"
        return self._number(key, wanted, least, one.limits)

    def _number(self, key: str, wanted: str, least: float, limits: Limits) -> float:
        """Return a number, of a micrometre's thousandths, of at least `least`, and within limits."""
        found = self._take(key, (int, float), wanted)
        # no float is as large as a whole number can be
        value = snap(float(found)) if abs(found) <= HUGE else math.inf
        if not math.isfinite(value) or found < least:
            raise self.wrong(key, wanted)
        if not limits.hold(value):
            raise self.wrong(key, f"{limits}{limits.because(value)}")
        return value

    def _count(self, key: str, limits: Limits) -> int:
        """Return a whole number within limits."""
        value = int(self._take(key, (int,), wanted := f"a whole number {limits}"))
        if not limits.hold(value):
            raise self.wrong(key, wanted)
        return value

    def _pair(self, key: str, limits: Limits) -> tuple[float, float]:
        """Return a list of two numbers, each within limits."""
        values = self._take(key, (list,), wanted := f"a list of two numbers, each {limits}")
        numbers = [snap(float(v)) for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
        if len(values) != 2 or len(numbers) != 2 or not all(map(limits.hold, numbers)):
            raise self.wrong(key, wanted)
        return numbers[0], numbers[1]

    def _rows(self, key: str, count: int, wanted: str) -> tuple[tuple[float, ...], ...]:
        """Return a list of rows of so many lengths."""
        rows = self._take(key, (list,), f"a list of which each is {wanted}")
        return tuple(self._lengths(key, row, count, wanted) for row in rows)

    def _lengths(self, key: str, row: Any, count: int, wanted: str) -> tuple[float, ...]:
        """Return so many lengths, in mm."""
        good = isinstance(row, list) and len(row) == count
        if not good or not all(isinstance(n, int | float) and not isinstance(n, bool) and 0 <= n <= HUGE for n in row):
            raise self.wrong(key, wanted)
        return tuple(snap(float(n)) for n in row)

    def _words(self, key: str, allowed: type[StrEnum]) -> tuple[StrEnum, ...]:
        """Return a list of words, each once."""
        rows = self._take(key, (list,), wanted := f"a list of {' or '.join(allowed)}, each once")
        if not rows or len(set(map(str, rows))) < len(rows) or any(row not in list(allowed) for row in rows):
            raise self.wrong(key, wanted)
        return tuple(map(allowed, rows))

    def choice(self, key: str, allowed: Iterable[W], wanted: str = "") -> W:
        """Return one of some words."""
        words = {str(word): word for word in allowed}
        if (value := self.text(key, wanted := wanted or " or ".join(words))) not in words:
            raise self.wrong(key, wanted)
        return words[value]

    def text(self, key: str, wanted: str = "a text", usual: str | None = None) -> str:
        """Return a text that is not empty. usual: where the key is missing."""
        if usual is not None and key not in self.values:
            self.known.append(key)
            return usual
        value = str(self._take(key, (str,), wanted))
        if not value.strip():
            raise self.wrong(key, wanted)
        return value

    def _colour(self, key: str) -> str:
        """Return a colour, "#RRGGBB" in capitals."""
        value = self.text(key, wanted := 'a colour like "#0072B2"')
        if not COLOUR.fullmatch(value.upper()):
            raise self.wrong(key, wanted)
        return value.upper()

    def colours(self, key: str) -> tuple[str, ...]:
        """Return a list of colours, none if the key is missing."""
        self.known.append(key)
        rows = self._take(key, (list,), wanted := 'a list of colours like "#0072B2"') if key in self.values else []
        if not all(isinstance(row, str) and COLOUR.fullmatch(row.upper()) for row in rows):
            raise self.wrong(key, wanted)
        return tuple(row.upper() for row in rows)

    def table(self, key: str) -> TomlTable:
        """Return a table inside this one."""
        values = self._take(key, (dict,), "a table")
        return TomlTable(self.label, f"{self.name}.{key}", values, source=self.source)

    def tables(self, key: str) -> list[TomlTable]:
        """Return a list of tables inside this one, at least one."""
        wanted = "a list of tables, at least one"
        rows = self._take(key, (list,), wanted)
        if not rows or not all(isinstance(row, dict) for row in rows):
            raise self.wrong(key, wanted)
        name = f"{self.name}.{key}"
        return [TomlTable(self.label, name, row, source=self.source, number_of=k) for k, row in enumerate(rows)]

    def finish(self) -> None:
        """Raise InputError if the table holds a key that nobody asked for."""
        unknown = [key for key in self.values if key not in self.known]
        found = [
            f"{self._line(key)}[{self.name}] has a key {format_value(key)}{hint(key, self.known)}" for key in unknown
        ]
        if found:
            gone = ", ".join(key for key in unknown if key in GONE)
            what = f"delete {gone}: no longer read" if gone else f"allowed are {', '.join(sorted(self.known))}"
            raise InputError(f"{self.label}: {in_one(found)}; {what}")


FOLDERS = (Path("templates"), template_folder())  # the one that wins first
PLACES = {  # the table of a kind, and the folder of its files
    "bed": "beds",
    "sheet": "sheets",
    "page": "pages",
    "palette": "palettes",
    "measures": "measures",
    "material": "materials",
    "prices": "prices",
}
CALIBRATIONS = "calibrations"  # the folder of files that hold several kinds, as `quasiprint calibrate` writes them
BASE = "base"
DEEPEST = 8  # profiles, each based on the next


def stems(folder: str) -> list[str]:
    """Return the names of the profiles in a folder, the user's own and the packaged."""
    found = {name for top in FOLDERS for name in _names(os.path.join(top, "profiles", folder))}
    return sorted(os.path.splitext(name)[0] for name in found if name.endswith(".toml"))


def _names(folder: str) -> list[str]:
    """Return the names of what lies in a folder, none if there is no such folder."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def file_named(name: str, folders: tuple[str, ...]) -> Path | None:
    """Return the file of a name in one of some folders, the user's own first; None if there is none."""
    for top in FOLDERS:
        for folder in folders:
            path = top / "profiles" / folder / f"{name}.toml"
            if Path(name).name == name and there(path):
                return path
    return None


def profile_names() -> dict[str, list[str]]:
    """Return the names of all profiles, the user's own and the packaged, by their kind's table in a file; files with
    several kinds, if there are any, under the name of their folder."""
    several = stems(CALIBRATIONS)
    return {kind: stems(folder) for kind, folder in PLACES.items()} | ({CALIBRATIONS: several} if several else {})


def file_of(name: str) -> Path:
    """Return the file of a profile. Raises InputError if there is none."""
    folders = (*PLACES.values(), CALIBRATIONS)
    path = file_named(name, folders)
    if path is not None and path.name in _names(str(path.parent)):  # some file systems find it in any capitals
        return path
    names = [stem for folder in folders for stem in stems(folder)]
    path = file_named(as_written(name, names), folders)
    if path is None and (name.endswith(".toml") or Path(name).name != name):
        path = Path(name)
        if not there(path):
            raise InputError(f"profile: found no file {name!r}, allowed is one that is there, or a profile's name")
    if path is None:
        raise InputError(
            f"profile: found {name!r}{hint(name, names)}, allowed is a file (*.toml) or one of the {len(names)} that "
            "`quasiprint profiles` lists"
        )
    return path


def tables_of(stem: str, content: bytes) -> Iterator[tuple[str, str, TomlTable]]:
    """Yield what the file of a profile says: for each table the kind, what the profile is called, and its values, those
    of its base among them. stem: the file's name without its ending. Raises InputError if that is no name, or a table
    is of no kind or has no base."""
    label = f"{stem}.toml"
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", stem):
        raise InputError(f"profile: found a file {label!r}, allowed are letters, digits and . _ - in its name")
    whole = toml_of(content, label)
    if not whole or any(key not in PLACES for key in whole):
        near = "".join(hint(key, PLACES) for key in whole if key not in PLACES)  # a wrong table is a slip of one
        raise InputError(
            f"{label}: found {', '.join(f'[{key}]' for key in whole) or 'nothing'}{near}, "
            f"allowed is one table or several, each of which says its kind: {', '.join(f'[{one}]' for one in PLACES)}"
        )
    for kind, values in whole.items():
        if not isinstance(values, dict):
            raise InputError(f"{label}: {kind}: found {format_value(values)}, allowed is a table, [{kind}]")
        full = _with_base(kind, values, label, DEEPEST)
        # a page that is based on another has the name of its paper first, by which books know their size
        base = values.get(BASE) if kind == "page" else None
        called = f"{base}-{stem}" if base and not stem.startswith(f"{base}-") else stem
        yield kind, called, TomlTable(label, kind, full, source=text_of(content, label))


def _with_base(kind: str, values: Mapping[str, Any], label: str, deep: int) -> dict[str, Any]:
    """Return the values of a table, with those of its base for what it does not say. deep: how many more profiles may
    be based on one another. Raises InputError for a base that is not there."""
    if BASE not in values:
        return dict(values)
    base, names = values[BASE], [*stems(PLACES[kind]), *stems(CALIBRATIONS)]
    path = file_named(base, (PLACES[kind], CALIBRATIONS)) if isinstance(base, str) else None
    if path is None:
        near = hint(base, names) if isinstance(base, str) else ""
        raise InputError(f"{label}: [{kind}] base: found {format_value(base)}{near}, allowed is {', '.join(names)}")
    if not deep:
        raise InputError(f"{label}: [{kind}] base: found more than {DEEPEST} profiles, each based on the next")
    found = toml_of(read_bytes(path, path.name, MAX_TOML), path.name).get(kind)
    if not isinstance(found, dict):
        raise InputError(f"{label}: [{kind}] base: found {format_value(base)}, which has no table [{kind}]")
    own = {key: value for key, value in values.items() if key != BASE}
    below = _with_base(kind, found, path.name, deep - 1)
    if SIZED & set(own):
        below.pop("sizes", None)
    return _merge(below, own)


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return values, those of `above` first, tables in them table by table."""
    merged = dict(below)
    for key, value in above.items():
        before = merged.get(key)
        merged[key] = _merge(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged
