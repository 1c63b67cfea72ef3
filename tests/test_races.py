"""A sample of ``benchmarks/races.py``: a hand works in the folder that a run replaces. The races find what is lost."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from called import manifest_of

from quasiprint.cli.reporting import warn
from quasiprint.disk import sinks
from quasiprint.disk.sinks import sink

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from disturbed import Action, Ground, as_program
from races import Course, Made

pytestmark = pytest.mark.thorough


class Words(Made):
    """Sets of a few words, written as `make` writes sets, but made in no time."""

    def run(self, of: int, place: str, *, replace: bool = False) -> Action:
        def act() -> None:
            with sink(Path(place), replace, warn) as stage:
                files = {f"txt/{word}": word.encode() * 1000 for word in self.words[of]}
                for path, content in files.items():
                    stage.write(path, content)
                stage.write("manifest.json", manifest_of(files, "words"))

        return as_program(act)

    def make(self, jobs: int = 1, of: int = 1) -> Action:
        return self.run(of, self.target.name)

    def first(self, words: list[str]) -> Action:
        return self.run(self.words.index(words), self.target.name)


def course(place: Path, name: str = "set") -> Course:
    return Course(Words(Ground(place / "ground"), "one two three", "four five two", name), 7)


@pytest.mark.parametrize("name", ["set", "set.zip"])
def test_nothing_is_lost(tmp_path: Path, name: str) -> None:
    races = course(tmp_path, name)
    for kills in (False, True, False):
        for _ in range(6):
            races.race(clock=False, others=False, kills=kills)
            races.race(clock=True, others=not kills, kills=kills)
    row = races.row
    assert (row.lost, row.half, row.faults) == ([], [], [])
    assert row.written > 5
    assert row.in_place + row.aside == row.written


def test_the_races_find_a_writer_that_looks_too_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sinks, "scan", lambda *_: sinks.FolderScan({}))
    monkeypatch.setattr(sinks, "remove_replaced", lambda place, _: shutil.rmtree(place, ignore_errors=True) or True)
    races = course(tmp_path)
    for _ in range(12):
        races.race(clock=False, others=False, kills=False)
    assert races.row.lost
