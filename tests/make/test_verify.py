"""`quasiprint verify`: what it says of whole sets, of sets of every kind, and of what is none."""

from __future__ import annotations

import json
import os
import shutil
import socket
from dataclasses import asdict
from pathlib import Path

import pytest
from called import invoke
from edited import copied, made, manifest, mended, other_libraries, put
from pictures import svg

from quasiprint import __version__
from quasiprint.disk.stored import open_set
from quasiprint.errors import InputError
from quasiprint.make.manifest import MADE_WITH
from quasiprint.make.verify import By, verify


def codes(folder: Path) -> list[str]:
    return sorted({finding.code for finding in verify(open_set(folder), by=By.PIECES).findings})


@pytest.fixture(scope="module")
def triomino(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(
        tmp_path_factory.mktemp("made") / "triomino",
        "triomino",
        "--highest",
        1,
        "--format",
        "stl,svg",
    )


def test_a_set_verifies_and_says_how_well(triomino: Path) -> None:
    result = invoke("verify", triomino, "--json", code=0)
    said = json.loads(result.stdout)
    listed = {entry["path"] for entry in manifest(triomino)["files"]}
    assert (said["game"], said["outcome"], said["verified"]) == ("triomino", "proved", True)
    assert (said["files"], said["pieces"], said["findings"]) == (len(listed), 4, [])
    assert said["same"] == said["compared"] == len(listed) + 1  # and the manifest
    pieces = {path for path in listed if path.startswith(("stl/", "svg/sheet-"))}
    assert set(said["off"]) == {path for path in pieces if not path.endswith("-reference.svg")}
    assert set(said["unread"]) == listed - set(said["off"])  # bytes alone prove the others
    # an STL has 32-bit floats, an SVG four decimals of a millimetre: neither is exact, nor off by a micrometre
    assert 0 < max(said["off"].values()) < 1
    people = invoke("verify", triomino, code=0)
    assert "4 pieces" in people.stdout
    assert f"made by version {__version__} with seed 0, highest 1, " in people.stdout
    assert said["options"]["highest"] == 1
    assert "every piece is there, once" in people.stdout
    assert people.stdout.endswith("proved: every file is what this program makes\n")


def test_where_bytes_cannot_be_compared_pieces_are_recognised(triomino: Path, tmp_path: Path) -> None:
    """Exit code 3: libraries of other versions made it; what was not compared is told, with the reason."""
    copy = copied(triomino, tmp_path / "set")
    mended(copy, libraries=other_libraries(copy))
    assert invoke("verify", copy).exit_code == 0  # the same bytes, whatever made them: nothing is left to compare
    for path in (copy / "stl/pieces").iterdir():  # another header: the bodies are as they were
        content = path.read_bytes()
        put(path, content[:80].replace(b"q", b"Q") + content[80:])
    mended(copy, libraries=other_libraries(copy))
    result = invoke("verify", copy)
    assert (result.exit_code, result.stderr) == (3, "")
    assert "every piece is there, once" in result.stdout
    assert "not compared, made with " in result.stdout
    assert result.stdout.splitlines()[-1].startswith("read, not proved: ")
    assert "what this program makes" not in result.stdout
    told = verify(open_set(copy)).as_json()
    assert (told["outcome"], told["verified"], told["pieces"]) == ("read", False, 4)
    assert told["same"] == told["compared"] > 0  # no library decides an SVG
    assert {path.partition("/")[0] for path in told["uncompared"]} == {"stl"}
    alone = invoke("verify", copy, "--by", "pieces", "--json")
    assert (alone.exit_code, json.loads(alone.stdout)["outcome"]) == (0, "read")
    assert invoke("verify", copy, "--by", "bytes").exit_code == 3


def test_the_deviation_is_measured(triomino: Path, tmp_path: Path) -> None:
    """A sheet on which everything is 3 µm aside of where four decimals put it, but within what is allowed."""
    copy = copied(triomino, tmp_path / "set")
    path = copy / "svg/sheet-1.svg"
    text = path.read_text()
    start = text.index('<g id="cut-outer"')
    d = text.index('d="M', start) + 4
    x, rest = text[d:].split(",", 1)
    put(path, f"{text[:d]}{float(x) + 0.003:.4f},{rest}")
    mended(copy)
    assert codes(copy) == []
    assert 2 < verify(open_set(copy)).off["svg/sheet-1.svg"] < 4


def test_anything_wrong_is_exit_one_and_named(triomino: Path, tmp_path: Path) -> None:
    copy = copied(triomino, tmp_path / "set")
    (copy / "stl/pieces/0-0-1-body.stl").unlink()
    result = invoke("verify", copy, code=1)
    assert "error: file-missing: stl/pieces/0-0-1-body.stl" in result.stderr
    assert "piece-missing" in result.stderr
    assert "every piece is there" not in result.stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "holds no manifest.json"),
        ("{", "cannot be read"),
        ("[]", "names no game"),
        ('{"game": "domino", "parameters": {}, "pieces": [], "accessories": [], "files": []}', "domino"),
        ('{"game": "triomino"}', "has no parameters"),
        ("[" * 100_000, "cannot be read"),
        ('{"game": ' + "1" * 5000 + "}", "a number has too many digits, allowed are up to 4,300"),
    ],
)
def test_what_is_no_set_is_exit_two(tmp_path: Path, content: str | None, said: str) -> None:
    if content is not None:
        (tmp_path / "manifest.json").write_text(content)
    result = invoke("verify", tmp_path, code=2)
    assert said in result.stderr
    assert len(result.stderr.splitlines()) <= 4


