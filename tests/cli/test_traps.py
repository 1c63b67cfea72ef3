"""Whoever stands in a stranger's folder runs nothing of what lies there: no module, no settings, no plug-in."""

from __future__ import annotations

import contextlib
import multiprocessing
import re
import subprocess
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution, packages_distributions
from pathlib import Path

import pytest
from called import BOARD, command_lines, python
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

METHODS = multiprocessing.get_all_start_methods()
# as pip writes it, but for the method by which processes are started
PROGRAM = """\
import re
import sys
from quasiprint.__main__ import main
if __name__ == '__main__':
    import multiprocessing
    multiprocessing.set_start_method(sys.argv.pop(1))
    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])
    sys.exit(main())
"""
MARK = "open({mark!r}, 'a').write({name!r} + '\\n')\n"
OURS = {"quasiprint", "sitecustomize", "usercustomize", "evil"}
EXTRAS = ("", "fast", "puzzle")  # whose libraries the commands below load
# a statement that imports, wherever it stands, and a name that is handed to a function that does
IMPORTS = (re.compile(rb"^[ \t]*(?:import|from)[ \t]+([A-Za-z_]\w*)", re.MULTILINE),
           re.compile(rb"import(?:__|_module)\([\"']([A-Za-z_]\w*)"))  # fmt: skip
POINTS = "[quasiprint.games]\nevil = evil:GAME\n[quasiprint.formats]\nevil = evil:FORMAT\n"
SETTINGS = {
    ".numba_config.yaml": "cache_dir: compiled\n",
    "ezdxf.ini": "[core\nno settings at all",
    "templates/rules/layout.typ": "#while true {}",
    "templates/evil.py": "",
    "reportlab_settings": "",
    "pyvenv.cfg": "home = .\n",
}


def libraries(name: str = "quasiprint", extras: tuple[str, ...] = EXTRAS) -> set[Distribution]:
    """Return a distribution, and those that it needs, as far as they are installed."""
    found: dict[str, Distribution] = {}
    waiting = [(name, extras)]
    while waiting:
        name, extras = waiting.pop()
        with contextlib.suppress(PackageNotFoundError):
            if canonicalize_name(name) not in found:
                found[canonicalize_name(name)] = one = distribution(name)
                for need in map(Requirement, one.requires or ()):
                    if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras):
                        waiting.append((need.name, ("",)))
    return set(found.values())


def traps(root: Path) -> set[str]:
    """Return the name of every module that the program or one of its libraries may import, but for libraries' tests:
    those that are there, and those that they ask for and that are not."""
    found = (file for library in libraries() for file in library.files or () if file.suffix == ".py")
    files = [Path(str(file.locate())) for file in found if "tests" not in file.parts]
    names = {*sys.stdlib_module_names, *packages_distributions(), *OURS}
    for file in (*files, *(root / "quasiprint").rglob("*.py")):
        content = file.read_bytes()
        names.update(name.decode() for pattern in IMPORTS for name in pattern.findall(content))
    return names


@pytest.fixture(scope="module")
def trap(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a module of every name that may be imported here, each of which leaves a mark when it runs; and a
    set."""
    base = tmp_path_factory.mktemp("traps")
    folder, program = base / "folder", base / "bin/quasiprint"
    program.parent.mkdir()
    program.write_text(PROGRAM)
    folder.mkdir()
    for name in traps(root):
        if name.isidentifier():
            (folder / f"{name}.py").write_text(MARK.format(mark=str(base / "mark"), name=name))
    for made in ("evil-1.0.dist-info", "evil.egg-info"):
        (folder / made).mkdir()
        (folder / made / "entry_points.txt").write_text(POINTS)
        (folder / made / "METADATA").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
        (folder / made / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    (folder / "evil.pth").write_text("import evil\n")
    for path, text in SETTINGS.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (folder / "board.txt").write_text(BOARD)
    assert called(folder, root, "make triomino --highest 0 --format stl,svg,dxf,pdf -o set").returncode == 0
    untouched(folder)
    return folder


def called(trap: Path, root: Path, words: str, method: str = METHODS[0]) -> subprocess.CompletedProcess[str]:
    return python(trap.parent / "bin/quasiprint", method, *words.split(), cwd=trap, input="quit\n")


def untouched(trap: Path) -> None:
    mark = trap.parent / "mark"
    ran = mark.read_text() if mark.exists() else ""
    mark.unlink(missing_ok=True)
    assert ran == ""
    assert not (trap / "compiled").exists(), "numba took settings from the current folder"
    assert not list(trap.rglob("__pycache__"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", command_lines())
def test_no_command_runs_what_lies_in_the_current_folder(trap: Path, root: Path, name: str) -> None:
    row = command_lines()[name]
    result = called(trap, root, row["line"])
    untouched(trap)
    assert result.returncode == row.get("code", 0), result.stderr
    assert "evil" not in result.stdout + result.stderr


@pytest.mark.sampled(1)
@pytest.mark.parametrize("method", METHODS)
def test_no_job_runs_what_lies_in_the_current_folder(trap: Path, root: Path, method: str) -> None:
    """A process that is started anew looks for modules in the current folder, before anything of ours runs in it."""
    result = called(trap, root, f"make majomino --size 3 --format svg,txt -o {method} --jobs 2", method)
    untouched(trap)
    assert result.returncode == 0, result.stderr


def test_the_traps_snap(trap: Path, root: Path) -> None:
    """A program that does look in the current folder runs what lies there."""
    subprocess.run([sys.executable, "-c", "import numpy"], cwd=trap, capture_output=True, timeout=60)
    mark = trap.parent / "mark"
    assert "numpy" in mark.read_text().split()
    mark.unlink()
