"""What the search for perfect play asks of one position, as numbers alone.

A position is seen by whoever moves. `own` and `other` say for each line how many of its cells the mover, and the
opponent, still need to have it; 0 once it is decided. Both are written in three planes: the first holds the lowest bit
of every line, the second the next, the third the highest, so that one step of arithmetic is about all lines at once.
A set of lines, or of cells, has a bit for each. `cells` are the empty cells; `wanted` is how many more of the open
lines the mover is to get. What never changes stands in one array, `board`, at the places named here.
"""

from __future__ import annotations

from typing import Any

from quasiprint.system.compiled import kernel, kernel_for

Array = Any
PLANE = 21  # lines, and so bits of a plane
ALL_CELLS = (1 << PLANE) - 1
ALL_PLANES = 1 | 1 << PLANE | 1 << 2 * PLANE
OF_A_CELL = 3  # lines
MOST_CELLS = 49
NEED = 8  # needs of a line are below this
# where in `board` stands: for a cell its lines as a set and one by one, and the cells that share a line with it; for a
# line its cells, and the lines after it with which it shares two cells or more; for two needs what a mark promises
LINES_OF = 0
NEAR = LINES_OF + MOST_CELLS
ONE_BY_ONE = NEAR + MOST_CELLS
MEMBERS = ONE_BY_ONE + OF_A_CELL * MOST_CELLS
SHARING = MEMBERS + PLANE
WEIGHTS = SHARING + PLANE
BOARD = WEIGHTS + NEED * NEED


def _lowest(bits: int) -> int:
    return int(bits & -bits).bit_length() - 1


def _count(bits: int) -> int:
    return int(bits).bit_count()


@kernel_for(_count)
def count(bits: int) -> int:
    """Return how many there are in a set."""
    found = 0
    while bits:  # what the compiler makes one instruction of
        bits &= bits - 1
        found += 1
    return found


@kernel_for(_lowest)
def lowest(bits: int) -> int:
    """Return the first of a set that is not empty."""
    found = 0
    bits = (bits & -bits) - 1
    while bits:
        bits &= bits - 1
        found += 1
    return found


@kernel
def open_lines(needs: int) -> int:
    """Return the lines that are not decided."""
    return (needs | needs >> PLANE | needs >> 2 * PLANE) & ALL_CELLS


@kernel
def need(needs: int, line: int) -> int:
    """Return what is needed in a line."""
    return needs >> line & 1 | (needs >> PLANE + line & 1) << 1 | (needs >> 2 * PLANE + line & 1) << 2


@kernel
def exactly(needs: int, number: int) -> int:
    """Return the lines in which so many are needed, 1 or 2."""
    first, second, third = needs & ALL_CELLS, needs >> PLANE & ALL_CELLS, needs >> 2 * PLANE
    return (first & ~second if number == 1 else second & ~first) & ~third


@kernel
def one_less(needs: int, lines: int) -> int:
    """Return the needs when in some lines, none of them decided, one less is needed."""
    needs ^= lines
    borrow = needs & lines
    needs ^= borrow << PLANE
    borrow = needs >> PLANE & borrow
    return needs ^ borrow << 2 * PLANE


@kernel
def settle(mover: int, other: int, cells: int, wanted: int, board: Array) -> tuple[int, int, int, int]:
    """Return a position without a double move, made smaller: needs, cells, points that the mover wants.

    Cells without an open line are left out. Of two cells with the same open lines each side gets one: whoever is
    answered there has nothing from it.
    """
    again = True
    while again:
        again = False
        lines = open_lines(mover)
        cells, rest = with_open(cells, lines, board)
        while rest:
            cell = lowest(rest)
            rest &= rest - 1
            mine = board[LINES_OF + cell] & lines
            twins = in_all(rest, mine, board)
            while twins:
                twin = lowest(twins)
                twins &= twins - 1
                if board[LINES_OF + twin] & lines == mine:
                    cells ^= 1 << cell | 1 << twin
                    rest &= ~(1 << twin)
                    mover, other = one_less(mover, mine), one_less(other, mine)
                    decided = mine & ~(open_lines(mover) & open_lines(other))
                    if decided:
                        wanted -= count(mine & ~open_lines(mover))
                        mover &= ~(decided * ALL_PLANES)
                        other &= ~(decided * ALL_PLANES)
                        again = True
                    break
            if again:
                break
    return mover, other, cells, wanted


@kernel
def with_open(cells: int, lines: int, board: Array) -> tuple[int, int]:
    """Return the cells that lie in any of some lines, and those of them that do not lie in three."""
    alive = part = 0
    while cells:
        cell = cells & -cells
        cells ^= cell
        through = board[LINES_OF + lowest(cell)]
        mine = through & lines
        if mine:
            alive |= cell
            if mine != through:
                part |= cell
    return alive, part


