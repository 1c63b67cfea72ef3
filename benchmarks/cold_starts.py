"""Interrupts commands from their very first moment on, while libraries are loaded and while Python ends.

Each trial is a new process, started as the installed program is, over an old set. At one of many moments spread over
the time that the command takes it gets a signal: it alone, or with all of its children, as a terminal's Ctrl-C does.
What it may do then: end with 128 and the signal's number and one line, and leave everything as it was; or, where the
signal came too late, be done. Before the first line of the program runs, Python hears the signal in its own way, which
may be a traceback; then nothing may have been touched. `interruptions.py` runs these trials, as its part `cold`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from disturbed import HERE, LIMIT, copied, removed, tree

# as pip writes it
PROGRAM = """\
import re
import sys
from quasiprint.__main__ import main
if __name__ == '__main__':
    sys.argv[0] = re.sub(r'(-script\\\\.pyw|\\\\.exe)?$', '', sys.argv[0])
    sys.exit(main())
"""
SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Command:
    """A command. words: of the command line; typed: what it reads; writes: what it puts in its place, "" for nothing.
    beside: how many lines it may say besides."""

    name: str
    words: str
    trials: int
    typed: str = ""
    writes: str = ""
    beside: int = 0


COMMANDS = (
    Command("make, STEP among all", "make triomino --highest 0 -o set", 180, writes="set"),
    Command("make --jobs 2", "make triomino --highest 0 --kerf 0.1 -o set --jobs 2", 60, writes="set"),
    Command("verify", "verify old", 80),
    Command("check", "check triomino --highest 1", 50),
    Command("rules", "rules triomino --quick -o book.pdf", 50, writes="book.pdf"),
    Command("play", "play quomino --size 6", 50, typed="c4 se\nhint\nsave saved\nquit\n", beside=1),
    Command("list", "list", 40),
)
OLD_BOOK = "rules triomino --quick --paper letter -o {}"
OLD = "make triomino --highest 0 --thickness 4 -o {}"


@dataclass
class Trials:
    """What became of the trials of one command. early: before the program's first line; late: it was done."""

    tried: int = 0
    early: int = 0
    interrupted: int = 0
    late: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        """Return a row of the table."""
        ends = " ".join(f"{end}:{number}" for end, number in sorted(self.ends.items()))
        figures = (self.tried, self.early, self.interrupted, self.late, len(self.bad))
        return f"{name:<32}" + "".join(f"{figure:>12}" for figure in figures) + f"  {ends}"


HEADER = f"{'':<32}" + "".join(f"{word:>12}" for word in ("tried", "early", "interrupted", "late", "bad")) + "  ends"


class Ground:
    """A folder for the trials, with a home and a TMPDIR of its own, and an old set."""

    def __init__(self, root: Path, old: str) -> None:
        self.area, self.home, self.tmp, self.kept = (root / name for name in ("area", "home", "tmp", "kept"))
        for folder in (self.area, self.home, self.tmp, self.kept):
            folder.mkdir(parents=True)
        self.program = root / "quasiprint"
        self.program.write_text(PROGRAM)
        self.run(old.format(self.kept / "old").split())
        self.run(OLD_BOOK.format(self.kept / "book.pdf").split())

    def started(self, words: list[str], typed: str = "") -> subprocess.Popen[str]:
        """Start a command in a session of its own, so that its children can be reached with it."""
        environment = {**os.environ, "HOME": str(self.home), "TMPDIR": str(self.tmp), "XDG_CACHE_HOME": ""}
        child = subprocess.Popen(
            [sys.executable, str(self.program), *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.area,
            env={**environment, "PYTHONPATH": str(HERE.parent)}, start_new_session=True,
        )  # fmt: skip
        assert child.stdin
        child.stdin.write(typed)
        child.stdin.flush()
        return child

    def run(self, words: list[str], typed: str = "") -> str:
        """Run a command that has to be done; return what it says."""
        child = self.started(words, typed)
        said, complaint = child.communicate(timeout=LIMIT)
        if child.returncode:
            raise RuntimeError(f"{words}: ended with {child.returncode}: {complaint}")
        return said

    def lay(self, writes: str) -> None:
        """Put the old set there, and in the place of what a command writes."""
        for entry in (*self.area.iterdir(), *self.tmp.iterdir()):
            removed(entry)
        copied(self.kept / "old", self.area / "old")
        if writes:
            copied(self.kept / ("book.pdf" if writes.endswith(".pdf") else "old"), self.area / writes)

    def lies(self) -> dict[str, str]:
        """Return what lies there, but for a game that its player saved."""
        return {path: digest for path, digest in tree(self.area).items() if path != "saved"}


def hears(pid: int) -> bool:
    """Tell whether a process has got as far as to hear SIGTERM, which nobody but the program does, or to ignore it."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return True
    masks = [int(line.split()[1], 16) for line in lines if line.startswith(("SigCgt", "SigIgn"))]
    return any(mask >> (signal.SIGTERM - 1) & 1 for mask in masks)


def trials(root: Path, command: Command, old_words: str = OLD) -> Trials:
    """Interrupt a command at many moments of the time that it takes. old_words: how the old set is made."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells have it for what runs in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    ground, found = Ground(root, old_words), Trials()
    words = command.words.split()
    for _ in range(2):  # the first fills the caches
        ground.lay(command.writes)
        begun = time.monotonic()
        whole = ground.run(words, command.typed)
        length = time.monotonic() - begun
    new = ground.lies()
    ground.lay(command.writes)
    old = ground.lies()
    settled = tree(ground.home)
    count = command.trials
    for trial in range(count):
        number, alone = SIGNALS[trial % 2], trial % 4 < 2
        ground.lay(command.writes)
        begun = time.monotonic()
        child = ground.started(words, command.typed)
        time.sleep(max(0.0, begun + 1.05 * length * trial / count - time.monotonic()))
        early = not hears(child.pid)
        with contextlib.suppress(ProcessLookupError):
            (os.kill if alone else os.killpg)(child.pid, number)
        try:
            said, complaint = child.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            said, complaint = "", "it hung"
        end, lies = child.returncode, ground.lies()
        left = [*ground.tmp.iterdir(), *(set(tree(ground.home)) - set(settled))]
        found.tried += 1
        found.ends[str(end)] += 1
        if early:
            found.early += 1
            good = lies == old
        elif end == 0:
            found.late += 1
            good = lies == new and said == whole and not complaint
        else:
            found.interrupted += 1
            lines = complaint.splitlines()
            good = lies == old and end == 128 + number and 1 <= len(lines) <= 1 + command.beside
            good = good and lines[-1].startswith("Interrupted;")
        if not good or left or ("Traceback" in complaint and not early):
            where = f"{number.name} {'to it alone' if alone else 'to all'} after {length * trial / count:.3f} s"
            changed = sorted(set(lies.items()) ^ set(old.items()))[:4]
            found.bad.append(
                f"{where}{', early' * early}: ended with {end}; {changed}; left {left}; {complaint[-500:]}"
            )
    return found
