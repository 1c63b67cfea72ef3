"""Profiles: what is known of machines, materials and colours, read from templates/profiles, with a line on each.

A profile is a table of a TOML file, whose name says its kind. It is named by its file's stem, or by its path. What a
coupon told of a machine is a file with several. A table may say ``base = "NAME"``: then whatever it does not say is as
the profile of this name and kind says, so a file that holds what was measured, and nothing else, is complete. A user's
own ``templates/profiles`` in the current folder wins over what comes with the program.

A `Table` reads values of plain dataclasses from TOML, where a person wrote them, or from JSON, where a manifest
records them with `record`. Which keys there are, of which type and within which limits, says the dataclass alone, see
`quasiprint.model.limits`. What is wrong is reported with file, line, table, key, what was found and what is allowed.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, TypeGuard, TypeVar, get_args

from quasiprint.disk.reading import read_bytes
from quasiprint.drawing.lettering import foreign_letter
from quasiprint.errors import InputError, as_written, hint, join_faults, refuse_all, unknown
from quasiprint.model.choices import PROCESSES, Process
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.face import snap
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.limits import COLOUR, LIMITS, NAME, Declared, Key, Limits, Signed, declared
from quasiprint.model.measures import Finish, Fit, Machine, Measures, ProductionOptions, Size, Stock
from quasiprint.model.option import millimetres
from quasiprint.model.profile import (
    GONE,
    Bed,
    CutMarks,
    Cutting,
    LayerStyle,
    Material,
    Palette,
    Paper,
    Prices,
    Printing,
    SheetOperation,
    SheetStock,
    Slicer,
)
from quasiprint.model.resources import template_folder
from quasiprint.model.texts import MAX_TOML, format_value, several, text_of, toml_of

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
    tells all fields, also those that profiles have not, but for what `Key.in_manifest` says.
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
        """Return a dataclass. Raises InputError, which names the table, for a wrong value."""
        try:
            return kind(**values)
        except InputError as problem:
            named = re.search(r"(\w+): found", str(problem))
            raise InputError(f"{self._place(named[1] if named else '')} {problem}") from None

    def keys_of(self, kind: type, **given: Any) -> dict[str, Any]:
        """Return the values of the keys that a dataclass declares, by name. given: those that are not read here."""
        found, wrong = dict(given), list[InputError]()
        for declaration in declared(kind):
            if declaration.name not in given and (self.recorded or declaration.key.read):
                self.known.append(declaration.name)
                try:
                    found[declaration.name] = self._read(declaration)
                except InputError as problem:
                    wrong.append(problem)
        refuse_all(wrong, self.label)
        return found

    def _read(self, declaration: Declared) -> Any:
        """Return the value of a key; where the table has it not and need not have it, its default."""
        if declaration.name not in self.values:
            if self.recorded and not declaration.key.in_manifest:
                return declaration.default
            if not self.recorded and (declaration.usual is not None or NoneType in get_args(declaration.type)):
                return declaration.usual
        return self._value(declaration, declaration.type)

    def _value(self, declaration: Declared, kind: Any) -> Any:
        """Return the value of a key, as a type has it."""
        key, value, inner = declaration.name, self.values.get(declaration.name, MISSING), get_args(kind)
        if NoneType in inner:
            return None if value is None else self._value(declaration, inner[0])
        if is_dataclass(kind) and isinstance(kind, type):
            return self.table(key).build(kind)
        if inner and inner[-1] is Ellipsis:
            return self._list(declaration, inner[0])
        if inner:
            return self._row(declaration, value, inner)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return self.word(key, kind)
        if kind is str:
            return self._colour(key) if declaration.key.colour else self.text(key)
        if kind is bool and not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        if kind is int and not (type(value) is int and declaration.limits.hold(value)):
            raise self.wrong(key, f"a whole number {declaration.limits}")
        return value if kind in (bool, int) else self._number(declaration)

    def _number(self, declaration: Declared) -> float:
        """Return a number within its limits, on the grid of a nanometre."""
        key, value, limits = declaration.name, self.values.get(declaration.name), declaration.limits
        if limits.unit == LENGTHS.unit:
            value = self._in_mm(value)
        number = snap(float(value)) if _is_number(value) else math.nan
        if not limits.hold(number):
            beyond = math.isfinite(number)
            raise self.wrong(key, f"{limits}{limits.because(number)}" if beyond else f"a number {limits}")
        return number

    def _in_mm(self, value: Any) -> Any:
        """Return a length in mm if it is written with a unit, as on the command line; anything else as it is."""
        unit = isinstance(value, str) and not self.recorded and value[-1:].isalpha()
        return millimetres(value) if unit else value

    def _row(self, declaration: Declared, row: Any, kinds: tuple[Any, ...]) -> tuple[float, ...]:
        """Return so many numbers as there are kinds: lengths in mm, or what may be less than 0, each within limits."""
        limits = declaration.limits if kinds[0] is Signed else LENGTHS
        row = list(map(self._in_mm, row)) if isinstance(row, list) else row
        right = isinstance(row, list) and len(row) == len(kinds) and all(map(_is_number, row))
        numbers = tuple(snap(float(number)) for number in row) if right else ()
        if not numbers or not all(map(limits.hold, numbers)):
            rows = f"a list of two numbers, each {limits}" if kinds[0] is Signed else ROWS[len(kinds)]
            raise self.wrong(declaration.name, rows)
        return numbers

    def _list(self, declaration: Declared, kind: Any) -> tuple[Any, ...]:
        """Return a list of tables, of rows of lengths, of words, each once, or of colours."""
        key, rows = declaration.name, self.values.get(declaration.name)
        if is_dataclass(kind) and isinstance(kind, type):
            return tuple(table.build(kind) for table in self.tables(key))
        if inner := get_args(kind):
            if not isinstance(rows, list) or len(rows) > MOST:
                raise self.wrong(key, f"a list of which each is {ROWS[len(inner)]}")
            return tuple(self._row(declaration, row, inner) for row in rows)
        words = list(kind) if issubclass(kind, StrEnum) else []
        wanted = f"a list of {' or '.join(words)}, each once" if words else 'a list of colours like "#0072B2"'
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise self.wrong(key, wanted)
        if words and (not rows or len(set(rows)) < len(rows) or not set(rows) <= set(words)):
            raise self.wrong(key, wanted)
        if not words and not all(COLOUR.fullmatch(row.upper()) for row in rows):
            raise self.wrong(key, wanted)
        return tuple(kind(row if words else row.upper()) for row in rows)

    def word(self, key: str, allowed: Iterable[W]) -> W:
        """Return one of some words."""
        self.known.append(key)
        words = {str(word): word for word in allowed}
        value = self.values.get(key)
        if not isinstance(value, str) or value not in words:
            raise self.wrong(key, " or ".join(words))
        return words[value]

    def text(self, key: str) -> str:
        """Return a text; in a file that a person wrote, none that is empty."""
        self.known.append(key)
        value = self.values.get(key)
        if not isinstance(value, str) or not (value.strip() or self.recorded):
            raise self.wrong(key, "a text")
        if not self.recorded and (wrong := foreign_letter(value)):
            raise InputError(f"{self._place(key)} {key}: {wrong}")
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
            problem = join_faults([found[0], *(fault.removeprefix(f"{self.label}: ") for fault in found[1:])])
            gone = ", ".join(key for key in strange if key in GONE)
            allowed = f"allowed are {', '.join(sorted(self.known))}"
            raise InputError(f"{problem}; {f'delete {gone}: no longer read' if gone else allowed}")

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
        """Return in which line of the file a key stands, as the beginning of a message; "" if that is not known."""
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
    """Return a value as a manifest records it: dataclasses as tables, without what `Key.in_manifest` leaves out."""
    if isinstance(value, tuple):
        return tuple(map(record, value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    untold = {key.name: key.default for key in declared(type(value)) if not key.key.in_manifest}
    values = {entry.name: getattr(value, entry.name) for entry in fields(value)}
    return {name: record(found) for name, found in values.items() if name not in untold or found != untold[name]}


# An operation's layer in a DXF file, and its AutoCAD colour there.
LAYERS = {
    SheetOperation.ENGRAVE: ("ENGRAVE", 7),
    SheetOperation.SCORE: ("SCORE", 5),
    SheetOperation.CUT_INNER: ("CUT_INNER", 1),
    SheetOperation.CUT_OUTER: ("CUT_OUTER", 1),
    SheetOperation.REFERENCE: ("REFERENCE", 30),  # nearest to the orange of LightBurn's tool layers
}
OF_LAYERS = ("settings", "order")  # keys of a sheet that stand in the file of its layers
MATERIALS = ("pla", "plywood-3", "card-250")  # in the order of PROCESSES
DEFAULTS = (
    *("prusa-mk4", "bambu-x1", "generic", "a4", "okabe-ito", "printer", "laser", "paper"),
    *MATERIALS,
)
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
SIZED = {"width", "height"}  # keys of a sheet: a table that says one of them means no other size of its base
DEEPEST = 8  # profiles, each based on the next


@dataclass(frozen=True, slots=True)
class Profiles:
    """The profiles of a run. measures: one for each process, in the order of PROCESSES. manner: production options;
    laser: a laser's options.
    materials: one for each process, in the same order. prices: None: nobody asked what it costs. beds: the first is the
    one that sizes are asked of; the others are there for slicers that do not have it."""

    beds: tuple[Bed, ...]
    sheet: SheetStock
    pages: tuple[Paper, ...]
    palette: Palette
    measures: tuple[Measures, ...]
    manner: ProductionOptions = field(default_factory=ProductionOptions)
    materials: tuple[Material, ...] = ()
    prices: Prices | None = None
    laser: LaserOptions = field(default_factory=LaserOptions)

    def names(self) -> dict[str, str]:
        """Return the names by kind, for the record."""
        return {
            "bed": " ".join(bed.name for bed in self.beds),
            "sheet": self.sheet.name,
            "page": " ".join(page.name for page in self.pages),
            "palette": self.palette.name,
            "material": " ".join(material.name for material in self.materials),
        }

    def material_of(self, process: Process) -> Material:
        """Return the material of a process."""
        return next(material for material in self.materials if material.process is process)

    @property
    def bed(self) -> Bed:
        """The bed that sizes are asked of."""
        return self.beds[0]

    def measures_of(self, process: Process) -> Measures:
        """Return the measures of a process."""
        measures = next(m for m in self.measures if m.process == process)
        return replace(measures, manner=self.manner, laser=self.laser if process is Process.LASER else measures.laser)


@dataclass(frozen=True, slots=True)
class SheetProfile:
    """A laser's sheet, and the kerf in it."""

    stock: SheetStock
    kerf: Annotated[float, Key()]


