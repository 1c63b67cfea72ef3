"""The files of profiles: where they lie, and what their tables say before they are read as one kind or another.

A table may say ``base = "NAME"``: then whatever it does not say is as the profile of this name and kind says. So a file
that holds what was measured, and nothing else, is complete. A user's own ``templates/profiles`` in the current folder
wins over what comes with the program.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from quasiprint import resources
from quasiprint.model.errors import InputError, as_written, hint
from quasiprint.model.texts import MAX_TOML, spelled, text_of, toml_of
from quasiprint.pipeline.toml_table import TomlTable
from quasiprint.storage.reading import read_bytes, there

FOLDERS = (Path("templates"), resources.packaged())  # the one that wins first
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
DEEPEST = 8  # profiles, each based on the next


def stems(folder: str) -> list[str]:
    """Return the names of the profiles in a folder, the user's own and the packaged."""
    found = {name for top in FOLDERS for name in _names(os.path.join(top, "profiles", folder))}
    return sorted(os.path.splitext(name)[0] for name in found if name.endswith(".toml"))


def _names(folder: str) -> list[str]:
    """Return the names of what lies in a folder, none if there is no such folder."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def named(name: str, folders: tuple[str, ...]) -> Path | None:
    """Return the file of a name in one of some folders, the user's own first; None if there is none."""
    for top in FOLDERS:
        for folder in folders:
            path = top / "profiles" / folder / f"{name}.toml"
            if Path(name).name == name and there(path):
                return path
    return None


def known() -> dict[str, list[str]]:
    """Return the names of all profiles, the user's own and the packaged, by their kind's table in a file; files with
    several kinds, if there are any, under the name of their folder."""
    several = stems(CALIBRATIONS)
    return {kind: stems(folder) for kind, folder in PLACES.items()} | ({CALIBRATIONS: several} if several else {})


def file_of(name: str) -> Path:
    """Return the file of a profile. Raises InputError if there is none."""
    folders = (*PLACES.values(), CALIBRATIONS)
    names = [stem for folder in folders for stem in stems(folder)]
    path = named(as_written(name, names), folders)
    if path is None and (name.endswith(".toml") or Path(name).name != name):
        path = Path(name)
        if not there(path):
            raise InputError(f"profile: there is no file {name!r}")
    if path is None:
        listed = "; ".join(f"{folder}: {', '.join(stems(folder))}" for folder in folders if stems(folder))
        raise InputError(f"profile: {name!r} is no file (*.toml) and none of these{hint(name, names)}: {listed}")
    return path


def tables_of(stem: str, content: bytes) -> Iterator[tuple[str, str, TomlTable]]:
    """Yield what the file of a profile says: for each table the kind, what the profile is called, and its values, those
    of its base among them. stem: the file's name without its ending. Raises InputError if that is no name, or a table
    is of no kind or has no base."""
    label = f"{stem}.toml"
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", stem):
        raise InputError(f"profile: file {label!r}: allowed are letters, digits and . _ - in its name")
    whole = toml_of(content, label)
    if not whole or any(key not in PLACES for key in whole):
        near = "".join(hint(key, PLACES) for key in whole if key not in PLACES)  # a wrong table is a slip of one
        raise InputError(
            f"{label}: found {', '.join(f'[{key}]' for key in whole) or 'nothing'}{near}, "
            f"allowed is one table or several, each of which says its kind: {', '.join(f'[{one}]' for one in PLACES)}"
        )
    for kind, values in whole.items():
        if not isinstance(values, dict):
            raise InputError(f"{label}: {kind}: found {spelled(values)}, allowed is a table, [{kind}]")
        full = _based(kind, values, label, DEEPEST)
        yield kind, _called(kind, stem, values), TomlTable(label, kind, full, source=text_of(content, label))


def _called(kind: str, stem: str, values: Mapping[str, Any]) -> str:
    """Return what a profile is called: as its file. A page that is based on another has the name of its paper first, by
    which books know their size."""
    base = values.get(BASE)
    return f"{base}-{stem}" if kind == "page" and base and not stem.startswith(f"{base}-") else stem


def _based(kind: str, values: Mapping[str, Any], label: str, deep: int) -> dict[str, Any]:
    """Return the values of a table, with those of its base for what it does not say. deep: how many more profiles may
    be based on one another. Raises InputError for a base that is not there."""
    if BASE not in values:
        return dict(values)
    base, names = values[BASE], [*stems(PLACES[kind]), *stems(CALIBRATIONS)]
    path = named(base, (PLACES[kind], CALIBRATIONS)) if isinstance(base, str) else None
    if path is None:
        near = hint(base, names) if isinstance(base, str) else ""
        raise InputError(f"{label}: [{kind}] base: found {spelled(base)}{near}, allowed is {', '.join(names)}")
    if not deep:
        raise InputError(f"{label}: [{kind}] base: found more than {DEEPEST} profiles, each based on the next")
    found = toml_of(read_bytes(path, path.name, MAX_TOML), path.name).get(kind)
    if not isinstance(found, dict):
        raise InputError(f"{label}: [{kind}] base: found {spelled(base)}, which has no table [{kind}]")
    own = {key: value for key, value in values.items() if key != BASE}
    return _over(_based(kind, found, path.name, deep - 1), own)


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return values, those of `above` first, tables in them table by table."""
    merged = dict(below)
    for key, value in above.items():
        before = merged.get(key)
        merged[key] = _over(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged
