"""``quasiprint rules``."""

from __future__ import annotations

from pathlib import Path

import click

from quasiprint.cli.kinds import Text
from quasiprint.cli.options import LANGUAGE_OPTION, SET_OPTIONS, GameCommand, game_argument, requests
from quasiprint.cli.reporting import Refused, refusing
from quasiprint.documents.rulebook import PAPERS, Edition
from quasiprint.model.errors import InputError
from quasiprint.pipeline.rules import default_output, rules
from quasiprint.pipeline.single import put
from quasiprint.pipeline.writing import naming


def write(path: str | None, default: str, content: bytes) -> None:
    """Put a PDF where it was asked for, or in the default place, and say where. Raises Refused."""
    target = Path(path or default)
    if path is None:
        with naming(target):
            target.parent.mkdir(exist_ok=True)
    try:
        put(target, content, lambda kept: kept.startswith(b"%PDF-"), "a PDF")
    except InputError as problem:
        raise Refused(f"output {str(target)!r}: {problem}") from None
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise Refused(f"output {str(target)!r}: cannot be written: {reason}; nothing was changed") from None
    click.echo(f"{target}: {len(content) // 1024 + 1} KiB")


@click.pass_context
def run(
    ctx: click.Context, /, file: str | None, language: str, paper: str, booklet: bool, quick: bool, **_: object
) -> None:
    """Write the rulebook of a game as a PDF, for a set as its options make it."""
    if booklet and quick:
        raise click.UsageError("--booklet: found beside --quick, allowed is one of the two", ctx)
    if paper not in PAPERS:
        raise click.UsageError(f"--paper: found {paper!r}, allowed is {' or '.join(PAPERS)}", ctx)
    edition = Edition("quick" if quick else "book", language, paper, bool(booklet))
    with refusing():
        (request,) = requests(ctx, may_be_all=False)
        made = rules(request, edition)
        write(file, default_output(request.game, edition), made)


EDITION_OPTIONS = (
    LANGUAGE_OPTION,
    click.Option(["--paper"], type=Text(), default="a4", help="a4 or letter.  [default: a4]"),
)
COMMAND = GameCommand(
    "rules",
    callback=run,
    help=run.__doc__,
    params=[
        game_argument("GAME"),
        click.Option(
            ["-o", "--output", "file"], type=Text(), metavar="FILE.pdf", help="Default: output/GAME-rules.pdf."
        ),
        *EDITION_OPTIONS,
        click.Option(["--booklet"], is_flag=True, help="Two pages to a side, to be folded."),
        click.Option(["--quick"], is_flag=True, help="A quick reference of one page."),
        *SET_OPTIONS,
    ],
)
