"""Boards as figures of a book show them: with the set's own faces, and with marks, rings, dots and winners on them.

Lengths in mm, y up. A figure's `cell` is how wide one of its cells is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from quasiprint.drawing.face_shapes import RIM, Scene, SetPainter, pale, rectangle
from quasiprint.drawing.outlines import circle, turn_ring
from quasiprint.games.majomino.board import FREE, Board, Labels, MarkedBoard, Won, colouring, tally
from quasiprint.games.majomino.dissection import neighbours
from quasiprint.games.majomino.face import BoardStyle, face
from quasiprint.model.face import Face, Point, Ring
from quasiprint.model.page import Figure, Imprint, Shape
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


@dataclass(frozen=True, slots=True)
class Place:
    """Where a board of `size` cells to a side lies: its lower left corner, and how wide a cell is."""

    size: int
    left: float = MARGIN
    low: float = MARGIN
    cell: float = CELL

    @property
    def side(self) -> float:
        """How wide the board is."""
        return self.size * self.cell

    def middle(self, number: int) -> Point:
        """Return where a mark in the cell of this number lies."""
        row, column = divmod(number, self.size)
        return self.left + (column + 0.5) * self.cell, self.low + (self.size - row - 0.5 + LIFT) * self.cell

    def dot(self, number: int) -> Imprint:
        """Return a dot in a cell."""
        return Imprint(_DOT, *self.middle(number), scale=self.cell / 8)

    def ring(self, number: int, dashed: bool = True) -> Imprint:
        """Return a ring in a cell, in short strokes, since a whole one is O's mark, or whole."""
        shapes, width = (_DASHED, 0.5) if dashed else (_WHOLE, 0.6)
        return Imprint(shapes, *self.middle(number), scale=RING * self.cell, width=width)


_AROUND = circle(0.0, 0.0, 1.0, 48)
_DOT = (Shape((circle(0.0, 0.0, 1.0, 24),), DARK),)
_WHOLE = (Shape((_AROUND,), None, DARK),)
_DASHED = (Shape(tuple(_AROUND[k : k + 4] for k in range(0, 48, 6)), None, DARK, closed=False),)


