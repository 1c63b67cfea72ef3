"""Settings as the page sends them: the command line's options, by their names, each with what is typed after it.

They are put together as words and read by the very command, so that the same words are refused in the same sentence.
What would name a file on this machine, or an address, is refused before that: the page may name profiles that exist and
send files of its own, nothing else."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from quasiprint import games
from quasiprint.cli.chosen import SET_FILE_FLAG, GameCommand, game_values, requests
from quasiprint.errors import InputError, Unavailable, plain
from quasiprint.model.game import Game, traits
from quasiprint.model.option import Kind, Supplied

Value = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. value: what JSON can carry. content: of a file, with its name and media type; None for no file."""

    value: Value = field(default_factory=dict)
    content: bytes | None = None
    name: str = ""
    media: str = ""


class Declined(Exception):
    """What cannot be done, in one sentence. setting: the field that it is about, "" for none. command: what to type
    where it can be done, "" if it can be done nowhere."""

    def __init__(self, message: str, setting: str = "", command: str = "") -> None:
        super().__init__(message)
        self.message, self.setting, self.command = message, setting, command

    def value(self) -> Value:
        """Return it as the page reads it."""
        return {"message": self.message, "setting": self.setting, "command": self.command}


if TYPE_CHECKING:
    from collections.abc import Iterator

    from quasiprint.make.run import Request

# options that say where files lie or how much of this machine is used; the page has none of them
NOT_HERE = frozenset({"output", "project", "jobs", "replace", "dry-run", "help", "resume", "json"})
MOST_SETTINGS, LONGEST, LONGEST_TEXT = 80, 400, 1 << 18  # settings; characters of one, and of a text that is sent
FLAG = "yes"  # of an option that is given or not
SEVERAL = "profile"  # may be given several times: here with commas between
DIGITS = 16  # of a digest
TEXT = "-text"  # after an option's name: what its file would hold
NAMED = re.compile(r"(?:Invalid value for '--|--)?([a-z][a-z-]*)(?:\.txt|\.toml)?[':, ]")
ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:[/\\]|^(?:file|data|javascript):", re.IGNORECASE)
Settings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page asks for. words: as typed after the command and the game."""

    request: Request
    words: tuple[str, ...]


def check_settings(value: object) -> dict[str, str]:
    """Return settings, none of them empty. Raises Declined for what are none."""
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > MOST_SETTINGS:
        raise Declined(f"settings: allowed are up to {MOST_SETTINGS} names, each with a text")
    found = {}
    for name, typed in value.items():
        if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z-]{0,30}", name) or not isinstance(typed, str):
            raise Declined("settings: allowed are names of options, each with a text")
        most = LONGEST_TEXT if name.endswith(TEXT) else LONGEST
        if len(typed) > most:
            raise Declined(f"--{name}: found {len(typed)} characters, allowed are up to {most}", name)
        if typed.strip():
            found[name] = typed
    return found


def brief(value: object) -> str:
    """Return what was found, for a sentence that refuses it: up to 40 characters."""
    return "a list or a table" if isinstance(value, list | dict) else str(value)[:40]


def game_names() -> tuple[str, ...]:
    """Return the names of the games, and that of the room of set files, which a page offers beside them."""
    return (*games.names(), *[games.SET_FILES] * games.takes_set_files())


def game_name(name: object) -> str:
    """Return the name of a game that there is. Raises Declined for any other."""
    if not isinstance(name, str) or name not in game_names():
        raise Declined(f"game: found {brief(name)!r}, allowed is {', '.join(game_names())}")
    return name


def text_of(value: object, most: int = LONGEST_TEXT) -> str:
    """Return a text that the page sent. Raises Declined for what is none, or too long."""
    if not isinstance(value, str) or len(value) > most:
        raise Declined(f"text: allowed is a text of up to {most} characters", "text")
    return value


def about(value: Value) -> tuple[str, dict[str, str]]:
    """Return the game and the settings that a question is about. Raises Declined for what are none."""
    return game_name(value.get("game")), check_settings(value.get("settings"))


def digest_of(value: Value) -> str:
    """Return by what a design is known: of its game and settings, whatever their order. Of what is none, too."""
    game, settings = value.get("game"), value.get("settings")
    given = settings.items() if isinstance(settings, dict) else ()
    texts = {name: typed for name, typed in given if typed and isinstance(typed, str)}
    design = json.dumps([game if isinstance(game, str) else None, texts], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(design.encode("utf-8", "replace")).hexdigest()[:DIGITS]


def ask_of(command: GameCommand, game: str, settings: Settings) -> Asked:
    """Return what settings ask of a command that makes something. Raises Declined with the command line's sentence."""
    words = _words(command, game, settings)
    supplied = _files_sent(game, settings)
    with refusing(settings), command.make_context(f"quasiprint {command.name}", [game, *words]) as ctx:
        (request,) = requests(ctx)
    return Asked(request.but(supplied=supplied), words)


def option_values(command: GameCommand, game: str, settings: Settings, *others: str) -> dict[str, Any]:
    """Return the values of a game's own options that settings give a command. others: words besides, such as a file's
    name. Raises Declined with the command line's sentence."""
    words = _words(command, game, settings)
    with refusing(settings), command.make_context(f"quasiprint {command.name}", [game, *others, *words]) as ctx:
        return game_values(ctx)


