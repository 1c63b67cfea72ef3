"""Typst in a process of its own: it ends with the run, what ends it is told in a line, and a forked one has its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from called import QUICK, invoke

import quasiprint
from quasiprint.make.make import Making
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.blame import Shortage
from quasiprint.system import press

PAGE = press.Job({"main.typ": b"words"}, {"timestamp": 0})


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    press.close()
    yield
    press.close()


def children() -> list[str]:
    found = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [pid for pid in found if b"press.py" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_documents_are_typeset_by_one_process_until_it_is_closed() -> None:
    (one,), (other,) = press.typeset(PAGE), press.typeset(PAGE)
    assert one == other
    assert one.startswith(b"%PDF-")
    assert len(children()) == 1
    press.close()
    assert children() == []
    assert press.typeset(PAGE) == [one]  # and begins again


def test_a_run_leaves_none(tmp_path: Path) -> None:
    invoke(*QUICK[:-1], "pdf", "-o", tmp_path / "set", code=0)
    assert (tmp_path / "set/pdf/rules-a4.pdf").exists()
    assert children() == []


def test_neither_does_a_book_alone_nor_a_run_that_is_left() -> None:
    assert quasiprint.design("triomino", highest=0).rulebook(quick=True).startswith(b"%PDF-")
    assert children() == []
    files = Making(Workshop(settle(Request("triomino", {"highest": 0}, formats=("pdf",))))).artefacts()
    while not children():
        next(files)
    files.close()
    assert children() == []


def test_what_typst_refuses_is_said_and_the_next_is_typeset() -> None:
    with pytest.raises(press.Refused, match="expected"):
        press.typeset(press.Job({"main.typ": b"#let"}, {}))
    assert press.typeset(PAGE)
    assert len(children()) == 1


@pytest.mark.parametrize("which", [signal.SIGKILL, signal.SIGSEGV])
def test_a_process_that_is_ended_is_told_and_replaced(which: signal.Signals) -> None:
    press.typeset(PAGE)
    (pid,) = children()
    os.kill(int(pid), which)
    with pytest.raises(Shortage, match=f"typesetting: its process was ended \\({which.name}"):
        press.typeset(PAGE)
    assert press.typeset(PAGE)


def _typeset_elsewhere(queue: multiprocessing.Queue[tuple[int, list[bytes]]]) -> None:
    queue.put((os.getpid(), press.typeset(PAGE)))


def test_a_forked_process_has_its_own() -> None:
    here = press.typeset(PAGE)
    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[tuple[int, list[bytes]]] = context.Queue()
    job = context.Process(target=_typeset_elsewhere, args=(queue,))
    job.start()
    assert queue.get(timeout=60)[1] == here
    job.join(60)
    assert job.exitcode == 0
    assert press.typeset(PAGE) == here  # nobody took this one's answer


def test_pictures_come_page_by_page() -> None:
    job = press.Job({"main.typ": b"#page[a]\n#page[b]"}, {"format": "png", "ppi": 36.0}, fonts=None)
    made = press.typeset(job)
    assert [one[:4] for one in made] == [b"\x89PNG"] * 2
