"""Ctrl-C while a set is designed, while it is written and while it is put in its place: nothing is left half made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from called import COMMAND, QUICK, invoke, kept, surroundings, tree

SAID = "Interrupted; nothing is left half made.\n"
# in the process of the command: the signal comes as this function of the program is called
STRIKES = """
import os, signal, sys
sys.argv[0] = 'quasiprint'
from {module} import {name} as real
def struck(*given, **named):
    os.kill(os.getpid(), signal.SIGINT)
    return real(*given, **named)
import {module} as module
module.{name} = struck
from quasiprint.__main__ import main; main()
"""
# so that Ctrl-C is heard: tests that run in the background may have been told to ignore it
HEARD = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)


def struck(at: str, *words: object) -> subprocess.CompletedProcess[str]:
    module, _, name = at.rpartition(".")
    command = [sys.executable, "-c", STRIKES.format(module=module, name=name), *map(str, words)]
    return subprocess.run(
        command, env=surroundings(), capture_output=True, text=True, timeout=60, preexec_fn=HEARD, check=False
    )


def any_left(group: int) -> bool:
    """Tell whether a process of a group runs still."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("target", ["set", "set.zip"])
def test_while_it_is_designed(here: Path, target: str) -> None:
    invoke(*QUICK, "-o", target, code=0)
    before = kept(here)
    done = struck("quasiprint.games.triomino.design.design", *QUICK, "--thickness", 5, "-o", target)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", SAID)
    assert kept(here) == before


@pytest.mark.parametrize(
    ("number", "code", "jobs"),
    [(signal.SIGINT, 130, "1"), (signal.SIGINT, 130, "2"), (signal.SIGTERM, 143, "2"), (signal.SIGKILL, -9, "2")],
)
def test_while_it_is_written(here: Path, number: int, code: int, jobs: str) -> None:
    """After a kill nothing can be cleared up, but no process is left, and the next run does it."""
    quick = (*QUICK, "-o", "set")
    invoke(*quick, code=0)
    before = tree(here)
    with subprocess.Popen(
        [*COMMAND, "make", "triomino", "-o", "set", "--highest", "4", "--jobs", jobs, "--format", "stl,svg,3mf"],
        env=surroundings(), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=HEARD,
    ) as run:  # fmt: skip
        deadline = time.monotonic() + 60
        while not any(Path().glob(".set.quasiprint/new/*/*")):
            assert run.poll() is None, run.stderr
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.killpg(run.pid, number) if number == signal.SIGINT else run.send_signal(number)
        output, errors = run.communicate(timeout=60)
    assert (run.returncode, output) == (code, "")
    if number == signal.SIGKILL:
        assert {f"set/{path}": digest for path, digest in tree(here / "set").items()} == before
        invoke(*quick, code=0)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and any_left(run.pid):
            time.sleep(0.01)
    else:
        assert errors == SAID
    assert tree(here) == before
    assert not any_left(run.pid)


@pytest.mark.parametrize(("target", "at"), [("set", "staging.settle"), ("set.zip", "staging.settle")])
def test_while_it_is_put_in_its_place(here: Path, target: str, at: str) -> None:
    """Then the new set is the one that is there, whole, and the run has done what it was asked."""
    invoke(*QUICK, "-o", target, code=0)
    old = kept(here)
    done = struck(f"quasiprint.disk.{at}", *QUICK, "--thickness", 5, "-o", target)
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in here.iterdir()] == [target]
    assert kept(here) != old
    invoke("verify", target, code=0)
