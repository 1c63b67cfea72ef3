"""What is found of a position when both play their best, as much of it as is proved, and of the boards of a size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from quasiprint.errors import InputError
from quasiprint.model.finding import as_plain_json

Cell = tuple[int, int]  # row and column, from 1
Range = tuple[int, int]  # from how many to how many points
COMPUTED, PROVED = "computed", "proved"
MEMORY = 128  # MiB, of the table of positions: with more a board of 5 × 5 is not solved sooner
Known = Mapping[tuple[Cell, ...], Range]  # for moves, X's points after them


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what it comes to. cells: one, or the two of a double move. x: the points of X after it."""

    cells: tuple[Cell, ...]
    x: Range


@dataclass(frozen=True, slots=True)
class Turn:
    """A move in a line of best play. player: "x" or "o"."""

    player: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proved of a position.

    to_move: "x" or "o"; None when every cell is marked. double: "unused", "used" or "none". double_turns: those of O in
    which she may double, None for any. points: in all. x: those of X. choices: every move, with what is proved of
    it. line: how both may play on. complete: whether all was found that was asked for. nodes: positions looked at.
    standing: "proved" if two runs agreed that know positions by different keys, otherwise "computed". choice: how many
    moves there are until a player chooses a side; None where nobody is to choose. known: what is known of the winner
    from elsewhere, as a sentence; "" for nothing.
    """

    to_move: str | None
    double: str
    rule: str
    double_turns: Range | None
    points: int
    x: Range
    choices: tuple[Choice, ...]
    line: tuple[Turn, ...]
    complete: bool
    nodes: int
    seconds: float
    standing: str = COMPUTED
    choice: int | None = None
    known: str = ""

    def winner_of(self, x: Range) -> str | None:
        """Return who wins with these points of X; None while that is open."""
        half = self.points // 2
        return "x" if x[0] > half else "o" if x[1] <= half else None

    @property
    def winner(self) -> str | None:
        """Who wins; None while that is open."""
        return self.winner_of(self.x)

    def score_of(self, x: Range) -> dict[str, int] | None:
        """Return the score, None while it is open."""
        return {"x": x[0], "o": self.points - x[0]} if x[0] == x[1] else None

    @property
    def decision_count(self) -> int:
        """How many moves there are of which the winner is known."""
        return sum(self.winner_of(choice.x) is not None for choice in self.choices)

    def agrees(self, other: Solution) -> bool:
        """Tell whether another run came to the same winner, and to points and moves that may be the same."""
        x_of = {choice.cells: choice.x for choice in other.choices}
        ranges = [(self.x, other.x), *((choice.x, x_of[choice.cells]) for choice in self.choices)]
        return (self.winner, self.complete) == (other.winner, other.complete) and all(
            max(first[0], second[0]) <= min(first[1], second[1]) for first, second in ranges
        )

    def confirm(self, other: Solution) -> Solution:
        """Return what another run found, too: an earlier one may have found more, such as the points."""
        x_of = {choice.cells: choice.x for choice in other.choices}
        choices = tuple(replace(choice, x=_either(choice.x, x_of[choice.cells])) for choice in self.choices)
        nodes, seconds = self.nodes + other.nodes, self.seconds + other.seconds
        return replace(self, x=_either(self.x, other.x), choices=choices, standing=PROVED, nodes=nodes, seconds=seconds)

    def as_json(self) -> dict[str, object]:
        """Return the contract's JSON object."""
        return {
            "to_move": self.to_move,
            "double": self.double,
            "rule": self.rule,
            "double_turns": list(self.double_turns) if self.double_turns else None,
            "winner": self.winner,
            "score": self.score_of(self.x),
            "bounds": {"x": list(self.x), "o": [self.points - self.x[1], self.points - self.x[0]]},
            "solved": self.complete,
            "moves": [
                {
                    "cells": as_plain_json(choice.cells),
                    "winner": self.winner_of(choice.x),
                    "score": self.score_of(choice.x),
                }
                for choice in self.choices
            ],
            "choice_after": self.choice,
            "known": self.known or None,
            "line": as_plain_json(self.line),
            "standing": self.standing,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }


def _either(first: Range, second: Range) -> Range:
    """Return a range of points that holds both."""
    return min(first[0], second[0]), max(first[1], second[1])


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to find out. score: the points of every move, not only who wins. first_win: no more than one winning
    move. memory: MiB, of the table. seconds: for how long at most, None for as long as it takes. jobs: threads that
    look into moves at once. key: by which positions are known: two that are not the same may be taken for one another
    by chance, and by another chance under another key."""

    score: bool = False
    first_win: bool = False
    memory: int = MEMORY
    seconds: float | None = None
    jobs: int = 1
    key: int = 0


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a certificate proves. winner: "x" or "o". lines: how many the winner gets at least. complete: whether every
    reply was tried; otherwise every one in the first `depth` turns of the winner, and `branches` of the `open`
    positions after these were played on, against replies drawn by lot, to the end. positions: looked at in all."""

    winner: str
    lines: int
    complete: bool
    depth: int
    branches: int
    open: int
    positions: int


