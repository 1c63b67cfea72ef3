"""The form: every option that a game has on the command line, as fields for a page.

It is made from the very options that the commands read, so that there is no second list to keep: names, help, groups,
words to choose from, limits. What says where files lie, or how this machine is used, is left out: `words.NOT_HERE`.

Before it stands the simple form: what somebody has, a few ways a set may be, and colours. All of it is settings:
options and values. Which options a smaller set of a game has stands with the game, in ``presets.toml`` of its room.

A made set, a set file or a project file comes back as settings of the page. A manifest records everything that decides
a set's bytes. Settings are proposed from it, and read by the very command: the run that they come to has to be the one
that is recorded. Settings that are not needed are left out, so that the rest is what a user would type. What a page
cannot have, such as a profile of somebody's own, is named.
"""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields as fields_of
from dataclasses import replace
from pathlib import Path
from typing import Any

from quasiprint import formats
from quasiprint import games as rooms
from quasiprint.addons.studio.preview import maker_of
from quasiprint.addons.studio.sets import Shop, shop_of
from quasiprint.addons.studio.table.games import PLAYS
from quasiprint.addons.studio.table.play import COMMAND as PLAY
from quasiprint.addons.studio.words import (
    FLAG,
    NOT_HERE,
    SEVERAL,
    TEXT,
    Declined,
    Value,
    ask_of,
    check_settings,
    command_line,
    example,
    game_name,
    game_names,
    has_needs,
    name_of,
    options,
    text_of,
)
from quasiprint.cli.chosen import Declared, GameCommand
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.cli.score import COMMAND as SCORE
from quasiprint.disk.ownership import MANIFEST
from quasiprint.errors import InputError, plain
from quasiprint.make.manifest import decode, run_of
from quasiprint.make.profiles import DEFAULTS as DEFAULT_PROFILES
from quasiprint.make.profiles import Profiles, profile_names, read_kinds, text
from quasiprint.make.profiles import lines as profile_lines
from quasiprint.make.run import USER_FOLDER as OWN_TEXTS
from quasiprint.make.run import Run, languages_of, settle
from quasiprint.model.choices import Extra, Process, ProductKind
from quasiprint.model.common_options import COMMON, LASER, PAPER, PART, SIZE, LaserOptions
from quasiprint.model.game import Explained, Game, HasQuestions, Recorded, Scores, traits
from quasiprint.model.measures import ProductionOptions
from quasiprint.model.option import EVERYTHING, Kind, Option
from quasiprint.model.profile import Palette, Prices
from quasiprint.model.resources import classics
from quasiprint.model.texts import toml_of

PRESETS = "presets.toml"
# what a machine takes: the formats that its program reads, and the profiles that say what it is like
HAVE = {
    ProductKind.SOLIDS: (("3mf", "stl"), ("bed", "printer's material")),
    ProductKind.DRAWINGS: (("svg", "dxf"), ("sheet", "laser's material")),
    ProductKind.PAGES: (("pdf",), ("page",)),
}
BED, PALETTE = "bed", "palette"
TITLE = re.compile(r"# (.+?)(?:, with|, such|[;:.](?= |$))", re.MULTILINE)  # of a printer: its profile begins with it


def simple(room: Game, shop: Shop, kinds: Iterable[Value]) -> Value:
    """Return the simple form of a game. kinds: of profiles, as the form has them.

    have: machines, each with settings and the kinds of its profiles. presets: each with its name, its settings, and the
    machine that it needs, "" for any. palettes: with colours; none for a set without. titles: of printers, by profile.
    """
    names = {kind["kind"]: [name for name, _ in kind["names"]] for kind in kinds}
    known = formats.names()
    machines = [(str(offer.maker), *machine) for offer, machine in HAVE.items() if offer in room.offers]
    return {
        "have": [
            {"maker": maker, "settings": {"format": ",".join(filter(known.__contains__, wanted))}, "kinds": list(kinds)}
            for maker, wanted, kinds in machines
        ],
        "presets": list(_presets(room)),
        "palettes": list(_palettes(shop, names.get(PALETTE, ()))),
        "titles": {name: title for name in names.get(BED, ()) if (title := _title_of(name))},
    }


