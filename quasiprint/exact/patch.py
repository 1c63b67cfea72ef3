"""A patch: polygons laid next to each other, and what can be counted of it in integers.

Knows no game: a tile is its exact corners and, for each corner, its angle in equal parts of a
turn. Floats appear only to find neighbours quickly, with a margin; every decision is exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from quasiprint.exact.point import ExactPoint
from quasiprint.exact.polygon import Contact, contacts, edges, overlap

MARGIN = 0.01  # edge lengths; floats of the coordinates used here are right to 1e-9

EdgeEnd = tuple[int, int]  # tile, edge


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
        """Yield each pair of tiles that share a full edge, with the edge in each."""
        for ends in self.owners.values():
            for i, one in enumerate(ends):
                for two in ends[i + 1 :]:
                    yield one, two

    @property
    def boundary_edges(self) -> int:
        """How many edges belong to one tile alone."""
        return sum(len(ends) == 1 for ends in self.owners.values())

    def near(self) -> Iterator[tuple[int, int]]:
        """Yield each pair of tiles, once, whose surroundings meet: all that could touch."""
        boxes = [_box(tile) for tile in self.tiles]
        size = max((max(b[2] - b[0], b[3] - b[1]) for b in boxes), default=1.0) + 2 * MARGIN
        grid: dict[tuple[int, int], list[int]] = defaultdict(list)
        for t, box in enumerate(boxes):
            column, row = int(box[0] // size), int(box[1] // size)
            for i in (-1, 0, 1):
                for j in (-1, 0, 1):
                    for other in grid.get((column + i, row + j), ()):
                        if _meet(box, boxes[other]):
                            yield other, t
            grid[column, row].append(t)

    def overlaps(self) -> list[tuple[int, int]]:
        """Return the pairs of tiles whose interiors meet, by exact intersection of polygons."""
        return [(i, j) for i, j in self.near() if overlap(self.tiles[i], self.tiles[j])]

    def misfits(self) -> list[tuple[int, int, Contact]]:
        """Return the pairs of tiles that do not overlap, but meet along part of an edge or with a
        corner in the middle of one."""
        wrong = (Contact.PARTIAL, Contact.CORNER_ON_EDGE)
        return [
            (i, j, contact)
            for i, j in self.near()
            if not overlap(self.tiles[i], self.tiles[j])
            for contact in sorted(contacts(self.tiles[i], self.tiles[j]))
            if contact in wrong
        ]

    def angle_sums(self, without: frozenset[int] = frozenset()) -> dict[ExactPoint, int]:
        """Return, for each corner of the patch, the angles of the tiles around it, added up."""
        sums: dict[ExactPoint, int] = defaultdict(int)
        for t, (tile, angles) in enumerate(zip(self.tiles, self.angles, strict=True)):
            if t not in without:
                for corner, angle in zip(tile, angles, strict=True):
                    sums[corner] += angle
        return dict(sums)

    def covered(self, without: frozenset[int] = frozenset()) -> list[ExactPoint]:
        """Return the corners around which tiles fill the whole turn. Tiles that overlap others
        must be left out by `without`."""
        return [corner for corner, angle in self.angle_sums(without).items() if angle == self.turn]

    def components(self) -> int:
        """Return how many separate pieces the patch has, joined along edges."""
        parent = list(range(len(self.tiles)))

        def root(t: int) -> int:
            while parent[t] != t:
                parent[t] = parent[parent[t]]
                t = parent[t]
            return t

        for (one, _), (two, _) in self.joins():
            parent[root(one)] = root(two)
        return len({root(t) for t in range(len(self.tiles))})


Box = tuple[float, float, float, float]


def _box(tile: Sequence[ExactPoint]) -> Box:
    points = [p.to_xy() for p in tile]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _meet(one: Box, two: Box) -> bool:
    return (
        one[0] <= two[2] + MARGIN
        and two[0] <= one[2] + MARGIN
        and one[1] <= two[3] + MARGIN
        and two[1] <= one[3] + MARGIN
    )
