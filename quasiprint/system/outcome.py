"""How a command ends: as an exit code, and in one line where it is not 0.

Whatever it is, an interruption, bad input, or something that the machine lacks: what is left is a fault of the
program's own, and is shown as Python shows it.
"""

from __future__ import annotations

import os
import sys

from quasiprint.system import interruption
from quasiprint.system.machine import SPENT, is_reader_gone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

REFUSED, INTERRUPTED = 2, 130
GONE = 141  # the reader of what is printed went away, as it ends every program (128 + SIGPIPE)


class Unsaid(Exception):
    """Standard output cannot be written. gone: because its reader went away."""

    def __init__(self, problem: OSError | ValueError) -> None:
        super().__init__(f"standard output: cannot be written: {getattr(problem, 'strerror', None) or problem}")
        self.gone = is_reader_gone(problem)


def exit_code(work: Callable[[], object]) -> int:
    """Do the work of a command, and return its exit code. Whatever is no fault of the program is said in one line.

    An interruption wins over every other outcome, unless what was asked for lay in its place already.
    """
    problem: BaseException | None = None
    try:
        try:
            work()
        except BaseException as found:  # whatever it is, a signal may be behind it
            problem = found
        number = interruption.end()
    except interruption.Interrupted as found:  # between the two
        problem, number = found, interruption.end() or found.number
    try:
        if number is not None:
            return _report_interruption(number)
        return 0 if problem is None else _report_end(problem)
    finally:
        problem = None  # its traceback holds on to everything


def _report_interruption(number: int) -> int:
    if number in SPENT:
        complain("Error: the processor time that is allowed here (ulimit -t) is used up; nothing is left half made.")
        return REFUSED
    complain("Interrupted; nothing is left half made.")
    return 128 + number


def _report_end(problem: BaseException) -> int:
    """Say what ended a command, and return its exit code. Raises what is a fault of the program."""
    if isinstance(problem, SystemExit):
        return problem.code if isinstance(problem.code, int) else int(problem.code is not None)
    if isinstance(problem, KeyboardInterrupt):
        return _report_interruption(INTERRUPTED - 128)
    if isinstance(problem, Unsaid):
        silence(sys.stdout)
        if problem.gone:
            return GONE
        complain(f"Error: {problem}")
        return REFUSED
    click = sys.modules.get("click")  # where it could not be loaded, nothing of it was raised
    if click and isinstance(problem, click.exceptions.Exit):
        return int(problem.exit_code)
    if click and isinstance(problem, click.ClickException):
        try:
            problem.show()
        except (OSError, ValueError):
            silence(sys.stderr)
        return int(problem.exit_code)
    from quasiprint.model.blame import LEAST, NO_MEMORY, Shortage, has_room, shortage
    from quasiprint.model.errors import InputError, Unavailable

    lacking = problem if isinstance(problem, (InputError, Unavailable)) else shortage(problem)
    if lacking is None and not has_room(LEAST):
        lacking = Shortage(NO_MEMORY)  # whatever a library has made of it
    if lacking is None:
        raise problem
    if isinstance(problem, OSError):  # it may be standard output that refused
        silence(sys.stdout)
    complain(f"Error: {' '.join(str(lacking).split())}")
    return GONE if isinstance(problem, BrokenPipeError) else REFUSED


def complain(line: str) -> None:
    """Write a line to standard error; where that cannot be, the exit code has to say it."""
    if sys.stderr is None:
        return
    from quasiprint.model.errors import printable

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
