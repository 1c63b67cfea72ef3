"""How Quomino's book shows a board: positions that the rules play, drawn with the faces of a box. Lengths in mm."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from quasiprint.drawing.face_shapes import RIM, arrow, laid
from quasiprint.drawing.outlines import circle
from quasiprint.drawing.palettes import outline_of
from quasiprint.games.quomino import bounds, played
from quasiprint.games.quomino.rules import BLACK, COLOURS, DEAD, EMPTY, FIRST, LAID, LAST, WHITE, GameState, Move
from quasiprint.games.quomino.squares import CORNERS, NOWHERE, grid, name, opposite
from quasiprint.model.face import Face, Ring
from quasiprint.model.page import Figure, Shape, Text
from quasiprint.model.piece import GameSet

APART = 0.7  # between ominoes that are to close, so that four of them are seen
CELL = 11.8  # a square in a figure: six of them, and the names of rows, are as wide as a column
MARGIN = 5.0  # for the names of columns and rows
EDGE = 0.6  # on the other sides
NAME = 3.3  # the size of a name
SMALL = 15.0  # a square where a piece or two are shown
MARK = "#8A55B8"  # what the text points at: told from black and from white
FIELD, LINE, GREY = "#EDE6D6", "#B8B09C", "#555555"
INSET = 0.06  # of a square: so much smaller pieces are drawn on a board, so that each is seen alone
TALLY = 8.5  # how high the line is that says how many Quominoes there are

Drawn = tuple[list[Shape], list[Text]]


@dataclass(frozen=True, slots=True)
class Shown:
    """What lies on a board of `size` × `size` squares, as `GameState` says it; also in the midst of a turn."""

    size: int
    cells: tuple[int, ...]

    def changed(self, cells: Mapping[int, int]) -> Shown:
        """Return it with something else on some squares."""
        return Shown(self.size, tuple(cells.get(square, cell) for square, cell in enumerate(self.cells)))


def shown(game: GameState) -> Shown:
    """Return what lies on the board of a game."""
    return Shown(game.size, tuple(game.cells))


def blocks_laid(on: Shown) -> list[tuple[int, int]]:
    """Return the blocks under Quominoes, with their colours: the first square not seen is the upper left of one."""
    seen: set[int] = set()
    found = []
    squares = grid(on.size).squares
    for square, cell in enumerate(on.cells):
        if cell in LAID and square not in seen:
            block = next(block for block, four in enumerate(squares) if four[0] == square)
            seen.update(squares[block])
            found.append((block, LAID.index(cell)))
    return found


def counts(game: GameState) -> dict[str, object]:
    """Return what a game has come to, as facts."""
    return {
        "black": game.laid[BLACK],
        "white": game.laid[WHITE],
        "dead": game.count(DEAD, DEAD),
        "moves": game.played,
        "over": "yes" if game.over else "no",
    }


def with_facts(drawn: Figure, facts: Mapping[str, object]) -> Figure:
    """Return a figure with what is true of it."""
    return Figure(drawn.width, drawn.height, drawn.shapes, drawn.texts, dict(facts))


class OminoFigures:
    """Boards and pieces as a box has them."""

    def __init__(self, game_set: GameSet) -> None:
        self.inks = [ink.rgb for ink in game_set.palette.inks]
        self.edge = game_set.measures.size.edge
        self.omino_face = next(piece.face for piece in game_set.pieces if piece.shape == "omino")
        self.quomino_face = next(piece.face for piece in game_set.pieces if piece.shape == "quomino")
        self.marker_face = next(thing.face for thing in game_set.accessories if thing.kind == "marker")

    # --- pieces

    def _put(self, face: Face, x: float, y: float, cell: float, turn: float = 0) -> tuple[Shape, ...]:
        return laid(face, self.inks, x, y, -90.0 * turn, cell / self.edge)

    def omino(self, corner: float, x: float, y: float, cell: float = CELL) -> tuple[Shape, ...]:
        """Return an omino. corner: where it is black; between two, it lies askew."""
        return self._put(self.omino_face, x, y, cell, corner - CORNERS.index("ne"))

    def marker(self, x: float, y: float, cell: float = CELL) -> tuple[Shape, ...]:
        """Return a marker."""
        return self._put(self.marker_face, x, y, cell)

    def quomino(self, colour: int, x: float, y: float, cell: float = CELL) -> tuple[Shape, ...]:
        """Return a Quomino with a colour up."""
        if colour == BLACK:
            return self._put(self.quomino_face, x, y, cell)
        scale = cell / self.edge

        def put(ring: Ring) -> Ring:
            return tuple((x + px * scale, y + py * scale) for px, py in ring)

        ink, line = self.inks[0], outline_of(self.inks[0], "#FFFFFF")
        width = 0.15 if line else 0.0
        corners = (Shape(tuple(map(put, region.rings)), ink, line, width) for region in self.quomino_face.back)
        return (Shape((put(self.quomino_face.nominal),), "#FFFFFF", RIM, 0.15), *corners)

    # --- boards

    def field(self, on: Shown, left: float, low: float, cell: float) -> list[Shape]:
        """Return a board and what lies on it, its lower left corner at (left, low)."""
        n, far = on.size, on.size * cell
        shapes = [Shape((box_ring(left, low, far, far),), FIELD, RIM, 0.5)]
        for k in range(1, n):
            at = k * cell
            lines = (((left + at, low), (left + at, low + far)), ((left, low + at), (left + far, low + at)))
            shapes.append(Shape(lines, None, LINE, 0.2, closed=False))
        for square, what in enumerate(on.cells):
            x, y = _middle(square, n, left, low, cell)
            if FIRST <= what <= LAST:
                shapes += self.omino(what - FIRST, x, y, (1 - INSET) * cell)
            elif what == DEAD:
                shapes += self.marker(x, y, cell)
        for block, colour in blocks_laid(on):
            x, y = _crossing(block, n, left, low, cell)
            shapes += self.quomino(colour, x, y, (1 - INSET / 2) * cell)
        return shapes

    def board(
        self,
        on: Shown,
        rings: Collection[int] = (),
        blocks: Collection[int] = (),
        tags: Mapping[int, str] | None = None,
        block_tags: Mapping[int, str] | None = None,
        tally: tuple[int, int] | None = None,
    ) -> Figure:
        """A position, with names along two sides.

        rings: squares with a ring around them. blocks: those with a line around them. tags: words on squares, and on
        the middles of blocks. tally: how many black and white Quominoes there are, said above.
        """
        n, far = on.size, on.size * CELL
        shapes = self.field(on, MARGIN, MARGIN, CELL)
        texts = []
        for k in range(n):
            at = MARGIN + (k + 0.5) * CELL
            texts.append(Text(at, 1.0, name(k, n)[0], NAME, "middle", colour=GREY))
            texts.append(Text(MARGIN / 2 - 0.4, at - 1.2, str(k + 1), NAME, "middle", colour=GREY))
        for block in blocks:
            x, y = _crossing(block, n, MARGIN, MARGIN, CELL)
            shapes.append(Shape((box_ring(x - CELL, y - CELL, 2 * CELL, 2 * CELL),), None, MARK, 0.9))
        for square in rings:
            x, y = _middle(square, n, MARGIN, MARGIN, CELL)
            shapes.append(Shape((circle(x, y, 0.42 * CELL, 40),), None, MARK, 0.9))
        placed = [(_middle(square, n, MARGIN, MARGIN, CELL), said) for square, said in (tags or {}).items()]
        placed += [(_crossing(block, n, MARGIN, MARGIN, CELL), said) for block, said in (block_tags or {}).items()]
        for (x, y), said in placed:
            shapes.append(Shape((circle(x, y, 2.7, 32),), MARK, "#FFFFFF", 0.4))
            texts.append(Text(x, y - 1.15, said, 3.2, "middle", True, "#FFFFFF"))
        height = MARGIN + far + EDGE
        if tally is not None:
            more, said_of = self._tally(tally, MARGIN + far / 2, height + 1.0)
            shapes += more
            texts += said_of
            height += TALLY
        return Figure(MARGIN + far + EDGE, height, tuple(shapes), tuple(texts))

    def _tally(self, laid_now: tuple[int, int], x: float, low: float) -> Drawn:
        """Return how many Quominoes of each colour there are, in a line with its middle at x."""
        shapes: list[Shape] = []
        texts: list[Text] = []
        side = TALLY - 2.0
        for colour, at in ((BLACK, x - 17.0), (WHITE, x + 6.0)):
            shapes += self.quomino(colour, at, low + side / 2, side / 2)
            texts.append(Text(at + side / 2 + 1.6, low + side / 2 - 1.8, str(laid_now[colour]), 5.0, bold=True))
        return shapes, texts

    # --- the figures of the rules

    def turns(self) -> Figure:
        """The ways in which an omino can lie."""
        shapes: list[Shape] = []
        texts: list[Text] = []
        step = SMALL * 1.3
        for corner, called in enumerate(CORNERS):
            x = SMALL / 2 + corner * step + EDGE
            shapes += self.omino(corner, x, SMALL / 2 + 5.6, SMALL)
            texts.append(Text(x, 1.2, called, 4.2, "middle"))
        return Figure(
            3 * step + SMALL + 2 * EDGE, SMALL + 5.6 + EDGE, tuple(shapes), tuple(texts), {"ways": len(CORNERS)}
        )

    def closing(self, colour: int) -> Figure:
        """Four ominoes that close, and the Quomino that is laid in their place."""
        moves = bounds.game_for(4, [(0, colour)])
        game = GameState(4)
        for move in moves:
            played.done(game, move)
        facts = {COLOURS[k]: game.laid[k] for k in (BLACK, WHITE)}
        return self._becomes([(move.square, move.corner) for move in moves], colour, (), facts)

    def rotation(self) -> Figure:
        """A block in which one omino points the wrong way, and the Quomino that is laid once it is rotated."""
        moves = bounds.game_for(4, [(0, BLACK)])
        last = moves[-1]
        wrong = Move(last.square, opposite(last.corner))
        game = GameState(4)
        for move in (*moves[:-1], wrong):
            played.done(game, move)
        ominoes = [(move.square, move.corner) for move in (*moves[:-1], wrong)]
        ways = [move for move in played.closing(game, BLACK) if game.cells[move.square] != EMPTY]
        before = game.laid[BLACK]
        played.done(game, last)
        facts = {"ways": len(ways), "before": before, "black": game.laid[BLACK]}
        return self._becomes(ominoes, BLACK, (last.square,), facts)

    def _becomes(
        self, ominoes: Sequence[tuple[int, int]], colour: int, rings: Collection[int], facts: Mapping[str, object]
    ) -> Figure:
        """Return four ominoes in the upper left block of a board of 4 × 4, an arrow, and a Quomino."""
        shapes: list[Shape] = []
        step, low = SMALL + APART, EDGE
        for square, corner in ominoes:
            row, column = divmod(square, 4)
            x, y = EDGE + SMALL / 2 + column * step, low + SMALL / 2 + (1 - row) * step
            shapes += self.omino(corner, x, y, SMALL)
            if square in rings:
                shapes.append(Shape((circle(x, y, 0.42 * SMALL, 40),), None, MARK, 0.9))
        y = low + SMALL + APART / 2
        left = EDGE + 2 * SMALL + APART + 3.0
        shapes.append(arrow(left, y, left + 10.0, 0.6, RIM))
        shapes += self.quomino(colour, left + 13.0 + SMALL, y, SMALL)
        return Figure(left + 13.0 + 2 * SMALL + EDGE, 2 * SMALL + APART + 2 * EDGE, tuple(shapes), (), dict(facts))

    def after(self, moves: Sequence[str]) -> Figure:
        """A game after its moves, and what it has come to."""
        game = played.played(played.SIZE, moves)
        return with_facts(self.board(shown(game)), counts(game))

    def choice(self) -> Figure:
        """The position before a move that closes a block of each colour."""
        game = played.played(played.SIZE, played.WHOLE[: played.CHOICE])
        move = played.typed(played.WHOLE[played.CHOICE], played.SIZE)
        closed = game.completed(move.square, move.corner)
        facts = {
            "square": name(move.square, game.size),
            "corner": CORNERS[move.corner],
            "closed": sum(at != NOWHERE for at in closed),
        }
        blocks = [at for at in closed if at != NOWHERE]
        return with_facts(self.board(shown(game), [move.square], blocks), facts)

    # --- a turn, step by step

    def threat(self) -> Figure:
        """A block that lacks one omino, and the moves that close it."""
        game = played.played(played.SIZE, played.WHOLE[: played.FIRST_LAID - 1])
        found = played.closing(game)
        facts = {
            "closing": len(found),
            "moves": ",".join(f"{name(move.square, game.size)}-{CORNERS[move.corner]}" for move in found),
            "mover": COLOURS[game.mover],
        }
        return with_facts(self.board(shown(game), [move.square for move in found]), facts)

    def _laying(self) -> tuple[Shown, Move, int, int, GameState]:
        """Return the board before the move that lays the first Quomino, the move, the block and colour, and the game
        after it."""
        game = played.played(played.SIZE, played.WHOLE[: played.FIRST_LAID - 1])
        before = shown(game)
        move = played.typed(played.WHOLE[played.FIRST_LAID - 1], played.SIZE)
        closed = game.completed(move.square, move.corner)
        colour = BLACK if closed[BLACK] != NOWHERE else WHITE
        played.done(game, move)
        return before, move, closed[colour], colour, game

    def four(self) -> Figure:
        """The omino is placed, and four corners meet."""
        before, move, block, colour, game = self._laying()
        on = before.changed({move.square: FIRST + move.corner})
        meet = sum(on.cells[square] != EMPTY for square in grid(on.size).squares[block])
        facts = {
            "square": name(move.square, on.size),
            "corner": CORNERS[move.corner],
            "colour": COLOURS[colour],
            "meet": meet,
            "mover": COLOURS[1 - game.mover],
        }
        return with_facts(self.board(on, (), [block]), facts)

    def exchanged(self) -> Figure:
        """The four are off, and the Quomino lies in their place; the dead squares are not marked yet."""
        before, _, block, colour, game = self._laying()
        four = grid(before.size).squares[block]
        on = before.changed(dict.fromkeys(four, LAID[colour]))
        dead = [square for square, what in enumerate(game.cells) if what == DEAD]
        facts = {
            "squares": played.square_names(four, before.size),
            "colour": COLOURS[colour],
            "dead": played.square_names(dead, before.size),
        }
        return with_facts(self.board(on, dead), facts)


def box_ring(x: float, y: float, wide: float, high: float) -> Ring:
    """Return a rectangle, its lower left corner at (x, y)."""
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def _middle(square: int, n: int, left: float, low: float, cell: float) -> tuple[float, float]:
    """Return the middle of a square of a board of n × n squares, whose lower left corner is at (left, low)."""
    row, column = divmod(square, n)
    return left + (column + 0.5) * cell, low + (n - row - 0.5) * cell


def _crossing(block: int, n: int, left: float, low: float, cell: float) -> tuple[float, float]:
    """Return the middle of a block."""
    row, column = divmod(grid(n).squares[block][0], n)
    return left + (column + 1) * cell, low + (n - row - 1) * cell
