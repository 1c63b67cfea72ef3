"""Who notices a mutation that nobody thought of? Draws thousands, of any file of any format, by seed.

    python benchmarks/drawn_mutations.py --number 100                   100 of every format of every game
    python benchmarks/drawn_mutations.py --format svg,pdf --game triomino --number 500 --seed 7 --jobs 2
    python benchmarks/drawn_mutations.py --told drawn.log               the tables of many portions, logged by --log
    python benchmarks/drawn_mutations.py --replay svg:triomino:small-0-17 --keep x.svg

Makes small sets of each game, draws a mutation of a file, mends the hashes, and judges: by reading back alone (the
format's reader), by bytes alone (the set made again: any other byte is another file). What reading back misses is
shown to renderers, slicers and the CAD kernel: what they show is a defect, what nobody can see is listed as such.
Rulebooks, score sheets and READMEs have no readers and come under bytes alone. Prints Markdown tables,
and ends with 1 if anything that can be seen is missed. What is drawn stands in tests/mutations/drawn.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from mutations.drawn import trial  # noqa: E402
from mutations.drawn.trial import ROWS, UNREAD, Outcome  # noqa: E402

PATIENCE = 240.0  # s for one mutation
MEMORY = 6 << 30
Task = tuple[Path, str, str, bool, bool]


def _work(pipe: Connection) -> None:
    """Try what comes through a pipe, and send each step back."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    _read_step_here()
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            folder, row, seed, slice_too, whole = pipe.recv()
            for outcome in trial.tried(folder, row, seed, slice_too=slice_too, whole=whole):
                pipe.send(outcome)
            pipe.send(None)


def _read_step_here() -> None:
    """Let the CAD kernel read in this process, which may end by it: starting one for each file takes 1.5 s."""
    from quasiprint.formats.step import read

    if hasattr(read, "read_here") and hasattr(read, "solids_of"):
        read.solids_of = read.read_here


class Worker:
    """A process that tries mutations one by one, and is started again if one ends it or keeps it too long."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start the process."""
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_work, args=(other,), daemon=True)
        self.process.start()
        other.close()
        self.last: Outcome | None = None
        self.steps = 0
        self.task: Task | None = None
        self.until = 0.0

    def give(self, task: Task) -> None:
        """Send a task."""
        self.task, self.last, self.steps = task, None, 0
        self.until = time.monotonic() + PATIENCE
        self.pipe.send(task)

    def take(self) -> Outcome | None:
        """Return an outcome if there is one. What ends the reader of STEP is caught: its own process ends then."""
        try:
            if self.pipe.poll():
                outcome = self.pipe.recv()
                if outcome is None:
                    self.task = None
                    return self.last
                self.last, self.steps = outcome, self.steps + 1
            if time.monotonic() < self.until:
                return None
            why = f"takes more than {PATIENCE:g} s"
        except EOFError:
            why = "ends the program"
        self.process.kill()
        self.process.join()
        assert self.task is not None
        folder, row, seed, *_ = self.task
        lost = self.last or Outcome(row, folder.name, seed, "?", "?", "drawing it")
        if self.steps > 1:
            lost.seen = f"a judge {why}"
        elif row == "step":
            lost.codes = (f"the reader {why}",)
        else:
            lost.broken = why
        self.start()
        return lost


def outcomes(tasks: list[Task], jobs: int) -> Iterator[Outcome]:
    """Yield what comes of every task."""
    workers = [Worker() for _ in range(min(jobs, len(tasks)))]
    left = iter(tasks)
    try:
        for worker in workers:
            worker.give(next(left))
        while busy := [worker for worker in workers if worker.task]:
            wait([worker.pipe for worker in busy], timeout=1.0)
            for worker in busy:
                found = worker.take()
                if found is not None:
                    yield found
                    if (task := next(left, None)) is not None:
                        worker.give(task)
    finally:
        for worker in workers:
            worker.process.kill()


