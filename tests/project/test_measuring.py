"""Benchmarks measure what a whole tree of processes uses, and can fail."""

from __future__ import annotations

import math
import re
import sys

import measuring
import pytest
from measuring import Figure

SPIN = "import os\nwhile sum(os.times()[:2]) < {seconds}: pass\n"


def script(text: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", text, *arguments]


def test_what_descendants_compute_counts() -> None:
    child = SPIN.format(seconds=0.1)
    alone = measuring.run(script(child))
    parent = f"import subprocess, sys\nfor _ in range(2): subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    family = measuring.run(script(parent))
    assert alone.cpu_s >= 0.1
    assert family.cpu_s >= 0.2  # a process has used what it says it has used, on any machine


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
