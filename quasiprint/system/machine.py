"""What systems do differently: Linux, macOS, Windows, and Python in a browser.

Nothing else in the program asks which system this is, or calls what one of them lacks. Each call here has a plain
second way. Where Windows has no equal, it is said what that costs.

`interruption` needs this before anything else is loaded: so it imports next to nothing.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from contextlib import contextmanager, suppress
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

try:
    import fcntl
    import resource
except ImportError:
    fcntl = resource = None  # type: ignore[assignment]

WINDOWS = os.name == "nt"
HAS_PROCESSES = sys.platform != "emscripten"  # a browser starts none
ALWAYS_SHOWS = sys.platform in ("win32", "darwin")  # a window, without a variable that says where


# Signals and time


def _available_signals(*names: str) -> tuple[int, ...]:
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


ENDING = _available_signals("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # the last: a closed window, on Windows
SIGNALS = (*ENDING, *_available_signals("SIGALRM"))  # that end a run
_MASKED = ENDING if hasattr(signal, "pthread_sigmask") else ()


@contextmanager
def signals_waiting() -> Iterator[None]:
    """Keep signals waiting, also in a process that is started here. Windows cannot: a job that hears Ctrl-C while it
    starts ends with Python's own words."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _MASKED) if _MASKED else set()
    try:
        yield
    finally:
        if _MASKED:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_signals_to_parent() -> None:
    """Hear no Ctrl-C any more, and end at every other signal: for a process whose parent ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ENDING[1:]:
        signal.signal(number, signal.SIG_DFL)
    if _MASKED:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _MASKED)


# Processes

# how a process is started that hears no Ctrl-C of this one's terminal, and can be ended with all that it started
APART: dict[str, Any] = {"creationflags": 0x200} if WINDOWS else {"start_new_session": True}


def end_group(number: int) -> None:
    """Kill a process that was started apart, and all that it started. On Windows, that ends by itself: a job with its
    parent, a program at the end of its input."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(number, signal.SIGKILL)
        else:
            os.kill(number, signal.SIGTERM)


def end_own_group() -> None:
    """Kill this process, and all that it started."""
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)


def limit(memory: int) -> None:
    """Let this process have only so much memory, in bytes, and leave no dump. Windows has no such limits for a process:
    the clock of whoever asks it is the only one there."""
    if resource is None:
        return
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        with suppress(ValueError, OSError):  # macOS refuses the first
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def cores_and_memory() -> tuple[int, int]:
    """Return how many cores this process may use, and how many bytes of memory the machine has; 1 and 0 where the
    system does not tell."""
    try:
        return len(os.sched_getaffinity(0)), os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 1, 0


# Streams


def open_streams() -> None:
    """Open the standard streams that are closed, on nothing: the next file would take their place. What a terminal
    cannot show is written as its number; what goes to a file or a program is UTF-8 with plain ends of lines, as it is
    everywhere, unless a variable says otherwise: Windows would write it as the country's old code page."""
    for handle in range(3):
        try:
            os.fstat(handle)
        except OSError:
            try:
                os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
            except OSError:
                return
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
            if WINDOWS and not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
                stream.reconfigure(encoding="utf-8", newline="\n")


def is_reader_gone(problem: Exception) -> bool:
    """Tell whether nobody reads any more what is written. Windows says that an argument is invalid."""
    return isinstance(problem, BrokenPipeError) or (WINDOWS and getattr(problem, "errno", 0) == errno.EINVAL)


# Files

# a link is not followed, nobody is waited for at the other end of a pipe, no byte is taken for the end of a line
_PLAIN = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
SYNCED = os.O_RDWR if WINDOWS else os.O_RDONLY  # how a file is opened to be synced
_NO_LOCKS = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}  # what a disk says that knows none
_LOOKS_EVERY = 0.02  # s


def open_plain(path: str | Path, flags: int = os.O_RDONLY, mode: int = 0o777) -> int:
    """Open what lies at a path, links not followed. Raises OSError, of ELOOP for a link. Windows cannot be told so:
    it is looked at just before."""
    if not hasattr(os, "O_NOFOLLOW") and os.path.islink(path):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path))
    return os.open(path, flags | _PLAIN, mode)


