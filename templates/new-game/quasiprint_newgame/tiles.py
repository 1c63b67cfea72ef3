"""What the tiles are, and what is drawn on them."""

from functools import partial

from quasiprint.drawing import regular
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.drawing.patterns import Ribbon, ink_regions
from quasiprint.errors import InputError
from quasiprint.exact.orbit import Labelled, Marking, labellings, tile_id
from quasiprint.exact.regular import CORNERS, TURNS, groups
from quasiprint.model.face import Cell, Face, Mark, Operation
from quasiprint.model.game import Brief
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Piece
from quasiprint.model.profile import Palette

SHAPE, EDGES = "triangle", 3  # or "square" and 4, or "hexagon" and 6
WIDE, LONG = 0.14, 0.21  # of the edge: how wide a stripe is, and how far it runs in
FINEST = 0.033  # of the edge: what lies between two dots of a stripe


def composition(colours: int) -> Labelled:
    """Return what makes a set whole: every way to colour its edges, clockwise, up to rotation."""
    return Labelled(((SHAPE, TURNS[SHAPE]),), colours, Marking("edge", clockwise=True))


def face(colours: tuple[int, ...], palette: Palette, measures: Measures) -> Face:
    """Return a tile's face: a stripe across each edge. Draw here whatever you like; `check` says what is wrong with
    it."""
    edge, inset = measures.size.edge, measures.fit.clearance
    stripe = Ribbon(WIDE * edge, 0.0, 0.0, 0.0, LONG * edge, inset)
    marks = []
    for k in range(EDGES):  # anticlockwise
        colour, place = colours[-k], partial(regular.place_at_edge, EDGES, edge, k)
        field, ink = (ink_regions(stripe, pattern, place) for pattern in ("solid", palette.inks[colour].pattern))
        marks.append(Mark(k, Operation.ENGRAVE, colour, palette.inks[colour].pattern, field, ink, label=colour))
    outline = regular.outline(EDGES, edge, inset, measures.finish.corner_radius)
    return Face(regular.nominal(EDGES, edge), outline, (Cell(outline, tuple(marks)),), regular.back(EDGES, edge))


def design(brief: Brief) -> GameSet:
    """Return the set."""
    colours, measures, palette = int(brief.parameters["colours"]), brief.measures, brief.palette
    refuse_colours(palette, colours)  # this and what follows: an InputError that says what is allowed
    refuse_patterns(palette, colours)
    least = measures.machine.min_feature / FINEST
    if measures.size.edge < least:
        raise InputError(
            f"edge: found {measures.size.edge:g} mm, allowed is from {least:.1f} mm: dots would run together"
        )
    pieces = (
        Piece(tile_id(SHAPE, marks), SHAPE, marks, CORNERS[SHAPE], face(marks, palette, measures))
        for marks in labellings(TURNS[SHAPE], colours)
    )
    return GameSet(
        game="newgame",
        title="New game",
        parameters=(("colours", colours),),
        pieces=tuple(pieces),
        accessories=(),
        composition=composition(colours),
        hidden=False,
        palette=palette,
        measures=measures,
        groups=groups(SHAPE),  # what `check` counts how far tiles may be off in
    )
