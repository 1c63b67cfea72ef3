"""What a manifest records of machines, materials and colours, so that a set can be proved from its own folder.

Profiles may be a user's own, or change from version to version; a set tells the ones it was made with. An
older set that does not is read with the packaged profiles of the names that it gives.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass, replace
from typing import Any, Union, get_args, get_origin, get_type_hints

from quasiprint.model.errors import InputError
from quasiprint.model.profile import Measures
from quasiprint.pipeline.profiles import PROCESSES, Profiles, choose

MADE_WITH = "made with"  # the key among a manifest's parameters
LARGEST = 2000  # of any number: millimetres of a bed or sheet, a colour's index
MOST = 64  # of anything that is recorded as a list


def recorded(profiles: Profiles) -> dict[str, Any]:
    """Return profiles as a JSON object."""
    return asdict(profiles)


def restored(parameters: Mapping[str, Any]) -> Profiles:
    """Return the profiles that a manifest's parameters record.

    Raises InputError, naming what is wrong, if they record none that can be.
    """
    if MADE_WITH in parameters:
        profiles: Profiles = _built(Profiles, parameters[MADE_WITH], MADE_WITH)
        if tuple(m.process for m in profiles.measures) != PROCESSES:
            raise InputError(f"{MADE_WITH}: measures: allowed are those of {', '.join(PROCESSES)}")
    else:
        profiles = _named(parameters)
    for own in profiles.measures:
        told = _table(_table(parameters, "measures"), own.process)
        for key, value in told.items():
            if key not in ("edge", "stripe", "thickness", "clearance"):
                raise InputError(f"measures: {own.process}: {key!r} is no measure")
            if value != getattr(own, key):
                raise InputError(
                    f"measures: {own.process}: {key} is {value!r}, and {getattr(own, key)!r} under {MADE_WITH!r}"
                )
    if parameters.get("kerf") != profiles.sheet.kerf:
        raise InputError(f"kerf: {parameters.get('kerf')!r}, and {profiles.sheet.kerf!r} under {MADE_WITH!r}")
    return profiles


def _table(values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = values.get(key)
    if not isinstance(found, Mapping):
        raise InputError(f"{key}: found {type(found).__name__}, allowed is an object")
    return found


def _named(parameters: Mapping[str, Any]) -> Profiles:
    """Return the packaged profiles of the names that an older manifest gives, with its measures."""
    names = [name for words in _table(parameters, "profiles").values() for name in str(words).split()]
    for name in names:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", name):  # a path would be read, wherever it leads
            raise InputError(f"profiles: found {name[:40]!r}, allowed are names of profiles")
    profiles = choose(names)
    told = _table(parameters, "measures")
    measures = tuple(_measured(own, _table(told, own.process)) for own in profiles.measures)
    kerf = parameters.get("kerf")
    if isinstance(kerf, bool) or not isinstance(kerf, float | int) or not 0 <= kerf <= LARGEST:
        raise InputError(f"kerf: found {kerf!r}, allowed is a number")
    return replace(profiles, measures=measures, sheet=replace(profiles.sheet, kerf=float(kerf)))


def _measured(own: Measures, told: Mapping[str, Any]) -> Measures:
    numbers: dict[str, Any] = {key: told[key] for key in ("edge", "stripe", "thickness", "clearance") if key in told}
    for value in numbers.values():
        if isinstance(value, bool) or not isinstance(value, float | int) or not abs(value) <= LARGEST:
            raise InputError(f"measures: {own.process}: allowed are numbers up to {LARGEST}")
    changed: dict[str, Any] = {key: float(value) for key, value in numbers.items()}
    return replace(own, **changed)


def _built(kind: Any, value: Any, where: str) -> Any:
    """Return a value of a kind (a dataclass, a tuple of one kind, a number, text) from JSON."""
    if isinstance(kind, type) and is_dataclass(kind):
        names = [field.name for field in fields(kind)]
        if not isinstance(value, dict) or sorted(value) != sorted(names):
            raise InputError(f"{where}: allowed is an object with {', '.join(names)}")
        hints = get_type_hints(kind)
        return kind(**{name: _built(hints[name], value[name], f"{where}: {name}") for name in names})
    if get_origin(kind) is tuple:
        if not isinstance(value, list) or len(value) > MOST:
            raise InputError(f"{where}: allowed is a list of up to {MOST}")
        items = get_args(kind)
        if len(items) == 2 and items[1] is Ellipsis:
            return tuple(_built(items[0], entry, f"{where} {k}") for k, entry in enumerate(value, 1))
        if len(value) != len(items):
            raise InputError(f"{where}: allowed is a list of {len(items)}")
        return tuple(_built(item, entry, where) for item, entry in zip(items, value, strict=True))
    if get_origin(kind) in (Union, types.UnionType):
        if value is None and type(None) in get_args(kind):
            return None
        (kind,) = (item for item in get_args(kind) if item is not type(None))
    if type(value) is int and abs(value) > LARGEST:
        raise InputError(f"{where}: found a number of {len(str(abs(value)))} digits, allowed is up to {LARGEST}")
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not kind or (kind is float and not 0 <= value <= LARGEST):
        raise InputError(f"{where}: found {str(value)[:40]!r}, allowed is {kind.__name__}")
    return value
