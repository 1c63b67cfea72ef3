"""What the commands say, how they end, and the files that they write."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from quasiprint.cli.bar import Progress
from quasiprint.errors import InputError, Unavailable, printable, reason_of
from quasiprint.system.outcome import Unsaid, complain, silence
from quasiprint.system.progress import telling

if TYPE_CHECKING:
    from pathlib import Path

    from quasiprint.model.finding import Finding

FAILED, BAD_INPUT = 1, 2


class Refused(click.ClickException):
    """Bad input: one message, exit code 2."""

    exit_code = BAD_INPUT

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Turn bad input, and what this machine lacks, into a message and exit code 2."""
    try:
        yield
    except (InputError, Unavailable) as problem:
        raise Refused(str(problem)) from None


def say(message: str = "", *, nl: bool = True) -> None:
    """Print what a command was asked for. Raises Unsaid where it cannot be: then the command has not done its work."""
    try:
        if sys.stdout is None:
            raise ValueError("it is closed")
        click.echo(printable(message), nl=nl)
    except (OSError, ValueError) as problem:
        raise Unsaid(problem) from None


def add(message: str) -> None:
    """Print what became of the work, which lies on the disk: where it cannot be said, it is done nonetheless."""
    try:
        say(message)
    except Unsaid as problem:
        silence(sys.stdout)
        if not problem.gone:
            warn(str(problem))


def put_json(document: Any) -> None:
    """Print one JSON document; in ASCII, so that it arrives whole whatever the terminal's language."""
    import json

    say(json.dumps(document, indent=2))


def finding_words(finding: Mapping[str, str]) -> str:
    """Return a finding, as JSON has it, as people read it."""
    remedy = f" ({finding['remedy']})" if finding["remedy"] else ""
    return f"{finding['severity']}: {finding['code']}: {finding['subject']}: {finding['message']}{remedy}"


def put_findings(findings: Iterable[Finding]) -> None:
    """Print findings for people, on stderr."""
    for finding in findings:
        complain(finding_words(finding.as_json()))


def warn(message: str) -> None:
    """Print a warning."""
    complain(f"warning: {message}")


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


REMEDY = ", or --replace puts it aside"


def place(
    target: Path, content: bytes, allowed: str, replace: bool, ours: Callable[[bytes], bool] = lambda _: False
) -> None:
    """Put a file in its place. allowed: what may be replaced there, and ours: whether something is that; none, if it is
    somebody's own, or may have notes of its owner's. replace: whether anything else is put aside. Raises Refused."""
    from quasiprint.disk.ownership import calling, target_name
    from quasiprint.disk.staging import put

    try:
        with calling(target):
            put(target, content, ours, allowed, REMEDY, replace, lambda said: warn(f"{target_name(target)}: {said}"))
    except InputError as problem:
        raise Refused(str(problem)) from None
    except (OSError, ValueError) as problem:
        raise Refused(f"output {str(target)!r}: cannot be written: {reason_of(problem)}; nothing was changed") from None


def put_file(path: str, content: bytes, replace: bool, silent: bool = False) -> None:
    """Write a file, and say so, unless `silent`. One that holds the same is left as it is. Raises Refused."""
    from pathlib import Path

    target = Path(path)
    place(target, content, "the very same", replace, lambda old: old == content)
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


def refuse_unwritable(path: str, is_own: Callable[[bytes], bool], kind: str) -> None:
    """Raise Refused if a file cannot be written once something is found: that may be hours later."""
    import tempfile
    from pathlib import Path

    from quasiprint.disk.staging import MAX_KEPT

    target = Path(os.path.realpath(path))
    try:
        if target.exists():
            if not target.is_file():
                raise Refused(f"file {path!r}: is {'a folder' if target.is_dir() else 'no ordinary file'}")
            with target.open("rb") as stream:
                there = stream.read(MAX_KEPT + 1)
            if len(there) > MAX_KEPT or not is_own(there):
                raise Refused(
                    f"file {path!r}: holds something other than {kind}, and was left alone; choose another name"
                )
            if not os.access(target, os.W_OK):
                raise Refused(f"file {path!r}: is a file that may not be written")
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except (OSError, ValueError) as problem:
        raise Refused(f"file {path!r}: cannot be written: {reason_of(problem)}") from None


def write_result(path: str, content: bytes, is_own: Callable[[bytes], bool], kind: str) -> None:
    """Write what was found into a file. is_own: whether a file that lies there may be replaced. Raises Refused."""
    from quasiprint.disk.staging import put

    try:
        put(path, content, is_own, kind)
    except (OSError, ValueError) as problem:
        raise Refused(f"file {path!r}: was not written: {reason_of(problem)}") from None


def format_cells(cells: Iterable[Iterable[int]]) -> str:
    """Return cells of a board as the books name them: row and column."""
    return " + ".join(f"{row}/{column}" for row, column in cells)
