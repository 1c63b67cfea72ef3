"""The studio's engine: the form covers the command line, refusals are the command line's, files are `make`'s."""

from __future__ import annotations

import io
import json
import os
import shlex
import sys
import zipfile
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from studios import SMALL

from quasiprint import games
from quasiprint.addons.studio.engine import NAMES, answer, question
from quasiprint.addons.studio.sets import SETS, SHOPS
from quasiprint.addons.studio.table.play import COMMAND as PLAY
from quasiprint.addons.studio.words import LONGEST, NOT_HERE, options
from quasiprint.api import verify
from quasiprint.cli import main
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.make.workshop import Workshop
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
            max(one.opts, key=len).lstrip("-")
            for one in MAKE.get_params(ctx)
            if isinstance(one, click.Option) and not one.hidden
        }
    form = asked("form", game=game)
    names = [field["name"] for field in form["fields"]]
    assert len(names) == len(set(names))
    folders = {option.name for option in games.load(game).options if option.kind is Kind.FOLDER}  # lie on this machine
    assert set(names) == typed - {"output", "project", "jobs", "replace", "dry-run", "help"} - folders
    assert {field["group"] for field in form["fields"]} == set(form["groups"])
    assert all(field["help"] for field in form["fields"])


def test_what_the_form_does_not_have_it_says(monkeypatch: Any) -> None:
    form = asked("form", game="triomino")
    said = {one["flag"]: one for one in form["elsewhere"]}
    assert set(said) == {"--symbols", "--output", "--jobs", "--dry-run", "--replace", "--project"}
    assert said["--symbols"]["group"] == form["groups"][0]  # beside the looks
    assert said["--symbols"]["takes"] == "DIR"
    told = " ".join(CliRunner().invoke(main, ["make", "triomino", "--help"]).output.split())
    assert all(f"{flag} {one['takes']}".strip() in told and one["help"] in told for flag, one in said.items())


@pytest.mark.parametrize("game", sorted(SMALL))
def test_each_game_that_is_scored_shows_an_example(game: str) -> None:
    text = asked("form", game=game)["example"]
    found = asked("score", game=game, settings={}, text=text, rules={})
    assert found["legal"]
    assert found["picture"].startswith("<svg")


@pytest.mark.parametrize("game", sorted(SMALL))
def test_form_has_the_limits_and_words_of_each_option(game: str) -> None:
    fields = {field["name"]: field for field in asked("form", game=game)["fields"]}
    for option in (one for one in games.load(game).options if one.makes and one.kind is not Kind.FOLDER):
        field = fields[option.name.replace("_", "-")]
        assert (field["least"], field["most"]) == (option.minimum, option.maximum)
        assert [word for word, _ in field["choices"]] == [str(word) for word in option.choices]
        assert field["excludes"] == [name.replace("_", "-") for name in option.excludes]
    every = {kind["kind"]: kind for kind in fields["profile"]["kinds"]}
    assert "prusa-mini" in dict(every["bed"]["names"])
    assert every["bed"]["usual"] == "prusa-mk4"
    assert [word for word, _ in fields["storage"]["choices"]] == ["tray", "box", "rack"]
    assert ("stl", "usual") in [tuple(pair) for pair in fields["format"]["choices"]]


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"edge": "abc"}, "edge"),
        ({"edge": "-3"}, "edge"),
        ({"edge": "1"}, "edge"),
        ({"highest": "99"}, "highest"),
        ({"highest": "x"}, "highest"),
        ({"marks": "dots"}, "marks"),
        ({"kerf": "-1"}, "kerf"),
        ({"profile": "no-such"}, "profile"),
        ({"profile": "prusa-mini,ender-3"}, "profile"),
        ({"format": "gif"}, "format"),
        ({"only": "no-such"}, "only"),
        ({"spares": "1000"}, "spares"),
        ({"storage": "bag"}, "storage"),
        ({"thickness": "900"}, "thickness"),
        ({"back-offset": "1"}, "back-offset"),
        ({"tabs": "2"}, "tabs"),
        ({"price": "gold=1"}, "price"),
        ({"ids": "front"}, "ids"),
        ({"colour": "3"}, "colour"),
    ],
)
def test_bad_input_is_refused_in_the_command_line_s_sentence(settings: dict[str, str], field: str) -> None:
    words = [word for name, said in settings.items() for one in said.split(",") for word in (f"--{name}", one)]
    if "price" in settings or "storage" in settings:
        words = [word for name, said in settings.items() for word in (f"--{name}", said)]
    found = refused(**settings)
    assert found["message"] == on_command_line("triomino", *words)
    assert found["setting"] == field


def test_language_is_refused_as_by_make(here: Path) -> None:
    result = CliRunner().invoke(main, ["make", "triomino", "--language", "xx", "--format", "pdf"])
    found = refused(language="xx")
    assert result.exit_code == 2
    assert result.stderr.strip() == f"Error: {found['message']}"
    assert found["setting"] == "language"


