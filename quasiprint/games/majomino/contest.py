"""What is played: sets of cells, a line each, goes to whoever marks more than half of it; most lines win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

X, O = "x", "o"  # noqa: E741 - as they are called on paper
EMPTY = "."
Move = tuple[int, ...]  # one cell, or the two of a double move
MOST_LINES, MOST_CELLS = 21, 49  # what a position in the table has bits for


@dataclass(frozen=True, slots=True)
class Contest:
    """A position, and by which rules it goes on.

    lines: the cells of each, every cell in three of them, an odd number in each. marks: "x", "o" or "." for each cell.
    mover: who marks next. double: whether O may still mark two cells in one turn. apart: not two that share a line.
    turns: her first and last turn in which she may, counted from 1; None for any.
    """

    lines: tuple[Move, ...]
    marks: str
    mover: str
    double: bool = False
    apart: bool = False
    turns: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if len(self.marks) > MOST_CELLS or len(self.lines) > MOST_LINES:
            raise ValueError(f"contest: found {len(self.marks)} cells and {len(self.lines)} lines, allowed are up to "
                             f"{MOST_CELLS} and {MOST_LINES}")  # fmt: skip

    @property
    def empty(self) -> tuple[int, ...]:
        """The cells without a mark."""
        return tuple(cell for cell, mark in enumerate(self.marks) if mark == EMPTY)

    @property
    def turn(self) -> int:
        """Which turn is O's next, from 1, while she has her double."""
        return self.marks.count(O) + 1

    def lines_won(self, player: str) -> int:
        """Return how many lines a player has for good."""
        return sum(2 * sum(self.marks[cell] == player for cell in line) > len(line) for line in self.lines)

    def may_double(self) -> bool:
        """Tell whether a double move is allowed right now."""
        if not self.double or self.mover != O or len(self.empty) < 2:
            return False
        return self.turns is None or self.turns[0] <= self.turn <= self.turns[1]

    def moves(self) -> Iterator[Move]:
        """Yield every move, double moves behind the others."""
        empty = self.empty
        yield from ((cell,) for cell in empty)
        if self.may_double():
            near = {pair for line in self.lines for pair in combinations(sorted(line), 2)} if self.apart else set()
            yield from (pair for pair in combinations(empty, 2) if pair not in near)

    def after(self, move: Move) -> Contest:
        """Return the position after a move."""
        marks = list(self.marks)
        for cell in move:
            marks[cell] = self.mover
        other = O if self.mover == X else X
        double = self.double and len(move) == 1
        return Contest(self.lines, "".join(marks), other, double, self.apart, self.turns)
