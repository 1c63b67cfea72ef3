"""The studio's engine: the form covers the command line, refusals are the command line's, files are `make`'s."""

from __future__ import annotations

import io
import re
import shlex
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from studios import SMALL

from quasiprint import games
from quasiprint.addons.studio.engine import NAMES, answer
from quasiprint.addons.studio.words import LONGEST
from quasiprint.cli import main
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.model.option import Kind


def asked(name: str, **value: object) -> dict[str, Any]:
    return answer(name, value).value


def refused(**settings: str) -> dict[str, str]:
    """Return what refuses settings of Triomino."""
    found = asked("preview", game="triomino", settings=settings)
    every = [found, *found.get("parts", {}).values(), asked("proving", game="triomino", settings=settings, step=99)]
    return next(one["refused"] for one in every if "refused" in one)


def on_command_line(*words: str) -> str:
    """Return the sentence in which the command line refuses words."""
    result = CliRunner().invoke(main, ["make", *words, "--dry-run"], prog_name="quasiprint")
    assert result.exit_code == 2, result.output
    said = result.stderr.strip().splitlines()[-1]
    assert said.startswith("Error: ")
    return said.removeprefix("Error: ")


@pytest.mark.parametrize("game", sorted(SMALL))
def test_form_has_every_option_of_the_command_line(game: str) -> None:
    with MAKE.make_context("make", [game], resilient_parsing=True) as ctx:
        typed = {
            max(param.opts, key=len).lstrip("-")
            for param in MAKE.get_params(ctx)
            if isinstance(param, click.Option) and not param.hidden
        }
    form = asked("form", game=game)
    names = [field["name"] for field in form["fields"]]
    assert len(names) == len(set(names))
    folders = {option.name for option in games.load(game).options if option.kind is Kind.FOLDER}  # lie on this machine
    assert set(names) == typed - {"output", "project", "jobs", "replace", "dry-run", "help", "help-all"} - folders
    assert {field["group"] for field in form["fields"]} == set(form["groups"])
    assert all(field["help"] for field in form["fields"])


@pytest.mark.parametrize("game", sorted(SMALL))
def test_each_game_that_is_scored_shows_an_example(game: str) -> None:
    text = asked("form", game=game)["example"]
    found = asked("score", game=game, settings={}, text=text, rules={})
    assert found["legal"]
    assert found["picture"].startswith("<svg")


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"edge": "abc"}, "edge"),
        ({"edge": "1"}, "edge"),
        ({"highest": "99"}, "highest"),
        ({"profile": "no-such"}, "profile"),
        ({"format": "gif"}, "format"),
        ({"only": "no-such"}, "only"),
    ],
)
def test_bad_input_is_refused_in_the_command_line_s_sentence(settings: dict[str, str], field: str) -> None:
    words = [word for name, said in settings.items() for one in said.split(",") for word in (f"--{name}", one)]
    if "price" in settings or "storage" in settings:
        words = [word for name, said in settings.items() for word in (f"--{name}", said)]
    found = refused(**settings)
    assert found["message"] == on_command_line("triomino", *words)
    assert found["setting"] == field


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("profile", "/etc/passwd"),
        ("profile", "../beds/own.toml"),
        ("board", "-"),
        ("board", "http://example.org/board"),
    ],
)
def test_page_names_no_file_and_no_address(name: str, said: str, here: Path) -> None:
    (here / "there.txt").write_text("+-+\n")
    (here / "own.toml").write_text("")
    found = asked("preview", game="majomino", settings={name: said})["refused"]
    assert "no file or address" in found["message"]
    assert found["setting"] == name


