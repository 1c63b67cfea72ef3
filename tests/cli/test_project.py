"""Project files: any option of `make`, held in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from boards_read import TYPICAL
from called import invoke, tree

ROOT = Path(__file__).parents[2]


def project(text: str, name: str = "project.toml") -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_a_project_file_holds_any_option(here: Path) -> None:
    file = project(
        'game = "quasimino"\noutput = "set"\nformat = ["stl"]\ncolours = 1\nedge = "3.2cm"\nkerf = 0.15\n'
        'thickness = 3.6\nclearance = 0.15\nstripe = 3.1\nprofile = ["own.toml", "letter"]\nseed = 7\n'
        "jobs = 1\n",
        "sub/project.toml",
    )
    project((ROOT / "templates/profiles/beds/voron-350.toml").read_text(), "sub/own.toml")
    invoke("make", "--project", file, code=0)
    manifest = json.loads(Path("sub/set/manifest.json").read_bytes())  # relative to the project file
    parameters = manifest["parameters"]
    assert manifest["seed"] == 7
    assert parameters["colours"] == 1
    assert parameters["formats"] == ["stl"]
    assert parameters["kerf"] == 0.15
    assert parameters["profiles"]["bed"] == "own"
    assert parameters["profiles"]["page"] == "letter"
    assert parameters["measures"]["printer"] == {
        "edge": 32.0, "stripe": 3.1, "thickness": 3.6, "clearance": 0.15,
    }  # fmt: skip


def test_the_command_line_wins_over_the_project(here: Path) -> None:
    file = project('game = "quasimino"\nformat = "stl"\ncolours = 1\nprofile = "ender-3"\noutput = "a"\n')
    invoke("make", "--project", file, "--colours", "2", "--profile", "prusa-xl", "-o", "b", code=0)
    parameters = json.loads(Path("b/manifest.json").read_bytes())["parameters"]
    assert parameters["colours"] == 2
    # a printer of Prusa's for its slicer; for the other the project's, which the command line says nothing of
    assert parameters["profiles"]["bed"] == "prusa-xl ender-3"
    assert not Path("a").exists()


def test_the_same_project_has_the_same_bytes_as_its_options(here: Path) -> None:
    file = project('game = "triomino"\nformat = "stl"\nhighest = 0\nedge = 31\n')
    assert invoke("make", "--project", file, "-o", "a").exit_code == 0
    assert invoke("make", "triomino", "--highest", 0, "--format", "stl", "--edge", "31mm", "-o", "b").exit_code == 0
    assert tree(Path("a")) == tree(Path("b"))


def test_check_reads_the_same_project(here: Path) -> None:
    file = project('game = "quasimino"\nformat = "stl"\ncolours = 2\noutput = "x"\njobs = 2\n')
    document = json.loads(invoke("check", "--project", file, "--json").stdout)
    assert document["pieces"] == 20


def test_a_project_file_has_flags_and_files_beside_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "mine.txt").write_text(TYPICAL)
    (here / "mine.toml").write_text('game = "majomino"\nboard = "mine.txt"\nformat = "txt"\noutput = "set"\n')
    (here / "drawn.toml").write_text('game = "majomino"\ndistinct = true\ncount = 3\nformat = "txt"\noutput = "b"\n')
    (here / "named.toml").write_text('game = "majomino"\nboard = "5-0MJ-1"\nformat = "txt"\noutput = "c"\n')
    (here / "below").mkdir()
    monkeypatch.chdir(here / "below")
    (here / "boards").write_text(TYPICAL)  # a file without a dot in its name
    (here / "plain.toml").write_text('game = "majomino"\nboard = "boards"\nformat = "txt"\noutput = "d"\n')
    for name in ("mine", "drawn", "named", "plain"):
        invoke("make", "--project", f"../{name}.toml", code=0)
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL == (here / "c/txt/boards.txt").read_text()
    assert (here / "d/txt/boards.txt").read_text() == TYPICAL
    assert json.loads((here / "b/manifest.json").read_bytes())["parameters"]["distinct"] is True
    (here / "drawn.toml").write_text('game = "majomino"\ndistinct = "yes"\n')
    result = invoke("make", "--project", "../drawn.toml", code=2)
    assert "distinct: found 'yes', allowed is true or false" in result.output
