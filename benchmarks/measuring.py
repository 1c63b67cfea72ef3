"""What a program costs: the one place where benchmarks measure, choose the least, print and judge.

A job is a command in a process of its own. Its CPU seconds are user and system time of the process and of all of its
descendants that it waited for; its peak memory is that of the whole tree of processes at one moment. Jobs that are
compared are run in turn, several times, and the least of each counts: all else is the machine's noise. Time on the
clock is told, but nothing is judged by it.

The measuring process must stay small and import no heavy library: Linux counts to the peak of a new process what its
parent held when it was started.

    from measuring import Figure, arguments, empty, in_turn, program, report

    asked = arguments(__doc__).parse_args()
    with empty() as folder:
        used = in_turn(asked.rounds, {"make": lambda: run(program("make", "quasimino", "-o", fresh(folder)))})
    sys.exit(report([Figure("make, CPU s", used["make"].cpu_s, most=2.0)], asked.json, asked.write))
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Files in memory where there is such a folder: what a disk takes to make a file, from 0.3 to 0.9 ms
# of system time each on one machine within the hour, is nobody's work that is measured here.
MEMORY_FOLDER = "/dev/shm" if os.path.isdir("/dev/shm") else None
EVERY = 0.02  # s, between two looks at the memory of a tree of processes
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes
MIB = 1 << 20
PAGE = Path(__file__).resolve().parent / "README.md"
CALL = "from quasiprint.cli import main; main(prog_name='quasiprint')"


@dataclass(frozen=True)
class Used:
    """What a run of a job used, or the least that several used of each. output: what the last one printed."""

    cpu_s: float
    peak_mib: float
    wall_s: float
    output: str = ""

    def least(self, other: Used) -> Used:
        """Return the lesser of each figure, and the output of the other."""
        pairs = ((self.cpu_s, other.cpu_s), (self.peak_mib, other.peak_mib), (self.wall_s, other.wall_s))
        return Used(*map(min, pairs), output=other.output)


@dataclass(frozen=True)
class Figure:
    """A figure that was measured, and its limits: at least `least` and at most `most`, where there are any."""

    name: str
    value: float
    least: float | None = None
    most: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the figure lies within its limits. What is no number does not."""
        low, high = self.least, self.most
        return self.value == self.value and (low is None or self.value >= low) and (high is None or self.value <= high)

    @property
    def limit(self) -> str:
        """The limits in words."""
        said = ("≥", self.least), ("≤", self.most)
        return ", ".join(f"{sign} {limit:g}" for sign, limit in said if limit is not None)


def program(*words: object, python: str = sys.executable) -> list[str]:
    """Return the command that runs quasiprint with some words. python: of the installation that is meant."""
    return [python, "-c", CALL, *map(str, words)]


def surroundings(checkout: Path | None = ROOT, **more: str) -> dict[str, str]:
    """Return the environment of a job: the sources of a checkout, or with None those of its own installation.

    Nothing that is set for Python here goes along: an installed program is compiled once and not each time.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, **({"PYTHONPATH": str(checkout)} if checkout else {}), **more}


@contextlib.contextmanager
def empty() -> Iterator[Path]:
    """Give a new folder, in memory where that is possible, and take it away."""
    with tempfile.TemporaryDirectory(prefix="quasiprint-benchmark-", dir=MEMORY_FOLDER) as folder:
        yield Path(folder)


def fresh(folder: Path) -> Path:
    """Return a name in a folder that nothing bears yet."""
    return next(path for number in range(sys.maxsize) if not (path := folder / f"set-{number}").exists())


def tree(pid: int) -> list[int]:
    """Return a process and all of its descendants that live."""
    found = [pid]
    for one in found:  # grows as it is gone through
        with contextlib.suppress(OSError):  # it has ended
            for thread in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{thread}/children", "rb") as file:
                    found.extend(map(int, file.read().split()))
    return found


def held(pids: Sequence[int]) -> int:
    """Return the bytes that some processes hold together, a page that several share counted once."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):  # it has ended
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return total


