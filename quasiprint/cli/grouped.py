"""Help in groups: each option stands under the heading of what it is about."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable
from typing import Any

import click

from quasiprint.model.game import Game, Seeded, Sized

SIZE = "Machine and material"
LASER = "Laser cutting"
PAPER = "Paper"
PART = "A part of the set"
OUTPUT = "Where to and how"
PLAIN = "Options"
ORDER = (SIZE, LASER, PAPER, PART, OUTPUT, PLAIN)


class Grouped(click.Option):
    """An option that stands under a heading of its own. group: the heading."""

    def __init__(self, declarations: list[str], *, group: str, **others: Any) -> None:
        super().__init__(declarations, **others)
        self.group = group


def hidden(parameter: click.Parameter, names: Collection[str]) -> click.Parameter:
    """Return a parameter; one of these names without its line in the help. It works as before."""
    if parameter.name not in names or not isinstance(parameter, click.Option):
        return parameter
    unseen = copy.copy(parameter)
    unseen.hidden = True
    return unseen


def meaningless(games: Iterable[Game]) -> frozenset[str]:
    """Return the names of those options of every game that change no set of any of these games."""
    every = tuple(games)
    names = set()
    if every and not any(_striped(game) for game in every):
        names.add("stripe")
    if every and not any(not isinstance(game, Seeded) or game.seeded for game in every):
        names.add("seed")
    return frozenset(names)


def _striped(game: Game) -> bool:
    usual = {option.name: option.default for option in game.options}
    return isinstance(game, Sized) and bool(game.size(usual).stripe)


def write(
    parameters: Iterable[click.Parameter], usual: str, ctx: click.Context, formatter: click.HelpFormatter
) -> None:
    """Write options into a help, group by group. usual: the heading of those that have none of their own."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for parameter in parameters:
        row = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
        if row:
            rows.setdefault(getattr(parameter, "group", usual), []).append(row)
    for heading in sorted(rows, key=ORDER.index):
        with formatter.section(heading):
            formatter.write_dl(rows[heading])
