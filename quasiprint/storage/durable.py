"""Keeps on the disk what was put there, also if the power fails a moment later.

What a program writes or renames lies in memory at first, and the system takes it to the disk in an order of its own.
So what was made is synced before it gets its name, and the folder with the names before anything that had the name is
removed. Files are synced together, after all were written: a disk takes hundreds at once in the time of a few one after
another. A disk that knows no syncing goes without.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from quasiprint.model.errors import InputError

# what a system or a disk says that cannot sync a file or a folder
NO_SYNC = {errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EBADF}
CLOSED = {errno.EACCES, errno.EPERM}  # a folder may be one to write in but not to read
AT_ONCE = 16  # files


def absent(folder: Path) -> list[Path]:
    """Return which of a folder and those above it are missing, the lowest first."""
    return [path for path in (folder, *folder.parents) if not path.exists()]


def make_folders(folder: Path) -> None:
    """Make a folder, and those above it that are missing. Raises OSError."""
    missing = absent(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        _sync_folder(path.parent)


def sync(folder: Path, files: Iterable[str]) -> None:
    """Take files of a folder to the disk, and it and the folders in it that they lie in. Raises OSError.

    files: relative to the folder, with forward slashes.
    """
    paths = [PurePosixPath(file) for file in files]
    _sync_files([folder / path for path in paths])
    for inner in {folder, *(folder / up for path in paths for up in path.parents)}:
        _sync_folder(inner)


def settle(real: Path, old: Path | None = None) -> None:
    """Take to the disk that something has a new name. old: what had it before; only then may it go.

    Raises InputError where the disk refuses; nothing is removed then.
    """
    try:
        _sync_folder(real.parent)
    except OSError as problem:
        kept = f"; what was there before is {os.fspath(old)!r}" if old else ""
        raise InputError(
            f"the new one is in its place, but the disk may lose it: {problem.strerror or problem}{kept}"
        ) from problem


def sync_open(handle: int) -> None:
    """Take an open file to the disk. Raises OSError."""
    try:
        os.fsync(handle)
    except OSError as problem:
        if problem.errno not in NO_SYNC:
            raise


def _sync_files(files: list[Path]) -> None:
    from concurrent.futures import ThreadPoolExecutor

    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for _ in pool.map(_sync_file, files):
                pass
    except RuntimeError:  # no thread can be started
        for file in files:
            _sync_file(file)


def _sync_file(file: Path) -> None:
    # Windows syncs only what may be written
    handle = os.open(file, (os.O_RDWR if os.name == "nt" else os.O_RDONLY) | getattr(os, "O_NOFOLLOW", 0))
    try:
        sync_open(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # where no folder can be opened
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError as problem:
        if problem.errno not in CLOSED | NO_SYNC:
            raise
        return
    try:
        sync_open(handle)
    finally:
        os.close(handle)
