"""What decides the bytes of a set besides the program: libraries, by the names of their distributions."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from quasiprint import formats, games
from quasiprint.model import plugins
from quasiprint.model.plugins import Entry
from quasiprint.model.production import ZLIB, Depends

UNKNOWN = "unknown"  # version


def libraries_of_game(game: str) -> tuple[str, ...]:
    """Return the distribution that brought a game, none for one of ours."""
    return tuple(filter(None, [games.entry(game).distribution]))


def libraries_of_format(name: str) -> tuple[str, ...]:
    """Return what decides the bytes of a format's files. Raises InputError for one that cannot be loaded."""
    one, place = formats.load(name), formats.entry(name)
    brought = [place.distribution] if isinstance(place, Entry) and place.distribution else []
    return (*(one.libraries if isinstance(one, Depends) else ()), *brought)


def libraries_of_set(game: str, made_as: Iterable[str]) -> tuple[str, ...]:
    """Return what decides the bytes of a set's files besides the program and its parameters. made_as: its formats."""
    return (*libraries_of_game(game), *(name for made in made_as for name in libraries_of_format(made)))


def versions_here(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return libraries, in alphabetical order, each with the version that is installed here."""
    return tuple(
        (name, zlib.ZLIB_RUNTIME_VERSION if name == ZLIB else plugins.version(name) or UNKNOWN)
        for name in sorted(set(names))
    )
