"""Which labellings of a shape are tiles, and how many tiles there are.

A labelling has a label 0 … labels − 1 for each slot, anticlockwise; of links it is their list, each (end, end, label),
the lower end first, in order. Tiles are counted in three ways that share nothing; the third holds the tiles themselves.

In closed form: Burnside's lemma, walking the moves of an outline and no labelling. A move leaves a labelling as it is
when slots of one cycle bear one label. So for each move these are counted: labels for cycles; where a label may stand
so many times only, labels for cycles of given lengths; where neighbours differ, the colourings of the slots' graph with
each cycle drawn together; of links, each way to join ends that stays as it is; and of listed tiles, those of their
labellings that do.

By visiting every labelling (`visit`): each is turned and turned over in every way, on the lattice's own points. One
that looks like itself in s of the g ways is one of g/s that are the same tile. Nothing is kept but counts.

The tiles themselves: the least labelling of each, found slot by slot, dead ends left early.

Tiles may be asked for by their symmetry: some rotation of the outline, or some reflection, leaves them as they are, or
neither. A labelling that several moves leave as it is has one label in each part of the slots that these moves carry
into one another. How many labellings none of some moves leaves is counted by taking away, move by move, those that it
does: parts are joined, and what was added or taken away before is taken away or added again. The closed form finds
moves by lengths and angles, what tells a labelling's symmetry by the lattice's points.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from operator import itemgetter, mul, sub
from typing import Any

from quasiprint.addons.designer.sets.polygons import At, Move, Outline, by_angles, by_points, on_slots, slots
from quasiprint.exact.orbit import Permutation, act

ROTATIONS, REFLECTIONS, NONE = "rotations", "reflections", "none"
Parts = tuple[int, ...]  # for each slot the least slot of its part


def _kept(moves: Iterable[Move], outline: Outline, at: At, symmetric: str) -> list[Permutation]:
    """Return how the moves that count as a symmetry permute slots. symmetric: ROTATIONS, REFLECTIONS, else both."""
    wanted = {ROTATIONS: (False,), REFLECTIONS: (True,)}.get(symmetric, (False, True))
    still = tuple(range(outline.edges))
    kept = [move for move in moves if move.mirrored in wanted and (move.mirrored or move.edges != still)]
    return [on_slots(move, outline, at) for move in kept]


@lru_cache(maxsize=1024)
def symmetric_parts(outline: Outline, at: At, symmetric: str, start: Parts) -> Counter[Parts]:
    """Return which labellings add up to those with such a symmetry that have one label in each part of the slots:
    parts, and how often labellings that are constant on them count."""
    found = Counter({start: 1})  # those that none of the moves so far leaves
    for move in _kept(by_angles(outline), outline, at, symmetric) if symmetric else ():
        for part, number in [*found.items()]:
            found[_joined(part, cycles(move))] -= number
    if symmetric in (ROTATIONS, REFLECTIONS):  # all, but for these
        found.subtract({start: 1})
        found = Counter({part: -number for part, number in found.items()})
    return found


def _joined(left: Parts, right: Parts) -> Parts:
    """Return the parts of slots that are together in either."""
    for slot, first in enumerate(right):
        low, high = ends(left[slot], left[first])
        left = tuple(low if part == high else part for part in left)
    return left


def cycles(move: Permutation) -> tuple[int, ...]:
    """Return for each slot the least slot of its cycle."""
    first = [-1] * len(move)
    for start in range(len(move)):
        here = start
        while first[here] < 0:
            first[here] = start
            here = move[here]
    return tuple(first)


@lru_cache(maxsize=1 << 16)
def chromatic(points: frozenset[int], joined: frozenset[tuple[int, int]], labels: int) -> int:
    """Return in how many ways points can have labels so that joined ones differ: by joining and leaving out an edge."""
    if any(a == b for a, b in joined):
        return 0
    if not joined:
        return int(labels ** len(points))
    degree = Counter(point for edge in joined for point in edge)
    leaf = next(((p, edge) for edge in sorted(joined) for p in edge if degree[p] == 1), None)
    if leaf is not None:  # whatever the others have, it may have all labels but one
        point, edge = leaf
        return (labels - 1) * chromatic(points - {point}, joined - {edge}, labels)
    a, b = min(joined)
    rest = joined - {(a, b)}
    drawn = frozenset(ends(a if p == b else p, a if q == b else q) for p, q in rest)
    return chromatic(points, rest, labels) - chromatic(points - {b}, drawn, labels)


def ends(first: int, second: int) -> tuple[int, int]:
    """Return an edge of a graph by its ends, the lower first."""
    return min(first, second), max(first, second)


Labelling = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Which labellings there are. at: where labels stand. per: of links, how many end on an edge. crossing: how many
    crossings of links a tile may have, None for any. which: as set.schema.json has it. times: for "at most" and
    "exactly", how often a label may stand on a tile, or has to if it stands there at all. listed: for "tiles", every
    labelling of a listed tile, however it is turned. present, absent: labels that must, and must not, be on a tile.
    symmetric: "rotations": tiles that look the same after some rotation; "reflections": tiles that are their mirror
    images; "none": neither; "": any."""

    at: At
    labels: int
    which: str = "all"
    times: int = 0
    per: int = 1
    crossing: int | None = None
    listed: frozenset[Labelling] = frozenset()
    present: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()
    symmetric: str = ""

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


