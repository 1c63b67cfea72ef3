"""``quasiprint new``: something of one's own, to start from."""

from __future__ import annotations

from pathlib import Path

import click

from quasiprint.api import distribution, project
from quasiprint.cli.reporting import add, refusing
from quasiprint.storage.staging import begun


@click.group("new")
def COMMAND() -> None:  # noqa: N802
    """Write something of one's own, to start from."""


@COMMAND.command("game")
@click.argument("name")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A folder that is new or empty.  [default: quasiprint-NAME]",
)
def game(name: str, output: Path | None) -> None:
    """Write a small project for a game called NAME.

    It is a whole game, triangles with coloured edges, that can be checked, made, verified and scored as it is, with
    tests of its own. Change it piece by piece into yours. NAME: small letters, digits and _, a letter first.
    """
    with refusing():
        files = dict(project(name))
        folder = output or Path(distribution(name))
        with begun(folder) as stage:
            for path, content in files.items():
                stage.write(path, content)
    add(f"{folder}: {len(files)} files; its README.md says what to do next")
    add(f"  cd {folder} && pip install -e . && quasiprint check {name}")
