"""Scores a layout or a game that was read from a file."""

from __future__ import annotations

from typing import Any

from quasiprint import games
from quasiprint.model.errors import InputError


def score(game: str, text: bytes) -> dict[str, Any]:
    """Return what the game's room says of a text, as the contract's JSON object.

    Raises InputError if the text is empty or cannot be read.
    """
    room = games.load(game)
    if not text.strip():
        raise InputError(f"{game}: found nothing to score, allowed is a layout or game in {game}'s text form")
    return room.score(text)


def is_legal(result: dict[str, Any]) -> bool:
    """Tell whether a result is of a legal layout or game."""
    severities = [finding.get("severity") for finding in result.get("findings", ())]
    return result.get("legal", True) is True and "error" not in severities
