"""From a face to solids: a body with pockets, an inlay for each mark, and one piece in relief.

What a back shows in a colour has pockets and inlays, too: they are printed first, on the bed. In relief it is sunk.

Where the pockets do not depend on the labels, all tiles of a shape have one body; an inlay depends on its mark alone. A
mark without a colour has no inlay: its ink is sunk into the body, or stands above it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from quasiprint.drawing.outlines import refuse_wide_chamfer
from quasiprint.drawing.rings import side
from quasiprint.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, snap
from quasiprint.model.limits import round_up
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet
from quasiprint.model.solid import Part, Sector, Solid, SolidPiece, Step
from quasiprint.system.progress import tell_progress

STRAIGHT = 1e-5  # mm


def solid_pieces(game_set: GameSet) -> tuple[SolidPiece, ...]:
    """Return the pieces of a set, then its accessories, as solids.

    Pieces of a shape, or accessories of a kind, share a body or an inlay if it is the same for all
    of them; else each has its own, under its id. Pieces that are alike in all share their relief, too,
    under the id of the first of them. Raises InputError as `solid_piece` does.
    """
    items = [(piece.id, piece.shape, piece.face) for piece in game_set.pieces]
    items += [(accessory.id, accessory.kind, accessory.face) for accessory in game_set.accessories]
    faces = {face for _, _, face in items if face.thickness is None}
    for thickest in sorted(faces, key=lambda face: _least(face, game_set.measures))[-1:]:
        # the one that needs most first, so that the limit is everybody's
        _refuse_unmakeable(thickest, game_set.measures)
    refuse_wide_chamfer({face for _, _, face in items}, game_set.measures)
    built = [
        solid_piece(id, kind, face, game_set.measures) for id, kind, face in tell_progress(items, "building the parts")
    ]
    first: dict[str, Part] = {}
    differ: set[str] = set()
    for piece in built:
        for part in piece.parts:
            known = first.setdefault(part.key, part)
            if known is not part and known.solid != part.solid:
                differ.add(part.key)
    found = []
    alike: dict[tuple[str, Solid], Part] = {}
    for (id, kind, _), piece in zip(items, built, strict=True):
        parts = tuple(
            replace(part, key=id + part.key.removeprefix(kind)) if part.key in differ else first[part.key]
            for part in piece.parts
        )
        relief = piece.relief and alike.setdefault((kind, piece.relief.solid), piece.relief)
        found.append(replace(piece, parts=parts, relief=relief))
    return tuple(found)


def solid_piece(id: str, shape_key: str, face: Face, measures: Measures) -> SolidPiece:
    """Return a piece or accessory as solids, in its own frame: bottom at z = 0, mm.

    shape_key: names the outline and the pockets; pieces whose faces agree in these, whatever their colours, have the
    same. Raises InputError if the measures leave no material between the pockets and the back.
    """
    measures = measures.with_thickness(face.thickness)
    _refuse_unmakeable(face, measures)
    parts = [Part(f"{shape_key}-body", "body", None, build_body(face, measures))]
    for mark in face.marks:
        if mark.colour is not None:
            for number, plug in enumerate(_inlays(mark, measures)):
                several = f"-{number + 1}" if len(mark.field) > 1 else ""
                key = f"{shape_key}-inlay-{mark.slot}-{mark.label}{several}"
                parts.append(Part(key, "inlay", mark.colour, plug))
    if face.inlaid_back:
        for number, region in enumerate(face.back, 1):
            key = f"{shape_key}-inlay-back{f'-{number}' if len(face.back) > 1 else ''}"
            plug = _plug(region, (), 0.0, measures.finish.inlay_depth)
            parts.append(Part(key, "inlay", face.back_colour, plug))
    inlaid = any(part.role == "inlay" for part in parts)
    relief = Part(id, "relief", None, build_body(face, measures, raised=True)) if inlaid else None
    return SolidPiece(id, tuple(parts), relief, plain=face.thickness is not None)


def _refuse_unmakeable(face: Face, measures: Measures) -> None:
    deepest_groove = snap(measures.finish.inlay_depth - measures.machine.layer)
    if measures.finish.groove_depth > deepest_groove:
        raise InputError(
            f"groove_depth: found {measures.finish.groove_depth:g} mm, allowed is up to {deepest_groove:g} mm: an "
            f"inlay's pattern must leave it a floor of a layer, {measures.machine.layer:g} mm, and the inlay is "
            f"{measures.finish.inlay_depth:g} mm deep"
        )
    least = _least(face, measures)
    if measures.stock.thickness < least - 1e-9:
        above, below = _depth_above(face, measures), _depth_below(face, measures)
        what = "a recess" if above > measures.finish.inlay_depth else "the pocket of an inlay"
        raise InputError(
            f"thickness: found {measures.stock.thickness:g} mm, allowed is from {round_up(least):g} mm: {what} "
            f"({above:g} mm), the mark on the back or the chamfer ({below:g} mm) and two layers between them"
        )


def _least(face: Face, measures: Measures) -> float:
    """Return how thick a piece must be, mm. One whose back is inlaid is more than twice as thick as its inlays."""
    return _depth_above(face, measures) + _depth_below(face, measures) + 2 * measures.machine.layer


def _depth_above(face: Face, measures: Measures) -> float:
    """Return how deep the deepest recess of a face may be, mm: a pocket, a mark's own, or its bevel. What has a
    thickness of its own has no pockets."""
    pocket, groove = (measures.finish.inlay_depth if face.thickness is None else 0.0), measures.finish.groove_depth
    sunk = (groove if mark.rise is None else -mark.rise for mark in face.marks if mark.operation is not Operation.CUT)
    return max([pocket, face.bevel, *sunk])


def _depth_below(face: Face, measures: Measures) -> float:
    """Return how far up a back may be sunk, or its edge bevelled, mm."""
    pocket = measures.finish.inlay_depth if face.inlaid_back else 0.0
    hollow = _hollow_depth(face, measures) if face.hollows else 0.0
    back = measures.finish.back_depth if face.back or face.thickness is None else 0.0
    return max(back, measures.finish.chamfer, pocket, hollow)


def _hollow_depth(face: Face, measures: Measures) -> float:
    return measures.finish.back_depth if face.hollow_depth is None else face.hollow_depth


def _recesses(face: Face, measures: Measures) -> Iterator[Step]:
    """Yield what is sunk into a back: pockets for inlays, or marks, and hollows."""
    depth = measures.finish.inlay_depth if face.inlaid_back else measures.finish.back_depth
    yield from (Step(region, snap(depth)) for region in face.back)
    yield from (Step(region, snap(_hollow_depth(face, measures))) for region in face.hollows)
    if face.pocket and not face.pocket.low:
        yield Step(face.pocket.area, face.pocket.high)


def build_body(face: Face, measures: Measures, *, raised: bool = False) -> Solid:
    """Return the body of a face. raised: with its coloured marks raised, in place of pockets for inlays."""
    sectors = tuple(_sector(cell, measures, raised) for cell in face.cells)
    holes = tuple(hole for sector in sectors for hole in sector.holes)
    pocket = face.pocket
    if pocket and pocket.low and pocket.high == snap(measures.stock.thickness):  # it may lie across several cells
        steps = (step for sector in sectors for step in sector.steps)
        sectors = (Sector(face.outline, (*steps, Step(pocket.area, pocket.low, drawn=False)), holes),)
        pocket = None
    return Solid(
        outline=face.outline,
        sectors=sectors,
        bottom=0.0,
        top=snap(measures.stock.thickness),
        # a bevel around a dovetail would have no room; such a part lies flush with its neighbours anyway
        chamfer=measures.finish.chamfer if _convex(face.outline) and not holes else 0.0,
        bevel=0.0 if holes else face.bevel,
        recesses=tuple(_recesses(face, measures)),
        cavity=pocket if pocket and pocket.low else None,
    )


@lru_cache(maxsize=256)
def _convex(outline: Ring) -> bool:
    """Tell whether an outline turns to the left everywhere; what is straight within a nanometre may turn."""
    corners = zip(outline[-1:] + outline[:-1], outline, outline[1:] + outline[:1], strict=True)
    return all(side(a, b, c) > -STRAIGHT * math.dist(a, c) for a, b, c in corners)


@lru_cache(maxsize=8192)
def _sector(cell: Cell, measures: Measures, raised: bool) -> Sector:
    """Return a cell with each coloured mark's ink raised, or with a pocket for its inlay; other marks rise or sink, or
    go through."""
    level = measures.finish.relief_height if raised else -measures.finish.inlay_depth
    groove = -measures.finish.groove_depth
    steps: list[Step] = []
    holes: list[Ring] = []
    for mark in cell.marks:
        if mark.operation is Operation.CUT:
            holes += [region.outer[::-1] for region in mark.ink]
            continue
        rise = level if mark.colour is not None else groove if mark.rise is None else mark.rise
        areas = mark.field if mark.colour is not None and not raised else mark.ink
        steps += [Step(region, snap(measures.stock.thickness + rise)) for region in areas]
    return Sector(cell.boundary, tuple(steps), tuple(holes))


@lru_cache(maxsize=8192)
def _inlays(mark: Mark, measures: Measures) -> tuple[Solid, ...]:
    """Return what fills a mark's pockets: flush where inked, a groove elsewhere."""
    bottom, top = measures.stock.thickness - measures.finish.inlay_depth, measures.stock.thickness
    if mark.ink == mark.field:
        return tuple(_plug(region, (), bottom, top) for region in mark.field)
    if len(mark.field) != 1:
        raise ValueError(f"mark of slot {mark.slot}: a pattern needs one field, found {len(mark.field)}")
    ink = tuple(Step(region, snap(top)) for region in mark.ink)
    return (_plug(mark.field[0], ink, bottom, top - measures.finish.groove_depth),)


def _plug(region: Region, steps: tuple[Step, ...], bottom: float, top: float) -> Solid:
    return Solid(
        outline=region.outer,
        sectors=(Sector(region.outer, steps, region.holes),),
        bottom=snap(bottom),
        top=snap(top),
    )