def run(
    command: Sequence[object],
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    codes: tuple[int, ...] = (0,),
) -> Used:
    """Run a job and return what it used. environment: ``surroundings()`` if none is given; folder: to stand in.

    Raises SystemExit with what the job said if its exit code is none of `codes`.
    """
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as complaint:
        start, most = time.monotonic(), 0
        child = subprocess.Popen(
            [*map(str, command)], stdin=subprocess.DEVNULL, stdout=said, stderr=complaint,
            env=dict(environment) if environment is not None else surroundings(), cwd=folder,
        )  # fmt: skip
        try:
            while not (ended := os.wait4(child.pid, os.WNOHANG))[0]:
                family = tree(child.pid)
                if len(family) > 1:  # of one process alone the kernel keeps the peak itself, and exactly
                    most = max(most, held(family))
                time.sleep(EVERY)
        except BaseException:
            child.send_signal(signal.SIGINT)
            child.wait()
            raise
        _, status, used = ended
        wall, child.returncode = time.monotonic() - start, os.waitstatus_to_exitcode(status)
        said.seek(0), complaint.seek(0)
        output = said.read().decode(errors="replace")
        if child.returncode not in codes:
            raise SystemExit(
                f"{' '.join(map(str, command))} ended with {child.returncode}, allowed is "
                f"{' or '.join(map(str, codes))}\n{output}{complaint.read().decode(errors='replace')}"
            )
    peak = max(most, used.ru_maxrss * MAXRSS_UNIT)
    return Used(used.ru_utime + used.ru_stime, peak / MIB, wall, output)


def children() -> float:
    """Return the CPU seconds of all jobs that have ended, for a job that something else starts."""
    user, system = os.times()[2:4]
    return user + system


def in_turn(rounds: int, jobs: Mapping[str, Callable[[], Used]]) -> dict[str, Used]:
    """Run all jobs one after another, and that several times. Return the least of each."""
    best: dict[str, Used] = {}
    for _ in range(rounds):
        for name, job in jobs.items():
            used = job()
            best[name] = best[name].least(used) if name in best else used
    return best


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table in Markdown. A number that is not whole has three digits that count."""
    lines = [head, *([_cell(cell) for cell in row] for row in rows)]
    said = [f"| {' | '.join(line)} |" for line in lines]
    return "\n".join([said[0], "|" + "---|" * len(head), *said[1:]]) + "\n"


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
    return str(value)


def report(figures: Sequence[Figure], as_json: bool = False, write: bool = False, before: str = "") -> int:
    """Print figures and their limits, and to stderr those that are past them. Return the exit code: 1 if one is.

    write: also put them into the page of figures, under the name of the program. before: a table of its own that goes
    before that of the figures.
    """
    past = [figure for figure in figures if not figure.holds]
    rows = [(figure.name, figure.value, figure.limit, "" if figure.holds else "**past it**") for figure in figures]
    told = (f"{before}\n" if before else "") + table(("figure", "value", "limit", ""), rows)
    if as_json:
        print(json.dumps({figure.name: _as_json(figure) for figure in figures}, indent=1, ensure_ascii=False))
    else:
        print(told, end="")
    if write:
        PAGE.write_text(recorded(PAGE.read_text(encoding="utf-8"), Path(sys.argv[0]).stem, told), encoding="utf-8")
    for figure in past:
        print(f"{figure.name}: found {figure.value:g}, allowed is {figure.limit}", file=sys.stderr)
    return 1 if past else 0


def recorded(page: str, name: str, told: str) -> str:
    """Return a page with the figures of a program in the place of those that stand there, and the day.

    Raises ValueError if it has no place for them.
    """
    head, mark, rest = page.partition(f"<!-- figures: {name} -->\n")
    _, end, tail = rest.partition("<!-- end -->")
    if not mark or not end:
        raise ValueError(f"page: found no place for the figures of {name!r}, allowed is <!-- figures: {name} -->")
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return f"{head}{mark}{day}, {os.cpu_count()} cores, Python {platform.python_version()}:\n\n{told}{end}{tail}"


def _as_json(figure: Figure) -> dict[str, float | bool]:
    limits = {"least": figure.least, "most": figure.most}
    known = {name: limit for name, limit in limits.items() if limit is not None}
    return {"value": round(figure.value, 4), **known, "holds": figure.holds}


def arguments(doc: str | None, rounds: int = 2) -> argparse.ArgumentParser:
    """Return a parser with the options that every benchmark has that measures. doc: of its module, shown by --help."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=count, default=rounds, help=f"how often everything is run (default: {rounds})")
    parser.add_argument("--json", action="store_true", help="print JSON in place of a table")
    parser.add_argument("--write", action="store_true", help="also put the figures into benchmarks/README.md")
    return parser


def count(word: str) -> int:
    """Return a whole number of at least 1. Raises argparse.ArgumentTypeError with what was found and is allowed."""
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"found {word!r}, allowed is a whole number of at least 1")
    return int(word)
