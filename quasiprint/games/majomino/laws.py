"""What must be true of a board, and of the marks on it: everything amiss is a finding of its own."""

from __future__ import annotations

from quasiprint.games.majomino.board import Board, MarkedBoard, Wall
from quasiprint.model.finding import Finding, error


def is_dissection(board: Board) -> bool:
    """Tell whether a board is whole and each of its N regions has N cells, be N odd or even."""
    whole = not board.loose and not board.gaps and board.count == board.size
    return whole and all(len(cells) == board.size for cells in board.cells())


def place(cell: int, size: int) -> str:
    """Return where a cell lies, as a message says it: row and column from 1."""
    return f"row {cell // size + 1}, column {cell % size + 1}"


def board_findings(board: Board, subject: str) -> list[Finding]:
    """Return what keeps a board from being one of the game: an odd N from 3, N regions of N cells,
    walls around the board and between regions, and nowhere else.

    subject: how findings name the board.
    """
    size = board.size
    findings = []
    if size < 3 or size % 2 == 0:
        findings.append(
            error(
                "size-wrong",
                subject,
                f"the board has {size} × {size} cells, allowed are 3 × 3, 5 × 5 and so on: in a line of an even "
                "number of cells both could have as many, and one cell alone is no game",
                "draw a board of an odd size from 3",
            )
        )
    for number, cells in enumerate(board.cells(), 1):
        if len(cells) != size:
            findings.append(
                error(
                    "region-size",
                    f"{subject}, region {number} (from {place(cells[0], size)})",
                    f"found {len(cells)} cells, needed {size}: as many as the board has in a row",
                    "close or open walls around the region",
                )
            )
    findings += [
        error(
            "wall-loose",
            f"{subject}, {_side(wall, size)}",
            "found a wall with the same region on both sides, allowed are walls between two regions",
            "take the wall away, or lengthen it until it parts two regions",
        )
        for wall in _in_order(board.loose)
    ]
    findings += [
        error(
            "wall-missing",
            f"{subject}, {_side(wall, size)}",
            "found no wall at the rim of the board, needed is one all around",
            "draw the wall",
        )
        for wall in _in_order(board.gaps)
    ]
    return findings


def marks_findings(position: MarkedBoard, subject: str) -> list[Finding]:
    """Return whether the numbers of marks can come about in a game: X begins, then both take turns,
    and O may mark two cells in one of her turns.

    subject: how the finding names the board.
    """
    x, o = position.marks.count("x"), position.marks.count("o")
    if (x, o) == (0, 0) or (x > 0 and -1 <= x - o <= 1):
        return []
    allowed = f"{x - 1} to {x + 1} of O" if x > 1 else "1 or 2 of O, or none so far" if x else "none of O"
    return [
        error(
            "marks-impossible",
            subject,
            f"found {x} of X and {o} of O; with {x} of X, allowed are {allowed}: X begins, they mark in turn, "
            "and O marks two cells in one of her turns at most",
            "look for a mark that is missing, one too many, or an X and an O taken for each other",
        )
    ]


def _in_order(walls: frozenset[Wall]) -> list[Wall]:
    return sorted(walls, key=lambda wall: (wall[1], wall[0], wall[2]))


def _side(wall: Wall, size: int) -> str:
    """Return a wall as the side of a cell."""
    kind, row, column = wall
    if row == size:
        return f"{place((row - 1) * size + column, size)}, bottom side"
    if column == size:
        return f"{place(row * size + column - 1, size)}, right side"
    return f"{place(row * size + column, size)}, {'top' if kind == '-' else 'left'} side"
