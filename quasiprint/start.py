"""Where the program begins: what `quasiprint` on a command line calls.

Signals are heard before anything is loaded, and the standard streams are made sound before anything is opened.
"""

from __future__ import annotations

import os
import sys
import time

from quasiprint import interruption
from quasiprint.outcome import exit_code

NOWHERE = (
    "/nonexistent"  # the home of a user who has none, as Debian has it: libraries take no for an answer, but not ~
)
SPARE = 1  # s, of the processor's time: enough to say that it is used up
LEAST = 0.3  # s, of it, where there is no more than one


def main() -> None:
    """Run the command line, and end the program with its exit code."""
    code = exit_code(_command_line)
    interruption.deafen()
    sys.exit(code)


def _command_line() -> None:
    interruption.listen()
    _open_streams()
    _spare_time()
    if os.path.expanduser("~") == "~":
        os.environ["HOME"] = NOWHERE
    from quasiprint.cli import main as commands

    commands.do()


def _open_streams() -> None:
    """Open the standard streams that are closed, on nothing: the next file would take their place, and a library that
    writes to standard error would write into it."""
    for handle in range(3):
        try:
            os.fstat(handle)
        except OSError:
            try:
                os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
            except OSError:
                return


def _spare_time() -> None:
    """Have the system tell when the processor's time is nearly used up: at its end it kills. It counts whole seconds;
    within one, a timer counts."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if soft == hard != resource.RLIM_INFINITY:
        if hard > SPARE:
            resource.setrlimit(resource.RLIMIT_CPU, (hard - SPARE, hard))
        else:
            interruption.stop_after(max(hard - LEAST - time.process_time(), LEAST / 2))
