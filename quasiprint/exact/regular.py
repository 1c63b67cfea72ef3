"""Regular tiles, exactly: corners on a lattice, the turns that carry a tile onto itself, and how tiles lie when people
look whether they fit: twelve in a row, and all around a point.

Corners run anticlockwise. The first is at the top of a triangle, and at the top left of a square and a hexagon.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quasiprint.exact.lattice import AROUND
from quasiprint.exact.orbit import SymmetryGroup, cyclic
from quasiprint.exact.polygon import ExactPoint
from quasiprint.exact.zeta import Eisenstein, Gauss

TileCorners = tuple[ExactPoint, ...]  # the exact corners of a tile where it lies, unit edge


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles in the order in which they are laid, each with a full edge at the one before it.

    name: as people say it, such as "a row of twelve". shape: the prototile of all, as pieces have it. ring: whether
    equal tiles go around a point, and the last has an edge at the first, too.
    """

    name: str
    shape: str
    tiles: tuple[TileCorners, ...]
    ring: bool = False


CORNERS: dict[str, tuple[ExactPoint, ...]] = {
    "triangle": (Eisenstein(0, 1), Eisenstein(0, 0), Eisenstein(1, 0)),
    "square": (Gauss(0, 1), Gauss(0, 0), Gauss(1, 0), Gauss(1, 1)),
    "hexagon": tuple(Eisenstein(1).turn(k + 2) for k in range(6)),
}
TURNS: dict[str, SymmetryGroup] = {
    "triangle": cyclic("third turns", 3, 1),
    "square": cyclic("quarter turns", 4, 1),
    "hexagon": cyclic("sixth turns", 6, 1),
}

ROW = 12  # tiles
COUNTS = {2: "two", 3: "three", 4: "four", 6: "six", 10: "ten", 12: "twelve"}
_RHO = Eisenstein(0, 1)
# tiles with their first corner at the point 0, anticlockwise
_TILES: dict[str, tuple[Any, ...]] = {
    "triangle": (Eisenstein(0), Eisenstein(1), _RHO),
    "square": (Gauss(0), Gauss(1), Gauss(1, 1), Gauss(0, 1)),
    "hexagon": (Eisenstein(0), Eisenstein(1), Eisenstein(1, 1), Eisenstein(0, 2), Eisenstein(-1, 2), Eisenstein(-1, 1)),
}
_AROUND = {**AROUND, "hexagon": 3}
_RINGS = {"triangle": "a hexagon of", "square": "a block of", "hexagon": "a ring of"}


def square(side: int) -> tuple[ExactPoint, ...]:
    """Return the corners of a square of so many units, from its lower left corner, anticlockwise."""
    return oblong(side, side)


def oblong(width: int, height: int) -> tuple[ExactPoint, ...]:
    """Return the corners of a rectangle of so many units, from its lower left corner, anticlockwise."""
    return tuple(Gauss(width * a, height * b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)))


def row(shape: str, tiles: int = ROW) -> Group:
    """Return a row of triangles, squares or hexagons."""
    return Group(f"a row of {COUNTS.get(tiles, tiles)}", shape, tuple(_in_row(shape, k) for k in range(tiles)))


def _in_row(shape: str, k: int) -> TileCorners:
    """Return the k-th tile of a row."""
    step = {"square": Gauss(k), "hexagon": Eisenstein(2 * k, -k), "triangle": Eisenstein(k // 2)}[shape]
    points_down = (Eisenstein(1), Eisenstein(1, 1), _RHO)
    return tuple(point + step for point in (points_down if shape == "triangle" and k % 2 else _TILES[shape]))


def ring(shape: str) -> Group:
    """Return the tiles around a point, anticlockwise."""
    tile, count = _TILES[shape], _AROUND[shape]
    each = tile[0].TURN // count
    tiles: tuple[TileCorners, ...] = tuple(tuple(point.turn(k * each) for point in tile) for k in range(count))
    return Group(f"{_RINGS[shape]} {COUNTS[count]}", shape, tiles, ring=True)


def groups(shape: str) -> tuple[Group, ...]:
    """Return what tiles of a shape are laid in to see whether they fit."""
    return row(shape), ring(shape)
