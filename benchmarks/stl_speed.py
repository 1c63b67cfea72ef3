"""What the STL files of all tiles cost, as a ratio to the obvious CadQuery script.

Prints one JSON document. ``tiles`` is the script's job and more: from the design to each tile's
body and, where a game has them, its inlays and its one-piece variant in relief, which the script
does not make. ``make``
is the whole command, which also proves the set, adds tokens and plates, hashes every file and
writes a manifest. All run in turn, in processes of their own; CPU time is user and system time,
the least of the rounds: all else is the machine's noise.

    python benchmarks/stl_speed.py [GAME] [ROUNDS]

GAME: quasimino (the default) or triomino.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Files in memory where there is such a folder: what a disk takes to make a file, from 0.3 to 0.9 ms
# of system time each on one machine within the hour, is nobody's work that is measured here.
MEMORY_FOLDER = "/dev/shm" if os.path.isdir("/dev/shm") else None
LIMIT = 1 / 20  # of the peer's CPU, for all tiles

TILES = "import sys; sys.path.insert(0, sys.argv[1]); import stl_speed; stl_speed.tiles(*sys.argv[2:])"
MAKE = ["-c", "from quasiprint.cli import main; main()", "make"]


def tiles(game: str, folder: str) -> None:
    """Write the single-piece STL files of all tiles of a game's default set."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads would spin for nothing
    from quasiprint.formats.stl import write as stl
    from quasiprint.model.measures import Maker
    from quasiprint.model.production import SolidProduction
    from quasiprint.pipeline.run import Request, settle
    from quasiprint.pipeline.workshop import Workshop
    from quasiprint.solids.build import solid_pieces
    from quasiprint.solids.mesh import meshes

    run = settle(Request(game, {}))
    held = replace(Workshop(run).set(Maker.PRINTER), accessories=())
    pieces = solid_pieces(held)
    production = SolidProduction(held, pieces, meshes(pieces), (), run.profiles.bed)
    for output in stl.files(production):
        path = Path(folder, output.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(output.content)


def cpu(command: list[str]) -> tuple[float, int]:
    """Run a command on a new folder; return its CPU seconds and how many STL files it left."""
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled once, not each time
    with tempfile.TemporaryDirectory(dir=MEMORY_FOLDER) as empty:
        folder = Path(empty) / "set"
        child = subprocess.Popen([sys.executable, *command, str(folder)], stdout=subprocess.DEVNULL, env=environment)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"{command} ended with {child.returncode}")
        return used.ru_utime + used.ru_stime, len(list(folder.rglob("*.stl")))


def measure(game: str, rounds: int) -> dict[str, float]:
    """Return the least CPU seconds of each, how many files they wrote, and the ratios."""
    jobs = {
        "peer": [str(HERE / f"cadquery_{game}.py")],
        "tiles": ["-c", TILES, str(HERE), game],
        "make": [*MAKE, game, "--format", "stl", "-o"],
    }
    best: dict[str, float] = {}
    result: dict[str, float] = {}
    for _ in range(rounds):
        for name, command in jobs.items():
            seconds, files = cpu(command)
            best[name] = min(seconds, best.get(name, seconds))
            result[f"{name}_cpu_s"] = round(best[name], 3)
            result[f"{name}_files"] = files
    result["tiles_ratio"] = round(best["tiles"] / best["peer"], 4)
    result["make_ratio"] = round(best["make"] / best["peer"], 4)
    result["limit"] = LIMIT
    return result


if __name__ == "__main__":
    words = sys.argv[1:]
    names = [words.pop(0)] if words and not words[0].isdigit() else ["quasimino"]
    found = measure(names[0], int(words[0]) if words else 2)
    print(json.dumps(found))
    sys.exit(found["tiles_ratio"] > LIMIT)
