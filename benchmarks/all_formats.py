"""What a whole set costs, as ratios: to the obvious CadQuery script, and to the number of tiles.

``all`` is `quasiprint make quasimino` with every format, STEP included; ``rest`` the same without STEP, whose peak
memory has a limit; ``six`` the STL, 3MF, SVG, DXF and PDF of a set of six colours, 1,332 tiles, whose cost is compared
with the tiles. ``books`` are the rulebook, booklet, quick reference and score sheet for two papers; the script makes
none of them, so they are taken off before it is compared.
"""

from __future__ import annotations

import sys
from pathlib import Path

from measuring import Figure, Used, arguments, empty, fresh, in_turn, program, report, run

PEER = Path(__file__).resolve().parent / "cadquery_quasimino.py"
HALF = 0.5  # of the peer's CPU, for all formats
MEMORY = 150.0  # MiB, without STEP
TILES = {"rest": 90, "six": 1332}

MAKE = program("make", "quasimino")
REST = ("--format", "stl,3mf,svg,dxf,pdf")
JOBS: dict[str, list[str]] = {
    "peer": [sys.executable, str(PEER)],
    "all": [*MAKE, "-o"],
    "rest": [*MAKE, *REST, "-o"],
    "six": [*MAKE, "--colours", "6", *REST, "-o"],
}
# prints what the books alone take; the sets that they are about are made before
BOOKS = """
import time
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.measures import MAKERS
shop = Workshop(settle(Request("quasimino", {})))
for process in MAKERS:
    shop.set(process)
start = time.process_time()
assert len(list(shop.books)) == 8
print(time.process_time() - start)
"""


def made(command: list[str]) -> Used:
    """Run a command on a new folder."""
    with empty() as folder:
        return run([*command, fresh(folder)])


def books() -> Used:
    """Return the CPU seconds that the books take, as their script says."""
    used = run([sys.executable, "-c", BOOKS])
    return Used(float(used.output), used.peak_mib, used.wall_s)


def measure(rounds: int) -> list[Figure]:
    """Return CPU seconds and memory of each job, and the ratios."""
    jobs = {name: lambda command=command: made(command) for name, command in JOBS.items()}
    used = in_turn(rounds, {**jobs, "books": books})
    per_tile = {name: used[name].cpu_s / tiles for name, tiles in TILES.items()}
    ours = used["all"].cpu_s - used["books"].cpu_s
    return [
        *(Figure(f"{name}, CPU s", one.cpu_s) for name, one in used.items()),
        *(Figure(f"{name}, MiB", used[name].peak_mib, most=MEMORY if name == "rest" else None) for name in JOBS),
        Figure("all to peer", ours / used["peer"].cpu_s, most=HALF),
        Figure("a tile of six colours to one of three", per_tile["six"] / per_tile["rest"], most=1),
    ]


if __name__ == "__main__":
    asked = arguments(__doc__).parse_args()
    sys.exit(report(measure(asked.rounds), asked.json, asked.write))
