"""Scores what a file holds: a layout, which is JSON, or a game, which is lines of text."""

from __future__ import annotations

from quasiprint.games.triomino.layout import SquareLayout, TriangleLayout, score_layout
from quasiprint.games.triomino.notation import decode
from quasiprint.games.triomino.scoring import COMMON, GameScore, HouseRules, score_game
from quasiprint.model.errors import InputError


def score(
    text: bytes, highest: int = 5, shape: str = "triangle", rules: HouseRules = COMMON
) -> TriangleLayout | SquareLayout | GameScore:
    """Judge a layout, or a game, played with a set. Raises InputError for what cannot be read."""
    if text.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["):
        if rules != COMMON:
            raise InputError("layout: found house rules, allowed are none: they are for scoring games, not layouts")
        return score_layout(text, shape, highest)
    if shape != "triangle":
        raise InputError(
            f"game: found --shape {shape}, allowed is triangle: the rules of scoring are those of the triangles; "
            "a layout of squares can be judged"
        )
    return score_game(decode(text), highest, rules)
