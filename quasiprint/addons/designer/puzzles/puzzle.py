"""A puzzle: a region, the tiles that fill it, what is to show along its border, and which tiles lie fixed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.placed import Lattice, Placed, common
from quasiprint.addons.designer.sets.polygons import Outline
from quasiprint.addons.designer.sets.set_file import SetDesign, Shape

Point = Any
Rim = frozenset[tuple[Point, Point]]  # the region's sides
FREE, ANY = -2, -1  # of a border: no rule; one label all round, whichever


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile that a puzzle may use. copies: how many of it there are."""

    name: str
    shape: Shape
    labels: Labelling
    copies: int


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile that lies somewhere. option: by which it was said, and what messages begin with. said: how its user wrote
    it. kind: the tile's number in the puzzle."""

    option: str
    said: str
    kind: int
    placed: Placed


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A region to be filled. border: the label all round, ANY or FREE. whole: whether every tile has to be used, each
    copy. fixed: tiles that lie so in every solution."""

    design: SetDesign
    tiles: tuple[Tile, ...]
    region: Outline
    border: int = FREE
    whole: bool = False
    fixed: tuple[Lying, ...] = ()

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


def sides_of(corners: Sequence[Point], step: Point | None = None) -> list[tuple[Point, Point]]:
    """Return sides from point to point, in order: what is anticlockwise lies to their left."""
    moved = corners if step is None else [corner + step for corner in corners]
    return [(moved[k], moved[(k + 1) % len(moved)]) for k in range(len(moved))]


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

    def put(point: Point) -> Point:
        own = lattice.lift(point - origin)
        return (own.mirror() if tile.flipped else own).turn(tile.turn) + tile.at

    return tuple(frozenset(map(put, cell)) for cell in tile.shape.outline.cells)
