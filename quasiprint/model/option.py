"""Options of a game: what a user may choose, on the command line, in a project file, or in a program; and the files
that some of them name."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class Supplied:
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
