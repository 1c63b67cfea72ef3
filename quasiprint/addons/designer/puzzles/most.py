"""The most closed vertices, or loops: tiles laid in a region, which they need not fill, so that as many are closed as
can be found.

What no tile covers, a blank covers, which obeys no rule: an exact cover again. From the best layout so far, all that
lies near some point is taken up, and laid anew as well as it can be (a large neighbourhood search): the solver finds
the best way there, or gives up on its own clock, which runs alike on every machine. Some such steps are taken from one
layout, and the best of them is where the next ones begin. So what is found depends on the seed and on the number of
steps, and not on how many of them run at once.

Of two layouts that close as many, the one with more tiles is better: there is more beside which others may lie. In the
end, what can be added is added. Tiles with labels at corners are annealed instead (`annealing`).
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat
from typing import Any

from quasiprint.addons.designer.puzzles.annealing import Labels
from quasiprint.addons.designer.puzzles.cover import ONCE, Item, Option
from quasiprint.addons.designer.puzzles.frames import Frames
from quasiprint.addons.designer.puzzles.laying import Laid
from quasiprint.addons.designer.puzzles.loops import Loops, Paths
from quasiprint.addons.designer.puzzles.puzzle import sides_of
from quasiprint.addons.designer.puzzles.solving import Goal, Undecided, Wanted, solve
from quasiprint.addons.designer.sets.judge import find_closed_loops, find_closed_vertices
from quasiprint.addons.designer.sets.placed import Placed, Rule
from quasiprint.exact.polygon import orientation
from quasiprint.system.progress import tell

AT_ONCE = 4  # steps from one layout
CLOCK = 2.0  # of the solver, for a step; about as many seconds
# what a closed one and a tile are worth; by less than so much chance decides. Layouts that lose a closed one are not
# taken, so what counts are tiles
CLOSED, TILE, CHANCE = 250, 100, 4
FILLING, QUIET = 80, 4  # steps that add tiles in the end, and rounds without any after which they end
LEAST, MOST = 8, 26  # tiles and blanks that a step lays anew; fewer,
MOST_WAYS = 2500  # where there are more ways to do so
TRIES, STEPS = 100, 30.0  # rims that are tried; the solver's clock for one alone
Point = Any
XY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Found:
    """A layout: the choices of a field. closed: how many vertices or loops; tiles: that lie in it."""

    chosen: tuple[int, ...]
    closed: int
    tiles: int

    @property
    def worth(self) -> tuple[int, int]:
        """What layouts are compared by."""
        return self.closed, self.tiles


class Field:
    """A region in which tiles may lie. laid: the puzzle to fill it; its choices come first, the blanks behind them.
    paths: of its tiles, if loops are to be closed, and not vertices."""

    def __init__(self, laid: Laid, paths: Paths | None = None) -> None:
        self.laid = laid
        self._runs_on = Rule.of(laid.puzzle.design).runs_on
        self._loops = Loops(paths, [placed for _, placed in laid.options]) if paths else None
        self._tiles = len(laid.options)
        self._first_blank = len(laid.choices)
        self.choices = (*laid.choices, *map(Option, self._blanks()))
        self._rim = frozenset(point for side in laid.puzzle.rim for point in side)
        fit = paths is None and Labels.fit(laid)
        self.labels = Labels(laid, [tile.copies for tile in laid.puzzle.tiles], self._rim) if fit else None

    def _blanks(self) -> list[tuple[Item, ...]]:
        """Return what each blank takes: a cell, or the sides of a place."""
        if self.laid.puzzle.region.cells:
            return [(item,) for item in self.laid.needed if isinstance(item, frozenset)]
        own = (self.laid.choices[k].needed for k in range(self._tiles))
        places = (tuple(item for item in needed if item[0] == "side") for needed in own)  # type: ignore[index]
        return list({frozenset(place): place for place in places}.values())

    @cached_property
    def _corners(self) -> tuple[frozenset[Point], ...]:
        """Of each choice, the corners of what lies there."""
        tiles = [frozenset(placed.corners) for _, placed in self.laid.options]
        idle = [frozenset[Point]()] * (self._first_blank - self._tiles)
        return (*tiles, *idle, *(frozenset(_points(option.needed)) for option in self.choices[self._first_blank :]))

    @cached_property
    def _at(self) -> tuple[XY, ...]:
        """Of each choice, the middle, in edges."""
        where: dict[Point, XY] = {}
        found = []
        for option in self.choices:
            there = [where.get(point) or where.setdefault(point, point.to_xy()) for point in _points(option.needed)]
            found.append((sum(x for x, _ in there) / len(there), sum(y for _, y in there) / len(there)))
        return tuple(found)

    @cached_property
    def _takers(self) -> dict[Item, list[int]]:
        """Of each item that has to be taken, the choices that take it."""
        found: dict[Item, list[int]] = defaultdict(list)
        for k, option in enumerate(self.choices):
            for item in option.needed:
                found[item].append(k)
        return found

    def together(self, chosen: Iterable[int]) -> tuple[int, ...]:
        """Return the tiles of a layout that hang together by edges, where most is closed."""
        left = {k for k in chosen if k < self._tiles}
        along = {side.key: set[int]() for k in left for side in self.laid.options[k][1].sides}
        for k in left:
            for side in self.laid.options[k][1].sides:
                along[side.key].add(k)
        parts = []
        while left:
            waiting, part = [min(left)], {min(left)}
            while waiting:
                for side in self.laid.options[waiting.pop()][1].sides:
                    waiting += along[side.key] - part
                    part |= along[side.key]
            left -= part
            parts.append(tuple(sorted(part)))
        return max(parts, key=lambda part: (self._closed(part), len(part)), default=())

    def _closed(self, part: Iterable[int]) -> int:
        return self.count([self.laid.options[k][1] for k in part])

    def count(self, tiles: Sequence[Placed]) -> int:
        """Return how many vertices, or loops, tiles close."""
        return len(find_closed_loops(tiles, self._runs_on) if self._loops else find_closed_vertices(tiles))

    def judge(self, chosen: Iterable[int]) -> Found:
        """Return a layout with what it is worth."""
        found = tuple(sorted(chosen))
        part = self.together(found)
        return Found(found, self._closed(part), len(part))

    def start(self, seed: int) -> Found | None:
        """Return the layout of the fixed tiles alone, None if there is none."""
        number = range(len(self.choices))
        alone = [k for k in number if k >= self._tiles or k in self.laid.fixed]
        chosen = solve(self._part(alone, self.laid.needed, {}), seed)
        return None if chosen is None else self.judge(alone[k] for k in chosen)

    def _part(self, choices: Sequence[int], needed: Iterable[Item], used: Mapping[int, int]) -> Laid:
        """Return the exact cover of some of the items by some of the choices. used: of each kind, how many lie
        elsewhere."""
        puzzle = self.laid.puzzle
        tiles = tuple(replace(tile, copies=tile.copies - used.get(k, 0)) for k, tile in enumerate(puzzle.tiles))
        options = tuple(self.choices[k] for k in choices)
        return replace(self.laid, puzzle=replace(puzzle, tiles=tiles), choices=options, needed=tuple(needed))

    def step(self, found: Found, lot: random.Random) -> Found:
        """Return a layout of which one part is laid anew; all of it where labels are annealed."""
        if self.labels:
            return self.judge(self.labels.anneal(found.chosen, lot))
        near, allowed = set[int](), list[int]()
        nearest, size = self._nearest(found.chosen, lot), lot.randint(LEAST, MOST)
        ends = [n for n, k in enumerate(nearest, 1) if not self._is_idle(k)]
        while not near or (len(allowed) > MOST_WAYS and size > 1):
            near = set(nearest[: ends[min(size, len(ends)) - 1]])
            items = [item for k in sorted(near) for item in self.choices[k].needed]
            keep = [k for k in found.chosen if k not in near]
            used = Counter(self.choices[k].kind for k in keep)
            allowed = list(self._allowed(items, keep, used))
            size = size * 2 // 3
        goal = self._goal(allowed, keep, near, lot)
        try:
            chosen = solve(self._part(allowed, items, used), lot.randrange(1 << 30), steps=CLOCK, goal=goal)
        except Undecided:
            chosen = None
        if chosen is None:
            return found
        return self.judge((*keep, *(allowed[k] for k in chosen)))

    def within(self, frames: Frames, lot: random.Random, clock: float) -> Found | None:
        """Return a layout of all tiles within a decagon from which some were cut off by lot; None if there is none:
        that is proved. Raises Undecided, also where the lot cuts off too few, or the decagon does not lie in the
        region."""
        at = self.laid.lattice.lift(self.laid.puzzle.region.corners[0])
        rim, off = sides_of(frames.corners(at)), frames.cut(at, lot)
        known = {self._corners[k]: k for k in range(self._first_blank, len(self.choices))}
        points = {point for corners in self._corners for point in corners}
        if off is None or not known.keys() >= set(off) or not points.issuperset(a for a, _ in rim):
            raise Undecided
        keep = [known[place] for place in off]
        taken = {item for k in keep for item in self.choices[k].needed}
        walls = {frozenset(side) for side in rim}
        inside = {point for point in points if all(orientation(a, b, point) >= 0 for a, b in rim)}

        def may(k: int) -> bool:
            if self._is_idle(k):
                fits = self.laid.idle[k - self._tiles] not in walls
            else:
                fits = (k < self._tiles) == (self._corners[k] <= inside)
            return fits and taken.isdisjoint(self.choices[k].needed)

        allowed = [k for k in range(len(self.choices)) if may(k)]
        items = [item for item in self.laid.needed if item not in taken]
        chosen = solve(self._part(allowed, items, {}), lot.randrange(1 << 30), steps=clock)
        return None if chosen is None else self.judge((*keep, *(allowed[k] for k in chosen)))

    def _allowed(self, items: Sequence[Item], keep: Sequence[int], used: Mapping[int, int]) -> Iterator[int]:
        """Yield the choices that take nothing but some items, and go with what stays."""
        shown = {item: colour for k in keep for item, colour in self.choices[k].other}
        free, copies = set(items), [tile.copies for tile in self.laid.puzzle.tiles]
        for k in sorted({k for item in items for k in self._takers[item]}):
            option = self.choices[k]
            if option.kind >= 0 and used[option.kind] >= copies[option.kind]:
                continue
            if free.issuperset(option.needed) and all(
                colour != ONCE and shown[item] == colour for item, colour in option.other if item in shown
            ):
                yield k

    def _is_idle(self, k: int) -> bool:
        return self._tiles <= k < self._first_blank

    def _nearest(self, chosen: Sequence[int], lot: random.Random) -> list[int]:
        """Return what may be taken up, what is next to some tile first; of what is as far away, idle edges first."""
        loose = [k for k in chosen if k not in self.laid.fixed]
        own = [k for k in loose if not self._is_idle(k)]
        x, y = self._at[lot.choice([k for k in own if k < self._tiles] or own)]

        def far(k: int) -> tuple[float, bool]:
            return (self._at[k][0] - x) ** 2 + (self._at[k][1] - y) ** 2, not self._is_idle(k)

        return sorted(loose, key=far)

    def _goal(self, allowed: Sequence[int], keep: Sequence[int], near: Iterable[int], lot: random.Random) -> Goal:
        """Return what a step seeks: points that can be closed, and many tiles."""
        where = {k: place for place, k in enumerate(allowed)}
        blanks: dict[Point, list[int]] = defaultdict(list)
        tiles: dict[Point, list[int]] = defaultdict(list)
        for k in allowed:
            for point in self._corners[k]:
                (tiles if k < self._tiles else blanks)[point].append(where[k])
        never = self._rim.union(*(self._corners[k] for k in keep if k >= self._first_blank))
        closed = set[Point]().union(*(self._corners[k] for k in keep if k < self._tiles))
        wanted: list[Wanted] = [
            (() if point in closed else (tuple(tiles[point]),), tuple(blanks[point]))
            for point in dict.fromkeys(point for k in allowed for point in sorted(self._corners[k], key=repr))
            if point not in never and (point in closed or tiles[point])
        ]
        if self._loops:
            wanted = [(groups, ()) for groups in self._loops.closable(allowed, keep)]
        worth = {where[k]: TILE + lot.randrange(CHANCE) for k in allowed if k < self._tiles}
        for k, place in where.items():  # best beside tiles that stay: what lies apart is not part of a layout
            if k < self._tiles and len(self._corners[k] & closed) > 1:
                worth[place] += TILE
        before = set(near)
        return Goal(tuple(wanted), CLOSED, worth, TILE - 1, frozenset(where[k] for k in allowed if k in before))


def _points(items: Iterable[Item]) -> Iterator[Point]:
    """Yield the points that items name: a cell's corners, a side's ends."""
    for item in items:
        if isinstance(item, frozenset):
            yield from item
        elif item[0] == "side":  # type: ignore[index]
            yield from item[1:]  # type: ignore[index]


def improve(field: Field, found: Found, steps: range, seed: int, jobs: int) -> Iterator[tuple[int, Found]]:
    """Yield how many steps were taken, and a layout that is worth no less than the one before, every few steps. steps:
    their numbers; a search that was broken off goes on as if it had not been. jobs: steps that run side by side."""
    with ThreadPoolExecutor(max_workers=min(jobs, AT_ONCE)) as pool:
        for first in range(steps.start, steps.stop, AT_ONCE):
            number = range(first, first + AT_ONCE)  # whole rounds: to end and go on is the same as to go on
            lots = [random.Random(f"{seed} False {n}") for n in number]  # as ever: what a seed finds is known
            tries = list(pool.map(field.step, repeat(found), lots))
            best = max(tries, key=lambda each: each.worth)
            if best.worth >= found.worth:
                found = best
            yield number.stop, found


def seek_within(
    field: Field, frames: Frames, seed: int, jobs: int, late: Callable[[], bool]
) -> tuple[Found | None, bool]:
    """Return a layout of all tiles within a decagon, None if none was found, and whether it is proved that there is
    none. jobs: tries that run side by side. late: whether time is up."""

    def attempt(number: int) -> tuple[Found | None, bool]:
        try:
            found = field.within(frames, random.Random(f"{seed} within {number}"), STEPS if tries == 1 else CLOCK)
        except Undecided:
            return None, False
        return found, found is None and tries == 1

    tries = TRIES if frames.spare else 1
    with ThreadPoolExecutor(max_workers=min(jobs, AT_ONCE)) as pool:
        for first in range(0, tries, AT_ONCE):
            tell(f"rims of {frames.rim} edges: {first} of {tries} …")
            for found, none in pool.map(attempt, range(first, min(first + AT_ONCE, tries))):
                if found or none:
                    return found, none
            if late():
                break
    return None, False


def fill(field: Field, found: Found, seed: int, jobs: int, late: Callable[[], bool]) -> Found:
    """Return a layout to which tiles were added, until all lie there, some rounds have added none, or time is up."""
    every = sum(tile.copies for tile in field.laid.puzzle.tiles)
    quiet = 0
    if found.tiles == every or field.labels or late():
        return found
    for _, more in improve(field, found, range(FILLING), seed, jobs):
        quiet = 0 if more.tiles > found.tiles else quiet + 1
        found = more
        if found.tiles == every or quiet == QUIET or late():
            break
    return found
