"""Squares as they lie, drawn with the set's own faces, and what the quick reference is filled with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quasiprint.addons.designer.edge_tiles import edge_tiles
from quasiprint.drawing.face_shapes import place_face
from quasiprint.model.choices import Process
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import GameSet
from quasiprint_macmahon.layout import BOX
from quasiprint_macmahon.squares import SHAPE, face


def picture(text: bytes, sets: Mapping[Process, GameSet]) -> Figure:
    """Draw a layout at true size. Raises InputError for a square of more colours than the set's."""
    held, tiles = sets[Process.PAPER], edge_tiles(text, SHAPE)
    edge, inks = held.measures.size.edge, [ink.rgb for ink in held.palette.inks]
    left, low = (min(tile.cell[axis] for tile in tiles) for axis in (0, 1))
    columns, rows = (1 + max(tile.cell[axis] for tile in tiles) - start for axis, start in ((0, left), (1, low)))
    shapes = [
        shape
        for tile in tiles
        for shape in place_face(
            face((*tile.edges[3:], *tile.edges[:3]), held.palette, held.measures),
            inks,
            (tile.cell[0] - left + 0.5) * edge,
            (tile.cell[1] - low + 0.5) * edge,
        )
    ]
    return Figure(columns * edge, rows * edge, tuple(shapes), facts={"tiles": len(tiles)})


def content(sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return the fields and figures of the quick reference; the solution is that of three colours."""
    held = sets[Process.PAPER]
    columns, rows = BOX[colours := held.labelled.labels]
    fields = {"tiles": len(held.pieces), "colours": colours, "columns": columns, "rows": rows}
    solved = Path(__file__).with_name("example.json").read_bytes()
    return Content(
        {name: str(value) for name, value in fields.items()},
        frozenset({"three"} if colours == 3 else ()),
        {"solved": lambda: picture(solved, sets)} if colours == 3 else {},
    )
