"""How many solutions a puzzle has, and how many of them differ by more than a symmetry.

A symmetry is a turn or a reflection of the lattice that carries the region onto itself, with a change of the labels,
and fixed tiles onto fixed tiles. Reflected, a tile shows what another tile of the set shows, or none does: then the
reflection carries no solutions. Each is found as a permutation of the options: the option that lies where the image
lies, and shows what it shows.

A tile that every solution has once lies somewhere in each. Symmetries that keep this tile carry the places where it may
lie into one another, and as many solutions go with each place of an orbit: so one place of each orbit is searched, and
counts as often as the orbit is large.

Burnside's lemma: solutions that differ by more than a symmetry are as many as the symmetries, on average, leave
solutions as they are. A solution that a symmetry leaves as it is takes whole orbits of options. So orbits are made the
options of another exact cover, and counted by the same search.

The search of `laying.solutions` for the compiler: sets of options are rows of 64-bit words.

Its state lies in arrays, so that it can stop after a while, let the program hear a signal, and go on.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from quasiprint.addons.designer.puzzles.laying import Cover, Laid, members, solutions
from quasiprint.addons.designer.sets.counts import complement, cycles
from quasiprint.addons.designer.sets.placed import Placed
from quasiprint.addons.designer.sets.polygons import moves_onto
from quasiprint.exact.orbit import Permutation
from quasiprint.system import compiled, interruption
from quasiprint.system.compiled import kernel
from quasiprint.system.progress import tell

MOST_LABELS = 5  # that are exchanged in every way
Point = Any
Look = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One symmetry. options: option k is carried to options[k]. mirrored: whether the region is turned over. labels:
    label l becomes labels[l]."""

    options: Permutation
    mirrored: bool
    labels: tuple[int, ...]

    @property
    def relabels(self) -> bool:
        """Whether labels change."""
        return self.labels != tuple(range(len(self.labels)))


def symmetries(laid: Laid) -> tuple[Symmetry, ...]:
    """Return all symmetries of a puzzle, the identity first: a group."""
    shows = [_parts(placed) for _, placed in laid.options]
    number = {_look(part, None, None): k for k, part in enumerate(shows)}
    labels = [tuple(each) for each in _relabellings(laid)]
    found: list[Symmetry] = []
    lift = laid.lattice.lift
    border = [(lift(a), lift(b)) for a, b in laid.puzzle.region.sides]
    for mirrored, move in moves_onto(border, laid.lattice.parts):
        for change in labels:
            images = _images(laid, shows, number, move, change)
            if images is not None:
                found.append(Symmetry(images, mirrored, change))
    return tuple(found)


def _images(
    laid: Laid, shows: Sequence[Any], number: dict[Look, int], move: Callable[[Point], Point], change: Sequence[int]
) -> Permutation | None:
    """Return which option each is carried to, None if one is carried to none, or to a tile that there is more or less
    often. The options without a tile are carried along."""
    images = []
    most = laid.cover.most
    for part, (tile, _) in zip(shows, laid.options, strict=True):
        image = number.get(_look(part, move, change))
        if image is None or most[laid.options[image][0]] != most[tile]:
            return None
        images.append(image)
    if {images[k] for k in laid.fixed} != laid.fixed:
        return None
    place = {side: k for k, side in enumerate(laid.idle, len(laid.options))}
    return (*images, *(place[frozenset(map(move, side))] for side in laid.idle))


def _parts(placed: Placed) -> Any:
    """Return what a tile shows as (name, points and label …), so that both can be changed."""
    sides = [(side.start, side.end, side.shows) for side in placed.sides]
    marks = list(zip(placed.corners, placed.marks, strict=False))
    return placed.shape.name, sides, marks, placed.cells, placed


def _look(part: Any, move: Callable[[Point], Point] | None, change: Sequence[int] | None) -> Look:
    """Return what can be seen of a tile that is moved, and whose labels are changed."""
    name, sides, marks, cells, placed = part
    go = move or (lambda point: point)

    def new(label: int) -> int:
        return label if change is None else change[label]

    return (
        name,
        frozenset(
            (frozenset((go(a), go(b))), None if placed.shape.choice.at == "links" else tuple(map(new, shows)))
            for a, b, shows in sides
        ),
        frozenset((go(point), new(label)) for point, label in marks),
        frozenset((frozenset(map(go, corners)), new(label)) for corners, label in cells),
        _links(placed, go, new) if placed.shape.choice.at == "links" else None,
    )


