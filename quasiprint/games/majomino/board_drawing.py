"""Boards as figures of a book show them: with the set's own faces, and with marks, rings, dots and winners on them.

Lengths in mm, y up. A figure's `cell` is how wide one of its cells is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from quasiprint.drawing.face_shapes import RIM, arrow, pale
from quasiprint.drawing.outlines import circle, turned
from quasiprint.games.majomino.board import FREE, Board, Labels, MarkedBoard, Won, colouring, tally
from quasiprint.games.majomino.face import BoardStyle, face
from quasiprint.model.face import Face
from quasiprint.model.page import Figure, Shape, Text
from quasiprint.model.piece import GameSet

CELL, LARGE, MINI = 7.2, 8.2, 4.8  # mm: a cell of a figure, a large one, and one of a small board beside it
MARGIN = 1.0
NUMBERS = 5.0  # beside and above a board: room for the numbers of its rows and columns
WINNERS = 7.0  # beside and below a board: room for who has won its rows and columns
RING = 0.26  # of a cell: a ring's radius
FRESH = 0.31  # of a cell: radius of the disc under a mark that is new
LIFT = 0.09  # of a cell: how far a mark lies above the middle, clear of the bar below it
PALE = 0.78
DARK, SIGN, WALLS, LINES = "#111111", "#555555", "#1a1a1a", "#9a968c"


class BoardDrawing:
    """Boards drawn as a set has them."""

    def __init__(self, paper: GameSet) -> None:
        self.set = paper
        self.inks = paper.palette.inks if dict(paper.parameters)["regions"] == "coloured" else ()

    def board(
        self, board: Board, left: float, low: float, cell: float = CELL, colours: Labels | None = None
    ) -> list[Shape]:
        """Return a board whose lower left corner is at (left, low). colours: of its regions, if they are given."""
        colours = colouring(board) if colours is None else colours
        inks = self.inks if max(colours) < len(self.inks) else ()
        drawn = face(board, colours if inks else (), BoardStyle(self.set.measures, inks))
        return self.drawn(drawn, board.size, left, low, cell)

    def drawn(self, drawn: Face, size: int, left: float, low: float, cell: float) -> list[Shape]:
        """Return a board's face whose lower left corner is at (left, low)."""
        scale = cell / self.set.measures.size.edge
        x, y = left + size * cell / 2, low + size * cell / 2

        def put(ring: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
            return turned(tuple((px * scale, py * scale) for px, py in ring), 0.0, x, y)

        shapes = [Shape((put(drawn.nominal),), "#FFFFFF")]
        for mark in sorted(drawn.marks, key=lambda mark: (mark.colour is None, bool(mark.ink))):
            if mark.colour is None:
                shapes += [Shape((put(line),), None, LINES, 0.2, closed=False) for line in mark.lines]
                shapes += [Shape(tuple(map(put, region.rings)), WALLS) for region in mark.ink]
            elif mark.ink:
                ink = self.set.palette.inks[mark.colour].rgb
                shapes += [Shape(tuple(map(put, region.rings)), ink, "#333333", 0.1) for region in mark.ink]
            else:
                tint = pale(self.set.palette.inks[mark.colour].rgb, PALE)
                shapes += [Shape(tuple(map(put, region.rings)), tint) for region in mark.field]
        return shapes

    def marks(
        self, marked: MarkedBoard, left: float, low: float, cell: float = CELL, fresh: Collection[int] = ()
    ) -> list[Shape]:
        """Return a board and its marks. fresh: the cells of new marks, which stand on white discs."""
        shapes = self.board(marked.board, left, low, cell)
        for number, mark in enumerate(marked.marks):
            if mark != FREE:
                at = middle(number, marked.board.size, left, low, cell)
                if number in fresh:
                    shapes.append(Shape((circle(*at, FRESH * cell, 48),), "#FFFFFF", DARK, 0.35))
                shapes += sign(mark, *at, cell * (0.17 if number in fresh else 0.2))
        return shapes

    def placed(self, marked: MarkedBoard, cell: float = CELL, fresh: Collection[int] = ()) -> Figure:
        """Return a position with the numbers of its rows and columns."""
        side = marked.board.size * cell
        shapes = tuple(self.marks(marked, NUMBERS, MARGIN, cell, fresh))
        texts = numbers(marked.board.size, NUMBERS, MARGIN, cell)
        return Figure(side + 2 * NUMBERS, side + MARGIN + NUMBERS, shapes, tuple(texts))

    def counted(self, marked: MarkedBoard, fresh: Collection[int] = ()) -> Figure:
        """Return a position, who has won its rows and columns, and a small board with who has won its regions.

        What fresh marks have decided is darker than what was decided before; without any, all is dark.
        """
        size, count, cell, mini = marked.board.size, tally(marked), LARGE, MINI
        before = tally(without(marked, fresh or range(len(marked.marks))))
        side = size * cell
        left, low = NUMBERS, MARGIN + (WINNERS if any(count.columns) else 0.0)
        shapes = self.marks(marked, left, low, cell, fresh)
        for k in range(size):
            (across, _), (_, up) = middle(k, size, left, low, cell), middle(k * size, size, left, low, cell)
            shapes += _winner(count.rows[k], before.rows[k], left + side + 4.0, up, 1.4)
            shapes += _winner(count.columns[k], before.columns[k], across, low - 4.0, 1.4)
        aside = left + side + WINNERS + 1.5
        up = low + (side - size * mini) / 2
        shapes += self.board(marked.board, aside, up, mini)
        for cells, won, old in zip(marked.board.cells(), count.regions, before.regions, strict=True):
            at = middle(heart(marked.board, cells), size, aside, up, mini)
            shapes += _winner(won, old, *at, 0.31 * mini)
        width = aside + size * mini + MARGIN
        texts = numbers(size, left, low, cell)
        return Figure(width, low + side + NUMBERS, tuple(shapes), tuple(texts))


def without(marked: MarkedBoard, cells: Collection[int]) -> MarkedBoard:
    """Return a position without the marks in some cells."""
    left = "".join(FREE if cell in cells else mark for cell, mark in enumerate(marked.marks))
    return MarkedBoard(marked.board, left)


def numbers(size: int, left: float, low: float, cell: float) -> list[Text]:
    """Return the numbers of rows and columns, to the left of a board and above it."""
    texts = []
    for k in range(size):
        x, y = middle(k * size + k, size, left, low, cell)
        texts.append(Text(x, low + size * cell + 1.6, str(k + 1), 3.4, "middle", colour=SIGN))
        texts.append(Text(left - 2.8, y - 1.2, str(k + 1), 3.4, "middle", colour=SIGN))
    return texts


def middle(number: int, size: int, left: float, low: float, cell: float = CELL) -> tuple[float, float]:
    """Return where a mark in the cell of this number lies."""
    row, column = divmod(number, size)
    return left + (column + 0.5) * cell, low + (size - row - 0.5 + LIFT) * cell


def sign(mark: str, x: float, y: float, reach: float, colour: str = DARK) -> list[Shape]:
    """Return an x or an o around a point; nothing for no mark. reach: from the middle of an x to its ends, sideways."""
    width = reach / 1.6
    if mark == "x":
        strokes = (((x - reach, y - reach), (x + reach, y + reach)), ((x - reach, y + reach), (x + reach, y - reach)))
        return [Shape(strokes, None, colour, width, closed=False)]
    return [Shape((circle(x, y, 1.1 * reach, 40),), None, colour, width)] if mark == "o" else []


def _winner(won: Won, before: Won, x: float, y: float, reach: float) -> list[Shape]:
    return sign(won or "", x, y, reach, SIGN if won == before else DARK)


def ring(at: tuple[float, float], cell: float = CELL, dashed: bool = False) -> Shape:
    """Return a ring in a cell, whole or in short strokes."""
    around = circle(*at, RING * cell, 48)
    if not dashed:
        return Shape((around,), None, DARK, 0.6)
    return Shape(tuple(around[k : k + 4] for k in range(0, 48, 6)), None, DARK, 0.5, closed=False)


def dot(at: tuple[float, float], cell: float = CELL) -> Shape:
    """Return a dot in a cell."""
    return Shape((circle(*at, cell / 8, 24),), DARK)


def heart(board: Board, cells: Sequence[int]) -> int:
    """Return the cell of a region with most of its neighbours in it."""
    at = {cell: divmod(cell, board.size) for cell in cells}

    def beside(cell: int) -> int:
        return sum(abs(at[cell][0] - row) + abs(at[cell][1] - column) == 1 for row, column in at.values())

    return max(cells, key=lambda cell: (beside(cell), -cell))


def grid(size: int, left: float, low: float, cell: float = CELL) -> list[Shape]:
    """Return squared paper."""
    far = size * cell
    rim = ((left, low), (left + far, low), (left + far, low + far), (left, low + far))
    shapes = [Shape((rim,), "#FFFFFF", RIM, 0.5)]
    for k in range(1, size):
        at = k * cell
        across = (((left + at, low), (left + at, low + far)), ((left, low + at), (left + far, low + at)))
        shapes.append(Shape(across, None, LINES, 0.2, closed=False))
    return shapes


def arrow_between(left: float, right: float, y: float) -> Shape:
    """Return an arrow in the room between two drawings."""
    return arrow(left + 1.5, y, right - 1.5, 0.6, RIM)