@pytest.fixture(scope="module")
def step(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("step") / "set", "triomino", "--highest", 0, "--format", "step")


def test_a_step_file_is_proved_by_its_bytes_alone(step: Path, tmp_path: Path) -> None:
    told = invoke("verify", step, code=0).stdout
    assert "not read, its bytes alone prove it: files of its format are not read back: step/triomino-set.step" in told
    with pytest.raises(InputError, match=r"no piece of it can be recognised: .*bytes alone.*; allowed is --by bytes"):
        verify(open_set(step), by=By.PIECES)
    copy = copied(step, tmp_path / "set")
    path = copy / "step/triomino-set.step"
    put(path, path.read_text().replace("HEADER;", "QUID;", 1))
    mended(copy)
    result = invoke("verify", copy, "--json", code=1)
    assert {finding["code"] for finding in json.loads(result.stdout)["findings"]} == {"bytes-differ"}


def test_a_step_file_of_another_version_is_neither_read_nor_compared(
    step: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quasiprint.make.manifest.RELEASED", ("0.1.0",))
    copy = copied(step, tmp_path / "set")
    manifest = json.loads((copy / "manifest.json").read_text())
    put(copy / "manifest.json", json.dumps(manifest | {"version": "0.1.0"}))
    told = invoke("verify", copy, code=3).stdout
    assert "not compared, version 0.1.0 made it" in told and "not read, its bytes alone prove it" in told


def test_a_file_or_nothing_is_no_set(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    for name in ("a", "b"):
        result = invoke("verify", tmp_path / name, code=2)
        assert "is no folder" in result.stderr


def test_nothing_outside_is_read_and_nothing_is_written(triomino: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.stl"
    secret.write_bytes((triomino / "stl/pieces/0-0-0-body.stl").read_bytes())
    copy = copied(triomino, tmp_path / "set")
    (copy / "stl/pieces/0-0-0-body.stl").unlink()
    (copy / "stl/pieces/0-0-0-body.stl").symlink_to(secret)
    with socket.socket(socket.AF_UNIX) as pipe:
        pipe.bind(str(copy / "stl/socket"))
        before = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*"))
        assert codes(copy) == ["file-unlisted", "file-unreadable", "piece-missing"]
        assert sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*")) == before


def test_a_set_with_drawings_of_ones_own_keeps_them(tmp_path: Path) -> None:
    symbols = tmp_path / "my drawings"
    symbols.mkdir()
    for number, drawing in enumerate(('<circle r="9"/>', '<rect width="9" height="20"/>')):
        (symbols / f"{number}.svg").write_text(svg(drawing))
    folder = made(tmp_path / "set", "triomino", "--symbols", symbols, "--highest", 1, "--format", "stl,dxf")
    shutil.rmtree(symbols)
    assert codes(folder) == []
    assert (folder / "source/symbols/1.svg").is_file()
    # exchanged, they would be another set: every tile would say another's numbers
    one, two = ((folder / f"source/symbols/{k}.svg").read_bytes() for k in (0, 1))
    put(folder / "source/symbols/0.svg", two)
    put(folder / "source/symbols/1.svg", one)
    assert "hash-differs" in codes(folder)
    mended(folder)
    assert "marks-differ" in codes(folder)
    shutil.rmtree(folder / "source")
    mended(folder)
    assert codes(folder) == ["manifest-wrong"]


def test_a_set_of_given_boards_keeps_them(tmp_path: Path) -> None:
    first = made(tmp_path / "first", "majomino", "--count", 2, "--format", "txt")
    boards = tmp_path / "given.txt"
    boards.write_bytes((first / "txt/boards.txt").read_bytes())
    folder = made(tmp_path / "set", "majomino", "--board", boards, "--format", "txt,svg")
    boards.unlink()
    assert codes(folder) == []


def test_a_set_of_a_named_board_verifies_without_what_else_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "set", "majomino", "--board", "5-0MJ-1", "--walls", "cut", "--format", "svg,dxf")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "5-0MJ-1").write_text("no board")
    assert codes(folder) == []
    shutil.rmtree(folder / "source")
    mended(folder)
    assert codes(folder) == []  # by its name; the file that is called so is none of the set's
    (tmp_path / "5-0MJ-1").unlink()
    assert codes(folder) == []


def test_a_set_of_a_file_that_is_called_like_a_board_is_not_taken_for_that_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = made(tmp_path / "other", "majomino", "--count", 1, "--format", "txt")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "5-0MJ-1").write_bytes((other / "txt/boards.txt").read_bytes())
    folder = made(tmp_path / "set", "majomino", "--board", "5-0MJ-1", "--format", "txt,svg")
    assert codes(folder) == []
    shutil.rmtree(folder / "source")
    mended(folder)
    assert "marks-differ" in codes(folder)


