"""Triomino at the table: between several at one screen, against the computer, or alone.

Triomino for one: all tiles of the set lie open, to make as many hexagons as can be.

A game is a value. A move is a line: ``lay 1-3-5 6,9,0/1``, and ``take 1-3-5`` takes a tile up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import comb
from typing import Self

from quasiprint.addons.studio.table.games import TRIOMINO
from quasiprint.addons.studio.table.tiles import (
    HELP,
    HeldTile,
    LyingTile,
    Side,
    TableMark,
    TableSession,
    TableState,
    Tabletop,
    TilePlace,
    layout_text,
    refuse_take,
)
from quasiprint.errors import InputError
from quasiprint.exact.lattice import Cell, corners, neighbours
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino import turns
from quasiprint.games.triomino.rounds import SHAPE, START, TURNS, turned, ways
from quasiprint.games.triomino.rules import (
    COMMON,
    HAND,
    HouseRules,
    PlacedTile,
    full_points,
    labellings,
    place,
    tile_id,
)
from quasiprint.games.triomino.turns import LAYING, OPENING, OVER, Move, at, lay, lay_line, no_lay, turn_of
from quasiprint.model.finding import Finding
from quasiprint.model.game import NOBODY
from quasiprint.model.play import Event
from quasiprint.model.texts import several


def free_cells(table: Iterable[PlacedTile]) -> list[Cell]:
    """Return the cells beside tiles that lie; on an empty table the first one."""
    lying = {tile.cell for tile in table}
    return sorted({cell for cell_of in lying for cell in neighbours(SHAPE, cell_of)} - lying) or [START]


def middle(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell, in edge lengths."""
    xy = [point.to_xy() for point in corners(SHAPE, cell)]
    return sum(x for x, _ in xy) / 3, sum(y for _, y in xy) / 3


def angle(cell: Cell, turn: int) -> float:
    """Return by how many degrees a tile's face is turned."""
    return 120.0 * turn + 180.0 * cell[2]


def shown_places(table: Sequence[PlacedTile]) -> tuple[TilePlace, ...]:
    """Return every place beside tiles that lie."""
    return tuple(
        TilePlace(SHAPE, *middle(cell), angle(cell, turn), at(cell, turn))
        for cell in free_cells(table)
        for turn in TURNS
    )


def held_tiles(table: Sequence[PlacedTile], hand: Iterable[Labels]) -> tuple[HeldTile, ...]:
    """Return tiles in hand, with the places at which each fits."""
    number = {cell: len(TURNS) * at for at, cell in enumerate(free_cells(table))}
    found = []
    for marks in hand:
        turns = [turn for turn in TURNS if turned(marks, turn) not in [turned(marks, k) for k in range(turn)]]
        if table:
            turns = [number[tile.cell] + turn_of(tile) for tile in ways(table, (marks,))]
        found.append(HeldTile(tile_id(marks), SHAPE, tuple(sorted(turns))))
    return tuple(found)


def shown_tiles(table: Sequence[PlacedTile], *, taken: bool = False) -> tuple[LyingTile, ...]:
    """Return tiles as they lie. taken: whether they may be taken up again."""
    names = [tile_id(tile.marks) for tile in table]
    return tuple(
        LyingTile(name, *middle(tile.cell), angle(tile.cell, turn_of(tile)), takes=f"take {name}" if taken else "")
        for name, tile in zip(names, table, strict=True)
    )


def hexagons(table: Sequence[PlacedTile]) -> tuple[TableMark, ...]:
    """Return the middles of complete hexagons."""
    return tuple(TableMark(*point.to_xy()) for point in full_points(SHAPE, table))


class Shared(turns.Turns):
    """A game between several, as a table shows it."""

    __slots__ = ()

    def best(self) -> str:
        """Return the move that scores most at once, the first of these; "" if there is none."""
        for *_, act in self.acts():
            return act
        if self.phase == OPENING:
            marks = self.hand[0]
            return lay_line(PlacedTile(1, marks, START, marks))
        tile, _ = max(self.worth(), key=lambda way: way[1], default=(None, 0))
        return lay_line(tile) if tile else ""

    def table(self) -> Tabletop:
        """Return the table."""
        places = shown_places(self.lying)
        sides = tuple(
            Side(name, len(hand), points, player == self.mover)
            for player, (name, hand, points) in enumerate(zip(self.names, self.hands, self.totals, strict=True))
        )
        return Tabletop(
            self.phase,
            shown_tiles(self.lying),
            held_tiles(self.lying, self.hand),
            places if self.hand else (),
            sides,
            hexagons(self.lying),
            self.acts(),
            left=len(self.pool),
            aim=self.rules.target,
            secret=True,
        )

    def record(self) -> str:
        """Return the game in the text form that is scored. Who reads it sees no hand of a round that goes on."""
        return "\n".join([*self.lines(hidden=True), ""])

    def status_line(self) -> str:
        """Return in a line how the game stands, and who has won once it is over."""
        if self.phase == OVER:
            winners = [self.names[player] for player in self.winners]
            return f"{' and '.join(winners)} {'have' if len(winners) > 1 else 'has'} won."
        if self.mover == NOBODY or self.mover is None:
            return f"Round {self.number} is over."
        does = {OPENING: "opens"}.get(self.phase, "draws" if self.acts() else "places a tile")
        return f"{self.who} {does}."