def _links(placed: Placed, go: Callable[[Point], Point], new: Callable[[int], int]) -> object:
    """Return the links: each end by its side, and by the point from which it is counted along it."""
    where: dict[int, object] = {}
    for side in placed.sides:
        for place, end in enumerate(side.ends):
            # the first of two ends lies near the side's start; a single one lies in the middle
            near = None if len(side.ends) == 1 else go(side.start if place == 0 else side.end)
            where[end] = (frozenset((go(side.start), go(side.end))), near)
    return frozenset((frozenset((where[a], where[b])), new(label)) for a, b, label in placed.labels)


def _relabellings(laid: Laid) -> Iterator[Sequence[int]]:
    """Yield the changes of labels that rule and border allow, the identity first. Labels that are too many to try every
    change stay as they are."""
    design, border = laid.puzzle.design, laid.puzzle.border
    labels = max(shape.choice.labels for shape in design.shapes)
    at = {shape.choice.at for shape in design.shapes}
    same = tuple(range(labels))
    if labels > MOST_LABELS or len({shape.choice.labels for shape in design.shapes}) > 1:
        yield same
        return
    for change in permutations(range(labels)):
        if border >= 0 and change[border] != border:
            continue
        if any((min(change[a], change[b]), max(change[a], change[b])) not in design.barred for a, b in design.barred):
            continue
        if design.match == "complementary" or "profiles" in at:
            where = "profiles" if "profiles" in at else "edges"
            if any(complement(change[x], labels, where) != change[complement(x, labels, where)] for x in same):
                continue
        yield change


PLAIN = 20_000  # choices: about half a second as Python
STEPS = 300_000  # between two words of progress


class OutOfTime(Exception):
    """The time is used up. found: solutions so far."""

    def __init__(self, found: int) -> None:
        super().__init__(found)
        self.found = found


@dataclass(frozen=True, slots=True)
class Count:
    """How many solutions there are: all; up to turns of the region; up to its turns and reflections, where these carry
    solutions into solutions; and up to those with changes of labels. Of each, how many symmetries there are."""

    all: int
    turns: int
    mirrors: int
    labels: int
    group: tuple[int, int, int]


class Clock:
    """How much time is left. seconds: None for no limit. found: solutions that were counted before."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self.found = 0

    def look(self, found: int) -> None:
        """Hear signals, and raise OutOfTime if it is. found: solutions of the search that is on."""
        interruption.check()
        if self._end is not None and time.monotonic() > self._end:
            raise OutOfTime(self.found + found)


def number(problem: Cover, allowed: int, clock: Clock, show: Callable[[int], None] = lambda _: None) -> int:
    """Return how many solutions an exact cover has, of the options that are allowed: by the plain search; if that takes
    long, by the compiled one, from the beginning. Raises OutOfTime."""
    count = choices = 0
    for solution in solutions(problem, allowed):
        if solution is not None:
            count += 1
            continue
        choices += 1
        if choices % 500 == 0:
            clock.look(count)
        if choices == PLAIN and compiled.available():
            break
    else:
        return count
    run = compiled.choose(search, compiled.ALWAYS, "the search for solutions")
    state, fixed = arrays(problem, allowed)
    while not run(state, fixed, STEPS):
        found = int(state[-1][0])
        show(found)
        clock.look(found)
    return int(state[-1][0])


def count_solutions(laid: Laid, seconds: float | None = None) -> Count:
    """Return how many solutions a puzzle has. Raises OutOfTime."""
    clock = Clock(seconds)
    tell("looking for symmetries …")
    group = symmetries(laid)
    total = whole(laid, group, clock)
    turning = [g for g in group if not g.mirrored and not g.relabels]
    moving = [g for g in group if not g.relabels]
    fixed: dict[Permutation, int] = {}
    for k, g in enumerate(group):
        if g.options in fixed:
            continue
        tell(f"solutions with a symmetry: {k} of {len(group)} looked at")
        identity = g.options == tuple(range(len(g.options)))
        # what a symmetry leaves as it is takes whole orbits of options
        fixed[g.options] = total if identity else number(*cover_of_orbits(laid.cover, g.options), clock)
    turns, mirrors, labels = (_mean(fixed, some) for some in (turning, moving, group))
    return Count(total, turns, mirrors, labels, (len(turning), len(moving), len(group)))


def _mean(fixed: dict[Permutation, int], group: Sequence[Symmetry]) -> int:
    different, rest = divmod(sum(fixed[g.options] for g in group), len(group))
    if rest:
        raise ArithmeticError(f"the fixed solutions of {len(group)} symmetries add up to no multiple of their number")
    return different


def whole(laid: Laid, group: Sequence[Symmetry], clock: Clock) -> int:
    """Return how many solutions there are, by one place of each orbit of a tile's places."""
    problem = laid.cover
    orbits = min(_split(laid, group), key=len, default=None)
    if orbits is None:
        return number(problem, problem.every, clock, lambda n: tell(f"{n:,} solutions so far"))
    everywhere = 0
    for orbit in orbits:
        for option in orbit:
            everywhere |= 1 << option
    for k, orbit in enumerate(orbits):

        def show(found: int, k: int = k, size: int = len(orbit)) -> None:
            tell(f"{clock.found + size * found:,} solutions so far, part {k + 1} of {len(orbits)}")

        one = problem.every & ~everywhere | 1 << orbit[0]
        try:
            clock.found += len(orbit) * number(problem, one, clock, show)
        except OutOfTime as out:
            # of a place that was not searched to its end, what was found counts once for each place of its orbit
            raise OutOfTime(clock.found + len(orbit) * (out.found - clock.found)) from None
    return clock.found


