"""``quasiprint make``."""

from __future__ import annotations

import click

from quasiprint import interruption
from quasiprint.api import Design, settle, usual_jobs
from quasiprint.cli.chosen import GameCommand
from quasiprint.cli.options import MAKE_OPTIONS, REPLACE_OPTION, SET_OPTIONS, game_argument, making, requests, unmade
from quasiprint.cli.reporting import FAILED, Progress, add, put_findings, refusing, uncollected, warn
from quasiprint.model.finding import has_errors
from quasiprint.outcome import complain
from quasiprint.storage.sinks import refuse_taken
from quasiprint.telling import telling


@click.pass_context
def run(ctx: click.Context, /, replace: bool, **_: object) -> None:
    """Make a set: check it, then write all files of it.

    A folder or archive that is there already is replaced only if it holds a set made by this program, and nothing
    that you added or changed. Otherwise, --replace keeps it under another name.
    """
    failed = False
    warned: set[str] = set()

    def once(message: str) -> None:
        """Warn of what is the same for many games once."""
        if message not in warned:
            warned.add(message)
            warn(message)

    with refusing(), uncollected():
        asked = requests(ctx)
        for request in asked if not replace else ():
            refuse_taken(request.output)  # before anything is made, of any of them
        for request in asked:
            interruption.go_on()
            progress = Progress()
            try:
                with telling(progress.say):
                    design = Design(settle(request))
                    jobs = request.jobs or usual_jobs()
                    made = design.make(request.output, jobs=jobs, replace=replace, warn=once, tick=progress.tick)
            finally:
                progress.done()
            put_findings(made.findings)
            if has_errors(made.findings):
                failed = True
                complain(f"{request.game}: a check failed, nothing was written")
            else:
                formats = ", ".join(made.formats)
                pieces = f"{made.pieces} piece{'s' * (made.pieces != 1)}"
                add(f"{request.output}: {pieces}, {made.files} files ({formats})")
    if failed:
        ctx.exit(FAILED)


COMMAND = GameCommand(
    "make",
    options=making,
    unshown=unmade,
    may_be_all=True,
    callback=run,
    help=run.__doc__,
    params=[game_argument("GAME|all"), *MAKE_OPTIONS, REPLACE_OPTION, *SET_OPTIONS],
)
