"""``quasiprint diff``."""

from __future__ import annotations

from pathlib import Path

import click

from quasiprint.api import Difference, diff, usual_jobs
from quasiprint.cli.reporting import FAILED, put_json, refusing, reported, say, uncollected

SHOWN = 12  # of what was changed


def put_difference(found: Difference) -> None:
    """Print how two sets compare, for people."""
    for name, one, other in found.changed[:SHOWN]:
        say(f"{name}: {one[:60]} → {other[:60]}")
    if len(found.changed) > SHOWN:
        say(f"… and {len(found.changed) - SHOWN} more values that differ; --json has all of them")
    for which, ids in (("first", found.left), ("second", found.right)):
        if ids:
            more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
            say(f"only in the {which}: {', '.join(ids[:SHOWN])}{more}")
    for process in found.processes:
        say(f"{process.maker}: {len(process.same)} of {process.count} match and fit")
    if found.mixes:
        say("they may be mixed")
    for reason in found.reasons:
        say(f"don't mix: {reason}")


@click.command(name="diff")
@click.argument("old", metavar="OLD", type=click.Path(path_type=Path))
@click.argument("new", metavar="NEW", type=click.Path(path_type=Path))
@click.option("--patient", is_flag=True, help="Do not give up on sets that take very long.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON document.")
@click.pass_context
def COMMAND(ctx: click.Context, /, old: Path, new: Path, patient: bool, as_json: bool) -> None:  # noqa: N802
    """Compare two made sets: do their pieces go together?

    OLD and NEW are folders or archives that `make` wrote, complete sets or parts. Pieces of one name are compared in
    what they show, in outline, thickness and colour. The exit code is 1 if they must not be mixed, 2 if one is no made
    set.
    """
    with refusing(), uncollected(), reported():
        found = diff(old, new, patient=patient, jobs=usual_jobs())
    if as_json:
        put_json(found.as_json())
    else:
        put_difference(found)
    if not found.mixes:
        ctx.exit(FAILED)
