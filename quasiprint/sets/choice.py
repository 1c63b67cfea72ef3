"""Which labellings of a shape are tiles, before any two are called the same.

A labelling has a label 0 … labels − 1 for each slot, anticlockwise; of links it is their list, each (end, end, label),
the lower end first, in order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from quasiprint.exact.orbit import Permutation
from quasiprint.sets.polygons import At, Outline, slots

Labelling = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Which labellings there are. at: where labels stand. per: of links, how many end on an edge. crossing: whether
    links may cross. which: as set.schema.json has it. times: for "at most" and "exactly", how often a label may stand
    on a tile, or has to if it stands there at all. listed: for "tiles", every labelling of a listed tile, however it is
    turned."""

    at: At
    labels: int
    which: str = "all"
    times: int = 0
    per: int = 1
    crossing: bool = True
    listed: frozenset[Labelling] = frozenset()

    def fits(self, used: int) -> bool:
        """Tell whether a label may stand so many times on a tile."""
        if self.which == "exactly":
            return used in (0, self.times)
        most = {"all different": 1, "at most": self.times}
        return bool(used <= most.get(self.which, used))

    @property
    def counts_labels(self) -> bool:
        """Whether the choice is about how often labels stand on a tile."""
        return self.which in ("all different", "at most", "exactly")


def neighbours(outline: Outline, choice: Choice) -> tuple[tuple[int, int], ...]:
    """Return the pairs of slots that are neighbours: side by side on the outline; of cells, with a common edge."""
    if choice.at != "cells":
        n = slots(outline, choice.at)
        return tuple((k, (k + 1) % n) for k in range(n))
    cells = [{frozenset((cell[k], cell[k - 1])) for k in range(len(cell))} for cell in outline.cells]
    pairs = ((a, b) for b in range(len(cells)) for a in range(b))
    return tuple((a, b) for a, b in pairs if cells[a] & cells[b])


def ascends(labels: Labelling) -> bool:
    """Tell whether labels, given anticlockwise, do not fall when read clockwise from the right place."""
    around = labels[::-1]
    return sum(bool(a > b) for a, b in zip(around, around[1:] + around[:1], strict=True)) <= 1


def cross(links: Iterable[tuple[int, int, int]]) -> bool:
    """Tell whether two links cross: the ends of one lie on both sides of the other."""
    pairs = [(a, b) for a, b, _ in links]
    return any(a < c < b < d or c < a < d < b for a, b in pairs for c, d in pairs)


def law(outline: Outline, choice: Choice) -> Callable[[Labelling], bool]:
    """Return what tells whether a labelling is one of a tile."""
    if choice.which == "tiles":
        return choice.listed.__contains__
    if choice.at == "links":
        return lambda links: (choice.crossing or not cross(links)) and _fits_counts([link[2] for link in links], choice)
    if choice.which == "non-decreasing":
        return ascends
    if choice.which == "no two neighbours alike":
        pairs = neighbours(outline, choice)
        return lambda labels: all(labels[a] != labels[b] for a, b in pairs)
    if choice.counts_labels:
        return lambda labels: _fits_counts(labels, choice)
    return lambda labels: True


def _fits_counts(labels: Iterable[int], choice: Choice) -> bool:
    return not choice.counts_labels or all(map(choice.fits, Counter(labels).values()))


def labellings(outline: Outline, choice: Choice) -> int:
    """Return how many labellings a visit to all of them sees; of listed tiles, these alone."""
    if choice.which == "tiles":
        return len(choice.listed)
    n = slots(outline, choice.at, choice.per)
    if choice.at != "links":
        return int(choice.labels**n)
    return int(math.prod(range(n - 1, 0, -2)) * choice.labels ** (n // 2))


def move_links(links: Labelling, back: Permutation) -> Labelling:
    """Return links as they lie when end e has come to back[e]."""
    moved = []
    for a, b, label in links:
        one, two = back[a], back[b]
        moved.append((one, two, label) if one < two else (two, one, label))
    return tuple(sorted(moved))


def inverse(p: Permutation) -> Permutation:
    """Return where each slot's label goes."""
    return tuple(sorted(range(len(p)), key=p.__getitem__))


COMPLEMENTS = {1: 2, 2: 1}  # of profiles: a tab meets a notch


def complement(label: int, labels: int, at: str) -> int:
    """Return which label a label meets where they are complementary: of profiles a tab a notch, and flat meets flat;
    else 0 meets 1, 2 meets 3, and a last one without a partner itself."""
    if at == "profiles":
        return COMPLEMENTS.get(label, label) if labels == 3 else 1 - label
    return min(label ^ 1, labels - 1)
