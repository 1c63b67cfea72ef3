"""How regular tiles lie when people look whether they fit: twelve in a row, and all around a point, exactly."""

from __future__ import annotations

from quasiprint.exact.quadratic import Eisenstein, Gauss
from quasiprint.model.piece import Group, Laid
from quasiprint.tiling.lattice import AROUND

ROW = 12  # tiles
COUNTS = {3: "three", 4: "four", 6: "six", 10: "ten", 12: "twelve"}
_RHO = Eisenstein(0, 1)
# tiles with their first corner at the point 0, anticlockwise
_SQUARE = (Gauss(0), Gauss(1), Gauss(1, 1), Gauss(0, 1))
_SIXTHS = {
    "triangle": (Eisenstein(0), Eisenstein(1), _RHO),
    "hexagon": (Eisenstein(0), Eisenstein(1), Eisenstein(1, 1), Eisenstein(0, 2), Eisenstein(-1, 2), Eisenstein(-1, 1)),
}
_AROUND = {**AROUND, "hexagon": 3}
_RINGS = {"triangle": "a hexagon of", "square": "a block of", "hexagon": "a ring of"}


def row(shape: str, tiles: int = ROW) -> Group:
    """Return a row of triangles, squares or hexagons."""
    return Group(f"a row of {COUNTS.get(tiles, tiles)}", shape, tuple(_in_row(shape, k) for k in range(tiles)))


def _in_row(shape: str, k: int) -> Laid:
    """Return the k-th tile of a row."""
    if shape == "square":
        return tuple(point + Gauss(k) for point in _SQUARE)
    if shape == "hexagon":
        return tuple(point + Eisenstein(2 * k, -k) for point in _SIXTHS[shape])
    at = Eisenstein(k // 2)
    if k % 2:
        return Eisenstein(1) + at, Eisenstein(1, 1) + at, _RHO + at  # it points down
    return tuple(point + at for point in _SIXTHS[shape])


def ring(shape: str) -> Group:
    """Return the tiles around a point, anticlockwise."""
    count = _AROUND[shape]
    tiles: tuple[Laid, ...]
    if shape == "square":
        tiles = tuple(tuple(point.turned(k) for point in _SQUARE) for k in range(count))
    else:
        each = Eisenstein.TURN // count
        tiles = tuple(tuple(point.turned(k * each) for point in _SIXTHS[shape]) for k in range(count))
    return Group(f"{_RINGS[shape]} {COUNTS[count]}", shape, tiles, ring=True)


def groups(shape: str) -> tuple[Group, ...]:
    """Return what tiles of a shape are laid in to see whether they fit."""
    return row(shape), ring(shape)
