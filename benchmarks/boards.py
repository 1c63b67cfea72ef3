"""What drawing Majomino boards costs, against its limits, and whether time grows with their number.

Rates are boards a second of CPU time on one core, boards as numbers in memory, after a first draw. ``cold`` is a new
process without compiled code that counts all states of 7 × 7, up to its first board. ``booklet`` is `quasiprint make
majomino` with a thousand boards as PDF for A4, checks included;
``growth`` its CPU time for each board of two thousand against each of one thousand, without what one board alone
takes.

--second-layer FILE counts anew what the program brings of the boards of 7 × 7 (see `dissection`), writes it
into FILE, and ends with 1 if the program brings anything else.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

from measuring import ROOT, Figure, Used, arguments, empty, fresh, in_turn, program, report, run, surroundings

RATE = """
import time
from quasiprint.games.majomino.dissection import build
known = build({size})
known.draw(10, 0)
start = time.process_time()
known.draw({count}, 1)
print({count} / (time.process_time() - start))
"""
FIRST = """
import sys, time
sys.modules["scipy"] = None  # numba loads it where it is; the tests have it, users need not
import numpy
start = time.process_time()
from quasiprint.games.majomino.dissection import build
known = build(7)
known.draw(1, 0)
print(time.process_time() - start)
"""
LEAST = {5: 200_000.0, 7: 20_000.0}  # boards a second
DRAWN = {5: 400_000, 7: 40_000}
COLD_S, BOOKLET_S, BOOKLET_MIB, GROWTH = 15.0, 20.0, 300.0, 1.15


def first(**folders: str) -> Used:
    """Return what a new process takes to its first board."""
    used = run([sys.executable, "-c", FIRST], surroundings(**folders))
    return Used(float(used.output), used.peak_mib, used.wall_s)


def rate(size: int) -> Used:
    """Return the seconds that a board takes."""
    used = run([sys.executable, "-c", RATE.format(size=size, count=DRAWN[size])])
    return Used(1 / float(used.output), used.peak_mib, used.wall_s)


def booklet(count: int) -> Used:
    """Make a booklet of so many boards."""
    with empty() as folder:
        words = ("--count", count, "--format", "pdf", "--profile", "a4", "-o", fresh(folder))
        return run(program("make", "majomino", *words))


def measure(rounds: int) -> list[Figure]:
    """Return the best of the rounds of everything that has a limit."""
    with empty() as folder:
        cold = first(NUMBA_CACHE_DIR=f"{folder}/compiled")
    booklet(10)  # now everything is compiled
    jobs = {f"rate {size}": lambda size=size: rate(size) for size in DRAWN}
    jobs |= {f"booklet {count}": lambda count=count: booklet(count) for count in (1, 1000, 2000)}
    used = in_turn(rounds, jobs)
    none, one, two = (used[f"booklet {count}"].cpu_s for count in (1, 1000, 2000))
    return [
        *(Figure(f"boards of {n} × {n} a second", 1 / used[f"rate {n}"].cpu_s, least=LEAST[n]) for n in DRAWN),
        Figure("cold, CPU s", cold.cpu_s, most=COLD_S),
        Figure("booklet, CPU s", one, most=BOOKLET_S),
        Figure("booklet, MiB", used["booklet 1000"].peak_mib, most=BOOKLET_MIB),
        Figure("growth", (two - none) / 2 / (one - none), most=GROWTH),
    ]


def second_layer(file: Path) -> bool:
    """Count the second layer of 7 × 7 into a file, and tell whether it is what the program brings."""
    sys.path.insert(0, str(ROOT))
    from quasiprint.games.majomino.dissection import SECOND, build

    whole = build(7)
    counts = whole.layers[2][1]
    file.write_bytes(zlib.compress(counts.astype("<i4").tobytes(), 9))
    same = file.read_bytes() == SECOND.read_bytes()
    print(json.dumps({"boards": whole.total, "states": len(counts), "same": same}))
    return same


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.add_argument("--second-layer", type=Path, metavar="FILE", help="count it anew into this file")
    asked = parser.parse_args()
    if asked.second_layer:
        sys.exit(not second_layer(asked.second_layer))
    sys.exit(report(measure(asked.rounds), asked.json, asked.write))
