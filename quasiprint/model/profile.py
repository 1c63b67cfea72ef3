"""What is known of machines, materials and colours: plain values, read from templates/ or from a set's manifest.

Wherever they come from, they check themselves: each raises InputError for what no machine and no palette has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from quasiprint.model.errors import InputError
from quasiprint.model.limits import LIMITS, refuse

COLOUR = re.compile("#[0-9A-F]{6}")
NAME = re.compile("[A-Za-z0-9][A-Za-z0-9._-]*")
MAX_NAME = 40  # characters of an ink's name


class SheetOperation(StrEnum):
    """What is done along the lines of a laser's sheet, in the order in which it is done; the last never burns."""

    ENGRAVE = "engrave"
    SCORE = "score"
    CUT_INNER = "cut-inner"
    CUT_OUTER = "cut-outer"
    REFERENCE = "reference"

    @property
    def cuts(self) -> bool:
        """Whether the beam goes through."""
        return self in (SheetOperation.CUT_INNER, SheetOperation.CUT_OUTER)


@dataclass(frozen=True, slots=True)
class Ink:
    """One colour of a palette: its name, its sRGB value "#RRGGBB" and its pattern's name."""

    name: str
    rgb: str
    pattern: str

    def __post_init__(self) -> None:
        _colour("rgb", self.rgb)
        if not self.name.strip() or len(self.name) > MAX_NAME or not self.name.isprintable():
            raise InputError(f"name: found {self.name!r}, allowed is up to {MAX_NAME} printable characters")
        if not self.pattern.strip():
            raise InputError("pattern: found nothing, allowed is the name of a pattern")


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours in the order in which they are given out, and the colour of the bodies."""

    name: str
    body: str
    inks: tuple[Ink, ...]

    def __post_init__(self) -> None:
        _name(self.name)
        _colour("body", self.body)
        for key, values in (("name", [ink.name for ink in self.inks]), ("pattern", [ink.pattern for ink in self.inks])):
            for value in values:
                if values.count(value) > 1:
                    raise InputError(
                        f"{key}: found {value!r} twice, allowed is a {key} that no other ink of the palette has"
                    )


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

    def __post_init__(self) -> None:
        _name(self.name)
        _area(self.width, self.depth, self.margin, "depth")
        refuse("gap", self.gap)
        refuse("nozzle", self.nozzle)
        refuse("extruders", self.extruders)


@dataclass(frozen=True, slots=True)
class LayerStyle:
    """How one operation looks in a laser's file.

    stroke, fill: "#RRGGBB" or None. width: stroke width in mm. layer: the DXF layer's name.
    dxf_colour: AutoCAD colour index.
    """

    operation: SheetOperation
    stroke: str | None
    fill: str | None
    width: float
    layer: str
    dxf_colour: int

    def __post_init__(self) -> None:
        for key, value in (("stroke", self.stroke), ("fill", self.fill)):
            if value is not None:
                _colour(key, value)
        LIMITS["line"].refuse("width", self.width)
        if not NAME.fullmatch(self.layer):
            raise InputError(f"layer: found {self.layer!r}, allowed are letters, digits and . _ -")


@dataclass(frozen=True, slots=True)
class SheetStock:
    """A laser's sheet. width × height in mm; margin kept free on all sides; gap between two cuts."""

    name: str
    width: float
    height: float
    margin: float
    gap: float
    styles: tuple[LayerStyle, ...]

    def __post_init__(self) -> None:
        _name(self.name)
        _area(self.width, self.height, self.margin, "height")
        refuse("gap", self.gap)
        found = tuple(style.operation for style in self.styles)
        if found != tuple(SheetOperation):
            raise InputError(f"layers: found {', '.join(found)}, allowed is each of {', '.join(SheetOperation)} once")


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in mm, its unprintable margin, bleed and safe zone."""

    name: str
    width: float
    height: float
    margin: float
    bleed: float

    def __post_init__(self) -> None:
        _name(self.name)
        _area(self.width, self.height, self.margin, "height")
        refuse("bleed", self.bleed)


def _name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise InputError(f"name: found {name[:60]!r}, allowed are letters, digits and . _ -")


def _colour(key: str, value: str) -> None:
    if not COLOUR.fullmatch(value):
        raise InputError(f'{key}: found {value[:60]!r}, allowed is a colour like "#0072B2"')


def _area(width: float, other: float, margin: float, called: str) -> None:
    refuse("width", width)
    refuse(called, other)
    refuse("margin", margin)
    if 2 * margin >= min(width, other):
        half = min(width, other) / 2
        raise InputError(f"margin: found {margin:g}, allowed is less than half of the shorter side, {half:g} mm")
