"""What a set is made of, and what that costs: plain values, read from templates/ or from a set's manifest.

A material belongs to one process. It says how thick it is and how far that may be off, what it weighs, what it costs,
and how fast a machine works it: all that a bill of materials and an estimate of time need.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from quasiprint.model.errors import InputError
from quasiprint.model.key import Key, check
from quasiprint.model.measures import MAKERS, Maker
from quasiprint.model.profile import NAME

MAX_CURRENCY = 8  # characters
Speed = Annotated[float, Key("speed", positive=True)]
Price = Annotated[float, Key("price")]


@dataclass(frozen=True, slots=True)
class Cutting:
    """How fast a laser works a material. All but interval in mm/s; interval: between two engraved rows, mm."""

    cut: Speed
    score: Speed
    engrave: Speed
    travel: Speed
    interval: Annotated[float, Key(positive=True)]

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Printing:
    """How a filament is printed, as a slicer is told. walls: strokes along each outline; top, bottom: solid layers.

    infill: % of what is neither wall nor solid; width: of a stroke, mm; acceleration: mm/s²; change: seconds that a
    printer takes to change the filament by itself; the others: mm/s, `surface` of what is seen from above.
    """

    walls: Annotated[int, Key()]
    top: Annotated[int, Key()]
    bottom: Annotated[int, Key()]
    infill: Annotated[float, Key()]
    width: Annotated[float, Key("stroke", positive=True)]
    outer_wall: Speed
    inner_wall: Speed
    sparse: Speed
    solid: Speed
    surface: Speed
    first_layer: Speed
    travel: Speed
    acceleration: Annotated[float, Key(positive=True)]
    change: Annotated[float, Key()]

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class Material:
    """One material. thickness: of a sheet, a leaf or a filament, mm; tolerance: how far that may be off, mm.

    density: g/cm³. price: of a kilogram of filament, a square metre of sheet, a leaf of paper.
    """

    name: str
    process: Maker
    thickness: Annotated[float, Key(positive=True)]
    tolerance: Annotated[float, Key()]
    density: Annotated[float, Key(positive=True)]
    price: Annotated[float, Key()]
    cutting: Cutting | None = None
    printing: Printing | None = None

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise InputError(f"name: found {self.name[:60]!r}, allowed are letters, digits and . _ -")
        if self.process not in MAKERS:
            raise InputError(f"process: found {self.process}, allowed is one of {', '.join(MAKERS)}")
        check(self)
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
        own: float | None = getattr(self, material.process)
        return material.price if own is None else own
