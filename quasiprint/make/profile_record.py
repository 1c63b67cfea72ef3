"""What profiles say: to a manifest, which records machines, materials and colours, so that a set can be proved from its
own folder; and to people, in a line each.

Profiles may be a user's own, or change from version to version; a set tells the ones it was made with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from types import GenericAlias, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from quasiprint.make import profiles
from quasiprint.make.profile_files import CALIBRATIONS, profile_names
from quasiprint.make.profiles import MeasuresProfile, Profile, Profiles, SheetProfile
from quasiprint.model.errors import InputError
from quasiprint.model.limits import LIMITS, Signed, declared
from quasiprint.model.measures import MAKERS, Finish, Fit, Machine, Maker, Measures, Size, Stock
from quasiprint.model.profile import Bed, CutMarks, Material, Palette, Paper, Prices, SheetStock

MADE_WITH = "made with"  # the key among a manifest's parameters
LARGEST = round(max(limits.most for limits in LIMITS.values()))  # of any number
MOST = 64  # of anything that is recorded as a list
SHOWN = ("edge", "stripe", "thickness", "clearance")  # what a manifest tells of each process besides


PARTS: dict[str, type] = {"size": Size, "stock": Stock, "machine": Machine, "finish": Finish, "fit": Fit}
Shape = dict[str, tuple[Any, bool]]  # the keys of an object: of which type each is, and whether it must be there


def record_profiles(profiles: Profiles) -> dict[str, Any]:
    """Return profiles as a JSON object: each process's sizes side by side, the kerf with the sheet."""
    laser = profiles.measures_of(Maker.LASER)
    values: dict[str, Any] = plain(profiles)
    values = {key: value for key, value in values.items() if value or RECORD[key][1]}
    return values | {
        "sheet": _with_kerf(values["sheet"], laser.fit.kerf),
        "measures": [_flat_measures(own) for own in profiles.measures],
    }


def _with_kerf(sheet: dict[str, Any], kerf: Any) -> dict[str, Any]:
    """Return what is said of a sheet, with what is said of the kerf in front of its styles."""
    at = list(sheet).index("styles")
    return dict([*list(sheet.items())[:at], ("kerf", kerf), *list(sheet.items())[at:]])


