"""Interrupts runs at every moment, and tells whether a set, or a file, was ever lost.

A run over an older set is killed at every operation of the file system in turn, told to end there once and twice,
denied room there, killed by the clock, put on a disk that is really full or can only be read, and started several
times at once; the same for single files and for what is kept on disk. What is asked of it, `disturbed.py` says.

    python benchmarks/interruptions.py [PART ...]

Parts: moments jobs signals clock room full readonly together single caches compiled cold; without any, all, in three
quarters of an hour. `cold` is told in `cold_starts.py`. `full` (a disk of so many pages) and `readonly` mount disks and
need root. Ends with 1 if anything was lost, left or failed.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cold_starts
from disturbed import (
    FAULT,
    HEADER,
    HUNG,
    Action,
    Count,
    Ground,
    Sets,
    Tally,
    as_program,
    at,
    command,
    moments,
    no_room,
    own_end,
    sends,
    spread,
    together,
    tree,
    warm,
)

MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
NEEDS_ROOM = frozenset({"open", "os.mkdir", "os.rename"})  # what a disk refuses when it is full
NOBODY = 65534
PAGE = 4096
BOARDS = ("majomino --size 3 --count 2 --format txt,svg", "majomino --size 3 --count 3 --seed 4 --format txt,svg")
SHEETS = ("quasimino --colours 1 --format svg,dxf", "quasimino --colours 1 --format svg,dxf --thickness 4")
APART = ("quasimino --colours 1 --format svg,stl", "quasimino --colours 1 --format svg,stl --thickness 4")  # two jobs
BOOKS = ("majomino --size 3 --format txt,pdf", "majomino --size 3 --seed 3 --format txt,pdf")
Rows = Iterator[tuple[str, Tally]]


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    """Mount a disk for a while."""
    subprocess.run(["mount", *options, str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def part_moments(ground: Ground) -> Rows:
    """Killed at every change to the disk."""
    for name, pair in (("boards", BOARDS), ("sheets", SHEETS), ("books", BOOKS)):
        yield f"SIGKILL at every change, {name}", moments(Sets(ground, *pair), sends(signal.SIGKILL), caught=False)
    sets = Sets(ground, *BOARDS, name="set.zip")
    yield "SIGKILL at every change, boards in an archive", moments(sets, sends(signal.SIGKILL), caught=False)


def part_jobs(ground: Ground) -> Rows:
    """Killed at every change to the disk with two jobs: the run, or the job that makes the change."""
    sets = Sets(ground, *APART)
    yield "SIGKILL at every change, --jobs 2", moments(sets, sends(signal.SIGKILL), jobs=2, caught=False)
    yield "SIGKILL of a job, or the run", moments(sets, lambda: own_end, jobs=2, caught=False)
    yield "SIGINT at every change, --jobs 2", moments(sets, sends(signal.SIGINT), jobs=2, caught=True)
    yield "SIGTERM at every change, --jobs 2", moments(sets, sends(signal.SIGTERM), jobs=2, caught=True)


def part_signals(ground: Ground) -> Rows:
    """Told to end at every change to the disk, once and then at every change that follows."""
    for name, pair in (("boards", BOARDS), ("sheets", SHEETS)):
        sets = Sets(ground, *pair)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            yield f"{number.name} at every change, {name}", moments(sets, sends(number), caught=True)
        yield f"SIGINT from every change on, {name}", moments(sets, sends(signal.SIGINT), caught=True, on=True)
    sets = Sets(ground, *BOARDS, name="set.zip")
    for number in (signal.SIGINT, signal.SIGTERM):
        yield f"{number.name} at every change, boards in an archive", moments(sets, sends(number), caught=True)


def part_clock(ground: Ground) -> Rows:
    """Killed and told to end by the clock."""
    sets = Sets(ground, *APART)
    for jobs in (1, 2):
        for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            yield f"{number.name} by the clock, --jobs {jobs}", spread(sets, number, 150, jobs=jobs)


def part_room(ground: Ground) -> Rows:
    """No room left at every file that is opened, folder that is made and name that is changed."""
    for name, pair in (("boards", BOARDS), ("sheets", SHEETS), ("books", BOOKS)):
        found = moments(Sets(ground, *pair), lambda: no_room, caught=True, only=NEEDS_ROOM)
        yield f"no room at every change, {name}", found
    found = moments(Sets(ground, *APART), lambda: no_room, caught=True, only=NEEDS_ROOM, jobs=2)
    yield "no room at every change, --jobs 2", found


def part_full(ground: Ground) -> Rows:
    """A disk that is really full: of so many pages more than the old set takes, from none to all that is needed."""
    sets, tally = Sets(ground, *SHEETS), Tally()
    size = sum(-(-path.stat().st_size // PAGE) + 1 for path in sets.target.rglob("*"))
    with mounted(ground.area, "-t", "tmpfs", "tmpfs"):
        for pages in range(size, 3 * size, max(1, size // 40)):
            sets.lay()
            subprocess.run(["mount", "-o", f"remount,size={pages * PAGE}", str(ground.area)], check=True)
            end = ground.run(sets.make())
            subprocess.run(["mount", "-o", "remount,size=64m", str(ground.area)], check=True)
            if end not in {"0", "2"} or (end == "2" and "disk is full" not in ground.said.read_text()):
                tally.faults.append(f"{pages} pages: ended with {end}: {ground.said.read_text()[-300:]}")
            sets.judge(tally, end, f"{pages} pages", caught=True, again=pages % 2 == 0)
        ground.empty()
    yield "a disk that is full, page by page", tally


def part_readonly(ground: Ground) -> Rows:
    """A disk that can only be read; a folder that may not be written; a set with a folder that may not."""

    def become_nobody() -> None:
        os.setgid(NOBODY)
        os.setuid(NOBODY)

    sets, tally = Sets(ground, *SHEETS), Tally()

    def refused(prepare: Action | None, where: str) -> None:
        before = tree(ground.area)
        end = ground.run(sets.make(), prepare)
        said = ground.said.read_text()
        if end != "2" or "nothing was changed" not in said or tree(ground.area) != before:
            tally.faults.append(f"{where}: ended with {end}: {said[-300:]}")
        tally.tried, tally.old = tally.tried + 1, tally.old + (sets.found() == "old")
        tally.ends[end] += 1

    sets.lay()
    with mounted(ground.area, "--bind", str(ground.area)):
        subprocess.run(["mount", "-o", "remount,bind,ro", str(ground.area)], check=True)
        refused(None, "a disk that can only be read")
    for folder in (ground.root.parent, ground.root, ground.home, ground.tmp):
        folder.chmod(0o777)
    refused(become_nobody, "a folder of somebody else's")
    for folder in (ground.area, *ground.area.rglob("*")):
        os.chown(folder, NOBODY, NOBODY)
    for folder in (sets.target, sets.target / "svg"):
        folder.chmod(0o555)
        refused(become_nobody, f"{folder.name} that may not be written")
        folder.chmod(0o755)
    ground.area.chmod(0o555)
    refused(become_nobody, "a folder that may not be written")
    ground.area.chmod(0o755)
    end = ground.run(sets.make(), become_nobody)
    if end != "0":
        tally.faults.append(f"where nobody may write, after all: ended with {end}: {ground.said.read_text()[-300:]}")
    sets.judge(tally, end, "where nobody may write, after all", caught=True)
    yield "where nothing may be written", tally


def part_together(ground: Ground) -> Rows:
    """Several runs at once into one place."""
    sets = Sets(ground, *SHEETS)
    yield "two runs at once", together(sets, 60, 2, kill=False)
    yield "five runs at once", together(sets, 20, 5, kill=False)
    yield "two runs at once, one is killed", together(sets, 200, 2, kill=True)


def files(
    ground: Ground, name: str, old: bytes, new: bytes, action: Action, strike: Callable[[], Callable[[], None]],
    *, caught: bool, only: frozenset[str] | None = None,
) -> Tally:  # fmt: skip
    """Disturb what writes a single file at every change to the disk; write it again, and look for what is left."""
    tally, moment = Tally(), 0
    target = ground.area / name
    while True:
        ground.empty()
        target.write_bytes(old)
        count = Count()

        def prepare(moment: int = moment, count: Count = count) -> None:
            at(moment, count, strike(), only)()

        end = ground.run(action, prepare)
        if count.seen <= moment:
            return tally
        tally.tried += 1
        tally.ends[end] += 1
        lies = target.read_bytes() if target.is_file() else b""
        tally.old, tally.new = tally.old + (lies == old), tally.new + (lies == new)
        if lies not in {old, new}:
            tally.lost.append(f"moment {moment}: the file is {len(lies)} bytes that are neither")
        if end in {HUNG, str(FAULT)}:
            tally.faults.append(f"moment {moment}: {end}: {ground.said.read_text()[-600:]}")
        if caught and ground.beside(name):
            tally.strays.append(f"moment {moment}: {ground.beside(name)} right after it ended with {end}")
        ground.must(action)
        if target.read_bytes() != new or ground.beside(name):
            tally.strays.append(f"moment {moment}: {ground.beside(name)} after the file was written again")
        moment += 1


def part_single(ground: Ground) -> Rows:
    """Rulebooks, score sheets and saved games."""

    def typed(words: str, lines: str) -> Action:
        def act() -> None:
            sys.stdin = io.TextIOWrapper(io.BytesIO(lines.encode()))
            command(*words.split())()

        return act

    rules = "rules", "majomino", "--size", "3", "--quick", "-o", "a.pdf"
    sheet = "scoresheet", "majomino", "-o", "a.pdf"
    letter = "--paper", "letter"
    saved = "save a.txt\nquit\n"
    writers = {
        "rules": ("a.pdf", command(*rules, *letter), command(*rules)),
        "scoresheet": ("a.pdf", command(*sheet, *letter), command(*sheet)),
        "a saved game": ("a.txt", typed("play quomino --size 6", saved), typed("play quomino --size 4", saved)),
    }
    for what, (name, before, action) in writers.items():
        made = []
        for act in (before, action):
            ground.empty()
            ground.must(act)
            made.append((ground.area / name).read_bytes())
        ground.settled = set(tree(ground.home))
        old, new = made
        assert old != new
        for word, strike, caught, only in (
            ("SIGKILL at every change", sends(signal.SIGKILL), False, None),
            ("SIGINT at every change", sends(signal.SIGINT), True, None),
            ("no room at every change", lambda: no_room, True, NEEDS_ROOM),
        ):
            found = files(ground, name, old, new, action, strike, caught=caught, only=only)
            yield f"{word}, {what}", found


def part_caches(ground: Ground) -> Rows:
    """Killed at every change while the programme of boards is kept. Of a size that is quick; runs keep the one of many
    boards of 7 × 7."""
    from quasiprint.games.majomino.dissection import programme as counting

    def programme() -> None:
        counting.whole(3)

    home = ground.home
    for what, action in {"a programme is kept": as_program(programme)}.items():
        tally, moment = Tally(), 0
        while True:
            ground.empty()
            shutil.rmtree(home)
            home.mkdir()
            count = Count()
            prepare = at(moment, count, lambda: os.kill(os.getpid(), signal.SIGKILL))
            end = ground.run(action, prepare)
            if count.seen <= moment:
                break
            tally.tried += 1
            tally.ends[end] += 1
            ground.empty()
            ground.must(action)
            ground.settled = set(tree(home))
            if not ground.settled:
                tally.faults.append(f"moment {moment}: nothing is kept")
            tally.new += 1
            if left := [name for name in ground.settled if "part" in name or "tmp" in name]:
                tally.strays.append(f"moment {moment}: {left} in the home")
            moment += 1
        yield f"SIGKILL at every change, {what}", tally


def part_compiled(ground: Ground) -> Rows:
    """Killed at every change while what numba compiled is kept."""
    yield "SIGKILL at every change, compiled code is kept", compiled(ground)


def part_cold(ground: Ground) -> Rows:
    """Told to end at moments from the very first on, while libraries are loaded, and while Python ends."""
    print(cold_starts.HEADER)
    for number, asked in enumerate(cold_starts.COMMANDS):
        found = cold_starts.trials(ground.root / str(number), asked)
        print(found.line(asked.name), flush=True)
        tally = Tally(found.tried, found.ends, faults=found.bad)
        tally.old, tally.new = found.tried - found.late - len(found.bad), found.late
        yield asked.name, tally


WORD = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
sys.path.insert(0, sys.argv[2])
import numpy as np
from disturbed import Count, at
from quasiprint.system.compiled import compiled
from quasiprint.games.majomino.dissection import random_numbers
count = Count()
at(int(sys.argv[3]), count, lambda: os.kill(os.getpid(), signal.SIGKILL))()
found = np.empty(1, np.uint64)
compiled(random_numbers.fill)(random_numbers.seed_state(1), found)
print(found[0], count.seen)
"""


