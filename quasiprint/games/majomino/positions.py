"""The positions and games of Majomino's books, kept as data: every mark goes by the rules, each line is counted; how
endings come out was found once. And boards drawn with pencil and paper.

By hand a board is one line through all cells, cut into regions, and cells that change places.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

from quasiprint.games.majomino.board import (
    FREE,
    PLAYERS,
    Board,
    MarkedBoard,
    Tally,
    board_findings,
    marks_findings,
    newly_decided,
    of_regions,
    tally,
)
from quasiprint.games.majomino.situation import (
    KINDS,
    STANDARD,
    UNUSED,
    USED,
    Contest,
    Match,
    Move,
    O,
    Rule,
    Situation,
    X,
    new_game,
)
from quasiprint.model.finding import Finding

SLIP = 17  # turns before the slip
PAIRS = {"solutions-1": ("late", "slip"), "solutions-2": ("pinwheel", "question")}
BEGUN = 0.55  # of the cells of a board on the cover are marked


def position(regions: str, marks: str = "") -> MarkedBoard:
    """Return a position of words, a row each: a letter for the region of each cell, and x, o or . for its mark."""
    labels = [ord(letter) for row in regions.split() for letter in row]
    size = len(regions.split())
    return MarkedBoard(of_regions(size, labels), "".join(marks.split()) or FREE * size * size)


_DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "positions.toml").read_text(encoding="utf-8"))
GAMES, LINED, THREES, PATIENCE = (_DATA[name] for name in ("games", "lined", "threes", "patience"))
PATH, SWAP, COLOURS = map(tuple, _DATA["drawn"].values())
EXAMPLE, QUESTION, PATIENT, LATE, PINWHEEL = (
    position(**_DATA[name]) for name in ("example", "question", "patient", "late", "pinwheel")
)


def is_valid(*boards: Board) -> bool:
    """Tell whether boards are as the laws want them, all of them."""
    return not any(board_findings(board, "figure") for board in boards)


def is_legal(marked: MarkedBoard) -> bool:
    """Tell whether board and marks are as the laws want them."""
    return is_valid(marked.board) and not marks_findings(marked, "figure")


def points(x: int, size: int) -> str:
    """Return the points of X and O, as a claim has them."""
    return f"{x}-{3 * size - x}"


def tally_facts(count: Tally) -> dict[str, object]:
    """Return a count as facts: the total, and for rows, columns and regions X's and O's."""
    kinds = {"rows": count.rows, "columns": count.columns, "regions": count.regions}
    won = {kind: f"{winners.count('x')}-{winners.count('o')}" for kind, winners in kinds.items()}
    return {"x": count.x, "o": count.o, **won}


def cell_names(cells: Iterable[int], size: int, between: str = ",") -> str:
    """Return cells as a claim has them, and as the books call them: row and column, from 1."""
    return between.join(f"{cell // size + 1}/{cell % size + 1}" for cell in cells)


def cells_of(text: str, size: int) -> Move:
    """Return the cells that a move is written as: "4/1+4/2"."""
    places = (map(int, cell.split("/")) for cell in text.split("+"))
    return tuple((row - 1) * size + column - 1 for row, column in places)


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after some of its turns. before: at the moment before this one. fresh: the cells marked since then, in
    order. best: the points of X if both play on as well as can be, None where the book does not say."""

    marked: MarkedBoard
    before: MarkedBoard
    fresh: tuple[int, ...]
    turns: int
    best: int | None


def moments(
    board: Board, turns: str, shown: Sequence[int], best: Mapping[str, int] = MappingProxyType({})
) -> tuple[Moment, ...]:
    """Return a game as it stands after some numbers of turns, X's and O's counted together. best: see `Moment`, by
    these numbers."""
    match = Match.begun(new_game(board, Rule(STANDARD)))
    found, before = [], match.board_with_marks
    fresh: list[int] = []
    for number, word in enumerate(turns.split(), 1):
        done = match.apply(match.parse(word))
        assert not isinstance(done, Finding), f"turn {number}: {done.message}"
        match, _ = done
        fresh += match.moves[-1]
        if number in shown:
            found.append(Moment(match.board_with_marks, before, tuple(fresh), number, best.get(str(number))))
            before, fresh = match.board_with_marks, []
    return tuple(found)


