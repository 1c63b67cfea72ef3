"""Closed loops of paths: which short ones there are, where they can run, and how many there can be at most.

A loop is found by walking from tile to tile, each laid in any way, until it closes; all loops of up to some length are
known so, up to a step. Of a loop of n links each weighs at least 1/n if it weighs 1/m, m being the length of the
shortest loop that has such a link. So all links that tiles have weigh together no less than there are loops: a bound,
in fractions. What tiles exclude is left out of it: they may close fewer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from quasiprint.addons.designer.puzzles.puzzle import Tile
from quasiprint.addons.designer.sets.placed import Lattice, Placed, integers, ways

LONGEST, ENOUGH = 8, 400  # links of a loop, and loops, after which no longer ones are looked for
NEAR = 1e-6
Point = Any
Crossing = tuple[Point, Point, int, int]  # a side as its tile has it, which of the ends along it, and of how many
Link = frozenset[Crossing]


def links_of(tile: Placed) -> Iterator[Link]:
    """Yield the links of a tile, by what they join."""
    if tile.shape.choice.at == "links":
        at = {end: (side.start, side.end, k, len(side.ends)) for side in tile.sides for k, end in enumerate(side.ends)}
        yield from (frozenset((at[a], at[b])) for a, b, _ in tile.labels)


def _across(crossing: Crossing) -> Crossing:
    """Return the end that meets an end, as the neighbour has it."""
    start, end, k, n = crossing
    return end, start, n - 1 - k, n


def _move(link: Iterable[Crossing], step: Point) -> Link:
    return frozenset((start + step, end + step, k, n) for start, end, k, n in link)


def _low(link: Iterable[Crossing]) -> Point:
    return min((start for start, *_ in link), key=integers)


def _kind(link: Link) -> Link:
    """Return a link where its lowest side begins at 0: the same for all that differ by a step."""
    return _move(link, -_low(link))


def _middle(crossing: Crossing) -> complex:
    return (complex(*crossing[0].to_xy()) + complex(*crossing[1].to_xy())) / 2


@dataclass(frozen=True)
class Paths:
    """The links that tiles have, however they lie. tiles: of the puzzle. lattice: theirs."""

    tiles: tuple[Tile, ...]
    lattice: Lattice

    @cached_property
    def _own(self) -> tuple[list[list[Link]], ...]:
        """Of each tile, in each way that it lies, the kinds of its links; in the order of the tile's links."""
        return tuple(
            [[_kind(link) for link in links_of(way)] for way in ways(tile.shape, tile.labels, self.lattice)]
            for tile in self.tiles
        )

    @cached_property
    def _leads(self) -> dict[tuple[Point, int, int], list[Crossing]]:
        """Whereto a link leads from an end of a side that begins at 0, by the side's direction and the end."""
        found: dict[tuple[Point, int, int], dict[Crossing, None]] = defaultdict(dict)
        for link in dict.fromkeys(link for each in self._own for way in each for link in way):
            for here in link:
                (there,) = link - {here}
                start, end, k, n = here
                found[end - start, k, n][(there[0] - start, there[1] - start, *there[2:])] = None
        return {entry: list(exits) for entry, exits in found.items()}

    @cached_property
    def short(self) -> tuple[dict[frozenset[Link], None], int]:
        """The loops that can be, each moved so that it can be compared, and how long all of them are that were looked
        for: up to the least length at which each kind of link is in some, or there are enough."""
        found: dict[frozenset[Link], None] = {}
        kinds = {link for each in self._own for way in each for link in way}
        for length in range(2, LONGEST + 1):
            for loop in self._walk(length):
                low = _low(crossing for link in loop for crossing in link)
                found[frozenset(_move(link, -low) for link in loop)] = None
            kinds -= {_kind(link) for loop in found for link in loop}
            if not kinds or len(found) > ENOUGH:
                return found, length
        return found, LONGEST

    def _walk(self, length: int) -> Iterator[tuple[Link, ...]]:
        """Yield the loops of so many links, each from its lowest side."""
        zero = self.lattice.point((0,) * self.lattice.size)
        moves = [(_middle((zero, *entry)), exit) for entry, exits in self._leads.items() for exit in exits]
        reach = max((abs(_middle(exit) - start) for start, exit in moves), default=0.0)

        def go(here: Crossing, loop: tuple[Link, ...], home: Crossing) -> Iterator[tuple[Link, ...]]:
            left = length - len(loop)
            if abs(_middle(here) - _middle(home)) > left * reach + NEAR or integers(here[0]) < integers(home[0]):
                return
            if not left or (loop and here == home):
                if not left and here == home:
                    yield loop
                return
            start, end, k, n = here
            for there in self._leads.get((end - start, k, n), ()):
                exit = (there[0] + start, there[1] + start, *there[2:])
                link = frozenset((here, exit))
                if link not in loop:
                    yield from go(_across(exit), (*loop, link), home)

        for way, k, n in self._leads:
            home = (zero, zero + way, k, n)
            yield from go(home, (), home)

    @property
    def most(self) -> int:
        """How many loops there are at most, whatever lies beside what."""
        loops, length = self.short
        weight: dict[Link, Fraction] = {}
        for loop in loops:
            for link in map(_kind, loop):
                weight[link] = max(weight.get(link, Fraction(0)), Fraction(1, len(loop)))
        other = Fraction(1, length + 1)
        every = Fraction(0)
        for tile, lying in zip(self.tiles, self._own, strict=True):
            every += tile.copies * max(sum((weight.get(link, other) for link in way), Fraction(0)) for way in lying)
        return int(every)


class Loops:
    """Where short loops can run. tiles: each way to lay one in the region, as an exact cover has them."""

    def __init__(self, paths: Paths, tiles: Sequence[Placed]) -> None:
        number: dict[Link, int] = {}
        self._of = [tuple(number.setdefault(link, len(number)) for link in links_of(tile)) for tile in tiles]
        steps: dict[Link, list[Point]] = defaultdict(list)
        for link in number:
            low = _low(link)
            steps[_move(link, -low)].append(low)
        self._every: list[tuple[int, ...]] = []
        for loop in paths.short[0]:
            first = min(loop, key=lambda link: len(steps[_kind(link)]))
            for step in steps[_kind(first)]:
                moved = [number.get(_move(link, step - _low(first)), -1) for link in loop]
                if -1 not in moved:
                    self._every.append(tuple(moved))

    def closable(self, allowed: Sequence[int], keep: Iterable[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
        """Yield the loops that some choices may close: for each link that is not there, the places in `allowed` of
        those that have it. keep: choices that stay. Those that lay no tile have no links."""
        there = {link for k in keep if k < len(self._of) for link in self._of[k]}
        having: dict[int, list[int]] = defaultdict(list)
        for place, k in enumerate(allowed):
            for link in self._of[k] if k < len(self._of) else ():
                having[link].append(place)
        for loop in self._every:
            missing = [link for link in loop if link not in there]
            if missing and all(link in having for link in missing):
                yield tuple(tuple(having[link]) for link in missing)
