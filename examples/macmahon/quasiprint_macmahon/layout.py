"""The rectangle of all squares: 6 × 4 for three colours. Its text form, its laws, a search for one, its picture.

    {"tiles": [{"tile": "0012", "cell": [0, 0], "turn": 1}, ...]}

`cell` is column and row, from 0, the lower left first. `turn` says by how many quarter turns anticlockwise the tile
lies turned; unturned, the first colour of its name is at the bottom, and the others follow anticlockwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quasiprint.drawing.face_shapes import laid
from quasiprint.exact.orbit import Labels
from quasiprint.model.finding import Finding, error, has_errors
from quasiprint.model.judgement import Judgement
from quasiprint.model.layout_text import entries
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Content, Figure
from quasiprint_macmahon.squares import labellings, tile_id

BOX = {2: (3, 2), 3: (6, 4), 4: (10, 7)}  # columns and rows, by colours
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # to the cell across each side, the lower one first
SIDES = ("below", "on the right", "above", "on the left")
MAX_COORDINATE = 99
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlacedSquare:
    """A tile on the table. entry: its place in the list it came from, from 1. colours: of its sides, as STEPS."""

    entry: int
    colours: Labels
    cell: Cell

    @property
    def id(self) -> str:
        """The tile's name in the set."""
        return tile_id(self.colours)

    def __str__(self) -> str:
        return f"{self.id} (entry {self.entry})"


@dataclass(frozen=True, slots=True)
class SquareLayout(Judgement):
    """What the rules say of a layout. border: the colour that most of its border shows, None before there is any."""

    legal: bool
    complete_set: bool
    border: int | None
    findings: tuple[Finding, ...]


def read(text: bytes, colours: int) -> tuple[list[PlacedSquare], list[Finding]]:
    """Return the tiles of a layout, and a finding for each entry that names no tile of the set. Raises InputError."""
    tiles, findings = [], []
    for entry in entries(text, ("tile", "cell", "turn")):
        name, turn = entry.text("tile", "0012"), entry.integer("turn", 0, 3)
        column, row = entry.integers("cell", "two", 2, 0, MAX_COORDINATE)
        if re.fullmatch(f"[0-{colours - 1}]{{4}}", name):
            marks = tuple(map(int, name))
            tiles.append(PlacedSquare(entry.number, tuple(marks[side - turn] for side in range(4)), (column, row)))
        else:
            message = f"the set has no such tile: names are four colours from 0 to {colours - 1}, as in 0012"
            findings.append(error("tile-foreign", f"{name[:40]!r} (entry {entry.number})", message, "correct the name"))
    return tiles, findings


def score(text: bytes, colours: int = 3) -> SquareLayout:
    """Judge a layout by every law. Raises InputError for what is not in the text form."""
    tiles, findings = read(text, colours)
    complete = not findings and Counter(tile.id for tile in tiles) == Counter(map(tile_id, labellings(colours)))
    outer = Counter(tile.colours[side] for tile, side in _border(tiles, colours))
    border = min(outer, key=lambda colour: (-outer[colour], colour)) if outer else None
    findings += [*_twice(tiles), *_outside(tiles, colours), *_unequal(tiles)]
    for tile, side in _border(tiles, colours):
        if tile.colours[side] != border:
            message = f"its side {SIDES[side]} lies on the border and has colour {tile.colours[side]}, most there {border}"
            findings.append(error("border-colour", str(tile), message, "the whole border has one colour: turn the tile"))
    return SquareLayout(not has_errors(findings), complete, border, tuple(findings))


def _twice(tiles: Iterable[PlacedSquare]) -> Iterator[Finding]:
    """Yield what lies there twice: tiles of one name, tiles in one cell."""
    for code, key, remedy in (("tile-twice", "id", "the set has it once"), ("cells-overlap", "cell", "move one of them")):
        same: dict[object, list[PlacedSquare]] = {}
        for tile in tiles:
            same.setdefault(getattr(tile, key), []).append(tile)
        for value, several in same.items():
            if len(several) > 1:
                yield error(code, ", ".join(map(str, several[:9])), f"{key} {value} is there {len(several)} times", remedy)


