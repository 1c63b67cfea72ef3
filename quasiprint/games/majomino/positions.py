"""The positions in Majomino's books, and what is said of any: whether it can be, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable

from quasiprint.games.majomino.board import FREE, MarkedBoard, of_regions
from quasiprint.games.majomino.laws import board_findings, marks_findings
from quasiprint.games.majomino.notation import read, write
from quasiprint.games.majomino.scoring import Tally


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


def said(count: Tally) -> dict[str, object]:
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
