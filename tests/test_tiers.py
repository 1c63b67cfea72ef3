"""The two tiers of tests have all tests between them, and each test is of one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

def test_quick(): pass

@pytest.mark.thorough
def test_slow(): pass

@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", range(5))
def test_many(case): pass

@pytest.mark.sampled(1)
@pytest.mark.parametrize("case", ["a[1]", "b"])
def test_others(case): pass
"""
FIRST = {"test_quick", "test_many[0]", "test_many[1]", "test_others[a[1]]"}
SECOND = {"test_slow", "test_many[2]", "test_many[3]", "test_many[4]", "test_others[b]"}


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("tier", "wanted"), [("not thorough", FIRST), ("thorough", SECOND), ("thorough or not thorough", FIRST | SECOND)]
)
def test_a_tier_has_its_tests(root: Path, tmp_path: Path, tier: str, wanted: set[str]) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-p", "tiers", "-p", "no:cacheprovider", "--collect-only", "-q"]
    done = subprocess.run(
        [*command, "-m", tier, "-c", os.devnull, "--rootdir", tmp_path, tmp_path / "test_some.py", "--no-header"],
        env={**os.environ, "PYTHONPATH": str(root / "tests")}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    listed = {line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line}
    assert listed == wanted, done.stdout + done.stderr


def test_everybody_runs_the_first(root: Path) -> None:
    assert "-m 'not thorough'\"" in (root / "pyproject.toml").read_text()
    assert "-m thorough" in (root / ".ci/run").read_text()
