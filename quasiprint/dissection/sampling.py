"""Samples of boards: uniform for N = 3, 5 and 7, from a Markov chain for larger ones.

Everything follows from the size, the count, the seed and whether boards are to be distinct.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from quasiprint.dissection import disk_cache
from quasiprint.dissection.boards import canonical, fixed, labelled
from quasiprint.dissection.chain import MOST, Convergence, Walk, agreement, starts, steps_for, warm_up_for
from quasiprint.dissection.programme import EXACT
from quasiprint.dissection.random_numbers import below, seeded, tossed
from quasiprint.model.errors import InputError

Array = Any
Board = tuple[int, ...]

LISTED = 5  # the largest size of which all boards are listed
BATCH, FEW = 8192, 16  # boards drawn at a time where most are passed over: by the programme, by the chain
COINS = 0x5851F42D4C957F2D  # makes another seed, for what is not a board


@dataclass(frozen=True, slots=True)
class Sample:
    """Boards of one size.

    boards: each the region of each cell, row by row, regions numbered from 0 in order of their
    first cells. uniform: whether drawn exactly uniformly. convergence: of the chain, None where uniform.
    """

    size: int
    boards: tuple[Board, ...]
    uniform: bool
    convergence: Convergence | None


def sample(size: int, count: int, seed: int, distinct: bool = False) -> Sample:
    """Return so many boards, each as likely as any other; for N > 7 as nearly as the chain comes to it.

    distinct: no two the same up to rotation and reflection; each class of such boards is then as
    likely as any other and is shown by any of its boards. Without it, fewer boards of the same seed
    are the first of more. Raises InputError for a size that is even or not from 3 to 21, a count
    below 1, or more distinct boards than there are.
    """
    if size % 2 == 0 or not EXACT[0] <= size <= MOST:
        raise InputError(f"size: found {size}, allowed is odd and from {EXACT[0]} to {MOST}")
    if count < 1:
        raise InputError(f"count: found {count}, allowed is from 1")
    boards = _distinct(size, count, seed) if distinct else next(_batches(size, count, seed))
    return Sample(size, tuple(map(tuple, boards.tolist())), size in EXACT, None if size in EXACT else agreement(size))


def classes(size: int) -> int:
    """Return how many boards there are up to rotation and reflection: 2, 515 and 19,846,102 for N = 3, 5, 7.

    Counted anew: as many as the symmetries leave boards unmoved on average (Cauchy and Frobenius).
    Raises InputError for other sizes.
    """
    total = disk_cache.programme(size, 0).total
    quarter, half, diagonal, upright = (fixed(size, k) for k in (1, 2, 4, 5))
    return (total + 2 * quarter + half + 2 * diagonal + 2 * upright) // 8


def _batches(size: int, count: int, seed: int) -> Iterator[Array]:
    """Return boards without end, `count` at a time."""
    state = seeded(seed)
    if size in EXACT:
        programme = disk_cache.programme(size, count)
        while True:
            yield labelled(programme.draw_from(state, count))
    walk = Walk(starts(size)[0], state, warm_up_for(size) + count * steps_for(size))
    walk.walk(warm_up_for(size))
    while True:
        yield walk.states(count, steps_for(size))


def _distinct(size: int, count: int, seed: int) -> Array:
    """Return so many boards of different classes, uint8 count × N²."""
    # No class has more than eight boards: so few as an eighth of all need no counting.
    if size in EXACT and 8 * count > disk_cache.programme(size, 0).total and count > (most := classes(size)):
        raise InputError(
            f"count: found {count} distinct boards of {size} × {size} cells, allowed is up to {most}: "
            "there are no more that differ by more than rotation and reflection"
        )
    return _listed(size, count, seed) if size <= LISTED else _accepted(size, count, seed)


@cache
def _members(size: int) -> tuple[Array, tuple[Array, ...]]:
    """Return every board, and for each class the numbers of its boards."""
    boards = labelled(disk_cache.programme(size).every())
    _, which, sizes = np.unique(canonical(boards)[0], axis=0, return_inverse=True, return_counts=True)
    return boards, tuple(np.split(np.argsort(which.ravel(), kind="stable"), np.cumsum(sizes)[:-1]))


def _listed(size: int, count: int, seed: int) -> Array:
    """Return boards of different classes from the list of all: the first of the classes, shuffled."""
    boards, of_class = _members(size)
    members = list(of_class)
    state, found = seeded(seed), []
    for k in range(count):  # Fisher and Yates
        other = k + below(state, len(members) - k)
        members[k], members[other] = members[other], members[k]
        found.append(members[k][below(state, len(members[k]))])
    return boards[found]


def _accepted(size: int, count: int, seed: int) -> Array:
    """Return boards of different classes from those drawn.

    A class has 8 / s boards, s the order of their stabiliser, so a class comes as often as any
    other where a drawn board is taken with the chance s / 8. For N = 7 it is s / 4, since no
    board has all eight symmetries: the regions of the corners, of the middles of the sides and of
    the centre would be nine.
    """
    largest = 4 if size < 9 else 8
    coins = seeded(seed ^ COINS)
    seen: set[bytes] = set()
    found: list[Array] = []
    for boards in _batches(size, min(BATCH, count * largest) if size in EXACT else FEW, seed):
        forms, orders = canonical(boards)
        taken = np.flatnonzero(orders > tossed(coins, len(boards), largest))
        for k, form in zip(taken, map(bytes, forms[taken]), strict=True):
            if form not in seen and len(found) < count:
                seen.add(form)
                found.append(boards[k].copy())
        if len(found) == count:
            break
    return np.array(found)
