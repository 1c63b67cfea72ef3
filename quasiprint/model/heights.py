"""How high printed things are: what stands above their faces counts."""

from __future__ import annotations

from quasiprint.model.face import Face
from quasiprint.model.measures import Maker, Measures


def tallest(face: Face, measures: Measures) -> float:
    """Return how high a thing reaches above what it lies on, mm, in whichever way it is made: a printer with one
    filament raises the patterns of coloured marks."""
    top = measures.with_thickness(face.thickness).stock.thickness
    if measures.process is not Maker.PRINTER:
        return top
    rises = [mark.rise for mark in face.marks if mark.colour is None and mark.ink and mark.rise is not None]
    coloured = any(mark.colour is not None and mark.ink for mark in face.marks)
    return top + max([0.0, *rises, measures.finish.relief_height * coloured])
