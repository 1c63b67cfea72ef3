"""Whoever stands in a stranger's folder runs nothing of what lies there: no module, no settings, no plug-in."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

METHODS = multiprocessing.get_all_start_methods()
# as pip writes it, but for the method by which processes are started
PROGRAM = """\
import re
import sys
from quasiprint.start import main
if __name__ == '__main__':
    import multiprocessing
    multiprocessing.set_start_method(sys.argv.pop(1))
    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])
    sys.exit(main())
"""
MARK = "open({mark!r}, 'a').write({name!r} + '\\n')\n"
OURS = {"quasiprint", "sitecustomize", "usercustomize", "reportlab_settings", "reportlab_mods", "evil"}
POINTS = "[quasiprint.games]\nevil = evil:GAME\n[quasiprint.formats]\nevil = evil:FORMAT\n"
SETTINGS = {
    ".numba_config.yaml": "cache_dir: compiled\n",
    "ezdxf.ini": "[core\nno settings at all",
    "templates/rules/layout.typ": "#while true {}",
    "templates/evil.py": "",
    "reportlab_settings": "",
    "pyvenv.cfg": "home = .\n",
}
CALLS = {
    "list": "list",
    "check": "check majomino --size 3 --count 2",
    "make": "make triomino --highest 0 --format stl,svg,dxf,pdf -o set",
    "verify": "verify set",
    "rules": "rules triomino --quick -o book.pdf",
    "scoresheet": "scoresheet triomino -o sheet.pdf",
    "score": "score majomino board.txt",
    "play": "play quomino --size 4",
    "profiles": "check triomino --highest 0 --profile prusa-mk4",
    "new": "new game blob",
    "help": "--help",
}
BOARD = "+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n"


@pytest.fixture(scope="module")
def trap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a module of every name that can be imported here, each of which leaves a mark when it runs."""
    base = tmp_path_factory.mktemp("traps")
    folder, program = base / "folder", base / "bin/quasiprint"
    program.parent.mkdir()
    program.write_text(PROGRAM)
    names = {*sys.stdlib_module_names, *packages_distributions(), *OURS}
    for name in names:
        if name.isidentifier():
            code = MARK.format(mark=str(base / "mark"), name=name)
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / f"{name}.py").write_text(code)
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
    return folder


def called(trap: Path, root: Path, words: str, method: str = METHODS[0]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, trap.parent / "bin/quasiprint", method, *words.split()],
        cwd=trap,
        env={**os.environ, "PYTHONPATH": str(root)},
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=120,
    )


def untouched(trap: Path) -> None:
    mark = trap.parent / "mark"
    ran = mark.read_text() if mark.exists() else ""
    mark.unlink(missing_ok=True)
    assert ran == ""
    assert not (trap / "compiled").exists(), "numba took settings from the current folder"
    assert not list(trap.rglob("__pycache__"))


@pytest.mark.parametrize("name", CALLS)
def test_no_command_runs_what_lies_in_the_current_folder(trap: Path, root: Path, name: str) -> None:
    if name == "verify" and not (trap / "set").exists():
        assert called(trap, root, CALLS["make"]).returncode == 0
    result = called(trap, root, CALLS[name])
    untouched(trap)
    assert result.returncode == 0, result.stderr
    assert "evil" not in result.stdout + result.stderr


@pytest.mark.parametrize("method", METHODS)
def test_no_job_runs_what_lies_in_the_current_folder(trap: Path, root: Path, method: str) -> None:
    """A process that is started anew looks for modules in the current folder, before anything of ours runs in it."""
    result = called(trap, root, f"make majomino --size 3 --format svg,txt -o {method} --jobs 2", method)
    untouched(trap)
    assert result.returncode == 0, result.stderr


def test_step_is_made_and_read_where_traps_lie(trap: Path, root: Path) -> None:
    for words in ("make triomino --highest 0 --format step -o step", "verify step"):
        result = called(trap, root, words)
        untouched(trap)
        assert result.returncode == 0, result.stderr
    inside = subprocess.run(
        [sys.executable, trap.parent / "bin/quasiprint", "fork", "verify", "../folder/step"],
        cwd=trap, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, timeout=120,
    )  # fmt: skip
    assert inside.returncode == 0
    untouched(trap)


def test_the_traps_snap(trap: Path, root: Path) -> None:
    """A program that does look in the current folder runs what lies there."""
    subprocess.run([sys.executable, "-c", "import numpy"], cwd=trap, capture_output=True, timeout=60)
    mark = trap.parent / "mark"
    assert "numpy" in mark.read_text().split()
    mark.unlink()


def test_a_distribution_in_the_current_folder_is_not_installed(trap: Path, root: Path) -> None:
    """Not even where Python itself looks in the current folder, since it was started with -c."""
    code = f"""
import os, sys
from quasiprint.plugins import plugged_in
os.chdir({str(trap)!r})
assert "" in sys.path
print(plugged_in("quasiprint.games"))
"""
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=trap.parent, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "evil" not in result.stdout
