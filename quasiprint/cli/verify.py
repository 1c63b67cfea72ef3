"""``quasiprint verify``."""

from __future__ import annotations

from pathlib import Path

import click

from quasiprint.api import By, Verdict, usual_jobs, verify
from quasiprint.cli.kinds import WholeNumber
from quasiprint.cli.reporting import FAILED, Progress, put_findings, put_json, refusing, say, uncollected
from quasiprint.model.finding import Severity
from quasiprint.telling import telling


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
    if verdict.part:
        say(f"a part of a set: {verdict.part}")
    if verdict.verified and verdict.formats:
        often = "as often as the part has it" if verdict.part else "once"
        say(f"every piece is there, {often}, and is what the manifest says")
    elif verdict.verified and verdict.same is None:
        say("the files are those that were made; nothing here can read them back")
    if verdict.same is not None and verdict.compared:
        whole = verdict.same == verdict.compared
        said = f"{verdict.same} files are" if whole else f"{verdict.same} of {verdict.compared} files are"
        say(f"{said} what this program makes, byte for byte")
    if verdict.verified and verdict.bodies:
        sound = "1 body is" if verdict.bodies == 1 else f"{verdict.bodies} bodies are"
        say(f"{sound} sound, read without healing, and the same as CadQuery builds")
    if not verdict.verified:
        say(f"not verified: {wrong} finding{'s' * (wrong > 1)}")


@click.command(name="verify")
@click.argument("folder", metavar="DIR|FILE.zip", type=click.Path(path_type=Path))
@click.option(
    "--by",
    type=click.Choice([str(by) for by in By]),
    default=str(By.BOTH),
    help="Whether to read the files back, to make the set again and compare the bytes, or both.  [default: both]",
)
@click.option(
    "--jobs",
    type=WholeNumber(1),
    help="How many processes to use.  [default: one for each core, if memory allows]",
)
@click.option("--patient", is_flag=True, help="Do not give up on a set that takes very long.")
@click.option(
    "--thorough",
    is_flag=True,
    help="Also have CadQuery check every body in the STEP file, and compare it with one that CadQuery builds.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON document.")
@click.pass_context
def COMMAND(  # noqa: N802
    ctx: click.Context, /, folder: Path, by: str, jobs: int | None, patient: bool, thorough: bool, as_json: bool
) -> None:
    """Check the files of a made set: is every piece there, once, and as it should be?

    DIR or FILE.zip is what `make` wrote. Every file is read back, and each piece recognised by its shape and marks.
    Then the set is made again in memory and compared byte by byte, if the same version of this program and of its
    libraries made it. This takes up to a minute. --thorough needs CadQuery (pip install "quasiprint[cadquery]") and up
    to two minutes more. The exit code is 1 if anything is wrong, 2 if this is no made set, or would take very long.
    """
    progress = Progress()
    with refusing(), uncollected():
        try:
            jobs = jobs or usual_jobs()
            with telling(progress.say):
                verdict = verify(folder, by=by, patient=patient, thorough=thorough, jobs=jobs, tick=progress.say)
        finally:
            progress.done()
    if as_json:
        put_json(verdict.as_json())
    else:
        put_verdict(verdict)
    if not verdict.verified:
        ctx.exit(FAILED)
