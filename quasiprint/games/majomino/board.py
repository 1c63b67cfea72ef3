"""Majomino boards: an N×N square parted into regions by walls between cells; its laws, and what marks are worth.

Cells are numbered row by row from the top left, from 0. A wall is ("-", row, column) above that
cell, or ("|", row, column) to its left; row N and column N give the walls of the far rims. All in integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Literal

from quasiprint.model.finding import Finding, error

Wall = tuple[str, int, int]
Labels = tuple[int, ...]
FREE = "."  # a cell without a mark
NONE: frozenset[Wall] = frozenset()


@dataclass(frozen=True, slots=True)
class Board:
    """A board as its walls part it, be that a dissection or not.

    regions: the region of each cell; regions are connected, and numbered from 0 in the order of
    their first cells. loose: walls with the same region on both sides. gaps: walls that are
    missing in the rim. A board of the game has neither.
    """

    size: int
    regions: Labels
    loose: frozenset[Wall] = NONE
    gaps: frozenset[Wall] = NONE

    def __post_init__(self) -> None:
        if len(self.regions) != self.size * self.size:
            raise ValueError(f"board: found {len(self.regions)} cells, a board of {self.size} × {self.size} has "
                             f"{self.size * self.size}")  # fmt: skip

    @property
    def count(self) -> int:
        """How many regions there are."""
        return max(self.regions) + 1

    def cells(self) -> tuple[tuple[int, ...], ...]:
        """Return the cells of each region, in order."""
        each = range(self.count)
        return tuple(tuple(cell for cell, region in enumerate(self.regions) if region == k) for k in each)

    def parts(self, wall: Wall) -> bool:
        """Tell whether a wall inside the rim stands between two regions."""
        first, second = beside(wall, self.size)
        return self.regions[first] != self.regions[second]

    def walls(self) -> frozenset[Wall]:
        """Return every wall that stands, those of the rim, too."""
        inner = (wall for wall in inner_walls(self.size) if wall in self.loose or self.parts(wall))
        return frozenset(inner) | (frozenset(rim(self.size)) - self.gaps)

    def neighbours(self) -> tuple[frozenset[int], ...]:
        """Return for each region the regions that it shares a wall with."""
        cells = (beside(wall, self.size) for wall in inner_walls(self.size))
        pairs = {(self.regions[first], self.regions[second]) for first, second in cells}
        pairs |= {(second, first) for first, second in pairs}
        return tuple(frozenset(b for a, b in pairs if a == region != b) for region in range(self.count))


@dataclass(frozen=True, slots=True)
class MarkedBoard:
    """A board with marks: for each cell "x", "o" or "." for none."""

    board: Board
    marks: str


@lru_cache(maxsize=32)
def inner_walls(size: int) -> tuple[Wall, ...]:
    """Return every place for a wall between two cells: row by row, above the cells before left of them."""
    level = [("-", row, column) for row in range(1, size) for column in range(size)]
    upright = [("|", row, column) for row in range(size) for column in range(1, size)]
    return tuple(sorted(level + upright, key=_order))


@lru_cache(maxsize=32)
def rim(size: int) -> tuple[Wall, ...]:
    """Return the walls around a board: top, bottom, left and right side."""
    level = [("-", row, column) for row in (0, size) for column in range(size)]
    return (*level, *(("|", row, column) for column in (0, size) for row in range(size)))


def beside(wall: Wall, size: int) -> tuple[int, int]:
    """Return the two cells that a wall inside the rim stands between, the lesser first."""
    kind, row, column = wall
    cell = row * size + column
    return (cell - size if kind == "-" else cell - 1), cell


def of_regions(size: int, regions: Sequence[int]) -> Board:
    """Return the board whose regions are these, numbered anyhow; cells of one number that walls keep apart
    become regions of their own."""
    return of_walls(size, {*rim(size), *(
        wall for wall in inner_walls(size) if len({regions[cell] for cell in beside(wall, size)}) == 2
    )})  # fmt: skip


def of_walls(size: int, walls: Iterable[Wall]) -> Board:
    """Return the board that walls make: what they do not part is one region."""
    wall_set = frozenset(walls)
    beyond = wall_set - {*inner_walls(size), *rim(size)}
    if beyond:
        raise ValueError(f"board: found a wall {min(beyond)}, which a board of {size} × {size} cells does not have")
    open_to: list[list[int]] = [[] for _ in range(size * size)]
    for wall in inner_walls(size):
        if wall not in wall_set:
            near, other = beside(wall, size)
            open_to[near].append(other)
            open_to[other].append(near)
    regions = [-1] * (size * size)
    count = 0
    for first in range(size * size):
        if regions[first] < 0:
            waiting = [first]
            while waiting:
                cell = waiting.pop()
                if regions[cell] < 0:
                    regions[cell] = count
                    waiting += open_to[cell]
            count += 1
    inside = [wall for wall in inner_walls(size) if wall in wall_set]
    loose = frozenset(w for w in inside if len({regions[cell] for cell in beside(w, size)}) == 1)
    return Board(size, tuple(regions), loose or NONE, (frozenset(rim(size)) - wall_set) or NONE)


def renumber(regions: Iterable[int]) -> Labels:
    """Return labels numbered from 0 in the order in which they come."""
    number: dict[int, int] = {}
    return tuple(number.setdefault(region, len(number)) for region in regions)


@lru_cache(maxsize=32)
def symmetries(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the eight symmetries of a square of cells: as it is, turned by one, two and three quarters, and each of
    these mirrored left to right. Each says which cell comes to lie on each cell."""
    turned = [[tuple(range(at, at + size)) for at in range(0, size**2, size)]]
    for _ in range(3):
        turned.append([*zip(*turned[-1][::-1], strict=True)])
    return tuple(tuple(chain(*rows)) for rows in (*turned, *([row[::-1] for row in rows] for rows in turned)))


