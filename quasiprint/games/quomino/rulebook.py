"""What Quomino's rulebook is filled with: its numbers and its scenes, the box, the rules step by step, a whole game,
puzzles, and why the pieces are enough. The rules play them, and refuse a move that is none; the set's own faces show
them. And the score sheet: a row for each of several games, and a page to note the moves of one.

Lengths in mm. A figure's facts are what its caption has to claim of it. A board is drawn with the faces of a box.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

from quasiprint.drawing.face_shapes import RIM, Scene, SetPainter
from quasiprint.games.quomino import ACCENT, design
from quasiprint.games.quomino.rules import (
    BLACK,
    BOXED,
    COLOURS,
    CORNERS,
    COVERED,
    DEAD,
    EMPTY,
    FIRST,
    LAST,
    NOWHERE,
    WHITE,
    GameState,
    Move,
    grid,
    name,
    opposite,
    parse_move,
    read,
    replay,
)
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Point
from quasiprint.model.face import bounds as box_of
from quasiprint.model.page import (
    Beside,
    Block,
    Content,
    Drawn,
    FieldGrid,
    Figure,
    FormCell,
    Legend,
    Row,
    Said,
    ScoreSheet,
    group,
    number_fields,
)
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.texts import markdown

CELL = 11.8  # a square in a figure: six of them, and the names of rows, are as wide as a column
MARGIN = 5.0  # for the names of columns and rows
EDGE = 0.6  # on the other sides
NAME = 3.3  # the size of a name
MARK = "#8A55B8"  # what the text points at: neither black nor white
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


def picture(text: bytes, sets: Mapping[Process, GameSet]) -> Figure:
    """Draw what a game has come to, with a box's pieces. Raises InputError as `score`."""
    return OminoFigures(sets[Process.PAPER]).board(replay(read(text))[0])


def laid_blocks(game: GameState) -> Iterator[tuple[int, int]]:
    """Yield the block and colour of each Quomino: of the covered squares that are left, the first in row order is the
    upper left of its block."""
    left = {square for square, cell in enumerate(game.cells) if cell in COVERED}
    for block, four in enumerate(game.grid.squares):
        if left.issuperset(four):
            left.difference_update(four)
            yield block, COVERED.index(game.cells[four[0]])


def with_cells(game: GameState, cells: Mapping[int, int]) -> GameState:
    """Return a game in the midst of a turn: with something else on some squares."""
    shown = game.copy()
    shown.cells = [cells.get(square, cell) for square, cell in enumerate(game.cells)]
    return shown


