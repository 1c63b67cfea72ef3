"""``quasiprint score``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from quasiprint.cli.chosen import GameCommand, complete_game, game_values
from quasiprint.cli.kinds import TEXT, json_option, option, replace_option
from quasiprint.cli.reporting import FAILED, finding_words, print_json, refuse_misplaced, save, say
from quasiprint.disk.reading import read_bytes, read_standard_input
from quasiprint.make.score import score
from quasiprint.model.game import Ability, Scores

PICTURES = (".svg", ".png")
MAX_BYTES = 16 * 1024 * 1024  # no layout or game is nearly as long


def read(name: str) -> bytes:
    """Return a file's bytes, or standard input's for "-". Raises InputError if it cannot be read."""
    label = f"file {name!r}"
    return read_standard_input(label, MAX_BYTES) if name == "-" else read_bytes(Path(name), label, MAX_BYTES)


def print_result(result: dict[str, Any]) -> None:
    """Print a result for people: a line for each value, one for each finding, and what was not seen."""
    for key, value in result.items():
        if key == "findings":
            for finding in value:
                say(finding_words(finding))
        elif key == "not_seen":
            if value:
                say(f"not seen: {'; '.join(value)}")
        elif isinstance(value, bool):
            say(f"{key.replace('_', ' ')}: {'yes' if value else 'no'}")
        elif isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value):
            say(f"{key.replace('_', ' ')}:")
            for entry in value:
                say(f"  {_words(entry)}")
        elif isinstance(value, dict):
            say(f"{key.replace('_', ' ')}: {_words(value)}")
        elif isinstance(value, list):
            say(f"{key.replace('_', ' ')}: {json.dumps(value, ensure_ascii=False)}")
        else:
            nothing = "nobody yet" if key == "winner" else "none"
            say(f"{key.replace('_', ' ')}: {nothing if value is None else value}")


def _words(values: dict[str, Any]) -> str:
    """Return names and values in one line."""
    return ", ".join(f"{name} {part if isinstance(part, str) else json.dumps(part)}" for name, part in values.items())


@click.pass_context
def run(
    ctx: click.Context, /, game: str, file: str, picture: str | None, replace: bool, as_json: bool, **_: object
) -> None:
    """Score a game, finished or not, or judge a layout.

    FILE has it in the game's text form; - reads standard input.
    """
    ending = Path(picture or "").suffix.lower()
    if picture and ending not in PICTURES:
        raise click.UsageError(f"--picture: found {picture!r}, allowed is a name that ends in .svg or .png", ctx)
    if picture:
        refuse_misplaced(Path(picture), "the very same", replace, lambda _: True)
    text, values = read(file), game_values(ctx)
    if picture:
        from quasiprint.api import read_layout

        layout = read_layout(game, text, **values)
        judgement = layout.judgement
        save(picture, layout.png() if ending == ".png" else layout.svg().encode(), replace, as_json)
    else:
        judgement = score(game, text, values)
    result = judgement.as_json()
    if as_json:
        print_json(result)
    else:
        print_result(result)
    if not judgement.is_legal:
        ctx.exit(FAILED)


COMMAND = GameCommand(
    "score",
    options=lambda game: [option for option in game.options if option.scores],
    able=Ability(Scores, "has no rules to score by"),
    callback=run,
    params=[
        click.Argument(["game"], shell_complete=complete_game),
        click.Argument(["file"]),
        option(
            "--picture", "Draw the board, the layout, or what lies at the end of a game.", TEXT, "FILE.svg|FILE.png"
        ),
        replace_option(),
        json_option(),
    ],
)
