"""Which game a command line means. Its options belong to that game, so the game is found before they are read.

From all options, the game's and those that every game has, follows a request for each game. A project file holds any
option of `make`, and of the game. Its values are read as the command line's.
"""

from __future__ import annotations

import contextlib
import copy
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from quasiprint import games
from quasiprint.cli import kinds
from quasiprint.cli.kinds import NAMES, TEXT, usual_paper, words
from quasiprint.cli.reporting import warn
from quasiprint.disk.reading import is_set_file, read_toml
from quasiprint.errors import InputError, as_written, hint, join_faults, removed
from quasiprint.model import common_options as declared
from quasiprint.model.common_options import LASER, PAPER, PART, SIZE
from quasiprint.model.option import Kind, Option
from quasiprint.model.resources import classics

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from quasiprint.make.run import Request
    from quasiprint.model.game import Ability, Game

FILES = (".3mf", ".dxf", ".obj", ".pdf", ".png", ".step", ".stl", ".svg")  # no set is one of these
_CHOSEN = "quasiprint.chosen"  # where a context keeps what was chosen
SET_FILE = "quasiprint.set_file"  # where it keeps the path of a set file that stands in a game's place
SET_FILE_FLAG = "--set-file"
NO_SET_FILES = "needs the add-on 'designer', which is not part of this copy of quasiprint"
WORDS = "words"
HELP = "asked_for_help"
HELP_ALL = "--help-all"
METAVARS = {Kind.FOLDER: "DIR", Kind.SOURCE: "NAME|FILE", Kind.FILE: "FILE"}
COMPLETES = {"profiles": kinds.profiles, "formats": kinds.formats}
READERS: dict[Kind, click.ParamType[Any]] = {  # of all kinds but whole numbers with a minimum, and texts
    **{Kind.INT: kinds.whole(), Kind.FLOAT: kinds.length("in mm"), Kind.TABS: kinds.TABS, Kind.OFFSET: kinds.OFFSET},
    **{Kind.LENGTH: kinds.length("from 0"), Kind.SIZE: kinds.length()},
    **{Kind.FLAG: kinds.FLAG, Kind.NAMES: kinds.NAMES, Kind.PATH: click.Path(path_type=Path)},
}
MANY = 10_000  # a limit that is no use to anybody who reads it
ALL_KEYS = {  # of a project, for every game
    option.typed or option.name: option for option in declared.COMMON.values() if option.name != "project"
}
OUTPUT, PLAIN = "Where to and how", "Options"  # headings of what has none of its own
ORDER = (SIZE, LASER, PAPER, PART, OUTPUT, PLAIN)


class Declared(click.Option):
    """A parameter that follows from an option. limited: whether its help says from where to where a number may be."""

    def __init__(self, option: Option, limited: bool = False) -> None:
        self.option = option
        least, most = option.minimum, option.maximum
        bounded = limited and not option.choices and least is not None and most is not None and most < MANY
        names, words = [option.flag, option.name], option.help + (f"  [{least:g}–{most:g}]" if bounded else "")
        words += "" if option.default in ("", False) else f"  [default: {option.default}]"
        if option.name == "output":
            names.insert(0, "-o")
        if option.kind is Kind.FLAG:
            super().__init__(names, type=kinds.FLAG, is_flag=True, flag_value=True, default=False, help=words)
            return
        super().__init__(
            names,
            type=kind_of(option),
            multiple=option.kind is Kind.SEVERAL,
            metavar=option.metavar or METAVARS.get(option.kind) or "|".join(map(str, option.choices)) or None,
            shell_complete=COMPLETES.get(option.name) or (kinds.words(option.choices) if option.choices else None),
            help=words,
        )


class Chosen(NamedTuple):
    """What a command line is about.

    name: of the game as typed or as the project says, "" if nobody names one. games: those that are meant, by name.
    parameters: theirs, besides those of every game. table: the project file's, unchanged.
    """

    name: str = ""
    games: Mapping[str, Game] = MappingProxyType({})
    parameters: tuple[click.Parameter, ...] = ()
    table: Mapping[str, Any] = MappingProxyType({})


