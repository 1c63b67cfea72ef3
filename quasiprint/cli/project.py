"""A project file: any option of `make`, and of the game, held in a file. Its values are read as the command line's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from quasiprint.cli.chosen import Chosen, kind_of
from quasiprint.cli.kinds import Names, PlainText
from quasiprint.cli.reporting import Refused
from quasiprint.model.option import Kind, Option
from quasiprint.storage.reading import there

# what a key is called in the file, where it is not the parameter's name
_KEYS = {"formats": "format", "profiles": "profile"}


def of_every_game(
    ctx: click.Context, file: Path, made: Chosen, parameters: Iterable[click.Parameter], own: Collection[str]
) -> dict[str, Any]:
    """Return a project's values of those parameters that every game has, by name. own: the names of the options that
    the chosen games have besides.

    Paths in it are relative to the file. Raises Refused, naming file and key, also for a key that is none of these.
    """
    known = {_KEYS.get(name, name): parameter for parameter in parameters if (name := parameter.name)}
    values: dict[str, Any] = {}
    for key, value in made.table.items():
        name = key.replace("-", "_")
        if name in own or name == "game":
            continue
        if name not in known:
            allowed = ", ".join(sorted({*known, *own, "game"}))
            raise Refused(f"project {file}: found a key {key!r}, allowed are {allowed}")
        try:
            values[known[name].name or name] = _converted(ctx, known[name], value)
        except click.BadParameter as problem:
            raise Refused(f"project {file}: {key}: {problem.message}") from None
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
        try:
            read = kind_of(option).convert(value, None, None)
        except click.BadParameter as problem:
            raise Refused(f"project {file}: {key}: {problem.message}") from None
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


def _converted(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
    if parameter.name == "profiles":
        return Names().convert(value, parameter, ctx)
    if isinstance(parameter.type, click.Path):
        return Path(PlainText().convert(value, parameter, ctx))
    return parameter.type.convert(value, parameter, ctx)


def _is_path(option: Option, value: Any, beside: Path) -> bool:
    """Tell whether an option's value is a path: a folder, or a source with a dot or a separator in it, or one
    that is the name of a file in the folder `beside`."""
    if option.kind is Kind.SOURCE:
        return Path(value).name != value or "." in value or (value != "" and there(beside / value))
    return option.kind in (Kind.FOLDER, Kind.FILE)


def _beside(file: Path, name: str) -> str:
    """Return a profile's name, or its file's path relative to the project file."""
    is_file = name.endswith(".toml") or Path(name).name != name
    return str(file.parent / name) if is_file else name
