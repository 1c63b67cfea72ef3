"""Options of a game: what a user may choose, on the command line, in a project file, or in a program; and the files
that some of them name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, NamedTuple

from quasiprint.errors import InputError, hint, removed
from quasiprint.model.choices import CutStyle, Extra, Flip, IdStyle, Storage, TypeSize, choose_kinds
from quasiprint.model.resources import languages

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
    Of options that every game has: group: the heading under which help shows it. metavar: what help shows in place of a
    value. typed: its name where it is typed, if that is another one. of: the part of a run in which it is a field of
    its name: `LaserOptions`, the manner in which a set is made, or a page; "" where more follows from it than that.
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
    group: str = ""
    metavar: str = ""
    typed: str = ""
    of: str = ""

    @property
    def flag(self) -> str:
        """The option as it is typed."""
        return f"--{(self.typed or self.name).replace('_', '-')}"


SIZE, LASER, PAPER, PART = "Machine and material", "Laser cutting", "Paper", "A part of the set"


def _size(
    name: str, kind: Kind, help: str, metavar: str = "", group: str = SIZE, default: Value = "", **others: Any
) -> Option:
    """Return an option that changes no score sheet, and if it is no size of paper, no rulebook: these show pieces of
    paper, whatever they are made of. Of what fits a machine the clearance alone is in books: a picture may show pieces
    as they are printed."""
    made = Option(name, default, kind, help, recorded=False, group=group, metavar=metavar, **others)
    return made._replace(minimum=0.0) if kind is Kind.LENGTH else made


def _laser(kind: Kind, help: str, **others: Any) -> dict[str, Any]:
    """Return what makes a field of `LaserOptions` an option of its name."""
    made = _size("", kind, help, group=LASER, booked=False, of="laser", **others)
    return {OPTION: made, "told": made.told}


OPTION = "option"  # under which a field keeps what it is as an option
MOST_TABS = 24  # of one outline


@dataclass(frozen=True, slots=True)
class LaserOptions:
    """What is asked of a laser: the request hands it to what cuts.

    A field that is declared as an option is one: on the command line, in project files, on the studio's page, in the
    reference, and in manifests. kerf: full width of what the beam removes, mm; kerf_from: who says so, a profile's name
    or the option as it is typed. tabs: how many small bridges hold each part in the sheet, 0 for none; tab: how wide
    each is, mm.
    """

    kerf: float = field(default=0.0, metadata=_laser(Kind.LENGTH, "Full width of material that the beam burns away."))
    kerf_from: str = ""
    cut: CutStyle = field(
        default=CutStyle.SEPARATE,
        metadata=_laser(Kind.TEXT, "Whether neighbouring tiles share one cut, or each is cut out by itself.",
                        choices=tuple(CutStyle), default=CutStyle.SEPARATE),
    )  # fmt: skip
    tabs: int = field(
        default=0,
        metadata=_laser(Kind.TABS, "Leave small bridges that hold each part in the sheet, up to 24, such as 2x0.3.  "
                        "[default: 0]", metavar="COUNTxWIDTH"),
    )  # fmt: skip
    tab: float = 0.0

    def __post_init__(self) -> None:
        from quasiprint.model.limits import refuse

        refuse("kerf", self.kerf, "laser")
        if not 0 <= self.tabs <= MOST_TABS:
            raise InputError(f"--tabs: found {self.tabs} tabs, allowed are 0 to {MOST_TABS} for each part")
        refuse("tab", self.tab)
        if bool(self.tabs) != bool(self.tab):
            raise InputError(
                f"--tabs: found {self.tabs} tabs of {self.tab:g} mm, allowed is a count and a width, or 0 for none"
            )

    @property
    def outside(self) -> float:
        """How far outside an outline the beam's middle runs, mm."""
        return self.kerf / 2

    @property
    def gap(self) -> float:
        """How much of a cut is left out for a tab, mm: it is as wide as is asked for once the beam took its share."""
        return self.tab + self.kerf


