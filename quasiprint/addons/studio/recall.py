"""What a made set, a set file or a project file says, as settings of the page: so a design comes back.

A manifest records everything that decides a set's bytes. Settings are proposed from it, and read by the very command:
the run that they come to has to be the one that is recorded. Whatever is not needed for that is left out, so that the
settings are those that somebody would type. What a page cannot have, such as a profile of somebody's own, is named."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from quasiprint import games
from quasiprint.addons.studio.words import (
    FLAG,
    LONGEST_TEXT,
    SEVERAL,
    TEXT,
    Declined,
    Tell,
    Value,
    ask_of,
    check_settings,
    command_line,
    game_name,
    name_of,
    options,
    text_of,
)
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.disk.ownership import MANIFEST
from quasiprint.errors import InputError, plain
from quasiprint.make.manifest import decode, run_of
from quasiprint.make.profiles import profile_names
from quasiprint.make.run import Run, settle
from quasiprint.model.choices import Extra, Maker
from quasiprint.model.format import SOURCES
from quasiprint.model.measures import Manner, Measures
from quasiprint.model.option import COMMON, EVERYTHING, Kind, LaserOptions, Option
from quasiprint.model.profile import Prices

RECORDED = ("game", "version", "parameters", "seed", "part")  # what of a manifest the page sends
MOST_SOURCES, LONGEST_NAME = 100, 200
NOT_RECORDED: Value = {"pieces": [], "accessories": [], "files": []}
TYPED = "--"  # how a manifest says that a length was typed, and comes from no profile
Found = dict[str, str]


def recall(value: Value, _tell: Tell) -> Value:
    """Return the game and the settings that a file says, and what of it they cannot say: ``differs``, names of
    profiles, of options, and of parts of what a set is made with.

    value: either ``manifest``, a text, what a set's manifest holds of RECORDED, with ``sources``, the texts of the
    set's own files, by path; or ``file``, the text of a set file or a project file. Raises Declined for what is none.
    """
    if "file" in value:
        game, found = _of_file(text_of(value["file"]), text_of(value.get("name", ""), LONGEST_NAME))
        return _told(game, found, [])
    if not isinstance(value.get("manifest"), str):
        raise Declined(f"recall: allowed is a {MANIFEST}, a set file or a project file")
    run = _recorded(text_of(value["manifest"]), _sources(value.get("sources", {})))
    name = game_name(run.game)
    found = {one: said for one, said in _proposed(name, run) if said}
    found, missing = _without_unknown(found)
    due = _differing(run, found)
    found = _fewest(run, found, due)
    if run.templates.own:
        due.append("templates")
    return _told(name, found, sorted({*missing, *due}))


def _told(game: str, settings: Found, differs: list[str]) -> Value:
    ask = ask_of(MAKE, game, settings)
    typed = command_line("make", game, ask.words)
    return {"game": game, "settings": settings, "differs": differs, "command": typed}


def _of_file(text: str, name: str) -> tuple[str, Found]:
    """Return the game and the settings of a set file or of a project file. Raises Declined."""
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise Declined(f"{plain(name) or 'file'}: cannot be read as TOML: {plain(str(problem))[:120]}") from None
    if "game" not in table:
        return games.SET_FILES, {f"set-file{TEXT}": text}
    game = game_name(table.pop("game"))
    known = {name_of(option) for option in options(MAKE, game)}
    found = {}
    for key, said in table.items():
        option = key.replace("_", "-")
        if option not in known:
            raise Declined(f"{plain(key)[:40]}: is not an option of {game}", option)
        if option != "output" and said is not False:
            found[option] = FLAG if said is True else ",".join(map(str, said)) if isinstance(said, list) else str(said)
    return game, check_settings(found)


def _sources(value: object) -> dict[str, bytes]:
    """Return the files that were kept with a set. Raises Declined for what are none."""
    if not isinstance(value, dict) or len(value) > MOST_SOURCES:
        raise Declined(f"sources: allowed are up to {MOST_SOURCES} names, each with a text")
    found = {}
    for path, said in value.items():
        if not isinstance(path, str) or not path.startswith(f"{SOURCES}/") or len(path) > LONGEST_NAME:
            raise Declined(f"sources: found {plain(str(path))[:60]!r}, allowed are names in {SOURCES}/")
        found[path] = text_of(said, LONGEST_TEXT).encode()
    return found


def _recorded(text: str, files: Mapping[str, bytes]) -> Run:
    """Return the run that a manifest records. Raises Declined for what is none."""
    try:
        told = json.loads(text)
        if not isinstance(told, dict) or told.get("game") not in games.names_with_set_files():
            raise Declined(
                f"{MANIFEST}: it names no game that there is here: {', '.join(games.names_with_set_files())}"
            )
        told = {key: told[key] for key in RECORDED if key in told}
        return run_of(decode(json.dumps({**told, **NOT_RECORDED}).encode(), MANIFEST), files)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as problem:
        said = str(problem) if isinstance(problem, InputError) else f"it cannot be read: {problem}"
        raise Declined(f"{MANIFEST}: {plain(said)[:200]}") from None


def _proposed(game: str, run: Run) -> Iterator[tuple[str, str]]:
    """Yield settings that may lead to a run: more than are needed."""
    supplied, values = dict(run.supplied), dict(run.parameters)
    for option in games.load(game).options:
        name, value = option.name.replace("_", "-"), values.get(option.name, option.default)
        if option.name in supplied and option.kind is not Kind.FOLDER:
            yield name + TEXT, supplied[option.name].content.decode("utf-8", "replace")
        elif value != option.default and option.kind not in (Kind.FOLDER, Kind.FILE):
            yield name, _word(value)
    profiles, manner = run.profiles, run.profiles.manner
    beds, materials = (",".join(one.name for one in every) for every in (profiles.beds, profiles.materials))
    yield SEVERAL, ",".join((beds, profiles.sheet.name, profiles.palette.name, materials))
    yield "paper", ",".join(page.name for page in profiles.pages)
    yield "language", run.language
    yield "format", ",".join(run.formats)
    yield "seed", _word(run.seed) if run.seed else ""
    yield from _lengths(run)
    for option in COMMON.values():
        if (part := {"laser": profiles.laser, "manner": manner, "page": profiles.pages[0]}.get(option.of)) is not None:
            yield option.flag.strip("-"), _as_typed(option, part)
    if profiles.prices is not None:
        own = {one.name: getattr(profiles.prices, one.name) for one in fields(Prices)}
        yield "price", ",".join(f"{name}={_word(said)}" for name, said in own.items() if said)
    if run.part is not None:
        yield "only", ",".join(f"{name}:{count}" if count > 1 else name for name, count in run.part.only)
        yield "spares", _word(run.part.spares) if run.part.spares else ""


def _lengths(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the lengths that may have been typed: one for all that has it, or for none."""
    printer, laser = (run.profiles.measures_of(maker) for maker in (Maker.PRINTER, Maker.LASER))
    if printer.size == laser.size:
        yield "edge", _word(printer.size.edge)
        yield "stripe", _word(printer.size.stripe) if printer.size.stripe else ""
    if printer.stock == laser.stock:
        yield "thickness", _word(printer.stock.thickness)
    if printer.fit.clearance_from.startswith(TYPED):
        yield "clearance", _word(printer.fit.clearance)


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