def _split(laid: Laid, group: Sequence[Symmetry]) -> Iterator[list[tuple[int, ...]]]:
    """Yield for each tile that every solution has once the orbits of its places, under symmetries that keep it."""
    problem = laid.cover
    for kind, tile in enumerate(laid.puzzle.tiles):
        if not laid.puzzle.whole or tile.copies != 1:
            continue
        own = problem.laying[kind]
        keeping = [g.options for g in group if all(own >> g.options[k] & 1 for k in members(own))]
        left, orbits = set(members(own)), []
        while left:
            orbit = {p[min(left)] for p in keeping}
            orbits.append(tuple(sorted(orbit)))
            left -= orbit
        yield orbits


def cover_of_orbits(problem: Cover, move: Permutation) -> tuple[Cover, int]:
    """Return the exact cover whose options are whole orbits of a symmetry, and those that can be chosen at all."""
    orbits: dict[int, list[int]] = defaultdict(list)
    for option, first in enumerate(cycles(move)):
        orbits[first].append(option)
    possible = []
    for orbit in orbits.values():
        own = sum(1 << option for option in orbit)
        if not any(problem.excluded[option] & ~(1 << option) & own for option in orbit):
            possible.append(orbit)
    return _group_options(problem, possible)


def _group_options(problem: Cover, groups: Sequence[Sequence[int]]) -> tuple[Cover, int]:
    """Return an exact cover whose options are groups of another's, and the set of them all."""
    of = {option: k for k, group in enumerate(groups) for option in group}

    def lift(options: int) -> int:
        out = 0
        for option in members(options):
            if option in of:
                out |= 1 << of[option]
        return out

    excluded = []
    for k, group in enumerate(groups):
        out = 0
        for option in group:
            out |= problem.excluded[option]
        excluded.append(lift(out) | 1 << k)
    takes, kinds = (
        tuple(tuple(item for option in group for item in each[option]) for group in groups)
        for each in (problem.takes, problem.kinds)
    )
    takers, laying = (tuple(map(lift, each)) for each in (problem.takers, problem.laying))
    return Cover(tuple(excluded), takers, takes, kinds, problem.most, laying), (1 << len(groups)) - 1


Array = Any
Arrays = tuple[Any, ...]
ZERO, ONE = np.uint64(0), np.uint64(1)
TWO, FOUR, LAST = np.uint64(2), np.uint64(4), np.uint64(56)
M1, M2 = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
M4, H = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


@kernel
def bits(word: Array) -> int:
    """Return how many bits are set (Warren, Hacker's Delight, 5-1)."""
    word = word - ((word >> ONE) & M1)
    word = (word & M2) + ((word >> TWO) & M2)
    word = (word + (word >> FOUR)) & M4
    return int((word * H) >> LAST)


@kernel
def narrowest(live: Array, takers: Array, first: Array, last: Array, taken: Array) -> int:
    """Return the needed item that the fewest live options take, −1 if all are taken."""
    best, fewest = -1, 1 << 60
    for item in range(len(takers)):
        if taken[item]:
            continue
        count = 0
        for word in range(first[item], last[item]):
            count += bits(live[word] & takers[item, word])
            if count >= fewest:
                break
        if count < fewest:
            best, fewest = item, count
            if count == 0:
                break
    return best


@kernel
def next_option(left: Array) -> int:
    """Take the lowest option out of a set, and return it; −1 from an empty set."""
    for word in range(len(left)):
        if left[word] != ZERO:
            low = left[word] & (~left[word] + ONE)
            left[word] ^= low
            return word * 64 + bits(low - ONE)
    return -1


