"""What exporters get and give: everything that is decided before a byte is written.

An exporter module in ``quasiprint/export`` has ``FORMAT`` (its name on the command line and
its folder), ``NEEDS`` ("solids", "drawings" or "pages") and ``files(production)``, which
yields ``Output`` values. It knows no game, no clock, no path outside the set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from quasiprint.model.face import Ring
from quasiprint.model.leaf import Leaf
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Bed, LayerStyle, Paper
from quasiprint.model.solid import Mesh, SolidPiece


@dataclass(frozen=True, slots=True)
class Output:
    """One file of a set. path: relative, with forward slashes. of: the id of the piece or
    accessory whose single-piece file it is, None for plates, sheets and pages."""

    path: str
    content: bytes
    of: str | None = None


@dataclass(frozen=True, slots=True)
class SolidProduction:
    """A set as solids. pieces: one for each piece, then one for each accessory kind.

    meshes: by ``Part.key``, each unique body once. plates: the placements' items are piece or
    accessory ids; face up, z as in the piece's frame.
    """

    set: GameSet
    pieces: tuple[SolidPiece, ...]
    meshes: Mapping[str, Mesh]
    plates: tuple[Leaf, ...]
    bed: Bed


@dataclass(frozen=True, slots=True)
class Path:
    """Closed or open polylines of one operation, in the frame of the drawing (mm, y up).

    operation: "engrave", "score", "cut-inner", "cut-outer" or "reference" (never burned).
    rings: an area's outer ring and its holes (engrave), or lines. closed: whether each ring
    closes. item: the id of the piece or accessory it belongs to, "" for none.
    """

    operation: str
    rings: tuple[Ring, ...]
    closed: bool = True
    item: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """One laser sheet, in the order in which it is to be burned: engrave, score, inner cuts,
    outer cuts; every inner cut before the outline that encloses it."""

    name: str
    title: str
    width: float
    height: float
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class DrawingProduction:
    """A set as laser sheets."""

    set: GameSet
    drawings: tuple[Drawing, ...]
    styles: tuple[LayerStyle, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """Areas or lines on a page, painted: filled by the even-odd rule, then stroked.

    fill, stroke: "#RRGGBB" or None. width: of the stroke in mm. closed: whether rings close.
    """

    rings: tuple[Ring, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Text:
    """Words on a page. x, y: in mm, where the baseline starts, has its middle or ends, as
    `anchor` says. size: height of the capitals in mm. angle: degrees, anticlockwise."""

    words: str
    x: float
    y: float
    size: float
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    colour: str = "#000000"
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Stamp:
    """Figures of a booklet, drawn one over the other in the frame that is first scaled, then
    turned anticlockwise by `angle` degrees, then moved to x, y (mm). Never mirrored."""

    figures: tuple[str, ...]
    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a booklet: its bookmark, and what is on it, from the bottom up."""

    title: str
    items: tuple[Shape | Text | Stamp, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    """Pages of one size (mm, origin at lower left, y up) that make one file.

    name: the file's, without its ending. figures: what stamps draw, each in its own frame; one
    that many pages use is held once. duplex: front and back pages take turns.
    """

    name: str
    title: str
    subject: str
    width: float
    height: float
    figures: Mapping[str, tuple[Shape, ...]]
    pages: tuple[Page, ...]
    duplex: bool


@dataclass(frozen=True, slots=True)
class PageProduction:
    """A set on paper."""

    set: GameSet
    papers: tuple[Paper, ...]
    booklets: tuple[Booklet, ...]
