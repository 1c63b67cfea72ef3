"""From the cells of a board to lines in mm: the rims of regions, and the lines between cells.

Corners of cells are (column, row) in integers, row 0 at the top. In mm the origin is the middle of
the board and y runs up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from quasiprint.games.majomino.board import Wall
from quasiprint.model.face import Point, Ring, snap
from quasiprint.model.piece import GameSet, Piece

Corner = tuple[int, int]
Turn = tuple[Corner, int, int]  # where, and in which directions the rim comes and goes
# directions, each to the left of the one before: right, up, left, down; as (columns, rows)
STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))
# where the rim of a cell ends that runs in each direction, as seen from the cell's upper left corner
ENDS = ((1, 1), (1, 0), (0, 0), (0, 1))


@dataclass(frozen=True, slots=True)
class CellGrid:
    """A board's cells in mm: `size` cells of `edge` mm in each direction."""

    size: int
    edge: float

    def x(self, column: float) -> float:
        """Return where a column begins."""
        return snap((column - self.size / 2) * self.edge)

    def y(self, row: float) -> float:
        """Return where a row begins: the height of its upper side."""
        return snap((self.size / 2 - row) * self.edge)

    def square(self, beyond: float) -> Ring:
        """Return the board's rim, moved out by `beyond` mm, anticlockwise from the lower left."""
        far = snap(self.size * self.edge / 2 + beyond)
        return ((-far, -far), (far, -far), (far, far), (-far, far))

    def line(self, start: Corner, end: Corner) -> Ring:
        """Return the line between two corners of cells."""
        return (_point(self, *start, 0.0, 0.0), _point(self, *end, 0.0, 0.0))

    def ring(self, rim: tuple[Turn, ...], inward: float) -> Ring:
        """Return a rim moved by `inward` mm to the side of its region."""
        points = []
        for (column, row), come, go in rim:
            # to the left of both sides, which stand at a right angle; rows run down, y runs up
            across = sum(STEPS[(way + 1) % 4][0] for way in (come, go))
            up = -sum(STEPS[(way + 1) % 4][1] for way in (come, go))
            points.append(_point(self, column, row, across * inward, up * inward))
        return tuple(points)


def side_of(piece: Piece) -> int:
    """Return how many cells the side of a board has, by its exact outline."""
    return round((piece.corners[1] - piece.corners[0]).to_xy()[0])


def grid_of(piece: Piece, game_set: GameSet) -> CellGrid:
    """Return the grid of a board: its outline says how many cells, the measures how large."""
    return CellGrid(side_of(piece), game_set.measures.size.edge)


@lru_cache(maxsize=65536)
def _point(grid: CellGrid, column: int, row: int, across: float, up: float) -> Point:
    """Return a point near a corner of a cell; one value for all boards, which share a few hundred of them."""
    return snap(grid.x(column) + across), snap(grid.y(row) + up)


@lru_cache(maxsize=4096)
def rims(cells: tuple[int, ...], size: int) -> tuple[tuple[Turn, ...], ...]:
    """Return the rims of a connected region, the outer one first, the region always to their left.

    Where two cells of a region touch at a corner alone, a rim turns with its cell: it never runs
    through one of its own corners on both sides of a wall.
    """
    filled = {divmod(cell, size) for cell in cells}

    def ahead(row: int, column: int, way: int) -> tuple[int, int]:
        return row + STEPS[way][1], column + STEPS[way][0]

    # a side of a cell that is rim, as the direction in which it is walked
    sides = {
        (cell, way): None for cell in sorted(filled) for way in range(4) if ahead(*cell, (way + 3) % 4) not in filled
    }
    found = []
    while sides:
        cell, way = next(iter(sides))
        turns: list[Turn] = []
        while (cell, way) in sides:
            del sides[cell, way]
            (row, column), came = cell, way
            straight = ahead(*cell, way)
            if straight not in filled:
                way = (way + 1) % 4
            elif ahead(*straight, (way + 3) % 4) in filled:
                cell, way = ahead(*straight, (way + 3) % 4), (way + 3) % 4
            else:
                cell = straight
            if way != came:
                turns.append(((column + ENDS[came][0], row + ENDS[came][1]), came, way))
        found.append(tuple(turns))
    # the outer rim turns once to the left in all, a hole's once to the right
    return tuple(sorted(found, key=lambda rim: sum((go - come + 1) % 4 - 1 for _, come, go in rim), reverse=True))


@lru_cache(maxsize=4096)
def stretches(walls: Iterable[Wall]) -> tuple[tuple[Corner, Corner], ...]:
    """Return walls as straight lines between corners, each as long as it can be. walls: a frozenset."""
    found: list[tuple[Corner, Corner, str]] = []
    ordered = sorted(walls, key=lambda w: (w[0], w[1], w[2]) if w[0] == "-" else (w[0], w[2], w[1]))
    for kind, row, column in ordered:
        start = (column, row)
        end = (column + 1, row) if kind == "-" else (column, row + 1)
        if found and found[-1][1] == start and found[-1][2] == kind:
            found[-1] = (found[-1][0], end, kind)
        else:
            found.append((start, end, kind))
    return tuple((start, end) for start, end, _ in found)
