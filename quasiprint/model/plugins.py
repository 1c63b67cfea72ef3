"""Finds what can be plugged in: folders of a package of ours, and what installed distributions bring, our add-ons
among them.

A distribution says in its entry points what it brings: a name, and the place of a value, such as
``macmahon = "macmahon:GAME"`` in the group ``quasiprint.games``. To find an entry imports nothing. To load one imports
its module; what goes wrong then is a value, a `Failure`, and not an exception, so that it disturbs nobody else.

`importlib.metadata` takes longer to load than a command to run: what is installed is asked of the folders in which it
lies; in a ZIP archive none is found.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from quasiprint.errors import InputError, plain
from quasiprint.system.outcome import reraise_if_not_input

if TYPE_CHECKING:
    from pathlib import Path

POINTS, ABOUT = "entry_points.txt", "METADATA"
NEWER, OLDER = "dist-info", "egg-info"  # how the names of these folders end


def version(name: str) -> str | None:
    """Return the version of a distribution, None if it is not installed."""
    about = _distributions(tuple(_places())).get(_name(name), "")
    found = re.search(rb"^Version: *(\S+) *$", _read(about, ABOUT), re.MULTILINE)
    return found[1].decode() if found else None


def _name(name: str) -> str:
    """Return a distribution's name as all ways to write it are compared."""
    return re.sub("[-_.]+", "-", name).lower()


class _Scope:
    """Where is looked for what is installed, () for Python's path; and whether others' plug-ins are left out."""

    folders: tuple[str, ...] = ()
    ours_alone = False


def only_in(*folders: str, ours_alone: bool = False) -> None:
    """Say that what is installed lies in these folders and nowhere else, as in a browser. ours_alone: whether nothing
    is plugged in but our add-ons."""
    _Scope.folders, _Scope.ours_alone = folders, ours_alone


def _places() -> Iterator[tuple[str, int]]:
    """Yield the folders in which modules lie, in the order in which they are found, and when anything was put into each
    or taken out. What lies in the current folder is not installed."""
    for place in filter(os.path.isabs, _Scope.folders or sys.path):
        with suppress(OSError):
            yield place, os.stat(place).st_mtime_ns


@lru_cache(maxsize=8)
def _distributions(places: tuple[tuple[str, int], ...]) -> dict[str, str]:
    """Return the folders in which distributions tell about themselves, by name, found once, until some are installed
    or removed. Of one that lies in several places Python takes the first."""
    found: dict[str, str] = {}
    for place, _ in places:
        with suppress(OSError):
            for name in (name for name in os.listdir(place) if name.lower().endswith((NEWER, OLDER))):
                found.setdefault(_name(name.partition("-")[0]), os.path.join(place, name))
    return found


def _read(folder: str, name: str) -> bytes:
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except OSError:
        return b""


class Entry(NamedTuple):
    """Something that can be loaded. name: by which it is asked for. module, attribute: where its value is.

    distribution: who brings it, "" for a folder of ours.
    """

    name: str
    module: str
    attribute: str
    distribution: str = ""

    def __str__(self) -> str:
        return f"{self.name!r} of {self.distribution}" if self.distribution else repr(self.name)


class Command(NamedTuple):
    """A command of the command line. module: where it stands, "module:NAME" if it is not called COMMAND there. help:
    one line. large: whether it loads the large libraries, for which the machine must have room."""

    name: str
    module: str
    help: str
    large: bool = False


class Failure(NamedTuple):
    """Why something is left out: one printable line."""

    entry: Entry
    reason: str

    def __str__(self) -> str:
        return plain(f"{self.entry}: {self.reason}")


OURS = "quasiprint"  # the distribution whose entry points are our add-ons


class Registry(NamedTuple):
    """Entries by name, not loaded; and failures that were found without loading."""

    entries: dict[str, Entry]
    failures: tuple[Failure, ...] = ()


def folders(package: str, attribute: str) -> tuple[Entry, ...]:
    """Return an entry for each folder of a package of ours, in alphabetical order: its name is the folder's, and its
    value is called `attribute`. Names that begin with an underscore are private. Imports the package alone."""
    rooms = _rooms(tuple(import_module(package).__path__))
    return tuple(Entry(name, f"{package}.{name}", attribute) for name in rooms)


@lru_cache(maxsize=64)
def _rooms(paths: tuple[str, ...]) -> tuple[str, ...]:
    # `pkgutil` takes longer to load than to look; in a browser there is what is compiled alone
    there = [(path, name) for path in filter(os.path.isdir, paths) for name in os.listdir(path) if name[0] not in "_."]
    begin = ((name, os.path.join(path, name, "__init__.py")) for path, name in there)
    return tuple(sorted(name for name, first in begin if os.path.isfile(first) or os.path.isfile(f"{first}c")))


