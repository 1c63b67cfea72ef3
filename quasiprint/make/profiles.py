"""Profiles: what is known of machines, materials and colours, read from templates/profiles, and told in a line each.

A profile is a table of a TOML file, whose name says its kind. It is named by its file's stem, or by its path. What a
coupon told of a machine is a file with several, each based on another profile, see `profile_files`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any

from quasiprint.disk.reading import read_bytes
from quasiprint.errors import InputError, as_written, hint, unknown
from quasiprint.make.profile_files import CALIBRATIONS, TomlTable, file_named, file_of, profile_names, stems, tables_of
from quasiprint.model.choices import MAKERS, Maker
from quasiprint.model.limits import LIMITS, Key
from quasiprint.model.measures import Finish, Fit, Machine, Manner, Measures, Size, Stock
from quasiprint.model.profile import (
    MAX_CURRENCY,
    MAX_NAME,
    Bed,
    CutMarks,
    Cutting,
    Ink,
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
from quasiprint.model.texts import MAX_TOML, text_of, toml_of

# An operation's layer in a DXF file, and its AutoCAD colour there.
LAYERS = {
    SheetOperation.ENGRAVE: ("ENGRAVE", 7),
    SheetOperation.SCORE: ("SCORE", 5),
    SheetOperation.CUT_INNER: ("CUT_INNER", 1),
    SheetOperation.CUT_OUTER: ("CUT_OUTER", 1),
    SheetOperation.REFERENCE: ("REFERENCE", 30),  # nearest to the orange of LightBurn's tool layers
}
MATERIALS = ("pla", "plywood-3", "card-250")  # in the order of MAKERS
DEFAULTS = (
    *("prusa-mk4", "bambu-x1", "generic", "a4", "okabe-ito", "printer", "laser", "paper"),
    *MATERIALS,
)


@dataclass(frozen=True, slots=True)
class Profiles:
    """The profiles of a run. measures: one for each process, in the order of MAKERS. manner: how its maker wants it.
    materials: one for each process, in the same order. prices: None: nobody asked what it costs. beds: the first is the
    one that sizes are asked of; the others are there for slicers that do not have it."""

    beds: tuple[Bed, ...]
    sheet: SheetStock
    pages: tuple[Paper, ...]
    palette: Palette
    measures: tuple[Measures, ...]
    manner: Manner = field(default_factory=Manner)
    materials: tuple[Material, ...] = ()
    prices: Prices | None = None

    def names(self) -> dict[str, str]:
        """Return the names by kind, for the record."""
        return {
            "bed": " ".join(bed.name for bed in self.beds),
            "sheet": self.sheet.name,
            "page": " ".join(page.name for page in self.pages),
            "palette": self.palette.name,
            "material": " ".join(material.name for material in self.materials),
        }

    def material_of(self, process: Maker) -> Material:
        """Return the material of a process."""
        return next(one for one in self.materials if one.process is process)

    @property
    def bed(self) -> Bed:
        """The bed that sizes are asked of."""
        return self.beds[0]

    def measures_of(self, process: Maker) -> Measures:
        """Return the measures of a process."""
        own = next(m for m in self.measures if m.process == process)
        return replace(own, manner=self.manner)


def _bed(name: str, table: TomlTable) -> Bed:
    values = _area(table, Bed)
    try:
        return Bed(name=name, **values)
    except InputError as problem:
        raise InputError(f"{table.label}: {problem}") from None


@dataclass(frozen=True, slots=True)
class SheetProfile:
    """A laser's sheet, and the kerf in it."""

    stock: SheetStock
    kerf: Annotated[float, Key()]


def _sheet(name: str, table: TomlTable) -> SheetProfile:
    stock = SheetStock(name=name, **_area(table, SheetStock), **_layers(table.text("layers")))
    return SheetProfile(stock, **table.keys_of(SheetProfile))