def test_questions_that_make_no_sense_are_refused() -> None:
    modules = {name: import_module(f"quasiprint.addons.studio.{module}") for name, module in NAMES.items()}
    assert all(callable(getattr(module, name)) for name, module in modules.items())
    for name, value in (
        ("nothing", {}),
        ("preview", []),
        ("preview", {"game": "chess"}),
        ("preview", {"game": 3}),
        ("preview", {"game": "triomino", "settings": []}),
        ("preview", {"game": "triomino", "settings": {"edge": 3}}),
        ("preview", {"game": "triomino", "settings": {"Edge!": "3"}}),
        ("preview", {"game": "triomino", "settings": {"edge": "9" * (LONGEST + 1)}}),
        ("preview", {"game": "triomino", "settings": {f"a{k}": "1" for k in range(99)}}),
        ("preview", {"game": "triomino", "parts": ["all"]}),
        ("bodies", {"game": "triomino", "ids": "x"}),
        ("bodies", {"game": "triomino", "ids": ["no-such"]}),
        ("book", {"game": "triomino", "kind": "novel"}),
        ("score", {"game": "triomino", "text": 3}),
        ("play", {"game": "set"}),
    ):
        found = answer(name, value).value
        assert set(found) <= {"refused", "digest"}, (name, value)
        assert found["refused"]["message"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", sorted(SMALL))
def test_preview_shows_every_piece_and_where_it_lies(game: str) -> None:
    found = asked("preview", game=game, settings=SMALL[game], parts=["pieces", "sheets", "plates"])
    parts = found["parts"]
    assert not [name for name, part in parts.items() if "refused" in part], parts
    pieces = parts["pieces"]
    assert all(thing["face"] < len(pieces["faces"]) for thing in pieces["things"])
    assert all(face["outline"].startswith("M") for face in pieces["faces"])
    assert parts["sheets"]["svg"].startswith("<svg")
    first = parts["plates"]
    more = (asked("laid", game=game, settings=SMALL[game], what="plates", page=k) for k in range(1, first["all"]))
    for one in (first, *more):
        at = [tuple(map(float, place)) for place in re.findall(r"<use [^>]*translate\((\S+) ([^)]+)\)", one["svg"])]
        assert len(at) == one["count"] > 0
        assert all(-1 <= x <= one["width"] + 1 and -1 <= y <= one["height"] + 1 for x, y in at)
    assert asked("proving", game=game, settings=SMALL[game], step=99)["state"] == "proved"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", sorted(SMALL))
def test_archive_has_the_bytes_of_make(game: str, here: Path) -> None:
    told: list[str] = []
    made = answer("files", {"game": game, "settings": {**SMALL[game], "format": "svg"}}, told.append)
    assert made.content is not None, made.value
    words = shlex.split(made.value["command"])
    assert words[0] == "quasiprint"
    result = CliRunner().invoke(main, words[1:], prog_name="quasiprint")
    assert result.exit_code == 0, result.output
    assert made.name == f"{game}-svg.zip"  # "everything" has another name
    assert Path(made.name).read_bytes() == made.content
    assert told


def test_paper_is_its_pages_alone() -> None:
    question = {"game": "triomino", "settings": {"highest": "0", "format": "pdf"}}
    whole, pages = answer("files", question), answer("files", {**question, "folder": "pdf"})
    held, alone = (zipfile.ZipFile(io.BytesIO(made.content or b"")) for made in (whole, pages))
    assert pages.name == "triomino-pdf.zip"
    assert [f"pdf/{name}" for name in alone.namelist()] == [name for name in held.namelist() if name[:4] == "pdf/"]
    assert all(alone.read(name) == held.read(f"pdf/{name}") for name in alone.namelist())
    assert len(alone.namelist()) > 2


def test_books_have_the_bytes_of_the_command_line(here: Path) -> None:
    settings = {"highest": "1", "language": "de", "format": "svg", "storage": "tray"}  # some are none of a book's
    made = answer("book", {"game": "triomino", "kind": "scoresheet", "settings": settings})
    assert made.content is not None, made.value
    words = [*shlex.split(made.value["command"])[1:], "-o", "sheet.pdf"]
    result = CliRunner().invoke(main, words, prog_name="quasiprint")
    assert result.exit_code == 0, result.output
    assert Path("sheet.pdf").read_bytes() == made.content
    assert made.content.startswith(b"%PDF")


def test_board_by_name_and_by_text(tmp_path: Path) -> None:
    by_name = asked("preview", game="majomino", settings={"board": "5-0MJ-1"})
    told = answer("files", {"game": "majomino", "settings": {"board": "5-0MJ-1", "format": "txt"}})
    assert told.content is not None, told.value
    with zipfile.ZipFile(io.BytesIO(told.content)) as archive:
        (name,) = (name for name in archive.namelist() if name.startswith("txt/"))
        text = archive.read(name).decode()
    by_text = asked("preview", game="majomino", settings={"board-text": text})
    assert len(by_name["parts"]["pieces"]["things"]) == len(by_text["parts"]["pieces"]["things"]) == 1
    wrong = asked("preview", game="majomino", settings={"board-text": "nonsense"})["parts"]["pieces"]["refused"]
    assert wrong["setting"] == "board-text"
    both = asked("preview", game="majomino", settings={"board": "5-0MJ-1", "board-text": text})["refused"]
    assert "one of the two" in both["message"]
    made = answer("files", {"game": "majomino", "settings": {"board-text": text, "format": "txt"}})
    (tmp_path / "board.txt").write_text(text)
    target = ["--format", "txt", "-o", str(tmp_path / "m.zip")]
    words = ["make", "majomino", "--board", str(tmp_path / "board.txt"), *target]
    result = CliRunner().invoke(main, words, prog_name="quasiprint")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "m.zip").read_bytes() == made.content


def test_boards_are_played_that_the_design_has() -> None:
    design = {"game": "majomino", "settings": {"size": "3", "count": "2", "seed": "5"}}
    names = [thing["name"] for thing in asked("preview", **design)["parts"]["pieces"]["things"]][:2]
    for seed, name in (("0", names[0]), ("1", names[1])):
        found = asked("play", **design, rules={"seed": seed})
        assert f"--board={name}" in found["command"]
        assert found["seated"] == (["X"], ["O"])
    other = asked("play", **design, rules={"size": "5"})  # chosen for this game
    assert len(other["spots"]) == 25
    assert len(asked("play", game="quomino", settings={"size": "8"})["spots"]) == 4 * 64


def test_game_of_quomino_goes_on_as_a_value() -> None:
    rules = {"size": "4", "level": "easy"}
    first = asked("play", game="quomino", rules=rules)
    lines = [line for spot in first["spots"] for _, line in spot["says"]]
    assert len(lines) == 4 * 4 * 4  # each corner of each square
    second = asked("play", game="quomino", saved=first["saved"], line="b2 se")
    assert second["told"][0].startswith("black: b2 se")
    assert second["told"][1].startswith("white: ")  # the computer's answer, which is marked
    corner = next(spot for spot in first["spots"] for _, line in spot["says"] if line == second["told"][1][7:12])
    (x, y, side, _), (left, top, *_) = second["fresh"][0], corner["box"]
    assert x <= left < x + side
    assert y <= top < y + side
    third = asked("play", game="quomino", saved=second["saved"], line="b2 xx")
    assert third["saved"] == second["saved"]  # what is illegal changes nothing
    assert asked("play", game="quomino", saved=second["saved"], line="undo")["saved"] == first["saved"]
    spoilt = asked("play", game="quomino", saved=second["saved"].replace("b2 se", "b2 ne"), line="")
    assert "refused" in spoilt
    assert "refused" in asked("play", game="quomino", saved=second["saved"], line="save x")
    # each line that is offered is legal, and no other move is
    assert not [
        line for line in lines[::5] if asked("play", game="quomino", rules=rules, line=line)["saved"] == first["saved"]
    ]
