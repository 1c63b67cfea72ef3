"""A game that a book plays through, a few turns that show how one goes, and puzzles: every mark by the rules, each line
counted, each puzzle solved by trying every way to play on.

A game is a word of text for each turn: cells as row and column from 1, the two of a double move joined by a plus.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from quasiprint.drawing.face_shapes import Scene
from quasiprint.games.majomino import endings
from quasiprint.games.majomino.board import FREE, PLAYERS, Board, MarkedBoard, Won, lines, tally
from quasiprint.games.majomino.board_drawing import LARGE, BoardDrawing
from quasiprint.games.majomino.endings import Move
from quasiprint.games.majomino.positions import (
    EXAMPLE,
    LATE,
    PINWHEEL,
    QUESTION,
    judged,
    listed,
    points,
    tally_facts,
    valid,
)
from quasiprint.model.page import Figure

# the first turns of a game in which both see to one region each
OPENING = "2/4 2/3 1/5 3/5 2/5 3/3+3/4"
OPENED = (1, 2, 5, 6)  # after how many turns a figure shows it; after the first, one of its own
# a whole game; O's ninth turn is a slip, which one of the puzzles asks for
GAME = """
1/2 1/1 2/1 1/3 1/4 1/5 2/5 2/4 4/5 3/5 5/5 2/2 2/3 3/2+4/2 3/4 3/3 4/4 5/4 4/3 5/3 5/1 5/2 4/1 3/1
"""
SHOWN = (5, 10, 13, 14, 17, 20, 22, 24)
SLIP = 17  # turns before the slip
FEW = 7  # empty cells: with so few a book says who will win
PAIRS = {"solutions-1": ("late", "slip"), "solutions-2": ("pinwheel", "question")}
SOLVED = 5.7  # mm: a cell of a solution, of which two stand side by side
BEGUN = 0.55  # of the cells of a board on the cover are marked
KINDS = ("row", "column", "region")


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after some of its turns. legal: whether each kept to the rules. fresh: the cells marked since the moment
    before this one, in order."""

    marked: MarkedBoard
    fresh: tuple[int, ...]
    turns: int
    legal: bool


