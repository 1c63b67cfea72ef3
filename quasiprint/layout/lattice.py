"""Lattice blocks: tiles side by side in rows, each grown by half of the kerf, so that neighbours share a line.

A row holds tiles of one outline, on level edges: parallelograms that lean one way, or triangles that take turns at
standing on their heads. Rows of rhombs take turns at leaning, so that the cuts between them run on through the rows.
Rows of several outlines share their level lines if their edges are equally long. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from quasiprint.drawing.outlines import kerf_offset
from quasiprint.drawing.rings import sides
from quasiprint.layout.rows import direction
from quasiprint.model.face import Point, Ring, snap
from quasiprint.model.production import Placement

SAME = 1e-5  # mm: lengths that differ by less are equal, up to the grid
HALF_TURN = 180.0


@dataclass(frozen=True, slots=True)
class Stand:
    """How a tile stands on a level edge, grown by half of the kerf. angle: how it is turned, degrees; foot: its corner
    at the left end of that edge, in its own frame; edge: how long that is; lean: how far the edge that goes up from
    there leans to the right."""

    angle: float
    foot: Point
    edge: float
    lean: float

    def placement(self, item: str, at: Point) -> Placement:
        """Return where an item lies whose foot is at a point."""
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        (x, y), (fx, fy) = at, self.foot
        return Placement(item, snap(x - fx * c + fy * s), snap(y - fx * s - fy * c), round(self.angle % 360, 9))


@dataclass(frozen=True, slots=True)
class Shape:
    """Tiles of one outline, which share edges. sides: 3 or 4. side: how long their level edges are, nominal. height:
    of a row. stands: in turns, row by row; of a triangle the one on its foot, then the one on its head."""

    items: tuple[str, ...]
    sides: int
    side: float
    height: float
    stands: tuple[Stand, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile in a block: whose, how it stands, and the corners of its cut, anticlockwise from its foot."""

    item: str
    stand: Stand
    ring: Ring

    @property
    def placement(self) -> Placement:
        """Where it lies."""
        return self.stand.placement(self.item, self.ring[0])


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a block: its shape, its items from left to right, and how often rows of that shape came before it."""

    shape: Shape
    items: tuple[str, ...]
    turn: int


def shape_of(items: Sequence[str], outline: Ring, kerf: float) -> Shape | None:
    """Return how tiles of an outline share their edges; None if they do not: it is no triangle and no parallelogram."""
    if len(outline) == 4:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
        if math.hypot(ax + cx - bx - dx, ay + cy - by - dy) > SAME:
            return None
    elif len(outline) != 3:
        return None
    grown = kerf_offset(outline, kerf)
    side = math.dist(outline[0], outline[1])
    first = _stand(outline, grown, 0)
    height = _up(grown, first)
    if len(outline) == 3:
        # on its head its foot is the right end of the level edge, above
        stands = (first, Stand(first.angle + HALF_TURN, first.foot, first.edge, first.lean))
        return Shape(tuple(items), 3, side, height, stands)
    if abs(math.dist(outline[1], outline[2]) - side) > SAME or abs(first.lean) < SAME:
        return Shape(tuple(items), 4, side, height, (first,))
    other = _stand(outline, grown, 1)
    # it is a rhomb: to the last bit as long, and as slanting, or its rows would not have the same corners
    stands = (first, Stand(other.angle, other.foot, first.edge, -first.lean))
    return Shape(tuple(items), 4, side, height, stands)


def _stand(outline: Ring, grown: Ring, k: int) -> Stand:
    n = len(outline)
    angle = -direction(outline[k], outline[(k + 1) % n])
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    (x, y), (ux, uy) = grown[k], grown[k - 1]
    return Stand(angle, grown[k], math.dist(grown[k], grown[(k + 1) % n]), (ux - x) * c - (uy - y) * s)


def _up(grown: Ring, stand: Stand) -> float:
    c, s = math.cos(math.radians(stand.angle)), math.sin(math.radians(stand.angle))
    return max((x - grown[0][0]) * s + (y - grown[0][1]) * c for x, y in grown)


class Block:
    """Rows of tiles, the first at the foot. left, low: where its box begins on the sheet."""

    def __init__(self, rows: Sequence[Row], left: float = 0.0, low: float = 0.0) -> None:
        self.rows = tuple(rows)
        self._starts, self._at = _starts(rows), (left, low)
        spans = [_span(row, start) for row, start in zip(rows, self._starts, strict=True)]
        self._west = min(west for west, _ in spans)
        self.width = max(east for _, east in spans) - self._west
        self.height = sum(row.shape.height for row in rows)

    # most blocks are only measured, to be compared with others
    @cached_property
    def _tile_rows(self) -> list[list[Tile]]:
        found: list[list[Tile]] = []
        (left, y), head = self._at, 0.0
        for k, (row, start) in enumerate(zip(self.rows, self._starts, strict=True)):
            # to the last bit where the row before it ends, so that they have the same corners
            foot = head if k and self.rows[k - 1].shape is row.shape else left + start - self._west
            head = _head(row, foot)
            found.append(_tiles(row, foot, head, snap(y), snap(y + row.shape.height)))
            y += row.shape.height
        return found

    @cached_property
    def tiles(self) -> list[Tile]:
        """All tiles, row by row."""
        return [tile for row in self._tile_rows for tile in row]

    @cached_property
    def slants(self) -> list[list[tuple[Point, Point]]]:
        """The sides that are not level, of each row."""
        rows = [[side for tile in tiles for side in sides(tile.ring)] for tiles in self._tile_rows]
        return [list(dict.fromkeys((min(a, b), max(a, b)) for a, b in row if a[1] != b[1])) for row in rows]


def _starts(rows: Sequence[Row]) -> list[float]:
    """Return where the level line at the foot of each row begins: where the one at the head of the row before it does,
    if both are of one shape, so that they have the same corners; else at the left."""
    starts: list[float] = []
    for k, row in enumerate(rows):
        first = max(0.0, -_stand_of(row).lean) if row.shape.sides == 4 else 0.0
        starts.append(_head(rows[k - 1], starts[-1]) if k and rows[k - 1].shape is row.shape else first)
    return starts


def _head(row: Row, foot: float) -> float:
    """Return where the level line at the head of a row begins. foot: where that at its foot does."""
    stand = _stand_of(row)
    on_head = row.shape.sides == 3 and row.turn % 2
    return foot - stand.edge + stand.lean if on_head else foot + stand.lean


def _stand_of(row: Row) -> Stand:
    return row.shape.stands[row.turn % len(row.shape.stands)]


def _span(row: Row, start: float) -> tuple[float, float]:
    """Return where a row begins and ends, from left to right. start: of the level line at its foot."""
    stand, count = _stand_of(row), len(row.items)
    if row.shape.sides == 4:
        end = start + count * stand.edge
        return min(start, start + stand.lean), max(end, end + stand.lean)
    edge = stand.edge
    # on its foot: from the foot's left end; on its head: from the head's
    feet, heads = ((count + 1) // 2, count // 2) if not row.turn % 2 else (count // 2, (count + 1) // 2)
    head = _head(row, start)
    return min(start, head), max(start + max(feet, 1) * edge if feet else start, head + max(heads, 0) * edge)


def _tiles(row: Row, start: float, top: float, low: float, high: float) -> list[Tile]:
    """Return the tiles of a row. start, top: where its level lines begin; low, high: where these lie."""
    stands, edge, on_head = row.shape.stands, _stand_of(row).edge, row.turn % 2

    def foot(k: int) -> Point:
        return snap(start + k * edge), low

    def head(k: int) -> Point:
        return snap(top + k * edge), high

    tiles = []
    for j, item in enumerate(row.items):
        k = j // 2
        if row.shape.sides == 4:
            tiles.append(Tile(item, _stand_of(row), (foot(j), foot(j + 1), head(j + 1), head(j))))
        elif (j + on_head) % 2:
            tiles.append(Tile(item, stands[1], (head(k + 1), head(k), foot(k + 1 - on_head))))
        else:
            tiles.append(Tile(item, stands[0], (foot(k), foot(k + 1), head(k + on_head))))
    return tiles
