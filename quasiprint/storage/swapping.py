"""Puts one file in the place of another, and loses neither if the other is not what it was taken for."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from quasiprint.model.errors import InputError
from quasiprint.storage.durable import settle
from quasiprint.storage.naming import beside, exchanged, moved, put_aside, replaced, unlinked


def swap(new: Path, real: Path, refuse: Callable[[Path], object]) -> None:
    """Put a new file in the place of one that may go.

    refuse: raises InputError for a file that may not go. It is asked again when the file is out of everybody's reach,
    and then nothing is changed. Where two files cannot change places in one step, it is asked just before. Whoever
    calls this keeps other runs off, and has seen to it that nothing has the hidden name ``.NAME.old``.
    """
    old = beside(real, "old")
    ours = _stamp(new)
    moved(new, old)  # a run that is killed here leaves a whole file of ours
    try:
        if not exchanged(old, real):
            refuse(real)
            replaced(old, real)
            return
    except BaseException:
        moved(old, new)
        raise
    before = os.lstat(old)
    try:
        refuse(old)
    except BaseException:
        if exchanged(old, real) and _stamp(old) == ours:
            moved(old, new)
            raise
        kept = put_aside(old, real)  # what somebody has put there while we looked
        raise InputError(f"something was put there meanwhile, and was kept as {os.fspath(kept)!r}") from None
    settle(real, old)
    with open(old, "rb") as stream:
        gone = unlinked(old, stream, before)
    if not gone:
        kept = put_aside(old, real)
        raise InputError(
            "the new file is in its place; what was written into the one before it at the last moment was kept as "
            f"{os.fspath(kept)!r}"
        )


def _stamp(file: Path) -> tuple[int, ...]:
    status = os.lstat(file)
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def put_aside_for(new: Path, real: Path, tell: Callable[[str], None]) -> None:
    """Put a new file in a place, and what is there aside, whole, under a name that `tell` is told."""
    kept = put_aside(real)
    try:
        moved(new, real)
    except BaseException as problem:
        with contextlib.suppress(FileExistsError):
            moved(kept, real)
            raise
        raise InputError(
            f"something was put there meanwhile; what was there before is now {os.fspath(kept)!r}"
        ) from problem
    tell(f"what was there is now {os.fspath(kept)!r}")
