"""How Quasimino's games play, beside reference figures of another program, and how many are played in a second.

The reference figures (turns, covered vertices) were found with players who lay the first of the tiles that cover most;
here they draw lots among these, and turns are counted from the one after the start.

    python benchmarks/playtests.py [--games N] [--hands N]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

LEAST = 200  # games of Quasi-Domino a CPU second, with numba
# kind, players: turns, covered vertices; and by how much ours may differ
REFERENCE = {
    ("domino", 2): (20.0, 9.6),
    ("domino", 3): (25.5, 13.6),
    ("domino", 4): (29.5, 16.9),
    ("match", 2): (87.0, 55.5),
}
NEAR = 0.06


def games(kind: str, players: int, count: int) -> tuple[float, Any]:
    """Play games; return CPU seconds of one, and the figures."""
    from quasiprint.games.quasimino import playtest
    from quasiprint.pipeline.play_figures import figures

    parameters: dict[str, str | int | float | bool] = {"kind": kind, "players": players, "colours": 3}
    arena = playtest.Arena(kind, 3, players, "greedy", count)
    arena.play(0, 0)  # compiles
    begun = time.process_time()
    plays = [arena.play(0, number) for number in range(count)]
    seconds = (time.process_time() - begun) / count
    return seconds, figures(playtest.test(parameters, "greedy"), plays)


def main() -> None:
    """Print the table; end with 1 where a figure is far from its reference, or games are too slow."""
    from quasiprint.compiled import available
    from quasiprint.games.quasimino import playtest

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games of each kind")
    parser.add_argument("--hands", type=int, default=2000, help="hands of FastQuasi")
    asked = parser.parse_args()
    wrong = 0
    print("| game | turns | reference | covered | reference | blocked | games a CPU s |\n|---|---|---|---|---|---|---|")
    for (kind, players), (turns, covered) in REFERENCE.items():
        seconds, found = games(kind, players, asked.games if kind == "domino" else asked.games // 4)
        told = found["turns"], found["covered vertices"]
        wrong += any(abs(one.value / due - 1) > NEAR for one, due in zip(told, (turns, covered), strict=True))
        wrong += kind == "domino" and available() and players == 2 and 1 / seconds < LEAST
        row = (
            f"{kind}, {players} players",
            told[0],
            turns,
            told[1],
            covered,
            found["blocked games"],
            f"{1 / seconds:.0f}",
        )
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
    arena = playtest.Arena("fast", 3, 1, "search", asked.hands)
    reached = [arena.play(0, number).count for number in range(asked.hands)]
    part = reached.count(9) / len(reached)
    wrong += abs(part - 0.95) > 0.02
    print(f"| fast, 1 player, search: nine vertices | | | {100 * part:.1f} % of {asked.hands:,} hands | 95 % | | |")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
