"""Jobs: a run makes the same bytes, and a proof finds the same in the same order, whatever is done where and however
Python starts processes; and no process is left."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from called import invoke, python, tree
from edited import copied, put
from pictures import svg

from quasiprint.api import verify
from quasiprint.make import proving
from quasiprint.make.processes import Emit, results
from quasiprint.model.blame import Shortage
from quasiprint.model.errors import Unavailable
from quasiprint.system import children

PROGRAM = """
import multiprocessing, sys
from quasiprint.cli import main
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv.pop(1))
    main(prog_name="quasiprint")
"""


@pytest.fixture(scope="module")
def small(small_set: Callable[..., Path]) -> Path:
    return small_set("triomino", "--highest", 1, "--format", "stl,3mf,svg,dxf")


@pytest.fixture(scope="module")
def damaged(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of each of three formats with a word too many."""
    folder = copied(small, tmp_path_factory.mktemp("damaged") / "set")
    for name in ("3mf", "svg", "dxf"):
        path = sorted((folder / name).iterdir())[0]
        put(path, path.read_bytes() + b"more")
    return folder


@cache
def outcome(folder: Path, jobs: int) -> Any:
    return verify(folder, jobs=jobs).as_json()


@pytest.mark.thorough
@pytest.mark.parametrize("jobs", [2, 9])
def test_equal_findings_in_equal_order(small: Path, damaged: Path, jobs: int) -> None:
    """Fewer jobs than there are parts to be done, and more."""
    assert outcome(small, jobs) == outcome(small, 1)
    alone = outcome(damaged, 1)
    assert not alone["verified"]
    assert {finding["subject"].partition("/")[0] for finding in alone["findings"]} >= {"3mf", "svg", "dxf"}
    assert outcome(damaged, jobs) == alone


@pytest.mark.sampled(1)
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_however_processes_are_started(root: Path, damaged: Path, tmp_path: Path, method: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    result = python(program, method, "verify", damaged, "--json", "--jobs", "2", cwd=tmp_path)
    assert result.returncode == 1, result.stderr
    assert json.loads(result.stdout) == outcome(damaged, 1)


def test_each_file_is_told_once_read_and_once_made(small: Path) -> None:
    told: list[str] = []
    verify(small, jobs=2, tick=told.append)
    paths = (path for name in ("stl", "3mf", "svg", "dxf") for path in (small / name).iterdir())
    files = [path.relative_to(small).as_posix() for path in paths]
    shown = [path for path in files if "/corner-jig." not in path]  # it shows no piece
    assert sorted(path for path in told if ":" not in path and not path.endswith("…")) == sorted(shown)
    assert {f"making again: {path}" for path in files} <= set(told)


def broken(*_: object, **__: object) -> None:
    raise ZeroDivisionError("nothing by nothing")


ENDS = {
    "SIGKILL": r"SIGKILL: out of memory, or killed\); is there memory for so many --jobs\?",
    "SIGXCPU": r"SIGXCPU: the limit of processor time, ulimit -t\)",
    "SIGTERM": r"SIGTERM: somebody ended it\)",
    "SIGUSR1": r"SIGUSR1\)",
}


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize("name", ENDS)
def test_a_process_that_dies_is_said_in_a_line(small: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(small)
    monkeypatch.setattr(proving, "remake", lambda *_: os.kill(os.getpid(), signal.Signals[name]))
    result = invoke("verify", small, "--jobs", 2)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch(rf"Error: making it again: its process was ended \({ENDS[name]}\n", result.stderr)
    assert not multiprocessing.active_children()
    assert tree(small) == before


def test_a_library_that_crashes_may_lack_memory() -> None:
    said = children.end_of(-signal.SIGSEGV)
    assert said == "SIGSEGV: a library failed, perhaps for want of memory"
    assert children.end_of(3) == "exit code 3"


@pytest.mark.usefixtures("copies")
def test_where_time_is_limited_it_may_be_what_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (60, 60))
    said = "SIGKILL: out of memory, or killed, or the limit of processor time, ulimit -t"
    with pytest.raises(Shortage, match=re.escape(f"({said})")):
        list(results([(lambda _: os.kill(os.getpid(), signal.SIGKILL), ())], 1, str))


def killed_while_sending(emit: Emit) -> None:
    """Hand over megabytes; die when the first of them are on their way."""
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGKILL)).start()
    emit(bytes(1 << 26))


