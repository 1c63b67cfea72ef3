"""From what was read off a coupon to a profile: read, plausible, judged, written down. Touches no disk but to read."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from quasiprint import coupons
from quasiprint.disk.stored import open_set
from quasiprint.errors import InputError, as_written, hint
from quasiprint.make.profiles import CALIBRATIONS, DEFAULTS, FOLDERS, PLACES, profile_names, read_kinds, read_text
from quasiprint.make.verify import read_manifest
from quasiprint.model.coupon import Coupon, Outcome, Read, Reading
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.option import millimetres
from quasiprint.model.texts import format_value
from quasiprint.version import __version__

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
VERSION = "version"  # of the program that made a coupon


def place(name: str) -> Path:
    """Return where a calibration goes if nobody says. Raises InputError for a name that no profile may have, or that
    another profile has."""
    if not NAME.fullmatch(name):
        raise InputError(f"--name: found {name[:60]!r}, allowed are letters, digits and . _ -, up to 40")
    taken = {name: kind for kind, names in profile_names().items() for name in names if kind != CALIBRATIONS}
    if name in taken:
        raise InputError(f"--name: found {name!r}, which is the name of a profile already; choose another")
    return FOLDERS[0] / "profiles" / CALIBRATIONS / f"{name}.toml"


def value_of(reading: Reading, text: str) -> float:
    """Return one value of a reading as it is typed. Raises InputError if it is no number, or not plausible."""
    if reading.choices:
        word = as_written(text.strip(), reading.choices)
        if word not in reading.choices:
            near = hint(word, reading.choices)
            raise InputError(f"{reading.key}: found {text[:40]!r}{near}, allowed is {' or '.join(reading.choices)}")
        return float(reading.choices.index(word))
    value = millimetres(text) if reading.unit or not text.strip()[-1:].isalpha() else None
    allowed = f"from {reading.least:g} to {reading.most:g}{f' {reading.unit}' * bool(reading.unit)}"
    if value is None:
        raise InputError(f"{reading.key}: found {text[:40]!r}, allowed is a number {allowed}")
    if not math.isfinite(value) or not reading.least - 1e-9 <= value <= reading.most + 1e-9:
        why = f"; {reading.wrong}" if reading.wrong else ""
        raise InputError(f"{reading.key}: found {value:.6g}, allowed is {allowed}{why}")
    if not reading.unit and value != round(value):
        raise InputError(f"{reading.key}: found {value:g}, allowed is a whole number {allowed}")
    return value


def values_of(reading: Reading, text: str) -> tuple[float, ...]:
    """Return the values of a reading, with commas between them. Raises InputError as `value_of`, and for too many."""
    found = tuple(value_of(reading, part) for part in text.split(","))
    if len(found) > reading.times:
        allowed = f"are up to {reading.times}" if reading.times > 1 else "is one"
        raise InputError(f"{reading.key}: found {len(found)} values, allowed {allowed}")
    return found


def readings(coupon: Coupon, measured: Iterable[str]) -> dict[str, tuple[float, ...]]:
    """Return readings given as KEY=VALUE, by key. Raises InputError for a key that the coupon has not, or twice."""
    asked = {reading.key: reading for reading in coupon.readings}
    found: dict[str, tuple[float, ...]] = {}
    for written in measured:
        key, equals, text = written.partition("=")
        key = key.strip()
        if not equals or key not in asked:
            allowed = f"KEY=VALUE with a KEY of {', '.join(asked)}"
            raise InputError(f"--measured: found {written[:60]!r}{hint(key, asked)}, allowed is {allowed}")
        if key in found:
            raise InputError(f"--measured: found {key} twice, allowed is once: {key}=VALUE,VALUE")
        found[key] = values_of(asked[key], text)
    return found


def missing(coupon: Coupon, read: Read) -> list[tuple[Reading, ...]]:
    """Return the groups of readings of which one is still missing."""
    groups: dict[str, list[Reading]] = {}
    for reading in coupon.readings:
        if reading.needs:
            groups.setdefault(reading.needs, []).append(reading)
    return [tuple(group) for group in groups.values() if not any(entry.key in read for entry in group)]


def coupon_parameters(coupon: Coupon, folder: Path) -> Mapping[str, Any]:
    """Return the parameters of a coupon that lies in a folder, and which version made it. Raises InputError if it is
    another set, or none."""
    manifest, _ = read_manifest(open_set(folder))
    if manifest["game"] != coupon.name:
        raise InputError(f"{str(folder)!r}: holds a set of {manifest['game'][:40]!r}, allowed is a {coupon.name}")
    return {**manifest["parameters"], VERSION: manifest.get("version")}


def calibration(
    name: str, read: Read, profile: str, parameters: Mapping[str, Any] | None = None, bases: Sequence[str] = ()
) -> tuple[str, Sequence[str], tuple[Finding, ...]]:
    """Return the file of the profile that readings give, what it says, by line, and warnings and notes. name: of the
    coupon, as typed. profile: what it will be called.
    parameters: of the coupon that was made, None if there is none to look at. bases: profiles that say whatever was not
    measured; those of the coupon, or the usual ones, where none is named. Raises InputError for readings that are
    missing or contradict one another, in one line."""
    coupon = coupons.load(name)
    for group in missing(coupon, read):
        keys = " or ".join(f"{entry.key}=" for entry in group)
        raise InputError(f"--measured: a reading is missing, allowed is {keys} ({group[0].question})")
    outcome = coupon.judge(read, parameters or {})
    wrong = [finding for finding in outcome.findings if finding.severity is Severity.ERROR]
    if wrong:
        raise InputError("; ".join(f"{finding.subject}: {finding.message} ({finding.remedy})" for finding in wrong[:2]))
    text = _file(coupon, read, outcome, _bases(coupon, outcome, parameters or {}, bases))
    read_text(profile, text.encode())
    findings, maker = outcome.findings, (parameters or {}).get(VERSION, __version__)
    if maker != __version__:  # its lines may stand elsewhere
        message = f"version {str(maker)[:40]} made it, and this is {__version__}: its numbers may mean something else"
        findings = (*findings, Finding("other-version", Severity.WARNING, "coupon", message, "make it again"))
    return text, outcome.texts, findings


def _bases(coupon: Coupon, outcome: Outcome, parameters: Mapping[str, Any], named: Sequence[str]) -> dict[str, str]:
    """Return for each kind the profile that says what was not measured. Raises InputError for a named one that says
    nothing of what was."""
    found: dict[str, str] = {}
    for name in named:  # one that says nothing of what was measured would not be used
        kinds = _kinds(name)
        if not any(kind in outcome.tables and maker in ("", coupon.maker) for kind, maker in kinds):
            wanted = " or ".join(outcome.tables)
            raise InputError(
                f"--profile: found {name!r}, a {kinds[0][0]}, allowed is one of what was measured: a {wanted}"
            )
    table = parameters.get("profiles")
    recorded = [name for words in table.values() for name in str(words).split()] if isinstance(table, dict) else []
    for level in (named, recorded, DEFAULTS):
        for name in level:
            if level is recorded and not any(name in names for names in profile_names().values()):
                continue  # a profile of its maker's own, which is not here
            for kind, process in _kinds(name):
                if kind in outcome.tables and process in ("", coupon.maker):
                    found.setdefault(kind, name)
    for kind in outcome.tables:
        base = outcome.tables[kind].get("base")
        if isinstance(base, str):
            found[kind] = base
    return found


def _kinds(name: str) -> list[tuple[str, str]]:
    """Return kind and process of each profile in a file; "" without a process."""
    return [(kind.rpartition(" ")[2], kind.partition("'")[0] if "'" in kind else "") for kind, _ in read_kinds(name)]


def _file(coupon: Coupon, read: Read, outcome: Outcome, bases: Mapping[str, str]) -> str:
    """Return the profile's file."""
    lines = [f"# Measured with the {coupon.titles.title.lower()} of quasiprint {__version__}."]
    asked = {reading.key: reading for reading in coupon.readings}
    for key in (key for key in asked if key in read):
        choices, unit = asked[key].choices, f" {asked[key].unit}" * bool(asked[key].unit)
        shown = (choices[int(value)] if choices else f"{value:g}{unit}" for value in read[key])
        lines.append(f"# read: {key} = {', '.join(shown)}")
    lines += [f"# so: {text}" for text in outcome.texts]
    lines += ["# measured on: (write the date here)", "# material: (write it here)"]
    for kind, values in outcome.tables.items():
        assert kind in PLACES
        table = {"base": bases[kind], **{key: value for key, value in values.items() if key != "base"}}
        lines += ["", *_table(kind, table)]
    return "\n".join(lines) + "\n"


def _table(name: str, values: Mapping[str, object]) -> list[str]:
    lines = [f"[{name}]"]
    lines += [f"{key} = {_value(value)}" for key, value in values.items() if not isinstance(value, Mapping)]
    for key, value in values.items():
        if isinstance(value, Mapping):
            lines += _table(f"{name}.{key}", value)
    return lines


def _value(value: object) -> str:
    """Return a value as TOML has it."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return format_value(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    assert isinstance(value, int | float)
    return f"{value:g}"
