"""Typst in a process of its own: it ends with the run, what ends it is told in a line, and a forked one has its own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from quasiprint.system import press
from quasiprint.system.outcome import Shortage

PAGE = {"main.typ": b"words"}, {"timestamp": 0}


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    press.close()
    yield
    press.close()


def children() -> list[str]:
    found = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [pid for pid in found if b"press.py" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_documents_are_typeset_by_one_process_until_it_is_closed() -> None:
    (one,), (other,) = press.typeset(*PAGE), press.typeset(*PAGE)
    assert one == other
    assert one.startswith(b"%PDF-")
    assert len(children()) == 1
    press.close()
    assert children() == []
    assert press.typeset(*PAGE) == [one]  # and begins again


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
