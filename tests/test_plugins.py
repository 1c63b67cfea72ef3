"""Games from outside, and games that fail: each disturbs nobody but who asks for it."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from called import invoke

from quasiprint import games
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.cli.options import MAKE_OPTIONS, SET_OPTIONS
from quasiprint.cli.rules import COMMAND as RULES
from quasiprint.model.errors import InputError
from quasiprint.model.option import RESERVED
from quasiprint.system import interruption

OWN = ("majomino", "quasimino", "quomino", "triomino")
BARE = '''
"""A game with nothing but the five members."""
from dataclasses import replace
from quasiprint.model.game import Titles
from quasiprint.model.option import Kind, Option
from quasiprint.model.production import Offer

class Bare:
    name = "{name}"
    titles = Titles("Bare", "nobody")
    offers = (Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES)
    options = ({options})
    def design(self, brief):
        from quasiprint.games.triomino.design import design
        chosen = {{"highest": brief.parameters.get("kinds", 1), "shape": "triangle", "marks": "digits", "symbols": "",
                  "finish": "recessed", "tack": 0.0, "tack_depth": 1.0}}
        made = design(replace(brief, parameters=chosen))
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


def built_in(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a room among those of the program."""
    (folder / "rooms" / name).mkdir(parents=True)
    (folder / "rooms" / name / "__init__.py").write_text(text)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder / "rooms")])


# --- a game that fails


BROKEN = {
    "its import fails": ("raise ImportError('no such library')", "cannot be loaded: ImportError: no such library"),
    "it ends the program": ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
    "an interruption of its own": (
        "class Stop(KeyboardInterrupt): pass\nraise Stop('mine')",
        "cannot be loaded: Stop: mine",
    ),
    "the end of a generator": ("raise GeneratorExit", "cannot be loaded: GeneratorExit"),
    "no exception of the usual kind": (
        "class Own(BaseException): pass\nraise Own('two\\nlines')",
        "cannot be loaded: Own: two lines",
    ),
    "several at once": (
        "raise BaseExceptionGroup('both', [KeyboardInterrupt(), SystemExit(1)])",
        "cannot be loaded: BaseExceptionGroup: both",
    ),
    "an error that cannot be said": (
        "class Mute(Exception):\n    def __str__(self): raise SystemExit\nraise Mute",
        "cannot be loaded: Mute",
    ),
    "it is no Python": ("def", "cannot be loaded: SyntaxError"),
    "it has no GAME": ("", "cannot be loaded: AttributeError"),
    "it is no game": ("GAME = 7", "is no Game, it lacks name"),
    "it lacks a member": ("class G:\n    name = 'aaa'\nGAME = G()", "is no Game, it lacks titles"),
    "its options are none": (BARE.format(name="aaa", options="1,"), "its options: found (1,), allowed is a tuple"),
    "its titles are none": (
        BARE.format(name="aaa", options="").replace('Titles("Bare", "nobody")', "'Bare'"),
        "its titles: found 'Bare', allowed are Titles",
    ),
    "it offers nothing": (
        BARE.format(name="aaa", options="").replace("(Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES)", "()"),
        "its offers: found none",
    ),
    "an option of every game": (
        BARE.format(name="aaa", options=KINDS.replace("kinds", "edge")),
        "its option --edge: every game has one of this name already",
    ),
    "an option twice": (
        BARE.format(name="aaa", options=KINDS * 2),
        "its option --kinds: the game has one of this name already",
    ),
    "an option that cannot be typed": (
        BARE.format(name="aaa", options=KINDS.replace("kinds", "a b")),
        "its option 'a b': allowed as a name are small letters",
    ),
}


@pytest.mark.parametrize("inside", [True, False], ids=["built in", "plugged in"])
def test_nobody_else_hears_of_a_game_that_fails(here: Path, inside: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = BROKEN["its import fails"]
    if inside:
        built_in(here, "aaa", text, monkeypatch)
    else:
        plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged=text)
    for words in ("make", "make quasimino", "make all", "check quasimino", "rules quomino", "scoresheet triomino",
                  "score quasimino", "play", "play quomino", "play quasimino"):  # fmt: skip
        result = invoke(*words.split(), "--help")
        assert (result.exit_code, result.stderr) == (0, ""), result.output
    assert invoke("check", "triomino", "--highest", 0).stderr == ""