def crossings(links: Iterable[tuple[int, ...]]) -> int:
    """Return how many pairs of links cross: one end of one lies between the ends of the other, and one does not."""
    return sum((a < c < b) != (a < d < b) for (a, b, *_), (c, d, *_) in combinations(links, 2))


def crosses_little(links: Iterable[tuple[int, int, int]], choice: Choice) -> bool:
    """Tell whether links have no more crossings than a tile may have."""
    return choice.crossing is None or crossings(links) <= choice.crossing


def law(outline: Outline, choice: Choice) -> Callable[[Labelling], bool]:
    """Return what tells whether a labelling is one of a tile."""
    laws, at = list[Callable[[Labelling], bool]](), choice.at
    if choice.which == "tiles":
        laws.append(choice.listed.__contains__)
    elif at == "links":
        laws.append(lambda links: crosses_little(links, choice) and _fits_counts([link[2] for link in links], choice))
    elif choice.which == "non-decreasing":
        laws.append(ascends)
    elif choice.which == "no two neighbours alike":
        pairs = neighbours(outline, choice)
        laws.append(lambda labels: all(labels[a] != labels[b] for a, b in pairs))
    elif choice.counts_labels:
        laws.append(lambda labels: _fits_counts(labels, choice))

    def has_labels(labels: Labelling) -> bool:
        used = {link[2] for link in labels} if at == "links" else {*labels}
        return choice.present <= used and not choice.absent & used

    if choice.present or choice.absent:
        laws.append(has_labels)
    if choice.symmetric:
        kept = _kept(by_points(outline), outline, at, choice.symmetric)
        moved, wanted = [itemgetter(*p) if len(p) > 1 else tuple for p in kept], choice.symmetric != NONE
        laws.append(lambda labels: any(move(labels) == labels for move in moved) == wanted)
    return laws[0] if len(laws) == 1 else lambda labels: all(law(labels) for law in laws)


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
        first, second = back[a], back[b]
        moved.append((first, second, label) if first < second else (second, first, label))
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


def count(outline: Outline, choice: Choice, moves: Sequence[Permutation]) -> int:
    """Return how many tiles there are up to some moves of the slots: a group, in which a permutation may recur."""
    return sum(sign * _count(outline, lacking, moves) for sign, lacking in _lacking(choice))


def _lacking(choice: Choice) -> Iterator[tuple[int, Choice]]:
    """Yield what is to be counted, and how often, for tiles that have some labels: all, without those that lack one,
    with those that lack two, … Labels are alike, so it matters only how many are left."""
    left = choice.labels - len(choice.absent)
    for lacking in range(len(choice.present) + 1):
        ways = math.comb(len(choice.present), lacking) * (-1) ** lacking
        yield ways, replace(choice, labels=left - lacking, present=frozenset(), absent=frozenset())


def _count(outline: Outline, choice: Choice, moves: Sequence[Permutation]) -> int:
    if choice.which == "non-decreasing":
        # up to all turns, these are the multisets: each runs without falling in one way
        return math.comb(choice.labels + len(moves[0]) - 1, len(moves[0])) if choice.labels else 0
    fixed = sum(_count_fixed(outline, choice, move) for move in moves)
    tiles, rest = divmod(fixed, len(moves))
    if rest:
        raise ArithmeticError(f"{fixed} labellings are fixed by {len(moves)} moves, which are no group")
    return tiles


