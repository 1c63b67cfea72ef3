"""From a face to solids: a body with pockets, an inlay for each mark, and one piece in relief.

The pockets do not depend on the colours, so all tiles of a shape have one body; an inlay
depends on its mark alone. A mark without a colour has no inlay: its ink is sunk into the body.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, snap
from quasiprint.model.profile import Measures
from quasiprint.model.solid import Part, Sector, Solid, SolidPiece, Step


def solid_piece(id: str, shape_key: str, face: Face, measures: Measures) -> SolidPiece:
    """Return a piece or accessory as solids, in its own frame: bottom at z = 0, mm.

    shape_key: names the outline and the pockets; pieces whose faces agree in these, whatever
    their colours, have the same. Raises InputError if the measures leave no material between
    the pockets and the back, or if a mark's field has a hole.
    """
    _refuse_unmakeable(measures)
    parts = [Part(f"{shape_key}-body", "body", None, _solid(face, _pocketed, measures))]
    for mark in face.marks:
        if mark.colour is not None:
            key = f"{shape_key}-inlay-edge{mark.slot}-c{mark.colour}"
            parts.append(Part(key, "inlay", mark.colour, _inlay(mark, measures)))
    relief = Part(id, "relief", None, _solid(face, _raised, measures))
    return SolidPiece(id, tuple(parts), relief)


def _refuse_unmakeable(measures: Measures) -> None:
    if not 0 < measures.groove_depth < measures.inlay_depth:
        raise InputError(
            f"groove depth: found {measures.groove_depth:g} mm, allowed is more than 0 and less than the "
            f"inlay depth, {measures.inlay_depth:g} mm, because an inlay's pattern must leave it a floor"
        )
    least = measures.inlay_depth + max(measures.back_depth, measures.chamfer) + 2 * measures.layer
    if measures.thickness < least - 1e-9:
        raise InputError(
            f"thickness: found {measures.thickness:g} mm, allowed is {least:g} mm or more: the pocket of an "
            f"inlay ({measures.inlay_depth:g} mm), the mark on the back or the chamfer "
            f"({max(measures.back_depth, measures.chamfer):g} mm) and two layers between them"
        )


def _solid(face: Face, sector: Callable[[Cell, Measures], Sector], measures: Measures) -> Solid:
    return Solid(
        outline=face.outline,
        sectors=tuple(sector(cell, measures) for cell in face.cells),
        bottom=0.0,
        top=snap(measures.thickness),
        chamfer=measures.chamfer,
        recesses=face.back,
        recess_depth=measures.back_depth if face.back else 0.0,
    )


@lru_cache(maxsize=8192)
def _pocketed(cell: Cell, measures: Measures) -> Sector:
    """Return a cell with a pocket for each coloured mark."""
    floor = snap(measures.thickness - measures.inlay_depth)
    groove = snap(measures.thickness - measures.groove_depth)
    steps: list[Step] = []
    for mark in cell.marks:
        if mark.colour is not None:
            steps.append(Step(mark.field, floor))
        else:
            steps += [Step(region, groove) for region in mark.ink]
    return Sector(cell.boundary, tuple(steps))


@lru_cache(maxsize=8192)
def _raised(cell: Cell, measures: Measures) -> Sector:
    """Return a cell with each mark's ink raised."""
    top = snap(measures.thickness + measures.relief_height)
    return Sector(cell.boundary, tuple(Step(region, top) for mark in cell.marks for region in mark.ink))


@lru_cache(maxsize=8192)
def _inlay(mark: Mark, measures: Measures) -> Solid:
    """Return what fills a mark's pocket: flush where inked, a groove elsewhere."""
    if mark.field.holes:
        raise InputError(
            f"mark of slot {mark.slot}: its field has {len(mark.field.holes)} holes, allowed is none, "
            "because an inlay is one simple plug"
        )
    ink = tuple(Step(region, snap(measures.thickness)) for region in mark.ink)
    return Solid(
        outline=mark.field.outer,
        sectors=(Sector(mark.field.outer, ink),),
        bottom=snap(measures.thickness - measures.inlay_depth),
        top=snap(measures.thickness - measures.groove_depth),
    )
