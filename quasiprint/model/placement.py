"""Arrangements: what lies where on a laser's sheet, a printer's bed or a page."""

from __future__ import annotations

import math
from dataclasses import dataclass

from quasiprint.model.face import Point, Ring


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

    def point(self, p: Point) -> Point:
        """Return the point of the arrangement (mm) where the item's point `p` (mm) comes to lie."""
        return self.ring((p,))[0]

    def ring(self, ring: Ring) -> Ring:
        """Return a ring of the item in the frame of the arrangement."""
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        dx, dy = self.x, self.y
        # this is what `snap` does; so many calls of it would take as long as the rounding
        return tuple([(round(x * c - y * s + dx, 6) + 0.0, round(x * s + y * c + dy, 6) + 0.0) for x, y in ring])


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
