"""The lock file of a target, ``.NAME.lock``. It keeps two runs off each other, and tells what is ours of what a killed
run has left: the name and hash of each file are written into it before there is the file.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from quasiprint.model.errors import InputError
from quasiprint.storage.naming import beside
from quasiprint.storage.ownership import Known
from quasiprint.storage.paths import is_inside
from quasiprint.storage.replacing import lies_at, locked

FIRST = b"quasiprint\n"  # how a lock file of ours begins
LINE = re.compile("([0-9a-f]{64}|-) ([0-9]{1,20}) (.+)")
LONGEST = 1 << 29  # bytes


@dataclass(slots=True)
class Hold:
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
def holding(real: Path) -> Iterator[Hold]:
    """Hold a target's lock file, and remove it in the end. Where files cannot be locked, go without the lock.

    Raises InputError if another run holds it, or a file of somebody else's has its name.
    """
    path = beside(real, "lock")
    handle = _opened(path)
    hold = Hold(handle)
    try:
        _read(hold, path)
        yield hold
    finally:
        if hold.needed or os.name == "nt":  # where no file that is open can be removed
            os.close(handle)
        if not hold.needed:
            with contextlib.suppress(OSError):
                path.unlink()
            if os.name != "nt":
                os.close(handle)


def _opened(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):
        flags |= getattr(os, name, 0)
    while True:
        handle = os.open(path, flags, 0o600)
        try:
            locked(handle)
            # The run before may have removed the file between our opening and our locking it.
            if lies_at(handle, path):
                return handle
        except BlockingIOError:
            os.close(handle)
            raise InputError("another run is writing there") from None
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _read(hold: Hold, path: Path) -> None:
    """Read what a killed run has noted. Raises InputError for a file that is no lock of ours."""
    status = os.fstat(hold.handle)
    content = b""
    while len(content) < min(status.st_size, LONGEST):
        content += os.read(hold.handle, LONGEST) or b"\n"
    ours = stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_size < LONGEST
    if not ours or (content and not content.startswith(FIRST)):
        hold.needed = True  # by somebody
        raise InputError(
            f"beside it lies {path.name!r}, which no run has left; it was left alone. "
            "Name another place, or move that away"
        )
    for line in content[len(FIRST) :].decode("utf-8", "replace").split("\n")[:-1]:
        noted = LINE.fullmatch(line)
        if noted and is_inside(noted[3]):
            hold.left[noted[3]] = Known(noted[1].strip("-"), int(noted[2]))
            hold.last = noted[3]
