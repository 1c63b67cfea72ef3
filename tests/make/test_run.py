"""A run is a value: what was read once is enough; whatever lies on the disk afterwards makes no difference."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quasiprint.api import Design
from quasiprint.errors import InputError
from quasiprint.make.run import Request, Run, settle
from quasiprint.make.workshop import Build
from quasiprint.model.option import Supplied

SHAPES = ("M0 0h9v9h-9z", "M0 0h3v9h-3z", "M0 0h9v2h-9zM0 7h9v2h-9z")
THREE = "+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n"

# makes a set in memory, and lists which files outside the program it opened meanwhile
WATCHED = """
import json, pickle, sys, sysconfig
from pathlib import Path
from quasiprint.api import Design
import quasiprint, reportlab.rl_config, svgwrite, typst, numpy, shapely, manifold3d
run = pickle.loads(Path(sys.argv[1]).read_bytes())
allowed = [Path(quasiprint.__file__).parent.parent, *(Path(p) for p in sysconfig.get_paths().values())]
allowed += [Path(sys.base_prefix), Path("/proc"), Path("/sys"), Path("/dev"), *map(Path, filter(None, sys.path))]
opened = []
def hear(event, arguments):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], (str, bytes)):
        path = Path(arguments[0] if isinstance(arguments[0], str) else arguments[0].decode()).absolute()
        if not any(path.is_relative_to(place) for place in allowed) and "__pycache__" not in path.parts:
            opened.append(str(path))
sys.addaudithook(hear)
files = Design(run).files()
before = [*opened]
open("/etc/hostname").close()
print(json.dumps([before, opened]))
"""


@pytest.fixture
def drawings(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    for number, data in enumerate(SHAPES):
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="{data}"/></svg>'
        (folder / f"{number}.svg").write_text(drawing, encoding="utf-8")
    return folder


def of_drawings(folder: Path) -> Run:
    return settle(Request("triomino", {"highest": 2, "symbols": str(folder)}, formats=("svg", "stl", "pdf")))


def test_what_was_read_once_is_not_read_again(here: Path, drawings: Path) -> None:
    words = here / "templates/languages/en/books.toml"
    words.parent.mkdir(parents=True)
    words.write_text('made = "Made for my table, $version."\nbelow = "x"\n', encoding="utf-8")
    run = of_drawings(drawings)
    before = Design(run).files()
    assert "my table" in run.templates.text("languages/en/books.toml")
    shutil.rmtree(drawings)
    shutil.rmtree(here / "templates")
    assert Design(run).files() == before
    with pytest.raises(InputError, match="not there"):
        of_drawings(drawings)


def test_a_run_needs_no_disk(root: Path, tmp_path: Path, drawings: Path) -> None:
    """Beside the program and its libraries, nothing is opened while a set is designed, checked and encoded."""
    run = of_drawings(drawings)
    (tmp_path / "run.pickle").write_bytes(pickle.dumps(run))
    shutil.rmtree(drawings)
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, tmp_path / "run.pickle"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(root), "PATH": "/usr/bin", "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == '[[], ["/etc/hostname"]]\n'


def test_boards_are_read_once_from_a_file_or_standard_input(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "b.txt").write_text(THREE, encoding="utf-8")
    run = settle(Request("majomino", {"board": "b.txt"}))
    assert dict(run.supplied) == {"board": Supplied("b.txt", (("b.txt", THREE.encode()),))}
    (here / "b.txt").unlink()
    assert Build(run).set(run.profiles.measures[0].process).text == THREE
    # a name is no file, and needs none
    assert settle(Request("majomino", {"board": "5-0MJ-1"})).supplied == ()
