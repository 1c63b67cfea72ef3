"""Whether Quomino's search finds compiled what it finds as Python, on thousands of positions, and how much sooner.

Positions after random moves on boards of 4 × 4 to 16 × 16, half of them with many rotations; depths 1 to 4, with and
without a width, with budgets that are spent and such as are not. Prints one JSON document; fails at the first that
differs. Positions a second are those that were looked into, a CPU second, after a first search.

    python benchmarks/quomino_search.py [--positions N] [--seed N]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from quasiprint.addons.lab.quomino import opponent
from quasiprint.games.quomino.rules import GameState
from quasiprint.system import compiled

ALL = 10**6
RATE_DEPTH, RATE_GAMES = 4, 3  # what rates are measured by
LEAST = 20.0  # times as fast as Python


def best(is_compiled: bool, *asked: Any, **named: Any) -> opponent.SearchResult:
    """Return what the search finds, compiled or as Python."""
    opponent.PLAIN_DEPTH = 0 if is_compiled else max(opponent.DEPTHS)
    made = compiled._made.copy()
    if not is_compiled:
        compiled._made.clear()  # what was compiled would be taken
    found = opponent.best(*asked, **named)
    compiled._made.update(made)
    return found


def played(size: int, draw: random.Random, count: int) -> GameState:
    """Return a game after random moves, or at its end."""
    game, turning = GameState(size), draw.random() < 0.5
    for _ in range(count):
        if game.over:
            break
        moves = list(game.moves())
        turns = [move for move in moves if game.cells[move.square]] if turning else []
        game.do(draw.choice(turns or moves) if moves else None)
    return game


def compare(positions: int, seed: int) -> dict[str, int]:
    """Return how many positions of each size were compared; ends the program at one that differs."""
    told: dict[str, int] = {}
    number = seed
    while sum(told.values()) < positions:
        number += 1
        draw = random.Random(number)
        size = draw.choice((4, 4, 4, 5, 5, 6, 6, 7, 8, draw.randrange(9, 17)))
        game = played(size, draw, draw.randrange(size * size + 8))
        if game.over:
            continue
        deepest = 4 if size == 4 else 3 if size < 7 else 2 if size < 10 else 1
        depth, width = draw.randint(1, deepest), draw.choice((28, 28, 5, ALL if size < 6 else 28))
        budget = draw.choice((12_000, 12_000, 100, 900))
        plain, quick = (best(how, game, depth, number, width=width, budget=budget) for how in (False, True))
        if plain != quick:
            sys.exit(
                f"position {number}, {size} × {size}, depth {depth}, width {width}, budget {budget}: {plain}, {quick}"
            )
        told[f"{size}x{size}"] = told.get(f"{size}x{size}", 0) + 1
    return told


def rates(size: int) -> dict[str, float]:
    """Return how many positions a second both look into, in the middle of games."""
    found = {}
    for name, how in (("plain", False), ("compiled", True)):
        nodes, seconds = 0, 0.0
        for number in range(RATE_GAMES):
            game = played(size, random.Random(number), size * size // 3)
            start = time.process_time()
            nodes += best(how, game, RATE_DEPTH, 1, budget=12_000).nodes
            seconds += time.process_time() - start
        found[name] = round(nodes / seconds)
    return {**found, "times": round(found["compiled"] / found["plain"], 1)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Quomino's search, compiled and as Python.")
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    start = time.process_time()
    best(True, GameState(4), 3)
    first = round(time.process_time() - start, 1)
    result = {
        "first_search_s": first,
        "positions_a_second": {f"{size}x{size}": rates(size) for size in (6, 8, 10)},
        "equal": compare(asked.positions, asked.seed),
    }
    print(json.dumps(result, indent=1))
    sys.exit(any(rate["times"] < LEAST for rate in result["positions_a_second"].values()))
