"""Tests that copy their process again and again, run in a process that has little to copy.

Each process of a test run collects all tests, and has loaded everything that any of them needs: to copy it costs
several times what it costs with one file's needs alone. A file that says ``pytestmark = pytest.mark.lean`` is run in a
process of its own, all of its tests that were asked for at once, when the first of them is due; each then tells what
came of it there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

INSIDE = "QUASIPRINT_LEAN"  # in the surroundings of such a process
LIMIT = 600  # s, for a file
Came = dict[str, tuple[str, str]]  # of each test, by its name: passed, skipped, failure or error, and what it said


@cache
def came_of(file: Path, ids: tuple[str, ...], folder: Path) -> Came:
    """Run tests of a file in a process of its own; return what came of each. ids: pytest's, all of that file. folder:
    to write into."""
    told = folder / "told.xml"
    dropped = ("PYTEST", "COV_")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(dropped)}
    run = subprocess.run(
        [*(sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "--tb", "short"),
         *("--basetemp", str(folder / "made"), "--junitxml", str(told)), *ids],
        cwd=file.parent.parent, env={**kept, INSIDE: "1"}, capture_output=True, text=True, timeout=LIMIT,
    )  # fmt: skip
    if not told.exists():
        raise RuntimeError(f"{file.name}: its process told nothing: {run.stdout[-3000:]}{run.stderr[-3000:]}")
    found: Came = {}
    for case in ElementTree.parse(told).iter("testcase"):
        for part in case:
            if part.tag in {"skipped", "failure", "error"}:
                found[case.attrib["name"]] = part.tag, f"{part.get('message', '')}\n{part.text or ''}"
        found.setdefault(case.attrib["name"], ("passed", ""))
    return found


def judge(name: str, came: Came) -> None:
    """End as a test has ended in the other process: pass, skip or fail. One that did not run there has failed."""
    how, said = came.get(name, ("error", "it did not run in the process of its file"))
    if how == "skipped":
        pytest.skip(said)
    if how != "passed":
        pytest.fail(said, pytrace=False)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "lean: the file's tests run in a process that has loaded nothing else")


def due(items: Sequence[pytest.Item], file: Path) -> tuple[str, ...]:
    """Return the ids of the tests of a file that were asked for."""
    return tuple(f"{file}::{item.nodeid.partition('::')[2]}" for item in items if item.path == file)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if INSIDE in os.environ or pyfuncitem.get_closest_marker("lean") is None:
        return None
    folder = _folder(pyfuncitem.config, pyfuncitem.path)
    judge(pyfuncitem.name, came_of(pyfuncitem.path, due(pyfuncitem.session.items, pyfuncitem.path), folder))
    return True


@cache
def _folder(config: pytest.Config, file: Path) -> Path:
    factory: pytest.TempPathFactory = config._tmp_path_factory
    return factory.mktemp(f"lean-{file.stem}")
