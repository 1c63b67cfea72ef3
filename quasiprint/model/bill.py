"""A bill of materials, and an estimate of the time: what making a set takes, sheet by sheet and plate by plate.

Lengths in mm, areas in mm², volumes in cm³, weights in g. All figures are rounded as they are told, so that what a
README, a manifest and a CSV say is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from quasiprint.model.profile import Material, Prices
from quasiprint.model.texts import csv_cell

LENGTH, WEIGHT, TIME, MONEY = 1, 2, 2, 2  # decimals


@dataclass(frozen=True, slots=True)
class SheetBill:
    """One drawing for a laser: a sheet, the back of one, or a jig.

    width, height: of the sheet, mm. whole: the sheet, mm², 0 for a back or a jig, which take no sheet of their own;
    used: what of it becomes parts, mm²; grams: of these. cut, score: along the lines. engrave: along the outlines
    of what is engraved; engraved: these areas. travel: between lines that are scored or cut. minutes: at the
    material's speeds.
    """

    name: str
    width: float
    height: float
    whole: float
    used: float
    grams: float
    cut: float
    score: float
    engrave: float
    engraved: float
    travel: float
    minutes: float


@dataclass(frozen=True, slots=True)
class Spool:
    """One filament of a plate. volume: of the bodies that are printed in it, cm³; grams, metres: of filament, which is
    less than these hold, since they are not printed solid, and without what is wiped on a tower."""

    name: str
    volume: float
    grams: float
    metres: float


@dataclass(frozen=True, slots=True)
class PlateBill:
    """One plate. pieces: how many lie on it; changes: of filament; tower: what is wiped and built for these, g; hours:
    an estimate, all of that counted."""

    name: str
    pieces: int
    spools: tuple[Spool, ...]
    changes: int
    tower: float
    hours: float

    @property
    def grams(self) -> float:
        """Of all filaments, and of the tower."""
        return round(sum(spool.grams for spool in self.spools) + self.tower, WEIGHT)


@dataclass(frozen=True, slots=True)
class WayBill:
    """One way to print the whole set. slicers: for which it is laid out so; relief: see `production.Project`."""

    bed: str
    slicers: tuple[str, ...]
    relief: bool
    plates: tuple[PlateBill, ...]

    @property
    def name(self) -> str:
        """What it is called in a table."""
        return f"{self.bed}, {'in relief' if self.relief else 'in colours'}"

    @property
    def grams(self) -> float:
        """Of all plates."""
        return round(sum(plate.grams for plate in self.plates), WEIGHT)

    @property
    def hours(self) -> float:
        """Of all plates."""
        return round(sum(plate.hours for plate in self.plates), TIME)

    @property
    def changes(self) -> int:
        """Of all plates."""
        return sum(plate.changes for plate in self.plates)

    @property
    def tower(self) -> float:
        """What the towers of all plates weigh, g."""
        return round(sum(plate.tower for plate in self.plates), WEIGHT)

    def spools(self) -> dict[str, tuple[float, float]]:
        """Return the volume and the grams of each filament, of all plates."""
        found: dict[str, tuple[float, float]] = {}
        for plate in self.plates:
            for spool in plate.spools:
                volume, grams = found.get(spool.name, (0.0, 0.0))
                found[spool.name] = round(volume + spool.volume, WEIGHT), round(grams + spool.grams, WEIGHT)
        return found


@dataclass(frozen=True, slots=True)
class PaperBill:
    """What is printed of a set on one size of paper, without its books. leaves: with pieces or boards on them, once.
    cuts: straight ones, each along all that lies in one line without a gap; scissors: how many things take them, since
    they are round, or have many corners."""

    paper: str
    leaves: int
    grams: float
    cuts: int
    scissors: int


@dataclass(frozen=True, slots=True)
class StorageBill:
    """What of a bill is for what a set is kept in, one way to make it. way: as in a table. parts: how many. alone: how
    many plates, sheets or leaves have nothing else on them. grams: of the parts; hours: of a printer, else 0."""

    way: str
    parts: int
    alone: int
    grams: float
    hours: float


@dataclass(frozen=True, slots=True)
class Cost:
    """What one way to make the set costs. material, time: of the machine; both in one currency."""

    way: str
    material: float
    time: float
    currency: str

    @property
    def total(self) -> float:
        """Both together."""
        return round(self.material + self.time, MONEY)


@dataclass(frozen=True, slots=True)
class Bill:
    """What making a set takes, by each process that it is made by. materials: names, by process. storage: what of it
    is for keeping the set, where something is."""

    sheets: tuple[SheetBill, ...] = ()
    ways: tuple[WayBill, ...] = ()
    papers: tuple[PaperBill, ...] = ()
    materials: tuple[tuple[str, str], ...] = ()
    costs: tuple[Cost, ...] = ()
    storage: tuple[StorageBill, ...] = ()

    @property
    def minutes(self) -> float:
        """Of the laser, for all sheets."""
        return round(sum(sheet.minutes for sheet in self.sheets), TIME)

    @property
    def cut_sheets(self) -> int:
        """How many sheets it takes, whatever stands on their backs."""
        return sum(sheet.whole > 0 for sheet in self.sheets)

    @property
    def sheet_size(self) -> str:
        """The size of the sheets, which are all alike; "" of none."""
        return next((f"{sheet.width:g} × {sheet.height:g} mm" for sheet in self.sheets), "")

    def total(self, key: str) -> float:
        """Return the sum of one figure of all sheets."""
        return round(sum(float(getattr(sheet, key)) for sheet in self.sheets), LENGTH)

    @property
    def use(self) -> float:
        """Which share of the sheets becomes parts, %."""
        whole = self.total("whole")
        return round(100 * self.total("used") / whole, 1) if whole else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return what a manifest says: of storage, where there is any."""
        found = {**asdict(self), "materials": dict(self.materials)}
        return found if self.storage else {key: value for key, value in found.items() if key != "storage"}

    def rows(self) -> Iterator[tuple[str, str, str, float, str]]:
        """Yield every figure: of what, of which of them, what is told, the figure, its unit."""
        for sheet in self.sheets:
            for key, unit in SHEET_UNITS.items():
                yield "laser", sheet.name, key, getattr(sheet, key), unit
        for way in self.ways:
            for plate in way.plates:
                for spool in plate.spools:
                    for key, unit in SPOOL_UNITS.items():
                        yield way.name, plate.name, f"{spool.name} {key}", getattr(spool, key), unit
                for key, unit in PLATE_UNITS.items():
                    yield way.name, plate.name, key, getattr(plate, key), unit
        for paper in self.papers:
            yield "paper", paper.paper, "leaves", paper.leaves, ""
            yield "paper", paper.paper, "grams", paper.grams, "g"
            yield "paper", paper.paper, "cuts", paper.cuts, ""
            yield "paper", paper.paper, "scissors", paper.scissors, ""
        for kept in self.storage:
            for key, unit in STORAGE_UNITS.items():
                yield "storage", kept.way, key, getattr(kept, key), unit
        for cost in self.costs:
            for key in ("material", "time", "total"):
                yield "cost", cost.way, key, getattr(cost, key), cost.currency

    def csv(self) -> str:
        """Return every figure in a line of its own, as programs for tables read it."""
        lines = ["group,item,figure,value,unit"]
        for group, item, figure, value, unit in self.rows():
            shown = f"{value:.0f}" if value == int(value) else repr(value)
            lines.append(",".join(map(csv_cell, (group, item, figure, shown, unit))))
        return "\n".join(lines) + "\n"


