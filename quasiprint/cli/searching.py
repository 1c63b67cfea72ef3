"""What commands share that search for long: how much they may take, and the files in which they keep what is found."""

from __future__ import annotations

from collections.abc import Callable

import click

from quasiprint.cli.reporting import Refused
from quasiprint.storage.file import put

MEMORY, MOST_MEMORY = 1024, 1 << 20  # MiB


def bounded(memory: int | None, time_limit: float | None) -> int:
    """Return how much memory a search may take, MiB. Raises BadParameter for limits that are none."""
    if time_limit is not None and time_limit <= 0:
        raise click.BadParameter(f"found {time_limit:g}, allowed is more than 0 seconds", param_hint="--time-limit")
    if memory is not None and memory > MOST_MEMORY:
        raise click.BadParameter(f"found {memory}, allowed are up to {MOST_MEMORY} MiB", param_hint="--memory")
    return memory or MEMORY


def kept(path: str, content: bytes, is_own: Callable[[bytes], bool], kind: str) -> None:
    """Write what was found into a file. is_own: whether a file that lies there may be replaced. Raises Refused."""
    try:
        put(path, content, is_own, kind)
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise Refused(f"file {path!r}: was not written: {reason}") from None