def _sheet(name: str, table: Table) -> SheetProfile:
    """Return a sheet. How each operation looks, in the order in which they are done, which colours further settings
    have, and what makes inner cuts come first, say the layers of a laser's program, a file of their own."""
    of_sheet = table.keys_of(SheetStock, name=name, styles=(), **dict.fromkeys(OF_LAYERS))
    layers = table.text("layers")
    known = _files("layers")
    if layers not in known:
        raise InputError(f"layers: {unknown(layers, known)}")
    path = Path(known[layers])
    label, content = path.name, read_bytes(path, path.name, MAX_TOML)
    layered = Table(label, "", toml_of(content, label)).table("layers").values
    top = Table(label, "layers", layered, text_of(content, label))
    values = {key: value for key, value in of_sheet.items() if key not in OF_LAYERS}
    values["styles"] = tuple(
        top.table(operation).build(LayerStyle, operation=operation, layer=layer, dxf_colour=dxf)
        for operation, (layer, dxf) in LAYERS.items()
    )
    values = top.keys_of(SheetStock, **values)
    top.finish()
    kerf = table.keys_of(SheetProfile)["kerf"]
    return SheetProfile(table.made(SheetStock, **values), kerf)


@dataclass(frozen=True, slots=True)
class MeasuresProfile:
    """The measures of a process. nozzles: if not 0, min_feature in widths of the nozzle. An edge
    or stripe of 0 is left to the game."""

    measures: Measures
    nozzles: float

    def on(self, bed: Bed) -> Measures:
        """Return the measures as this bed's nozzle makes them."""
        if not self.nozzles:
            return self.measures
        machine = replace(self.measures.machine, min_feature=round(self.nozzles * bed.nozzle, 6))
        return replace(self.measures, machine=machine)


