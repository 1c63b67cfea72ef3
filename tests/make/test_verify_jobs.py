"""Jobs: a run makes the same bytes, and a proof finds the same in the same order, whatever is done where and however
Python starts processes; and no process is left."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from called import invoke, python, tree
from edited import copied, put

from quasiprint.api import verify
from quasiprint.errors import Unavailable
from quasiprint.make import verify as proving

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


ENDS = {
    "SIGKILL": r"SIGKILL: out of memory, or killed\); is there memory for so many --jobs\?",
    "SIGXCPU": r"SIGXCPU\)",
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