def _presets(room: Game) -> Iterator[Value]:
    yield {"name": "usual", "settings": {}, "maker": ""}
    path = rooms.folder(room.name) / PRESETS
    if path.is_file():
        for name, settings in toml_of(path.read_bytes(), PRESETS).items():
            yield {"name": name, "settings": settings, "maker": ""}
    usual = {option.name: option.default for option in room.options}
    if ProductKind.SOLIDS in room.offers and traits(room).touch_size(usual):
        yield {"name": "touch", "settings": {"touch": FLAG}, "maker": str(Process.PRINTER)}


def _palettes(shop: Shop, names: Iterable[str]) -> Iterator[Value]:
    """Yield the palettes that have a colour for each label of the usual set; none for a set whose marks have none."""
    made = shop.set(maker_of(shop))
    needed = {mark.colour for item in made.items for mark in item.face.marks if mark.colour is not None}
    for name in names:
        inks = [[ink.name, ink.rgb] for _, kind in read_kinds(name) if isinstance(kind, Palette) for ink in kind.inks]
        if needed and max(needed) < len(inks):
            yield {"name": name, "inks": inks}


def _title_of(name: str) -> str:
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
MANY = frozenset({"page"})  # kinds of profiles of which a set takes several
MAKERS = {Process.PRINTER: "printed", Process.LASER: "cut", Process.PAPER: "paper"}


def fields(command: GameCommand, game: str) -> list[Value]:
    """Return a field for each option of a command for a game, in the order of their groups; none for local files."""
    room = rooms.load(game)
    names = {option.name for option in command.options_of(room)}
    found = [
        _field(parameter, room, parameter.name in names)
        for parameter in options(command, game)
        if isinstance(parameter, Declared) and not parameter.hidden and name_of(parameter) not in NOT_HERE
        if parameter.option.kind is not Kind.FOLDER
    ]
    return sorted(found, key=lambda field: ORDER.index(field["group"]))


def _field(parameter: Declared, room: Game, of_game: bool) -> Value:
    """Return the field of an option as the page reads it. of_game: whether it is the game's.

    name: of the option. control: "flag", "choice", "several", "number", "length", "text", "source", "file" or
    "profiles". default: what is meant where nothing is typed, "" where a profile says it. choices: words to choose
    from, each with its description. least, most: of a number; whole: whether it has no decimals. excludes: options
    that mean nothing beside it. kinds: of profiles, each with its names."""
    option, name = parameter.option, name_of(parameter)
    default = DEFAULT.search(parameter.help or "")
    choices = [[str(choice), ""] for choice in option.choices]
    if option.name == "formats":
        known = (file_format for file_format in map(formats.load, formats.names()) if file_format.offer in room.offers)
        choices = [[file_format.name, "usual" if file_format.default else ""] for file_format in known]
    control = CONTROLS.get(option.kind, "text")
    return {
        **{"name": name, "label": name.replace("-", " ").capitalize(), "help": DEFAULT.sub("", option.help)},
        "group": OWN if of_game else option.group or REST,
        "control": ("several" if option.kind is Kind.NAMES else "choice") if choices else control,
        "default": example() if option.kind is Kind.FILE else default[1] if default else "",
        **{"choices": choices, "excludes": [other.replace("_", "-") for other in option.excludes]},
        **{"least": option.minimum, "most": option.maximum, "whole": option.kind in (Kind.INT, Kind.COUNT)},
        "kinds": profile_kinds() if option.kind is Kind.SEVERAL else [],
    }


def profile_kinds() -> list[Value]:
    """Return each kind of profile of which a run has one: whether it may have several, the name that is meant where
    nobody says, "" for none, and the names that there are, with what each says."""
    kinds: dict[str, dict[str, str]] = {}
    for lines in profile_lines().values():
        for name, line in lines.items():
            try:
                found = {kind for kind, _ in read_kinds(name)}
            except InputError:
                continue  # a user's profile that cannot be read: an error only where it is named
            kinds.setdefault(found.pop() if len(found) == 1 else "calibration", {})[name] = line
    return [
        {
            **{"kind": kind, "several": kind in MANY, "names": [list(pair) for pair in names.items()]},
            "usual": next((name for name in DEFAULT_PROFILES if name in names), ""),
        }
        for kind, names in kinds.items()
    ]


