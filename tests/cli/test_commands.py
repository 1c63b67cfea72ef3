"""Every command runs: a minimal line for each, with how it ends and one thing that it has to print or to write."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from called import BOARD, QUICK, command_lines, invoke

from quasiprint.cli import main

LINES = command_lines()


def commands(command: click.Command = main, path: tuple[str, ...] = ()) -> list[str]:
    """Return the words that call each command."""
    if not isinstance(command, click.Group):
        return [" ".join(path)]
    with click.Context(command) as context:
        inner = [(name, command.get_command(context, name)) for name in command.list_commands(context)]
    return [words for name, one in inner if one is not None for words in commands(one, (*path, name))]


def test_every_command_has_a_line() -> None:
    assert sorted(LINES) == sorted(commands())


@pytest.mark.parametrize("name", LINES)
def test_a_command_does_what_it_is_for(name: str, here: Path) -> None:
    row = LINES[name]
    assert row["line"].startswith(name)
    Path("board.txt").write_text(BOARD)
    if name == "verify":
        invoke(*QUICK, "-o", "set", code=0)
    result = invoke(*row["line"].split(), typed=row.get("typed"), code=row.get("code", 0))
    assert row.get("prints", "") in result.output
    assert (here / row.get("writes", "")).exists()
    assert {"prints", "writes"} & set(row)
    assert "Traceback" not in result.output


@pytest.mark.parametrize("name", LINES)
def test_a_command_says_the_same_of_itself_at_both_places(name: str) -> None:
    said = invoke(*name.split(), "--help", code=0).stdout
    assert said.startswith(f"Usage: quasiprint {name} ")
    assert f"\n  {name.split()[0]} " in invoke("--help").stdout
