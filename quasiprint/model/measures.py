"""The sizes of a set as one process makes it, and those that fingers need. All lengths in mm.

Fingers follow raised lines, not recesses. Lines: the common measures of raised drawings. Braille: those of signs, table
703.3.1 of the 2010 ADA Standards, whose dots are large enough to be printed; those of paper are lower and finer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Annotated

from quasiprint.errors import InputError
from quasiprint.model.choices import Extra, IdStyle, MagnetSide, Process, Storage, TypeSize
from quasiprint.model.common_options import MAGNET_DEPTH, LaserOptions
from quasiprint.model.face import CachedHash, snap
from quasiprint.model.limits import Key, Signed, check


@dataclass(frozen=True, slots=True)
class ProductionOptions:
    """How a set is made. storage: what is made to keep it in, each once, in the order of `Storage`. touch: whether
    fingers are to read it, where a printer makes it. extras: what is made besides, each once, in the order of `Extra`.
    type: of books. sets: how many sets are laid out together, each with its letter. magnet: diameter
    of a pocket in each printed piece, mm, 0 for none; magnet_depth: how deep it is, mm; magnet_side: where it opens."""

    ids: IdStyle = IdStyle.NONE
    storage: Annotated[tuple[Storage, ...], Key(read=False, in_manifest=False)] = ()
    touch: Annotated[bool, Key(read=False, in_manifest=False)] = False
    extras: Annotated[tuple[Extra, ...], Key(read=False, in_manifest=False)] = ()
    type: Annotated[TypeSize, Key(read=False, in_manifest=False)] = TypeSize.NORMAL
    sets: Annotated[int, Key(read=False, in_manifest=False)] = 1
    magnet: Annotated[float, Key(read=False, in_manifest=False)] = 0.0
    magnet_depth: Annotated[float, Key(read=False, in_manifest=False)] = MAGNET_DEPTH
    magnet_side: Annotated[MagnetSide, Key(read=False, in_manifest=False)] = MagnetSide.BACK

    def __post_init__(self) -> None:
        check(self)
        for key, usual in (("magnet_depth", MAGNET_DEPTH), ("magnet_side", MagnetSide.BACK)):
            if not self.magnet and (value := getattr(self, key)) != usual:
                raise InputError(f"{key}: found {value}, allowed is none without --magnet, which says how wide one is")
        for flag, found, kinds in (("--storage", self.storage, Storage), ("--extras", self.extras, Extra)):
            if list(found) != [kind for kind in kinds if kind in found]:
                allowed = f"each of {', '.join(kinds)} once, in this order"
                raise InputError(f"{flag}: found {', '.join(found)}, allowed is {allowed}")


STEPS = ("inlay_depth", "groove_depth", "relief_height", "back_depth")  # heights that a printer steps
Length = Annotated[float, Key()]
STRAIGHT = Signed(0.0)  # where nobody measured how far out edges come


@dataclass(frozen=True, slots=True)
class Size:
    """How large pieces are. edge: of a tile, nominal; stripe: how wide one is, 0 where there are none. A file of
    measures may leave both to the game: then both are 0."""

    edge: Length = 0.0
    stripe: Length = 0.0


@dataclass(frozen=True, slots=True)
class Stock:
    """What pieces are made of. thickness: of a tile."""

    thickness: Length


@dataclass(frozen=True, slots=True)
class Machine:
    """What the machine can do.

    min_feature: the narrowest stroke or gap that it makes. layer: a printer's layer height. room: width and
    height of the largest part that it takes; (0, 0): unknown.
    """

    min_feature: Length
    layer: Length = 0.2
    room: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Finish:
    """How pieces are worked.

    corner_radius: of outlines. rounding: of the corners of tiles that have room for more, in edges. inlay_depth: of the
    pocket for a colour; groove_depth: of the pattern in an inlay's top; relief_height: of the raised pattern on a
    one-piece tile; chamfer: of the bottom edge; bevel: of the upper edge, where what is drawn leaves room for it;
    back_depth: of the mark on the back.
    """

    corner_radius: Annotated[float, Key(needed=True)] = 0.0
    rounding: Annotated[float, Key()] = 0.0
    inlay_depth: Length = 0.6
    groove_depth: Length = 0.4
    relief_height: Length = 0.8
    chamfer: Annotated[float, Key()] = 0.4
    bevel: Annotated[float, Key()] = 0.4
    back_depth: Annotated[float, Key()] = 0.4


@dataclass(frozen=True, slots=True)
class Fit:
    """What makes neighbours fit, but for what a laser's beam removes: that is in `LaserOptions`.

    clearance: taken off every edge. tolerance: how far an edge may be off when it is made, either way; 0 where nobody
    says. swelling: how much farther out than drawn an edge was measured to come, less than 0 for farther in; the
    clearance has to make up for it. clearance_from, tolerance_from: who says so: a profile's name, or an option as it
    is typed; "" where nobody does.
    """

    clearance: Annotated[float, Key(needed=True)] = 0.0
    clearance_from: str = ""
    tolerance: Annotated[float, Key()] = 0.0
    tolerance_from: str = ""
    swelling: Annotated[Signed, Key()] = STRAIGHT


@dataclass(frozen=True, slots=True)
class Measures(CachedHash):
    """All sizes of a set as one process makes it, and how. laser: a laser's options, if that makes it."""

    process: Process
    size: Size
    stock: Stock
    machine: Machine
    finish: Finish = field(default_factory=Finish)
    fit: Fit = field(default_factory=Fit)
    manner: ProductionOptions = field(default_factory=ProductionOptions)
    laser: LaserOptions = field(default_factory=LaserOptions)

    def __post_init__(self) -> None:
        for part in (self.size, self.stock, self.machine, self.finish, self.fit):
            check(part, of=f"{self.process}: ")
        for key in STEPS if self.process is Process.PRINTER else ():
            if (value := getattr(self.finish, key)) < self.machine.layer:
                raise InputError(
                    f"{self.process}: {key}: found {value:g} mm, allowed is from {self.machine.layer:g} mm, a layer: a "
                    "printer makes no lower step"
                )

    @property
    def touch(self) -> bool:
        """Whether fingers are to read it: only a printer raises anything."""
        return self.manner.touch and self.process is Process.PRINTER

    def with_edge(self, edge: float) -> Measures:
        """Return the same with pieces of another edge."""
        return replace(self, size=replace(self.size, edge=edge))

    def scale(self, edge: float) -> Measures:
        """Return the same with pieces of another edge, and stripes as much wider."""
        return replace(self, size=Size(edge, self.size.stripe * edge / self.size.edge))

    def with_thickness(self, thickness: float | None) -> Measures:
        """Return the same for what has a thickness of its own, see `Face`; None: what has the stock's."""
        return self if thickness is None else replace(self, stock=Stock(thickness))

    def with_back(self, depth: float) -> Measures:
        """Return the same with marks on the back sunk at least so deep."""
        return replace(self, finish=replace(self.finish, back_depth=max(self.finish.back_depth, depth)))