def compiled(ground: Ground) -> Tally:
    """Kill a run at every change while it keeps what numba compiled."""
    tally, moment, here = Tally(), 0, Path(__file__).resolve().parent
    cache = ground.area / "numba"

    def run(moment: int) -> subprocess.CompletedProcess[str]:
        arguments = [sys.executable, "-c", WORD, str(here.parent), str(here), str(moment)]
        return subprocess.run(
            arguments, env={**os.environ, "NUMBA_CACHE_DIR": str(cache)}, capture_output=True, text=True, check=False
        )

    ground.empty()
    sound = run(-1).stdout.split()
    kept = set(tree(cache))
    while moment < int(sound[1]):
        ground.empty()
        end = run(moment).returncode
        tally.tried += 1
        tally.ends[str(end)] += 1
        again = run(-1)
        if again.stdout.split()[:1] != sound[:1]:
            tally.lost.append(f"moment {moment}: {again.stdout + again.stderr[-300:]}")
        tally.new += again.stdout.split()[:1] == sound[:1]
        if left := set(tree(cache)) - kept:
            tally.strays.append(f"moment {moment}: {left} in the cache")
        moment += 1
    return tally


def main(words: list[str]) -> int:
    """Make the trials that are asked for, and print what became of them. Return the exit code."""
    parts = {name.removeprefix("part_"): part for name, part in globals().items() if name.startswith("part_")}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help="all if none is named")
    asked = parser.parse_args(words).parts
    if unknown := set(asked) - set(parts):
        parser.error(f"PART: found {', '.join(sorted(unknown))}, allowed are {', '.join(parts)}")
    start = time.monotonic()
    warm()
    tallies = []
    print(HEADER)
    with tempfile.TemporaryDirectory(prefix="quasiprint-interruptions-", dir=MEMORY) as folder:
        for name in asked or parts:
            for row, tally in parts[name](Ground(Path(folder, name))):
                print(tally.line(row), flush=True)
                for said in tally.bad[:5]:
                    print(f"    {said}")
                tallies.append(tally)
    bad = sum(len(tally.bad) for tally in tallies)
    tried = sum(tally.tried for tally in tallies)
    print(f"{tried} moments, {bad} of them bad, in {time.monotonic() - start:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
