"""What is found out about all the boards of a size, when both play their best: a line for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from quasiprint.model.errors import InputError
from quasiprint.model.solution import Cell

COMPUTED, PROVED = "computed", "proved"
PROVED_BY = 2  # runs with different keys


@dataclass(frozen=True, slots=True)
class Hardest:
    """Where the winner has least choice. after: the moves before. answers: how many moves win there, the first of them
    is `answer`; a move is a cell, or the two of a double move."""

    after: tuple[tuple[Cell, ...], ...]
    answer: tuple[Cell, ...]
    answers: int

    def as_json(self) -> dict[str, object]:
        """Return it as data."""
        return {
            "after": [[list(cell) for cell in move] for move in self.after],
            "answer": [list(cell) for cell in self.answer],
            "answers": self.answers,
        }


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
                raise InputError(
                    f"board {self.board}: two runs disagree: with key {self.keys[0]} {what} is {_shown(mine)}, with "
                    f"key {other.keys[0]} {_shown(theirs)}; one of them is wrong, and nothing was written"
                )
        if other.facts != self.facts:  # what the other runs did not ask, they do not prove
            return other if other.facts > self.facts else self
        first = self if self.keys[0] <= other.keys[0] else other
        return replace(first, keys=tuple(sorted({*self.keys, *other.keys})))

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "board": self.board,
            "winner": self.winner,
            "x": self.x,
            "openings": None if self.openings is None else [list(cell) for cell in self.openings],
            "hardest": self.hardest.as_json() if self.hardest else None,
            "keys": list(self.keys),
            "standing": self.standing,
            "nodes": self.nodes,
            "version": self.version,
        }


def entry(content: Mapping[str, Any]) -> Entry:
    """Return what `Entry.as_json` made. Raises KeyError, TypeError or ValueError for anything else."""
    openings, hardest = content["openings"], content["hardest"]
    found = Entry(
        content["board"],
        content["winner"],
        content["x"],
        None if openings is None else _move(openings),
        hardest and Hardest(tuple(map(_move, hardest["after"])), _move(hardest["answer"]), hardest["answers"]),
        tuple(content["keys"]),
        content["nodes"],
        content["version"],
    )
    if found.as_json() != dict(content) or found.winner not in ("x", "o") or not found.keys:
        raise ValueError("it says something else than it means")
    return found


def _move(cells: Sequence[Sequence[int]]) -> tuple[Cell, ...]:
    return tuple((row, column) for row, column in cells)


def _shown(value: object) -> str:
    """Return a value as a message has it."""
    return value.upper() if isinstance(value, str) else str(value.as_json() if isinstance(value, Hardest) else value)


@dataclass(frozen=True, slots=True)
class Ask:
    """How much to find out. moves: which first moves win. score: by how much. hardest: where the winner has least
    choice. key: which of many equal games is solved in place of the board. memory: MiB. seconds: at most, or None."""

    moves: bool = False
    score: bool = False
    hardest: bool = False
    key: int = 0
    memory: int = 1024
    seconds: float | None = None

    @property
    def facts(self) -> frozenset[str]:
        """What is asked besides the winner."""
        asked = {"x": self.score, "openings": self.moves, "hardest": self.hardest}
        return frozenset(name for name, wanted in asked.items() if wanted)

    def beside(self, known: Entry | None) -> Ask:
        """Return what to ask of a game of which something is known: all of that again, so that two runs prove it."""
        facts = self.facts | (known.facts if known else frozenset())
        return replace(self, score="x" in facts, moves="openings" in facts, hardest="hardest" in facts)


@dataclass(frozen=True, slots=True)
class Listed:
    """A class of boards. name: of one of them. count: how many they are. game: the name of the board that stands for
    its game."""

    name: str
    count: int
    game: str


class Catalogue(Protocol):
    """All boards of a size under a rule."""

    @property
    def scope(self) -> Mapping[str, Any]:
        """What tells it from others."""
        ...

    @property
    def listed(self) -> Sequence[Listed]:
        """Every class."""
        ...

    @property
    def chosen(self) -> Sequence[str]:
        """The games that are asked for. Raises InputError for a board that is none of them."""
        ...

    @property
    def named(self) -> Mapping[str, str]:
        """The boards that were asked for by name, each with the board that stands for its game; none for all."""
        ...

    def find(self, board: str, ask: Ask, pause: Callable[[], None]) -> Entry:
        """Solve a game from the empty board. pause: is called now and then, and may raise what ends it."""
        ...
