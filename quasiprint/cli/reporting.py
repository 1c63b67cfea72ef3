"""What the commands say, how they end, and the files that they write.

The line of progress on standard error shows what is being done, a bar, and the time left where the amount of work is
known. There is none where that is no terminal, and no colour where its user wants none (NO_COLOR).
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from quasiprint.errors import printable
from quasiprint.system import WINDOWS
from quasiprint.system.outcome import OutputClosed, print_error, silence
from quasiprint.system.progress import telling

if TYPE_CHECKING:
    from pathlib import Path

    from quasiprint.model.finding import Finding

STEPS = 1000  # of a whole bar
BESIDE = 39  # columns for the bar, the share, the time left, what lies between them and the cursor
INTERVAL = 0.1  # s, from one count to the next: nobody reads quicker, and no line flickers
atexit.register(gc.freeze)  # a program that ends need not look for cycles once more


class Progress:
    """A line on stderr, which click draws; nothing at all if stderr is no terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        self._last, self._head = 0.0, ""
        self._bar = click.progressbar(
            length=STEPS,
            fill_char=click.style("█", fg="cyan"),
            empty_char="░",
            bar_template="%(label)s",  # until it is known how much there is to do
            width=20,
            file=sys.stderr if self.shown else None,
            color=False if os.environ.get("NO_COLOR") else None,
            hidden=not self.shown,
        )

    def say(self, what: str) -> None:
        """Say what is being done. Counts that follow one another too quickly to be read are left out."""
        now, head = time.monotonic(), what.partition(":")[0]
        if not self.shown or (head == self._head and now - self._last < INTERVAL):
            return
        self._head, self._last = head, now
        self._bar.label = printable(what)[: max(_columns() - BESIDE, 0)]
        self._draw(self._bar.render_progress)

    def measure(self, share: float) -> None:
        """Take note of which share of all is done, 0 to 1. It does not go back."""
        steps = int(STEPS * min(share, 1.0)) - self._bar.pos
        if steps > 0:
            self._bar.bar_template = "%(bar)s  %(info)s  %(label)s"
            self._draw(partial(self._bar.update, steps))

    def clear(self) -> None:
        """Wipe the line."""
        if self._bar.max_width:
            self._draw(partial(click.echo, f"\r{'':{self._bar.max_width}}\r{CURSOR}", sys.stderr, nl=False))

    def _draw(self, draw: Callable[[], object]) -> None:
        try:
            draw()
        except (OSError, ValueError):
            silence(sys.stderr)


CURSOR = "" if WINDOWS else "\x1b[?25h"  # shown again


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
def show_progress() -> Iterator[None]:
    """Show what takes long in the block, on a terminal, and wipe it when that is done."""
    progress = Progress()
    try:
        with telling(progress.say, progress.measure):
            yield
    finally:
        progress.clear()


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """Do without the collector of reference cycles: a set is many values and hardly any cycles, and
    walking them all again and again took a sixth of the time."""
    restore = gc.enable if gc.isenabled() else gc.disable
    gc.disable()
    try:
        yield
    finally:
        restore()


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
