"""The puzzles of a rulebook and their solutions, found by trying every way to play on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from quasiprint.drawing.face_shapes import moved
from quasiprint.games.majomino import endings, played
from quasiprint.games.majomino.board import FREE, MarkedBoard
from quasiprint.games.majomino.board_drawing import DARK, LARGE, MARGIN, NUMBERS, BoardDrawing, middle, ring
from quasiprint.games.majomino.endings import Move
from quasiprint.games.majomino.played import decided
from quasiprint.games.majomino.positions import LATE, PINWHEEL, QUESTION, judged, listed, points, valid
from quasiprint.games.majomino.scoring import PLAYERS, tally
from quasiprint.model.page import Figure, Shape, Text

SOLVED = 5.7  # mm: a cell of a solution, of which two stand side by side
PAIRS = {"solutions-1": ("late", "slip"), "solutions-2": ("pinwheel", "question")}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to be solved. mover: of `endings`. rule: of `endings`, whether O still has her double."""

    marked: MarkedBoard
    mover: int
    rule: str = endings.NONE


@lru_cache(maxsize=1)
def puzzles() -> dict[str, Puzzle]:
    """Return the puzzles by name."""
    (slip,) = (moment.marked for moment in played.played() if moment.turns == played.SLIP)
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


class PuzzleFigures(BoardDrawing):
    """Puzzles, and their solutions."""

    def puzzle(self, name: str) -> Figure:
        """Return a position to be solved."""
        puzzle = puzzles()[name]
        marked = judged(puzzle.marked)
        count = tally(marked)
        facts = {
            "valid": valid(marked), "x": marked.marks.count("x"), "o": marked.marks.count("o"),
            "empty": marked.marks.count(FREE), "mover": PLAYERS[puzzle.mover], "points": f"{count.x}-{count.o}",
        }  # fmt: skip
        return replace(self.placed(marked, LARGE), facts=facts)

    def solutions(self, pair: str) -> Figure:
        """Return two solutions side by side; facts have the names of their puzzles before them."""
        shapes: list[Shape] = []
        texts: list[Text] = []
        facts: dict[str, object] = {}
        left = high = 0.0
        for name in PAIRS[pair]:
            one = self.solution(name)
            shapes += [moved(shape, left, 0.0) for shape in one.shapes]
            texts += [replace(text, x=text.x + left) for text in one.texts]
            facts |= {f"{name}-{key}": value for key, value in one.facts.items()}
            left, high = left + one.width, max(high, one.height)
        return Figure(left, high, tuple(shapes), tuple(texts), facts)

    def solution(self, name: str) -> Figure:
        """Return a puzzle, with what every mark comes to: in its cell; or dashed rings for the best double."""
        puzzle = puzzles()[name]
        marked = judged(puzzle.marked)
        size, after = marked.board.size, solved(name)
        drawn = self.placed(marked, SOLVED)
        most = max(after.values())
        best = [move for move, found in after.items() if found == most]

        def ending(found: int) -> str:  # as everywhere: X's points first
            return points(found if puzzle.mover == endings.CROSS else 3 * size - found, size)

        facts: dict[str, object] = {
            "moves": len(after),
            "winning": sum(2 * found > 3 * size for found in after.values()),
            "best": ending(most),
            "by": ",".join(listed(move, size, "+") for move in best),
            "others": ",".join(sorted({ending(found) for found in after.values() if found < most})),
        }
        if puzzle.rule == endings.NONE:
            texts = list(drawn.texts)
            for (cell,), found in after.items():
                x, y = middle(cell, size, NUMBERS, MARGIN, SOLVED)
                texts.append(Text(x, y - 1.0, str(found), 4.0, "middle", bold=found == most, colour=DARK))
            return replace(drawn, texts=tuple(texts), facts=facts)
        # what looks best is to decide as many lines as can be
        greedy = max(after, key=lambda move: (_gained(puzzle, move), -after[move]))
        facts |= {
            "gain": _gained(puzzle, best[0]),
            "greedy": listed(greedy, size, "+"),
            "most": _gained(puzzle, greedy),
            "greedy-best": ending(after[greedy]),
        }
        # dashed, since a whole ring is O's mark
        rings = [ring(middle(cell, size, NUMBERS, MARGIN, SOLVED), SOLVED, dashed=True) for cell in best[0]]
        return replace(drawn, shapes=(*drawn.shapes, *rings), facts=facts)


def _gained(puzzle: Puzzle, move: Move) -> int:
    """Return how many lines a move decides at a stroke."""
    marks = "".join(PLAYERS[puzzle.mover] if cell in move else mark for cell, mark in enumerate(puzzle.marked.marks))
    return len(decided(puzzle.marked, MarkedBoard(puzzle.marked.board, marks)))