@kernel
def in_all(cells: int, lines: int, board: Array) -> int:
    """Return the cells that lie in all of some lines."""
    while lines:
        cells &= board[MEMBERS + lowest(lines)]
        lines &= lines - 1
    return cells


@kernel
def best_cells(mover: int, cells: int, board: Array) -> int:
    """Return the cells of which no other has all the open lines; of cells with the same lines the first stays."""
    lines = open_lines(mover)
    stay = cells
    _, rest = with_open(cells, lines, board)
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        mine = board[LINES_OF + cell] & lines
        rivals = in_all(cells & ~(1 << cell), mine, board)
        if rivals & (1 << cell) - 1:
            stay &= ~(1 << cell)
            continue
        while rivals:
            rival = lowest(rivals)
            rivals &= rivals - 1
            if board[LINES_OF + rival] & lines != mine:
                stay &= ~(1 << cell)
                break
    return stay


@kernel
def hold(near: int, even: int, cells: int, enough: int, broken: bool, board: Array) -> int:
    """Return cells by which a player who does not move has so many lines, 1 or more, for sure; -1 if there are none.

    near: lines in which he needs one cell, and the mover more. even: lines in which both need one.
    broken: whether the mover may mark two cells in one turn, once, and so have both of a pair. It costs the lines of
    one pair: one more is to be held, and a second one if some pair stands for two.

    He answers in pairs of cells. In a line of which he needs one cell and the mover more, he keeps two empty cells:
    when one is marked he marks the other. A pair in two lines counts for both. Of two lines in which both need one he
    gets one, by a cell in each. Cells that only one such line has come first.
    """
    enough += broken
    spare = 2 * (count(near) - enough) + count(even)  # halves of lines that he can do without
    if spare < 0:
        return -1
    once = twice = 0
    rest = near | even
    while rest:
        members = board[MEMBERS + lowest(rest)]
        rest &= rest - 1
        twice |= once & members
        once |= members
    left, sure = cells, 0
    rest = near
    while rest:  # two lines that share two cells
        line = lowest(rest)
        rest &= rest - 1
        others = rest & board[SHARING + line]
        while others:
            two = lowest(others)
            others &= others - 1
            both = board[MEMBERS + line] & board[MEMBERS + two] & left
            if both & (both - 1):
                left &= ~some(both, 0, 2)
                sure += 2
                enough += broken
                spare -= 2 * broken
                broken = False
                rest &= ~(1 << two)
                near &= ~(1 << line | 1 << two)
                break
    waits = 0
    while near and sure < enough:
        line = near & -near
        near ^= line
        kept = some(board[MEMBERS + lowest(line)] & left, twice, 2)
        left &= ~kept
        sure += kept != 0
        if kept == 0:
            even |= line
            spare -= 1
            if spare < 0:
                return -1
    while even and sure < enough:
        kept = some(board[MEMBERS + lowest(even)] & left, twice, 1)
        even &= even - 1
        left &= ~kept
        if kept:
            sure += waits  # one of two lines
            waits ^= 1
        else:
            spare -= 1
            if spare < 0:
                return -1
    return cells & ~left if sure >= enough else -1


@kernel
def threats(mover: int, other: int, cells: int, tried: int, number: int, broken: bool, once: bool, board: Array) -> int:
    """Return in which cells the opponent has to mark, or else who moves has so many lines for sure after one mark.

    mover: needs of who moves. tried: the cells in which that mark is tried. broken: whether the opponent may mark two
    cells in one turn, once. once: whether it is enough to know that there is such a mark. -1 if there is none.
    """
    lines = open_lines(mover)
    first, second, lost = exactly(mover, 1), exactly(mover, 2), exactly(other, 1)
    if count(first) + OF_A_CELL < number:
        return -1
    found = -1
    rest = tried
    while rest:
        cell = rest & -rest
        rest ^= cell
        mine = board[LINES_OF + lowest(cell)] & lines
        last = first & ~mine | second & mine  # lines not won that need a single cell more after the mark
        enough = number - count(first & mine)
        if enough <= 0:
            kept = 0
        elif 2 * (count(last & ~lost) - enough - broken) + count(last & lost) < 0:
            continue
        else:
            kept = hold(last & ~lost, last & lost, cells ^ cell, enough, broken, board)
        if kept >= 0:
            found &= kept | cell
            if once or found == 0:
                return found
    return found


@kernel
def some(cells: int, rather_not: int, number: int) -> int:
    """Return `number` of the cells, if possible without those of `rather_not`; 0 if there are too few."""
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
