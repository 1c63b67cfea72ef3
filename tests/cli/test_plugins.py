"""Games from outside, and games that fail: each disturbs nobody but who asks for it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from called import invoke

from quasiprint import games
from quasiprint.cli.chosen import MAKE_OPTIONS, SET_OPTIONS
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.cli.rules import COMMAND as RULES
from quasiprint.errors import InputError
from quasiprint.model.common_options import RESERVED

OWN = ("majomino", "quasimino", "quomino", "triomino")
BARE = '''
"""A game with nothing but the five members."""
from dataclasses import replace
from quasiprint.model.game import Titles
from quasiprint.model.option import Kind, Option
from quasiprint.model.choices import ProductKind

class Bare:
    name = "{name}"
    titles = Titles("Bare", "nobody")
    offers = (ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.PAGES)
    options = ({options})
    def design(self, brief):
        from quasiprint.games.triomino.design import design
        chosen = {{"highest": brief.parameters.get("kinds", 1), "shape": "triangle", "marks": "digits", "symbols": "",
                  "finish": "recessed", "tack": 0.0, "tack_depth": 1.0}}
        made = design(brief._replace(parameters=chosen))
        return replace(made, game=self.name, title="Bare", parameters=tuple(brief.parameters.items()))

GAME = Bare()
'''
KINDS = 'Option("kinds", 1, Kind.INT, "How many.", minimum=1, maximum=2),'


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Forget the modules of plug-ins: the next test brings others of the same names."""
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith(("plugged", "quasiprint.games.")):
            del sys.modules[name]


def plug_in(folder: Path, entries: str, monkeypatch: pytest.MonkeyPatch, who: str = "stranger", **modules: str) -> None:
    """Put modules and a distribution that names them where installed ones lie. entries: "game = module:GAME" rows."""
    place = folder / f"site-{who}"
    about = place / f"{who}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {who}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[quasiprint.games]\n{entries}\n")
    for name, text in modules.items():
        (place / name).mkdir()
        (place / name / "__init__.py").write_text(text)
    monkeypatch.syspath_prepend(str(place))


# --- a game that fails


BROKEN = {
    "its import fails": ("raise ImportError('no such library')", "cannot be loaded: ImportError: no such library"),
    "an interruption of its own": (
        "class Stop(KeyboardInterrupt): pass\nraise Stop('mine')",
        "cannot be loaded: Stop: mine",
    ),
    "it is no game": ("GAME = 7", "is no Game, it lacks name"),
    "it offers nothing": (
        BARE.format(name="aaa", options="").replace(
            "(ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.PAGES)", "()"
        ),
        "its offers: found none",
    ),
    "an option of every game": (
        BARE.format(name="aaa", options=KINDS.replace("kinds", "edge")),
        "its option --edge: every game has one of this name already",
    ),
}


@pytest.mark.parametrize(
    ("why", "inside"), [*((why, False) for why in BROKEN), *((why, True) for why in [*BROKEN][:-1])]
)
def test_a_game_that_fails_is_named_in_one_line_and_disturbs_nobody(
    here: Path, why: str, inside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, reason = BROKEN[why]
    if inside:
        (here / "rooms" / "aaa").mkdir(parents=True)
        (here / "rooms" / "aaa" / "__init__.py").write_text(text)
        monkeypatch.setattr(games, "__path__", [*games.__path__, str(here / "rooms")])
        whose = "game 'aaa': "
    else:
        plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged=text)
        whose = "game 'aaa' of stranger: "
    before = sorted(here.rglob("*"))
    listed = invoke("list", code=0)
    assert [row.partition(":")[0] for row in listed.stdout.splitlines() if row[0] != " "] == [
        *(*OWN, "FILE.toml", "classics, by name")
    ]
    (line,) = listed.stderr.splitlines()
    assert line.startswith(f"warning: {whose}")
    assert reason in line
    assert line.endswith("; it is left out")
    result = invoke("make", "--help")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    # asked for by name
    for words in (["check", "aaa"], ["make", "aaa", "--kinds", "1"], ["score", "aaa", "-"], ["make", "aaa", "--help"]):
        result = invoke(*words)
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        (line,) = result.stderr.splitlines()
        assert line.startswith(f"Error: {whose}")
        assert reason in line
    with pytest.raises(InputError, match=r"^game 'aaa'"):
        games.load("aaa")
    assert sorted(path for path in here.rglob("*") if path.suffix != ".pyc" and path.name != "__pycache__") == before


