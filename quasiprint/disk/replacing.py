"""Keeps files whole: what is put in the place of another.

A file is written beside its place, as ``.NAME.quasiprint-part``, and moved there when it is whole. The name is always
the same, and whoever writes holds a lock on it: what a killed run has left is taken by the next one, and nothing stays
for good. Where files cannot be locked, runs go without.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO

from quasiprint.disk.naming import beside, is_inside, put_aside, settle, sync_open, unlink
from quasiprint.disk.ownership import Known
from quasiprint.model.errors import InputError
from quasiprint.system import machine
from quasiprint.system.interruption import DeferredSignals
from quasiprint.system.machine import OPEN_FILES_STAY, exchange, move, replace_file

PART = "quasiprint-part"
PATIENCE = 1.0  # s: for so long a run waits for another; the jobs of one that was killed need a moment to end


def lies_at(handle: int, path: Path) -> bool:
    """Tell whether an open file is the one that lies at a path: another run may have moved or removed it."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path, follow_symlinks=False))
    except FileNotFoundError:
        return False


def part_of(target: Path) -> Path:
    """Return where a file is written before it is moved to its place."""
    return beside(target, PART)


@contextlib.contextmanager
def replacing(
    target: Path, mode: int | None = None, place: Callable[[Path, Path], None] = replace_file, *, asked: bool = False
) -> Iterator[IO[bytes]]:
    """Give a stream to write a file to; put it in its place when the block is done, whole, or leave what was there.

    mode: its permissions; without one, those of any new file. place: moves the whole file to its place. asked: it is
    what the run was asked for; a signal that comes once it is in its place comes too late. Raises OSError where the
    disk refuses.
    """
    part = part_of(target)
    with DeferredSignals() as signals:
        handle = _open_locked(part, partial(_is_plain, part))
        try:
            with open(handle, "wb", closefd=False) as stream, signals.let_through():
                yield stream
            os.chmod(part, 0o666 & ~_mask() if mode is None else mode)
            sync_open(handle)
            if OPEN_FILES_STAY:
                os.close(handle)
                handle = -1
            with signals.settling() if asked else contextlib.nullcontext():
                place(part, target)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink()
            raise
        finally:
            if handle >= 0:
                os.close(handle)


def _open_locked(path: Path, fits: Callable[[int], bool] = lambda _: True) -> int:
    """Return a file that lies at a path, open and locked; it is made if there is none. fits: whether it is the right
    one, or else is gone now. Raises BlockingIOError if another run keeps it."""
    while True:
        handle = machine.open_plain(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            machine.lock(handle, PATIENCE)
            # another run may have removed the file between our opening and our locking it
            if lies_at(handle, path) and fits(handle):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _is_plain(part: Path, handle: int) -> bool:
    """Empty a file that is ours alone. Another name of a file elsewhere is not to be written through: it is removed."""
    status = os.fstat(handle)
    if stat.S_ISREG(status.st_mode) and status.st_nlink == 1:
        os.ftruncate(handle, 0)
        return True
    part.unlink()
    return False


def _mask() -> int:
    """Return which permissions new files are not to have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


FIRST = b"quasiprint\n"  # how a lock file of ours begins
LINE = re.compile("([0-9a-f]{64}|-) ([0-9]{1,20}) (.+)")
LONGEST = 1 << 29  # bytes


@dataclass(slots=True)
class TargetLock:
    """A lock file that is held. left: what the run before had noted, if it was killed; last: of these, the file that it
    was writing. needed: whether the next run needs to know what is noted."""

    handle: int
    left: dict[str, Known] = field(default_factory=dict)
    last: str | None = None
    needed: bool = False

    def begin(self) -> None:
        """Forget what the run before had noted."""
        os.ftruncate(self.handle, 0)
        os.lseek(self.handle, 0, os.SEEK_SET)
        os.write(self.handle, FIRST)

    def note(self, path: str, known: Known) -> None:
        """Take note of a file that will be written."""
        line = f"{known.sha256 or '-'} {known.size} {path}\n".encode()
        if os.write(self.handle, line) < len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # a note by half is none


@contextlib.contextmanager
def holding(real: Path) -> Iterator[TargetLock]:
    """Hold a target's lock file, and remove it in the end. Where files cannot be locked, go without the lock.

    Raises InputError if another run holds it, or a file of somebody else's has its name.
    """
    path = beside(real, "lock")
    try:
        handle = _open_locked(path)
    except BlockingIOError:
        raise InputError("another run is writing there") from None
    lock = TargetLock(handle)
    try:
        _read(lock, path)
        yield lock
    finally:
        if lock.needed or OPEN_FILES_STAY:
            os.close(handle)
        if not lock.needed:
            with contextlib.suppress(OSError):
                path.unlink()
            if not OPEN_FILES_STAY:
                os.close(handle)


def _read(lock: TargetLock, path: Path) -> None:
    """Read what a killed run has noted. Raises InputError for a file that is no lock of ours."""
    status = os.fstat(lock.handle)
    content = b""
    while len(content) < min(status.st_size, LONGEST):
        content += os.read(lock.handle, LONGEST) or b"\n"
    ours = stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_size < LONGEST
    if not ours or (content and not content.startswith(FIRST)):
        lock.needed = True  # by somebody
        raise InputError(
            f"beside it lies {path.name!r}, which no run has left; it was left alone. "
            "Name another place, or move that away"
        )
    for line in content[len(FIRST) :].decode("utf-8", "replace").split("\n")[:-1]:
        noted = LINE.fullmatch(line)
        if noted and is_inside(noted[3]):
            lock.left[noted[3]] = Known(noted[1].strip("-"), int(noted[2]))
            lock.last = noted[3]


def swap(new: Path, real: Path, refuse: Callable[[Path], object]) -> None:
    """Put a new file in the place of one that may go.

    refuse: raises InputError for a file that may not go. It is asked again when the file is out of everybody's reach,
    and then nothing is changed. Where two files cannot change places in one step, it is asked just before. Whoever
    calls this keeps other runs off, and has seen to it that nothing has the hidden name ``.NAME.old``.
    """
    old = beside(real, "old")
    ours = _stamp(new)
    move(new, old)  # a run that is killed here leaves a whole file of ours
    try:
        if not exchange(old, real):
            refuse(real)
            replace_file(old, real)
            return
    except BaseException:
        move(old, new)
        raise
    before = os.lstat(old)
    try:
        refuse(old)
    except BaseException:
        if exchange(old, real) and _stamp(old) == ours:
            move(old, new)
            raise
        kept = put_aside(old, real)  # what somebody has put there while we looked
        raise InputError(f"something was put there meanwhile, and was kept as {os.fspath(kept)!r}") from None
    settle(real, old)
    with open(old, "rb") as stream:
        gone = unlink(old, stream, before)
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
        move(new, real)
    except BaseException as problem:
        with contextlib.suppress(FileExistsError):
            move(kept, real)
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
            raise InputError("is not an ordinary file")
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
                move(part, target)
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
