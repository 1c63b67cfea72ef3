"""What is installed, asked of the folders in which it lies.

`importlib.metadata` takes longer to load than a command to run: it is asked only where modules come from elsewhere than
folders.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.machinery import PathFinder
from typing import NamedTuple

POINTS, ABOUT = "entry_points.txt", "METADATA"
UNNAMED = "a distribution without a name"
_said: list[str] = []  # where all that is installed lies, as somebody said
NEWER, OLDER = "dist-info", "egg-info"  # how the names of these folders end


class Point(NamedTuple):
    """An entry point. value: as it is written, "module:attribute". distribution: whose it is; its name has
    hyphens wherever a folder of pip has underscores."""

    name: str
    value: str
    distribution: str


def entry_points(group: str) -> tuple[Point, ...]:
    """Return what installed distributions bring to a group."""
    if not _in_folders():
        from importlib.metadata import entry_points

        every = entry_points(group=group)
        return tuple(Point(one.name, one.value, one.dist.name if one.dist else UNNAMED) for one in every)
    first: dict[str, str] = {}  # of a distribution that lies in several places Python takes the first
    brought = _brought(tuple(_places()))
    for one in brought:
        first.setdefault(_distribution(one), one)
    return tuple(
        Point(name, value, os.path.basename(one).partition("-")[0].replace("_", "-"))
        for one in first.values()
        for name, value in brought[one].get(group, ())
    )


def version(name: str) -> str | None:
    """Return the version of a distribution, None if it is not installed."""
    if _in_folders():
        about = next((one for one in _distributions(_places()) if _distribution(one) == _name(name)), "")
        if found := re.search(rb"^Version: *(\S+) *$", _read(about, ABOUT), re.MULTILINE):
            return found[1].decode()
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of(name)
    except PackageNotFoundError:
        return None


def _name(name: str) -> str:
    """Return a distribution's name as all ways to write it are compared."""
    return re.sub("[-_.]+", "-", name).lower()


def _distribution(folder: str) -> str:
    return _name(os.path.basename(folder).partition("-")[0])


def only_in(*folders: str) -> None:
    """Say that what is installed lies in these folders and nowhere else, as in a browser."""
    _said[:] = folders


def _in_folders() -> bool:
    """Tell whether all that can be imported lies in folders, as far as anybody says."""
    if _said:
        return True
    others = any(hasattr(one, "find_distributions") for one in sys.meta_path if one is not PathFinder)
    return not others and not any(os.path.isfile(place) for place in sys.path)


def _places() -> Iterator[tuple[str, int]]:
    """Yield the folders in which modules lie, in the order in which they are found, and when anything was put into each
    or taken out. What lies in the current folder is not installed."""
    for place in filter(os.path.isabs, _said or sys.path):
        with suppress(OSError):
            yield place, os.stat(place).st_mtime_ns


def _distributions(places: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield the folders in which distributions tell about themselves."""
    for place, _ in places:
        with suppress(OSError):
            names = [name for name in os.listdir(place) if name.lower().endswith((NEWER, OLDER))]
            yield from (os.path.join(place, name) for name in names)


@lru_cache(maxsize=8)
def _brought(places: tuple[tuple[str, int], ...]) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """Return what distributions bring, by their folders and by group: names and values, read once, until some are
    installed or removed."""
    return {one: _parse(_read(one, POINTS).decode("utf-8", "replace")) for one in _distributions(places)}


def _parse(text: str) -> dict[str, list[tuple[str, str]]]:
    """Return the entries of an ``entry_points.txt`` by group. Lines that are none of its form are passed over."""
    groups: dict[str, list[tuple[str, str]]] = {}
    entries: list[tuple[str, str]] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            entries = groups.setdefault(line[1:-1], [])
        elif "=" in line and line[0] not in "#;":
            name, _, value = line.partition("=")
            entries.append((name.strip(), value.strip()))
    return groups


def _read(folder: str, name: str) -> bytes:
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except OSError:
        return b""
