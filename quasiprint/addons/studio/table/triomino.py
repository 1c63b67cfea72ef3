"""Triomino at the table: between several at one screen, against the computer, or alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from math import comb
from typing import Self

from quasiprint.addons.studio.table import triomino_alone as alone
from quasiprint.addons.studio.table.games import TriominoTable
from quasiprint.addons.studio.table.tiles import HELP, TableSession, TableState
from quasiprint.errors import InputError
from quasiprint.games.triomino import turns
from quasiprint.games.triomino.points import COMMON, HAND, HouseRules
from quasiprint.model.game import NOBODY

COMPUTERS = {"none": (), "others": range(1, max(HAND))}
"""Which players the computer plays."""
RULES = tuple(rule.name for rule in fields(HouseRules) if rule.name != "first")


class TriominoSession(TableSession):
    """One game and who plays it."""

    game, names, players = "triomino", {NOBODY: "round", **dict(enumerate(turns.NAMES))}, COMPUTERS
    playing = TriominoTable.playing
    help = HELP.format(game=game, example="1-3-5 6,9,0/1") + (
        "\nWhere nothing fits:\n  draw            draw a tile\n"
        "After a round:\n  round           deal the next one\n"
        "Alone:\n  take TILE       take a tile up again"
    )

    @property
    def design(self) -> Mapping[str, str]:
        """The options of the set that is played with."""
        return {"highest": str(self.settings["highest"])}

    @classmethod
    def begun(cls, settings: Mapping[str, object]) -> Self:
        """Return a new game. Raises InputError for more players than the set has tiles for, or the computer in a game
        for one."""
        number = {name: int(str(value)) for name, value in settings.items() if name != "computer"}
        players, highest = number["players"], number["highest"]
        tiles, due = comb(highest + 3, 3), HAND.get(players, 0) * players
        if due > tiles:
            told = f"found {players}, who take {due} tiles; the set from 0 to {highest} has {tiles}"
            raise InputError(f"--players: {told}")
        if players == 1 and settings["computer"] != "none":
            raise InputError(f"--computer: found {settings['computer']!r} in a game for one, allowed is none")
        rules = HouseRules.of({**{name: number[name] for name in RULES}, "first": COMMON.first})
        first: TableState = alone.deal(highest)
        if players > 1:
            first = turns.deal(players, highest, number["deal"], rules)
        return cls(settings, first)


new_session, resume_session = TriominoSession.new, TriominoSession.resumed
