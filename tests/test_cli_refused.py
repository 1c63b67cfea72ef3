"""Bad input on the command line: one message, exit code 2, and no trace."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from called import invoke

from quasiprint import cli, games

BAD = {
    "no command": ([], "Usage"),
    "an unknown command": (["dance"], "command: found 'dance', allowed is list, profiles, check, make"),
    "almost a command": (["mke"], "found 'mke' (did you mean make?), allowed is list"),
    "almost a game": (["make", "Quazimino"], "found 'Quazimino' (did you mean quasimino?), allowed is majomino"),
    "almost a format": (["make", "quasimino", "--format", "svgg"], "found 'svgg' (did you mean svg?), allowed for"),
    "almost a profile": (
        ["make", "quasimino", "--profile", "prusa-mk5"],
        "(did you mean prusa-mk4?)",
    ),
    "a word too many": (["list", "all", "of", "it"], "found 'all of it' too many, allowed is what --help shows"),
    "nothing that can be begun": (["new", "gam", "x"], "new: found 'gam' (did you mean game?), allowed is game, set"),
    "almost a policy": (["playtest", "triomino", "--policy", "gredy"], "found 'gredy' (did you mean greedy?), allowed"),
    "almost a shape": (["make", "triomino", "--shape", "tringle"], "found 'tringle' (did you mean triangle?), allowed"),
    "a comma in a number": (["make", "quasimino", "--kerf", "0,2mm"], "(units: mm, cm, in); with a point: 0.2mm"),
    "no game": (["make"], "a game is missing: majomino, quasimino, quomino, triomino, all"),
    "an unknown game": (["make", "chess"], "game: found 'chess', allowed is majomino, quasimino"),
    "all where one is due": (["check", "all"], "game: found 'all', allowed is majomino, quasimino"),
    "an unknown option": (["make", "quasimino", "--highest", "3"], "--highest"),
    "an unknown format": (
        ["make", "quasimino", "--format", "stl,gif"],
        "found 'gif', allowed for quasimino are stl",
    ),
    "an empty format": (["make", "quasimino", "--format", "stl,,svg"], "--format"),
    "an unknown profile": (
        ["make", "quasimino", "--profile", "nope"],
        "found 'nope', allowed is a file (*.toml) or one of the",
    ),
    "a missing profile": (["make", "quasimino", "--profile", "no/pe.toml"], "found no file 'no/pe.toml'"),
    "no colour": (["make", "quasimino", "--colours", "0"], "found 0, allowed is from 1 to 8"),
    "too many colours": (["make", "quasimino", "--colours", "9"], "found 9, allowed is from 1 to 8"),
    "a huge number": (["make", "quasimino", "--colours", "9" * 5000], "allowed is a whole number"),
    "half a colour": (["make", "quasimino", "--colours", "1.5"], "found '1.5', allowed is a whole number"),
    "more colours than inks": (
        ["make", "quasimino", "--colours", "4", "--profile", "high-contrast"],
        "'high-contrast' has 3",
    ),
    "not a number": (["make", "quasimino", "--kerf", "nan"], "--kerf"),
    "infinity": (["make", "quasimino", "--edge", "inf"], "--edge"),
    "more than infinity": (["make", "quasimino", "--edge", "1e999"], "--edge"),
    "below zero": (["make", "quasimino", "--clearance", "-0.1"], "found '-0.1', allowed is a length from 0"),
    "nothing of a length": (["make", "quasimino", "--edge", "0"], "found '0', allowed is a length above 0"),
    "an unknown unit": (["make", "quasimino", "--edge", "3ft"], "units: mm, cm, in"),
    "a length in words": (["make", "quasimino", "--edge", ""], "found '', allowed is a length"),
    "an edge too short": (["make", "quasimino", "--edge", "5"], "edge: found 5 mm, allowed is from"),
    "an edge longer than the bed": (["make", "quasimino", "--edge", "12in"], "mm"),
    "a stripe too wide": (["make", "quasimino", "--stripe", "6"], "stripe: found 6 mm, allowed is up to 3.03 mm"),
    "a stripe too narrow": (["make", "quasimino", "--stripe", "1"], "a printer makes no less than 0.84 mm"),
    "too thin": (["make", "quasimino", "--thickness", "0.5"], "thickness: found 0.5 mm, allowed is"),
    "too thick": (["make", "quasimino", "--thickness", "40"], "allowed is up to the edge, 30 mm"),
    "a gap too wide": (
        ["make", "quasimino", "--clearance", "2"],
        "clearance: found 2 mm, allowed is up to 1.00 mm",
    ),
    "a kerf too wide": (
        ["make", "quasimino", "--kerf", "1in"],
        "kerf: found 25.4 mm, allowed is 0, or from 0.001 to 1 mm",
    ),
    "no jobs": (["make", "quasimino", "--jobs", "0"], "found 0, allowed is a whole number from 1"),
    "a seed below zero": (
        ["make", "quasimino", "--seed", "-1"],
        "found -1, allowed is a whole number from 0",
    ),
    "a missing project": (["make", "--project", "none.toml"], "none.toml: cannot be read"),
    "nothing to score": (["score", "quasimino", os.devnull], "found nothing to score"),
    "a highest number below zero": (["make", "triomino", "--highest", "-1"], "--highest: found -1, allowed is from 0"),
    "a highest number that fits no corner": (
        ["make", "triomino", "--highest", "12"],
        "--highest: found 12, allowed is up to 9 on an edge of 36 mm",
    ),
    "a set nobody could make": (["make", "triomino", "--highest", "99"], "allowed is up to 20 with --shape triangle"),
    "a shape that is none": (
        ["make", "triomino", "--shape", "hexagon"],
        "--shape: found 'hexagon', allowed is triangle or square",
    ),
    "a stripe on what has none": (["make", "triomino", "--stripe", "3"], "the pieces of triomino have no stripes"),
    "a tile too small": (["make", "triomino", "--edge", "20"], "edge: found 20 mm, allowed is from 22.6 mm"),
    "a tack too wide": (["make", "triomino", "--tack", "2in"], "--tack: found 50.8 mm, allowed is up to 13.7 mm"),
    "a tack too deep": (["make", "triomino", "--tack", "5", "--tack-depth", "3.5"], "thickness: found 4 mm"),
    "a tack without depth": (["make", "triomino", "--tack", "5", "--tack-depth", "0"], "--tack-depth: found 0 mm"),
    "no pip at all": (["make", "triomino", "--marks", "pips", "--highest", "0"], "the one tile would have no pip"),
    "a depth of no tack": (
        ["make", "triomino", "--tack-depth", "2"],
        "--tack-depth: found 2 mm, allowed is none without --tack",
    ),
    "a tack too shallow": (["make", "triomino", "--tack", "5", "--tack-depth", "0.1"], "allowed is from 0.4 mm"),
    "too many pips": (["make", "triomino", "--marks", "pips", "--highest", "10"], "found --highest 10"),
    "tiles too loose": (["make", "triomino", "--clearance", "1mm"], "clearance: found 1 mm, allowed is up to 0.90 mm"),
    "no drawings": (["make", "triomino", "--symbols", "nowhere"], "nowhere"),
    "a rule of scoring": (["make", "triomino", "--target", "500"], "--target"),
    "a rule that is none": (
        ["score", "triomino", "-", "--first", "youngest"],
        "found nothing to score",
    ),
    "a missing layout": (["score", "quasimino", "none.json"], "'none.json': cannot be read"),
    "a folder to score": (["score", "quasimino", "."], "'.': cannot be read"),
    "the layout of no game": (["score", "chess", "-"], "found 'chess'"),
    "here as output": (["make", "quasimino", "-o", "."], "is the current folder"),
    "no place": (["make", "quasimino", "-o", "/dev/null/x"], "nothing was changed"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_gets_one_message_and_leaves_no_trace(name: str, here: Path) -> None:
    arguments, message = BAD[name]
    result = invoke(*arguments, code=2)
    assert message in result.output
    assert result.stdout == ""
    assert result.output.count("Error:") <= 1
    assert "Traceback" not in result.output
    assert not any(here.iterdir())


def test_bad_input_is_no_traceback_in_a_process_either(quasiprint: Callable, here: Path) -> None:
    result = quasiprint("make", "quasimino", "--edge", "5", cwd=here, code=2)
    assert result.stderr.startswith("Error: edge: found 5 mm, allowed is from ")
    assert len(result.stderr.splitlines()) == 1


def silly(command: click.Command, words: list[str]) -> dict[str, str]:
    """What each option with a value says of nonsense, by its name; nothing of those that take any text."""
    said = {}
    with command.make_context(str(command.name), words, resilient_parsing=True) as ctx:
        for parameter in command.get_params(ctx):
            if getattr(parameter, "is_flag", False):
                continue
            try:
                parameter.type.convert("nonsense", parameter, ctx)
            except click.BadParameter as problem:
                said[f"{command.name} {parameter.name}"] = problem.message
    return said


def test_whatever_an_option_does_not_take_it_says_what_was_found_and_what_is_allowed() -> None:
    said: dict[str, str] = {}
    with click.Context(cli.main) as ctx:
        for name in cli.COMMANDS:
            command = cli.main.get_command(ctx, name)
            for game in games.names():
                said |= silly(command, [game])
    assert {"puzzle most", "playtest policy", "verify by", "make jobs", "catalogue jobs"} <= {*said}
    assert [key for key, message in said.items() if "found 'nonsense', allowed " not in message] == []


def test_a_kind_of_option_that_says_it_in_clicks_words_is_found() -> None:
    chosen = click.Command("stray", params=[click.Option(["--by"], type=click.Choice(["bytes"]))])
    assert silly(chosen, []) == {"stray by": "'nonsense' is not 'bytes'."}


STRANGE = re.compile(r"is not one of|unknown \w+|is unknown|there is no such|is not the name")


def bare(source: str) -> list[str]:
    """The messages of errors of input in a module that speak of a wrong name without found and allowed."""
    called = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    raised = (node for node in called if getattr(node.func, "id", "") in ("InputError", "Refused", "Unfit"))
    texts = ([str(one.value) for one in ast.walk(node) if isinstance(one, ast.Constant)] for node in raised)
    said = map(" ".join, texts)
    return [text for text in said if STRANGE.search(text) and not ("found" in text and "allowed" in text)]


def test_no_message_about_a_wrong_name_leaves_out_what_was_found_and_what_is_allowed(root: Path) -> None:
    assert bare("raise InputError(f'game: {name!r} is not one of {known}')")
    wrong = {str(path): found for path in (root / "quasiprint").rglob("*.py") if (found := bare(path.read_text()))}
    assert wrong == {}
