"""What is installed, asked of the folders in which it lies.

`importlib.metadata` takes longer to load, and to ask, than all that is asked here: it is asked only where there is
something to find, and where modules come from elsewhere than folders.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

POINTS, ABOUT = "entry_points.txt", "METADATA"
_said: list[str] = []  # where all that is installed lies, as somebody said
NEWER, OLDER = "dist-info", "egg-info"  # how the names of these folders end


def entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return what installed distributions bring to a group."""
    if not _in_folders():
        from importlib.metadata import entry_points

        return tuple(entry_points(group=group))
    every = _brought(tuple(_places()))
    asked = [one for one, points in every.items() if group.encode() in points]
    if not asked:
        return ()
    from importlib.metadata import Distribution

    first: dict[str, str] = {}  # of a distribution that lies in several places Python takes the first
    for one in every:
        first.setdefault(_distribution(one), one)
    kept = (Distribution.at(one) for one in asked if one in first.values())
    return tuple(point for one in kept for point in one.entry_points.select(group=group))


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
def _brought(places: tuple[tuple[str, int], ...]) -> dict[str, bytes]:
    """Return what distributions bring, by their folders: read once, until some are installed or removed."""
    return {one: _read(one, POINTS) for one in _distributions(places)}


def _read(folder: str, name: str) -> bytes:
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except OSError:
        return b""
