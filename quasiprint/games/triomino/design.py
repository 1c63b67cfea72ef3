"""The triomino set: one tile for every way to choose three numbers, or four for the squares.

A tile's numbers do not decrease clockwise, from the smallest, face up. Of two tiles that are
mirror images of each other the set has one, so a mirrored tile is foreign.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from quasiprint.checks.colour import boldest
from quasiprint.drawing.numerals import (
    Drawing,
    digits,
    digits_for_fingers,
    pictures,
    pips,
    pips_for_fingers,
    spread,
)
from quasiprint.drawing.outlines import bevel_width, refuse_wide_chamfer
from quasiprint.drawing.strokes import made_from, refuse_fine
from quasiprint.errors import InputError
from quasiprint.exact.regular import CORNERS, TURNS, groups
from quasiprint.games.triomino import TACK_DEPTH
from quasiprint.games.triomino.face import (
    TileStyle,
    face,
    least_edge,
    plainest,
    refuse_cramped,
    rounded,
    shortest,
    tactile_height,
    tallest,
)
from quasiprint.games.triomino.rules import composition, labellings, refuse_too_many, tile_id
from quasiprint.model.game import Brief
from quasiprint.model.measures import SPACED, Maker, Measures, high, line
from quasiprint.model.option import Supplied
from quasiprint.model.piece import GameSet, Piece, Value
from quasiprint.model.profile import Ink, Palette

TITLES = {"triangle": "Triomino", "square": "Triomino with squares"}
COMMON = 5  # the highest number of the common set: where it does not fit, the edge is too short
TACTILE = 1.0  # mm above the surface: what fingers follow


def design(brief: Brief) -> GameSet:
    """Return the whole set. Raises InputError where the numbers, or the sizes, cannot be made."""
    parameters, measures, palette = dict(brief.parameters), brief.measures, brief.palette
    symbols = brief.supplied.get("symbols")
    shape, highest = str(parameters["shape"]), int(parameters["highest"])
    refuse_too_many(shape, highest)
    ink = boldest(palette)
    style = _style(parameters, measures, ink, symbols)
    if symbols:
        _refuse_too_fine(style, symbols, measures)
    elif parameters["marks"] == "digits":
        _refuse_too_high(style, highest, measures)
    refuse_cramped(style, measures)
    measures = rounded(style, measures)
    every = tuple(labellings(shape, highest))
    faces = [face(numbers, style, measures) for numbers in every]
    bevel = bevel_width(faces, measures)
    pieces = tuple(
        Piece(
            id=tile_id(numbers),
            shape=shape,
            marks=numbers,
            corners=CORNERS[shape],
            face=replace(drawn, bevel=bevel),
        )
        for numbers, drawn in zip(every, faces, strict=True)
    )
    refuse_wide_chamfer([piece.face for piece in pieces], measures)
    return GameSet(
        game="triomino",
        title=TITLES[shape],
        parameters=tuple((name, value) for name, value in parameters.items() if name not in _idle(parameters)),
        pieces=pieces,
        accessories=(),
        composition=composition(shape, highest),
        hidden=True,
        palette=Palette(palette.name, palette.body, (ink,)),
        measures=measures,
        groups=groups(shape),
    )


def _idle(chosen: Mapping[str, Value]) -> tuple[str, ...]:
    """Return the names of parameters that say nothing about the set."""
    return ("marks" if chosen["symbols"] else "symbols", *(() if chosen["tack"] else ("tack", "tack_depth")))


def _digits(highest: int, raised: float) -> tuple[Drawing, ...]:
    """Return digits. raised: how wide a line for fingers is, 0 for those that eyes read."""
    return digits_for_fingers(highest, raised) if raised else digits(highest)


def _drawings(parameters: Mapping[str, Value], measures: Measures, symbols: Supplied | None) -> tuple[Drawing, ...]:
    """Return what stands for each number."""
    highest = int(parameters["highest"])
    if symbols:
        return pictures(symbols, highest)
    if parameters["marks"] == "digits":
        return _digits(highest, line(measures) if measures.touch else 0.0)
    return pips_for_fingers(highest) if measures.touch else pips(highest)


def _style(parameters: Mapping[str, Value], measures: Measures, ink: Ink, symbols: Supplied | None) -> TileStyle:
    finish = "raised" if measures.touch else str(parameters["finish"])
    tack, tack_depth = float(parameters["tack"]), float(parameters["tack_depth"])
    drawings = _drawings(parameters, measures, symbols)
    if not tack and tack_depth != TACK_DEPTH:
        raise InputError(
            f"--tack-depth: found {tack_depth:g} mm, allowed is none without --tack, which says how wide the recess is"
        )
    if tack and tack_depth < 2 * measures.machine.layer:
        raise InputError(
            f"--tack-depth: found {tack_depth:g} mm, allowed is from {2 * measures.machine.layer:g} mm, "
            "two layers of a printer"
        )
    if measures.process is Maker.PAPER:
        tack = 0.0  # nothing can be sunk into paper
    inlaid = finish == "inlaid"
    return TileStyle(
        corners=TURNS[str(parameters["shape"])].slots,
        drawings=drawings,
        colour=0 if inlaid else None,
        pattern=ink.pattern if inlaid else None,
        rise=(high(measures) if measures.touch else TACTILE) if finish == "raised" else -measures.finish.inlay_depth,
        tack=tack,
        tack_depth=tack_depth,
        raised=line(measures) if measures.touch else 0.0,
        braille=measures.touch and not symbols and parameters["marks"] == "digits",
        spread=spread(drawings) if parameters["marks"] == "pips" and not symbols else 0.0,
    )


def _refuse_too_fine(style: TileStyle, symbols: Supplied, measures: Measures) -> None:
    """Raise InputError for pictures whose strokes, or the gaps in them, cannot be made in the corner's room."""
    due = [made_from(one, measures) for one in style.drawings]
    makes = f"a {measures.process} makes no less than {measures.machine.min_feature:g} mm"
    if style.raised:
        due = [tactile_height((one,), style.raised) for one in style.drawings]
        makes = f"fingers follow lines of {style.raised:g} mm that are {SPACED:g} mm apart"
    least = plainest(style, measures)
    refuse_fine(symbols, style.drawings, due, lambda m: tallest(style, m), measures, least, makes)


def _refuse_too_high(style: TileStyle, highest: int, measures: Measures) -> None:
    """Raise InputError if numbers so long do not fit in the corners, but shorter ones do."""
    fitting = [top for top in range(highest) if _fit(replace(style, drawings=_digits(top, style.raised)), measures)]
    if not _fit(style, measures) and max(fitting, default=0) >= COMMON:
        due, room = shortest(style, measures), max(0.0, tallest(style, measures))
        raise InputError(
            f"--highest: found {highest}, allowed is up to {max(fitting)} on an edge of {measures.size.edge:g} mm: "
            f"with {highest}, the numbers must be {due:.1f} mm high to be made and read, and have room for "
            f"{room:.1f} mm; they fit on an edge of {least_edge(style, measures):g} mm (as a {measures.process} makes "
            "them)"
        )


def _fit(style: TileStyle, measures: Measures) -> bool:
    return tallest(style, measures) >= shortest(style, measures)
