"""What ``quasiprint --help`` costs, as a ratio to its peer: ``python -c "import click"``."""

from __future__ import annotations

import sys

from measuring import Figure, arguments, in_turn, program, report, run

LIMIT = 2.0
JOBS = {"import click": [sys.executable, "-c", "import click"], "--help": program("--help")}


def measure(rounds: int) -> list[Figure]:
    """Return the CPU seconds of both and their ratio."""
    for command in JOBS.values():
        run(command)  # compiled once, before anything counts
    used = in_turn(rounds, {name: lambda command=command: run(command) for name, command in JOBS.items()})
    ratio = used["--help"].cpu_s / used["import click"].cpu_s
    return [*(Figure(f"{name}, CPU s", one.cpu_s) for name, one in used.items()), Figure("ratio", ratio, most=LIMIT)]


if __name__ == "__main__":
    asked = arguments(__doc__, rounds=15).parse_args()
    sys.exit(report(measure(asked.rounds), asked.json, asked.write))
