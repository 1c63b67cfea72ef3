"""A game of one's own by a command: the files, the names that may be, and where it may go."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from called import invoke, tree

from quasiprint import games
from quasiprint.version import __version__

NAMES = ("newgame", "tri_hue", "game", "titles", "a", "x9_y", "match", "a" * 40)


@pytest.mark.parametrize("name", NAMES)
def test_a_project_has_its_name_everywhere(here: Path, name: str) -> None:
    result = invoke("new", "game", name, code=0)
    called = f"quasiprint-{name.replace('_', '-')}"
    folder = Path(called)
    assert f"cd {called} && pip install -e ." in result.stdout
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == {
        "README.md", "pyproject.toml", f"tests/test_{name}.py", f"quasiprint_{name}/rules/en/{name}-quick.md",
        *(f"quasiprint_{name}/{module}.py" for module in ("__init__", "tiles", "layout")),
    }  # fmt: skip
    table = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert table["name"] == called
    assert table["entry-points"][games.GROUP] == {name: f"quasiprint_{name}:GAME"}
    assert table["dependencies"] == [f"quasiprint >= {__version__}"]
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        compile(text, str(path), "exec")
        assert name == "newgame" or "newgame" not in text
    # nothing in it is left over or unknown
    check = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F", folder]
    assert subprocess.run(check, capture_output=True, timeout=60).returncode == 0


def test_only_a_new_or_empty_folder_is_filled(here: Path) -> None:
    Path("empty").mkdir()
    assert invoke("new", "game", "mine", "-o", "empty").exit_code == 0
    assert invoke("new", "game", "mine", "-o", "deep/er").exit_code == 0
    assert tree(Path("empty")) == tree(Path("deep/er")) and not Path("empty.old").exists()
    Path("full").mkdir()
    Path("full/thesis.txt").write_text("years of work")
    Path("file").write_text("mine")
    Path("link").symlink_to("nowhere")
    before = tree(here)
    wanted = dict.fromkeys(("full", "file", "empty"), "already exists")
    wanted |= {".": "is the current folder", "file/x": "is a file, not a folder", "/proc/x": "output '/proc/x'"}
    for folder, said in wanted.items():
        result = invoke("new", "game", "mine", "-o", folder)
        assert (result.exit_code, result.stdout) == (2, ""), folder
        assert said in result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert tree(here) == before
