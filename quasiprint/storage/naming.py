"""Names on the disk: what the disk refuses, in words; names that nobody has; renaming that never replaces.

``os.rename`` takes away what lies at the new name, a file or an empty folder, without a word. What is moved here is
moved to a name that is free at that very moment, or not at all; and two files can change places in one step, so that
what lay there can be looked at before it goes. Linux and macOS do both in one step. Where the system or the disk
cannot, a folder and a hard link do the first as safely; the second is then left to the caller. Nobody
else renames; what is to outlast a power failure is synced before and after, as ``durable`` says.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from quasiprint.model.errors import InputError
from quasiprint.storage.durable import sync_open


def is_inside(path: str) -> bool:
    """Tell whether a path is one within a set, as it is written: no way up, no root, nothing that is not printed."""
    parts = PurePosixPath(path)
    plain = path.isprintable() and "\\" not in path and ":" not in path and str(parts) == path
    return plain and not parts.is_absolute() and ".." not in parts.parts and path not in ("", ".")


def refuse_outside(path: str) -> None:
    """Raise InputError for a path that leads out of a set, whoever asks."""
    if not is_inside(path):
        raise InputError(f"file {path[:80]!r}: it would not lie in the set; allowed are paths such as 'stl/0-0-1.stl'")


# what is said of flags, or of links, by a system or a disk that knows none
UNKNOWN = {errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EPERM, errno.EMLINK, errno.EXDEV}
LONGEST = 255  # bytes that a file's name may have
CURRENT_FOLDER = {"linux": -100, "darwin": -2}  # AT_FDCWD
NO_REPLACE, EXCHANGE = {"linux": (1, 2), "darwin": (4, 2)}.get(sys.platform, (0, 0))
CALL = {"linux": "renameat2", "darwin": "renameatx_np"}.get(sys.platform, "")


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
        raise InputError(f"{named(target)}: {reason}; nothing was changed") from problem


@contextlib.contextmanager
def calling(target: Path) -> Iterator[None]:
    """Begin the message of an InputError with the target that it is about."""
    try:
        yield
    except InputError as problem:
        raise InputError(f"{named(target)}: {problem}") from problem.__cause__


def named(target: Path) -> str:
    """Return how messages call a target."""
    return f"output {os.fspath(target)!r}"


def beside(real: Path, what: str) -> Path:
    """Return the hidden name beside a target that a run uses for `what`."""
    name = os.fsencode(real.name)
    if len(name) + len(what) + 2 > LONGEST:
        name = hashlib.sha256(name).hexdigest().encode()
    return real.with_name(f".{os.fsdecode(name)}.{what}")


def moved(old: Path, new: Path) -> None:
    """Rename, but never onto anything. Raises FileExistsError if something has the new name, and what else renaming
    raises."""
    if _renamed(old, new, NO_REPLACE):
        return
    if os.name == "nt":
        os.rename(old, new)  # which replaces nothing there
    elif old.is_dir() and not old.is_symlink():
        os.mkdir(new)
        try:
            os.rename(old, new)  # onto a folder that is empty still, or not at all
        except OSError as problem:
            with contextlib.suppress(OSError):
                os.rmdir(new)
            if problem.errno in {errno.ENOTEMPTY, errno.EEXIST}:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(new)) from None
            raise
    else:
        try:
            os.link(old, new, follow_symlinks=False)
        except OSError as problem:
            if problem.errno not in UNKNOWN:
                raise
            if os.path.lexists(new):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(new)) from None
            os.rename(old, new)
        else:
            os.unlink(old)


def replaced(old: Path, new: Path) -> None:
    """Rename, also onto a file that may go. Raises OSError."""
    os.replace(old, new)


def exchanged(one: Path, other: Path) -> bool:
    """Let two files change places in one step. Return False, and do nothing, where that cannot be done."""
    return _renamed(one, other, EXCHANGE)


def unlinked(file: Path, stream: BinaryIO, before: os.stat_result) -> bool:
    """Remove a file, unless somebody who has it open has written into it since: then it stays. Return if it is gone.

    stream: the file, open to be read; before: what it was when it was looked at.
    """
    if os.name == "nt":  # where no file that is open can be removed, by anybody
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
            moved(path, place)
            return place
    raise AssertionError("numbers do not end")


def _renamed(old: Path, new: Path, flag: int) -> bool:
    """Rename with a flag. Return False where the system, or the disk, does not know it."""
    call = _call()
    if call is None:
        return False
    sys.audit("os.rename", old, new, -1, -1)  # whoever watches what is done to the disk is to see this, too
    here = CURRENT_FOLDER[sys.platform]
    if call(here, os.fsencode(old), here, os.fsencode(new), flag) == 0:
        return True
    number = ctypes.get_errno()
    if number in UNKNOWN:
        return False
    raise OSError(number, os.strerror(number), os.fspath(old), None, os.fspath(new))


@cache
def _call() -> Callable[..., int] | None:
    """Return the system's call that renames with flags, or None."""
    if not CALL:
        return None
    try:
        call = getattr(ctypes.CDLL(None, use_errno=True), CALL)
    except (OSError, AttributeError):
        return None
    call.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    call.restype = ctypes.c_int
    found: Callable[..., int] = call
    return found
