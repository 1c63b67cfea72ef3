"""The scorer's doors: a game in its text form, or a layout."""

from __future__ import annotations

from dataclasses import replace

from quasiprint.errors import InputError
from quasiprint.games.triomino.notation import read
from quasiprint.games.triomino.points import COMMON, GameScore, HouseRules
from quasiprint.games.triomino.referee import Referee
from quasiprint.games.triomino.rules import Layout, PlacedTile, refuse_too_many, score_layout
from quasiprint.model.game_text import decode, is_layout

__all__ = ["COMMON", "GameScore", "HouseRules", "score", "score_game", "tables"]

NEVER = 10**9  # points


def score_game(text: str, highest: int = 5, rules: HouseRules = COMMON) -> GameScore:
    """Score a game in its text form, played with a set from 0 to `highest`. Raises InputError, which names the line,
    for what is not in the text form, and for a set that cannot be."""
    return _referee(text, highest, rules).score()


def _referee(text: str, highest: int, rules: HouseRules) -> Referee:
    refuse_too_many("triangle", highest)
    return Referee(read(text), highest, rules)


def tables(text: bytes, highest: int) -> dict[int, tuple[PlacedTile, ...]]:
    """Return what lies at the end of each round whose places are written, up to what cannot lie there, by number from
    1. Raises InputError as `score_game` does, and for a game without a place."""
    game = _referee(decode(text), highest, replace(COMMON, target=NEVER))
    game.score()
    if not any(table.written for table in game.tables):
        raise InputError("game: found no places, allowed are lines such as: Ben places 4-5-5 at 5-5-5 5-5")
    shown = {number: table for number, table in enumerate(game.tables, 1) if table.written == bool(table.decided)}
    return {number: tuple(table.cells.values()) for number, table in shown.items() if table.cells}


def score(text: bytes, highest: int = 5, shape: str = "triangle", rules: HouseRules = COMMON) -> Layout | GameScore:
    """Judge a layout, or a game, played with a set. Raises InputError for what cannot be read."""
    if is_layout(text):
        if rules != COMMON:
            raise InputError("layout: found house rules, allowed are none: they are for scoring games, not layouts")
        return score_layout(text, shape, highest)
    if shape != "triangle":
        raise InputError(
            f"game: found --shape {shape}, allowed is triangle: the rules of scoring are those of the triangles; "
            "a layout of squares can be judged"
        )
    return score_game(decode(text), highest, rules)
