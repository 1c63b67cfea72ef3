"""The programme that knows every dissection of a board: how many there are, which number each has,
and how to draw one so that all are equally likely.

States are the sets of cells that regions can cover so far, always the first free cell next (the
dynamic programme on covered cells of ``docs/decisions``). For each, the number of ways to finish
it is known exactly; a board is drawn by walking from the empty board, each step with the share of
the ways that lead through it. Exact for N = 3, 5 and 7; larger boards have too many states.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quasiprint.dissection.placements import placements
from quasiprint.model.errors import InputError

EXACT = (3, 5, 7)

Array = Any
Dissection = tuple[int, ...]  # the regions, as bits of their cells, in the order of their first cells


@dataclass(frozen=True, slots=True, eq=False)
class Programme:
    """The states of a board of N×N cells, layer after layer, and in how many ways each can be finished.

    regions, start: every region by its first cell. states, counts: of layer k from `first[k]` to
    `first[k + 1]`. tables: finds a state's number, layer k's from `table_first[k]`, of 2^bits[k] entries.
    """

    size: int
    regions: Array
    start: Array
    states: Array
    counts: Array
    first: Array
    tables: Array
    table_first: Array
    bits: Array

    @property
    def total(self) -> int:
        """How many dissections there are."""
        return int(self.counts[0])

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
        from quasiprint.dissection.numbers import ranked

        return ranked(dissections, self.size, self._tables)

    def _of(self, numbers: Array) -> Array:
        from quasiprint.dissection.numbers import unranked

        return unranked(numbers, self.size, self._tables)

    @property
    def _tables(self) -> tuple[Array, ...]:
        """What the compiled code asks, in the order in which it wants it."""
        return (
            self.regions, self.start, self.states, self.counts,
            self.first, self.tables, self.table_first, self.bits,
        )  # fmt: skip

    def ways(self, covered: int) -> list[tuple[int, int]]:
        """Return the regions that can come next, and in how many ways each can be finished."""
        import numpy as np

        layer = covered.bit_count() // self.size + 1
        states = self.states[self.first[layer] : self.first[layer + 1]]
        free = ~covered
        cell = (free & -free).bit_length() - 1
        found = []
        for region in placements(self.size)[cell]:
            if not region & covered:
                at = int(np.searchsorted(states, np.uint64(covered | region)))
                if at < len(states) and int(states[at]) == covered | region:
                    found.append((region, int(self.counts[self.first[layer] + at])))
        return found


def built(size: int) -> Programme:
    """Return the programme of a board of N×N cells, built anew. Raises InputError for other N than `EXACT`."""
    import numpy as np

    from quasiprint.dissection.kernels import indexed, next_layer, ways

    if size not in EXACT:
        raise InputError(f"size: found {size}, allowed is {', '.join(map(str, EXACT))} where boards are counted")
    regions, start = _regions(size)
    full = np.uint64((1 << size * size) - 1)
    columns = [k % size for k in range(size * size)]
    left = np.uint64(sum(1 << k for k, column in enumerate(columns) if column > 0))
    right = np.uint64(sum(1 << k for k, column in enumerate(columns) if column < size - 1))
    layers = [np.zeros(1, np.uint64)]
    for _ in range(size):
        layers.append(next_layer(layers[-1], regions, start, full, size, left, right))
    counts = [np.ones(1, np.int64)]
    for k in range(size - 1, -1, -1):
        bits = _bits(len(layers[k + 1]))
        table = indexed(layers[k + 1], bits)
        counts.append(ways(layers[k], regions, start, full, layers[k + 1], table, bits, counts[-1]))
    widths = [_bits(len(layer)) for layer in layers]
    tables = [indexed(layer, width) for layer, width in zip(layers, widths, strict=True)]
    return assembled(
        size,
        states=np.concatenate(layers),
        counts=np.concatenate(counts[::-1]),
        first=np.cumsum([0, *map(len, layers)]),
        tables=np.concatenate(tables),
        table_first=np.cumsum([0, *map(len, tables)]),
        bits=np.array(widths),
    )


def assembled(size: int, **arrays: Array) -> Programme:
    """Return the programme that has these arrays, named as it names them: adds the regions."""
    regions, start = _regions(size)
    return Programme(size=size, regions=regions, start=start, **arrays)


def _bits(count: int) -> int:
    """Return how large a table of so many states is: at most half full."""
    return max(4, (2 * count).bit_length())


def _regions(size: int) -> tuple[Array, Array]:
    """Return every region, by its first cell, and where those of each cell begin."""
    import numpy as np

    by_cell = placements(size)
    return np.array([r for found in by_cell for r in found], dtype=np.uint64), np.cumsum([0, *map(len, by_cell)])