def images(board: Board) -> Iterator[Labels]:
    """Yield the regions of a board's images, in the order of `symmetries`."""
    return (renumber(board.regions[cell] for cell in places) for places in symmetries(board.size))


def canonical(board: Board) -> Labels:
    """Return the canonical form of a dissection under the symmetries of the square: the least of its images."""
    return min(images(board))


def colouring(board: Board) -> Labels:
    """Return a colour for each region, from 0, as few as can be so that neighbours differ.

    Exact, by search: the fewest colours for which one exists, and of these colourings the first.
    Four are enough for any board, since regions are connected areas of the plane.
    """
    near = board.neighbours()
    return next(found for colours in range(1, len(near) + 1) if (found := _colour_with(near, colours, {})))


def _colour_with(near: Sequence[frozenset[int]], colours: int, given: Mapping[int, int]) -> Labels | None:
    """Return the first proper colouring with so many colours that goes on from what is given, None if there is none.

    The region that is left the least choice comes next, so that dead ends show early.
    """
    # a colour not used so far is as good as any other one not used so far
    free = set(range(min(colours, len(set(given.values())) + 1)))
    left = {
        region: free - {given[other] for other in near[region] if other in given}
        for region in range(len(near))
        if region not in given
    }
    if not left:
        return tuple(given[region] for region in range(len(near)))
    region = min(left, key=lambda r: (len(left[r]), -len(near[r]), r))
    tried = (_colour_with(near, colours, {**given, region: colour}) for colour in sorted(left[region]))
    return next(filter(None, tried), None)


def is_dissection(board: Board) -> bool:
    """Tell whether a board is whole and each of its N regions has N cells, be N odd or even."""
    whole = not board.loose and not board.gaps and board.count == board.size
    return whole and all(len(cells) == board.size for cells in board.cells())


def place(cell: int, size: int) -> str:
    """Return where a cell lies, as a message says it: row and column from 1."""
    return f"row {cell // size + 1}, column {cell % size + 1}"


