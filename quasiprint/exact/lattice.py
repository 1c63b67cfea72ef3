"""Where tiles can lie: the cells of the triangular lattice, and of the square one.

The x axis points right; the y axis points 60° up from it, or straight up for squares. A cell is
[x, y, 0] for the triangle that points up from the point (x, y), [x, y, 1] for the one beside it
that points down, and [x, y] for a square.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from quasiprint.exact.zeta import Eisenstein, Gauss

Cell = tuple[int, ...]
LatticePoint = Eisenstein | Gauss

LENGTH = {"triangle": 3, "square": 2}  # of a cell
AROUND = {"triangle": 6, "square": 4}  # cells around a point

# a point of several cells is one object, which is found without comparing numbers
_eisenstein, _gauss = lru_cache(maxsize=65536)(Eisenstein), lru_cache(maxsize=65536)(Gauss)


@lru_cache(maxsize=65536)
def corners(shape: str, cell: Cell) -> tuple[LatticePoint, ...]:
    """Return the corners of a cell, clockwise: from the top, from the bottom of a triangle that
    points down, from the top left of a square."""
    x, y = cell[:2]
    if shape == "square":
        return _gauss(x, y + 1), _gauss(x + 1, y + 1), _gauss(x + 1, y), _gauss(x, y)
    if cell[2] == 0:
        return _eisenstein(x, y + 1), _eisenstein(x + 1, y), _eisenstein(x, y)
    return _eisenstein(x + 1, y), _eisenstein(x, y + 1), _eisenstein(x + 1, y + 1)


@lru_cache(maxsize=65536)
def around(shape: str, point: LatticePoint) -> tuple[Cell, ...]:
    """Return the cells that have a corner at a point."""
    return tuple((point.a - dx, point.b - dy, *rest) for dx, dy, rest in _offsets(shape))


@lru_cache(maxsize=2)
def _offsets(shape: str) -> tuple[tuple[int, int, Cell], ...]:
    """Return the corners of the cells at 0: how far the cell of each lies before the point."""
    kinds: tuple[Cell, ...] = ((0, 0, 0), (0, 0, 1)) if shape == "triangle" else ((0, 0),)
    return tuple((p.a, p.b, kind[2:]) for kind in kinds for p in corners(shape, kind))


@lru_cache(maxsize=65536)
def neighbours(shape: str, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells across the sides of a cell; side k runs from corner k, clockwise."""
    corners_of = corners(shape, cell)
    found = []
    for k, start in enumerate(corners_of):
        end = corners_of[(k + 1) % len(corners_of)]
        (across,) = set(around(shape, start)) & set(around(shape, end)) - {cell}
        found.append(across)
    return tuple(found)


def meetings(shape: str, cells: Collection[Cell]) -> Iterator[tuple[Cell, int, Cell, int]]:
    """Yield the sides at which cells meet, each once: a cell and its side, the other cell and the side of that."""
    for cell in cells:
        for side, other in enumerate(neighbours(shape, cell)):
            if other in cells and cell < other:
                yield cell, side, other, neighbours(shape, other).index(cell)


def groups(shape: str, cells: Iterable[Cell]) -> list[set[Cell]]:
    """Return the cells in groups that hang together by full sides, the largest first."""
    left = set(cells)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        group: set[Cell] = set()
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if cell in left:
                left.remove(cell)
                group.add(cell)
                waiting += [other for other in neighbours(shape, cell) if other in left]
        found.append(group)
    return sorted(found, key=lambda group: (-len(group), min(group)))
