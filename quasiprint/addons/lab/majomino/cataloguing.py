"""All boards of a size: their list, which of them are the same game, and the known winners.

Boards are listed once up to turning and mirroring, which are the classes, and up to what the game sees. Who wins
depends on the lines alone, and on which of them cross. Rows may change places, so may columns, and rows may become
columns: the game stays the same. So several classes can be one game, and only one of them has to be solved.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import groupby, permutations, product
from typing import Any

from quasiprint.addons.lab.answers import Ask, Cell, Entry, Hardest, entry
from quasiprint.addons.lab.perfect_play.solver import Solver
from quasiprint.errors import InputError
from quasiprint.games import folder
from quasiprint.games.majomino.board import (
    FREE,
    Board,
    Labels,
    MarkedBoard,
    canonical,
    images,
    lines,
    of_regions,
    renumber,
)
from quasiprint.games.majomino.notation import all_boards, names, parse_name
from quasiprint.games.majomino.situation import NONE, STANDARD, Contest, Move, O, Rule, X, turns_of
from quasiprint.model.piece import Value
from quasiprint.version import __version__

SIZES = (3, 5)  # of which all boards can be listed, and their games solved
FOLDER = folder("majomino") / "results"

Grid = tuple[Labels, ...]
Order = tuple[int, ...]
Kind = list[tuple[int, int]]  # of a line


@dataclass(frozen=True, slots=True)
class BoardClass:
    """Boards that are images of each other. name, board: of the board with the least form. game: the name of the first
    class that is the same game. cells: for each cell of that class's board, the corresponding cell of this one."""

    name: str
    board: Board
    game: str
    cells: Order

    @property
    def count(self) -> int:
        """How many boards these are."""
        return len(set(images(self.board)))


@cache
def classes(size: int) -> tuple[BoardClass, ...]:
    """Return every class of a size, 3 or 5, in the order of their boards' numbers. Raises InputError for another."""
    if size not in SIZES:
        raise InputError(f"size: found {size}, allowed are 3 and 5: all boards of these can be solved")
    found: list[BoardClass] = []
    first: dict[Labels, tuple[str, Order]] = {}
    boards = [of_regions(size, form) for form in sorted({canonical(board) for board in all_boards(size)})]
    for name, board in sorted(zip(names(boards), boards, strict=True)):
        form, order = game_form(board)
        game, first_order = first.setdefault(form, (name, order))
        place = dict(zip(first_order, order, strict=True))
        found.append(BoardClass(name, board, game, tuple(place[cell] for cell in range(size * size))))
    return tuple(found)


def games(size: int) -> tuple[BoardClass, ...]:
    """Return the classes that stand for the games of a size: one for each."""
    return tuple(board_class for board_class in classes(size) if board_class.name == board_class.game)


def class_of(name: str) -> BoardClass:
    """Return the class of a board, by the name of any of its images. Raises InputError for what names none."""
    board = parse_name(name)
    form = canonical(board)
    return next(board_class for board_class in classes(board.size) if board_class.board.regions == form)


def game_form(board: Board) -> tuple[Labels, Order]:
    """Return a board's canonical form as a game, and which of its cells stands on each cell of that.

    Two boards have one form if and only if rows and columns can be permuted, or swapped for one another, so that one
    becomes the other. It is the least of the images in which lines of different kinds stand in order.
    """
    size = board.size
    cells = tuple(tuple(range(row * size, (row + 1) * size)) for row in range(size))
    turned: tuple[Grid, ...] = (cells, tuple(zip(*cells, strict=True)))
    kinds = [_line_kinds([[board.regions[cell] for cell in row] for row in grid]) for grid in turned]
    least = min((sorted(rows), sorted(columns)) for rows, columns in kinds)
    found: list[tuple[Labels, Order]] = []
    for grid, (rows, columns) in zip(turned, kinds, strict=True):
        if (sorted(rows), sorted(columns)) == least:
            for down, across in product(list(_orders(rows)), list(_orders(columns))):
                order: Order = tuple(grid[row][column] for row in down for column in across)
                found.append((renumber(board.regions[cell] for cell in order), order))
    return min(found)