class BoardDrawing(SetPainter):
    """Boards drawn as a set has them."""

    def __init__(self, paper: GameSet) -> None:
        super().__init__(paper)
        self.set = paper
        self._faces: dict[tuple[Board, Labels], Face] = {}
        self._layers: dict[int, tuple[Face, list[tuple[tuple[Shape, ...], float]]]] = {}
        self.regions = paper.palette.inks if dict(paper.parameters)["regions"] == "coloured" else ()

    def board(self, board: Board, place: Place, colours: Labels | None = None) -> Scene:
        """Return a board. colours: of its regions, if they are given."""
        colours = colouring(board) if colours is None else colours
        inks = self.regions if max(colours) < len(self.regions) else ()
        shown = colours if inks else ()
        if (board, shown) not in self._faces:
            self._faces[board, shown] = face(board, shown, BoardStyle(self.set.measures, inks))
        return self.draw_face(self._faces[board, shown], place)

    def draw_face(self, drawn: Face, place: Place) -> Scene:
        """Return a board's face."""
        at, scale = (place.left + place.side / 2, place.low + place.side / 2), place.cell / self.edge
        key = id(drawn)  # the face is kept, so that its number stays its own
        if key not in self._layers:
            self._layers[key] = drawn, list(self._layers_of(drawn))
        return Scene(Imprint(shapes, *at, scale=scale, width=width) for shapes, width in self._layers[key][1] if shapes)

    def _layers_of(self, drawn: Face) -> Iterator[tuple[tuple[Shape, ...], float]]:
        """Yield what a board's face is, from below: grounds, ink, lines, walls; and how wide their lines are, mm."""
        inked = [mark for mark in drawn.marks if mark.colour is not None and mark.ink]
        tinted = [mark for mark in drawn.marks if mark.colour is not None and not mark.ink]
        plain = [mark for mark in drawn.marks if mark.colour is None]
        tints = (Shape(area.rings, pale(self.inks[m.colour or 0], PALE)) for m in tinted for area in m.field)
        yield (Shape((drawn.nominal,), "#FFFFFF"), *tints), 0.0
        yield tuple(Shape(area.rings, self.inks[m.colour or 0], "#333333") for m in inked for area in m.ink), 0.1
        yield tuple(Shape((line,), None, LINES, closed=False) for mark in plain for line in mark.lines), 0.2
        yield tuple(Shape(area.rings, WALLS) for mark in plain for area in mark.ink), 0.0

    def marks(self, marked: MarkedBoard, place: Place, fresh: Collection[int] = ()) -> Scene:
        """Return a board and its marks. fresh: the cells of new marks, which stand on white discs."""
        scene = self.board(marked.board, place)
        for number, mark in enumerate(marked.marks):
            if mark != FREE:
                if number in fresh:
                    scene.disc(place.middle(number), FRESH * place.cell, 48, "#FFFFFF", DARK, 0.35)
                sign(scene, mark, place.middle(number), place.cell * (0.17 if number in fresh else 0.2))
        return scene

    def figure(self, marked: MarkedBoard) -> Figure:
        """A board and its marks."""
        place = Place(marked.board.size)
        return self.marks(marked, place).figure(place.side + 2 * MARGIN, place.side + 2 * MARGIN, {})

    def position(
        self,
        marked: MarkedBoard,
        cell: float,
        fresh: Collection[int] = (),
        facts: Mapping[str, object] | None = None,
        dots: Collection[int] = (),
        rings: Collection[int] = (),
        points: Mapping[int, tuple[int, bool]] | None = None,
    ) -> Figure:
        """Return a position with the numbers of its rows and columns. dots, rings: cells that are marked so. points:
        numbers in cells, and whether they are heavy."""
        place = Place(marked.board.size, NUMBERS, MARGIN, cell)
        scene = self.marks(marked, place, fresh)
        _numbers(scene, place)
        scene.shapes += [*map(place.dot, dots), *map(place.ring, rings)]
        for number, (said, heavy) in (points or {}).items():
            x, y = place.middle(number)
            scene.write(x, y - 1.0, said, 4.0, bold=heavy, colour=DARK)
        return scene.figure(place.side + 2 * NUMBERS, place.side + MARGIN + NUMBERS, facts or {})

    def tally_board(self, marked: MarkedBoard, facts: Mapping[str, object], fresh: Collection[int] = ()) -> Figure:
        """Return a position, who has won its rows and columns, and a small board with who has won its regions.

        What fresh marks have decided is darker than what was decided before; without any, all is dark.
        """
        size, count = marked.board.size, tally(marked)
        fresh_cells = fresh or range(len(marked.marks))
        left = "".join(FREE if cell in fresh_cells else mark for cell, mark in enumerate(marked.marks))
        before = tally(MarkedBoard(marked.board, left))
        place = Place(size, NUMBERS, MARGIN + (WINNERS if any(count.columns) else 0.0), LARGE)
        scene, right = self.marks(marked, place, fresh), place.left + place.side

        def winner(won: Won, old: Won, at: Point, reach: float) -> None:
            sign(scene, won or "", at, reach, SIGN if won == old else DARK)

        for k in range(size):
            (across, _), (_, up) = place.middle(k), place.middle(k * size)
            winner(count.rows[k], before.rows[k], (right + 4.0, up), 1.4)
            winner(count.columns[k], before.columns[k], (across, place.low - 4.0), 1.4)
        aside = Place(size, right + WINNERS + 1.5, place.low + (place.side - size * MINI) / 2, MINI)
        scene.add(self.board(marked.board, aside))
        for cells, won, old in zip(marked.board.cells(), count.regions, before.regions, strict=True):
            winner(won, old, aside.middle(heart(marked.board, cells)), 0.31 * MINI)
        _numbers(scene, place)
        return scene.figure(aside.left + aside.side + MARGIN, place.low + place.side + NUMBERS, facts)


def place_ring(ring: Ring, scale: float, at: Point, angle: float = 0.0) -> Ring:
    """Return a ring of the set in the figure, its origin at a point, turned by so many degrees."""
    return turn_ring(tuple((px * scale, py * scale) for px, py in ring), math.radians(angle), *at)


def _numbers(scene: Scene, place: Place) -> None:
    """Write the numbers of rows and columns, to the left of a board and above it."""
    for k in range(place.size):
        x, y = place.middle(k * place.size + k)
        scene.write(x, place.low + place.side + 1.6, k + 1, 3.4, colour=SIGN)
        scene.write(place.left - 2.8, y - 1.2, k + 1, 3.4, colour=SIGN)


def sign(scene: Scene, mark: str, at: Point, reach: float, colour: str = DARK) -> None:
    """Draw an x or an o around a point; nothing for no mark. reach: from the middle of an x to its ends, sideways."""
    (x, y), width = at, reach / 1.6
    if mark == "x":
        strokes = ((x - reach, y - reach), (x + reach, y + reach)), ((x - reach, y + reach), (x + reach, y - reach))
        scene.lines(strokes, colour, width)
    elif mark == "o":
        scene.disc(at, 1.1 * reach, 40, None, colour, width)


def heart(board: Board, cells: Sequence[int]) -> int:
    """Return the cell of a region with most of its neighbours in it."""
    near = neighbours(board.size)
    return max(cells, key=lambda cell: (len({*near[cell]} & {*cells}), -cell))


def grid(scene: Scene, place: Place) -> None:
    """Draw squared paper."""
    left, low, far = place.left, place.low, place.side
    scene.area(rectangle(left, low, far, far), "#FFFFFF", RIM, 0.5)
    for k in range(1, place.size):
        at = k * place.cell
        lines = (((left + at, low), (left + at, low + far)), ((left, low + at), (left + far, low + at)))
        scene.lines(lines, LINES, 0.2)
