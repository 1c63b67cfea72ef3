"""Majomino on the command line: runs of boards, their names and files, bad input, the same bytes again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from boards_read import FILLED, SCORED, TYPICAL
from called import invoke, tree
from conftest import Run
from edited import manifest

TEXT = ["make", "majomino", "--format", "txt", "-o", "set"]


@pytest.mark.thorough
def test_a_run_is_a_dozen_boards_of_five_and_all_its_files_are_told(whole: Callable[[str], Path]) -> None:
    folder = whole("majomino")
    told = manifest(folder)
    assert len(told["pieces"]) == 12
    assert {len(piece["marks"]) for piece in told["pieces"]} == {25}
    assert all(piece["files"] and piece["name"].startswith("5-") for piece in told["pieces"])
    assert [(a["id"], a["count"]) for a in told["accessories"]] == [("marker", 25), ("frame", 1), ("tray", 1)]
    listed = {entry["path"] for entry in told["files"]} | {"manifest.json"}
    assert listed == set(tree(folder))
    assert {"txt/boards.txt", "pdf/sheets-a4.pdf", "pdf/booklet-letter.pdf"} <= listed
    text = (folder / "txt" / "boards.txt").read_text()
    assert len(text.split("\n\n")) == 12
    page = (folder / "README.md").read_text()
    assert "drawn uniformly from all boards of 5 × 5 cells" in page
    assert "its walls stand on that" in page
    assert "Tiles are" not in page


def test_a_name_from_a_sheet_gives_its_board_back(here: Path) -> None:
    assert invoke(*TEXT, "--size", 7, "--count", 2, "--seed", 3).exit_code == 0
    first = manifest(Path("set"))["pieces"][1]
    assert invoke(*TEXT[:-1], "again", "--board", first["name"].lower()).exit_code == 0
    (again,) = manifest(Path("again"))["pieces"]
    assert (again["marks"], again["name"]) == (first["marks"], first["name"])
    assert "seed" not in (Path("again") / "README.md").read_text().split("Made by quasiprint")[1]


def test_large_boards_are_never_called_uniform(here: Path) -> None:
    result = invoke(*TEXT, "--size", 9, "--count", 1, code=0)
    assert "approximately uniformly" in result.output
    page = (Path("set") / "README.md").read_text()
    assert "approximately uniformly: 236196 swaps of cells tried" in page
    assert "R-hat" in page
    assert "drawn uniformly" not in page
    (finding,) = manifest(Path("set"))["findings"]
    assert (finding["code"], finding["severity"]) == ("approximately-uniform", "note")


def test_distinct_boards_of_three_are_two(here: Path) -> None:
    assert invoke(*TEXT, "--size", 3, "--count", 2, "--distinct").exit_code == 0
    result = invoke(*TEXT, "--size", 3, "--count", 3, "--distinct", code=2)
    assert "allowed is up to 2:" in result.output
    assert len(manifest(Path("set"))["pieces"]) == 2  # what was there before stays


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
    assert manifest(here / "b")["parameters"]["distinct"] is True
    (here / "drawn.toml").write_text('game = "majomino"\ndistinct = "yes"\n')
    result = invoke("make", "--project", "../drawn.toml", code=2)
    assert "distinct: found 'yes', allowed is true or false" in result.output


def test_boards_come_from_standard_input_too(quasiprint: Run, here: Path) -> None:
    asked = ["make", "majomino", "--board", "-", "--format", "txt,svg", "-o", "set", "--jobs", "2"]
    quasiprint(*asked, cwd=here, input=TYPICAL, code=0)
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL
    assert "read from standard input" in (here / "set/README.md").read_text()


BAD = {
    "an even size": (["--size", "4"], "--size: found 4, allowed is 3 or 5 or 7"),
    "a size of one": (["--size", "1"], "--size: found 1"),
    "a size below zero": (["--size", "-5"], "--size: found -5"),
    "a size too large": (["--size", "101"], "found 101, allowed is 3 or 5 or 7 or 9 or 11 or 13 or 15 or 17 or 19"),
    "no boards": (["--count", "0"], "--count: found 0, allowed is from 1 to 100000"),
    "boards below zero": (["--count", "-1"], "--count: found -1"),
    "too many boards": (["--count", "100001"], "--count: found 100001, allowed is from 1 to 100000"),
    "more distinct boards than there are": (
        ["--count", "516", "--distinct"],
        "found 516 distinct boards of 5 × 5 cells, allowed is up to 515",
    ),
}
THREE = "+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n"


@pytest.fixture
def shelf(here: Path) -> Path:
    """A folder with files that are no good."""
    (here / "empty.txt").write_text("\n \n")
    (here / "drawer").mkdir()
    (here / "mixed.txt").write_text(THREE + "\n" + TYPICAL)
    (here / "tabs.txt").write_text(TYPICAL.replace("|           |", "|\t\t\t\t|"))
    (here / "long.txt").write_text("+--" * 350_000 + "+\n")
    with (here / "sparse.txt").open("wb") as stream:
        os.truncate(stream.fileno(), 2 * 1024**3)
    return here


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_message_and_leaves_no_trace(case: str, shelf: Path) -> None:
    asked, said = BAD[case]
    before = {path.name for path in shelf.iterdir()}
    result = invoke(*TEXT, *asked, code=2)
    assert said in result.output
    assert result.output.count("Error:") == 1
    assert len(result.output) < 900
    assert {path.name for path in shelf.iterdir()} == before


@pytest.mark.parametrize(
    "change", [lambda t: "\ufeff" + t, lambda t: t.replace("\n", "\r\n"), lambda t: "\n\n" + t + "\n\n"]
)
def test_marks_of_other_systems_in_a_file_are_accepted(change: object, here: Path) -> None:
    (here / "mine.txt").write_bytes(change(TYPICAL).encode())  # type: ignore[operator]
    assert invoke(*TEXT, "--board", "mine.txt").exit_code == 0
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL


def test_a_board_that_is_no_dissection_is_a_finding_and_nothing_is_written(here: Path) -> None:
    assert invoke(*TEXT, "--count", 1).exit_code == 0
    before = tree(Path("set"))
    # the wall between the second and the third region is taken away, row 2
    (here / "bad.txt").write_text(TYPICAL.replace("|  |     |     |", "|  |           |"))
    result = invoke(*TEXT, "--board", "bad.txt", code=1)
    assert "region-size" in result.output
    assert "nothing was written" in result.output
    assert tree(Path("set")) == before


def test_a_game_is_scored_from_a_file_and_from_standard_input(quasiprint: Run, here: Path) -> None:
    (here / "game.txt").write_text(FILLED)
    told = json.loads(invoke("score", "majomino", "game.txt", "--json").output)
    assert {key: told[key] for key in SCORED} == SCORED
    piped = quasiprint("score", "majomino", "-", cwd=here, input=FILLED)
    assert (piped.returncode, piped.stderr) == (0, "")
    assert "o: 11" in piped.stdout
    assert "winner: o" in piped.stdout


@pytest.mark.thorough
def test_the_proof_is_told_in_figures_that_were_computed() -> None:
    told = json.loads(invoke("check", "majomino", "--size", 5, "--json").output)
    assert told["pieces"] == 12
    assert [finding["code"] for finding in told["findings"]] == ["hair-taken"]
    facts = told["facts"]
    assert (facts["boards of 5 × 5"], facts["up to rotation and reflection"]) == (4006, 515)
    assert facts["trial of the draw"]["boards"]["degrees of freedom"] == 4005
    assert facts["trial of the draw"]["boards"]["rejected"] is False
    assert facts["trial of a biased generator"]["rejected"] is True
    larger = json.loads(invoke("check", "majomino", "--size", 9, "--count", 1, "--json").output)["facts"]
    assert larger["convergence"]["R-hat"] < 1.1 < larger["convergence, stopped too soon"]["R-hat"]


@pytest.mark.parametrize("typed", [" 5-0MJ-1 ", "5-0m j-1", "5-\n0MJ-1", "5-omj-1"])
def test_a_name_may_be_typed_as_it_is_read(typed: str, here: Path) -> None:
    assert invoke(*TEXT, "--board", typed).exit_code == 0
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL
