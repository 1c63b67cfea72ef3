"""Samples of boards: uniform for N = 3, 5 and 7, from a Markov chain for larger ones. And trials of samplers.

Everything follows from the size, the count, the seed and whether boards are to be distinct. A trial asks whether boards
come as often as they should: Pearson's chi-square. There boards are arrays of labels, count × N², regions numbered in
order of their first cells.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np

from quasiprint.games.majomino.dissection.boards import canonical, count_fixed, labels_of, walls
from quasiprint.games.majomino.dissection.chain import (
    MOST,
    Convergence,
    Walk,
    agreement,
    starts,
    steps_for,
    warm_up_for,
)
from quasiprint.games.majomino.dissection.programme import EXACT, Programme, programme
from quasiprint.games.majomino.dissection.random_numbers import seed_state, toss
from quasiprint.model.errors import InputError

Array = Any
Board = tuple[int, ...]

LISTED = 5  # the largest size of which all boards are listed
BATCH, FEW = 8192, 16  # boards drawn at a time where most are passed over: by the programme, by the chain
COINS = 0x5851F42D4C957F2D  # makes another seed, for what is not a board


@dataclass(frozen=True, slots=True)
class Sample:
    """Boards of one size, each the region of each cell, numbered from 0 in order of their first cells. convergence: of
    the chain, None where they are drawn exactly uniformly."""

    size: int
    boards: tuple[Board, ...]
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
    return Sample(size, tuple(map(tuple, boards.tolist())), None if size in EXACT else agreement(size))


def classes(size: int) -> int:
    """Return how many boards there are up to rotation and reflection, for N = 3, 5, 7: as many as the symmetries leave
    boards unmoved on average (Cauchy and Frobenius). Raises InputError for other sizes."""
    total = programme(size, 0).total
    quarter, half, diagonal, upright = (count_fixed(size, k) for k in (1, 2, 4, 5))
    return (total + 2 * quarter + half + 2 * diagonal + 2 * upright) // 8


def _batches(size: int, count: int, seed: int) -> Iterator[Array]:
    """Return boards without end, `count` at a time."""
    state = seed_state(seed)
    if size in EXACT:
        known = programme(size, count)
        while True:
            yield labels_of(known.draw_from(state, count))
    walk = Walk(starts(size)[0], state, warm_up_for(size) + count * steps_for(size))
    walk.walk(warm_up_for(size))
    while True:
        yield walk.states(count, steps_for(size))


def _distinct(size: int, count: int, seed: int) -> Array:
    """Return so many boards of different classes, uint8 count × N²."""
    # No class has more than eight boards: so few as an eighth of all need no counting.
    if size in EXACT and 8 * count > programme(size, 0).total and count > (most := classes(size)):
        raise InputError(
            f"count: found {count} distinct boards of {size} × {size} cells, allowed is up to {most}: "
            "there are no more that differ by more than rotation and reflection"
        )
    return _draw_from_list(size, count, seed) if size <= LISTED else _draw_and_accept(size, count, seed)


@cache
def _members(size: int) -> tuple[Array, tuple[Array, ...]]:
    """Return every board, and for each class the numbers of its boards."""
    boards = labels_of(programme(size).every())
    _, which, sizes = np.unique(canonical(boards)[0], axis=0, return_inverse=True, return_counts=True)
    return boards, tuple(np.split(np.argsort(which.ravel(), kind="stable"), np.cumsum(sizes)[:-1]))


def _draw_from_list(size: int, count: int, seed: int) -> Array:
    """Return boards of different classes from the list of all: the first of the classes, shuffled."""
    boards, of_class = _members(size)
    members = list(of_class)
    state, found = seed_state(seed), []
    for k in range(count):  # Fisher and Yates
        other = k + int(toss(state, 1, len(members) - k)[0])
        members[k], members[other] = members[other], members[k]
        found.append(members[k][int(toss(state, 1, len(members[k]))[0])])
    return boards[found]


def _draw_and_accept(size: int, count: int, seed: int) -> Array:
    """Return boards of different classes from those drawn.

    A class has 8 / s boards, s the order of their stabiliser, so a class comes as often as any
    other where a drawn board is taken with the chance s / 8. For N = 7 it is s / 4, since no
    board has all eight symmetries: the regions of the corners, of the middles of the sides and of
    the centre would be nine.
    """
    largest = 4 if size < 9 else 8
    coins = seed_state(seed ^ COINS)
    seen: set[bytes] = set()
    found: list[Array] = []
    for boards in _batches(size, min(BATCH, count * largest) if size in EXACT else FEW, seed):
        forms, orders = canonical(boards)
        taken = np.flatnonzero(orders > toss(coins, len(boards), largest))
        for k, form in zip(taken, map(bytes, forms[taken]), strict=True):
            if form not in seen and len(found) < count:
                seen.add(form)
                found.append(boards[k].copy())
        if len(found) == count:
            break
    return np.array(found)


FEWEST = 5  # expected of each outcome; rarer ones are taken together, or the statistic is not chi-square's


@dataclass(frozen=True, slots=True)
class Trial:
    """What a trial found. draws: how many boards were drawn. boards: how many outcomes they were sorted into.
    statistic: Pearson's. freedom: its degrees. p: the chance that a perfect sampler gives as large a one. unseen: how
    many outcomes never came."""

    draws: int
    boards: int
    statistic: float
    freedom: int
    p: float
    unseen: int


def trial(programme: Programme, boards: Array) -> Trial:
    """Return the trial of boards against equal chances of all dissections, for N ≤ 5. With fewer than five draws to a
    board, p is a rough one. Raises ValueError for what is no dissection, or not numbered in order of first cells."""
    every = labels_of(programme.every())
    return _judge(Counter(map(bytes, boards.astype("u1"))), dict.fromkeys(map(bytes, every), 1))


def first_regions(programme: Programme, boards: Array) -> Trial:
    """Return the trial of the first regions of boards against the exact count of each. Raises ValueError if one is none
    that a dissection has."""
    return _judge(Counter(_regions(boards, 0)), dict(programme.ways(0)))


def second_regions(programme: Programme, boards: Array) -> Trial:
    """Return the trial of the second regions of those boards that have the likeliest first region."""
    ways = dict(programme.ways(0))
    likeliest = max(ways, key=lambda region: (ways[region], region))
    pairs = zip(_regions(boards, 0), _regions(boards, 1), strict=True)
    return _judge(Counter(second for first, second in pairs if first == likeliest), dict(programme.ways(likeliest)))


def one_after_another(programme: Programme, count: int, seed: int) -> Array:
    """Return boards of a generator in common use, which favours some: uint8, count × N². It lays one region after
    another: over the first free cell any that leaves a rest that can be finished, each with the same chance, however
    many ways to finish it leaves."""
    chance = random.Random(seed)
    choices: dict[int, list[int]] = {}
    found = np.empty((count, programme.size), np.uint64)
    for board in range(count):
        covered = 0
        for k in range(programme.size):
            if covered not in choices:
                choices[covered] = [region for region, ways in programme.ways(covered) if ways]
            region = chance.choice(choices[covered])
            found[board, k] = region
            covered |= region
    return labels_of(found)


def straighter(programme: Programme, count: int, seed: int) -> Array:
    """Return boards of a generator that favours few walls, uint8, count × N²: the better of each two drawn."""
    pairs = labels_of(programme.draw(2 * count, seed))
    counted = walls(pairs).sum(1)
    return np.where((counted[0::2] <= counted[1::2])[:, None], pairs[0::2], pairs[1::2])


def upper_tail(statistic: float, freedom: int) -> float:
    """Return the chance that chi-square exceeds a value: Wilson and Hilferty's approximation (1931)."""
    if statistic <= 0:
        return 1.0
    share = 2 / (9 * freedom)
    return NormalDist().cdf((1 - share - (statistic / freedom) ** (1 / 3)) / share**0.5)


