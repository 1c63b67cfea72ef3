"""``quasiprint new``: something of one's own, to start from."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click

from quasiprint import games
from quasiprint.cli import Subcommands
from quasiprint.cli.reporting import add
from quasiprint.errors import InputError
from quasiprint.model.plugins import entries_of, extension
from quasiprint.model.resources import template_folder
from quasiprint.version import __version__


class _Started(Subcommands):
    """What can be started: a game, and what add-ons bring."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of what can be started."""
        return [*self.commands, *(entry.name for entry in entries_of(GROUP))]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return what starts something, or None for an unknown name."""
        found: click.Command | None = self.commands.get(name) or extension(GROUP, name)
        return found


GROUP = "quasiprint.new"


@click.group("new", cls=_Started, what="new")
def COMMAND() -> None:  # noqa: N802
    """Start something of your own."""


@COMMAND.command("game")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write it into this folder, which must be new or empty.  [default: quasiprint-NAME]",
)
def game(name: str, output: Path | None) -> None:
    """Start a game of your own, called NAME.

    This writes a small project that works at once: triangles with coloured edges, which can be checked, made, verified
    and scored, with tests. Change it piece by piece into your game. NAME has small letters, digits and _, and begins
    with a letter.
    """
    from quasiprint.disk.staging import stage_for

    files = dict(project(name))
    folder = output or Path(distribution(name))
    with stage_for(folder) as stage:
        for path, content in files.items():
            stage.write(path, content)
    add(f"{folder}: {len(files)} files; its README.md says what to do next")
    add(f"  cd {folder} && pip install -e . && quasiprint check {name}")


FOLDER = "new-game"
# what the distribution, the name, the title and the program's version are called in the template
_CALLED = re.compile("quasiprint-newgame|newgame|New game|0[.]0[.]0")
_NAME = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")


def project(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a project for a game of this name: path and content. Raises InputError for a name that cannot
    be a game's, or is one's already."""
    if not games.NAME.fullmatch(name) or not _NAME.fullmatch(name):
        wanted = "up to 40 small letters and digits, a letter first, and single _ between them, as in my_game"
        raise InputError(f"name: found {name!r}, allowed are {wanted}")
    if keyword.iskeyword(name):
        raise InputError(f"name: found {name!r}, which is a word of Python; allowed is any other name")
    if name in games.names() or name == games.ALL_GAMES:
        taken = ", ".join((*games.names(), games.ALL_GAMES))
        raise InputError(f"name: found {name!r}, allowed is one that is not taken; taken are {taken}")
    if find_spec(f"quasiprint_{name}") is not None:
        raise InputError(f"name: found {name!r}, but there is a module quasiprint_{name} already; allowed is another")
    called = {
        "quasiprint-newgame": distribution(name),
        "newgame": name,
        "New game": name.replace("_", " ").capitalize(),
        "0.0.0": __version__,
    }
    top = template_folder() / FOLDER
    for file in sorted(top.rglob("*")):
        path = file.relative_to(top)
        if file.is_file() and "__pycache__" not in path.parts:
            text = file.read_text(encoding="utf-8")
            yield path.as_posix().replace("newgame", name), _CALLED.sub(lambda found: called[found[0]], text).encode()


def distribution(name: str) -> str:
    """Return what the distribution of a game is called."""
    return f"quasiprint-{name.replace('_', '-')}"
