"""Tiles without labels: nothing is drawn on them. A label that is drawn as nothing stands in each slot, so that what a
face shows can be read as of any other."""

from __future__ import annotations

from collections.abc import Sequence

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks.frame import Drawn, Frame
from quasiprint.addons.designer.sets.set_file import Shape
from quasiprint.model.face import Mark, Operation
from quasiprint.model.measures import Measures


def refuse(shape: Shape, drawn: Drawn) -> None:
    """Refuse nothing: what is not drawn needs no room."""


def fits(shape: Shape, _: Sequence[Shape], measures: Measures) -> bool:
    """Tell that there is room."""
    return True


def marks(shape: Shape, drawn: Drawn, tile: Frame, labels: Labelling, behind: bool = False) -> tuple[Mark, ...]:
    """Return a mark without ink for each slot."""
    return tuple(Mark(k, Operation.ENGRAVE, None, None, (), (), label=label) for k, label in enumerate(labels))
