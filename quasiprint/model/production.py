"""What formats get and give: everything that is decided before a byte is written; and what a format is.

A format is a value that fits `Format`, such as a `LazyFormat`; a plug-in has it in a package. Importing it must be
light: what writes and what reads back are modules of their own, imported when they are used. Beside a plug-in's may lie
``readme.md``, what the page in a set's folder says of the format.

What a format can do besides are capabilities: it has their methods, or it has not. One of them is that its files show
pieces: the add-on `reading`.

A bill of materials, and an estimate of the time, say what making a set takes, sheet by sheet and plate by plate.
Lengths in mm, areas in mm², volumes in cm³, weights in g. All figures are rounded as they are printed, so that what a
set's page, a manifest and a CSV say is the same.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

from quasiprint.model.face import Point, Ring, snap_axes
from quasiprint.model.finding import Finding
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Bed, LayerStyle, Material, Prices, SheetOperation, SheetStock, Slicer
from quasiprint.model.solid import Mesh, SolidPiece, together
from quasiprint.model.texts import csv_cell


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


def letters_of(game_set: GameSet, arrangements: Iterable[Arrangement]) -> Iterator[tuple[str, ...]]:
    """Yield for each arrangement of all items of some sets the letters of those they belong to; "" of one set."""
    each, found = {item.id: item.count // game_set.sets for item in game_set.items}, Counter[str]()
    for arrangement in arrangements:
        letters = []
        for placement in arrangement.placements:
            letters.append(game_set.set_letters[found[placement.item] // each[placement.item]])
            found[placement.item] += 1
        yield tuple(letters)


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
        """The SHA-256 of its content, for the manifest."""
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
        share all of their bodies, see `together`. Last come those that lie on no plate, with None. In this order a body
        is needed again soon, and can then be given back."""
        keys = {piece.id: tuple(part.key for part in piece.bodies) for piece in self.pieces}
        waiting = {id: (name, ids) for name, ids in together(keys).items() for id in ids}

        def first(names: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
            found = dict.fromkeys(waiting[id] for id in names if id in waiting)
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
            radii = self.arcs[k] if self.arcs else ()
            yield ring, radii if any(radii) else ()

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
    operation, then of further settings to engrave with, in their order. stock: in all sizes that the set may take."""

    set: GameSet
    drawings: Sequence[Drawing]
    styles: tuple[LayerStyle, ...]
    stock: SheetStock | None = None

    def files(self) -> Iterator[Drawing]:
        """Yield of each drawing what is burned, and as NAME-reference what never is, of what has a stroke or a fill.

        Programs for lasers burn what is hidden, named or switched off: what they shall leave alone is elsewhere."""
        shown = {style.operation for style in self.styles if style.stroke is not None or style.fill is not None}
        for drawing in self.drawings:
            paths = [path for path in drawing.paths if path.operation in shown]
            idle = tuple(path for path in paths if path.operation is SheetOperation.REFERENCE)
            burned = tuple(path for path in paths if path.operation is not SheetOperation.REFERENCE)
            yield replace(drawing, paths=burned)
            if idle:
                yield replace(drawing, name=f"{drawing.name}-reference", paths=idle)


@dataclass(frozen=True, slots=True)
class Recognition:
    """What was recognised in a format's files. findings: all that is wrong. off: by file, how far anything in it is
    from where it belongs at most, mm. pieces: how many different ones were found. unread: files that show no piece, or
    cannot be read here, and why."""

    findings: list[Finding] = field(default_factory=list)
    off: dict[str, float] = field(default_factory=dict)
    pieces: int = 0
    unread: dict[str, str] = field(default_factory=dict)


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
    """One way to print the whole set. slicers: that get these plates; relief: see `production.Project`."""

    bed: str
    slicers: tuple[str, ...]
    relief: bool
    plates: tuple[PlateBill, ...]

    @property
    def name(self) -> str:
        """What it is called in a table."""
        return f"{self.bed}, {'in relief' if self.relief else 'in colours'}"

    def total(self, key: str) -> Any:
        """Return the sum of one figure of all plates: grams, hours, changes, or the grams of the towers."""
        return round(sum(getattr(plate, key) for plate in self.plates), WEIGHT)

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
    cuts: straight ones, each along all that lies in one line without a gap; scissors: how many items take them, since
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
        """Yield every figure as (kind, which of the kind, name, figure, unit)."""
        held: list[tuple[str, str, str, object, Mapping[str, str]]] = []
        held += [("laser", sheet.name, "", sheet, SHEET_UNITS) for sheet in self.sheets]
        for way in self.ways:
            for plate in way.plates:
                held += [(way.name, plate.name, f"{spool.name} ", spool, SPOOL_UNITS) for spool in plate.spools]
                held.append((way.name, plate.name, "", plate, PLATE_UNITS))
        held += [("paper", paper.paper, "", paper, PAPER_UNITS) for paper in self.papers]
        held += [("storage", kept.way, "", kept, STORAGE_UNITS) for kept in self.storage]
        held += [("cost", cost.way, "", cost, dict.fromkeys(COSTS, cost.currency)) for cost in self.costs]
        for group, item, prefix, figures, units in held:
            for key, unit in units.items():
                yield group, item, f"{prefix}{key}", getattr(figures, key), unit

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
COSTS = ("material", "time", "total")
PAPER_UNITS = {"leaves": "", "grams": "g", "cuts": "", "scissors": ""}
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
        kilograms = way.total("grams") / 1000
        price = prices.of(materials["printer"])
        found.append(_cost(way.name, kilograms * price, way.total("hours") * prices.hour, prices))
    for paper in bill.papers:
        found.append(_cost(f"paper, {paper.paper}", paper.leaves * prices.of(materials["paper"]), 0.0, prices))
    return tuple(found)


def _cost(way: str, material: float, time: float, prices: Prices) -> Cost:
    return Cost(way, round(material, MONEY), round(time, MONEY), prices.currency)
