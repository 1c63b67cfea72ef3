"""Bad input on the command line: one message, exit code 2, and no trace."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest
from called import invoke

from quasiprint import cli, games

BAD = {
    "no command": ([], "Usage"),
    "an unknown command": (["dance"], "command: found 'dance', allowed is list, profiles, check, make"),
    "almost a game": (["make", "Quazimino"], "found 'Quazimino' (did you mean quasimino?), allowed is majomino"),
    "almost a profile": (
        ["make", "quasimino", "--profile", "prusa-mk5"],
        "(did you mean prusa-mk4?)",
    ),
    "a word too many": (["list", "all", "of", "it"], "found 'all of it' too many, allowed is what --help shows"),
    "nothing that can be begun": (["new", "gam", "x"], "new: found 'gam' (did you mean game?), allowed is game, set"),
    "no game": (["make"], "a game is missing: majomino, quasimino, quomino, triomino, all"),
    "an unknown option": (["make", "quasimino", "--highest", "3"], "--highest"),
    "an unknown format": (
        ["make", "quasimino", "--format", "stl,gif"],
        "found 'gif', allowed for quasimino are stl",
    ),
    "a missing profile": (["make", "quasimino", "--profile", "no/pe.toml"], "found no file 'no/pe.toml'"),
    "too many colours": (["make", "quasimino", "--colours", "9"], "found 9, allowed is from 1 to 8"),
    "a huge number": (["make", "quasimino", "--colours", "9" * 5000], "allowed is a whole number"),
    "not a number": (["make", "quasimino", "--kerf", "nan"], "--kerf"),
    "below zero": (["make", "quasimino", "--clearance", "-0.1"], "found '-0.1', allowed is a length from 0"),
    "an unknown unit": (["make", "quasimino", "--edge", "3ft"], "units: mm, cm, in"),
    "an edge too short": (["make", "quasimino", "--edge", "5"], "edge: found 5 mm, allowed is from"),
    "an edge longer than the bed": (["make", "quasimino", "--edge", "12in"], "mm"),
    "a kerf too wide": (
        ["make", "quasimino", "--kerf", "1in"],
        "kerf: found 25.4 mm, allowed is 0, or from 0.001 to 1 mm",
    ),
    "a seed below zero": (
        ["make", "quasimino", "--seed", "-1"],
        "found -1, allowed is a whole number from 0",
    ),
    "a missing project": (["make", "--project", "none.toml"], "none.toml: cannot be read"),
    "nothing to score": (["score", "quasimino", os.devnull], "found nothing to score"),
    "a shape that is none": (
        ["make", "triomino", "--shape", "hexagon"],
        "--shape: found 'hexagon', allowed is triangle or square",
    ),
    "a missing layout": (["score", "quasimino", "none.json"], "'none.json': cannot be read"),
    "a folder to score": (["score", "quasimino", "."], "'.': cannot be read"),
    "here as output": (["make", "quasimino", "-o", "."], "is the current folder"),
    "a command that went": (["diff", "a", "b"], "diff: was removed in version 2.0: quasiprint verify"),
    "an option that went": (["make", "quasimino", "--leaves", "few"], "--leaves: was removed in version 2.0"),
    "an option of a game that went": (["make", "quasimino", "--look", "wedges"], "--look: was removed in version 2.0"),
    "a choice that went": (["make", "quasimino", "--extras", "previews"], "previews: was removed in version 2.0"),
    "a search that went": (
        ["puzzle", "quasimino", "--most", "loops"],
        "loops: was removed in version 2.0: give",
    ),
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
        for name in cli.known_commands():
            command = cli.main.get_command(ctx, name)
            for game in games.names():
                said |= silly(command, [game])
    assert {"puzzle most", "playtest policy", "verify by", "make jobs", "catalogue jobs"} <= {*said}
    assert [key for key, message in said.items() if "found 'nonsense', allowed " not in message] == []