def _without_unknown(found: Found) -> tuple[Found, list[str]]:
    """Return settings without the profiles that are not known here, and the names of these."""
    known = {name for names in profile_names().values() for name in names}
    kept, missing = dict(found), list[str]()
    for setting in (SEVERAL, "paper"):
        names = found[setting].split(",")
        missing += [name for name in names if name not in known]
        kept[setting] = ",".join(name for name in names if name in known)
    return {name: said for name, said in kept.items() if said}, missing


def _settled(game: str, settings: Found) -> Run:
    """Return the run that settings come to. Raises Declined and InputError for what cannot be made."""
    return settle(ask_of(MAKE, game, settings).request)


def _differing(run: Run, settings: Found) -> list[str]:
    """Return the names of what is not the same in a run and in the one that settings come to."""
    try:
        other = _settled(run.game, settings)
    except (Declined, InputError) as problem:
        raise Declined(f"{MANIFEST}: no such set can be made here: {plain(str(problem))[:200]}") from None
    return list(_differences(run, other))


def _differences(one: Run, other: Run) -> Iterator[str]:
    for name in ("language", "seed", "part", "formats"):
        if getattr(one, name) != getattr(other, name):
            yield name
    values, others = dict(one.parameters), dict(other.parameters)
    given, there = _contents(one), _contents(other)
    for name in sorted(values.keys() | others.keys()):
        if given.get(name) != there.get(name) or (name not in given and values.get(name) != others.get(name)):
            yield name.replace("_", "-")
    for part in ("beds", "sheet", "pages", "palette", "manner", "laser", "materials", "prices"):
        if getattr(one.profiles, part) != getattr(other.profiles, part):
            yield part
    for maker in Maker:
        if maker is not Maker.TEXT and _measures(one, maker) != _measures(other, maker):
            yield f"measures-{maker}"


def _contents(run: Run) -> dict[str, list[bytes]]:
    """Return what files hold that were supplied, by option: a page calls them otherwise than whoever made the set."""
    return {name: [content for _, content in held.files] for name, held in run.supplied}


def _measures(run: Run, maker: Maker) -> Measures:
    """Return the measures of a process."""
    return replace(run.profiles.measures_of(maker), manner=Manner(), laser=LaserOptions())


def _fewest(run: Run, found: Found, due: list[str]) -> Found:
    """Return as few settings as come to the same. due: what differs nonetheless."""

    def same(settings: Found) -> bool:
        try:
            return list(_differences(run, _settled(run.game, settings))) == due
        except (Declined, InputError):
            return False

    texts = {name: said for name, said in found.items() if name.endswith(TEXT)}
    usual = dict(_proposed(run.game, _settled(run.game, texts)))  # most is as it usually is: left out at once
    fewer = {name: said for name, said in found.items() if name in texts or said != usual.get(name)}
    found = fewer if same(fewer) else found
    for name in [name for name in found if name not in texts]:
        fewer = {one: said for one, said in found.items() if one != name}
        if same(fewer):
            found = fewer
    for one in reversed(found.get(SEVERAL, "").split(",")):  # the first of two beds is the one that counts
        names = [name for name in found.get(SEVERAL, "").split(",") if name != one]
        if names and same({**found, SEVERAL: ",".join(names)}):
            found = {**found, SEVERAL: ",".join(names)}
    return found
