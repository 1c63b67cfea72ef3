"""How small games and endings end when both play their best: every way to play on is tried, so nothing is guessed.

For what a rulebook says of positions with few cells left, and of boards of 3 × 3. Players want points, not only
to win; what one gets, the other lacks, so there is one value: the points of X.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from quasiprint.games.majomino.board import FREE as EMPTY
from quasiprint.games.majomino.board import Board, Labels, canonical, lines

CROSS, NOUGHT = 0, 1  # who moves
# of O's double move: there is none; in her next turn; in any one turn; in any, and of cells that share no line
NONE, FIRST, FREE, RESTRICTED = "none", "first", "free", "restricted"
RULES = (NONE, FIRST, FREE, RESTRICTED)
MOST = 11  # empty cells: with more it takes too long

Move = tuple[int, ...]  # one cell, or the two of a double move


class Ending:
    """One board, played to its end. Sets of cells are bits."""

    def __init__(self, board: Board) -> None:
        self.size = board.size
        self.cells = board.size**2
        self.sets = tuple(sum(1 << cell for cell in line) for line in lines(board))
        near = [0] * self.cells  # for each cell, those in one of its lines, itself too
        for line in self.sets:
            for cell in bits(line):
                near[cell] |= line
        self.near = tuple(near)
        self._reached: dict[tuple[int, int, int, str, int], bool] = {}

    def value(self, x: int, o: int, mover: int, rule: str = NONE) -> int:
        """Return the points that X gets at best. rule: under which O may still double; without one, nobody may.

        Whether X gets so many points is asked for half of those that are left, and again: a yes or no is found long
        before the points are.
        """
        least, most = self.bounds(x, o)
        while least < most:
            points = (least + most + 1) // 2
            if self.reaches(x, o, mover, rule, points):
                least = points
            else:
                most = points - 1
        return least

    def bounds(self, x: int, o: int) -> tuple[int, int]:
        """Return the points that X has already, and those that are not lost; equal when all cells are full."""
        half = self.size // 2
        least, most = 0, len(self.sets)
        for line in self.sets:
            if (x & line).bit_count() > half:
                least += 1
            elif (o & line).bit_count() > half:
                most -= 1
        return least, most

    def reaches(self, x: int, o: int, mover: int, rule: str, points: int) -> bool:
        """Tell whether X gets so many points when both play their best."""
        key = (x, o, mover, rule, points)
        found = self._reached.get(key)
        if found is None:
            found = self._reached[key] = self._looked(*key)
        return found

    def _looked(self, x: int, o: int, mover: int, rule: str, points: int) -> bool:
        """Find what `reaches` tells, one move ahead."""
        least, most = self.bounds(x, o)
        empty = self.free(x, o)
        if least >= points or most < points:
            return least >= points
        if rule != NONE and empty.bit_count() < 2:
            return self.reaches(x, o, mover, NONE, points)
        if mover != CROSS and rule != NONE:
            for pair in self.pairs(empty, rule):
                if not self.reaches(x, o | pair, CROSS, NONE, points):
                    return False
            if rule == FIRST:
                return True
        # the one that moves needs one cell that does it; written out, since this is most of what a book costs
        while empty:
            cell = empty & -empty
            empty ^= cell
            if mover == CROSS:
                if self.reaches(x | cell, o, NOUGHT, rule, points):
                    return True
            elif not self.reaches(x, o | cell, CROSS, rule, points):
                return False
        return mover != CROSS

    def free(self, x: int, o: int) -> int:
        """Return the empty cells."""
        return ((1 << self.cells) - 1) & ~(x | o)

    def pairs(self, empty: int, rule: str) -> list[int]:
        """Return the double moves that there are, sets of two cells each.

        Raises ValueError for a rule under which there is no double.
        """
        if rule not in (FIRST, FREE, RESTRICTED):
            raise ValueError(f"rule: found {rule!r}, allowed are {FIRST}, {FREE} and {RESTRICTED}")
        cells = tuple(bits(empty))
        near = self.near if rule == RESTRICTED else (0,) * self.cells
        return [1 << one | 1 << two for one, two in combinations(cells, 2) if not near[one] >> two & 1]

    def judged(self, marks: str, mover: int, rule: str = NONE) -> dict[Move, int]:
        """Return for every move the points of X at best after it. Raises ValueError if too many cells are empty."""
        if marks.count(EMPTY) > MOST:
            raise ValueError(f"position: found {marks.count(EMPTY)} empty cells, allowed are up to {MOST}")
        x, o = (sum(1 << cell for cell, mark in enumerate(marks) if mark == who) for who in "xo")
        empty = self.free(x, o)
        if mover == CROSS:
            return {(cell,): self.value(x | 1 << cell, o, NOUGHT, rule) for cell in bits(empty)}
        found: dict[Move, int] = {}
        if rule != FIRST:
            found |= {(cell,): self.value(x, o | 1 << cell, CROSS, rule) for cell in bits(empty)}
        if rule != NONE:
            found |= {tuple(bits(pair)): self.value(x, o | pair, CROSS) for pair in self.pairs(empty, rule)}
        return found


def best(board: Board, rule: str) -> int:
    """Return the points of X in the whole game on a board of 3 × 3. A board turned or mirrored is the same game."""
    return _whole(board.size, canonical(board)).value(0, 0, CROSS, rule)


def openings(board: Board) -> int:
    """Return how many first marks win a board of 3 × 3 for X when nobody doubles."""
    ending = _whole(board.size, canonical(board))
    return sum(2 * ending.value(1 << cell, 0, NOUGHT) > len(ending.sets) for cell in range(ending.cells))


@lru_cache(maxsize=8)
def _whole(size: int, regions: Labels) -> Ending:
    if size**2 > MOST:
        raise ValueError(f"board: found {size} × {size} cells, allowed are up to {MOST} in all")
    return Ending(Board(size, regions))


def bits(cells: int) -> Iterator[int]:
    """Yield the cells of a set."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest
