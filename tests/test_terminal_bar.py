"""The bar of a terminal: how much is done, how long the rest takes, and when there is none of it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from pathlib import Path

import pytest
from called import COMMAND, invoke, surroundings
from test_cli_progress import bare, left, shown

from quasiprint.cli import bar
from quasiprint.cli.bar import Progress, said
from quasiprint.make.processes import results
from quasiprint.system.progress import measure, portion, tell, tell_progress, telling

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


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("environment", "columns", "colour", "block"),
    [
        ({"NO_COLOR": "1"}, 80, False, True),
        ({"TERM": "dumb"}, 80, False, False),
        ({"PYTHONIOENCODING": "ascii"}, 80, True, False),
        ({}, 20, False, False),
    ],
)
def test_what_a_terminal_cannot_do_is_left_out(
    here: Path, environment: dict[str, str], columns: int, colour: bool, block: bool
) -> None:
    seen = screen_of(MAKE, columns, **environment)
    assert (COLOUR in seen, BLOCK in seen) == (colour, block)
    assert b"svg: 1 f" in seen
    assert max(map(len, lines(seen))) < columns


def test_a_pipe_sees_nothing_of_it(here: Path) -> None:
    result = invoke(*MAKE.split(), code=0)
    assert "█" not in result.output
    assert "%" not in result.stderr


class Clock:
    """A terminal whose time is said by the test, and what was written to it."""

    encoding = "utf-8"

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.drawn = 0.0, list[str]()
        monkeypatch.setattr("time.monotonic", lambda: self.now)
        monkeypatch.setattr("quasiprint.system.progress.monotonic", lambda: self.now)
        monkeypatch.setattr("sys.stderr", self)
        monkeypatch.setenv("TERM", "xterm")

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError

    def write(self, text: str) -> None:
        self.drawn.append(text)

    def flush(self) -> None:
        pass


def test_the_time_left_is_that_of_a_rest_like_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    progress = Progress()
    with telling(progress.say, progress.measure):
        clock.now = 1.0
        measure(0.5)
        assert progress.left() is None  # nobody can say after a second
        clock.now = 10.0
        measure(0.25)  # it does not go back
        assert progress.left() is None
        measure(0.75)
        tell("proving")
        assert progress.left() == pytest.approx(10 / 3)
        assert "3 s left  proving" in clock.drawn[-1]
        assert "75%" in clock.drawn[-1]
        clock.now = 12.0
        assert progress.left() == pytest.approx(10 / 3 - 2)
        clock.now = 20.0
        assert progress.left() is None  # it takes longer than was thought: nothing is said then


def test_counts_come_no_quicker_than_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    progress = Progress()
    for number in range(1, 101):
        clock.now += bar.EVERY / 20
        progress.tick("stl", number)
    assert 5 <= len(clock.drawn) <= 7
    progress.tick("svg", 1)
    assert "svg: 1 files" in clock.drawn[-1]


def test_a_part_counts_as_that_part_of_all() -> None:
    shares: list[float] = []
    with telling(lambda _: None, shares.append):
        with portion(0.5, 1.0), portion(0.0, 0.5):
            measure(1.0)
        list(tell_progress("abc", "outside of a part nobody knows what follows"))
    assert shares == [0.5, 0.5, 0.75]


def emitting(emit: object, what: str) -> None:
    tell(what)
    emit(1)  # type: ignore[operator]


def test_what_another_process_tells_is_told_here() -> None:
    told: list[str] = []
    works = [(emitting, (name,)) for name in ("one", "two")]
    with telling(told.append):
        assert sorted(results(works, 2, str)) == [(0, 1), (1, 1)]
    assert sorted(told) == ["one", "two"]
    assert sorted(results(works, 2, str)) == [(0, 1), (1, 1)]
    assert len(told) == 2  # nobody listens


@pytest.mark.parametrize(
    ("seconds", "due"), [(0.2, "1 s"), (59.4, "59 s"), (61, "1 min"), (3599, "60 min"), (7500, "2 h 5 min")]
)
def test_a_time_is_said_in_few_words(seconds: float, due: str) -> None:
    assert said(seconds) == due