class GameCommand(click.Command):
    """A command about a game: it has the options of that game, and of no other.

    options: which of a game's options it takes. able: what a game must be able to do. may_be_all: whether it may be
    about all games at once. limited: whether the help says from where to where a number may be. unshown: the names of
    options that change nothing for some games: they work, and stand in no help.
    """

    def __init__(
        self,
        name: str,
        *,
        callback: Callable[..., Any],
        options: Callable[[Game], Iterable[Option]],
        unshown: Callable[[Iterable[Game]], Collection[str]] = lambda _: (),
        able: Ability[Any] | None = None,
        may_be_all: bool = False,
        limited: bool = False,
        **others: Any,
    ) -> None:
        super().__init__(name, callback=callback, help=callback.__doc__, **others)
        if any(parameter.option.rare for parameter in self.params if isinstance(parameter, Declared)):
            flag = {"is_flag": True, "is_eager": True, "expose_value": False}
            everything = click.Option([HELP_ALL], **flag, callback=_show_everything, help="Show all options and exit.")
            self.params.append(everything)
        self.able = able
        self.may_be_all = may_be_all
        self._options = options
        self._unshown = unshown
        self._limited = limited

    def options_of(self, game: Game) -> tuple[Option, ...]:
        """Return those of a game's options that the command takes; none of a game that is not able to."""
        return tuple(self._options(game)) if self._is_able(game) else ()

    def game_choices(self) -> str:
        """Return the names of the games that the command may be about."""
        known: Iterable[str] = games.names()
        if self.able:
            known = [name for name, game in games.load_all()[0].items() if self._is_able(game)]
        return ", ".join([*known, *[games.ALL_GAMES] * self.may_be_all])

    def missing(self) -> str:
        """Return the message for a command without a game."""
        return f"a game is missing: {self.game_choices()}"

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters of every game, then the chosen game's."""
        help_option = super().get_params(ctx)[len(self.params) :]  # --help
        made = choice_of(ctx)
        unshown = self._unshown(made.games.values())
        return [hide(parameter, unshown) for parameter in (*self.params, *made.parameters, *help_option)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the game, and parse the words with its options. Raises click's errors, and InputError."""
        asked = self._parse_common(ctx, args)
        word, file = _set_file(asked)
        if file:
            if not self._takes_set_files():
                lack = self.able.lack if self.able and games.takes_set_files() else NO_SET_FILES
                allowed = f"which {lack}; allowed is {self.game_choices()}"
                raise click.UsageError(f"game: {file!r} is a set file, {allowed}", ctx)
            ctx.meta[SET_FILE] = file
            at = args.index(word) if word else 0
            args = [*args[:at], games.SET_FILES, f"{SET_FILE_FLAG}={file}", *args[at + bool(word) :]]
            asked = self._parse_common(ctx, args)
        try:
            ctx.meta[_CHOSEN] = made = self._choose(ctx, asked)
        except (click.ClickException, InputError):
            if not ctx.resilient_parsing:
                raise
            made = Chosen()
        try:
            rest = super().parse_args(ctx, args)
        except click.NoSuchOption as problem:
            if removed(problem.option_name):
                raise
            raise click.UsageError(self._no_option(made, problem), ctx) from None
        typed = ctx.params.get("game")
        if typed and as_written(typed, [made.name]) == made.name:
            ctx.params["game"] = made.name
        elif not ctx.resilient_parsing and (typed or "project" not in ctx.params):
            message = f"game: found {typed!r}, allowed is {self.game_choices()}" if typed else self.missing()
            raise click.UsageError(message, ctx)
        return rest

    def _parse_common(self, ctx: click.Context, args: Sequence[str]) -> Mapping[str, Any]:
        """Return what the words say, read with the options of every game alone. What is left of them is in WORDS."""
        parameters = [
            parameter for parameter in self.params if isinstance(parameter, click.Option) and parameter.expose_value
        ]
        asked = click.Option([*ctx.help_option_names, HELP_ALL, HELP], is_flag=True)
        left = click.Argument([WORDS], nargs=-1, type=click.UNPROCESSED)
        settings = {"ignore_unknown_options": True}
        reader = click.Command(
            self.name, params=[*parameters, asked, left], context_settings=settings, add_help_option=False
        )
        return reader.make_context(self.name, list(args), resilient_parsing=True).params

    def _choose(self, ctx: click.Context, asked: Mapping[str, Any]) -> Chosen:
        known = {*games.names(), *[games.ALL_GAMES] * self.may_be_all}
        known |= {games.SET_FILES} if games.takes_set_files() else set()  # then a file is asked for
        helps = bool(asked.get(HELP))
        table: Mapping[str, Any] = {}
        if asked.get("project") is not None:
            with contextlib.suppress(InputError) if helps else contextlib.nullcontext():
                table = _project_table(asked["project"])
        name = _game_name(asked.get(WORDS) or (), known) or as_written(_name_in(table, asked.get("project")), known)
        if not name:
            return Chosen(table=table)
        if name not in known:
            from quasiprint import coupons

            bare = name.replace("-", "_")
            if bare.startswith(games.PREFIX) and (coupon := bare.removeprefix(games.PREFIX)) in coupons.names():
                raise click.UsageError(f"game: found {name!r}, which is a coupon: quasiprint coupon {coupon}", ctx)
            near = hint(name, [*known, *classics()] if self._takes_set_files() else known)
            raise click.UsageError(f"game: found {name!r}{near}, allowed is {self.game_choices()}", ctx)
        if name == games.ALL_GAMES:
            rooms, failures = games.load_all()
            for failure in () if helps else failures:
                warn(f"game {failure}; it is left out")
            # a value stays as it is typed: each game reads it as its own option says
            found: dict[str, list[Option]] = {}
            for each in rooms.values():
                for option in self.options_of(each):
                    found.setdefault(option.name, []).append(option)
            common = (
                Declared(options[0])
                if all(option.kind is Kind.FLAG for option in options)
                else click.Option([options[0].flag, called], type=click.UNPROCESSED)
                for called, options in found.items()
            )
            return Chosen(name, rooms, tuple(common), table)
        game = games.load(name)
        if self.able and not self._is_able(game) and not helps:
            raise click.UsageError(f"game: {name!r} {self.able.lack}, allowed is {self.game_choices()}", ctx)
        parameters = tuple(Declared(option, self._limited) for option in self.options_of(game))
        return Chosen(name, {name: game}, parameters, table)

    def _is_able(self, game: Game) -> bool:
        return self.able is None or self.able.of(game) is not None

    def _takes_set_files(self) -> bool:
        return games.takes_set_files() and (self.able is None or self._is_able(games.load(games.SET_FILES)))

    def _no_option(self, made: Chosen, problem: click.NoSuchOption) -> str:
        """Return the message on an option that neither every game nor a chosen one has."""
        if not made.name:
            return f"{self.missing()}; {problem.option_name} may be an option of one of them"
        flags = ", ".join(sorted({option.flag for game in made.games.values() for option in self.options_of(game)}))
        whose = "any game" if made.name == games.ALL_GAMES else made.name
        near = hint(problem.option_name, problem.possibilities or ())
        return f"{problem.option_name}: is not an option of {whose}; its own are {flags or 'none'}{near}"

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of each chosen game, then those of every game, each under its heading."""
        made = choice_of(ctx)
        unshown = {*self._unshown(made.games.values())}
        if not ctx.meta.get(HELP_ALL):
            of_games = (option for game in made.games.values() for option in self.options_of(game))
            unshown |= {option.name for option in (*declared.COMMON.values(), *of_games) if option.rare}
        for game in made.games.values():
            declared_here = [hide(Declared(option, self._limited), unshown) for option in self.options_of(game)]
            rows = [row for parameter in declared_here if (row := parameter.get_help_record(ctx))]
            if rows:
                with formatter.section(f"Options of {game.titles.title}"):
                    formatter.write_dl(rows)
            elif not self._is_able(game) and self.able and made.name != games.ALL_GAMES:
                formatter.write_paragraph()
                formatter.write_text(f"{game.titles.title} {self.able.lack}; allowed is {self.game_choices()}.")
        parameters = [hide(parameter, unshown) for parameter in (*self.params, self.get_help_option(ctx)) if parameter]
        writes = any(each.name in ("output", "file") for each in parameters if isinstance(each, click.Option))
        usual = OUTPUT if writes else PLAIN
        rows_of: dict[str, list[tuple[str, str]]] = {}
        for parameter in parameters:
            row = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if row:
                heading = parameter.option.group if isinstance(parameter, Declared) else ""
                rows_of.setdefault(heading or usual, []).append(row)
        for heading in sorted(rows_of, key=ORDER.index):
            with formatter.section(heading):
                formatter.write_dl(rows_of[heading])
        if not made.name:
            formatter.write_paragraph()
            formatter.write_text(f"Each game has options of its own; {ctx.command_path} GAME --help shows them, too.")
            besides = "; or a set file, FILE.toml, or the name of a classic: see `list`" * self._takes_set_files()
            formatter.write_text(f"GAME is one of: {self.game_choices()}{besides}.")


def _show_everything(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the help with the options that few people need, too, and end."""
    if asked and not ctx.resilient_parsing:
        ctx.meta[HELP_ALL] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def choice_of(ctx: click.Context) -> Chosen:
    """Return what the command line is about."""
    made: Chosen = ctx.meta.get(_CHOSEN) or Chosen()
    return made


def was_typed(ctx: click.Context, key: str) -> bool:
    """Tell whether a parameter was typed."""
    return ctx.get_parameter_source(key) is ParameterSource.COMMANDLINE


def game_values(ctx: click.Context) -> dict[str, Any]:
    """Return the chosen games' options that were typed, by name."""
    names = [parameter.name for parameter in choice_of(ctx).parameters if parameter.name]
    return {name: ctx.params[name] for name in names if name in ctx.params and was_typed(ctx, name)}


def hide(parameter: click.Parameter, names: Collection[str]) -> click.Parameter:
    """Return a parameter; one of these names without its line in the help. It works as before."""
    if parameter.name not in names or not isinstance(parameter, click.Option):
        return parameter
    unseen = copy.copy(parameter)
    unseen.hidden = True
    return unseen


def kind_of(option: Option) -> click.ParamType[Any]:
    """Return what reads an option's values."""
    return kinds.whole(int(option.minimum or 0)) if option.kind is Kind.COUNT else READERS.get(option.kind, TEXT)


def _set_file(asked: Mapping[str, Any]) -> tuple[str, str]:
    """Return the set file that stands where a game's name may stand: the word that names it, and its path. The word is
    "" for one that a project names, and both are for none."""
    free, project = free_words(asked.get(WORDS) or ()), asked.get("project")
    if free:
        file = free[0] if is_set_file(free[0]) else _classic(free[0])
        return (free[0], file) if file else ("", "")
    if project is None or asked.get(HELP):
        return "", ""
    named = _name_in(_project_table(project), project)
    # paths in a project are relative to it
    return "", str(project.parent / named) if is_set_file(named) else _classic(named)


def _classic(name: str) -> str:
    """Return the path of the program's set file of this name, "" for any other name."""
    return "" if name in games.names() else classics().get(name, "")


def _game_name(words: Sequence[str], known: Iterable[str]) -> str:
    """Return the word that names the game, "" for none. Options that are not known yet stand among the words, and
    some of them take the next word as their value."""
    free = free_words(words)
    behind = [word for word in words if not word.startswith("-") and word not in free]
    names = list(known)
    for word in (*free, *behind):
        if as_written(word, names) in names:
            return as_written(word, names)
    return free[0] if free else ""


def free_words(words: Sequence[str]) -> list[str]:
    """Return the words that are neither options nor possibly an option's value."""
    pairs = zip(("", *words), words, strict=False)
    return [
        word for before, word in pairs if not word.startswith("-") and ("=" in before or not before.startswith("-"))
    ]


def _project_table(file: Path) -> Mapping[str, Any]:
    """Return what a project file holds. Raises InputError."""
    try:
        return read_toml(file, str(file))
    except InputError as problem:
        raise InputError(f"project {problem}") from None


def _name_in(table: Mapping[str, Any], file: Path | None) -> str:
    """Return the game that a project names, "" if it names none. Raises InputError if it is no text."""
    return str(_project_value(TEXT, table["game"], file, "game")) if "game" in table else ""


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
    chosen = tuple(games)
    if not chosen:
        return frozenset()
    from quasiprint.model.game import traits

    striped = any(traits(game).size({option.name: option.default for option in game.options}).stripe for game in chosen)
    seeded = any(traits(game).seeded for game in chosen)
    return frozenset(["stripe"] * (not striped) + ["seed"] * (not seeded))


def options_without(trait: str, chosen: Iterable[Game]) -> set[str]:
    """Return the names of options that a set has and a document has not. trait: "booked" or "recorded"."""
    declared_by_games = (option for game in chosen for option in game.options)
    return {each.name for each in (*declared.SET_OPTIONS, *declared_by_games) if not getattr(each, trait)}


def requests(ctx: click.Context) -> list[Request]:
    """Return what was asked for, a request for each game: the command line's values, then the project's. Raises
    InputError or click's errors for what is wrong."""
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
        _refuse_strange(project, made)
        from_project = of_project(made.table, ALL_KEYS, project)
        # Profiles add up by kind, so the project's keep a place of their own.
        values = {**from_project, "profiles": (), **values, "project_profiles": from_project.get("profiles", ())}
    else:  # a project file gives the same set in every country
        values["usual_paper"] = usual_paper()
    output: Path | None = values.pop("output", None)
    return [
        Request(
            game=name,
            parameters=_game_arguments(ctx, name, game, project),
            output=_output(
                output, folder_name(ctx, name) + "-part" * bool(values.get("only") or values.get("spares")), made
            ),
            **values,
        )
        for name, game in made.games.items()
    ]


def _game_arguments(ctx: click.Context, name: str, game: Game, project: Path | None) -> dict[str, Any]:
    """Return the values of a game's own options: what was typed, then what the project says."""
    options = {option.name: option for option in game.options}
    given = {key: value for key, value in game_values(ctx).items() if key in options}
    if choice_of(ctx).name == games.ALL_GAMES:
        for key, value in given.items():
            try:
                given[key] = kind_of(options[key]).convert(value, None, ctx)
            except click.BadParameter as problem:
                raise InputError(f"{options[key].flag}: {name}: {problem.message}") from None
    from_project = of_project(choice_of(ctx).table, options, project) if project is not None else {}
    # what excludes, or is excluded by, a value of the command line gives way to it
    out = {other for key in given for other in options[key].excludes}
    out |= {key for key in from_project if given.keys() & set(options[key].excludes)}
    return {key: value for key, value in from_project.items() if key not in out} | given


def folder_name(ctx: click.Context, game: str) -> str:
    """Return what a set's folder is called: after the game, or after the set file."""
    file = ctx.meta.get(SET_FILE)
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(file).stem).strip("-.") if file else ""
    return stem or game