def lock(handle: int, patience: float) -> None:
    """Lock an open file until it is closed, or go without where that cannot be, as on Windows. Raises BlockingIOError
    if another keeps it for longer than `patience`, s."""
    last = time.monotonic() + patience
    while fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > last:
                raise
            time.sleep(_LOOKS_EVERY)
        except OSError as problem:
            if problem.errno not in _NO_LOCKS:
                raise
            return
        else:
            return


# Names
#
# ``os.rename`` takes away what lies at the new name, a file or an empty folder, without a word. What is moved here is
# moved to a name that is free at that very moment, or not at all; and two files can change places in one step, so that
# what lay there can be looked at before it goes. Linux and macOS do both in one step. Where the system or the disk
# cannot, a folder and a hard link do the first as safely; the second is then left to the caller. Nobody else renames.

# what is said of flags, or of links, by a system or a disk that knows none
_UNKNOWN = {errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EPERM, errno.EMLINK, errno.EXDEV}
_CURRENT_FOLDER = {"linux": -100, "darwin": -2}.get(sys.platform, 0)  # AT_FDCWD
_NO_REPLACE, _EXCHANGE = {"linux": (1, 2), "darwin": (4, 2)}.get(sys.platform, (0, 0))
_CALL = {"linux": "renameat2", "darwin": "renameatx_np"}.get(sys.platform, "")
_PORTS = {f"{kind}{number}" for kind in ("com", "lpt") for number in "123456789¹²³"}
_DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS}


def move(old: Path, new: Path) -> None:
    """Rename, but never onto anything. Raises FileExistsError if something has the new name, and what else renaming
    raises."""
    if _rename(old, new, _NO_REPLACE):
        return
    if WINDOWS:
        os.rename(old, new)  # which replaces nothing there
    elif old.is_dir() and not old.is_symlink():
        os.mkdir(new)
        try:
            os.rename(old, new)  # onto a folder that is empty still, or not at all
        except OSError as problem:
            with suppress(OSError):
                os.rmdir(new)
            if problem.errno in {errno.ENOTEMPTY, errno.EEXIST}:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(new)) from None
            raise
    else:
        try:
            os.link(old, new, follow_symlinks=False)
        except OSError as problem:
            if problem.errno not in _UNKNOWN:
                raise
            if os.path.lexists(new):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(new)) from None
            os.rename(old, new)
        else:
            os.unlink(old)


def replace_file(old: Path, new: Path) -> None:
    """Rename, also onto a file that may go. Raises OSError."""
    os.replace(old, new)


def exchange(one: Path, other: Path) -> bool:
    """Let two files change places in one step. Return False, and do nothing, where that cannot be done."""
    return _rename(one, other, _EXCHANGE)


def _rename(old: Path, new: Path, flag: int) -> bool:
    """Rename with a flag. Return False where the system, or the disk, does not know it."""
    call = _call()
    if call is None:
        return False
    import ctypes

    sys.audit("os.rename", old, new, -1, -1)  # whoever watches what is done to the disk is to see this, too
    if call(_CURRENT_FOLDER, os.fsencode(old), _CURRENT_FOLDER, os.fsencode(new), flag) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNKNOWN:
        return False
    raise OSError(number, os.strerror(number), os.fspath(old), None, os.fspath(new))


@cache
def _call() -> Callable[..., int] | None:
    """Return the system's call that renames with flags, or None."""
    if not _CALL:
        return None
    try:
        import ctypes

        call = getattr(ctypes.CDLL(None, use_errno=True), _CALL)
    except (ImportError, OSError, AttributeError):
        return None
    call.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    call.restype = ctypes.c_int
    found: Callable[..., int] = call
    return found


def is_for_all(path: str) -> bool:
    """Tell whether every system can have a path within a set: Windows keeps some names for devices, some signs, and
    drops a blank or a dot at a name's end. path: with forward slashes."""
    names = path.split("/")
    devices = any(name.partition(".")[0].rstrip().casefold() in _DEVICES for name in names)
    return not devices and not any(name[-1:] in (".", " ") for name in names) and not {*path} & {*'<>"|?*'}