def usual(profiles: Profiles) -> dict[str, str]:
    """Return what lengths are where nobody says otherwise, by option: a number, or several where processes differ."""
    made = [(MAKERS[measures.process], profiles.measures_of(measures.process)) for measures in profiles.measures]
    solid = [pair for pair in made if pair[0] != MAKERS[Process.PAPER]]
    asked = {option.name: getattr(profiles.laser, option.name) for option in COMMON.values() if option.of == "laser"}
    sizes: dict[str, list[tuple[str, float]]] = {
        "edge": [(how, measures.size.edge) for how, measures in made],
        "stripe": [(how, measures.size.stripe) for how, measures in made],
        "thickness": [(how, measures.stock.thickness) for how, measures in solid],
        "clearance": [(how, measures.fit.clearance) for how, measures in solid],
        **{name: [("", value)] for name, value in asked.items() if isinstance(value, float)},
        "bleed": [("", page.bleed) for page in profiles.pages],
        "dpi": [("", page.dpi) for page in profiles.pages],
    }
    found = {}
    for name, values in sizes.items():
        shown = [f"{length:g} {how}".strip() for how, length in values]  # for each process if they differ
        found[name] = ", ".join(shown) if len({length for _, length in values}) > 1 else f"{values[0][1]:g}"
    return found


def games(_value: Value) -> Value:
    """Return every game: name, title, languages, what can be done with it; last those that cannot be had here."""
    found = []
    for name in game_names():
        try:
            game = rooms.load(name)
        except InputError:
            continue  # a plug-in that cannot be loaded: an error only where it is named
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
                "books": list(_books(name, game)),
                "languages": list(languages_of(name)),
                "offers": [str(offer) for offer in game.offers],
            }
        )
    found.sort(key=lambda profile: not profile["here"])
    return {"games": found}


def _books(name: str, game: Game) -> Iterator[str]:
    """Yield which books a game has, as `making.book` names them."""
    places = [folder / "rules" for folder in (rooms.folder(name), OWN_TEXTS)] if isinstance(game, Explained) else []
    for ending, books in ((".md", ("rules", "booklet")), ("-quick.md", ("quick",))):
        if any(any(place.glob(f"*/{name}{ending}")) for place in places):
            yield from books
    if isinstance(game, Recorded):
        yield "scoresheet"


def form(value: Value) -> Value:
    """Return the form of a game, and those of playing and scoring it."""
    game = game_name(value.get("game"))
    room, shop = rooms.load(game), shop_of(ask_of(MAKE, game, {}))
    all_fields = fields(MAKE, game)
    shelf = []  # the set files that come with the program
    for name, path in classics().items() if isinstance(room, HasQuestions) else ():
        content = Path(path).read_bytes()
        head = toml_of(content, name)["set"]
        shelf.append({"name": name, "title": head["title"], "credit": head.get("credit", ""), "text": content.decode()})
    return {
        "game": game,
        "groups": [name for name in ORDER if any(field["group"] == name for field in all_fields)],
        "fields": all_fields,
        "usual": usual(shop.run.profiles),
        "play": fields(PLAY, game) if PLAYS.of(room) else [],
        "score": fields(SCORE, game) if isinstance(room, Scores) else [],
        "example": scoring_example(room) if isinstance(room, Scores) else "",
        "simple": simple(room, shop, next(field["kinds"] for field in all_fields if field["kinds"])),
        "shelf": shelf,
    }


def answers(value: Value) -> Value:
    """Return the questions of a game whose set is said by a file, and the file that comes of ``answers``; without them
    of those that the ``text`` of a file gives, "" for the example. same: whether that file says nothing else. Raises
    Declined for a game that asks nothing."""
    room = rooms.load(game_name(value.get("game")))
    if not isinstance(room, HasQuestions):
        raise Declined(f"{room.titles.title} is not said by a file, so nothing is asked")
    text = text_of(value.get("text", "")) or example()
    given = check_settings(value["answers"]) if "answers" in value else room.read_answers(text)
    found = room.write_file(given)
    same = "answers" in value or (given and tomllib.loads(text) == tomllib.loads(str(found["text"])))
    return {**found, "same": bool(same)}


def scoring_example(room: Game) -> str:
    """Return a layout or a game to score, in the game's text form, "" for none: the file ``example`` in its room."""
    for path in sorted(Path(str(inspect.getfile(type(room)))).parent.glob("example.*")):
        if path.suffix in (".txt", ".json"):
            return path.read_text(encoding="utf-8")
    return ""