def _outside(tiles: Iterable[PlacedSquare], colours: int) -> Iterator[Finding]:
    columns, rows = BOX[colours]
    for tile in tiles:
        if tile.cell[0] >= columns or tile.cell[1] >= rows:
            message = f"it lies in cell {list(tile.cell)}; the rectangle has {columns} columns and {rows} rows"
            yield error("cell-outside", str(tile), message, "move it inside")


def _unequal(tiles: Iterable[PlacedSquare]) -> Iterator[Finding]:
    """Yield the sides that meet in different colours."""
    there = {tile.cell: tile for tile in tiles}
    for tile in there.values():
        for side in (1, 2):
            other = there.get((tile.cell[0] + STEPS[side][0], tile.cell[1] + STEPS[side][1]))
            if other and tile.colours[side] != other.colours[side ^ 2]:
                message = f"colour {tile.colours[side]} meets colour {other.colours[side ^ 2]}; sides that meet have one"
                yield error("join-colour", f"{tile} and {other}", message, "turn or change one of them")


def _border(tiles: Iterable[PlacedSquare], colours: int) -> Iterator[tuple[PlacedSquare, int]]:
    """Yield each tile with each of its sides that lies on the border."""
    columns, rows = BOX[colours]
    for tile in tiles:
        column, row = tile.cell
        at = (row == 0, column == columns - 1, row == rows - 1, column == 0)
        yield from ((tile, side) for side in range(4) if at[side] and column < columns and row < rows)


def solve(colours: int = 3) -> list[PlacedSquare]:
    """Return a rectangle of all tiles whose sides agree and whose border has the last of the colours; [] if there is
    none. With two colours there is none; with four the search does not end in any useful time."""
    columns, rows = BOX[colours]
    border = colours - 1
    fitting: dict[tuple[int, int], list[Labels]] = {}
    for labels in labellings(colours):
        for turned in dict.fromkeys(labels[k:] + labels[:k] for k in range(4)):
            fitting.setdefault((turned[0], turned[3]), []).append(turned)
    plain = sum(border not in labels for labels in labellings(colours))
    found: dict[Cell, Labels] = {}
    used: set[str] = set()

    def lay(number: int, spare: int) -> bool:
        """Fill the cells from one on. spare: how many tiles with the border's colour may still lie inside: tiles
        without it can lie nowhere else."""
        if number == columns * rows:
            return True
        column, row = divmod(number, rows)
        low = found[column, row - 1][2] if row else border
        left = found[column - 1, row][1] if column else border
        inside = 0 < column < columns - 1 and 0 < row < rows - 1
        for labels in fitting.get((low, left), ()):
            name, less = tile_id(labels), inside and border in labels
            ends = (column < columns - 1 or labels[1] == border) and (row < rows - 1 or labels[2] == border)
            if name not in used and ends and spare >= less:
                found[column, row] = labels
                used.add(name)
                if lay(number + 1, spare - less):
                    return True
                used.remove(name)
        return False

    lay(0, (columns - 2) * (rows - 2) - plain)
    return [PlacedSquare(number, labels, cell) for number, (cell, labels) in enumerate(found.items(), 1)]


def picture(tiles: Iterable[PlacedSquare], held: GameSet) -> Figure:
    """Draw tiles where they lie, at true size."""
    edge, inks = held.measures.size.edge, [ink.rgb for ink in held.palette.inks]
    faces = {piece.id: piece for piece in held.pieces}
    shapes, cells = [], []
    for tile in tiles:
        piece = faces[tile.id]
        turn = next(k for k in range(4) if tile.colours == piece.marks[4 - k :] + piece.marks[: 4 - k])
        shapes += laid(piece.face, inks, (tile.cell[0] + 0.5) * edge, (tile.cell[1] + 0.5) * edge, 90 * turn)
        cells.append(tile.cell)
    columns, rows = (1 + max((cell[k] for cell in cells), default=0) for k in range(2))
    return Figure(columns * edge, rows * edge, tuple(shapes), facts={"tiles": len(cells)})


def content(held: GameSet) -> Content:
    """Return what the quick reference is filled with."""
    colours = held.labelled.labels
    columns, rows = BOX[colours]
    fields = {"tiles": len(held.pieces), "colours": colours, "columns": columns, "rows": rows}
    traits = frozenset({"three"} if colours == 3 else ())
    figures = {"solved": lambda: picture(solve(), held)} if traits else {}
    return Content({name: str(value) for name, value in fields.items()}, traits, figures)