def _area(table: TomlTable, kind: type) -> dict[str, Any]:
    """Return the values of the keys of what things lie on, whose margin leaves some of it."""
    values = table.keys_of(kind)
    shorter = min(values["width"], values["depth" if "depth" in values else "height"])
    if 2 * values["margin"] >= shorter:
        raise table.wrong("margin", f"less than half of the shorter side, {shorter / 2:g} mm")
    return values


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


def _maker(table: TomlTable) -> Maker:
    """Return the process that a table is about."""
    return table.choice("process", MAKERS, f"one of {', '.join(MAKERS)}")


def _measures(name: str, table: TomlTable) -> MeasuresProfile:
    process = _maker(table)
    nozzles = table.keys_of(_Nozzles)["min_feature_nozzles"] if process is Maker.PRINTER else 0.0
    if "min_feature" in table.values:
        nozzles = 0.0  # a width that was measured, above one that a nozzle may be thought to make
    found = Measures(
        process=process,
        size=Size(**table.keys_of(Size)),
        stock=Stock(**table.keys_of(Stock)),
        machine=Machine(**table.keys_of(Machine, **{"min_feature": nozzles} if nozzles else {})),
        finish=Finish(**table.keys_of(Finish)),
        fit=Fit(**table.keys_of(Fit), clearance_from=f"measures {name}", tolerance_from=f"measures {name}"),
    )
    return MeasuresProfile(found, nozzles)


def _palette(name: str, table: TomlTable) -> Palette:
    values, inks = table.keys_of(Palette), list[Ink]()
    for row in table.tables("inks"):
        ink = Ink(**_read_whole(row, Ink))
        if len(ink.name) > MAX_NAME or not ink.name.isprintable():
            raise row.wrong("name", f"up to {MAX_NAME} printable characters")
        for key in ("name", "pattern"):
            if getattr(ink, key) in [getattr(other, key) for other in inks]:
                raise row.wrong(key, f"a {key} that no other ink of the palette has")
        inks.append(ink)
    return Palette(name, inks=tuple(inks), **values)


def _read_whole(table: TomlTable, kind: type) -> dict[str, Any]:
    """Return the values of the keys of a table that has no others."""
    values = table.keys_of(kind)
    table.finish()
    return values


def _layers(name: str) -> dict[str, Any]:
    """Return how each operation looks, in the order in which they are done; the colours of further settings; and what
    makes inner cuts come first, if the colours do not."""
    path = file_named(name, ("layers",))
    if path is None:
        raise InputError(f"layers: {unknown(name, stems('layers'))}")
    label, content = path.name, read_bytes(path, path.name, MAX_TOML)
    top = TomlTable(label, "", toml_of(content, label)).table("layers")
    top = TomlTable(label, "layers", top.values, source=text_of(content, label))
    styles = tuple(
        LayerStyle(operation, layer=layer, dxf_colour=dxf, **_read_whole(top.table(operation), LayerStyle))
        for operation, (layer, dxf) in LAYERS.items()
    )
    made = {"styles": styles, "settings": top.colours("settings"), "order": top.text("order", usual="")}
    top.finish()
    return made


def _material(name: str, table: TomlTable) -> Material:
    """Return a material. Raises InputError for what none has."""
    process = _maker(table)
    return Material(
        name=name,
        process=process,
        **table.keys_of(Material),
        cutting=Cutting(**_read_whole(table.table("cutting"), Cutting)) if process is Maker.LASER else None,
        printing=Printing(**_read_whole(table.table("printing"), Printing)) if process is Maker.PRINTER else None,
    )


def _prices(name: str, table: TomlTable) -> Prices:
    """Return what a maker pays. Raises InputError for what nobody does."""
    wanted = f"a currency of 1 to {MAX_CURRENCY} printable characters"
    currency = table.text("currency", wanted)
    if len(currency) > MAX_CURRENCY or not currency.isprintable():
        raise table.wrong("currency", wanted)
    return Prices(currency, **table.keys_of(Prices))


Profile = Bed | SheetProfile | Paper | Palette | MeasuresProfile | Material | Prices

