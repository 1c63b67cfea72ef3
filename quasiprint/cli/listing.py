"""``quasiprint list``."""

from __future__ import annotations

import click

from quasiprint import games
from quasiprint.cli.reporting import say, warn
from quasiprint.model.option import Option


def _choice(option: Option) -> str:
    """Return the values that an option may have, and the one that it has by itself."""
    said = [" or ".join(map(str, option.choices))] * bool(option.choices) + [f"default {option.default}"] * (
        option.default not in ("", False)
    )
    return f" ({'; '.join(said)})" if said else ""


@click.command("list")
def listing() -> None:
    """List the games, their variants, their options, and the formats of their files."""
    from quasiprint import formats

    known, refused = formats.every()
    rooms, failures = games.loaded()
    for game in rooms.values():
        say(f"{game.name}: {game.titles.title}, by {game.titles.inventor}")
        if game.titles.variants:
            say(f"  variants: {game.titles.variants}")
        for option in game.options:
            say(f"  {option.flag}: {option.help}{_choice(option)}")
        possible = [one for one in known if one.offer in game.offers]
        usual = ", ".join(one.name for one in possible if one.default)
        others = ", ".join(one.name for one in possible if not one.default)
        say(f"  formats: {usual}{'; on request: ' * bool(others)}{others}")
    say("FILE.toml: a set of your own: `quasiprint new set` writes one, `quasiprint check FILE.toml` proves it")
    for failure in refused:
        warn(f"format {failure}; it is left out")
    for failure in failures:
        warn(f"game {failure}; it is left out")


COMMAND = listing
