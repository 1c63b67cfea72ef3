"""Boards in a rulebook: drawn as the set draws its own, judged by the text reader, the laws and the scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from quasiprint.drawing.face_shapes import RIM, pale
from quasiprint.drawing.figure_rows import arrow
from quasiprint.drawing.outlines import circle, turned
from quasiprint.games.majomino import constructions, endings
from quasiprint.games.majomino.board import FREE, Board, Labels, MarkedBoard, colouring, of_regions
from quasiprint.games.majomino.face import BoardStyle, face
from quasiprint.games.majomino.laws import board_findings, marks_findings
from quasiprint.games.majomino.notation import read, write
from quasiprint.games.majomino.scoring import Tally, lines, tally
from quasiprint.model.face import Face
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Figure

CELL, SMALL, WIDEST = 7.2, 5.6, 105.0  # mm: a cell of a figure; of a large board, or one of many; the widest board
MARGIN, BETWEEN, GAP = 1.0, 16.0, 4.5
NUMBERS = 5.0  # beside and above a board: room for the numbers of its rows and columns
RING = 0.26  # of a cell: a ring's radius
LIFT = 0.09  # of a cell: how far a mark lies above the middle, clear of the bar below it
PALE = 0.78
DARK, SIGN, WALLS, LINES = "#111111", "#555555", "#1a1a1a", "#9a968c"


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
# drawn by hand: the cells of a line, in order, and what then changes places
PATH = (0, 1, 6, 5, 10, 15, 20, 21, 16, 11, 12, 7, 2, 3, 4, 9, 8, 13, 14, 19, 24, 23, 18, 17, 22)
SWAP = (12, 8)
MARKED = 8  # the cell of that board whose lines are shown


def judged(marked: MarkedBoard) -> MarkedBoard:
    """Return a position as the text reader has it from the text form."""
    (found,) = read(write(marked.board, marked.marks).encode())
    return found


def valid(marked: MarkedBoard) -> str:
    """Tell whether board and marks are as the laws want them: "yes" or "no"."""
    wrong = board_findings(marked.board, "figure") + marks_findings(marked, "figure")
    return "no" if wrong else "yes"


def points(x: int, size: int) -> str:
    """Return the points of X and O, as a claim has them."""
    return f"{x}-{3 * size - x}"


class BoardFigures:
    """Boards as a set has them."""

    def __init__(self, paper: GameSet) -> None:
        self.set = paper
        self.inks = paper.palette.inks if dict(paper.parameters)["regions"] == "coloured" else ()

    def _board(
        self, board: Board, left: float, low: float, cell: float = CELL, colours: Labels | None = None
    ) -> list[Shape]:
        """Return a board whose lower left corner is at (left, low). colours: of its regions, if they are given."""
        colours = colouring(board) if colours is None else colours
        inks = self.inks if max(colours) < len(self.inks) else ()
        drawn = face(board, colours if inks else (), BoardStyle(self.set.measures, inks))
        return self._face(drawn, board.size, left, low, cell)

    def _face(self, drawn: Face, size: int, left: float, low: float, cell: float) -> list[Shape]:
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

    def _marked(self, marked: MarkedBoard, left: float, low: float) -> list[Shape]:
        shapes = self._board(marked.board, left, low)
        for cell, mark in enumerate(marked.marks):
            if mark != FREE:
                shapes += _mark(mark, *_middle(cell, marked.board.size, left, low))
        return shapes

    def marked(self, marked: MarkedBoard) -> Figure:
        """A board and its marks."""
        side = marked.board.size * CELL + 2 * MARGIN
        return Figure(side, side, tuple(self._marked(marked, MARGIN, MARGIN)))

    def own(self) -> Figure:
        """The first board of the set, with its own face."""
        piece = self.set.pieces[0]
        size = round(piece.corners[1].to_xy()[0] - piece.corners[0].to_xy()[0])
        cell = CELL if size <= 5 else min(SMALL, WIDEST / size)
        marked = judged(MarkedBoard(of_regions(size, piece.marks), FREE * size * size))
        shapes = self._face(piece.face, size, MARGIN, MARGIN, cell)
        facts = {"cells": len(marked.marks), "regions": marked.board.count, "valid": valid(marked)}
        return Figure(size * cell + 2 * MARGIN, size * cell + 2 * MARGIN, tuple(shapes), (), facts)

    def line(self) -> Figure:
        """A line through all cells, cut four times, and the board that it makes."""
        size = 5
        board = constructions.cut(PATH, size)
        side = size * CELL
        shapes = _grid(size, MARGIN, MARGIN)
        points_of = [_middle(cell, size, MARGIN, MARGIN) for cell in PATH]
        shapes.append(Shape((tuple(points_of),), None, DARK, 0.8, closed=False))
        for at in (points_of[0], points_of[-1]):
            shapes.append(Shape((circle(*at, 1.2, 24),), DARK))
        cuts = 0
        for step in range(size, size * size, size):
            (x0, y0), (x1, y1) = points_of[step - 1], points_of[step]
            x, y, across, up = (x0 + x1) / 2, (y0 + y1) / 2, (y1 - y0) * 0.32, (x1 - x0) * 0.32
            ends = ((x - across, y - up), (x + across, y + up))
            shapes.append(Shape((ends,), None, "#FFFFFF", 2.6, closed=False))
            shapes.append(Shape((ends,), None, DARK, 1.5, closed=False))
            cuts += 1
        left = MARGIN + side + BETWEEN
        colours, _ = constructions.joint(board, _swapped(board), SWAP)
        shapes += [_arrow(left - BETWEEN, MARGIN + side / 2), *self._board(board, left, MARGIN, colours=colours)]
        facts = {"cells": len(set(PATH)), "cuts": cuts, "valid": valid(judged(MarkedBoard(board, FREE * size * size)))}
        return Figure(left + side + MARGIN, side + 2 * MARGIN, tuple(shapes), (), facts)

    def swap(self) -> Figure:
        """Two cells that change places, and the board that they make: one that no line makes."""
        size = 5
        before = constructions.cut(PATH, size)
        after = _swapped(before)
        side = size * CELL
        left = MARGIN + side + BETWEEN
        # a region keeps its colour, so that what is seen to change are the two cells
        colours = constructions.joint(before, after, SWAP)
        shapes = self._board(before, MARGIN, MARGIN, colours=colours[0])
        shapes += self._board(after, left, MARGIN, colours=colours[1])
        shapes.append(_arrow(left - BETWEEN, MARGIN + side / 2))
        for cell in SWAP:
            shapes += [_ring(_middle(cell, size, edge, MARGIN)) for edge in (MARGIN, left)]
        facts = {
            "valid": valid(judged(MarkedBoard(after, FREE * size * size))),
            "line-before": "yes" if before.regions in constructions.lined(size) else "no",
            "line-after": "yes" if after.regions in constructions.lined(size) else "no",
        }
        return Figure(left + side + MARGIN, side + 2 * MARGIN, tuple(shapes), (), facts)

    def typical(self) -> Figure:
        """The first description's board, and the lines of one cell."""
        board = judged(MarkedBoard(EXAMPLE.board, FREE * len(EXAMPLE.marks))).board
        through = [line for line in lines(board) if MARKED in line]
        reached = set().union(*through) - {MARKED}
        marks = "".join("x" if cell == MARKED else FREE for cell in range(board.size**2))
        drawn = self._placed(MarkedBoard(board, marks))
        spots = (_middle(cell, board.size, NUMBERS, MARGIN) for cell in sorted(reached))
        dots = [Shape((circle(*at, 0.9, 24),), DARK) for at in spots]
        facts = {
            "valid": valid(MarkedBoard(board, FREE * len(EXAMPLE.marks))),
            "lines": len(through),
            "others": len(reached),
            "line": "yes" if board.regions in constructions.lined(board.size) else "no",
        }
        return replace(drawn, shapes=(*drawn.shapes, *dots), facts=facts)

    def example(self) -> Figure:
        """The scoring example: marks, the winners of rows and columns, and beside it those of regions."""
        marked = judged(EXAMPLE)
        size, count = marked.board.size, tally(marked)
        side = size * CELL
        low = MARGIN + 6
        shapes = self._marked(marked, MARGIN, low)
        for k in range(size):
            (across, _), (_, up) = _middle(k, size, MARGIN, low), _middle(k * size, size, MARGIN, low)
            shapes += _mark(count.rows[k] or "", MARGIN + side + 5.5, up, 0.7, SIGN)
            shapes += _mark(count.columns[k] or "", across, low - 4, 0.7, SIGN)
        left = MARGIN + side + BETWEEN
        shapes += self._board(marked.board, left, low)
        for cells, won in zip(marked.board.cells(), count.regions, strict=True):
            shapes += _mark(won or "", *_middle(_heart(marked.board, cells), size, left, low), 1.25)
        facts = {"valid": valid(marked), **said(count)}
        return Figure(left + side + MARGIN, low + side + MARGIN, tuple(shapes), (), facts)

    def restricted(self) -> Figure:
        """Where the second mark of a restricted double may lie after a first one."""
        board = EXAMPLE.board
        first = 1 << MARKED
        pairs = endings.Ending(board).pairs((1 << board.size**2) - 1, endings.RESTRICTED)
        allowed = [(pair ^ first).bit_length() - 1 for pair in pairs if pair & first]
        marks = "".join("o" if cell == MARKED else FREE for cell in range(board.size**2))
        drawn = self._placed(MarkedBoard(board, marks))
        rings = [_ring(_middle(cell, board.size, NUMBERS, MARGIN), dashed=True) for cell in allowed]
        facts = {"allowed": len(allowed), "closed": board.size**2 - 1 - len(allowed)}
        return replace(drawn, shapes=(*drawn.shapes, *rings), facts=facts)

    def threes(self) -> Figure:
        """Every board of 3 × 3, and how its games end."""
        boards = constructions.every(3)
        shapes: list[Shape] = []
        step = 3 * SMALL + GAP
        for k, board in enumerate(boards):
            row, column = divmod(k, 5)
            shapes += self._board(board, MARGIN + column * step, MARGIN + (1 - row) * step, SMALL)
        return Figure(5 * step - GAP + 2 * MARGIN, 2 * step - GAP + 2 * MARGIN, tuple(shapes), (), of_threes())

    def question(self) -> Figure:
        """The position of the inventor's fourth question."""
        marked = judged(QUESTION)
        drawn = self._placed(marked)
        facts = {
            "valid": valid(marked), "x": marked.marks.count("x"), "o": marked.marks.count("o"),
            "empty": marked.marks.count(FREE), "mover": "x",
        }  # fmt: skip
        return replace(drawn, facts=facts)

    def answer(self) -> Figure:
        """The same, and the points of X after each of the marks that there are."""
        marked = judged(QUESTION)
        size = marked.board.size
        after = of_question()
        drawn = self._placed(marked)
        texts = list(drawn.texts)
        most = max(after.values())
        for cell, x in after.items():
            at = _middle(cell, size, NUMBERS, MARGIN)
            texts.append(Text(at[0], at[1] - 1.1, str(x), 4.6, "middle", bold=x == most, colour=DARK))
        best = [cell for cell, x in after.items() if x == most]
        facts = {
            "moves": len(after),
            "winning": sum(2 * x > 3 * size for x in after.values()),
            "best": points(most, size),
            "by": ",".join(named(cell, size) for cell in best),
            "others": ",".join(sorted({points(x, size) for x in after.values() if x < most})),
        }
        return replace(drawn, texts=tuple(texts), facts=facts)

    def patient(self) -> Figure:
        """A position in which O wins only if she keeps her double move."""
        marked = judged(PATIENT)
        size = marked.board.size
        best, found = of_patient()
        drawn = self._placed(marked)
        facts = {"valid": valid(marked), "empty": marked.marks.count(FREE), "by": named(best, size), **found}
        ring = _ring(_middle(best, size, NUMBERS, MARGIN), dashed=True)
        return replace(drawn, shapes=(*drawn.shapes, ring), facts=facts)

    def _placed(self, marked: MarkedBoard) -> Figure:
        """A position with the numbers of its rows and columns."""
        size = marked.board.size
        side = size * CELL
        texts = []
        for k in range(size):
            x, y = _middle(k * size + k, size, NUMBERS, MARGIN)
            texts.append(Text(x, MARGIN + side + 1.6, str(k + 1), 3.4, "middle", colour=SIGN))
            texts.append(Text(NUMBERS - 2.8, y - 1.2, str(k + 1), 3.4, "middle", colour=SIGN))
        shapes = tuple(self._marked(marked, NUMBERS, MARGIN))
        return Figure(side + 2 * NUMBERS, side + MARGIN + NUMBERS, shapes, tuple(texts))


