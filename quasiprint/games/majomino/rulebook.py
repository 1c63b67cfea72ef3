"""What Majomino's rulebook is filled with: its numbers, what has been found about the game, and its scenes: the set,
what lines and boards are, games turn by turn, puzzles and their solutions. And the score sheet: a box for each row,
column and region of several boards, and what they add up to.

Boards are drawn as the set draws its own, judged by the laws and the scoring. Lengths in mm,
y up. A figure's `cell` is how wide one of its cells is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from quasiprint.drawing.face_shapes import Scene, SetPainter, heap
from quasiprint.drawing.outlines import circle, turn_ring
from quasiprint.games.majomino import ACCENT, COUNTED, SIZES, positions
from quasiprint.games.majomino.board import (
    FREE,
    PLAYERS,
    Board,
    Labels,
    MarkedBoard,
    Won,
    colouring,
    lines,
    of_regions,
    tally,
)
from quasiprint.games.majomino.design import BoardStyle, face, marker, markers, side_of, tray
from quasiprint.games.majomino.dissection import neighbours
from quasiprint.games.majomino.notation import all_boards
from quasiprint.games.majomino.positions import EXAMPLE, GAMES, PATH, PATIENT, SWAP, is_legal, is_valid, points
from quasiprint.games.majomino.situation import RESTRICTED, UNUSED, O, Rule, X, read_text
from quasiprint.model.choices import Process
from quasiprint.model.face import Face, Point, Ring
from quasiprint.model.page import (
    Beside,
    Block,
    Content,
    FieldGrid,
    Figure,
    FormCell,
    Imprint,
    Row,
    Said,
    ScoreSheet,
    Shape,
    group,
    number_fields,
)
from quasiprint.model.piece import Accessory, GameSet, Piece, Value
from quasiprint.model.texts import markdown

CELL, LARGE, MINI = 7.2, 8.2, 4.8  # mm: a cell of a figure, a large one, and one of a small board beside it
MARGIN = 1.0
NUMBERS = 5.0  # beside and above a board: room for the numbers of its rows and columns
WINNERS = 7.0  # beside and below a board: room for who has won its rows and columns
RING = 0.26  # of a cell: a ring's radius
FRESH = 0.31  # of a cell: radius of the disc under a mark that is new
LIFT = 0.09  # of a cell: how far a mark lies above the middle, clear of the bar below it
DARK, SIGN, LINES = "#111111", "#555555", "#9a968c"


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
        self.regions = paper.palette.inks if dict(paper.parameters)["regions"] == "coloured" else ()

    def board(self, board: Board, place: Place, colours: Labels | None = None) -> Scene:
        """Return a board. colours: of its regions, if they are given."""
        colours = colouring(board) if colours is None else colours
        inks = self.regions if max(colours) < len(self.regions) else ()
        return self.draw_face(face(board, colours if inks else (), BoardStyle(self.set.measures, inks)), place)

    def draw_face(self, drawn: Face, place: Place) -> Scene:
        """Return a board's face."""
        half = place.side / 2
        return Scene(self.face_at(drawn, place.left + half, place.low + half, place.cell))

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
        for number, (text, heavy) in (points or {}).items():
            x, y = place.middle(number)
            scene.write(x, y - 1.0, text, 4.0, bold=heavy, colour=DARK)
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


PACE = (12.0, 24.0)  # s: a mark of quick players and of slow ones; estimated
# Measured by `docs/findings/late_doubles.py`: of so many positions after six marks X wins so many if both play well
# and O may double in her turn of this number only, which is the most even one.
POSITIONS, FAIR_TURN, FAIR_WON = 100, 11, 48
FIVES = 25  # cells
DISPLAYED = ("table", "kinds", "example", "threes", "own")  # figures that a page of the set shows