# by kind, which is its table's name in a file
READERS: dict[str, Callable[[str, TomlTable], Profile]] = {
    "bed": _bed,
    "sheet": _sheet,
    "page": lambda name, table: Paper(name=name, **_area(table, Paper)),
    "palette": _palette,
    "measures": _measures,
    "material": _material,
    "prices": _prices,
}


def read(name: str) -> Profile:
    """Return the profile of a file that holds one. Raises InputError as `read_kinds`, and if it holds several."""
    found = read_kinds(name)
    if len(found) > 1:
        raise InputError(f"profile: {name!r} holds {len(found)} profiles, allowed is one here")
    return found[0][1]


def read_kinds(name: str) -> list[tuple[str, Profile]]:
    """Return the profiles of a file, by its name or its path, one for each of its tables; each with what a run has one
    of: its kind; of measures and materials, whose. Raises InputError if there is no such file, or if a table does not
    hold what its kind needs."""
    path = file_of(name)
    return read_text(path.stem, read_bytes(path, path.name, MAX_TOML))


def read_text(name: str, content: bytes) -> list[tuple[str, Profile]]:
    """Return the profiles of a file that is not written yet, as `read_kinds` does. name: as it will be called."""
    found: list[tuple[str, Profile]] = []
    for kind, called, table in tables_of(name, content):
        profile = READERS[kind](called, table)
        table.finish()
        whose = f"{table.values['process']}'s " if kind in ("measures", "material") else ""
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
    usually = (*([usual] if usual else ()), *DEFAULTS)
    for place, level in enumerate((names, below, usually)):
        found: dict[str, list[Any]] = {}
        for kind, profile in (pair for name in dict.fromkeys(level) for pair in read_kinds(name)):
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
    sizes = [chosen[f"{process}'s measures"][0].on(beds[0]) for process in MAKERS]
    materials = {process: chosen[f"{process}'s material"][0] for process in MAKERS}
    # a sheet that somebody names is as thick as it is, unless what is more to be heeded names other sizes
    named = levels["laser's material"] < 2 and levels["laser's material"] <= levels["laser's measures"]
    thickness = materials[Maker.LASER].thickness if named else None
    return Profiles(
        beds=beds,
        sheet=sheet.stock,
        pages=tuple(dict.fromkeys(_paper(name, chosen["page"]) for name in papers)) or tuple(chosen["page"]),
        palette=palette,
        measures=tuple(_with_sheet(own, sheet, thickness) for own in sizes),
        materials=tuple(materials.values()),
        prices=chosen.get("price list", [None])[0],
    )


def _paper(name: str, chosen: Iterable[Paper]) -> Paper:
    """Return the page of a name, of those chosen before others. Raises InputError for a name that none has."""
    every = profile_names()["page"]
    name = as_written(name, dict.fromkeys((*(page.name for page in chosen), *every)))
    if found := next((page for page in chosen if page.name == name), None):
        return found
    if name not in every:
        raise InputError(f"--paper: {unknown(name, every)}")
    page = read(name)
    assert isinstance(page, Paper)
    return page