def _regions(boards: Array, number: int) -> list[int]:
    """Return the set of cells of one region of each board."""
    bits = np.uint64(1) << np.arange(boards.shape[1], dtype=np.uint64)
    return [int(cells) for cells in (boards == number) @ bits]


def _judge(seen: Counter[Any], shares: dict[Any, int]) -> Trial:
    """Return the trial of what was seen against shares."""
    if unknown := [outcome for outcome in seen if not shares.get(outcome)]:
        raise ValueError(f"{len(unknown)} of what was drawn cannot come, such as {unknown[0]!r}")
    shares = {outcome: share for outcome, share in shares.items() if share}
    draws, total = seen.total(), sum(shares.values())
    pooled: list[tuple[float, int]] = []
    expected, found = 0.0, 0
    # Nothing to pool among equal chances: then the trial of single boards stays one, however few draws.
    least = FEWEST if len(set(shares.values())) > 1 else 0
    for outcome in sorted(shares, key=lambda outcome: (shares[outcome], outcome)):
        expected += draws * shares[outcome] / total
        found += seen[outcome]
        if expected >= least:
            pooled.append((expected, found))
            expected, found = 0.0, 0
    if expected:  # a rest is impossible but for a handful of draws, since the likeliest come last
        pooled.append((expected, found))
    statistic = sum((found - expected) ** 2 / expected for expected, found in pooled)
    freedom = max(1, len(pooled) - 1)
    unseen = sum(not seen[outcome] for outcome in shares)
    return Trial(draws, len(pooled), statistic, freedom, upper_tail(statistic, freedom), unseen)
