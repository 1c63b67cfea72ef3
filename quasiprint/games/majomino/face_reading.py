"""What a face shows, read from its geometry alone: where walls stand, which colours are in which cell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from quasiprint.drawing.rings import inside, to_segment
from quasiprint.games.majomino.board import Wall, inner_walls, rim
from quasiprint.games.majomino.grid import CellGrid
from quasiprint.model.face import Face, Mark, Operation, Point, Region, Ring, bounds

NEAR = 1e-5  # mm


def walls(face: Face, grid: CellGrid, *, printed: bool) -> frozenset[Wall]:
    """Return the walls that a face shows, the rim's, too. printed: walls are what is raised."""
    found: set[Wall] = set()
    for mark in face.marks:
        if mark.operation is Operation.CUT:
            found.update(rim(grid.size))  # the outline is cut anyway
            found.update(w for w in inner_walls(grid.size) if _on(mark.lines, _middle(w, grid)))
        elif mark.colour is None and ((mark.rise or 0) > 0 if printed else bool(mark.ink)):
            found |= _inked(mark, grid)
    return frozenset(found)


def _middle(wall: Wall, grid: CellGrid) -> Point:
    kind, row, column = wall
    return (grid.x(column + 0.5), grid.y(row)) if kind == "-" else (grid.x(column), grid.y(row + 0.5))


def _on(lines: Iterable[Ring], p: Point) -> bool:
    return any(to_segment(p, a, b) < NEAR for line in lines for a, b in zip(line, line[1:], strict=False))


def _inked(mark: Mark, grid: CellGrid) -> set[Wall]:
    """Return the walls whose middle lies in a mark's ink: a line through the middle of each row and
    column enters and leaves the ink in turn."""
    rings = [ring for region in mark.ink for ring in region.rings]
    turned = [tuple((y, x) for x, y in ring) for ring in rings]
    found: set[Wall] = set()
    for k in range(grid.size):
        upright = _crossed(rings, grid.x(k + 0.5))
        level = _crossed(turned, grid.y(k + 0.5))
        found.update(("-", row, k) for row in range(grid.size + 1) if _within(grid.y(row), upright))
        found.update(("|", k, column) for column in range(grid.size + 1) if _within(grid.x(column), level))
    return found


def _crossed(rings: Iterable[Iterable[Point]], x: float) -> list[float]:
    """Return the heights at which rings cross the upright line at x, in order."""
    heights = []
    for ring in rings:
        points = list(ring)
        for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
            if (x0 > x) != (x1 > x):
                heights.append(y0 + (x - x0) * (y1 - y0) / (x1 - x0))
    return sorted(heights)


def _within(height: float, crossed: list[float]) -> bool:
    return any(low < height < high for low, high in zip(crossed[::2], crossed[1::2], strict=True))


def colours(face: Face, grid: CellGrid, height: float) -> tuple[frozenset[int], ...]:
    """Return for each cell the labels of the coloured marks that cover a place in it: in the middle
    of its width, `height` mm above its lower side.
    """
    found: list[set[int]] = [set() for _ in range(grid.size * grid.size)]
    for mark in face.marks:
        if mark.colour is None or mark.label is None:
            continue
        for region in mark.field:
            for row, column in _met(region, grid):
                p = grid.x(column + 0.5), grid.y(row + 1) + height
                if inside(p, region.outer) and not any(inside(p, hole) for hole in region.holes):
                    found[row * grid.size + column].add(mark.label)
    return tuple(map(frozenset, found))


def _met(region: Region, grid: CellGrid) -> Iterator[tuple[int, int]]:
    """Yield the cells, row and column, that the box of an area meets."""
    left, low, right, high = bounds((region.outer,))
    half = grid.size / 2
    columns = range(max(0, math.floor(left / grid.edge + half)), min(grid.size, math.ceil(right / grid.edge + half)))
    rows = range(max(0, math.floor(half - high / grid.edge)), min(grid.size, math.ceil(half - low / grid.edge)))
    yield from ((row, column) for row in rows for column in columns)