@lru_cache(maxsize=4)
def game(name: str) -> tuple[Moment, ...]:
    """Return a game of the book."""
    return moments(EXAMPLE.board, **GAMES[name])


def facts_of(moment: Moment) -> dict[str, object]:
    """Return what a caption tells of a moment: the new marks in order, the lines that they decided, and the points."""
    marked = moment.marked
    size, count = marked.board.size, tally(marked)
    facts: dict[str, object] = {
        "legal": is_legal(marked),
        "marks": cell_names(moment.fresh, size),
        "won": lines_decided(moment.before, marked),
        "points": f"{count.x}-{count.o}",
    }
    if moment.best is not None:
        facts["best"] = points(moment.best, size)
    if FREE not in marked.marks:
        facts |= {kind: won for kind, won in tally_facts(count).items() if kind.endswith("s")}
    return facts


def lines_decided(before: MarkedBoard, after: MarkedBoard) -> list[str]:
    """Return the lines that have been decided in between, each with its winner; a region by its first cell."""
    size = after.board.size
    names = [f"{kind}{k + 1}" for kind in KINDS[:2] for k in range(size)]
    names += [f"{KINDS[2]}{cell_names(cells[:1], size)}" for cells in after.board.cells()]
    return [f"{name}:{won}" for name, won in zip(names, newly_decided(before, after), strict=True) if won]


@lru_cache(maxsize=1)
def puzzles() -> dict[str, Situation]:
    """Return the puzzles by name."""
    (slip,) = (moment.marked for moment in game("whole") if moment.turns == SLIP)
    return {
        "late": Situation(LATE, X, USED, Rule(STANDARD)),
        "slip": Situation(slip, O, USED, Rule(STANDARD)),
        "pinwheel": Situation(PINWHEEL, O, UNUSED, Rule(STANDARD)),
        "question": Situation(QUESTION, X, USED, Rule(STANDARD)),
    }


def outcomes(name: str, contest: Contest) -> Mapping[Move, int]:
    """Return the points of X after each move of an ending on record, if both play on as well as can be."""
    kept: dict[str, int] = _DATA["endings"][name]
    others = {cells_of(cells, len(contest.lines) // 3): kept[cells] for cells in kept if cells != "most"}
    return {move: others.get(move, kept["most"]) for move in contest.moves()}


def gain(puzzle: Situation, move: Move) -> int:
    """Return how many lines a move decides at a stroke."""
    board = puzzle.marked.board
    return sum(map(bool, newly_decided(puzzle.marked, MarkedBoard(board, puzzle.contest.after(move).marks))))


def half_played(board: Board) -> MarkedBoard:
    """Return a game on any board after a good half of its turns, the same each time."""
    cells = len(board.regions)
    marks = dict(zip(Random(board.size).sample(range(cells), round(BEGUN * cells)), cycle(PLAYERS), strict=False))
    return MarkedBoard(board, "".join(marks.get(cell, FREE) for cell in range(cells)))


def cut(path: Sequence[int], size: int) -> Board:
    """Return the board of a line that is cut after every `size` cells. path: all cells, each beside the one before."""
    labels = [0] * (size * size)
    for step, cell in enumerate(path):
        labels[cell] = step // size
    return of_regions(size, labels)


def swap_cells(board: Board, first: int, second: int) -> Board:
    """Return the board on which two cells of different regions have changed places."""
    labels = list(board.regions)
    labels[first], labels[second] = labels[second], labels[first]
    return of_regions(board.size, labels)