@kernel
def give_back(option: int, taken: Array, used: Array, takes: Array, kinds: Array) -> None:
    """Undo what `take` has done with an option's items and kinds."""
    for k in range(takes.shape[1]):
        if takes[option, k] >= 0:
            taken[takes[option, k]] = False
    for k in range(kinds.shape[1]):
        if kinds[option, k] >= 0:
            used[kinds[option, k]] -= 1


@kernel
def take(
    option: int,
    live: Array,
    rest: Array,
    taken: Array,
    used: Array,
    excluded: Array,
    takes: Array,
    kinds: Array,
    most: Array,
    laying: Array,
) -> bool:
    """Choose an option; tell whether there are as many of its kinds. rest: becomes those of `live` that are left."""
    for k in range(takes.shape[1]):
        if takes[option, k] >= 0:
            taken[takes[option, k]] = True
    for word in range(len(live)):
        rest[word] = live[word] & ~excluded[option, word]
    enough = True
    for k in range(kinds.shape[1]):
        kind = kinds[option, k]
        if kind >= 0:
            used[kind] += 1
            enough = enough and used[kind] <= most[kind]
            if used[kind] == most[kind]:
                for word in range(len(live)):
                    rest[word] &= ~laying[kind, word]
    return enough


@kernel
def search(state: Arrays, fixed: Arrays, steps: int) -> bool:
    """Go on searching for so many steps; tell whether the search is over.

    state, fixed: see `arrays`. live: for each depth the options that are left. left: of the item chosen there,
    those not tried yet. chosen: the options tried. depth: how deep the search is, and whether it goes down (1) or
    back (0). found: how many solutions.
    """
    live, left, chosen, taken, used, depth, found = state
    excluded, takers, first, last, takes, kinds, most, laying = fixed
    level, down = depth[0], depth[1]
    over = False
    for _ in range(steps):
        if down:
            down = 0
            item = narrowest(live[level], takers, first, last, taken)
            if item < 0:
                found[0] += 1
                level -= 1
            else:
                for word in range(live.shape[1]):
                    left[level, word] = live[level, word] & takers[item, word]
                chosen[level] = -1
        if level < 0:
            over = True
            break
        if chosen[level] >= 0:
            give_back(chosen[level], taken, used, takes, kinds)
        option = next_option(left[level])
        chosen[level] = option
        if option < 0:
            level -= 1
        elif take(option, live[level], live[level + 1], taken, used, excluded, takes, kinds, most, laying):
            level, down = level + 1, 1
    depth[0], depth[1] = level, down
    return over


def arrays(problem: Cover, allowed: int) -> tuple[Arrays, Arrays]:
    """Return the state of a search, and the exact cover as arrays. allowed: the options that may be chosen."""
    words = max(1, -(-problem.options // 64))
    deep = len(problem.takers) + 2
    live, left = np.zeros((deep, words), np.uint64), np.zeros((deep, words), np.uint64)
    live[0] = _words(allowed, words)
    taken, used = np.zeros(len(problem.takers), np.bool_), np.zeros(max(1, len(problem.most)), np.int64)
    chosen, depth, found = np.full(deep, -1, np.int64), np.array([0, 1], np.int64), np.zeros(1, np.int64)
    takers = _rows(problem.takers, words)
    lowest = [next(iter(np.flatnonzero(row)), 0) for row in takers]
    highest = [next(iter(np.flatnonzero(row)[::-1]), -1) + 1 for row in takers]
    fixed = (
        _rows(problem.excluded, words),
        takers,
        np.array(lowest, np.int64),
        np.array(highest, np.int64),
        _lists(problem.takes),
        _lists(problem.kinds),
        np.array(problem.most, np.int64),
        _rows(problem.laying, words),
    )
    return (live, left, chosen, taken, used, depth, found), fixed


def _words(options: int, words: int) -> Array:
    return np.frombuffer(options.to_bytes(8 * words, "little"), np.uint64)


def _lists(lists: Sequence[Sequence[int]]) -> Array:
    """Return lists of numbers as rows, filled up with −1."""
    found = np.full((len(lists), max(map(len, lists), default=0)), -1, np.int64)
    for k, each in enumerate(lists):
        found[k, : len(each)] = each
    return found


def _rows(sets: Any, words: int) -> Array:
    found = np.zeros((max(1, len(sets)), words), np.uint64)
    for k, options in enumerate(sets):
        found[k] = _words(options, words)
    return found[: len(sets)]