# what takes a search is found once, and is the same for every set


@lru_cache(maxsize=1)
def of_threes() -> dict[str, object]:
    """Return what is true of all boards of 3 × 3: how the whole game ends by each rule, and how many openings win."""
    boards = constructions.every(3)
    empty = FREE * 9
    facts: dict[str, object] = {"boards": len(boards), "openings": min(map(endings.openings, boards))}
    facts["valid"] = "yes" if all(valid(MarkedBoard(board, empty)) == "yes" for board in boards) else "no"
    for rule in endings.RULES:
        facts[rule] = ",".join(sorted({points(endings.best(board, rule), 3) for board in boards}))
    return facts


@lru_cache(maxsize=1)
def of_question() -> dict[int, int]:
    """Return X's points after each of the marks that there are in the inventor's fourth question."""
    judgement = endings.Ending(QUESTION.board).judged(QUESTION.marks, endings.CROSS)
    return {move[0]: x for move, x in judgement.items()}


@lru_cache(maxsize=1)
def of_patient() -> tuple[int, dict[str, object]]:
    """Return the mark with which O wins if she keeps her double, and how the game ends then and otherwise."""
    size = PATIENT.board.size
    ending = endings.Ending(PATIENT.board)
    rules = (endings.FREE, endings.RESTRICTED, endings.NONE)
    free, restricted, never = (ending.judged(PATIENT.marks, endings.NOUGHT, rule) for rule in rules)
    now = min(x for move, x in free.items() if len(move) == 2)
    later = min(x for move, x in free.items() if len(move) == 1)
    (best,) = [move[0] for move, x in free.items() if len(move) == 1 and x == later]
    ends = {"now": now, "later": later, "never": min(never.values()), "restricted": min(restricted.values())}
    return best, {when: points(x, size) for when, x in ends.items()}


