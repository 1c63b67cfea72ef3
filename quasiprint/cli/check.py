"""``quasiprint check``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from quasiprint.api import Design, check_set, is_set_file, settle
from quasiprint.cli.chosen import WORDS, GameCommand, free_words
from quasiprint.cli.options import SET_OPTIONS, game_argument, making, requests, unproved
from quasiprint.cli.reporting import FAILED, put_findings, put_json, refusing, reported, say
from quasiprint.model.finding import has_errors


def put_facts(facts: Mapping[str, Any], indent: str = "  ") -> None:
    """Print facts for people, one a line; those that hold others above these."""
    for key, value in facts.items():
        name = f"{indent}{key.replace('_', ' ')}:"
        if isinstance(value, Mapping):
            say(name)
            put_facts(value, indent + "  ")
        else:
            say(f"{name} {json.dumps(value) if isinstance(value, list) else value}")


COUNTED = "quasiprint.counted"  # where a context keeps the path of a set file whose tiles alone are counted


class CheckCommand(GameCommand):
    """``check``: of a set file alone, the tiles are counted; with an option of `make`, they are designed, too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find out whether a set file alone is meant, and parse the words. Raises click's errors, and Refused."""
        words = free_words(self._asked(ctx, args).get(WORDS) or ())
        if not words or not is_set_file(words[0]):
            return super().parse_args(ctx, args)
        ctx.meta[COUNTED] = words[0]
        own = [parameter for parameter in self.params if parameter.name in ("game", "as_json")]
        try:
            return click.Command(self.name, params=own).parse_args(ctx, list(args))
        except click.NoSuchOption:
            del ctx.meta[COUNTED]
            return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options; then what else may stand in a game's place."""
        super().format_options(ctx, formatter)
        formatter.write_paragraph()
        formatter.write_text(
            "Of a set file alone, the tiles are counted in three ways; with an option of `make`, such as --edge 40, "
            "what is drawn is proved, too."
        )


@click.pass_context
def run(ctx: click.Context, /, as_json: bool, **_: object) -> None:
    """Prove that a set is complete and can be made, without writing any file."""
    with refusing():
        if file := ctx.meta.get(COUNTED):
            with reported():
                proof = check_set(file)
            name = f"{proof.game}: {proof.parameters['title']}"
        else:
            (request,) = requests(ctx)
            with reported():
                proof = Design(settle(request)).check()
            name = proof.game
    if as_json:
        put_json(proof.as_json())
    else:
        put_findings(proof.findings)
        say(f"{name}: {proof.pieces} pieces")
        put_facts(proof.facts)
        if not has_errors(proof.findings):
            say("every check passed")
    if has_errors(proof.findings):
        ctx.exit(FAILED)


COMMAND = CheckCommand(
    "check",
    options=making,
    unshown=unproved,
    callback=run,
    help=run.__doc__,
    params=[
        game_argument("GAME"),
        *SET_OPTIONS,
        click.Option(["--json", "as_json"], is_flag=True, help="Print the result as one JSON document."),
    ],
)
