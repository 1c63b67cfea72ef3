"""Games of Triomino played by themselves, by the value that judges them: rounds until somebody has enough points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import comb
from random import Random

from quasiprint.errors import InputError
from quasiprint.games.triomino import turns
from quasiprint.games.triomino.rounds import START
from quasiprint.games.triomino.rules import HAND, HouseRules, PlacedTile
from quasiprint.games.triomino.turns import lay_line
from quasiprint.model.finding import Finding
from quasiprint.model.game import Parameters
from quasiprint.model.play import GREEDY, RANDOM, SEARCH, Play, Trial, best_by_trials, of_seats, policy_of

# a player who looks ahead tries so many moves, each so often, until every player has had so many turns
WIDTH, TRIALS, AHEAD = 6, 4, 2


def test(parameters: Parameters) -> Trial:
    """Return what is tested. Raises InputError for more players than the set has tiles for."""
    players, highest = int(parameters["players"]), int(parameters["highest"])
    tiles, needed = comb(highest + 3, 3), HAND[players] * players
    if needed > tiles:
        message = f"found {players}, who take {needed} tiles; the set from 0 to {highest} has {tiles}"
        raise InputError(f"--players: {message}")
    return Trial("rounds", "points", players)


def plays(parameters: Parameters, policies: Sequence[str], seed: int, numbers: Sequence[int]) -> Iterator[Play]:
    """Yield games by their numbers."""
    rules = HouseRules(target=int(parameters["target"]))
    for number in numbers:
        draw = Random(f"{seed} {number}")
        first = turns.Turns.dealt(int(parameters["players"]), int(parameters["highest"]), draw.getrandbits(40), rules)
        yield play(first, policies, draw)


def play(game: turns.Turns, policies: Sequence[str], draw: Random) -> Play:
    """Play a game to its end. blocked: whether a round ended because nobody could place. count: rounds."""
    made = chosen = choices = dead = 0
    first, blocked = game.mover or 0, False
    while game.phase != turns.OVER:
        move, ways = choose(game, policy_of(policies, ((game.mover or 0) - first) % len(game.hands)), draw)
        chosen, choices = chosen + (ways > 0), choices + ways
        made += move not in (turns.DRAW, turns.ROUND)
        dead += move in (turns.DRAW, turns.PASS) and not game.drawn
        game, _ = go_on(game, move)
        blocked |= game.passed == len(game.hands)
    scores = of_seats(game.totals, first)
    winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    return Play(made, chosen, choices, dead, game.number, scores, winners, blocked)


def go_on(game: turns.Turns, move: turns.Move) -> tuple[turns.Turns, turns.TurnEvent]:
    """Return the game after a legal move, and what it came to."""
    done = game.apply(move)
    if isinstance(done, Finding):
        raise AssertionError(f"an illegal move was made: {done.message}")
    return done


def choose(game: turns.Turns, policy: str, draw: Random) -> tuple[turns.Move, int]:
    """Return what is done next, and among how many ways to place a tile, 0 where none can be placed."""
    if game.phase == turns.OPENING:
        ways = [(PlacedTile(1, marks, START, marks), 0) for marks in game.hand]
    elif policy == RANDOM:
        ways = [(tile, 0) for tile in game.fitting]
    else:
        ways = game.worth()
    if not ways:
        return next((line for *_, line in game.acts()), "") or game.forced(), 0
    if policy == SEARCH and game.phase == turns.LAYING:
        by_worth = sorted(ways, key=lambda way: (way[1], lay_line(way[0])), reverse=True)
        seed, best = draw.getrandbits(60), [tile for tile, _ in by_worth[:WIDTH]]
        return best_by_trials(best, lambda tile, trial: _try(game, tile, Random(f"{seed} {trial}")), TRIALS), len(ways)
    most = max(worth for _, worth in ways)
    return draw.choice([tile for tile, worth in ways if worth == most]), len(ways)


def _try(game: turns.Turns, move: turns.Move, draw: Random) -> float:
    """Return by how many points a move brings the mover ahead of the others' mean some turns later, if all play
    greedily. What the mover does not see is mixed."""
    mover, others, gained, left = game.mover, len(game.hands) - 1, 0.0, AHEAD * len(game.hands)
    unseen = [*game.pool, *(marks for player, hand in enumerate(game.hands) if player != mover for marks in hand)]
    draw.shuffle(unseen)
    hands = tuple(
        hand if player == mover else tuple(sorted(unseen.pop() for _ in hand)) for player, hand in enumerate(game.hands)
    )
    game = replace(game, hands=hands, pool=tuple(unseen))
    while left and game.phase == turns.LAYING:
        who = game.mover
        game, event = go_on(game, move)
        gained += event.points if who == mover else -event.points / others
        left -= game.mover != who
        if left and game.phase == turns.LAYING:
            move, _ = choose(game, GREEDY, draw)
    return gained
