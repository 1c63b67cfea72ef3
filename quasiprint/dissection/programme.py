"""The programme that knows every dissection of a board: how many there are, which number each has,
and how to draw one so that all are equally likely.

States are the sets of cells that regions can cover so far, always the first free cell next (the
dynamic programme on covered cells of ``docs/decisions``). For each, the number of ways to finish
it is known exactly; a board is drawn by walking from the empty board, each step with the share of
the ways that lead through it. Exact for N = 3, 5 and 7; larger boards have too many states.

For N = 7 there are 798,412 states. A programme need not hold them all: one that holds the first layers
counts what lies behind a state when a board comes there (`begun`), which is the quicker for few boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from quasiprint.compiled import available, chosen, compiled
from quasiprint.model.errors import InputError

EXACT = (3, 5, 7)
WHOLE = 5  # the largest size of which all states are counted at once
PLAIN = 0.0003  # s for a board of 7 × 7, as Python, where all states are known
BRANCHES = 512  # states behind which was counted, to be kept: about 60 kB each

Array = Any
Dissection = tuple[int, ...]  # the regions, as bits of their cells, in the order of their first cells


@dataclass(frozen=True, slots=True, eq=False)
class Programme:
    """The states of a board of N×N cells, layer after layer, and in how many ways each can be finished.

    states, counts: of the layer after k regions from `first[k − begin]` to `first[k − begin + 1]`. begin: how many
    regions are laid already.
    """

    size: int
    states: Array
    counts: Array
    first: Array
    begin: int = 0

    @property
    def total(self) -> int:
        """How many dissections there are."""
        return int(self.counts[0])

    @property
    def held(self) -> int:
        """The last layer that is held; the states behind it are counted anew."""
        return self.begin + len(self.first) - 2

    def draw(self, count: int, seed: int) -> Array:
        """Return so many dissections drawn uniformly: an array of `count` × N sets of cells."""
        from quasiprint.dissection.random_numbers import seeded

        return self.draw_from(seeded(seed), count)

    def draw_from(self, state: Array, count: int) -> Array:
        """Return as many dissections, as `draw` does, from a generator's state, which is moved on."""
        from quasiprint.dissection.random_numbers import tossed

        return self._of(tossed(state, count, self.total))

    def every(self) -> Array:
        """Return every dissection, in order of their numbers: an array of `total` × N sets of cells.

        For N ≤ 5; for N = 7 there are more than memory holds.
        """
        import numpy as np

        return self._of(np.arange(self.total))

    def unrank(self, number: int) -> Dissection:
        """Return the dissection with a number from 0 to `total` − 1."""
        import numpy as np

        if not 0 <= number < self.total:
            raise InputError(f"board: found the number {number}, allowed is from 0 to {self.total - 1}")
        return tuple(map(int, self._of(np.array([number]))[0]))

    def rank(self, regions: Dissection) -> int:
        """Return the number of a dissection, its regions in any order. Raises ValueError if it is none."""
        import numpy as np

        ordered = sorted(regions, key=lambda region: region & -region)
        known = len(ordered) == self.size
        number = int(self.ranks(np.array([ordered], np.uint64))[0]) if known else -1
        if number < 0:
            raise ValueError(f"the regions {regions} are no dissection of a board of {self.size} × {self.size}")
        return number

    def ranks(self, dissections: Array) -> Array:
        """Return the numbers of dissections, −1 for what is none.

        dissections: count × N sets of cells, each row in the order of their first cells.
        """
        from quasiprint.dissection import numbers

        rank = self._quick(numbers.ranked, len(dissections))
        return rank(dissections, self.size, _tables(self)) if rank else self._ranked(dissections)

    def _of(self, wanted: Array) -> Array:
        from quasiprint.dissection import numbers

        unrank = self._quick(numbers.unranked, len(wanted))
        return unrank(wanted, self.size, _tables(self)) if unrank else self._unranked(wanted)

    def _quick(self, kernel: Any, count: int) -> Any:
        """Return a kernel compiled if that pays for so many boards, else None."""
        if self.held < self.size or self.size <= WHOLE:
            return None
        found = chosen(kernel, count * PLAIN, f"boards and their numbers of {self.size} × {self.size}")
        return found if found is not kernel else None

    def _unranked(self, wanted: Array) -> Array:
        """Return the dissections of numbers, those together that have come to one state."""
        import numpy as np

        found = np.empty((len(wanted), self.size), np.uint64)
        left = np.array(wanted, np.int64)
        for layer, rows, programme, covered in self._walk(found):
            regions, ways = programme.choices(covered)
            ends = np.cumsum(ways)
            at = np.searchsorted(ends, left[rows], side="right")
            found[rows, layer] = regions[at]
            left[rows] -= ends[at] - ways[at]
        return found

    def _ranked(self, dissections: Array) -> Array:
        """Return the numbers of dissections, those together that have come to one state."""
        import numpy as np

        found = np.zeros(len(dissections), np.int64)
        for layer, rows, programme, covered in self._walk(dissections):
            regions, ways = programme.choices(covered)
            wanted = dissections[rows, layer]
            at = np.searchsorted(regions, wanted)
            known = at < len(regions)
            known[known] = regions[at[known]] == wanted[known]
            ends = np.cumsum(ways)
            found[rows[known]] += (ends - ways)[at[known]]
            found[rows[~known]] = -1 << 62
        return np.where(found < 0, -1, found)

    def _walk(self, dissections: Array) -> Iterator[tuple[int, Array, Programme, int]]:
        """Yield for each layer and state of it: which dissections have come to it, what knows its choices, and what
        is covered. Before the next layer, those of this one have to stand in `dissections`."""
        import numpy as np

        covered = np.zeros(len(dissections), np.uint64)
        roots = covered.copy()  # of the layer that is held last
        for layer in range(self.size):
            order = np.lexsort((covered, roots))
            for rows in np.split(order, np.flatnonzero(np.diff(covered[order])) + 1) if len(order) else ():
                state = int(covered[rows[0]])
                if layer < self.held:
                    yield layer, rows, self, state
                elif state.bit_count() == layer * self.size:  # else it is no dissection
                    yield layer, rows, _behind(self.size, int(roots[rows[0]]) if layer > self.held else state), state
            covered |= dissections[:, layer]
            if layer + 1 <= self.held:
                roots = covered.copy()

    def choices(self, covered: int) -> tuple[Array, Array]:
        """Return the regions that can come next, uint64 in order, and in how many ways each can be finished."""
        import numpy as np

        from quasiprint.dissection.layers import regions

        every, start = regions(self.size)
        layer = covered.bit_count() // self.size + 1 - self.begin
        states = self.states[self.first[layer] : self.first[layer + 1]]
        free = ~covered
        cell = (free & -free).bit_length() - 1
        own = every[start[cell] : start[cell + 1]]
        own = own[own & np.uint64(covered) == 0]
        reached = own | np.uint64(covered)
        at = np.searchsorted(states, reached)
        known = at < len(states)
        known[known] = states[at[known]] == reached[known]
        return own[known], self.counts[self.first[layer] + at[known]]

    def ways(self, covered: int) -> list[tuple[int, int]]:
        """Return the regions that can come next, and in how many ways each can be finished."""
        layer = covered.bit_count() // self.size
        programme = self if layer < self.held else _behind(self.size, covered)
        return [(int(region), int(ways)) for region, ways in zip(*programme.choices(covered), strict=True)]


