"""A puzzle: a region, the tiles that fill it, the labels along its border, fixed tiles, open cells; and when a search
for its solutions is to end.

How many closed vertices tiles can have at most, whatever their labels and wherever they lie.

By Euler's formula, one layout without holes of F tiles with S edges together, and P edges along its rim, closes
1 + S/2 − F − P/2 vertices: 2E = S + P, V − E + F = 1, and P vertices lie on the rim. Edges have length 1 and run in n
directions; among all such rims around an area A, that of a regular n-gon is the shortest (Wulff), so that
P ≥ √(4 n tan(π/n) A). S + P is even. A hole makes it fewer. Several pieces are no better than one: with least areas a,
b of pieces that close a vertex, their rims are longer than that of one piece by more than the 2 edges that a piece
more would have to cost; where tiles are so small that this does not hold, there is no bound.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.placed import Lattice, Placed, common
from quasiprint.addons.designer.sets.polygons import Outline
from quasiprint.addons.designer.sets.set_file import SetDesign, Shape
from quasiprint.model.face import area as area_of
from quasiprint.system import interruption

Point = Any
Rim = frozenset[tuple[Point, Point]]  # the region's sides
FREE, ANY = -2, -1  # of a border: no rule; one label all round, whichever


class Undecided(Exception):
    """The time, or the steps, are used up before it is known. found: solutions that were counted until then."""

    found = 0


class Clock:
    """When a search is to end. seconds: from now; None for no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left, below 0 if the time is used up."""
        return self._end - time.monotonic()

    def look(self) -> None:
        """Hear signals. Raises Undecided if the time is used up."""
        interruption.check()
        if self.left < 0:
            raise Undecided


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile that a puzzle may use. copies: how many of it there are."""

    name: str
    shape: Shape
    labels: Labelling
    copies: int


@dataclass(frozen=True, slots=True)
class FixedTile:
    """A tile that lies somewhere. option: the one that named it; messages begin with it. text: how its user wrote
    it. kind: the tile's number in the puzzle."""

    option: str
    text: str
    kind: int
    placed: Placed


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A region to be filled. border: the label all round, ANY or FREE. whole: whether every tile has to be used, each
    copy. fixed: tiles that lie so in every solution. bare: cells that stay open. open: how many others do. clock: by
    which searches for its solutions end."""

    design: SetDesign
    tiles: tuple[Tile, ...]
    region: Outline
    border: int = FREE
    whole: bool = False
    fixed: tuple[FixedTile, ...] = ()
    bare: frozenset[frozenset[Point]] = frozenset()
    open: int = 0
    clock: Clock = field(default_factory=Clock, compare=False)

    @property
    def cells(self) -> list[frozenset[Point]]:
        """The cells of the region that tiles may cover."""
        lift = self.lattice.lift
        lifted = (frozenset(map(lift, cell)) for cell in self.region.cells)
        return [cell for cell in lifted if cell not in self.bare]

    @property
    def lattice(self) -> Lattice:
        """The lattice of its tiles and its region."""
        return common([*(shape.outline for shape in self.design.shapes), self.region])

    @property
    def rim(self) -> Rim:
        """The sides of the region."""
        lift = self.lattice.lift
        return frozenset((lift(a), lift(b)) for a, b in self.region.sides)

    @property
    def border_takes_all(self) -> bool:
        """Whether all tiles together have the label of the border as often as the border is long: then it shows nowhere
        else."""
        if self.border < 0 or not self.whole or any(tile.shape.choice.at != "edges" for tile in self.tiles):
            return False
        return sum(tile.copies * tile.labels.count(self.border) for tile in self.tiles) == len(self.region.sides)


def fits_border(puzzle: Puzzle, tile: Placed, rim: Rim) -> bool:
    """Tell whether a tile shows what it has to along the border."""
    along = set(labels_along(tile, rim))
    return puzzle.border == FREE or along <= {puzzle.border} or (puzzle.border == ANY and len(along) == 1)


def labels_along(tile: Placed, rim: Rim) -> Iterator[int]:
    """Yield the labels that a tile shows along the border."""
    for side in tile.sides:
        if (side.start, side.end) in rim:
            yield from side.shows
    if tile.marks:
        on = {point for side in rim for point in side}
        yield from (label for point, label in zip(tile.corners, tile.marks, strict=True) if point in on)


def shows_inside(puzzle: Puzzle, tile: Placed, rim: Rim) -> bool:
    """Tell whether a tile shows the label of the border at an edge that does not lie along it."""
    return any(side.shows == (puzzle.border,) and (side.start, side.end) not in rim for side in tile.sides)


def cells_of(tile: Placed, lattice: Lattice) -> tuple[frozenset[Point], ...]:
    """Return the cells that a tile covers, whether or not they bear labels."""
    origin = tile.shape.outline.corners[0]

    def place(point: Point) -> Point:
        lifted = lattice.lift(point - origin)
        return (lifted.mirror() if tile.flipped else lifted).turn(tile.turn) + tile.at

    return tuple(frozenset(map(place, cell)) for cell in tile.shape.outline.cells)


MOST_CASES = 200_000  # numbers of tiles of each shape
NEAR = 1e-9
FEWEST = 3  # tiles around a vertex


def most_closed(tiles: Iterable[Tile], lattice: Lattice, pieces: int = 1) -> int | None:
    """Return how many vertices tiles close at most, None where nothing is proved. pieces: 1, or 2 for two pieces each
    of which closes some."""
    shapes: dict[str, tuple[float, int, int]] = {}
    for tile in tiles:
        outline = tile.shape.outline
        _, _, copies = shapes.get(tile.shape.name, (0.0, 0, 0))
        shapes[tile.shape.name] = size(outline.corners), outline.edges, copies + tile.copies
    rim = math.sqrt(4 * lattice.parts * math.tan(math.pi / lattice.parts))
    least = min(area for area, _, _ in shapes.values())
    cases = math.prod(copies + 1 for _, _, copies in shapes.values())
    if cases > MOST_CASES or rim * math.sqrt(FEWEST * least) * (2 - math.sqrt(2)) < 2:
        return None
    best = 0
    for counts in product(*(range(copies + 1) for _, _, copies in shapes.values())):
        if not any(counts):
            continue
        each = list(zip(counts, shapes.values(), strict=True))
        area, sides = sum(n * sizes[0] for n, sizes in each), sum(n * sizes[1] for n, sizes in each)
        small = (pieces - 1) * FEWEST * least
        if area < 2 * small:
            continue
        around = math.ceil(rim * (math.sqrt(area - small) + math.sqrt(small)) - NEAR)
        around += (sides + around) % 2
        best = max(best, pieces + (sides - around) // 2 - sum(counts))
    return best


def size(corners: tuple[Any, ...]) -> float:
    """Return the area of a polygon with exact corners, anticlockwise, in squares of an edge."""
    return area_of(tuple(corner.to_xy() for corner in corners))
