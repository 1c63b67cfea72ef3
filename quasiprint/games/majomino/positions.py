"""The positions in Majomino's books, and boards drawn with pencil and paper.

What is said of a position: whether it can be, and what it comes to. By hand a board is one line through all cells, cut
into regions, and cells that change places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations, product

from quasiprint.games.majomino.board import (
    FREE,
    Board,
    Labels,
    MarkedBoard,
    Tally,
    board_findings,
    marks_findings,
    of_regions,
)
from quasiprint.games.majomino.notation import read, write
from quasiprint.search.dissection.boards import neighbours


def position(regions: str, marks: str = "") -> MarkedBoard:
    """Return a position of words, a row each: a letter for the region of each cell, and x, o or . for its mark."""
    labels = [ord(letter) for row in regions.split() for letter in row]
    size = len(regions.split())
    return MarkedBoard(of_regions(size, labels), "".join(marks.split()) or FREE * size * size)


# of the game's first description (Bob Harris, 28 November 2001)
EXAMPLE = position("AAAAB ACCBB CCDDB ECEDB EEEDD", "ooxox xxxox oooxo xoxxo oxxoo")
QUESTION = position("ABBBB ACCBD AACCD EAECD EEEDD", ".ooox .oox. o.xx. o..ox x..x.")
# a position in which O does better if she doubles later
PATIENT = position("AAABB CCABB CCABD CDDDD EEEEE", "o..xx xx.o. ooxoo x...o xx...")
# puzzles: X to move, and the double is used; O to move, and she has it
LATE = position("ABBBB AACBD ACCCD AECDD EEEED", "oxoox oooxo .xoxx xx.x. ooox.")
PINWHEEL = position("AAABB AACBB DCCCB DDCEE DDEEE", "..oxo ..oox xxxoo ..xox oxxxo")


def judged(marked: MarkedBoard) -> MarkedBoard:
    """Return a position as the text reader has it from the text form."""
    (found,) = read(write(marked.board, marked.marks).encode())
    return found


def valid(marked: MarkedBoard) -> bool:
    """Tell whether board and marks are as the laws want them."""
    return not board_findings(marked.board, "figure") + marks_findings(marked, "figure")


def points(x: int, size: int) -> str:
    """Return the points of X and O, as a claim has them."""
    return f"{x}-{3 * size - x}"


def tally_facts(count: Tally) -> dict[str, object]:
    """Return a count as facts: the total, and for rows, columns and regions X's and O's."""
    kinds = {"rows": count.rows, "columns": count.columns, "regions": count.regions}
    won = {kind: f"{winners.count('x')}-{winners.count('o')}" for kind, winners in kinds.items()}
    return {"x": count.x, "o": count.o, **won}


def named(cell: int, size: int) -> str:
    """Return a cell as a claim has it, and as the books call it: row and column, from 1."""
    return f"{cell // size + 1}/{cell % size + 1}"


def listed(cells: Iterable[int], size: int, between: str = ",") -> str:
    """Return cells as a claim has them."""
    return between.join(named(cell, size) for cell in cells)


LINED = 1090  # boards of 5 × 5, of the 4006, that a line through all cells can make; a test counts them


def cut(path: Sequence[int], size: int) -> Board:
    """Return the board of a line that is cut after every `size` cells.

    path: the cells, in order. Raises ValueError for one that leaves out a cell or jumps.
    """
    near = neighbours(size)
    if sorted(path) != list(range(size * size)):
        raise ValueError(f"line: found {len(set(path))} cells, needed is each of {size * size} once")
    for one, two in zip(path, path[1:], strict=False):
        if two not in near[one]:
            raise ValueError(f"line: cells {one} and {two} are no neighbours")
    labels = [0] * (size * size)
    for step, cell in enumerate(path):
        labels[cell] = step // size
    return of_regions(size, labels)


def swapped(board: Board, one: int, two: int) -> Board | None:
    """Return the board on which two cells of different regions have changed places; None if a region falls apart."""
    labels = list(board.regions)
    labels[one], labels[two] = labels[two], labels[one]
    made = of_regions(board.size, labels)
    return made if made.count == board.count and made.regions != board.regions else None


def joint(before: Board, after: Board, swap: tuple[int, int]) -> tuple[Labels, Labels]:
    """Return colours for the regions of two boards, of which the second came by a swap of two cells: a region has the
    same colour before and after, neighbours never have, and colours are as few as can be.
    """
    one, two = swap
    # the number that each region of the second board has on the first
    origin = {after.regions[cell]: label for cell, label in enumerate(before.regions) if cell not in swap}
    origin |= {after.regions[one]: before.regions[two], after.regions[two]: before.regions[one]}
    near = {(a, b) for a, others in enumerate(before.neighbours()) for b in others}
    near |= {(origin[a], origin[b]) for a, others in enumerate(after.neighbours()) for b in others}
    for count in range(1, before.count + 1):
        for colours in product(range(count), repeat=before.count):
            if all(colours[a] != colours[b] for a, b in near):
                return colours, tuple(colours[origin[region]] for region in range(after.count))
    raise AssertionError("as many colours as regions are enough")


def is_lined(board: Board) -> bool:
    """Tell whether a line through all cells, cut into regions, can make a board: paths through its regions, one after
    another."""

    def touching(a: int, b: int) -> bool:
        return abs(a // board.size - b // board.size) + abs(a % board.size - b % board.size) == 1

    ends = [
        {(path[0], path[-1]) for path in permutations(cells) if all(map(touching, path, path[1:]))}
        for cells in board.cells()
    ]

    def goes_on(last: int | None, left: frozenset[int]) -> bool:
        return not left or any(
            (last is None or touching(last, a)) and goes_on(b, left - {k}) for k in left for a, b in ends[k]
        )

    return all(ends) and goes_on(None, frozenset(range(board.count)))
