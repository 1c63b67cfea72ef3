"""A patch: polygons laid next to each other, and what can be counted of it in integers.

Knows no game: a tile is its exact corners and, for each corner, its angle in equal parts of a
turn. Floats appear only to find neighbours quickly, with a margin; every decision is exact.

Tiles that repeat meet in the same few ways again and again, in one patch and in the next, so each
way (two shapes and the step between them, however they are turned together) is decided once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from quasiprint.exact.polygon import Contact, ExactPoint, are_parted, contacts, convex_parts, edges

MARGIN = 0.01  # edge lengths; floats of coordinates up to 10⁹ are right to a millionth
CROWD = 20  # so many tiles may lie over one before pairs of two such tiles are passed over

EdgeEnd = tuple[int, int]  # tile, edge
Misfit = tuple[int, int, Contact]
WRONG = (Contact.PARTIAL, Contact.CORNER_ON_EDGE)


@dataclass(frozen=True, slots=True)
class Meetings:
    """Which pairs of tiles overlap, and which touch as no two tiles may.

    crowded: the tiles over which `CROWD` others lie or more. Pairs of two crowded tiles are not
    looked at once both are known to be: tiles in one heap would make millions of pairs, and
    every one of the tiles stands in `overlaps` already.
    """

    overlaps: list[tuple[int, int]]
    misfits: list[Misfit]
    crowded: frozenset[int]


@dataclass(frozen=True)
class Patch:
    """Tiles in the plane. tiles: exact corners, anticlockwise. angles: of each tile's corners,
    in units of which a whole turn has `turn`."""

    tiles: tuple[tuple[ExactPoint, ...], ...]
    angles: tuple[tuple[int, ...], ...]
    turn: int

    @cached_property
    def owners(self) -> dict[frozenset[ExactPoint], list[EdgeEnd]]:
        """Each edge, as its two ends, with the tiles that have it."""
        found: dict[frozenset[ExactPoint], list[EdgeEnd]] = defaultdict(list)
        for t, tile in enumerate(self.tiles):
            for k, ends in enumerate(edges(tile)):
                found[frozenset(ends)].append((t, k))
        return dict(found)

    def joins(self) -> Iterator[tuple[EdgeEnd, EdgeEnd]]:
        """Yield each pair of tiles that share a full edge, one on each side, with the edge in each."""
        for ends in self.owners.values():
            start = self.tiles[ends[0][0]][ends[0][1]]
            left = [(t, k) for t, k in ends if self.tiles[t][k] == start]
            right = [(t, k) for t, k in ends if self.tiles[t][k] != start]
            for first, second in product(left, right):
                yield min(first, second), max(first, second)

    @property
    def boundary_edges(self) -> int:
        """How many edges belong to one tile alone."""
        return sum(len(ends) == 1 for ends in self.owners.values())

    def near(self, crowded: Set[int] = frozenset()) -> Iterator[tuple[int, int]]:
        """Yield each pair of tiles, once, whose surroundings meet: all that could touch.

        Pairs of two tiles in `crowded`, which may grow meanwhile, are left out.
        """
        boxes = [_box(tile) for tile in self.tiles]
        size = max((max(b[2] - b[0], b[3] - b[1]) for b in boxes), default=1.0) + 2 * MARGIN
        grid: dict[tuple[int, int], list[int]] = defaultdict(list)
        for t, box in enumerate(boxes):
            column, row = int(box[0] // size), int(box[1] // size)
            for i in (-1, 0, 1):
                for j in (-1, 0, 1):
                    for other in grid.get((column + i, row + j), ()):
                        if t in crowded and other in crowded:
                            continue
                        if _meet(box, boxes[other]):
                            yield other, t
            grid[column, row].append(t)

    @cached_property
    def meetings(self) -> Meetings:
        """How the tiles meet that do not simply lie edge to edge, corner to corner or apart."""
        over = [0] * len(self.tiles)
        overlaps: list[tuple[int, int]] = []
        misfits: list[Misfit] = []
        crowded: set[int] = set()
        for i, j in self.near(crowded):
            touching = touch(self.tiles[i], self.tiles[j])
            if touching is None:
                overlaps.append((i, j))
                for t in (i, j):
                    over[t] += 1
                    if over[t] == CROWD:
                        crowded.add(t)
            else:
                misfits += [(i, j, contact) for contact in WRONG if contact in touching]
        return Meetings(overlaps, misfits, frozenset(crowded))

    def overlaps(self) -> list[tuple[int, int]]:
        """Return the pairs of tiles whose interiors meet, by exact intersection of polygons; of
        crowded tiles as many as `Meetings` says."""
        return self.meetings.overlaps

    def misfits(self) -> list[Misfit]:
        """Return the pairs of tiles that do not overlap, but meet along part of an edge or with a
        corner in the middle of one."""
        return self.meetings.misfits

    def inner_corners(self, without: frozenset[int] = frozenset()) -> list[ExactPoint]:
        """Return the corners around which tiles fill the whole turn. Tiles that overlap others
        must be left out by `without`."""
        sums: dict[ExactPoint, int] = defaultdict(int)
        for t, (tile, angles) in enumerate(zip(self.tiles, self.angles, strict=True)):
            if t not in without:
                for corner, angle in zip(tile, angles, strict=True):
                    sums[corner] += angle
        return [corner for corner, angle in sums.items() if angle == self.turn]

    def components(self) -> int:
        """Return how many separate pieces the patch has, joined along edges."""
        return len(self.parts())

    def parts(self) -> list[list[int]]:
        """Return the tiles of each piece, in order."""
        parent = list(range(len(self.tiles)))

        def root(t: int) -> int:
            while parent[t] != t:
                parent[t] = parent[parent[t]]
                t = parent[t]
            return t

        for ends in self.owners.values():
            for t, _ in ends[1:]:
                parent[root(t)] = root(ends[0][0])
        found: dict[int, list[int]] = defaultdict(list)
        for t in range(len(self.tiles)):
            found[root(t)].append(t)
        return list(found.values())

    def holes(self) -> int:
        """Return how many holes the pieces have: loops of the boundary beyond one for each piece.

        Tiles that meet only in a corner are not joined there, so they enclose no hole with it. Raises ValueError for
        tiles that overlap along an edge: they have no boundary.
        """
        at = {ends: (t, k) for t, tile in enumerate(self.tiles) for k, ends in enumerate(edges(tile))}
        if len(at) < sum(map(len, self.tiles)):
            raise ValueError("patch: two tiles lie on the same side of an edge, allowed is one")
        free = {edge for edge in at if edge[::-1] not in at}
        loops = 0
        while free:
            loops += 1
            edge = next(iter(free))
            while edge in free:
                free.remove(edge)
                # turn about the edge's end, from tile to tile, until nothing lies beyond
                while True:
                    t, k = at[edge]
                    tile = self.tiles[t]
                    k = (k + 1) % len(tile)
                    edge = tile[k], tile[(k + 1) % len(tile)]
                    if edge[::-1] not in at:
                        break
                    edge = edge[::-1]
        return loops - self.components()


Shape = tuple[Any, ...]  # a tile's corners, from its first one


def touch(left: Sequence[ExactPoint], right: Sequence[ExactPoint]) -> frozenset[Contact] | None:
    """Return how two tiles touch, each its corners anticlockwise; None if they overlap."""
    shapes = [tuple(p - tile[0] for p in tile) for tile in (left, right)]
    level = _level(shapes[0])
    first, second = (_turned(shape, level) for shape in shapes)
    return _meeting(first, second, (right[0] - left[0]).turn(level))


@lru_cache(maxsize=4096)
def _meeting(first: Shape, second: Shape, step: Any) -> frozenset[Contact] | None:
    """Return how two shapes touch, the second moved by a step; None if they overlap."""
    parts = [tuple(p + step for p in part) for part in _parts(second)]
    if not all(are_parted(p, q) for p in _parts(first) for q in parts):
        return None
    return contacts(first, tuple(p + step for p in second))


@lru_cache(maxsize=4096)
def _parts(shape: Shape) -> tuple[Shape, ...]:
    """Return the convex parts of a shape, which take long to find."""
    return tuple(map(tuple, convex_parts(shape)))


@lru_cache(maxsize=4096)
def _level(shape: Shape) -> int:
    """Return by how many parts a shape is turned so that its first edge runs to the right, as far as it can: shapes
    that are turned alike meet others alike."""
    return max(range(shape[1].TURN), key=lambda parts: float(shape[1].turn(parts).to_xy()[0]))


@lru_cache(maxsize=4096)
def _turned(shape: Shape, parts: int) -> Shape:
    return tuple(p.turn(parts) for p in shape)


Box = tuple[float, float, float, float]


def _box(tile: Sequence[ExactPoint]) -> Box:
    points = [p.to_xy() for p in tile]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _meet(first: Box, second: Box) -> bool:
    return (
        first[0] <= second[2] + MARGIN
        and second[0] <= first[2] + MARGIN
        and first[1] <= second[3] + MARGIN
        and second[1] <= first[3] + MARGIN
    )
