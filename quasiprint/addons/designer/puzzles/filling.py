"""One way to fill a region with all of some tiles, labels aside: what a laser cuts along each line once.

Tiles of cells are an exact cover, found by its plain search; others go in corner by corner. Either search takes the
same steps everywhere, so that what it finds, or after how many steps it gives up, depends on nothing but the tiles.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quasiprint.addons.designer.puzzles.corners import Filling, lattice_of
from quasiprint.addons.designer.puzzles.cover import Cover, cover, solutions
from quasiprint.addons.designer.puzzles.laying import Laid, exact_cover
from quasiprint.addons.designer.puzzles.puzzle import Puzzle, Tile
from quasiprint.addons.designer.puzzles.region import grid
from quasiprint.addons.designer.sets.choices import ONE_SIDED
from quasiprint.addons.designer.sets.counts import Choice
from quasiprint.addons.designer.sets.placed import Lattice, Placed, integers
from quasiprint.addons.designer.sets.polygons import Outline
from quasiprint.addons.designer.sets.set_file import PLAIN, TWO_SIDED, SetDesign, Shape
from quasiprint.addons.designer.sets.twins import is_twin

MOST_WAYS = 20_000  # of laying a tile, each of which has a bit for every other
SHARES = (8, 8, 8, 8, 2)  # of the steps, with the ways in other orders
Found = tuple[Lattice, tuple[Placed, ...]]


class GaveUp(Exception):
    """So many steps found no way, and did not rule one out."""


def blank(shape: Shape, every: Iterable[Shape]) -> Shape:
    """Return a shape without labels. It may be turned as anybody holds it, and turned over if the file lets it be, both
    of its sides are bare, and it is then none of the others. every: all shapes."""
    taken = any(other is not shape and is_twin(other, shape, mirrored=True) for other in every)
    over = shape.symmetry == TWO_SIDED and shape.is_plain and not taken
    return replace(
        shape, choice=Choice("edges", 1), symmetry=TWO_SIDED if over else ONE_SIDED, look=PLAIN, numbers=(), names=()
    )


def fill(design: SetDesign, region: Outline, counts: Sequence[int], steps: int) -> Found | None:
    """Return tiles that fill a region, and the lattice on which they lie; None if there is no way. All tiles of a shape
    lie on one face. counts: how many tiles of each shape there are, all of which are used; steps: after which a search
    ends. Raises GaveUp then, and ValueError for outlines on lattices that have none in common."""
    shapes = [blank(shape, design.shapes) for shape in design.shapes]
    if region.cells and grid(design) and len({len(o.cells[0]) for o in (region, shapes[0].outline)}) == 1:
        return _cover(replace(design, shapes=tuple(shapes), match="", barred=frozenset()), region, counts, steps)
    lattice = lattice_of([*(shape.outline for shape in shapes), region])
    try:
        found = Filling(region, list(zip(shapes, counts, strict=True)), lattice, steps).find()
    except TimeoutError:
        raise GaveUp from None
    return None if found is None else (lattice, found)


def _cover(design: SetDesign, region: Outline, counts: Sequence[int], steps: int) -> Found | None:
    tiles = [
        Tile(shape.name, shape, (0,) * shape.outline.edges, count)
        for shape, count in zip(design.shapes, counts, strict=True)
    ]
    if not _balances(region, zip(design.shapes, counts, strict=True)):
        return None
    laid = exact_cover(Puzzle(replace(design, parallelograms=True), tuple(tiles), region, whole=True))
    if len(laid.choices) > MOST_WAYS:
        raise GaveUp
    for number, share in enumerate(SHARES):
        order = list(range(len(laid.choices)))
        if number:  # another order may meet a solution early
            random.Random(number).shuffle(order)
        for taken, solution in enumerate(solutions(_on_one_face(laid, order))):
            if solution is not None:
                return laid.lattice, tuple(placed for _, placed in laid.tiles_of([order[k] for k in solution]))
            if taken > steps // share:
                break
        else:
            return None
    raise GaveUp


def _balances(region: Outline, tiles: Iterable[tuple[Shape, int]]) -> bool:
    """Tell whether tiles can cover as many cells of either colour as a region has, coloured as a chessboard is, or in
    triangles that point up and down."""
    if len(region.cells[0]) == 6:  # hexagons: three meet at a point
        return True
    sums = {0}
    for shape, count in tiles:
        off = _more_of_one_colour(shape.outline)
        for _ in range(count if off else 0):
            sums = {have + more for have in sums for more in (off, -off)}
    return _more_of_one_colour(region) in sums


def _more_of_one_colour(outline: Outline) -> int:
    """Return how many more cells of one colour there are than of the other. The integers of a square's corners sum to
    an even or an odd number of fours, those of a triangle's to 2 or 1 more than a multiple of 3."""
    found = 0
    for cell in outline.cells:
        total = sum(sum(integers(corner)) for corner in cell)
        found += 1 if (total // 4 % 2 if len(cell) == 4 else total % 3 == 1) else -1
    return found


def _on_one_face(laid: Laid, order: Sequence[int]) -> Cover:
    """Return the exact cover, its options in an order, in which tiles of one shape agree on which side is up."""
    tiles, options = laid.puzzle.tiles, list(laid.choices)
    for k, (number, placed) in enumerate(laid.options):
        if tiles[number].copies > 1:
            options[k] = replace(options[k], other=(*options[k].other, (("face", number), int(placed.flipped))))
    return cover([options[k] for k in order], laid.needed, [tile.copies for tile in tiles])
