"""What formats get and give: everything that is decided before a byte is written; and what a format is.

A format is a package whose ``__init__`` has ``FORMAT``, a value that fits `Format`, such as a `LazyFormat`. Importing
it must be light: what writes and what reads back are modules of their own, imported when they are used. Beside them may
lie ``readme.md``, what the page in a set's folder says of the format.

What a format can do besides are capabilities: it has their methods, or it has not. One of them is that its files show
pieces: the add-on `reading`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from quasiprint.model.face import Point, Ring, snap_axes
from quasiprint.model.solid import Mesh, SolidPiece, alike

if TYPE_CHECKING:
    from quasiprint.model.finding import Finding
    from quasiprint.model.piece import GameSet
    from quasiprint.model.profile import Bed, LayerStyle, SheetOperation, Slicer


@dataclass(frozen=True, slots=True)
class Placement:
    """An item on an arrangement: turned anticlockwise about its origin by `angle` degrees, then moved.

    Never mirrored: a placement cannot say it.
    """

    item: str
    x: float
    y: float
    angle: float

    @property
    def turn(self) -> tuple[float, float]:
        """The cosine and sine of the angle as files have them, never −0. Twelve decimals: the last bits differ from one
        machine's library to another's."""
        angle = math.radians(self.angle)
        return round(math.cos(angle), 12) + 0.0, round(math.sin(angle), 12) + 0.0

    def ring(self, ring: Ring) -> Ring:
        """Return a ring of the item in the frame of the arrangement."""
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        dx, dy = self.x, self.y
        return snap_axes([x * c - y * s + dx for x, y in ring], [x * s + y * c + dy for x, y in ring])


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One sheet, bed or page: its name, its size in mm (origin at lower left), what lies on it.

    tower: of a bed on which filaments are changed, where their tower stands, its brim with it: left, low, right, high.
    """

    name: str
    width: float
    height: float
    placements: tuple[Placement, ...]
    tower: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class Artefact:
    """One file of a set. path: relative, with forward slashes. of: the ids of the pieces, or the
    accessory, whose single-piece file it is: pieces that are alike share one; empty for plates,
    sheets and pages."""

    path: str
    content: bytes
    of: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of what it holds: whoever writes it notes that, and the manifest does."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class Project:
    """Plates for one family of slicers. bed: for which they are laid out. relief: each piece in one body, for one
    filament, which may be changed at a height; else in all its bodies, each in its filament."""

    slicer: Slicer
    bed: Bed
    relief: bool
    plates: tuple[Arrangement, ...]


@dataclass(frozen=True, slots=True)
class SolidProduction:
    """A set as solids. pieces: one for each piece, then one for each accessory kind.

    meshes: by ``Part.key``, each unique body once; may be built anew each time it is asked for. plates: the
    placements' items are piece or accessory ids; face up, z as in the piece's frame. projects: the same for slicers,
    whose printers have beds and filaments of their own.
    """

    set: GameSet
    pieces: tuple[SolidPiece, ...]
    meshes: Mapping[str, Mesh]
    plates: tuple[Arrangement, ...]
    bed: Bed
    projects: tuple[Project, ...] = ()

    def plate_by_plate(self) -> Iterator[tuple[list[tuple[str, tuple[str, ...]]], Arrangement | None]]:
        """Yield each plate after what lies on it for the first time: the name of its files and the ids of those that
        share them, see `alike`. Last come those that lie on no plate, with None. In this order a body is needed again
        soon, and can then be given back."""
        waiting = {id: (name, ids) for name, ids in alike(self.pieces).items() for id in ids}

        def first(every: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
            found = dict.fromkeys(waiting[id] for id in every if id in waiting)
            for _, ids in found:
                for id in ids:
                    del waiting[id]
            return list(found)

        for plate in self.plates:
            yield first([placement.item for placement in plate.placements]), plate
        yield first(tuple(waiting)), None


@dataclass(frozen=True, slots=True)
class SheetPath:
    """Closed or open polylines of one operation, in the frame of the drawing (mm, y up).

    rings: an area's outer ring and its holes (engrave), or lines. closed: whether each ring
    closes. item: the id of the piece or accessory it belongs to, "" for none. gaps: from where to where an open cut is
    left out, so that a tab stays there; what closes but for these, or runs on over them, is one cut. arcs: of each ring
    the radius of each of its sides, mm: 0 for a straight one, above 0 for an arc that turns to the left; () if all
    sides of the path are straight. setting: see `Mark`.
    """

    operation: SheetOperation
    rings: tuple[Ring, ...]
    closed: bool = True
    item: str = ""
    gaps: tuple[tuple[Point, Point], ...] = ()
    arcs: tuple[tuple[float, ...], ...] = ()
    setting: int = 0

    def sides(self) -> Iterator[tuple[Ring, tuple[float, ...]]]:
        """Yield each ring with the radii of its sides; () if all of them are straight."""
        for k, ring in enumerate(self.rings):
            own = self.arcs[k] if self.arcs else ()
            yield ring, own if any(own) else ()

    @property
    def whole(self) -> tuple[tuple[Ring, bool], ...]:
        """The lines as if nothing were left out, each with whether it closes. A gap that begins where no line ends
        joins nothing."""
        if not self.gaps:
            return tuple((ring, self.closed) for ring in self.rings)
        onward = dict(self.gaps)
        lines = {ring[0]: ring for ring in self.rings}
        ends = set(onward.values())
        starts = [ring[0] for ring in self.rings if ring[0] not in ends] or [self.rings[0][0]]
        found: list[tuple[Ring, bool]] = []
        for start in starts:
            ring = lines.pop(start, ())
            while ring and (following := lines.pop(onward.get(ring[-1], ring[-1]), None)):
                ring += following
            found.append((ring, bool(ring) and onward.get(ring[-1]) == start))
        return (*found, *((ring, False) for ring in lines.values()))


@dataclass(frozen=True, slots=True)
class Drawing:
    """One laser sheet, in the order in which it is to be burned: engrave, score, inner cuts,
    outer cuts; every inner cut before the outline that encloses it. jig: whether it holds no part, but stops that are
    cut into waste, and its cuts run out of that."""

    name: str
    title: str
    width: float
    height: float
    paths: tuple[SheetPath, ...]
    jig: bool = False


@dataclass(frozen=True, slots=True)
class TextProduction:
    """A set in its game's text form."""

    set: GameSet


@dataclass(frozen=True, slots=True)
class DrawingProduction:
    """A set as laser sheets. drawings: may be drawn anew each time they are asked for, to save memory. styles: of each
    operation, then of further settings to engrave with, in their order."""

    set: GameSet
    drawings: Sequence[Drawing]
    styles: tuple[LayerStyle, ...]


@dataclass(frozen=True, slots=True)
class Recognition:
    """What was recognised in a format's files. findings: all that is wrong. off: by file, how far anything in it is
    from where it belongs at most, mm. pieces: how many different ones were found. unread: files that show no piece, or
    cannot be read here, and why."""

    findings: list[Finding] = field(default_factory=list)
    off: dict[str, float] = field(default_factory=dict)
    pieces: int = 0
    unread: dict[str, str] = field(default_factory=dict)