@pytest.mark.parametrize("inside", [True, False], ids=["built in", "plugged in"])
@pytest.mark.parametrize("why", BROKEN)
def test_a_game_that_fails_is_named_in_one_line_and_disturbs_nobody(
    here: Path, why: str, inside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, reason = BROKEN[why]
    if inside:
        built_in(here, "aaa", text, monkeypatch)
        whose = "game 'aaa': "
    else:
        plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged=text)
        whose = "game 'aaa' of stranger: "
    before = sorted(here.rglob("*"))
    listed = invoke("list", code=0)
    assert [row.partition(":")[0] for row in listed.stdout.splitlines() if row[0] != " "] == [*OWN, "FILE.toml"]
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


@pytest.mark.parametrize("raised", ["KeyboardInterrupt('no')", "ValueError('no') from KeyboardInterrupt()"])
def test_a_game_that_says_it_was_interrupted_was_not(here: Path, raised: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line hears Ctrl-C itself. A program's Ctrl-C is such an exception, and nobody can tell them apart."""
    plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged=f"raise {raised}")
    listed = invoke("list", code=0)
    what = raised.partition("(")[0]
    assert listed.stderr == f"warning: game 'aaa' of stranger: cannot be loaded: {what}: no; it is left out\n"
    result = invoke("make", "aaa")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    with pytest.raises(KeyboardInterrupt):
        games.load("aaa")


@pytest.mark.parametrize("words", ["list", "make aaa --kinds 1 --format svg"])
@pytest.mark.parametrize(
    "then", ["raise SystemExit(3)", "raise KeyboardInterrupt", BARE.format(name="aaa", options=KINDS)]
)
def test_ctrl_c_while_a_game_is_loaded_ends_the_run(
    here: Path, then: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n{then}"
    plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged=text)
    result = invoke(*words.split())
    assert (result.exit_code, result.stderr) == (130, "Interrupted; nothing is left half made.\n")
    assert not Path("output").exists()
    time.sleep(3 * interruption.LOOKS_EVERY)  # an alarm that nobody hears ends a process


def test_all_games_are_made_without_the_one_that_fails(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged="raise OSError")
    quick = ("--format", "svg", "--count", "1", "--colours", "1", "--highest", "0")
    result = invoke("make", "all", *quick, "-o", "sets", code=0)
    assert sorted(path.name for path in Path("sets").iterdir()) == list(OWN)
    assert "warning: game 'aaa' of stranger: cannot be loaded: OSError" in result.stderr


@pytest.mark.parametrize("place", ["!!", "", "plugged:GAME of mine"])
def test_an_entry_point_that_names_no_place_disturbs_nobody(
    here: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in(here, f"aaa = {place}", monkeypatch, plugged="")
    listed = invoke("list", code=0)
    (line,) = listed.stderr.splitlines()
    assert line.startswith("warning: game 'aaa' of stranger: cannot be loaded: ")
    assert invoke("check", "triomino", "--highest", 0).stderr == ""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("quomino", "game 'quomino' of stranger: the name is taken by quasiprint itself"),
        ("all", "game 'all' of stranger: the name is taken by quasiprint itself"),
        ("../evil", "game '../evil' of stranger: allowed as a name are small letters, digits and _"),
        ("Chess", "game 'Chess' of stranger: allowed as a name"),
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


def test_a_value_of_another_name_is_no_game_of_this_one(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged=BARE.format(name="quasimino", options=""))
    result = invoke("check", "aaa", code=2)
    assert "game 'aaa' of stranger: its value bears another name, 'quasimino'" in result.stderr


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
    own = {name: [option.flag for option in games.load(name).options if option.makes] for name in OWN}
    for name in OWN:
        text = invoke("make", name, "--help").stdout
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


def test_the_help_knows_the_game_of_a_project(here: Path) -> None:
    Path("mine.toml").write_text('game = "quomino"\n')
    assert "--grip" in invoke("make", "--project", "mine.toml", "--help").stdout
    assert "--colours" in invoke("make", "--project", "mine.toml", "quasimino", "--help").stdout
    assert invoke("make", "--project", "none.toml", "--help").exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["make", "quasimino", "--highest", "3"], "--highest: is not an option of quasimino; its own are --colours"),
        (["make", "quasimino", "--colour", "3"], "its own are --colours, --look (did you mean --colours?)"),
        (["check", "quomino", "--edg", "3"], "its own are --board-by, --grip, --size (did you mean --edge?)"),
        (["make", "--colours", "3"], "quomino, triomino, all; --colours may be an option of one of them"),
        (
            ["make", "all", "--nonsense", "3"],
            "--nonsense: is not an option of any game; its own are --board, --board-by, --character",
        ),
        (
            ["score", "quasimino", "-", "--target", "3"],
            "--target: is not an option of quasimino; its own are --colours",
        ),
        (["score", "layout.json", "quasimino"], "game: found 'layout.json', allowed is majomino"),
        (["make", "all", "-o", "sets.zip"], "found an archive, which holds one set"),
        (
            ["play", "quomino", "--colours", "3"],
            "--colours: is not an option of quomino; its own are --computer, --depth",
        ),
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


