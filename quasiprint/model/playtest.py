"""How games are played by themselves, by whoever plays them: what is tested, and what a game comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from quasiprint.model.game import Parameters
from quasiprint.model.option import Option

RANDOM, GREEDY, SEARCH = "random", "greedy", "search"
POLICIES = (RANDOM, GREEDY, SEARCH)
Way = TypeVar("Way")


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


def policy_of(policies: Sequence[str], seat: int) -> str:
    """Return how a seat plays: the last policy is that of all who follow."""
    return policies[min(seat, len(policies) - 1)]


def best_by_trials(ways: Sequence[Way], gain: Callable[[Way, int], float], trials: int) -> Way:
    """Return the move that gains most in trials: so many for each, then as many again for the better half, until one is
    left (sequential halving: Karnin, Koren and Somekh, 2013). gain: of a move in a trial, by its number, from which
    follows all that a player cannot know; so all moves are tried in the same circumstances."""
    left, gained, done = list(range(len(ways))), [0.0] * len(ways), 0
    while len(left) > 1:
        for k in left:
            gained[k] += sum(gain(ways[k], number) for number in range(done, done + trials))
        left = sorted(left, key=lambda k: -gained[k])[: (len(left) + 1) // 2]
        done += trials
    return ways[left[0]]


def of_seats(values: Sequence[Any], first: int) -> tuple[Any, ...]:
    """Return values of players by seats. first: who begins."""
    return tuple(values[first:]) + tuple(values[:first])


@runtime_checkable
class Playtested(Protocol):
    """A game that can be played by itself."""

    @property
    def playtesting(self) -> tuple[Option, ...]:
        """The options of a game at the table."""

    def test(self, parameters: Parameters) -> Trial:
        """Return what is tested. parameters: a value for each of `playtesting`. Raises InputError for what cannot
        be."""

    def plays(
        self, parameters: Parameters, policies: Sequence[str], seed: int, numbers: Sequence[int]
    ) -> Iterator[Play]:
        """Play games by their numbers. policies: see `policy_of`. A game follows from all that is given here and its
        number, and from nothing else."""
