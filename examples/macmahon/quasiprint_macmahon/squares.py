"""The set: every way to colour the edges of a square, once; and the face of a square, a wedge of colour on each edge.

A square is turned and never turned over, so its mirror image is another square, or the same by chance.
"""

from __future__ import annotations

from quasiprint.drawing import regular, wedges
from quasiprint.exact.orbit import Labels
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Labelled, Marking, Piece
from quasiprint.model.profile import Palette
from quasiprint.tiling.labellings import labellings, tile_id
from quasiprint.tiling.regular import CORNERS, TURNS

SHAPE, EDGES = "square", 4


def composition(colours: int) -> Labelled:
    """Return what makes a set whole: colours clockwise, from the edge on the left."""
    return Labelled(((SHAPE, TURNS[SHAPE]),), colours, Marking("edge", clockwise=True, form="wedge"))


def face(colours: Labels, palette: Palette, measures: Measures) -> Face:
    """Return the face of a square with these colours, clockwise from the edge on the left."""
    made = (EDGES, measures.size.edge, measures.fit.clearance, measures.finish.corner_radius)
    cells = (
        Cell(border, (wedges.mark(EDGES, edge, colour, palette.inks[colour].pattern, measures),))
        for edge, border in enumerate(regular.edge_cells(*made))
        for colour in [colours[-edge % EDGES]]
    )
    back = regular.back(EDGES, measures.size.edge)
    return Face(regular.nominal(EDGES, measures.size.edge), regular.outline(*made), tuple(cells), back)


def design(colours: int, measures: Measures, palette: Palette) -> GameSet:
    """Return the whole set. Raises InputError where the colours, or the sizes, cannot be made."""
    if colours > len(palette.inks):
        most = len(palette.inks)
        raise InputError(f"colours: found {colours}, allowed is up to {most}: palette {palette.name!r} has {most}")
    wedges.refuse_small(EDGES, measures)
    return GameSet(
        game="macmahon",
        title="MacMahon's squares",
        parameters=(("colours", colours),),
        pieces=tuple(
            Piece(tile_id(SHAPE, marks), SHAPE, marks, CORNERS[SHAPE], face(marks, palette, measures))
            for marks in labellings(TURNS[SHAPE], colours)
        ),
        accessories=(),
        composition=composition(colours),
        hidden=False,
        palette=palette,
        measures=measures,
    )
