"""The form: every option that a game has on the command line, as fields for a page.

It is made from the very options that the commands read, so that there is no second list to keep: names, help, groups,
words to choose from, limits. What says where files lie, or how this machine is used, is left out: `words.NOT_HERE`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import click

from quasiprint import formats, games
from quasiprint.api import DEFAULT_PROFILES, profile_lines
from quasiprint.cli.chosen import GameCommand
from quasiprint.cli.grouped import LASER, PAPER, PART, SIZE
from quasiprint.cli.kinds import Length, Names, WholeNumber
from quasiprint.model.errors import InputError
from quasiprint.model.game import Game
from quasiprint.model.measures import Maker
from quasiprint.model.option import Kind, Option
from quasiprint.pipeline.profiles import Profiles, read_kinds
from quasiprint.studio.words import NOT_HERE, SEVERAL, example, name_of, options

OWN, REST = "The game", "Books and files"
ORDER = (OWN, SIZE, LASER, PAPER, PART, REST)
WRITTEN = {"only", "price"}  # names that somebody types, not chosen from a few
DEFAULT = re.compile(r"\s*\[default: ([^\]]*)\]$")
UNSAID = frozenset({"help"})  # is no choice
MANY = frozenset({"page"})  # kinds of profiles of which a set takes several
MAKERS = {Maker.PRINTER: "printed", Maker.LASER: "cut", Maker.PAPER: "paper"}


@dataclass(frozen=True, slots=True)
class Field:
    """One field. name: of the option. control: "flag", "choice", "several", "number", "length", "text", "source" or
    "profiles". default: what is meant where nothing is typed, "" where a profile says it. choices: words to choose
    from, each with what is said of it. least, most: of a number; whole: whether it has no decimals. excludes: options
    that mean nothing beside it. kinds: of profiles, each with its names."""

    name: str
    label: str
    help: str
    group: str
    control: str
    default: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    least: float | None = None
    most: float | None = None
    whole: bool = False
    excludes: tuple[str, ...] = ()
    kinds: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()

    def value(self) -> dict[str, Any]:
        """Return it as the page reads it."""
        return {
            **{name: getattr(self, name) for name in ("name", "label", "help", "group", "control", "default")},
            **{"choices": [list(pair) for pair in self.choices], "excludes": list(self.excludes)},
            **{"least": self.least, "most": self.most, "whole": self.whole},
            "kinds": [
                {"kind": kind, "several": kind in MANY, "usual": _usual(names), "names": [list(pair) for pair in names]}
                for kind, names in self.kinds
            ],
        }


def fields(command: GameCommand, game: str) -> list[Field]:
    """Return a field for each option that a command has for a game, in the order of their groups."""
    room = games.load(game)
    own = {option.name.replace("_", "-"): option for option in command.options_of(room)}
    found = []
    for parameter in options(command, game):
        name = name_of(parameter)
        if name in NOT_HERE or parameter.hidden:
            continue
        if name in own and own[name].kind is Kind.FOLDER:
            continue  # files that lie on this machine
        found.append(_of_game(parameter, own[name]) if name in own else _of_every_game(command, parameter, room))
    return sorted(found, key=lambda field: ORDER.index(field.group))


def _plain_field(parameter: click.Option, group: str) -> Field:
    """Return what is known of any option. Its words to choose from are those that a shell completes."""
    name = name_of(parameter)
    told = parameter.help or ""
    default = DEFAULT.search(told)
    label = name.replace("-", " ").capitalize()
    return Field(name, label, DEFAULT.sub("", told), group, "text", default[1] if default else "")


def _of_game(parameter: click.Option, option: Option) -> Field:
    """Return the field of a game's own option."""
    field = replace(_plain_field(parameter, OWN), least=option.minimum, most=option.maximum)
    field = replace(field, excludes=tuple(name.replace("_", "-") for name in option.excludes))
    field = replace(field, help=DEFAULT.sub("", option.help), whole=option.kind is Kind.INT)
    if option.default not in ("", False):
        field = replace(field, default=str(option.default))
    if option.kind is Kind.FLAG:
        return replace(field, control="flag")
    if option.choices:
        return replace(field, control="choice", choices=tuple((str(one), "") for one in option.choices))
    if option.kind is Kind.SOURCE:
        return replace(field, control="source")
    if option.kind is Kind.FILE:
        return replace(field, control="file", default=example())
    controls = {Kind.INT: "number", Kind.FLOAT: "number", Kind.LENGTH: "length"}
    return replace(field, control=controls.get(option.kind, "text"))


