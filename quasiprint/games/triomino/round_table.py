"""The table of a round as its text tells it: each tile lies at a side of one that lies already.

    Ben places 4-5-5 at 5-5-5 5-5
    Ann places 3-5-5 at 5-5-5 5-5 left

A side has two numbers, read clockwise on the tile whose side it is; where this tile has them once, either order will
do. A tile fits a side in one way. Only a tile of three equal numbers has sides that read alike: as long as nothing lies
at it, they are the same; beside one neighbour two are free, left and right as seen from this neighbour. In a round all
tiles but the first have places, or none has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from quasiprint.exact.lattice import Cell, around, neighbours
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.claims import Excluded
from quasiprint.games.triomino.notation import WAYS, GameLine, Place
from quasiprint.games.triomino.placing import SHAPE, START, TURNS, turned
from quasiprint.games.triomino.rules import (
    PlacedTile,
    Table,
    TilePlacement,
    place,
    read_tile,
    shows,
    tile_id,
)

NAMED = 4  # places that a message names


def place_words(table: Table, tile: PlacedTile) -> str:
    """Return where a tile lies, or may lie, beside those of a table, which has it not: "5-5-5 5-5 left"."""
    beside = (table[cell] for cell in neighbours(SHAPE, tile.cell) if cell in table)
    found = [_words(table, other, neighbours(SHAPE, other.cell).index(tile.cell)) for other in beside]
    return min(found, key=lambda words: words.count(" "))  # a side that needs no left or right, if there is one


def _words(table: Table, other: PlacedTile, side: int) -> str:
    alike = _alike(table, other, side)
    way = f" {WAYS[alike.index(side)]}" if len(alike) == len(WAYS) else ""
    return f"{tile_id(other.marks)} {tile_id(_side(other, side))}{way}"


def _side(tile: PlacedTile, side: int) -> Labels:
    """Return the numbers of a side that begins at a corner of the cell, clockwise."""
    return tile.numbers[side], tile.numbers[(side + 1) % 3]


def _alike(table: Table, tile: PlacedTile, side: int) -> list[int]:
    """Return the free sides that read as one does, clockwise from the neighbour if there is a single one."""
    cells = neighbours(SHAPE, tile.cell)
    start = next((k for k in TURNS if cells[k] in table), 0)
    every = [(start + k) % 3 for k in TURNS]
    return [k for k in every if cells[k] not in table and _side(tile, k) == _side(tile, side)]


@dataclass(slots=True)
class RoundTable:
    """What lies in a round. sides: of all tiles, by the numbers of a tile along them. decided: the line that says
    whether places are written, 0 before it; written: whether they are. lost: nobody knows where a tile lies."""

    cells: dict[Cell, PlacedTile] = field(default_factory=dict)
    lying: dict[Labels, PlacedTile] = field(default_factory=dict)
    sides: dict[Labels, list[tuple[PlacedTile, int]]] = field(default_factory=dict)
    decided: int = 0
    written: bool = False
    lost: bool = False

    @property
    def followed(self) -> bool:
        """Whether everything on the table was judged."""
        return not self.lost and self.written == bool(self.decided)

    def open(self, marks: Labels) -> None:
        """Lay the first tile."""
        self._lay(PlacedTile(1, marks, START, marks))

    def _lay(self, tile: PlacedTile) -> None:
        self.cells[tile.cell] = self.lying[tile.marks] = tile
        for side in TURNS:
            self.sides.setdefault(_side(tile, side)[::-1], []).append((tile, side))

    def put(self, line: GameLine, marks: Labels, highest: int) -> tuple[TilePlacement | None, list[Excluded]]:
        """Put down a tile where a line places it. Return what it makes, None if that is not known, and what is wrong.
        After a tile that cannot lie there the table is lost."""
        self.lost |= not self.cells or line.verb == "opens"  # which is said already
        if self.lost:
            return None, []
        if not self.decided:
            self.decided, self.written = line.number, line.place is not None
        if self.written != (line.place is not None):
            said = ("no place", "a place")
            words = {"found": said[line.place is not None], "where": self.decided, "other": said[self.written]}
            return self._lose(Excluded("places-mixed", words))
        if line.place is None:
            return None, []
        found = self._site(line.place, highest)
        if isinstance(found, Excluded):
            return self._lose(found)
        other, side, wrong = found
        tile = self._turn(marks, other, side)
        if isinstance(tile, Excluded):
            return self._lose(tile)
        done = place(self.cells, tile, SHAPE)
        if done.findings:
            return self._lose(self._mismatch(tile))
        self._lay(tile)
        return done, [*wrong, *_claims(line, tile, done)]

    def _lose(self, why: Excluded) -> tuple[None, list[Excluded]]:
        self.lost = True
        return None, [why]

    def _site(self, said: Place, highest: int) -> tuple[PlacedTile, int, list[Excluded]] | Excluded:
        """Return the tile and the side that a place names, and what is needless in it."""
        try:
            marks = read_tile(said.tile, SHAPE, highest)
        except ValueError as problem:
            return Excluded("place-foreign", {"problem": problem})
        name, wanted = tile_id(marks), said.side
        if marks not in self.lying:
            return Excluded("place-absent", {"tile": name, "allowed": first_few(map(tile_id, self.lying))})
        other = self.lying[marks]
        sides = [_side(other, k) for k in TURNS]
        if wanted not in sides:
            wanted = wanted[::-1]
        words: dict[str, object] = {"tile": name, "side": tile_id(said.side)}
        if wanted not in sides:
            return Excluded("side-foreign", {**words, "allowed": first_few(map(tile_id, sides))})
        alike = _alike(self.cells, other, sides.index(wanted))
        cells = neighbours(SHAPE, other.cell)
        if not alike:
            free = [f"{name} {tile_id(_side(other, k))}" for k in TURNS if cells[k] not in self.cells]
            taken = self.cells[cells[sides.index(wanted)]]
            allowed = first_few(free) if free else f"those of other tiles, {name} has none"
            return Excluded("side-taken", {**words, "taken": tile_id(taken.marks), "allowed": allowed})
        if len(alike) != len(WAYS):
            times = "once" if len(alike) == 1 else "all round"
            needless = [Excluded("direction-needless", {**words, "found": said.way, "times": times})]
            return other, alike[0], needless if said.way else []
        if not said.way:
            (near,) = (self.cells[cell] for cell in cells if cell in self.cells)
            return Excluded("side-ambiguous", {**words, "near": tile_id(near.marks)})
        return other, alike[WAYS.index(said.way)], []

    def _turn(self, marks: Labels, other: PlacedTile, side: int) -> PlacedTile | Excluded:
        """Return a tile as it lies at a side of another, two numbers of each at the same corners."""
        cell = neighbours(SHAPE, other.cell)[side]
        own, across = neighbours(SHAPE, cell).index(other.cell), _side(other, side)[::-1]
        for turn in TURNS:
            tile = PlacedTile(len(self.cells) + 1, marks, cell, turned(marks, turn))
            if _side(tile, own) == across:
                return tile
        words = {"tile": tile_id(marks), "side": tile_id(_side(other, side)), "other": tile_id(other.marks)}
        return Excluded("side-unfitting", {**words, "across": tile_id(across), "fits": self._fits(marks)})

    def _mismatch(self, tile: PlacedTile) -> Excluded:
        """Return at which corner a tile disagrees with another."""
        for point, number in shows(tile, SHAPE).items():
            for other in (self.cells[cell] for cell in around(SHAPE, point) if cell in self.cells):
                shown = shows(other, SHAPE)[point]
                if shown != number:
                    words = {"tile": tile_id(tile.marks), "corner": number, "shown": shown}
                    words |= {"other": tile_id(other.marks), "fits": self._fits(tile.marks)}
                    return Excluded("corner-mismatch", words)
        raise ValueError(f"table: found nothing that disagrees with {tile}")

    def fitting(self, hand: Iterable[Labels]) -> tuple[Labels, str] | None:
        """Return the first of some tiles that fits beside those that lie, and where."""
        return next(((marks, where) for marks in hand for where in self._places(marks)), None)

    def _places(self, marks: Labels) -> Iterator[str]:
        """Yield where a tile fits. Sides are looked up by their numbers, since hands are asked for at each draw."""
        for across in dict.fromkeys(zip(marks, marks[1:] + marks[:1], strict=True)):
            for other, side in self.sides.get(across, ()):
                if neighbours(SHAPE, other.cell)[side] in self.cells:
                    continue
                tile = self._turn(marks, other, side)
                if isinstance(tile, PlacedTile) and not place(self.cells, tile, SHAPE).findings:
                    yield place_words(self.cells, tile)

    def _fits(self, marks: Labels) -> str:
        fits = first_few(self._places(marks))
        return f"it fits at {fits}" if fits else "it fits nowhere on this table"


def first_few(names: Iterable[str]) -> str:
    """Return names, the first few of many."""
    every = list(dict.fromkeys(names))
    return ", ".join(every[:NAMED]) + (f" and {len(every) - NAMED} more" if len(every) > NAMED else "")


def _claims(line: GameLine, tile: PlacedTile, done: TilePlacement) -> list[Excluded]:
    """Return whether what a line says of a tile is not what it makes; it may say nothing."""
    makes = _bonus(done.completed, done.bridge and not done.completed)
    says = _bonus(line.count, line.bridge and not line.count)
    if says in ("", makes):
        return []
    made = {"": "neither hexagon nor bridge", "bridge": "a bridge", "hexagon": "a hexagon"}
    words = {"found": repr(says), "tile": tile_id(tile.marks), "made": made.get(makes, f"{done.completed} hexagons")}
    return [Excluded("claim-wrong", {**words, "allowed": f"{makes!r} or nothing" if makes else "nothing"})]


def _bonus(hexagons: int, bridge: bool) -> str:
    if hexagons:
        return "hexagon" if hexagons == 1 else f"hexagons {hexagons}"
    return "bridge" if bridge else ""


def bonus_words(done: TilePlacement) -> str:
    """Return what a line says of a tile that makes something: "hexagons 2", "" for nothing."""
    return _bonus(done.completed, done.bridge)
