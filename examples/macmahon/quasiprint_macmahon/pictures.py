"""Squares as they lie, drawn with the set's own faces, and what the quick reference is filled with."""

from __future__ import annotations

from collections.abc import Sequence

from quasiprint.drawing.face_shapes import place_face
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import GameSet
from quasiprint_macmahon.layout import BOX, PlacedSquare, solve
from quasiprint_macmahon.squares import face


def picture(tiles: Sequence[PlacedSquare], held: GameSet) -> Figure:
    """Draw squares of a set where they lie, at true size. Raises InputError for one of more colours than the set's."""
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


def content(held: GameSet) -> Content:
    """Return the fields and figures of the quick reference; the solution is that of three colours."""
    colours = held.labelled.labels
    columns, rows = BOX[colours]
    fields = {"tiles": len(held.pieces), "colours": colours, "columns": columns, "rows": rows}
    return Content(
        {name: str(value) for name, value in fields.items()},
        frozenset({"three"} if colours == 3 else ()),
        {"solved": lambda: picture(solve(), held)} if colours == 3 else {},
    )