def _line_kinds(grid: Sequence[Sequence[int]]) -> tuple[list[Kind], list[Kind]]:
    """Return a kind for each row and for each column: lines of different kinds cannot change places. It is, of each of
    its cells, how many cells of their region lie in their row and in their column. grid: the region of each cell."""
    columns = list(zip(*grid, strict=True))
    cells = [
        [(row.count(region), column.count(region)) for region, column in zip(row, columns, strict=True)] for row in grid
    ]
    return [sorted(row) for row in cells], [sorted(column) for column in zip(*cells, strict=True)]


def _orders(kinds: Sequence[Kind]) -> Iterator[Order]:
    """Yield every order of lines in which their kinds ascend."""
    ordered = sorted(range(len(kinds)), key=kinds.__getitem__)
    alike = [list(group) for _, group in groupby(ordered, key=kinds.__getitem__)]
    for chosen in product(*(list(permutations(group)) for group in alike)):
        yield tuple(k for group in chosen for k in group)


@cache
def form(board: Board) -> Labels:
    """Return what boards that are the same game have in common."""
    return game_form(board)[0]


@cache
def results(size: int) -> dict[Rule, dict[Labels, Entry]]:
    """Return what was found out about boards of a size: by rule, for each game by its form."""
    found: dict[Rule, dict[Labels, Entry]] = {}
    names_of_entry = [*(field.name for field in fields(Entry)), "standing"]
    for file in sorted(FOLDER.glob(f"catalogue-majomino-{size}-*.jsonl")):
        for line in file.read_text(encoding="ascii").splitlines():
            content = json.loads(line)
            turns = content["double_turns"]
            rule = Rule(content["rule"], tuple(turns) if turns else None)
            found.setdefault(rule, {})[form(parse_name(content["board"]))] = entry(
                {name: content[name] for name in names_of_entry}
            )
    return found


def rule_of(options: Mapping[str, Value], size: int) -> Rule:
    """Return the rule that options ask for. Raises InputError for turns that there are not, or are without a double."""
    name, turns = str(options.get("rule", STANDARD)), str(options.get("double_turns", ""))
    if name == NONE and turns:
        raise InputError("--double-turns: found beside --rule none, allowed is one of the two")
    return Rule(name, turns_of(turns, size))


Pause = Callable[[], None]


@dataclass(frozen=True, slots=True)
class MajominoCatalogue:
    """The boards of a size. asked: the boards that are asked for, by name; none for all."""

    size: int
    rule: Rule
    asked: tuple[str, ...] = ()

    @property
    def scope(self) -> Mapping[str, Any]:
        """What tells it from other catalogues."""
        turns = list(self.rule.turns) if self.rule.turns else None
        return {"size": self.size, "rule": self.rule.name, "double_turns": turns}

    @property
    def listed(self) -> Sequence[BoardClass]:
        """Every class of boards."""
        return classes(self.size)

    @property
    def chosen(self) -> Sequence[str]:
        """The games that are asked for, each once. Raises InputError for a board of another size."""
        if not self.asked:
            return [board_class.name for board_class in games(self.size)]
        return sorted(set(self.named.values()))

    @property
    def named(self) -> Mapping[str, str]:
        """The boards that are asked for, each with its game's. Raises InputError for a board of another size."""
        for name in self.asked:
            if (other := parse_name(name).size) != self.size:
                raise InputError(f"--board: {name!r} is of size {other}, allowed here is {self.size} (--size)")
        return {name: class_of(name).game for name in self.asked}

    def find(self, board: str, ask: Ask, pause: Pause) -> Entry:
        """Solve a game from the empty board. pause: is called now and then, and may raise what ends it."""
        return _Game(self, parse_name(board), ask, pause).entry(board)


