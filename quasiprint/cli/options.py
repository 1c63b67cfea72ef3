"""The options that every game has, and what follows from all that was said: a request for each game.

A project file holds any option of `make`, and of the game. Its values are read as the command line's.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from quasiprint import games
from quasiprint.cli.chosen import SET_FILE, Chosen, Declared, GameCommand, choice_of, game_values, kind_of, was_typed
from quasiprint.cli.kinds import NAMES, TEXT, usual_paper, words
from quasiprint.cli.reporting import Refused
from quasiprint.disk.reading import there
from quasiprint.errors import in_one, removed
from quasiprint.model import option as declared
from quasiprint.model.option import Kind, Option

if TYPE_CHECKING:
    from pathlib import Path

    from click.shell_completion import CompletionItem

    from quasiprint.make.run import Request
    from quasiprint.model.game import Game

SET_OPTIONS = tuple(map(Declared, declared.SET_OPTIONS))
MAKE_OPTIONS = tuple(map(Declared, declared.MAKE_OPTIONS))
LANGUAGE_OPTION = Declared(declared.LANGUAGE)


def game_argument(metavar: str) -> click.Argument:
    """Return the argument that names the game. It may stand in the project file instead."""
    return click.Argument(["game"], required=False, metavar=metavar, shell_complete=complete_game)


def complete_game(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a game that the command may be about."""
    assert isinstance(ctx.command, GameCommand)
    return words(ctx.command.game_choices().split(", "))(ctx, _, begun)


def meaningless(games: Iterable[Game]) -> frozenset[str]:
    """Return the names of those options of every game that change no set of any of these games."""
    every = tuple(games)
    if not every:
        return frozenset()
    from quasiprint.model.game import traits

    striped = any(traits(game).size({option.name: option.default for option in game.options}).stripe for game in every)
    seeded = any(traits(game).seeded for game in every)
    return frozenset(["stripe"] * (not striped) + ["seed"] * (not seeded))


def options_without(trait: str, chosen: Iterable[Game]) -> set[str]:
    """Return the names of options that a set has and a document has not. trait: "booked" or "recorded"."""
    own = (one for game in chosen for one in game.options)
    return {one.name for one in (*declared.SET_OPTIONS, *own) if not getattr(one, trait)}


def making(game: Game) -> tuple[Option, ...]:
    """Return the options that a game's sets depend on."""
    return tuple(option for option in game.options if option.makes)


def requests(ctx: click.Context) -> list[Request]:
    """Return what was asked for, a request for each game: the command line's values, then the project's. Raises
    Refused or click's errors for what is wrong."""
    from quasiprint.make.run import Request

    made = choice_of(ctx)
    command = ctx.command
    assert isinstance(command, GameCommand)
    if not made.name:
        raise click.UsageError(command.missing(), ctx)
    names = declared.COMMON.keys() - {"project"}
    values = {key: value for key, value in ctx.params.items() if key in names and was_typed(ctx, key)}
    project: Path | None = ctx.params.get("project")
    if project is not None:
        from_project = of_every_game(project, made)
        # Profiles add up by kind, so the project's keep a place of their own.
        values = {**from_project, "profiles": (), **values, "project_profiles": from_project.get("profiles", ())}
    else:  # a project file gives the same set in every country
        values["usual_paper"] = usual_paper()
    output: Path | None = values.pop("output", None)
    return [
        Request(
            game=name,
            parameters=_own(ctx, name, game, project),
            output=_output(
                output, folder_name(ctx, name) + "-part" * bool(values.get("only") or values.get("spares")), made
            ),
            **values,
        )
        for name, game in made.games.items()
    ]


def _own(ctx: click.Context, name: str, game: Game, project: Path | None) -> dict[str, Any]:
    """Return the values of a game's own options: what was typed, then what the project says."""
    options = {option.name: option for option in making(game)}
    said = {key: value for key, value in game_values(ctx).items() if key in options}
    if choice_of(ctx).name == games.EVERY:
        for key, value in said.items():
            try:
                said[key] = kind_of(options[key]).convert(value, None, ctx)
            except click.BadParameter as problem:
                raise Refused(f"{options[key].flag}: {name}: {problem.message}") from None
    from_project = of_game(choice_of(ctx).table, options, project) if project is not None else {}
    return {**left_over(from_project, said, options), **said}


