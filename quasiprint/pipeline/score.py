"""Scores a layout or a game that was read from a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quasiprint import games
from quasiprint.model.errors import InputError
from quasiprint.model.piece import Value
from quasiprint.pipeline.plan import settled


def score(game: str, text: bytes, given: Mapping[str, Value]) -> dict[str, Any]:
    """Return what the game's room says of a text, as the contract's JSON object.

    given: the game's own options that were asked for. Raises InputError if the text is empty or
    cannot be read, and for an option that is none of the game's for scoring.
    """
    room = games.load(game)
    if not text.strip():
        raise InputError(f"{game}: found nothing to score, allowed is a layout or game in {game}'s text form")
    options = tuple(option for option in room.options if option.scores)
    return room.score(text, **settled(game, options, given))


def is_legal(result: dict[str, Any]) -> bool:
    """Tell whether a result is of a legal layout or game."""
    severities = [finding.get("severity") for finding in result.get("findings", ())]
    return result.get("legal", True) is True and "error" not in severities
