"""Typst in a process of its own: it ends with the run, what ends it is told in a line, and a forked one has its own.
And what ends a run."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import click
import pytest

from quasiprint.system import interruption, press
from quasiprint.system.outcome import OutputClosed, Shortage, exit_code

PAGE = {"main.typ": b"words"}, {"timestamp": 0}


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    press.close()
    yield
    press.close()


def children() -> list[str]:
    found = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [pid for pid in found if b"quasiprint.system.press" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_documents_are_typeset_by_one_process_until_it_is_closed() -> None:
    (one,), (other,) = press.typeset(*PAGE), press.typeset(*PAGE)
    assert one == other
    assert one.startswith(b"%PDF-")
    assert len(children()) == 1
    press.close()
    assert children() == []
    assert press.typeset(*PAGE) == [one]  # and begins again


def test_each_thread_has_a_process_of_its_own() -> None:
    def one(_: int) -> list[bytes]:
        made = press.typeset(*PAGE)
        press.close()
        return made

    with ThreadPoolExecutor(4) as pool:
        assert len({tuple(made) for made in pool.map(one, range(8))}) == 1


def test_what_typst_refuses_is_said_and_the_next_is_typeset() -> None:
    with pytest.raises(press.Refused, match="expected"):
        press.typeset({"main.typ": b"#let"}, {})
    assert press.typeset(*PAGE)
    assert len(children()) == 1


@pytest.mark.parametrize("which", [signal.SIGKILL, signal.SIGSEGV])
def test_a_process_that_is_ended_is_told_and_replaced(which: signal.Signals) -> None:
    press.typeset(*PAGE)
    (pid,) = children()
    os.kill(int(pid), which)
    with pytest.raises(Shortage, match=f"typesetting: its process was ended \\({which.name}"):
        press.typeset(*PAGE)
    assert press.typeset(*PAGE)


# --- What ends a run ------------------------------------------------------------------------------


FULL = OSError(errno.ENOSPC, "No space left on device", "a/b")
NO_MEMORY = "Error: there is not enough memory here (a limit of the shell, ulimit -v, counts as well)"
ENDS: list[tuple[BaseException, int, str]] = [
    (MemoryError(), 2, NO_MEMORY),
    (FULL, 2, "Error: 'a/b': No space left on device"),
    (OSError(errno.EMFILE, "Too many open files"), 2, "Error: Too many open files (ulimit -n)"),
    (RuntimeError("std::bad_alloc"), 2, NO_MEMORY),
    (OSError(errno.ENAMETOOLONG, "File name too long", "bad_alloc"), 2, "Error: 'bad_alloc': File name too long"),
    (ImportError("libGL.so.1"), 2, "Error: a library cannot be loaded here: libGL.so.1"),
    (OutputClosed(FULL), 2, "Error: standard output: cannot be written: No space left on device"),
    (OutputClosed(BrokenPipeError(errno.EPIPE, "Broken pipe")), 141, ""),
    (BrokenPipeError(errno.EPIPE, "Broken pipe"), 141, "Error: Broken pipe"),
    (KeyboardInterrupt(), 130, "Interrupted; nothing is left half made."),
    (click.UsageError("found two"), 2, "Error: found two"),
    (click.exceptions.Exit(7), 7, ""),
    *((SystemExit(code), end, "") for code, end in ((None, 0), (3, 3), ("no", 1))),
]


def raised(problem: BaseException) -> None:
    raise problem


@pytest.mark.parametrize(("problem", "code", "line"), ENDS, ids=[repr(problem) for problem, *_ in ENDS])
def test_an_end_is_told_in_a_line(
    problem: BaseException, code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(partial(raised, problem)) == code
    assert capsys.readouterr() == ("", line + "\n" * bool(line))
    with pytest.raises(ValueError, match="bad_alloc"):  # a fault of the program
        exit_code(partial(raised, ValueError("bad_alloc")))


def test_a_signal_ends_a_run_unless_its_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)

    def last(*, fails: bool) -> None:
        with interruption.critical(last=True):
            signal.raise_signal(signal.SIGTERM)
            if fails:
                raise FULL

    before = interruption.begin()
    try:
        for work, code in ((partial(last, fails=False), 0), (partial(last, fails=True), 143)):
            assert exit_code(work) == code
            interruption.begin()
        assert exit_code(partial(signal.raise_signal, signal.SIGTERM)) == 143
    finally:
        interruption.restore(before)
