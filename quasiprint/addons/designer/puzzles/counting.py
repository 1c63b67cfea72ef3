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

The search is Knuth's Algorithm X: the needed item that the fewest options can take is taken by each of them in turn.
Sets of options are whole numbers, a bit for each option. If it takes long, it begins again, compiled: there sets are
rows of 64-bit words, and the state lies in arrays, so that it can stop after some steps, hear a signal or the clock,
and go on.

A proof that there is no solution is this search, written down as DRAT: clauses, each of which follows from those before
by unit propagation, the last of them empty. Of options d₁ … dₖ that were chosen in vain "not all of d₁ … dₖ" follows:
each way to go on was refuted before, and propagation leaves nobody to take the item that was branched on.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from operator import add, gt
from typing import Any

import numpy as np

from quasiprint.addons.designer.puzzles.laying import ONCE, Clock, CoverProblem, Item, Undecided
from quasiprint.addons.designer.sets.counts import complement, cycles
from quasiprint.addons.designer.sets.polygons import moves_onto
from quasiprint.errors import InputError
from quasiprint.exact.orbit import Permutation
from quasiprint.system import compiled
from quasiprint.system.compiled import kernel
from quasiprint.system.progress import tell

MOST_COUNTED = 20_000  # options: the symmetries of more take long
MOST_LABELS = 5  # that are exchanged in every way
Point = Any


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A symmetry. options: option k goes to options[k]; labels: label l becomes labels[l]. mirrored: turned over."""

    options: Permutation
    mirrored: bool
    labels: tuple[int, ...]


def symmetries(problem: CoverProblem) -> tuple[Symmetry, ...]:
    """Return all symmetries of a puzzle, the identity first: a group. Raises Undecided."""
    labels, number = list(_relabellings(problem)), {}
    for k, (_, placed) in enumerate(problem.options):
        problem.puzzle.clock.look()
        number[placed.shape.name, placed.looks] = k
    found: list[Symmetry] = []
    lattice = problem.puzzle.lattice
    border = [(lattice.lift(a), lattice.lift(b)) for a, b in problem.puzzle.region.sides]
    for mirrored, move in moves_onto(border):
        for change in labels:
            images = _images(problem, number, move, change)
            if images is not None:
                found.append(Symmetry(images, mirrored, change))
    return tuple(found)


def _images(
    problem: CoverProblem, number: dict[Any, int], move: Callable[[Point], Point], change: Sequence[int]
) -> Permutation | None:
    """Return which option each is carried to, None if one is carried to none, or to a tile that there is more or less
    often. The options without a tile are carried along."""
    images = []
    for tile, placed in problem.options:
        problem.puzzle.clock.look()
        image = number.get((placed.shape.name, placed.looks_after(move, change)))
        if image is None or problem.copies[problem.options[image][0]] != problem.copies[tile]:
            return None
        images.append(image)
    if {images[k] for k in problem.fixed} != problem.fixed:
        return None
    place = {points: k for k, points in enumerate(problem.idle, len(problem.options))}
    return (*images, *(place[frozenset(map(move, points))] for points in problem.idle))


def _relabellings(problem: CoverProblem) -> Iterator[tuple[int, ...]]:
    """Yield the changes of labels that rule and border allow, the identity first; of too many labels it alone."""
    design, border = problem.puzzle.design, problem.puzzle.border
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


@dataclass(frozen=True, slots=True)
class Count:
    """How many solutions there are: all; up to turns of the region; up to its turns and reflections, where these carry
    solutions into solutions; and up to those with changes of labels. Of each, how many symmetries there are."""

    all: int
    turns: int
    mirrors: int
    labels: int
    group: tuple[int, int, int]


def count_solutions(problem: CoverProblem) -> Count:
    """Return how many solutions a puzzle has. Raises Undecided when time is up, and InputError for too many options."""
    cover, clock = cover_of(problem), problem.puzzle.clock
    tell("looking for symmetries …")
    group = symmetries(problem)
    total = _whole(problem, cover, group)
    fixed: dict[Permutation, int] = {tuple(range(len(problem.choices))): total}
    for k, g in enumerate(group):
        if g.options not in fixed:
            tell(f"solutions with a symmetry: {k} of {len(group)} looked at")
            fixed[g.options] = _number(cover.of_orbits(g.options, clock), (), clock)
    moving = [g for g in group if g.labels == tuple(range(len(g.labels)))]
    groups = [g for g in moving if not g.mirrored], moving, group
    found = []
    for some in groups:
        different, rest = divmod(sum(fixed[g.options] for g in some), len(some))
        if rest:
            raise ArithmeticError(f"solutions fixed by {len(some)} symmetries add up to no multiple of their number")
        found.append(different)
    turns, mirrors, labels = found
    return Count(total, turns, mirrors, labels, (len(groups[0]), len(moving), len(group)))


def _whole(problem: CoverProblem, cover: Cover, group: Sequence[Symmetry]) -> int:
    """Return how many solutions there are, by one place of each orbit of a tile's places. Raises Undecided with those
    that were found."""
    orbits = min(_split(problem, group), key=len, default=[()])
    everywhere = {option for orbit in orbits for option in orbit}
    found = 0
    for k, orbit in enumerate(orbits, 1):
        # what is found with one place counts once for each place of its orbit, also if there is no time for all
        times, part = max(1, len(orbit)), f", part {k} of {len(orbits)}" * bool(everywhere)

        def show(more: int, found: int = found, times: int = times, part: str = part) -> None:
            tell(f"{found + times * more:,} solutions so far{part}")

        try:
            found += times * _number(cover, everywhere.difference(orbit[:1]), problem.puzzle.clock, show)
        except Undecided as late:
            late.found = found + times * late.found
            raise
    return found


def _split(problem: CoverProblem, group: Sequence[Symmetry]) -> Iterator[list[tuple[int, ...]]]:
    """Yield for each tile that every solution has once the orbits of its places, under symmetries that keep it."""
    for kind, tile in enumerate(problem.puzzle.tiles):
        if not problem.puzzle.whole or tile.copies != 1:
            continue
        left = {k for k, (other, _) in enumerate(problem.options) if other == kind}
        keeping = [g.options for g in group if all(g.options[k] in left for k in left)]
        orbits = []
        while left:
            orbits.append(tuple(sorted({p[min(left)] for p in keeping})))
            left.difference_update(orbits[-1])
        yield orbits


class Cover:
    """An exact cover as sets of options.

    options: of each its items: beside an item a colour, or below 0 how much it takes of the item's room. needed: items
    that have to be taken. room: of items that several may take; the first has to be used up. excluded: for each option
    the options that cannot be chosen with it, itself included. takers: for each needed item the options that take it;
    takes: for each option the numbers of the needed items. uses: for each option how much of each room it takes; most:
    how much there is; using: the options that take of it.
    """

    def __init__(self, options: Sequence[dict[Item, int]], needed: Iterable[Item], room: dict[Item, int]) -> None:
        self.options, self.needed, self.room = options, tuple(dict.fromkeys(needed)), room
        taking, showing = defaultdict[Item, int](int), defaultdict[tuple[Item, int], int](int)
        for k, option in enumerate(options):
            for item, value in option.items():
                taking[item] |= 1 << k
                showing[item, value] |= 1 << k
        self.excluded = []
        for k, option in enumerate(options):
            out = 1 << k
            for item, value in option.items():
                if value >= 0:
                    out |= taking[item] & ~showing[item, value]
                elif item not in room:
                    out |= taking[item]
            self.excluded.append(out)
        number = {item: k for k, item in enumerate(self.needed)}
        self.takers = [taking[item] for item in self.needed]
        self.takes = [[number[item] for item in option if item in number] for option in options]
        self.uses = [tuple(-option.get(item, 0) for item in room) for option in options]
        self.most, self.using = [*room.values()], [taking[item] for item in room]

    def all_but(self, barred: Iterable[int]) -> int:
        """Return the set of all options but some."""
        return (1 << len(self.options)) - 1 - sum(1 << option for option in barred)

    def of_orbits(self, move: Permutation, clock: Clock) -> Cover:
        """Return the exact cover whose options are whole orbits of a symmetry. Raises Undecided."""
        orbits, broken = defaultdict[int, dict[Item, int]](dict), set[int]()
        for option, first in zip(self.options, cycles(move), strict=True):
            clock.look()
            merged = orbits[first]
            for item, value in option.items():
                shown = merged.get(item)
                merged[item] = value if shown is None or value >= 0 else shown + value
                if -merged[item] > self.room.get(item, 1) or (value >= 0 and shown not in (None, value)):
                    broken.add(first)  # it cannot be chosen as a whole
        return Cover([merged for first, merged in orbits.items() if first not in broken], self.needed, self.room)


def nodes(cover: Cover, barred: Iterable[int] = ()) -> Iterator[tuple[list[int], list[int] | None]]:
    """Search; yield on the way back from each choice the options that were chosen, and those that were tried beyond
    them, None in place of these for a solution. barred: options that may not be chosen."""
    chosen: list[int] = []
    start = cover.all_but(barred), frozenset(range(len(cover.takers))), (0,) * len(cover.most)
    levels = [(*start, _takers(cover, *start[:2]), list[int]())]
    while levels:
        lives, free, used, waiting, tried = levels[-1]
        option = next(waiting, -1)
        if option < 0:
            yield chosen, tried if free or used[0] != cover.most[0] else None
            levels.pop()
            del chosen[-1:]
            continue
        after = tuple(map(add, used, cover.uses[option]))
        if any(map(gt, after, cover.most)):
            continue
        left = lives & ~cover.excluded[option]
        for kind, times in enumerate(cover.uses[option]):
            if times and after[kind] == cover.most[kind]:
                left &= ~cover.using[kind]
        tried.append(option)
        chosen.append(option)
        rest = free.difference(cover.takes[option])
        levels.append((left, rest, after, _takers(cover, left, rest), []))


def _takers(cover: Cover, lives: int, free: frozenset[int]) -> Iterator[int]:
    """Yield the options that take the item of which the fewest are left. lives: all that are left; free: the items."""
    item = min(sorted(free), key=lambda i: (cover.takers[i] & lives).bit_count(), default=-1)
    left = cover.takers[item] & lives if item >= 0 else 0
    while left:
        low = left & -left
        yield low.bit_length() - 1
        left ^= low


def cover_of(problem: CoverProblem) -> Cover:
    """Return a puzzle as sets of options. Raises InputError for too many options."""
    if len(problem.choices) > MOST_COUNTED:
        raise InputError(
            f"puzzle: found {len(problem.choices):,} ways to lay a tile, allowed for --count and -o FILE.drat are up "
            f"to {MOST_COUNTED:,}: fewer tiles, or a smaller region; without either, one solution may be found"
        )
    needed, open_cells = set(problem.needed), len(problem.puzzle.tiles)
    room: dict[Item, int] = {("kind", open_cells): problem.puzzle.open}
    room |= {("kind", k): tile.copies for k, tile in enumerate(problem.puzzle.tiles) if tile.copies > 1}
    options: list[dict[Item, int]] = []
    for option in problem.choices:
        kind = [("kind", option.kind)] * (option.kind >= 0 and ("tile", option.kind) not in needed)
        options.append(dict.fromkeys([*option.needed, *kind], ONCE) | dict(option.other))
    return Cover(options, problem.needed, room)


Array = Any
Arrays = tuple[Any, ...]
ZERO, ONE = np.uint64(0), np.uint64(1)
TWO, FOUR, LAST = np.uint64(2), np.uint64(4), np.uint64(56)
M1, M2 = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
M4, H = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


@kernel
def _bits(word: Array) -> int:
    """Return how many bits are set (Warren, Hacker's Delight, 5-1)."""
    word = word - ((word >> ONE) & M1)
    word = (word & M2) + ((word >> TWO) & M2)
    word = (word + (word >> FOUR)) & M4
    return int((word * H) >> LAST)


@kernel
def _narrowest(live: Array, takers: Array, first: Array, last: Array, taken: Array) -> int:
    """Return the needed item that the fewest live options take, −1 if all are taken."""
    best, fewest = -1, 1 << 60
    for item in range(len(takers)):
        if taken[item]:
            continue
        count = 0
        for word in range(first[item], last[item]):
            count += _bits(live[word] & takers[item, word])
            if count >= fewest:
                break
        if count < fewest:
            best, fewest = item, count
            if count == 0:
                break
    return best


@kernel
def _next_option(left: Array) -> int:
    """Take the lowest option out of a set, and return it; −1 from an empty set."""
    for word in range(len(left)):
        if left[word] != ZERO:
            low = left[word] & (~left[word] + ONE)
            left[word] ^= low
            return word * 64 + _bits(low - ONE)
    return -1


@kernel
def _mark(option: int, by: int, taken: Array, used: Array, takes: Array, uses: Array) -> None:
    """Take an option's items and kinds (by: 1), or give them back (−1)."""
    for k in range(takes.shape[1]):
        if takes[option, k] >= 0:
            taken[takes[option, k]] = by > 0
    for kind in range(len(used)):
        used[kind] += by * uses[option, kind]


@kernel
def _search(state: Arrays, fixed: Arrays, steps: int) -> bool:
    """Go on searching for so many steps; tell whether the search is over.

    state, fixed: see `_arrays`. live: for each depth the options that are left. left: of the item chosen there, those
    not tried yet. chosen: the options tried. taken: the items; used: how often each kind. depth: how deep the search
    is, and whether it goes down (1) or back (0). found: how many solutions.
    """
    live, left, chosen, taken, used, depth, found = state
    excluded, takers, first, last, takes, uses, most, using = fixed
    level, down, words = depth[0], depth[1], live.shape[1]
    for _ in range(steps):
        if level < 0:
            break
        if down:
            down = 0
            item = _narrowest(live[level], takers, first, last, taken)
            if item < 0:
                found[0] += used[0] == most[0]
                level -= 1
                continue
            for word in range(words):
                left[level, word] = live[level, word] & takers[item, word]
            chosen[level] = -1
        if chosen[level] >= 0:
            _mark(chosen[level], -1, taken, used, takes, uses)
        option = _next_option(left[level])
        chosen[level] = option
        if option < 0:
            level -= 1
            continue
        _mark(option, 1, taken, used, takes, uses)
        for word in range(words):
            live[level + 1, word] = live[level, word] & ~excluded[option, word]
        enough = True
        for kind in range(len(most)):
            enough = enough and used[kind] <= most[kind]
            if uses[option, kind] and used[kind] == most[kind]:
                for word in range(words):
                    live[level + 1, word] &= ~using[kind, word]
        if enough:
            level, down = level + 1, 1
    depth[0], depth[1] = level, down
    return bool(level < 0)


def _arrays(cover: Cover, barred: Iterable[int]) -> tuple[Arrays, Arrays]:
    """Return the state of a search, and the exact cover as arrays. barred: options that may not be chosen."""
    words, deep = max(1, -(-len(cover.excluded) // 64)), len(cover.takers) + 2

    def rows(sets: Sequence[int]) -> Array:
        packed = b"".join(options.to_bytes(8 * words, "little") for options in sets)
        return np.frombuffer(packed, np.uint64).reshape(-1, words)

    takers, lives = rows(cover.takers), np.zeros((deep, words), np.uint64)
    lives[0] = rows([cover.all_but(barred)])
    where = [np.flatnonzero(row) for row in takers]
    first, last = ([each[k] + shift if len(each) else 0 for each in where] for k, shift in ((0, 0), (-1, 1)))
    takes = np.full((len(cover.excluded), max(map(len, cover.takes), default=0)), -1, np.int64)
    for option, taken in enumerate(cover.takes):
        takes[option, : len(taken)] = taken
    counts = [np.zeros(len(cover.takers), np.bool_), np.zeros(len(cover.most), np.int64)]
    state = (lives, np.zeros_like(lives), np.full(deep, -1, np.int64), *counts, np.array([0, 1]), np.zeros(1, np.int64))
    numbers = [np.array(each, np.int64) for each in (first, last)]
    limits = (np.array(cover.uses, np.int64).reshape(-1, len(cover.most)), np.array(cover.most, np.int64))
    return state, (rows(cover.excluded), takers, *numbers, takes, *limits, rows(cover.using))


PAUSE = 0.2  # s, about, between two looks at the clock
PLAIN = 0.5  # s of Python before the search is compiled
COMPILING = 10.0  # s that have to be left for that: it cannot be broken off


def _number(cover: Cover, barred: Collection[int], clock: Clock, show: Callable[[int], None] = lambda _: None) -> int:
    """Return how many solutions an exact cover has without barred options. Raises Undecided, with those found."""
    found, begun = 0, time.process_time()
    try:
        for step, (_, tried) in enumerate(nodes(cover, barred)):
            found += tried is None
            if step % 100 == 0:
                clock.look()
                show(found)
                late = time.process_time() - begun > PLAIN
                if late and clock.left > COMPILING and compiled.available():
                    break
        else:
            return found
        run = compiled.choose(_search, compiled.ALWAYS, "the search for solutions")
        state, fixed = _arrays(cover, barred)
        steps, over = 1, False
        while not over:
            start = time.monotonic()
            over = run(state, fixed, steps)
            steps = 1 + int(steps * min(4.0, PAUSE / (time.monotonic() - start)))
            found = int(state[-1][0])
            clock.look()
            show(found)
    except Undecided as out:
        out.found = found
        raise
    return found


MOST_STEPS = 1_000_000  # clauses of a proof: some 100 MB


class Solvable(Exception):
    """A solution exists, so there is no proof of the contrary."""


def refutation(problem: CoverProblem) -> str:
    """Return a proof that a puzzle has no solution. Raises Solvable; Undecided when time is up, or it is too long."""
    lines: list[str] = []
    for step, (chosen, tried) in enumerate(nodes(cover_of(problem))):
        if tried is None:
            raise Solvable
        deletion = "".join(f"{-option - 1} " for option in chosen)
        lines.append(f"{deletion}0\n")
        lines += [f"d {deletion}{-option - 1} 0\n" for option in tried if chosen]  # which it makes needless
        if step % 100 == 0:
            problem.puzzle.clock.look()
            tell(f"{step:,} steps of the proof")
        if len(lines) > MOST_STEPS:
            raise Undecided
    return "".join(lines)
