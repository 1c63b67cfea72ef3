"""How a game with few cells left ends when both play their best. Every way to play on is tried: that takes less time
than the solver of whole boards takes to begin, and a book asks for many endings.

Players want points, not only to win; what one gets, the other lacks, so there is one value: the points of X. Sets of
cells are bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from quasiprint.games.majomino.contest import Contest, O, X


class Ending:
    """The endings of one board, by one rule."""

    def __init__(self, contest: Contest) -> None:
        self._turns = contest.turns or (1, len(contest.marks))
        self._whole = (1 << len(contest.marks)) - 1
        self._lines = tuple(sum(1 << cell for cell in line) for line in contest.lines)
        self._most = len(contest.lines[0]) // 2 + 1  # cells of a line that decide it
        through: list[list[int]] = [[] for _ in contest.marks]
        for line in self._lines:
            for cell in _bits(line):
                through[cell].append(line)
        self._through = tuple(map(tuple, through))
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
        has, lost = (sum((marks & line).bit_count() >= self._most for line in self._lines) for marks in (x, o))
        least, most = has, len(self._lines) - lost
        while least < most:
            middle = (least + most + 1) // 2
            if self._reaches(x, o, contest.mover == X, contest.double, middle - has, len(self._lines) - lost - middle):
                least = middle
            else:
                most = middle - 1
        return least

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
            for one, two in combinations(_bits(empty), 2):
                if not self._near[one] >> two & 1:
                    first = o | 1 << one
                    both = first | 1 << two
                    lost = self._decided(first, one) + self._decided(both, two)
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
