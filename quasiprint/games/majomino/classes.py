"""All boards of a size, each once: up to turning and mirroring, which are the classes, and up to what the game sees.

Who wins depends on the lines alone, and on which of them cross. Rows may change places, so may columns, and rows may
become columns: the game stays the same. So several classes can be one game, and only one of them has to be solved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

from quasiprint.games.majomino.board import Board, Labels, canonical, of_regions, relabelled
from quasiprint.games.majomino.names import named, names
from quasiprint.model.errors import InputError

SIZES = (3, 5)  # of which all boards can be listed, and their games solved
ROUNDS = 2  # of telling cells apart by the lines that they lie in

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
    boards = [of_regions(size, form) for form in sorted({canonical(board) for board in every(size)})]
    for name, board in sorted(zip(names(boards), boards, strict=True)):
        form, order = game_form(board)
        game, own = first.setdefault(form, (name, order))
        place = dict(zip(own, order, strict=True))
        found.append(BoardClass(name, board, game, tuple(place[cell] for cell in range(size * size))))
    return tuple(found)


def games(size: int) -> tuple[BoardClass, ...]:
    """Return the classes that stand for the games of a size: one for each."""
    return tuple(one for one in classes(size) if one.name == one.game)


@cache
def _by_form(size: int) -> dict[Labels, BoardClass]:
    return {one.board.regions: one for one in classes(size)}


def class_of(name: str) -> BoardClass:
    """Return the class of a board, by the name of any of its images. Raises InputError for what names none."""
    board = named(name)
    if board.size not in SIZES:
        raise InputError(f"board {name!r}: found {board.size} × {board.size} cells, allowed are 3 × 3 and 5 × 5")
    return _by_form(board.size)[canonical(board)]


def every(size: int) -> list[Board]:
    """Return every dissection of a board, in the order of their numbers."""
    from quasiprint.dissection.boards import labelled
    from quasiprint.dissection.disk_cache import programme

    return [Board(size, tuple(regions)) for regions in labelled(programme(size).every()).tolist()]


def game_form(board: Board) -> tuple[Labels, Order]:
    """Return a board's canonical form as a game, and which of its cells stands on each cell of that.

    Two boards have one form if and only if rows and columns can be permuted, or swapped for one another, so that one
    becomes the other. It is the least of the images in which lines that can be told apart stand in order.
    """
    size = board.size
    cells = tuple(tuple(range(row * size, (row + 1) * size)) for row in range(size))
    turned: tuple[Grid, ...] = (cells, tuple(zip(*cells, strict=True)))
    told = [_told_apart([[board.regions[cell] for cell in row] for row in grid]) for grid in turned]
    least = min((sorted(rows), sorted(columns)) for rows, columns in told)
    found: list[tuple[Labels, Order]] = []
    for grid, (rows, columns) in zip(turned, told, strict=True):
        if (sorted(rows), sorted(columns)) == least:
            for down, across in product(list(_orders(rows)), list(_orders(columns))):
                order: Order = tuple(grid[row][column] for row in down for column in across)
                found.append((relabelled(board.regions[cell] for cell in order), order))
    return min(found)


def _told_apart(grid: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a kind for each row and for each column: lines of different kinds cannot change places.

    grid: the region of each cell. Cells are told apart by how many cells of their region lie in their row and in
    their column; lines by their cells; then cells by their lines, and so on.
    """
    size = len(grid)
    places = [(row, column) for row in range(size) for column in range(size)]
    lines: dict[int, list[list[tuple[int, int]]]] = {
        0: [[(row, column) for column in range(size)] for row in range(size)],
        1: [[(row, column) for row in range(size)] for column in range(size)],
        2: [[place for place in places if grid[place[0]][place[1]] == region] for region in range(size)],
    }
    kinds: dict[tuple[int, int], tuple[int, ...]] = {}
    for row, column in places:
        region = grid[row][column]
        kinds[row, column] = (grid[row].count(region), sum(grid[k][column] == region for k in range(size)))
    lined: dict[int, list[int]] = {}
    for _ in range(ROUNDS):
        lined = {which: _ranks([sorted(kinds[place] for place in line) for line in lines[which]]) for which in lines}
        kinds = {
            (row, column): (lined[0][row], lined[1][column], lined[2][grid[row][column]]) for row, column in places
        }
    return tuple(lined[0]), tuple(lined[1])


def _ranks(lines: Sequence[list[tuple[int, ...]]]) -> list[int]:
    """Return for each line how many different ones are less."""
    known = sorted({tuple(line) for line in lines})
    return [known.index(tuple(line)) for line in lines]


def _orders(kinds: Sequence[int]) -> Iterator[Order]:
    """Yield every order of lines in which their kinds ascend."""
    alike = [[k for k, kind in enumerate(kinds) if kind == one] for one in sorted(set(kinds))]
    for chosen in product(*(list(permutations(group)) for group in alike)):
        yield tuple(k for group in chosen for k in group)