def table(found: list[Outcome], look: bool = True) -> str:
    """Return the counts by row and game."""
    lines = [
        "| format | game | mutations | caught by both | by bytes alone: visible | by bytes alone: nobody can see "
        "| true sets of other choices | missed by bytes |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in ROWS:
        own = [one for one in found if one.row == row]
        for game in [*dict.fromkeys(one.game for one in own), *(["all"] if own else [])]:
            these = [one for one in own if game in (one.game, "all")]
            lines.append(_line(row, game, these))
    lines.append(_line("all", "all", found))
    return "\n".join(lines)


def _line(row: str, game: str, these: list[Outcome]) -> str:
    both = sum(one.read and one.bytes for one in these)
    alone = [one for one in these if one.bytes and not one.read]
    unread = sum(one.row in UNREAD and not one.broken for one in alone)
    visible = sum(one.defect for one in alone)
    unseen = len(alone) - unread - visible
    other = sum(not one.bytes and not one.read and not one.defect for one in these)
    missed = len(these) - both - len(alone) - other
    said = f"{visible}" + (f" (and {unread} of files without a reader)" if unread else "")
    return f"| {row} | {game} | {len(these)} | {both} | {said} | {unseen} | {other} | {missed} |"


def _summary(found: list[Outcome]) -> int:
    print(table(found))
    wrong = [one for one in found if one.defect]
    if wrong:
        print(
            "\nMissed by reading back, and visible:\n\n"
            "| replay | file | kind | what was done | how it shows |\n|---|---|---|---|---|"
        )
        for one in wrong:
            shows = (one.broken and f"**fails: {one.broken[:150]}**") or one.seen
            print(f"| {one.replay} | {one.path} | {_cell(one.kind)} | {_cell(one.says)} | {_cell(shows)} |")
    unseen = Counter(
        (one.row, one.kind) for one in found if one.bytes and not one.read and not one.defect and one.row not in UNREAD
    )
    if unseen:
        print("\nCaught by bytes alone, and nobody can see it:\n\n| format | kind | count |\n|---|---|---|")
        for (row, kind), count in sorted(unseen.items(), key=lambda pair: (pair[0][0], -pair[1])):
            print(f"| {row} | {_cell(kind)} | {count} |")
    slow = sorted(found, key=lambda one: -one.seconds)[:3]
    print("\nslowest to read: " + "; ".join(f"{one.replay} {one.seconds:.1f} s" for one in slow))
    return int(bool(wrong))


def _cell(text: Any) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")[:240]


def _replayed(text: str, keep: Path | None, folder: Path) -> int:
    row, game, seed = text.split(":")
    size = seed.partition("-")[0]
    target = _made(game, size, folder)
    *_, outcome = trial.tried(target, row, seed, slice_too=True)
    source = trial.recorded(target) if row == trial.RECORD else target
    if keep and row != trial.FOLDER:
        keep.write_bytes(trial.loaded(source).draw(row, seed)[1].content)
    print(f"{outcome.path}: {outcome.kind}: {outcome.says}")
    print(f"reading back: {', '.join(outcome.codes) or outcome.broken or 'nothing'}")
    if not outcome.read:
        print(f"seen: {outcome.seen or 'by nobody'}")
    return int(outcome.defect)


def _made(game: str, size: str, folder: Path) -> Path:
    with contextlib.redirect_stdout(io.StringIO()):
        return trial.made(game, size, folder)


def main() -> int:
    """Draw mutations, print what was noticed, and return the exit code."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--format", default=",".join(ROWS), metavar="F,…", help=f"of {', '.join(ROWS)}")
    options.add_argument("--game", default=",".join(trial.SMALL), metavar="G,…")
    options.add_argument("--size", default="small", metavar="S,…", help="small, larger")
    options.add_argument("--number", type=int, default=50, metavar="N", help="of each format and game and size")
    options.add_argument("--seed", default="0", help="another seed draws others")
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--only-missed", action="store_true", help="no progress, only what is missed and the table")
    options.add_argument("--slice", type=int, default=20, metavar="P", help="%% of those missed that are sliced, too")
    options.add_argument("--whole", type=int, default=1, metavar="N", help="of each: also verified whole, by bytes")
    options.add_argument("--sets", type=Path, metavar="DIR", help="where sets are made, and kept for the next time")
    options.add_argument("--log", type=Path, metavar="FILE", help="also write every outcome, a line of JSON each")
    options.add_argument("--replay", metavar="FORMAT:GAME:SEED", help="draw one again and say everything of it")
    options.add_argument("--keep", type=Path, metavar="FILE", help="with --replay: write the mutated file there")
    options.add_argument("--told", type=Path, metavar="FILE", help="draw nothing, but print the tables of a --log")
    chosen = options.parse_args()
    if chosen.told:
        found = [Outcome(**json.loads(line)) for line in chosen.told.read_text(encoding="utf-8").splitlines()]
        # what was tried twice counts as it came out last
        return _summary(list({(one.row, one.game, one.seed): one for one in found}.values()))
    with tempfile.TemporaryDirectory(prefix="drawn-") as name:
        folder = (chosen.sets or Path(name)).resolve()
        if chosen.replay:
            return _replayed(chosen.replay, chosen.keep, folder)
        tasks: list[Task] = []
        for size in chosen.size.split(","):
            for game in chosen.game.split(","):
                target = _made(game, size, folder)
                for row in (row for row in chosen.format.split(",") if row in trial.rows_of(game)):
                    for k in range(chosen.number):
                        seed = f"{size}-{chosen.seed}-{k}"
                        tasks.append((target, row, seed, k % 100 < chosen.slice, k < chosen.whole))
        if not tasks:
            options.error(f"formats are {', '.join(ROWS)}, games {', '.join(trial.SMALL)}, sizes small, larger")
        found = []
        began = time.perf_counter()
        log = chosen.log.open("a", encoding="utf-8") if chosen.log else None
        for one in outcomes(tasks, chosen.jobs):
            found.append(one)
            if log:
                log.write(trial.told(one) + "\n")
            if one.defect:
                shows = one.broken or one.seen
                print(f"missed: {one.replay} {one.path}: {one.kind}: {one.says}: {shows}", file=sys.stderr, flush=True)
            if not chosen.only_missed and len(found) % 100 == 0:
                print(f"{len(found)} of {len(tasks)}, {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
        print(f"{len(found)} mutations in {time.perf_counter() - began:.0f} s\n")
        return _summary(found)


if __name__ == "__main__":
    sys.exit(main())
