"""The squares of a Quomino board, the 2×2 blocks on it, and the corners of an omino. All in integers.

Squares are numbered row by row from the top left, from 0; blocks likewise, each by its upper left
square among the (N − 1)² squares that can be one. Corners are numbered clockwise from the upper left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

SIZES = range(4, 17)
BOXED = (6, 8, 10)  # the boards that one box serves
# the corners of a square, clockwise: as typed, as on a number pad, and as they are shown
CORNERS = ("nw", "ne", "se", "sw")
KEYS = "7931"
SHAPES = "◤◥◢◣"  # the black half of an omino whose black corner is there
NOWHERE = -1


def opposite(corner: int) -> int:
    """Return the corner across the square: where an omino is white, if it is black at `corner`."""
    return (corner + 2) % 4


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """How the squares and blocks of a board lie.

    squares: for each block its four squares, clockwise from the upper left. meets: for each square
    and corner the block whose middle is that corner, NOWHERE at the rim. of: for each square the
    blocks that it lies in. touching: for each block the blocks that share a square with it, itself among them.
    """

    size: int
    squares: tuple[tuple[int, int, int, int], ...]
    meets: tuple[tuple[int, int, int, int], ...]
    of: tuple[tuple[int, ...], ...]
    touching: tuple[tuple[int, ...], ...]


@cache
def grid(size: int) -> SquareGrid:
    """Return the squares and blocks of a board with `size` squares to a side."""
    across = size - 1
    squares = tuple(
        (corner, corner + 1, corner + size + 1, corner + size)
        for corner in (row * size + column for row in range(across) for column in range(across))
    )
    meets = [[NOWHERE] * 4 for _ in range(size * size)]
    for block, four in enumerate(squares):
        for place, square in enumerate(four):
            # the middle of the block is, of its upper left square, the lower right corner, and so on
            meets[square][opposite(place)] = block
    of = tuple(tuple(block for block in at if block != NOWHERE) for at in meets)
    touching = tuple(tuple(sorted({block for square in four for block in of[square]})) for four in squares)
    return SquareGrid(size, squares, tuple((a, b, c, d) for a, b, c, d in meets), of, touching)


def name(square: int, size: int) -> str:
    """Return a square's name: a letter for the column, from the left, and the row, from the lowest: "a1"."""
    row, column = divmod(square, size)
    return f"{chr(ord('a') + column)}{size - row}"


def find_square(text: str, size: int) -> int | None:
    """Return the square of a name, None if the board has none such."""
    column, row = text[:1].lower(), text[1:]
    if not column.isascii() or not column.isalpha() or not row.isascii() or not row.isdigit() or len(row) > 2:
        return None
    across, up = ord(column) - ord("a"), int(row)
    if row.startswith("0") or across >= size or not 1 <= up <= size:
        return None
    return (size - up) * size + across
