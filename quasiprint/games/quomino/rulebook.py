"""What Quomino's rulebook is filled with: its numbers, and figures that the rules play and the set's own faces show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from quasiprint.drawing.face_shapes import RIM, laid
from quasiprint.drawing.figure_rows import arrow
from quasiprint.drawing.outlines import circle
from quasiprint.drawing.palettes import outline_of
from quasiprint.games.quomino import bounds
from quasiprint.games.quomino.rules import BLACK, COLOURS, DEAD, FIRST, LAID, LAST, WHITE, GameState, Move
from quasiprint.games.quomino.squares import BOXED, CORNERS, NOWHERE, name, named
from quasiprint.model.face import Face, Ring
from quasiprint.model.measures import Maker
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Content, Figure

APART = 0.7  # mm: between ominoes that are to close, so that four of them are seen
CELL = 9.5  # mm: a square in a figure
MARGIN = 6.0
GREEN = "#3c7a5a"
# played in the figures: squares and corners, as they are typed
WHOLE = (
    "c4 se", "b4 sw", "d3 nw", "b5 nw", "c3 ne", "c5 ne", "a1 ne", "b3 nw", "a2 se", "c2 se", "b1 nw", "b2 sw white",
    "d2 ne", "e2 se", "e3 sw", "d2 sw", "e1 ne", "f3 se", "f2 sw", "e3 ne", "d4 ne", "d5 sw", "e4 nw", "d6 nw", "e5 sw",
    "e6 ne", "d5 se",
)  # fmt: skip
FIRST_LAID = 6  # moves of this game, after which the first Quomino lies
CHOICE = 11  # the move of this game, from 0, that closes a block of each colour
ACCENT = "#5b3a78"  # the colour of the game's books


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: the box, as each process makes it. words: of the book's language."""
    paper = sets[Maker.PAPER]
    sizes = tuple(int(said.split()[0]) for said in str(dict(paper.parameters)["boards"]).split(", "))
    box = bounds.box(sizes)
    fields = {
        "ominoes": str(box.ominoes),
        "quominoes": str(box.quominoes),
        "markers": str(box.markers),
        "edge": f"{sets[Maker.PRINTER].measures.size.edge:g}",
        "boards": ", ".join(f"{size} × {size}" for size in sizes),
        "frames": str(sum(thing.count for thing in sets[Maker.PRINTER].accessories if thing.kind == "frame")),
    }
    for size in sizes:
        need = bounds.need(size)
        key = str(size) if sizes == BOXED else "one"
        fields |= {
            f"most_{key}": str(need.quominoes),
            f"fewest_{key}": str(need.fewest),
            f"dead_{key}": str(need.dead),
            f"ominoes_{key}": str(need.ominoes),
        }
    grip = str(dict(paper.parameters)["grip"])
    traits = frozenset({"box" if sizes == BOXED else "single", grip})
    draw = OminoFigures(paper)
    figures: dict[str, Callable[[], Figure]] = {
        "turns": draw.turns,
        "black-quomino": lambda: draw.closing(BLACK),
        "white-quomino": lambda: draw.closing(WHITE),
        "dead-squares": lambda: draw.after(WHOLE[:FIRST_LAID]),
        "choice": draw.choice,
        "end": lambda: draw.after(WHOLE),
        "threat": draw.threat,
    }
    return Content(fields, traits, figures, accent=ACCENT)


def played(size: int, moves: Sequence[str]) -> GameState:
    """Return the game after moves as they are typed. Raises ValueError for one that the rules refuse."""
    game = GameState(size)
    for said in moves:
        move = typed(said, size)
        refusal = game.refusal(move)
        if refusal:
            raise ValueError(f"figure: {said!r}: {refusal.message}")
        game.do(move)
    return game


def typed(said: str, size: int) -> Move:
    """Return a move such as "c4 se" or "b2 sw white"."""
    square, corner, *chosen = said.split()
    at = named(square, size)
    if at is None:
        raise ValueError(f"figure: no square {square!r}")
    return Move(at, CORNERS.index(corner), COLOURS.index(chosen[0]) if chosen else None)