class Enough(Exception):
    """A run has taken all that it may: time, or positions."""


PROVED_BY = 2  # runs with different keys


@dataclass(frozen=True, slots=True)
class Hardest:
    """Where the winner has least choice. after: the moves before. answers: how many moves win there, the first of them
    is `answer`; a move is a cell, or the two of a double move."""

    after: tuple[tuple[Cell, ...], ...]
    answer: tuple[Cell, ...]
    answers: int


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a game from the empty board.

    board: the name of the board that stands for the game. winner: "x" or "o". x: the points of X, None if nobody asked.
    openings: X's first moves that win, None if nobody asked. keys: of the runs that found it. nodes: positions that the
    first of them looked at. version: of the program.
    """

    board: str
    winner: str
    x: int | None
    openings: tuple[Cell, ...] | None
    hardest: Hardest | None
    keys: tuple[int, ...]
    nodes: int
    version: str

    @property
    def standing(self) -> str:
        """Whether one run found it, or several with different keys."""
        return PROVED if len(self.keys) >= PROVED_BY else COMPUTED

    @property
    def facts(self) -> frozenset[str]:
        """What was found besides the winner."""
        return frozenset(name for name in ("x", "openings", "hardest") if getattr(self, name) is not None)

    @property
    def winning(self) -> int | None:
        """How many first moves win for X: none where O wins; None while that is not known."""
        return 0 if self.winner == "o" else None if self.openings is None else len(self.openings)

    def answers(self, ask: Ask) -> bool:
        """Tell whether nothing is left to be found out."""
        known = self.facts if self.winning is None else self.facts | {"openings"}
        return ask.key in self.keys and ask.facts <= known

    def with_more(self, other: Entry) -> Entry:
        """Return what two runs found. Raises InputError where they disagree."""
        for what in ("winner", "x", "openings", "hardest"):
            mine, theirs = getattr(self, what), getattr(other, what)
            if mine is not None and theirs is not None and mine != theirs:
                found, others = (
                    value.upper() if isinstance(value, str) else as_plain_json(value) for value in (mine, theirs)
                )
                raise InputError(
                    f"board {self.board}: two runs disagree: with key {self.keys[0]} {what} is {found}, "
                    f"with key {other.keys[0]} {others}; one of them is wrong, and nothing was written"
                )
        if other.facts != self.facts:  # what the other runs did not ask, they do not prove
            return other if other.facts > self.facts else self
        return replace(self if self.keys[0] <= other.keys[0] else other, keys=tuple(sorted({*self.keys, *other.keys})))

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        return {field.name: as_plain_json(getattr(self, field.name)) for field in fields(self)} | {
            "standing": self.standing
        }


def entry(content: Mapping[str, Any]) -> Entry:
    """Return what `Entry.as_json` made. Raises KeyError, TypeError or ValueError for anything else."""
    openings, hardest = content["openings"], content["hardest"]
    read = {field.name: content[field.name] for field in fields(Entry)} | {"keys": tuple(content["keys"])}
    read["openings"] = None if openings is None else _move(openings)
    if hardest:
        after, answer = tuple(map(_move, hardest["after"])), _move(hardest["answer"])
        read["hardest"] = Hardest(after, answer, hardest["answers"])
    found = Entry(**read)
    if found.as_json() != dict(content) or found.winner not in ("x", "o") or not found.keys:
        raise ValueError("it says something other than it means")
    return found


def _move(cells: Sequence[Sequence[int]]) -> tuple[Cell, ...]:
    return tuple((row, column) for row, column in cells)


@dataclass(frozen=True, slots=True)
class Ask:
    """How much to find out. moves: which first moves win. score: by how much. hardest: where the winner has least
    choice. key: which of many equal games is solved in place of the board. memory: MiB. end: when time is up, by the
    clock, in seconds since 1970; None for never."""

    moves: bool = False
    score: bool = False
    hardest: bool = False
    key: int = 0
    memory: int = MEMORY
    end: float | None = None

    @property
    def facts(self) -> frozenset[str]:
        """What is asked besides the winner."""
        asked = {"x": self.score, "openings": self.moves, "hardest": self.hardest}
        return frozenset(name for name, wanted in asked.items() if wanted)

    def beside(self, known: Entry | None) -> Ask:
        """Return what to solve of a game with known results: all of them again, so that two runs prove them."""
        facts = self.facts | (known.facts if known else frozenset())
        return replace(self, score="x" in facts, moves="openings" in facts, hardest="hardest" in facts)


def format_cells(cells: Iterable[Iterable[int]]) -> str:
    """Return cells of a board as the books name them: row and column."""
    return " + ".join(f"{row}/{column}" for row, column in cells)
