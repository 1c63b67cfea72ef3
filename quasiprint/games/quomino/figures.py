"""How Quomino's book shows a board: positions that the rules play, drawn with the faces of a box. Lengths in mm."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from quasiprint.drawing.face_shapes import RIM, Scene, SetPainter
from quasiprint.drawing.palettes import outline_of
from quasiprint.games.quomino.notation import Position, is_position, of_game, read, read_position, replay
from quasiprint.games.quomino.rules import BLACK, COLOURS, CORNERS, DEAD, FIRST, LAST, WHITE, GameState, grid, name
from quasiprint.model.face import Point, Ring
from quasiprint.model.measures import Maker
from quasiprint.model.page import Drawn, Figure, Shape
from quasiprint.model.piece import GameSet

CELL = 11.8  # a square in a figure: six of them, and the names of rows, are as wide as a column
MARGIN = 5.0  # for the names of columns and rows
EDGE = 0.6  # on the other sides
NAME = 3.3  # the size of a name
MARK = "#8A55B8"  # what the text points at: told from black and from white
FIELD, LINE, GREY = "#EDE6D6", "#B8B09C", "#555555"
INSET = 0.06  # of a square: so much smaller pieces are drawn on a board, so that each is seen alone
TALLY = 8.5  # how high the line is that says how many Quominoes there are
FACTS: dict[str, Callable[[GameState], object]] = {  # what a caption may claim of a game
    "black": lambda game: game.quominoes[BLACK],
    "white": lambda game: game.quominoes[WHITE],
    "quominoes": lambda game: sum(game.quominoes),
    "dead": lambda game: game.count(DEAD, DEAD),
    "moves": lambda game: game.move_count,
    "mover": lambda game: COLOURS[game.mover],
    "over": lambda game: game.over,
}


def facts_of(game: GameState, names: str) -> dict[str, object]:
    """Return some of the FACTS of a game."""
    return {name: FACTS[name](game) for name in names.split()}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a board of `size` squares lies: its lower left corner, and how wide a square is."""

    size: int
    left: float = MARGIN
    low: float = MARGIN
    cell: float = CELL

    def middle(self, square: int, reach: float = 0.5) -> Point:
        """Return the middle of a square."""
        row, column = divmod(square, self.size)
        return self.left + (column + reach) * self.cell, self.low + (self.size - row - reach) * self.cell

    def crossing(self, block: int) -> Point:
        """Return the middle of a block."""
        return self.middle(grid(self.size).squares[block][0], 1)


def picture(text: bytes, sets: Mapping[Maker, GameSet]) -> Figure:
    """Draw a position, or what a game has come to, with a box's pieces. Raises InputError as `score`."""
    return OminoFigures(sets[Maker.PAPER]).board(read_position(text) if is_position(text) else replay(read(text))[0])


class OminoFigures(SetPainter):
    """Boards and pieces as a box has them."""

    def __init__(self, game_set: GameSet) -> None:
        super().__init__(game_set)
        self.omino_face = next(piece.face for piece in game_set.pieces if piece.shape == "omino")
        self.quomino_face = next(piece.face for piece in game_set.pieces if piece.shape == "quomino")
        self.marker_face = next(thing.face for thing in game_set.accessories if thing.kind == "marker")

    def omino(self, corner: float, x: float, y: float, cell: float = CELL) -> tuple[Drawn, ...]:
        """Return an omino. corner: where it is black; between two, it lies askew."""
        return self.put(self.omino_face, x, y, cell, -90.0 * (corner - CORNERS.index("ne")))

    def marker(self, x: float, y: float, cell: float = CELL) -> tuple[Drawn, ...]:
        """Return a marker."""
        return self.put(self.marker_face, x, y, cell, 0.0)

    def quomino(self, colour: int, x: float, y: float, cell: float = CELL) -> tuple[Drawn, ...]:
        """Return a Quomino with a colour up."""
        if colour == BLACK:
            return self.put(self.quomino_face, x, y, cell, 0.0)
        scale = cell / self.edge

        def put(ring: Ring) -> Ring:
            return tuple((x + px * scale, y + py * scale) for px, py in ring)

        ink, line = self.inks[0], outline_of(self.inks[0], "#FFFFFF")
        width = 0.15 if line else 0.0
        corners = (Shape(tuple(map(put, region.rings)), ink, line, width) for region in self.quomino_face.back)
        return (Shape((put(self.quomino_face.nominal),), "#FFFFFF", RIM, 0.15), *corners)

    def field(self, on: Position, left: float, low: float, cell: float) -> Scene:
        """Return a board and what lies on it, its lower left corner at (left, low)."""
        n, far, place, scene = on.size, on.size * cell, Place(on.size, left, low, cell), Scene()
        scene.box(left, low, far, far, FIELD, RIM, 0.5)
        for k in range(1, n):
            at = k * cell
            lines = (((left + at, low), (left + at, low + far)), ((left, low + at), (left + far, low + at)))
            scene.lines(lines, LINE, 0.2)
        for square, what in enumerate(on.cells):
            if FIRST <= what <= LAST:
                scene.shapes += self.omino(what - FIRST, *place.middle(square), (1 - INSET) * cell)
            elif what == DEAD:
                scene.shapes += self.marker(*place.middle(square), cell)
        for block, colour in on.quominoes()[0]:
            scene.shapes += self.quomino(colour, *place.crossing(block), (1 - INSET / 2) * cell)
        return scene

    def board(
        self,
        on: Position | GameState,
        facts: Mapping[str, object] | None = None,
        rings: Collection[int] = (),
        blocks: Collection[int] = (),
        tags: Mapping[int, str] | None = None,
        block_tags: Mapping[int, str] | None = None,
        tally: Sequence[int] | None = None,
    ) -> Figure:
        """A position, with names along two sides.

        rings: squares with a ring around them. blocks: those with a line around them. tags: words on squares, and on
        the middles of blocks. tally: how many Quominoes of each colour there are, said above.
        """
        n, far, place = on.size, on.size * CELL, Place(on.size)
        scene = self.field(on if isinstance(on, Position) else of_game(on), MARGIN, MARGIN, CELL)
        for k in range(n):
            at = MARGIN + (k + 0.5) * CELL
            scene.write(at, 1.0, name(k, n)[0], NAME, colour=GREY)
            scene.write(MARGIN / 2 - 0.4, at - 1.2, k + 1, NAME, colour=GREY)
        for x, y in map(place.crossing, blocks):
            scene.box(x - CELL, y - CELL, 2 * CELL, 2 * CELL, None, MARK, 0.9)
        for square in rings:
            scene.disc(place.middle(square), 0.42 * CELL, 40, None, MARK, 0.9)
        placed = [(place.middle(square), said) for square, said in (tags or {}).items()]
        placed += [(place.crossing(block), said) for block, said in (block_tags or {}).items()]
        for (x, y), said in placed:
            scene.disc((x, y), 2.7, 32, MARK, "#FFFFFF", 0.4)
            scene.write(x, y - 1.15, said, 3.2, bold=True, colour="#FFFFFF")
        height = MARGIN + far + EDGE
        if tally is not None:
            side, low = TALLY - 2.0, height + 1.0
            for colour, x in ((BLACK, MARGIN + far / 2 - 17.0), (WHITE, MARGIN + far / 2 + 6.0)):
                scene.shapes += self.quomino(colour, x, low + side / 2, side / 2)
                scene.write(x + side / 2 + 1.6, low + side / 2 - 1.8, tally[colour], 5.0, "start", bold=True)
            height += TALLY
        return scene.figure(MARGIN + far + EDGE, height, facts or {})
