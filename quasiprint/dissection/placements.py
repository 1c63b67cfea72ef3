"""Where a region can lie: every connected set of N cells of an N×N board, as bits of an integer.

Cell k is bit k, row by row from the top left.
"""

from __future__ import annotations

from functools import lru_cache


def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells beside each cell."""
    return tuple(
        tuple(
            row * size + column
            for row, column in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
            if 0 <= row < size and 0 <= column < size
        )
        for r in range(size)
        for c in range(size)
    )


@lru_cache(maxsize=8)
def placements(size: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell, every region whose first cell it is, in order of their bits.

    Redelmeier's enumeration: each set is grown once, cell by cell, from its first cell.
    """
    beside = neighbours(size)
    return tuple(tuple(sorted(_grown(first, size, beside))) for first in range(size * size))


def _grown(first: int, size: int, beside: tuple[tuple[int, ...], ...]) -> list[int]:
    found: list[int] = []

    def grow(cells: int, count: int, untried: list[int], seen: int) -> None:
        while untried:
            cell = untried.pop()
            larger = cells | 1 << cell
            if count + 1 == size:
                found.append(larger)
                continue
            new = [other for other in beside[cell] if other > first and not seen >> other & 1]
            grow(larger, count + 1, untried + new, seen | sum(1 << other for other in new))

    grow(0, 0, [first], 1 << first)
    return found
