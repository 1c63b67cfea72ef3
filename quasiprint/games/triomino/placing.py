"""Where a triangle may lie beside others, for whoever shows it; the rules say whether it fits.

A place is a cell and a turn: which number of the tile, counted clockwise from its smallest, lies at the cell's first
corner. A line says it as ``6,9,0/1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from quasiprint.exact.lattice import Cell, corners, neighbours
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.rules import (
    PlacedTile,
    TilePlacement,
    at_points,
    full_points,
    place,
    tile_id,
)
from quasiprint.model.game import HeldTile, LyingTile, TableMark, TilePlace

SHAPE = "triangle"
TURNS = range(3)
START: Cell = (0, 0, 0)
LAY = re.compile(r"lay ([0-9]{1,2}(?:-[0-9]{1,2}){2}) (-?[0-9]{1,4}),(-?[0-9]{1,4}),([01])/([012])")


def turned(marks: Labels, turn: int) -> Labels:
    """Return a tile's numbers, clockwise from that which lies at its cell's first corner."""
    return marks[turn:] + marks[:turn]


def free_cells(table: Iterable[PlacedTile]) -> list[Cell]:
    """Return the cells beside tiles that lie; on an empty table the first one."""
    lying = {tile.cell for tile in table}
    return sorted({cell for one in lying for cell in neighbours(SHAPE, one)} - lying) or [START]


def middle(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell, in edge lengths."""
    xy = [point.to_xy() for point in corners(SHAPE, cell)]
    return sum(x for x, _ in xy) / 3, sum(y for _, y in xy) / 3


def angle(cell: Cell, turn: int) -> float:
    """Return by how many degrees a tile's face is turned."""
    return 120.0 * turn + 180.0 * cell[2]


def at(cell: Cell, turn: int) -> str:
    """Return a place as a line says it."""
    return f"{','.join(map(str, cell))}/{turn}"


def turn_of(tile: PlacedTile) -> int:
    """Return the turn with which a tile lies."""
    return next(turn for turn in TURNS if turned(tile.marks, turn) == tile.numbers)


def shown_places(table: Sequence[PlacedTile]) -> tuple[TilePlace, ...]:
    """Return every place beside tiles that lie."""
    return tuple(
        TilePlace(SHAPE, *middle(cell), angle(cell, turn), at(cell, turn))
        for cell in free_cells(table)
        for turn in TURNS
    )


def held_tiles(table: Sequence[PlacedTile], hand: Iterable[Labels]) -> tuple[HeldTile, ...]:
    """Return tiles in hand, with the places at which each fits."""
    shown = {point: seen[0][0] for point, seen in at_points(SHAPE, table).items()}
    due = [[shown.get(point) for point in corners(SHAPE, cell)] for cell in free_cells(table)]
    found = []
    for marks in hand:
        turns = [turn for turn in TURNS if turned(marks, turn) not in [turned(marks, k) for k in range(turn)]]
        fits = (
            len(TURNS) * number + turn
            for number, asked in enumerate(due)
            for turn in turns
            if all(one in (None, own) for one, own in zip(asked, turned(marks, turn), strict=True))
        )
        found.append(HeldTile(tile_id(marks), SHAPE, tuple(fits)))
    return tuple(found)


def shown_tiles(table: Sequence[PlacedTile], *, taken: bool = False) -> tuple[LyingTile, ...]:
    """Return tiles as they lie, the last one fresh. taken: whether they may be taken up again."""
    return tuple(
        LyingTile(
            tile_id(tile.marks),
            *middle(tile.cell),
            angle(tile.cell, turn_of(tile)),
            number == len(table),
            f"take {tile_id(tile.marks)}" if taken else "",
        )
        for number, tile in enumerate(table, 1)
    )


def hexagons(table: Sequence[PlacedTile]) -> tuple[TableMark, ...]:
    """Return the middles of hexagons."""
    return tuple(TableMark(*point.to_xy()) for point in full_points(SHAPE, table))


def read_lay(line: str, table: Sequence[PlacedTile], hand: Sequence[Labels]) -> tuple[PlacedTile, TilePlacement]:
    """Return what a line puts down, and what that comes to. Raises ValueError, in the sentence of the rules, for a tile
    that cannot lie there."""
    told = LAY.fullmatch(line)
    if told is None:
        raise ValueError(f"found {line[:40]!r}, allowed is a line such as: lay 1-3-5 6,9,0/1")
    marks = tuple(map(int, told[1].split("-")))
    if marks not in hand:
        allowed = ", ".join(map(tile_id, hand)) or "none"
        raise ValueError(f"{told[1]}: found no such tile that may be placed, allowed are {allowed}")
    tile = PlacedTile(len(table) + 1, marks, (int(told[2]), int(told[3]), int(told[4])), turned(marks, int(told[5])))
    outcome = place({one.cell: one for one in table}, tile, SHAPE)
    for finding in outcome.findings:
        raise ValueError(f"{finding.message} ({finding.remedy})")
    if not table and tile.cell != START:
        raise ValueError(f"found {at(tile.cell, 0)} on an empty table, allowed is {at(START, 0)}")
    return tile, outcome


def lay_line(tile: PlacedTile) -> str:
    """Return the line that puts a tile down."""
    return f"lay {tile_id(tile.marks)} {at(tile.cell, turn_of(tile))}"


def layout_text(table: Sequence[PlacedTile]) -> str:
    """Return a layout in the text form that is scored."""
    rows = (f'  {{"tile": "{tile_id(t.marks)}", "cell": {list(t.cell)}, "corners": {list(t.numbers)}}}' for t in table)
    return '{"tiles": [\n' + ",\n".join(rows) + "\n]}\n"
