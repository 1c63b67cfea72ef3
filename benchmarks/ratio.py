"""What a set costs beside an older commit, to make, verify, check and count: CPU seconds and memory; or the calls of
functions that it takes to make one; or what making one costs beside the obvious CadQuery script.

    python benchmarks/ratio.py v1.0.0                   the four default sets, in turn with those of the older commit
    python benchmarks/ratio.py v1.0.0 triomino -- --highest 0   one game, with options of `make`
    python benchmarks/ratio.py v1.0.0 --calls           calls and bytes in the place of seconds: the same on any machine
    python benchmarks/ratio.py --peer                   Quasimino in STL, and in all formats, beside the script

OLD is a commit or a tag of this repository; its sources are run by this Python. Limit: 1.1 of the older commit, in each
figure.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import json
import math
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from measuring import ROOT, Figure, Used, arguments, empty, fresh, in_turn, program, report, run, surroundings, table
from sets import GAMES

LIMIT = 1.1
TO_PEER = {"make, STL": 1 / 8, "make, all formats": 0.5}  # of the script's CPU time
# Calls are counted of Python's functions and of those in C, in the process itself.
COUNTING = """
import cProfile, json, os, pathlib, pstats, sys
from quasiprint.cli import main
profile = cProfile.Profile()
try:
    profile.runcall(main, prog_name="quasiprint")
except SystemExit as end:
    assert not end.code, end.code
folder = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
stats = pstats.Stats(profile)
set_by_typst = [count for (file, _, name), (_, count, *_) in stats.stats.items()
                if (name == "typeset" and file.endswith("press.py")) or "typst._typst.Compiler" in name]
