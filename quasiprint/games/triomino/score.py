"""Scores what a file holds: a layout, which is JSON, or a game, which is lines of text."""

from __future__ import annotations

from typing import Any

from quasiprint.games.triomino.layout import score_layout
from quasiprint.games.triomino.notation import decode
from quasiprint.games.triomino.scoring import COMMON, HouseRules, score_game
from quasiprint.model.errors import InputError


def score(text: bytes, highest: int = 5, shape: str = "triangle", **rules: Any) -> dict[str, Any]:
    """Return the contract's JSON object for a layout or a game played with a set.

    rules: the house rules, as `HouseRules` names them. Raises InputError for what cannot be read.
    """
    if text.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        if HouseRules(**rules) != COMMON:
            raise InputError("layout: found house rules, allowed are none: they are for scoring games, not layouts")
        return score_layout(text, shape, highest)
    if shape != "triangle":
        raise InputError(
            f"game: found --shape {shape}, allowed is triangle: the rules of scoring are those of the triangles; "
            "a layout of squares can be judged"
        )
    return score_game(decode(text), highest, HouseRules(**rules))
