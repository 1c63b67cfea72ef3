"""What the commands say, how they end, and the files that they write.

The line of progress on standard error shows what is being done, a bar, and the time left where the amount of work is
known. There is none where that is no terminal, and no colour where the terminal has none or its user wants none
(NO_COLOR).
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from quasiprint.errors import printable
from quasiprint.system.outcome import OutputClosed, print_error, silence
from quasiprint.system.progress import telling

if TYPE_CHECKING:
    from pathlib import Path

    from quasiprint.model.finding import Finding

WIDTH = 76  # characters of the line at most: a terminal of 80 columns does not wrap it
LEAST = 24  # columns: where there are fewer, there is no bar
CELLS = 20  # of a bar; fewer where the terminal is narrow
INTERVAL = 0.1  # s, from one count to the next: nobody reads quicker, and no line flickers
SOON, FEW = 2.0, 0.04  # s and share of all, before which nobody can say how long the rest takes
BAR, DONE = "\x1b[36m", "\x1b[0m"  # cyan, and as before
MINUTE, HOUR = 60, 3600


class Progress:
    """A line on stderr; nothing at all if stderr is no terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        plain = os.environ.get("TERM", os.environ.get("WT_SESSION", "")) in ("", "dumb")  # Windows says the other
        self.bars = self.shown and not plain
        self.colours = self.bars and not os.environ.get("NO_COLOR")
        self.begun = False
        self._from = self._at = self._last = time.monotonic()
        self._share = 0.0
        self._head, self._stands = "", 0

    def tick(self, name: str, count: int) -> None:
        """Say how many files of a format are written; 0: what is done before there are any."""
        self.say(f"{name}: {count} files" if count else f"{name} …")

    def say(self, what: str) -> None:
        """Say what is being done. Counts that follow one another too quickly to be read are left out."""
        if not self.shown:
            return
        now, head = time.monotonic(), what.partition(":")[0]
        if head == self._head and now - self._last < INTERVAL:
            return
        self._head, self._last = head, now
        text = printable(what)
        width = min(_columns() - 1, WIDTH)
        bar, shown, left = "", text, self.left()
        if left is not None:
            shown = f"{in_words(left)} left  {text}"
        if self.bars and self._share and width >= LEAST:
            cells = min(CELLS, width // 4)
            full, empty = "█░"
            try:
                "█░".encode(getattr(sys.stderr, "encoding", None) or "ascii")
            except UnicodeEncodeError:
                full, empty = "#-"
            done = int(self._share * cells)
            bar, shown = (full * done + empty * (cells - done)), f" {self._share:4.0%}  {shown}"
        shown = shown[: max(width - len(bar), 0)]
        stands = len(bar) + len(shown)
        drawn = f"{BAR}{bar}{DONE}" if bar and self.colours else bar
        self._write(f"\r{drawn}{shown}{'':{max(self._stands - stands, 0)}}")
        self._stands, self.begun = stands, True

    def measure(self, share: float) -> None:
        """Take note of which share of all is done, 0 to 1. It does not go back."""
        if share > self._share:
            self._share, self._at = min(share, 1.0), time.monotonic()

    def left(self) -> float | None:
        """Return how much longer it takes if the rest is like what is done, s; None before anybody can say."""
        taken = self._at - self._from
        if self._share < FEW or taken < SOON:
            return None
        left = taken * (1 - self._share) / self._share - (time.monotonic() - self._at)
        return left if left > 0 else None

    def clear(self) -> None:
        """Wipe the line."""
        if self.begun:
            self._write(f"\r{'':{self._stands}}\r")
            self._stands = 0

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            silence(sys.stderr)


def in_words(seconds: float) -> str:
    """Return a time in few words: "12 s", "3 min", "2 h 5 min"."""
    if seconds < MINUTE:
        return f"{max(round(seconds), 1)} s"
    if seconds < HOUR:
        return f"{round(seconds / MINUTE)} min"
    return f"{int(seconds // HOUR)} h {int(seconds % HOUR // MINUTE)} min"


def _columns() -> int:
    """Return how wide the terminal is now; 80 where it does not say."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


FAILED = 1
UNWRITABLE, SAME = "cannot be written: ", "the very same"
Ours = Callable[[bytes], bool]  # tells by a file's content whether it may be replaced


def say(message: str = "", *, nl: bool = True) -> None:
    """Print what a command was asked for. Raises OutputClosed where it cannot be: the command has not done its work."""
    try:
        if sys.stdout is None:
            raise ValueError("it is closed")
        click.echo(printable(message), nl=nl)
    except (OSError, ValueError) as problem:
        raise OutputClosed(problem) from None


def add(message: str) -> None:
    """Print what became of the work, which lies on the disk: if it cannot be printed, the work is done nonetheless."""
    try:
        say(message)
    except OutputClosed as problem:
        silence(sys.stdout)
        if not problem.gone:
            warn(str(problem))


def print_json(document: Any) -> None:
    """Print one JSON document; in ASCII, so that it arrives whole whatever the terminal's language."""
    import json

    say(json.dumps(document, indent=2))


def finding_words(finding: Mapping[str, str]) -> str:
    """Return a finding, as JSON has it, as people read it."""
    remedy = f" ({finding['remedy']})" if finding["remedy"] else ""
    return f"{finding['severity']}: {finding['code']}: {finding['subject']}: {finding['message']}{remedy}"


def print_findings(findings: Iterable[Finding]) -> None:
    """Print findings for people, on stderr."""
    for finding in findings:
        print_error(finding_words(finding.as_json()))


def warn(message: str) -> None:
    """Print a warning."""
    print_error(f"warning: {message}")


@contextlib.contextmanager
def show_progress(first: str = "") -> Iterator[Progress]:
    """Show what takes long in the block, on a terminal, and wipe it when that is done. first: what is said at once, if
    standard output is a terminal, too, and else nothing is."""
    progress = Progress()
    if first:
        progress.shown &= sys.stdout is not None and sys.stdout.isatty()
        progress.say(first)
    try:
        with telling(progress.say, progress.measure):
            yield progress
    finally:
        progress.clear()


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """Do without the collector of reference cycles: a set is many values and hardly any cycles, and
    walking them all again and again took a sixth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def place(target: Path, content: bytes, allowed: str, replace: bool | None, ours: Ours = lambda _: False) -> None:
    """Put a file in its place; a missing folder is made. allowed: what may be replaced there; ours: whether a file's
    content is such: not if it is somebody's own, or may have notes of its owner's. replace: whether anything else is
    put aside; None: no option says so. Raises InputError."""
    from quasiprint.disk.ownership import make_folders, naming, target_name
    from quasiprint.disk.staging import put_file

    def tell(text: str) -> None:
        warn(f"{target_name(target)}: {text}")

    with naming(target):
        make_folders(target.parent)
    with naming(target, UNWRITABLE):
        put_file(target, content, ours, allowed, replace, tell)


def refuse_misplaced(
    target: Path, allowed: str, replace: bool | None, ours: Callable[[bytes], object], *, makes_folder: bool = False
) -> None:
    """Raise InputError before the work, which may take hours, for a place in which `place` could put nothing, whatever
    comes of the work. makes_folder: whether a missing folder is made."""
    import tempfile
    from pathlib import Path

    from quasiprint.disk.ownership import naming
    from quasiprint.disk.staging import refuse_other_file

    real = Path(os.path.realpath(target))
    with naming(target, UNWRITABLE):
        if os.path.lexists(real):
            refuse_other_file(real, ours=ours, what=allowed, replace=replace)
        there = next((path for path in real.parents if os.path.lexists(path)), real)
        with tempfile.TemporaryFile(dir=there if makes_folder and there.is_dir() else real.parent):
            pass


def save(path: str, content: bytes, replace: bool, silent: bool, allowed: str = SAME, ours: Ours | None = None) -> None:
    """Write a file, and say so, unless `silent`. allowed, ours: as of `place`; one that holds the same, if nobody says.
    Raises InputError."""
    from pathlib import Path

    target = Path(path)
    place(target, content, allowed, replace, ours or content.__eq__)
    if not silent:
        add(f"{target}: {len(content) // 1024 + 1} KiB")


MEMORY, MOST_MEMORY = 1024, 1 << 20  # MiB


def memory_limit(memory: int | None, time_limit: float | None) -> int:
    """Return how much memory a search may take, MiB. Raises BadParameter for limits that are none."""
    if time_limit is not None and time_limit <= 0:
        raise click.BadParameter(f"found {time_limit:g}, allowed is more than 0 seconds", param_hint="--time-limit")
    if memory is not None and memory > MOST_MEMORY:
        raise click.BadParameter(f"found {memory}, allowed are up to {MOST_MEMORY} MiB", param_hint="--memory")
    return memory or MEMORY


def format_cells(cells: Iterable[Iterable[int]]) -> str:
    """Return cells of a board as the books name them: row and column."""
    return " + ".join(f"{row}/{column}" for row, column in cells)
