"""What drawing Majomino boards costs, against its limits, and whether time grows with their number.

Prints one JSON document. Rates are boards a second of CPU time on one core, boards as numbers in
memory, after a first draw. ``cold`` is a new process that has neither compiled code nor the
programme on disk, up to its first board of 7 × 7; ``kept`` one that has both, until the programme
is there (``kept_to_first_board``: until numba, too, has started), without the start of Python and
numpy. ``booklet`` is `quasiprint make majomino` with a thousand boards as PDF for A4, checks
included; ``growth`` its CPU time for each board of two thousand against each of one thousand,
without what one board alone takes.

    python benchmarks/boards.py [ROUNDS]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RATE = """
import time
from quasiprint.dissection.disk_cache import programme
known = programme({size})
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
from quasiprint.dissection.disk_cache import programme
known = programme(7)
loaded = time.process_time() - start
known.draw(1, 0)
print(time.process_time() - start, loaded)
"""
MAKE = "from quasiprint.cli import main; main()"
LEAST = {"7": 20_000.0, "5": 200_000.0}  # boards a second
MOST = {"cold_s": 15.0, "kept_s": 0.5, "booklet_s": 20.0, "booklet_mib": 300.0, "growth": 1.15}


def run(script: str, *arguments: str, **folders: str) -> tuple[str, float, float]:
    """Run a script in a fresh interpreter; return its output, its CPU seconds and its peak memory in MiB."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **folders}
    command = [sys.executable, "-c", script, *arguments]
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, stdout=output, env=environment)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"{command} ended with {child.returncode}")
        output.seek(0)
        return output.read().decode(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def booklet(count: int) -> tuple[float, float]:
    """Return CPU seconds and MiB of a booklet."""
    with tempfile.TemporaryDirectory() as empty:
        asked = ["make", "majomino", "--count", str(count), "--format", "pdf", "--profile", "a4"]
        _, cpu, memory = run(MAKE, *asked, "-o", str(Path(empty) / "set"))
        return cpu, memory


def measure(rounds: int) -> dict[str, float]:
    """Return the best of the rounds of everything that has a limit."""
    found: dict[str, float] = {}

    def keep(name: str, value: float, best: Callable[[float, float], float] = min) -> None:
        found[name] = best(value, found.get(name, value))

    with tempfile.TemporaryDirectory() as empty:
        first, _, _ = run(FIRST, QUASIPRINT_CACHE=f"{empty}/kept", NUMBA_CACHE_DIR=f"{empty}/compiled")
        keep("cold_s", float(first.split()[0]))
    run(FIRST), booklet(10)  # now everything is compiled and kept
    for _ in range(rounds):
        whole, loaded = map(float, run(FIRST)[0].split())
        keep("kept_s", loaded)
        keep("kept_to_first_board_s", whole)
        for size, count in (("5", 400_000), ("7", 40_000)):
            keep(f"rate_{size}", float(run(RATE.format(size=size, count=count))[0]), max)
        none, one, two = booklet(1), booklet(1000), booklet(2000)
        keep("booklet_s", one[0])
        keep("booklet_mib", one[1])
        keep("growth", (two[0] - none[0]) / 2 / (one[0] - none[0]))
    return {name: round(value, 3) for name, value in found.items()}


if __name__ == "__main__":
    result = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
    print(json.dumps(result, indent=1))
    slow = any(result[f"rate_{size}"] < least for size, least in LEAST.items())
    sys.exit(slow or any(result[name] > most for name, most in MOST.items()))
