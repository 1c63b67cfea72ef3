"""Games of Triomino played by themselves, by the value that judges them: rounds until somebody has enough points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb
from random import Random

from quasiprint.games.triomino import turns
from quasiprint.games.triomino.placing import SHAPE, START, lay_line
from quasiprint.games.triomino.points import HAND, HouseRules, total, turn_parts
from quasiprint.games.triomino.rules import PlacedTile, moves_of, place
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
        acts = [line for *_, line in game.acts()]
        line = game.forced() or (acts[0] if acts else "")
        if not line:
            ways = moves(game, policy)
            most = max(worth for worth, _ in ways)
            line = draw.choice([line for worth, line in ways if worth == most])
            chosen, choices = chosen + 1, choices + len(ways)
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
    table, found = {tile.cell: tile for tile in game.lying}, []
    for tile in moves_of(table, game.hand, SHAPE):
        points = 0
        if policy == GREEDY:
            done = place(table, tile, SHAPE)
            points = total(turn_parts(tile.marks, 0, done.completed, done.bridge, rules=game.rules))
        found.append((points, lay_line(tile)))
    return found
