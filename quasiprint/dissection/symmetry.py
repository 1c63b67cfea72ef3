"""The eight symmetries of the square, and boards up to them."""

from __future__ import annotations

from functools import cache
from typing import Any

from quasiprint.dissection.placements import placements

Array = Any


def images(size: int) -> Array:
    """Return the symmetries of N×N cells as permutations: an array of 8 × N², the first moves nothing.

    Image k of a board has in each cell what the board has in cell `images(size)[k, cell]`: turned by
    0, 1, 2 and 3 quarters, then the same of the transposed board.
    """
    import numpy as np

    cells = np.arange(size * size).reshape(size, size)
    return np.array([np.rot90(grid, turns).ravel() for grid in (cells, cells.T) for turns in range(4)])


def canonical(boards: Array) -> tuple[Array, Array]:
    """Return the canonical form of each board, uint8 count × N², and the order of its stabiliser, count.

    boards: uint8, count × N², regions numbered in order of first cells. Boards are the same up to
    rotation and reflection if and only if their canonical forms, the least of their images, are equal.
    """
    import math

    from quasiprint.dissection import labels

    return labels.canonical(boards, images(math.isqrt(boards.shape[1])))


def fixed(size: int, symmetry: int) -> int:
    """Return how many dissections a symmetry leaves as they are.

    symmetry: its number in `images`. The first free cell is covered by a region together with the
    region's images, which must be the region itself or apart from it and from one another.
    """
    image = images(size)[symmetry].tolist()
    full = (1 << size * size) - 1

    def moved(region: int) -> int:
        found = 0
        while region:
            least = region & -region
            found |= 1 << image[least.bit_length() - 1]
            region ^= least
        return found

    def orbit(region: int) -> int:
        """Return the cells of a region and its images, 0 if some overlap."""
        cells, other = region, moved(region)
        while other != region:
            if other & cells:
                return 0
            cells |= other
            other = moved(other)
        return cells

    # What is covered is symmetric, so a board's region over the first free cell is laid before its
    # images, or is its own: each board is built once.
    orbits = [[cells for region in regions if (cells := orbit(region))] for regions in placements(size)]

    @cache
    def ways(covered: int) -> int:
        if covered == full:
            return 1
        free = full & ~covered
        cell = (free & -free).bit_length() - 1
        return sum(ways(covered | cells) for cells in orbits[cell] if not cells & covered)

    return ways(0)
