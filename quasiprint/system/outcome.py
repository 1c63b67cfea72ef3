"""How a command ends: as an exit code, and in one line where it is not 0; and who is to blame for an error: what was
read, the machine, or whoever interrupted the run.

Readers take what a library raises for a fault of the file. It is none where the machine lacks something: memory,
open files, room on a disk, a thread. A reader has the bytes of its file in memory; whatever the system refuses
meanwhile has nothing to do with them. What is neither is a fault of the program's own, and is shown as Python shows it.
"""

from __future__ import annotations

import errno
import os
import re
import struct
import sys
import zlib

from quasiprint.system import WINDOWS, interruption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TextIO

LEAST = 1 << 28  # bytes: with less, libraries that every set needs end the program while they are loaded
SHORT = (
    *(errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EAGAIN, errno.EIO),
    *(errno.ENOBUFS, errno.EROFS),
)
LIMITS = {errno.EMFILE: " (ulimit -n)", errno.EAGAIN: " (ulimit -u)", errno.EFBIG: " (ulimit -f)"}  # the shell's
# how libraries say the same in words: C++, threads, the loader of libraries
NO_ROOM = os.strerror(errno.ENOMEM), "bad_alloc", "out of memory", "failed to map segment", "cannot allocate memory"
WORDS = (
    *("can't start new thread", *map(os.strerror, SHORT[1:3])),
    *(f"Error {number}" for number in (errno.EMFILE, errno.ENFILE)),
)
RESOURCE_ERRORS = ("ImportError", "RuntimeError", "SystemError", "GEOSException", "Standard_OutOfMemory", "OSError",
           "PanicException")  # fmt: skip

# what reading damaged files ends in, besides what says so
DAMAGED = (
    ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, MemoryError, OSError, RuntimeError,
    TypeError, ValueError, struct.error, zlib.error,
)  # fmt: skip
NO_MEMORY = "there is not enough memory here (a limit of the shell, ulimit -v, counts as well)"


class Shortage(Exception):
    """The machine lacks something, whatever is read: the message says what. No finding, and no missing library."""


def reraise_if_not_input(problem: BaseException) -> None:
    """Raise what is really to blame for an error if it is not what was read: KeyboardInterrupt or Shortage.
    To be asked before an error is taken for a finding, bad input or a missing library."""
    interruption.raise_if_interrupted(problem)
    found = shortage(problem, of_input=True)
    if found is not None:
        raise found from problem


def shortage(problem: BaseException, *, of_input: bool = False) -> Shortage | None:
    """Return what the machine lacks, as an error says it; None for an error of another kind.

    of_input: the error came of something that was read, and of nothing on a disk.
    """
    for link in interruption.links(problem):
        if isinstance(link, Shortage):
            return link
        of_library = type(link).__name__ in RESOURCE_ERRORS
        said = getattr(link, "strerror", None) or str(link)  # without the name of a file, which may be any words
        if isinstance(link, MemoryError) or (of_library and any(words in said for words in NO_ROOM)):
            return Shortage(NO_MEMORY)
        of_program = link is problem and not of_input  # what a file says may be a name that no disk knows, or takes
        if isinstance(link, OSError) and (link.errno in SHORT or (of_program and link.errno is not None)):
            where = f"{os.fspath(link.filename)!r}: " if isinstance(link.filename, (str, bytes)) else ""
            return Shortage(f"{where}{link.strerror or link}{LIMITS.get(link.errno or 0, '')}")
        if of_library and any(words in said for words in WORDS):
            return Shortage(f"the machine lacks something: {link}")
        if isinstance(link, ImportError) and of_program:
            return Shortage(f"a library cannot be loaded here: {link}")
    return None


def require_room(what: str = "to begin with", most: int = LEAST) -> None:
    """Raise Shortage unless this much memory is free, in bytes. what: its use."""
    import mmap

    try:
        mmap.mmap(-1, most).close()
    except (OSError, ValueError, MemoryError):
        raise Shortage(f"{NO_MEMORY}: {most >> 20} MiB are needed {what}") from None


