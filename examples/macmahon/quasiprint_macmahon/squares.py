"""The set: every way to colour the edges of a square, once; and the face of a square, a wedge of colour on each edge.

A square is turned and never turned over, so its mirror image is another square, or the same by chance.
"""

from __future__ import annotations

from quasiprint.drawing import regular
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.exact.orbit import Labels, labellings, tile_id
from quasiprint.exact.regular import CORNERS, TURNS
from quasiprint.model.face import Face
from quasiprint.model.game import Brief
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Labelled, Marking, Piece
from quasiprint.model.profile import Palette

SHAPE, EDGES = "square", 4


def composition(colours: int) -> Labelled:
    """Return what makes a set whole: colours clockwise, from the edge on the left."""
    return Labelled(((SHAPE, TURNS[SHAPE]),), colours, Marking("edge", clockwise=True, form="wedge"))


def face(colours: Labels, palette: Palette, measures: Measures) -> Face:
    """Return the face of a square with these colours, clockwise from the edge on the left."""
    return regular.wedge_face(tuple(colours[-edge] for edge in range(EDGES)), palette, measures)


def design(brief: Brief) -> GameSet:
    """Return the whole set. Raises InputError where the colours, or the sizes, cannot be made."""
    colours, measures, palette = int(brief.parameters["colours"]), brief.measures, brief.palette
    refuse_colours(palette, colours)
    refuse_patterns(palette, colours)
    regular.refuse_small_wedges(EDGES, measures)
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
