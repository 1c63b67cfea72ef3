"""A sample of ``benchmarks/races.py``: a hand works in the folder that a run replaces. The races find what is lost."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from quasiprint.storage import folder

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from disturbed import Ground
from races import Course


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(Ground(tmp_path / "ground"), "set", 7)


def test_nothing_is_lost(course: Course) -> None:
    for kills in (False, True, False):
        course.race(clock=False, others=False, kills=kills)
        course.race(clock=True, others=not kills, kills=kills)
    row = course.row
    assert (row.lost, row.half, row.faults) == ([], [], [])
    assert row.written > 2
    assert row.in_place + row.aside == row.written


def test_the_races_find_a_writer_that_looks_too_early(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "look", lambda *_: folder.Look({}))
    monkeypatch.setattr(folder, "cleared", lambda place, *_: shutil.rmtree(place, ignore_errors=True) or True)
    for _ in range(5):
        course.race(clock=False, others=False, kills=False)
    assert course.row.lost
