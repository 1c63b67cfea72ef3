"""``quasiprint check``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from quasiprint.api import Design, settle
from quasiprint.cli.chosen import GameCommand
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


@click.pass_context
def run(ctx: click.Context, /, as_json: bool, **_: object) -> None:
    """Prove that a set is complete and can be made, without writing any file."""
    with refusing():
        (request,) = requests(ctx)
        with reported():
            proof = Design(settle(request)).check()
    if as_json:
        put_json(proof.as_json())
    else:
        put_findings(proof.findings)
        say(f"{proof.run.game}: {proof.pieces} pieces")
        put_facts(proof.facts)
        if not has_errors(proof.findings):
            say("every check passed")
    if has_errors(proof.findings):
        ctx.exit(FAILED)


COMMAND = GameCommand(
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
