"""The library: what a program or a notebook calls, and that it says no more and no less than the command line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path
from typing import Any

import pytest
from called import python
from click.testing import CliRunner
from drawn_read import rims
from PIL import Image

import quasiprint
from quasiprint import api as views
from quasiprint.cli import main
from quasiprint.errors import InputError
from quasiprint.model.page import Figure

LAYOUT = Path(__file__).parents[1] / "data" / "triomino-9-hexagons.json"
SVG = "{http://www.w3.org/2000/svg}"


def told(*words: str) -> str:
    return CliRunner().invoke(main, words, catch_exceptions=False).stdout


def test_a_design_has_the_pieces_of_the_set() -> None:
    tiles = quasiprint.design("triomino", highest=2)
    assert [piece.id for piece in tiles.pieces][:2] == ["0-0-0", "0-0-1"]
    assert tiles.piece("0-1-2").marks == (0, 1, 2)
    with pytest.raises(KeyError, match="no piece '0-2-1'"):
        tiles.piece("0-2-1")
    assert f"{len(tiles.pieces)} pieces" in repr(tiles)


def test_a_check_says_what_the_command_line_says() -> None:
    proof = quasiprint.design("triomino", highest=1).check()
    said = json.loads(told("check", "triomino", "--highest", "1", "--json"))
    assert proof.proved
    assert said["pieces"] == proof.pieces
    assert json.loads(json.dumps(proof.facts)) == said["facts"]


@pytest.mark.parametrize("where", ["folder", "archive", "memory"])
def test_the_same_files_wherever_they_go(tmp_path: Path, where: str) -> None:
    design = quasiprint.design("triomino", highest=0)
    files = design.files(formats=("svg", "stl"))
    if where == "folder":
        made = design.make(tmp_path / "set", formats=("svg", "stl"))
        found = {
            path.relative_to(tmp_path / "set").as_posix(): path.read_bytes()
            for path in (tmp_path / "set").rglob("*")
            if path.is_file()
        }
        assert made.files == len(found) - 1
    elif where == "archive":
        design.make(tmp_path / "set.zip", formats=("svg", "stl"))
        with zipfile.ZipFile(tmp_path / "set.zip") as archive:
            found = {name: archive.read(name) for name in archive.namelist()}
    else:
        found = design.files(formats=("stl", "svg"))
    assert found == files
    source = {"folder": tmp_path / "set", "archive": tmp_path / "set.zip", "memory": files}[where]
    assert quasiprint.verify(source).verified


def test_damage_in_memory_is_found() -> None:
    files = quasiprint.design("triomino", highest=0).files(formats=("svg",))
    name = next(name for name in files if name.endswith(".svg"))
    verdict = quasiprint.verify(files | {name: files[name].replace(b"cut-outer", b"cut-inner")})
    assert verdict.findings[0].code == "hash-differs"
    with pytest.raises(quasiprint.InputError, match=r"holds no manifest\.json"):
        quasiprint.verify({"a.svg": b""})


def test_pictures_are_svg_with_every_piece() -> None:
    tiles = quasiprint.design("triomino", highest=1)
    one = ET.fromstring(tiles.pieces[0]._repr_svg_())
    assert len(rims(tiles._repr_svg_())) == len(tiles.pieces) == 4
    assert float(one.get("width", "").removesuffix("mm")) == pytest.approx(
        36 + 2 * 4, abs=0.01
    )  # a margin on both sides
    inked = [path for path in one.iter(f"{SVG}path") if path.get("fill") not in (None, "none", "#FFFFFF")]
    assert len(inked) >= 3


def test_a_picture_is_as_wide_as_asked() -> None:
    held = quasiprint.design("triomino", highest=1)
    for content, size in ((held.png(400), 400), (views.png(Figure(10.0, 1000.0, ()), 400, "#FFFFFF"), 81)):
        with Image.open(io.BytesIO(content)) as picture:
            assert picture.width == size
    for width in (8, 10_000, 3.5, "400"):
        with pytest.raises(InputError, match="from 16 to 8192"):
            held.png(width)  # type: ignore[arg-type]


def test_a_layout_is_judged_and_drawn() -> None:
    layout = quasiprint.read_layout("triomino", LAYOUT.read_text(encoding="utf-8"))
    assert layout.judgement.as_json() == json.loads(told("score", "triomino", str(LAYOUT), "--json"))
    assert len(rims(layout._repr_svg_())) == 56


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("quasimino", (Path(__file__).parents[1] / "data" / "quasimino-75.json").read_text(encoding="utf-8")),
        ("quomino", (Path(__file__).parents[2] / "examples" / "quomino-game.txt").read_text(encoding="utf-8")),
        ("majomino", "+--+--+--+\n| x|     |\n+  +--+  +\n|  | o|  |\n+  +  +--+\n|  |     |\n+--+--+--+\n"),
    ],
)
def test_every_game_draws_its_layouts(game: str, text: str) -> None:
    drawn = ET.fromstring(quasiprint.read_layout(game, text).svg())
    assert len(list(drawn.iter(f"{SVG}path"))) > 5


def test_what_cannot_be_is_one_sentence() -> None:
    for game, options, said in (
        ("nosuch", {}, "nosuch"),
        (3, {}, "game: found '3', allowed is the name of one"),
        ("quasimino", {"colours": 99}, "--colours: found 99"),
        ("quasimino", {"highest": 3}, "--highest: is not an option of quasimino"),
        ("quasimino", {"colours": None}, "colours: found NoneType"),
        ("quasimino", {"colours": "3"}, "--colours: found '3', allowed is a whole number"),
        ("quasimino", {"colours": True}, "--colours: found 'True', allowed is a whole number"),
        ("quasimino", {"colours": 10**30}, "--colours: found a number beyond"),
        ("triomino", {"tack": float("nan")}, "--tack: found 'nan', allowed is a length from 0 mm"),
        ("triomino", {"tack": -2}, "--tack: found '-2', allowed is a length from 0 mm"),
        ("majomino", {"distinct": 1}, "--distinct: found '1', allowed is true or false"),
        ("majomino", {"board": 3}, "--board: found '3', allowed is a name"),
        ("quasimino", {"edge": "x"}, "edge: found 'x', allowed is a length"),
        ("quasimino", {"edge": float("inf")}, "edge: found 'inf', allowed is a length"),
        ("quasimino", {"seed": -1}, "seed: found '-1', allowed is a whole number from 0"),
        ("quasimino", {"profiles": "prusa-mini"}, "profiles: found 'prusa-mini', allowed is a list of names"),
        ("quasimino", {"cut": "round"}, "--cut: found 'round', allowed is separate or shared"),
        ("quasimino", {"tabs": "2x0.3"}, "--tabs: found '2x0.3', allowed is a count and a width"),
        ("quasimino", {"tabs": (30, 0.3)}, "--tabs: found 30 tabs, allowed is from 0 to 24 tabs"),
        ("quasimino", {"storage": "tray"}, "--storage: found 'tray', allowed is a list of names"),
        ("quasimino", {"storage": ["bag"]}, "--storage: found 'bag', allowed are tray, box, rack"),
        ("triomino", {"symbols": "nowhere-at-all"}, "is not there"),
    ):
        with pytest.raises(quasiprint.InputError, match=said):
            quasiprint.design(game, **options)
    with pytest.raises(quasiprint.InputError, match="--format"):
        quasiprint.design("quasimino").files(formats=("txt",))
    design: Any = quasiprint.design("triomino", highest=1)
    for asked, said in (
        (lambda: design.as_made_by("oven"), "process: found 'oven', allowed is printer or laser or paper"),
        (lambda: design.rulebook(paper="a99"), "paper: found 'a99', allowed is 13x19 or a3"),
        (lambda: design.scoresheet(paper="a99"), "paper: found 'a99', allowed is 13x19 or a3"),
        (lambda: quasiprint.verify({}, by="x"), "by: found 'x', allowed is both or bytes or pieces"),
    ):
        with pytest.raises(quasiprint.InputError, match=said):
            asked()
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        quasiprint.nothing  # noqa: B018


@pytest.mark.parametrize("jobs", [0, -1, None, "2", 1.5, True])
def test_jobs_are_a_whole_number_from_1(tmp_path: Path, jobs: object) -> None:
    """Without one, a run would wait for processes that nobody begins."""
    design: Any = quasiprint.design("quasimino", colours=1)
    verify: Any = quasiprint.verify
    for asked in (
        lambda: design.make(tmp_path / "set", formats=("svg", "stl"), jobs=jobs),
        lambda: design.files(formats=("svg", "stl"), jobs=jobs),
        lambda: verify({}, jobs=jobs),
    ):
        with pytest.raises(quasiprint.InputError, match=f"jobs: found '{jobs}', allowed is a whole number from 1"):
            asked()
    assert not any(tmp_path.iterdir())


def test_a_set_that_fails_its_checks_has_no_files(tmp_path: Path) -> None:
    board = "+--+--+--+\n|     |  |\n+  +--+  +\n|  |     |\n+--+  +  +\n|     |  |\n+--+--+--+\n"
    (tmp_path / "b.txt").write_text(board, encoding="utf-8")
    design = quasiprint.design("majomino", board=tmp_path / "b.txt")
    assert not design.check(thorough=False).proved
    with pytest.raises(quasiprint.InputError, match="majomino: "):
        design.files(formats=("svg",))
    assert design.make(tmp_path / "set", formats=("svg",)).files == 0
    assert not (tmp_path / "set").exists()


def test_names_of_the_library_are_those_that_it_says() -> None:
    from quasiprint import api

    assert set(quasiprint.__all__) == {"__version__", *api.__all__}
    assert set(dir(quasiprint)) == set(quasiprint.__all__)
    assert all(getattr(quasiprint, name) for name in quasiprint.__all__)
    assert quasiprint.design is api.design
    assert set(quasiprint.game_names()) >= {"quasimino", "triomino", "majomino", "quomino"}
    assert quasiprint.format_names()[:3] == ("stl", "3mf", "step")


def test_importing_it_costs_nothing(root: Path) -> None:
    code = "import sys, quasiprint; print(sorted(m for m in sys.modules if m.startswith('quasiprint')))"
    found = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert found.stdout == "['quasiprint', 'quasiprint.version']\n"


@pytest.mark.thorough
def test_the_example_of_somebody_elses_project_passes(root: Path, tmp_path: Path) -> None:
    example = root / "examples/composition/test_composition.py"
    (tmp_path / example.name).write_bytes(example.read_bytes())
    run = python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", tmp_path / example.name, cwd=tmp_path
    )
    assert run.returncode == 0, run.stdout
    assert "4 passed" in run.stdout