def said(count: Tally) -> dict[str, object]:
    """Return a count as facts: the total, and for rows, columns and regions X's and O's."""
    kinds = {"rows": count.rows, "columns": count.columns, "regions": count.regions}
    won = {kind: f"{winners.count('x')}-{winners.count('o')}" for kind, winners in kinds.items()}
    return {"x": count.x, "o": count.o, **won}


def named(cell: int, size: int) -> str:
    """Return a cell as a claim has it: row and column, from 1."""
    return f"{cell // size + 1}/{cell % size + 1}"


def _swapped(board: Board) -> Board:
    after = constructions.swapped(board, *SWAP)
    if after is None:
        raise ValueError("figure: the cells that change places leave a region in two parts")
    return after


def _middle(cell: int, size: int, left: float, low: float) -> tuple[float, float]:
    """Return where a mark in a cell lies."""
    row, column = divmod(cell, size)
    return left + (column + 0.5) * CELL, low + (size - row - 0.5 + LIFT) * CELL


def _mark(mark: str, x: float, y: float, scale: float = 1.0, colour: str = DARK) -> list[Shape]:
    """Return an x or an o around a point; nothing for no mark."""
    reach = 0.2 * CELL * scale
    if mark == "x":
        strokes = (((x - reach, y - reach), (x + reach, y + reach)), ((x - reach, y + reach), (x + reach, y - reach)))
        return [Shape(strokes, None, colour, 0.9 * scale, closed=False)]
    return [Shape((circle(x, y, 1.1 * reach, 40),), None, colour, 0.9 * scale)] if mark == "o" else []


