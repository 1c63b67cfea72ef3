"""``quasiprint coupon``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quasiprint import interruption
from quasiprint.api import Design, Request, settle, usual_jobs
from quasiprint.cli.chosen import parameter_of
from quasiprint.cli.coupons import ForEach
from quasiprint.cli.make import closing
from quasiprint.cli.options import LANGUAGE_OPTION, MAKE_OPTIONS, REPLACE_OPTION, SET_OPTIONS
from quasiprint.cli.reporting import FAILED, Progress, add, put_findings, refusing, uncollected, warn
from quasiprint.model.coupon import Coupon
from quasiprint.model.finding import has_errors
from quasiprint.model.measures import Maker
from quasiprint.outcome import complain
from quasiprint.storage.sinks import refuse_taken
from quasiprint.telling import telling

OF_SETS = ("profiles", "thickness")  # options of every set that a coupon has, too
OF_MAKE = ("formats", "jobs")


def _run(ctx: click.Context, name: str, coupon: Coupon, output: Path | None, replace: bool, **said: Any) -> None:
    target = output or Path("output", f"coupon-{name}")
    own = {option.name for option in coupon.options}
    given = {key: value for key, value in said.items() if value is not None and value != ()}
    values = {key: value for key, value in given.items() if key not in own}
    parameters = {key: value for key, value in given.items() if key in own}
    with refusing(), uncollected():
        if not replace:
            refuse_taken(target)
        interruption.go_on()
        progress = Progress()
        try:
            with telling(progress.say):
                design = Design(settle(Request(coupon.name, parameters, output=target, **values)))
                jobs = values.get("jobs") or usual_jobs()
                made = design.make(target, jobs=jobs, replace=replace, warn=warn, tick=progress.tick)
        finally:
            progress.done()
    put_findings(made.findings)
    if has_errors(made.findings):
        complain(f"{coupon.name}: a check failed, nothing was written")
        ctx.exit(FAILED)
    add(closing(made))
    add(f"Measure it, then: quasiprint calibrate {name}")


def _command(name: str, coupon: Coupon) -> click.Command:
    """Return the command of a coupon."""

    @click.pass_context
    def run(ctx: click.Context, /, **said: Any) -> None:
        _run(ctx, name, coupon, **said)

    sized = [one for one in SET_OPTIONS if one.name in OF_SETS and (one.name != "thickness" or _thick(coupon))]
    making = [one for one in MAKE_OPTIONS if one.name in OF_MAKE]
    output = click.Option(
        ["-o", "--output"],
        type=click.Path(path_type=Path),
        metavar="DIR|FILE.zip",
        help=f"Write the coupon into this folder, or ZIP archive.  [default: output/coupon-{name}]",
    )
    own = [parameter_of(option) for option in coupon.options]
    return click.Command(
        name,
        callback=run,
        short_help=f"{coupon.titles.title}.",
        help=f"Make the {coupon.titles.title.lower()}. It is made as it is drawn, with no allowance, so that what your "
        "machine makes of it can be measured. The book in its folder shows how.",
        params=[output, *own, *making, LANGUAGE_OPTION, *sized, REPLACE_OPTION],
    )


def _thick(coupon: Coupon) -> bool:
    return coupon.maker is not Maker.PAPER


COMMAND = ForEach(
    "coupon",
    build=_command,
    help="Make a coupon: a small piece that tells what your machine really does. Measure it, and let `quasiprint "
    "calibrate` write down what it told.",
)
