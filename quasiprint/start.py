"""Where the program begins: what `quasiprint` on a command line calls.

Signals are heard before anything is loaded, and the standard streams are made sound before anything is opened.
"""

from __future__ import annotations

import os
import sys
import time

from quasiprint.system import interruption, machine
from quasiprint.system.outcome import exit_code

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
    machine.open_streams()
    left = machine.spare_time(SPARE)
    if left is not None:
        interruption.stop_after(max(left - LEAST - time.process_time(), LEAST / 2))
    if os.path.expanduser("~") == "~":
        os.environ["HOME"] = NOWHERE
    from quasiprint.cli import main as commands

    commands.do()
