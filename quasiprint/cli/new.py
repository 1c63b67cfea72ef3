"""``quasiprint new``: something of one's own, to start from."""

from __future__ import annotations

from pathlib import Path

import click

from quasiprint.cli import resolve_name
from quasiprint.cli.reporting import add, refusing
from quasiprint.disk.staging import stage_for
from quasiprint.model.plugins import entries_of, extension


class _Started(click.Group):
    """What can be started: a game, and what add-ons bring."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of what can be started."""
        return [*self.commands, *(one.name for one in entries_of(GROUP))]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return what starts something, or None for an unknown name."""
        found: click.Command | None = self.commands.get(name) or extension(GROUP, name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names. Raises UsageError if it names none."""
        return super().resolve_command(ctx, resolve_name("new", self.list_commands(ctx), ctx, args))


GROUP = "quasiprint.new"


@click.group("new", cls=_Started)
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
    from quasiprint.make.templates import distribution, project

    with refusing():
        files = dict(project(name))
        folder = output or Path(distribution(name))
        with stage_for(folder) as stage:
            for path, content in files.items():
                stage.write(path, content)
    add(f"{folder}: {len(files)} files; its README.md says what to do next")
    add(f"  cd {folder} && pip install -e . && quasiprint check {name}")
