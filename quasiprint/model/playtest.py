"""A game that was played by itself, in numbers: what a play-test counts.

Seats are counted from who begins: seat 0 begins, seat 1 is next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

from quasiprint.model.game import Parameters
from quasiprint.model.option import Option
from quasiprint.values import dataclass

RANDOM, GREEDY, SEARCH = "random", "greedy", "search"
POLICIES = (RANDOM, GREEDY, SEARCH)


@dataclass(frozen=True, slots=True)
class Play:
    """One game. turns: of all players. chosen: those in which something could be chosen; choices: among how many moves,
    added up. dead: turns in which nothing could be laid or marked. count: of the whole game, in the unit of the test.
    scores: by seat. winners: seats. blocked: whether the game ended because nobody could go on."""

    turns: int
    chosen: int
    choices: int
    dead: int
    count: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tested. counts, scores: the units of `Play.count` and of `Play.scores`, in words. most: the highest count
    there can be, None where it is not known."""

    counts: str
    scores: str
    players: int
    most: int | None = None


def of_seats(values: Sequence[Any], first: int) -> tuple[Any, ...]:
    """Return values of players by seats. first: who begins."""
    return tuple(values[first:]) + tuple(values[:first])


@runtime_checkable
class Playtested(Protocol):
    """A game that can be played by itself."""

    @property
    def playtesting(self) -> tuple[Option, ...]:
        """The options of a game at the table."""

    def test(self, parameters: Parameters, policy: str) -> Trial:
        """Return what is tested. parameters: a value for each of `playtesting`. Raises InputError for what cannot be,
        and for a policy that the game has not."""

    def plays(self, parameters: Parameters, policy: str, seed: int, numbers: Sequence[int]) -> Iterator[Play]:
        """Play games by their numbers. A game follows from all that is given here and its number, and from nothing
        else."""
