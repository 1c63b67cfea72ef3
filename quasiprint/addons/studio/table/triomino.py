"""Triomino at the table: between several at one screen, against the computer, or alone.

Triomino for one: all tiles of the set lie open, to make as many hexagons as can be.

A game is a value. A move is a line: ``lay 1-3-5 6,9,0/1``, and ``take 1-3-5`` takes a tile up again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import comb
from typing import Self

from quasiprint.addons.studio.table.games import TriominoTable
from quasiprint.addons.studio.table.tiles import HELP, TableSession, TableState
from quasiprint.errors import InputError
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino import turns
from quasiprint.games.triomino.placing import (
    SHAPE,
    START,
    held_tiles,
    hexagons,
    lay_line,
    layout_text,
    read_lay,
    shown_places,
    shown_tiles,
)
from quasiprint.games.triomino.points import COMMON, HAND, HouseRules
from quasiprint.games.triomino.rules import PlacedTile, labellings, moves_of, place, tile_id
from quasiprint.model.game import NOBODY, Side, Tabletop, read_take

ALONE = "You"
LAYING, OVER = "lay", "over"


@dataclass(frozen=True, slots=True)
class Alone:
    """A game for one. hand: tiles that are not laid."""

    hand: tuple[Labels, ...]
    lying: tuple[PlacedTile, ...] = ()

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None if every tile lies."""
        return 0 if self.hand else None

    def read(self, line: str) -> str:
        """Return the legal move that a line tells. Raises ValueError, which says what is wrong."""
        verb, _, rest = line.partition(" ")
        if verb == "take":
            return read_take(rest, [tile_id(tile.marks) for tile in self.lying])
        return lay_line(read_lay(line, self.lying, self.hand)[0])

    def after(self, move: str) -> tuple[Alone, str]:
        """Return the game after a legal move, and what is told of it."""
        verb, _, rest = move.partition(" ")
        if verb == "take":
            marks = tuple(map(int, rest.split("-")))
            left = tuple(tile for tile in self.lying if tile.marks != marks)
            lying = tuple(replace(tile, entry=number) for number, tile in enumerate(left, 1))
            return replace(self, hand=tuple(sorted((*self.hand, marks))), lying=lying), f"{rest} is taken up"
        tile, outcome = read_lay(move, self.lying, self.hand)
        hand = tuple(one for one in self.hand if one != tile.marks)
        told = f"; hexagons: {outcome.completed}" if outcome.completed else ""
        return replace(self, hand=hand, lying=(*self.lying, tile)), f"{tile_id(tile.marks)} is laid{told}"

    def forced(self) -> str:
        """Return "": all moves are chosen."""
        return ""

    def best(self) -> str:
        """Return the move that completes most hexagons, the first of these; "" if nothing fits."""
        if not self.lying:
            return lay_line(PlacedTile(1, self.hand[-1], START, self.hand[-1]))
        table = {tile.cell: tile for tile in self.lying}
        ways = moves_of(table, self.hand, SHAPE)
        found = max(ways, key=lambda tile: place(table, tile, SHAPE).completed, default=None)
        return lay_line(found) if found else ""

    def table(self) -> Tabletop:
        """Return the table."""
        marks = hexagons(self.lying)
        return Tabletop(
            LAYING if self.hand else OVER,
            shown_tiles(self.lying, taken=True),
            held_tiles(self.lying, self.hand),
            shown_places(self.lying),
            (Side(ALONE, len(self.hand), len(marks), bool(self.hand)),),
            marks,
            counts="hexagons",
        )

    def record(self) -> str:
        """Return the layout in the text form that is scored."""
        return layout_text(self.lying)

    def standing(self) -> str:
        """Return in a line how the game stands."""
        return f"{len(hexagons(self.lying))} hexagons, {len(self.hand)} tiles in hand."


def deal(highest: int) -> Alone:
    """Return a new game for one."""
    return Alone(labellings(SHAPE, highest))


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
        first: TableState = deal(highest)
        if players > 1:
            first = turns.deal(players, highest, number["deal"], rules)
        return cls(settings, first)


new_session, resume_session = TriominoSession.new, TriominoSession.resumed
