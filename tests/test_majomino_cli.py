"""Majomino on the command line: runs of boards, their names and files, bad input, the same bytes again."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from boards_read import FILLED, SCORED, TYPICAL
from called import invoke, tree
from conftest import Run
from edited import manifest

from quasiprint.cli.bar import Progress
from quasiprint.games.majomino import design as room
from quasiprint.games.majomino import scoresheet as score_sheet
from quasiprint.games.majomino.dissection import programme as counting
from quasiprint.system.progress import tell

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


@pytest.fixture
def all_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The programme of small boards is kept, too, as that of many boards of 7 × 7 is, which takes seconds to build."""
    monkeypatch.setattr(counting, "WHOLE", 0)
    monkeypatch.setattr(counting, "FEW", -1)
    counting._programme.cache_clear()
    yield
    counting._programme.cache_clear()


@pytest.mark.usefixtures("all_kept")
def test_boards_are_the_same_whether_or_not_anything_can_be_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "file").write_text("no folder")
    made = []
    for place, kept in (("cold", True), ("cold", True), ("file/below", False)):
        counting._programme.cache_clear()
        monkeypatch.setenv("QUASIPRINT_CACHE", str(here / place))
        invoke(*TEXT, "--size", 3, "--count", 2, code=0)
        assert (here / place).exists() is kept
        made.append(tree(here / "set"))
    assert made[0] == made[1] == made[2]