LASER_OPTIONS = tuple(
    one.metadata[OPTION]._replace(name=one.name) for one in fields(LaserOptions) if OPTION in one.metadata
)
# every option that all games have: what follows from it here, is known on the command line, in project files, to
# programs and on the studio's page
SET_OPTIONS = (
    _size("profiles", Kind.SEVERAL, "Your printer, laser, paper, colours or sizes; give it once for each. `quasiprint "
           "profiles` lists them.", "NAME|FILE", typed="profile"),
    _size("edge", Kind.SIZE, "Side length of a tile, or of a cell or square of a board."),
    _size("thickness", Kind.SIZE, "Thickness of tiles and boards, printed or cut.", booked=False),
    _size("stripe", Kind.SIZE, "Width of a stripe."),
    _size("clearance", Kind.LENGTH, "How much to take off every side of a piece, so that pieces fit side by side."),
    _size("ids", Kind.TEXT, "Whether to mark the back of each piece with its id.", booked=False,
           choices=tuple(IdStyle), default=IdStyle.NONE, of="manner"),
    _size("storage", Kind.NAMES, "Storage to make as well: tray, with a lid, or box; rack, for a hand of tiles; "
           "several with commas. A tray takes about a third of the pieces' filament; --dry-run shows grams, hours and "
           "plates.  [default: nothing]", "NAMES", choices=tuple(Storage), booked=False, of="manner"),
    Option("touch", False, Kind.FLAG, "Make a set to read with the fingers: raised lines, Braille where it fits, "
           "and larger pieces; for a printer.", group=SIZE, of="manner"),
    *LASER_OPTIONS,
    _size("bleed", Kind.LENGTH, "How far colours run out over the lines to cut along.  [default: as the page's "
           "profile says]", group=PAPER, booked=False, of="page"),
    _size("dpi", Kind.COUNT, "Dots per inch in pictures of faces, 72 to 1200, for --format png and tts.  [default: "
           "as the page's profile says, 300]", group=PAPER, minimum=0, booked=False, of="page"),
    _size("back_offset", Kind.OFFSET, "How far to the right and up your printer prints backs, as you measured; "
           "they are moved back by as much.  [default: as the page's profile says]", "X,Y", PAPER,
           booked=False, of="page"),
    _size("flip", Kind.TEXT, "Over which edge your printer turns a sheet to print its back; see two-sided printing "
           "in its dialog.  [default: as the page's profile says, long]", group=PAPER, choices=tuple(Flip),
           booked=False, of="page"),
    Option("type", TypeSize.NORMAL, Kind.TEXT, "How large the letters of rules and score sheets are; large has 18 "
           "points and more.", choices=tuple(TypeSize), group=PAPER, of="manner"),
    _size("seed", Kind.COUNT, "Another number draws other boards.  [default: 0]", group="", minimum=0),
    Option("project", "", Kind.PATH, "Read options from this file; those that you type win.", metavar="FILE.toml"),
)  # fmt: skip
EVERYTHING = "all"  # of the extras
LANGUAGE = Option("language", "en", Kind.TEXT, "Language of all that is printed on paper.", choices=languages(),
                  metavar="TEXT")  # fmt: skip
DEAL = Option("deal", 0, Kind.INT, "Another number deals other tiles.", minimum=0, maximum=10**18 - 1)
MAKE_OPTIONS = (
    Option("output", "", Kind.PATH, "Write the set into this folder, or ZIP archive.  [default: output/GAME; of a "
           "part, output/GAME-part]", metavar="DIR|FILE.zip"),
    Option("formats", "", Kind.NAMES, "File formats to write, such as stl,svg; all: each that `quasiprint list` "
           "shows.  [default: stl,3mf,svg,pdf]", metavar="NAMES", typed="format"),
    Option("papers", "", Kind.NAMES, "Paper to print on, such as a4 or letter; several with commas.  [default: as a "
           "page's profile says, else your country's: a4 or letter]", metavar="NAMES", typed="paper"),
    Option("extras", "", Kind.NAMES, "What else to make: booklet, the rules to fold; greyscale or inksaver, paper "
           "tiles in grey or with little ink; relief, plates for one nozzle; or all.  [default: nothing]",
           metavar="NAMES", choices=(*Extra, EVERYTHING), of="manner"),
    Option("only", "", Kind.NAMES, "Make only these pieces and accessories, such as marker:3 for three markers; "
           "names are those in manifest.json, and `samples` is one of each shape.", group=PART, metavar="NAMES"),
    Option("spares", "", Kind.COUNT, "Extra copies of each piece in --only; without --only, of every piece that "
           "the set repeats.", minimum=0, group=PART),
    LANGUAGE,
    Option("price", "", Kind.NAMES, "What you pay, to see what the set costs: printer=22 per kg of filament, "
           "laser=20 per m² of sheet, paper=0.15 per leaf, hour= of printing, minute= of the laser, currency=.  "
           "[default: as a price profile says]", metavar="NAME=AMOUNT,…"),
    Option("jobs", "", Kind.COUNT, "How many processes to use.  [default: one for each core, if memory allows]",
           minimum=1),
)  # fmt: skip
COMMON = {option.name: option for option in (*SET_OPTIONS, *MAKE_OPTIONS)}
# names that no game's option may have: theirs, those of other options and arguments on the command line, and those
# under which a set's manifest keeps what it was made with
RESERVED = frozenset(
    {
        *COMMON,
        *("game", "help", "version", "file", "json", "profile", "format", "templates", "paper", "booklet", "quick"),
        *("replace", "supplied", "measures", "dry_run", "measured", "score", "first_win", "memory", "time_limit"),
        *("checkpoint", "certificate", "check", "moves", "hardest", "key", "scheduler"),
    }
)


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


def settle_options(game: str, allowed: tuple[Option, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """Return a value for each of the options that are allowed.

    An option that another one excludes has no value; raises InputError if both are given, for an
    option that is none of these, and for a value outside its limits.
    """
    options = {option.name: option for option in allowed}
    for name in given:
        if name not in options:
            own = ", ".join(option.flag for option in allowed) or "none"
            raise InputError(removed(_flag(name)) or f"{_flag(name)}: is not an option of {game}; its own are {own}")
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
        every = EVERYTHING if EVERYTHING in option.choices else ""
        return choose_kinds(option.flag, type(option.choices[0]), value, every)
    from quasiprint.model.face import snap

    return tuple(snap(part) if isinstance(part, float) else part for part in value)
