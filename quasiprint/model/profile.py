"""What is known of machines, materials, colours and prices: plain values, from templates/ or a set's manifest.

Wherever they come from, they check themselves: each raises InputError for what no machine and no palette has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from quasiprint.errors import InputError
from quasiprint.model.choices import PROCESSES, Flip, Process
from quasiprint.model.face import CachedHash
from quasiprint.model.limits import Checked, Key, Signed, check

Name = Annotated[str, Key(read=False, called=True)]
MAX_NAME = 40  # characters of an ink's name
MOST_KEEP_OUTS = 16  # of a bed
MOST_SETTINGS = 12  # of a laser: AutoCAD has as many colours that stand apart
Side = Annotated[float, Key()]
Box = tuple[float, float, float, float]  # left, low, right, high, mm
Extent = tuple[float, float]  # width, height, mm
MOST_SIZES = 16  # of a sheet


# keys that profiles and manifests of older versions have, and that nothing reads any more
GONE = {
    *("sized", "smaller", "leaves", "acceleration", "bridge", "change", "first_layer"),
    *("inner_wall", "outer_wall", "solid", "sparse", "surface", "travel"),
}


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
class Ink(CachedHash):
    """One colour of a palette: its name, its sRGB value "#RRGGBB" and its pattern's name."""

    name: Annotated[str, Key()]
    rgb: Annotated[str, Key(colour=True)]
    pattern: Annotated[str, Key()]

    def __post_init__(self) -> None:
        check(self)
        if not self.name.strip() or len(self.name) > MAX_NAME or not self.name.isprintable():
            raise InputError(f"name: found {self.name!r}, allowed is up to {MAX_NAME} printable characters")
        if not self.pattern.strip():
            raise InputError("pattern: found nothing, allowed is the name of a pattern")


@dataclass(frozen=True, slots=True)
class Palette(CachedHash):
    """Colours in the order in which they are given out, and the colour of the bodies."""

    name: Name
    body: Annotated[str, Key(colour=True)]
    inks: Annotated[tuple[Ink, ...], Key()]

    def __post_init__(self) -> None:
        check(self)
        for key, values in (("name", [ink.name for ink in self.inks]), ("pattern", [ink.pattern for ink in self.inks])):
            for value in values:
                if values.count(value) > 1:
                    raise InputError(
                        f"{key}: found {value!r} twice, allowed is a {key} that no other ink of the palette has"
                    )


class Slicer(StrEnum):
    """A family of slicers that reads a project in its own form: PrusaSlicer, or Bambu Studio and OrcaSlicer."""

    PRUSA = "prusa"
    BAMBU = "bambu"


@dataclass(frozen=True, slots=True)
class Bed:
    """A printer's bed. width × depth in mm; margin kept free on all sides; gap between parts.

    extruders: how many filaments it changes by itself (1: none). slicers: those that have this printer. keep_outs:
    where nothing may lie. tower: the place of the tower on which filaments are changed, kept free where several lie
    on a plate; None for none.
    """

    name: Name
    width: Side
    depth: Side
    margin: Annotated[float, Key()]
    gap: Annotated[float, Key()]
    nozzle: Annotated[float, Key()]
    extruders: Annotated[int, Key()]
    slicers: Annotated[tuple[Slicer, ...], Key()] = tuple(Slicer)
    keep_outs: Annotated[tuple[Box, ...], Key()] = ()
    tower: Annotated[Box | None, Key()] = None

    def __post_init__(self) -> None:
        check(self)
        _area(self.width, self.depth, self.margin)
        if not self.slicers:
            raise InputError(f"slicers: found none, allowed are {' and '.join(Slicer)}")
        if len(self.keep_outs) > MOST_KEEP_OUTS:
            raise InputError(f"keep_outs: found {len(self.keep_outs)}, allowed are up to {MOST_KEEP_OUTS} of a bed")
        for key, box in (
            *(("keep_outs", box) for box in self.keep_outs),
            *([("tower", self.tower)] if self.tower else []),
        ):
            left, low, right, high = box
            if not (0 <= left < right <= self.width and 0 <= low < high <= self.depth):
                raise InputError(
                    f"{key}: found {left:g}, {low:g}, {right:g}, {high:g}, allowed is left, low, right, high on a bed "
                    f"of {self.width:g} × {self.depth:g} mm"
                )


@dataclass(frozen=True, slots=True)
class LayerStyle(Checked):
    """How one operation looks in a laser's file.

    stroke, fill: "#RRGGBB" or None. width: stroke width in mm. layer: the DXF layer's name.
    dxf_colour: AutoCAD colour index.
    """

    operation: SheetOperation
    stroke: Annotated[str | None, Key(colour=True)]
    fill: Annotated[str | None, Key(colour=True)]
    width: Annotated[float, Key("line")] = 0.1
    layer: Name = ""
    dxf_colour: int = 7