def content(sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: the run, as each process makes it. words: of the book's language."""
    from quasiprint.games.majomino.dissection import count_table
    from quasiprint.games.majomino.sampling import CLASSES

    paper, printer = sets[Process.PAPER], sets[Process.PRINTER]
    parameters = dict(paper.parameters)
    size = side_of(paper.pieces[0])
    cells, lines, count = size * size, 3 * size, tally(EXAMPLE)
    fields = {
        "size": str(size),
        "cells": str(cells),
        "points": str(lines),
        "win": str(lines // 2 + 1),
        "most": str(size // 2 + 1),
        "more": str(cells // 2 + 1),
        "fewer": str(cells // 2),
        "boards": str(len(paper.pieces)),
        "markers": str(cells),  # one for each, also where the book is for a set that no printer makes
        "minutes": _minutes(cells),
        "edge": f"{printer.measures.size.edge:g}",
        "largest": str(SIZES[-1]),
        # what the scoring example comes to
        "total_x": str(count.x),
        "total_o": str(count.o),
        # what is known of boards of 5 × 5
        "fives": str(count_table(5).total),
        "five_classes": str(CLASSES[5]),
        "lined": str(positions.LINED["fives"]),
        "fair_turn": str(FAIR_TURN),
        "fair_left": str(FIVES + 1 - 2 * FAIR_TURN),
        "fair_of": str(POSITIONS),
        "fair_won": str(FAIR_WON),
    }
    for kind, won in {"rows": count.rows, "columns": count.columns, "regions": count.regions}.items():
        fields |= {f"{kind}_x": str(won.count("x")), f"{kind}_o": str(won.count("o"))}
    traits = {"one" if len(paper.pieces) == 1 else "many"}
    traits |= _origin(parameters, size)
    if paper.pieces[0].name:
        fields["name"] = paper.pieces[0].name
        traits.add("named")
    if size in COUNTED:
        total = count_table(size).total
        fields["all"] = f"{total:,}" if total >= 10_000 else str(total)
        traits.add("counted")
    marks = (mark for piece in paper.pieces for mark in piece.face.marks)
    made = {mark.colour for mark in marks if mark.colour is not None}
    if made:
        # a picture may need a colour that none of the set's boards has
        inks = [paper.palette.inks[colour] for colour in sorted(made | colours(len(paper.palette.inks)))]
        fields["colours"] = ", ".join(
            f"{words.get(ink.name, markdown(ink.name))} ({words.get(f'pattern-{ink.pattern}', ink.pattern)})"
            for ink in inks
        )
        traits.add("coloured")
    else:
        traits.add("plain")
    traits.add(str(parameters["walls"]))
    return Content(fields, frozenset(traits), Scenes(sets, words).figures(), accent=ACCENT, shown=DISPLAYED)


def _minutes(cells: int) -> str:
    """Return how long a game takes, from a quick one to a slow one."""
    fast, slow = (seconds * cells / 60 for seconds in PACE)
    step = 5 if fast >= 5 else 1
    return f"{max(step, round(fast / step) * step)}–{max(step, round(slow / step) * step)}"


def _origin(parameters: Mapping[str, Value], size: int) -> set[str]:
    """Return the words for how a run's boards came about."""
    if parameters.get("board"):
        return {"given"}
    distinct = {"distinct"} if parameters["distinct"] else set()
    if size not in COUNTED:
        return {"chained"} | distinct
    return distinct or {"drawn"}


WIDEST, OWN = 78.0, 8.8  # what a column holds; a cell of the set's own board
PAIRED, THIRD, TENTH = 6.2, 4.7, 4.3  # a cell of one of two, three or ten boards
SOLVED = 5.7  # a cell of a solution, of which two stand side by side
GAP, BETWEEN = 3.4, 15.0  # between boards, and between two with an arrow
LEFT, RIGHT = Place(5, cell=PAIRED), Place(5, MARGIN + 5 * PAIRED + BETWEEN, cell=PAIRED)  # two boards side by side
ARROW = (RIGHT.left - BETWEEN + 1.5, MARGIN + LEFT.side / 2, RIGHT.left - 1.5)  # from one to the other
# of the first description's board: lines, to show what they are, a row, a column, a region; the cell whose lines are
# shown
KINDS, MARKED = (1, 8, 11), 8

COVER = (170.0, 148.0)
FRONT, BEHIND = 100.0, 77.0  # the side of the board in front on the cover, and of those behind it
TILT = -7.0  # degrees
PLACES = ((118.5, 97.0, 16.0), (53.5, 53.0, -24.0))  # mm and degrees: boards behind
STREWN = ((11.0, 121.0), (26.0, 137.0), (33.0, 120.0), (146.0, 11.0), (160.0, 26.0), (143.0, 30.0), (15.0, 103.0))
SHADE = (1.4, -1.6)  # how far a shadow falls
SHADOW, WOOD, FLOOR, MARKER = "#dcd8cd", "#ead9b5", "#dcc594", "#fcf8ee"
QUARTER, THING, LETTERS = 39.0, 25.0, 3.8  # a quarter of the box, an item in it, the letters below
FANNED = ((-3.0, 1.5, 9.0), (2.5, 0.5, -8.0), (0.0, -0.5, 0.0))  # boards one upon another: mm and degrees
TABLE, SEAT = 41.0, 9.0  # the side of the board on a table; beyond it, where a player's sign stands
HEAP = 25  # markers in the picture of the box, at most
SPREAD = 1.3  # of a marker's radius: how far a heap spreads, so that no two overlap


class Scenes(BoardDrawing):
    """The figures of a book. sets: the run, as each process makes it. words: of the book's language."""

    def __init__(self, sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> None:
        super().__init__(sets[Process.PAPER])
        self.sets, self.words = sets, words
        self.size = side_of(self.set.pieces[0])

    def figures(self) -> dict[str, Callable[[], Figure]]:
        """Return the figures by name, each drawn when a text asks for it."""
        return {
            **self.scenes("cover box table own kinds line swap typical example restricted threes patient"),
            **{f"turn-{k + 1}": partial(self.moment, "opening", k) for k in range(1, len(GAMES["opening"]["shown"]))},
            **{f"game-{k + 1}": partial(self.moment, "whole", k) for k in range(len(GAMES["whole"]["shown"]))},
            **{name: partial(self.puzzle, name) for name in positions.puzzles()},
            **{pair: partial(self.solutions, pair) for pair in positions.PAIRS},
        }

    # --- boards and lines

    def own(self) -> Figure:
        """The first board of the set, with its own face."""
        piece = self.set.pieces[0]
        board = board_of(piece)
        place = Place(self.size, cell=min(OWN, WIDEST / self.size, self.edge))
        facts = {"cells": len(board.regions), "regions": board.count, "valid": is_valid(board)}
        side = place.side + 2 * MARGIN
        return self.draw_face(piece.face, place).figure(side, side, facts)

    def kinds(self) -> Figure:
        """What a line is: the first description's board three times, with dots in a row, a column and a region."""
        board, all_lines = EXAMPLE.board, lines(EXAMPLE.board)
        size = board.size
        scene, place = Scene(), Place(size, cell=THIRD)
        for number in KINDS:
            scene.add(self.board(board, place))
            scene.shapes += map(place.dot, all_lines[number])
            place = Place(size, place.left + (place.side + GAP), cell=THIRD)
        facts = {
            "valid": is_valid(board),
            "cells": [len(all_lines[number]) for number in KINDS],
            "kinds": [number // size + 1 for number in KINDS],
            "lines": len(all_lines),
        }
        return scene.figure(place.left - GAP + MARGIN, place.side + 2 * MARGIN, facts)

    def typical(self) -> Figure:
        """The first description's board, and the lines of one cell."""
        board = EXAMPLE.board
        through = [line for line in lines(board) if MARKED in line]
        reached = set().union(*through) - {MARKED}
        marked = _with_mark(board, "x")
        facts = {
            "valid": is_legal(marked),
            "lines": len(through),
            "others": len(reached),
            "line": positions.LINED["example"],
        }
        return self.position(marked, LARGE, {MARKED}, facts, dots=sorted(reached))

    def example(self) -> Figure:
        """The scoring example: marks, the winners of rows and columns, and beside it those of regions."""
        return self.tally_board(EXAMPLE, {"valid": is_legal(EXAMPLE), **positions.tally_facts(tally(EXAMPLE))})

    def restricted(self) -> Figure:
        """Where the second mark of a restricted double may lie after a first one."""
        board = EXAMPLE.board
        doubles = Rule(RESTRICTED).contest(MarkedBoard(board, FREE * board.size**2), O).moves()
        allowed = [cell for move in doubles if len(move) == 2 and MARKED in move for cell in move if cell != MARKED]
        facts = {"allowed": len(allowed), "closed": board.size**2 - 1 - len(allowed)}
        return self.position(_with_mark(board, "o"), LARGE, {MARKED}, facts, rings=allowed)

    def line(self) -> Figure:
        """A line through all cells, cut four times, and the board that it makes."""
        size, left, right = LEFT.size, LEFT, RIGHT
        board = positions.cut(PATH, size)
        scene = Scene()
        scene.squares(left.left, left.low, size, left.cell, "#FFFFFF", LINES)
        at = [left.middle(number) for number in PATH]
        scene.lines((tuple(at),), DARK, 0.8)
        for end in (at[0], at[-1]):
            scene.disc(end, 1.1, 24, DARK)
        cuts = range(size, size * size, size)
        for step in cuts:
            (x0, y0), (x1, y1) = at[step - 1], at[step]
            x, y, across, up = (x0 + x1) / 2, (y0 + y1) / 2, (y1 - y0) * 0.32, (x1 - x0) * 0.32
            for colour, width in (("#FFFFFF", 2.4), (DARK, 1.4)):
                scene.lines((((x - across, y - up), (x + across, y + up)),), colour, width)
        scene.arrow(*ARROW)
        scene.add(self.board(board, right, positions.COLOURS))
        facts = {"cells": len(set(PATH)), "cuts": len(cuts), "valid": is_valid(board)}
        return scene.figure(right.left + right.side + MARGIN, right.side + 2 * MARGIN, facts)

    def swap(self) -> Figure:
        """Two cells that change places, and the board that they make: one that no line makes."""
        left, right = LEFT, RIGHT
        before = positions.cut(PATH, left.size)
        after = positions.swap_cells(before, *SWAP)
        scene = self.board(before, left, positions.COLOURS)
        scene.add(self.board(after, right, positions.COLOURS))
        scene.arrow(*ARROW)
        scene.shapes += [place.ring(number, dashed=False) for number in SWAP for place in (left, right)]
        facts = {
            "valid": is_valid(after),
            "line-before": positions.LINED["path"],
            "line-after": positions.LINED["swapped"],
        }
        return scene.figure(right.left + right.side + MARGIN, right.side + 2 * MARGIN, facts)

    def threes(self) -> Figure:
        """Every board of 3 × 3, and how its games end."""
        scene, step, boards = Scene(), 3 * TENTH + GAP, all_boards(3)
        for k, board in enumerate(boards):
            row, column = divmod(k, 5)
            scene.add(self.board(board, Place(3, MARGIN + column * step, MARGIN + (1 - row) * step, TENTH)))
        facts = {"boards": len(boards), "valid": is_valid(*boards), **positions.THREES}
        return scene.figure(5 * step - GAP + 2 * MARGIN, 2 * step - GAP + 2 * MARGIN, facts)

    def patient(self) -> Figure:
        """A position in which O wins only if she keeps her double move."""
        facts = {"valid": is_legal(PATIENT), "empty": PATIENT.marks.count(FREE), **positions.PATIENCE}
        best = positions.cells_of(positions.PATIENCE["by"], PATIENT.board.size)
        return self.position(PATIENT, LARGE, (), facts, rings=best)

    # --- games and puzzles

    def moment(self, name: str, step: int) -> Figure:
        """Some turns of a game. step: from 0."""
        moment = positions.game(name)[step]
        facts = positions.facts_of(moment)
        if any(tally(moment.marked).lines):
            return self.tally_board(moment.marked, facts, moment.fresh)
        return self.position(moment.marked, LARGE, moment.fresh, facts)

    def puzzle(self, name: str) -> Figure:
        """A position to be solved."""
        puzzle = positions.puzzles()[name]
        marked, count = puzzle.marked, tally(puzzle.marked)
        facts: dict[str, object] = {"valid": is_legal(marked), **{mark: marked.marks.count(mark) for mark in PLAYERS}}
        facts |= {"empty": marked.marks.count(FREE), "mover": puzzle.mover, "points": f"{count.x}-{count.o}"}
        return self.position(marked, LARGE, (), facts)

    def solutions(self, pair: str) -> Figure:
        """Two solutions side by side; facts have the names of their puzzles before them."""
        scene, left, facts = Scene(), 0.0, dict[str, object]()
        drawn = {name: self.solution(name) for name in positions.PAIRS[pair]}
        for name, drawing in drawn.items():
            scene.add(Scene(drawing.shapes, drawing.texts), left)
            facts |= {f"{name}-{key}": value for key, value in drawing.facts.items()}
            left += drawing.width
        return scene.figure(left, max(figure.height for figure in drawn.values()), facts)

    def solution(self, name: str) -> Figure:
        """A puzzle, with what every mark comes to: in its cell; or dashed rings for the best double."""
        puzzle = positions.puzzles()[name]
        marked, after = puzzle.marked, positions.outcomes(name, puzzle.contest)
        size = marked.board.size
        worth = {move: x if puzzle.mover == X else 3 * size - x for move, x in after.items()}
        most = max(worth.values())
        best = [move for move, found in worth.items() if found == most]
        others = {x for move, x in after.items() if worth[move] < most}
        facts: dict[str, object] = {
            "moves": len(worth),
            "winning": sum(2 * found > 3 * size for found in worth.values()),
            "best": points(after[best[0]], size),
            "by": [positions.cell_names(move, size, "+") for move in best],
            "others": sorted(points(x, size) for x in others),
        }
        if puzzle.double != UNUSED:
            heavy = {move[0]: (comes, comes == most) for move, comes in worth.items()}
            return self.position(marked, SOLVED, (), facts, points=heavy)
        # what looks best is to decide as many lines as can be
        greedy = max(worth, key=lambda move: (positions.gain(puzzle, move), -worth[move]))
        facts |= {
            "gain": positions.gain(puzzle, best[0]),
            "greedy": positions.cell_names(greedy, size, "+"),
            "most": positions.gain(puzzle, greedy),
            "greedy-best": points(after[greedy], size),
        }
        return self.position(marked, SOLVED, (), facts, rings=best[0])

    # --- the set

    def cover(self) -> Figure:
        """Some boards of the set as they are printed, the first one in the middle of a game."""
        boards = self.sets[Process.PRINTER].pieces[: 1 + len(PLACES)]
        middle, scene = (COVER[0] / 2, COVER[1] / 2), Scene()
        for piece, (left, low, angle) in zip(boards[:0:-1], PLACES, strict=False):
            self._place_board(scene, piece, left, low, angle, BEHIND)
        self._place_board(scene, boards[0], *middle, TILT, FRONT)
        marked = positions.half_played(board_of(boards[0]))
        place = Place(self.size, -FRONT / 2, -FRONT / 2, FRONT / self.size)
        scale = place.cell / self.edge
        for cell, mark in enumerate(marked.marks):
            if mark != FREE:
                (at,) = place_ring((place.middle(cell),), 1.0, middle, TILT)
                self._marker(scene, mark, *at, scale, TILT)
        for k, at in enumerate(STREWN):
            self._marker(scene, PLAYERS[k % 2], *at, min(scale, 1.0), 40.0 * k)
        return scene.figure(*COVER, {"valid": is_valid(*map(board_of, boards)), "legal": is_legal(marked)})

    def box(self) -> Figure:
        """What the set is made of: boards, markers, frame and tray, each with its number."""
        # of paper, which no beam cuts and no clearance parts: a picture is the same whatever they are
        cut = self.set.measures
        items = (markers(self.size, cut), *tray(self.size, BoardStyle(cut, ())))
        counts = {accessory.kind: accessory.count for accessory in items}
        boards = self.sets[Process.PRINTER].pieces[: len(FANNED)]
        high, scene = QUARTER + 1.0, Scene()
        middles = [((0.5 + k % 2) * QUARTER, 22.0 + (1 - k // 2) * high) for k in range(4)]
        (x, y), heaped, *rest = middles
        for piece, (dx, dy, angle) in zip(boards[::-1], FANNED[-len(boards) :], strict=True):
            self._place_board(scene, piece, x + dx, y + dy, angle, THING)
        self._heap(scene, min(counts["marker"], HEAP), *heaped, THING / 2)
        for item, fill, at in zip(items[1:], (WOOD, FLOOR), rest, strict=True):
            _part(scene, item, fill, *at)
        counts["board"] = len(self.set.pieces)
        for kind, (tx, ty) in zip(("board", "marker", "frame", "tray"), middles, strict=True):
            word = self.words.get(f"box-{kind}{'s' * (counts[kind] != 1)}", kind)
            scene.write(tx, ty - 20.0, f"{counts[kind]} {word}", LETTERS, bold=True)
        facts = {f"{kind}s": count for kind, count in counts.items()} | {"valid": is_valid(*map(board_of, boards))}
        return scene.figure(2 * QUARTER, 2 * high, facts)

    def table(self) -> Figure:
        """A board between two players, and all markers in a heap beside it."""
        piece = self.set.pieces[0]
        cell = TABLE / self.size
        left, low = MARGIN, MARGIN + SEAT
        scene = self.draw_face(piece.face, Place(self.size, left, low, cell))
        count = markers(self.size, self.set.measures).count
        reach = spread(count) * cell / 4
        x, y = left + TABLE + 2.0 + reach, low + TABLE / 2
        self._heap(scene, count, x, y, reach)
        for mark, up in (("x", low - SEAT / 2), ("o", low + TABLE + SEAT / 2)):
            sign(scene, mark, (left + TABLE / 2, up), 2.2)
        facts = {"valid": is_valid(board_of(piece)), "empty": self.size**2, "markers": count}
        return scene.figure(x + reach + MARGIN, TABLE + 2 * (SEAT + MARGIN), facts)

    def _place_board(self, scene: Scene, piece: Piece, x: float, y: float, angle: float, side: float) -> None:
        """Draw a board with its middle at (x, y), and its shadow. side: how wide its cells are together."""
        scale = side / self.size / self.edge
        shade = x + SHADE[0] * scale, y + SHADE[1] * scale
        scene.area(place_ring(piece.face.nominal, scale, shade, angle), SHADOW)
        scene.shapes += self.face_at(piece.face, x, y, side / self.size, angle)

    def _heap(self, scene: Scene, count: int, x: float, y: float, reach: float) -> None:
        """Draw markers in a heap around (x, y), no two upon one another, x and o up in turn. reach: its radius."""
        radius = reach / spread(count)
        scale = radius / max(px for px, _ in marker(self.set.measures).nominal)
        for k, (dx, dy) in enumerate(heap(count, SPREAD * radius)):
            self._marker(scene, PLAYERS[k % 2], x + dx, y + dy, scale, 50.0 * k)

    def _marker(self, scene: Scene, mark: str, x: float, y: float, scale: float, angle: float) -> None:
        """Draw a marker with the side of this mark up. scale: of the picture to the set."""
        token = marker(self.set.measures)
        areas = [region for m in token.marks for region in m.ink] if mark == "x" else list(token.back)
        place = partial(place_ring, scale=scale, at=(x, y), angle=angle)
        scene.area(place(token.nominal, at=(x + 0.7 * scale, y - 0.8 * scale)), SHADOW)
        scene.area(place(token.nominal), MARKER, "#4a4a4a", 0.2)
        scene.shapes += [Shape(tuple(map(place, region.rings)), DARK) for region in areas]


def colours(inks: int) -> set[int]:
    """Return the colours that boards in the pictures have, if a palette has so many inks: a board has all or none."""
    shown = (EXAMPLE, PATIENT, positions.LATE, positions.PINWHEEL, positions.QUESTION)
    boards = (*(marked.board for marked in shown), *all_boards(3))
    return {colour for given in (positions.COLOURS, *map(colouring, boards)) if max(given) < inks for colour in given}


def _with_mark(board: Board, mark: str) -> MarkedBoard:
    """Return a board with one mark, in the cell MARKED."""
    return MarkedBoard(board, "".join(mark if cell == MARKED else FREE for cell in range(board.size**2)))


def board_of(piece: Piece) -> Board:
    """Return the board that a piece is."""
    return of_regions(side_of(piece), piece.marks)


def spread(count: int) -> float:
    """Return the radius of a heap of so many markers, in radii of one."""
    return 1 + SPREAD * math.sqrt(count)


def _part(scene: Scene, accessory: Accessory, fill: str, x: float, y: float) -> None:
    """Draw a frame or a tray with its middle at (x, y)."""
    rings = [ring for mark in accessory.face.marks for area in mark.ink for ring in area.rings]
    rings.insert(0, accessory.face.nominal)
    scale = THING / (2 * max(px for px, _ in accessory.face.nominal))
    for at, look in (((x + 0.3 * SHADE[0], y + 0.3 * SHADE[1]), (SHADOW,)), ((x, y), (fill, "#8a7a55", 0.2))):
        scene.shapes.append(Shape(tuple(place_ring(ring, scale, at) for ring in rings), *look))


LINE_KINDS = ("row", "column", "region")
# boards up to so many cells wide lie side by side
NARROW = 7
PAGES = 2
MOST = 200  # boards on a club's sheet
DEEP = 5  # boards one below the other
LABEL, BOX, COUNT = 17.0, 8.0, 9.0  # widths in proportion
WIDE_BOX = 6.8  # of a box, on boards that have a row of the sheet for themselves


def scoresheet(sets: Mapping[Process, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]) -> ScoreSheet:
    """Return the sheet. sets: the run, as each process makes it. chosen: the options."""
    say = Said(words, "majomino-scoresheet.toml")
    # to draw large boards takes a while
    size = int(chosen["size"]) if "size" in chosen else side_of(sets[Process.PAPER].pieces[0])
    across = 2 if size <= NARROW else 1
    count = PAGES * DEEP * across
    if chosen.get("pad"):
        count = min(MOST, int(chosen["count"]) if "count" in chosen else len(sets[Process.PAPER].pieces))
    rows = [
        Beside(tuple(_board(say, board, size, across) for board in range(first, min(first + across, count + 1))))
        for first in range(1, count + 1, across)
    ]
    pages = [tuple(rows[k : k + DEEP]) for k in range(0, len(rows), DEEP)]
    players = (say.box(3, f"player-{n}", "tip-player", say("player", number=n), number=n) for n in (1, 2))
    when = say.box(2, "date", "tip-date", say("date")), say.box(3, "place", "tip-place", say("place"))
    how = say.prose("how", size=size, points=3 * size, win=3 * size // 2 + 1)
    top: tuple[Block, ...] = say.heading("title", top=True, size=size), FieldGrid((Row((*when, *players)),)), how
    return ScoreSheet(say("title", size=size), (top + pages[0], *pages[1:]), say("foot", size=size))


def _board(say: Said, board: int, size: int, across: int) -> FieldGrid:
    """Return the boxes of one board."""
    box = BOX if across > 1 else WIDE_BOX
    wide = LABEL + size * box
    whole = wide + 2 * COUNT

    def cell(width: float, name: str, tip: str, label: str = "", **values: Any) -> FormCell:
        return say.box(width, f"board-{board:02d}-{name}", f"tip-{tip}", label, board=board, **values)

    def sums(name: str, tip: str, **values: Any) -> tuple[FormCell, ...]:
        """Return the boxes for what both players have."""
        return group(cell(COUNT, f"{name}-{p}", tip, side=p.upper(), **values) for p in PLAYERS)

    who = (cell(whole * 0.34, p, "who", say("who", side=p.upper()), side=p.upper()) for p in PLAYERS)
    heads = group(say.head(COUNT, "sum", side=p.upper(), bold=True) for p in PLAYERS)
    rows = [
        Row((cell(whole * 0.32, "name", "name", say("board", board=board)), *who)),
        Row((say.head(LABEL, "line"), *(FormCell(box, str(n)) for n in range(1, size + 1)), *heads), low=True),
    ]
    for kind in LINE_KINDS:
        boxes = (cell(box, f"{kind}-{digits}", kind, number=number) for number, digits in number_fields(size))
        rows.append(Row((say.head(LABEL, kind), *boxes, *sums(kind, f"{kind}-sum", size=size))))
    last = (
        cell(wide * 0.42, "double", "double", say("double")),
        cell(wide * 0.34, "winner", "winner", say("winner")),
        say.head(wide * 0.24, "total", bold=True, points=3 * size),
    )
    return FieldGrid((*rows, Row((*last, *sums("total", "total", points=3 * size)))))


def picture(text: bytes, sets: Mapping[Process, GameSet]) -> Figure:
    """Draw one board with its marks. Raises InputError as `score` does."""
    return BoardDrawing(sets[Process.PAPER]).figure(read_text(text)[0])
