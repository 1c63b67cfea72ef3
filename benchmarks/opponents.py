"""Whether the computer plays Quomino better the further it looks ahead: each level against the next, as JSON.

Pairs of games from the same random opening, with colours swapped. Prints wins, draws and losses of the deeper
one, its score (a draw is half a point) with the 95 % interval of Wilson, and how likely so many
wins among the decided games would be, were both equal (one-sided, exact). Fails unless that is below
5 % for every pair of levels. Games differ by their seeds alone: the figures are the same everywhere. One core,
some minutes; without numba some hours.

    python benchmarks/opponents.py [--size N] [--games N] [--depths 1-2,2-3,3-4,4-5]
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from quasiprint.addons.lab.quomino import opponent
from quasiprint.addons.lab.quomino.opponent import answer, best
from quasiprint.games.quomino.rules import GameState

opponent.PLAIN_DEPTH = 1  # deeper looks find the same moves compiled, and sooner
OPENING = 4  # random moves
SIGNIFICANT = 0.05
WILSON = 1.959964  # of a normal distribution, 95 % lie as many deviations from its middle


def play(size: int, depths: tuple[int, int], seed: int) -> int | None:
    """Return who wins a game between two depths, black's first, from a random opening: 0, 1 or None for a draw."""
    game, draw = GameState(size), random.Random(seed)
    for _ in range(OPENING):
        moves = list(game.moves())
        game.do(moves[draw.randrange(len(moves))])
    while not game.over:
        game.do(answer(game, depths[game.mover], seed).move)
    return game.winner


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return the limits of the 95 % interval of a share that was found in `count` trials."""
    square = WILSON * WILSON
    middle = share + square / (2 * count)
    spread = WILSON * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    return (middle - spread) / (1 + square / count), (middle + spread) / (1 + square / count)


def by_chance(wins: int, losses: int) -> float:
    """Return how likely at least so many wins among the decided games are, if each side wins half of them."""
    decided = wins + losses
    return sum(math.comb(decided, won) for won in range(wins, decided + 1)) / 2**decided


def compare(size: int, games: int, weak: int, strong: int) -> dict[str, object]:
    """Return how the deeper of two depths fares against the other."""
    wins = draws = losses = 0
    start = time.process_time()
    for number in range(games):
        colour = number % 2  # of the deeper one
        winner = play(size, (strong, weak) if colour == 0 else (weak, strong), number // 2)
        wins, draws, losses = wins + (winner == colour), draws + (winner is None), losses + (winner == 1 - colour)
    share = (wins + draws / 2) / games
    return {
        "size": size,
        "depths": [strong, weak],
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "score": round(share, 3),
        "interval": [round(limit, 3) for limit in wilson(share, games)],
        "by_chance": float(f"{by_chance(wins, losses):.2g}"),
        "cpu_s": round(time.process_time() - start, 1),
    }


def longest_move(size: int, depth: int) -> float:
    """Return the CPU seconds that the slowest of some moves in the middle of a game takes."""
    slowest = 0.0
    for seed in range(3):
        game = GameState(size)
        for number in range(size * size // 3 + 4):
            if game.over:
                break
            if number < size * size // 3:
                game.do(answer(game, 1, seed).move)
                continue
            start = time.process_time()
            found = best(game, depth, seed)
            slowest = max(slowest, time.process_time() - start)
            game.do(found.move)
    return round(slowest, 3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The levels of Quomino's opponent against one another.")
    parser.add_argument("--size", type=int, default=6)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--depths", default="1-2,2-3,3-4,4-5")
    asked = parser.parse_args()
    pairs = [tuple(map(int, pair.split("-"))) for pair in asked.depths.split(",")]
    found = []
    for weak, strong in pairs:
        found.append(compare(asked.size, asked.games, weak, strong))
        print(json.dumps(found[-1]), file=sys.stderr, flush=True)
    slowest = {f"{size}x{size}": {depth: longest_move(size, depth) for depth in range(1, 6)} for size in (6, 8, 10)}
    print(json.dumps({"matches": found, "slowest_move_s": slowest}, indent=1))
    sys.exit(any(match["by_chance"] >= SIGNIFICANT for match in found))
