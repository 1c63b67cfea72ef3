"""Exact cover with colours (Knuth, The Art of Computer Programming 4B, 7.2.2.1), and a plain search.

An option is one way to lay one tile. It takes items. A *needed* item, such as a cell, is taken by exactly one option of
a solution. Any other item may be taken by several options, but these have to agree about its colour: two tiles about
the label on their common edge. An item taken without a colour is taken once.

So of two options it can be told whether they exclude each other, and nothing more has to be known but how often a kind
of tile may be laid. Sets of options are whole numbers, a bit for each option.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

Item = Hashable
ONCE = -1  # the colour of an item that is taken by one option alone


@dataclass(frozen=True, slots=True)
class Option:
    """One way to lay a tile. needed: items that have to be taken. other: items and their colours. kind: which tile,
    −1 for an option that lays none."""

    needed: tuple[Item, ...]
    other: tuple[tuple[Item, int], ...] = ()
    kind: int = -1


@dataclass(frozen=True, slots=True)
class Cover:
    """An exact cover. excluded: for each option those that cannot be chosen beside it, itself among them. takers: for
    each needed item the options that take it. takes: for each option the needed items, by number. kinds: for each
    option the kinds that it lays of those that there are several of, each as often as it lays it. most: how often each
    kind may be laid. laying: for each kind the options that lay it."""

    excluded: tuple[int, ...]
    takers: tuple[int, ...]
    takes: tuple[tuple[int, ...], ...]
    kinds: tuple[tuple[int, ...], ...]
    most: tuple[int, ...]
    laying: tuple[int, ...]

    @property
    def options(self) -> int:
        """How many options there are."""
        return len(self.excluded)

    @property
    def every(self) -> int:
        """All options."""
        return (1 << len(self.excluded)) - 1


def cover(options: Sequence[Option], needed: Iterable[Item], most: Sequence[int]) -> Cover:
    """Return the exact cover of options. needed: every item that has to be taken, also one that no option takes."""
    number = {item: k for k, item in enumerate(dict.fromkeys(needed))}
    takers = [0] * len(number)
    colours: dict[Item, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    laying = [0] * len(most)
    for k, option in enumerate(options):
        for item in option.needed:
            takers[number[item]] |= 1 << k
        for item, colour in option.other:
            colours[item][colour] |= 1 << k
        if option.kind >= 0:
            laying[option.kind] |= 1 << k
    everybody = {item: reduce(or_, by_colour.values()) for item, by_colour in colours.items()}
    excluded = []
    for k, option in enumerate(options):
        out = 1 << k
        for item in option.needed:
            out |= takers[number[item]]
        for item, colour in option.other:
            out |= everybody[item] if colour == ONCE else everybody[item] & ~colours[item][colour]
        if option.kind >= 0 and most[option.kind] == 1:
            out |= laying[option.kind]
        excluded.append(out)
    takes = tuple(tuple(number[item] for item in option.needed) for option in options)
    kinds = tuple((o.kind,) if o.kind >= 0 and most[o.kind] > 1 else () for o in options)
    return Cover(tuple(excluded), tuple(takers), takes, kinds, tuple(most), tuple(laying))


def members(options: int) -> Iterator[int]:
    """Yield the options of a set, in order."""
    while options:
        low = options & -options
        yield low.bit_length() - 1
        options ^= low


def solutions(problem: Cover, allowed: int | None = None) -> Iterator[tuple[int, ...] | None]:
    """Yield every solution: its options, in the order in which they were found; and None for each choice on the way,
    so that whoever listens can stop. allowed: the options that may be chosen."""
    free = set(range(len(problem.takers)))
    used = [0] * len(problem.most)

    def search(live: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...] | None]:
        yield None
        if not free:
            yield chosen
            return
        item = min(sorted(free), key=lambda i: (problem.takers[i] & live).bit_count())
        for option in members(problem.takers[item] & live):
            left, taken, kinds = live & ~problem.excluded[option], problem.takes[option], problem.kinds[option]
            free.difference_update(taken)
            for kind in kinds:
                used[kind] += 1
                if used[kind] == problem.most[kind]:
                    left &= ~problem.laying[kind]
            if all(used[kind] <= problem.most[kind] for kind in kinds):
                yield from search(left, (*chosen, option))
            for kind in kinds:
                used[kind] -= 1
            free.update(taken)

    yield from search(problem.every if allowed is None else allowed & problem.every, ())
