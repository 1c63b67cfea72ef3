"""Plays a winning strategy against every reply, by the rules' text alone.

This module shares nothing with the program that found the strategy: it imports nothing of this project but the error
that it raises and the form of its result. A position is two sets of cells, as bits of whole numbers. A certificate has
the winner's answers in the order in which they are needed here: replies are tried cell by cell, double moves behind
them by their cells, each position once. A cell is a letter; `2` and two letters are a double move.

The rules: X and O mark cells in turn. O may mark two in one of her turns, by the rule that is played. Each row, column
and region goes to whoever has more marks in it, and whoever has more of them wins.
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from quasiprint.addons.lab.answers import Replayed
from quasiprint.errors import InputError

LETTERS = string.ascii_letters[:49]
DOUBLE = "2"
MOST_DEPTH = 60
MOST_BRANCHES = 10_000

Position = tuple[int, int, bool, bool]  # cells of X, of O; whether X moves; whether O has her double still


class Wrong(Exception):
    """What is wrong with a strategy."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """A board and its rules. lines: the cells of each, as bits. near: for each cell those that share a line with it."""

    size: int
    lines: tuple[int, ...]
    near: tuple[int, ...]
    restricted: bool
    first: int
    last: int

    def won(self, cells: int) -> int:
        """Return how many lines somebody has for good who has marked these cells."""
        return sum(2 * (cells & line).bit_count() > self.size for line in self.lines)

    def moves(self, position: Position) -> Iterator[int]:
        """Yield what the mover may mark, as bits."""
        x, o, x_moves, double = position
        free = [cell for cell in range(self.size**2) if not (x | o) >> cell & 1]
        yield from (1 << cell for cell in free)
        if double and not x_moves and self.first <= o.bit_count() + 1 <= self.last:
            for first in free:
                for second in free:
                    if second > first and not (self.restricted and self.near[first] >> second & 1):
                        yield 1 << first | 1 << second

    def after(self, position: Position, marked: int) -> Position:
        """Return the position after a move."""
        x, o, x_moves, double = position
        if x_moves:
            return x | marked, o, False, double
        return x, o | marked, True, double and marked.bit_count() == 1


def replay(content: Mapping[str, Any], where: str) -> Replayed:
    """Play a strategy, and return what it proves. content: of a certificate. where: how messages name it.

    Raises InputError, one sentence, for a strategy that does not win, lacks an answer, or has one too many.
    """
    try:
        return _Replay(content).all()
    except Wrong as problem:
        raise InputError(f"{where}: proves nothing: {problem}") from None
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, RecursionError):
        raise InputError(f"{where}: is not a certificate that can be read: its parts do not fit together") from None


class _Replay:
    """One certificate, being played."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.rules, self.start = _read(content["position"])
        self.x_wins = {"x": True, "o": False}[content["winner"]]
        self.content = content
        self.enough = len(self.rules.lines) // 2 + 1
        self.answers: Iterator[str] = iter("")
        self.visited: set[Position] = set()
        self.looked_at = 0
        self.open: dict[Position, None] = {}

    def all(self) -> Replayed:
        """Play everything, and return what is proved."""
        complete, depth = bool(self.content["complete"]), int(self.content["depth"])
        branches: list[str] = list(self.content["branches"])
        if not 0 <= depth <= MOST_DEPTH or len(branches) > MOST_BRANCHES or (complete and branches):
            raise Wrong("its parts do not fit together")
        if not complete and not branches:
            raise Wrong("it is sampled, and has no branches")
        answers = str(self.content["answers"])
        self._play(answers, self.start, MOST_DEPTH if complete else depth)
        if complete and self.open:
            raise Wrong("it is not complete")
        ends = list(self.open)
        if bool(ends) != bool(branches):
            raise Wrong("its branches do not fit its answers")
        for number, branch in enumerate(branches):
            lot = Lot(answers, number)
            self._down(branch, ends[lot.draw(len(ends))], lot, int(self.content["whole_from"]))
        return Replayed(self.content["winner"], self.enough, complete, depth, len(branches), len(ends), self.looked_at)

    def _play(self, answers: str, position: Position, depth: int) -> None:
        """Play every reply. Raises Wrong if answers are left."""
        self.answers = iter(answers)
        self.visited = set()
        self._play_replies(position, depth)
        if next(self.answers, None) is not None:
            raise Wrong("it has more answers than there are positions")

    def _play_replies(self, position: Position, depth: int) -> None:
        """Play on from a position in every way. depth: answers to come before it stays open."""
        if position in self.visited or self._is_decided(position):
            return
        self.visited.add(position)
        if position[2] == self.x_wins:
            if depth == 0:
                self.open[position] = None
                return
            self._play_replies(self.rules.after(position, self._answer(position)), depth - 1)
        else:
            for marked in self.rules.moves(position):
                self._play_replies(self.rules.after(position, marked), depth)

    def _is_decided(self, position: Position) -> bool:
        """Tell whether the winner has enough lines. Raises Wrong if the other has."""
        self.looked_at += 1
        mine, other = (position[0], position[1]) if self.x_wins else (position[1], position[0])
        if self.rules.won(other) >= self.enough:
            raise Wrong(f"it loses a game: {_format_position(self.rules, position)}")
        return self.rules.won(mine) >= self.enough

    def _answer(self, position: Position) -> int:
        """Return the next answer. Raises Wrong if there is none, or it is against the rules."""
        first = next(self.answers, "")
        letters = [next(self.answers, "") for _ in range(2)] if first == DOUBLE else [first]
        if not all(letters):
            raise Wrong(f"an answer is missing: {_format_position(self.rules, position)}")
        marked = sum(1 << LETTERS.index(letter) for letter in letters)
        if marked not in set(self.rules.moves(position)):
            raise Wrong(f"an answer is against the rules: {_format_position(self.rules, position)}")
        return marked

    def _down(self, branch: str, position: Position, lot: Lot, whole_from: int) -> None:
        """Play on against replies that are drawn, then, when few cells are empty, against all."""
        self.answers = iter(branch)
        cells = self.rules.size**2
        while not self._is_decided(position):
            if cells - (position[0] | position[1]).bit_count() <= whole_from:
                self._play("".join(self.answers), position, MOST_DEPTH)
                return
            if position[2] == self.x_wins:
                marked = self._answer(position)
            else:
                replies = list(self.rules.moves(position))
                marked = replies[lot.draw(len(replies))]
            position = self.rules.after(position, marked)
        if next(self.answers, None) is not None:
            raise Wrong("a branch has more answers than there are positions")


