"""What a manifest records of machines, materials and colours, so that a set can be proved from its own folder.

Profiles may be a user's own, or change from version to version; a set tells the ones it was made with.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any, Union, get_args, get_origin, get_type_hints

from quasiprint.model.errors import InputError
from quasiprint.model.limits import LIMITS
from quasiprint.model.manner import Manner
from quasiprint.model.material import Material, Prices
from quasiprint.model.measures import MAKERS, Finish, Fit, Machine, Maker, Measures, Size, Stock
from quasiprint.model.profile import Bed, LayerStyle, Palette, Paper, SheetStock, Signed
from quasiprint.pipeline.profiles import Profiles

MADE_WITH = "made with"  # the key among a manifest's parameters
LARGEST = round(max(limits.most for limits in LIMITS.values()))  # of any number
MOST = 64  # of anything that is recorded as a list
SHEET = ("name", "width", "height", "margin", "gap")
# of how a set is made: where it is as usual, nothing is recorded
UNSAID = {"storage": (), "touch": False}
UNPICTURED = 300  # dots to the inch: not recorded
SHOWN = ("edge", "stripe", "thickness", "clearance")  # what a manifest tells of each process besides


def recorded(profiles: Profiles) -> dict[str, Any]:
    """Return profiles as a JSON object: each process's sizes side by side, the kerf with the sheet."""
    laser = profiles.measures_of(Maker.LASER)
    values = asdict(profiles)
    sheet = values["sheet"]
    manner = values["manner"]
    for key, usual in UNSAID.items():
        if manner[key] == usual:
            del manner[key]
    for page in values["pages"]:
        if page["dpi"] == UNPICTURED:
            del page["dpi"]
    return values | {
        "manner": manner,
        "sheet": {
            **{key: sheet[key] for key in SHEET},
            "kerf": laser.fit.kerf,
            "styles": sheet["styles"],
            **({"settings": sheet["settings"]} if sheet["settings"] else {}),
        },
        "measures": [_flat(own) for own in profiles.measures],
    }


def _flat(own: Measures) -> dict[str, Any]:
    values = {**asdict(own.size), **asdict(own.stock), **asdict(own.machine), **asdict(own.finish), **asdict(own.fit)}
    kerf = ("kerf", "kerf_from") if own.process is not Maker.LASER else ("kerf",)
    return {"process": own.process, **{key: value for key, value in values.items() if key not in kerf}}


@dataclass(frozen=True, slots=True)
class _FlatMeasures:
    """Measures as a manifest has them. Where the kerf comes from, it says of a laser alone."""

    process: Maker
    edge: float
    stripe: float
    thickness: float
    clearance: float
    corner_radius: float
    min_feature: float
    inlay_depth: float
    groove_depth: float
    relief_height: float
    chamfer: float
    back_depth: float
    layer: float
    room: tuple[float, float]
    clearance_from: str
    tolerance: float
    tolerance_from: str
    swelling: Signed
    kerf_from: str = ""

    def parted(self, kerf: float) -> Measures:
        """Return the measures. kerf: of the sheet, which only a laser has."""
        return Measures(
            self.process,
            Size(self.edge, self.stripe),
            Stock(self.thickness),
            Machine(self.min_feature, self.layer, self.room),
            Finish(
                self.corner_radius,
                self.inlay_depth,
                self.groove_depth,
                self.relief_height,
                self.chamfer,
                self.back_depth,
            ),
            Fit(
                kerf if self.process is Maker.LASER else 0.0,
                self.clearance,
                self.kerf_from,
                self.clearance_from,
                self.tolerance,
                self.tolerance_from,
                self.swelling,
            ),
        )


@dataclass(frozen=True, slots=True)
class _FlatSheet:
    name: str
    width: float
    height: float
    margin: float
    gap: float
    kerf: float
    styles: tuple[LayerStyle, ...]
    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _FlatProfiles:
    sheet: _FlatSheet
    pages: tuple[Paper, ...]
    palette: Palette
    measures: tuple[_FlatMeasures, ...]
    beds: tuple[Bed, ...]
    manner: Manner
    materials: tuple[Material, ...]
    prices: Prices | None

    def parted(self) -> Profiles:
        """Return the profiles. Raises InputError for what no sheet and no process has."""
        s = self.sheet
        if not self.beds:
            raise InputError("beds: found none, allowed is one at least")
        return Profiles(
            beds=self.beds,
            sheet=SheetStock(s.name, s.width, s.height, s.margin, s.gap, s.styles, s.settings),
            pages=self.pages,
            palette=self.palette,
            measures=tuple(own.parted(s.kerf) for own in self.measures),
            manner=self.manner,
            materials=self.materials,
            prices=self.prices,
        )


def restored(parameters: Mapping[str, Any]) -> Profiles:
    """Return the profiles that a manifest's parameters record.

    Raises InputError, naming what is wrong, if they record none that can be.
    """
    flat: _FlatProfiles = _built(_FlatProfiles, parameters.get(MADE_WITH), MADE_WITH)
    if tuple(own.process for own in flat.measures) != MAKERS:
        raise InputError(f"{MADE_WITH}: measures: allowed are those of {', '.join(MAKERS)}")
    profiles = flat.parted()
    if tuple(own.process for own in profiles.materials) != MAKERS:
        raise InputError(f"{MADE_WITH}: materials: allowed is one for each of {', '.join(MAKERS)}")
    kerf = profiles.measures_of(Maker.LASER).fit.kerf
    for own in profiles.measures:
        flat_own = _flat(own)
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


def _built(kind: Any, value: Any, where: str) -> Any:
    """Return a value of a kind (a dataclass, a tuple, an enum, a number, text) from JSON. Raises InputError."""
    if get_origin(kind) in (Union, types.UnionType):
        if value is None and type(None) in get_args(kind):
            return None
        (kind,) = (item for item in get_args(kind) if item is not type(None))
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


def _object(kind: Any, value: Any, where: str) -> Any:
    names = [one.name for one in fields(kind)]
    needed = {one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING}
    if not isinstance(value, dict) or not needed <= set(value) <= set(names):
        raise InputError(f"{where}: allowed is an object with {', '.join(names)}")
    hints = get_type_hints(kind)
    values = {name: _built(hints[name], value[name], f"{where}: {name}") for name in names if name in value}
    try:
        return kind(**values)
    except InputError as problem:
        raise InputError(f"{where}: {problem}") from None


def _tuple(items: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list) or len(value) > MOST:
        raise InputError(f"{where}: allowed is a list of up to {MOST}")
    if len(items) == 2 and items[1] is Ellipsis:
        return tuple(_built(items[0], entry, f"{where} {k}") for k, entry in enumerate(value, 1))
    if len(value) != len(items):
        raise InputError(f"{where}: allowed is a list of {len(items)}")
    return tuple(_built(item, entry, where) for item, entry in zip(items, value, strict=True))


def _scalar(kind: Any, value: Any, where: str, least: float = 0) -> Any:
    if type(value) is int and abs(value) > LARGEST:
        raise InputError(f"{where}: found a number of {len(str(abs(value)))} digits, allowed is up to {LARGEST}")
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not kind or (kind is float and not least <= value <= LARGEST):
        raise InputError(f"{where}: found {str(value)[:40]!r}, allowed is {kind.__name__}")
    return value