MAX_ORDER = 300  # characters of a sentence


@dataclass(frozen=True, slots=True)
class SheetStock:
    """A laser's sheet. width × height in mm; margin kept free on all sides; gap between two cuts.

    sizes: smaller ones in which it is sold, too: a set takes the smallest that holds it on as few sheets as any.
    settings: colours, "#RRGGBB", by which a laser's program tells further settings to engrave with apart; none where it
    cannot. order: what makes inner cuts come before outer ones where both have one colour, a sentence; "" where nobody
    says.
    """

    name: Name
    width: Side
    height: Side
    margin: Annotated[float, Key()]
    gap: Annotated[float, Key()]
    styles: tuple[LayerStyle, ...]
    settings: Annotated[tuple[str, ...], Key(in_manifest=False, colour=True)] = ()
    order: Annotated[str, Key(in_manifest=False)] = ""
    sizes: Annotated[tuple[Extent, ...], Key(in_manifest=False)] = ()

    def __post_init__(self) -> None:
        check(self)
        _area(self.width, self.height, self.margin)
        if len(self.sizes) > MOST_SIZES:
            raise InputError(f"sizes: found {len(self.sizes)}, allowed are up to {MOST_SIZES} of a sheet")
        for wide, high in self.sizes:
            if not (2 * self.margin < min(wide, high) and wide <= self.width and high <= self.height):
                raise InputError(
                    f"sizes: found {wide:g} × {high:g}, allowed is what lies on {self.width:g} × {self.height:g} mm, "
                    f"with a margin of {self.margin:g} mm less than half of the shorter side"
                )
        if len(self.order) > MAX_ORDER or not self.order.isprintable():
            raise InputError(f"order: found {len(self.order)} characters, allowed are up to {MAX_ORDER}, on one line")
        taken = [colour for style in self.styles for colour in (style.stroke, style.fill) if colour]
        for colour in self.settings:
            if [*taken, *self.settings].count(colour) > 1:
                raise InputError(f"settings: found {colour}, allowed are colours that nothing else in the file has")
        if len(self.settings) > MOST_SETTINGS:
            raise InputError(f"settings: found {len(self.settings)} colours, allowed are up to {MOST_SETTINGS}")
        found = tuple(style.operation for style in self.styles)
        if found != tuple(SheetOperation):
            raise InputError(f"layers: found {', '.join(found)}, allowed is each of {', '.join(SheetOperation)} once")

    def each(self) -> list[SheetStock]:
        """Return the sheet in each of its sizes, the smallest first, its own last."""
        sizes = sorted(self.sizes, key=lambda size: (size[0] * size[1], size))
        return [replace(self, width=w, height=h, sizes=()) for w, h in (*sizes, (self.width, self.height))]

    @property
    def cuts_alike(self) -> bool:
        """Whether a laser's program cannot tell inner cuts from outer ones by their colour."""
        inner, outer = (
            next(style.stroke for style in self.styles if style.operation is operation)
            for operation in (SheetOperation.CUT_INNER, SheetOperation.CUT_OUTER)
        )
        return inner == outer

    @property
    def looks(self) -> tuple[LayerStyle, ...]:
        """How each operation looks, then each further setting to engrave with: a colour, and a layer of its own."""
        engrave = next(style for style in self.styles if style.operation is SheetOperation.ENGRAVE)
        return self.styles + tuple(
            replace(engrave, fill=colour, stroke=None, layer=f"{engrave.layer}_{k}", dxf_colour=20 * k + 20)
            for k, colour in enumerate(self.settings, 1)
        )