def built(size: int) -> Programme:
    """Return the programme of a board of N×N cells, with all states, built anew. Raises InputError for other N than
    `EXACT`."""
    import numpy as np

    _require(size)
    if size > WHOLE and available():
        return _built_quickly(size)
    return _from(size, np.zeros(1, np.uint64), 0)


def begun(size: int) -> Programme:
    """Return the programme of a board with its first layers, if that is quicker for few boards. Raises InputError as
    `built` does.

    For N = 7 the counts of the second layer come with the program; see `second_layer`.
    """
    import numpy as np

    from quasiprint.dissection.layers import grown, ways
    from quasiprint.dissection.second_layer import LAYER, counts_of_second

    _require(size)
    if size <= WHOLE:
        return built(size)
    layers = grown(size, np.zeros(1, np.uint64), LAYER)
    counts = [counts_of_second(size)]
    for before, after in zip(layers[-2::-1], layers[:0:-1], strict=True):
        counts.append(ways(size, before, after, counts[-1]))
    return _assembled(size, layers, counts[::-1], 0)


def _require(size: int) -> None:
    if size not in EXACT:
        raise InputError(f"size: found {size}, allowed is {', '.join(map(str, EXACT))} where boards are counted")


@lru_cache(maxsize=BRANCHES)
def _behind(size: int, covered: int) -> Programme:
    """Return the programme of all that can come after a state."""
    import numpy as np

    return _from(size, np.array([covered], np.uint64), covered.bit_count() // size)


def _from(size: int, states: Array, begin: int) -> Programme:
    """Return the programme of all that can come after the one state of a layer."""
    import numpy as np

    from quasiprint.dissection.layers import grown, ways

    layers = grown(size, states, size - begin)
    counts = [np.ones(len(layers[-1]), np.int64)]
    for before, after in zip(layers[-2::-1], layers[:0:-1], strict=True):
        counts.append(ways(size, before, after, counts[-1]))
    return _assembled(size, layers, counts[::-1], begin)


def _assembled(size: int, layers: list[Array], counts: list[Array], begin: int) -> Programme:
    import numpy as np

    first = np.cumsum([0, *map(len, layers)])
    return Programme(size, np.concatenate(layers), np.concatenate(counts), first, begin)


def _built_quickly(size: int) -> Programme:
    """Return the programme with all states, by compiled code."""
    import numpy as np

    from quasiprint.dissection import kernels
    from quasiprint.dissection.layers import full, regions, sides
    from quasiprint.telling import tell

    tell(f"compiling and counting all boards of {size} × {size} (once, some seconds) …")
    next_layer, ways = compiled(kernels.next_layer), compiled(kernels.ways)
    every, start = regions(size)
    layers = [np.zeros(1, np.uint64)]
    for _ in range(size):
        layers.append(next_layer(layers[-1], every, start, full(size), size, *sides(size)))
    counts = [np.ones(1, np.int64)]
    for before, after in zip(layers[-2::-1], layers[:0:-1], strict=True):
        table, bits = _table(after)
        counts.append(ways(before, every, start, full(size), after, table, bits, counts[-1]))
    return _assembled(size, layers, counts[::-1], 0)


def _table(states: Array) -> tuple[Array, int]:
    """Return a table that finds states, and its bits: it is at most half full."""
    from quasiprint.dissection import kernels

    bits = max(4, (2 * len(states)).bit_length())
    return compiled(kernels.indexed)(states, bits), bits


@lru_cache(maxsize=1)
def _tables(programme: Programme) -> tuple[Array, ...]:
    """Return what compiled code asks of a programme, in the order in which it wants it."""
    import numpy as np

    from quasiprint.dissection.layers import regions

    p = programme
    found = [_table(p.states[a:b]) for a, b in zip(p.first[:-1], p.first[1:], strict=True)]
    tables = [table for table, _ in found]
    where = np.cumsum([0, *map(len, tables)])
    bits = np.array([bits for _, bits in found])
    return (*regions(p.size), p.states, p.counts, p.first, np.concatenate(tables), where, bits)
