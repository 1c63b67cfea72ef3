"""``quasiprint verify``."""

from __future__ import annotations

from pathlib import Path

import click

from quasiprint.api import Verdict, verify
from quasiprint.cli.reporting import FAILED, Progress, put_findings, put_json, refusing, say
from quasiprint.model.finding import Severity


def put_verdict(verdict: Verdict) -> None:
    """Print what was found, for people."""
    put_findings(verdict.findings)
    say(f"{verdict.game}: {verdict.files} files, {verdict.pieces} pieces")
    by_format: dict[str, tuple[str, float]] = {}
    for path, off in verdict.off.items():
        name = path.partition("/")[0]
        if off >= by_format.get(name, ("", -1.0))[1]:
            by_format[name] = path, off
    for name, (path, off) in by_format.items():
        say(f"  {name}: off by {off:g} µm at most ({path})")
    wrong = sum(finding.severity is Severity.ERROR for finding in verdict.findings)
    if verdict.verified and verdict.formats:
        say("every piece is there, once, and is what the manifest says")
    elif verdict.verified:
        say("the files are those that were made; nothing here can read them back")
    else:
        say(f"not verified: {wrong} finding{'s' * (wrong > 1)}")


@click.command(name="verify")
@click.argument("folder", metavar="DIR|FILE.zip", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def COMMAND(ctx: click.Context, /, folder: Path, as_json: bool) -> None:  # noqa: N802
    """Read the files of a made set back and prove it again, from the files alone.

    DIR, or FILE.zip, is what `make -o` wrote. Every piece is recognised by its geometry, in every file of a format that
    has a reader; then the set is compared with its manifest. Takes up to a minute; STEP needs the system library libGL.
    Exit code 1 if anything is wrong (findings go to standard error), 2 if it is no made set.
    """
    progress = Progress()
    with refusing():
        try:
            verdict = verify(folder, tick=progress.say)
        finally:
            progress.done()
    if as_json:
        put_json(verdict.as_json())
    else:
        put_verdict(verdict)
    if not verdict.verified:
        ctx.exit(FAILED)
