"""What is installed, asked of the folders in which it lies.

`importlib.metadata` takes longer to load, and to ask, than all that is asked here: it is asked only where there is
something to find, and where modules come from elsewhere than folders.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

POINTS, ABOUT = "entry_points.txt", "METADATA"
NEWER, OLDER = "dist-info", "egg-info"  # how the names of these folders end


def entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return what installed distributions bring to a group."""
    if _in_folders() and not any(group.encode() in _read(one, POINTS) for one in _distributions()):
        return ()
    from importlib.metadata import entry_points

    return tuple(entry_points(group=group))


def version(name: str) -> str | None:
    """Return the version of a distribution, None if it is not installed."""
    if _in_folders():
        about = next(
            (one for one in _distributions() if _name(os.path.basename(one).partition("-")[0]) == _name(name)), ""
        )
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


def _in_folders() -> bool:
    """Tell whether all that can be imported lies in folders, as far as anybody says."""
    others = any(hasattr(one, "find_distributions") for one in sys.meta_path if one is not PathFinder)
    return not others and not any(os.path.isfile(place) for place in sys.path)


def _distributions() -> Iterator[str]:
    """Yield the folders in which distributions tell about themselves, in the order in which they are found. What lies
    in the current folder is not installed."""
    for place in filter(os.path.isabs, sys.path):
        try:
            names = os.listdir(place)
        except OSError:
            continue
        yield from (os.path.join(place, name) for name in names if name.lower().endswith((NEWER, OLDER)))


def _read(folder: str, name: str) -> bytes:
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except OSError:
        return b""