def folder_name(ctx: click.Context, game: str) -> str:
    """Return what a set's folder is called: after the game, or after the set file."""
    from pathlib import Path

    file = ctx.meta.get(SET_FILE)
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(file).stem).strip("-.") if file else ""
    return stem or game


def _output(output: Path | None, game: str, made: Chosen) -> Path:
    from pathlib import Path

    if output is None:
        return Path("output", game)
    if made.name != games.EVERY:
        return output
    if output.suffix.lower() == ".zip":
        raise Refused(f"output '{output}': found an archive, which holds one set; allowed for all games is a folder")
    return output / game


def of_every_game(file: Path, made: Chosen) -> dict[str, Any]:
    """Return a project's values of those parameters that every game has, by name.

    Paths in it are relative to the file. Raises Refused, naming file and key, also for a key that is none of these.
    """
    from pathlib import Path

    known = {option.typed or option.name: option for option in declared.COMMON.values() if option.name != "project"}
    own = {one.name for game in made.games.values() for one in making(game)}
    values: dict[str, Any] = {}
    strange = [key for key in made.table if key.replace("-", "_") not in {*known, *own, "game"}]
    if said := next(filter(None, map(removed, strange)), ""):
        raise Refused(f"project {file}: {said}")
    if strange:
        unknown = [f"found a key {key!r}" for key in strange]
        raise Refused(f"project {file}: {in_one(unknown)}, allowed are {', '.join(sorted({*known, *own, 'game'}))}")
    for key, value in made.table.items():
        name = key.replace("-", "_")
        if name in own or name == "game":
            continue
        option = known[name]
        kind = NAMES if option.kind is Kind.SEVERAL else TEXT if option.kind is Kind.PATH else kind_of(option)
        read = _project_value(kind, value, file, key)
        values[option.name] = Path(read) if option.kind is Kind.PATH else read
    if "output" in values:
        values["output"] = file.parent / values["output"]
    if "profiles" in values:
        values["profiles"] = tuple(_beside(file, name) for name in values["profiles"])
    return values


def of_game(table: Mapping[str, Any], options: Mapping[str, Option], file: Path) -> dict[str, Any]:
    """Return a project's values of a game's options, by name, each as the option reads it. Paths are relative to the
    file. Raises Refused, naming file and key."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        option = options.get(key.replace("-", "_"))
        if option is None:
            continue
        read = _project_value(kind_of(option), value, file, key)
        values[option.name] = str(file.parent / read) if _is_path(option, read, file.parent) else read
    return values


def left_over(document: Mapping[str, Any], said: Mapping[str, Any], options: Mapping[str, Option]) -> dict[str, Any]:
    """Return a project's values but those that exclude one of the command line's, or are excluded by one."""
    out = {other for name in said for other in options[name].excludes}
    return {
        name: value
        for name, value in document.items()
        if name not in out and not said.keys() & set(options[name].excludes)
    }


def _project_value(kind: click.ParamType[Any], value: Any, file: Path | None, key: str) -> Any:
    try:
        return kind.convert(value, None, None)
    except click.BadParameter as problem:
        raise Refused(f"project {file}: {key}: {problem.message}") from None


def _is_path(option: Option, value: Any, beside: Path) -> bool:
    """Tell whether an option's value is a path: a folder, or a source with a dot or a separator in it, or one
    that is the name of a file in the folder `beside`."""
    if option.kind is Kind.SOURCE:
        return os.path.basename(value) != value or "." in value or (value != "" and there(beside / value))
    return option.kind in (Kind.FOLDER, Kind.FILE)


def _beside(file: Path, name: str) -> str:
    """Return a profile's name, or its file's path relative to the project file."""
    is_file = name.endswith(".toml") or os.path.basename(name) != name
    return str(file.parent / name) if is_file else name
