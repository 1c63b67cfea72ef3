"""What a terminal shows while a command works; a pipe sees nothing of it."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest
from called import COMMAND, QUICK, invoke, surroundings

from quasiprint.cli.bar import WIDTH
from quasiprint.system.progress import tell_progress, telling

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
    """Return what a terminal shows without its colours."""
    return re.sub(r"\x1b\[\d*m", "", text.decode())


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
    assert all(len(line) <= WIDTH for line in re.split(r"[\r\n]+", bare(seen)))
    target = ["-o", "other.pdf"] if words.startswith(("rules", "scoresheet")) else []
    piped = subprocess.run([*COMMAND, *words.split(), *target], capture_output=True, env=surroundings(), check=True)
    assert piped.stderr == b""


@pytest.mark.thorough
def test_ctrl_c_leaves_one_line_and_none_of_the_progress(here: Path) -> None:
    run, screen = begun("make majomino --count 15000 --format txt -o set")
    seen = shown(screen, until=b"boards: ")  # in the middle of what is counted
    run.send_signal(signal.SIGINT)
    seen += shown(screen)
    os.close(screen)
    assert run.wait(60) == 130
    assert b"boards: " in seen
    assert left(seen) == "Interrupted; nothing is left half made."
    assert not any(here.iterdir())


def test_what_is_counted_is_told_in_percent_and_handed_on_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr("quasiprint.system.progress.monotonic", lambda: next(clock))
    told: list[str] = []
    with telling(told.append):
        assert list(tell_progress("abcd", "reading")) == ["a", "b", "c", "d"]
    assert told == ["reading: 0%", "reading: 25%", "reading: 50%", "reading: 75%"]
    assert list(tell_progress("abcd", "reading")) == ["a", "b", "c", "d"]
    assert len(told) == 4  # nobody listens
