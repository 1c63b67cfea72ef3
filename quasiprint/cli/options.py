"""The options that every game has, and what follows from all that was said: a request for each game."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any

import click

from quasiprint import games
from quasiprint.api import Request
from quasiprint.cli.chosen import Chosen, GameCommand, chosen, given, kind_of, typed
from quasiprint.cli.kinds import Length, Names, Offset, PlainText, Tabs, WholeNumber
from quasiprint.cli.project import left_over, of_every_game, of_game
from quasiprint.cli.reporting import Refused
from quasiprint.model.game import Game
from quasiprint.model.manner import CutStyle, IdStyle
from quasiprint.model.option import Option
from quasiprint.storage.sinks import ZIP


def _word(flag: str, words: type[StrEnum], told: str) -> click.Option:
    """Return an option that takes one of some words; the first is meant if it is not given. Which it may be is checked
    with everything else that is asked for."""
    first, *_ = words
    return click.Option([flag], type=PlainText(), metavar="|".join(words), help=f"{told}  [default: {first}]")


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
    _word("--cut", CutStyle, "Whether a laser cuts neighbouring tiles by one shared cut."),
    click.Option(
        ["--tabs"],
        type=Tabs(),
        metavar="COUNTxWIDTH",
        help="Small bridges that hold each part in a laser's sheet, such as 2x0.3.  [default: 0]",
    ),
    _word("--ids", IdStyle, "Whether ids stand on the backs of pieces."),
    click.Option(
        ["--bleed"],
        type=Length(positive=False),
        help="How far ink runs over the rims of what is cut out of paper.  [default: the page profile's]",
    ),
    click.Option(
        ["--back-offset"],
        type=Offset(),
        metavar="X,Y",
        help="How far to the right and up the printer prints back sides aside.  [default: the page profile's]",
    ),
    click.Option(
        ["--project"],
        type=click.Path(path_type=Path),
        metavar="FILE.toml",
        help="A file that holds any of these; the command line wins.",
    ),
)
LANGUAGE_OPTION = click.Option(["--language"], type=PlainText(), default="en", help="Of the books.  [default: en]")
MAKE_OPTIONS = (
    click.Option(
        ["-o", "--output"],
        type=click.Path(path_type=Path),
        metavar="DIR|FILE.zip",
        help="A folder, or a ZIP archive.  [default: output/GAME]",
    ),
    click.Option(
        ["--format", "formats"],
        type=Names(),
        metavar="NAMES",
        help="Such as stl,svg; `list` shows them.  [default: all but those on request]",
    ),
    LANGUAGE_OPTION,
    click.Option(
        ["--jobs"],
        type=WholeNumber(1),
        help="How many processes encode formats at once.  [default: as many as there are cores, if that pays]",
    ),
)
REPLACE_OPTION = click.Option(
    ["--replace"], is_flag=True, help="Put what is there aside, under another name, whatever it is."
)
# parameters that say nothing of the set
BESIDES = frozenset({"as_json", "file", "paper", "booklet", "quick", "replace"})


def game_argument(metavar: str) -> click.Argument:
    """Return the argument that names the game. It may stand in the project file instead."""
    return click.Argument(["game"], required=False, metavar=metavar)


def making(game: Game) -> tuple[Option, ...]:
    """Return the options that a game's sets depend on."""
    return tuple(option for option in game.options if option.makes)


def scoring(game: Game) -> tuple[Option, ...]:
    """Return the options that `score` asks for."""
    return tuple(option for option in game.options if option.scores)


def requests(ctx: click.Context) -> list[Request]:
    """Return what was asked for, a request for each game: the command line's values, then the project's. Raises
    Refused or click's errors for what is wrong."""
    made = chosen(ctx)
    command = ctx.command
    assert isinstance(command, GameCommand)
    if not made.name:
        raise click.UsageError(command.missing(), ctx)
    own = {parameter.name for parameter in made.parameters}
    skipped = {"game", "project", *BESIDES, *own}
    values = {key: value for key, value in ctx.params.items() if key not in skipped and given(ctx, key)}
    project: Path | None = ctx.params.get("project")
    if project is not None:
        settable = [p for p in command.params if p.name not in skipped]
        names = {p.name for p in settable}
        settable += [p for p in MAKE_OPTIONS if p.name not in names]
        from_project = of_every_game(ctx, project, made, settable, _made_by(made))
        # Profiles add up by kind, so the project's keep a place of their own.
        values = {**from_project, "profiles": (), **values, "project_profiles": from_project.get("profiles", ())}
    output: Path | None = values.pop("output", None)
    return [
        Request(game=name, parameters=_own(ctx, name, game, project), output=_output(output, name, made), **values)
        for name, game in made.games.items()
    ]


def _made_by(made: Chosen) -> frozenset[str]:
    return frozenset(option.name for game in made.games.values() for option in making(game))


def _own(ctx: click.Context, name: str, game: Game, project: Path | None) -> dict[str, Any]:
    """Return the values of a game's own options: what was typed, then what the project says."""
    options = {option.name: option for option in making(game)}
    said = {key: value for key, value in typed(ctx).items() if key in options}
    if chosen(ctx).name == games.EVERY:
        said = {key: _converted(ctx, name, options[key], value) for key, value in said.items()}
    from_project = of_game(chosen(ctx).table, options, project) if project is not None else {}
    return {**left_over(from_project, said, options), **said}


def _converted(ctx: click.Context, name: str, option: Option, value: Any) -> Any:
    """Return a value as one of all games reads it."""
    try:
        return kind_of(option).convert(value, None, ctx)
    except click.BadParameter as problem:
        raise Refused(f"{option.flag}: {name}: {problem.message}") from None


def _output(output: Path | None, game: str, made: Chosen) -> Path:
    if output is None:
        return Path("output", game)
    if made.name != games.EVERY:
        return output
    if output.suffix.lower() == ZIP:
        raise Refused(f"output '{output}': found an archive, which holds one set; allowed for all games is a folder")
    return output / game
