"""The options that every game has, and what follows from all that was said: a request for each game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from quasiprint import games
from quasiprint.api import Request
from quasiprint.cli import completion
from quasiprint.cli.chosen import SET_FILE, Chosen, GameCommand, chosen, given, kind_of, typed
from quasiprint.cli.grouped import LASER, PAPER, PART, SIZE, Grouped, meaningless
from quasiprint.cli.kinds import Flag, Length, Names, Offset, PlainText, Tabs, WholeNumber
from quasiprint.cli.project import left_over, of_every_game, of_game
from quasiprint.cli.reporting import Refused
from quasiprint.model.game import Game
from quasiprint.model.measures import CutStyle, IdStyle, Storage
from quasiprint.model.option import Option
from quasiprint.storage.sinks import ZIP


def _word(flag: str, words: type[StrEnum], group: str, told: str) -> click.Option:
    """Return an option that takes one of some words; the first is meant if it is not given. Which it may be is checked
    with everything else that is asked for."""
    first, *_ = words
    return Grouped(
        [flag],
        group=group,
        type=PlainText(),
        metavar="|".join(words),
        shell_complete=completion.words(list(words)),
        help=f"{told}  [default: {first}]",
    )


SET_OPTIONS = (
    Grouped(
        ["--profile", "profiles"],
        group=SIZE,
        type=PlainText(),
        multiple=True,
        metavar="NAME|FILE",
        shell_complete=completion.profiles,
        help="Your printer, laser, paper, colours or sizes; give it once for each. `quasiprint profiles` lists them.",
    ),
    Grouped(["--edge"], group=SIZE, type=Length(), help="Side length of a tile, or of a cell or square of a board."),
    Grouped(["--thickness"], group=SIZE, type=Length(), help="Thickness of tiles and boards, printed or cut."),
    Grouped(["--stripe"], group=SIZE, type=Length(), help="Width of a stripe."),
    Grouped(
        ["--clearance"],
        group=SIZE,
        type=Length(positive=False),
        help="How much to take off every side of a piece, so that pieces fit beside each other.",
    ),
    _word("--ids", IdStyle, SIZE, "Whether to mark the back of each piece with its id."),
    Grouped(
        ["--storage"],
        group=SIZE,
        type=Names(),
        metavar="NAMES",
        shell_complete=completion.words(list(Storage)),
        help="What to make besides to keep the set: tray, with a lid, or box; rack, to hold a hand of tiles; several "
        "with commas.  [default: nothing]",
    ),
    Grouped(
        ["--touch"],
        group=SIZE,
        type=Flag(),
        is_flag=True,
        flag_value=True,
        default=False,
        help="Make a set that fingers read: raised lines, Braille where it fits, and larger pieces; for a printer.",
    ),
    Grouped(
        ["--kerf"], group=LASER, type=Length(positive=False), help="Full width of material that the beam burns away."
    ),
    _word("--cut", CutStyle, LASER, "Whether neighbouring tiles share one cut, or each is cut out by itself."),
    Grouped(
        ["--tabs"],
        group=LASER,
        type=Tabs(),
        metavar="COUNTxWIDTH",
        help="Leave small bridges that hold each part in the sheet, such as 2x0.3.  [default: 0]",
    ),
    Grouped(
        ["--bleed"],
        group=PAPER,
        type=Length(positive=False),
        help="How far colours run out over the lines to cut along.  [default: as the page's profile says]",
    ),
    Grouped(
        ["--dpi"],
        group=PAPER,
        type=WholeNumber(0),
        help="Dots to the inch of pictures of faces, for --format png and tts.  [default: as the page's profile says, "
        "300]",
    ),
    Grouped(
        ["--back-offset"],
        group=PAPER,
        type=Offset(),
        metavar="X,Y",
        help="How far your printer prints backs too far to the right and up, as you measured; they are moved the other "
        "way.  [default: as the page's profile says]",
    ),
    click.Option(["--seed"], type=WholeNumber(0), help="Another number draws other boards.  [default: 0]"),
    click.Option(
        ["--project"],
        type=click.Path(path_type=Path),
        metavar="FILE.toml",
        help="Read options from this file; those that you type win.",
    ),
)
LANGUAGE_OPTION = click.Option(
    ["--language"],
    type=PlainText(),
    default="en",
    shell_complete=completion.words(("en", "de")),
    help="Language of rulebooks and score sheets.  [default: en]",
)
MAKE_OPTIONS = (
    click.Option(
        ["-o", "--output"],
        type=click.Path(path_type=Path),
        metavar="DIR|FILE.zip",
        help="Write the set into this folder, or ZIP archive.  [default: output/GAME; of a part, output/GAME-part]",
    ),
    click.Option(
        ["--format", "formats"],
        type=Names(),
        metavar="NAMES",
        shell_complete=completion.formats,
        help="File formats to write, such as stl,svg; `quasiprint list` shows them.  [default: all but those on "
        "request]",
    ),
    Grouped(
        ["--only"],
        group=PART,
        type=Names(),
        metavar="NAMES",
        shell_complete=completion.things,
        help="Make these pieces and accessories alone, such as marker:3 for three markers; names are those in "
        "manifest.json, and `samples` is one of each shape.",
    ),
    Grouped(
        ["--spares"],
        group=PART,
        type=WholeNumber(0),
        help="So many more of each that --only names; without it, so many of all of which the set has several.",
    ),
    LANGUAGE_OPTION,
    click.Option(
        ["--price"],
        type=Names(),
        metavar="NAME=AMOUNT,…",
        help="What you pay, to be told what the set costs: printer=22 a kg of filament, laser=20 a m² of sheet, "
        "paper=0.15 a leaf, hour= of printing, minute= of the laser, currency=.  [default: as a price profile says]",
    ),
    click.Option(
        ["--jobs"],
        type=WholeNumber(1),
        help="How many processes to use.  [default: one for each core, if memory allows]",
    ),
)
DRY_OPTION = click.Option(
    ["--dry-run"], is_flag=True, help="Check the set and tell what it takes: sheets, plates, time. Write nothing."
)
REPLACE_OPTION = click.Option(
    ["--replace"], is_flag=True, help="Keep what is there under another name, whatever it is, and write anew."
)
# parameters that say nothing of the set
PUZZLING = ("region", "border", "pieces", "hand", "count", "time_limit")
BESIDES = frozenset({"as_json", "file", "paper", "booklet", "quick", "replace", "dry_run", *PUZZLING})


def game_argument(metavar: str) -> click.Argument:
    """Return the argument that names the game. It may stand in the project file instead."""
    return click.Argument(["game"], required=False, metavar=metavar, shell_complete=complete_game)


def complete_game(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a game that the command may be about."""
    assert isinstance(ctx.command, GameCommand)
    return completion.words(ctx.command.allowed().split(", "))(ctx, _, begun)