def test_all_games_are_made_without_the_one_that_fails(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged="raise OSError")
    quick = ("--format", "svg", "--count", "1", "--colours", "1", "--highest", "0", "--size", "5")
    result = invoke("make", "all", *quick, "-o", "sets", code=0)
    assert sorted(path.name for path in Path("sets").iterdir()) == list(OWN)
    assert "warning: game 'aaa' of stranger: cannot be loaded: OSError" in result.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("quomino", "game 'quomino' of stranger: the name is taken by quasiprint itself"),
        ("../evil", "game '../evil' of stranger: allowed as a name are small letters, digits and _"),
    ],
)
def test_a_name_that_cannot_be_is_said_and_takes_nothing_away(
    here: Path, name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in(here, f"{name} = plugged:GAME", monkeypatch, plugged=BARE.format(name=name, options=""))
    assert games.names() == OWN
    result = invoke("list")
    assert said in result.stderr
    assert "quomino: Quomino, by MCSWare" in result.stdout
    assert invoke("make", "quomino", "--help").exit_code == 0
    assert "plugged" not in sys.modules


def test_of_two_plug_ins_of_one_name_the_second_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for who in ("zoe", "abe"):
        text = BARE.format(name="aaa", options=KINDS).replace("nobody", who)
        plug_in(here, f"aaa = plugged_{who}:GAME", monkeypatch, who, **{f"plugged_{who}": text})
    result = invoke("list")
    assert "aaa: Bare, by abe" in result.stdout
    assert "game 'aaa' of zoe: the name is taken by abe; it is left out" in result.stderr


# --- a game that is well


def test_nothing_is_imported_that_is_not_asked_for(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged=BARE.format(name="aaa", options=KINDS))
    assert games.names() == ("aaa", *OWN)
    for words in (["make", "--help"], ["make", "quomino", "--help"], ["check", "quasimino", "--colours", 1]):
        invoke(*words, code=0)
        assert "plugged" not in sys.modules
    assert "GAME is one of: aaa, majomino" in invoke("make", "--help").stdout


@pytest.mark.thorough
def test_a_game_without_a_book_rules_or_an_opponent_is_made_and_proved(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged=BARE.format(name="aaa", options=KINDS))
    listed = invoke("list")
    assert listed.stderr == ""
    assert "aaa: Bare, by nobody\n" in listed.stdout
    assert "variants: \n" not in listed.stdout
    assert json.loads(invoke("check", "aaa", "--kinds", 2, "--json").stdout)["pieces"] == 10
    invoke("make", "aaa", "-o", "set.zip", "--format", "stl,svg,pdf", "--kinds", 2, code=0)
    verified = invoke("verify", "set.zip", code=0)
    assert "every piece is there" in verified.stdout
    for command, lack in {
        "rules": "has no rulebook, allowed is majomino, quasimino, quomino, triomino",
        "scoresheet": "has no score sheet, allowed is majomino, quasimino, quomino, triomino",
        "score": "has no rules to score by, allowed is majomino, quasimino, quomino, triomino",
        "play": "has no opponent yet, allowed is majomino, quasimino, quomino, triomino",
    }.items():
        file = ["-"] if command == "score" else []
        result = invoke(command, "aaa", *file)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"Error: game: 'aaa' {lack}" in result.stderr
        for other in ([], ["quomino"], ["aaa"]):
            assert invoke(command, *other, "--help").exit_code == 0
        assert lack.partition(",")[0] in invoke(command, "aaa", "--help").stdout


# --- options belong to the game


def test_the_help_of_a_game_has_its_options_and_no_others(here: Path) -> None:
    general = invoke("make", "--help").stdout
    assert "quasiprint make GAME --help shows them" in general
    own = {name: [option.flag for option in games.load(name).options] for name in OWN}
    for name in OWN:
        text = invoke("make", name, "--help-all").stdout
        before, _, after = text.partition(f"Options of {games.load(name).titles.title}:")
        tail, _, rest = after.partition("Machine and material:")
        head = before + rest
        assert "--kerf" in rest
        for flag in own[name]:
            assert f"  {flag} " in tail
            assert f"  {flag} " not in head + general
        for other in OWN:
            for flag in set(own[other]) - set(own[name]):
                assert f"  {flag} " not in text
    every = invoke("make", "all", "--help").stdout
    assert [row for row in every.splitlines() if row.startswith("Options of")] == [
        f"Options of {games.load(name).titles.title}:" for name in OWN
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["make", "quasimino", "--highest", "3"], "--highest: is not an option of quasimino; its own are --colours"),
        (["make", "quasimino", "--colour", "3"], "its own are --colours (did you mean --colours?)"),
        (["score", "layout.json", "quasimino"], "game: found 'layout.json', allowed is majomino"),
        (["make", "all", "-o", "sets.zip"], "found an archive, which holds one set"),
    ],
)
def test_an_option_that_the_game_lacks_is_one_clear_line(here: Path, words: list[str], said: str) -> None:
    result = invoke(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr.splitlines()[-1]
    assert result.stderr.count("Error:") == 1
    assert not any(here.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ["--count", "2", "majomino", "--size", "3"],
        ["--distinct", "majomino", "--size=3", "--count=2"],
        ["--size=3", "majomino", "--count", "2"],
    ],
)
def test_a_games_options_may_stand_before_its_name(words: list[str]) -> None:
    result = invoke("check", *words, "--json", code=0)
    document = json.loads(result.stdout)
    assert (document["game"], document["pieces"]) == ("majomino", 2)


def test_all_games_take_from_a_project_what_is_theirs(here: Path) -> None:
    Path("all.toml").write_text(
        'game = "all"\nformat = "svg"\noutput = "sets"\ncolours = 2\nhighest = 0\ncount = 1\nsize = 5\n'
        "distinct = true\n"
    )
    assert invoke("make", "--project", "all.toml", "--colours", 1).exit_code == 0
    said = {name: json.loads(Path(f"sets/{name}/manifest.json").read_bytes())["parameters"] for name in OWN}
    assert said["quasimino"]["colours"] == 1
    assert said["triomino"]["highest"] == 0
    assert (said["majomino"]["count"], said["majomino"]["distinct"], said["quomino"]["size"]) == (1, True, 5)
    Path("all.toml").write_text('game = "all"\ncolour = 1\n')
    result = invoke("make", "--project", "all.toml", code=2)
    assert (
        "found a key 'colour', allowed are back_offset, bleed, board, board_by, character, clearance, colours"
        in result.stderr
    )


def test_no_game_may_have_an_option_that_every_game_has() -> None:
    for parameter in (*SET_OPTIONS, *MAKE_OPTIONS, *MAKE.params, *RULES.params):
        assert parameter.name in RESERVED
        for flag in parameter.opts:
            if flag.startswith("--"):
                assert flag[2:].replace("-", "_") in RESERVED
    for room in games.load_all()[0].values():
        called = [option.name for option in room.options]
        assert len({*called} - RESERVED) == len(called)
