"""What is known of machines, materials and colours: plain values, read from templates/."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a set as one process makes it. All lengths in mm.

    process: "printer", "laser" or "paper"; "text" where nothing is drawn: faces are bare then.
    edge: nominal edge of a tile. stripe: width of a stripe, 0 where there are none. thickness: of a tile.
    clearance: taken off every edge, so that neighbours fit. corner_radius: of outlines.
    inlay_depth: of the pocket for a colour; groove_depth: of the pattern in an inlay's top;
    relief_height: of the raised pattern on a one-piece tile; chamfer: of the bottom edge;
    back_depth: of the mark on the back. layer: a printer's layer height.
    min_feature: narrowest stroke or gap the process can make. room: width and height of the largest
    part that the machine takes; (0, 0): nobody said.
    """

    process: str
    edge: float
    stripe: float
    thickness: float
    clearance: float
    corner_radius: float
    min_feature: float
    inlay_depth: float = 0.6
    groove_depth: float = 0.4
    relief_height: float = 0.8
    chamfer: float = 0.4
    back_depth: float = 0.4
    layer: float = 0.2
    room: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Ink:
    """One colour of a palette: its name, its sRGB value "#RRGGBB" and its pattern's name."""

    name: str
    rgb: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours in the order in which they are given out, and the colour of the bodies."""

    name: str
    body: str
    inks: tuple[Ink, ...]


@dataclass(frozen=True, slots=True)
class Bed:
    """A printer's bed. width × depth in mm; margin kept free on all sides; gap between parts.

    extruders: how many colours it changes by itself (1: none).
    """

    name: str
    width: float
    depth: float
    margin: float
    gap: float
    nozzle: float
    extruders: int


@dataclass(frozen=True, slots=True)
class LayerStyle:
    """How one operation looks in a laser's file.

    stroke, fill: "#RRGGBB" or None. width: stroke width in mm. layer: the DXF layer's name.
    dxf_colour: AutoCAD colour index.
    """

    operation: str  # engrave, score, cut-inner, cut-outer, reference
    stroke: str | None
    fill: str | None
    width: float
    layer: str
    dxf_colour: int


@dataclass(frozen=True, slots=True)
class SheetStock:
    """A laser's sheet. width × height in mm; kerf: full width of the material removed."""

    name: str
    width: float
    height: float
    margin: float
    gap: float
    kerf: float
    styles: tuple[LayerStyle, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in mm, its unprintable margin, bleed and safe zone."""

    name: str
    width: float
    height: float
    margin: float
    bleed: float
