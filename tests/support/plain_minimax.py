"""Majomino played to its end in every way, from the text of its rules alone: shares nothing with the program.

Slow, and plain on purpose: marks are letters, lines are lists of cells, and nothing is left out.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

REGIONS = (  # of boards, a letter for each cell
    "AAAABACCBBCCDDBECEDBEEEDD",
    "ABBBBACCBDAACCDEAECDEEEDD",
    "AAABBCCABBCCABDCDDDDEEEEE",
    "AAABBAACBBDCCCBDDCEEDDEEE",
    "AAAAABBBBBCCCCCDDDDDEEEEE",
)


@dataclass(frozen=True)
class Ending:
    """A position. rule: "none", "standard" or "restricted". used: whether O has doubled. turns: in which she may."""

    regions: str
    marks: str
    mover: str
    rule: str
    used: bool = False
    turns: tuple[int, int] | None = None


def lines_of(regions: str) -> list[list[int]]:
    """The rows, columns and regions of a board."""
    size = int(len(regions) ** 0.5)
    cells = range(size * size)
    rows = [[cell for cell in cells if cell // size == k] for k in range(size)]
    columns = [[cell for cell in cells if cell % size == k] for k in range(size)]
    return rows + columns + [[cell for cell in cells if regions[cell] == name] for name in sorted(set(regions))]


class Minimax:
    """One board and rule; remembers every position that it has been in."""

    def __init__(self, regions: str, rule: str, turns: tuple[int, int] | None) -> None:
        self.lines, self.rule, self.turns = lines_of(regions), rule, turns
        self.near = {pair for line in self.lines for pair in combinations(line, 2)}
        self.seen: dict[tuple[str, str, bool], int] = {}

    def x_gets(self, marks: str, mover: str, has_double: bool) -> int:
        """The points of X when both play their best."""
        key = (marks, mover, has_double)
        if key not in self.seen:
            if "." in marks:
                values = [self.after(marks, mover, move, has_double) for move in self.moves(marks, mover, has_double)]
                self.seen[key] = max(values) if mover == "x" else min(values)
            else:
                self.seen[key] = sum(sum(marks[cell] == "x" for cell in line) * 2 > len(line) for line in self.lines)
        return self.seen[key]

    def after(self, marks: str, mover: str, move: Sequence[int], has_double: bool) -> int:
        """The points of X after a move."""
        new = "".join(mover if cell in move else mark for cell, mark in enumerate(marks))
        return self.x_gets(new, "o" if mover == "x" else "x", has_double and len(move) == 1)

    def moves(self, marks: str, mover: str, has_double: bool) -> list[tuple[int, ...]]:
        """Every move: a cell, or two in O's double."""
        free = [cell for cell, mark in enumerate(marks) if mark == "."]
        found: list[tuple[int, ...]] = [(cell,) for cell in free]
        if has_double and mover == "o":
            turn = marks.count("o") + 1
            if self.turns is None or self.turns[0] <= turn <= self.turns[1]:
                found += [pair for pair in combinations(free, 2) if self.rule == "standard" or pair not in self.near]
        return found


def every_move(ending: Ending) -> dict[tuple[int, ...], int]:
    """The points of X after each move of a position."""
    game = Minimax(ending.regions, ending.rule, ending.turns)
    has_double = ending.rule != "none" and not ending.used
    moves = game.moves(ending.marks, ending.mover, has_double)
    return {move: game.after(ending.marks, ending.mover, move, has_double) for move in moves}


def drawn(seed: int, most_empty: int) -> Ending:
    """A random ending of a 5 × 5 board that can arise, with a random rule."""
    draw = random.Random(seed)
    cells = list(range(25))
    draw.shuffle(cells)
    empty = draw.randint(2, most_empty)
    marked = 25 - empty
    rule = draw.choice(("none", "standard", "standard", "restricted", "restricted"))
    turns = None
    used = rule != "none" and draw.random() < 0.2
    x = marked // 2 if used else (marked + 1) // 2
    o = marked - x
    if rule != "none" and not used and draw.random() < 0.5:
        first = max(o + draw.randint(0, 3), 1)
        turns = (min(first, 12), min(first + draw.randint(0, 2), 12))
    marks = ["."] * 25
    for k, cell in enumerate(cells[:marked]):
        marks[cell] = "x" if k < x else "o"
    ahead = 0 if used else 1
    return Ending(draw.choice(REGIONS), "".join(marks), "o" if x - o == ahead else "x", rule, used, turns)


def waiting(seed: int, most_empty: int) -> Ending | None:
    """The same ending, with a double that O may make in her next turn or a later one; None where she cannot."""
    ending, draw = drawn(seed, most_empty), random.Random(seed)
    turns = (ending.marks.count(".") - (ending.mover == "x")) // 2
    first = ending.marks.count("o") + 1 + draw.randrange(0, max(1, turns))
    last = first + draw.choice((0, 0, 0, 1, 2))
    if ending.rule == "none" or ending.used or first > 12:
        return None
    return replace(ending, rule=draw.choice(("standard", "restricted")), turns=(first, min(12, last)))
