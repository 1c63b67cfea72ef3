"""A game that a book plays through, and a few turns that show how one goes: every mark by the rules, each line counted.

A game is a word of text for each turn: cells as row and column from 1, the two of a double move joined by a plus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from quasiprint.games.majomino import endings
from quasiprint.games.majomino.board import FREE, PLAYERS, Board, MarkedBoard, Won, tally
from quasiprint.games.majomino.board_drawing import LARGE, BoardDrawing
from quasiprint.games.majomino.positions import EXAMPLE, judged, listed, points, said, valid, yes
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
            found.append(Moment(now, tuple(fresh), number + 1, legal and valid(now) == "yes"))
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
        "legal": yes(moment.legal),
        "marks": listed(moment.fresh, size),
        "won": ",".join(decided(before, marked)) or "none",
        "points": f"{count.x}-{count.o}",
    }
    empty = marked.marks.count(FREE)
    if 0 < empty <= FEW:
        mover = endings.CROSS if moment.turns % 2 == 0 else endings.NOUGHT
        after = endings.Ending(marked.board).judged(marked.marks, mover)
        facts["best"] = points((max if mover == endings.CROSS else min)(after.values()), size)
    if not empty:
        facts |= {kind: won for kind, won in said(count).items() if kind.endswith("s")}
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


class PlayedFigures(BoardDrawing):
    """Games, moment by moment."""

    def opening(self, step: int) -> Figure:
        """Return some turns of a beginning. step: from 0."""
        return self._moment(opened(), step)

    def game(self, step: int) -> Figure:
        """Return some turns of a whole game. step: from 0."""
        return self._moment(played(), step)

    def _moment(self, shown: Sequence[Moment], step: int) -> Figure:
        moment = shown[step]
        before = shown[step - 1].marked if step else MarkedBoard(moment.marked.board, FREE * len(moment.marked.marks))
        if any(_won(moment.marked)):
            drawn = self.counted(moment.marked, moment.fresh)
        else:
            drawn = self.placed(moment.marked, LARGE, moment.fresh)
        return replace(drawn, facts=facts_of(moment, before))
