"""Games: a name and options come in; a `Game` (`model.game`), which designs sets and knows the rules, goes out.
Each is a room, a package with a ``GAME``. Rooms are found, never listed, and imported only when asked for; others come
from entry points in the group ``quasiprint.games``, such as ``macmahon = "quasiprint_macmahon:GAME"``. Coupons and set
files are found here by name, too. Begin with `load`, then `triomino`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from quasiprint.errors import InputError, unknown
from quasiprint.model import plugins
from quasiprint.model.plugins import Entry, Failure, Registry

if TYPE_CHECKING:
    from pathlib import Path

    from quasiprint.model.game import Game

GROUP = "quasiprint.games"
ROOMS = "quasiprint.rooms"  # the entry points of rooms that are found by their names, and are no games
SET_FILES = "set"  # the room of all set files
COUPONS = "quasiprint.coupons"  # the package of the rooms of coupons
PREFIX = "coupon_"  # before a coupon's name, where the pipeline asks for a game
ALL_GAMES = "all"  # what all games together are called, so no game may be
NAME = re.compile("[a-z][a-z0-9_]{0,39}")


def discover() -> Registry:
    """Return where the games are, by name, none of them imported; and the plug-ins whose names cannot be used."""
    rooms, others = plugins.folders(__name__, "GAME"), plugins.entries_of(GROUP)
    good = [entry for entry in others if NAME.fullmatch(entry.name) and not entry.name.startswith(PREFIX)]
    known = plugins.merge_entries(rooms, good, taken=(ALL_GAMES, SET_FILES))
    wanted = f"allowed as a name are small letters, digits and _, a letter first, and not {PREFIX} in front"
    bad = [Failure(entry, wanted) for entry in others if entry not in good]
    return Registry(known.entries, (*known.failures, *bad))


def names() -> tuple[str, ...]:
    """Return the names of the games in alphabetical order, without importing any."""
    return tuple(sorted(discover().entries))


def takes_set_files() -> bool:
    """Tell whether there is a room of set files: the add-on that reads them may be missing."""
    return any(room.name == SET_FILES for room in plugins.entries_of(ROOMS))


def folder(name: str) -> Path:
    """Return the folder of a game's room, in which its texts lie. Raises InputError for an unknown name."""
    return plugins.folder(entry(name))


def load(name: str) -> Game:
    """Return a game. Raises InputError for a name that no game has, and for a room that cannot be loaded."""
    game = _load(entry(name))
    if isinstance(game, Failure):
        raise InputError(f"game {game}")
    return game


def load_all() -> tuple[dict[str, Game], tuple[Failure, ...]]:
    """Return all games by name, in alphabetical order, and why others are left out."""
    known = discover()
    rooms = {name: _load(entry) for name, entry in sorted(known.entries.items())}
    games = {name: game for name, game in rooms.items() if not isinstance(game, Failure)}
    broken = tuple(game for game in rooms.values() if isinstance(game, Failure))
    return games, (*known.failures, *broken)


def entry(name: str) -> Entry:
    """Return where a game is, without importing it. Raises InputError for an unknown name."""
    for coupon in plugins.folders(COUPONS, "COUPON") if name.startswith(PREFIX) else ():
        if name == f"{PREFIX}{coupon.name}":
            return coupon._replace(name=name)
    if name == SET_FILES:
        for room in plugins.entries_of(ROOMS):
            if room.name == name:
                return room
        raise InputError("set file: needs the add-on 'designer', which is not part of this copy of quasiprint")
    # our own come first, so others need not be looked for
    for room in plugins.folders(__name__, "GAME"):
        if room.name == name:
            return room
    entries = discover().entries
    if name not in entries:
        raise InputError(f"game: {unknown(name, sorted(entries))}")
    return entries[name]


def _load(entry: Entry) -> Game | Failure:
    from quasiprint.model.game import Game

    made = plugins.load(entry, Game)
    if isinstance(made, Failure):
        return made
    game = cast("Game", made)
    # the options of our own are held to it by a test
    wrong = _wrong_members(game) or (_wrong_options(game) if entry.distribution else "")
    return Failure(entry, wrong) if wrong else game


def _wrong_members(game: Game) -> str:
    """Return which member of a game is not of its type, "" for none."""
    from quasiprint.model.choices import ProductKind
    from quasiprint.model.game import Titles
    from quasiprint.model.option import Option

    if not isinstance(game.titles, Titles):
        return f"its titles: found {game.titles!r}, allowed are Titles"
    for name, found, kind in (("options", game.options, Option), ("offers", game.offers, ProductKind)):
        if not isinstance(found, tuple) or not all(isinstance(value, kind) for value in found):
            return f"its {name}: found {found!r}, allowed is a tuple of {kind.__name__}s"
    return "" if game.offers else "its offers: found none, so nothing could be made of it"


def _wrong_options(game: Game) -> str:
    """Return what is wrong with the names of a game's options, "" for nothing: they share a command line with those
    of every game."""
    from quasiprint.model.common_options import RESERVED

    called: set[str] = set()
    for option in game.options:
        if not NAME.fullmatch(option.name):
            return f"its option {option.name!r}: allowed as a name are small letters, digits and _, a letter first"
        if option.name in RESERVED or option.name in called:
            whose = "the game" if option.name in called else "every game"
            return f"its option {option.flag}: {whose} has one of this name already"
        called.add(option.name)
    return ""