@dataclass(frozen=True)
class _Nozzles:
    min_feature_nozzles: Annotated[float, Key()] = 0.0


def _measures(name: str, table: Table) -> MeasuresProfile:
    process = table.word("process", PROCESSES)
    nozzles = table.keys_of(_Nozzles)["min_feature_nozzles"] if process is Process.PRINTER else 0.0
    if "min_feature" in table.values:
        nozzles = 0.0  # a width that was measured, above one that a nozzle may be thought to make
    found = table.made(
        Measures,
        process=process,
        size=Size(**table.keys_of(Size)),
        stock=Stock(**table.keys_of(Stock)),
        machine=Machine(**table.keys_of(Machine, **{"min_feature": nozzles} if nozzles else {})),
        finish=Finish(**table.keys_of(Finish)),
        fit=Fit(**table.keys_of(Fit), clearance_from=f"measures {name}", tolerance_from=f"measures {name}"),
    )
    return MeasuresProfile(found, nozzles)


def _material(name: str, table: Table) -> Material:
    process = table.word("process", PROCESSES)
    cutting = table.table("cutting").build(Cutting) if process is Process.LASER else None
    printing = table.table("printing").build(Printing) if process is Process.PRINTER else None
    return table.build(Material, name=name, process=process, cutting=cutting, printing=printing)


