"""Who wins a position: every way to play on is tried, but for what cannot matter. In flat arrays, for the compiler.

The question is always whether the mover gets so many more of the open lines; he does if after some move the opponent
does not get what would keep him from it. It ends when so many positions were looked at.

What is known of positions that were looked into stands in a table, found by a number made from each. Two positions are
the same game if lines can be given other names so that one becomes the other. The number is made from names that depend
on the game alone, as far as that goes: lines are sorted by what both need there and by the lines that they meet; ties
keep the order of their old names. So positions with the same number are the same game (but for chance), and few that
are the same game have different numbers.

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
    ALL_CELLS,
    ALL_PLANES,
    LINES_OF,
    MEMBERS,
    NEAR,
    NEED,
    OF_A_CELL,
    ONE_BY_ONE,
    PLANE,
    WEIGHTS,
    best_cells,
    count,
    lowest,
    need,
    one_less,
    open_lines,
    settle,
    threats,
    with_open,
)
from quasiprint.system.compiled import kernel

Array = Any
Rules = tuple[int, int, int, int]
ALL_BITS = (1 << 62) - 1  # all bits of a number
CHECKED, EFFORT, POINTS = 16, 6, 5  # the first bit that an entry keeps; bits of an effort, and of a bound
MOST_POINTS = (1 << POINTS) - 1
BUCKET = 4  # entries among which a position is looked for
BASE = PLANE + 1  # names of lines, and one for those that are decided
STATES = 3  # of the double
CLOCKS = 50  # numbers of empty cells
LANES, NAMED = 24, 5  # lines that are compared at once, with some that are none; bits of a line
BEHIND = 1 << 62  # behind all colours
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
# of the double: it is gone; its owner has it and moves next; has it and has just moved
GONE, READY, AWAY = 0, 1, 2
# what a search may assume: the first and last number of empty cells with which a double may be made; whether its two
# cells may share no line, so that decided lines count while it is there; whether it waits for a turn, so that the
# number of empty cells counts
MOST_EMPTY, LEAST_EMPTY, APART, TIMED = range(4)
LEAF = 6  # empty cells from which on a position is kept in the table
# the numbers of a search: positions looked at, and how many may be
NODES, MOST_NODES = range(2)
CONTROLS = 2
LOSS, WIN, OPEN = 0, 1, 2
SINGLE = 63  # in place of the second cell of a move
SIX = 6  # bits of a cell in a move
MOVE = (1 << 2 * SIX) - 1  # bits of a move


def keys(key: int) -> Array:
    """Return the numbers to make numbers of positions from."""
    draw = np.random.default_rng(key)
    made = np.zeros(KEYS, np.int64)
    fixed = np.random.default_rng(1)  # the order of lines is the same for every key
    made[COLOURS:MIXED] = fixed.permutation(COLOUR - 1)[: NEED * NEED] + 1
    made[MIXED:LINE_KEYS] = fixed.integers(0, 1 << 40, LINE_KEYS - MIXED) << NAMED
    made[LINE_KEYS:CELL_KEYS] = draw.integers(0, ALL_BITS + 1, CELL_KEYS - LINE_KEYS)
    made[DOUBLE_KEYS:CLOCK_KEYS] = draw.integers(0, ALL_BITS + 1, STATES)
    first, second, three = np.sort(np.indices((BASE, BASE, BASE)).reshape(OF_A_CELL, -1), axis=0)
    drawn = draw.integers(0, ALL_BITS + 1, BASE**OF_A_CELL)
    made[CELL_KEYS:DOUBLE_KEYS] = drawn[(first * BASE + second) * BASE + three]
    made[CLOCK_KEYS + 1 :] = draw.integers(0, ALL_BITS + 1, CLOCKS - 1)  # none where no turn is waited for
    return made


@kernel
def number_of(
    mover: int, other: int, cells: int, double: int, apart: bool, clock: int, board: Array, keys: Array, work: Array
) -> int:
    """Return the number of a position. apart: whether it still matters which cells share a line that is decided; clock:
    how many cells are empty where a turn is waited for, else 0; work: WORK numbers to write into."""
    lines = open_lines(mover)
    if apart:
        lines |= joining(cells, ALL_CELLS & ~lines, board)
    for line in range(LANES):
        work[line] = 0
        work[LANES + line] = BEHIND
    rest = lines
    while rest:
        line = lowest(rest)
        rest &= rest - 1
        colour = keys[COLOURS + need(mover, line) * NEED + need(other, line)]
        work[line] = colour
        work[LANES + line] = colour << NAMED | line
    rest = cells
    while rest:
        at = ONE_BY_ONE + OF_A_CELL * lowest(rest)
        rest &= rest - 1
        first, second, three = board[at], board[at + 1], board[at + 2]
        mixed = keys[MIXED + work[first] + work[second] + work[three]]
        work[LANES + first] += mixed
        work[LANES + second] += mixed
        work[LANES + three] += mixed
    number: int = name_lines(mover, lines, keys, work) ^ keys[DOUBLE_KEYS + double] ^ keys[CLOCK_KEYS + clock]
    rest = cells  # what they add, by the names of their lines
    while rest:
        at = ONE_BY_ONE + OF_A_CELL * lowest(rest)
        rest &= rest - 1
        first, second, three = work[board[at]], work[board[at + 1]], work[board[at + 2]]
        number = number + keys[CELL_KEYS + (first * BASE + second) * BASE + three] & ALL_BITS
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
def name_lines(mover: int, lines: int, keys: Array, work: Array) -> int:
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
        made ^= keys[LINE_KEYS + name * NEED + need(mover, line)]
    return made


@kernel
def look_up(table: Array, number: int, wanted: int) -> int:
    """Tell whether the mover gets what he wants; OPEN if that is not known."""
    first = (number & len(table) // BUCKET - 1) * BUCKET
    checked = number >> CHECKED
    for entry in range(first, first + BUCKET):
        value = table[entry]
        if value >> EFFORT + 2 * POINTS == checked:
            return WIN if value >> POINTS & MOST_POINTS >= wanted else LOSS if value & MOST_POINTS < wanted else OPEN
    return OPEN


@kernel
def store(table: Array, number: int, spent: int, wanted: int, won: bool) -> None:
    """Keep whether the mover gets what he wants. spent: how many positions it took."""
    effort = 1  # in powers of two
    while spent:
        spent >>= 1
        effort += 1
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


@kernel
def weigh_lines(mover: int, other: int, lines: int, board: Array, work: Array) -> None:
    """Write into `work` what a mark of the mover promises in each of some open lines."""
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        work[line] = board[WEIGHTS + need(mover, line) * NEED + need(other, line)]


@kernel
def promise_of(cell: int, lines: int, board: Array, work: Array) -> int:
    """Return what a mark in a cell promises in all of some lines, as they were weighed."""
    promise, rest = 0, board[LINES_OF + cell] & lines
    while rest:
        promise += work[lowest(rest)]
        rest &= rest - 1
    return promise


@kernel
def list_moves(
    cells: int, stay: int, lines: int, doubles: bool, apart: bool, moves: Array, board: Array, work: Array
) -> int:
    """List moves by what each promises, as lines were weighed, above its bits; return how many. stay: the cells that
    are worth a mark. doubles: whether two may be marked in one turn; apart: but not two that share a line."""
    number = 0
    while stay:
        cell = lowest(stay)
        stay &= stay - 1
        moves[number] = (promise_of(cell, lines, board, work) + 1 << 2 * SIX) - 1 - (cell << SIX | SINGLE)
        number += 1
    while doubles and cells:
        cell = lowest(cells)
        cells &= cells - 1
        first = promise_of(cell, lines, board, work)
        rest = cells & ~board[NEAR + cell] if apart else cells
        while rest:
            second = lowest(rest)
            rest &= rest - 1
            promise = first + promise_of(second, lines, board, work)
            moves[number] = (promise + 1 << 2 * SIX) - 1 - (cell << SIX | second)
            number += 1
    return number


@kernel
def take_best(moves: Array, number: int) -> int:
    """Return the most promising of some listed moves; the last of them takes its place."""
    best = 0
    for k in range(1, number):
        if moves[k] > moves[best]:
            best = k
    chosen: int = MOVE - (moves[best] & MOVE)
    moves[best] = moves[number - 1]
    return chosen


@kernel
def next_double(double: int, empty: int, rules: Rules) -> int:
    """Return what becomes of the double when one cell was marked: gone, too, if her next turn comes too late."""
    later = AWAY if double == READY else READY
    return later if double != GONE and empty - int(later == AWAY) >= rules[LEAST_EMPTY] else GONE


@kernel
def decide(
    mover: int, other: int, cells: int, wanted: int, double: int, empty: int, fresh: bool, calm: bool, top: int,
    control: Array, moves: Array, table: Array, rules: Rules, board: Array, keys: Array, work: Array,
) -> int:  # fmt: skip
    """Tell whether the mover gets so many more of the open lines; OPEN once too many positions were looked at.

    double: see above. empty: how many cells are empty. fresh: whether the last move decided a line, or the double is
    gone since. calm: whether the mover had no threat before the other's last move, and so has none now. top: how many
    moves were made since the first position. moves: a row to write into for each.
    """
    if control[NODES] >= control[MOST_NODES]:
        return OPEN
    control[NODES] += 1
    if wanted <= 0:
        return WIN
    if double != GONE:
        cells, _ = with_open(cells, open_lines(mover), board)
    elif fresh:
        mover, other, cells, wanted = settle(mover, other, cells, wanted, board)
        if wanted <= 0:
            return WIN
    lines = open_lines(mover)
    most = count(lines)
    if wanted > most:
        return LOSS
    apart = double != GONE and rules[APART] != 0
    stay = cells if apart else best_cells(mover, cells, board)
    # a double move can break one pair of cells, and so two lines at most
    if not calm and threats(mover, other, cells, stay, wanted, double == AWAY, True, board) >= 0:
        return WIN
    number = -1
    if count(cells) >= LEAF:
        clock = empty if double != GONE and rules[TIMED] else 0
        number = number_of(mover, other, cells, double, apart, clock, board, keys, work)
        known = look_up(table, number, wanted)
        if known != OPEN:
            return known
    # the cells of which the mover must mark one, or else one mark is enough for the other
    region = threats(other, mover, cells, stay, most - wanted + 1, double == READY, False, board)
    weigh_lines(mover, other, lines, board, work)
    doubles = double == READY and rules[LEAST_EMPTY] <= empty <= rules[MOST_EMPTY]
    left = list_moves(cells, stay & region, lines, doubles, apart, moves[top], board, work)
    since, outcome = control[NODES], LOSS
    while left and outcome == LOSS:
        move = take_best(moves[top], left)
        left -= 1
        first, second = move >> SIX, move & SINGLE
        after, rest, fewer = one_less(mover, board[LINES_OF + first] & lines), cells & ~(1 << first), empty - 1
        if second == SINGLE:
            later = next_double(double, fewer, rules)
        else:
            after = one_less(after, board[LINES_OF + second] & open_lines(after))
            rest, fewer, later = rest & ~(1 << second), fewer - 1, GONE
        decided = lines & ~open_lines(after)
        found = decide(
            other & ~(decided * ALL_PLANES), after, rest, most - wanted + 1, later, fewer,
            decided != 0 or later != double, region == -1 and double == GONE, top + 1,
            control, moves, table, rules, board, keys, work,
        )  # fmt: skip
        if found == OPEN:
            return OPEN
        outcome = WIN if found == LOSS else LOSS
    if number >= 0 and control[NODES] > since:
        store(table, number, control[NODES] - since, wanted, outcome == WIN)
    return outcome


FACTOR, TERM, BITS = 1103515245, 12345, 31  # of the sequence of numbers that stand for chance
CHANCE = 256  # a promise is worth up to twice as much by chance


@kernel
def play_out(mover: int, other: int, cells: int, games: int, seed: int, board: Array, work: Array) -> int:
    """Return how many more lines in all the mover gets, in so many games."""
    points = 0
    for _ in range(games):
        mine, theirs, left, sign = mover, other, cells, 1
        while left:
            lines = open_lines(mine)
            if lines == 0:
                break
            weigh_lines(mine, theirs, lines, board, work)
            best, chosen, rest = -1, 0, left
            while rest:
                cell = lowest(rest)
                rest &= rest - 1
                seed = (seed * FACTOR + TERM) & (1 << BITS) - 1
                promise = promise_of(cell, lines, board, work) * (CHANCE + (seed >> 16) % CHANCE)
                if promise > best:
                    best, chosen = promise, cell
            mine = one_less(mine, board[LINES_OF + chosen] & lines)
            won = lines & ~open_lines(mine)
            points += sign * count(won)
            left ^= 1 << chosen
            mine, theirs, sign = theirs & ~(won * ALL_PLANES), mine, -sign
    return points
