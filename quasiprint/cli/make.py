"""``quasiprint make``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import click

from quasiprint import interruption
from quasiprint.api import Design, Made, Request, bill_lines, bill_summary, settle, usual_jobs
from quasiprint.cli.chosen import GameCommand
from quasiprint.cli.options import (
    DRY_OPTION,
    MAKE_OPTIONS,
    REPLACE_OPTION,
    SET_OPTIONS,
    game_argument,
    making,
    requests,
    unmade,
)
from quasiprint.cli.reporting import FAILED, Progress, add, put_findings, refusing, reported, say, uncollected, warn
from quasiprint.model.finding import has_errors
from quasiprint.model.production import Offer
from quasiprint.outcome import complain
from quasiprint.storage.ownership import README
from quasiprint.storage.sinks import ZIP, refuse_taken
from quasiprint.telling import telling

LIES = {  # one, and several
    Offer.SOLIDS: ("1 plate to print", "{} plates to print"),
    Offer.DRAWINGS: ("1 sheet to cut with a laser", "{} sheets to cut with a laser"),
    Offer.PAGES: ("1 leaf of paper", "{} leaves of paper"),
}
NAMED = 3  # kinds of accessories; more are counted together


def closing(made: Made) -> str:
    """Return what is said of a set in the end: what was made, on how much material, and what to open first."""
    things = _things(made.pieces, made.accessories)
    lines = [f"{made.output}: {things}, in {_several(made.files, 'file')} ({', '.join(made.formats)})."]
    if made.laid:
        every = [LIES[offer][count > 1].format(count) for offer, count in made.laid.items()]
        lines.append(f"It takes {_all(every)}.")
    lines += bill_summary(made.bill)
    packed = made.output.suffix.lower() == ZIP
    lines.append(f"Open {f'{README} in it' if packed else made.output / README} first: it says what to do next.")
    return "\n".join(lines)


def _things(pieces: int, accessories: Mapping[str, int]) -> str:
    """Return what there is of a set or a part. accessories: how many of each kind."""
    things = [_several(pieces, "piece")] if pieces else []
    if len(accessories) <= NAMED:
        things += [_several(count, kind.replace("-", " ")) for kind, count in accessories.items()]
    else:
        things.append(_several(sum(accessories.values()), "other part"))
    return _all(things)


def _several(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _all(things: Sequence[str]) -> str:
    """Return things as they are listed in a sentence."""
    return " and ".join([", ".join(things[:-1]), things[-1]]) if len(things) > 1 else things[0]


@click.pass_context
def run(ctx: click.Context, /, replace: bool, dry_run: bool, **_: object) -> None:
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
        for request in asked if not (replace or dry_run) else ():
            refuse_taken(request.output)  # before anything is made, of any of them
        for request in asked:
            interruption.go_on()
            if dry_run:
                failed |= _foresee(request, once)
                continue
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
                add(closing(made))
    if failed:
        ctx.exit(FAILED)


def _foresee(request: Request, told: Callable[[str], None]) -> bool:
    """Say what a set takes, and return whether a check failed. told: of each format that is left out."""
    with reported():
        found = Design(settle(request)).foresee(jobs=request.jobs or usual_jobs())
    for line in found.run.left_out:
        told(line)
    put_findings(found.findings)
    if has_errors(found.findings):
        complain(f"{request.game}: a check failed: there is nothing to make")
        return True
    say(f"{request.game}: {_things(found.pieces, found.accessories)}; nothing is written")
    for line in bill_lines(found.bill):
        say(line)
    return False


COMMAND = GameCommand(
    "make",
    options=making,
    unshown=unmade,
    may_be_all=True,
    callback=run,
    help=run.__doc__,
    params=[game_argument("GAME|all"), *MAKE_OPTIONS, DRY_OPTION, REPLACE_OPTION, *SET_OPTIONS],
)
