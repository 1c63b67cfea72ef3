"""The positions and games of Majomino's books, kept as data: every mark goes by the rules, each line is counted, each
puzzle solved; and boards drawn with pencil and paper.

By hand a board is one line through all cells, cut into regions, and cells that change places.
"""

from __future__ import annotations

import json
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, permutations
from operator import or_
from pathlib import Path
from typing import Any

from quasiprint.games.majomino.board import (
    FREE,
    PLAYERS,
    Board,
    Labels,
    MarkedBoard,
    Tally,
    board_findings,
    colour_apart,
    lines,
    marks_findings,
    of_regions,
    renumber,
    tally,
)
from quasiprint.games.majomino.notation import all_boards, read, write
from quasiprint.games.majomino.situation import (
    KINDS,
    NONE,
    RESTRICTED,
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
FEW = 7  # empty cells: with so few a book says who will win
PAIRS = {"solutions-1": ("late", "slip"), "solutions-2": ("pinwheel", "question")}
# the rules under which the book reports all boards of 3 × 3, and the catalogues with the results
THREES = {"none": "none", "first": "standard-1-1", "free": "standard", "restricted": "restricted"}
BEGUN = 0.55  # of the cells of a board on the cover are marked


def position(regions: str, marks: str = "") -> MarkedBoard:
    """Return a position of words, a row each: a letter for the region of each cell, and x, o or . for its mark."""
    labels = [ord(letter) for row in regions.split() for letter in row]
    size = len(regions.split())
    return MarkedBoard(of_regions(size, labels), "".join(marks.split()) or FREE * size * size)


_DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "positions.toml").read_text(encoding="utf-8"))
GAMES = _DATA["games"]
PATH, SWAP = map(tuple, _DATA["drawn"].values())
EXAMPLE, QUESTION, PATIENT, LATE, PINWHEEL = (
    position(**_DATA[name]) for name in ("example", "question", "patient", "late", "pinwheel")
)


def parse_anew(marked: MarkedBoard) -> MarkedBoard:
    """Return a position as the text reader has it from the text form."""
    (found,) = read(write(marked.board, marked.marks).encode())
    return found


