"""Tests in a process of their own: what came of them there comes of them here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import lean
import pytest

TESTS = Path(__file__).parent
FILE = """
import os, sys
import pytest

pytestmark = pytest.mark.lean

def test_here():
    assert os.environ["QUASIPRINT_LEAN"] and "heavy" not in sys.modules

@pytest.mark.parametrize("k", [1, 2, 3])
def test_each(k):
    assert k != 2, "two is wrong"

@pytest.fixture
def broken():
    if "QUASIPRINT_LEAN" in os.environ:
        raise RuntimeError("no such thing")

def test_broken(broken): pass

def test_skipped():
    pytest.skip("for want of it")

def test_dies():
    if DIES:
        os._exit(3)
"""


def tried(folder: Path, *ids: str, dies: bool = False) -> str:
    """Run the file in a process that has loaded more; return what pytest says."""
    tests = folder / "tests"
    tests.mkdir()
    (tests / "test_a.py").write_text(FILE.replace("DIES", str(dies)))
    (folder / "heavy.py").write_text("")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p lean\n")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "QUASIPRINT"))}
    surroundings = {**kept, "PYTHONPATH": f"{TESTS}:{folder}"}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-rA", "-p", "heavy", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *(f"tests/test_a.py{one}" for one in ids or ("",))],
        cwd=folder, env=surroundings, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return done.stdout


def test_each_test_ends_as_it_ended_there(tmp_path: Path) -> None:
    said = tried(tmp_path)
    for line in ("PASSED tests/test_a.py::test_here", "PASSED tests/test_a.py::test_each[1]",
                 "FAILED tests/test_a.py::test_each[2]", "PASSED tests/test_a.py::test_each[3]",
                 "FAILED tests/test_a.py::test_broken", "PASSED tests/test_a.py::test_dies"):  # fmt: skip
        assert line in said
    assert "two is wrong" in said
    assert "no such thing" in said
    ends = said.splitlines()[-1]
    assert all(count in ends for count in ("4 passed", "2 failed", "1 skipped"))


def test_only_what_is_asked_for_runs_there(tmp_path: Path) -> None:
    assert "2 passed" in tried(tmp_path, "::test_here", "::test_each[3]").splitlines()[-1]


def test_a_process_that_dies_is_no_success(tmp_path: Path) -> None:
    said = tried(tmp_path, dies=True)
    assert "passed" not in said.splitlines()[-1]
    assert "its process told nothing" in said


def test_what_did_not_run_there_has_failed() -> None:
    lean.judge("test_a", {"test_a": ("passed", "")})
    with pytest.raises(pytest.fail.Exception, match="did not run"):
        lean.judge("test_b", {"test_a": ("passed", "")})