LINE = 1.1  # wide, at least
HIGH = 1.0  # above what is around it, at least
APART = 3.0  # between two lines, at least
# as they are drawn: a hair more, so that a bend's chords and the grid take nothing of what fingers need
DRAWN, SPACED = LINE + 0.01, APART + 0.01

BRAILLE = "braille"  # the pattern of a mark that is Braille
DOT_WIDE = (1.5, 1.6)  # diameter of a dot
DOT_HIGH = (0.6, 0.9)
DOTS_APART = (2.3, 2.5)  # middle to middle, in a cell
CELLS_APART = (6.1, 7.6)  # from a dot to the same one of the next cell
# the dots of 0 to 9, column and row from the top left; in print they are those of j and of a to i
DIGITS: tuple[frozenset[tuple[int, int]], ...] = tuple(
    frozenset(((int(dot) - 1) // 3, (int(dot) - 1) % 3) for dot in dots)
    for dots in ("245", "1", "12", "14", "145", "15", "124", "1245", "125", "24")
)


def line(measures: Measures) -> float:
    """Return how wide a raised line is: as wide as fingers need, and as the machine makes."""
    return snap(max(DRAWN, measures.machine.min_feature))


def high(measures: Measures) -> float:
    """Return how high a line stands: whole layers."""
    layer = measures.machine.layer
    return snap(math.ceil(HIGH / layer - 1e-6) * layer)


def dot_high(measures: Measures) -> float:
    """Return how high a dot of Braille stands: whole layers, if they come within the limits; else in the middle."""
    layer, middle = measures.machine.layer, sum(DOT_HIGH) / 2
    stepped = round((middle + 1e-6) / layer) * layer
    return snap(stepped if DOT_HIGH[0] <= stepped <= DOT_HIGH[1] + 1e-9 else middle)