Profile = Bed | SheetProfile | Paper | Palette | MeasuresProfile | Material | Prices

# by kind, which is its table's name in a file
READERS: dict[str, Callable[[str, Table], Profile]] = {
    "bed": lambda name, table: table.build(Bed, name=name),
    "sheet": _sheet,
    "page": lambda name, table: table.build(Paper, name=name),
    "palette": lambda name, table: table.build(Palette, name=name),
    "measures": _measures,
    "material": _material,
    "prices": lambda _, table: table.build(Prices),
}


def _files(*folders: str) -> dict[str, str]:
    """Return the paths of the profiles in some folders, in all where none is named, by name: a user's own before the
    packaged, then those of the first folder."""
    found: dict[str, str] = {}
    for top in FOLDERS:
        for folder in folders or (*PLACES.values(), CALIBRATIONS):
            place = os.path.join(top, "profiles", folder)
            with suppress(OSError):
                for name in (name for name in os.listdir(place) if name.endswith(".toml")):
                    found.setdefault(name.removesuffix(".toml"), os.path.join(place, name))
    return dict(sorted(found.items()))


def profile_names() -> dict[str, list[str]]:
    """Return the names of all profiles, the user's own and the packaged, by their kind's table in a file; files with
    several kinds, if there are any, under the name of their folder."""
    found = {kind: list(_files(folder)) for kind, folder in (PLACES | {CALIBRATIONS: CALIBRATIONS}).items()}
    return {kind: names for kind, names in found.items() if names or kind != CALIBRATIONS}


def file_of(name: str, known: Mapping[str, str] | None = None) -> Path:
    """Return the file of a profile. known: what `_files` returns, if asked. Raises InputError if there is none."""
    known = _files() if known is None else known
    if found := known.get(as_written(name, known)):
        return Path(found)
    if not name.endswith(".toml") and Path(name).name == name:
        raise InputError(
            f"profile: found {name!r}{hint(name, known)}, allowed is a file (*.toml) or one of the {len(known)} that "
            "`quasiprint profiles` lists"
        )
    if not os.path.isfile(name):
        raise InputError(f"profile: found no file {name!r}, allowed is one that is there, or a profile's name")
    return Path(name)