def _count_fixed(outline: Outline, choice: Choice, move: Permutation) -> int:
    """Return how many labellings a move leaves as they are."""
    if choice.which == "tiles":
        return sum(move_labels(labels, move, choice) == labels for labels in choice.listed)
    if choice.at == "links":
        ways = _cycles_of_links(move, choice.crossing).items()
        return sum(number * _count_colourings(lengths, choice) for lengths, number in ways)
    total, apart = 0, choice.which == "no two neighbours alike"
    # for each slot the least of its part: all of a part have one label
    for part, number in symmetric_parts(outline, choice.at, choice.symmetric, cycles(move)).items():
        if apart:
            joined = frozenset(ends(part[i], part[j]) for i, j in neighbours(outline, choice))
            total += number * chromatic(frozenset(part), joined, choice.labels)
        else:
            total += number * _count_colourings(tuple(sorted(Counter(part).values())), choice)
    return total


def _count_colourings(lengths: tuple[int, ...], choice: Choice) -> int:
    """Return in how many ways cycles of such lengths can each have a label."""
    if not choice.counts_labels:
        return int(choice.labels ** len(lengths))
    kinds = Counter(lengths)
    # in how many ways the labels so far leave so many cycles of each length to the next: each takes some of them
    ways = Counter({tuple(kinds.values()): 1})
    for _ in range(choice.labels):
        after = Counter[tuple[int, ...]]()
        for there, number in ways.items():
            for taken in product(*(range(most + 1) for most in there)):
                if choice.fits(sum(map(mul, taken, kinds))):
                    after[tuple(map(sub, there, taken))] += number * math.prod(map(math.comb, there, taken))
        ways = after
    return ways[(0,) * len(kinds)]


@lru_cache(maxsize=256)
def _cycles_of_links(move: Permutation, most: int | None) -> Counter[tuple[int, ...]]:
    """Return how long the cycles of links are, and of how many ways to join all ends that a move leaves as they are.
    most: how many crossings there may be, None for any."""
    return Counter(_joined_ends(move, most, ()))


def _joined_ends(move: Permutation, most: int | None, joined: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, ...]]:
    """Yield for each such way how long the cycles of its links are. joined: links that are there, whole cycles."""
    taken = {end for link in joined for end in link}
    left = [end for end in range(len(move)) if end not in taken]
    if not left:
        yield ()
    for other in left[1:]:
        links, met, link = list(joined), set[int](), ends(left[0], other)
        while link not in links:
            links.append(link)
            met.update(link)
            link = ends(move[link[0]], move[link[1]])
        size = len(links) - len(joined)
        # a cycle that comes to one of its ends with another link joins nothing
        if len(met) < 2 * size or (most is not None and crossings(links) > most):
            continue
        yield from (tuple(sorted((size, *lengths))) for lengths in _joined_ends(move, most, tuple(links)))


def move_labels(labels: Labelling, move: Permutation, choice: Choice) -> Labelling:
    """Return a labelling as a move leaves it."""
    return move_links(labels, inverse(move)) if choice.at == "links" else act(move, labels)


def least(labels: Labelling, moves: Sequence[Permutation], choice: Choice) -> Labelling:
    """Return the least labelling that is the same tile."""
    return min(move_labels(labels, move, choice) for move in moves)


def tiles(outline: Outline, choice: Choice, moves: Sequence[Permutation]) -> Iterator[Labelling]:
    """Yield each tile once, as its least labelling. moves: of the slots, a group."""
    different, rows = sorted(set(moves)), iter(sorted(choice.listed))
    if choice.which != "tiles" and choice.at == "links":
        rows = _links((), tuple(range(slots(outline, choice.at, choice.per))), [0] * choice.labels, choice)
        rows = (links for links in rows if crosses_little(links, choice))
    elif choice.which != "tiles":
        rows = _slots(outline, choice, different)
    if choice.present or choice.absent or choice.symmetric:
        rows = filter(law(outline, choice), rows)
    yield from (row for row in rows if all(row <= move_labels(row, p, choice) for p in different))


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
            if choice.counts_labels and used[label] >= max(choice.times, 1):
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
            if choice.counts_labels and used[label] >= max(choice.times, 1):
                continue
            used[label] += 1
            yield from _links(((other, last, label), *links), left[:k] + left[k + 1 : -1], used, choice)
            used[label] -= 1
