"""Boards in a rulebook: drawn as the set draws its own, judged by the text reader, the laws and the scoring."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from quasiprint.drawing.outlines import circle
from quasiprint.games.majomino import endings, positions
from quasiprint.games.majomino.board import FREE, Board, MarkedBoard, colouring, lines, of_regions, tally
from quasiprint.games.majomino.board_drawing import (
    CELL,
    DARK,
    LARGE,
    MARGIN,
    NUMBERS,
    BoardDrawing,
    arrow_between,
    dot,
    grid,
    middle,
    ring,
)
from quasiprint.games.majomino.cataloguing import every
from quasiprint.games.majomino.positions import (
    EXAMPLE,
    LATE,
    PATIENT,
    PINWHEEL,
    QUESTION,
    judged,
    named,
    points,
    said,
    valid,
    yes,
)
from quasiprint.model.page import Shape
from quasiprint.model.piece import Piece
from quasiprint.model.rulebook import Figure

WIDEST, OWN = 78.0, 8.8  # mm: what a column holds; a cell of the set's own board
PAIRED, THIRD, TENTH, GAP = 6.2, 4.7, 4.3, 3.4  # mm: a cell of one of two, three or ten boards; between boards
BETWEEN = 15.0  # mm: between two boards, with an arrow
SHOWN = (1, 8, 11)  # lines of that board, to show what lines are: a row, a column, a region


# drawn by hand: the cells of a line, in order, and what then changes places
PATH = (0, 1, 6, 5, 10, 15, 20, 21, 16, 11, 12, 7, 2, 3, 4, 9, 8, 13, 14, 19, 24, 23, 18, 17, 22)
SWAP = (12, 8)
MARKED = 8  # the cell of that board whose lines are shown


class BoardFigures(BoardDrawing):
    """Figures of boards, as a set has them."""

    def marked(self, marked: MarkedBoard) -> Figure:
        """A board and its marks."""
        side = marked.board.size * CELL + 2 * MARGIN
        return Figure(side, side, tuple(self.marks(marked, MARGIN, MARGIN)))

    def own(self) -> Figure:
        """The first board of the set, with its own face."""
        piece = self.set.pieces[0]
        size = side_of(piece)
        cell = min(OWN, WIDEST / size, self.set.measures.size.edge)
        marked = judged(MarkedBoard(of_regions(size, piece.marks), FREE * size * size))
        shapes = self.drawn(piece.face, size, MARGIN, MARGIN, cell)
        facts = {"cells": len(marked.marks), "regions": marked.board.count, "valid": valid(marked)}
        return Figure(size * cell + 2 * MARGIN, size * cell + 2 * MARGIN, tuple(shapes), (), facts)

    def kinds(self) -> Figure:
        """What a line is: the first description's board three times, with dots in a row, a column and a region."""
        board = judged(MarkedBoard(EXAMPLE.board, FREE * len(EXAMPLE.marks))).board
        size, every = board.size, lines(board)
        shapes: list[Shape] = []
        left = MARGIN
        for number in SHOWN:
            shapes += self.board(board, left, MARGIN, THIRD)
            shapes += [dot(middle(cell, size, left, MARGIN, THIRD), THIRD) for cell in every[number]]
            left += size * THIRD + GAP
        facts = {
            "valid": valid(MarkedBoard(board, FREE * size * size)),
            "cells": ",".join(str(len(every[number])) for number in SHOWN),
            "kinds": ",".join(str(number // size + 1) for number in SHOWN),
            "lines": len(every),
        }
        return Figure(left - GAP + MARGIN, size * THIRD + 2 * MARGIN, tuple(shapes), (), facts)

    def typical(self) -> Figure:
        """The first description's board, and the lines of one cell."""
        board = judged(MarkedBoard(EXAMPLE.board, FREE * len(EXAMPLE.marks))).board
        through = [line for line in lines(board) if MARKED in line]
        reached = set().union(*through) - {MARKED}
        marks = "".join("x" if cell == MARKED else FREE for cell in range(board.size**2))
        drawn = self.placed(MarkedBoard(board, marks), LARGE, {MARKED})
        dots = [dot(middle(cell, board.size, NUMBERS, MARGIN, LARGE), LARGE) for cell in sorted(reached)]
        facts = {
            "valid": valid(MarkedBoard(board, marks)),
            "lines": len(through),
            "others": len(reached),
            "line": yes(positions.is_lined(board)),
        }
        return replace(drawn, shapes=(*drawn.shapes, *dots), facts=facts)

    def example(self) -> Figure:
        """The scoring example: marks, the winners of rows and columns, and beside it those of regions."""
        marked = judged(EXAMPLE)
        facts = {"valid": valid(marked), **said(tally(marked))}
        return replace(self.counted(marked), facts=facts)

    def restricted(self) -> Figure:
        """Where the second mark of a restricted double may lie after a first one."""
        board = EXAMPLE.board
        first = 1 << MARKED
        pairs = endings.Ending(board).pairs((1 << board.size**2) - 1, endings.RESTRICTED)
        allowed = [(pair ^ first).bit_length() - 1 for pair in pairs if pair & first]
        marks = "".join("o" if cell == MARKED else FREE for cell in range(board.size**2))
        drawn = self.placed(MarkedBoard(board, marks), LARGE, {MARKED})
        rings = [ring(middle(cell, board.size, NUMBERS, MARGIN, LARGE), LARGE, dashed=True) for cell in allowed]
        facts = {"allowed": len(allowed), "closed": board.size**2 - 1 - len(allowed)}
        return replace(drawn, shapes=(*drawn.shapes, *rings), facts=facts)

    def line(self) -> Figure:
        """A line through all cells, cut four times, and the board that it makes."""
        size, cell = 5, PAIRED
        board = positions.cut(PATH, size)
        side = size * cell
        shapes = grid(size, MARGIN, MARGIN, cell)
        points_of = [middle(number, size, MARGIN, MARGIN, cell) for number in PATH]
        shapes.append(Shape((tuple(points_of),), None, DARK, 0.8, closed=False))
        for at in (points_of[0], points_of[-1]):
            shapes.append(Shape((circle(*at, 1.1, 24),), DARK))
        cuts = 0
        for step in range(size, size * size, size):
            (x0, y0), (x1, y1) = points_of[step - 1], points_of[step]
            x, y, across, up = (x0 + x1) / 2, (y0 + y1) / 2, (y1 - y0) * 0.32, (x1 - x0) * 0.32
            ends = ((x - across, y - up), (x + across, y + up))
            shapes.append(Shape((ends,), None, "#FFFFFF", 2.4, closed=False))
            shapes.append(Shape((ends,), None, DARK, 1.4, closed=False))
            cuts += 1
        left = MARGIN + side + BETWEEN
        colours, _ = positions.joint(board, _swapped(board), SWAP)
        shapes.append(arrow_between(left - BETWEEN, left, MARGIN + side / 2))
        shapes += self.board(board, left, MARGIN, cell, colours)
        facts = {"cells": len(set(PATH)), "cuts": cuts, "valid": valid(judged(MarkedBoard(board, FREE * size * size)))}
        return Figure(left + side + MARGIN, side + 2 * MARGIN, tuple(shapes), (), facts)

    def swap(self) -> Figure:
        """Two cells that change places, and the board that they make: one that no line makes."""
        size, cell = 5, PAIRED
        before = positions.cut(PATH, size)
        after = _swapped(before)
        side = size * cell
        left = MARGIN + side + BETWEEN
        # a region keeps its colour, so that what is seen to change are the two cells
        colours = positions.joint(before, after, SWAP)
        shapes = self.board(before, MARGIN, MARGIN, cell, colours[0])
        shapes += self.board(after, left, MARGIN, cell, colours[1])
        shapes.append(arrow_between(left - BETWEEN, left, MARGIN + side / 2))
        for number in SWAP:
            shapes += [ring(middle(number, size, edge, MARGIN, cell), cell) for edge in (MARGIN, left)]
        facts = {
            "valid": valid(judged(MarkedBoard(after, FREE * size * size))),
            "line-before": yes(positions.is_lined(before)),
            "line-after": yes(positions.is_lined(after)),
        }
        return Figure(left + side + MARGIN, side + 2 * MARGIN, tuple(shapes), (), facts)

    def threes(self) -> Figure:
        """Every board of 3 × 3, and how its games end."""
        boards = every(3)
        shapes: list[Shape] = []
        step = 3 * TENTH + GAP
        for k, board in enumerate(boards):
            row, column = divmod(k, 5)
            shapes += self.board(board, MARGIN + column * step, MARGIN + (1 - row) * step, TENTH)
        return Figure(5 * step - GAP + 2 * MARGIN, 2 * step - GAP + 2 * MARGIN, tuple(shapes), (), of_threes())

    def patient(self) -> Figure:
        """A position in which O wins only if she keeps her double move."""
        marked = judged(PATIENT)
        size = marked.board.size
        best, found = of_patient()
        drawn = self.placed(marked, LARGE)
        facts = {"valid": valid(marked), "empty": marked.marks.count(FREE), "by": named(best, size), **found}
        around = ring(middle(best, size, NUMBERS, MARGIN, LARGE), LARGE, dashed=True)
        return replace(drawn, shapes=(*drawn.shapes, around), facts=facts)


def colours(inks: int) -> set[int]:
    """Return the colours that boards in the pictures have, if a palette has so many inks: a board has all or none."""
    before = positions.cut(PATH, 5)
    drawn = list(positions.joint(before, _swapped(before), SWAP))
    shown = (EXAMPLE, PATIENT, LATE, PINWHEEL, QUESTION)
    drawn += [colouring(board) for board in (*(marked.board for marked in shown), *every(3))]
    return {colour for given in drawn if max(given) < inks for colour in given}


# what takes a search is found once, and is the same for every set


@lru_cache(maxsize=1)
def of_threes() -> dict[str, object]:
    """Return what is true of all boards of 3 × 3: how the whole game ends by each rule, and how many openings win."""
    boards = every(3)
    empty = FREE * 9
    facts: dict[str, object] = {"boards": len(boards), "openings": min(map(endings.openings, boards))}
    facts["valid"] = "yes" if all(valid(MarkedBoard(board, empty)) == "yes" for board in boards) else "no"
    for rule in endings.RULES:
        facts[rule] = ",".join(sorted({points(endings.best(board, rule), 3) for board in boards}))
    return facts


@lru_cache(maxsize=1)
def of_patient() -> tuple[int, dict[str, object]]:
    """Return the mark with which O wins if she keeps her double, and how the game ends then and otherwise.

    Of her doubles now: how many there are, how the best of them end, and how the others do. Else both play their best.
    """
    size = PATIENT.board.size
    ending = endings.Ending(PATIENT.board)
    rules = (endings.FREE, endings.RESTRICTED, endings.NONE)
    free, restricted, never = (ending.judged(PATIENT.marks, endings.NOUGHT, rule) for rule in rules)
    doubles = [x for move, x in free.items() if len(move) == 2]
    now = min(doubles)
    later = min(x for move, x in free.items() if len(move) == 1)
    (best,) = [move[0] for move, x in free.items() if len(move) == 1 and x == later]
    ends = {"now": now, "later": later, "never": min(never.values()), "restricted": min(restricted.values())}
    others = ",".join(points(x, size) for x in sorted(set(doubles) - {now}))
    found = {when: points(x, size) for when, x in ends.items()}
    return best, {"doubles": len(doubles), "now-others": others, **found}


def _swapped(board: Board) -> Board:
    after = positions.swapped(board, *SWAP)
    if after is None:
        raise ValueError("figure: the cells that change places leave a region in two parts")
    return after


def side_of(piece: Piece) -> int:
    """Return how many cells the side of a board has."""
    return round(piece.corners[1].to_xy()[0] - piece.corners[0].to_xy()[0])
