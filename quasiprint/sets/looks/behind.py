"""The back of a tile that may be turned over: it shows the same labels, each under its own mark.

A back is drawn as it is seen through the face, in one colour or sunk, so patterns alone tell labels apart there. It
keeps clear of the tile's rim: a printer bevels that.
"""

from __future__ import annotations

from quasiprint.drawing.areas import kept_inside
from quasiprint.model.face import Mark, Region
from quasiprint.model.measures import Maker, Measures
from quasiprint.sets.looks.frame import Frame

BESIDE = 0.1  # mm: how much farther from the rim than its bevel


def areas(drawn: tuple[Mark, ...], around: Frame, measures: Measures) -> tuple[Region, ...]:
    """Return what the back shows of the marks of a face."""
    inked = tuple(area for mark in drawn for area in mark.ink)
    if measures.process is not Maker.PRINTER:
        return inked
    return kept_inside(inked, around.made, measures.finish.chamfer + BESIDE, measures.machine.min_feature)
