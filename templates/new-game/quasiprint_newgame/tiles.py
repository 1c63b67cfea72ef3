"""What the tiles are, and what is drawn on them."""

from quasiprint.drawing import regular, wedges
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Labelled, Marking, Piece
from quasiprint.model.profile import Palette
from quasiprint.tiling.labellings import labellings, tile_id
from quasiprint.tiling.regular import CORNERS, TURNS

SHAPE, EDGES = "triangle", 3  # or "square" and 4, or "hexagon" and 6


def composition(colours: int) -> Labelled:
    """Return what makes a set whole: every way to colour the edges up to rotation. `check` counts them in three ways."""
    return Labelled(((SHAPE, TURNS[SHAPE]),), colours, Marking("edge", form="wedge"))


def face(marks: tuple[int, ...], palette: Palette, measures: Measures) -> Face:
    """Return a tile's face: a wedge of colour on each edge. Draw here whatever you like; `check` says what is wrong."""
    edge = measures.size.edge
    made = (EDGES, edge, measures.fit.clearance, measures.finish.corner_radius)
    cells = tuple(
        Cell(border, (wedges.mark(EDGES, k, marks[k], palette.inks[marks[k]].pattern, measures),))
        for k, border in enumerate(regular.edge_cells(*made))
    )
    return Face(regular.nominal(EDGES, edge), regular.outline(*made), cells, regular.back(EDGES, edge))


def design(colours: int, measures: Measures, palette: Palette) -> GameSet:
    """Return the set. Whatever cannot be made is an InputError that says what was found and what is allowed."""
    if colours > len(palette.inks):
        raise InputError(f"colours: found {colours}, allowed is up to {len(palette.inks)}, as many as the palette has")
    wedges.refuse_small(EDGES, measures)
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
    )