def catalogue(options: Mapping[str, Value]) -> MajominoCatalogue:
    """Return the catalogue that options ask for. Raises InputError for turns that there are not."""
    size, text = int(options["size"]), str(options["board"])
    boards = tuple(filter(None, map(str.strip, text.split(","))))
    if text and not boards:
        raise InputError(f"--board: found {text!r}, which names no board; without the option all are solved")
    return MajominoCatalogue(size, rule_of(options, size), boards)


class _Game:
    """An empty board, or one that is the same game, to be solved."""

    def __init__(self, wanted: MajominoCatalogue, board: Board, ask: Ask, pause: Pause) -> None:
        self.ask, self.pause, self.size = ask, pause, board.size
        self.image = image(board.size, ask.key)
        imaged = tuple(tuple(sorted(self.image[cell] for cell in line)) for line in lines(board))
        self.contest = replace(wanted.rule.contest(MarkedBoard(board, FREE * board.size**2), X), lines=imaged)
        self.wanted = len(self.contest.lines) // 2 + 1
        self.solver = Solver(self.contest, ask.memory, ask.key)

    def entry(self, name: str) -> Entry:
        """Return what is asked for."""
        openings = tuple(self.places(move)[0] for move in self.wins(self.contest)) if self.ask.moves else None
        x_wins = self.x_wins(self.contest) if openings is None else bool(openings)
        points = None
        if self.ask.score:
            points = self.solver.value(self.contest, self.solver.bounds(self.contest), self.pause)
        hardest = self.hardest(x_wins) if self.ask.hardest else None
        winner = X if x_wins else O
        return Entry(name, winner, points, openings, hardest, (self.ask.key,), self.solver.nodes, __version__)

    def x_wins(self, contest: Contest) -> bool:
        """Tell who wins a position."""
        return self.solver.reaches(contest, self.wanted, self.pause)

    def moves(self, contest: Contest) -> list[Move]:
        """Return every move, in the order of the board's own cells, double moves behind the others."""
        return sorted(contest.moves(), key=lambda move: (len(move), self.places(move)))

    def wins(self, contest: Contest) -> list[Move]:
        """Return the moves with which the mover wins."""
        return [move for move in self.moves(contest) if self.x_wins(contest.after(move)) == (contest.mover == X)]

    def hardest(self, x_wins: bool) -> Hardest:
        """Return where the winner has least choice: the loser's first move that the fewest answers beat.

        Where X wins, this is a move of O after X's first winning opening. Of moves with as few answers the first.
        """
        before: list[Move] = []
        contest = self.contest
        if x_wins:
            before = [next(move for move in self.moves(contest) if self.x_wins(contest.after(move)))]
            contest = contest.after(before[0])
        tried = [(move, self.wins(contest.after(move))) for move in self.moves(contest)]
        move, answers = min(tried, key=lambda answered: len(answered[1]))
        after = tuple(map(self.places, [*before, move]))
        return Hardest(after, self.places(answers[0]), len(answers))

    def places(self, move: Move) -> tuple[Cell, ...]:
        """Return the rows and columns of a move's cells on the board itself."""
        cells = sorted(self.image.index(cell) for cell in move)
        return tuple((cell // self.size + 1, cell % self.size + 1) for cell in cells)


def image(size: int, key: int) -> tuple[int, ...]:
    """Return for each cell where it lies in the equal game that a key stands for: rows and columns change places, and
    for every other key rows become columns. Key 0 leaves all as it is."""
    rows, columns = list(range(size)), list(range(size))
    if key:
        draw = random.Random(key)
        draw.shuffle(rows)
        draw.shuffle(columns)
    moved = [(rows[cell // size], columns[cell % size]) for cell in range(size * size)]
    return tuple(column * size + row if key % 2 else row * size + column for row, column in moved)