def plain(value: Any) -> Any:
    """Return a value as JSON has it, without what a manifest does not tell."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if not is_dataclass(value):
        return value
    untold = {one.name: one.default for one in declared(type(value)) if not one.key.told}
    every = {one.name: getattr(value, one.name) for one in fields(value)}
    return {name: plain(found) for name, found in every.items() if name not in untold or found != untold[name]}


def _flat_measures(own: Measures) -> dict[str, Any]:
    """Return measures as a manifest has them. Where the kerf comes from, it says of a laser alone."""
    values = {key: value for part in PARTS for key, value in plain(getattr(own, part)).items()}
    kerf = ("kerf", "kerf_from") if own.process is not Maker.LASER else ("kerf",)
    return {"process": own.process, **{key: value for key, value in values.items() if key not in kerf}}


def _shape(kind: type, *, whole: bool = False) -> Shape:
    """Return what an object has that records a dataclass. whole: whether it has what has a default, too, but for what
    a manifest does not tell."""
    hints, untold = get_type_hints(kind), {one.name for one in declared(kind) if not one.key.told}
    return {
        one.name: (
            hints[one.name],
            one.name not in untold if whole else one.default is MISSING and one.default_factory is MISSING,
        )
        for one in fields(kind)
    }


SHEET = _with_kerf(_shape(SheetStock), (float, True))
MEASURES = {
    "process": (Maker, True),
    **{key: entry for part in PARTS.values() for key, entry in _shape(part, whole=True).items() if key != "kerf"},
    "kerf_from": (str, False),
}
# what a manifest records; measures and sheets part by part, each a dataclass only then
OWN = {"sheet": SHEET, "measures": GenericAlias(tuple, (MEASURES, ...))}
RECORD: Shape = {
    key: (OWN.get(key, get_type_hints(Profiles)[key]), key not in ("sized", "smaller"))
    for key in ("sheet", "pages", "palette", "measures", "beds", "manner", "materials", "prices", "sized", "smaller")
}


def _measures(flat: dict[str, Any], kerf: float) -> Measures:
    """Return measures from a manifest. kerf: of the sheet, which only a laser has."""
    flat = {"kerf_from": "", **flat, "kerf": kerf if flat["process"] is Maker.LASER else 0.0}
    parts = {
        part: kind(**{one.name: flat[one.name] for one in fields(kind) if one.name in flat})
        for part, kind in PARTS.items()
    }
    return Measures(flat["process"], **parts)


def restore_profiles(parameters: Mapping[str, Any]) -> Profiles:
    """Return the profiles that a manifest's parameters record. Raises InputError, naming what is wrong, if they record
    none that can be."""
    values = _values(RECORD, parameters.get(MADE_WITH), MADE_WITH)
    if tuple(own["process"] for own in values["measures"]) != MAKERS:
        raise InputError(f"{MADE_WITH}: measures: allowed are those of {', '.join(MAKERS)}")
    if not values["beds"]:
        raise InputError("beds: found none, allowed is at least one")
    kerf = values["sheet"].pop("kerf")
    sheet, measures = SheetStock(**values["sheet"]), tuple(_measures(own, kerf) for own in values["measures"])
    profiles = Profiles(**{**values, "sheet": sheet, "measures": measures})
    if tuple(own.process for own in profiles.materials) != MAKERS:
        raise InputError(f"{MADE_WITH}: materials: allowed is one for each of {', '.join(MAKERS)}")
    for own in profiles.measures:
        flat_own = _flat_measures(own)
        for key, value in _table(_table(parameters, "measures"), own.process).items():
            if key not in SHOWN:
                raise InputError(f"measures: {own.process}: {key!r} is no measure")
            if value != flat_own[key]:
                raise InputError(
                    f"measures: {own.process}: {key} is {value!r}, and {flat_own[key]!r} under {MADE_WITH!r}"
                )
    if parameters.get("kerf") != kerf:
        raise InputError(f"kerf: {parameters.get('kerf')!r}, and {kerf!r} under {MADE_WITH!r}")
    return profiles


def _table(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = values.get(key)
    if not isinstance(found, Mapping):
        raise InputError(f"{key}: found {type(found).__name__}, allowed is an object")
    return found


def _build(kind: Any, value: Any, where: str) -> Any:
    """Return a value of a kind (a dataclass, a tuple, an enum, a number, text) from JSON. Raises InputError."""
    if get_origin(kind) in (Union, UnionType):
        if value is None and type(None) in get_args(kind):
            return None
        (kind,) = (item for item in get_args(kind) if item is not type(None))
    if isinstance(kind, dict):
        return _values(kind, value, where)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), value, where)
    if is_dataclass(kind):
        return _object(kind, value, where)
    if kind is Signed:
        return Signed(_scalar(float, value, where, least=-LARGEST))
    if issubclass(kind, StrEnum):
        if value not in [str(member) for member in kind]:
            raise InputError(f"{where}: found {str(value)[:40]!r}, allowed is one of {', '.join(kind)}")
        return kind(value)
    return _scalar(kind, value, where)


def _values(shape: Shape, value: Any, where: str) -> dict[str, Any]:
    needed = {name for name, (_, is_needed) in shape.items() if is_needed}
    if not isinstance(value, dict) or not needed <= set(value) <= set(shape):
        raise InputError(f"{where}: allowed is an object with {', '.join(shape)}")
    return {name: _build(kind, value[name], f"{where}: {name}") for name, (kind, _) in shape.items() if name in value}


def _object(kind: Any, value: Any, where: str) -> Any:
    values = _values(_shape(kind), value, where)
    try:
        return kind(**values)
    except InputError as problem:
        raise InputError(f"{where}: {problem}") from None


def _tuple(items: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list) or len(value) > MOST:
        raise InputError(f"{where}: allowed is a list of up to {MOST}")
    if len(items) == 2 and items[1] is Ellipsis:
        return tuple(_build(items[0], entry, f"{where} {k}") for k, entry in enumerate(value, 1))
    if len(value) != len(items):
        raise InputError(f"{where}: allowed is a list of {len(items)}")
    return tuple(_build(item, entry, where) for item, entry in zip(items, value, strict=True))


def _scalar(kind: Any, value: Any, where: str, least: float = 0) -> Any:
    if type(value) is int and abs(value) > LARGEST:
        raise InputError(f"{where}: found a number of {len(str(abs(value)))} digits, allowed is up to {LARGEST}")
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not kind or (kind is float and not least <= value <= LARGEST):
        raise InputError(f"{where}: found {str(value)[:40]!r}, allowed is {kind.__name__}")
    return value


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
            first, *others = profiles.read_all(name)
            several = (f"{WHAT.get(type(one), '')}{line(one)}" for one in (first, *others))
            found[kind][name] = "; ".join(several) if kind == CALIBRATIONS else line(first)
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
            f"walls {one.printing.outer_wall:g} and {one.printing.inner_wall:g}, infill "
            f"{one.printing.sparse:g} mm/s, {one.printing.infill:g} % of it"
        )
    return ", ".join([*said, f"price {one.price:g} {UNITS[one.process]}"])
