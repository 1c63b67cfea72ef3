"""Names on the disk: what the disk refuses, in words; names that nobody has; syncing.

What a program writes or renames lies in memory at first, and the system takes it to the disk in an order of its own.
So what was made is synced before it gets its name, and the folder with the names before anything that had the name is
removed. Files are synced together, after all were written: a disk takes hundreds at once in the time of a few one after
another. A disk that knows no syncing goes without.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from quasiprint.model.errors import InputError
from quasiprint.system.machine import OPEN_FILES_STAY, SYNCED, is_for_all, move, open_plain

# what a system or a disk says that cannot sync a file or a folder
NO_SYNC = {errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EBADF}
CLOSED = {errno.EACCES, errno.EPERM}  # a folder may be one to write in but not to read; Windows opens none
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
    handle = open_plain(file, SYNCED)
    try:
        sync_open(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
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


def is_inside(path: str) -> bool:
    """Tell whether a path is one within a set, as it is written: no way up, no root, nothing that is not printed."""
    parts = PurePosixPath(path)
    plain = path.isprintable() and "\\" not in path and ":" not in path and str(parts) == path
    return plain and not parts.is_absolute() and ".." not in parts.parts and path not in ("", ".")


def refuse_path(path: str) -> None:
    """Raise InputError for a path that leads out of a set, or that only some machines can have, whoever asks."""
    allowed = "allowed are paths such as 'stl/0-0-1.stl'"
    if not is_inside(path):
        raise InputError(f"file {path[:80]!r}: it would not lie in the set; {allowed}")
    if not is_for_all(path):
        raise InputError(f"file {path[:80]!r}: on Windows no file can have this name; {allowed}")


LONGEST = 255  # bytes that a file's name may have


@contextlib.contextmanager
def naming(target: Path) -> Iterator[None]:
    """Turn what the disk refuses into an InputError that names the target."""
    try:
        yield
    except OSError as problem:
        reason = {
            errno.ENOSPC: "the disk is full",
            errno.EDQUOT: "the disk quota is used up",
            errno.EFBIG: "a file is larger than is allowed here",
            errno.EROFS: "the disk can only be read",
            errno.EACCES: "writing is not permitted there",
            errno.EPERM: "writing is not permitted there",
            errno.ENOTDIR: "a part of the path is a file, not a folder",
            errno.EEXIST: "a part of the path is a file, not a folder",
            errno.ENAMETOOLONG: "the name is too long",
            errno.EBUSY: "it is in use, or a disk is mounted there; name a folder inside it",
            errno.ELOOP: "its links lead in a circle",
        }.get(problem.errno or 0, problem.strerror or str(problem))
        raise InputError(f"{target_name(target)}: {reason}; nothing was changed") from problem


@contextlib.contextmanager
def calling(target: Path) -> Iterator[None]:
    """Begin the message of an InputError with the target that it is about."""
    try:
        yield
    except InputError as problem:
        raise InputError(f"{target_name(target)}: {problem}") from problem.__cause__


def target_name(target: Path) -> str:
    """Return how messages call a target."""
    return f"output {os.fspath(target)!r}"


def beside(real: Path, what: str) -> Path:
    """Return the hidden name beside a target that a run uses for `what`."""
    name = os.fsencode(real.name)
    if len(name) + len(what) + 2 > LONGEST:
        name = hashlib.sha256(name).hexdigest().encode()
    return real.with_name(f".{os.fsdecode(name)}.{what}")


def unlink(file: Path, stream: BinaryIO, before: os.stat_result) -> bool:
    """Remove a file, unless somebody who has it open has written into it since: then it stays. Return if it is gone.

    stream: the file, open to be read; before: what it was when it was looked at.
    """
    if OPEN_FILES_STAY:
        stream.close()
        os.unlink(file)
        return True
    os.unlink(file)
    after = os.fstat(stream.fileno())
    if (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns):
        return True
    stream.seek(0)
    with open(file, "xb") as back:
        shutil.copyfileobj(stream, back)
        back.flush()
        sync_open(back.fileno())
    return False


def put_aside(path: Path, like: Path | None = None) -> Path:
    """Move a file or folder, whole, to a name that nobody has, and return it: ``NAME.old``, ``NAME.old-2``, … of a
    folder, ``NAME.old.zip``, ``NAME.old-2.zip``, … of a file. like: whose name it is to have, if not its own."""
    named = like or path
    folder = path.is_dir() and not path.is_symlink()
    stem, suffix = (named.name, "") if folder else (named.stem, named.suffix)
    for number in count(1):
        ending = os.fsencode(f".old{f'-{number}' if number > 1 else ''}{suffix}")
        kept = os.fsencode(stem)[: LONGEST - len(ending)].decode("utf-8", "ignore")  # no half of a letter
        place = named.with_name(kept + os.fsdecode(ending))
        with contextlib.suppress(FileExistsError):
            move(path, place)
            return place
    raise AssertionError("numbers do not end")
