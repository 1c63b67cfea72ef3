"""``quasiprint rules`` and ``quasiprint scoresheet``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from quasiprint.cli.chosen import (
    LANGUAGE_OPTION,
    SET_FILE,
    SET_OPTIONS,
    GameCommand,
    folder_name,
    game_argument,
    meaningless,
    options_without,
    requests,
)
from quasiprint.cli.kinds import TEXT, option, paper_option, replace_option
from quasiprint.cli.reporting import refuse_misplaced, save, show_progress
from quasiprint.errors import InputError
from quasiprint.model.game import Ability, Explained, Recorded
from quasiprint.system.outcome import OutputClosed, is_reader_gone, silence

STDOUT = "-"
OURS = "a PDF that this program wrote and nobody changed since"


def output_option(kind: str) -> click.Option:
    """Return the option for where a PDF goes. kind: how its default name ends."""
    help = f"Write it to this file, or with - to standard output.  [default: output/GAME-{kind}.pdf]"
    return option("-o --output file", help, TEXT, "FILE.pdf|-")


def refuse_output(path: str | None, replace: bool) -> None:
    """Refuse a place where a PDF cannot go, before any work is done: a terminal, or somebody's own file. Raises
    InputError."""
    from quasiprint.formats.pdf import is_sealed

    if path == STDOUT and (sys.stdout is None or sys.stdout.isatty()):
        found = "closed" if sys.stdout is None else "a terminal"
        raise InputError(f"output '-': standard output is {found}, allowed is a file or a pipe; or name a file")
    if path not in (None, STDOUT):
        refuse_misplaced(Path(path), OURS, replace, is_sealed)


def write(path: str | None, default: str, content: bytes, replace: bool, silent: bool = False) -> None:
    """Put a PDF where it was asked for, or in the default place, and say where, unless `silent`.

    What is there is replaced if it is such a PDF and nobody changed it since. replace: it is put aside, whatever it is.
    Raises InputError.
    """
    from quasiprint.formats.pdf import is_sealed, seal

    content = seal(content)
    if path == STDOUT:
        stream = sys.stdout.buffer
        try:
            stream.write(content)
            stream.flush()
        except OSError as problem:
            silence(sys.stdout)
            if is_reader_gone(problem):
                raise OutputClosed(problem) from None
            raise InputError(f"output '-': cannot be written: {problem.strerror}") from None
        return
    save(path or default, content, replace, silent, OURS, is_sealed)


@click.pass_context
def rules(
    ctx: click.Context,
    /,
    file: str | None,
    language: str | None,
    paper: str,
    booklet: bool,
    quick: bool,
    replace: bool,
    **_: object,
) -> None:
    """Write the rulebook of a game as a PDF, with pictures of the set that these options make."""
    from quasiprint.api import Design
    from quasiprint.documents.rulebook import Edition
    from quasiprint.make.books import default_place
    from quasiprint.make.run import settle

    if booklet and quick:
        raise click.UsageError("--booklet: found beside --quick, allowed is one of the two", ctx)
    refuse_output(file, replace)
    if booklet and SET_FILE in ctx.meta:
        raise click.UsageError("--booklet: allowed for a set file is none: its rules are a card of one page", ctx)
    quick = quick or SET_FILE in ctx.meta
    edition = Edition("quick" if quick else "book", language or "en", paper, bool(booklet))
    (request,) = requests(ctx)
    with show_progress():
        made = Design(settle(request)).book(edition)
    write(file, default_place(folder_name(ctx, request.game), edition.language, edition), made, replace)


EDITION_OPTIONS = (LANGUAGE_OPTION, paper_option())
COMMAND = GameCommand(
    "rules",
    options=lambda game: game.options,
    unshown=lambda chosen: meaningless(chosen) | options_without("booked", chosen),
    able=Ability(Explained, "has no rulebook"),
    callback=rules,
    params=[
        game_argument("GAME"),
        output_option("rules"),
        replace_option(),
        *EDITION_OPTIONS,
        option("--booklet", "Print two pages on each side of the paper, to fold into a booklet."),
        option("--quick", "Write a quick reference of one page instead."),
        *SET_OPTIONS,
    ],
)


@click.pass_context
def scoresheet(ctx: click.Context, /, file: str | None, paper: str, replace: bool, **_: Any) -> None:
    """Write the score sheet of a game as a PDF, to print, or to fill in on screen."""
    from quasiprint.api import Design
    from quasiprint.make.books import default_place
    from quasiprint.make.run import settle

    refuse_output(file, replace)
    (request,) = requests(ctx)
    if request.get("type", "normal") != "normal":
        raise InputError("--type: found large, allowed for a score sheet is normal; --paper a3 makes it larger")
    with show_progress():
        made = Design(settle(request)).scoresheet(paper=paper)
    write(file, default_place(request.game, request.get("language", "en")), made, replace)


SCORESHEET = GameCommand(
    "scoresheet",
    options=lambda game: game.options,
    unshown=lambda chosen: options_without("recorded", chosen),
    able=Ability(Recorded, "has no score sheet"),
    callback=scoresheet,
    params=[game_argument("GAME"), output_option("scoresheet"), replace_option(), *EDITION_OPTIONS, *SET_OPTIONS],
)