class Lot:
    """Draws numbers from a strategy's own answers: whoever makes it cannot choose what will be drawn."""

    def __init__(self, answers: str, number: int) -> None:
        self.state = hashlib.sha256(f"{number} {answers}".encode()).digest()

    def draw(self, below: int) -> int:
        """Return a number from 0, less than `below`."""
        self.state = hashlib.sha256(self.state).digest()
        return int.from_bytes(self.state[:8], "big") % below


def _read(position: str) -> tuple[_Rules, Position]:
    """Return rules and beginning, as a certificate has them: the region of each cell, marks, who moves, "unused",
    "used" or "none" of the double, its rule, its turns."""
    regions_text, marks, mover, double, rule, turns = position.split(" ")
    regions = [int(region) for region in regions_text.split(",")]
    size = round(len(regions) ** 0.5)
    cells = range(size * size)
    lines = [[cell for cell in cells if cell // size == k] for k in range(size)]
    lines += [[cell for cell in cells if cell % size == k] for k in range(size)]
    lines += [[cell for cell in cells if regions[cell] == region] for region in sorted(set(regions))]
    if size * size != len(regions) or len(marks) != len(regions) or any(len(line) != size for line in lines):
        raise Wrong("its board is none")
    if size % 2 == 0 or mover not in ("x", "o") or double not in ("unused", "used", "none") or set(marks) - set("xo."):
        raise Wrong("its position is none")
    bits = tuple(sum(1 << cell for cell in line) for line in lines)
    near = tuple(reduce(or_, (line for line in bits if line >> cell & 1)) for cell in cells)
    first, last = (1, len(regions)) if turns == "any" else tuple(int(turn) for turn in turns.split("-"))
    rules = _Rules(size, bits, near, {"standard": False, "restricted": True}[rule], first, last)
    x, o = (sum(1 << cell for cell in cells if marks[cell] == who) for who in "xo")
    return rules, (x, o, mover == "x", double == "unused")


def _format_position(rules: _Rules, position: Position) -> str:
    """Return a position's marks, row by row."""
    x, o = position[:2]
    marks = "".join("x" if x >> cell & 1 else "o" if o >> cell & 1 else "." for cell in range(rules.size**2))
    return " ".join(marks[row : row + rules.size] for row in range(0, rules.size**2, rules.size))
