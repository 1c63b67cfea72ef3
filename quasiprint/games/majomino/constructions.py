"""Boards drawn with pencil and paper: one line through all cells, cut into regions, and cells that change places.

Which boards the line can make, and that what is drawn is a board at every step, is checked by trying it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from quasiprint.games.majomino.board import Board, Labels, images, inner_walls, of_regions, relabelled
from quasiprint.games.majomino.endings import bits


def cut(path: Sequence[int], size: int) -> Board:
    """Return the board of a line that is cut after every `size` cells.

    path: the cells, in order. Raises ValueError for one that leaves out a cell or jumps.
    """
    near = _near(size)
    if sorted(path) != list(range(size * size)):
        raise ValueError(f"line: found {len(set(path))} cells, needed is each of {size * size} once")
    for one, two in zip(path, path[1:], strict=False):
        if not near[one] >> two & 1:
            raise ValueError(f"line: cells {one} and {two} are no neighbours")
    labels = [0] * (size * size)
    for step, cell in enumerate(path):
        labels[cell] = step // size
    return of_regions(size, labels)


def swapped(board: Board, one: int, two: int) -> Board | None:
    """Return the board on which two cells of different regions have changed places; None if a region falls apart."""
    labels = list(board.regions)
    labels[one], labels[two] = labels[two], labels[one]
    made = of_regions(board.size, labels)
    return made if made.count == board.count and made.regions != board.regions else None


def joint(before: Board, after: Board, swap: tuple[int, int]) -> tuple[Labels, Labels]:
    """Return colours for the regions of two boards, of which the second came by a swap of two cells: a region has the
    same colour before and after, neighbours never have, and colours are as few as can be.
    """
    one, two = swap
    # the number that each region of the second board has on the first
    origin = {after.regions[cell]: label for cell, label in enumerate(before.regions) if cell not in swap}
    origin |= {after.regions[one]: before.regions[two], after.regions[two]: before.regions[one]}
    near = {(a, b) for a, others in enumerate(before.neighbours()) for b in others}
    near |= {(origin[a], origin[b]) for a, others in enumerate(after.neighbours()) for b in others}
    for count in range(1, before.count + 1):
        for colours in product(range(count), repeat=before.count):
            if all(colours[a] != colours[b] for a, b in near):
                return colours, tuple(colours[origin[region]] for region in range(after.count))
    raise AssertionError("as many colours as regions are enough")


@lru_cache(maxsize=4)
def _near(size: int) -> tuple[int, ...]:
    """Return the neighbours of each cell, as bits."""
    near = [0] * (size * size)
    for kind, row, column in inner_walls(size):
        cell = row * size + column
        other = cell - size if kind == "-" else cell - 1
        near[cell] |= 1 << other
        near[other] |= 1 << cell
    return tuple(near)


@lru_cache(maxsize=4)
def every(size: int) -> tuple[Board, ...]:
    """Return every board of a small size: the region of the first free cell in all its forms, then the next."""
    near = _near(size)
    whole = (1 << size * size) - 1
    found: list[Board] = []

    def forms(first: int, taken: int) -> set[int]:
        grown = {first}
        for _ in range(size - 1):
            grown = {
                form | 1 << cell
                for form in grown
                for beside in bits(form)
                for cell in bits(near[beside] & ~(form | taken))
            }
        return grown

    def fill(regions: tuple[int, ...], taken: int) -> None:
        if taken == whole:
            labels = [next(k for k, region in enumerate(regions) if region >> c & 1) for c in range(size * size)]
            found.append(of_regions(size, labels))
            return
        free = whole & ~taken
        for form in sorted(forms(free & -free, taken)):
            fill((*regions, form), taken | form)

    fill((), 0)
    return tuple(found)


@lru_cache(maxsize=4)
def lined(size: int) -> frozenset[Labels]:
    """Return the regions of every board that a line through all cells can make, for a small size."""
    near = _near(size)
    whole = (1 << size * size) - 1
    found: set[Labels] = set()
    labels = [0] * (size * size)

    def go(cell: int, seen: int, step: int) -> None:
        labels[cell] = step // size
        if seen == whole:
            found.add(relabelled(labels))
        for other in bits(near[cell] & ~seen):
            with_it = seen | 1 << other
            if _together(near, near[other] & ~with_it, whole & ~with_it):
                go(other, with_it, step + 1)

    # a line from any other cell is one from these, turned or mirrored; of an odd number of cells, coloured like a
    # chessboard, it has one more of the corners' colour, and begins with that
    for row in range((size + 1) // 2):
        for column in range(row, (size + 1) // 2):
            if size % 2 and (row + column) % 2:
                continue
            go(row * size + column, 1 << row * size + column, 0)
    return frozenset(image for regions in found for image in images(Board(size, regions)))


def _together(near: Sequence[int], start: int, free: int) -> bool:
    """Tell whether the free cells are one area that can be entered from `start`, a set of some of them."""
    if not free:
        return True
    front = reached = start & -start
    while front:
        cell = front & -front
        front ^= cell
        new = near[cell.bit_length() - 1] & free & ~reached
        reached |= new
        front |= new
    return reached == free
