"""What Majomino's rulebook is filled with: its numbers, what has been found about the game, and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from quasiprint.drawing.face_shapes import moved
from quasiprint.games.majomino import ACCENT, SIZES, endings, played
from quasiprint.games.majomino.board import FREE, PLAYERS, MarkedBoard, tally
from quasiprint.games.majomino.board_drawing import DARK, LARGE, MARGIN, NUMBERS, BoardDrawing, middle, ring
from quasiprint.games.majomino.endings import Move
from quasiprint.games.majomino.figures import BoardFigures, colours, side_of
from quasiprint.games.majomino.names import COUNTED
from quasiprint.games.majomino.played import OPENED, SHOWN, PlayedFigures, decided
from quasiprint.games.majomino.positions import EXAMPLE, LATE, LINED, PINWHEEL, QUESTION, judged, listed, points, valid
from quasiprint.games.majomino.set_pictures import SetPictures
from quasiprint.model.escaping import markdown
from quasiprint.model.measures import Maker
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.rulebook import Content, Figure

PACE = (12.0, 24.0)  # s: a mark of quick players and of slow ones; estimated
STATED = {"x": 5, "o": 10}  # the sum under the scoring example of the first description
# Measured with other programs than this one, on 5 × 5 cells; a book says so. Of 400,000 boards made each way: the
# distance from fair (total variation); how often the favourite board came, fair being 1; how many boards never came.
GENERATORS = {
    "fair": (0.040, 1.4, 0),
    "swaps": (0.043, 1.4, 0),
    "growth": (0.253, 5.0, 0),
    "shares": (0.283, 4.8, 0),
    "stealing": (0.320, 6.1, 0),
    "single": (0.540, 24, 223),
    "splitting": (0.590, 14, 8),
}
SAMPLED = 400_000
# Games of players who look one move ahead, with some chance: the share that X wins, without a double, and with one in
# O's turn of this number.
SHARES = {"plain": 0.77, 1: 0.23, 8: 0.30, 12: 0.70}
# Measured by `benchmarks/late_doubles.py`: of so many positions after six marks X wins so many if both play their best
# and O may double in her turn of this number only, which is the most even one.
POSITIONS, FAIR_TURN, FAIR_WON = 100, 11, 48
FIVES = 25  # cells
RELAXING = 1083  # tries: how long the chain of swaps takes to forget e-fold where it began, 5 × 5
DISPLAYED = ("table", "kinds", "example", "threes", "own")  # figures that a page of the set shows


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: the run, as each process makes it. words: of the book's language."""
    paper, printer = sets[Maker.PAPER], sets[Maker.PRINTER]
    parameters = dict(paper.parameters)
    size = side_of(paper.pieces[0])
    cells, lines = size * size, 3 * size

    def number(value: float) -> str:
        return f"{value:g}".replace(".", words.get("point", "."))

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
        "edge": number(printer.measures.size.edge),
        "largest": str(SIZES[-1]),
        **_example(),
        **_found(number, words),
    }
    traits = {"one" if len(paper.pieces) == 1 else "many"}
    traits |= _origin(parameters, size)
    if paper.pieces[0].name:
        fields["name"] = paper.pieces[0].name
        traits.add("named")
    if size in COUNTED:
        from quasiprint.dissection.programme import programme

        fields["all"] = _grouped(programme(size, 0).total, words)
        traits.add("counted")
    made = _colours(paper)
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
    return Content(fields, frozenset(traits), _figures(sets, words), accent=ACCENT, shown=DISPLAYED)


def _figures(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> dict[str, Callable[[], Figure]]:
    """Return the figures by name, each drawn when a text asks for it."""
    paper = sets[Maker.PAPER]
    whole, draw = SetPictures(sets, words), BoardFigures(paper)
    play, puzzle = PlayedFigures(paper), PuzzleFigures(paper)
    drawn: dict[str, Callable[[], Figure]] = {
        "cover": whole.cover,
        "box": whole.box,
        "table": whole.table,
        "own": draw.own,
        "kinds": draw.kinds,
        "line": draw.line,
        "swap": draw.swap,
        "typical": draw.typical,
        "example": draw.example,
        "restricted": draw.restricted,
        "threes": draw.threes,
        "patient": draw.patient,
    }
    drawn |= {f"turn-{k + 1}": partial(play.opening, k) for k in range(1, len(OPENED))}
    drawn |= {f"game-{k + 1}": partial(play.game, k) for k in range(len(SHOWN))}
    drawn |= {name: partial(puzzle.puzzle, name) for name in puzzles()}
    return drawn | {pair: partial(puzzle.solutions, pair) for pair in PAIRS}


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


def _colours(paper: GameSet) -> set[int]:
    """Return the colours that the regions of a run have."""
    marks = (mark for piece in paper.pieces for mark in piece.face.marks)
    return {mark.colour for mark in marks if mark.colour is not None}


def _example() -> dict[str, str]:
    """Return what the scoring example comes to, counted, and the sum that its source states."""
    count = tally(EXAMPLE)
    found = {f"stated_{player}": str(points) for player, points in STATED.items()}
    for kind, won in {"rows": count.rows, "columns": count.columns, "regions": count.regions}.items():
        found |= {f"{kind}_x": str(won.count("x")), f"{kind}_o": str(won.count("o"))}
    return found | {"total_x": str(count.x), "total_o": str(count.o)}


def _found(number: Callable[[float], str], words: Mapping[str, str]) -> dict[str, str]:
    """Return what is known of boards of 5 × 5."""
    from quasiprint.dissection.programme import programme
    from quasiprint.dissection.sampling import classes

    found = {
        "fives": str(programme(5).total),
        "five_classes": str(classes(5)),
        "lined": str(LINED),
        "sampled": _grouped(SAMPLED, words),
        "relaxing": str(RELAXING),
    }
    for way, (off, favourite, never) in GENERATORS.items():
        found |= {f"{way}_off": f"{100 * off:.0f}", f"{way}_most": number(favourite), f"{way}_never": str(never)}
    _, early, from_turn, to_turn = SHARES
    found |= {"from_turn": str(from_turn), "to_turn": str(to_turn)}
    found |= {
        "fair_turn": str(FAIR_TURN),
        "fair_left": str(FIVES + 1 - 2 * FAIR_TURN),
        "fair_of": str(POSITIONS),
        "fair_won": str(FAIR_WON),
    }
    names = {"plain": "plain", early: "first", from_turn: "from", to_turn: "to"}
    return found | {f"share_{names[when]}": f"{100 * share:.0f}" for when, share in SHARES.items()}


def _grouped(count: int, words: Mapping[str, str]) -> str:
    """Return a large number in groups of three digits."""
    return f"{count:,}".replace(",", words.get("thousands", ",")) if count >= 10_000 else str(count)


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
