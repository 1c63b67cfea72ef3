"""What systems do differently: Linux, macOS, Windows, and Python in a browser.

Nothing else in the program asks which system this is, or calls what one of them lacks. Where Windows has no equal, it
is said what that costs. `__main__` needs this before anything else is loaded: so it imports next to nothing.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

WINDOWS = os.name == "nt"
HAS_PROCESSES = sys.platform != "emscripten"  # a browser starts none
ALWAYS_SHOWS = sys.platform in ("win32", "darwin")  # a window, without a variable that says where


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
