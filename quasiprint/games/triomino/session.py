"""Triomino at the table: between several at one screen, against the computer, or alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from math import comb

from quasiprint.games.triomino import alone, turns
from quasiprint.games.triomino.points import COMMON, HouseRules
from quasiprint.games.triomino.scoring import HAND
from quasiprint.model import saved
from quasiprint.model.errors import InputError
from quasiprint.model.piece import Value
from quasiprint.model.tabletop import HELP, NOBODY, TableSession, TableState, read_settings

PLAYERS = range(1, max(HAND) + 1)
HIGHEST = range(2, 10)
POINTS = range(10**5)
DEALS = range(10**18)
COMPUTERS = {"none": (), "others": range(1, max(HAND))}
"""Which players the computer plays."""
RULES = tuple(rule.name for rule in fields(HouseRules) if rule.name != "first")
USUAL: dict[str, object] = {
    **{"players": 2, "highest": 5, "deal": 0, "computer": "none"},
    **{name: getattr(COMMON, name) for name in RULES},
}


class TriominoSession(TableSession):
    """One game and who plays it."""

    game, names, players = "triomino", {NOBODY: "round", **dict(enumerate(turns.NAMES))}, COMPUTERS
    help = HELP.format(game=game, example="1-3-5 6,9,0/1") + (
        "\nWhere nothing fits:\n  draw            draw a tile\n"
        "After a round:\n  round           deal the next one\n"
        "Alone:\n  take TILE       take a tile up again"
    )

    @property
    def design(self) -> Mapping[str, str]:
        """The options of the set that is played with."""
        return {"highest": str(self.settings["highest"])}


def _table(settings: Mapping[str, object]) -> TriominoSession:
    number = {name: int(str(value)) for name, value in settings.items() if name != "computer"}
    players, highest = number["players"], number["highest"]
    tiles, due = comb(highest + 3, 3), HAND.get(players, 0) * players
    if due > tiles:
        raise InputError(f"--players: found {players}, who take {due} tiles; the set from 0 to {highest} has {tiles}")
    if players == 1 and settings["computer"] != "none":
        raise InputError(f"--computer: found {settings['computer']!r} in a game for one, allowed is none")
    rules = HouseRules.of({**{name: number[name] for name in RULES}, "first": COMMON.first})
    first: TableState = alone.deal(highest)
    if players > 1:
        first = turns.deal(players, highest, number["deal"], rules)
    return TriominoSession({name: settings[name] for name in USUAL}, first)


def new_session(parameters: Mapping[str, Value], *, plain: bool = False) -> TriominoSession:
    """Return a new game, by the room's options for playing. What it shows is ASCII anyway."""
    return _table(USUAL | {name: parameters[name] for name in USUAL if parameters.get(name, "") != ""})


def resume_session(text: bytes, where: str, given: Mapping[str, Value], *, plain: bool = False) -> TriominoSession:
    """Return a saved game. given: the room's options that were asked for.

    Raises InputError, which names the line, for a text that cannot be read, is cut off or changed, or has an illegal
    move; and for an option that the game has itself.
    """
    record = saved.read(text, TriominoSession.game, where)
    allowed = {"players": PLAYERS, "highest": HIGHEST, "deal": DEALS, "computer": tuple(TriominoSession.players)}
    table = _table(read_settings(record.settings, USUAL, {**dict.fromkeys(RULES, POINTS), **allowed}, given, where))
    table.replay(record, where)
    return table
