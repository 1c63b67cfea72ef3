"""Numbers that say how a machine, a material or a set is: each limit, and each key of a profile, is declared once.

Whoever reads a number asks its limits: a profile, the command line, a program, a manifest. They are wide: within them a
game, a format or a bed may ask for more, and says so itself. Beyond them lies what no machine makes, or what would be
lost on the grid of a nanometre on which everything is drawn. Lengths in mm.

``gap: Annotated[float, Key()]`` says that a profile's table has a key ``gap``, a number within the limits of that name.
From the declaration come the check of the value, the reader of the table (`quasiprint.make.profiles`) and what a
manifest records. Whether a key may be left out, and what it is then, says the field's default."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, NewType, get_args, get_type_hints

from quasiprint.errors import InputError
from quasiprint.model.choices import SET_LETTERS


@dataclass(frozen=True, slots=True)
class Limits:
    """From where to where a number may be, both allowed. none: whether 0 is allowed besides, for "none".

    unit: in front of which a blank stands. reason: why it may be no less, for a message; "" where it needs none.
    """

    least: float
    most: float
    none: bool = False
    unit: str = " mm"
    reason: str = ""

    def refuse(self, what: str, value: float) -> None:
        """Raise InputError for a number beyond the limits, or one that is no number."""
        if not self.hold(value):
            raise InputError(f"{what}: found {value:.10g}{self.unit}, allowed is {self}{self.because(value)}")

    def hold(self, value: float) -> bool:
        """Tell whether a number is within the limits."""
        return math.isfinite(value) and (self.least <= value <= self.most or (self.none and value == 0))

    def because(self, value: float) -> str:
        """Return why a number is too small, or what 0 means instead, as the end of a message; "" if nobody says."""
        return f"; {self.reason}" if self.reason and (not self.least <= value or self.none or self.least < 0) else ""

    def __str__(self) -> str:
        return f"{'0, or ' * self.none}from {self.least:g} to {self.most:g}{self.unit}"


_SIDE = Limits(1.0, 10_000.0)
_SUNK = Limits(0.2, 100.0, reason="what is shallower is neither seen nor felt")
LIMITS = {
    # beds, sheets and paper
    "width": _SIDE,
    "depth": _SIDE,
    "height": _SIDE,
    "margin": Limits(0.0, 5000.0),
    "gap": Limits(0.05, 1000.0, reason="parts that touch are one"),
    "bleed": Limits(0.0, 50.0),
    "dpi": Limits(72, 1200, unit=" dots to the inch"),
    "back_offset": Limits(-10.0, 10.0, reason="a printer that is farther off has its paper laid askew"),
    "reach": Limits(1.0, 10_000.0, none=True, reason="0 leaves it to the paper"),
    "nozzle": Limits(0.05, 10.0),
    "extruders": Limits(1, 64, unit=""),
    "line": Limits(0.001, 10.0),  # how wide a line of a laser's file is drawn
    "press": Limits(-0.5, 0.5),  # how much wider an inlay is than its pocket
    "tabs": Limits(0, 24, unit=" tabs"),
    "tab": Limits(0.05, 5.0, none=True, reason="0 leaves none"),
    # materials, and what they cost
    "tolerance": Limits(0.0, 10.0),
    "density": Limits(0.01, 25.0, unit=" g/cm³", reason="nothing that games are made of is lighter"),
    "price": Limits(0.0, 10_000.0, unit=""),
    "speed": Limits(0.1, 5000.0, unit=" mm/s"),
    "interval": Limits(0.01, 10.0),
    "walls": Limits(1, 100, unit=""),
    "top": Limits(0, 1000, unit=""),
    "bottom": Limits(0, 1000, unit=""),
    "infill": Limits(0.0, 100.0, unit=" %"),
    "stroke": Limits(0.05, 10.0),  # how wide a printer's stroke is
    "purge": Limits(0.0, 10_000.0, unit=" mm³"),
    "sets": Limits(1, len(SET_LETTERS), unit=""),
    # measures
    "edge": Limits(0.1, 2000.0, none=True),
    "stripe": Limits(0.01, 2000.0, none=True),
    "thickness": Limits(0.01, 1000.0),
    "min_feature": Limits(0.02, 100.0, reason="no machine makes finer strokes"),
    "min_feature_nozzles": Limits(0.5, 100.0, unit=""),
    "layer": Limits(0.01, 10.0, reason="no machine prints thinner layers"),
    "inlay_depth": _SUNK,
    "groove_depth": _SUNK,
    "relief_height": _SUNK,
    "back_depth": _SUNK,
    "corner_radius": Limits(0.01, 1000.0, none=True, reason="0 leaves corners sharp"),
    "rounding": Limits(0.001, 0.25, unit="", none=True, reason="it is a part of the edge, and 0 leaves corners alone"),
    "chamfer": Limits(0.01, 100.0, none=True, reason="0 leaves edges sharp"),
    "bevel": Limits(0.01, 100.0, none=True, reason="0 leaves edges sharp"),
    "swelling": Limits(-0.5, 0.5, reason="a printer that is farther off has its flow set wrong"),
    "clearance": Limits(0.001, 100.0, none=True, reason="0 takes nothing off"),
    "magnet": Limits(1.0, 100.0, none=True, reason="0 leaves none"),
    "magnet_depth": Limits(0.4, 100.0),
    "kerf": Limits(0.001, 1.0, none=True, reason="it is the full width that the beam removes, 0.1 to 0.5 mm of lasers"),
}
ANY = Limits(0.0, max(limits.most for limits in LIMITS.values()), unit="")  # of a number that has no limits of its own


def round_down(length: float) -> float:
    """Return a length rounded down to hundredths: a limit is kept as it is printed."""
    return math.floor(100 * length + 1e-6) / 100


def round_up(length: float) -> float:
    """Return a length rounded up to hundredths."""
    return math.ceil(100 * length - 1e-6) / 100


def least_edge(fits: Callable[[float], bool]) -> float:
    """Return the shortest edge at which something fits, in whole tenths of a mm; the longest there may be if it fits at
    none. fits: what fits at an edge fits at a longer one, too."""
    low, high = 0, round(10 * LIMITS["edge"].most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle / 10) else (middle, high)
    return high / 10


Signed = NewType("Signed", float)  # a length that may be less than 0, mm
COLOUR = re.compile("#[0-9A-F]{6}")
NAME = re.compile("[A-Za-z0-9][A-Za-z0-9._-]*")
NUMBERS = (float, int, Signed, float | None, tuple[Signed, Signed])  # types of fields that have limits


@dataclass(frozen=True, slots=True)
class Key:
    """What a key of a profile is besides its name, its type and its default.

    limit: from where to where its number may be, or the name of limits; "": those of the key's own name. needed:
    whether a file must have it though programs need not. read: whether a file has it at all. in_manifest: whether a
    manifest has it at its default, too; not so for a key younger than made sets, whose bytes stay as they were. colour:
    whether a text is a colour, "#RRGGBB"; called: whether it is a name that a file may have.
    """

    limit: str | Limits = ""
    needed: bool = False
    read: bool = True
    in_manifest: bool = True
    colour: bool = False
    called: bool = False


@dataclass(frozen=True, slots=True)
class Declared:
    """A field as a dataclass declares it. default: where a program does not say it; MISSING if it has to."""

    name: str
    type: Any
    default: Any
    key: Key

    @property
    def usual(self) -> Any:
        """The value of a profile without the key; None if it must have it, or for "none"."""
        return None if self.key.needed or self.default is MISSING else self.default

    @property
    def limits(self) -> Limits:
        """From where to where its number may be."""
        return self.key.limit if isinstance(self.key.limit, Limits) else LIMITS.get(self.key.limit or self.name, ANY)


def _declaration(kind: type) -> tuple[Declared, ...]:
    """Return the fields that a dataclass declares, in their order."""
    hints, found = get_type_hints(kind, include_extras=True), list[Declared]()
    for field in fields(kind):
        hint = hints[field.name]
        keys = [key for key in getattr(hint, "__metadata__", ()) if isinstance(key, Key)]
        unread = Key(read=False, in_manifest=field.metadata.get("in_manifest", True))
        found.append(Declared(field.name, get_args(hint)[0] if keys else hint, field.default, *(keys or [unread])))
    return tuple(found)


declared: Callable[[type], tuple[Declared, ...]] = cache(_declaration)


def check(value: object, of: str = "") -> None:
    """Raise InputError if a number among a dataclass's fields is beyond its limits, or a text no colour or name. of:
    whose it is, to begin a message with."""
    for entry in declared(type(value)):
        found = getattr(value, entry.name)
        for each in found if isinstance(found, tuple) else (found,):
            if each is not None and entry.type in NUMBERS:
                entry.limits.refuse(f"{of}{entry.name}", each)
            if each is not None and entry.key.colour and not COLOUR.fullmatch(each):
                raise InputError(f'{entry.name}: found {each[:60]!r}, allowed is a colour like "#0072B2"')
            if entry.key.called and not NAME.fullmatch(each):
                raise InputError(f"{entry.name}: found {each[:60]!r}, allowed are letters, digits and . _ -")


class Checked:
    """A dataclass that checks itself."""

    __slots__ = ()

    def __post_init__(self) -> None:
        check(self)