class OminoFigures:
    """Boards and pieces as a box has them."""

    def __init__(self, game_set: GameSet) -> None:
        self.inks = [ink.rgb for ink in game_set.palette.inks]
        self.edge = game_set.measures.size.edge
        self.omino = next(piece.face for piece in game_set.pieces if piece.shape == "omino")
        self.quomino = next(piece.face for piece in game_set.pieces if piece.shape == "quomino")
        self.marker = next(thing.face for thing in game_set.accessories if thing.kind == "marker")

    def _put(self, face: Face, x: float, y: float, turn: int = 0) -> tuple[Shape, ...]:
        return laid(face, self.inks, x, y, -90.0 * turn, CELL / self.edge)

    def _omino(self, corner: int, x: float, y: float) -> tuple[Shape, ...]:
        return self._put(self.omino, x, y, corner - CORNERS.index("ne"))

    def turns(self) -> Figure:
        """The ways in which an omino can lie."""
        shapes: list[Shape] = []
        texts: list[Text] = []
        for corner, called in enumerate(CORNERS):
            x = MARGIN + CELL / 2 + corner * 2 * CELL
            shapes += self._omino(corner, x, MARGIN + CELL / 2 + 4)
            texts.append(Text(x, MARGIN - 1, called, 4.0, "middle"))
        return Figure(8 * CELL + MARGIN, CELL + 2 * MARGIN + 4, tuple(shapes), tuple(texts), {"ways": len(CORNERS)})

    def closing(self, colour: int) -> Figure:
        """Four ominoes that close, and the Quomino that is laid in their place."""
        moves = bounds.game_for(4, [(0, colour)])
        game = GameState(4)
        for move in moves:
            game.do(move)
        shapes: list[Shape] = []
        for move in moves:
            row, column = divmod(move.square, 4)
            step = CELL + APART
            shapes += self._omino(move.corner, MARGIN + CELL / 2 + column * step, MARGIN + CELL / 2 + (1 - row) * step)
        x, y = MARGIN + 4.5 * CELL, MARGIN + CELL + APART / 2
        left = MARGIN + 2.4 * CELL
        shapes.append(arrow(left, y, left + 0.8 * CELL, 0.5, RIM))
        shapes += self._laid(colour, x, y)
        facts = {COLOURS[k]: game.laid[k] for k in (BLACK, WHITE)}
        return Figure(2 * MARGIN + 5.5 * CELL, 2 * MARGIN + 2 * CELL, tuple(shapes), (), facts)

    def _laid(self, colour: int, x: float, y: float) -> tuple[Shape, ...]:
        """Return a Quomino with a colour up."""
        if colour == BLACK:
            return self._put(self.quomino, x, y)
        scale = CELL / self.edge

        def put(ring: Ring) -> Ring:
            return tuple((x + px * scale, y + py * scale) for px, py in ring)

        ink, line = self.inks[0], outline_of(self.inks[0], "#FFFFFF")
        width = 0.15 if line else 0.0
        corners = (Shape(tuple(map(put, region.rings)), ink, line, width) for region in self.quomino.back)
        return (Shape((put(self.quomino.nominal),), "#FFFFFF", RIM, 0.15), *corners)

    def board(self, game: GameState, marked: Sequence[int] = ()) -> Figure:
        """A position, with names along two sides. marked: squares with a ring around them."""
        n = game.size
        left, low, far = MARGIN, MARGIN, n * CELL
        rim = ((left, low), (left + far, low), (left + far, low + far), (left, low + far))
        shapes = [Shape((rim,), "#FBFAF6", RIM, 0.5)]
        for k in range(1, n):
            at = k * CELL
            lines = (((left + at, low), (left + at, low + far)), ((left, low + at), (left + far, low + at)))
            shapes.append(Shape(lines, None, "#B8B4A8", 0.2, closed=False))
        texts = []
        for k in range(n):
            texts.append(Text(left + (k + 0.5) * CELL, 1.2, name(k, n)[0], 3.4, "middle", colour="#555555"))
            texts.append(Text(left - 3.4, low + (k + 0.5) * CELL - 1.2, str(k + 1), 3.4, "middle", colour="#555555"))
        for square, cell in enumerate(game.cells):
            row, column = divmod(square, n)
            x, y = left + (column + 0.5) * CELL, low + (n - row - 0.5) * CELL
            if FIRST <= cell <= LAST:
                shapes += self._omino(cell - FIRST, x, y)
            elif cell == DEAD:
                shapes += self._put(self.marker, x, y)
        for block, colour in blocks_laid(game):
            row, column = divmod(game.grid.squares[block][0], n)
            shapes += self._laid(colour, left + (column + 1) * CELL, low + (n - row - 1) * CELL)
        for square in marked:
            row, column = divmod(square, n)
            ring = circle(left + (column + 0.5) * CELL, low + (n - row - 0.5) * CELL, 0.42 * CELL, 40)
            shapes.append(Shape((ring,), None, GREEN, 0.7))
        return Figure(2 * MARGIN + far, 2 * MARGIN + far, tuple(shapes), tuple(texts))

    def after(self, moves: Sequence[str]) -> Figure:
        """A game after its moves, and what it has come to."""
        game = played(6, moves)
        drawn = self.board(game)
        facts = {
            "black": game.laid[BLACK],
            "white": game.laid[WHITE],
            "dead": game.count(DEAD, DEAD),
            "moves": game.played,
            "over": "yes" if game.over else "no",
        }
        return Figure(drawn.width, drawn.height, drawn.shapes, drawn.texts, facts)

    def choice(self) -> Figure:
        """The position before a move that closes a block of each colour."""
        game = played(6, WHOLE[:CHOICE])
        move = typed(WHOLE[CHOICE], 6)
        closed = game.completed(move.square, move.corner)
        drawn = self.board(game, [move.square])
        facts = {
            "square": name(move.square, 6),
            "corner": CORNERS[move.corner],
            "closed": sum(at != NOWHERE for at in closed),
        }
        return Figure(drawn.width, drawn.height, drawn.shapes, drawn.texts, facts)

    def threat(self) -> Figure:
        """A block that lacks one omino, and the moves that close it."""
        game = played(6, WHOLE[: FIRST_LAID - 1])
        mover = game.mover
        closing = []
        for move in game.moves():
            before = sum(game.laid)
            game.do(move)
            if sum(game.laid) > before:
                closing.append(move)
            game.undo()
        drawn = self.board(game)
        facts = {
            "closing": len(closing),
            "moves": ",".join(f"{name(move.square, 6)}-{CORNERS[move.corner]}" for move in closing),
            "mover": COLOURS[mover],
        }
        return Figure(drawn.width, drawn.height, drawn.shapes, drawn.texts, facts)


def blocks_laid(game: GameState) -> list[tuple[int, int]]:
    """Return the blocks under Quominoes, with their colours: the first square not seen is the upper left of one."""
    seen: set[int] = set()
    found = []
    for square, cell in enumerate(game.cells):
        if cell in LAID and square not in seen:
            block = next(block for block, four in enumerate(game.grid.squares) if four[0] == square)
            seen.update(game.grid.squares[block])
            found.append((block, LAID.index(cell)))
    return found