def test_what_is_allowed_is_not_refused() -> None:
    """The counterexample: the refusals above are of what is wrong."""
    found = asked("preview", game="triomino", settings={"edge": "40", "profile": "prusa-mini", "highest": "1"})
    assert "refused" not in found
    assert len(found["parts"]["pieces"]["things"]) == 4
    assert shlex.split(found["command"])[:3] == ["quasiprint", "make", "triomino"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("profile", "/etc/passwd"),
        ("profile", "../beds/own.toml"),
        ("profile", "own.toml"),
        ("profile", "prusa-mini,./x"),
        ("board", "boards/one.txt"),
        ("board", "there.txt"),
        ("board", "-"),
        ("board", "~root"),
        ("board", "C:\\boards"),
        ("board", "http://example.org/board"),
        ("board", "file:board"),
    ],
)
def test_page_names_no_file_and_no_address(name: str, said: str, here: Path) -> None:
    (here / "there.txt").write_text("+-+\n")
    (here / "own.toml").write_text("")
    found = asked("preview", game="majomino", settings={name: said})["refused"]
    assert "no file or address" in found["message"]
    assert found["setting"] == name


@pytest.mark.parametrize("name", sorted(NOT_HERE))
def test_settings_that_say_where_files_lie_are_none(name: str) -> None:
    assert refused(**{name: "x"}) == {
        "message": f"--{name}: is not a setting of the studio",
        "setting": name,
        "command": "",
    }


def test_questions_that_make_no_sense_are_refused() -> None:
    assert all(callable(question(name)) for name in NAMES)
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


@pytest.mark.parametrize("game", sorted(SMALL))
def test_preview_shows_every_piece_and_where_it_lies(game: str) -> None:
    found = asked("preview", game=game, settings=SMALL[game], parts=["pieces", "icon", "sheets", "plates"])
    parts = found["parts"]
    assert not [name for name, part in parts.items() if "refused" in part], parts
    pieces = parts["pieces"]
    assert all(thing["face"] < len(pieces["faces"]) for thing in pieces["things"])
    assert all(face["outline"].startswith("M") for face in pieces["faces"])
    assert parts["sheets"]["svg"].startswith("<svg")
    laid = parts["plates"]["laid"]
    assert sum(one["count"] for one in laid) == sum(len(one["items"]) for one in laid) > 0
    for one in laid:
        assert all(-1 <= x <= one["width"] + 1 and -1 <= y <= one["height"] + 1 for _, x, y, _ in one["items"])
    assert asked("proving", game=game, settings=SMALL[game], step=99)["state"] == "proved"


def test_part_that_cannot_be_says_so_and_the_others_are_there() -> None:
    """A piece that is larger than the sheet has no sheet, and is a picture nonetheless."""
    found = asked("preview", game="triomino", settings={"highest": "0", "edge": "590"}, parts=["pieces", "sheets"])
    assert found["parts"]["pieces"]["things"]
    assert "600 × 400 mm" in found["parts"]["sheets"]["refused"]["message"]


def test_bodies_are_those_that_are_printed() -> None:
    found = asked("bodies", game="triomino", settings=SMALL["triomino"])
    assert set(found["things"]) == {"0-0-0", "0-0-1", "0-1-1", "1-1-1"}
    assert {id for id, *_ in found["plates"][0]["items"]} == set(found["things"])
    assert all(key in found["bodies"] for parts in found["things"].values() for key, _ in parts)
    one = asked("bodies", game="triomino", settings=SMALL["triomino"], ids=["0-0-1"])
    assert set(one["things"]) == {"0-0-1"}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", sorted(SMALL))
def test_archive_has_the_bytes_of_make(game: str, here: Path) -> None:
    told: list[str] = []
    made = answer("files", {"game": game, "settings": {**SMALL[game], "format": "svg"}}, told.append)
    assert made.content is not None, made.value
    words = shlex.split(made.value["command"])
    assert words[0] == "quasiprint"
    result = CliRunner().invoke(main, words[1:], prog_name="quasiprint")
    assert result.exit_code == 0, result.output
    assert Path(made.name).read_bytes() == made.content
    assert told


