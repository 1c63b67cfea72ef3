"""Which versions of what else decide a set's bytes: libraries, and the distributions that brought its game and formats.

Equal versions of these and of the program, and equal parameters, give equal bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version

from quasiprint import formats, games
from quasiprint.model.format import ZLIB, Depends
from quasiprint.model.plugins import Entry

UNKNOWN = "unknown"
OF_PICTURES = (ZLIB,)  # what decides the bytes of a set's pictures


def here(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return names, in alphabetical order, each with the version that is installed here."""
    return tuple((name, zlib.ZLIB_RUNTIME_VERSION if name == ZLIB else _version(name)) for name in sorted(set(names)))


def of_game(game: str) -> tuple[str, ...]:
    """Return the distribution that brought a game, none for one of ours."""
    return tuple(filter(None, [games.entry(game).distribution]))


def of_format(name: str) -> tuple[str, ...]:
    """Return what decides the bytes of a format's files. Raises InputError for one that cannot be loaded."""
    one, place = formats.load(name), formats.entry(name)
    brought = place.distribution if isinstance(place, Entry) else ""
    decided = one.libraries if isinstance(one, Depends) else ()
    return (*decided, *([brought] if brought else []))


def of_set(game: str, made_as: Iterable[str]) -> tuple[str, ...]:
    """Return what decides the bytes of a set's files. made_as: its formats."""
    return (*of_game(game), *OF_PICTURES, *(name for made in made_as for name in of_format(made)))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return UNKNOWN
