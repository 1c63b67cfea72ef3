"""How far a beam goes on a sheet: what it cuts, scores and engraves, and how it gets from one line to the next."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from quasiprint.model.face import Point, Ring, area, bounds
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation

START = (0.0, 0.0)  # where a head waits: the lower left corner of the sheet


@dataclass(frozen=True, slots=True)
class Lengths:
    """What is done on one sheet, in mm and mm².

    engrave: along the outlines of engraved areas; engraved: these areas; swept: the boxes around each of them, which
    the head sweeps row by row; travel: between what is scored and cut, in the order of the file.
    """

    cut: float
    score: float
    engrave: float
    engraved: float
    swept: float
    travel: float


def lengths(drawing: Drawing) -> Lengths:
    """Return what is done on a sheet, in the order of its paths, from the sheet's lower left corner on."""
    score = engrave = engraved = swept = travel = 0.0
    at = START
    for path in drawing.paths:
        if path.operation is SheetOperation.ENGRAVE:
            engrave += _length(path)
            # holes run the other way around than the areas in which they are
            engraved += abs(sum(map(area, path.rings)))
            left, low, right, high = bounds(path.rings)
            swept += (right - left) * (high - low)
        elif path.operation is not SheetOperation.REFERENCE:
            score += 0.0 if path.operation.cuts else _length(path)
            for ring in path.rings:
                travel += math.dist(at, ring[0])
                at = ring[0] if path.closed else ring[-1]
    return Lengths(cut_length(drawing), score, engrave, engraved, swept, travel)


def cut_length(drawing: Drawing) -> float:
    """Return how far the beam cuts, inner and outer cuts, in mm."""
    return sum(_length(path) for path in drawing.paths if path.operation.cuts)


def _length(path: SheetPath) -> float:
    """Return how long the lines of a path are, in mm."""
    total = 0.0
    for ring, arcs in path.sides():
        for k, (a, b) in enumerate(_ends(ring, path.closed)):
            chord, wide = math.dist(a, b), 2 * abs(arcs[k]) if arcs else 0.0
            total += wide * math.asin(chord / wide) if wide else chord
    return total


def _ends(ring: Ring, closed: bool) -> Iterator[tuple[Point, Point]]:
    yield from zip(ring, (ring[1:] + ring[:1]) if closed else ring[1:], strict=False)
