"""What the four default sets cost to make, to read back and to check; two installations side by side, if two are named.

    python benchmarks/sets.py                                          this checkout
    python benchmarks/sets.py --before A/bin/python --after B/bin/python   two installations, in turn, with their ratios
    python benchmarks/sets.py --after B/bin/python quomino triomino    some of the games

``make`` is with all formats that the game is made in by default; its peak memory is that of the whole tree of
processes. ``verify`` is by both proofs, reading back and bytes. Each installation reads the sets that it made itself.
The limits are for the new installation: `make` in 2 CPU seconds and 200 MiB, `verify` in twice what `make` takes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from measuring import ROOT, Figure, Used, arguments, empty, fresh, in_turn, program, report, run, surroundings, table

GAMES = ("quasimino", "triomino", "majomino", "quomino")
MAKE_S, MAKE_MIB, VERIFY_TO_MAKE = 2.0, 200.0, 2.0
ROWS = ("make, all formats", "STEP alone", "verify", "verify without STEP", "check")
MEMORY = "peak memory of make, MiB"


@dataclass(frozen=True)
class Installation:
    """A Python with quasiprint. checkout: whose sources are meant, or None for what is installed."""

    python: str
    checkout: Path | None

    def run(self, *words: object) -> Used:
        """Run quasiprint with some words."""
        # -P: what lies where the benchmark was started is not what is installed
        command = program(*words, python=self.python)
        return run([command[0], "-P", *command[1:]], surroundings(self.checkout))

    def jobs(self, game: str, folder: Path) -> dict[str, Callable[[], Used]]:
        """Make the sets that are read back, whole and without STEP. Return what is to be measured of a game."""
        whole, rest = folder / "whole", folder / "rest"
        self.run("make", game, "-o", whole)  # and whatever is compiled at the first time is compiled
        formats = json.loads((whole / "manifest.json").read_bytes())["parameters"]["formats"]
        self.run("make", game, "--format", ",".join(name for name in formats if name != "step"), "-o", rest)
        # an older program verifies by both proofs and has no option to say so
        both = ("--by", "both") if "--by" in self.run("verify", "--help").output else ()
        measured = (self.made, game), (self.made, game, "--format", "step")
        calls = (
            *measured,
            (self.run, "verify", *both, whole),
            (self.run, "verify", *both, rest),
            (self.run, "check", game),
        )
        return {row: partial(*call) for row, call in zip(ROWS, calls, strict=True)}

    def made(self, *words: object) -> Used:
        """Make a set and throw it away."""
        with empty() as folder:
            return self.run("make", *words, "-o", fresh(folder))


def measure(installations: dict[str, Installation], game: str, rounds: int) -> dict[str, dict[str, float]]:
    """Return, for each installation, the least that each row took for a game."""
    with empty() as folder:
        jobs = {}
        for name, one in installations.items():
            (place := folder / name).mkdir()
            jobs[name] = one.jobs(game, place)
        # row by row, the installations in turn
        best = in_turn(rounds, {f"{row}/{name}": jobs[name][row] for row in ROWS for name in installations})
    return {
        name: {**{row: best[f"{row}/{name}"].cpu_s for row in ROWS}, MEMORY: best[f"{ROWS[0]}/{name}"].peak_mib}
        for name in installations
    }


def side_by_side(found: dict[str, dict[str, dict[str, float]]]) -> str:
    """Return a table of games and rows, with a column for each installation, and their ratio if there are two."""
    names = list(next(iter(found.values())))
    rows: list[list[object]] = []
    for game, held in found.items():
        for row in (ROWS[0], MEMORY, *ROWS[1:]):
            values = [held[name][row] for name in names]
            rows.append([game, row, *values, *([values[1] / values[0]] if len(values) == 2 else [])])
    return table(("game", "CPU s, least of the rounds", *names, *(["ratio"] if len(names) == 2 else [])), rows)


def limits(game: str, held: dict[str, float]) -> list[Figure]:
    """Return what is demanded of a game."""
    make = held[ROWS[0]]
    return [
        Figure(f"{game}: make, CPU s", make, most=MAKE_S),
        Figure(f"{game}: make, MiB", held[MEMORY], most=MAKE_MIB),
        Figure(f"{game}: verify to make", held["verify"] / make, most=VERIFY_TO_MAKE),
    ]


def main() -> int:
    """Measure, print, judge the new installation. Return the exit code."""
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--before", metavar="PYTHON", help="of the installation to compare with")
    parser.add_argument("--after", metavar="PYTHON", help="of the installation to judge (default: this checkout)")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.games) - set(GAMES)):
        parser.error(f"GAME: found {', '.join(unknown)}, allowed are {', '.join(GAMES)}")
    new = Installation(asked.after, None) if asked.after else Installation(sys.executable, ROOT)
    installations = {"before": Installation(asked.before, None)} if asked.before else {}
    installations["after"] = new
    found = {game: measure(installations, game, asked.rounds) for game in asked.games or GAMES}
    figures = [one for game, held in found.items() for one in limits(game, held["after"])]
    return report(figures, asked.json, asked.write, before=side_by_side(found))


if __name__ == "__main__":
    sys.exit(main())
