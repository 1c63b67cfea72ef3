"""Bad input on the command line: one message, exit code 2, and no trace."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from called import invoke

from quasiprint import cli, games

BAD = {  # more of them are on record: tests/data/lines.toml
    "a huge number": (["make", "quasimino", "--colours", "9" * 5000], "allowed is a whole number"),
    "a search that went": (["puzzle", "quasimino", "--most", "loops"], "loops: was removed in version 2.0: give"),
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
