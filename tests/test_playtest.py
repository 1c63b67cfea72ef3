"""Play-tests: kernels play by the judges' rules, games follow from their numbers, and figures say how sure they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from quasiprint.chance import chance, toss
from quasiprint.games.quasimino import move_kernels as kernels
from quasiprint.games.quasimino import turns
from quasiprint.games.quasimino.notation import DOMINO, MATCH
from quasiprint.games.quasimino.placing import RhombPlace, legal, parse_name
from quasiprint.games.quasimino.playtest import NAMES, Arena
from quasiprint.model.playtest import GREEDY, RANDOM


def ways(game: turns.Turns) -> Iterator[tuple[str, RhombPlace]]:
    """Yield what may be laid; a tile that is its own half turn lies in five turns only."""
    for name, place in legal(game.layout, game.hand):
        _, marks = parse_name(name)
        if place.turn < 5 or marks[:2] != marks[2:]:
            yield name, place


def chosen(game: turns.Turns, policy: str, draw: Callable[[int], int]) -> str:
    """Return the move that a policy makes in a game of the judge's, with the same random numbers."""
    acts = [act for *_, act in game._acts()]
    if acts or game.forced():
        return game.forced() or (acts[draw(len(acts))] if acts != ["others"] else "others")
    left = list(ways(game))
    while True:
        worth = [len(place.covers) if policy == GREEDY else 0 for _, place in left]
        best = [k for k, one in enumerate(worth) if one == max(worth)]
        name, place = left.pop(best[draw(len(best))])
        line = f"lay {name} {place.at}"
        if game._reads(line):
            return line


def judged(arena: Arena, seed: int, number: int) -> turns.Turns:
    """Play a game by the judge, and hold each of its moves to those that the kernel has made."""
    made = list(arena.moves())
    arena.deal(Random(f"{seed} {number}"))
    state, size, game = chance(seed, number), arena.size, arena.game
    hands = tuple(
        tuple(arena.names[k] for k in arena.hands[size * p : size * p + 2 * turns.HAND[arena.kind]])
        for p in range(arena.players)
    )
    heaps = tuple(
        tuple(arena.names[k] for k in arena.heaps[size * h : size * h + game[kernels.LEFT + h]]) for h in range(2)
    )
    opened = tuple(arena.names[game[kernels.OPENED + h]] for h in range(2))
    play = turns.begin(arena.kind, 3, NAMES[: arena.players], hands, heaps, opened)
    for number, line in enumerate(made):
        assert play.read(line) == line
        assert line == chosen(play, arena.policy, lambda limit: toss(state, limit)), number
        play, _ = play.after(line)
    return play


@pytest.mark.parametrize(
    ("kind", "players", "policy", "games"),
    [
        (DOMINO, 2, GREEDY, 2),
        pytest.param(DOMINO, 4, RANDOM, 5, marks=pytest.mark.thorough),
        pytest.param(MATCH, 3, GREEDY, 3, marks=pytest.mark.thorough),
        pytest.param(MATCH, 2, RANDOM, 5, marks=pytest.mark.thorough),
    ],
)
def test_a_game_of_the_kernels_is_the_judges_game_move_by_move(
    kind: str, players: int, policy: str, games: int
) -> None:
    arena = Arena(kind, 3, players, policy, 1)
    for number in range(games):
        found = arena.play(5, number)
        first = arena.game[kernels.STARTER]
        game = judged(arena, 5, number)
        assert game.over
        assert len(game.layout.covered) == found.count
        scores = [game.score(player) for player in range(players)]
        assert tuple(scores[first:] + scores[:first]) == found.scores
        assert sorted((player - first) % players for player in game.winners) == sorted(found.winners)
