"""What the search for perfect play asks of one position, as numbers alone.

A position is seen by whoever moves. `own` and `other` hold for each line how many of its cells the mover, and the
opponent, still need to have it: three bits a line, 0 once it is decided. `cells` are the empty cells as bits, `lines`
says how many lines are open. What was decided before does not matter: a position is told from any other by what is
still open, so the table keeps positions whole, and no two are ever taken for one another.
"""

from __future__ import annotations

from typing import Any

from quasiprint.compiled import kernel

Array = Any
BITS, NEED = 3, 7  # of what a line needs
OF_A_CELL = 3  # lines
WORDS, BUCKET = 2, 4  # of an entry in the table; entries among which a position is looked for
POINTS, MOST_POINTS = 5, 31  # bits of a bound, and all of them
LOW = (1 << 31) - 1
MIXED, AGAIN, FINALLY = 0x6C8E9CF5, 0x5851F42D, 0x4C957F2D  # odd, below 2³¹: what keys are multiplied with


@kernel
def mark(own: int, other: int, cell: int, shifts: Array) -> tuple[int, int, int]:
    """Return the needs after the mover has marked a cell, and how many lines that gives."""
    gained = 0
    for k in range(OF_A_CELL * cell, OF_A_CELL * cell + OF_A_CELL):
        at = shifts[k]
        need = own >> at & NEED
        if need:
            own -= 1 << at
            if need == 1:
                other &= ~(NEED << at)
                gained += 1
    return own, other, gained


@kernel
def without_dead(own: int, cells: int, fields: Array) -> int:
    """Return the empty cells in which there is something to win."""
    for cell in range(len(fields)):
        if cells >> cell & 1 and own & fields[cell] == 0:
            cells ^= 1 << cell
    return cells


@kernel
def rivals(own: int, cells: int, cell: int, shifts: Array, members: Array) -> int:
    """Return the other empty cells that lie in all open lines of a cell."""
    found = cells & ~(1 << cell)
    for k in range(OF_A_CELL * cell, OF_A_CELL * cell + OF_A_CELL):
        at = shifts[k]
        if own >> at & NEED:
            found &= members[at // BITS]
    return found


@kernel
def twin(own: int, cells: int, cell: int, shifts: Array, fields: Array, members: Array) -> int:
    """Return a later cell with the same open lines, -1 if there is none."""
    found = rivals(own, cells, cell, shifts, members) >> (cell + 1)
    other = cell + 1
    while found:
        if found & 1 and own & fields[other] == own & fields[cell]:
            return other
        found >>= 1
        other += 1
    return -1


@kernel
def settle(
    own: int, other: int, cells: int, wanted: int, lines: int, shifts: Array, fields: Array, members: Array
) -> tuple[int, int, int, int, int]:
    """Return a position without a double move, made smaller: needs, cells, points that the mover wants, open lines.

    Cells without an open line are left out. Of two cells with the same open lines each side gets one: whoever is
    answered there has nothing from it.
    """
    cells = without_dead(own, cells, fields)
    cell = 0
    while cell < len(fields):
        same = -1
        if cells >> cell & 1:
            same = twin(own, cells, cell, shifts, fields, members)
        if same < 0:
            cell += 1
            continue
        cells &= ~(1 << cell | 1 << same)
        decided = False
        for k in range(OF_A_CELL * cell, OF_A_CELL * cell + OF_A_CELL):
            at = shifts[k]
            mine, theirs = own >> at & NEED, other >> at & NEED
            if mine:
                own -= 1 << at
                other -= 1 << at
                if mine == 1 or theirs == 1:
                    own &= ~(NEED << at)
                    other &= ~(NEED << at)
                    lines -= 1
                    wanted -= mine == 1
                    decided = True
        cell += 1
        if decided:
            cells = without_dead(own, cells, fields)
            cell = 0
    return own, other, cells, wanted, lines


@kernel
def held(own: int, other: int, cells: int, enough: int, members: Array) -> bool:
    """Tell whether the opponent of the mover has so many lines for sure, by answering in pairs of cells.

    In a line of which he needs one cell and the mover more, he keeps two empty cells: when one is marked he marks the
    other. If he needs two, he keeps four. No cell is kept for two lines. Cells that only one such line has come first.
    """
    once = twice = number = 0
    for line in range(len(members)):
        theirs = other >> BITS * line & NEED
        if theirs and theirs < own >> BITS * line & NEED:
            number += 1
            twice |= once & members[line]
            once |= members[line]
    if number < enough:
        return False
    sure = 0
    left = cells
    for pairs in range(1, 3):
        for line in range(len(members)):
            if other >> BITS * line & NEED != pairs or own >> BITS * line & NEED <= pairs:
                continue
            kept = some(members[line] & left, twice, 2 * pairs)
            if kept:
                left &= ~kept
                sure += 1
                if sure >= enough:
                    return True
    return False


@kernel
def some(cells: int, rather_not: int, number: int) -> int:
    """Return so many of some cells, of others than `rather_not` where there are; 0 if there are too few."""
    taken = 0
    rest = cells & ~rather_not
    for _ in range(number):
        if rest == 0:
            rest = cells & ~taken
            if rest == 0:
                return 0
        taken |= rest & -rest
        rest &= rest - 1
    return taken