SHEET_UNITS = {
    "width": "mm", "height": "mm", "whole": "mm2", "used": "mm2", "grams": "g", "cut": "mm", "score": "mm",
    "engrave": "mm", "engraved": "mm2", "travel": "mm", "minutes": "min",
}  # fmt: skip
SPOOL_UNITS = {"volume": "cm3", "grams": "g", "metres": "m"}
STORAGE_UNITS = {"parts": "", "alone": "", "grams": "g", "hours": "h"}
PLATE_UNITS = {"pieces": "", "changes": "", "tower": "g", "hours": "h"}


def costs_of(bill: Bill, materials: dict[str, Material], prices: Prices) -> tuple[Cost, ...]:
    """Return what each way to make a set costs. materials: by process."""
    found = []
    if bill.sheets:
        price = prices.of(materials["laser"])
        area = bill.total("whole") / 1e6
        found.append(_cost("laser", area * price, bill.minutes * prices.minute, prices))
    for way in bill.ways:
        kilograms = way.grams / 1000
        price = prices.of(materials["printer"])
        found.append(_cost(way.name, kilograms * price, way.hours * prices.hour, prices))
    for paper in bill.papers:
        found.append(_cost(f"paper, {paper.paper}", paper.leaves * prices.of(materials["paper"]), 0.0, prices))
    return tuple(found)


def _cost(way: str, material: float, time: float, prices: Prices) -> Cost:
    return Cost(way, round(material, MONEY), round(time, MONEY), prices.currency)
