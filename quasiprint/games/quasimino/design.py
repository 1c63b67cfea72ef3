"""The Quasimino set: every way to colour the edges of a thick and of a thin rhomb, once.

A half turn leaves a rhomb where it was, and nothing else that keeps it face up does; so two
colourings are the same tile when a half turn carries one to the other. The tiles are
one-sided: a mirror image is another tile, or the same by chance.
"""

from __future__ import annotations

import math
from dataclasses import replace

from quasiprint.drawing.outlines import refuse_wide_chamfer
from quasiprint.drawing.palettes import refuse_colours, refuse_patterns
from quasiprint.drawing.patterns import Ribbon, boldness, ink_regions, tactile_width
from quasiprint.drawing.strokes import finest
from quasiprint.errors import InputError
from quasiprint.exact.orbit import cyclic, labellings, tile_id
from quasiprint.games.quasimino.accessories import tokens
from quasiprint.games.quasimino.face import face, half_acute, least_edge, ribbon
from quasiprint.games.quasimino.rhomb import corners, groups
from quasiprint.model.game import Brief
from quasiprint.model.limits import round_down, round_up
from quasiprint.model.measures import APART, LINE, Measures, line
from quasiprint.model.piece import GameSet, Labelled, Marking, Piece
from quasiprint.model.profile import Palette

SHAPES = ("thick", "thin")
EDGES = 4
DOTS = 4.0  # widths of a stripe: as long is a straight one on which dots are tried
HALF_TURN = cyclic("half turn", EDGES, 2)


def composition(colours: int) -> Labelled:
    """Return what makes a set whole: a colour on each edge of both shapes."""
    return Labelled(tuple((shape, HALF_TURN) for shape in SHAPES), colours, Marking("edge"))


def design(brief: Brief) -> GameSet:
    """Return the whole set. Its one parameter is `colours`, the number of stripe colours, from 1. Raises InputError
    where the colours, or the sizes, cannot be made."""
    measures, palette = brief.measures, brief.palette
    colours = int(brief.parameters["colours"])
    refuse_colours(palette, colours)
    refuse_patterns(palette)
    if measures.touch:
        _refuse_unfelt(measures, palette, colours)
    _refuse_too_small(measures, palette)
    pieces = tuple(
        Piece(
            id=tile_id(shape, marks),
            shape=shape,
            marks=marks,
            corners=corners(shape),
            face=face(shape, marks, palette.inks, measures),
        )
        for shape in SHAPES
        for marks in labellings(HALF_TURN, colours)
    )
    heap = tokens(palette.inks, measures)
    refuse_wide_chamfer([piece.face for piece in pieces] + [token.face for token in heap], measures)
    return GameSet(
        game="quasimino",
        title="Quasimino",
        parameters=(("colours", colours),),
        pieces=pieces,
        accessories=heap,
        composition=composition(colours),
        hidden=True,
        palette=palette,
        measures=measures,
        groups=groups(),
    )


def _refuse_unfelt(measures: Measures, palette: Palette, colours: int) -> None:
    """Raise InputError if stripes are so narrow that fingers cannot tell their patterns apart."""
    patterns = frozenset(ink.pattern for ink in palette.inks[:colours])
    least = tactile_width(patterns, line(measures))
    if measures.size.stripe < least - 1e-9:
        edge = max(least_edge(least, measures), measures.size.edge)
        raise InputError(
            f"stripe: found {measures.size.stripe:.10g} mm with --touch, allowed is from {least:g} mm, on an edge of "
            f"{edge:g} mm or more: fingers tell {', '.join(sorted(patterns))} stripes apart by lines {LINE:g} mm wide "
            f"and {APART:g} mm apart"
        )


def _dots_stay(measures: Measures, palette: Palette) -> bool:
    """Tell whether enough stays of the half dots at an edge: as much as the process makes."""
    if all(ink.pattern != "dotted" for ink in palette.inks):
        return True
    width = measures.size.stripe
    straight = Ribbon(width, 0.0, 0.0, 0.0, DOTS * width, measures.fit.clearance)
    return not finest(ink_regions(straight, "dotted"), measures.machine.min_feature)


def _loosest(measures: Measures, palette: Palette) -> float:
    """Return the largest clearance (hundredths of a mm) at which enough stays of the half dots."""
    low, high = 0, round(100 * measures.fit.clearance)
    while high - low > 1:
        middle = (low + high) // 2
        fit = replace(measures.fit, clearance=middle / 100)
        low, high = (middle, high) if _dots_stay(replace(measures, fit=fit), palette) else (low, middle)
    return low / 100


def _refuse_too_small(measures: Measures, palette: Palette) -> None:
    """Raise InputError if a stripe has no room, or its pattern is finer than the process can make."""
    m = measures
    # An edge loses clearance and rounding at each end; what is left at the sharpest corner, 36°.
    lost = 2 * (m.fit.clearance + m.finish.corner_radius) / math.tan(min(half_acute(shape) for shape in SHAPES))
    shortest = round_up(lost + m.size.stripe)
    if m.size.edge < shortest:
        raise InputError(
            f"edge: found {m.size.edge:g} mm, allowed is from {shortest:g} mm: a stripe of {m.size.stripe:g} mm must "
            f"cross it between the rounded corners (as a {m.process} makes it)"
        )
    loosest, why = round_down(m.size.stripe / 3), "a third of it: wider, and stripes no longer seem to meet"
    if m.fit.clearance <= loosest and boldness(m.size.stripe) >= m.machine.min_feature and not _dots_stay(m, palette):
        # half a dot stands at the edge, and the clearance is cut off it
        loosest = _loosest(m, palette)
        why = f"or of the half dots at the edges less stays than a {m.process} makes, {m.machine.min_feature:g} mm"
    if m.fit.clearance > loosest:
        raise InputError(
            f"clearance: found {m.fit.clearance:g} mm, allowed is up to {loosest:.2f} mm with a stripe of "
            f"{m.size.stripe:g} mm, {why}"
        )
    bold = boldness(measures.size.stripe)
    if bold < measures.machine.min_feature - 1e-9:
        least = round_up(measures.machine.min_feature / boldness(1.0))
        edge = least_edge(least, measures)
        reason = (
            f"the patterns' strokes would be {bold:.2f} mm wide, and a {measures.process} makes no "
            f"less than {measures.machine.min_feature:g} mm"
        )
        if edge > measures.size.edge:
            raise InputError(
                f"edge: found {measures.size.edge:g} mm with stripes of {measures.size.stripe:g} mm, allowed is from "
                f"{edge:.2f} mm with stripes of {least:.2f} mm, which have room in a 36° tip there: {reason}"
            )
        raise InputError(f"stripe: found {measures.size.stripe:g} mm, allowed is from {least:.2f} mm: {reason}")
    for shape in SHAPES:
        ribbon(shape, measures)  # refuses a stripe that has no room in the tip