def board_findings(board: Board, subject: str) -> list[Finding]:
    """Return what keeps a board from being one of the game: an odd N from 3, N regions of N cells,
    walls around the board and between regions, and nowhere else.

    subject: how findings name the board.
    """
    size = board.size
    findings = []
    if size < 3 or size % 2 == 0:
        message = (
            f"the board has {size} × {size} cells, allowed are 3 × 3, 5 × 5 and so on: in a line of an even number of "
            "cells both could have as many, and one cell alone is no game"
        )
        findings.append(error("size-wrong", subject, message, "draw a board of an odd size from 3"))
    for number, cells in enumerate(board.cells(), 1):
        if len(cells) != size:
            region = f"{subject}, region {number} (from {place(cells[0], size)})"
            message = f"found {len(cells)} cells, needed {size}: as many as the board has in a row"
            findings.append(error("region-size", region, message, "close or open walls around the region"))
    for wall in sorted(board.loose, key=_order):
        message = "found a wall with the same region on both sides, allowed are walls between two regions"
        remedy = "take the wall away, or lengthen it until it parts two regions"
        findings.append(error("wall-loose", f"{subject}, {_side(wall, size)}", message, remedy))
    for wall in sorted(board.gaps, key=_order):
        message = "found no wall at the rim of the board, needed is one all around"
        findings.append(error("wall-missing", f"{subject}, {_side(wall, size)}", message, "draw the wall"))
    return findings


def marks_findings(position: MarkedBoard, subject: str) -> list[Finding]:
    """Return whether the numbers of marks can come about in a game: X begins, then both take turns,
    and O may mark two cells in one of her turns.

    subject: how the finding names the board.
    """
    x, o = position.marks.count("x"), position.marks.count("o")
    if (x, o) == (0, 0) or (x > 0 and -1 <= x - o <= 1):
        return []
    allowed = f"{x - 1} to {x + 1} of O" if x > 1 else "1 or 2 of O, or none so far" if x else "none of O"
    message = (
        f"found {x} of X and {o} of O; with {x} of X, allowed are {allowed}: X begins, they mark in turn, and O marks "
        "two cells in one of her turns at most"
    )
    remedy = "look for a mark that is missing, one too many, or an X and an O taken for each other"
    return [error("marks-impossible", subject, message, remedy)]


def _order(wall: Wall) -> tuple[int, str, int]:
    """Return what walls are sorted by: row by row, above the cells before left of them."""
    return wall[1], wall[0], wall[2]


def _side(wall: Wall, size: int) -> str:
    """Return a wall as the side of a cell."""
    kind, row, column = wall
    if row == size:
        return f"{place((row - 1) * size + column, size)}, bottom side"
    if column == size:
        return f"{place(row * size + column - 1, size)}, right side"
    return f"{place(row * size + column, size)}, {'top' if kind == '-' else 'left'} side"


Player = Literal["x", "o"]
Won = Player | None
PLAYERS: tuple[Player, Player] = ("x", "o")


@dataclass(frozen=True, slots=True)
class Tally:
    """Who has won what so far. complete: whether every cell is marked. x, o: points. rows, columns,
    regions: who has won each, None for nobody yet; regions in the order of their first cells. winner: who has more than
    half of all lines, and so has won, whatever is marked from here on."""

    complete: bool
    x: int
    o: int
    rows: tuple[Won, ...]
    columns: tuple[Won, ...]
    regions: tuple[Won, ...]
    winner: Won

    @property
    def lines(self) -> tuple[Won, ...]:
        """Who has won each line: rows, columns, regions."""
        return (*self.rows, *self.columns, *self.regions)


def lines(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each line: rows, columns, regions."""
    size = board.size
    rows = tuple(tuple(range(row * size, (row + 1) * size)) for row in range(size))
    return (*rows, *zip(*rows, strict=True), *board.cells())


def tally(position: MarkedBoard) -> Tally:
    """Count a position, finished or not. A line is won as soon as one player has marked more than
    half of its cells: the other can no longer have more."""
    size = position.board.size
    won = tuple(_majority([position.marks[cell] for cell in line]) for line in lines(position.board))
    counts = won.count("x"), won.count("o")
    parts = won[:size], won[size : 2 * size], won[2 * size :]
    return Tally(FREE not in position.marks, *counts, *parts, _majority(won))


def newly_decided(before: MarkedBoard, after: MarkedBoard) -> list[Won]:
    """Return who has won each line in between; None for lines that were decided already, or are not yet."""
    return [now if old is None else None for old, now in zip(tally(before).lines, tally(after).lines, strict=True)]


def _majority(found: Sequence[str | None]) -> Won:
    """Return the player who has more than half of what there is."""
    return next((player for player in PLAYERS if 2 * found.count(player) > len(found)), None)
