"""``quasiprint profiles``."""

from __future__ import annotations

import click

from quasiprint import api
from quasiprint.cli import completion
from quasiprint.cli.reporting import Refused, say
from quasiprint.model.errors import InputError

HEADINGS = {
    "bed": "Beds of printers",
    "sheet": "Sheets of lasers",
    "page": "Paper",
    "palette": "Colours, in the order in which they are used",
    "measures": "Measures of what is made",
    "material": "Materials: sheets, filaments and paper",
    "prices": "Prices, to be told what a set costs",
    "calibrations": "Your machines, as coupons told",
}


@click.command("profiles")
@click.argument("name", required=False, metavar="[NAME|FILE]", shell_complete=completion.profiles)
def listing(name: str | None) -> None:
    """List the printers, lasers, papers, colours, sizes, materials and prices that --profile knows.

    With a NAME, show that profile's file, to start one of your own from. Keep yours in the folder of its kind in
    ./templates/profiles/ and use it by its name, or give --profile the file.
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