def _with_base(kind: str, values: Mapping[str, Any], label: str, deep: int) -> dict[str, Any]:
    """Return the values of a table, completed from its base. deep: how many more profiles may
    be based on one another. Raises InputError for a base that is not there."""
    if BASE not in values:
        return dict(values)
    base, known = values[BASE], _files(PLACES[kind], CALIBRATIONS)
    if not isinstance(base, str) or base not in known:
        near = hint(base, known) if isinstance(base, str) else ""
        raise InputError(f"{label}: [{kind}] base: found {format_value(base)}{near}, allowed is {', '.join(known)}")
    if not deep:
        raise InputError(f"{label}: [{kind}] base: found more than {DEEPEST} profiles, each based on the next")
    path = Path(known[base])
    found = toml_of(read_bytes(path, path.name, MAX_TOML), path.name).get(kind)
    if not isinstance(found, dict):
        raise InputError(f"{label}: [{kind}] base: found {format_value(base)}, which has no table [{kind}]")
    given = {key: value for key, value in values.items() if key != BASE}
    below = _with_base(kind, found, path.name, deep - 1)
    if SIZED & set(given):
        below.pop("sizes", None)
    return _merge(below, given)


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return values, those of `above` first, tables in them table by table."""
    merged = dict(below)
    for key, value in above.items():
        before = merged.get(key)
        merged[key] = _merge(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged


def read(name: str) -> Profile:
    """Return the profile of a file that holds one. Raises InputError as `read_kinds`, and if it holds several."""
    found = read_kinds(name)
    if len(found) > 1:
        raise InputError(f"profile: {name!r} holds {len(found)} profiles, allowed is one here")
    return found[0][1]


def read_kinds(name: str, known: Mapping[str, str] | None = None) -> list[tuple[str, Profile]]:
    """Return the profiles of a file, by its name or its path, one for each of its tables; each with what a run has one
    of: its kind; of measures and materials, whose. known: as `file_of` has it. Raises InputError if there is no such
    file, or if a table does not hold what its kind needs."""
    path = file_of(name, known)
    return read_text(path.stem, read_bytes(path, path.name, MAX_TOML))


def read_text(name: str, content: bytes) -> list[tuple[str, Profile]]:
    """Return the profiles of a file that is not written yet, as `read_kinds` does, each with its base's values. name:
    as it will be called, without its ending. Raises InputError, too, if that is no name, or a table has no base."""
    label = f"{name}.toml"
    if not NAME.fullmatch(name):
        raise InputError(f"profile: found a file {label!r}, allowed are letters, digits and . _ - in its name")
    whole, found = toml_of(content, label), list[tuple[str, Profile]]()
    if not whole or any(key not in PLACES for key in whole):
        near = "".join(hint(key, PLACES) for key in whole if key not in PLACES)  # a wrong table is a slip of one
        raise InputError(
            f"{label}: found {', '.join(f'[{key}]' for key in whole) or 'nothing'}{near}, "
            f"allowed is one table or several, each of which says its kind: "
            f"{', '.join(f'[{place}]' for place in PLACES)}"
        )
    for kind, values in whole.items():
        if not isinstance(values, dict):
            raise InputError(f"{label}: {kind}: found {format_value(values)}, allowed is a table, [{kind}]")
        full = _with_base(kind, values, label, DEEPEST)
        # a page that is based on another has the name of its paper first, by which books know their size
        base = values.get(BASE) if kind == "page" else None
        called = f"{base}-{name}" if base and not name.startswith(f"{base}-") else name
        table = Table(label, kind, full, text_of(content, label))
        profile = READERS[kind](called, table)
        table.finish()
        whose = f"{full['process']}'s " if kind in ("measures", "material") else ""
        found.append(("price list" if kind == "prices" else f"{whose}{kind}", profile))
    return found


def text(name: str) -> str:
    """Return what the file of a profile holds. Raises InputError as `read_kinds`."""
    read_kinds(name)
    return file_of(name).read_text(encoding="utf-8")


def choose(names: Iterable[str], below: Iterable[str] = (), papers: Iterable[str] = (), usual: str = "") -> Profiles:
    """Return the profiles of a run: those named, in their kinds before those of `below`, and
    what comes with the program for the rest. papers: the names of its pages, of these or of other profiles.
    usual: the page where nobody names one, in place of the program's.

    Raises InputError for a paper that is none, and if two of a kind are named where one is needed (a run takes
    several pages).
    """
    chosen: dict[str, list[Any]] = {}
    levels: dict[str, int] = {}  # by kind, who named it: 2 for nobody
    known = _files()
    usually = (*([usual] if usual else ()), *DEFAULTS)
    for place, level in enumerate((names, below, usually)):
        found: dict[str, list[Any]] = {}
        for kind, profile in (pair for name in dict.fromkeys(level) for pair in read_kinds(name, known)):
            found.setdefault(kind, []).append(profile)
        for kind, profiles in found.items():
            if kind == "bed":
                profiles = _beds(chosen.get(kind, []), profiles, named=level is not usually)
            elif len(profiles) > 1 and kind != "page":
                raise InputError(f"profile: found {' and '.join(level)}, allowed is one {kind}")
            if kind == "page" and level is usually:
                profiles = profiles[:1]
            chosen[kind] = profiles if kind == "bed" else chosen.get(kind, profiles)
            levels.setdefault(kind, place)
    beds, (sheet,), (palette,) = tuple(chosen["bed"]), chosen["sheet"], chosen["palette"]
    sizes = [chosen[f"{process}'s measures"][0].on(beds[0]) for process in PROCESSES]
    materials = {process: chosen[f"{process}'s material"][0] for process in PROCESSES}
    # a sheet that somebody names is as thick as it is, unless what is more to be heeded names other sizes
    named = levels["laser's material"] < 2 and levels["laser's material"] <= levels["laser's measures"]
    thickness = materials[Process.LASER].thickness if named else None
    return Profiles(
        beds=beds,
        sheet=sheet.stock,
        pages=tuple(dict.fromkeys(_paper(name, chosen["page"]) for name in papers)) or tuple(chosen["page"]),
        palette=palette,
        measures=tuple(
            replace(m, stock=Stock(thickness)) if thickness is not None and m.process is Process.LASER else m
            for m in sizes
        ),
        materials=tuple(materials.values()),
        prices=chosen.get("price list", [None])[0],
        laser=LaserOptions(sheet.kerf, f"sheet {sheet.stock.name}"),
    )


def _paper(name: str, chosen: Iterable[Paper]) -> Paper:
    """Return the page of a name, of those chosen before others. Raises InputError for a name that none has."""
    names = _files(PLACES["page"])
    name = as_written(name, dict.fromkeys((*(page.name for page in chosen), *names)))
    if found := next((page for page in chosen if page.name == name), None):
        return found
    if name not in names:
        in_a_file = "or a page of your own in templates/profiles/pages/NAME.toml: width, height, margin and bleed in mm"
        raise InputError(f"--paper: {unknown(name, names)}, {in_a_file}")
    page = read(name)
    assert isinstance(page, Paper)
    return page


def _beds(chosen: list[Bed], found: list[Bed], *, named: bool) -> list[Bed]:
    """Return the beds of a run: the chosen ones, then further ones for slicers that have none yet. Raises
    InputError if two that are named are for one slicer."""
    before = {slicer for bed in chosen for slicer in bed.slicers}
    beds: list[Bed] = []
    for bed in found:
        left = tuple(slicer for slicer in bed.slicers if slicer not in before)
        twice = [other.name for other in beds if set(other.slicers) & set(left)]
        if named and twice:
            raise InputError(
                f"profile: found the beds {twice[0]} and {bed.name}, allowed is one bed for each kind of slicer "
                f"({' and '.join(Slicer)})"
            )
        if left and not twice:
            beds.append(replace(bed, slicers=left))
    return [*chosen, *beds]


def with_prices(before: Prices | None, texts: Iterable[str]) -> Prices | None:
    """Return prices with those that were given, each as NAME=AMOUNT. before: of a profile, if there is one. Raises
    InputError for a name that nothing has, and for an amount that is none."""
    known = [entry.name for entry in fields(Prices)]
    for text in texts:
        name, sign, amount = (part.strip() for part in text.partition("="))
        if not sign or name not in known:
            near = "" if name in known else hint(name, known)
            raise InputError(
                f"--price: found {text[:40]!r}{near}, allowed is NAME=AMOUNT, such as laser=18.50, with a "
                f"name of {', '.join(known)}"
            )
        change: dict[str, Any] = {name: amount}
        if name != "currency":
            change[name] = None if amount[-1:].isalpha() else millimetres(amount)  # a number without a unit
            if change[name] is None or not LIMITS["price"].hold(change[name]):
                raise InputError(f"--price: {name}: found {amount[:40]!r}, allowed is a number {LIMITS['price']}")
        before = replace(before or Prices("EUR"), **change)
    return before


UNITS = {Process.PRINTER: "a kg", Process.LASER: "a m²", Process.PAPER: "a leaf"}
PAID = {
    "printer": "a kg of filament",
    "laser": "a m² of sheet",
    "paper": "a leaf",
    "hour": "an hour of printing",
    "minute": "a minute of the laser",
}
WHAT = {SheetProfile: "sheet ", Paper: "page ", Bed: "bed "}  # before a line that tells several kinds


def other_thickness(profiles: Profiles) -> Iterator[Finding]:
    """Yield a note if what a laser cuts is thicker or thinner than sheets of its material are."""
    cut, thickness = profiles.material_of(Process.LASER), profiles.measures_of(Process.LASER).stock.thickness
    if cut.fits(thickness):
        return
    others = [it for name in profile_names()["material"] for _, it in read_kinds(name) if isinstance(it, Material)]
    fitting = [material.name for material in others if material.process is Process.LASER and material.fits(thickness)]
    message = (
        f"sheets of it are {cut.thickness:g} mm thick, up to {cut.tolerance:g} mm more or less, and this set is "
        f"{thickness:g} mm: weights and times are for sheets as thick as the set, at the speeds of {cut.name}"
    )
    new = "describe yours in a file of templates/profiles/materials"
    remedy = f"choose --profile {' or '.join(fitting)}, or {new}" if fitting else f"no material here fits: {new}"
    yield Finding("material-thickness", Severity.NOTE, f"material {cut.name}", message, remedy)


def lines() -> dict[str, dict[str, str]]:
    """Return what the profiles say, the user's own and the packaged: kind, name, line. Raises InputError for one that
    cannot be read."""
    found: dict[str, dict[str, str]] = {}
    known = _files()
    for kind, names in profile_names().items():
        found[kind] = {}
        for name in names:
            each = [profile for _, profile in read_kinds(name, known)]
            several = (f"{WHAT.get(type(profile), '')}{line(profile)}" for profile in each)
            found[kind][name] = "; ".join(several) if kind == CALIBRATIONS else line(each[0])
    return found


def line(profile: Profile) -> str:
    """Return what a profile says, in a line."""
    match profile:
        case Bed():
            texts = [f"{profile.width:g} × {profile.depth:g} mm", f"nozzle {profile.nozzle:g} mm"]
            texts += [several(profile.extruders, "filament")]
            texts += [f"{several(len(profile.keep_outs), 'place')} kept free"] * bool(profile.keep_outs)
            return ", ".join([*texts, *["room for a tower"] * (profile.tower is not None)])
        case SheetProfile():
            *others, last = (f"{size.width:g} × {size.height:g}" for size in profile.stock.each())
            sizes = f"{', '.join(others)} or {last}" if others else last
            return f"{sizes} mm, kerf {profile.kerf:g} mm, margin {profile.stock.margin:g} mm"
        case Paper():
            maker = profile.marks.replace("-", " ").title()
            marks = f", for {maker} machines" * (profile.marks is not CutMarks.NONE)
            return f"{profile.width:g} × {profile.height:g} mm, margin {profile.margin:g} mm{marks}"
        case Palette():
            return ", ".join(ink.name for ink in profile.inks)
        case Material():
            texts = [f"{profile.process}, {profile.thickness:g} ± {profile.tolerance:g} mm, {profile.density:g} g/cm³"]
            if cutting := profile.cutting:
                texts.append(f"cut {cutting.cut:g}, score {cutting.score:g}, engrave {cutting.engrave:g} mm/s")
            if printing := profile.printing:
                layers = f"{printing.bottom} and {printing.top} solid layers"
                texts.append(f"{printing.walls} walls, {layers}, {printing.infill:g} % infill")
            return ", ".join([*texts, f"price {profile.price:g} {UNITS[profile.process]}"])
        case Prices():
            texts = [f"{value:g} {what}" for key, what in PAID.items() if (value := getattr(profile, key)) is not None]
            return f"{profile.currency}: {', '.join(texts)}; what is not said here is as the material says"
        case MeasuresProfile():
            measures = profile.measures
            return f"{measures.stock.thickness:g} mm thick, {measures.fit.clearance:g} mm off every edge"
