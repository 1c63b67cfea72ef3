"""``quasiprint calibrate``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from quasiprint import coupons
from quasiprint.api import calibrating
from quasiprint.cli import completion
from quasiprint.cli.coupon import ForEach
from quasiprint.cli.kinds import PlainText
from quasiprint.cli.options import REPLACE_OPTION
from quasiprint.cli.placing import never, place
from quasiprint.cli.reporting import add, put_findings, refusing
from quasiprint.model.coupon import Coupon, Reading
from quasiprint.model.errors import InputError
from quasiprint.outcome import complain
from quasiprint.storage.durable import make_folders
from quasiprint.storage.naming import naming
from quasiprint.storage.ownership import MANIFEST

Given = dict[str, tuple[float, ...]]


def _run(
    name: str,
    coupon: Coupon,
    made: Path | None,
    measured: tuple[str, ...],
    profile: str | None,
    bases: tuple[str, ...],
    file: Path | None,
    replace: bool,
) -> None:
    with refusing():
        called = profile or (file.stem if file else f"my-{name}")
        target = file or calibrating.place(called)
        _refuse_taken(target, replace)
        usual = Path("output", f"coupon-{name}")
        folder = made or (usual if (usual / MANIFEST).is_file() else None)
        parameters = calibrating.made(coupon, folder) if folder else None
        read = calibrating.readings(coupon, measured)
        if _is_terminal():
            _ask(coupon, read)
        found = calibrating.calibration(name, read, target.stem, parameters, bases)
        _write(target, found.text.encode(), replace)
    put_findings(found.findings)
    add(f"{target}: {'; '.join(found.said)}")
    add(f"Use it: quasiprint make GAME --profile {target if file else called}")


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _refuse_taken(target: Path, replace: bool) -> None:
    """Raise InputError for a file that is there."""
    if os.path.lexists(target) and not replace:
        raise InputError(
            f"{str(target)!r}: is there already, and was left alone; choose another with --name, or --replace puts it "
            "aside"
        )


def _ask(coupon: Coupon, read: Given) -> None:
    """Ask for every reading that is not given yet, and take it into `read`."""
    complain("Press Enter to leave out what you did not measure. Lengths are in mm.")
    for reading in coupon.readings:
        if reading.key not in read:
            found = _answer(reading)
            read.update({reading.key: found} if found else {})
    for group in calibrating.missing(coupon, read):
        complain(f"Needed is one of {', '.join(one.key for one in group)}:")
        while not any(one.key in read for one in group):
            for reading in group:
                if found := _answer(reading):
                    read[reading.key] = found
                    break


def _answer(reading: Reading) -> tuple[float, ...]:
    """Return what somebody answers, () for nothing. What cannot be is said, and asked again."""
    words = f" ({' or '.join(reading.choices)})" if reading.choices else ""
    several = "; several with commas" if reading.times > 1 else ""
    while True:
        said: str = click.prompt(
            f"{reading.question}{words} [{reading.key}{several}]", default="", show_default=False, err=True
        )
        if not said.strip():
            return ()
        try:
            return calibrating.values_of(reading, said)
        except InputError as problem:
            complain(str(problem))


def _write(target: Path, content: bytes, replace: bool) -> None:
    """Put a profile in its place. Raises InputError where something lies there; Refused where the disk refuses."""
    with naming(target):
        make_folders(target.parent)
    place(target, content, never, "a profile", replace)


def _command(name: str, coupon: Coupon) -> click.Command:
    """Return the command of a coupon."""

    def run(**said: Any) -> None:
        _run(name, coupon, **said)

    keys = ", ".join(reading.key for reading in coupon.readings)
    return click.Command(
        name,
        callback=run,
        short_help=f"What the {coupon.titles.title.lower()} told.",
        help=f"Turn what you read off the {coupon.titles.title.lower()} into a profile: asks in the terminal for what "
        "--measured does not say. COUPON_DIR is the folder of the coupon.",
        params=[
            click.Argument(["made"], required=False, type=click.Path(path_type=Path), metavar="[COUPON_DIR]"),
            click.Option(
                ["--measured"],
                type=PlainText(),
                multiple=True,
                metavar="KEY=VALUE",
                shell_complete=completion.words([f"{reading.key}=" for reading in coupon.readings]),
                help=f"What you read off; give it once for each. KEY is one of {keys}.",
            ),
            click.Option(
                ["--name", "profile"],
                type=PlainText(),
                metavar="NAME",
                help=f"What the profile is called.  [default: my-{name}]",
            ),
            click.Option(
                ["--profile", "bases"],
                type=PlainText(),
                multiple=True,
                metavar="NAME|FILE",
                shell_complete=completion.profiles,
                help="The profile that says what was not measured.  [default: that of the coupon]",
            ),
            click.Option(
                ["-o", "--output", "file"],
                type=click.Path(path_type=Path),
                metavar="FILE.toml",
                help="Write it into this file.  [default: templates/profiles/calibrations/NAME.toml]",
            ),
            REPLACE_OPTION,
        ],
    )


COMMAND = ForEach(
    "calibrate",
    build=_command,
    help=f"Turn what you measured on a coupon ({', '.join(coupons.names())}) into a profile, which `quasiprint make "
    "--profile NAME` uses.",
)
