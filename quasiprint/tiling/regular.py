"""Regular tiles, exactly: corners on a lattice, and the turns that carry a tile onto itself.

Corners run anticlockwise. The first is at the top of a triangle, and at the top left of a square and a hexagon.
"""

from __future__ import annotations

from quasiprint.exact.orbit import SymmetryGroup, cyclic
from quasiprint.exact.polygon import ExactPoint
from quasiprint.exact.quadratic import Eisenstein, Gauss

CORNERS: dict[str, tuple[ExactPoint, ...]] = {
    "triangle": (Eisenstein(0, 1), Eisenstein(0, 0), Eisenstein(1, 0)),
    "square": (Gauss(0, 1), Gauss(0, 0), Gauss(1, 0), Gauss(1, 1)),
    "hexagon": tuple(Eisenstein(1).turned(k + 2) for k in range(6)),
}
TURNS: dict[str, SymmetryGroup] = {
    "triangle": cyclic("third turns", 3, 1),
    "square": cyclic("quarter turns", 4, 1),
    "hexagon": cyclic("sixth turns", 6, 1),
}


def square(side: int) -> tuple[ExactPoint, ...]:
    """Return the corners of a square of so many units, from its lower left corner, anticlockwise."""
    return tuple(Gauss(side * a, side * b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)))


def oblong(width: int, height: int) -> tuple[ExactPoint, ...]:
    """Return the corners of a rectangle of so many units, from its lower left corner, anticlockwise."""
    return tuple(Gauss(width * a, height * b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)))
