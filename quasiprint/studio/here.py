"""What can be had where the engine runs: in a browser there are no arrays, and so neither bodies nor painted
pictures."""

from __future__ import annotations

from importlib.util import find_spec

from quasiprint import formats
from quasiprint.games import load
from quasiprint.model.game import Game, Needs
from quasiprint.model.production import Offer
from quasiprint.storage.ownership import MANIFEST
from quasiprint.studio.answer import Declined
from quasiprint.studio.words import Settings


def has_arrays() -> bool:
    """Tell whether numpy is there, which builds bodies and paints pictures."""
    return find_spec("numpy") is not None


def has_needs(game: Game) -> bool:
    """Tell whether the libraries are there without which nothing of a game can be had."""
    return not isinstance(game, Needs) or all(find_spec(name) for name in game.needs)


def possible(game: str, settings: Settings) -> Settings:
    """Return settings with the formats that can be made here, where none are named and not all can. Raises Declined for
    what cannot be made here."""
    if has_arrays():
        return settings
    command = f"quasiprint make {game}"
    asked = [name.strip().lower() for name in settings.get("format", "").split(",") if name.strip()]
    wanted = [one for one in formats.every()[0] if one.offer in load(game).offers]
    beyond = [one.name for one in wanted if one.offer is Offer.SOLIDS]
    refused = [name for name in asked if name in beyond]
    if refused:
        said = f"{refused[0].upper()} cannot be made in a browser without numpy; the command line makes it."
        raise Declined(said, "format", f"{command} --format {','.join(asked)}")
    if asked:
        return settings
    usual = [one.name for one in wanted if one.default and one.name not in beyond]
    return {**settings, "format": ",".join(usual)}


def without_pictures(made: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of a set that has no pictures where it should: it is no proved set, and does not say it is."""
    if has_arrays():
        return made
    return {path: content for path, content in made.items() if path != MANIFEST}
