"""Writes one file, whole or not at all, and never over something that is not its like. What is put in the place of
another loses neither, if the other is not what it was taken for."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

from quasiprint.model.errors import InputError
from quasiprint.storage.durable import settle
from quasiprint.storage.naming import beside, exchanged, moved, put_aside, replaced, unlinked
from quasiprint.storage.replacing import DeferredSignals, holding, replacing


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