# what a book does not depend on: it shows pieces of paper, whatever they are made of
# of what fits a machine the clearance alone is in books: a picture may show pieces as they are printed
NOT_IN_BOOKS = frozenset({"kerf", "thickness", "cut", "tabs", "ids", "storage", "bleed", "dpi", "back_offset"})
NOT_ON_SHEETS = NOT_IN_BOOKS | {"clearance", "profiles", "edge", "stripe", "seed"}


def unmade(chosen: Iterable[Game]) -> Collection[str]:
    """Return what changes no file of a set: a stripe where there are none. The seed stands in every manifest."""
    return meaningless(chosen) - {"seed"}


def unproved(chosen: Iterable[Game]) -> Collection[str]:
    """Return what `check` finds nothing different by."""
    return meaningless(chosen) | {"bleed", "dpi", "back_offset"}


def unbooked(chosen: Iterable[Game]) -> Collection[str]:
    """Return what changes no page of a rulebook."""
    every = tuple(chosen)
    own = (option.name for game in every for option in game.options if not option.booked)
    return {*meaningless(every), *NOT_IN_BOOKS, *own}


def unrecorded(chosen: Iterable[Game]) -> Collection[str]:
    """Return what changes nothing on a score sheet."""
    return {*NOT_ON_SHEETS, *(option.name for game in chosen for option in game.options if not option.recorded)}


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
        Request(
            game=name,
            parameters=_own(ctx, name, game, project),
            output=_output(
                output, called(ctx, name) + "-part" * bool(values.get("only") or values.get("spares")), made
            ),
            **values,
        )
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


def called(ctx: click.Context, game: str) -> str:
    """Return what a set's folder is called: after the game, or after the set file."""
    file = ctx.meta.get(SET_FILE)
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(file).stem).strip("-.") if file else ""
    return stem or game


def _output(output: Path | None, game: str, made: Chosen) -> Path:
    if output is None:
        return Path("output", game)
    if made.name != games.EVERY:
        return output
    if output.suffix.lower() == ZIP:
        raise Refused(f"output '{output}': found an archive, which holds one set; allowed for all games is a folder")
    return output / game
