"""``quasiprint make`` and ``quasiprint check``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quasiprint.cli.chosen import (
    MAKE_OPTIONS,
    SET_FILE,
    SET_OPTIONS,
    GameCommand,
    game_argument,
    meaningless,
    requests,
)
from quasiprint.cli.kinds import json_option, option, replace_option
from quasiprint.cli.reporting import (
    FAILED,
    add,
    print_findings,
    print_json,
    say,
    show_progress,
    warn,
    without_collector,
)
from quasiprint.errors import InputError, plain
from quasiprint.model.choices import Process, ProductKind
from quasiprint.model.common_options import COMMON, PAPER
from quasiprint.model.finding import has_errors
from quasiprint.model.plugins import require_extension
from quasiprint.model.texts import several
from quasiprint.system import interruption
from quasiprint.system.outcome import print_error

if TYPE_CHECKING:
    from quasiprint.make.make import Made
    from quasiprint.make.run import Request

LIES = {  # one, and several
    ProductKind.SOLIDS: ("1 plate to print", "{} plates to print"),
    ProductKind.DRAWINGS: ("1 sheet to cut with a laser", "{} sheets to cut with a laser"),
    ProductKind.PAGES: ("1 leaf of paper", "{} leaves of paper"),
}
NAMED = 3  # kinds of accessories; more are counted together


def closing(made: Made) -> str:
    """Return the closing lines on a set: what was made, on how much material, and what to open first."""
    from quasiprint.disk.ownership import START
    from quasiprint.disk.staging import ZIP
    from quasiprint.make import bill

    items = _counted(made.pieces, made.accessories, made.others)
    lines = [f"{made.output}: {items}, in {several(made.files, 'file')} ({', '.join(made.formats)})."]
    if made.sums:
        counts = [LIES[offer][count > 1].format(count) for offer, count in made.sums.items()]
        lines.append(f"It takes {_all(counts)}.")
    lines += bill.summary(made.bill)
    packed = made.output.suffix.lower() == ZIP
    lines.append(f"Open {f'{START} in it' if packed else made.output / START} first: it says what to do next.")
    return "\n".join(lines)


MADE = {Process.PRINTER: "printed", Process.LASER: "cut", Process.PAPER: "of paper"}


def _counted(pieces: int, accessories: Mapping[str, int], others: Mapping[Process, int]) -> str:
    """Return what there is of a set or a part. accessories: how many of each kind; others: how many each process
    makes."""
    items = [several(pieces, "piece")] if pieces else []
    if len(accessories) > NAMED and len({*others.values()}) > 1:
        items.append(f"other parts ({', '.join(f'{count} {MADE[way]}' for way, count in others.items())})")
    elif len(accessories) <= NAMED:
        from quasiprint.documents.words import english

        items += [english().several(kind, count) for kind, count in accessories.items()]
    else:
        items.append(several(sum(accessories.values()), "other part"))
    return _all(items)


def _all(texts: Sequence[str]) -> str:
    """Return a list of items for a sentence."""
    return " and ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]


def write_set(request: Request, replace: bool, warn: Callable[[str], None]) -> bool:
    """Make a set, and say what was made. Return False if a check failed."""
    from quasiprint.api import Design
    from quasiprint.make.processes import usual_jobs
    from quasiprint.make.run import settle

    with show_progress():
        design = Design(settle(request))
        jobs = request.get("jobs") or usual_jobs()
        made = design.make(request.output, jobs=jobs, replace=replace, warn=warn)
    print_findings(made.findings)
    if has_errors(made.findings):
        print_error(f"{request.game}: a check failed, nothing was written")
        return False
    add(closing(made))
    return True


@click.pass_context
def make(ctx: click.Context, /, replace: bool, dry_run: bool, **_: object) -> None:
    """Make a set: check it, then write all files of it.

    An existing folder or archive is replaced only if it is a set made by this program, with nothing that you added or
    changed. --replace keeps anything else under another name.
    """
    from quasiprint.disk.staging import refuse_taken
    from quasiprint.make.run import refuse_other_set, settle

    failed = False
    warned: set[str] = set()

    def once(message: str) -> None:
        """Warn of what is the same for many games once."""
        if message not in warned:
            warned.add(message)
            warn(message)

    with without_collector():
        asked = requests(ctx)
        for request in asked if not (replace or dry_run) else ():
            refuse_taken(request.output)  # before anything is made, of any of them
        for request in asked if len(asked) > 1 else ():
            run = settle(request)
            if not (replace or dry_run):
                refuse_other_set(request.output, run)
        for request in asked:
            interruption.begin_next()
            failed |= _foresee(request, once) if dry_run else not write_set(request, replace, once)
    if failed:
        ctx.exit(FAILED)


def _foresee(request: Request, tell: Callable[[str], None]) -> bool:
    """Say what a set takes, and return whether a check failed. tell: of each format that is left out."""
    from quasiprint.api import Design
    from quasiprint.make import bill
    from quasiprint.make.run import settle

    with show_progress():
        found = Design(settle(request)).foresee()
    for line in found.run.left_out:
        tell(line)
    print_findings(found.findings)
    if has_errors(found.findings):
        print_error(f"{request.game}: a check failed: there is nothing to make")
        return True
    say(f"{request.game}: {_counted(found.pieces, found.accessories, found.others)}; nothing is written")
    for line in bill.lines(found.bill):
        say(line)
    if shared := bill.with_shared_cuts(request, found.bill):
        say(f"With --cut shared: {shared}")
    return False


DRY = option("--dry-run", "Check the set and show what it takes: sheets, plates, time. Write nothing.")
COMMAND = GameCommand(
    "make",
    options=lambda game: game.options,
    unshown=lambda chosen: meaningless(chosen) - {"seed"},  # which stands in every manifest
    may_be_all=True,
    callback=make,
    params=[game_argument("GAME|all"), *MAKE_OPTIONS, DRY, replace_option(), *SET_OPTIONS],
)


def print_facts(facts: Mapping[str, Any], indent: str = "  ") -> None:
    """Print facts for people, one a line, nested ones below their heading."""
    import json

    for key, value in facts.items():
        name = f"{indent}{key.replace('_', ' ')}:"
        if isinstance(value, Mapping):
            say(name)
            print_facts(value, indent + "  ")
        else:
            say(f"{name} {json.dumps(value) if isinstance(value, list) else value}")


@click.pass_context
def check(ctx: click.Context, /, as_json: bool, **_: object) -> None:
    """Prove that a set is complete and can be made, without writing any file."""
    from quasiprint.api import Design
    from quasiprint.make.run import settle

    (request,) = requests(ctx)
    file = ctx.meta.get(SET_FILE, "")
    run = settle(request)  # options are refused before anything is printed
    try:
        with show_progress():
            design = Design(run)
            proof = design.check()
    except InputError:
        if file and not as_json:
            # a set file's tiles, which cannot be made as they are
            counted = require_extension("quasiprint.api", "check_set", "set file", "designer")(file)
            print_findings(counted.findings)
            say(f"{counted.game}: {counted.parameters['title']}: {counted.pieces} pieces")
            print_facts(counted.facts)
            say("counted; not designed")
        raise
    name = f"{plain(Path(file).name)}: {design.titles.title}" if file else proof.game
    if as_json:
        print_json(proof.as_json())
    else:
        print_findings(proof.findings)
        say(f"{name}: {proof.pieces} pieces")
        print_facts(proof.facts)
        if not has_errors(proof.findings):
            say("every check passed")
    if has_errors(proof.findings):
        ctx.exit(FAILED)


CHECK = GameCommand(
    "check",
    options=lambda game: game.options,
    unshown=lambda chosen: meaningless(chosen) | {name for name, common in COMMON.items() if common.group == PAPER},
    callback=check,
    params=[game_argument("GAME"), *SET_OPTIONS, json_option()],
)
