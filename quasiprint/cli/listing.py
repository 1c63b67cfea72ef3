"""``quasiprint list`` and ``quasiprint profiles``: what there is."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from quasiprint import games
from quasiprint.cli.reporting import say, warn
from quasiprint.model.resources import classics

if TYPE_CHECKING:
    from quasiprint.model.option import Option


def _choice(option: Option) -> str:
    """Return an option's possible values and its default."""
    texts = [" or ".join(map(str, option.choices))] * bool(option.choices)
    texts += [f"default {option.default}"] * (option.default not in ("", False))
    return f" ({'; '.join(texts)})" if texts else ""


@click.command("list")
def listing() -> None:
    """List the games, their variants, their options, and the formats of their files."""
    from quasiprint import formats

    known, refused = formats.load_all()
    rooms, failures = games.load_all()
    for game in rooms.values():
        say(f"{game.name}: {game.titles.title}, by {game.titles.inventor}")
        if game.titles.variants:
            say(f"  variants: {game.titles.variants}")
        for option in game.options:
            say(f"  {option.flag}: {option.help}{_choice(option)}")
        possible = [each for each in known if each.offer in game.offers]
        usual = ", ".join(each.name for each in possible if each.default)
        others = ", ".join(file_format.name for file_format in possible if not file_format.default)
        say(f"  formats: {usual}{'; on request: ' * bool(others)}{others}")
    if games.takes_set_files():
        say("FILE.toml: a set of your own: `quasiprint new set` writes one, `quasiprint check FILE.toml` proves it")
        say(f"classics, by name: {', '.join(name for name in classics() if name not in rooms)}")
    for failure in (*(f"format {failed}" for failed in refused), *(f"game {failed}" for failed in failures)):
        warn(f"{failure}; it is left out")


COMMAND = listing


HEADINGS = {
    "bed": "Beds of printers",
    "sheet": "Sheets of lasers",
    "page": "Paper",
    "palette": "Colours, in the order in which they are used",
    "measures": "Measures of what is made",
    "material": "Materials: sheets, filaments and paper",
    "prices": "Prices, to see what a set costs",
    "calibrations": "Your machines, as measured with coupons",
}


@click.command("profiles")
@click.argument(
    "name",
    required=False,
    metavar="[NAME|FILE]",
    shell_complete=lambda *asked: import_module("quasiprint.cli.kinds").profiles(*asked),
)
def profiles(name: str | None) -> None:
    """List the printers, lasers, papers, colours, sizes, materials and prices that --profile knows.

    With a NAME, show that profile's file, as a start for your own. Keep yours in the folder of its kind in
    ./templates/profiles/ and use it by its name, or give --profile the file.
    """
    from quasiprint.make import profiles as stock

    if name is not None:
        click.echo(stock.text(name), nl=False)
        return
    for kind, lines in stock.lines().items():
        say(f"{HEADINGS[kind]}:")
        width = max(map(len, lines))
        for each, line in lines.items():
            say(f"  {each:{width}}  {line}{'  [default]' * (each in stock.DEFAULTS)}")


PROFILES = profiles
