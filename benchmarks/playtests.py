"""How Quasimino's games play, beside reference figures of another program, and how many are played in a second; and
how often a player who searches wins against greedy ones.

Greedy players draw lots among the tiles that cover most. The program of the reference lays the first of these, beside
tiles that have lain longest; if ours do (`first`), they cover as many vertices. It also counts the start as a turn.

    python benchmarks/playtests.py [--games N] [--hands N] [--searched N]
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
NEAR, NEAR_FIRST = 0.06, 0.02
LUCK = ("triomino", "triomino.toml")  # where a search gains too little to show in few games
QUICK = ("majomino",)  # where ten times as many games take seconds, and fewer show too little
# games in which one seat searches: options
SEARCHED: dict[str, dict[str, str | int]] = {
    "quasimino": {"kind": "domino"},
    "quasimino match": {"kind": "match"},
    "triomino": {},
    "quomino": {},
    "majomino": {},
    "triomino.toml": {},
}


def games(kind: str, players: int, count: int, policy: str = "greedy") -> tuple[float, Any]:
    """Play games; return CPU seconds of one, and the figures."""
    from quasiprint.addons.lab.play_figures import figures
    from quasiprint.addons.lab.playtests import quasimino as playtest

    parameters: dict[str, str | int | float | bool] = {"kind": kind, "players": players, "colours": 3}
    arena = playtest.Arena(kind, 3, players, (policy,), count)
    arena.play(0, 0)  # compiles
    begun = time.process_time()
    plays = [arena.play(0, number) for number in range(count)]
    seconds = (time.process_time() - begun) / count
    return seconds, figures(playtest.test(parameters), plays)


def searched(name: str, count: int) -> bool:
    """Print how often a player wins who searches, by seat, beside a greedy one in that seat; tell whether the one who
    searches wins more."""
    from quasiprint.addons.lab.playtest import playtest

    count *= 10 if name in QUICK else 1
    game, file = name.partition(" ")[0], Path(__file__).parents[1] / "examples" / "sets" / name
    given = {"set_file": str(file), **SEARCHED[name]} if file.exists() else SEARCHED[name]
    won = []
    begun = time.process_time()
    for policies in (("search", "greedy"), ("greedy", "search"), ("greedy", "greedy")):
        test = playtest("set" if file.exists() else game, given, policies, count)
        won.append([test.columns[0].figures[f"seat {seat} wins"] for seat in (1, 2)])
    seconds = (time.process_time() - begun) / 2 / count
    row = (f"{name}, {count} games", won[0][0], won[2][0], won[1][1], won[2][1], f"{seconds:.2f}")
    print("| " + " | ".join(map(str, row)) + " |", flush=True)
    return won[0][0].value + won[1][1].value > won[2][0].value + won[2][1].value


def main() -> None:
    """Print the table; end with 1 where a figure is far from its reference, or games are too slow."""
    from quasiprint.addons.lab.playtests import quasimino as playtest
    from quasiprint.system.compiled import available

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games of each kind")
    parser.add_argument("--searched", type=int, default=40, help="games in which one seat searches")
    parser.add_argument("--hands", type=int, default=2000, help="hands of FastQuasi")
    asked = parser.parse_args()
    wrong = 0
    print("| game | turns | reference | covered | with the first | reference | blocked | games a CPU s |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for (kind, players), (turns, covered) in REFERENCE.items():
        count = asked.games if kind == "domino" else asked.games // 4
        first = games(kind, players, count, "first")[1]["covered vertices"]
        wrong += abs(first.value / covered - 1) > NEAR_FIRST
        seconds, found = games(kind, players, count)
        told = found["turns"], found["covered vertices"]
        wrong += any(abs(one.value / due - 1) > NEAR for one, due in zip(told, (turns, covered), strict=True))
        wrong += kind == "domino" and available() and players == 2 and 1 / seconds < LEAST
        row = (
            f"{kind}, {players} players",
            told[0],
            turns,
            told[1],
            first,
            covered,
            found["blocked games"],
            f"{1 / seconds:.0f}",
        )
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
    arena = playtest.Arena("fast", 3, 1, ("search",), asked.hands)
    reached = [arena.play(0, number).count for number in range(asked.hands)]
    part = reached.count(9) / len(reached)
    wrong += abs(part - 0.95) > 0.02
    print(f"| fast, 1 player, search: nine vertices | | | {100 * part:.1f} % of {asked.hands:,} hands | | 95 % | | |")
    print("\n| one seat searches | seat 1 searches: wins | greedy: | seat 2 searches: wins | greedy: | CPU s a game |")
    print("|---|---|---|---|---|---|")
    for name in SEARCHED if asked.searched else ():
        wrong += not searched(name, asked.searched) and name not in LUCK
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
