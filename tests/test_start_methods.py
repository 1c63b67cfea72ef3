"""A run's jobs give the same bytes however Python starts processes: what they need is handed to them as a value."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest
from called import python, tree
from pictures import svg

# as the installed program is started, in a module of its own that a new process imports again
PROGRAM = """
import multiprocessing, sys
from quasiprint.cli import main
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv.pop(1))
    main(prog_name="quasiprint")
"""
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


def made(root: Path, folder: Path, method: str, *words: str, given: str = "") -> dict[str, str]:
    """Make a set with a start method, and return the digests of its files."""
    program = folder / "program.py"
    program.write_text(PROGRAM)
    result = python(program, method, "make", *words, "-o", "set", cwd=folder, input=given)
    assert result.returncode == 0, result.stderr
    return tree(folder / "set")


def test_all_three_are_tried() -> None:
    assert {"fork", "spawn", "forkserver"} <= set(METHODS)


@pytest.mark.parametrize("method", METHODS)
def test_boards_from_standard_input_are_made_with_jobs(root: Path, tmp_path: Path, method: str) -> None:
    words = ("majomino", "--board", "-", "--format", "txt,svg")
    (tmp_path / "alone").mkdir()
    (tmp_path / "jobs").mkdir()
    alone = made(root, tmp_path / "alone", "fork", *words, given=BOARDS)
    jobs = made(root, tmp_path / "jobs", method, *words, "--jobs", "2", given=BOARDS)
    assert {path.partition("/")[0] for path in alone} >= {"txt", "svg", "source"}
    assert jobs == alone


def test_drawings_of_ones_own_are_handed_over(root: Path, tmp_path: Path) -> None:
    """And are those that were read at first: a new process does not look for them again."""
    found = []
    for folder, method, jobs in ((tmp_path / "alone", "fork", "1"), (tmp_path / "jobs", "spawn", "2")):
        (folder / "mine").mkdir(parents=True)
        for number, drawing in enumerate(('<circle r="9"/>', '<rect width="9" height="20"/>')):
            (folder / f"mine/{number}.svg").write_text(svg(drawing))
        words = ("triomino", "--symbols", "mine", "--highest", "1", "--format", "stl,svg", "--jobs", jobs)
        found.append(made(root, folder, method, *words))
    assert found[0] == found[1]
    assert any(path.startswith("source/symbols/") for path in found[0])