@dataclass(frozen=True, slots=True)
class Alone(turns.Laid, TableState):
    """A game for one. hand: tiles that are not laid."""

    hand: tuple[Labels, ...]
    lying: tuple[PlacedTile, ...] = ()

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None if every tile lies."""
        return 0 if self.hand else None

    def apply(self, move: Move) -> tuple[Alone, Event] | Finding:
        """Return the game after a move and what it came to, or why it is illegal."""
        if isinstance(move, str):
            verb, _, name = move.partition(" ")
            return self._take(name) if verb == "take" else no_lay(move)
        made = lay(move, self.lying, self.hand)
        if isinstance(made, Finding):
            return made
        hand = tuple(marks for marks in self.hand if marks != move.marks)
        closed = f"; hexagons: {made.completed}" if made.completed else ""
        return replace(self, hand=hand, lying=(*self.lying, move)), Event(f"{tile_id(move.marks)} is laid{closed}")

    def _take(self, name: str) -> tuple[Alone, Event] | Finding:
        """Return the game after a tile is taken up again."""
        if wrong := refuse_take(name, [tile_id(tile.marks) for tile in self.lying]):
            return wrong
        taken = next(tile for tile in self.lying if tile_id(tile.marks) == name)
        left = (tile for tile in self.lying if tile is not taken)
        lying = tuple(replace(tile, entry=number) for number, tile in enumerate(left, 1))
        return replace(self, hand=tuple(sorted((*self.hand, taken.marks))), lying=lying), Event(f"{name} is taken up")

    def best(self) -> str:
        """Return the move that completes most hexagons, the first of these; "" if nothing fits."""
        if not self.lying:
            return lay_line(PlacedTile(1, self.hand[-1], START, self.hand[-1]))
        table = {tile.cell: tile for tile in self.lying}
        found = max(ways(self.lying, self.hand), key=lambda tile: place(table, tile, SHAPE).completed, default=None)
        return lay_line(found) if found else ""

    def table(self) -> Tabletop:
        """Return the table."""
        marks = hexagons(self.lying)
        return Tabletop(
            LAYING if self.hand else OVER,
            shown_tiles(self.lying, taken=True),
            held_tiles(self.lying, self.hand),
            shown_places(self.lying),
            (Side(self.names[0], len(self.hand), len(marks), bool(self.hand)),),
            marks,
            counts="hexagons",
        )

    def record(self) -> str:
        """Return the layout in the text form that is scored."""
        return layout_text(
            {"tile": tile_id(tile.marks), "cell": list(tile.cell), "corners": list(tile.numbers)} for tile in self.lying
        )

    def status_line(self) -> str:
        """Return in a line how the game stands."""
        return f"{several(len(hexagons(self.lying)), 'hexagon')}, {several(len(self.hand), 'tile')} in hand."


def deal(highest: int) -> Alone:
    """Return a new game for one."""
    return Alone(labellings(SHAPE, highest))


COMPUTERS = {"none": (), "others": range(1, max(HAND))}
"""Which players the computer plays."""
RULES = tuple(rule.name for rule in fields(HouseRules) if rule.name != "first")


class TriominoSession(TableSession):
    """One game and who plays it."""

    game, names, players = "triomino", {NOBODY: "round", **dict(enumerate(turns.NAMES))}, COMPUTERS
    playing, makes = TRIOMINO.playing, ("highest",)
    help = HELP.format(game=game, example="1-3-5 6,9,0/1") + (
        "\nWhere nothing fits:\n  draw            draw a tile\n"
        "After a round:\n  round           deal the next one\n"
        "Alone:\n  take TILE       take a tile up again"
    )

    @classmethod
    def begun(cls, settings: Mapping[str, object]) -> Self:
        """Return a new game. Raises InputError for more players than tiles, or the computer in a game for one."""
        number = {name: int(str(value)) for name, value in settings.items() if name != "computer"}
        players, highest = number["players"], number["highest"]
        settings = {**settings, "computer": settings["computer"] or ("none" if players == 1 else "others")}
        tiles, needed = comb(highest + 3, 3), HAND.get(players, 0) * players
        if needed > tiles:
            found = f"found {players}, who take {needed} tiles; the set from 0 to {highest} has {tiles}"
            raise InputError(f"--players: {found}")
        if players == 1 and settings["computer"] != "none":
            raise InputError(f"--computer: found {settings['computer']!r} in a game for one, allowed is none")
        rules = HouseRules.of({**{name: number[name] for name in RULES}, "first": COMMON.first})
        first: TableState = deal(highest)
        if players > 1:
            first = Shared.dealt(players, highest, number["deal"], rules)
        return cls(first, settings)


SESSION = TriominoSession
