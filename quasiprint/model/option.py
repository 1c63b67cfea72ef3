"""Options of a game: what a user may choose, on the command line, in a project file, or in a program."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from quasiprint.model.errors import InputError
from quasiprint.model.limits import snapped
from quasiprint.model.piece import Value

# Names that no game's option may have: those of the options and arguments that every game has on the command line,
# and those under which a set's manifest keeps what it was made with.
RESERVED = frozenset(
    {
        *("game", "help", "version", "file", "json", "project", "profile", "profiles", "output", "format", "formats"),
        *("jobs", "seed", "language", "templates", "paper", "booklet", "quick", "replace", "supplied"),
        *("edge", "thickness", "stripe", "kerf", "clearance", "measures"),
        *(
            "cut",
            "tabs",
            "ids",
            "touch",
            "bleed",
            "dpi",
            "back_offset",
            "only",
            "spares",
            "price",
            "dry_run",
            "storage",
        ),
        *("measured", "score", "first_win", "memory", "time_limit", "checkpoint"),
        *("certificate", "check", "moves", "hardest", "key", "scheduler"),
    }
)


class Kind(StrEnum):
    """What kind of value an option takes. LENGTH: mm, never below 0. FOLDER: the name of a folder of files, SOURCE:
    the name of a file, or of something that is no file, FILE: that of a file, kept as it is; "" for none. The files
    themselves come as `Supplied`."""

    INT = "int"
    FLOAT = "float"
    TEXT = "str"
    FLAG = "flag"
    LENGTH = "length"
    FOLDER = "folder"
    SOURCE = "source"
    FILE = "file"

    @property
    def supplied(self) -> bool:
        """Whether its value may name files."""
        return self in (Kind.FOLDER, Kind.SOURCE, Kind.FILE)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: ``--name`` on the command line, ``name`` in a project file.

    default: its value if nobody says otherwise. minimum, maximum: both allowed; None for no limit.
    choices: the only values allowed, if there are any. excludes: options that mean nothing once
    this one is given, and are refused beside it.
    makes: whether a set depends on it. scores: whether `score` asks for it: it says which set
    a layout or game is of, or by which rules it was played.
    booked, recorded: whether the rulebook, or the score sheet, depends on it: help shows it there.
    told: whether a manifest tells it at its default, too; of an option that is younger than sets it does not, and their
    bytes stay as they were.
    suffix, most_files, most_bytes: of files that it names: how the names of a folder's files end, how many there may
    be, and how long each.
    """

    name: str
    default: Value
    kind: Kind
    help: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Value, ...] = ()
    excludes: tuple[str, ...] = ()
    makes: bool = True
    scores: bool = False
    booked: bool = True
    recorded: bool = True
    told: bool = True
    suffix: str = ""
    most_files: int = 100
    most_bytes: int = 1 << 20

    @property
    def flag(self) -> str:
        """The option as it is typed."""
        return f"--{self.name.replace('_', '-')}"


LARGEST = 1e18  # of any number: the command line takes up to 18 digits
KINDS: dict[Kind, tuple[tuple[type, ...], str]] = {
    Kind.INT: ((int,), "a whole number"),
    Kind.FLOAT: ((int, float), "a number"),
    Kind.LENGTH: ((int, float), "a length from 0 mm"),
    Kind.FLAG: ((bool,), "true or false"),
    Kind.TEXT: ((str,), "a text"),
    Kind.FOLDER: ((str,), "the name of a folder"),
    Kind.SOURCE: ((str,), "a name"),
    Kind.FILE: ((str,), "the name of a file"),
}


def settled(game: str, allowed: tuple[Option, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """Return a value for each of the options that are allowed.

    An option that another one excludes has no value; raises InputError if both are given, for an
    option that is none of these, and for a value outside its limits.
    """
    options = {option.name: option for option in allowed}
    for name in given:
        if name not in options:
            own = ", ".join(option.flag for option in allowed) or "none"
            raise InputError(f"{_flag(name)}: is no option of {game}; its own are {own}")
    out: set[str] = set()
    for name, value in given.items():
        if value != options[name].default:
            out.update(options[name].excludes)
            for other in options[name].excludes:
                if other in given:
                    raise InputError(f"{_flag(other)}: found beside {_flag(name)}, allowed is one of the two")
    return {
        name: _within(option, given.get(name, option.default)) for name, option in options.items() if name not in out
    }


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _within(option: Option, value: Value) -> Value:
    """Return a value of an option. Raises InputError for one that is of another kind, or outside its limits."""
    if value == option.default and type(value) is type(option.default):
        return value
    kinds, wanted = KINDS[option.kind]
    right = isinstance(value, kinds) and isinstance(value, bool) == (kinds == (bool,))
    number = value if isinstance(value, int | float) else 0
    if not right or not -math.inf < number < math.inf or (option.kind is Kind.LENGTH and number < 0):
        raise InputError(f"{option.flag}: found {str(value)[:40]!r}, allowed is {wanted}")
    if abs(number) > LARGEST:
        raise InputError(f"{option.flag}: found a number beyond {LARGEST:g}, allowed is {wanted}, of up to 18 digits")
    if option.choices and value not in option.choices:
        raise InputError(f"{option.flag}: found {value!r}, allowed is {' or '.join(map(str, option.choices))}")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low, high = option.minimum, option.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            limits = [f"{word} {limit:g}" for word, limit in (("from", low), ("to", high)) if limit is not None]
            raise InputError(f"{option.flag}: found {value:g}, allowed is {' '.join(limits)}")
    return snapped(float(number)) if option.kind is Kind.LENGTH else value
