"""``quasiprint scoresheet``."""

from __future__ import annotations

from typing import Any

import click

from quasiprint.api import Design, default_sheet, house, settle
from quasiprint.cli.chosen import Ability, GameCommand, chosen, typed
from quasiprint.cli.options import REPLACE_OPTION, SET_OPTIONS, game_argument, making, requests, unrecorded
from quasiprint.cli.reporting import refusing, reported
from quasiprint.cli.rules import EDITION_OPTIONS, output_option, refuse_terminal, write
from quasiprint.model.game import Game, Recorded
from quasiprint.model.option import Option
from quasiprint.resources import papers


def sheet_options(game: Game) -> tuple[Option, ...]:
    """Return the options that a game's set depends on, and those for the rules of the table."""
    return tuple(dict.fromkeys((*making(game), *house(game).values())))


@click.pass_context
def run(ctx: click.Context, /, file: str | None, paper: str, replace: bool, **_: Any) -> None:
    """Write the score sheet of a game as a PDF, to print, or to fill in on screen."""
    if paper not in papers():
        raise click.UsageError(f"--paper: found {paper!r}, allowed is {' or '.join(papers())}", ctx)
    refuse_terminal(file)
    with refusing():
        (request,) = requests(ctx)
        rules = house(chosen(ctx).games[request.game])
        said = {name: value for name, value in typed(ctx).items() if name in rules}
        with reported():
            made = Design(settle(request)).scoresheet(paper=paper, **said)
        write(file, default_sheet(request.game, request.language), made, replace)


COMMAND = GameCommand(
    "scoresheet",
    options=sheet_options,
    unshown=unrecorded,
    able=Ability(Recorded, "has no score sheet"),
    callback=run,
    help=run.__doc__,
    params=[
        game_argument("GAME"),
        output_option("scoresheet"),
        REPLACE_OPTION,
        *EDITION_OPTIONS,
        *SET_OPTIONS,
    ],
)
