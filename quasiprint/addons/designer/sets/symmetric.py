"""Tiles by their own symmetry: some rotation of the outline, or some reflection, leaves them as they are, or neither.

A labelling that several moves leave as it is has one label in each part of the slots that these moves carry into one
another. How many labellings none of some moves leaves is counted by taking away, move by move, those that it does:
parts are joined, and what was added or taken away before is taken away or added again.

The closed form finds moves by lengths and angles, what tells a labelling's symmetry by the lattice's points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Any

from quasiprint.addons.designer.sets.polygons import At, Move, Outline, by_angles, by_points, on_slots
from quasiprint.exact.orbit import Permutation

ROTATIONS, REFLECTIONS, NONE = "rotations", "reflections", "none"
Parts = tuple[int, ...]  # for each slot the least slot of its part


def _kept(moves: Iterable[Move], outline: Outline, at: At, symmetric: str) -> list[Permutation]:
    """Return how moves that would make a tile symmetric move its slots."""
    wanted = {ROTATIONS: (False,), REFLECTIONS: (True,)}.get(symmetric, (False, True))
    still = tuple(range(outline.edges))
    kept = [move for move in moves if move.mirrored in wanted and (move.mirrored or move.edges != still)]
    return [on_slots(move, outline, at) for move in kept]


def symmetric_law(outline: Outline, at: At, symmetric: str) -> Callable[[tuple[Any, ...]], bool]:
    """Return what tells whether a labelling has such a symmetry. symmetric: see `quasiprint.addons.designer.sets.counts.Choice`."""
    moved = [itemgetter(*p) if len(p) > 1 else tuple for p in _kept(by_points(outline), outline, at, symmetric)]
    wanted = symmetric != NONE
    return lambda labels: any(one(labels) == labels for one in moved) == wanted


@lru_cache(maxsize=1024)
def symmetric_parts(outline: Outline, at: At, symmetric: str, start: Parts) -> Counter[Parts]:
    """Return which labellings add up to those with such a symmetry that have one label in each part of the slots:
    parts, and how often labellings that are constant on them count."""
    if not symmetric:
        return Counter({start: 1})
    without = Counter({start: 1})
    for move in _kept(by_angles(outline), outline, at, symmetric):
        taken = Counter[Parts]()
        for part, number in without.items():
            taken[_joined(part, cycles(move))] += number
        without.subtract(taken)
    if symmetric != NONE:  # all, but for those that no move leaves
        without = Counter({part: -number for part, number in without.items()})
        without[start] += 1
    return Counter({part: number for part, number in without.items() if number})


def _joined(one: Parts, two: Parts) -> Parts:
    """Return the parts of slots that are together in either."""
    found = list(range(len(one)))
    changed = True
    while changed:
        changed = False
        for parts in (one, two):
            for slot, first in enumerate(parts):
                low = min(found[slot], found[first])
                changed |= found[slot] != low or found[first] != low
                found[slot] = found[first] = low
    return tuple(found)


def cycles(move: Permutation) -> tuple[int, ...]:
    """Return for each slot the least slot of its cycle."""
    first = [-1] * len(move)
    for start in range(len(move)):
        here = start
        while first[here] < 0:
            first[here] = start
            here = move[here]
    return tuple(first)