class OminoFigures(SetPainter):
    """Boards and pieces as a box has them."""

    def __init__(self, game_set: GameSet) -> None:
        super().__init__(game_set)
        self.omino_face = next(piece.face for piece in game_set.pieces if piece.shape == "omino")
        black = next(piece.face for piece in game_set.pieces if piece.shape == "quomino")
        corners = (replace(mark, ink=black.back) for mark in black.marks)
        self.quomino_faces = black, replace(black, cells=(Cell(black.outline, tuple(corners)),))
        self.marker_face = next(accessory.face for accessory in game_set.accessories if accessory.kind == "marker")

    def omino(self, corner: float, x: float, y: float, cell: float = CELL) -> tuple[Drawn, ...]:
        """Return an omino. corner: where it is black; between two, it lies askew."""
        return self.face_at(self.omino_face, x, y, cell, -90.0 * (corner - CORNERS.index("ne")))

    def marker(self, x: float, y: float, cell: float = CELL) -> tuple[Drawn, ...]:
        """Return a marker."""
        return self.face_at(self.marker_face, x, y, cell, 0.0)

    def quomino(self, colour: int, x: float, y: float, cell: float = CELL) -> tuple[Drawn, ...]:
        """Return a Quomino with a colour up."""
        return self.face_at(self.quomino_faces[colour], x, y, cell, 0.0)

    def field(self, on: GameState, left: float, low: float, cell: float) -> Scene:
        """Return a board and what lies on it, its lower left corner at (left, low)."""
        place, scene = Place(on.size, left, low, cell), Scene()
        scene.squares(left, low, on.size, cell, FIELD, LINE)
        for square, what in enumerate(on.cells):
            if FIRST <= what <= LAST:
                scene.shapes += self.omino(what - FIRST, *place.middle(square), (1 - INSET) * cell)
            elif what == DEAD:
                scene.shapes += self.marker(*place.middle(square), cell)
        for block, colour in laid_blocks(on):
            scene.shapes += self.quomino(colour, *place.crossing(block), (1 - INSET / 2) * cell)
        return scene

    def board(
        self,
        on: GameState,
        facts: Mapping[str, object] | None = None,
        rings: Collection[int] = (),
        blocks: Collection[int] = (),
        tags: Mapping[int, str] | None = None,
        block_tags: Mapping[int, str] | None = None,
        tally: Sequence[int] | None = None,
    ) -> Figure:
        """A position, with names along two sides.

        rings: squares with a ring around them. blocks: those with a line around them. tags: words on squares, and on
        the middles of blocks. tally: how many Quominoes of each colour there are, written above.
        """
        n, far, place = on.size, on.size * CELL, Place(on.size)
        scene = self.field(on, MARGIN, MARGIN, CELL)
        for k in range(n):
            at = MARGIN + (k + 0.5) * CELL
            scene.write(at, 1.0, name(k, n)[0], NAME, colour=GREY)
            scene.write(MARGIN / 2 - 0.4, at - 1.2, k + 1, NAME, colour=GREY)
        for x, y in map(place.crossing, blocks):
            scene.box(x - CELL, y - CELL, 2 * CELL, 2 * CELL, None, MARK, 0.9)
        for square in rings:
            scene.disc(place.middle(square), 0.42 * CELL, 40, None, MARK, 0.9)
        placed = [(place.middle(square), text) for square, text in (tags or {}).items()]
        placed += [(place.crossing(block), text) for block, text in (block_tags or {}).items()]
        for (x, y), tag in placed:
            scene.disc((x, y), 2.7, 32, MARK, "#FFFFFF", 0.4)
            scene.write(x, y - 1.15, tag, 3.2, bold=True, colour="#FFFFFF")
        height = MARGIN + far + EDGE
        if tally is not None:
            side, low = TALLY - 2.0, height + 1.0
            for colour, x in ((BLACK, MARGIN + far / 2 - 17.0), (WHITE, MARGIN + far / 2 + 6.0)):
                scene.shapes += self.quomino(colour, x, low + side / 2, side / 2)
                scene.write(x + side / 2 + 1.6, low + side / 2 - 1.8, tally[colour], 5.0, "start", bold=True)
            height += TALLY
        return scene.figure(MARGIN + far + EDGE, height, facts or {})


SIZE = 6  # of the board in all figures but the first ones
_GAMES = tomllib.loads((Path(__file__).parent / "games.toml").read_text(encoding="utf-8"))
WHOLE, ROUND = (tuple(" ".join(_GAMES[name].split()).split(", ")) for name in ("whole", "round"))  # played in figures
CLOSED_AFTER = 6  # moves of this game, after which the first Quomino lies
CHOICE = 11  # the move of this game, from 0, that closes a block of each colour
STEPS = (5, 6, 11, 13, 18, 19, 22, 24, 25)  # how many moves were made when a picture is taken
SPARSE = 11  # squares to a Quomino on the cover, about

# to the positions of the puzzles; to lay a Quomino at once is asked for, but in those with an answer to win
PUZZLES = {name: tuple(" ".join(moves.split()).split(", ")) for name, moves in _GAMES["puzzles"].items()}
ANSWERS = {name: tuple(moves.split(", ")) for name, moves in _GAMES["answers"].items()}


def play_moves(size: int, moves: Iterable[Move | str]) -> GameState:
    """Return the game after moves, as they are typed or not. Raises ArithmeticError for one that the rules refuse."""
    return design.replay(size, (typed(move, size) if isinstance(move, str) else move for move in moves), "figure")


def typed(text: str, size: int = 0) -> Move:
    """Return a move that is typed, such as "c4 se", "turn c4 ne" or "b2 sw white"; no pass. size: of the board, 0 for
    that of most figures."""
    move = parse_move(text.split(), size or SIZE).move
    if move is None:
        raise ValueError(f"figure: found {text!r}, allowed is a move")
    return move


def format_claim(game: GameState, move: Move | None) -> str:
    """Return a move, before it is done, as a claim has it: "c4-se", "turn-c4-ne", or "pass"."""
    return game.words(move).replace(" ", "-") if move else "pass"


