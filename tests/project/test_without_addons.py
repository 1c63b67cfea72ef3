"""The core without its add-ons: the package in a folder of its own, without `addons/`, proves all four games.

What is installed still names the add-ons' entry points; that their modules are gone has to disturb nothing. The whole
sets whose bytes are on record (`whole` in conftest.py) are made there, too. The core's tests stand without the add-ons:
all of them are collected there, and some of each room are run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from called import BOARD, QUICK, command_lines, is_of_the_core

# runs command lines one after another, each in its folder, and prints how each ended and what was imported for them
SCRIPT = """
import json, os, sys
from pathlib import Path
from click.testing import CliRunner
import quasiprint
from quasiprint.cli import main
ended = []
for folder, words, typed in json.loads(sys.argv[1]):
    os.chdir(folder)
    result = CliRunner().invoke(main, words, prog_name="quasiprint", input=typed)
    problem = "" if isinstance(result.exception, SystemExit | None) else repr(result.exception)
    ended.append([words, result.exit_code, result.stdout, result.stderr + problem])
addons = [name for name in sys.modules if name.startswith("quasiprint.addons")]
print(json.dumps({"ended": ended, "addons": addons, "place": str(Path(quasiprint.__file__).parents[1])}))
"""
# of each game a small set; that all of a set can be made is seen of the whole one
SETS = {
    "majomino": ("--size", "3", "--count", "1"),
    "quasimino": ("--colours", "1"),
    "quomino": ("--size", "4"),
    "triomino": ("--highest", "0"),
}
LINES = command_lines()
Ended = tuple[list[str], int, str, str]


# what is typed in a folder of its own: words, and what is typed while they run
TYPED: dict[str, list[tuple[list[str], str | None]]] = {
    "core": [
        ([*QUICK, "-o", "set"], None),
        *((row["line"].split(), row.get("typed")) for name, row in LINES.items() if is_of_the_core(name)),
    ],
    "addon": [(row["line"].split(), None) for name, row in LINES.items() if not is_of_the_core(name)],
    "asked": [
        ([*QUICK, "-o", "set"], None),
        (["make", "mine.toml"], None),
        (["check", "mine.toml"], None),
        (["make", "set"], None),
        (["make", "triomino", "--format", "obj"], None),
        (["verify", "set", "--by", "pieces"], None),
    ],
    "help": [([*words], None) for words in (["--help"], ["list"], ["make", "--help"], ["new", "--help"])],
    "score": [(["score", "triomino", "game.txt"], None)],
    **{
        game: [  # what is made has been checked
            (["make", game, *words, "--jobs", "1", "--format", "svg", "-o", "set"], None),
            (["verify", "set", "--jobs", "1"], None),
        ]
        for game, words in SETS.items()
    },
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """A folder with one for each key of `TYPED`, in which there is what its commands ask for."""
    place = tmp_path_factory.mktemp("typed")
    for name in TYPED:
        (place / name).mkdir()
    (place / "core/board.txt").write_text(BOARD)
    (place / "asked/mine.toml").write_text("")
    shutil.copy(root / "examples/triomino-game.txt", place / "score/game.txt")
    return place


@pytest.fixture(scope="module")
def ended(core: Path, place: Path) -> dict[str, list[Ended]]:
    """How each command ended, in one process that finds the package without add-ons; none is imported there."""
    lines = [(str(place / name), *line) for name, lines in TYPED.items() for line in lines]
    begun = [sys.executable, "-c", SCRIPT, json.dumps(lines)]
    environment = {**os.environ, "PYTHONPATH": str(core)}
    found = subprocess.run(begun, capture_output=True, text=True, timeout=600, cwd=place, env=environment)
    assert found.returncode == 0, found.stderr
    said = json.loads(found.stdout.splitlines()[-1])
    assert (said["addons"], said["place"]) == ([], str(core))
    each = iter(said["ended"])
    return {name: [tuple(next(each)) for _ in lines] for name, lines in TYPED.items()}


def test_every_command_of_the_core_does_what_it_is_for(ended: dict[str, list[Ended]], place: Path) -> None:
    made, *others = ended["core"]
    assert made[1] == 0, made
    rows = [row for name, row in LINES.items() if is_of_the_core(name)]
    for row, (words, code, printed, said) in zip(rows, others, strict=True):
        assert code == row.get("code", 0), (words, said)
        assert row.get("prints", "") in printed + said, words
        assert (place / "core" / row.get("writes", "")).exists(), words


def test_a_command_of_an_addon_is_refused(ended: dict[str, list[Ended]], place: Path) -> None:
    for words, code, printed, said in ended["addon"]:
        assert (code, printed) == (2, ""), words
        (problem,) = (line for line in said.splitlines() if line.startswith("Error: "))
        assert said.endswith(f"{problem}\n")
        assert f"found '{words[1] if words[0] == 'new' else words[0]}', allowed is " in problem
    assert not [*(place / "addon").iterdir()]


def test_what_an_addon_would_do_is_refused(ended: dict[str, list[Ended]]) -> None:
    made, *others = ended["asked"]
    assert made[1] == 0, made
    for words, code, printed, said in others:
        assert (code, printed) == (2, ""), words
        assert "Traceback" not in said
    problems = [said.splitlines()[-1].removeprefix("Error: ") for *_, said in others]
    missing = "needs the add-on {!r}, which is not part of this copy of quasiprint"
    assert all(missing.format("designer") in problem for problem in problems[:2]), problems
    assert problems[3].startswith("--format: found 'obj', allowed for triomino are stl, ")
    assert problems[4] == f"--by: {missing.format('reading')}"


def test_the_help_and_the_list_name_nothing_of_an_addon(ended: dict[str, list[Ended]]) -> None:
    others = {name.split()[0] for name in LINES if not is_of_the_core(name)} - {"new"}
    for words, code, printed, said in ended["help"]:
        assert (code, said) == (0, ""), words
        assert "set file" not in printed and "new set" not in printed
        assert not {line.split()[0] for line in printed.splitlines() if line.startswith("  ")} & others, words


def test_a_game_is_scored(ended: dict[str, list[Ended]]) -> None:
    ((_, code, printed, said),) = ended["score"]
    assert (code, said) == (0, "")
    assert "points" in printed


@pytest.mark.parametrize("game", SETS)
def test_each_set_is_made_and_proved(game: str, ended: dict[str, list[Ended]]) -> None:
    for words, code, _, said in ended[game]:
        assert code == 0, (words, said)
    assert ended[game][1][2].endswith("proved: every file is what this program makes\n")


# of several rooms what is quick; none of it makes a set
FEW = (
    "test_patch or test_tiling or test_quomino_notation or test_triomino_slips or test_quasimino_games or test_nesting"
    " or test_majomino_scoring or test_beds"
)


def test_the_cores_tests_are_collected_and_pass(core: Path, root: Path, tmp_path: Path) -> None:
    shutil.copytree(core, tmp_path / "core")
    shutil.copytree(root / "tests", tmp_path / "core/tests", ignore=shutil.ignore_patterns("addons", "project"))
    for name in ("examples", "benchmarks", "docs"):
        (tmp_path / "core" / name).symlink_to(root / name)
    shutil.copy(root / "pyproject.toml", tmp_path / "core")
    words = ("tests", "-n", "0", "-p", "no:cacheprovider", "-k", FEW, "--basetemp", tmp_path / "run")
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {**variables, "PYTHONPATH": str(tmp_path / "core")}
    begun = [sys.executable, "-m", "pytest", *words]
    found = subprocess.run(begun, capture_output=True, text=True, timeout=600, cwd=tmp_path / "core", env=environment)
    assert found.returncode == 0, found.stdout + found.stderr  # which names each module and test that fails
