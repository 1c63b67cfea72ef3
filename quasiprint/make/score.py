"""Judges a layout or a game in a game's text form, by the options of the set that it was played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from quasiprint import games
from quasiprint.errors import InputError
from quasiprint.model.game import Scores, traits
from quasiprint.model.option import settle_options

if TYPE_CHECKING:
    from quasiprint.model.finding import Judgement
    from quasiprint.model.piece import Value


def score(game: str, text: bytes, given: Mapping[str, Value]) -> Judgement:
    """Return what the game's rules say of a text. given: the game's own options that were asked for. Raises InputError
    if the text is empty or cannot be read, and for an option that is none of the game's for scoring."""
    room = games.load(game)
    if not isinstance(room, Scores):
        raise InputError(f"game: {game} has no rules to score by")
    if not text.strip():
        raise InputError(f"{game}: found nothing to score, allowed is a layout or game in {game}'s text form")
    options = tuple(option for option in room.options if option.scores)
    chosen = settle_options(game, options, given)
    if traits(room).from_files:  # which takes longer to load than all the rest
        from quasiprint.make.run import bound, read_supplies

        of_file = bound(room, dict(read_supplies(room, chosen)))
        assert isinstance(of_file, Scores)
        return of_file.score(text, chosen)
    return room.score(text, chosen)
