"""What a whole set costs, as ratios: to the obvious CadQuery script, and to the number of tiles.

Prints one JSON document. ``all`` is `quasiprint make quasimino` with every format, STEP included;
``rest`` the same without STEP, whose peak memory counts; ``six`` the STL, 3MF, SVG, DXF and PDF of
a set of six colours, 1,332 tiles, whose cost is compared with the tiles. ``books`` are the rulebook, booklet, quick
reference and score sheet for two papers; the script makes none of them, so they are taken off before it is
compared. CPU time is user and system time, the least of the rounds.

    python benchmarks/all_formats.py [ROUNDS]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Files in memory where there is such a folder: what a disk takes to make a file, from 0.3 to 0.9 ms
# of system time each on one machine within the hour, is nobody's work that is measured here.
MEMORY_FOLDER = "/dev/shm" if os.path.isdir("/dev/shm") else None
HALF = 0.5  # of the peer's CPU, for all formats
MEMORY = 150.0  # MiB, without STEP

MAKE = ["-c", "from quasiprint.cli import main; main()", "make", "quasimino"]
JOBS = {
    "peer": [str(HERE / "cadquery_quasimino.py")],
    "all": [*MAKE, "-o"],
    "rest": [*MAKE, "--format", "stl,3mf,svg,dxf,pdf", "-o"],
    "six": [*MAKE, "--colours", "6", "--format", "stl,3mf,svg,dxf,pdf", "-o"],
}
# prints what the books alone take; the sets that they are about are made before
BOOKS = """
import time
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop
from quasiprint.model.measures import MAKERS
shop = Workshop(settle(Request("quasimino", {})))
for process in MAKERS:
    shop.set(process)
start = time.process_time()
assert len(list(shop.books)) == 8
print(time.process_time() - start)
"""


def books() -> float:
    """Return the CPU seconds that the books take."""
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    done = subprocess.run([sys.executable, "-c", BOOKS], capture_output=True, text=True, env=environment, check=True)
    return float(done.stdout)


def run(command: list[str]) -> tuple[float, float]:
    """Run a command on a new folder; return its CPU seconds and its peak memory in MiB."""
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled once, not each time
    with tempfile.TemporaryDirectory(dir=MEMORY_FOLDER) as empty:
        target = str(Path(empty) / "set")
        child = subprocess.Popen([sys.executable, *command, target], stdout=subprocess.DEVNULL, env=environment)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{command} ended with {child.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(rounds: int) -> dict[str, float]:
    """Return CPU seconds and memory of each job, and the ratios that have a limit."""
    seconds: dict[str, float] = {}
    memory: dict[str, float] = {}
    for _ in range(rounds):
        for name, command in JOBS.items():
            cpu, peak = run(command)
            seconds[name] = min(cpu, seconds.get(name, cpu))
            memory[name] = min(peak, memory.get(name, peak))
        seconds["books"] = min(books(), seconds.get("books", 1e9))
    return {
        **{f"{name}_cpu_s": round(value, 2) for name, value in seconds.items()},
        **{f"{name}_mib": round(value, 1) for name, value in memory.items()},
        "all_to_peer": round((seconds["all"] - seconds["books"]) / seconds["peer"], 3),
        "six_to_three_per_tile": round(seconds["six"] / 1332 / (seconds["rest"] / 90), 3),
    }


if __name__ == "__main__":
    found = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
    print(json.dumps(found, indent=1))
    sys.exit(found["all_to_peer"] > HALF or found["rest_mib"] > MEMORY or found["six_to_three_per_tile"] > 1)
