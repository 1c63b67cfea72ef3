"""All states of a large board, for the compiler: sets of covered cells in tables of open addressing.

Everything is integers. A board is built region by region, each time over the first cell that is
still free, so every dissection is built in exactly one way. `layers` does the same with numpy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quasiprint.compiled import kernel

Array = Any
ONE, WORD = np.uint64(1), np.uint64(64)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # spreads neighbouring numbers (Knuth, 6.4)


@kernel
def slot(state: Array, bits: Array) -> Array:
    """Return where the search for a state begins in a table of 2^bits entries."""
    return (state * GOLDEN) >> (WORD - np.uint64(bits))


@kernel
def first_free(free: Array) -> int:
    """Return the lowest set bit."""
    cell = 0
    while not free & ONE:
        free >>= ONE
        cell += 1
    return cell


@kernel
def can_finish(free: Array, size: int, left: Array, right: Array) -> bool:
    """Tell whether every piece of what is free has a multiple of `size` cells.

    left, right: the cells that have one to the left, or to the right, of them.
    """
    wide = np.uint64(size)
    while free:
        piece = free & (~free + ONE)
        while True:
            sideways = ((piece & right) << ONE) | ((piece & left) >> ONE)
            grown = (piece | sideways | (piece << wide) | (piece >> wide)) & free
            if grown == piece:
                break
            piece = grown
        count = 0
        rest = piece
        while rest:
            rest &= rest - ONE
            count += 1
        if count % size:
            return False
        free &= ~piece
    return True


@kernel
def next_layer(states: Array, regions: Array, start: Array, full: Array, size: int, left: Array, right: Array) -> Array:
    """Return the sets of cells that one region more can cover, those left out that cannot be finished."""
    bits = 12
    while True:
        table = np.zeros(1 << bits, np.uint64)
        live = np.zeros(1 << bits, np.uint8)
        mask = np.uint64((1 << bits) - 1)
        collected = count = 0
        for state in states:
            cell = first_free(full & ~state)
            for k in range(start[cell], start[cell + 1]):
                if state & regions[k]:
                    continue
                reached = state | regions[k]
                at = slot(reached, bits)
                while table[at] and table[at] != reached:
                    at = (at + ONE) & mask
                if not table[at]:
                    table[at] = reached
                    collected += 1
                    if can_finish(full & ~reached, size, left, right):
                        live[at] = 1
                        count += 1
            if 2 * collected > 1 << bits:
                break
        if 2 * collected <= 1 << bits:
            break
        bits += 2  # too full: begin again with a larger table
    found = np.empty(count, np.uint64)
    k = 0
    for at in range(1 << bits):
        if live[at]:
            found[k] = table[at]
            k += 1
    return np.sort(found)


@kernel
def indexed(states: Array, bits: int) -> Array:
    """Return a table of 2^bits entries: the number of the state that hashes there, from 1; 0: none."""
    table = np.zeros(1 << bits, np.int32)
    mask = np.uint64((1 << bits) - 1)
    for k in range(len(states)):
        at = slot(states[k], bits)
        while table[at]:
            at = (at + ONE) & mask
        table[at] = k + 1
    return table


@kernel
def sought(state: Array, states: Array, table: Array, bits: int) -> int:
    """Return the number of a state, −1 if it is none of the states."""
    mask = np.uint64((1 << bits) - 1)
    at = slot(state, bits)
    while table[at]:
        if states[table[at] - 1] == state:
            return int(table[at]) - 1
        at = (at + ONE) & mask
    return -1


@kernel
def ways(
    states: Array, regions: Array, start: Array, full: Array, after: Array, table: Array, bits: int, counts: Array
) -> Array:
    """Return in how many ways each state can be finished, from the counts of the layer after it."""
    found = np.zeros(len(states), np.int64)
    for k in range(len(states)):
        state = states[k]
        cell = first_free(full & ~state)
        for r in range(start[cell], start[cell + 1]):
            if not state & regions[r]:
                number = sought(state | regions[r], after, table, bits)
                if number >= 0:
                    found[k] += counts[number]
    return found
