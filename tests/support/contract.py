"""What every reader of foreign bytes promises, and a way to see it broken.

A reader is a function of bytes and a folder that is its own. It returns, or raises InputError with a message that is
one printable line of at most MESSAGE characters. Nothing else: no other exception, no more than so many seconds, no
more than so much memory, no socket, no program but the one that asks Typst, and no file outside what a
reader needs. What Python does is seen by an audit hook; what a library does in its own language is not, but for its
time and memory.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from quasiprint.errors import InputError
from quasiprint.model.finding import Finding

ROOT = Path(__file__).parents[2]
MESSAGE = 600  # characters of an InputError's message
MIB = 1 << 20
WAITING = 10
Reader = Callable[[bytes, Path], Any]

# what typesets, in a process of its own, which may end with it
PROGRAMS = {"quasiprint.system.press"}
STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty")
# event: which of its arguments are paths that are changed
CHANGES = {
    "os.remove": (0,), "os.rename": (0, 1), "os.mkdir": (0,), "os.rmdir": (0,), "os.symlink": (1,), "os.link": (1,),
    "os.truncate": (0,), "os.chmod": (0,), "os.chown": (0,), "os.utime": (0,), "os.setxattr": (0,),
    "shutil.rmtree": (0,), "shutil.move": (0, 1), "shutil.copyfile": (1,),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one input may take. seconds: of computing, so that a busy machine makes no finding, and WAITING times as
    many of the clock, for a reader that waits; mib: of address space beyond what the process held before, in which
    memory that was given back may stand."""

    seconds: float = 5.0
    mib: int = 512


class Trespass(BaseException):
    """A reader did what no reader may. No `except Exception` holds it."""


class Late(BaseException):
    """A reader took longer than it may."""


class _Watch:
    """What the audit hook, which nobody can take away again, watches just now. folder: None for nothing."""

    folder: Path | None = None
    named = b""
    seen: str | None = None


def _readable(folder: Path) -> tuple[str, ...]:
    """The folders that may be read: the reader's own, the program, what Python imports, its temporary files."""
    return (*_always_readable(), *_writable(folder))


@cache
def _always_readable() -> tuple[str, ...]:
    standard = (sysconfig.get_paths()[key] for key in ("stdlib", "platstdlib"))
    packages = (path for path in sys.path if path.endswith("-packages"))
    found = [*standard, *packages, *(ROOT / name for name in ("quasiprint", "templates"))]
    return tuple(os.path.realpath(path) + os.sep for path in found)


def _writable(folder: Path) -> tuple[str, ...]:
    temporary = os.path.join(os.path.realpath(tempfile.gettempdir()), "quasiprint-")
    return os.path.realpath(folder) + os.sep, temporary


def _inside(path: object, folders: tuple[str, ...]) -> bool:
    if isinstance(path, int):
        return True  # a file that is open already
    name = os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else None
    if name is None or "\0" in name:
        return True  # Python refuses it
    # of a link that is changed itself, its folder counts, not what it names
    real = os.path.join(os.path.realpath(os.path.dirname(name) or "."), os.path.basename(name))
    return f"{real}{os.sep}".startswith(folders)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    folder = _Watch.folder
    if folder is None:
        return
    said = ""
    if event.startswith(("socket.", "urllib.", "http.", "ftplib.", "smtplib.")):
        said = f"uses the network: {event}"
    elif event in STARTS and not (event == "subprocess.Popen" and PROGRAMS & {*arguments[1]}):
        said = f"starts a program: {event} {str(arguments)[:80]}"
    elif event in CHANGES or event == "open":
        _Watch.folder = None  # what is found out here is no reader's doing
        try:
            said = _trespass(event, arguments, folder)
        finally:
            _Watch.folder = folder
    if said:
        _Watch.seen = said
        raise Trespass(said)


def _trespass(event: str, arguments: tuple[Any, ...], folder: Path) -> str:
    if event == "open":
        path, mode, flags = arguments
        writes = (mode and set("wxa+") & set(str(mode))) or (flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if path == os.devnull or _inside(path, _writable(folder) if writes else _readable(folder)):
            return ""
        # numba keeps what it has compiled, which no input decides
        if str(path).startswith(str(Path.home() / ".cache")) or "/__pycache__/" in str(path):
            return ""
        # games and formats from outside are looked for wherever modules are, also in archives that are not there
        if not writes and path in sys.path:
            return ""
        if not writes and os.fsencode(path) in _Watch.named:
            return ""
        link = os.path.realpath(path)
        if not writes and _inside(link, _readable(folder)):
            return ""
        return f"opens a file outside for {'writing' if writes else 'reading'}: {path!r}"
    for place in CHANGES[event]:
        if not _inside(arguments[place], _writable(folder)) and "/__pycache__/" not in str(arguments[place]):
            return f"changes a file outside: {event} {arguments[place]!r}"
    return ""


sys.addaudithook(_hook)


def broken(
    reader: Reader, data: bytes, folder: Path, bounds: Bounds | None = None, *, names: bool = False
) -> str | None:
    """Return how a reader breaks the contract with these bytes; None if it keeps it.

    folder: a new one, the reader's own, and its current one. names: whether the bytes are a user's own words, which
    may name any file to be read.
    """
    _Watch.named = data if names else b""
    bounds = bounds or Bounds()
    begun = time.process_time()
    try:
        with chdir(folder), _limited(bounds), _watched(folder):
            said = reader(data, folder)
            found = _spoken(said)
    except InputError as problem:
        found = _refusal(str(problem))
    except Late:
        found = f"takes more than {bounds.seconds:g} s"
    except Trespass as problem:
        found = str(problem)
    except MemoryError:
        found = f"takes more than {bounds.mib} MiB"
    except (KeyboardInterrupt, SystemExit) as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        found = "ends the program"
    except BaseException as problem:
        found = f"{type(problem).__name__}: {str(problem)[:200]}"
    if _Watch.seen:  # however the reader went on
        found, _Watch.seen = _Watch.seen, None
    took = time.process_time() - begun
    if found is None and took > bounds.seconds:  # in a library that no signal interrupts
        found = f"takes more than {bounds.seconds:g} s"
    return found


def _refusal(message: str) -> str | None:
    if not message.strip():
        return "its message is empty"
    if len(message) > MESSAGE:
        return f"its message has {len(message)} characters: {message[:80]!r}"
    if not message.isprintable():
        return f"its message is not one printable line: {message[:200]!r}"
    return None


def _spoken(said: object) -> str | None:
    """Judge what a reader's findings say, which people read in a terminal."""
    findings = said if isinstance(said, (list, tuple)) else ()
    for finding in findings:
        if isinstance(finding, Finding):
            for text in (finding.subject, finding.message, finding.remedy):
                if text and not text.isprintable():
                    return f"a finding is not one printable line: {text[:200]!r}"
    return None


@contextmanager
def _watched(folder: Path) -> Iterator[None]:
    _Watch.folder, _Watch.seen = folder, None
    try:
        yield
    finally:
        _Watch.folder = None


@contextmanager
def _limited(bounds: Bounds) -> Iterator[None]:
    """Hold a block to its time and its memory. The signal comes again and again: a reader that swallows one is late
    the next time."""

    def late(number: int, frame: FrameType | None) -> None:
        raise Late

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    most = held + bounds.mib * MIB
    before = {number: signal.signal(number, late) for number in (signal.SIGALRM, signal.SIGPROF)}
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    signal.setitimer(signal.ITIMER_REAL, WAITING * bounds.seconds, 0.5)
    signal.setitimer(signal.ITIMER_PROF, bounds.seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
