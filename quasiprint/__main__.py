"""Where the program begins: what `quasiprint` on a command line calls, and ``python -m quasiprint``.

Signals are heard before anything is loaded, and the standard streams are made sound before anything is opened.
"""

from __future__ import annotations

import os
import signal
import sys

from quasiprint.system import WINDOWS, interruption
from quasiprint.system.outcome import exit_code

# the home of a user who has none, as Debian has it: libraries take no for an answer, but not ~
NOWHERE = "/nonexistent"


def main() -> None:
    """Run the command line, and end the program with its exit code."""
    code = exit_code(_command_line)
    interruption.handle_with(signal.SIG_IGN)  # the run is over, its outcome is printed, and the interpreter ends
    sys.exit(code)


def _command_line() -> None:
    interruption.begin()
    _open_streams()
    if os.path.expanduser("~") == "~":
        os.environ["HOME"] = NOWHERE
    from quasiprint.cli import main as commands

    commands.do()


def _open_streams() -> None:
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


if __name__ == "__main__":
    main()
