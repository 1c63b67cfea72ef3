"""What a terminal shows while a command works; a pipe sees nothing of it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from pathlib import Path

import pytest
from called import COMMAND, QUICK, invoke, surroundings

from quasiprint.cli.reporting import Progress
from quasiprint.make.processes import results
from quasiprint.system.progress import measure, portion, tell, telling

WORKING = {
    "verify set": b"making again: ",
    "make triomino --highest 0 --format stl -o made": b"stl: ",
    "check quasimino --colours 1": b"checking the set for printing",
    "rules triomino --highest 0": b"typesetting the books",
    "scoresheet triomino --highest 0": b"drawing the score sheet",
}


def begun(words: str, stdout: int = subprocess.DEVNULL) -> tuple[subprocess.Popen[bytes], int]:
    """Start a command whose standard error is a terminal; return it and the screen."""
    screen, terminal = pty.openpty()
    run = subprocess.Popen([*COMMAND, *words.split()], stderr=terminal, stdout=stdout, env=surroundings())
    os.close(terminal)
    return run, screen


def shown(screen: int, seconds: float = 60.0, until: bytes = b"") -> bytes:
    """Return what a terminal shows, to its end, or until it shows something."""
    found, end = b"", time.monotonic() + seconds
    while time.monotonic() < end and not (until and until in found):
        if select.select([screen], [], [], 0.1)[0]:
            try:
                found += os.read(screen, 4096) or b""
            except OSError:  # the last that had it open is gone
                break
    return found


def bare(text: bytes) -> str:
    """Return what a terminal shows without its colours, and without what shows and hides its cursor."""
    return re.sub(r"\x1b\[\??\d*[mlh]", "", text.decode())


def left(text: bytes) -> str:
    """Return what stands on a terminal's lines in the end, each overwritten from its beginning by every return."""
    lines = []
    for line in bare(text).replace("\r\n", "\n").split("\n"):
        stands = ""
        for part in line.split("\r"):
            stands = part + stands[len(part) :]
        lines.append(stands.rstrip())
    return "\n".join(lines).strip()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", WORKING)
def test_a_terminal_shows_what_is_done_and_a_pipe_does_not(here: Path, words: str) -> None:
    invoke(*QUICK, "-o", "set")
    run, screen = begun(words)
    seen = shown(screen)
    os.close(screen)
    assert run.wait(60) == 0
    assert WORKING[words] in seen
    assert left(seen) == ""  # wiped when all is done
    assert all(len(line) < 80 for line in re.split(r"[\r\n]+", bare(seen)))
    target = ["-o", "other.pdf"] if words.startswith(("rules", "scoresheet")) else []
    piped = subprocess.run([*COMMAND, *words.split(), *target], capture_output=True, env=surroundings(), check=True)
    assert piped.stderr == b""


MAKE = "make triomino --highest 1 --format svg,dxf -o made --replace --jobs 1"
COLOUR, BLOCK = b"\x1b[", "█".encode()


def screen_of(words: str, columns: int = 0, **environment: str) -> bytes:
    """Return all that a terminal shows of a command. columns: of the terminal, 0 for one that does not say."""
    screen, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24 * bool(columns), columns, 0, 0))
    around = {key: value for key, value in surroundings().items() if key != "NO_COLOR"}
    around |= {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", **environment}
    run = subprocess.Popen([*COMMAND, *words.split()], stderr=terminal, stdout=subprocess.DEVNULL, env=around)
    os.close(terminal)
    seen = shown(screen)
    os.close(screen)
    assert run.wait(60) == 0
    return seen


def lines(seen: bytes) -> list[str]:
    """Return each line that was drawn, without its colours."""
    return re.split(r"[\r\n]+", bare(seen))


def test_a_terminal_has_a_bar_in_colour_and_is_left_clean(here: Path) -> None:
    seen = screen_of(MAKE, 60)
    assert BLOCK in seen
    assert COLOUR in seen
    assert any(re.search(r"░  +\d+%  .*svg: 1 files", line) for line in lines(seen))
    assert max(map(len, lines(seen))) <= 59
    assert left(seen) == ""


class Clock:
    """A terminal whose time is said by the test, and what was written to it."""

    encoding = "utf-8"

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.drawn = 1.0, list[str]()
        monkeypatch.setattr("time.monotonic", lambda: self.now)
        monkeypatch.setattr("time.time", lambda: self.now)
        monkeypatch.setattr("sys.stderr", self)

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError

    def write(self, text: str) -> None:
        self.drawn.append(bare(text.encode()))

    def flush(self) -> None:
        pass


def test_the_time_left_is_that_of_a_rest_like_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    progress = Progress()
    with telling(progress.say, progress.measure):
        tell("proving: 1")
        clock.now = 2.0
        measure(0.1)
        assert clock.drawn[-1] == f"\r{2 * '█'}{18 * '░'}   10%  00:00:09  proving: 1"
        measure(0.05)  # it does not go back
        clock.now = 6.0
        with portion(0.5, 1.0):
            measure(0.0)
        tell("proving: 2")
        tell("proving: 3")  # nobody reads so quickly
        assert len(clock.drawn) == 4
        assert clock.drawn[-1] == f"\r{10 * '█'}{10 * '░'}   50%  00:00:05  proving: 2"
    progress.clear()
    assert clock.drawn[4:] == [f"\r{'':48}\r"]


def working(what: str) -> list[int]:
    tell(what)
    return [1]


def test_what_another_process_tells_is_told_here() -> None:
    told: list[str] = []
    works = [(working, (name,)) for name in ("one", "two")]
    with telling(told.append):
        assert sorted(results(works, 2, str)) == [(0, 1), (1, 1)]
    assert sorted(told) == ["one", "two"]
    assert sorted(results(works, 2, str)) == [(0, 1), (1, 1)]
    assert len(told) == 2  # nobody listens