def closing(game: GameState, colour: int | None = None) -> list[Move]:
    """Return the moves that lay a Quomino: of a colour, or of either."""
    laid = ((move, game.lays(move)) for move in game.moves())
    return [move for move, block in laid if block and colour in (None, block[1])]


def in_play(size: int) -> GameState:
    """Return a game that is under way on a board: some Quominoes, and ominoes in blocks that are still free. It is the
    same each time; nobody rotates in it."""
    draw = Random(size)
    game = GameState(size)
    blocks = [*range(len(grid(size).squares))]
    draw.shuffle(blocks)
    count = 0
    for block in blocks:
        if game.is_free(block) and count < max(1, size * size // SPARSE):
            # with no omino on the board nothing else can be complete
            for move in design.game_for(size, [(block, count % 2)]):
                game.do(move)
            count += 1
    blocks.sort()
    draw.shuffle(blocks)
    for number, block in enumerate(blocks):
        if not game.is_free(block):
            continue
        four, left_out = game.grid.squares[block], draw.randrange(4)
        if sum(game.cells[square] != EMPTY for square in four) > 1:
            continue
        for place, square in enumerate(four):  # ominoes of one colour, where they complete nothing
            corner = place if number % 2 else opposite(place)
            free = place != left_out and game.cells[square] == EMPTY
            if free and game.closes(square, corner) == (NOWHERE, NOWHERE):
                game.do(Move(square, corner))
    return game


def square_names(squares: Iterable[int]) -> list[str]:
    """Return squares as a claim has them: "a1", "b2"."""
    return sorted(name(square, SIZE) for square in squares)


def solutions(key: str) -> tuple[GameState, list[Move]]:
    """Return a puzzle's game, and the moves that solve it."""
    game = play_moves(SIZE, PUZZLES[key])
    return game, [typed(ANSWERS[key][0])] if key in ANSWERS else closing(game, game.mover)


def first_laying(game: GameState) -> tuple[Move, int, int]:
    """Return the move that lays the first Quomino of WHOLE, before it is made, with its block and its colour."""
    move = typed(WHOLE[CLOSED_AFTER - 1])
    laid = game.lays(move)
    assert laid is not None
    return move, *laid


SMALL = 15.0  # a square where a piece or two are shown
APART = 0.7  # between ominoes that are to close, so that four of them are seen
COVER = 160.0  # wide and high
COVER_RIM = 8.0
PIECE_CELL = 9.2  # a square where pieces are shown one by one
GAP = 3.2
BOARD = 44.0  # a board among the pieces
TABLE, TABLE_HIGH = 80.0, 58.0
ON_TABLE = 42.0  # a board on the table
PIECE = 5.2  # a square of what lies beside it
HEAP = 10  # ominoes, to be seen as many
CLOTH = "#F7F4EC"
WORD, COUNT = 3.4, 5.2  # the sizes of a piece's caption
SEAT = 4.4  # the size of a player's name
ASKEW = (0.06, -0.1, 0.12, 0.0, -0.05, 0.1, -0.12)  # quarter turns: how ominoes lie in a heap
OUT = "#D3CBB8"  # squares that are out of play
MINUTES = 0.3  # a game lasts, for each square of its board
FIVE = 5  # minutes are rounded to fives
DISPLAYED = ("pegs", "sentinels", "end", "table", "pieces")  # figures that a page of the set shows


def content(sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: the box, as each process makes it. words: of the book's language."""
    paper, scenes = sets[Process.PAPER], Scenes(sets, words)
    sizes = scenes.sizes
    fields = {
        **{kind: str(count) for kind, count in asdict(design.box(sizes)).items()},
        "edge": f"{sets[Process.PRINTER].measures.size.edge:g}",
        "boards": str(dict(paper.parameters)["boards"]),
        "minutes": minutes(sizes),
        "frames": str(scenes.frame_count),
        "side": str(max(sizes)),
        "tint": _tint(paper, words),
        **({} if sizes == BOXED else {"squares": str(max(sizes) ** 2)}),
    }
    for size in sizes:
        need = design.need(size)
        key = str(size) if sizes == BOXED else "one"
        fields |= {f"most_{key}": str(need.most_quominoes), f"fewest_{key}": str(need.fewest_quominoes)}
        fields |= {f"dead_{key}": str(need.most_dead), f"ominoes_{key}": str(need.most_ominoes)}
    grip = str(dict(paper.parameters)["grip"])
    traits = frozenset({"box" if sizes == BOXED else "single", grip})
    return Content(fields, traits, scenes.figures(), accent=ACCENT, shown=DISPLAYED)


def _tint(box: GameSet, words: Mapping[str, str]) -> str:
    """Return what stands after the word *black* where the pieces have another colour; "" where they are black."""
    ink = box.palette.inks[0].name
    called = words.get(f"ink-{ink}", markdown(ink))
    return "" if ink == "black" else words["ink-here"].replace("$ink", called)


def minutes(sizes: Sequence[int]) -> str:
    """Return how long a game lasts, about: on the smallest and the largest board."""
    found = [max(1, round(MINUTES * size * size / FIVE)) * FIVE for size in (min(sizes), max(sizes))]
    return "–".join(map(str, dict.fromkeys(found)))


class Scenes(OminoFigures):
    """The figures of a book. sets: the box, as each process makes it. words: of the book's language."""

    def __init__(self, sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> None:
        paper = sets[Process.PAPER]
        super().__init__(paper)
        self.sizes, self.words, self.counts = design.board_sizes(paper), words, asdict(design.contents(paper))
        # strips of a set that is printed
        self.frames = [item for item in sets[Process.PRINTER].accessories if item.kind == "frame"]
        self.frame_count = sum(frame.count for frame in self.frames)

    def figures(self) -> dict[str, Callable[[], Figure]]:
        """Return the figures by name."""
        laying = partial(play_moves, SIZE, WHOLE[: CLOSED_AFTER - 1])
        return {
            **self.scenes("turns rotation cover pieces table pegs sentinels"),
            **{f"{called}-quomino": partial(self.closing, colour) for colour, called in enumerate(COLOURS)},
            "threat": lambda: self.threat(laying()),
            "four": lambda: self.four(laying()),
            "exchanged": lambda: self.exchange(laying()),
            "dead-squares": lambda: self.after(play_moves(SIZE, WHOLE[:CLOSED_AFTER])),
            "choice": lambda: self.choice(play_moves(SIZE, WHOLE[:CHOICE])),
            "end": lambda: self.after(play_moves(SIZE, WHOLE)),
            **{f"round-{number}": partial(self.step, number) for number in range(1, len(STEPS) + 1)},
            **{key: partial(self.puzzle, key) for key in PUZZLES},
            **{f"{key}-answer": partial(self.answer, key) for key in PUZZLES},
        }

    # --- the rules

    def turns(self) -> Figure:
        """The ways in which an omino can lie."""
        scene, step = Scene(), SMALL * 1.3
        for corner, called in enumerate(CORNERS):
            x = SMALL / 2 + corner * step + EDGE
            scene.shapes += self.omino(corner, x, SMALL / 2 + 5.6, SMALL)
            scene.write(x, 1.2, called, 4.2)
        return scene.figure(3 * step + SMALL + 2 * EDGE, SMALL + 5.6 + EDGE, {"ways": len(CORNERS)})

    def closing(self, colour: int) -> Figure:
        """Four ominoes that close, and the Quomino that is laid in their place."""
        moves = design.game_for(4, [(0, colour)])
        return self._becomes(moves, colour, (), facts_of(play_moves(4, moves), "black white"))

    def rotation(self) -> Figure:
        """A block in which one omino points the wrong way, and the Quomino that is laid once it is rotated."""
        *most, last = design.game_for(4, [(0, BLACK)])
        moves = [*most, Move(last.square, opposite(last.corner))]
        game = play_moves(4, moves)
        ways = [move for move in closing(game, BLACK) if game.cells[move.square] != EMPTY]
        facts = {"ways": len(ways), "before": game.quominoes[BLACK]}
        game.do(last)
        return self._becomes(moves, BLACK, (last.square,), facts | facts_of(game, "black"))

    def _becomes(
        self, moves: Sequence[Move], colour: int, rings: Collection[int], facts: Mapping[str, object]
    ) -> Figure:
        """Return four ominoes in the upper left block of a board of 4 × 4, an arrow, and a Quomino."""
        scene, step, low = Scene(), SMALL + APART, EDGE
        for move in moves:
            row, column = divmod(move.square, 4)
            at = EDGE + SMALL / 2 + column * step, low + SMALL / 2 + (1 - row) * step
            scene.shapes += self.omino(move.corner, *at, SMALL)
            if move.square in rings:
                scene.disc(at, 0.42 * SMALL, 40, None, MARK, 0.9)
        y = low + SMALL + APART / 2
        left = EDGE + 2 * SMALL + APART + 3.0
        scene.arrow(left, y, left + 10.0)
        scene.shapes += self.quomino(colour, left + 13.0 + SMALL, y, SMALL)
        return scene.figure(left + 13.0 + 2 * SMALL + EDGE, 2 * SMALL + APART + 2 * EDGE, facts)

    def after(self, game: GameState) -> Figure:
        """A game, and what it has come to."""
        return self.board(game, facts_of(game, "black white dead moves over"))

    def choice(self, game: GameState) -> Figure:
        """The position before a move that closes a block of each colour."""
        move = typed(WHOLE[CHOICE])
        blocks = [at for at in game.closes(move.square, move.corner) if at != NOWHERE]
        facts = {"square": name(move.square, SIZE), "corner": CORNERS[move.corner], "closed": len(blocks)}
        return self.board(game, facts, [move.square], blocks)

    def threat(self, game: GameState) -> Figure:
        """A block that lacks one omino, and the moves that close it."""
        found = closing(game)
        facts = {"closing": len(found), "moves": [format_claim(game, move) for move in found]}
        return self.board(game, facts | facts_of(game, "mover"), [move.square for move in found])

    def four(self, game: GameState) -> Figure:
        """The omino is placed, and four corners meet."""
        move, block, colour = first_laying(game)
        on = with_cells(game, {move.square: FIRST + move.corner})
        facts = {
            "square": name(move.square, SIZE),
            "corner": CORNERS[move.corner],
            "colour": COLOURS[colour],
            "meet": sum(on.cells[square] != EMPTY for square in grid(SIZE).squares[block]),
            "mover": COLOURS[game.mover],
        }
        return self.board(on, facts, (), [block])

    def exchange(self, game: GameState) -> Figure:
        """The four are off, and the Quomino lies in their place; the dead squares are not marked yet."""
        move, block, colour = first_laying(game)
        four = grid(SIZE).squares[block]
        on = with_cells(game, dict.fromkeys(four, COVERED[colour]))
        game.do(move)
        dead = [square for square, what in enumerate(game.cells) if what == DEAD]
        facts = {"squares": square_names(four), "colour": COLOURS[colour], "dead": square_names(dead)}
        return self.board(on, facts, dead)

    # --- a whole game, and puzzles

    def step(self, number: int) -> Figure:
        """The game of ROUND after some of its moves. number: of the picture, from 1.

        The moves since the last one are numbered on the board. Facts: which moves they are, on which squares; how many
        Quominoes there are, and who made those that are new; how many squares are dead, and off which ominoes went;
        on which squares whoever moves next could complete a Quomino of each colour.
        """
        since, until = (0, *STEPS)[number - 1], STEPS[number - 1]
        game = play_moves(SIZE, ROUND[:since])
        tags: dict[int, str] = {}
        block_tags: dict[int, str] = {}
        squares, made, off = [], [], list[int]()
        for at, line in enumerate(ROUND[since:until], since + 1):
            move, mover = typed(line), COLOURS[game.mover]
            before, laid = [*game.cells], game.lays(move)
            game.do(move)
            squares.append(f"{'turn-' if before[move.square] != EMPTY else ''}{name(move.square, SIZE)}")
            tags[move.square] = str(at)
            if laid:
                block_tags[laid[0]] = str(at)
                made.append(f"{COLOURS[laid[1]]}-by-{mover}")
            off += [k for k, what in enumerate(before) if FIRST <= what <= LAST and game.cells[k] == DEAD]
        facts: dict[str, object] = {"moves": f"{since + 1}-{until}", "squares": squares, "made": made}
        facts["off"] = square_names(off)
        facts |= facts_of(game, "black white dead over")
        if not game.over:
            facts["next"] = COLOURS[game.mover]
            for colour, called in enumerate(COLOURS):
                facts[f"for-{called}"] = square_names({move.square for move in closing(game, colour)})
        tags = {square: text for square, text in tags.items() if FIRST <= game.cells[square] <= LAST}
        return self.board(game, facts, (), list(block_tags), tags, block_tags, game.quominoes)

    def puzzle(self, key: str) -> Figure:
        """A position. Facts: who moves, how many Quominoes there are, how many moves solve it."""
        game, found = solutions(key)
        facts = {
            **facts_of(game, "mover black white"),
            "may-rotate": not game.just_rotated[game.mover],
            "other-may-rotate": not game.just_rotated[1 - game.mover],
            "solutions": len(found),
            "kind": "rotate" if all(game.cells[move.square] != EMPTY for move in found) else "place",
        }
        return self.board(game, facts, tally=game.quominoes)

    def answer(self, key: str) -> Figure:
        """The board after the answer. Facts: the moves; how many Quominoes there are then; if it is over."""
        game, (first, *_) = solutions(key)
        blocks = {at for at in game.closes(first.square, first.corner) if at != NOWHERE}
        before, moves = sum(game.quominoes), list[str]()
        for text in ANSWERS.get(key, (game.words(first),)):
            move = parse_move(text.split(), SIZE).move
            moves.append(format_claim(game, move))
            game.do(move)
        facts = {"moves": moves, "laid": sum(game.quominoes) - before, **facts_of(game, "black white over")}
        return self.board(game, facts, (), sorted(blocks), tally=game.quominoes)

    # --- why the pieces are enough

    def pegs(self) -> Figure:
        """As many Quominoes as there can be, with a ring on the one marked square that each covers."""
        game = play_moves(SIZE, design.game_for(SIZE, design.densest(SIZE)))
        pegs = design.pegs(SIZE)
        squares = grid(SIZE).squares
        facts = {
            **facts_of(game, "quominoes"),
            "marked": len(pegs),
            "blocks": len(squares),
            "in-each": "-".join(sorted({str(len(pegs.intersection(four))) for four in squares})),
        }
        return self.board(game, facts, sorted(pegs))

    def sentinels(self) -> Figure:
        """As few Quominoes as leave no block, with a line around the blocks of which each touches one."""
        game = play_moves(SIZE, design.game_for(SIZE, design.sparsest(SIZE)))
        sentinels = design.sentinels(SIZE)
        met = [len(sentinels.intersection(touched)) for touched in grid(SIZE).touching]
        facts = {"marked": len(sentinels), "most-touched": max(met), **facts_of(game, "quominoes dead over")}
        return self.board(game, facts, (), sorted(sentinels))

    # --- the box

    def cover(self) -> Figure:
        """A game under way on the largest board."""
        game = in_play(max(self.sizes))
        n = game.size
        cell = (COVER - 2 * COVER_RIM) / n
        scene = Scene()
        scene.box(0.0, 0.0, COVER, COVER, ACCENT)
        scene.add(self.field(game, COVER_RIM, COVER_RIM, cell))
        for k in range(n):
            at = COVER_RIM + (k + 0.5) * cell
            scene.write(at, 2.5, name(k, n)[0], 4.4, colour="#FFFFFF")
            scene.write(COVER_RIM / 2, at - 1.6, k + 1, 4.4, colour="#FFFFFF")
        # those of the cells, not of the count that the rules keep
        covered = sum(cell not in (EMPTY, DEAD, *range(FIRST, LAST + 1)) for cell in game.cells) // 4
        return scene.figure(COVER, COVER, {"side": n, "over": game.over, "agree": covered == sum(game.quominoes)})

    def pieces(self) -> Figure:
        """The pieces, with how many there are of each."""
        low = BOARD + 2 * EDGE + 5.0
        y = low + 14.0 + PIECE_CELL
        scene, x = Scene(), EDGE + 1.0
        for kind, width in {"ominoes": 14.6, "quominoes": 4 * PIECE_CELL + GAP, "markers": 14.6}.items():
            middle, aside = x + width / 2, PIECE_CELL + GAP / 2
            if kind == "ominoes":
                scene.shapes += self.omino(1, middle, y, PIECE_CELL)
            elif kind == "markers":
                scene.shapes += self.marker(middle, y, PIECE_CELL)
            else:
                scene.shapes += self.quomino(BLACK, middle - aside, y, PIECE_CELL)
                scene.shapes += self.quomino(WHITE, middle + aside, y, PIECE_CELL)
            scene.write(middle, low + 6.0, self.counts[kind], COUNT, bold=True)
            scene.write(middle, low + 1.0, self.words[kind], WORD)
            x += width + 1.6 * GAP
        width = x - 1.6 * GAP + EDGE + 1.0
        self._boards(scene, width)
        facts = {**self.counts, "sizes": len(self.sizes), "frames": self.frame_count}
        return scene.figure(width, y + PIECE_CELL + EDGE, facts)

    def _boards(self, scene: Scene, width: float) -> None:
        """Draw the board, with the lines of the smaller ones, and the frames beside it."""
        scene.add(self._empty(self.sizes[-1], (), EDGE + 1.0, EDGE, BOARD))
        x = EDGE + 1.0 + BOARD + GAP
        cell = BOARD / self.sizes[-1]
        sizes = [f"{n} × {n}" for n in self.sizes]
        title = self.words["board-sizes" if len(sizes) > 1 else "board-size"]
        scene.write(x, EDGE + BOARD - 3.0, title, WORD, "start")
        for k, text in enumerate(sizes):
            scene.write(x, EDGE + BOARD - 8.5 - 5.0 * k, text, WORD, "start", bold=True)
        if not self.frames:
            return
        y = EDGE + BOARD - 8.5 - 5.0 * len(sizes) - 5.0
        sides = {frame.id: box_of((frame.face.nominal,)) for frame in self.frames}
        scale = (width - x - EDGE - 8.0) / max(east - west for west, _, east, _ in sides.values())
        for frame in sorted(self.frames, key=lambda accessory: accessory.id):
            west, south, east, north = sides[frame.id]
            long, high = east - west, north - south
            scene.box(x, y - high * scale, long * scale, high * scale, "#FFFFFF", RIM, 0.25)
            scene.write(x + long * scale + 1.5, y - high * scale / 2 - 1.2, f"{frame.count} ×", WORD, "start")
            y -= cell + 2.0
        scene.write(x, y - 2.0, f"{self.frame_count} {self.words['frames']}", WORD, "start")

    def _empty(self, size: int, out: Collection[int], left: float, low: float, side: float) -> Scene:
        """Return an empty board with the heavy lines of the smaller ones. out: squares that are out of play."""
        cell = side / size
        scene = self.field(GameState(size), left, low, cell)
        for square in out:
            row, column = divmod(square, size)
            scene.box(left + column * cell, low + (size - 1 - row) * cell, cell, cell, OUT, LINE, 0.2)
        for smaller in self.sizes[:-1]:
            first = (size - smaller) / 2 * cell
            scene.box(left + first, low + first, smaller * cell, smaller * cell, None, "#222222", 0.7)
        return scene

    def table(self) -> Figure:
        """The table before a game on the smallest board: the board between the players, the pieces at its sides."""
        size, small = self.sizes[-1], self.sizes[0]
        before = (size - small) // 2
        inside = range(before, before + small)
        out = [k for k in range(size * size) if not (k // size in inside and k % size in inside)]
        left, low = (TABLE - ON_TABLE) / 2, (TABLE_HIGH - ON_TABLE) / 2
        scene = Scene()
        scene.box(0.0, 0.0, TABLE, TABLE_HIGH, CLOTH, LINE, 0.3)
        scene.add(self._empty(size, out, left, low, ON_TABLE))
        scene.write(TABLE / 2, low - 5.4, self.words["black"], SEAT, bold=True)
        scene.write(TABLE / 2, low + ON_TABLE + 2.2, self.words["white"], SEAT, bold=True)
        column = left / 2  # the middle of what lies at the left; at the right it is as far from the edge
        for k in range(HEAP):
            at = column + (-3.7, 3.7)[k % 2], low + 8.0 + (k // 2) * 7.2 + (k % 3) / 2
            scene.shapes += self.omino(k % 4 + ASKEW[k % len(ASKEW)], *at, PIECE)
        for k in range(2):
            scene.shapes += self.quomino(k, TABLE - column, low + ON_TABLE - 3.6 - k * (2 * PIECE + 1.2), PIECE)
        for k in range(6):
            scene.shapes += self.marker(TABLE - column + (k % 3 - 1) * 4.6, low + 10.2 - (k // 3) * 4.4, PIECE)
        right = TABLE - column
        for (kind, count), x, up in zip(self.counts.items(), (column, right, right), (-4.4, 13.9, -4.4), strict=True):
            scene.write(x, low + up + 3.6, count, 4.0, bold=True)
            scene.write(x, low + up, self.words[kind], NAME)
        game = GameState(small)
        facts = {
            "play": sum(game.cells[k] == EMPTY for k in range(small * small)),
            "out": len(out),
            **self.counts,
            "nested": all((b - a) % 2 == 0 for a, b in pairwise(self.sizes)),
        }
        return scene.figure(TABLE, TABLE_HIGH, facts)


GAMES = 22  # as many as a page takes
COLUMNS, DEEP = 3, 24  # of pairs of moves
NUMBER, BOARD_WIDTH, PERSON, POINTS = 8.0, 16.0, 36.0, 18.0  # widths in proportion


def scoresheet(sets: Mapping[Process, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]) -> ScoreSheet:
    """Return the sheet. sets: the box, as each process makes it."""
    say = Said(words, "quomino-scoresheet.toml")
    boards = [f"{size} × {size}" for size in design.board_sizes(sets[Process.PAPER])]
    games = (
        *say.top(),
        _games(say, boards),
        say.prose("how", boards=", ".join(boards), tint=_tint(sets[Process.PAPER], words)),
    )
    return ScoreSheet(say("title"), (games, _page_of_moves(say, int(boards[0].split()[0]))), say("foot"))


def _games(say: Said, boards: list[str]) -> FieldGrid:
    """Return a row for each game. Where there is one board, its size is printed."""
    heads = (
        say.head(NUMBER, "game"),
        say.head(BOARD_WIDTH, "board"),
        *group(say.head(PERSON, f"{colour}-player") for colour in COLOURS),
        *group(say.head(POINTS, colour, bold=True) for colour in COLOURS),
        *group([say.head(PERSON, "winner")]),
    )
    rows = [Row(heads, low=True)]
    for game, digits in number_fields(GAMES):

        def box(width: float, what: str, start: bool = False, game: int = game, digits: str = digits) -> FormCell:
            return say.box(width, f"game-{digits}-{what}", f"tip-{what}", start=start, game=game)

        cells = (
            FormCell(NUMBER, str(game)),
            box(BOARD_WIDTH, "board") if len(boards) > 1 else FormCell(BOARD_WIDTH, boards[0]),
            *group(box(PERSON, f"{colour}-player", start=True) for colour in COLOURS),
            *group(box(POINTS, colour) for colour in COLOURS),
            *group([box(PERSON, "winner", start=True)]),
        )
        rows.append(Row(cells))
    return FieldGrid(tuple(rows))


def _page_of_moves(say: Said, size: int) -> tuple[Block, ...]:
    """Return the page for the moves of one game. size: of the smallest board, whose squares are examples."""
    heads = Row((FormCell(NUMBER), *(say.head(PERSON, f"{colour}-label", bold=True) for colour in COLOURS)), low=True)
    moves = []
    for number, digits in number_fields(COLUMNS * DEEP):
        boxes = (say.box(PERSON, f"move-{digits}-{colour}", f"tip-move-{colour}", number=number) for colour in COLOURS)
        moves.append(Row((FormCell(NUMBER, str(number)), *boxes)))
    grids = (FieldGrid((heads, *moves[k * DEEP : (k + 1) * DEEP])) for k in range(COLUMNS))
    inner = next(square for square in range(size * size) if NOWHERE not in grid(size).meets[square])
    example = f"{name(inner, size)} {CORNERS[2]}"
    legend = [(corner, say(f"corner-{corner}")) for corner in CORNERS]
    legend += [
        (example, say("worth-move", square=name(inner, size))),
        (f"{example} {COLOURS[1]}", say("worth-choice")),
        ("pass", say("worth-pass")),
        (name((size - 1) * size, size), say("worth-square")),
    ]
    players = ((3, f"moves-{colour}", f"{colour}-label") for colour in COLOURS)
    return (
        say.heading("moves", top=True),
        say.label_row((2, "moves-board", "board-label"), *players),
        Beside(tuple(grids)),
        Legend(tuple(legend), 2),
        say.prose("read"),
    )