def is_valid(marked: MarkedBoard) -> bool:
    """Tell whether board and marks are as the laws want them."""
    return not board_findings(marked.board, "figure") + marks_findings(marked, "figure")


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


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after some of its turns. contest: how it stands. fresh: the cells marked since the moment before this one,
    in order."""

    marked: MarkedBoard
    contest: Contest
    fresh: tuple[int, ...]
    turns: int


def moments(board: Board, turns: str, shown: Sequence[int]) -> tuple[Moment, ...]:
    """Return a game as it stands after some numbers of turns, X's and O's counted together. Raises ValueError for a
    turn against the rules."""
    match = Match.begun(new_game(board, Rule(STANDARD)))
    found = []
    fresh: list[int] = []
    for number, word in enumerate(turns.split(), 1):
        done = match.apply(match.parse(word))
        if isinstance(done, Finding):
            raise ValueError(f"turn {number}: {done.message}")
        match, _ = done
        fresh += match.moves[-1]
        if number in shown:
            found.append(Moment(parse_anew(match.board_with_marks), match.now, tuple(fresh), number))
            fresh = []
    return tuple(found)


@lru_cache(maxsize=4)
def game(name: str) -> tuple[Moment, ...]:
    """Return a game of the book."""
    return moments(EXAMPLE.board, **GAMES[name])


@lru_cache(maxsize=32)
def facts_of(moment: Moment, before: MarkedBoard) -> dict[str, object]:
    """Return what a caption tells of a moment: the new marks in order, the lines that they decided, and the points."""
    marked = moment.marked
    size, count = marked.board.size, tally(marked)
    facts: dict[str, object] = {
        "legal": is_valid(marked),
        "marks": cell_names(moment.fresh, size),
        "won": lines_decided(before, marked),
        "points": f"{count.x}-{count.o}",
    }
    empty = marked.marks.count(FREE)
    if 0 < empty <= FEW:
        facts["best"] = points(best_points(moment.contest), size)
    if not empty:
        facts |= {kind: won for kind, won in tally_facts(count).items() if kind.endswith("s")}
    return facts


def lines_decided(before: MarkedBoard, after: MarkedBoard) -> list[str]:
    """Return the lines that have been decided in between, each with its winner; a region by its first cell."""
    size = after.board.size
    names = [f"{kind}{k + 1}" for kind in KINDS[:2] for k in range(size)]
    names += [f"{KINDS[2]}{cell_names(cells[:1], size)}" for cells in after.board.cells()]
    won = zip(names, tally(before).lines, tally(after).lines, strict=True)
    return [f"{name}:{now}" for name, old, now in won if now and not old]


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


@lru_cache(maxsize=8)
def outcomes(contest: Contest) -> Mapping[Move, int]:
    """Return the points of X after each move that there is, if both play on as well as can be."""
    ending = Ending(contest)
    return {move: ending.points(contest.after(move)) for move in contest.moves()}


def best_points(contest: Contest) -> int:
    """Return the points of X if both play as well as can be."""
    return Ending(contest).points(contest)


def gain(puzzle: Situation, move: Move) -> int:
    """Return how many lines a move decides at a stroke."""
    return len(lines_decided(puzzle.marked, MarkedBoard(puzzle.marked.board, puzzle.contest.after(move).marks)))


@lru_cache(maxsize=4)
def half_played(board: Board) -> MarkedBoard:
    """Return a game on any board after a good half of its turns: each player marks where most is open to both."""
    marks = [FREE] * len(board.regions)
    all_lines = lines(board)
    through = [[line for line in all_lines if cell in line] for cell in range(len(marks))]
    for number in range(round(BEGUN * len(marks))):
        free = [cell for cell, mark in enumerate(marks) if mark == FREE]
        cell = max(free, key=lambda cell: (sum(_worth(line, marks, board.size) for line in through[cell]), -cell))
        marks[cell] = PLAYERS[number % 2]
    return parse_anew(MarkedBoard(board, "".join(marks)))


def _worth(line: Sequence[int], marks: Sequence[str], size: int) -> int:
    """Return how hot a line is: 0 once it is decided, more the nearer somebody is to winning it."""
    most = max(sum(marks[cell] == player for cell in line) for player in PLAYERS)
    return 0 if 2 * most > size else 1 + most * most


LINED = 1090  # boards of 5 × 5, of the 4006, that a line through all cells can make; a test counts them


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


def joint_colouring(before: Board, after: Board, swap: tuple[int, int]) -> tuple[Labels, Labels]:
    """Return colours for the regions of two boards, of which the second came by a swap of two cells: a region has the
    same colour before and after, neighbours never have, and colours are as few as can be.
    """
    first, second = swap
    # the number that each region of the second board has on the first
    origin = {after.regions[cell]: label for cell, label in enumerate(before.regions) if cell not in swap}
    origin |= {after.regions[first]: before.regions[second], after.regions[second]: before.regions[first]}
    near = [set(others) for others in before.neighbours()]
    for region, others in enumerate(after.neighbours()):
        near[origin[region]] |= {origin[other] for other in others}
    colours = renumber(colour_apart([frozenset(others) for others in near]))
    return colours, tuple(colours[origin[region]] for region in range(after.count))


def is_lined(board: Board) -> bool:
    """Tell whether a line through all cells, cut into regions, can make a board: paths through its regions, one after
    another."""

    def touching(a: int, b: int) -> bool:
        return abs(a // board.size - b // board.size) + abs(a % board.size - b % board.size) == 1

    ends = [
        {(path[0], path[-1]) for path in permutations(cells) if all(map(touching, path, path[1:]))}
        for cells in board.cells()
    ]

    def goes_on(last: int | None, left: frozenset[int]) -> bool:
        return not left or any(
            (last is None or touching(last, a)) and goes_on(b, left - {k}) for k in left for a, b in ends[k]
        )

    return all(ends) and goes_on(None, frozenset(range(board.count)))


@lru_cache(maxsize=1)
def of_threes() -> dict[str, object]:
    """Return what is true of all boards of 3 × 3: how the whole game ends by each rule, and how many openings win."""
    boards = all_boards(3)
    facts: dict[str, object] = {"boards": len(boards), "valid": all(is_valid(empty(board)) for board in boards)}
    solved = {name: catalogue_of_threes(rule) for name, rule in THREES.items()}
    for name, entries in solved.items():
        facts[name] = sorted({points(entry["x"], 3) for entry in entries})
    return facts | {"openings": min(len(entry["openings"]) for entry in solved["none"])}


def catalogue_of_threes(rule: str) -> list[dict[str, Any]]:
    """Return what was found out by a rule about each game on 3 × 3 cells."""
    file = Path(__file__).parent / "results" / f"catalogue-majomino-3-{rule}.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="ascii").splitlines()]


@lru_cache(maxsize=1)
def of_patient() -> tuple[int, dict[str, object]]:
    """Return the mark with which O wins if she keeps her double, and how the game ends then and otherwise.

    Of her doubles now: how many there are, how the best of them end, and how the others do. Else both play their best.
    """
    size, free = PATIENT.board.size, Rule(STANDARD).contest(PATIENT, O)
    after = outcomes(free)
    doubles = [x for move, x in after.items() if len(move) == 2]
    now = min(doubles)
    later = min(x for move, x in after.items() if len(move) == 1)
    (best,) = [move[0] for move, x in after.items() if len(move) == 1 and x == later]
    other_rules = {"never": Rule(NONE), "restricted": Rule(RESTRICTED)}
    ends = {when: best_points(rule.contest(PATIENT, O)) for when, rule in other_rules.items()}
    found = {when: points(x, size) for when, x in {"now": now, "later": later, **ends}.items()}
    others = [points(x, size) for x in sorted(set(doubles) - {now})]
    return best, {"doubles": len(doubles), "now-others": others, **found}


def empty(board: Board) -> MarkedBoard:
    """Return a board without marks, as the text reader has it."""
    return parse_anew(MarkedBoard(board, FREE * board.size**2))


class Ending:
    """The endings of one board, by one rule: how a game with few cells left ends when both play their best.

    Every way to play on is tried: that takes less time than the solver of whole boards takes to begin, and a book asks
    for many endings. Players want points, not only to win. The two share a fixed sum, so X's points are the value. Sets
    of cells are bits.
    """

    def __init__(self, contest: Contest) -> None:
        cells = range(len(contest.marks))
        self._whole = (1 << len(cells)) - 1
        self._lines = tuple(sum(1 << cell for cell in line) for line in contest.lines)
        self._most = len(contest.lines[0]) // 2 + 1  # cells of a line that decide it
        self._through = tuple(tuple(line for line in self._lines if line >> cell & 1) for cell in cells)
        # for each cell, those with which it may not be doubled
        self._near = tuple(reduce(or_, lines) if contest.apart else 0 for lines in self._through)
        self._reached: dict[tuple[int, int, bool, bool, int], bool] = {}

    def points(self, contest: Contest) -> int:
        """Return the points of X at best. Whether X gets so many is asked for half of those that are left, and again: a
        yes or no is found long before the points are."""
        x, o = (sum(1 << cell for cell, mark in enumerate(contest.marks) if mark == who) for who in (X, O))
        has, lost = contest.lines_won(X), contest.lines_won(O)

        def reaches(points: int) -> bool:
            spare = len(self._lines) - lost - points
            return self._reaches(x, o, contest.mover == X, contest.double, points - has, spare)

        # the more are asked for, the less likely: the first that cannot be had is found by halves
        asked = range(has + 1, len(self._lines) - lost + 1)
        return has + bisect_left(asked, True, key=lambda points: not reaches(points))

    def _decided(self, marks: int, cell: int) -> int:
        """Return how many lines the last of some marks decides. cell: where it is."""
        return sum([(marks & line).bit_count() == self._most for line in self._through[cell]])

    def _reaches(self, x: int, o: int, crosses: bool, double: bool, needed: int, spare: int) -> bool:
        """Tell whether X gets so many points more. crosses: whether X moves; double: whether O has hers still. spare:
        how many lines X may lose besides."""
        if needed <= 0 or spare < 0:
            return spare >= 0
        key = (x, o, crosses, double, needed)
        found = self._reached.get(key)
        if found is None:
            found = self._reached[key] = self._look_ahead(*key, spare)
        return found

    def _look_ahead(self, x: int, o: int, crosses: bool, double: bool, needed: int, spare: int) -> bool:
        empty = self._whole & ~(x | o)
        if double and empty.bit_count() < 2:
            return self._reaches(x, o, crosses, False, needed, spare)
        if double and not crosses:
            for a, b in combinations(_bits(empty), 2):
                if not self._near[a] >> b & 1:
                    first = o | 1 << a
                    both = first | 1 << b
                    lost = self._decided(first, a) + self._decided(both, b)
                    if not self._reaches(x, both, True, False, needed, spare - lost):
                        return False
        # the one that moves needs one cell that does it; written out, since this is most of what a book costs
        marks = x if crosses else o
        while empty:
            cell = empty & -empty
            empty ^= cell
            more, gain = marks | cell, 0
            for line in self._through[cell.bit_length() - 1]:
                if (more & line).bit_count() == self._most:
                    gain += 1
            if crosses:
                if self._reaches(more, o, False, double, needed - gain, spare):
                    return True
            elif not self._reaches(x, more, True, double, needed, spare - gain):
                return False
        return not crosses


def _bits(cells: int) -> Iterator[int]:
    """Yield the cells of a set."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest
