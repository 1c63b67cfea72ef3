"""Majomino boards: an N×N square parted into regions by walls between cells. All in integers.

Cells are numbered row by row from the top left, from 0. A wall is ("-", row, column) above that
cell, or ("|", row, column) to its left; row N and column N give the walls of the far rims.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

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
        found: list[list[int]] = [[] for _ in range(self.count)]
        for cell, region in enumerate(self.regions):
            found[region].append(cell)
        return tuple(map(tuple, found))

    def parts(self, wall: Wall) -> bool:
        """Tell whether a wall inside the rim stands between two regions."""
        one, two = beside(wall, self.size)
        return self.regions[one] != self.regions[two]

    def walls(self) -> frozenset[Wall]:
        """Return every wall that stands, those of the rim, too."""
        inner = (wall for wall in inner_walls(self.size) if wall in self.loose or self.parts(wall))
        return frozenset(inner) | (frozenset(rim(self.size)) - self.gaps)

    def neighbours(self) -> tuple[frozenset[int], ...]:
        """Return for each region those that it shares a wall with."""
        found: list[set[int]] = [set() for _ in range(self.count)]
        for wall in inner_walls(self.size):
            one, two = (self.regions[cell] for cell in beside(wall, self.size))
            if one != two:
                found[one].add(two)
                found[two].add(one)
        return tuple(map(frozenset, found))


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
    return tuple(sorted(level + upright, key=lambda wall: (wall[1], wall[0], wall[2])))


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
    standing = frozenset(walls)
    beyond = standing - {*inner_walls(size), *rim(size)}
    if beyond:
        raise ValueError(f"board: found a wall {min(beyond)}, which a board of {size} × {size} cells does not have")
    open_to: list[list[int]] = [[] for _ in range(size * size)]
    for wall in inner_walls(size):
        if wall not in standing:
            one, two = beside(wall, size)
            open_to[one].append(two)
            open_to[two].append(one)
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
    inside = [wall for wall in inner_walls(size) if wall in standing]
    loose = frozenset(w for w in inside if len({regions[cell] for cell in beside(w, size)}) == 1)
    return Board(size, tuple(regions), loose or NONE, (frozenset(rim(size)) - standing) or NONE)


@lru_cache(maxsize=32)
def symmetries(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the eight symmetries of the square: which cell comes to lie on each cell; the identity first."""

    def turned(cells: Sequence[int]) -> tuple[int, ...]:
        return tuple(cells[(size - 1 - column) * size + row] for row in range(size) for column in range(size))

    found = [tuple(range(size * size))]
    for _ in range(3):
        found.append(turned(found[-1]))
    mirrored = [tuple(cells[row * size + size - 1 - column] for row in range(size) for column in range(size))
                for cells in found]  # fmt: skip
    return (*found, *mirrored)


def relabelled(regions: Iterable[int]) -> Labels:
    """Return labels numbered from 0 in the order in which they come."""
    number: dict[int, int] = {}
    return tuple(number.setdefault(region, len(number)) for region in regions)


def images(board: Board) -> Iterator[Labels]:
    """Yield the regions of the eight images of a board, turned and mirrored."""
    for move in symmetries(board.size):
        yield relabelled(board.regions[cell] for cell in move)


def canonical(board: Board) -> Labels:
    """Return the canonical form of a dissection under the symmetries of the square: the least of its images."""
    return min(images(board))


def stabiliser(board: Board) -> int:
    """Return how many of the eight symmetries leave a dissection as it is: 1, 2, 4 or 8."""
    return sum(image == board.regions for image in images(board))


def colouring(board: Board) -> Labels:
    """Return a colour for each region, from 0, as few as can be so that neighbours differ.

    Exact, by search: the fewest colours for which one exists, and of these colourings the first.
    Four are enough for any board, since regions are connected areas of the plane.
    """
    near = board.neighbours()
    for colours in range(1, board.count + 1):
        found = _coloured(near, colours)
        if found is not None:
            return found
    raise AssertionError("as many colours as regions are enough")


def _coloured(near: Sequence[frozenset[int]], colours: int) -> Labels | None:
    """Return the first proper colouring with so many colours, None if there is none.

    The region that is left the least choice comes next, so that dead ends show early.
    """
    given: dict[int, int] = {}

    def left(region: int) -> list[int]:
        taken = {given[other] for other in near[region] if other in given}
        # a colour not used so far is as good as any other one not used so far
        used = len(set(given.values()))
        return [colour for colour in range(min(colours, used + 1)) if colour not in taken]

    def search() -> bool:
        rest = [region for region in range(len(near)) if region not in given]
        if not rest:
            return True
        region = min(rest, key=lambda r: (len(left(r)), -len(near[r]), r))
        for colour in left(region):
            given[region] = colour
            if search():
                return True
            del given[region]
        return False

    return tuple(given[region] for region in range(len(near))) if search() else None
