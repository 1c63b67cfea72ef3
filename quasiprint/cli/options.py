"""The options that `check` and `make` share, those of the games, and the project file's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from quasiprint import games
from quasiprint.api import Request
from quasiprint.cli.kinds import Flag, Length, Names, Number, PlainText, WholeNumber
from quasiprint.cli.reporting import Refused
from quasiprint.model.errors import InputError
from quasiprint.model.option import Kind, Option
from quasiprint.storage.reading import read_toml, there

EVERY_GAME = "all"


def _game_kind(option: Option) -> click.ParamType[Any]:
    kinds: dict[Kind, click.ParamType[Any]] = {
        Kind.INT: WholeNumber(),
        Kind.FLOAT: Number(),
        Kind.LENGTH: Length(positive=False),
    }
    return kinds.get(option.kind) or PlainText()


def game_options(*, for_score: bool = False) -> dict[str, dict[str, Option]]:
    """Return the games' own options, those that a set depends on or those that `score` asks for:
    by name, then by game."""
    found: dict[str, dict[str, Option]] = {}
    for name in games.names():
        for option in games.load(name).options:
            if option.scores if for_score else option.makes:
                found.setdefault(option.name, {})[name] = option
    return found


class GameCommand(click.Command):
    """A command with the games' own options, which are asked of the rooms."""

    for_score = False

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters, then the games'."""
        own = super().get_params(ctx)
        return [*own[:-1], *game_parameters(for_score=self.for_score), own[-1]]  # --help stays the last


def game_parameters(*, for_score: bool = False) -> list[click.Parameter]:
    """Return a parameter for each option that some game has."""
    parameters: list[click.Parameter] = []
    for name, by_game in game_options(for_score=for_score).items():
        words = "; ".join(f"{game}: {option.help}{_default(option)}" for game, option in by_game.items())
        first = next(iter(by_game.values()))
        said = [f"--{name.replace('_', '-')}", name]
        if first.kind is Kind.FLAG:
            parameters.append(click.Option(said, type=Flag(), is_flag=True, flag_value=True, default=None, help=words))
        else:
            parameters.append(click.Option(said, type=_game_kind(first), help=words))
    return parameters


def _default(option: Option) -> str:
    """Return what an option's help says of its values."""
    choices = f" [{'|'.join(map(str, option.choices))}]" if option.choices else ""
    return choices + ("" if option.default in ("", False) else f" [default: {option.default}]")


SET_OPTIONS = (
    click.Option(
        ["--profile", "profiles"],
        type=PlainText(),
        multiple=True,
        metavar="NAME|FILE",
        help="A bed, sheet, page, palette or measures profile; may be given for each.",
    ),
    click.Option(["--seed"], type=WholeNumber(0), help="Seed of whatever is random.  [default: 0]"),
    click.Option(["--kerf"], type=Length(positive=False), help="Full width that the laser removes."),
    click.Option(["--clearance"], type=Length(positive=False), help="Taken off every edge, to fit."),
    click.Option(["--edge"], type=Length(), help="Edge of a tile, or of a board's cell."),
    click.Option(["--thickness"], type=Length(), help="Thickness of a tile or board, printed or cut."),
    click.Option(["--stripe"], type=Length(), help="Width of a stripe, in games that have stripes."),
    click.Option(
        ["--project"],
        type=click.Path(path_type=Path),
        metavar="FILE.toml",
        help="A file that holds any of these; the command line wins.",
    ),
)
LANGUAGE_OPTION = click.Option(["--language"], type=PlainText(), default="en", help="Of the books.  [default: en]")
MAKE_OPTIONS = (
    click.Option(["-o", "--output"], type=click.Path(path_type=Path), metavar="DIR", help="Default: output/GAME."),
    click.Option(
        ["--format", "formats"],
        type=Names(),
        metavar="NAMES",
        help="Such as stl,svg; `list` shows them.  [default: all but those on request]",
    ),
    LANGUAGE_OPTION,
    click.Option(["--jobs"], type=WholeNumber(1), help="How many formats to encode at once.  [default: 1]"),
)
# what a key is called in a project file, where it is not the parameter's name
# parameters that say nothing of the set
BESIDES = frozenset({"as_json", "file", "paper", "booklet", "quick"})
_KEYS = {"formats": "format", "profiles": "profile"}


def game_argument(metavar: str) -> click.Argument:
    """Return the argument that names the game. It may stand in the project file instead."""
    return click.Argument(["game"], required=False, metavar=metavar)


