"""A box of Quomino: ominoes, Quominoes, markers and a board, as many as any game on its boards can need."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from quasiprint.checks.colour import boldest
from quasiprint.drawing.outlines import refuse_wide_chamfer
from quasiprint.errors import InputError
from quasiprint.exact.regular import ring, row, square
from quasiprint.games.quomino import face as faces
from quasiprint.games.quomino.accessories import boards, strips
from quasiprint.games.quomino.bounds import box
from quasiprint.games.quomino.face import Sizes
from quasiprint.games.quomino.rules import BOXED
from quasiprint.model.face import Face, snap
from quasiprint.model.game import Brief
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Accessory, GameSet, Parts, Piece, Seat, Value
from quasiprint.model.profile import Ink, Palette

SQUARE, BLOCK = square(1), square(2)
# what stands on each corner of an omino, or on the face and the back of a Quomino: 1 black, 0 white, 2 both
OMINO, QUOMINO = (0, 2, 1, 2), (1, 0)


def board_sizes(parameters: Mapping[str, Value]) -> tuple[int, ...]:
    """Return the sizes of the boards that a box is for."""
    return (int(parameters["size"]),) if parameters.get("size") else BOXED


def has_board(parameters: Mapping[str, Value], process: Maker) -> bool:
    """Tell whether a process makes the board: where nobody says another one, it does."""
    return parameters.get("board_by") in (None, "", process)


def design(brief: Brief) -> GameSet:
    """Return a box: for all of `BOXED`, if no size is asked for. Raises InputError where the sizes cannot be made."""
    parameters, measures, palette = brief.parameters, brief.measures, brief.palette
    played = board_sizes(parameters)
    sizes = Sizes(measures, str(parameters["grip"]))
    sizes.refuse_too_small()
    if measures.touch and sizes.grip == "knob":
        raise InputError(
            "--grip: found knob with --touch, allowed is dimple: the black half is raised, and a knob on it would "
            "stand too near its rims for fingers to tell them apart"
        )
    need = box(played)
    ink = boldest(palette)
    accessories: tuple[Accessory, ...] = (Accessory("marker", "marker", need.markers, faces.marker(sizes)),)
    if has_board(parameters, measures.process):
        accessories += boards(sizes, max(played), played[:-1])
        accessories += () if sizes.paper else strips(sizes, played)
    if measures.process is Maker.LASER and sizes.grip == "knob":
        accessories += (Accessory("knob", "knob", need.ominoes, faces.knob(sizes)),)
    refuse_wide_chamfer([faces.omino(sizes), faces.quomino(sizes)] + [thing.face for thing in accessories], measures)
    if sizes.for_printer:
        # the back of a Quomino takes a stud
        measures = measures.with_back(faces.depth(sizes))
    # on paper ominoes fill their squares; elsewhere each turns in its square, and keeps its play to itself
    groups = (row("square", max(played)), ring("square")) if sizes.paper else ()
    return GameSet(
        game="quomino",
        title="Quomino",
        parameters=(
            ("boards", ", ".join(f"{n} × {n}" for n in played)),
            *((key, value) for key, value in parameters.items() if key not in ("size", "board_by")),
            *((("board_by", parameters["board_by"]),) if parameters.get("board_by") else ()),
        ),
        pieces=(
            *_copies("omino", need.ominoes, faces.omino(sizes)),
            *_copies("quomino", need.quominoes, faces.quomino(sizes)),
        ),
        accessories=accessories,
        composition=Parts(),
        hidden=True,
        palette=Palette(palette.name, palette.body, (Ink(ink.name, ink.rgb, "solid"),)),
        measures=measures,
        noun="piece",
        groups=tuple(replace(group, shape="omino") for group in groups),
        seats=_seats(sizes, accessories),
    )


def _seats(sizes: Sizes, accessories: tuple[Accessory, ...]) -> tuple[Seat, ...]:
    """Return what sits in what: the hollow of a Quomino over a stud, and a board's parts in one another."""
    found = []
    if sizes.for_printer and any(mark.rise for thing in accessories for mark in thing.face.marks):
        # a hollow is nearest in the middles of its sides
        apart = sizes.hollow * math.cos(math.pi / faces.HOLLOW_SIDES) - sizes.stud
        found.append(Seat("around a stud under a Quomino", snap(apart)))
    if not sizes.paper and sum(thing.kind == "board-part" for thing in accessories) > 1:
        found.append(Seat("between two parts of the board", 2 * sizes.measures.fit.clearance))
    return tuple(found)


def _copies(shape: str, count: int, face: Face) -> tuple[Piece, ...]:
    marks, corners = (OMINO, SQUARE) if shape == "omino" else (QUOMINO, BLOCK)
    digits = len(str(count))
    return tuple(Piece(f"{shape}-{k:0{digits}d}", shape, marks, corners, face) for k in range(1, count + 1))