def _of_every_game(command: GameCommand, parameter: click.Option, game: Game) -> Field:
    """Return the field of an option that every game has."""
    field = _plain_field(parameter, getattr(parameter, "group", REST))
    if parameter.is_flag:
        return replace(field, control="flag")
    if field.name == SEVERAL:
        return replace(field, control="profiles", kinds=tuple(profile_kinds()))
    if isinstance(parameter.type, Length):
        least = None if parameter.type.positive else 0.0
        return replace(field, control="length", least=least)
    if isinstance(parameter.type, WholeNumber):
        return replace(field, control="number", least=parameter.type.least, whole=True)
    if field.name in WRITTEN:
        return field
    words = tuple(_completed(command, parameter, game))
    if words:
        control = "several" if isinstance(parameter.type, Names) else "choice"
        return replace(field, control=control, choices=words)
    return field


def _completed(command: GameCommand, parameter: click.Option, game: Game) -> Iterable[tuple[str, str]]:
    """Yield the words that a shell would complete; of formats those that the game's sets can be made as."""
    with command.make_context(command.name, [game.name], resilient_parsing=True) as ctx:
        for item in parameter.shell_complete(ctx, ""):
            if parameter.name == "formats":
                one = formats.load(item.value)
                if one.offer in game.offers:
                    yield item.value, "usual" if one.default else ""
            elif item.type == "plain":
                yield item.value, ""


def _usual(names: tuple[tuple[str, str], ...]) -> str:
    """Return which of some profiles is meant where nobody says, "" if none is."""
    known = dict(names)
    return next((name for name in DEFAULT_PROFILES if name in known), "")


def profile_kinds() -> Iterable[tuple[str, tuple[tuple[str, str], ...]]]:
    """Yield each kind of profile of which a run has one, with the names that there are and what each says."""
    kinds: dict[str, list[tuple[str, str]]] = {}
    for lines in profile_lines().values():
        for name, line in lines.items():
            try:
                found = {kind for kind, _ in read_kinds(name)}
            except InputError:
                continue  # one of the user's own that cannot be read: whoever names it is told
            kind = found.pop() if len(found) == 1 else "calibration"
            kinds.setdefault(kind, []).append((name, line))
    for kind, names in kinds.items():
        yield kind, tuple(names)


def usual(profiles: Profiles) -> dict[str, str]:
    """Return what lengths are where nobody says otherwise, by option: a number, or several where processes differ."""
    made = [(MAKERS[own.process], profiles.measures_of(own.process)) for own in profiles.measures]
    solid = [pair for pair in made if pair[0] != MAKERS[Maker.PAPER]]
    sizes: dict[str, list[tuple[str, float]]] = {
        "edge": [(how, own.size.edge) for how, own in made],
        "stripe": [(how, own.size.stripe) for how, own in made],
        "thickness": [(how, own.stock.thickness) for how, own in solid],
        "clearance": [(how, own.fit.clearance) for how, own in solid],
        "kerf": [(how, own.fit.kerf) for how, own in made if how == MAKERS[Maker.LASER]],
        "bleed": [("", page.bleed) for page in profiles.pages],
        "dpi": [("", page.dpi) for page in profiles.pages],
    }
    return {name: _told(values) for name, values in sizes.items()}


def _told(values: list[tuple[str, float]]) -> str:
    """Return a length, or one for each process where they differ."""
    if len({length for _, length in values}) == 1:
        return f"{values[0][1]:g}"
    return ", ".join(f"{length:g} {how}".strip() for how, length in values)


def taken(parameter: click.Option) -> str:
    """Return what is typed after an option, "" for a flag."""
    return "" if parameter.is_flag else parameter.metavar or parameter.type.name.upper()


def value(command: GameCommand, game: str, profiles: Profiles | None) -> dict[str, Any]:
    """Return the form of a command for a game. profiles: of its usual set. Its ``elsewhere`` are the options that a
    page does not have, since they are about files or processes of this machine."""
    every = fields(command, game)
    shown = {field.name for field in every}
    own = {option.name.replace("_", "-") for option in command.options_of(games.load(game))}
    elsewhere = [
        {
            "flag": f"--{name_of(parameter)}",
            "takes": taken(parameter),
            "help": DEFAULT.sub("", parameter.help or ""),
            "group": OWN if name_of(parameter) in own else REST,
        }
        for parameter in options(command, game)
        if name_of(parameter) not in shown and not parameter.hidden and name_of(parameter) not in UNSAID
    ]
    groups = [name for name in ORDER if any(field.group == name for field in every)]
    return {
        "game": game,
        "groups": groups,
        "fields": [field.value() for field in every],
        "elsewhere": elsewhere,
        "usual": usual(profiles) if profiles else {},
    }
