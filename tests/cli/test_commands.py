"""Every command runs: a minimal line for each, with how it ends and one thing that it has to print or to write."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from called import BOARD, QUICK, command_lines, invoke, is_of_the_core

from quasiprint.cli import main, reporting

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


# those of the core are tried without the add-ons, too: `test_without_addons`
@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.thorough] * is_of_the_core(n)) for n in LINES])
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
    if "--json" in row["line"]:
        json.loads(result.stdout)


def test_what_may_write_json_is_asked_for_it() -> None:
    able = [name for name in commands() if "--json" in invoke(*name.split(), "--help").stdout]
    assert able == [name for name in commands() if "--json" in LINES[name]["line"]]


def test_what_will_be_refused_is_refused_before_the_work(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is printed but why, and nothing was begun of which there is progress to tell."""

    def begun(*_: object) -> None:
        raise AssertionError("the work was begun")

    for name in ("board.txt", "board.json", "board.toml", "kept/playtest.json"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(BOARD)
    monkeypatch.setattr(reporting, "telling", begun)
    for row in LINES.values():
        for line, said in row.get("refused", {}).items():
            result = invoke(*line.split(), code=2)
            assert (result.stdout, said in " ".join(result.stderr.split())) == ("", True), result.output


@pytest.mark.parametrize("name", LINES)
def test_a_command_says_the_same_of_itself_at_both_places(name: str) -> None:
    said = invoke(*name.split(), "--help", code=0).stdout
    assert said.startswith(f"Usage: quasiprint {name} ")
    assert f"\n  {name.split()[0]} " in invoke("--help").stdout
