"""Options of a game: what a user may choose, on the command line, in a project file, or in a program; and the files
that some of them name."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from quasiprint.errors import InputError, hint, removed
from quasiprint.model.choices import choose_kinds

Value = str | int | float | bool


class Kind(StrEnum):
    """What kind of value an option takes. LENGTH: mm, never below 0. FOLDER: the name of a folder of files, SOURCE:
    the name of a file, or of something that is no file, FILE: that of a file, kept as it is; "" for none. The files
    themselves come as `Supplied`. Of options that every game has besides: COUNT, a whole number from the minimum; SIZE:
    mm, above 0; NAMES, with commas between them; SEVERAL: a text, given once for each; TABS, OFFSET, PATH."""

    INT = "int"
    FLOAT = "float"
    TEXT = "str"
    FLAG = "flag"
    LENGTH = "length"
    FOLDER = "folder"
    SOURCE = "source"
    FILE = "file"
    COUNT = "count"
    SIZE = "size"
    NAMES = "names"
    SEVERAL = "several"
    TABS = "tabs"
    OFFSET = "offset"
    PATH = "path"

    @property
    def names_files(self) -> bool:
        """Whether its value may name files."""
        return self in (Kind.FOLDER, Kind.SOURCE, Kind.FILE)


class Option(NamedTuple):
    """One option of a game, or of every game: ``--name`` on the command line, ``name`` in a project file.

    default: its value if nobody says otherwise. minimum, maximum: both allowed; None for no limit. choices: the only
    values allowed, if there are any. excludes: options that mean nothing once this one is given, and are refused beside
    it. scores: whether `score` has it: it names the set of a layout or game, or its rules.
    booked, recorded: whether the rulebook, or the score sheet, depends on it: help shows it there. rare: whether few
    people need it: --help-all shows it, and --help does not. in_manifest: whether a manifest has it at its default,
    too; not so for an option younger than made sets, whose bytes stay as they were. suffix, most_files, most_bytes: of
    files that it names: how the names of a folder's files end, how many there may be, and how long each. Of options
    that every game has: group: the heading under which help shows it. metavar: what help shows in place of a value.
    typed: its name on the command line, if it differs. of: the part of a run in which it is a field of its name:
    `LaserOptions`, the manner in which a set is made, or a page; "" where more follows from it than that.
    """

    name: str
    default: Value
    kind: Kind
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Value, ...] = ()
    excludes: tuple[str, ...] = ()
    scores: bool = False
    booked: bool = True
    recorded: bool = True
    rare: bool = False
    in_manifest: bool = True
    suffix: str = ""
    most_files: int = 100
    most_bytes: int = 1 << 20
    group: str = ""
    metavar: str = ""
    typed: str = ""
    of: str = ""

    @property
    def flag(self) -> str:
        """The option as it is typed."""
        return f"--{(self.typed or self.name).replace('_', '-')}"


EVERYTHING = "all"  # of the extras
DEAL = Option("deal", 0, Kind.INT, "Another number deals other tiles.", minimum=0, maximum=10**18 - 1)


class Supplied(NamedTuple):
    """A file, or a folder's files. name: as it is called, without the folder that it lies in.

    files: names and contents; a file alone has its own name there.
    """

    name: str
    files: tuple[tuple[str, bytes], ...]

    @property
    def content(self) -> bytes:
        """What the only file holds. Raises ValueError for a folder of several."""
        ((_, content),) = self.files
        return content


LARGEST = 1e18  # of any number: the command line takes up to 18 digits
# of each kind of values: of which types they are, what they are called, and below what a number is none
KINDS: dict[Kind, tuple[tuple[type, ...], str, float]] = {
    Kind.INT: ((int,), "a whole number", -math.inf),
    Kind.COUNT: ((int,), "a whole number from 0", 0),
    Kind.FLOAT: ((int, float), "a number", -math.inf),
    Kind.LENGTH: ((int, float), "a length from 0 mm", 0),
    Kind.SIZE: ((int, float), "a length from 0 mm", 0),
    Kind.FLAG: ((bool,), "true or false", 0),
    Kind.TEXT: ((str,), "a text", 0),
    Kind.FOLDER: ((str,), "the name of a folder", 0),
    Kind.SOURCE: ((str,), "a name", 0),
    Kind.FILE: ((str,), "the name of a file", 0),
}
LISTS = {
    **dict.fromkeys((Kind.NAMES, Kind.SEVERAL), "a list of names"),
    Kind.TABS: "a count and a width, mm",
    Kind.OFFSET: "two lengths, mm",
}


UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4}
_LENGTH = r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?:/([1-9][0-9]{0,3}))? ?([a-z]*)"


def millimetres(text: str) -> float | None:
    """Return a written length in mm: 0.2, 0.2mm, 8.5in, 1/8in. None if it is no number, or has no such unit."""
    match = re.fullmatch(_LENGTH, text.strip(), re.ASCII)
    if not match or match[3] not in UNITS:
        return None
    return round(float(match[1]) / int(match[2] or 1) * UNITS[match[3]], 6) + 0.0


def settle_options(game: str, allowed: tuple[Option, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """Return a value for each of the options that are allowed.

    An option that another one excludes has no value; raises InputError if both are given, for an
    option that is none of these, and for a value outside its limits.
    """
    options = {option.name: option for option in allowed}
    for name in given:
        if name not in options:
            flags = ", ".join(option.flag for option in allowed) or "none"
            raise InputError(removed(_flag(name)) or f"{_flag(name)}: is not an option of {game}; its own are {flags}")
    out: set[str] = set()
    for name, value in given.items():
        if value != options[name].default:
            out.update(options[name].excludes)
            for other in options[name].excludes:
                if other in given:
                    raise InputError(f"{_flag(other)}: found beside {_flag(name)}, allowed is one of the two")
    return {
        name: value_of(option, given.get(name, option.default)) for name, option in options.items() if name not in out
    }


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def value_of(option: Option, value: Any) -> Any:
    """Return a value of an option, as it is meant. Raises InputError for one that is of another kind, or outside its
    limits."""
    if option.kind in LISTS:
        return _list_of(option, value)
    if value == option.default and type(value) is type(option.default):
        return value
    kinds, wanted, least = KINDS[option.kind]
    right = isinstance(value, kinds) and isinstance(value, bool) == (kinds == (bool,))
    number = value if isinstance(value, int | float) else 0
    if not right or not -math.inf < number < math.inf or number < least:
        raise InputError(f"{option.flag}: found {str(value)[:40]!r}, allowed is {wanted}")
    if abs(number) > LARGEST:
        raise InputError(f"{option.flag}: found a number beyond {LARGEST:g}, allowed is {wanted}, of up to 18 digits")
    if option.choices and value not in option.choices:
        words = [str(choice) for choice in option.choices]
        near = hint(str(value), words)
        raise InputError(f"{option.flag}: found {value!r}{near}, allowed is {' or '.join(words)}")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low, high = option.minimum, option.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            limits = [f"{word} {limit:g}" for word, limit in (("from", low), ("to", high)) if limit is not None]
            raise InputError(f"{option.flag}: found {value:g}, allowed is {' '.join(limits)}")
    if option.choices:
        return option.choices[option.choices.index(value)]
    if option.kind not in (Kind.LENGTH, Kind.SIZE):
        return value
    from quasiprint.model.face import snap

    return snap(float(number))


def _list_of(option: Option, value: Any) -> tuple[Any, ...]:
    """Return names, in their order where some are all that are allowed, or two numbers."""
    kinds: tuple[type, ...] = (int, float) if option.kind in (Kind.TABS, Kind.OFFSET) else (str,)
    right = isinstance(value, tuple | list) and all(isinstance(part, kinds) for part in value)
    if not right or (str not in kinds and not (len(value) == 2 and all(map(math.isfinite, value)))):
        raise InputError(f"{option.flag}: found {str(value)[:40]!r}, allowed is {LISTS[option.kind]}")
    if option.choices:
        all_name = EVERYTHING if EVERYTHING in option.choices else ""
        return choose_kinds(option.flag, type(option.choices[0]), value, all_name)
    from quasiprint.model.face import snap

    return tuple(snap(part) if isinstance(part, float) else part for part in value)