def requests(ctx: click.Context, *, may_be_all: bool) -> list[Request]:
    """Return what was asked for, a request for each game: the command line's values, then the
    project's. Raises Refused or click's errors for what is wrong.
    """
    values = {key: value for key, value in ctx.params.items() if _given(ctx, key) and key not in BESIDES}
    project: Path | None = values.pop("project", None)
    if project is not None:
        # Profiles add up by kind, so the project's keep a place of their own.
        held = _left(project_values(ctx, project), values)
        values = {**held, **values, "project_profiles": held.get("profiles", ())}
        if not _given(ctx, "profiles"):
            values["profiles"] = ()
    name = values.pop("game", None)
    if not name:
        raise click.UsageError("a game is missing: " + _games(may_be_all), ctx)
    if name not in games.names() and not (may_be_all and name == EVERY_GAME):
        raise click.UsageError(f"game: found {name!r}, allowed is {_games(may_be_all)}", ctx)
    own = {key: values.pop(key) for key in game_options() if key in values}
    output: Path | None = values.pop("output", None)
    every = games.names() if name == EVERY_GAME else (name,)
    return [
        Request(
            game=game,
            parameters=_of(game, own, name == EVERY_GAME),
            output=_output(output, game, name),
            **values,
        )
        for game in every
    ]


def _left(held: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a project's values but those that exclude one of the command line's, or are excluded by one."""
    excludes = {
        name: {other for option in by_game.values() for other in option.excludes}
        for name, by_game in game_options().items()
    }
    out = {other for name in values for other in excludes.get(name, ())}
    return {
        name: value
        for name, value in held.items()
        if name not in out and not (excludes.get(name, set()) & values.keys())
    }


def _given(ctx: click.Context, key: str) -> bool:
    return ctx.get_parameter_source(key) is ParameterSource.COMMANDLINE


def _games(may_be_all: bool) -> str:
    return ", ".join(games.names() + ((EVERY_GAME,) if may_be_all else ()))


def _of(game: str, own: Mapping[str, Any], among_others: bool) -> dict[str, Any]:
    """Return the values for a game. Among others, it takes those that are its own."""
    names = {option.name for option in games.load(game).options}
    return {key: value for key, value in own.items() if key in names or not among_others}


def _output(output: Path | None, game: str, name: str) -> Path:
    if output is None:
        return Path("output", game)
    return output / game if name == EVERY_GAME else output


def project_values(ctx: click.Context, file: Path) -> dict[str, Any]:
    """Return a project file's values by parameter, converted as the command line's are.

    Paths in it are relative to the file. Raises Refused, naming file and key.
    """
    try:
        whole = read_toml(file, str(file))
    except InputError as problem:
        raise Refused(f"project {problem}") from None
    known = {_KEYS.get(p.name, p.name): p for p in _settable(ctx)}
    values: dict[str, Any] = {}
    for key, value in whole.items():
        parameter = known.get(key.replace("-", "_"))
        if parameter is None or parameter.name is None:
            raise Refused(f"project {file}: found a key {key!r}, allowed are {', '.join(sorted(known))}")
        try:
            values[parameter.name] = _converted(ctx, parameter, value)
        except click.BadParameter as problem:
            raise Refused(f"project {file}: {key}: {problem.message}") from None
    if "output" in values:
        values["output"] = file.parent / values["output"]
    for by_game in game_options().values():
        for option in by_game.values():
            if option.name in values and _is_path(option, values[option.name], file.parent):
                values[option.name] = str(file.parent / values[option.name])
    if "profiles" in values:
        values["profiles"] = tuple(_beside(file, name) for name in values["profiles"])
    return values


def _settable(ctx: click.Context) -> Iterable[click.Parameter]:
    """Return the parameters that a project file may set, whichever command reads it."""
    skipped = {"project", *BESIDES}
    own = [p for p in ctx.command.get_params(ctx) if p.name not in skipped and not p.is_eager]
    names = {p.name for p in own}
    return own + [p for p in MAKE_OPTIONS if p.name not in names]


def _converted(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
    if parameter.name == "profiles":
        return Names().convert(value, parameter, ctx)
    if isinstance(parameter.type, click.Path) or parameter.name == "game":
        text = PlainText().convert(value, parameter, ctx)
        return text if parameter.name == "game" else Path(text)
    return parameter.type.convert(value, parameter, ctx)


def _is_path(option: Option, value: Any, beside: Path) -> bool:
    """Tell whether an option's value is a path: a folder, or a source with a dot or a separator in it, or one
    that is the name of a file in the folder `beside`."""
    if option.kind is Kind.SOURCE:
        return Path(value).name != value or "." in value or (value != "" and there(beside / value))
    return option.kind is Kind.FOLDER


def _beside(file: Path, name: str) -> str:
    """Return a profile's name, or its file's path relative to the project file."""
    is_file = name.endswith(".toml") or Path(name).name != name
    return str(file.parent / name) if is_file else name