def entries_of(group: str) -> tuple[Entry, ...]:
    """Return what installed distributions bring to a group of entry points, in alphabetical order of name and
    distribution. Imports nothing. Looks at every installed distribution: ask where a folder of ours is not meant."""
    found = _there(group, tuple(_places()))
    return tuple(entry for entry in found if not entry.distribution) if _Scope.ours_alone else found


@lru_cache(maxsize=64)
def _there(group: str, places: tuple[tuple[str, int], ...]) -> tuple[Entry, ...]:
    there = filter(_is_there, _brought(places).get(group, ()))
    return tuple(sorted(there, key=lambda entry: (entry.distribution, entry.name)))


@lru_cache(maxsize=8)
def _brought(places: tuple[tuple[str, int], ...]) -> dict[str, set[Entry]]:
    """Return what distributions bring, by group, read once, until some are installed or removed. Lines that are none of
    an ``entry_points.txt`` are passed over."""
    groups: dict[str, set[Entry]] = {}
    for folder in _distributions(places).values():
        whose = os.path.basename(folder).partition("-")[0].replace("_", "-")
        group: set[Entry] = set()
        for line in map(str.strip, _read(folder, POINTS).decode("utf-8", "replace").splitlines()):
            if line.startswith("[") and line.endswith("]"):
                group = groups.setdefault(line[1:-1], set())
            elif "=" in line and line[0] not in "#;":
                name, _, value = line.partition("=")
                module, _, attribute = value.partition("[")[0].partition(":")
                group.add(Entry(name.strip(), module.strip(), attribute.strip(), "" if whose == OURS else whose))
    return groups


def _is_there(entry: Entry) -> bool:
    """Tell whether an entry's module is there: an add-on of ours may have been taken out of the package."""
    try:
        return bool(entry.distribution) or find_spec(entry.module) is not None
    except ModuleNotFoundError:
        return False


def load_commands(entry: Entry) -> tuple[Command, ...]:
    """Return the commands that an entry brings; none if it cannot be loaded, so that others work."""
    value = load(entry)
    return tuple(command for command in value if isinstance(command, Command)) if isinstance(value, tuple) else ()


def extension(group: str, name: str) -> Any:
    """Return what an add-on or another distribution brings to a group under a name, None if nothing does. Raises
    InputError for what cannot be loaded."""
    entry = next((entry for entry in entries_of(group) if entry.name == name), None)
    value = load(entry) if entry else None
    if isinstance(value, Failure):
        raise InputError(str(value))
    return value


def require_extension(group: str, name: str, asked: str, addon: str) -> Any:
    """Return what an add-on brings to a group. asked: what it is needed for. Raises InputError where it is missing."""
    value = extension(group, name)
    if value is None:
        raise InputError(f"{asked}: needs the add-on {addon!r}, which is not part of this copy of quasiprint")
    return value


def merge_entries(builtin: Iterable[Entry], others: Iterable[Entry], taken: Iterable[str] = ()) -> Registry:
    """Return entries by their names: ours first, then of the others those whose names are free.

    taken: names that are not free besides.
    """
    entries = {entry.name: entry for entry in builtin}
    failures = []
    for entry in others:
        if entry.name in entries or entry.name in taken:
            first = entries[entry.name].distribution if entry.name in entries else ""
            failures.append(Failure(entry, f"the name is taken by {first or 'quasiprint itself'}"))
        else:
            entries[entry.name] = entry
    return Registry(entries, tuple(failures))


def load(entry: Entry, protocol: type = object) -> object:
    """Import an entry's module and return its value, or the Failure to do so.

    protocol: what the value must fit, if anything; each public member of it must be there, and the value of a plug-in
    must bear the entry's name, for by that it is found.
    """
    try:
        module = import_module(entry.module)
        value: object = attrgetter(entry.attribute)(module) if entry.attribute else module
        missing = [name for name in vars(protocol) if not name.startswith("_") and not hasattr(value, name)]
        called = getattr(value, "name", None)
    except BaseException as problem:  # whatever a stranger's module raises, even the wish to end the program
        reraise_if_not_input(problem)
        return Failure(entry, f"cannot be loaded: {_format_error(problem)}")
    if missing:
        return Failure(entry, f"{entry.module}:{entry.attribute} is no {protocol.__name__}, it lacks {missing[0]}")
    if protocol is not object and entry.distribution and called != entry.name:
        return Failure(entry, f"its value bears another name, {called!r}")
    return value


def _format_error(problem: BaseException) -> str:
    """Return what an error is and says, if it can say it: its words are a stranger's code, too."""
    try:
        return f"{type(problem).__name__}: {problem}"
    except BaseException as worse:
        reraise_if_not_input(worse)
        return type(problem).__name__


def folder(entry: Entry) -> Path:
    """Return the folder in which an entry's module lies, and its texts with it. Does not import the module, but the
    packages around it. Raises ModuleNotFoundError where there is none."""
    from pathlib import Path

    spec = find_spec(entry.module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(entry.module)
    return Path(spec.origin).parent
