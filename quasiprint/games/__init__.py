"""The games. Each is a room of its own, a package with a ``GAME``; rooms are found, never listed."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from quasiprint.model.errors import InputError

if TYPE_CHECKING:
    from quasiprint.model.game import Game


def names() -> tuple[str, ...]:
    """Return the names of the rooms, in alphabetical order, without opening them."""
    return tuple(sorted(room.name for room in iter_modules(__path__) if room.ispkg and room.name[0] != "_"))


def folder(name: str) -> Path:
    """Return the folder of a game's room, in which its texts lie."""
    module = import_module(f"{__name__}.{name}")
    return Path(str(module.__file__)).parent


def load(name: str) -> Game:
    """Return a game. Raises InputError for a name that no room has."""
    if name not in names():
        raise InputError(f"game: {name!r} is none of {', '.join(names())}")
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game
