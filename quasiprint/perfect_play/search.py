"""Who wins a position: every way to play on is tried, but for what cannot matter. In flat arrays, for the compiler.

The question is always whether the mover gets so many more of the open lines; he does if after some move the opponent
does not get what would keep him from it. The positions being looked at stand in frames on a stack, one step is one turn
of a loop, and after so many steps the loop comes back to Python, which can then say how far it is, or stop.
"""

from __future__ import annotations

from typing import Any

from quasiprint.compiled import kernel
from quasiprint.perfect_play.kernels import (
    AGAIN,
    BITS,
    BUCKET,
    FINALLY,
    LOW,
    MIXED,
    MOST_POINTS,
    NEED,
    OF_A_CELL,
    POINTS,
    WORDS,
    held,
    mark,
    rivals,
    settle,
    without_dead,
)

Array = Any
# of the double: it is gone; its owner has it and moves next; has it and has just moved
GONE, READY, AWAY = 0, 1, 2
# the numbers of a frame
OWN, OTHER, CELLS, WANTED, LINES, DOUBLE, EMPTY, MOVES, AT = range(9)
FRAME = 9
# what a search may assume: the first and last number of empty cells with which a double may be made; whether its two
# cells may share a line; whether every empty cell counts while the double is there
MOST_EMPTY, LEAST_EMPTY, APART, STRICT = range(4)
RULES = 4
# the numbers of a search: the frame on top, the positions looked at, the outcome
TOP, NODES, OUTCOME, FILLED = range(4)
CONTROLS = 4
LOSS, WIN, OPEN = 0, 1, 2
SINGLE = 63  # in place of the second cell of a move
SIX = 6  # bits of a cell in a move
FAVOUR = 1 << 20  # the weight of having answered well elsewhere


