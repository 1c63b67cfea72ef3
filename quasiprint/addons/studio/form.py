"""The form: every option that a game has on the command line, as fields for a page.

It is made from the very options that the commands read, so that there is no second list to keep: names, help, groups,
words to choose from, limits. What says where files lie, or how this machine is used, is left out: `words.NOT_HERE`.

The simple form: what somebody has, a few ways a set may be, and colours. All of it is settings: options and values.

The whole form stands behind it, with every option; nothing is described here that is described there. Which options a
smaller set of a game has stands with the game, in ``presets.toml`` of its room.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from quasiprint import formats
from quasiprint import games as rooms
from quasiprint.addons.studio.preview import maker_of
from quasiprint.addons.studio.sets import Shop, shop_of
from quasiprint.addons.studio.table.games import PLAYS
from quasiprint.addons.studio.table.play import COMMAND as PLAY
from quasiprint.addons.studio.words import (
    FLAG,
    NOT_HERE,
    Tell,
    Value,
    ask_of,
    example,
    game_name,
    has_needs,
    name_of,
    options,
)
from quasiprint.cli.chosen import Declared, GameCommand
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.cli.score import COMMAND as SCORE
from quasiprint.errors import InputError
from quasiprint.make.profiles import DEFAULTS as DEFAULT_PROFILES
from quasiprint.make.profiles import Profiles, read_kinds, text
from quasiprint.make.profiles import lines as profile_lines
from quasiprint.make.run import OWN as OWN_TEXTS
from quasiprint.make.run import languages_of
from quasiprint.model.choices import Maker, Offer
from quasiprint.model.game import Explained, Game, Recorded, Scores, traits
from quasiprint.model.option import LASER, LASER_OPTIONS, PAPER, PART, SIZE, Kind
from quasiprint.model.profile import Palette
from quasiprint.model.texts import toml_of

PRESETS = "presets.toml"
# what a machine takes: the formats that its program reads, and the profiles that say what it is like
HAVE = {
    Offer.SOLIDS: (("3mf", "stl"), ("bed", "printer's material")),
    Offer.DRAWINGS: (("svg", "dxf"), ("sheet", "laser's material")),
    Offer.PAGES: (("pdf",), ("page",)),
}
BED, PALETTE = "bed", "palette"
TITLE = re.compile(r"# (.+?)(?:, with|, such|[;:.](?= |$))", re.MULTILINE)  # of a printer: its profile begins with it


def simple(room: Game, shop: Shop, kinds: Iterable[Value]) -> Value:
    """Return the simple form of a game. kinds: of profiles, as the form has them.

    have: machines, each with settings and the kinds of its profiles. presets: each with its name, its settings, and the
    machine that it needs, "" for any. palettes: with colours; none for a set without. titles: of printers, by profile.
    """
    names = {kind["kind"]: [name for name, _ in kind["names"]] for kind in kinds}
    return {
        "have": list(_have(room)),
        "presets": list(_presets(room)),
        "palettes": list(_palettes(shop, names.get(PALETTE, ()))),
        "titles": {name: title for name in names.get(BED, ()) if (title := title_of(name))},
    }


def _have(room: Game) -> Iterator[Value]:
    known = set(formats.names())
    for offer, (wanted, kinds) in HAVE.items():
        if offer in room.offers:
            made = ",".join(name for name in wanted if name in known)
            yield {"maker": str(offer.maker), "settings": {"format": made}, "kinds": list(kinds)}


def _presets(room: Game) -> Iterator[Value]:
    yield {"name": "usual", "settings": {}, "maker": ""}
    path = rooms.folder(room.name) / PRESETS
    if path.is_file():
        for name, settings in toml_of(path.read_bytes(), PRESETS).items():
            yield {"name": name, "settings": settings, "maker": ""}
    usual = {option.name: option.default for option in room.options}
    if Offer.SOLIDS in room.offers and traits(room).touch_size(usual):
        yield {"name": "touch", "settings": {"touch": FLAG}, "maker": str(Maker.PRINTER)}


def _palettes(shop: Shop, names: Iterable[str]) -> Iterator[Value]:
    """Yield the palettes that have a colour for each label of the usual set; none for a set whose marks have none."""
    made = shop.set(maker_of(shop))
    needed = {mark.colour for thing in made.things for mark in thing.face.marks if mark.colour is not None}
    for name in names:
        inks = [[ink.name, ink.rgb] for _, one in read_kinds(name) if isinstance(one, Palette) for ink in one.inks]
        if needed and max(needed) < len(inks):
            yield {"name": name, "inks": inks}


def title_of(name: str) -> str:
    """Return what a printer is called, with its likes: "Prusa MK4, MK4S"; "" if its profile does not say."""
    try:
        found = TITLE.match(text(name))
    except InputError:
        return ""
    return found[1].replace(" and ", ", ") if found else ""


OWN, REST = "The game", "Books and files"
ORDER = (OWN, SIZE, LASER, PAPER, PART, REST)
CONTROLS = {
    **{Kind.INT: "number", Kind.COUNT: "number", Kind.FLOAT: "number", Kind.LENGTH: "length", Kind.SIZE: "length"},
    **{Kind.FLAG: "flag", Kind.SOURCE: "source", Kind.FILE: "file", Kind.SEVERAL: "profiles"},
}
DEFAULT = re.compile(r"\s*\[default: ([^\]]*)\]$")
UNSAID = frozenset({"help"})  # is no choice
MANY = frozenset({"page"})  # kinds of profiles of which a set takes several
MAKERS = {Maker.PRINTER: "printed", Maker.LASER: "cut", Maker.PAPER: "paper"}


def fields(command: GameCommand, game: str) -> list[Value]:
    """Return a field for each option that a command has for a game, in the order of their groups; none for files that
    lie on this machine."""
    room = rooms.load(game)
    own = {option.name for option in command.options_of(room)}
    found = [
        _field(parameter, room, parameter.name in own)
        for parameter in options(command, game)
        if name_of(parameter) not in NOT_HERE and not parameter.hidden
        if not (isinstance(parameter, Declared) and parameter.option.kind is Kind.FOLDER)
    ]
    return sorted(found, key=lambda field: ORDER.index(field["group"]))


def _field(parameter: click.Option, room: Game, own: bool) -> Value:
    """Return the field of an option as the page reads it. own: whether it is the game's.

    name: of the option. control: "flag", "choice", "several", "number", "length", "text", "source" or "profiles".
    default: what is meant where nothing is typed, "" where a profile says it. choices: words to choose from, each with
    what is said of it. least, most: of a number; whole: whether it has no decimals. excludes: options that mean nothing
    beside it. kinds: of profiles, each with its names."""
    name, told = name_of(parameter), parameter.help or ""
    default = DEFAULT.search(told)
    field: Value = {
        **{"name": name, "label": name.replace("-", " ").capitalize(), "help": DEFAULT.sub("", told), "group": REST},
        **{"control": "flag", "default": default[1] if default else "", "choices": [], "excludes": []},
        **{"least": None, "most": None, "whole": False, "kinds": []},
    }
    if not isinstance(parameter, Declared):
        return field
    option, kind = parameter.option, parameter.option.kind
    field |= {
        "help": DEFAULT.sub("", option.help),
        "group": OWN if own else option.group or REST,
        "control": CONTROLS.get(kind, "text"),
        "default": example() if kind is Kind.FILE else field["default"],
        **{"least": option.minimum, "most": option.maximum, "whole": kind in (Kind.INT, Kind.COUNT)},
        "excludes": [name.replace("_", "-") for name in option.excludes],
    }
    if kind is Kind.SEVERAL:
        field["kinds"] = [
            {"kind": kind, "several": kind in MANY, "usual": _usual(names), "names": [list(pair) for pair in names]}
            for kind, names in profile_kinds()
        ]
        return field
    choices = [[str(one), ""] for one in option.choices]
    if option.name == "formats":
        known = (one for one in map(formats.load, formats.names()) if one.offer in room.offers)
        choices = [[one.name, "usual" if one.default else ""] for one in known]
    return field | {"control": "several" if kind is Kind.NAMES else "choice", "choices": choices} if choices else field


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
    asked = {one.name: getattr(profiles.laser, one.name) for one in LASER_OPTIONS}
    sizes: dict[str, list[tuple[str, float]]] = {
        "edge": [(how, own.size.edge) for how, own in made],
        "stripe": [(how, own.size.stripe) for how, own in made],
        "thickness": [(how, own.stock.thickness) for how, own in solid],
        "clearance": [(how, own.fit.clearance) for how, own in solid],
        **{name: [("", value)] for name, value in asked.items() if isinstance(value, float)},
        "bleed": [("", page.bleed) for page in profiles.pages],
        "dpi": [("", page.dpi) for page in profiles.pages],
    }
    return {name: _format_lengths(values) for name, values in sizes.items()}


def _format_lengths(values: list[tuple[str, float]]) -> str:
    """Return a length, or one for each process where they differ."""
    if len({length for _, length in values}) == 1:
        return f"{values[0][1]:g}"
    return ", ".join(f"{length:g} {how}".strip() for how, length in values)


def games(_value: Value, _tell: Tell) -> Value:
    """Return every game: name, title, languages of its books, what can be done with it; last those that cannot be had
    here."""
    found = []
    for name in rooms.names_with_set_files():
        try:
            game = rooms.load(name)
        except InputError:
            continue  # a plug-in that cannot be loaded: whoever names it on the command line is told why
        found.append(
            {
                "name": name,
                "title": game.titles.title,
                "here": has_needs(game),
                "accent": game.titles.accent,
                "own": traits(game).from_files,
                "plays": PLAYS.of(game) is not None,
                "scores": isinstance(game, Scores),
                "rules": isinstance(game, Explained),
                "books": _books(name, game),
                "languages": list(languages_of(name)),
                "offers": [str(offer) for offer in game.offers],
            }
        )
    found.sort(key=lambda one: not one["here"])
    return {"games": found}


def _books(name: str, game: Game) -> list[str]:
    """Return which books a game has, as `making.book` names them."""
    places = [folder / "rules" for folder in (rooms.folder(name), OWN_TEXTS)] if isinstance(game, Explained) else []
    rules, quick = (any(any(place.glob(f"*/{name}{ending}")) for place in places) for ending in (".md", "-quick.md"))
    return [
        *(["rules", "booklet"] if rules else []),
        *(["quick"] if quick else []),
        *(["scoresheet"] if isinstance(game, Recorded) else []),
    ]


def form(value: Value, _tell: Tell) -> Value:
    """Return the form of a game, and those of playing and scoring it. Its ``elsewhere`` are the options that a page
    does not have, since they are about files or processes of this machine."""
    game = game_name(value.get("game"))
    room, shop = rooms.load(game), shop_of(ask_of(MAKE, game, {}))
    every = fields(MAKE, game)
    shown = {field["name"] for field in every} | UNSAID
    own = {option.name.replace("_", "-") for option in MAKE.options_of(room)}
    elsewhere = [
        {
            "flag": f"--{name_of(parameter)}",
            "takes": "" if parameter.is_flag else parameter.metavar or parameter.type.name.upper(),
            "help": DEFAULT.sub("", parameter.help or ""),
            "group": OWN if name_of(parameter) in own else REST,
        }
        for parameter in options(MAKE, game)
        if name_of(parameter) not in shown and not parameter.hidden
    ]
    return {
        "game": game,
        "groups": [name for name in ORDER if any(field["group"] == name for field in every)],
        "fields": every,
        "elsewhere": elsewhere,
        "usual": usual(shop.run.profiles),
        "play": fields(PLAY, game) if PLAYS.of(room) else [],
        "score": fields(SCORE, game) if isinstance(room, Scores) else [],
        "example": scoring_example(room) if isinstance(room, Scores) else "",
        "simple": simple(room, shop, next(field["kinds"] for field in every if field["kinds"])),
    }


def scoring_example(room: Game) -> str:
    """Return a layout or a game to score, in the game's text form, "" for none: the file ``example`` in its room."""
    for path in sorted(Path(str(inspect.getfile(type(room)))).parent.glob("example.*")):
        if path.suffix in (".txt", ".json"):
            return path.read_text(encoding="utf-8")
    return ""
