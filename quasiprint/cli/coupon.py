"""``quasiprint coupon`` and ``quasiprint calibrate``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quasiprint import coupons
from quasiprint.cli import Subcommands
from quasiprint.cli.chosen import Declared
from quasiprint.cli.kinds import TEXT, option, profiles, replace_option, usual_paper, words
from quasiprint.cli.make import write_set
from quasiprint.cli.reporting import FAILED, add, place, print_findings, warn, without_collector
from quasiprint.disk.ownership import MANIFEST
from quasiprint.errors import InputError
from quasiprint.model.choices import Process
from quasiprint.model.common_options import COMMON
from quasiprint.system.outcome import print_error

if TYPE_CHECKING:
    from quasiprint.model.coupon import Coupon, Reading


def _for_each(name: str, build: Callable[[str, Coupon], click.Command], help: str) -> click.Group:
    """Return a command with one below it for each coupon. build: makes that."""
    known = coupons.names()
    commands = [build(coupon, coupons.load(coupon)) for coupon in known]
    return Subcommands(name, commands, help=help, subcommand_metavar="|".join(known), what="coupon")


def _command(name: str, coupon: Coupon) -> click.Command:
    """Return the command of a coupon."""

    @click.pass_context
    def run(ctx: click.Context, /, output: Path | None, replace: bool, **arguments: Any) -> None:
        from quasiprint.disk.staging import refuse_taken
        from quasiprint.make.run import Request

        target = output or Path("output", f"coupon-{name}")
        given = {key: value for key, value in arguments.items() if value is not None and value != ()}
        parameters = {option.name: given.pop(option.name) for option in coupon.options if option.name in given}
        with without_collector():
            if not replace:
                refuse_taken(target)
            request = Request(coupon.name, parameters, output=target, usual_paper=usual_paper(), **given)
            if not write_set(request, replace, warn):
                ctx.exit(FAILED)
        add(f"Measure it, then: quasiprint calibrate {name}")

    common = ["formats", "jobs", "language", "papers", "profiles"]
    common.append("flip" if coupon.maker is Process.PAPER else "thickness")
    output = option(
        "-o --output",
        f"Write the coupon into this folder, or ZIP archive.  [default: output/coupon-{name}]",
        click.Path(path_type=Path),
        "DIR|FILE.zip",
    )
    return click.Command(
        name,
        callback=run,
        short_help=f"{coupon.titles.title}.",
        help=f"Make the {coupon.titles.title.lower()}. It is drawn without any allowance, so that you can measure "
        "what your machine makes of it. The book in its folder shows how.",
        params=[output, *map(Declared, [*coupon.options, *(COMMON[key] for key in common)]), replace_option()],
    )


COMMAND = _for_each(
    "coupon",
    _command,
    "Make a coupon: a small piece that shows what your machine really does. Measure it, and enter the "
    "readings with `quasiprint calibrate`.",
)


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _ask(coupon: Coupon, read: dict[str, tuple[float, ...]]) -> None:
    """Ask for every reading that is not given yet, and take it into `read`."""
    from quasiprint.make import calibrate as calibrating

    print_error("Press Enter to leave out what you did not measure. Lengths are in mm.")
    for reading in coupon.readings:
        if reading.key not in read:
            found = _answer(reading)
            read.update({reading.key: found} if found else {})
    for group in calibrating.missing(coupon, read):
        print_error(f"Needed is one of {', '.join(reading.key for reading in group)}:")
        while not any(reading.key in read for reading in group):
            for reading in group:
                if found := _answer(reading):
                    read[reading.key] = found
                    break


def _answer(reading: Reading) -> tuple[float, ...]:
    """Return what somebody answers, () for nothing. What cannot be is reported, and asked again."""
    from quasiprint.make import calibrate as calibrating

    words = f" ({' or '.join(reading.choices)})" if reading.choices else ""
    several = "; several with commas" if reading.times > 1 else ""
    while True:
        text: str = click.prompt(
            f"{reading.question}{words} [{reading.key}{several}]", default="", show_default=False, err=True
        )
        if not text.strip():
            return ()
        try:
            return calibrating.values_of(reading, text)
        except InputError as problem:
            print_error(str(problem))


def _calibrate_command(name: str, coupon: Coupon) -> click.Command:
    """Return the command of a coupon."""

    def run(
        made: Path | None,
        measured: tuple[str, ...],
        profile: str | None,
        bases: tuple[str, ...],
        file: Path | None,
        replace: bool,
    ) -> None:
        from quasiprint.make import calibrate as calibrating

        called = profile or (file.stem if file else f"my-{name}")
        target = file or calibrating.place(called)
        if os.path.lexists(target) and not replace:
            raise InputError(
                f"{str(target)!r}: already exists, and was left alone; choose another with --name, or --replace "
                "puts it aside"
            )
        usual = Path("output", f"coupon-{name}")
        folder = made or (usual if (usual / MANIFEST).is_file() else None)
        parameters = calibrating.coupon_parameters(coupon, folder) if folder else None
        read = calibrating.readings(coupon, measured)
        if _is_terminal():
            _ask(coupon, read)
        text, lines, findings = calibrating.calibration(name, read, target.stem, parameters, bases)
        place(target, text.encode(), "a profile", replace)
        print_findings(findings)
        add(f"{target}: {'; '.join(lines)}")
        add(f"Use it: quasiprint make GAME --profile {target if file else called}")

    keys = ", ".join(reading.key for reading in coupon.readings)
    return click.Command(
        name,
        callback=run,
        short_help=f"Enter what you measured on the {coupon.titles.title.lower()}.",
        help=f"Turn your readings of the {coupon.titles.title.lower()} into a profile; asks for those that "
        "--measured leaves out. COUPON_DIR is the folder of the coupon.",
        params=[
            click.Argument(["made"], required=False, type=click.Path(path_type=Path), metavar="[COUPON_DIR]"),
            option(
                "--measured",
                f"A reading; give the option once for each. KEY is one of {keys}.",
                TEXT,
                "KEY=VALUE",
                multiple=True,
                shell_complete=words([f"{reading.key}=" for reading in coupon.readings]),
            ),
            option("--name profile", f"What the profile is called.  [default: my-{name}]", TEXT, "NAME"),
            option(
                "--profile bases",
                "The profile for everything that was not measured.  [default: that of the coupon]",
                TEXT,
                "NAME|FILE",
                multiple=True,
                shell_complete=profiles,
            ),
            option(
                "-o --output file",
                "Write it into this file.  [default: templates/profiles/calibrations/NAME.toml]",
                click.Path(path_type=Path),
                "FILE.toml",
            ),
            replace_option(),
        ],
    )


CALIBRATE = _for_each(
    "calibrate",
    _calibrate_command,
    f"Turn what you measured on a coupon ({', '.join(coupons.names())}) into a profile, which `quasiprint make "
    "--profile NAME` uses.",
)
