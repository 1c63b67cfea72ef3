"""The command line as users, scripts and other programs meet it; what it lists, and what it refuses: with one message,
exit code 2, and nothing on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import start_page
from called import QUICK, invoke, settled, tree

import quasiprint as package
from quasiprint.errors import Unavailable


@pytest.mark.thorough
def test_names_may_be_written_in_any_capitals(here: Path) -> None:
    result = invoke("MAKE", "Quasimino", "--colours", 1, "--format", "SVG,svg", "--profile", "Generic", "-o", "set")
    assert result.exit_code == 0, result.output
    told = json.loads((here / "set" / "manifest.json").read_bytes())
    assert (told["game"], told["parameters"]["formats"]) == ("quasimino", ["svg"])
    assert sorted(path.name for path in here.iterdir()) == ["set"]
    (here / "own.toml").write_text("game = 'QUOMINO'\n")
    assert json.loads(invoke("check", "--project", "own.toml", "--json").stdout)["game"] == "quomino"


# --- lengths and units


@pytest.mark.parametrize(
    ("written", "mm"), [("30", 30), ("30mm", 30), ("3cm", 30), ("3.0 cm", 30), ("1.25in", 31.75), ("3e1", 30)]
)
def test_a_length_may_have_a_unit(written: str, mm: float) -> None:
    run = settled("check", "quasimino", "--edge", written)
    assert {measures.size.edge for measures in run.profiles.measures} == {mm}


# --- make


def test_the_manifest_keeps_the_contract(made: Path) -> None:
    manifest = json.loads((made / "manifest.json").read_bytes())
    assert manifest["game"] == "quasimino"
    assert manifest["version"] == package.__version__
    assert manifest["seed"] == 0
    assert len(manifest["pieces"]) == len({piece["id"] for piece in manifest["pieces"]}) == 90
    for piece in manifest["pieces"]:
        assert set(piece) == {"id", "shape", "marks", "files"}
        assert f"{piece['shape']}-{''.join(map(str, piece['marks']))}" == piece["id"]
    assert {thing["kind"] for thing in manifest["accessories"]} == {"token"}
    listed = {entry["path"]: entry for entry in manifest["files"]}
    on_disk = {p.relative_to(made).as_posix(): p for p in made.rglob("*") if p.is_file()}
    assert set(listed) | {"manifest.json"} == set(on_disk)
    for path, entry in listed.items():
        content = on_disk[path].read_bytes()
        assert entry["bytes"] == len(content)
        assert entry["sha256"] == hashlib.sha256(content).hexdigest()
        assert path.isascii()
        assert " " not in path
    for owner in (*manifest["pieces"], *manifest["accessories"]):
        assert owner["files"]
        assert set(owner["files"]) <= set(listed)
        assert not any("plate" in path or "sheet" in path for path in owner["files"])


def test_the_page_in_the_folder_says_what_a_maker_needs(made: Path) -> None:
    text = start_page.text(made)
    assert "$" not in text
    assert "<!--" not in text
    for words in (
        "90 tiles: 45 thick tiles, 45 thin tiles", "tokens", "prusa", "bambu", "kerf of **0.2 mm**", "600 × 300",
        "3 mm thick", "100 %", "vermilion", "dashed", "nobody has printed", "Ayelet Pnueli",
    ):  # fmt: skip
        assert words in text
    manifest = json.loads((made / "manifest.json").read_bytes())
    for name in manifest["parameters"]["formats"]:
        assert f"`{name}/`" in text


@pytest.mark.thorough
def test_the_default_place_is_output_and_all_has_a_folder_for_each_game(here: Path) -> None:
    assert invoke(*QUICK).exit_code == 0
    assert Path("output/triomino/manifest.json").exists()
    small = ("--highest", 0, "--colours", 1, "--count", 1, "--format", "stl")
    assert invoke("make", "all", *small, "-o", "sets").exit_code == 0
    assert tree(Path("sets/triomino")) == tree(Path("output/triomino"))
    assert {path.name for path in Path("sets").iterdir()} == {"majomino", "quasimino", "quomino", "triomino"}


@pytest.fixture
def no_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which a format cannot be made."""

    def files(_: object) -> None:
        raise Unavailable("SVG needs a library that is not here")

    monkeypatch.setattr("quasiprint.formats.svg.files", files)


@pytest.mark.usefixtures("no_svg")
def test_a_format_that_cannot_be_made_is_left_out_with_a_warning(here: Path) -> None:
    result = invoke("make", "triomino", "--highest", 0, "-o", "set", code=0)
    assert "warning: svg is left out: SVG needs a library that is not here" in result.stderr
    assert not Path("set/svg").exists()
    assert "svg" not in json.loads(Path("set/manifest.json").read_bytes())["parameters"]["formats"]
    assert Path("set/stl").is_dir()


@pytest.mark.usefixtures("no_svg", "copies")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_format_that_cannot_be_made_is_exit_2_by_name(here: Path, jobs: int) -> None:
    result = invoke("make", "triomino", "--highest", 0, "--format", "stl,svg", "-o", "set", "--jobs", jobs, code=2)
    assert "SVG needs a library that is not here" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not any(here.iterdir())


def test_a_terminal_of_few_letters_is_no_fault(quasiprint: Callable) -> None:
    result = quasiprint("list", env={"PYTHONIOENCODING": "latin-1"}, encoding="latin-1", code=0)
    assert "(k? + k²)/2" in result.stdout


# --- score

TWO = '{"tiles": [{"tile": "thick-0000", "corner": [0, 0, 0, 0], "turn": 0}]}'


def test_score_reads_a_file_or_standard_input(here: Path, quasiprint: Callable) -> None:
    Path("layout.json").write_text(TWO)
    from_file = invoke("score", "quasimino", "layout.json", "--json", code=0)
    document = json.loads(from_file.stdout)
    assert (document["legal"], document["complete_set"], document["covered"]) == (True, False, 0)
    from_input = quasiprint("score", "quasimino", "-", "--json", input=TWO)
    assert from_input.stdout == from_file.stdout
    assert "legal: yes" in invoke("score", "quasimino", "layout.json").stdout
