"""The wheel, alone in an environment outside the checkout, does everything the checkout does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

PIP = ("--no-deps", "--no-index", "--quiet", "--disable-pip-version-check")


def built(project: Path, folder: Path) -> Path:
    """Build the wheel of a project, with what the test run has."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, project]
    result = subprocess.run(build, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    (file,) = folder.glob("*.whl")
    return file


class Environment:
    """A fresh environment that holds wheels.

    Its dependencies are those of the test run, by a path file, which spares a download. An
    editable install of the checkout there does not come with them: path files are read in the
    environment's own folder only. The first test makes sure of that.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder, with_pip=False, symlinks=True)
        (packages,) = folder.glob("lib/python*/site-packages")
        (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def install(self, *what: object) -> None:
        pip = [sys.executable, "-m", "pip", "--python", self.folder / "bin/python", "install", *PIP]
        subprocess.run([*pip, *map(str, what)], check=True, timeout=300)

    def __call__(
        self, program: str, *arguments: object, cwd: Path, code: int = 0, **options: Any
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment; text in, text out. code: with which it is to end."""
        variables = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        command = [self.folder / "bin" / program, *map(str, arguments)]
        result = subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True, timeout=600, **options)
        assert result.returncode == code, result.stdout + result.stderr
        return result


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(root, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the program alone."""
    environment = Environment(tmp_path_factory.mktemp("empty") / "environment")
    environment.install(wheel)
    return environment


@pytest.fixture(scope="module")
def extended(wheel: Path, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the program and a game from outside."""
    environment = Environment(tmp_path_factory.mktemp("extended") / "environment")
    macmahon = built(root / "examples/macmahon", tmp_path_factory.mktemp("macmahon"))
    environment.install(wheel, macmahon)
    return environment


def test_the_checkout_is_not_in_reach(installed: Environment, root: Path, tmp_path: Path) -> None:
    script = "import quasiprint, sys; print(quasiprint.__file__); print(sys.path)"
    result = installed("python", "-c", script, cwd=tmp_path)
    assert "/environment/lib/" in result.stdout.splitlines()[0]
    assert str(root) not in [part.strip("[]' ") for part in result.stdout.splitlines()[1].split(",")]


def test_the_wheel_makes_the_same_bytes_as_the_checkout(installed: Environment, made: Path, tmp_path: Path) -> None:
    installed("quasiprint", "make", "quasimino", cwd=tmp_path)
    there, here = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (tmp_path / "output/quasimino", made)
    )
    assert there == here


def test_the_other_commands_work_there(installed: Environment, root: Path, tmp_path: Path) -> None:
    assert "quasimino" in installed("quasiprint", "list", cwd=tmp_path).stdout
    assert '"pieces": 90' in installed("quasiprint", "check", "quasimino", "--json", cwd=tmp_path).stdout
    layout = root / "tests/data/quasimino-75.json"
    assert "legal: yes" in installed("quasiprint", "score", "quasimino", layout, cwd=tmp_path).stdout


def test_the_wheel_holds_every_template_and_no_tests(wheel: Path, root: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    templates = {
        f"quasiprint/templates/{path.relative_to(root / 'templates').as_posix()}"
        for path in (root / "templates").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert templates
    assert templates <= names
    assert {name.split("/")[0] for name in names} == {
        "quasiprint", next(name.split("/")[0] for name in names if ".dist-info/" in name),
    }  # fmt: skip
    assert any(name.endswith("licenses/LICENSE") for name in names)


# --- games from outside


def test_a_game_from_outside_is_made_proved_and_scored(extended: Environment, root: Path, tmp_path: Path) -> None:
    listed = extended("quasiprint", "list", cwd=tmp_path)
    assert listed.stderr == ""
    assert "macmahon: MacMahon's squares, by Percy A. MacMahon (1921)" in listed.stdout
    assert "GAME is one of: macmahon, majomino" in extended("quasiprint", "make", "--help", cwd=tmp_path).stdout
    assert "Options of MacMahon's squares:" in extended("quasiprint", "make", "macmahon", "-h", cwd=tmp_path).stdout
    document = json.loads(extended("quasiprint", "check", "macmahon", "--json", cwd=tmp_path).stdout)
    assert (document["pieces"], document["findings"]) == (24, [])
    extended("quasiprint", "make", "macmahon", cwd=tmp_path)
    assert "every piece is there" in extended("quasiprint", "verify", "output/macmahon", cwd=tmp_path).stdout
    extended("quasiprint", "make", "macmahon", "--colours", 2, "--format", "svg", "-o", "two.zip", cwd=tmp_path)
    assert "6 pieces" in extended("quasiprint", "verify", "two.zip", cwd=tmp_path).stdout
    extended("quasiprint", "rules", "macmahon", "--quick", cwd=tmp_path)
    solved = extended("python", "-m", "quasiprint_macmahon", cwd=tmp_path).stdout
    scored = extended("quasiprint", "score", "macmahon", "-", "--json", cwd=tmp_path, input=solved)
    assert json.loads(scored.stdout) == {"legal": True, "complete_set": True, "border": 2, "findings": []}
    tiles = json.loads(solved)["tiles"]
    tiles[0]["cell"] = tiles[1]["cell"]
    scored = extended("quasiprint", "score", "macmahon", "-", cwd=tmp_path, input=json.dumps({"tiles": tiles}), code=1)
    assert "cells-overlap" in scored.stdout
    for words, said in {
        ("play", "macmahon"): "'macmahon' has no opponent yet, allowed is quomino",
        ("rules", "macmahon"): "macmahon has a quick reference alone: --quick",
        ("rules", "macmahon", "--language", "de"): "--language: found 'de', allowed for macmahon is en",
        ("make", "macmahon", "--language", "fr"): "--language: found 'fr', allowed are de, en",
    }.items():
        assert said in extended("quasiprint", *words, cwd=tmp_path, code=2).stderr
    # its own tests, from where it lies
    extended("python", "-m", "pytest", "-q", root / "examples/macmahon", "-p", "no:cacheprovider", cwd=tmp_path)


def test_a_new_game_passes_everything_at_once(installed: Environment, tmp_path: Path) -> None:
    installed("quasiprint", "new", "game", "tri_hue", cwd=tmp_path)
    project = tmp_path / "quasiprint-tri-hue"
    installed.install("--no-build-isolation", "-e", project)
    assert "tri_hue: Tri hue, by nobody yet" in installed("quasiprint", "list", cwd=tmp_path).stdout
    assert "every check passed" in installed("quasiprint", "check", "tri_hue", cwd=tmp_path).stdout
    installed("quasiprint", "make", "tri_hue", "--format", "svg,stl,pdf", cwd=tmp_path)
    assert "24 pieces" in installed("quasiprint", "verify", "output/tri_hue", cwd=tmp_path).stdout
    installed("quasiprint", "rules", "tri_hue", "--quick", cwd=tmp_path)
    assert "passed" in installed("python", "-m", "pytest", "-p", "no:cacheprovider", cwd=project).stdout
    # taken now
    refused = installed("quasiprint", "new", "game", "tri_hue", "-o", "again", cwd=tmp_path, code=2)
    assert "found 'tri_hue', allowed is one that is not taken" in refused.stderr
