"""Pages as they were found in a file: what is drawn on them, and what is written where."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from quasiprint.readback.plane import Complex
from quasiprint.readback.unreadable import Unreadable

FARTHEST = 1e5  # mm


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPath:
    """A path where it lies on the page, mm. fill, stroke: "#RRGGBB" or None; width of the stroke, mm.
    form: which drawing of the file it is from, 0 for the page's own."""

    rings: tuple[Complex, ...]
    closed: tuple[bool, ...]
    fill: str | None
    stroke: str | None
    width: float
    form: int = 0

    def __post_init__(self) -> None:
        if not all(np.isfinite(ring).all() and np.abs(ring).max(initial=0.0) < FARTHEST for ring in self.rings):
            raise Unreadable(f"a path has a point that is no number, or farther away than {FARTHEST:g} mm")


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of text, and where it begins, mm."""

    text: str
    x: float
    y: float


@dataclass(slots=True)
class ReadPage:
    """A page, mm, its origin at the lower left."""

    width: float
    height: float
    paths: list[DrawnPath] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Document:
    """A file's pages. drawn: whether they were drawn as sheets are, with forms; books are typeset, and their pages
    are left empty here. covered: whether anything lies over its pages: notes, forms to fill in."""

    pages: tuple[ReadPage, ...]
    drawn: bool
    covered: bool = False
