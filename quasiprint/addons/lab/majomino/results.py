"""All boards of a size: which they are, which of them are the same game, and what was found out of who wins each.

Boards are listed once up to turning and mirroring, which are the classes, and up to what the game sees. Who wins
depends on the lines alone, and on which of them cross. Rows may change places, so may columns, and rows may become
columns: the game stays the same. So several classes can be one game, and only one of them has to be solved.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, permutations, product

from quasiprint.errors import InputError
from quasiprint.games import folder
from quasiprint.games.majomino.board import Board, Labels, canonical, of_regions, renumber
from quasiprint.games.majomino.notation import every_board, names, parse_name
from quasiprint.games.majomino.situation import Rule

SIZES = (3, 5)  # of which all boards can be listed, and their games solved
ROUNDS = 2  # of telling cells apart by the lines that they lie in
FOLDER = folder("majomino") / "results"

Grid = tuple[Labels, ...]
Order = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardClass:
    """Boards that are one another's images. name, board: of the one with the least form. game: the name of the first
    class that is the same game. cells: for each cell of that class's board, which cell of this one it stands for."""

    name: str
    board: Board
    game: str
    cells: Order


@cache
def classes(size: int) -> tuple[BoardClass, ...]:
    """Return every class of a size, 3 or 5, in the order of their boards' numbers. Raises InputError for another."""
    if size not in SIZES:
        raise InputError(f"size: found {size}, allowed are 3 and 5: all boards of these can be solved")
    found: list[BoardClass] = []
    first: dict[Labels, tuple[str, Order]] = {}
    boards = [of_regions(size, form) for form in sorted({canonical(board) for board in every_board(size)})]
    for name, board in sorted(zip(names(boards), boards, strict=True)):
        form, order = game_form(board)
        game, own = first.setdefault(form, (name, order))
        place = dict(zip(own, order, strict=True))
        found.append(BoardClass(name, board, game, tuple(place[cell] for cell in range(size * size))))
    return tuple(found)


def games(size: int) -> tuple[BoardClass, ...]:
    """Return the classes that stand for the games of a size: one for each."""
    return tuple(one for one in classes(size) if one.name == one.game)


def class_of(name: str) -> BoardClass:
    """Return the class of a board, by the name of any of its images. Raises InputError for what names none."""
    board = parse_name(name)
    if board.size not in SIZES:
        raise InputError(f"board {name!r}: found {board.size} × {board.size} cells, allowed are 3 × 3 and 5 × 5")
    form = canonical(board)
    return next(one for one in classes(board.size) if one.board.regions == form)


def game_form(board: Board) -> tuple[Labels, Order]:
    """Return a board's canonical form as a game, and which of its cells stands on each cell of that.

    Two boards have one form if and only if rows and columns can be permuted, or swapped for one another, so that one
    becomes the other. It is the least of the images in which lines that can be told apart stand in order.
    """
    size = board.size
    cells = tuple(tuple(range(row * size, (row + 1) * size)) for row in range(size))
    turned: tuple[Grid, ...] = (cells, tuple(zip(*cells, strict=True)))
    told = [_line_kinds([[board.regions[cell] for cell in row] for row in grid]) for grid in turned]
    least = min((sorted(rows), sorted(columns)) for rows, columns in told)
    found: list[tuple[Labels, Order]] = []
    for grid, (rows, columns) in zip(turned, told, strict=True):
        if (sorted(rows), sorted(columns)) == least:
            for down, across in product(list(_orders(rows)), list(_orders(columns))):
                order: Order = tuple(grid[row][column] for row in down for column in across)
                found.append((renumber(board.regions[cell] for cell in order), order))
    return min(found)


def _line_kinds(grid: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a kind for each row and for each column: lines of different kinds cannot change places.

    grid: the region of each cell. Cells are told apart by how many cells of their region lie in their row and in
    their column; lines by their cells; then cells by their lines, and so on.
    """
    size = len(grid)
    lines_of = [(k // size, size + k % size, 2 * size + region) for k, region in enumerate(chain(*grid))]
    cells = [[k for k, own in enumerate(lines_of) if line in own] for line in range(3 * size)]
    kinds: list[tuple[int, ...]] = [
        tuple(len({*cells[line]} & {*cells[own[2]]}) for line in own[:2]) for own in lines_of
    ]
    ranks: list[int] = []
    for _ in range(ROUNDS):
        lines = [sorted(kinds[k] for k in line) for line in cells]
        ranks = [rank for first in range(0, 3 * size, size) for rank in _ranks(lines[first : first + size])]
        kinds = [tuple(ranks[line] for line in own) for own in lines_of]
    return tuple(ranks[:size]), tuple(ranks[size : 2 * size])


def _ranks(lines: Sequence[list[tuple[int, ...]]]) -> list[int]:
    """Return for each line how many different ones are less."""
    known = sorted({tuple(line) for line in lines})
    return [known.index(tuple(line)) for line in lines]


def _orders(kinds: Sequence[int]) -> Iterator[Order]:
    """Yield every order of lines in which their kinds ascend."""
    alike = [[k for k, kind in enumerate(kinds) if kind == one] for one in sorted(set(kinds))]
    for chosen in product(*(list(permutations(group)) for group in alike)):
        yield tuple(k for group in chosen for k in group)


@cache
def form(board: Board) -> Labels:
    """Return what boards that are the same game have in common."""
    return game_form(board)[0]


@dataclass(frozen=True, slots=True)
class Result:
    """What was found out of a game. winner: "x" or "o". x: the points of X, None if nobody asked. openings: the number
    of X's first moves that win, None if nobody asked. standing: "proved" or "computed"."""

    winner: str
    x: int | None
    openings: int | None
    standing: str


@cache
def results(size: int) -> dict[Rule, dict[Labels, Result]]:
    """Return what was found out about boards of a size: by rule, for each game by its form."""
    found: dict[Rule, dict[Labels, Result]] = {}
    for file in sorted(FOLDER.glob(f"catalogue-majomino-{size}-*.jsonl")):
        for line in file.read_text(encoding="ascii").splitlines():
            content = json.loads(line)
            turns, openings = content["double_turns"], content["openings"]
            result = Result(
                content["winner"], content["x"], None if openings is None else len(openings), content["standing"]
            )
            rule = Rule(content["rule"], tuple(turns) if turns else None)
            found.setdefault(rule, {})[form(parse_name(content["board"]))] = result
    return found