def test_a_value_may_be_the_name_of_another_game(here: Path) -> None:
    Path("quasimino").write_bytes(b"nonsense")
    result = invoke("check", "--board", "quasimino", "majomino", code=2)
    assert "quasimino: line 1, column 1: found 'n'" in result.stderr


TEXTS = """Option("size", "small", Kind.TEXT, "How large.", choices=("small", "large")),
    Option("character", False, Kind.FLAG, "Bold."), Option("colours", 0.5, Kind.FLOAT, "How many."),"""


def test_each_game_reads_an_option_of_one_name_by_its_own_type(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of the games has a `size` that is a text, and `colours` that are no whole number."""
    plug_in(here, "aaa = plugged:GAME", monkeypatch, plugged=BARE.format(name="aaa", options=TEXTS))

    def parameters(*words: object) -> dict[str, object]:
        result = invoke("check", *words, "--json", code=0)
        found: dict[str, object] = json.loads(result.stdout)["parameters"]
        return found

    assert parameters("aaa", "--size", "large", "--colours", "1.5", "--character")["size"] == "large"
    assert parameters("majomino", "--size", 3, "--count", 1)["size"] == 3
    assert parameters("quasimino", "--colours", 2)["colours"] == 2
    Path("mine.toml").write_text('size = "large"\ncolours = 1.5\ncharacter = true\n')
    read = parameters("aaa", "--project", "mine.toml")
    assert (read["size"], read["colours"], read["character"]) == ("large", 1.5, True)
    result = invoke("check", "majomino", "--project", "mine.toml", code=2)
    allowed = "back_offset, bleed, board, character, clearance, count, "
    assert f"mine.toml: found a key 'colours', allowed are {allowed}" in result.stderr
    Path("other.toml").write_text('size = "large"\n')
    result = invoke("check", "majomino", "--project", "other.toml")
    assert "project other.toml: size: found 'large', allowed is a whole number" in result.stderr
    # all games at once: each by its own
    result = invoke("make", "all", "--size", "large", "-o", "sets", code=2)
    assert "--size: majomino: found 'large', allowed is a whole number" in result.stderr
    assert not Path("sets").exists()


def test_all_games_take_from_a_project_what_is_theirs(here: Path) -> None:
    Path("all.toml").write_text(
        'game = "all"\nformat = "svg"\noutput = "sets"\ncolours = 1\nhighest = 0\ncount = 1\nsize = 5\n'
        "distinct = true\n"
    )
    assert invoke("make", "--project", "all.toml", "--colours", 2).exit_code == 0
    said = {name: json.loads(Path(f"sets/{name}/manifest.json").read_bytes())["parameters"] for name in OWN}
    assert said["quasimino"]["colours"] == 2
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


def test_what_is_installed_or_removed_meanwhile_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(tmp_path, "early = plugged:GAME", monkeypatch)
    assert games.names() == tuple(sorted((*OWN, "early")))
    plug_in(tmp_path / "newer", "late = plugged:GAME", monkeypatch)  # hides the other: it bears the same name
    assert games.names() == tuple(sorted((*OWN, "late")))
    place = tmp_path / "newer/site-stranger"
    shutil.rmtree(place / "stranger-1.0.dist-info")
    os.utime(place, ns=(1, 1))  # a clock may be too coarse to tell it
    assert games.names() == tuple(sorted((*OWN, "early")))