@kernel
def place(own: int, rest: int, entries: int) -> int:
    """Return the first of the entries among which a position is looked for."""
    found = ((own & LOW) * MIXED) ^ ((own >> 31) * AGAIN) ^ ((rest & LOW) * FINALLY) ^ ((rest >> 31) * MIXED)
    found ^= found >> 29
    found = ((found & LOW) * AGAIN) ^ (found >> 31)
    found ^= found >> 27
    return (found & (entries // BUCKET - 1)) * BUCKET


@kernel
def known(table: Array, own: int, rest: int) -> tuple[int, int]:
    """Return the bounds between which the mover's points lie: from, and up to; all there may be if nothing is known."""
    first = place(own, rest, len(table) // WORDS)
    for entry in range(first, first + BUCKET):
        value = table[WORDS * entry + 1]
        if table[WORDS * entry] == own and value >> 2 * POINTS == rest:
            return value >> POINTS & MOST_POINTS, value & MOST_POINTS
    return 0, MOST_POINTS


@kernel
def keep(table: Array, own: int, rest: int, wanted: int, won: bool) -> int:
    """Keep whether the mover gets what he wants; return 1 if that took a new entry."""
    first = place(own, rest, len(table) // WORDS)
    chosen, fewest = first, 1 << 62
    for entry in range(first, first + BUCKET):
        value = table[WORDS * entry + 1]
        if value == 0:
            chosen, fewest = entry, 0
            break
        if table[WORDS * entry] == own and value >> 2 * POINTS == rest:
            low, high = value >> POINTS & MOST_POINTS, value & MOST_POINTS
            if won:
                low = max(low, wanted)
            else:
                high = min(high, wanted - 1)
            table[WORDS * entry + 1] = (rest << POINTS | low) << POINTS | high
            return 0
        worth = count(value >> 2 * POINTS)
        if worth < fewest:
            chosen, fewest = entry, worth
    low, high = (wanted, MOST_POINTS) if won else (0, wanted - 1)
    table[WORDS * chosen] = own
    table[WORDS * chosen + 1] = (rest << POINTS | low) << POINTS | high
    return int(fewest == 0)


@kernel
def count(cells: int) -> int:
    """Return how many cells a set has."""
    found = 0
    while cells:
        cells &= cells - 1
        found += 1
    return found


@kernel
def worth(own: int, other: int, cell: int, shifts: Array, weights: Array) -> int:
    """Return how much a mark in a cell promises: open lines count the more, the nearer they are to being decided."""
    found = 0
    for k in range(OF_A_CELL * cell, OF_A_CELL * cell + OF_A_CELL):
        found += weights[(own >> shifts[k] & NEED) << BITS | other >> shifts[k] & NEED]
    return found


@kernel
def dominated(own: int, cells: int, cell: int, shifts: Array, fields: Array, members: Array) -> bool:
    """Tell whether another cell has all the open lines of a cell; of cells with the same lines the first stays."""
    found = rivals(own, cells, cell, shifts, members)
    if found & ((1 << cell) - 1):
        return True
    found >>= cell + 1
    other = cell + 1
    while found:
        if found & 1 and own & fields[other] != own & fields[cell]:
            return True
        found >>= 1
        other += 1
    return False


@kernel
def list_moves(frame: Array, moves: Array, values: Array, rules: Array, favours: Array, shifts: Array, fields: Array,
               members: Array, near: Array, weights: Array) -> None:  # fmt: skip
    """List the moves of a position, and what each promises."""
    own, other, cells, double = frame[OWN], frame[OTHER], frame[CELLS], frame[DOUBLE]
    strict = double != GONE and rules[STRICT] != 0
    size = len(fields)
    number = 0
    idle = False
    for cell in range(size):
        if not cells >> cell & 1:
            continue
        if strict:
            if own & fields[cell] == 0:
                if idle:
                    continue
                idle = True  # one cell without an open line is like another
        elif dominated(own, cells, cell, shifts, fields, members):
            continue
        moves[number] = cell << SIX | SINGLE
        values[number] = worth(own, other, cell, shifts, weights)
        number += 1
    if double == READY and rules[LEAST_EMPTY] <= frame[EMPTY] <= rules[MOST_EMPTY]:
        number = list_pairs(own, other, cells, number, moves, values, rules, favours, shifts, fields, near, weights)
    frame[MOVES], frame[AT] = number, 0


@kernel
def list_pairs(own: int, other: int, cells: int, number: int, moves: Array, values: Array, rules: Array,
               favours: Array, shifts: Array, fields: Array, near: Array, weights: Array) -> int:  # fmt: skip
    """List the double moves behind other moves; return how many there are in all."""
    size = len(fields)
    for one in range(size):
        if not cells >> one & 1 or own & fields[one] == 0:
            continue
        promised = worth(own, other, one, shifts, weights)
        for two in range(one + 1, size):
            if not cells >> two & 1 or own & fields[two] == 0:
                continue
            if rules[APART] and near[one] >> two & 1:
                continue
            moves[number] = one << SIX | two
            values[number] = promised + worth(own, other, two, shifts, weights) + favours[one * size + two]
            number += 1
    return number


@kernel
def best_left(frame: Array, moves: Array, values: Array) -> int:
    """Return the most promising of the moves that were not tried, and count it among those that were."""
    at, best = frame[AT], frame[AT]
    for k in range(at + 1, frame[MOVES]):
        if values[k] > values[best]:
            best = k
    chosen: int = moves[best]
    moves[best], values[best] = moves[at], values[at]
    moves[at] = chosen
    frame[AT] = at + 1
    return chosen


@kernel
def follow(frame: Array, after: Array, move: int, rules: Array, shifts: Array) -> None:
    """Make a move: fill the frame of the position after it, seen by the opponent."""
    own, other, gained = mark(frame[OWN], frame[OTHER], move >> SIX, shifts)
    cells = frame[CELLS] & ~(1 << (move >> SIX))
    empty, double = frame[EMPTY] - 1, frame[DOUBLE]
    if move & SINGLE != SINGLE:
        own, other, more = mark(own, other, move & SINGLE, shifts)
        gained += more
        cells &= ~(1 << (move & SINGLE))
        empty -= 1
        double = GONE
    if double != GONE:
        double = AWAY if double == READY else READY
        # the next turn in which a double may be
        turn = empty if double == READY else empty - 1
        if turn < rules[LEAST_EMPTY]:
            double = GONE
    lines = frame[LINES] - gained
    after[OWN], after[OTHER], after[CELLS] = other, own, cells
    after[LINES], after[DOUBLE], after[EMPTY] = lines, double, empty
    after[WANTED] = lines - (frame[WANTED] - gained) + 1
    after[AT] = -1


@kernel
def enter(frame: Array, table: Array, rules: Array, shifts: Array, fields: Array, members: Array) -> int:
    """Look at a position for the first time: return whether it is won, lost, or open."""
    double = frame[DOUBLE]
    if double == GONE:
        own, other, cells, wanted, lines = settle(
            frame[OWN], frame[OTHER], frame[CELLS], frame[WANTED], frame[LINES], shifts, fields, members
        )
        frame[OWN], frame[OTHER], frame[CELLS], frame[WANTED], frame[LINES] = own, other, cells, wanted, lines
    elif not rules[STRICT]:
        frame[CELLS] = without_dead(frame[OWN], frame[CELLS], fields)
    if frame[WANTED] <= 0:
        return WIN
    if frame[WANTED] > frame[LINES]:
        return LOSS
    low, high = known(table, frame[OWN], frame[CELLS] << 2 | double)
    if low >= frame[WANTED]:
        return WIN
    if high < frame[WANTED]:
        return LOSS
    enough = frame[LINES] - frame[WANTED] + 1
    if double != READY and held(frame[OWN], frame[OTHER], frame[CELLS], enough, members):
        return LOSS
    return OPEN


@kernel
def advance(frames: Array, moves: Array, values: Array, control: Array, table: Array, rules: Array, favours: Array,
            shifts: Array, fields: Array, members: Array, near: Array, weights: Array, steps: int) -> None:  # fmt: skip
    """Go on for so many positions, or until the first one is decided: then OUTCOME says how."""
    top = control[TOP]
    outcome = OPEN
    while steps > 0:
        frame = frames[top]
        if frame[AT] < 0:
            steps -= 1
            control[NODES] += 1
            outcome = enter(frame, table, rules, shifts, fields, members)
            if outcome == OPEN:
                list_moves(frame, moves[top], values[top], rules, favours, shifts, fields, members, near, weights)
        elif outcome == LOSS:  # of the opponent, after the move tried last
            outcome = WIN
        else:
            outcome = OPEN if frame[AT] < frame[MOVES] else LOSS
        if outcome == OPEN:
            move = best_left(frame, moves[top], values[top])
            follow(frame, frames[top + 1], move, rules, shifts)
            top += 1
            continue
        if frame[AT] > 0:
            control[FILLED] += keep(table, frame[OWN], frame[CELLS] << 2 | frame[DOUBLE], frame[WANTED],
                                    outcome == WIN)  # fmt: skip
            if outcome == WIN:
                move = moves[top, frame[AT] - 1]
                if move & SINGLE != SINGLE:
                    favours[(move >> SIX) * len(fields) + (move & SINGLE)] += FAVOUR
        if top == 0:
            control[OUTCOME] = outcome
            break
        top -= 1
    control[TOP] = top
