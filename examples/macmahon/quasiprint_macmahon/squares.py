"""The set: every way to colour the edges of a square, once; and the face, a stripe of colour across each edge.

A square is turned and never turned over, so its mirror image is another square, or the same by chance.
"""

from __future__ import annotations

from functools import partial

from quasiprint.drawing import regular
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.drawing.patterns import Ribbon, ink_regions
from quasiprint.exact.orbit import Labelled, Labels, Marking, labellings, tile_id
from quasiprint.exact.regular import CORNERS, TURNS
from quasiprint.model.face import Cell, Face, Mark, Operation
from quasiprint.model.game import Brief
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Piece
from quasiprint.model.profile import Palette

SHAPE, EDGES = "square", 4
WIDE, LONG = 0.24, 0.35  # of the edge: how wide a stripe is, and how far it runs in


def composition(colours: int) -> Labelled:
    """Return what makes a set whole: colours clockwise, from the edge on the left."""
    return Labelled(((SHAPE, TURNS[SHAPE]),), colours, Marking("edge", clockwise=True))


def face(colours: Labels, palette: Palette, measures: Measures) -> Face:
    """Return the face of a square with these colours, clockwise from the edge on the left."""
    edge, inset = measures.size.edge, measures.fit.clearance
    stripe = Ribbon(WIDE * edge, 0.0, 0.0, 0.0, LONG * edge, inset)
    marks = []
    for k in range(EDGES):
        colour, place = colours[-k], partial(regular.place_at_edge, EDGES, edge, k)
        field, ink = (ink_regions(stripe, drawn, place) for drawn in ("solid", palette.inks[colour].pattern))
        marks.append(Mark(k, Operation.ENGRAVE, colour, palette.inks[colour].pattern, field, ink, label=colour))
    outline = regular.outline(EDGES, edge, inset, measures.finish.corner_radius)
    return Face(regular.nominal(EDGES, edge), outline, (Cell(outline, tuple(marks)),), regular.back(EDGES, edge))


def design(brief: Brief) -> GameSet:
    """Return the whole set. Raises InputError for colours that the palette lacks."""
    colours, measures, palette = int(brief.parameters["colours"]), brief.measures, brief.palette
    refuse_colours(palette, colours)
    refuse_patterns(palette, colours)
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
