"""Trials of samplers: do boards come as often as they should? Pearson's chi-square.

Boards are arrays of labels, count × N², regions numbered in order of their first cells.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from quasiprint.dissection.boards import labelled, walls
from quasiprint.dissection.programme import Programme

Array = Any
FEWEST = 5  # expected of each outcome; rarer ones are taken together, or the statistic is not chi-square's


@dataclass(frozen=True, slots=True)
class Trial:
    """What a trial found.

    draws: how many boards were drawn. boards: how many outcomes they were sorted into. statistic:
    Pearson's. freedom: its degrees. p: the chance that a perfect sampler gives as large a statistic.
    unseen: how many outcomes never came.
    """

    draws: int
    boards: int
    statistic: float
    freedom: int
    p: float
    unseen: int


def trial(programme: Programme, boards: Array) -> Trial:
    """Return the trial of boards against equal chances of all dissections. For N ≤ 5.

    With fewer draws than five times as many as there are boards, p is a rough one. Raises
    ValueError if something drawn is no dissection or not numbered in order of first cells.
    """
    every = labelled(programme.every())
    return _judged(Counter(map(bytes, boards.astype("u1"))), dict.fromkeys(map(bytes, every), 1))


def first_regions(programme: Programme, boards: Array) -> Trial:
    """Return the trial of the first regions of boards against the exact count of each.

    Raises ValueError if a first region is none that a dissection has.
    """
    return _judged(Counter(_regions(boards, 0)), dict(programme.ways(0)))


def second_regions(programme: Programme, boards: Array) -> Trial:
    """Return the trial of the second regions of those boards that have the likeliest first region."""
    ways = dict(programme.ways(0))
    likeliest = max(ways, key=lambda region: (ways[region], region))
    pairs = zip(_regions(boards, 0), _regions(boards, 1), strict=True)
    return _judged(Counter(second for first, second in pairs if first == likeliest), dict(programme.ways(likeliest)))


def one_after_another(programme: Programme, count: int, seed: int) -> Array:
    """Return boards of a generator in common use, which favours some: uint8, count × N².

    It lays one region after another: over the first free cell any that leaves a rest that can be
    finished, each with the same chance, however many ways to finish it leaves.
    """
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
    return labelled(found)


def straighter(programme: Programme, count: int, seed: int) -> Array:
    """Return boards of a generator that favours few walls, uint8, count × N²: the better of each two drawn."""
    pairs = labelled(programme.draw(2 * count, seed))
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


def _judged(seen: Counter[Any], shares: dict[Any, int]) -> Trial:
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