def _beds(chosen: list[Bed], found: list[Bed], *, named: bool) -> list[Bed]:
    """Return the beds of a run: those chosen already, and those found, each for its slicers that have none yet. Raises
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


def _with_sheet(measures: Measures, sheet: SheetProfile, thickness: float | None) -> Measures:
    """Return a laser's measures with its kerf, and the thickness of what it cuts, if somebody named that; others as
    they are."""
    if measures.process is not Maker.LASER:
        return measures
    if thickness is not None:
        measures = replace(measures, stock=Stock(thickness))
    return replace(measures, fit=replace(measures.fit, kerf=sheet.kerf, kerf_from=f"sheet {sheet.stock.name}"))


def with_prices(before: Prices | None, said: Iterable[str]) -> Prices | None:
    """Return prices with those that were said, each as NAME=AMOUNT. before: of a profile, if there is one. Raises
    InputError for a name that nothing has, and for an amount that is none."""
    known = [one.name for one in fields(Prices)]
    for text in said:
        name, sign, amount = (part.strip() for part in text.partition("="))
        if not sign or name not in known:
            near = "" if name in known else hint(name, known)
            raise InputError(
                f"--price: found {text[:40]!r}{near}, allowed is NAME=AMOUNT, such as laser=18.50, with a "
                f"name of {', '.join(known)}"
            )
        if name == "currency":
            before = replace(before or Prices("EUR"), currency=amount)
            continue
        try:
            value = float(amount) if amount.isascii() else -1.0
        except ValueError:
            value = -1.0
        if not LIMITS["price"].hold(value):
            raise InputError(f"--price: {name}: found {amount[:40]!r}, allowed is a number {LIMITS['price']}")
        change: dict[str, Any] = {name: round(value, 6)}
        before = replace(before or Prices("EUR"), **change)
    return before


UNITS = {Maker.PRINTER: "a kg", Maker.LASER: "a m²", Maker.PAPER: "a leaf"}
PAID = {
    "printer": "a kg of filament",
    "laser": "a m² of sheet",
    "paper": "a leaf",
    "hour": "an hour of printing",
    "minute": "a minute of the laser",
}
WHAT = {SheetProfile: "sheet ", Paper: "page ", Bed: "bed "}  # before a line that tells several kinds


def lines() -> dict[str, dict[str, str]]:
    """Return what the profiles say, the user's own and the packaged: kind, name, line. Raises InputError for one that
    cannot be read."""
    found: dict[str, dict[str, str]] = {}
    for kind, names in profile_names().items():
        found[kind] = {}
        for name in names:
            each = [one for _, one in read_kinds(name)]
            several = (f"{WHAT.get(type(one), '')}{line(one)}" for one in each)
            found[kind][name] = "; ".join(several) if kind == CALIBRATIONS else line(each[0])
    return found


def line(profile: Profile) -> str:
    """Return what a profile says, in a line."""
    match profile:
        case Bed():
            filaments = "1 filament" if profile.extruders == 1 else f"{profile.extruders} filaments"
            kept = [f"{len(profile.keep_outs)} place{'s' * (len(profile.keep_outs) > 1)} kept free"]
            return ", ".join(
                [
                    f"{profile.width:g} × {profile.depth:g} mm",
                    f"nozzle {profile.nozzle:g} mm",
                    filaments,
                    *kept * bool(profile.keep_outs),
                    *["room for a tower"] * (profile.tower is not None),
                ]
            )
        case SheetProfile():
            *others, own = (f"{size.width:g} × {size.height:g}" for size in profile.stock.each())
            sizes = f"{', '.join(others)} or {own}" if others else own
            return f"{sizes} mm, kerf {profile.kerf:g} mm, margin {profile.stock.margin:g} mm"
        case Paper():
            marks = (
                f", for {profile.marks.replace('-', ' ').title()} machines"
                if profile.marks is not CutMarks.NONE
                else ""
            )
            return f"{profile.width:g} × {profile.height:g} mm, margin {profile.margin:g} mm{marks}"
        case Palette():
            return ", ".join(ink.name for ink in profile.inks)
        case Material():
            return _material_line(profile)
        case Prices():
            said = [f"{value:g} {what}" for key, what in PAID.items() if (value := getattr(profile, key)) is not None]
            return f"{profile.currency}: {', '.join(said)}; what is not said here is as the material says"
        case MeasuresProfile():
            return (
                f"{profile.measures.stock.thickness:g} mm thick, {profile.measures.fit.clearance:g} mm off every edge"
            )


def _material_line(one: Material) -> str:
    """Return what is to be known of a material, in a line."""
    said = [f"{one.process}, {one.thickness:g} ± {one.tolerance:g} mm, {one.density:g} g/cm³"]
    if one.cutting:
        said.append(f"cut {one.cutting.cut:g}, score {one.cutting.score:g}, engrave {one.cutting.engrave:g} mm/s")
    if one.printing:
        said.append(
            f"{one.printing.walls} walls, {one.printing.bottom} and {one.printing.top} solid layers, "
            f"{one.printing.infill:g} % infill"
        )
    return ", ".join([*said, f"price {one.price:g} {UNITS[one.process]}"])
