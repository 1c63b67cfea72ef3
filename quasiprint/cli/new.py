"""``quasiprint new``: something of one's own, to start from."""

from __future__ import annotations

from pathlib import Path

import click

from quasiprint.api import distribution, project
from quasiprint.cli.reporting import add, refusing
from quasiprint.storage.staging import begun


@click.group("new")
def COMMAND() -> None:  # noqa: N802
    """Start something of your own."""


@COMMAND.command("game")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write it into this folder, which has to be new or empty.  [default: quasiprint-NAME]",
)
def game(name: str, output: Path | None) -> None:
    """Start a game of your own, called NAME.

    This writes a small project that works at once: triangles with coloured edges, which can be checked, made, verified
    and scored, with tests. Change it piece by piece into your game. NAME has small letters, digits and _, and begins
    with a letter.
    """
    with refusing():
        files = dict(project(name))
        folder = output or Path(distribution(name))
        with begun(folder) as stage:
            for path, content in files.items():
                stage.write(path, content)
    add(f"{folder}: {len(files)} files; its README.md says what to do next")
    add(f"  cd {folder} && pip install -e . && quasiprint check {name}")
