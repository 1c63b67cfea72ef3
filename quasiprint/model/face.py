"""Faces: what is drawn on a piece, in millimetres.

Coordinates are floats on a grid of one nanometre (six decimals of a millimetre), so that shared corners are equal bit
for bit on every machine. The frame of a piece has its origin at the piece's centre, x to the right and y up, face up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import NamedTuple

Point = tuple[float, float]
Ring = tuple[Point, ...]  # closed without repeating the first point


class Operation(StrEnum):
    """What a machine does along or inside a mark, in the order in which it is done."""

    ENGRAVE = "engrave"
    SCORE = "score"
    CUT = "cut"


class CachedHash:
    """A base of frozen dataclasses that hold much and are looked up often: the hash is computed once."""

    __slots__ = ("_hash",)
    _hash: int

    def __init_subclass__(cls) -> None:
        cls.__hash__ = CachedHash.__hash__  # type: ignore[method-assign]  # else `dataclass` makes another

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            values = tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
            object.__setattr__(self, "_hash", hash(values))
            return self._hash


@dataclass(frozen=True, slots=True)
class Region(CachedHash):
    """An area: `outer` runs anticlockwise, each of `holes` clockwise, in mm."""

    outer: Ring
    holes: tuple[Ring, ...] = ()

    @property
    def rings(self) -> tuple[Ring, ...]:
        """The outer ring, then the holes."""
        return (self.outer, *self.holes)

    def map_rings(self, place: Callable[[Ring], Ring]) -> Region:
        """Return the area whose rings are these, each taken elsewhere."""
        return Region(place(self.outer), tuple(map(place, self.holes)))


@dataclass(frozen=True, slots=True)
class Mark(CachedHash):
    """One mark of a face.

    slot: where it stands (an edge or corner, counted as the game counts them).
    colour: index in the palette, of the inlay that fills the field; None: it has no inlay.
    field: the whole mark: the pockets that inlays fill. Does not depend on the colour.
    ink: what the pattern leaves of the field: inked, engraved or raised. Pairwise disjoint
        and inside the field; they never touch one another, but may touch its border.
    label: what the mark says, 0 … labels − 1; None: it says nothing.
    rise: how far the ink of a mark without colour stands above a solid's surface, in mm,
        below 0 for how far it is sunk; None: sunk as deep as the grooves are.
    lines: open lines, scored or cut along, no two along the same way. Solids have none.
    setting: with which of a laser's further settings it is engraved, from 1; 0: with the one of all engraving.

    A coloured mark without ink is a tint: paper shows its field pale, nothing is made of it elsewhere.
    """

    slot: int
    operation: Operation
    colour: int | None
    pattern: str | None
    field: tuple[Region, ...]
    ink: tuple[Region, ...]
    label: int | None = None
    rise: float | None = None
    lines: tuple[Ring, ...] = ()
    setting: int = 0


@dataclass(frozen=True, slots=True)
class Cell(CachedHash):
    """A part of a face with the marks that lie wholly inside it.

    The cells of a face part its outline without gap or overlap, and share their corners bit
    for bit. A cell with the same marks recurs on many pieces and is built once.
    """

    boundary: Ring
    marks: tuple[Mark, ...]


class Pocket(NamedTuple):
    """A room for a magnet in a printed piece. area: seen from above. low, high: the heights between which it lies, mm
    above the bed: open below at 0, open above at the piece's thickness, else shut in."""

    area: Region
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Face(CachedHash):
    """The face of a piece.

    nominal: the piece as designed: full edges, sharp corners; what nests and joins.
    outline: the piece as made: inset by the clearance, corners rounded. Corners only: where
        a mark's field or ink meets the outline, its points lie on the outline's edges (within
        a nanometre) but are not in the ring.
    cells: the parts of the outline, each with its marks.
    back: areas that tell the back from the face, in the frame of the face (seen through it).
    back_colour: index in the palette, of the ink in which paper shows these areas, as it shows marks, and of the inlays
        with which a printer fills them; None: paper leaves them white and tints the back around them, and a printer
        sinks them. A laser engraves them either way.
    hollows: areas of the back that a printer sinks for what stands below, such as a stud. They say nothing.
    hollow_depth: how deep these are, mm; None: as deep as marks on backs.
    bevel: how much a printer takes off the upper edge, at 45°, mm. No mark comes so near to the outline.
    thickness: of a printed item that is not as thick as the set's stock, such as a tray, mm; None: the stock's. Such a
    piece shows no second colour where one nozzle changes its filament.
    pocket: for a magnet, that a printer leaves.
    """

    nominal: Ring
    outline: Ring
    cells: tuple[Cell, ...]
    back: tuple[Region, ...] = ()
    back_colour: int | None = None
    hollows: tuple[Region, ...] = ()
    hollow_depth: float | None = None
    bevel: float = 0.0
    thickness: float | None = None
    pocket: Pocket | None = None

    @property
    def below(self) -> tuple[Region, ...]:
        """All areas of the back that a printer sinks."""
        pocket = (self.pocket.area,) if self.pocket and not self.pocket.low else ()
        return self.back + self.hollows + pocket

    @property
    def inlaid_back(self) -> bool:
        """Whether a printer fills what it sinks into the back with inlays."""
        return bool(self.back) and self.back_colour is not None

    @property
    def inks(self) -> frozenset[int]:
        """The colours of the marks and of the back, as indices in the palette."""
        colours = {mark.colour for mark in self.marks if mark.colour is not None}
        return frozenset(colours | ({self.back_colour} if self.back and self.back_colour is not None else set()))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Every mark, in the order of the cells."""
        return tuple(mark for cell in self.cells for mark in cell.marks)


def snap(x: float) -> float:
    """Return x on the grid of one nanometre, never −0.0 (which would print as another byte)."""
    return round(x, 6) + 0.0


PLACES = 1e6  # of the grid in a millimetre
WHOLE = 1.5 * 2**52  # added to a number and taken away again, it leaves the nearest whole one
SURE = 0.49  # so near to one, of 1: the product was rounded, too


def snap_all(numbers: Iterable[float]) -> list[float]:
    """Return each number (under 2,000 km) as `snap` does, in half the time. What lies about the middle of two places of
    the grid is left to it: a product cannot say to which one it belongs."""
    return [
        place / PLACES + 0.0 if -SURE < (fine := x * PLACES) - (place := fine + WHOLE - WHOLE) < SURE else snap(x)
        for x in numbers
    ]


def snap_axes(xs: Iterable[float], ys: Iterable[float]) -> Ring:
    """Return a ring on the grid, from the x and the y of its points."""
    return tuple(zip(snap_all(xs), snap_all(ys), strict=True))


def decimal(x: float, digits: int = 6) -> str:
    """Return a number in its shortest form with at most `digits` decimals, never −0."""
    text = f"{x:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def area(ring: Ring) -> float:
    """Return the signed area of a ring in mm², positive if it runs anticlockwise."""
    total = 0.0
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        total += x0 * y1 - x1 * y0
    return total / 2


def region_area(region: Region) -> float:
    """Return the area of a region in mm², its holes taken off."""
    return sum(area(ring) for ring in region.rings)


def bounds(rings: tuple[Ring, ...]) -> tuple[float, float, float, float]:
    """Return (min x, min y, max x, max y) over all rings, in mm."""
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def box_middle(ring: Ring) -> Point:
    """Return the middle of the box around a ring."""
    left, low, right, high = bounds((ring,))
    return (left + right) / 2, (low + high) / 2