REFUSED, INTERRUPT = 2, 2  # an exit code, and the number of Ctrl-C
GONE = 141  # the reader of what is printed went away, as it ends every program (128 + SIGPIPE)


def is_reader_gone(problem: Exception) -> bool:
    """Tell whether the output's reader has gone. Windows says that an argument is invalid."""
    return isinstance(problem, BrokenPipeError) or (WINDOWS and getattr(problem, "errno", 0) == errno.EINVAL)


class OutputClosed(Exception):
    """Standard output cannot be written. gone: because its reader went away."""

    def __init__(self, problem: OSError | ValueError) -> None:
        super().__init__(f"standard output: cannot be written: {getattr(problem, 'strerror', None) or problem}")
        self.gone = is_reader_gone(problem)


def exit_code(work: Callable[[], object]) -> int:
    """Do the work of a command, and return its exit code. Whatever is no fault of the program is printed in one line.

    An interruption wins over every other outcome, unless what was asked for lay in its place already.
    """
    problem: BaseException | None = None
    try:
        try:
            work()
        except BaseException as found:  # whatever it is, a signal may be behind it
            problem = found
        number = interruption.end()
    except KeyboardInterrupt as found:  # between the two
        problem, number = found, interruption.end()
    try:
        if number is None and isinstance(problem, KeyboardInterrupt):
            number = INTERRUPT
        if number is not None:
            print_error("Interrupted; nothing is left half made.")
            return 128 + number
        return 0 if problem is None else _report_end(problem)
    finally:
        problem = None  # its traceback holds on to everything


def _report_end(problem: BaseException) -> int:
    """Say what ended a command, and return its exit code. Raises what is a fault of the program."""
    if isinstance(problem, SystemExit):
        return problem.code if isinstance(problem.code, int) else int(problem.code is not None)
    if isinstance(problem, OutputClosed):
        silence(sys.stdout)
        if problem.gone:
            return GONE
        print_error(f"Error: {problem}")
        return REFUSED
    click = sys.modules.get("click")  # where it could not be loaded, nothing of it was raised
    if click and isinstance(problem, click.exceptions.Exit):
        return int(problem.exit_code)
    if click and isinstance(problem, click.ClickException):
        try:
            printable_refusal(problem).show()
        except (OSError, ValueError):
            silence(sys.stderr)
        return int(problem.exit_code)
    from quasiprint.errors import InputError, Unavailable

    lacking = problem if isinstance(problem, (InputError, Unavailable)) else shortage(problem)
    if lacking is None:
        raise problem
    if isinstance(problem, OSError):  # it may be standard output that refused
        silence(sys.stdout)
    print_error(f"Error: {' '.join(str(lacking).split())}")
    return GONE if isinstance(problem, BrokenPipeError) else REFUSED


def printable_refusal(problem: Any) -> Any:
    """Return a refusal of click's that quotes nothing which is too long for a terminal, or would steer it."""
    from quasiprint.errors import plain

    click = sys.modules["click"]  # which raised it
    if isinstance(problem, click.exceptions.NoArgsIsHelpError):
        return problem  # the help itself
    # of a wrong value one line is told, and not how the command is used
    wrong_value = isinstance(problem, click.BadParameter) and not isinstance(problem, click.MissingParameter)
    message = problem.format_message()
    if extra := re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", message, re.DOTALL):
        message = f"found {plain(extra[1])!r} too many, allowed is what --help shows"
    return click.UsageError(plain(message), None if wrong_value else getattr(problem, "ctx", None))


def print_error(line: str) -> None:
    """Write a line to standard error; where that cannot be, the exit code has to say it."""
    if sys.stderr is None:
        return
    from quasiprint.errors import printable

    try:
        sys.stderr.write(f"{printable(line)}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        silence(sys.stderr)


def silence(stream: TextIO | None) -> None:
    """Throw away what a stream still holds: what could not be written is not to be tried again at the end."""
    if stream is None:
        return
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
    except (OSError, ValueError):  # no stream of the system's; or no room for another file, and then it fails again
        return
