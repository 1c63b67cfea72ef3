"""The wheel, alone in an environment outside the checkout, does everything the checkout does."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, root]
    result = subprocess.run(build, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable:
    """Run a program of a fresh environment that holds the wheel.

    Its dependencies are those of the test run, by a path file, which spares a download. An
    editable install of the checkout there does not come with them: path files are read in the
    environment's own folder only. The first test makes sure of that.
    """
    folder = tmp_path_factory.mktemp("empty")
    environment = folder / "environment"
    venv.create(environment, with_pip=False, symlinks=True)
    install = [sys.executable, "-m", "pip", "--python", environment / "bin/python", "install"]
    options = ["--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, *options, wheel], check=True, timeout=300)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def run(program: str, *arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
        variables = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        command = [environment / "bin" / program, *map(str, arguments)]
        return subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True, timeout=600, check=True)

    return run


def test_the_checkout_is_not_in_reach(installed: Callable, root: Path, tmp_path: Path) -> None:
    script = "import quasiprint, sys; print(quasiprint.__file__); print(sys.path)"
    result = installed("python", "-c", script, cwd=tmp_path)
    assert "/environment/lib/" in result.stdout.splitlines()[0]
    assert str(root) not in [part.strip("[]' ") for part in result.stdout.splitlines()[1].split(",")]


def test_the_wheel_makes_the_same_bytes_as_the_checkout(installed: Callable, made: Path, tmp_path: Path) -> None:
    installed("quasiprint", "make", "quasimino", cwd=tmp_path)
    there, here = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (tmp_path / "output/quasimino", made)
    )
    assert there == here


def test_the_other_commands_work_there(installed: Callable, root: Path, tmp_path: Path) -> None:
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
