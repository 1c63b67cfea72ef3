"""Pages as they were found in a file: what is drawn on them, and what is written where."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from quasiprint.readback.plane import Complex


@dataclass(slots=True, eq=False)
class DrawnPath:
    """A path where it lies on the page, mm.

    points: the corners of its rings, one ring after the other; sizes: how many each has; closed: whether each ring
    was closed. fill, stroke: "#RRGGBB" or None; width: of the stroke, mm.
    """

    points: Complex
    sizes: tuple[int, ...]
    closed: tuple[bool, ...]
    fill: str | None
    stroke: str | None
    width: float

    @property
    def rings(self) -> tuple[Complex, ...]:
        """The rings, one by one."""
        ends = np.cumsum(self.sizes)
        return tuple(self.points[end - size : end] for end, size in zip(ends, self.sizes, strict=True))


@dataclass(frozen=True, slots=True)
class Word:
    """A line of text, and where it begins, mm. size: of the font, mm; bold: whether it is in the bold font; colour:
    "#RRGGBB"; turn: which way it runs, a unit vector."""

    text: str
    x: float
    y: float
    size: float = 0.0
    bold: bool = False
    colour: str = ""
    turn: complex = 1 + 0j


@dataclass(slots=True)
class ReadPage:
    """A page, mm, its origin at the lower left. items: what is on it, in the order in which it is painted. title: its
    bookmark."""

    width: float
    height: float
    title: str = ""
    items: list[DrawnPath | Word] = field(default_factory=list)

    @property
    def paths(self) -> list[DrawnPath]:
        """What is drawn."""
        return [item for item in self.items if isinstance(item, DrawnPath)]

    @property
    def words(self) -> list[Word]:
        """What is written."""
        return [item for item in self.items if isinstance(item, Word)]


@dataclass(frozen=True, slots=True)
class Document:
    """A file's pages. title: what it says it is; duplex: the edge about which it asks to be turned over, "long edge"
    or "short edge", "" if it asks for nothing. problems: what of it no set has, and yet its pages can be read."""

    pages: tuple[ReadPage, ...]
    title: str = ""
    duplex: str = ""
    problems: tuple[str, ...] = ()
