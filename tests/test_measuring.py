"""Benchmarks measure what a whole tree of processes uses, and can fail."""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

import measuring
from measuring import Figure, Used

SPIN = "import os\nwhile sum(os.times()[:2]) < {seconds}: pass\n"
HOLD = "import time; held = b'x' * ({mib} << 20); time.sleep({seconds})\n"


def script(text: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", text, *arguments]


def test_what_descendants_compute_counts() -> None:
    child = SPIN.format(seconds=0.2)
    alone = measuring.run(script(child))
    parent = f"import subprocess, sys\nfor _ in range(2): subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    family = measuring.run(script(parent))
    assert alone.cpu_s >= 0.2
    assert family.cpu_s >= 0.4  # a process has used what it says it has used, on any machine


def test_what_descendants_hold_at_one_moment_counts() -> None:
    child = HOLD.format(mib=64, seconds=0.5)
    both = (
        f"import subprocess, sys\ncommand = [sys.executable, '-c', {child!r}]\n"
        "for one in [subprocess.Popen(command) for _ in range(2)]: one.wait()"
    )
    assert measuring.run(script(HOLD.format(mib=64, seconds=0))).peak_mib >= 64
    assert measuring.run(script(both)).peak_mib >= 128


def test_the_least_of_several_runs_counts() -> None:
    runs = iter([Used(3.0, 10.0, 4.0, "a"), Used(1.0, 20.0, 5.0, "b"), Used(2.0, 15.0, 3.0, "c")])
    order = []

    def job(name: str) -> Used:
        order.append(name)
        return next(runs) if name == "one" else Used(0, 0, 0)

    found = measuring.in_turn(3, {"one": lambda: job("one"), "other": lambda: job("other")})
    assert found["one"] == Used(1.0, 10.0, 3.0, "c")
    assert order == ["one", "other"] * 3


@pytest.mark.parametrize(
    ("figure", "holds"),
    [
        (Figure("a", 2.0, most=2.0), True),
        (Figure("a", 2.01, most=2.0), False),
        (Figure("a", 2.0, least=2.0), True),
        (Figure("a", 1.99, least=2.0), False),
        (Figure("a", math.nan, most=2.0), False),
        (Figure("a", math.inf), True),
    ],
)
def test_a_limit_that_is_passed_is_told_and_fails(
    figure: Figure, holds: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert figure.holds is holds
    assert measuring.report([Figure("b", 1.0, most=1.0), figure]) == (0 if holds else 1)
    said = capsys.readouterr()
    assert bool(said.err) is not holds
    assert ("past it" in said.out) is not holds
    if not holds:
        assert re.fullmatch(rf"a: found {figure.value:g}, allowed is [≥≤] 2\n", said.err)


def test_a_job_that_fails_ends_the_benchmark_with_what_it_said() -> None:
    with pytest.raises(SystemExit, match=r"ended with 3, allowed is 0\n(.|\n)*no bed"):
        measuring.run(script("import sys; sys.stderr.write('no bed'); sys.exit(3)"))
    assert measuring.run(script("print(1); raise SystemExit(3)"), codes=(0, 3)).output == "1\n"


def test_a_job_sees_the_sources_that_are_meant(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert measuring.surroundings()["PYTHONPATH"] == str(measuring.ROOT)
    assert not {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"} & set(measuring.surroundings(None))
    assert measuring.surroundings(None, A="b")["A"] == "b"
    assert measuring.run(script("import os; print(os.getcwd())"), folder=tmp_path).output.strip() == str(tmp_path)


def test_figures_take_the_place_of_those_that_stand_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "README.md"
    page.write_text("# a\n<!-- figures: b -->\nold\n<!-- end -->\n<!-- figures: c -->\nold\n<!-- end -->\n")
    monkeypatch.setattr(measuring, "PAGE", page)
    monkeypatch.setattr(sys, "argv", ["benchmarks/c.py", "--write"])
    for _ in range(2):
        assert measuring.report([Figure("x", 3.0, most=2)], write=True, before="before\n") == 1
    told = page.read_text()
    assert told.startswith("# a\n<!-- figures: b -->\nold\n<!-- end -->\n<!-- figures: c -->\n20")
    assert told.endswith(
        ":\n\nbefore\n\n| figure | value | limit |  |\n|---|---|---|---|\n| x | 3 | ≤ 2 | **past it** |\n<!-- end -->\n"
    )
    monkeypatch.setattr(sys, "argv", ["benchmarks/d.py"])
    with pytest.raises(ValueError, match="found no place for the figures of 'd'"):
        measuring.report([], write=True)
    capsys.readouterr()
