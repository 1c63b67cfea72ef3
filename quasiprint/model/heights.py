"""How high printed things are when they lie, and when they stand: what stands above their faces counts."""

from __future__ import annotations

import math

from quasiprint.model.face import Face
from quasiprint.model.measures import Maker, Measures


def tallest(face: Face, measures: Measures) -> float:
    """Return the overall height in mm, relief included: a printer with one filament raises coloured patterns."""
    top = measures.with_thickness(face.thickness).stock.thickness
    if measures.process is not Maker.PRINTER:
        return top
    rises = [mark.rise for mark in face.marks if mark.colour is None and mark.ink and mark.rise is not None]
    coloured = any(mark.colour is not None and mark.ink for mark in face.marks)
    return top + max([0.0, *rises, measures.finish.relief_height * coloured])


def standing(face: Face) -> tuple[float, float]:
    """Return how wide and how high a tile is that stands on its longest edge, mm; of equally long ones that on which it
    is the narrowest."""
    ring = face.nominal
    ways = []
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        long = math.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / long, (by - ay) / long
        along = [x * ux + y * uy for x, y in ring]
        up = [y * ux - x * uy for x, y in ring]
        ways.append((-round(long, 3), max(along) - min(along), max(up) - min(up)))
    _, width, height = min(ways)
    return width, height
