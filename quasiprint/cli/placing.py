"""Puts one file where it was asked for; what the disk or a file that lies there refuses is told in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from quasiprint.cli.reporting import Refused, warn
from quasiprint.model.errors import InputError
from quasiprint.storage.file import put
from quasiprint.storage.naming import calling, named

REMEDY = ", or --replace puts it aside"


def place(target: Path, content: bytes, ours: Callable[[bytes], bool], allowed: str, replace: bool) -> None:
    """Put a file in its place. ours: whether what lies there may be replaced; allowed: what that is called. replace:
    whether anything else is put aside. Raises Refused."""
    try:
        with calling(target):
            put(target, content, ours, allowed, REMEDY, replace, lambda said: warn(f"{named(target)}: {said}"))
    except InputError as problem:
        raise Refused(str(problem)) from None
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise Refused(f"output {str(target)!r}: cannot be written: {reason}; nothing was changed") from None


def never(_: bytes) -> bool:
    """Tell that no file may be replaced: it is somebody's own, or may have notes of its owner's."""
    return False
