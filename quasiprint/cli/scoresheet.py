"""``quasiprint scoresheet``."""

from __future__ import annotations

from typing import Any

import click

from quasiprint import games
from quasiprint.api import Design, default_sheet, house, settle
from quasiprint.cli.options import SET_OPTIONS, GameCommand, game_argument, game_options, game_parameters, requests
from quasiprint.cli.reporting import refusing
from quasiprint.cli.rules import EDITION_OPTIONS, output_option, refuse_terminal, write
from quasiprint.documents.scoresheet import PAPERS


def house_names() -> frozenset[str]:
    """Return the names of the options for the rules of a table, of all games."""
    return frozenset(name for game in games.names() for name in house(games.load(game)))


class SheetCommand(GameCommand):
    """A command with the options that a set depends on, and those for the rules of the table."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's parameters. Rules of the table are no matter of a project file, which says what a set
        is: such a file may set what is not eager.
        """
        rules = [p for p in game_parameters(for_score=True) if p.name in house_names() - game_options().keys()]
        for parameter in rules:
            parameter.is_eager = True
        *rest, last = super().get_params(ctx)
        return [*rest, *rules, last]


@click.pass_context
def run(ctx: click.Context, /, file: str | None, paper: str, **_: Any) -> None:
    """Write the score sheet of a game as a PDF, to print or to fill in on a screen."""
    if paper not in PAPERS:
        raise click.UsageError(f"--paper: found {paper!r}, allowed is {' or '.join(PAPERS)}", ctx)
    refuse_terminal(file)
    rules = {name: ctx.params.pop(name) for name in house_names() & ctx.params.keys()}
    given = {name: value for name, value in rules.items() if value is not None}
    with refusing():
        (request,) = requests(ctx, may_be_all=False)
        made = Design(settle(request)).scoresheet(paper=paper, **given)
        write(file, default_sheet(request.game, request.language), made)


COMMAND = SheetCommand(
    "scoresheet",
    callback=run,
    help=run.__doc__,
    params=[
        game_argument("GAME"),
        output_option("scoresheet"),
        *EDITION_OPTIONS,
        *SET_OPTIONS,
    ],
)
