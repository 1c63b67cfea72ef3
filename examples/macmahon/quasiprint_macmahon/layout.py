"""The rectangle of all squares, 6 × 4 for three colours: its text form, its laws, and a search for one.

    {"tiles": [{"cell": [0, 0], "edges": [0, 0, 1, 2]}, ...]}

`cell` is column and row, from 0, the lower left cell first. `edges` are the colours of the square that lies there,
clockwise from the top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from quasiprint.checks.layouts import by_cell, foreign, overlapping, twice
from quasiprint.exact.lattice import Cell, neighbours
from quasiprint.exact.orbit import Labels, canonical, labellings, tile_id
from quasiprint.exact.regular import TURNS
from quasiprint.model.finding import Finding, Judgement, error, has_errors
from quasiprint.model.layout_text import entries
from quasiprint.model.piece import is_whole
from quasiprint_macmahon.squares import SHAPE, composition

BOX = {2: (3, 2), 3: (6, 4), 4: (10, 7)}  # columns and rows, by the number of colours
SIDES = ("top", "right", "bottom", "left")


@dataclass(frozen=True, slots=True)
class PlacedSquare:
    """A square on the table. entry: its place in the list, from 1. edges: its colours, clockwise from the top."""

    entry: int
    cell: Cell
    edges: Labels

    @property
    def id(self) -> str:
        """The name that the square has in the set."""
        return tile_id(SHAPE, canonical(TURNS[SHAPE], self.edges))

    def __str__(self) -> str:
        return f"{self.id} (entry {self.entry})"


@dataclass(frozen=True, slots=True)
class Rectangle(Judgement):
    """What the rules say of a layout. border: the colour that most of its border shows; None for no border yet."""

    legal: bool
    complete_set: bool
    border: int | None
    findings: tuple[Finding, ...]


def read(text: bytes) -> tuple[PlacedSquare, ...]:
    """Return the squares of a layout. Raises InputError, which names the entry, for what is not in the text form."""
    return tuple(
        PlacedSquare(
            entry.number,
            tuple(entry.integers("cell", "two", 2, -999, 999)),
            tuple(entry.integers("edges", "four", 4, 0, 9)),
        )
        for entry in entries(text, ("cell", "edges"))
    )


def score(text: bytes, colours: int = 3) -> Rectangle:
    """Judge a layout by every law. Raises InputError as `read` does."""
    tiles = read(text)
    lying = by_cell(tiles)
    outer = [(tile, side) for tile in tiles for side in _on_border(tile.cell, colours)]
    shown = Counter(tile.edges[side] for tile, side in outer)
    border = min(shown, key=lambda colour: (-shown[colour], colour)) if shown else None
    findings = [
        *(foreign(t.id, t.entry, f"colours run from 0 to {colours - 1}") for t in tiles if max(t.edges) >= colours),
        *twice((tile.id, tile.entry) for tile in tiles),
        *overlapping(lying),
        *(_outside(tile, colours) for tile in tiles if tile.cell not in _box(colours)),
        *_unequal(tiles),
        *(
            error("border-colour", str(tile), f"its {SIDES[side]} edge is on the border, and not of colour {border}")
            for tile, side in outer
            if tile.edges[side] != border
        ),
    ]
    whole = is_whole(composition(colours), ((SHAPE, tile.edges) for tile in tiles))
    return Rectangle(not has_errors(findings), whole, border, tuple(findings))


@lru_cache(maxsize=3)
def _box(colours: int) -> frozenset[Cell]:
    columns, rows = BOX[colours]
    return frozenset(product(range(columns), range(rows)))


def _on_border(cell: Cell, colours: int) -> Iterator[int]:
    """Yield the sides of a cell that lie on the rectangle's border."""
    if cell in _box(colours):
        yield from (side for side, there in enumerate(neighbours(SHAPE, cell)) if there not in _box(colours))


def _outside(tile: PlacedSquare, colours: int) -> Finding:
    columns, rows = BOX[colours]
    message = f"it lies in cell {list(tile.cell)}; the rectangle has {columns} columns and {rows} rows"
    return error("cell-outside", str(tile), message, "lay it inside")


def _unequal(tiles: tuple[PlacedSquare, ...]) -> Iterator[Finding]:
    """Yield the edges that meet in different colours."""
    there = {tile.cell: tile for tile in tiles}
    for tile in there.values():
        for side, cell in enumerate(neighbours(SHAPE, tile.cell)[:2]):
            if cell in there and tile.edges[side] != there[cell].edges[side + 2]:
                message = f"colour {tile.edges[side]} meets colour {there[cell].edges[side + 2]}; they must be one"
                yield error("join-colour", f"{tile} and {there[cell]}", message, "turn or change one of them")


def solve() -> tuple[PlacedSquare, ...]:
    """Return a legal rectangle of all squares of three colours; its border has the last of them."""
    (columns, rows), border = BOX[3], 2
    ways = {marks[k:] + marks[:k]: marks for marks in labellings(TURNS[SHAPE], 3) for k in range(4)}
    found: dict[Cell, Labels] = {}

    def lay(cells: list[Cell], left: frozenset[Labels], spare: int) -> bool:
        """Fill the cells. left: the squares that are not used. spare: how many with the border's colour may lie inside:
        those without it can lie nowhere else."""
        if not cells:
            return True
        outer = dict.fromkeys(_on_border(cells[0], 3), border)
        beside = neighbours(SHAPE, cells[0])
        wanted = outer | {side: found[beside[side]][side - 2] for side in (2, 3) if side not in outer}
        for edges, marks in ways.items():
            less = not outer and border in marks
            if marks in left and spare >= less and all(edges[side] == colour for side, colour in wanted.items()):
                found[cells[0]] = edges
                if lay(cells[1:], left - {marks}, spare - less):
                    return True
        return False

    plain = sum(border not in marks for marks in set(ways.values()))
    lay(sorted(_box(3)), frozenset(ways.values()), (columns - 2) * (rows - 2) - plain)
    return tuple(PlacedSquare(number, cell, edges) for number, (cell, edges) in enumerate(found.items(), 1))
