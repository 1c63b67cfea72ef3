"""``quasiprint profiles``."""

from __future__ import annotations

import click

from quasiprint import api
from quasiprint.cli.reporting import Refused, say
from quasiprint.model.errors import InputError

HEADINGS = {
    "bed": "Beds of printers",
    "sheet": "Sheets of lasers",
    "page": "Paper",
    "palette": "Colours, in the order in which they are used",
    "measures": "Measures of what is made",
}


@click.command("profiles")
@click.argument("name", required=False, metavar="[NAME|FILE]")
def listing(name: str | None) -> None:
    """The profiles of printers, lasers, paper, colours and sizes that there are.

    With a NAME, what its file holds: a start for a profile of your own. Keep yours in ./templates/profiles/ in the
    folder of its kind, where it is found by its name, or give --profile the file.
    """
    try:
        if name is not None:
            click.echo(api.profile_text(name), nl=False)
            return
        for kind, lines in api.profile_lines().items():
            say(f"{HEADINGS[kind]}:")
            width = max(map(len, lines))
            for each, line in lines.items():
                say(f"  {each:{width}}  {line}{'  [default]' * (each in api.DEFAULT_PROFILES)}")
    except InputError as problem:
        raise Refused(str(problem)) from None


COMMAND = listing