class CutMarks(StrEnum):
    """What a page shows to a machine that cuts along printed lines: nothing; the marks in three corners that
    Silhouette's machines look for, or those in all four of a Cameo 5 Alpha; or those that Cricut's app puts there
    itself, to which pieces come one by one."""

    NONE = "none"
    SILHOUETTE = "silhouette"
    CAMEO_5_ALPHA = "cameo-5-alpha"
    CRICUT = "cricut"

    @property
    def drawn(self) -> bool:
        """Whether they are drawn on the page."""
        return self in (CutMarks.SILHOUETTE, CutMarks.CAMEO_5_ALPHA)


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in mm, its unprintable margin, and the bleed.

    back_offset: how far a printer prints the back sides too far to the right and too far up, as measured, their words
    upright. flip: about which edge it turns the sheet over. marks: for a
    machine that cuts; they lie along the margin, and nothing else comes near them. dpi: of pictures of single faces,
    dots to the inch. reach: how wide and how high all that lies on a page may be together, 0 for as much as it holds.
    """

    name: Name
    width: Side
    height: Side
    margin: Annotated[float, Key()]
    bleed: Annotated[float, Key()]
    back_offset: Annotated[tuple[Signed, Signed], Key()] = (Signed(0.0), Signed(0.0))
    marks: Annotated[CutMarks, Key()] = CutMarks.NONE
    dpi: Annotated[int, Key(in_manifest=False)] = 300
    flip: Annotated[Flip, Key(in_manifest=False)] = Flip.LONG
    reach: Annotated[tuple[Signed, Signed], Key(in_manifest=False)] = (Signed(0.0), Signed(0.0))

    def __post_init__(self) -> None:
        check(self)
        _area(self.width, self.height, self.margin)

    @property
    def upside_down(self) -> bool:
        """Whether a page of backs is printed upside down, because the sheet is turned over about a level axis: the
        short edge of an upright page, or the long one of a page that lies on its side."""
        return (self.flip is Flip.SHORT) == (self.width <= self.height)


def channels(rgb: str) -> tuple[float, ...]:
    """Return red, green and blue of a colour "#RRGGBB", each from 0 to 1."""
    return tuple(int(rgb[k : k + 2], 16) / 255 for k in (1, 3, 5))


def _area(width: float, other: float, margin: float) -> None:
    if 2 * margin >= min(width, other):
        half = min(width, other) / 2
        raise InputError(f"margin: found {margin:g}, allowed is less than half of the shorter side, {half:g} mm")


MAX_CURRENCY = 8  # characters
Speed = Annotated[float, Key("speed")]
Price = Annotated[float, Key("price")]


@dataclass(frozen=True, slots=True)
class Cutting(Checked):
    """How fast a laser works a material. All but interval in mm/s; interval: between two engraved rows, mm."""

    cut: Speed
    score: Speed
    engrave: Speed
    travel: Speed
    interval: Annotated[float, Key()]


@dataclass(frozen=True, slots=True)
class Printing(Checked):
    """How a filament is printed, for a slicer. walls: strokes along each outline; top, bottom: solid layers.

    infill: % of what is neither wall nor solid; width: of a stroke, mm; purge: what is wiped on a tower where a printer
    changes the filament by itself, mm³.
    """

    walls: Annotated[int, Key()]
    top: Annotated[int, Key()]
    bottom: Annotated[int, Key()]
    infill: Annotated[float, Key()]
    width: Annotated[float, Key("stroke")]
    purge: Annotated[float, Key()] = 140.0


@dataclass(frozen=True, slots=True)
class Material:
    """One material. thickness: of a sheet, a leaf or a filament, mm; tolerance: how far that may be off, mm.

    density: g/cm³. price: of a kilogram of filament, a square metre of sheet, a leaf of paper.
    """

    name: Name
    process: Process
    thickness: Annotated[float, Key()]
    tolerance: Annotated[float, Key()]
    density: Annotated[float, Key()]
    price: Annotated[float, Key()]
    cutting: Cutting | None = None
    printing: Printing | None = None

    def __post_init__(self) -> None:
        check(self)
        if self.process not in PROCESSES:
            raise InputError(f"process: found {self.process}, allowed is one of {', '.join(PROCESSES)}")
        for what, found, process in (
            ("cutting", self.cutting, Process.LASER),
            ("printing", self.printing, Process.PRINTER),
        ):
            if (found is not None) != (self.process is process):
                found_is, allowed_is = ("a table", "none") if found else ("no table", "one")
                raise InputError(
                    f"{what}: found {found_is}, allowed is {allowed_is} of a material for a {self.process}"
                )

    def fits(self, thickness: float) -> bool:
        """Tell whether a sheet of it may be as thick, mm."""
        return abs(thickness - self.thickness) <= self.tolerance + 1e-9


@dataclass(frozen=True, slots=True)
class Prices:
    """What a maker pays, in one currency. printer: a kilogram of filament; laser: a square metre; paper: a leaf; None:
    as the material says. hour: of printing; minute: of a laser."""

    currency: Annotated[str, Key()]
    printer: Annotated[float | None, Key("price")] = None
    laser: Annotated[float | None, Key("price")] = None
    paper: Annotated[float | None, Key("price")] = None
    hour: Price = 0.0
    minute: Price = 0.0

    def __post_init__(self) -> None:
        if not 0 < len(self.currency.strip()) <= MAX_CURRENCY or not self.currency.isprintable():
            raise InputError(
                f"currency: found {self.currency[:20]!r}, allowed are 1 to {MAX_CURRENCY} printable characters"
            )
        check(self)

    def of(self, material: Material) -> float:
        """Return what a kilogram, a square metre or a leaf of a material costs."""
        price: float | None = getattr(self, material.process)
        return material.price if price is None else price
