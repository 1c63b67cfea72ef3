"""The core without its add-ons: the package in a folder of its own, without `addons/`, makes and proves all four games.

What is installed still names the add-ons' entry points; that their modules are gone has to disturb nothing. The core's
tests stand without the add-ons, too: all of them are collected there, and some of each room are run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from called import BOARD, QUICK, command_lines

from quasiprint.cli import COMMANDS

# runs command lines one after another, and prints how each ended and what was imported for them
SCRIPT = """
import json, sys
from pathlib import Path
from click.testing import CliRunner
import quasiprint
from quasiprint.cli import main
ended = []
for words, typed in json.loads(sys.argv[1]):
    result = CliRunner().invoke(main, words, prog_name="quasiprint", input=typed)
    problem = "" if isinstance(result.exception, SystemExit | None) else repr(result.exception)
    ended.append([words, result.exit_code, result.stdout, result.stderr + problem])
addons = [name for name in sys.modules if name.startswith("quasiprint.addons")]
print(json.dumps({"ended": ended, "addons": addons, "place": str(Path(quasiprint.__file__).parents[1])}))
"""
# of each game the smallest set that has all that its default has
SETS = {
    "majomino": ("--size", "3", "--count", "1"),
    "quasimino": ("--colours", "1"),
    "quomino": ("--size", "4"),
    "triomino": ("--highest", "0"),
}
Line = tuple[list[str], str | None]
Ended = tuple[list[str], int, str, str]


@pytest.fixture(scope="module")
def core(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a checkout is, but for the add-ons; with what Python compiled, which is as old as its source."""
    folder = tmp_path_factory.mktemp("core")
    shutil.copytree(root / "quasiprint", folder / "quasiprint", ignore=shutil.ignore_patterns("addons"))
    shutil.copytree(root / "templates", folder / "templates")
    return folder


def run(core: Path, here: Path, *lines: Line) -> list[Ended]:
    """Run command lines in one process that finds the package in a folder; nothing of an add-on is imported there."""
    begun = [sys.executable, "-c", SCRIPT, json.dumps(lines)]
    environment = {**os.environ, "PYTHONPATH": str(core)}
    found = subprocess.run(begun, capture_output=True, text=True, timeout=600, cwd=here, env=environment)
    assert found.returncode == 0, found.stderr
    said = json.loads(found.stdout.splitlines()[-1])
    assert (said["addons"], said["place"]) == ([], str(core))
    return [tuple(one) for one in said["ended"]]


def is_of_the_core(name: str) -> bool:
    return name.split()[0] in {command.name for command in COMMANDS} and name != "new set"


LINES = command_lines()


def test_every_command_of_the_core_does_what_it_is_for(core: Path, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(BOARD)
    rows = [row for name, row in LINES.items() if is_of_the_core(name)]
    lines = [(row["line"].split(), row.get("typed")) for row in rows]
    made, *ended = run(core, tmp_path, ([*QUICK, "-o", "set"], None), *lines)
    assert made[1] == 0, made
    for row, (words, code, printed, said) in zip(rows, ended, strict=True):
        assert code == row.get("code", 0), (words, said)
        assert row.get("prints", "") in printed + said, words
        assert (tmp_path / row.get("writes", "")).exists(), words


def test_a_command_of_an_addon_is_refused(core: Path, tmp_path: Path) -> None:
    lines: list[Line] = [(row["line"].split(), None) for name, row in LINES.items() if not is_of_the_core(name)]
    for words, code, printed, said in run(core, tmp_path, *lines):
        assert (code, printed) == (2, ""), words
        (problem,) = (line for line in said.splitlines() if line.startswith("Error: "))
        assert said.endswith(f"{problem}\n")
        assert f"found '{words[1] if words[0] == 'new' else words[0]}', allowed is " in problem
    assert not [*tmp_path.iterdir()]


def test_what_an_addon_would_do_is_refused(core: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("")
    made, *ended = run(
        core,
        tmp_path,
        ([*QUICK, "-o", "set"], None),
        (["make", "mine.toml"], None),
        (["check", "mine.toml"], None),
        (["make", "set"], None),
        (["make", "triomino", "--format", "obj"], None),
        (["verify", "set", "--by", "pieces"], None),
    )
    assert made[1] == 0, made
    for words, code, printed, said in ended:
        assert (code, printed) == (2, ""), words
        assert "Traceback" not in said
    problems = [said.splitlines()[-1].removeprefix("Error: ") for *_, said in ended]
    missing = "needs the add-on {!r}, which is not part of this copy of quasiprint"
    assert all(missing.format("designer") in problem for problem in problems[:2]), problems
    assert problems[3].startswith("--format: found 'obj', allowed for triomino are stl, ")
    assert problems[4] == f"--by: {missing.format('reading')}"


def test_the_help_and_the_list_name_nothing_of_an_addon(core: Path, tmp_path: Path) -> None:
    lines: list[Line] = [([*words], None) for words in (["--help"], ["list"], ["make", "--help"], ["new", "--help"])]
    others = {name.split()[0] for name in LINES if not is_of_the_core(name)} - {"new"}
    for words, code, printed, said in run(core, tmp_path, *lines):
        assert (code, said) == (0, ""), words
        assert "set file" not in printed and "new set" not in printed
        assert not {line.split()[0] for line in printed.splitlines() if line.startswith("  ")} & others, words


def test_a_game_is_scored(core: Path, root: Path, tmp_path: Path) -> None:
    ((_, code, printed, said),) = run(
        core, tmp_path, (["score", "triomino", str(root / "examples/triomino-game.txt")], None)
    )
    assert (code, said) == (0, "")
    assert "points" in printed


@pytest.mark.parametrize("game", SETS)
def test_each_set_is_made_and_proved(game: str, core: Path, tmp_path: Path) -> None:
    ended = run(
        core,
        tmp_path,
        (["check", game, *SETS[game]], None),
        (["make", game, *SETS[game], "--jobs", "1", "-o", "set"], None),
        (["verify", "set", "--jobs", "1"], None),
    )
    for words, code, _, said in ended:
        assert code == 0, (words, said)
    assert ended[2][2].endswith("proved: every file is what this program makes\n")
    assert (tmp_path / "set/pdf/rules-a4.pdf").read_bytes().startswith(b"%PDF-")  # which `rules` writes, too


# of several rooms what is quick; none of it makes a set
FEW = "test_exact or test_tiling or test_quomino_rules or test_triomino_slips or test_quasimino_games or test_nesting"


def test_the_cores_tests_are_collected_and_pass(core: Path, root: Path, tmp_path: Path) -> None:
    shutil.copytree(root / "tests", core / "tests", ignore=shutil.ignore_patterns("addons", "project"))
    for name in ("examples", "benchmarks", "docs"):
        (core / name).symlink_to(root / name)
    shutil.copy(root / "pyproject.toml", core)
    words = ("tests", "-n", "0", "-p", "no:cacheprovider", "-k", FEW, "--basetemp", tmp_path)
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {**variables, "PYTHONPATH": str(core)}
    begun = [sys.executable, "-m", "pytest", *words]
    found = subprocess.run(begun, capture_output=True, text=True, timeout=600, cwd=core, env=environment)
    assert found.returncode == 0, found.stdout + found.stderr  # which names each module and test that fails
