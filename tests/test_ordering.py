"""The costliest files of tests are begun first, and what a file costs is what its tests have computed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import ordering
import pytest

FILES = {
    "test_many.py": "import pytest\n@pytest.mark.parametrize('n', range(9))\ndef test_many(n): pass\n",
    "test_dear.py": (
        "import os, subprocess, sys\nTEXT = 'import os\\nwhile sum(os.times()[:2]) < 0.3: pass'\n"
        "def test_one(): subprocess.run([sys.executable, '-c', TEXT], check=True)\n"
    ),
    "test_new.py": "def test_new(): pass\n",
}
CONFTEST = """
import sys
sys.path.insert(0, {tests!r})
import ordering
ordering.RECORD = ordering.Path(__file__).parent / "costs.json"
def pytest_addoption(parser, pluginmanager):
    pluginmanager.register(ordering)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Three files of tests that take their turns by a record beside them."""
    (tmp_path / "conftest.py").write_text(CONFTEST.format(tests=str(Path(ordering.__file__).parent)))
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    return tmp_path


def run(project: Path, *words: str) -> list[str]:
    """Run the tests; return the files in the order in which they were begun."""
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", "."]
    done = subprocess.run(
        [*command, *words, "."], cwd=project, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [line for line in done.stdout.splitlines() if "PASSED" in line]
    return list(dict.fromkeys(word.partition("::")[0] for line in lines for word in line.split() if "::" in word))


def test_the_costliest_is_begun_first_and_before_it_what_nobody_weighed(project: Path) -> None:
    # a process takes its next file while it is at the last tests of the one before: the order is that of one process
    words = ("-n", "1", "--dist", "loadfile")
    (project / "costs.json").write_text(json.dumps({"test_many.py": 1, "test_dear.py": 5}))
    assert run(project, *words) == ["test_new.py", "test_dear.py", "test_many.py"]
    (project / "costs.json").write_text(json.dumps({"test_many.py": 7, "test_dear.py": 5, "test_new.py": 6}))
    assert run(project, *words) == ["test_many.py", "test_new.py", "test_dear.py"]


@pytest.mark.parametrize("words", [(), ("-n", "2", "--dist", "loadfile")], ids=["one process", "two"])
def test_what_is_recorded_was_computed(project: Path, words: tuple[str, ...]) -> None:
    run(project, "--costs", "found.json", *words)
    found = json.loads((project / "found.json").read_bytes())
    assert set(found) == set(FILES)
    assert found["test_dear.py"] >= 0.3  # a process that it starts counts
    assert found["test_dear.py"] > found["test_many.py"]


def test_every_file_on_record_is_there(root: Path) -> None:
    known = ordering.costs()
    assert not set(known) - {path.name for path in (root / "tests").glob("test_*.py")}
    assert known
    assert ordering.costliest(["tests/a.py", "tests/b.py"], {"a.py": 1, "b.py": 2}) == "tests/b.py"
    assert ordering.cost("tests/a.py::test_x", {"a.py": 1.5}) == 1.5
