"""What a set is made of, and what that costs: plain values, read from templates/ or from a set's manifest.

A material belongs to one process. It says how thick it is and how far that may be off, what it weighs, what it costs,
and how fast a machine works it: all that a bill of materials and an estimate of time need.
"""

from __future__ import annotations

from dataclasses import dataclass

from quasiprint.model.errors import InputError
from quasiprint.model.limits import refuse
from quasiprint.model.measures import MAKERS, Maker
from quasiprint.model.profile import NAME

MAX_CURRENCY = 8  # characters


@dataclass(frozen=True, slots=True)
class Cutting:
    """How fast a laser works a material. All but interval in mm/s; interval: between two engraved rows, mm."""

    cut: float
    score: float
    engrave: float
    travel: float
    interval: float

    def __post_init__(self) -> None:
        for key in ("cut", "score", "engrave", "travel"):
            refuse("speed", getattr(self, key), key)
        refuse("interval", self.interval)


@dataclass(frozen=True, slots=True)
class Printing:
    """How a filament is printed, as a slicer is told. walls: strokes along each outline; top, bottom: solid layers.

    infill: % of what is neither wall nor solid; width: of a stroke, mm; acceleration: mm/s²; change: seconds that a
    printer takes to change the filament by itself; the others: mm/s, `surface` of what is seen from above.
    """

    walls: int
    top: int
    bottom: int
    infill: float
    width: float
    outer_wall: float
    inner_wall: float
    sparse: float
    solid: float
    surface: float
    first_layer: float
    travel: float
    acceleration: float
    change: float

    def __post_init__(self) -> None:
        for key in ("outer_wall", "inner_wall", "sparse", "solid", "surface", "first_layer", "travel"):
            refuse("speed", getattr(self, key), key)
        for key in ("walls", "top", "bottom", "infill", "acceleration", "change"):
            refuse(key, getattr(self, key))
        refuse("stroke", self.width, "width")


@dataclass(frozen=True, slots=True)
class Material:
    """One material. thickness: of a sheet, a leaf or a filament, mm; tolerance: how far that may be off, mm.

    density: g/cm³. price: of a kilogram of filament, a square metre of sheet, a leaf of paper.
    """

    name: str
    process: Maker
    thickness: float
    tolerance: float
    density: float
    price: float
    cutting: Cutting | None = None
    printing: Printing | None = None

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise InputError(f"name: found {self.name[:60]!r}, allowed are letters, digits and . _ -")
        if self.process not in MAKERS:
            raise InputError(f"process: found {self.process}, allowed is one of {', '.join(MAKERS)}")
        for key in ("thickness", "tolerance", "density", "price"):
            refuse(key, getattr(self, key))
        for what, found, process in (
            ("cutting", self.cutting, Maker.LASER),
            ("printing", self.printing, Maker.PRINTER),
        ):
            if (found is not None) != (self.process is process):
                raise InputError(f"{what}: found {'one' if found else 'none'} of a material for a {self.process}")


@dataclass(frozen=True, slots=True)
class Prices:
    """What a maker pays, in one currency. printer: a kilogram of filament; laser: a square metre; paper: a leaf; None:
    as the material says. hour: of printing; minute: of a laser."""

    currency: str
    printer: float | None = None
    laser: float | None = None
    paper: float | None = None
    hour: float = 0.0
    minute: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < len(self.currency.strip()) <= MAX_CURRENCY or not self.currency.isprintable():
            raise InputError(
                f"currency: found {self.currency[:20]!r}, allowed are 1 to {MAX_CURRENCY} printable characters"
            )
        for key in ("printer", "laser", "paper", "hour", "minute"):
            if (value := getattr(self, key)) is not None:
                refuse("price", value, key)

    def of(self, material: Material) -> float:
        """Return what a kilogram, a square metre or a leaf of a material costs."""
        own: float | None = getattr(self, material.process)
        return material.price if own is None else own
