"""From a design to a set that can be made: each tile with its face.

The back of a tile that may be turned over shows the same labels, each under its own mark. It is drawn as it is seen
through the face, in one colour or sunk, so patterns alone tell labels apart there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from quasiprint.addons.designer.sets import set_file
from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks import arrows, edges, paths, profiles, spots
from quasiprint.addons.designer.sets.looks.frame import Frame, LabelStyle, frame, is_needed, upright_mark
from quasiprint.addons.designer.sets.placed import name
from quasiprint.addons.designer.sets.set_file import LINES, PLAIN, SPOTS, TWO_SIDED, SetDesign, Shape
from quasiprint.checks.colour import boldest
from quasiprint.drawing.areas import clip_inside
from quasiprint.drawing.outlines import bevel_width, refuse_wide_chamfer
from quasiprint.errors import InputError, plain
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark
from quasiprint.model.game import Brief
from quasiprint.model.measures import Finish, Fit, Machine, Measures, Size, Stock
from quasiprint.model.piece import GameSet, Parts, Piece


class Look(Protocol):
    """How labels look: a module of `looks`."""

    def refuse(self, shape: Shape, drawn: LabelStyle) -> None:
        """Raise InputError if the labels of a shape cannot be drawn."""

    def fits(self, shape: Shape, shapes: Sequence[Shape], measures: Measures, /) -> bool:
        """Tell whether the labels of a shape have room. shapes: all of the set."""

    def marks(
        self, shape: Shape, drawn: LabelStyle, tile: Frame, labels: Labelling, /, behind: bool
    ) -> tuple[Mark, ...]:
        """Return what says the labels of a tile. behind: as its back shows them, seen through it."""


LARGEST = 1000.0  # mm: tiles are smaller
NOZZLE = 0.84  # mm: the narrowest stroke of a usual printer
BESIDE = 0.1  # mm: how much farther from the rim than its bevel what the back shows lies
LOOKS: dict[str, Look] = {  # by their names
    **dict.fromkeys(edges.DRAWN, edges),
    **dict.fromkeys(SPOTS, spots),
    **dict.fromkeys(LINES, paths),
    "arrows": arrows,
    "outline": profiles,
    PLAIN: spots,
}


def design(file_design: SetDesign, brief: Brief) -> GameSet:
    """Return the set that a file says. Raises InputError for what has no room at this size, or cannot be drawn."""
    held = set_file.hold(file_design)
    shapes = file_design.shapes
    for shape in shapes:
        measures = brief.measures
        room, reach = measures.machine.room, frame(shape.outline, measures).across
        # fits nowhere, however it is turned: to fill it with patterns would take long
        if shape.look in edges.DRAWN and all(room) and reach > math.hypot(*room):
            raise InputError(
                f"edge: found {measures.size.edge:g} mm, with which a tile of {shape.name!r} is {reach:.0f} mm across, "
                f"allowed is what fits {room[0]:g} × {room[1]:g} mm, all that a {measures.process} takes: choose a "
                "shorter edge, more room, or formats that need none of it"
            )
    drawn = LabelStyle(shapes, brief.measures, brief.palette, brief.supplied.get("symbols"))
    for shape in sorted(shapes, key=lambda shape: shape.look not in edges.DRAWN):
        LOOKS[shape.look].refuse(shape, drawn)
    pieces = tuple(piece for shape in shapes for piece in _pieces(shape, held[shape.name], drawn))
    refuse_wide_chamfer([piece.face for piece in pieces], brief.measures)
    bevel = bevel_width([piece.face for piece in pieces], brief.measures)
    pieces = tuple(replace(piece, face=replace(piece.face, bevel=bevel)) for piece in pieces) if bevel else pieces
    coloured = any(mark.colour is not None for piece in pieces for mark in piece.face.marks)
    palette = brief.palette
    return GameSet(
        game="set",
        title=plain(file_design.title),
        parameters=tuple((name, value) for name, value in brief.parameters.items() if value),
        pieces=pieces,
        accessories=(),
        composition=Parts(),
        both_sides=any(shape.symmetry == TWO_SIDED for shape in shapes),
        hidden=all(shape.symmetry != TWO_SIDED for shape in shapes),
        palette=palette if coloured else replace(palette, inks=(boldest(palette),)),
        measures=brief.measures,
    )


def fits(file_design: SetDesign, edge: float, stripe: float) -> bool:
    """Tell whether the labels of a set have room for a usual printer, with tiles of this edge; what nobody can tell
    yet, such as symbols, has, and so have tiles that are larger than anybody makes them. stripe: of the edge."""
    finish, fit, shapes = Finish(corner_radius=0.8), Fit(clearance=0.1), file_design.shapes
    measures = Measures(Process.PRINTER, Size(edge, stripe * edge), Stock(4.0), Machine(NOZZLE), finish, fit)
    if any(frame(shape.outline, measures).across > LARGEST for shape in shapes if shape.look in edges.DRAWN):
        return True
    return all(LOOKS[shape.look].fits(shape, shapes, measures) for shape in shapes)


def flat_marks(tile: Labelling) -> tuple[int, ...]:
    """Return a tile's labels as a piece has them: by slot; of each link both ends and the label, in a row."""
    return tuple(part for label in tile for part in (label if isinstance(label, tuple) else (label,)))


def _pieces(shape: Shape, tiles: Sequence[Labelling], drawn: LabelStyle) -> Iterator[Piece]:
    """Yield the tiles of a shape and their copies. Raises InputError where they have no room."""
    measures, profiled = drawn.measures, shape.look == "outline"  # then each tile has an outline of its own
    marks = partial(LOOKS[shape.look].marks, shape, drawn)
    around, upright = frame(shape.outline, measures), tuple[Mark, ...]()
    if is_needed(shape) and not profiled:
        upright = (upright_mark(shape, around, [mark for tile in tiles for mark in marks(around, tile, behind=False)]),)
    for tile in tiles:
        outline = profiles.outline(shape, tile) if profiled else shape.outline
        around = frame(outline, measures)
        front = marks(around, tile, behind=False)
        if is_needed(shape) and profiled:
            upright = (upright_mark(shape, around, front),)
        back = () if shape.is_plain else around.back
        if shape.symmetry == TWO_SIDED and front:
            back = tuple(area for mark in marks(around, tile, behind=True) for area in mark.ink)
            if measures.process is Process.PRINTER:
                back = clip_inside(back, around.rim, measures.finish.chamfer + BESIDE, measures.machine.min_feature)
        face = Face(around.nominal, around.rim, (Cell(around.rim, (*front, *upright)),), back)
        corners, called = tuple(outline.corners[k] for k in around.sharp), name(shape, tile)
        count = shape.copies_of(tile)
        for id in [called] if count == 1 else [f"{called}-copy-{k + 1}" for k in range(count)]:
            yield Piece(id, called if profiled else shape.name, flat_marks(tile), corners, face)
