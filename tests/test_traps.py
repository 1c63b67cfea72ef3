"""Whoever stands in a stranger's folder runs nothing of what lies there: no module, no settings, no plug-in."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
import subprocess
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution, packages_distributions
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest
from called import python, surroundings
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from studios import Studio

from quasiprint.cli import main
from quasiprint.system import children

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
OURS = {"quasiprint", "sitecustomize", "usercustomize", "evil"}
EXTRAS = ("", "fast", "puzzle")  # whose libraries the commands below load
# a statement that imports, wherever it stands, and a name that is handed to a function that does
IMPORTS = re.compile(
    rb"^[ \t]*(?:import|from)[ \t]+([A-Za-z_]\w*)|(?:__import__|import_module)\([\"']([A-Za-z_]\w*)", re.MULTILINE
)
POINTS = "[quasiprint.games]\nevil = evil:GAME\n[quasiprint.formats]\nevil = evil:FORMAT\n"
SETTINGS = {
    ".numba_config.yaml": "cache_dir: compiled\n",
    "ezdxf.ini": "[core\nno settings at all",
    "templates/rules/layout.typ": "#while true {}",
    "templates/evil.py": "",
    "reportlab_settings": "",
    "pyvenv.cfg": "home = .\n",
}

READ_OFF = {  # on coupons
    "laser": "bars=48",
    "paper": "ruler_x=100 ruler_y=100 back_x=0 back_y=0 paper=a4",
    "printer": "long=150 short=12",
}
CALLS = {
    "list": "list",
    "profiles": "profiles prusa-mk4",
    "check": "check triomino --highest 0 --profile prusa-mk4",
    "make": "make triomino --highest 0 --format svg -o made",
    "verify": "verify set",
    "diff": "diff set set",
    "rules": "rules triomino --quick -o book.pdf",
    "scoresheet": "scoresheet triomino -o sheet.pdf",
    "score": "score majomino board.txt",
    "puzzle": "puzzle triomino --region hexagon:1 -o puzzle.pdf",
    "solve": "solve majomino board.txt",
    "catalogue": "catalogue majomino --size 3 --jobs 2 -o boards.jsonl",
    "playtest": "playtest quomino --size 4 --games 4 --jobs 2 -o tested",
    "play": "play quomino --size 4",
    "coupon laser": "coupon laser --format svg -o coupon-laser",
    "coupon paper": "coupon paper --format pdf -o coupon-paper",
    "coupon printer": "coupon printer --format stl -o coupon-printer",
    **{
        f"calibrate {machine}": f"calibrate {machine} -o {machine}.toml"
        + "".join(f" --measured {reading}" for reading in readings.split())
        for machine, readings in READ_OFF.items()
    },
    "new game": "new game blob",
    "new set": "new set mine --yes",
}
SERVES = {"studio"}  # does not end by itself, and is tried apart
BOARD = "+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n"


def commands(command: click.Command = main, path: tuple[str, ...] = ()) -> list[str]:
    """Return the words that call each command."""
    if not isinstance(command, click.Group):
        return [" ".join(path)]
    with click.Context(command) as context:
        inner = [(name, command.get_command(context, name)) for name in command.list_commands(context)]
    return [words for name, one in inner if one is not None for words in commands(one, (*path, name))]


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
    """Return the name of every module that the program or one of its libraries may import: those that are there, and
    those that they ask for and that are not."""
    files = [Path(str(file.locate())) for one in libraries() for file in one.files or () if file.suffix == ".py"]
    names = {*sys.stdlib_module_names, *packages_distributions(), *OURS}
    for file in (*files, *(root / "quasiprint").rglob("*.py")):
        names.update((one or other).decode() for one, other in IMPORTS.findall(file.read_bytes()))
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


def test_every_command_is_tried() -> None:
    assert {*CALLS, *SERVES} == set(commands())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", [*CALLS, "--help"])
def test_no_command_runs_what_lies_in_the_current_folder(trap: Path, root: Path, name: str) -> None:
    result = called(trap, root, CALLS.get(name, name))
    untouched(trap)
    assert result.returncode == 0, result.stderr
    assert "evil" not in result.stdout + result.stderr


@pytest.mark.thorough
def test_the_studio_runs_nothing_that_lies_in_the_current_folder(trap: Path, root: Path) -> None:
    """Nor does its worker, which shows a set and makes it."""
    with subprocess.Popen(
        [sys.executable, trap.parent / "bin/quasiprint", METHODS[0], "studio", "--no-browser"],
        cwd=trap,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            assert child.stdout is not None
            address = urlsplit(child.stdout.readline().split()[-1])
            served = Studio(child, address.port or 0, address.query.removeprefix("token="))
            asked = {"game": "triomino", "settings": {"highest": "0", "format": "stl,svg,dxf,pdf"}}
            assert served.ask("preview", **asked)["parts"]["pieces"]["things"]
            assert served.over(served.ask("files", **asked)["run"])["file"] == "triomino.zip"
        finally:
            child.send_signal(signal.SIGINT)
        said = child.communicate(timeout=60)[1]
    untouched(trap)
    assert (child.returncode, said) == (130, "Interrupted; nothing is left half made.\n")


@pytest.mark.parametrize("path", ["", ".", os.pathsep, "{trap}", "{trap}/../folder"])
def test_no_program_runs_what_a_variable_names(
    trap: Path, root: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has this package from here, and the libraries that are here and nowhere else."""
    (trap.parent / "site").mkdir(exist_ok=True)
    (trap.parent / "site/only_here.py").write_text("")
    (trap.parent / "site/json.py").write_text(MARK.format(mark=str(trap.parent / "mark"), name="json"))
    program = trap.parent / "program.py"
    program.write_text(
        "import json, numpy, only_here, os, quasiprint, sys\nfrom quasiprint import model\n"
        "print(quasiprint.__file__, os.getcwd(), *sys.argv[1:])\n"
    )
    monkeypatch.chdir(trap)
    monkeypatch.setenv("PYTHONPATH", path.format(trap=trap))
    monkeypatch.setenv("PYTHONUSERBASE", str(trap))
    monkeypatch.setattr(sys, "path", ["", ".", str(trap), str(trap.parent / "site"), *sys.path])
    with children.start_program(program, "a", "b c", folder=trap, stdout=children.PIPE) as child:
        said, _ = child.communicate(timeout=60)
    untouched(trap)
    assert said.decode().split(maxsplit=2) == [str(root / "quasiprint/__init__.py"), str(trap), "a b c\n"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("method", METHODS)
def test_no_job_runs_what_lies_in_the_current_folder(trap: Path, root: Path, method: str) -> None:
    """A process that is started anew looks for modules in the current folder, before anything of ours runs in it."""
    result = called(trap, root, f"make majomino --size 3 --format svg,txt -o {method} --jobs 2", method)
    untouched(trap)
    assert result.returncode == 0, result.stderr


@pytest.mark.thorough
def test_step_is_made_and_read_where_traps_lie(trap: Path, root: Path) -> None:
    for words in ("make triomino --highest 0 --format step -o step", "verify step"):
        result = called(trap, root, words)
        untouched(trap)
        assert result.returncode == 0, result.stderr
    inside = python(trap.parent / "bin/quasiprint", "fork", "verify", "../folder/step", text=False, cwd=trap)
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
from quasiprint.model.plugins import entries_of
os.chdir({str(trap)!r})
assert "" in sys.path
print(entries_of("quasiprint.games"))
"""
    result = python("-c", code, cwd=trap.parent)
    assert result.returncode == 0, result.stderr
    assert "evil" not in result.stdout
