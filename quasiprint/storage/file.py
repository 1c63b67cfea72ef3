"""Writes one file, whole or not at all, and never over something that is not its like."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from quasiprint.model.errors import InputError
from quasiprint.storage.durable import settle
from quasiprint.storage.holding import holding
from quasiprint.storage.naming import beside, moved
from quasiprint.storage.replacing import DeferredSignals, replacing
from quasiprint.storage.swapping import put_aside_for, swap

MAX_KEPT = 1 << 26  # bytes: a file that is longer is nothing that we wrote, and is not replaced


def put(
    path: str | Path,
    content: bytes,
    ours: Callable[[bytes], bool],
    what: str,
    remedy: str = "",
    replace: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Put a file in its place.

    ours: tells by a file's content whether it may be replaced. what: the kind of file that may, and remedy: what else
    helps, for messages. replace: any file may, and is moved to another name, which `tell` is told. Raises OSError where
    the disk refuses, and InputError for a place that holds something else.
    """
    target = Path(os.path.realpath(path))  # a link stays, and what it names is replaced

    def refuse(file: Path) -> int | None:
        """Return a file's permissions, None if there is no file."""
        try:
            status = file.stat(follow_symlinks=False)
        except FileNotFoundError:
            return None
        if stat.S_ISDIR(status.st_mode):
            raise InputError("is a folder, allowed is a file")
        if not stat.S_ISREG(status.st_mode):
            raise InputError("is no ordinary file")
        if replace:
            return stat.S_IMODE(status.st_mode)
        if not os.access(file, os.W_OK):
            raise InputError("is a file that may not be written")
        with file.open("rb") as stream:
            kept = stream.read(MAX_KEPT + 1)
        if len(kept) > MAX_KEPT or not ours(kept):
            raise InputError(f"holds something other than {what}, and was left alone; choose another name{remedy}")
        return stat.S_IMODE(status.st_mode)

    def place(part: Path, _: Path) -> None:
        if mode is None:
            try:
                moved(part, target)
            except FileExistsError:
                raise InputError("something was put there meanwhile, and was left alone") from None
        elif replace:
            put_aside_for(part, target, tell)
        else:
            swap(part, target, refuse)
        settle(target)

    mode = refuse(target)
    with DeferredSignals() as signals, holding(target):
        _clear_up(target, ours)
        with signals.let_through(), replacing(target, None if replace else mode, place, asked=True) as stream:
            stream.write(content)


def _clear_up(target: Path, ours: Callable[[bytes], bool]) -> None:
    """Remove what a killed run has put out of the way, if it is what such a run leaves. Raises InputError if not."""
    old = beside(target, "old")
    if not os.path.lexists(old):
        return
    if old.is_file() and not old.is_symlink():
        with old.open("rb") as stream:
            kept = stream.read(MAX_KEPT + 1)
        if len(kept) <= MAX_KEPT and ours(kept):
            settle(target, old)
            old.unlink()
            return
    raise InputError(f"beside it lies {old.name!r}, which is not ours; choose another name, or move that away")