def _ring(at: tuple[float, float], dashed: bool = False) -> Shape:
    """Return a ring in a cell, whole or in short strokes."""
    around = circle(*at, RING * CELL, 48)
    if not dashed:
        return Shape((around,), None, DARK, 0.6)
    return Shape(tuple(around[k : k + 4] for k in range(0, 48, 6)), None, DARK, 0.5, closed=False)


def _heart(board: Board, cells: Sequence[int]) -> int:
    """Return the cell of a region with most of its neighbours in it."""
    at = {cell: divmod(cell, board.size) for cell in cells}

    def beside(cell: int) -> int:
        return sum(abs(at[cell][0] - row) + abs(at[cell][1] - column) == 1 for row, column in at.values())

    return max(cells, key=lambda cell: (beside(cell), -cell))


def _grid(size: int, left: float, low: float) -> list[Shape]:
    far = size * CELL
    rim = ((left, low), (left + far, low), (left + far, low + far), (left, low + far))
    shapes = [Shape((rim,), "#FFFFFF", RIM, 0.5)]
    for k in range(1, size):
        at = k * CELL
        across = (((left + at, low), (left + at, low + far)), ((left, low + at), (left + far, low + at)))
        shapes.append(Shape(across, None, LINES, 0.2, closed=False))
    return shapes


def _arrow(left: float, y: float) -> Shape:
    return arrow(left + 3.5, y, left + BETWEEN - 3.5, 0.6, RIM)
