"""The rectangle of all squares, 6 × 4 for three colours: its text form and its laws.

    {"tiles": [{"cell": [0, 0], "edges": [0, 0, 1, 2]}, ...]}

`cell` is column and row, from 0, the lower left cell first. `edges` are the colours of the square that lies there,
clockwise from the top. ``example.json`` has a solution for three colours.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

from quasiprint.addons.designer.edge_tiles import EdgeTile, edge_tiles, unequal
from quasiprint.checks.layouts import by_cell, foreign, overlapping, twice
from quasiprint.exact.lattice import neighbours
from quasiprint.exact.orbit import is_whole
from quasiprint.model.finding import Finding, Judgement, error, has_errors
from quasiprint.model.game import Parameters
from quasiprint_macmahon.squares import SHAPE, composition

BOX = {2: (3, 2), 3: (6, 4), 4: (10, 7)}  # columns and rows, by the number of colours
SIDES = ("top", "right", "bottom", "left")


@dataclass(frozen=True, slots=True)
class Rectangle(Judgement):
    """What the rules say of a layout. border: the colour that most of its border shows; None for no border yet."""

    legal: bool
    complete_set: bool
    border: int | None
    findings: tuple[Finding, ...]


def score(text: bytes, options: Parameters) -> Rectangle:
    """Judge a layout by every law. Raises InputError, which names the entry, for what is not in the text form."""
    tiles, colours = edge_tiles(text, SHAPE), int(options["colours"])
    box = frozenset(product(*map(range, BOX[colours])))
    outer = [
        (tile, side)
        for tile in tiles
        if tile.cell in box
        for side, beside in enumerate(neighbours(SHAPE, tile.cell))
        if beside not in box
    ]
    shown = Counter(tile.edges[side] for tile, side in outer)
    border = min(shown, key=lambda colour: (-shown[colour], colour)) if shown else None
    findings = [
        *(foreign(t.id, t.entry, f"colours run from 0 to {colours - 1}") for t in tiles if max(t.edges) >= colours),
        *twice((tile.id, tile.entry) for tile in tiles),
        *overlapping(by_cell(tiles)),
        *(_outside(tile, *BOX[colours]) for tile in tiles if tile.cell not in box),
        *unequal(tiles),
        *(
            error("border-colour", str(tile), f"its {SIDES[side]} edge is on the border, and not of colour {border}")
            for tile, side in outer
            if tile.edges[side] != border
        ),
    ]
    whole = is_whole(composition(colours), ((SHAPE, tile.edges) for tile in tiles))
    return Rectangle(not has_errors(findings), whole, border, tuple(findings))


def _outside(tile: EdgeTile, columns: int, rows: int) -> Finding:
    message = f"it lies in cell {list(tile.cell)}; the rectangle has {columns} columns and {rows} rows"
    return error("cell-outside", str(tile), message, "lay it inside")