@pytest.mark.thorough
def test_a_process_that_dies_while_it_sends_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that runs out of memory may: what it hands over breaks off in the middle."""
    receive = Connection.recv

    def late(self: Connection) -> Any:
        time.sleep(1)  # the pipe is full by now, and the process dead
        return receive(self)

    monkeypatch.setattr(Connection, "recv", late)
    with pytest.raises(Shortage, match=r"^0: .*SIGKILL"):
        list(results([(killed_while_sending, ())], 2, str))
    assert not multiprocessing.active_children()


@pytest.mark.usefixtures("copies")
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_the_machine_lacks_is_told_before_the_rest_is_done(
    small: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    def lacking(*_: object) -> None:
        raise Unavailable("STL needs a library that is not here")

    def endless(*_: object) -> None:
        time.sleep(600)

    monkeypatch.setattr("quasiprint.addons.reading.importers.stl.read", lacking)
    monkeypatch.setattr(proving, "remake", endless)
    begun = time.monotonic()
    with pytest.raises(Unavailable, match="STL needs a library"):
        verify(small, jobs=jobs)
    assert time.monotonic() - begun < 60
    assert not multiprocessing.active_children()


@pytest.mark.usefixtures("copies")
def test_a_fault_of_the_program_is_no_finding(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "_recognition", broken)
    with pytest.raises(RuntimeError, match=r"(?s).* failed:.*ZeroDivisionError: nothing by nothing"):
        verify(small, jobs=2)
    assert not multiprocessing.active_children()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="where no processes are listed none can be seen")
def test_an_interruption_leaves_no_process(root: Path, small: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    with subprocess.Popen(
        [sys.executable, program, "fork", "verify", small, "--jobs", "2"],
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
        # tests that run in the background may have been told to ignore Ctrl-C, and children inherit that
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as run:
        children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        deadline = time.monotonic() + 60
        while not children.read_text():
            assert run.poll() is None, run.stderr
            assert time.monotonic() < deadline
            time.sleep(0.002)
        os.killpg(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=60)
    assert run.returncode == 130, said
    assert "Interrupted" in said
    assert "Traceback" not in said
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)  # no process of it is left


# as the installed program is started, in a module of its own that a new process imports again
METHODS = multiprocessing.get_all_start_methods()
BOARDS = """\
+--+--+--+
|        |
+--+--+--+
|        |
+--+--+--+
|        |
+--+--+--+
"""


def made_by(root: Path, folder: Path, method: str, *words: str, given: str = "") -> dict[str, str]:
    """Make a set with a start method, and return the digests of its files."""
    program = folder / "program.py"
    program.write_text(PROGRAM)
    result = python(program, method, "make", *words, "-o", "set", cwd=folder, input=given)
    assert result.returncode == 0, result.stderr
    return tree(folder / "set")


def test_all_three_are_tried() -> None:
    assert {"fork", "spawn", "forkserver"} <= set(METHODS)


@pytest.mark.thorough
@pytest.mark.parametrize("method", METHODS)
def test_boards_from_standard_input_are_made_with_jobs(root: Path, tmp_path: Path, method: str) -> None:
    words = ("majomino", "--board", "-", "--format", "txt,svg")
    (tmp_path / "alone").mkdir()
    (tmp_path / "jobs").mkdir()
    alone = made_by(root, tmp_path / "alone", "fork", *words, given=BOARDS)
    jobs = made_by(root, tmp_path / "jobs", method, *words, "--jobs", "2", given=BOARDS)
    assert {path.partition("/")[0] for path in alone} >= {"txt", "svg", "source"}
    assert jobs == alone


@pytest.mark.thorough
def test_drawings_of_ones_own_are_handed_over(root: Path, tmp_path: Path) -> None:
    """And are those that were read at first: a new process does not look for them again."""
    found = []
    for folder, method, jobs in ((tmp_path / "alone", "fork", "1"), (tmp_path / "jobs", "spawn", "2")):
        (folder / "mine").mkdir(parents=True)
        for number, drawing in enumerate(('<circle r="9"/>', '<rect width="9" height="20"/>')):
            (folder / f"mine/{number}.svg").write_text(svg(drawing))
        words = ("triomino", "--symbols", "mine", "--highest", "1", "--format", "stl,svg", "--jobs", jobs)
        found.append(made_by(root, folder, method, *words))
    assert found[0] == found[1]
    assert any(path.startswith("source/symbols/") for path in found[0])
