"""What the tiles are, and what is drawn on them."""

from quasiprint.drawing import regular
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.exact.orbit import labellings, tile_id
from quasiprint.exact.regular import CORNERS, TURNS, groups
from quasiprint.model.face import Face
from quasiprint.model.game import Brief
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Labelled, Marking, Piece
from quasiprint.model.profile import Palette

SHAPE, EDGES = "triangle", 3  # or "square" and 4, or "hexagon" and 6


def composition(colours: int) -> Labelled:
    """Return what makes a set whole: every way to colour its edges, clockwise, up to rotation."""
    return Labelled(((SHAPE, TURNS[SHAPE]),), colours, Marking("edge", clockwise=True, form="wedge"))


def face(colours: tuple[int, ...], palette: Palette, measures: Measures) -> Face:
    """Return a tile's face: a wedge on each edge. Draw here whatever you like; `check` says what is wrong with it."""
    # edges count anticlockwise
    return regular.wedge_face(tuple(colours[-edge] for edge in range(EDGES)), palette, measures)


def design(brief: Brief) -> GameSet:
    """Return the set."""
    colours, measures, palette = int(brief.parameters["colours"]), brief.measures, brief.palette
    refuse_colours(palette, colours)  # this and what follows: an InputError that says what is allowed
    refuse_patterns(palette, colours)
    regular.refuse_small_wedges(EDGES, measures)
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