RECORDED = ("game", "version", "parameters", "seed", "part")  # what of a manifest the page sends
LONGEST_NAME = 200
NOT_RECORDED: Value = {"pieces": [], "accessories": [], "files": []}
RUN_PARTS = ("language", "seed", "part", "formats")
TYPED = "--"  # how a manifest says that a length was typed, and comes from no profile
Typed = dict[str, str]


def recall(value: Value) -> Value:
    """Return the game and the settings that a file says, and what of it they cannot say: ``differs``, names of
    profiles, of options, and of parts of what a set is made with.

    value: either ``manifest``, a text, what a set's manifest holds of RECORDED, with ``sources``, the texts of the
    set's own files, by path; or ``file``, the text of a set file or a project file. Raises Declined for what is none.
    """
    if "file" in value:
        game, found = _of_file(text_of(value["file"]), text_of(value.get("name", ""), LONGEST_NAME))
        return _settings_data(game, found, [])
    if not isinstance(value.get("manifest"), str):
        raise Declined(f"recall: allowed is a {MANIFEST}, a set file or a project file")
    run = _recorded(text_of(value["manifest"]), _sources(value.get("sources", {})))
    name = game_name(run.game)
    known = {name for names in profile_names().values() for name in names}
    pairs = [(key, typed) for key, typed in _proposed(name, run) if typed]
    missing = {(key, typed) for key, typed in pairs if key in (SEVERAL, "paper") and typed not in known}
    pairs = [pair for pair in pairs if pair not in missing]
    try:
        found, differs = _fewest(run, pairs)
    except (Declined, InputError) as problem:
        raise Declined(f"{MANIFEST}: no such set can be made here: {plain(str(problem))[:200]}") from None
    differs |= {typed for _, typed in missing}
    return _settings_data(name, found, sorted(differs | {"templates"} if run.templates.edited else differs))


def _settings_data(game: str, settings: Typed, differs: list[str]) -> Value:
    typed = command_line("make", game, ask_of(MAKE, game, settings).words)
    return {"game": game, "settings": settings, "differs": differs, "command": typed}