def test_commands_say_what_takes_long(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal: elsewhere it is said, too, and nothing shown."""
    said: list[str] = []

    def slow(work: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given: tell("walking") or work(*given)

    monkeypatch.setattr(room, "design", slow(room.design))
    monkeypatch.setattr(score_sheet, "scoresheet", slow(score_sheet.scoresheet))
    monkeypatch.setattr(Progress, "say", lambda _, what: said.append(what))
    for words in (
        ("make", "majomino", "--size", 3, "--format", "txt", "-o", "set"),
        ("check", "majomino", "--size", 3),
        ("verify", "set", "--jobs", 1),
        ("rules", "majomino", "--size", 3, "--quick", "-o", "quick.pdf"),
        ("scoresheet", "majomino", "--size", 3, "-o", "sheet.pdf"),
    ):
        said.clear()
        assert invoke(*words).exit_code == 0
        assert "walking" in said, words[0]


def test_a_name_from_a_sheet_gives_its_board_back(here: Path) -> None:
    assert invoke(*TEXT, "--size", 7, "--count", 2, "--seed", 3).exit_code == 0
    first = manifest(Path("set"))["pieces"][1]
    assert invoke(*TEXT[:-1], "again", "--board", first["name"].lower()).exit_code == 0
    (again,) = manifest(Path("again"))["pieces"]
    assert (again["marks"], again["name"]) == (first["marks"], first["name"])
    assert "seed" not in (Path("again") / "README.md").read_text().split("Made by quasiprint")[1]


@pytest.mark.thorough
def test_a_run_is_made_again_from_its_own_text(here: Path) -> None:
    assert invoke(*TEXT, "--size", 9, "--count", 2).exit_code == 0
    text = (Path("set") / "txt" / "boards.txt").read_bytes()
    assert invoke(*TEXT[:-1], "again", "--board", "set/txt/boards.txt").exit_code == 0
    assert (Path("again") / "txt" / "boards.txt").read_bytes() == text
    assert [p["name"] for p in manifest(Path("set"))["pieces"]] == [
        p["name"] for p in manifest(Path("again"))["pieces"]
    ]
    assert "boards.txt" in json.dumps(manifest(Path("again"))["parameters"])
    assert "set/txt" not in json.dumps(manifest(Path("again"))["parameters"])


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


def test_a_folder_that_is_called_like_a_board_is_not_in_the_way(here: Path) -> None:
    (here / "5-0MJ-1").mkdir()
    assert invoke(*TEXT, "--board", "5-0MJ-1").exit_code == 0
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL


@pytest.mark.thorough
def test_a_large_board_is_made_with_narrower_cells(here: Path) -> None:
    assert invoke("make", "majomino", "--size", 11, "--count", 1, "--format", "svg", "-o", "set").exit_code == 0
    assert {m["edge"] for m in manifest(Path("set"))["parameters"]["measures"].values()} == {18.0}
    result = invoke("make", "majomino", "--size", 11, "--count", 1, "--edge", 20, "--format", "stl", "-o", "set")
    assert result.exit_code == 2
    assert "choose an edge 92 % as long, more room, or formats that need none of it" in result.output


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
    "boards that nobody lays out": (["--per-page", "3"], "found 3, allowed is 1 or 2 or 4 or 6"),
    "a board and a size": (["--board", "5-0MJ-1", "--size", "7"], "--size: found beside --board"),
    "a slip in a name": (["--board", "5-0MK-1"], "check character"),
    "neither name nor file": (
        ["--board", "mine.txt"],
        "allowed is the name of a board, such as 5-0MJ-1, or of a file",
    ),
    "a folder": (["--board", "."], "--board: '.': cannot be read: Is a directory"),
    "a folder by its bare name": (["--board", "drawer"], "or of a file: there is none of this name"),
    "an empty file": (["--board", "empty.txt"], "empty.txt: found nothing"),
    "boards of two sizes": (["--board", "mixed.txt"], "holds boards of 3 × 3 and 5 × 5 cells, allowed is one size"),
    "tabs": (["--board", "tabs.txt"], "line 2, column 2"),
    "a file of 2 GB": (["--board", "sparse.txt"], "found more than 64 MiB, allowed are up to 64 MiB"),
    "a line of 1 MB": (["--board", "long.txt"], "line 1"),
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


def test_each_seed_gives_its_own_boards(here: Path) -> None:
    made = []
    for place, seed in (("one", 7), ("again", 7), ("other", 8)):  # in other processes: test_determinism
        invoke("make", "majomino", "--count", 3, "--format", "txt", "--seed", seed, "-o", place, code=0)
        made.append((here / place / "txt/boards.txt").read_bytes())
    assert made[0] == made[1] != made[2]


def test_the_command_line_wins_where_it_and_the_project_exclude_each_other(here: Path) -> None:
    (here / "drawn.toml").write_text('game = "majomino"\nsize = 3\ncount = 2\ndistinct = true\nformat = "txt"\n')
    (here / "given.toml").write_text('game = "majomino"\nboard = "5-0MJ-1"\nformat = "txt"\n')
    assert invoke("make", "--project", "drawn.toml", "--board", "5-0MJ-1", "-o", "set").exit_code == 0
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL
    assert invoke("make", "--project", "given.toml", "--size", 3, "-o", "other").exit_code == 0
    assert {len(piece["marks"]) for piece in manifest(Path("other"))["pieces"]} == {9}
    (here / "both.toml").write_text('game = "majomino"\nboard = "5-0MJ-1"\nsize = 7\n')
    assert "--size: found beside --board" in invoke("make", "--project", "both.toml").output


def test_a_file_is_read_anew_in_every_run(here: Path) -> None:
    for text in (TYPICAL, THREE):
        (here / "mine.txt").write_text(text)
        assert invoke(*TEXT, "--board", "mine.txt").exit_code == 0
        assert (here / "set/txt/boards.txt").read_text() == text


@pytest.mark.parametrize("typed", [" 5-0MJ-1 ", "5-0m j-1", "5-\n0MJ-1", "5-omj-1"])
def test_a_name_may_be_typed_as_it_is_read(typed: str, here: Path) -> None:
    assert invoke(*TEXT, "--board", typed).exit_code == 0
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL


def test_boards_come_from_a_pipe_with_a_bare_name(here: Path) -> None:
    os.mkfifo("pipe")
    writer = threading.Thread(target=Path("pipe").write_text, args=[TYPICAL], daemon=True)
    writer.start()
    assert invoke(*TEXT, "--board", "pipe").exit_code == 0
    writer.join(timeout=10)
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL


def test_regions_of_the_wrong_size_are_a_finding_each(here: Path) -> None:
    (here / "game.txt").write_text(FILLED.replace("| x| x  x| o  x|", "| x| x  x  o  x|"))
    result = invoke("score", "majomino", "game.txt", "--json", code=1)
    found = json.loads(result.output)["findings"]
    assert [finding["code"] for finding in found] == ["region-size"]
    assert "10 cells" in found[0]["message"]
    moved = FILLED.replace("+  +--+--+--+  +", "+  +--+--+  +  +").replace("x  o| x|", "x| o  x|")
    (here / "moved.txt").write_text(moved)
    result = invoke("score", "majomino", "moved.txt", "--json", code=1)
    # one cell has gone over to its neighbour: each of the two is wrong, and the wall between them is found as it is
    assert [f["code"] for f in json.loads(result.output)["findings"]].count("region-size") >= 2


def test_the_game_is_listed_with_its_options() -> None:
    listed = invoke("list").output
    assert "majomino: Majomino, by Bob Harris (2001)" in listed
    assert "formats: stl, 3mf, step, svg, dxf, pdf, txt" in listed
    assert "--distinct: Draw no board twice, not even rotated or mirrored.\n" in listed