def turns_of(words: str, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells that are marked in each turn. Raises ValueError for what is no cell."""
    turns = []
    for word in words.split():
        cells = []
        for place in word.split("+"):
            row, column = map(int, place.split("/"))
            if not (0 < row <= size and 0 < column <= size):
                raise ValueError(f"turn {word!r}: found {place}, allowed are rows and columns from 1 to {size}")
            cells.append((row - 1) * size + column - 1)
        turns.append(tuple(cells))
    return tuple(turns)


def moments(board: Board, turns: Sequence[tuple[int, ...]], shown: Sequence[int]) -> tuple[Moment, ...]:
    """Return a game as it stands after some numbers of turns, X's and O's counted together."""
    marks = [FREE] * len(board.regions)
    found = []
    fresh: list[int] = []
    doubled, legal = False, True
    for number, cells in enumerate(turns):
        player = PLAYERS[number % 2]
        double = len(cells) == 2 and player == "o" and not doubled
        legal = legal and (len(cells) == 1 or double) and len(set(cells)) == len(cells)
        legal = legal and all(marks[cell] == FREE for cell in cells)
        doubled = doubled or double
        for cell in cells:
            marks[cell] = player
        fresh += cells
        if number + 1 in shown:
            now = judged(MarkedBoard(board, "".join(marks)))
            found.append(Moment(now, tuple(fresh), number + 1, legal and valid(now)))
            fresh = []
    return tuple(found)


@lru_cache(maxsize=2)
def opened() -> tuple[Moment, ...]:
    """Return the first turns of a game."""
    return moments(EXAMPLE.board, turns_of(OPENING, EXAMPLE.board.size), OPENED)


@lru_cache(maxsize=2)
def played() -> tuple[Moment, ...]:
    """Return the game that a book plays through."""
    return moments(EXAMPLE.board, turns_of(GAME, EXAMPLE.board.size), SHOWN)


@lru_cache(maxsize=32)
def facts_of(moment: Moment, before: MarkedBoard) -> dict[str, object]:
    """Return what a caption tells of a moment: the new marks in order, the lines that they decided, and the points."""
    marked = moment.marked
    size, count = marked.board.size, tally(marked)
    facts: dict[str, object] = {
        "legal": moment.legal,
        "marks": listed(moment.fresh, size),
        "won": decided(before, marked),
        "points": f"{count.x}-{count.o}",
    }
    empty = marked.marks.count(FREE)
    if 0 < empty <= FEW:
        mover = endings.CROSS if moment.turns % 2 == 0 else endings.NOUGHT
        after = endings.Ending(marked.board).judged(marked.marks, mover)
        facts["best"] = points((max if mover == endings.CROSS else min)(after.values()), size)
    if not empty:
        facts |= {kind: won for kind, won in tally_facts(count).items() if kind.endswith("s")}
    return facts


def decided(before: MarkedBoard, after: MarkedBoard) -> list[str]:
    """Return the lines that have been decided in between, each with its winner; a region by its first cell."""
    size = after.board.size
    names = [f"{kind}{k + 1}" for kind in KINDS[:2] for k in range(size)]
    names += [f"{KINDS[2]}{listed(cells[:1], size)}" for cells in after.board.cells()]
    return [f"{name}:{now}" for name, old, now in zip(names, _won(before), _won(after), strict=True) if now and not old]


def _won(marked: MarkedBoard) -> tuple[Won, ...]:
    count = tally(marked)
    return (*count.rows, *count.columns, *count.regions)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to be solved. mover: of `endings`. rule: of `endings`, whether O still has her double."""

    marked: MarkedBoard
    mover: int
    rule: str = endings.NONE


@lru_cache(maxsize=1)
def puzzles() -> dict[str, Puzzle]:
    """Return the puzzles by name."""
    (slip,) = (moment.marked for moment in played() if moment.turns == SLIP)
    return {
        "late": Puzzle(LATE, endings.CROSS),
        "slip": Puzzle(slip, endings.NOUGHT),
        "pinwheel": Puzzle(PINWHEEL, endings.NOUGHT, endings.FREE),
        "question": Puzzle(QUESTION, endings.CROSS),
    }


@lru_cache(maxsize=8)
def solved(name: str) -> Mapping[Move, int]:
    """Return the points of whoever moves after each move that there is, if both play on as well as can be."""
    puzzle = puzzles()[name]
    after = endings.Ending(puzzle.marked.board).judged(puzzle.marked.marks, puzzle.mover, puzzle.rule)
    lines = 3 * puzzle.marked.board.size
    return {move: x if puzzle.mover == endings.CROSS else lines - x for move, x in after.items()}


def gained(puzzle: Puzzle, move: Move) -> int:
    """Return how many lines a move decides at a stroke."""
    marks = "".join(PLAYERS[puzzle.mover] if cell in move else mark for cell, mark in enumerate(puzzle.marked.marks))
    return len(decided(puzzle.marked, MarkedBoard(puzzle.marked.board, marks)))


@lru_cache(maxsize=4)
def half_played(board: Board) -> Moment:
    """Return a game on any board after a good half of its turns: each player marks where most is open to both."""
    marks = [FREE] * len(board.regions)
    every = lines(board)
    through = [[line for line in every if cell in line] for cell in range(len(marks))]
    turns = []
    for number in range(round(BEGUN * len(marks))):
        player = PLAYERS[number % 2]
        free = [cell for cell, mark in enumerate(marks) if mark == FREE]
        cell = max(free, key=lambda cell: (sum(_worth(line, marks, board.size) for line in through[cell]), -cell))
        marks[cell] = player
        turns.append((cell,))
    (moment,) = moments(board, turns, (len(turns),))
    return moment


def _worth(line: Sequence[int], marks: Sequence[str], size: int) -> int:
    """Return how hot a line is: 0 once it is decided, more the nearer somebody is to winning it."""
    most = max(sum(marks[cell] == player for cell in line) for player in PLAYERS)
    return 0 if 2 * most > size else 1 + most * most


class PlayedFigures(BoardDrawing):
    """Games and puzzles, in pictures."""

    def moment(self, game: Callable[[], Sequence[Moment]], step: int) -> Figure:
        """Some turns of a game. step: from 0."""
        moment = game()[step]
        before = game()[step - 1].marked if step else MarkedBoard(moment.marked.board, FREE * len(moment.marked.marks))
        facts, count = facts_of(moment, before), tally(moment.marked)
        if any((*count.rows, *count.columns, *count.regions)):
            return self.counted(moment.marked, facts, moment.fresh)
        return self.placed(moment.marked, LARGE, moment.fresh, facts)

    def puzzle(self, name: str) -> Figure:
        """A position to be solved."""
        puzzle = puzzles()[name]
        marked = judged(puzzle.marked)
        count = tally(marked)
        facts: dict[str, object] = {"valid": valid(marked), **{kind: marked.marks.count(kind) for kind in PLAYERS}}
        facts |= {"empty": marked.marks.count(FREE), "mover": PLAYERS[puzzle.mover], "points": f"{count.x}-{count.o}"}
        return self.placed(marked, LARGE, (), facts)

    def solutions(self, pair: str) -> Figure:
        """Two solutions side by side; facts have the names of their puzzles before them."""
        scene, left, facts = Scene(), 0.0, dict[str, object]()
        drawn = {name: self.solution(name) for name in PAIRS[pair]}
        for name, one in drawn.items():
            scene.add(Scene(one.shapes, one.texts), left)
            facts |= {f"{name}-{key}": value for key, value in one.facts.items()}
            left += one.width
        return scene.figure(left, max(one.height for one in drawn.values()), facts)

    def solution(self, name: str) -> Figure:
        """A puzzle, with what every mark comes to: in its cell; or dashed rings for the best double."""
        puzzle = puzzles()[name]
        marked = judged(puzzle.marked)
        size, after = marked.board.size, solved(name)
        most = max(after.values())
        best = [move for move, found in after.items() if found == most]

        def ending(found: int) -> str:  # as everywhere: X's points first
            return points(found if puzzle.mover == endings.CROSS else 3 * size - found, size)

        facts: dict[str, object] = {
            "moves": len(after),
            "winning": sum(2 * found > 3 * size for found in after.values()),
            "best": ending(most),
            "by": [listed(move, size, "+") for move in best],
            "others": sorted({ending(found) for found in after.values() if found < most}),
        }
        if puzzle.rule == endings.NONE:
            found = {move[0]: (comes, comes == most) for move, comes in after.items()}
            return self.placed(marked, SOLVED, (), facts, points=found)
        # what looks best is to decide as many lines as can be
        greedy = max(after, key=lambda move: (gained(puzzle, move), -after[move]))
        facts |= {
            "gain": gained(puzzle, best[0]),
            "greedy": listed(greedy, size, "+"),
            "most": gained(puzzle, greedy),
            "greedy-best": ending(after[greedy]),
        }
        return self.placed(marked, SOLVED, (), facts, rings=best[0])