def test_archive_verifies_and_one_file_is_of_it() -> None:
    settings = {**SMALL["triomino"], "format": "stl"}
    made = answer("files", {"game": "triomino", "settings": settings})
    assert made.content is not None
    with zipfile.ZipFile(io.BytesIO(made.content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert verify(files).verified
    one = answer("files", {"game": "triomino", "settings": SMALL["triomino"], "one": "0-0-1", "format": "stl"})
    assert one.name.endswith(".stl")
    assert one.content in [content for name, content in files.items() if name.endswith(".stl")]


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


def test_game_of_quomino_goes_on_as_a_value() -> None:
    rules = {"size": "4", "level": "easy"}
    first = asked("play", game="quomino", rules=rules)
    lines = [line for spot in first["spots"] for _, line in spot["says"]]
    assert len(lines) == 4 * 4 * 4  # each corner of each square
    second = asked("play", game="quomino", saved=first["saved"], line="b2 se")
    assert second["told"][0].startswith("black: b2 se")
    assert second["told"][1].startswith("white: ")  # the computer's answer
    third = asked("play", game="quomino", saved=second["saved"], line="b2 xx")
    assert third["saved"] == second["saved"]  # what is illegal changes nothing
    assert asked("play", game="quomino", saved=second["saved"], line="undo")["saved"] == first["saved"]
    spoilt = asked("play", game="quomino", saved=second["saved"].replace("b2 se", "b2 ne"), line="")
    assert "refused" in spoilt
    assert "refused" in asked("play", game="quomino", saved=second["saved"], line="save x")
    # each line that is offered is legal, and no other move is
    assert not [
        line for line in lines if asked("play", game="quomino", rules=rules, line=line)["saved"] == first["saved"]
    ]


def test_layout_is_scored_as_on_the_command_line(tmp_path: Path) -> None:
    text = "quomino 4\nb2 se\nc3 nw\n"
    found = asked("score", game="quomino", text=text)
    (tmp_path / "game.txt").write_text(text)
    result = CliRunner().invoke(main, ["score", "quomino", str(tmp_path / "game.txt"), "--json"])
    assert found["result"] == json.loads(result.output)
    assert found["picture"].startswith("<svg")
    assert found["legal"] is True
    assert asked("score", game="quomino", text=text + "b2 se\n")["legal"] is False
    assert asked("score", game="quomino", text="nonsense")["refused"]["message"]


def test_nothing_is_designed_twice_and_little_is_kept(monkeypatch: Any) -> None:
    designed: list[str] = []
    before = Workshop._design

    def counted(self: Workshop, brief: Any) -> Any:
        designed.append(self.run.game)
        return before(self, brief)

    monkeypatch.setattr(Workshop, "_design", counted)
    own = {"highest": "2", "edge": "41"}
    asked("preview", game="triomino", settings=own)
    count = len(designed)
    assert count
    asked("preview", game="triomino", settings={**own, "kerf": "0.3"})  # of sheets, which nobody looks at
    assert len(designed) == count
    asked("preview", game="triomino", settings={**own, "edge": "42"})
    assert len(designed) == count + 1
    assert SHOPS <= 4
    assert SETS <= 12


# what each question takes besides a game and settings
ASKED: dict[str, dict[str, object]] = {
    **{"cover": {"language": "en"}, "steps": {"language": "en"}, "form": {}, "preview": {"parts": []}},
    **{"bodies": {"ids": []}, "proving": {"step": 0}, "read": {"kind": "x", "paper": ""}, "closeup": {"id": "x"}},
    **{"laid": {"what": "sheets", "page": 0, "book": 0}, "score": {"text": "", "rules": {}}},
    **{"play": {"saved": "", "line": "", "rules": {}}, "files": {"one": "x", "format": ""}},
    **{"book": {"kind": "x", "paper": ""}, "recall": {"manifest": "{}", "sources": {}}},
}


def deep(count: int) -> object:
    value: object = {}
    for _ in range(count):
        value = {"a": value}
    return value


@pytest.mark.parametrize("name", ASKED)
def test_whatever_a_question_holds_is_refused_in_a_sentence(name: str) -> None:
    assert ASKED.keys() == NAMES.keys() - {"games"}
    design: dict[str, object] = {} if name == "recall" else {"game": "triomino"}
    design |= {} if name in ("form", "cover", "steps", "play", "recall") else {"settings": {"highest": "0"}}
    for field in (*design, *ASKED[name]):
        for value in ([[]], {"a": []}, "\ud800" * 300_000, 1e999, deep(sys.getrecursionlimit())):
            found = answer(name, {**design, **ASKED[name], field: value}).value
            assert 10 < len(found["refused"]["message"]) < 400, (field, value)


def test_questions_about_options_take_no_file_of_this_machine(tmp_path: Path, monkeypatch: Any) -> None:
    """Whatever options a command gains: one that reads a path is none of the form's."""
    for game in SMALL:
        for command in (MAKE, PLAY):
            paths = {max(one.opts, key=len)[2:] for one in options(command, game) if isinstance(one.type, click.Path)}
            assert paths <= NOT_HERE
    monkeypatch.chdir(tmp_path)
    before = os.listdir(tmp_path)
    asked("preview", game="triomino", settings={"highest": "1"}, parts=["pieces", "sheets"])
    asked("proving", game="triomino", settings={"highest": "1"}, step=99)
    answer("files", {"game": "triomino", "settings": {"highest": "1", "format": "txt,svg"}})
    assert os.listdir(tmp_path) == before  # nothing is written
