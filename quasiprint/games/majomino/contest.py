"""What is played: sets of cells, a line each, goes to whoever marks more than half of it; most lines win.

And which moves are one and the same: a renaming of the cells that keeps lines and marks turns one into the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


Colours = Sequence[int]  # of the cells


def alike(contest: Contest, moves: Sequence[Move]) -> dict[Move, Move]:
    """Return for each move the first of those that are the same as it. Two moves that are the same may be told apart;
    two that are not are never taken for one another."""
    places = {move: k for k, move in enumerate(moves)}
    first = list(range(len(moves)))

    def head(place: int) -> int:
        while first[place] != place:
            place = first[place]
        return place

    for renaming in _renamings(contest):
        for move, place in places.items():
            other = places.get(tuple(sorted(renaming[cell] for cell in move)))
            if other is not None:
                one, two = sorted((head(place), head(other)))
                first[two] = one
    return {move: moves[head(place)] for move, place in places.items()}


def _renamings(contest: Contest) -> list[tuple[int, ...]]:
    """Return renamings that keep the position: enough to carry any empty cell to each one that is like it."""
    cells = range(len(contest.marks))
    colours = [".xo".index(mark) for mark in contest.marks]
    same = _refine(contest, colours, colours)
    assert same is not None
    found: list[tuple[int, ...]] = []
    reached = {cell: {cell} for cell in contest.empty}
    for one in contest.empty:
        for two in contest.empty:
            if one >= two or same[0][one] != same[0][two] or two in reached[one]:
                continue
            marked = len(colours)
            renaming = _rename(contest, [marked if cell == one else same[0][cell] for cell in cells],
                                [marked if cell == two else same[0][cell] for cell in cells])  # fmt: skip
            if renaming is None:
                continue
            found.append(renaming)
            for cell in contest.empty:
                joined = reached[cell] | reached[renaming[cell]]
                for other in joined:
                    reached[other] = joined
    return found


def _rename(contest: Contest, one: Colours, two: Colours) -> tuple[int, ...] | None:
    """Return a renaming that carries the cells of each colour to those that have it in `two`; None if there is none."""
    refined = _refine(contest, one, two)
    if refined is None:
        return None
    one, two = refined
    cells = range(len(one))
    left = [cell for cell in cells if one.count(one[cell]) > 1]
    if not left:
        to = {colour: cell for cell, colour in enumerate(two)}
        renaming = tuple(to[colour] for colour in one)
        lines = sorted(tuple(sorted(line)) for line in contest.lines)
        kept = sorted(tuple(sorted(renaming[cell] for cell in line)) for line in contest.lines) == lines
        return renaming if kept else None
    cell, marked = left[0], len(one)
    for other in cells:
        if two[other] == one[cell]:
            found = _rename(contest, [marked if k == cell else one[k] for k in cells],
                             [marked if k == other else two[k] for k in cells])  # fmt: skip
            if found is not None:
                return found
    return None


def _refine(contest: Contest, one: Colours, two: Colours) -> tuple[list[int], list[int]] | None:
    """Return both colourings made finer, until a colour says all about the colours around it; None if they differ."""
    number = 0
    while True:
        around = [_around(contest, colours) for colours in (one, two)]
        names = {name: k for k, name in enumerate(sorted(set(around[0])))}
        if sorted(around[0]) != sorted(around[1]):
            return None
        one, two = ([names[name] for name in names_here] for names_here in around)
        if len(names) == number:
            return one, two
        number = len(names)


def _around(contest: Contest, colours: Colours) -> list[tuple[int, tuple[tuple[int, ...], ...]]]:
    """Return for each cell its colour, and those in its lines."""
    lines = [tuple(sorted(colours[cell] for cell in line)) for line in contest.lines]
    of: list[list[tuple[int, ...]]] = [[] for _ in colours]
    for line, told in zip(contest.lines, lines, strict=True):
        for cell in line:
            of[cell].append(told)
    return [(colour, tuple(sorted(told))) for colour, told in zip(colours, of, strict=True)]