def test_boards_from_standard_input_are_kept(tmp_path: Path) -> None:
    first = made(tmp_path / "first", "majomino", "--count", 2, "--format", "txt")
    text = (first / "txt/boards.txt").read_text()
    folder = tmp_path / "set"
    invoke("make", "majomino", "--board", "-", "--format", "txt,svg", "-o", folder, typed=text, code=0)
    assert codes(folder) == []


def test_a_pipe_in_a_sets_place_is_not_waited_for(tmp_path: Path) -> None:
    folder = made(tmp_path / "set", "majomino", "--board", "5-0MJ-1", "--format", "txt")
    (folder / "source/board/boards.txt").unlink()
    os.mkfifo(folder / "source/board/boards.txt")
    assert "file-unreadable" in codes(folder)


def test_a_set_of_a_users_own_profiles_verifies_without_them(tmp_path: Path) -> None:
    palette = tmp_path / "mine.toml"
    inks = "".join(
        f'[[palette.inks]]\nname = "{name}"\nrgb = "{rgb}"\npattern = "{pattern}"\n'
        for name, rgb, pattern in (("red", "#AA0000", "dotted"), ("green", "#00AA55", "solid"))
    )
    palette.write_text(f'[palette]\nbody = "#EEEEEE"\n{inks}')
    options = ("--colours", 2, "--profile", palette, "--profile", "glowforge", "--profile", "ender-3", "--kerf", 0.15)
    folder = made(tmp_path / "set", "quasimino", *options, "--edge", 34, "--only", "samples", "--format", "3mf,svg")
    palette.unlink()
    assert codes(folder) == []


def test_what_a_set_was_made_with_is_recorded_whole(triomino: Path) -> None:
    told = manifest(triomino)
    assert told["version"] == __version__
    held = told["parameters"][MADE_WITH]
    assert set(held) == {"beds", "sheet", "pages", "palette", "measures", "manner", "materials", "prices"}
    assert [entry["process"] for entry in held["measures"]] == ["printer", "laser", "paper"]
    assert held["sheet"]["kerf"] == told["parameters"]["kerf"]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda held: held["beds"][0].update(width=1e400), "manifest-wrong"),
        (lambda held: held["sheet"].update(styles=[held["sheet"]["styles"][0]] * 100), "manifest-wrong"),
        (lambda held: held["beds"][0].update(width=150.0, depth=30.0, tower=None), "off-bed"),
        (lambda held: held["beds"][0].update(keep_outs=[[0, 120, 90, 210]]), "kept-free"),
        (lambda held: held["beds"][0].update(keep_outs=[[0, 0, 90, 90]]), ""),  # no piece lies there
        (lambda held: held["manner"].update(tabs=3), "manifest-wrong"),
        (lambda held: held["beds"][0].update(gap=9.0), "too-close"),
    ],
)
def test_what_it_says_of_its_making_must_be_so(triomino: Path, tmp_path: Path, change, found: str) -> None:
    copy = copied(triomino, tmp_path / "set")
    told = manifest(copy)
    change(told["parameters"][MADE_WITH])
    put(copy / "manifest.json", json.dumps(told))
    assert codes(copy) == found.split()


def test_profiles_read_as_they_were_recorded() -> None:
    from quasiprint.make.manifest import parameters, record_profiles, restore_profiles
    from quasiprint.make.run import Request, settle

    run = settle(Request("quasimino", {}, profiles=("trotec", "prusa-xl", "high-contrast"), kerf=0.3))
    told = json.loads(json.dumps(parameters(run) | {MADE_WITH: record_profiles(run.profiles)}))
    assert asdict(restore_profiles(told)) == asdict(run.profiles)
