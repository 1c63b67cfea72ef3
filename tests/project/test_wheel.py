"""The wheel, in an environment outside the checkout, does everything the checkout does: every file without CadQuery
and numba, and with them what they are for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from called import kept
from foreign import KERNEL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.thorough

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

    Its dependencies are those of the test run, which spares a download: all of them by a path file, or some by links.
    An editable install of the checkout there does not come with them: path files are read in the environment's own
    folder only. The first test makes sure of that.
    """

    def __init__(self, folder: Path, only: set[Path] | None = None) -> None:
        self.folder = folder
        venv.create(folder, with_pip=False, symlinks=True)
        (packages,) = folder.glob("lib/python*/site-packages")
        if only is None:
            (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
        for path in only or ():
            (packages / path.name).symlink_to(path)

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


def needed(name: str, found: dict[str, metadata.Distribution] | None = None) -> dict[str, metadata.Distribution]:
    """Return the installed distributions that one needs without its extras, itself among them, by name."""
    found = {} if found is None else found
    if name not in found:
        found[name] = metadata.distribution(name)
        for text in found[name].requires or ():
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                needed(canonicalize_name(requirement.name), found)
    return found


@pytest.fixture(scope="module")
def light(root: Path) -> dict[str, metadata.Distribution]:
    """What ``pip install quasiprint`` brings besides the program, by name."""
    asked = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    found: dict[str, metadata.Distribution] = {}
    for text in asked:
        needed(canonicalize_name(Requirement(text).name), found)
    return found


def files(one: metadata.Distribution) -> list[Path]:
    """Return the files of a distribution, without what Python and programs put beside them."""
    every = [Path(str(one.locate_file(file))) for file in one.files or () if ".." not in file.parts]
    return [path for path in every if path.suffix != ".pyc" and path.is_file()]


@pytest.fixture(scope="module")
def installed(
    wheel: Path, light: dict[str, metadata.Distribution], tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """An environment with the program and what it needs, and nothing else: without CadQuery, without numba."""
    only = set()
    for one in light.values():
        packages = Path(str(one.locate_file("")))
        only |= {packages / path.relative_to(packages).parts[0] for path in files(one)}
    environment = Environment(tmp_path_factory.mktemp("empty") / "environment", only)
    environment.install(wheel)
    return environment


@pytest.fixture(scope="module")
def extended(wheel: Path, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the program, everything that it can use, and a game from outside."""
    environment = Environment(tmp_path_factory.mktemp("extended") / "environment")
    macmahon = built(root / "examples/macmahon", tmp_path_factory.mktemp("macmahon"))
    environment.install(wheel, macmahon)
    return environment


def test_the_checkout_is_not_in_reach(installed: Environment, root: Path, tmp_path: Path) -> None:
    script = "import quasiprint, sys; print(quasiprint.__file__); print(sys.path)"
    result = installed("python", "-c", script, cwd=tmp_path)
    assert "/environment/lib/" in result.stdout.splitlines()[0]
    assert str(root) not in [part.strip("[]' ") for part in result.stdout.splitlines()[1].split(",")]


MOST = 200e6  # bytes of what is installed, before Python compiles any of it


def test_the_light_install_is_light_and_lacks_what_is_heavy(
    wheel: Path, light: dict[str, metadata.Distribution], installed: Environment, tmp_path: Path
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        own = sum(entry.file_size for entry in archive.infolist())
    blocks = [-(-path.stat().st_size // 4096) * 4096 for one in light.values() for path in files(one)]
    assert 100e6 < own + sum(blocks) < MOST
    for name in ("cadquery", "OCP", "vtkmodules", "numba", "llvmlite", "scipy", "hypothesis"):
        result = installed("python", "-c", f"import {name}", cwd=tmp_path, code=1)
        assert f"No module named {name!r}" in result.stderr


def test_without_cadquery_what_needs_it_says_what_to_install(installed: Environment, tmp_path: Path) -> None:
    script = "import quasiprint; quasiprint.design('triomino', highest=0).pieces[0].workplane()"
    said = installed("python", "-c", script, cwd=tmp_path, code=1).stderr.splitlines()[-1]
    assert 'pip install "quasiprint[cadquery]"' in said
    installed("quasiprint", "make", "triomino", "--highest", 0, "--format", "step", "-o", "one", cwd=tmp_path)
    assert "every file is what this program makes" in installed("quasiprint", "verify", "one", cwd=tmp_path).stdout
    (line,) = installed("quasiprint", "verify", "one", "--thorough", cwd=tmp_path, code=2).stderr.splitlines()
    assert 'pip install "quasiprint[cadquery]"' in line


@pytest.mark.foreign(KERNEL)
def test_with_cadquery_a_set_is_proved_thoroughly(extended: Environment, tmp_path: Path) -> None:
    extended("quasiprint", "make", "triomino", "--highest", 0, "--format", "step", "-o", "one", cwd=tmp_path)
    said = extended("quasiprint", "verify", "one", "--thorough", "--by", "bytes", cwd=tmp_path).stdout
    assert "1 body built again by CadQuery, and the same" in said


def test_the_wheel_makes_the_same_bytes_as_the_checkout(installed: Environment, made: Path, tmp_path: Path) -> None:
    words = "make", "quasimino", "--paper", "a4,letter", "--extras", "all", "--format", "stl,3mf,step,svg,dxf,pdf"
    installed("quasiprint", *words, cwd=tmp_path)
    assert kept(tmp_path / "output/quasimino") == kept(made)


def test_the_wheel_holds_every_template_and_no_tests(wheel: Path, root: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    templates = {
        f"quasiprint/{inside}/{path.relative_to(root / folder).as_posix()}"
        for folder, inside in (("templates", "templates"), ("examples/sets", "classics"))
        for path in (root / folder).rglob("*")
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
    solved = (root / "examples/macmahon/quasiprint_macmahon/example.json").read_text()
    scored = extended("quasiprint", "score", "macmahon", "-", "--json", cwd=tmp_path, input=solved)
    said = {"legal": True, "complete_set": True, "border": 2, "findings": [], "not_seen": []}
    assert json.loads(scored.stdout) == said
    tiles = json.loads(solved)["tiles"]
    tiles[0]["cell"] = tiles[1]["cell"]
    scored = extended("quasiprint", "score", "macmahon", "-", cwd=tmp_path, input=json.dumps({"tiles": tiles}), code=1)
    assert "cells-overlap" in scored.stdout
    for words, said in {
        ("play", "macmahon"): "'macmahon' has no opponent yet, allowed is majomino, quasimino, quomino, triomino",
        ("rules", "macmahon"): "allowed for macmahon is a quick reference: --quick",
        ("rules", "macmahon", "--language", "de"): "--language: found 'de', allowed for macmahon is en",
        ("make", "macmahon", "--language", "xx"): "--language: found 'xx', allowed are de, en, es, fr",
    }.items():
        assert said in extended("quasiprint", *words, cwd=tmp_path, code=2).stderr
    # its own tests, from where it lies
    extended("python", "-m", "pytest", "-q", root / "examples/macmahon", "-p", "no:cacheprovider", cwd=tmp_path)


def test_a_new_game_passes_everything_at_once(extended: Environment, tmp_path: Path) -> None:
    extended("quasiprint", "new", "game", "tri_hue", cwd=tmp_path)
    project = tmp_path / "quasiprint-tri-hue"
    extended.install("--no-build-isolation", "-e", project)
    assert "tri_hue: Tri hue, by nobody yet" in extended("quasiprint", "list", cwd=tmp_path).stdout
    assert "every check passed" in extended("quasiprint", "check", "tri_hue", cwd=tmp_path).stdout
    extended("quasiprint", "make", "tri_hue", "--format", "svg", cwd=tmp_path)  # its own tests make the rest
    assert "24 pieces" in extended("quasiprint", "verify", "output/tri_hue", cwd=tmp_path).stdout
    extended("quasiprint", "rules", "tri_hue", "--quick", cwd=tmp_path)
    assert "passed" in extended("python", "-m", "pytest", "-p", "no:cacheprovider", cwd=project).stdout
    # taken now
    refused = extended("quasiprint", "new", "game", "tri_hue", "-o", "again", cwd=tmp_path, code=2)
    assert "found 'tri_hue', allowed is one that is not taken" in refused.stderr
