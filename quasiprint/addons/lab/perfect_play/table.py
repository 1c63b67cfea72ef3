"""The table of positions that were looked into: what is known of each, found by a number made from it.

Two positions are the same game if lines can be given other names so that one becomes the other. The number is made
from names that depend on the game alone, as far as that goes: lines are put in order by what both need there and by the
lines that they meet, and those that this leaves equal by their old names. So positions with the same number are the
same game (but for chance, see below), and few that are the same game have different numbers.

A number has 62 bits and is drawn by chance, by a key. Two positions that are not the same game may get the same, once
in 2^62 pairs of positions. Whoever wants to be sure compares the answers under two keys.

The table is one array of integers, one for each entry: 46 bits of the number, 6 for the effort that an answer cost, and
the bounds between which the mover's points lie. The other bits of the number say where it stands. An entry is read and
written at once, so several threads can have one table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quasiprint.addons.lab.perfect_play.kernels import (
    EVERY,
    MEMBERS,
    NEED,
    OF_A_CELL,
    ONE_BY_ONE,
    PLANE,
    lowest,
    need,
    open_lines,
)
from quasiprint.system.compiled import kernel

Array = Any
NUMBER = (1 << 62) - 1  # all bits of a number
CHECKED, EFFORT, POINTS = 16, 6, 5  # the first bit that an entry keeps; bits of an effort, and of a bound
MOST_POINTS = (1 << POINTS) - 1
BUCKET = 4  # entries among which a position is looked for
BASE = PLANE + 1  # names of lines, and one for those that are decided
STATES = 3  # of the double
CLOCKS = 50  # numbers of empty cells
LANES, NAMED = 24, 5  # lines that are compared at once, with some that are none; bits of a line
LAST = 1 << 62  # behind all colours
WORK = 2 * LANES
# where in `keys` stands: colours of lines by needs; what a sum of three colours is mixed to; the numbers that are drawn
# for a line and its need, for a cell by its lines, for the double; for cells without an open line
COLOURS = 0
COLOUR = 256  # colours are below it
MIXED = COLOURS + NEED * NEED
LINE_KEYS = MIXED + OF_A_CELL * COLOUR
CELL_KEYS = LINE_KEYS + BASE * NEED
DOUBLE_KEYS = CELL_KEYS + BASE**OF_A_CELL
CLOCK_KEYS = DOUBLE_KEYS + STATES
KEYS = CLOCK_KEYS + CLOCKS


def keys(key: int) -> Array:
    """Return the numbers to make numbers of positions from."""
    draw = np.random.default_rng(key)
    made = np.zeros(KEYS, np.int64)
    fixed = np.random.default_rng(1)  # the order of lines is the same for every key
    made[COLOURS:MIXED] = fixed.permutation(COLOUR - 1)[: NEED * NEED] + 1
    made[MIXED:LINE_KEYS] = fixed.integers(0, 1 << 40, LINE_KEYS - MIXED) << NAMED
    made[LINE_KEYS:CELL_KEYS] = draw.integers(0, NUMBER + 1, CELL_KEYS - LINE_KEYS)
    made[DOUBLE_KEYS:CLOCK_KEYS] = draw.integers(0, NUMBER + 1, STATES)
    one, two, three = np.sort(np.indices((BASE, BASE, BASE)).reshape(OF_A_CELL, -1), axis=0)
    drawn = draw.integers(0, NUMBER + 1, BASE**OF_A_CELL)
    made[CELL_KEYS:DOUBLE_KEYS] = drawn[(one * BASE + two) * BASE + three]
    made[CLOCK_KEYS + 1 :] = draw.integers(0, NUMBER + 1, CLOCKS - 1)  # none where no turn is waited for
    return made


@kernel
def number_of(
    own: int, other: int, cells: int, double: int, apart: bool, clock: int, board: Array, keys: Array, work: Array
) -> int:
    """Return the number of a position. apart: whether it still matters which cells share a line that is decided; clock:
    how many cells are empty where a turn is waited for, else 0; work: WORK numbers to write into."""
    lines = open_lines(own)
    if apart:
        lines |= joining(cells, EVERY & ~lines, board)
    for line in range(LANES):
        work[line] = 0
        work[LANES + line] = LAST
    rest = lines
    while rest:
        line = lowest(rest)
        rest &= rest - 1
        colour = keys[COLOURS + need(own, line) * NEED + need(other, line)]
        work[line] = colour
        work[LANES + line] = colour << NAMED | line
    rest = cells
    while rest:
        at = ONE_BY_ONE + OF_A_CELL * lowest(rest)
        rest &= rest - 1
        one, two, three = board[at], board[at + 1], board[at + 2]
        mixed = keys[MIXED + work[one] + work[two] + work[three]]
        work[LANES + one] += mixed
        work[LANES + two] += mixed
        work[LANES + three] += mixed
    number: int = name_lines(own, lines, keys, work) ^ keys[DOUBLE_KEYS + double] ^ keys[CLOCK_KEYS + clock]
    rest = cells  # what they add, by the names of their lines
    while rest:
        at = ONE_BY_ONE + OF_A_CELL * lowest(rest)
        rest &= rest - 1
        one, two, three = work[board[at]], work[board[at + 1]], work[board[at + 2]]
        number = number + keys[CELL_KEYS + (one * BASE + two) * BASE + three] & NUMBER
    return number


@kernel
def joining(cells: int, lines: int, board: Array) -> int:
    """Return the lines in which two cells or more lie."""
    found = 0
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        here = cells & board[MEMBERS + line]
        if here & (here - 1):
            found |= 1 << line
    return found


@kernel
def name_lines(own: int, lines: int, keys: Array, work: Array) -> int:
    """Give some lines names by their order; return what their needs make of a number."""
    for line in range(LANES):
        work[line] = PLANE
    made = 0
    rest = lines
    while rest:
        line = lowest(rest)
        rest &= rest - 1
        colour, name = work[LANES + line], 0
        for other in range(LANES, 2 * LANES):  # as it stands, the compiler compares many at once
            name += work[other] < colour
        work[line] = name
        made ^= keys[LINE_KEYS + name * NEED + need(own, line)]
    return made


@kernel
def look_up(table: Array, number: int) -> tuple[int, int]:
    """Return the bounds between which the mover's points lie: from, and up to; all there may be if nothing is known."""
    first = (number & len(table) // BUCKET - 1) * BUCKET
    checked = number >> CHECKED
    for entry in range(first, first + BUCKET):
        value = table[entry]
        if value >> EFFORT + 2 * POINTS == checked:
            return value >> POINTS & MOST_POINTS, value & MOST_POINTS
    return 0, MOST_POINTS


@kernel
def store(table: Array, number: int, effort: int, wanted: int, won: bool) -> None:
    """Keep whether the mover gets what he wants. effort: how many positions it took, in powers of two."""
    first = (number & len(table) // BUCKET - 1) * BUCKET
    checked = number >> CHECKED
    low, high = (wanted, MOST_POINTS) if won else (0, wanted - 1)
    chosen, least = first, 1 << EFFORT
    for entry in range(first, first + BUCKET):
        value = table[entry]
        if value >> EFFORT + 2 * POINTS == checked:
            low = max(low, value >> POINTS & MOST_POINTS)
            high = min(high, value & MOST_POINTS)
            effort = max(effort, value >> 2 * POINTS & (1 << EFFORT) - 1)
            chosen = entry
            break
        cost = value >> 2 * POINTS & (1 << EFFORT) - 1
        if cost < least:
            chosen, least = entry, cost
    table[chosen] = ((checked << EFFORT | effort) << POINTS | low) << POINTS | high