def _output(output: Path | None, game: str, made: Chosen) -> Path:
    if output is None:
        return Path("output", game)
    if (ending := output.suffix.lower()) in FILES and not output.is_dir():
        raise InputError(f"output '{output}': found a file {ending}; a set has many, allowed is a folder, or NAME.zip")
    if made.name != games.ALL_GAMES:
        return output
    if output.suffix.lower() == ".zip":
        raise InputError(f"output '{output}': found an archive, which holds one set; allowed for all games is a folder")
    return output / game


def _refuse_strange(file: Path, made: Chosen) -> None:
    """Raise InputError for a key of a project that no option has."""
    names = {*ALL_KEYS, *(option.name for game in made.games.values() for option in game.options), "game"}
    strange = [key for key in made.table if key.replace("-", "_") not in names]
    if text := next(filter(None, map(removed, strange)), ""):
        raise InputError(f"project {file}: {text}")
    if strange:
        unknown = [f"found a key {key!r}" for key in strange]
        raise InputError(f"project {file}: {join_faults(unknown)}, allowed are {', '.join(sorted(names))}")


def of_project(table: Mapping[str, Any], options: Mapping[str, Option], file: Path) -> dict[str, Any]:
    """Return a project's values of options, by name, each as the option reads it; paths are relative to the file.
    options: by key. Raises InputError, naming file and key."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        if option := options.get(key.replace("-", "_")):
            kind = {Kind.SEVERAL: NAMES, Kind.PATH: TEXT}.get(option.kind) or kind_of(option)
            values[option.name] = _beside(option, _project_value(kind, value, file, key), file.parent)
    return values


def _beside(option: Option, value: Any, folder: Path) -> Any:
    """Return a value of an option with its paths relative to a folder: a path, or a source with a dot or a separator in
    it, or one that is the name of a file there."""
    if option.kind is Kind.SEVERAL:
        return tuple(
            str(folder / name) if name.endswith(".toml") or os.path.basename(name) != name else name for name in value
        )
    if option.kind is Kind.SOURCE:
        named = os.path.basename(value) != value or "." in value or (value != "" and os.path.isfile(folder / value))
        return str(folder / value) if named else value
    if option.kind in (Kind.FOLDER, Kind.FILE):
        return str(folder / value)
    return folder / value if option.kind is Kind.PATH else value


def _project_value(kind: click.ParamType[Any], value: Any, file: Path | None, key: str) -> Any:
    try:
        return kind.convert(value, None, None)
    except click.BadParameter as problem:
        raise InputError(f"project {file}: {key}: {problem.message}") from None
