"""How a game with few cells left ends when both play their best. Every way to play on is tried: that takes less time
than the solver of whole boards takes to begin, and a book asks for many endings.

Players want points, not only to win; what one gets, the other lacks, so there is one value: the points of X. Sets of
cells are bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from quasiprint.search.perfect_play.contest import Contest, O, X


class Ending:
    """The endings of one board, by one rule."""

    def __init__(self, contest: Contest) -> None:
        self._turns = contest.turns or (1, len(contest.marks))
        self._whole = (1 << len(contest.marks)) - 1
        self._lines = tuple(sum(1 << cell for cell in line) for line in contest.lines)
        self._half = len(contest.lines[0]) // 2
        near = [0] * len(contest.marks)  # for each cell, those with which it may not be doubled
        for line in self._lines if contest.apart else ():
            for cell in _bits(line):
                near[cell] |= line
        self._near = tuple(near)
        self._reached: dict[tuple[int, int, bool, bool, int], bool] = {}

    def points(self, contest: Contest) -> int:
        """Return the points of X at best. Whether X gets so many is asked for half of those that are left, and again: a
        yes or no is found long before the points are."""
        x, o = (sum(1 << cell for cell, mark in enumerate(contest.marks) if mark == who) for who in (X, O))
        least, most = self._bounds(x, o)
        while least < most:
            middle = (least + most + 1) // 2
            if self._reaches(x, o, contest.mover == X, contest.double, middle):
                least = middle
            else:
                most = middle - 1
        return least

    def _bounds(self, x: int, o: int) -> tuple[int, int]:
        """Return the points that X has already, and those that are not lost; equal when all cells are full."""
        least, most, half = 0, len(self._lines), self._half
        for line in self._lines:
            if (x & line).bit_count() > half:
                least += 1
            elif (o & line).bit_count() > half:
                most -= 1
        return least, most

    def _reaches(self, x: int, o: int, crosses: bool, double: bool, points: int) -> bool:
        """Tell whether X gets so many points. crosses: whether X moves; double: whether O has hers still."""
        key = (x, o, crosses, double, points)
        found = self._reached.get(key)
        if found is None:
            found = self._reached[key] = self._look_ahead(*key)
        return found

    def _look_ahead(self, x: int, o: int, crosses: bool, double: bool, points: int) -> bool:
        least, most = self._bounds(x, o)
        if least >= points or most < points:
            return least >= points
        empty = self._whole & ~(x | o)
        if double and empty.bit_count() < 2:
            return self._reaches(x, o, crosses, False, points)
        if double and not crosses:
            for one, two in combinations(_bits(empty), 2):
                if not self._near[one] >> two & 1 and not self._reaches(
                    x, o | 1 << one | 1 << two, True, False, points
                ):
                    return False
        # the one that moves needs one cell that does it; written out, since this is most of what a book costs
        while empty:
            cell = empty & -empty
            empty ^= cell
            if crosses:
                if self._reaches(x | cell, o, False, double, points):
                    return True
            elif not self._reaches(x, o | cell, True, double, points):
                return False
        return not crosses


def _bits(cells: int) -> Iterator[int]:
    """Yield the cells of a set."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest
