"""The house stands as docs/ and pyproject.toml say: style, types, imports, what is found by name."""

from __future__ import annotations

import ast
import json
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from called import invoke

from quasiprint import formats, games
from quasiprint.model.choices import ProductKind
from quasiprint.model.format import Format

HEAVY = {"cadquery", "OCP", "ezdxf", "reportlab", "numpy", "fontTools", "svgwrite", "manifold3d"}


def run(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    script = Path(sys.executable).parent / command[0]
    return subprocess.run([script, *command[1:]], cwd=root, capture_output=True, text=True, timeout=600)


def test_style(root: Path) -> None:
    result = run(root, "ruff", "check", "--no-cache", ".")
    assert result.returncode == 0, result.stdout


def test_format(root: Path) -> None:
    result = run(root, "ruff", "format", "--no-cache", "--check", ".")
    assert result.returncode == 0, result.stdout


def test_types(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the program, and of a game that somebody begins with `quasiprint new game`; in another, wrong one a
    wrong type is found, and in the same run, so that the program is gone through once."""
    for name in ("tri_hue", "tri_wrong"):
        assert invoke("new", "game", name, "-o", tmp_path / name).exit_code == 0
    wrong = tmp_path / "tri_wrong/quasiprint_tri_wrong/layout.py"
    with wrong.open("a") as file:
        file.write("\n\nWRONG: int = 'no number'\n")
    # the program is found from where mypy stands, as `mypy quasiprint` finds it, and has one cache with that
    monkeypatch.setenv("MYPYPATH", f"{tmp_path / 'tri_hue'}:{tmp_path / 'tri_wrong'}")
    result = run(root, "mypy", *(f"-p{name}" for name in ("quasiprint", "quasiprint_tri_hue", "quasiprint_tri_wrong")))
    assert result.returncode == 1, result.stderr
    (said,) = (line for line in result.stdout.splitlines() if ": note: " not in line and not line.startswith("Found "))
    assert re.match(r"\S+/tri_wrong/quasiprint_tri_wrong/layout.py:\d+: error: Incompatible types in assignment", said)
    (counted,) = re.findall(r"^Found 1 error in 1 file \(checked (\d+) source files\)$", result.stdout, re.MULTILINE)
    # folders of words are packages, too
    assert int(counted) >= len([*(root / "quasiprint").rglob("*.py"), *tmp_path.glob("*/quasiprint_*/**/*.py")])


def test_imports_point_one_way(root: Path) -> None:
    result = run(root, "lint-imports", "--no-cache")
    assert result.returncode == 0, result.stdout


def test_each_room_keeps_to_its_budget(root: Path) -> None:
    result = run(root, "python", ".ci/budget.py")
    assert result.returncode == 0, result.stdout + result.stderr


def test_heavy_libraries_are_imported_inside_functions(root: Path) -> None:
    """So that a format's name, or a game's, can be asked for without paying for its library."""
    script = (
        "import sys\n"
        "from quasiprint import formats, games\n"
        "formats.load_all(); [games.load(name) for name in games.names()]\n"
        f"print(sorted(set(sys.modules) & {HEAVY!r}))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stdout == "[]\n"


def test_help_is_instant(root: Path) -> None:
    result = subprocess.run(
        [sys.executable, root / "benchmarks/startup.py", "--json", "--rounds", "6"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stdout
    measured = json.loads(result.stdout)["ratio"]
    assert measured["value"] <= measured["most"] == 2


def test_every_format_is_what_it_says_and_its_pieces_can_be_recognised() -> None:
    from quasiprint.addons.reading.proof import IMPORTERS
    from quasiprint.addons.reading.recogniser.shapes import Readable

    further = {"obj", "lbrn2", "laser-inlay", "cutter", "png", "tts"}
    assert {one.name for one in formats.builtin()} == {*formats.OURS, *further}
    assert len(formats.OURS) == 7
    assert [one.name for one in formats.builtin() if one.default] == ["stl", "3mf", "svg", "pdf"]
    assert set(IMPORTERS) == {"stl", "3mf", "svg", "dxf", "pdf"}  # others are proved by their bytes
    assert all(isinstance(import_module(module), Readable) for module in IMPORTERS.values())
    for one in formats.builtin():
        assert formats.is_name(one.name)
        assert isinstance(one, Format)
        assert isinstance(one.offer, ProductKind)


def test_no_module_bears_an_empty_name(root: Path) -> None:
    banned = {"utils", "util", "manager", "helper", "helpers", "burn"}
    for path in (root / "quasiprint").rglob("*.py"):
        assert not banned & set(path.stem.split("_")), path
        for name in re.findall(r"^ *(?:async def|def|class) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert not banned & set(name.lower().split("_")), (path, name)


def test_no_game_stands_in_a_format(root: Path) -> None:
    names = games.names()
    for room in ("formats/**/*.*", "addons/machines/**/*.*", "addons/reading/**/*.*", "layout/**/*.*", "solids/**/*.*"):
        paths = list((root / "quasiprint").glob(room))
        assert paths, room
        for path in paths:
            if path.suffix in (".py", ".md"):
                text = path.read_text().lower()
                assert not any(name in text for name in names), path


def named(module: ast.Module) -> set[str]:
    """Return the formats that a module's texts name: alone, or as the folder of their files."""
    said = {
        node.value.lower()
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {
        one.name
        for one in formats.builtin()
        if any(word == one.name or word.startswith(f"{one.name}/") for word in said)
    }


def test_no_format_stands_in_a_room_nor_in_the_pipeline(root: Path) -> None:
    either = "|".join(one.name for one in formats.builtin())
    begins = re.compile(rf"[\"'}}]({either})[/\"']", re.IGNORECASE)
    # documents hands the name of a kind of file to Typst
    for folder in ("games", "model", "make", "addons/reading/recogniser", "layout", "solids", "checks", "disk"):
        assert (root / "quasiprint" / folder).is_dir()
        for path in (root / "quasiprint" / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if begins.search(text):  # to take a module apart takes longer
                assert not named(ast.parse(text)), path
    words = re.compile(rf"\b({either})\b", re.IGNORECASE)
    for path in (root / "quasiprint/games").glob("*/readme.md"):
        assert not words.search(path.read_text()), path


def test_the_cad_kernel_is_known_where_step_is_read_and_where_bodies_are_built_again_only(root: Path) -> None:
    kernel = re.compile(r"^\s*(import|from) (cadquery|OCP)\b", re.MULTILINE)
    found = {
        path.relative_to(root / "quasiprint").as_posix()
        for path in (root / "quasiprint").rglob("*.py")
        if kernel.search(path.read_text())
    }
    typed = {"api/__init__.py", "workplanes.py"}  # which only name what they hand out
    assert found - typed == {"solids/cad.py"}


def test_the_gate_takes_its_commands_from_the_readme(root: Path) -> None:
    readme, gate = (root / "README.md").read_text(encoding="utf-8"), (root / ".ci/run").read_text()
    promises = dict(re.findall(r"^<!-- gate: (\w+) -->\n```\w*\n(.+?)^```$", readme, re.MULTILINE | re.DOTALL))
    assert set(promises) == set(re.findall(r"^keep (\w+)(?: >.*)?$", gate, re.MULTILINE)) == {"make", "test"}
    assert "quasiprint make quasimino" in promises["make"]
    assert "pytest" in promises["test"]
    for word in ("pip install", "pytest", "quasiprint make"):
        assert word not in gate  # said once, in the README


def test_the_walks_through_the_program_name_what_is_there(root: Path) -> None:
    text = (root / "docs/building.md").read_text(encoding="utf-8").split("\n## Three walks\n")[1].split("\n## ")[0]
    walks = text.strip().split("\n\n")
    assert len(walks) == 3
    for walk in walks:
        names = re.findall(r"`((?:\w+\.)+\w+)`", walk)
        assert 4 <= len(set(names)) <= 12
        for name in names:
            assert pkgutil.resolve_name(f"quasiprint.{name}"), name