@contextmanager
def refusing(settings: Settings) -> Iterator[None]:
    """Turn whatever refuses an input into Declined, with the setting that it is about."""
    try:
        yield
    except click.ClickException as problem:
        message = plain(problem.format_message())
        parameter = getattr(problem, "param", None)
        name = name_of(parameter) if isinstance(parameter, click.Option) else ""
        raise Declined(message, name or setting_of(message, settings)) from None
    except (InputError, Unavailable) as problem:
        setting = setting_of(str(problem), settings) if isinstance(problem, InputError) else ""
        raise Declined(str(problem), setting) from None


def setting_of(message: str, settings: Settings) -> str:
    """Return the setting that a message names first, "" for none: as an option, a bare name, or the file of a text."""
    named = NAMED.match(message)
    name = named[1] if named else ""
    for key in (name, name + TEXT):
        if key in settings or (key and message.startswith(f"--{key}")):
            return key
    # a sentence about what cannot be together names both: the one that was set can be changed
    return next((setting for setting in settings if re.search(rf"\b{setting}\b", message)), "")


def command_line(command: str, game: str, words: tuple[str, ...]) -> str:
    """Return what to type for the same, ready for a shell."""
    if game == games.SET_FILES and SET_FILE_FLAG in words:  # a set file stands where a game's name may
        at = words.index(SET_FILE_FLAG)
        game, words = words[at + 1], (*words[:at], *words[at + 2 :])
    return shlex.join(["quasiprint", command, game, *words])


def _words(command: GameCommand, game: str, settings: Settings) -> tuple[str, ...]:
    flags = {name_of(parameter) for parameter in options(command, game) if parameter.is_flag}
    kinds = {option.name.replace("_", "-"): option.kind for option in games.load(game).options}
    words: list[str] = []
    for name, typed in settings.items():
        if name in NOT_HERE:
            raise Declined(f"--{name}: is not a setting of the studio", name)
        if name.endswith(TEXT):
            continue
        _refuse_elsewhere(name, typed, kinds.get(name))
        if name in flags:
            if typed != FLAG:
                raise Declined(f"--{name}: found {typed[:40]!r}, allowed is {FLAG!r} or nothing", name)
            words.append(f"--{name}")
        elif name == SEVERAL:
            words += [word for name in typed.split(",") for word in ("--profile", name.strip())]
        else:
            words += [f"--{name}={typed}"] if typed.startswith("-") else [f"--{name}", typed]
    for name, kind in kinds.items():
        if kind is Kind.FILE or (kind is Kind.SOURCE and name + TEXT in settings):
            words += [f"--{name}", _file_name(name, kind)]
    return tuple(words)


def name_of(option: click.Option) -> str:
    """Return an option's name as it is typed, without its hyphens."""
    return max(option.opts, key=len).lstrip("-")


def options(command: GameCommand, game: str) -> list[click.Option]:
    """Return the options that a command has for a game."""
    with command.make_context(command.name, [game], resilient_parsing=True) as ctx:
        return [parameter for parameter in command.get_params(ctx) if isinstance(parameter, click.Option)]


def _file_name(name: str, kind: Kind) -> str:
    """Return how the file is called that holds the text of an option."""
    return f"{name}.toml" if kind is Kind.FILE else f"{name}.txt"


def example() -> str:
    """Return the set file with which the page begins."""
    return files("quasiprint.addons.designer.sets").joinpath("example.toml").read_text(encoding="utf-8")


def _files_sent(game: str, settings: Settings) -> tuple[tuple[str, Supplied], ...]:
    """Return texts sent in place of files; where one is needed and not sent, the example. Raises Declined for more."""
    taken = [option for option in games.load(game).options if option.kind in (Kind.SOURCE, Kind.FILE)]
    option_of = {option.name.replace("_", "-"): option for option in taken}
    needed = {f"{name}{TEXT}": example() for name, option in option_of.items() if option.kind is Kind.FILE}
    found = []
    for name, typed in (needed | dict(settings)).items():
        if not name.endswith(TEXT):
            continue
        option = option_of.get(name.removesuffix(TEXT))
        if option is None:
            raise Declined(f"--{name}: is not a setting of {game}", name)
        if name.removesuffix(TEXT) in settings:
            raise Declined(f"{option.flag}: found a name and a text, allowed is one of the two", name)
        file = _file_name(name.removesuffix(TEXT), option.kind)
        kept = f"{option.name}{option.suffix}" if option.kind is Kind.FILE else file
        content = typed.replace("\r\n", "\n").encode("utf-8", "replace")
        found.append((option.name, Supplied(file, ((kept, content),))))
    return tuple(found)


def _refuse_elsewhere(name: str, typed: str, kind: Kind | None) -> None:
    """Raise Declined for a word that names a file, standard input or an address. kind: of a game's own option."""
    for name_of in typed.split(","):
        word = name_of.strip()
        strange = "/" in word or "\\" in word or "\0" in word or word in ("-", "..", ".") or word.startswith("~")
        # a source is a name, and a file where there is one of that name
        is_file = word.lower().endswith(".toml") or kind in (Kind.FOLDER, Kind.FILE)
        is_file |= kind is Kind.SOURCE and os.path.exists(word)
        if strange or is_file or ADDRESS.search(word):
            message = f"--{name}: found {plain(word)[:60]!r}, allowed here is a name, and no file or address"
            raise Declined(message, name)


def has_needs(game: Game) -> bool:
    """Tell whether the libraries are there without which nothing of a game can be had."""
    return all(find_spec(name) for name in traits(game).needs)