def _of_file(text: str, name: str) -> tuple[str, Typed]:
    """Return the game and the settings of a set file or of a project file. Raises Declined."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise Declined(f"{plain(name) or 'file'}: cannot be read as TOML: {plain(str(problem))[:120]}") from None
    if "game" not in table:
        return rooms.SET_FILES, {f"set-file{TEXT}": text}
    game = game_name(table.pop("game"))
    known = {name_of(option) for option in options(MAKE, game)}
    found = {}
    for key, typed in table.items():
        option = key.replace("_", "-")
        if option not in known:
            raise Declined(f"{plain(key)[:40]}: is not an option of {game}", option)
        if option != "output" and typed is not False:
            words = typed if isinstance(typed, list) else [FLAG if typed is True else typed]
            found[option] = ",".join(map(str, words))
    return game, check_settings(found)


def _sources(value: object) -> dict[str, bytes]:
    """Return the files that were kept with a set. Raises Declined for what are none."""
    if not isinstance(value, dict):
        raise Declined("sources: allowed are names, each with a text")
    return {path: text_of(typed).encode() for path, typed in value.items()}


def _recorded(text: str, files: Mapping[str, bytes]) -> Run:
    """Return the run that a manifest records. Raises Declined for what is none."""
    try:
        recorded = json.loads(text)
        if not isinstance(recorded, dict) or recorded.get("game") not in game_names():
            raise Declined(f"{MANIFEST}: it names no game that there is here: {', '.join(game_names())}")
        recorded = {key: recorded[key] for key in RECORDED if key in recorded}
        return run_of(decode(json.dumps({**recorded, **NOT_RECORDED}).encode(), MANIFEST), files)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as problem:
        reason = str(problem) if isinstance(problem, InputError) else f"it cannot be read: {problem}"
        raise Declined(f"{MANIFEST}: {plain(reason)[:200]}") from None


def _proposed(game: str, run: Run) -> Iterator[tuple[str, str]]:
    """Yield settings that may lead to a run: more than are needed."""
    supplied, values = dict(run.supplied), dict(run.parameters)
    for option in rooms.load(game).options:
        name, value = option.name.replace("_", "-"), values.get(option.name, option.default)
        if option.name in supplied and option.kind is not Kind.FOLDER:
            yield name + TEXT, supplied[option.name].content.decode("utf-8", "replace")
        elif value != option.default and option.kind not in (Kind.FOLDER, Kind.FILE):
            yield name, _word(value)
    profiles, manner = run.profiles, run.profiles.manner
    beds, materials = ([profile.name for profile in some] for some in (profiles.beds, profiles.materials))
    yield from ((SEVERAL, name) for name in (*beds, profiles.sheet.name, profiles.palette.name, *materials))
    yield from (("paper", page.name) for page in profiles.pages)
    yield "language", run.language
    yield "format", ",".join(run.formats)
    yield "seed", _word(run.seed) if run.seed else ""
    printer = profiles.measures_of(Process.PRINTER)
    parts = {"laser": profiles.laser, "manner": manner, "page": profiles.pages[0]}
    lengths = {"edge": printer.size, "thickness": printer.stock, "clearance": printer.fit}
    lengths |= {"stripe": printer.size} if printer.size.stripe else {}
    for option in COMMON.values():
        if (part := parts.get(option.of) or lengths.get(option.name)) is not None:
            yield option.flag.strip("-"), _as_typed(option, part)
    if profiles.prices is not None:
        prices = {price.name: getattr(profiles.prices, price.name) for price in fields_of(Prices)}
        yield "price", ",".join(f"{name}={_word(typed)}" for name, typed in prices.items() if typed)
    if run.part is not None:
        yield "only", ",".join(f"{name}:{count}" if count > 1 else name for name, count in run.part.only)
        yield "spares", _word(run.part.spares) if run.part.spares else ""


def _as_typed(option: Option, part: Any) -> str:
    """Return the value of an option as it is typed, "" where none was. part: of a run, in which it is a field."""
    value = getattr(part, option.name)
    if not getattr(part, f"{option.name}_from", TYPED).startswith(TYPED):
        return ""
    if option.kind is Kind.TABS:
        return f"{part.tabs}x{part.tab:g}" if part.tabs else ""
    if isinstance(value, tuple):
        return EVERYTHING if value == tuple(Extra) else ",".join(map(_word, value))
    return _word(value)


def _word(value: object) -> str:
    """Return a value as it is typed."""
    if isinstance(value, bool):
        return FLAG if value else ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(float(value))
    return str(value)


def _differences(run: Run, settings: Typed) -> set[str]:
    """Return the names of what is not the same in a run and the one that settings come to. Raises Declined and
    InputError for settings of which nothing can be made."""
    parts, others = _parts(run), _parts(settle(ask_of(MAKE, run.game, settings).request))
    return {name for name in parts.keys() | others.keys() if parts.get(name) != others.get(name)}


def _parts(run: Run) -> dict[str, object]:
    """Return what decides a set's bytes, by name; a supplied file by what it holds, as a page calls it otherwise."""
    held = {name: [content for _, content in supplied.files] for name, supplied in run.supplied}
    options = {name.replace("_", "-"): value for name, value in {**dict(run.parameters), **held}.items()}
    profiles = {part.name: getattr(run.profiles, part.name) for part in fields_of(Profiles) if part.name != "measures"}
    measures = {
        f"measures-{maker}": replace(run.profiles.measures_of(maker), manner=ProductionOptions(), laser=LaserOptions())
        for maker in Process
        if maker is not Process.TEXT
    }
    return {**options, **profiles, **measures, **{name: getattr(run, name) for name in RUN_PARTS}}


def _settings(pairs: Iterable[tuple[str, str]]) -> Typed:
    """Return settings as the page has them: what is there several times with commas between."""
    found: Typed = {}
    for key, typed in pairs:
        found[key] = f"{found[key]},{typed}" if key in found else typed
    return found


def _fewest(run: Run, pairs: list[tuple[str, str]]) -> tuple[Typed, set[str]]:
    """Return as few settings as come as near to a run, and what differs nonetheless. Raises as `_differences`."""
    differs = _differences(run, _settings(pairs))
    for pair in pairs[::-1]:  # the first of two beds is the one that counts
        fewer = [other for other in pairs if other is not pair]
        with suppress(Declined, InputError):
            if not pair[0].endswith(TEXT) and (left := _differences(run, _settings(fewer))) <= differs:
                pairs, differs = fewer, left
    return _settings(pairs), differs