print(json.dumps({"calls": stats.total_calls, "bytes": size, "documents": sum(set_by_typst)}))
"""
# what is done with a set: by its name, the words of the command before the set's own, and those behind them
DONE = {
    "make": (("make",), ("--jobs", 1, "-o", "set")),
    "verify": (("verify", "set", "--jobs", 1), None),
    "check": (("check",), ()),
    "dry run": (("make",), ("--dry-run", "--jobs", 1)),
    "make --help": (("make", "--help"), None),
}


def checkout(commit: str, folder: Path) -> Path:
    """Put the files of a commit into a folder and return it. Raises SystemExit for what is no commit."""
    made = subprocess.run(["git", "-C", ROOT, "archive", "--format=tar", commit], capture_output=True, check=False)
    if made.returncode:
        raise SystemExit(f"OLD: found {commit!r}, allowed is a commit of this repository: {made.stderr.decode()}")
    with tarfile.open(fileobj=io.BytesIO(made.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def done(what: str, sources: Path, words: Sequence[str], folder: Path) -> Used:
    """Do something with a set by the program of some sources, in one process. folder: to stand in; where a set is to be
    verified it lies there, and one that is made comes to lie there."""
    before, behind = DONE[what]
    command = program(*before, *(() if behind is None else (*words, *behind)))
    if what == "make":
        shutil.rmtree(folder / "set", ignore_errors=True)
    return run([command[0], "-P", *command[1:]], surroundings(sources), folder)


def knows(what: str, sources: Path, words: Sequence[str], folder: Path) -> bool:
    """Do something once, so that what is compiled at the first time is compiled; tell whether these sources can."""
    with contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(SystemExit):
        done(what, sources, words, folder)
        return True
    return False


def work(sources: Path, words: Sequence[str]) -> dict[str, int]:
    """Return how many calls of functions it takes to make a set, how many bytes it has, and how many documents Typst
    sets for it."""
    with empty() as folder:
        options = ["make", *words, "--jobs", "1", "-o", str(fresh(folder))]
        done = run([sys.executable, "-P", "-c", COUNTING, *options], surroundings(sources, PYTHONHASHSEED="0"), folder)
    counted: dict[str, int] = json.loads(done.output.splitlines()[-1])
    return counted


def measure(
    old: Path, sets: Sequence[Sequence[str]], rounds: int, *, calls: bool
) -> tuple[list[list[object]], list[Figure]]:
    """Return the rows of a table, old and new in turn, and the ratios with their limit."""
    rows: list[list[object]] = []
    for words in sets:
        name = " ".join(words)
        if calls:
            before, after = work(old, words), work(ROOT, words)
            rows += [[name, what, before[what], after[what], after[what] / max(1, before[what])] for what in before]
            continue
        with empty() as here, empty() as there:
            for what in DONE:
                jobs = {"new": partial(done, what, ROOT, words, there)}
                if knows(what, old, words, here):
                    jobs["old"] = partial(done, what, old, words, here)
                knows(what, ROOT, words, there)
                best = in_turn(rounds, jobs)
                for unit, kept in (("CPU s", "cpu_s"), ("MiB", "peak_mib")):
                    now = getattr(best["new"], kept)
                    was = getattr(best["old"], kept) if "old" in best else "none"
                    rows.append([name, f"{what}, {unit}", was, now, now / was if "old" in best else ""])
    held = [row for row in rows if row[-1] != ""]
    return rows, [Figure(f"{name}: {what}, ratio", float(str(row[-1])), most=LIMIT) for name, what, *row in held]


def peer(rounds: int) -> list[Figure]:
    """Return the CPU seconds of the obvious script and of `make`, in turn, and their ratios."""
    commands = {
        "the script, STL": [sys.executable, __file__, "--script"],
        "make, STL": program("make", "quasimino", "--format", "stl", "-o"),
        "make, all formats": program("make", "quasimino", "-o"),
    }

    def job(command: Sequence[object]) -> Used:
        with empty() as folder:
            return run([*command, fresh(folder)])

    used = in_turn(rounds, {name: partial(job, command) for name, command in commands.items()})
    script = used["the script, STL"].cpu_s
    return [
        *(Figure(f"{name}, CPU s", one.cpu_s) for name, one in used.items()),
        *(Figure(f"{name}, to the script", used[name].cpu_s / script, most=most) for name, most in TO_PEER.items()),
    ]


def obvious(folder: Path) -> None:
    """Write the 90 tiles of Quasimino as a maker would with CadQuery: a rhomb for each, a boolean cut for each straight
    stripe, a solid for each inlay; 300 STL files. It shares nothing with the package."""
    import cadquery as cq

    edge, thickness, stripe, depth = 30.0, 4.0, 3.0, 0.6  # mm
    long = edge * 0.14  # of a stripe; in the thin rhomb longer ones would run into each other
    folder.mkdir(parents=True)
    tiles = sorted({min(c, c[2:] + c[:2]) for c in itertools.product(range(3), repeat=4)})
    for name, angle in (("thick", math.radians(72)), ("thin", math.radians(36))):
        x, y = edge * math.cos(angle), edge * math.sin(angle)
        corners = [(a - (edge + x) / 2, b - y / 2) for a, b in ((0, 0), (edge, 0), (edge + x, y), (x, y))]
        for colours in tiles:
            body = cq.Workplane("XY").polyline(corners).close().extrude(thickness)
            inlays: dict[int, list[cq.Shape]] = {}
            for (ax, ay), (bx, by), colour in zip(corners, corners[1:] + corners[:1], colours, strict=True):
                along = math.degrees(math.atan2(by - ay, bx - ax))
                plane = cq.Workplane("XY", origin=((ax + bx) / 2, (ay + by) / 2, thickness - depth))
                turned = plane.transformed(rotate=(0, 0, along)).center(0, long / 2)
                bar = turned.rect(stripe, long).extrude(depth)
                body = body.cut(bar)
                inlays.setdefault(colour, []).append(bar.val())
            tile = f"{name}-{''.join(map(str, colours))}"
            cq.exporters.export(body, str(folder / f"{tile}-body.stl"))
            for colour, bars in inlays.items():
                solid = cq.Workplane(cq.Compound.makeCompound(bars))
                cq.exporters.export(solid, str(folder / f"{tile}-inlay-c{colour}.stl"))


def main() -> int:
    """Measure, print, judge. Return the exit code."""
    own = sys.argv[1:]
    own, options = (own[: own.index("--")], own[own.index("--") + 1 :]) if "--" in own else (own, [])
    parser = arguments(__doc__, rounds=3)
    parser.add_argument("old", nargs="?", metavar="OLD", help="the commit or tag to compare with")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--calls", action="store_true", help="count calls and bytes, not seconds and memory")
    parser.add_argument("--peer", action="store_true", help="measure the obvious CadQuery script in place of a commit")
    parser.add_argument("--script", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_intermixed_args(own)
    if asked.script:
        obvious(asked.script)
        return 0
    if asked.peer:
        return report(peer(asked.rounds), asked.json)
    if asked.old is None:
        parser.error("OLD: found nothing, allowed is a commit or a tag of this repository")
    if unknown := sorted(set(asked.games) - set(GAMES)):
        parser.error(f"GAME: found {', '.join(unknown)}, allowed are {', '.join(GAMES)}")
    sets = [(game, *options) for game in asked.games or GAMES]
    with tempfile.TemporaryDirectory() as folder:
        rows, figures = measure(checkout(asked.old, Path(folder)), sets, asked.rounds, calls=asked.calls)
    return report(figures, asked.json, asked.write, before=table(("set", "of it", asked.old, "now", "ratio"), rows))


if __name__ == "__main__":
    sys.exit(main())
