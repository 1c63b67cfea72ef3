"""Plain marks in millimetres, for what is made to be measured: boxes, words, lines. All on the grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from quasiprint.drawing.lettering import Anchor, outlines
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, bounds, snap


def box(x: float, y: float, width: float, height: float) -> Ring:
    """Return a rectangle from its lower left corner, anticlockwise."""
    left, low, right, high = snap(x), snap(y), snap(x + width), snap(y + height)
    return ((left, low), (right, low), (right, high), (left, high))


def line(x0: float, y0: float, x1: float, y1: float) -> Ring:
    """Return an open line of two points."""
    return ((snap(x0), snap(y0)), (snap(x1), snap(y1)))


def words(text: str, height: float, x: float, y: float, anchor: Anchor = "start") -> tuple[Region, ...]:
    """Return a text as areas; x, y: where its baseline starts, has its middle or ends."""
    return outlines(text, height, x, y, anchor)


def engraved(areas: Iterable[Region], colour: int | None = None, pattern: str | None = None, setting: int = 0) -> Mark:
    """Return areas, engraved. setting: see `Mark`."""
    own = tuple(areas)
    return Mark(0, Operation.ENGRAVE, colour, pattern, own, own, setting=setting)


def boxed(*rings: Ring) -> tuple[Region, ...]:
    """Return rings as areas without holes."""
    return tuple(Region(ring) for ring in rings)


def cut_out(*rings: Ring) -> Mark:
    """Return areas that are cut out and fall."""
    own = boxed(*rings)
    return Mark(0, Operation.CUT, None, None, own, own)


def cut_along(*lines: Ring) -> Mark:
    """Return open lines that are cut along."""
    return Mark(0, Operation.CUT, None, None, (), (), lines=lines)


def centred(outline: Ring, marks: Iterable[Mark], back: tuple[Region, ...] = ()) -> Face:
    """Return a face in one cell, whose frame has its origin in the middle of its outline, each mark in a slot of its
    own. Its outline is made as it is drawn."""
    left, low, right, high = bounds((outline,))
    dx, dy = -(left + right) / 2, -(low + high) / 2

    def moved(ring: Ring) -> Ring:
        return tuple((snap(x + dx), snap(y + dy)) for x, y in ring)

    def areas(regions: tuple[Region, ...]) -> tuple[Region, ...]:
        return tuple(one.mapped(moved) for one in regions)

    own = tuple(
        replace(mark, slot=k, field=areas(mark.field), ink=areas(mark.ink), lines=tuple(map(moved, mark.lines)))
        for k, mark in enumerate(marks)
    )
    rim = moved(outline)
    return Face(rim, rim, (Cell(rim, own),), areas(back))
