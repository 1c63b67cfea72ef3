"""How small games and endings end when both play their best: every way to play on is tried, so nothing is guessed.

For what a rulebook says of positions with few cells left, and of boards of 3 × 3. Players want points, not only
to win; what one gets, the other lacks, so there is one value: the points of X.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from quasiprint.games.majomino.board import FREE as EMPTY
from quasiprint.games.majomino.board import Board, Labels, canonical
from quasiprint.games.majomino.scoring import lines

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
        self._plain: dict[tuple[int, int, int], int] = {}
        self._doubled: dict[tuple[int, int, int, str], int] = {}

    def value(self, x: int, o: int, mover: int, rule: str = NONE) -> int:
        """Return the points that X gets at best. rule: under which O may still double."""
        if rule == NONE:
            return self.plain(x, o, mover)
        key = (x, o, mover, rule)
        found = self._doubled.get(key)
        if found is None:
            empty = self.free(x, o)
            if empty.bit_count() < 2:
                found = self.plain(x, o, mover)
            elif mover == CROSS:
                found = max(self.value(x | 1 << cell, o, NOUGHT, rule) for cell in bits(empty))
            else:
                after = [self.plain(x, o | pair, CROSS) for pair in self.pairs(empty, rule)]
                if rule != FIRST:
                    after += [self.value(x, o | 1 << cell, CROSS, rule) for cell in bits(empty)]
                found = min(after)
            self._doubled[key] = found
        return found

    def plain(self, x: int, o: int, mover: int) -> int:
        """Return the points that X gets at best when nobody may double."""
        key = (x, o, mover)
        found = self._plain.get(key)
        if found is None:
            left = self.free(x, o)
            if not left:
                half = self.size // 2
                found = sum((x & line).bit_count() > half for line in self.sets)
            elif mover == CROSS:
                found = 0
                while left:
                    mark = left & -left
                    left ^= mark
                    found = max(found, self.plain(x | mark, o, NOUGHT))
            else:
                found = len(self.sets)
                while left:
                    mark = left & -left
                    left ^= mark
                    found = min(found, self.plain(x, o | mark, CROSS))
            self._plain[key] = found
        return found

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
            found |= {tuple(bits(pair)): self.plain(x, o | pair, CROSS) for pair in self.pairs(empty, rule)}
        return found


def best(board: Board, rule: str) -> int:
    """Return the points of X in the whole game on a board of 3 × 3. A board turned or mirrored is the same game."""
    return _whole(board.size, canonical(board)).value(0, 0, CROSS, rule)


def openings(board: Board) -> int:
    """Return how many first marks win a board of 3 × 3 for X when nobody doubles."""
    ending = _whole(board.size, canonical(board))
    return sum(2 * ending.plain(1 << cell, 0, NOUGHT) > len(ending.sets) for cell in range(ending.cells))


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
