"""What commands share that search for long: how much they may take, and the files in which they keep what is found."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from quasiprint.cli.reporting import Refused
from quasiprint.storage.file import MAX_KEPT, put

MEMORY, MOST_MEMORY = 1024, 1 << 20  # MiB


def bounded(memory: int | None, time_limit: float | None) -> int:
    """Return how much memory a search may take, MiB. Raises BadParameter for limits that are none."""
    if time_limit is not None and time_limit <= 0:
        raise click.BadParameter(f"found {time_limit:g}, allowed is more than 0 seconds", param_hint="--time-limit")
    if memory is not None and memory > MOST_MEMORY:
        raise click.BadParameter(f"found {memory}, allowed are up to {MOST_MEMORY} MiB", param_hint="--memory")
    return memory or MEMORY


def refuse_unwritable(path: str, is_own: Callable[[bytes], bool], kind: str) -> None:
    """Raise Refused if a file cannot be written once something is found: that may be hours later."""
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
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise Refused(f"file {path!r}: cannot be written: {reason}") from None


def kept(path: str, content: bytes, is_own: Callable[[bytes], bool], kind: str) -> None:
    """Write what was found into a file. is_own: whether a file that lies there may be replaced. Raises Refused."""
    try:
        put(path, content, is_own, kind)
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise Refused(f"file {path!r}: was not written: {reason}") from None
