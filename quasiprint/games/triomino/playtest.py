"""Games of Triomino played by themselves, by the value that judges them: rounds until somebody has enough points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb
from random import Random

from quasiprint.games.triomino import turns
from quasiprint.games.triomino.placing import START, lay_line
from quasiprint.games.triomino.points import HAND, HouseRules
from quasiprint.games.triomino.rules import PlacedTile
from quasiprint.model.errors import InputError
from quasiprint.model.piece import Value
from quasiprint.model.playtest import GREEDY, RANDOM, Play, Trial, of_seats


def test(parameters: Mapping[str, Value], policy: str) -> Trial:
    """Return what is tested. Raises InputError for more players than the set has tiles for."""
    players, highest = int(parameters["players"]), int(parameters["highest"])
    if policy not in (RANDOM, GREEDY):
        raise InputError(f"--policy: found {policy!r}, allowed with triomino is random or greedy")
    tiles, needed = comb(highest + 3, 3), HAND[players] * players
    if needed > tiles:
        told = f"found {players}, who take {needed} tiles; the set from 0 to {highest} has {tiles}"
        raise InputError(f"--players: {told}")
    return Trial("rounds", "points", players)


def plays(parameters: Mapping[str, Value], policy: str, seed: int, numbers: Sequence[int]) -> Iterator[Play]:
    """Yield games by their numbers."""
    rules = HouseRules(target=int(parameters["target"]))
    for number in numbers:
        draw = Random(f"{seed} {number}")
        first = turns.deal(int(parameters["players"]), int(parameters["highest"]), draw.getrandbits(40), rules)
        yield play(first, policy, draw)


def play(game: turns.Turns, policy: str, draw: Random) -> Play:
    """Play a game to its end. blocked: whether a round ended because nobody could place. count: rounds."""
    made = chosen = choices = dead = 0
    first, blocked = game.mover or 0, False
    while game.phase != turns.OVER:
        if ways := moves(game, policy):
            most = max(worth for worth, _ in ways)
            line = draw.choice([line for worth, line in ways if worth == most])
            chosen, choices = chosen + 1, choices + len(ways)
        else:
            line = next((line for *_, line in game.acts()), "") or game.forced()
        made += line.startswith(("lay", "pass"))
        dead += line in ("draw", "pass") and not game.drawn
        game, _ = game.after(line)
        blocked |= game.passed == len(game.hands)
    names = turns.NAMES[: len(game.hands)]
    scores = of_seats([game.score.scores[name] for name in names], first)
    winners = tuple(seat for seat, name in enumerate(of_seats(names, first)) if name in game.score.winners)
    return Play(made, chosen, choices, dead, game.number, scores, winners, blocked)


def moves(game: turns.Turns, policy: str) -> list[tuple[int, str]]:
    """Return every way to place a tile, with the points that it scores, 0 each for random players."""
    if game.phase == turns.OPENING:
        return [(0, lay_line(PlacedTile(1, marks, START, marks))) for marks in game.hand]
    if policy == GREEDY:
        return [(points, lay_line(tile)) for tile, points in game.worth()]
    return [(0, lay_line(tile)) for tile in turns.ways(game.lying, game.hand)]
