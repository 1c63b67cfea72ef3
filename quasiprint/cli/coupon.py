"""``quasiprint coupon``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from quasiprint import coupons, interruption
from quasiprint.api import Design, Request, settle, usual_jobs
from quasiprint.cli.chosen import parameter_of
from quasiprint.cli.make import closing
from quasiprint.cli.options import LANGUAGE_OPTION, MAKE_OPTIONS, REPLACE_OPTION, SET_OPTIONS
from quasiprint.cli.reporting import FAILED, Progress, add, put_findings, refusing, uncollected, warn
from quasiprint.model.coupon import Coupon
from quasiprint.model.errors import as_written, hint
from quasiprint.model.finding import has_errors
from quasiprint.model.measures import Maker
from quasiprint.outcome import complain
from quasiprint.storage.sinks import refuse_taken
from quasiprint.telling import telling

OF_SETS = ("profiles", "thickness")  # options of every set that a coupon has, too
OF_MAKE = ("formats", "jobs")


class ForEach(click.Group):
    """A command with one below it for each coupon. build: makes that."""

    def __init__(self, name: str, *, build: Callable[[str, Coupon], click.Command], help: str | None) -> None:
        super().__init__(name, help=help, subcommand_metavar="|".join(coupons.names()))
        self._build = build

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the coupons' names."""
        return list(coupons.names())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of a coupon, None for an unknown name."""
        if name not in coupons.names():
            return None
        with refusing():
            return self._build(name, coupons.load(name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names. Raises UsageError if it names none."""
        known = coupons.names()
        first = as_written(args[0], known)
        if first not in known and not ctx.resilient_parsing and not first.startswith("-"):
            raise click.UsageError(f"coupon: found {first!r}{hint(first, known)}, allowed is {', '.join(known)}", ctx)
        return super().resolve_command(ctx, [first, *args[1:]])


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
