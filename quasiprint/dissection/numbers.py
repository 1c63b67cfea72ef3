"""The numbers of many dissections, and the dissections of many numbers, for the compiler.

Dissections are numbered in the order in which the programme comes to them: by their first region,
then by their second, and so on, regions in the order of their bits. `tables` is what `Programme`
holds, and what finds a state: regions, start, states, counts, first, tables, table_first, bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quasiprint.compiled import kernel
from quasiprint.dissection.kernels import first_free, sought

Array = Any
ONE, NONE = np.uint64(1), np.uint64(0)
NEVER = np.iinfo(np.int64).max  # more than all ways


@kernel
def _next(covered: Array, layer: int, size: int, tables: Any, wanted: Array, left: int) -> tuple[Array, int]:
    """Return the region that comes next, and in how many ways boards with those before it can be finished.

    It is the region `wanted`, or the one under whose ways the number `left` falls, whichever is
    met first; 0 if none is.
    """
    regions, start, states, counts, first, table, table_first, bits = tables
    after = states[first[layer] : first[layer + 1]]
    own = table[table_first[layer] : table_first[layer + 1]]
    full = (ONE << np.uint64(size * size)) - ONE
    cell = first_free(full & ~covered)
    passed = 0
    for r in range(start[cell], start[cell + 1]):
        if not covered & regions[r]:
            number = sought(covered | regions[r], after, own, bits[layer])
            if number >= 0:
                ways = counts[first[layer] + number]
                if regions[r] == wanted or left - passed < ways:
                    return regions[r], passed
                passed += ways
    return NONE, passed


@kernel
def ranked(dissections: Array, size: int, tables: Any) -> Array:
    """Return the number of each dissection, −1 for what is none.

    dissections: count × N sets of cells, in the order of their first cells.
    """
    numbers = np.zeros(len(dissections), np.int64)
    for board in range(len(dissections)):
        covered = np.uint64(0)
        for layer in range(1, size + 1):
            region, passed = _next(covered, layer, size, tables, dissections[board, layer - 1], NEVER)
            if region == NONE:
                numbers[board] = -1
                break
            numbers[board] += passed
            covered |= region
    return numbers


@kernel
def unranked(numbers: Array, size: int, tables: Any) -> Array:
    """Return the dissection of each number, count × N sets of cells. numbers: from 0 to the total − 1."""
    dissections = np.empty((len(numbers), size), np.uint64)
    for board in range(len(numbers)):
        covered, left = np.uint64(0), numbers[board]
        for layer in range(1, size + 1):
            region, passed = _next(covered, layer, size, tables, NONE, left)
            dissections[board, layer - 1] = region
            covered |= region
            left -= passed
    return dissections
