"""Boards as labels, the region of each cell row by row: compiled.

Regions are numbered from 0 in the order of their first cells, so equal boards have equal labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from quasiprint.dissection.compiled import compiled

Array = Any


@compiled
def labelled(dissections: Array) -> Array:
    """Return the boards of dissections: uint8, count × N².

    dissections: count × N, each the sets of cells of its regions in order of their first cells, as
    `Programme.draw` returns them. N ≤ 8: a set of cells is one word.
    """
    count, size = dissections.shape
    found = np.zeros((count, size * size), np.uint8)
    for board in range(count):
        for region in range(size):
            cells = dissections[board, region]
            for cell in range(size * size):
                if (cells >> np.uint64(cell)) & np.uint64(1):
                    found[board, cell] = region
    return found


def dissections(boards: Sequence[Sequence[int]], size: int) -> Array:
    """Return the dissections that boards are: count × N sets of cells. The inverse of `labelled`."""
    labels = np.asarray(boards, np.uint8)
    cells = np.uint64(1) << np.arange(size * size, dtype=np.uint64)
    return np.stack([(labels == region) @ cells for region in range(size)], axis=1)


@compiled
def relabelled(labels: Array, found: Array) -> None:
    """Number the regions of a board from 0 in the order of their first cells; write them to `found`."""
    names = np.full(256, -1, np.int64)
    count = 0
    for cell in range(len(labels)):
        if names[labels[cell]] < 0:
            names[labels[cell]] = count
            count += 1
        found[cell] = names[labels[cell]]


@compiled
def walls(boards: Array) -> Array:
    """Return how many inner walls each board has: pairs of neighbouring cells in two regions.

    boards: count × N². Returns count × 2: between cells one below the other, and side by side.
    """
    count, cells = boards.shape
    size = int(np.sqrt(cells))
    found = np.zeros((count, 2), np.int64)
    for board in range(count):
        for cell in range(cells):
            if cell + size < cells and boards[board, cell] != boards[board, cell + size]:
                found[board, 0] += 1
            if (cell + 1) % size and boards[board, cell] != boards[board, cell + 1]:
                found[board, 1] += 1
    return found


@compiled
def canonical(boards: Array, images: Array) -> tuple[Array, Array]:
    """Return the canonical form of each board, count × N², and the order of its stabiliser, count.

    The canonical form is the least of the images, read as words, each numbered anew; the stabiliser
    holds the symmetries that leave the board as it is. boards: count × N², numbered in order of
    first cells. images: of `symmetry.images`, the first of which moves nothing.
    """
    count, cells = boards.shape
    forms = np.empty((count, cells), np.uint8)
    orders = np.ones(count, np.uint8)
    image = np.empty(cells, np.uint8)
    for board in range(count):
        forms[board] = boards[board]
        for k in range(1, len(images)):
            relabelled(boards[board][images[k]], image)
            against_itself = against_least = 0
            for cell in range(cells):
                if against_itself == 0 and image[cell] != boards[board, cell]:
                    against_itself = 1
                if against_least == 0 and image[cell] != forms[board, cell]:
                    against_least = -1 if image[cell] < forms[board, cell] else 1
            if against_itself == 0:
                orders[board] += 1
            if against_least < 0:
                forms[board] = image
    return forms, orders
