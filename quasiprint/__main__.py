"""Where the program begins: what `quasiprint` on a command line calls, and ``python -m quasiprint``.

Signals are heard before anything is loaded, and the standard streams are made sound before anything is opened.
"""

from __future__ import annotations

import os
import sys

from quasiprint.system import interruption, machine
from quasiprint.system.outcome import exit_code

NOWHERE = (
    "/nonexistent"  # the home of a user who has none, as Debian has it: libraries take no for an answer, but not ~
)


def main() -> None:
    """Run the command line, and end the program with its exit code."""
    code = exit_code(_command_line)
    interruption.deafen()
    sys.exit(code)


def _command_line() -> None:
    interruption.listen()
    machine.open_streams()
    if os.path.expanduser("~") == "~":
        os.environ["HOME"] = NOWHERE
    from quasiprint.cli import main as commands

    commands.do()


if __name__ == "__main__":
    main()
