"""Keeps files whole: what is put in the place of another, and signals that have to wait meanwhile.

A file is written beside its place, as ``.NAME.quasiprint-part``, and moved there when it is whole. The name is always
the same, and whoever writes holds a lock on it: what a killed run has left is taken by the next one, and nothing stays
for good. Where files cannot be locked, runs go without.

Python hears a signal wherever it stands, also in the middle of clearing up. ``DeferredSignals`` keeps signals waiting
until that is done. Blocking them would not do: a library's threads hear them all the same.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import signal
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, Any

from quasiprint import interruption
from quasiprint.model.errors import InputError
from quasiprint.storage.durable import sync_open
from quasiprint.storage.naming import beside, is_inside, replaced
from quasiprint.storage.ownership import Known

PART = "quasiprint-part"
NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}  # what a disk says that knows none
# s: for this long a run waits for another; the jobs of one that was killed need a moment to end
PATIENCE, LOOKS_EVERY = 1.0, 0.02


class DeferredSignals:
    """Keeps the signals that end a run waiting, but for where they are let through.

    Only those that Python hears: a signal that ends the program at once does so still. In a thread of its own there
    is nothing to do, since Python hears signals in the main one.
    """

    def __init__(self) -> None:
        self._before: dict[int, Callable[[int, FrameType | None], Any]] = {}
        self._waiting: list[int] = []
        self._open = False

    def __enter__(self) -> DeferredSignals:
        try:
            for number in interruption.SIGNALS:
                heard = signal.getsignal(number)
                if callable(heard):
                    self._before[number] = heard
                    with contextlib.suppress(ValueError):  # not the main thread
                        signal.signal(number, self._hear)
        except BaseException:
            self._restore()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        self._restore()
        # a run that is being ended already need not be told again
        if self._waiting and (kind is None or issubclass(kind, Exception)):
            self._before[self._waiting[0]](self._waiting[0], None)

    @contextlib.contextmanager
    def let_through(self) -> Iterator[None]:
        """Hear signals for as long as the block runs, and what has come before; but one that ends it is the last."""
        self._open = True
        try:
            if self._waiting:
                self._hear(self._waiting.pop(0), None)
            yield
        finally:
            self._open = False

    @contextlib.contextmanager
    def settling(self) -> Iterator[None]:
        """Put something in its place in the block: what has come before ends the run here, what comes later waits, and
        does not undo it."""
        with self.let_through():
            pass
        with interruption.settling():
            yield

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if not self._open:
            self._waiting.append(number)
            return
        self._open = False  # whatever is cleared up now is not to be interrupted by the next
        self._before[number](number, frame)
        self._open = True

    def _restore(self) -> None:
        for number, heard in self._before.items():
            with contextlib.suppress(ValueError):
                signal.signal(number, heard)


def locked(handle: int) -> None:
    """Lock an open file, or go without where that cannot be done. Raises BlockingIOError if another keeps it."""
    try:
        import fcntl
    except ImportError:
        return
    last = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > last:
                raise
            time.sleep(LOOKS_EVERY)
        except OSError as problem:
            if problem.errno not in NO_LOCKS:
                raise
            return
        else:
            return


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
    target: Path, mode: int | None = None, place: Callable[[Path, Path], None] = replaced, *, asked: bool = False
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
            if os.name == "nt":  # where no file that is open can be moved, and none is locked
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
    flags = os.O_RDWR | os.O_CREAT
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):
        flags |= getattr(os, name, 0)
    while True:
        handle = os.open(path, flags, 0o600)
        try:
            locked(handle)
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
        if lock.needed or os.name == "nt":  # where no file that is open can be removed
            os.close(handle)
        if not lock.needed:
            with contextlib.suppress(OSError):
                path.unlink()
            if os.name != "nt":
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
