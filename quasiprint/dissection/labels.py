"""Boards as labels, the region of each cell row by row.

Regions are numbered from 0 in the order of their first cells, so equal boards have equal labels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

Array = Any
NONE = 255  # no region has this number


def labelled(dissections: Array) -> Array:
    """Return the boards of dissections: uint8, count × N².

    dissections: count × N, each the sets of cells of its regions in order of their first cells, as
    `Programme.draw` returns them. N ≤ 8: a set of cells is one word.
    """
    count, size = dissections.shape
    cells = np.arange(size * size, dtype=np.uint64)
    found = np.zeros((count, size * size), np.uint8)
    for region in range(1, size):
        found += ((dissections[:, region, None] >> cells) & np.uint64(1)).astype(np.uint8) * np.uint8(region)
    return found


def dissections(boards: Sequence[Sequence[int]], size: int) -> Array:
    """Return the dissections that boards are: count × N sets of cells. The inverse of `labelled`."""
    labels = np.asarray(boards, np.uint8)
    cells = np.uint64(1) << np.arange(size * size, dtype=np.uint64)
    return np.stack([(labels == region) @ cells for region in range(size)], axis=1)


def relabelled(labels: Array) -> Array:
    """Return boards with their regions numbered from 0 in the order of their first cells: uint8, count × N²."""
    count, cells = labels.shape
    names = np.full((count, NONE), NONE, np.uint8)
    fresh = np.zeros(count, np.uint8)
    found = np.empty((count, cells), np.uint8)
    boards = np.arange(count)
    for cell in range(cells):
        label = labels[:, cell]
        named = names[boards, label]
        new = named == NONE
        named[new] = fresh[new]
        names[boards[new], label[new]] = fresh[new]
        fresh += new
        found[:, cell] = named
    return found


def walls(boards: Array) -> Array:
    """Return how many inner walls each board has: pairs of neighbouring cells in two regions.

    boards: count × N². Returns count × 2: between cells one below the other, and side by side.
    """
    count, cells = boards.shape
    size = math.isqrt(cells)
    grid = boards.reshape(count, size, size)
    flat, upright = grid[:, 1:] != grid[:, :-1], grid[:, :, 1:] != grid[:, :, :-1]
    return np.stack((flat.sum((1, 2)), upright.sum((1, 2))), axis=1)


def canonical(boards: Array, images: Array) -> tuple[Array, Array]:
    """Return the canonical form of each board, count × N², and the order of its stabiliser, count.

    The canonical form is the least of the images, read as words, each numbered anew; the stabiliser
    holds the symmetries that leave the board as it is. boards: count × N², numbered in order of
    first cells. images: of `symmetry.images`, the first of which moves nothing.
    """
    count, _ = boards.shape
    forms, orders = boards.copy(), np.ones(count, np.uint8)
    every = np.arange(count)
    for places in images[1:]:
        image = relabelled(boards[:, places])
        orders += (image == boards).all(1)
        differs = image != forms
        first = differs.argmax(1)  # of equal boards 0, where neither is less
        less = image[every, first] < forms[every, first]
        forms[less] = image[less]
    return forms, orders
