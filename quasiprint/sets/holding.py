"""The tiles of a shape themselves: the least labelling of each, found slot by slot, dead ends left early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quasiprint.exact.orbit import Permutation, act
from quasiprint.sets.choice import Choice, Labelling, ascends, crossed, inverse, linked, neighbours
from quasiprint.sets.moves import slots
from quasiprint.sets.polygons import Outline


def moved(labels: Labelling, move: Permutation, choice: Choice) -> Labelling:
    """Return a labelling as a move leaves it."""
    return linked(labels, inverse(move)) if choice.at == "links" else act(move, labels)


def least(labels: Labelling, moves: Sequence[Permutation], choice: Choice) -> Labelling:
    """Return the least labelling that is the same tile."""
    return min(moved(labels, move, choice) for move in moves)


def tiles(outline: Outline, choice: Choice, moves: Sequence[Permutation]) -> Iterator[Labelling]:
    """Yield each tile once, as its least labelling. moves: of the slots, a group."""
    different = sorted(set(moves))
    if choice.which == "tiles":
        yield from (one for one in sorted(choice.listed) if all(one <= moved(one, p, choice) for p in different))
        return
    if choice.at == "links":
        ends = slots(outline, choice.at, choice.per)
        for links in _links((), tuple(range(ends)), [0] * choice.labels, choice):
            if (choice.crossing or not crossed(links)) and all(links <= moved(links, p, choice) for p in different):
                yield links
        return
    for labels in _slots(outline, choice, different):
        if all(labels <= act(p, labels) for p in different):
            yield labels


def _slots(outline: Outline, choice: Choice, moves: Sequence[Permutation]) -> Iterator[Labelling]:
    """Yield labellings that may be the least of their tile, and keep the law."""
    n = slots(outline, choice.at)
    # a label that can be turned into the first slot is none below the first
    led = {p[0] for p in moves}
    before: list[list[int]] = [[] for _ in range(n)]
    if choice.which == "no two neighbours alike":
        for a, b in neighbours(outline, choice):
            before[max(a, b)].append(min(a, b))
    labels, used = [0] * n, [0] * choice.labels

    def fill(slot: int) -> Iterator[Labelling]:
        if slot == n:
            if all(map(choice.fits, used)) and (choice.which != "non-decreasing" or ascends(tuple(labels))):
                yield tuple(labels)
            return
        for label in range(labels[0] if slot and slot in led else 0, choice.labels):
            if any(labels[other] == label for other in before[slot] if other != slot):
                continue
            if choice.counted and used[label] >= max(choice.times, 1):
                continue
            labels[slot] = label
            used[label] += 1
            yield from fill(slot + 1)
            used[label] -= 1

    yield from fill(0)


def _links(links: Labelling, left: tuple[int, ...], used: list[int], choice: Choice) -> Iterator[Labelling]:
    """Yield links of all ends, the last of those that are left joined first."""
    if not left:
        if all(map(choice.fits, used)):
            yield tuple(sorted(links))
        return
    last = left[-1]
    for k, other in enumerate(left[:-1]):
        for label in range(choice.labels):
            if choice.counted and used[label] >= max(choice.times, 1):
                continue
            used[label] += 1
            yield from _links(((other, last, label), *links), left[:k] + left[k + 1 : -1], used, choice)
            used[label] -= 1
