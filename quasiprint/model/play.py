"""How a game is played: a value between two moves, and what each move comes to. And how games are played by themselves.

A game that can be played has one shape, whoever plays it:

    game.parse(line)    the move that a line tells, legal or not; ValueError for a line that tells none
    game.apply(move)    (the game after it, an `Event`), or a `Finding` that says why it is illegal
    game.words(move)    the line again, as `parse` reads it and a saved game has it

All else is a loop around it: a text that is scored, a table, a worked example of a book, a score sheet, a game
played by itself. Whoever loops gives a finding its subject, such as "line 7", by `Finding.of`, and decides whether the
game goes on after it. A game is a value: nothing changes it, so a table takes a move back by going on with the game
before it, and a player who looks ahead applies what he may do.

A seat is a player, counted from 0 in the order of play; the seat that begins need not be 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from quasiprint.model.finding import Finding
from quasiprint.model.game import Parameters
from quasiprint.model.option import Option

RANDOM, GREEDY, SEARCH = "random", "greedy", "search"
POLICIES = (RANDOM, GREEDY, SEARCH)
Way = TypeVar("Way")
M = TypeVar("M")  # the move of a game: a value, too


@dataclass(frozen=True, slots=True)
class Move:
    """A move in a game of tiles. verb: what is done. what: the tile or the player concerned, "" for none.
    place: where a tile is placed, as the game writes its places, "" for no place."""

    verb: str
    what: str = ""
    place: str = ""

    @classmethod
    def of(cls, line: str) -> Move:
        """Return the move of a line: a verb, and up to two words. What stands behind them is kept with the last."""
        return cls(*line.split(maxsplit=2)) if line.strip() else cls("")

    def __str__(self) -> str:
        """The line that tells it."""
        return " ".join(filter(None, (self.verb, self.what, self.place)))


@dataclass(frozen=True, slots=True)
class Event:
    """What a legal move came to. text: the move in words, with whatever it brought, for who sits at the table. points:
    for the seat that made it. why: how these add up, as a player would say it; "" where nothing is
    counted."""

    text: str
    points: int = 0
    why: str = ""


class State(Protocol[M]):
    """A game between two moves: see the module. M: its moves."""

    @property
    def mover(self) -> Any:
        """The seat whose turn it is, NOBODY while anybody may speak, None once the game has ended."""

    def parse(self, line: str) -> M:
        """Return the move that a line tells, legal or not. Raises ValueError for a line that tells none."""

    def apply(self, move: M) -> tuple[Self, Event] | Finding:
        """Return the game after a move and what it came to, or why it is illegal. The finding has no subject yet."""

    def words(self, move: M) -> str:
        """Return the line of a legal move."""


@dataclass(frozen=True, slots=True)
class Play:
    """One game. turns: of all players. chosen: those in which something could be chosen; choices: among how many moves,
    added up. dead: turns in which nothing could be placed or marked. count: of the whole game, in the unit of the test.
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
