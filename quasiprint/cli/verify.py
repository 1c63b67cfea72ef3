"""``quasiprint verify``: made sets, looked at."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quasiprint.cli.chosen import Declared
from quasiprint.cli.kinds import json_option, option, word_option
from quasiprint.cli.reporting import FAILED, print_findings, print_json, say, show_progress, without_collector
from quasiprint.model.common_options import COMMON
from quasiprint.model.finding import Severity
from quasiprint.model.texts import several

if TYPE_CHECKING:
    from quasiprint.make.verify import Verdict

OTHER = 3  # the exit code where bytes could not be compared
MOST = 4  # files and reasons that are named


def print_verdict(verdict: Verdict) -> None:
    """Print what was found, for people."""
    from quasiprint.make.verify import By, Outcome

    print_findings(verdict.findings)
    say(f"{verdict.game}: {several(verdict.files, 'file')}, {several(verdict.pieces, 'piece')}")
    if verdict.options:
        say(f"made by version {verdict.version} with {_in_words(verdict.options)}")
    by_format: dict[str, list[tuple[float, str]]] = {}
    for path, off in verdict.off.items():
        by_format.setdefault(path.partition("/")[0], []).append((off, path))
    for name, offsets in by_format.items():
        off, path = max(offsets)
        say(f"  {name}: pieces recognised in {several(len(offsets), 'file')}, off by {off:g} µm at most ({path})")
    if verdict.part:
        say(f"a part of a set: {verdict.part}")
    wrong = sum(finding.severity is Severity.ERROR for finding in verdict.findings)
    if verdict.compared:
        files = f"{verdict.same} of " * (verdict.same != verdict.compared) + several(verdict.compared, "file")
        if wrong:
            say(f"{files} are what this program makes")
        elif verdict.outcome is Outcome.PROVED:
            say(f"{files} compared: what this program makes, byte for byte")
        else:  # of which others could not be compared: that says nothing of what made the set
            say(f"{files} compared: the same bytes")
    if wrong:
        say(f"wrong: {wrong} finding{'s' * (wrong > 1)}")
        return
    if verdict.bodies:
        say(f"{verdict.bodies} {'body' if verdict.bodies == 1 else 'bodies'} built again by CadQuery, and the same")
    if verdict.off:
        each = "once in each set" if verdict.options.get("sets") else "once"
        often = "as often as the part has it" if verdict.part else each
        say(f"every piece is there, {often}, in each format in which it was recognised")
    if verdict.outcome is Outcome.PROVED:
        _print_reasons("not read", verdict.bytes_alone)
        say("proved: every file is what this program makes")
        return
    if verdict.by is not By.BYTES:
        _print_reasons("not read", verdict.unread)
    if verdict.by is not By.PIECES:
        _print_reasons("not compared", verdict.uncompared)
        say("read, not proved: bytes that cannot be compared say nothing")
    else:
        say("read: bytes were not compared, as was asked")


def _in_words(value: object) -> str:
    """Return options as a line, without those that are empty."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_in_words(it)}" for name, it in value.items() if it not in ("", None, [], {}))
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)[:40]


def _print_reasons(what: str, files: Mapping[str, str]) -> None:
    """Print files, grouped by their reason."""
    for reason in dict.fromkeys(files.values()):
        paths = sorted(path for path, why in files.items() if why == reason)
        more = f" and {len(paths) - MOST} more" if len(paths) > MOST else ""
        say(f"{what}, {reason}: {', '.join(paths[:MOST])}{more}")


@click.pass_context
def run(ctx: click.Context, /, folder: Path, by: str, jobs: int | None, thorough: bool, as_json: bool) -> None:
    """Check the files of a made set: is every piece there, once, and as it should be?

    DIR or FILE.zip is what `make` wrote. The set is made again in memory and compared byte by byte. And each piece is
    recognised in the files by its shape and marks alone. --thorough needs CadQuery (pip install "quasiprint[cadquery]")
    and up to two minutes more.

    proved: every byte is what this program makes (exit code 0; also if --by pieces found nothing wrong).

    read: another version, or a library of another version, made it: pieces were recognised, and it says in which files
    they were not (exit code 3).

    wrong: anything else (exit code 1). The exit code is 2 if this is not a made set.
    """
    with without_collector(), show_progress():
        from quasiprint.api import verify
        from quasiprint.make.processes import usual_jobs
        from quasiprint.make.verify import Outcome

        verdict = verify(folder, by=by, thorough=thorough, jobs=jobs or usual_jobs())
    if as_json:
        print_json(verdict.as_json())
    else:
        print_verdict(verdict)
    if verdict.outcome is Outcome.WRONG:
        ctx.exit(FAILED)
    if not verdict.verified:
        ctx.exit(OTHER)


COMMAND = click.Command(
    "verify",
    callback=run,
    help=run.__doc__,
    params=[
        click.Argument(["folder"], metavar="DIR|FILE.zip", type=click.Path(path_type=Path)),
        word_option(
            "--by",
            "Whether to make the set again and compare the bytes, to recognise its pieces, or both.  [default: both]",
            ("both", "bytes", "pieces"),
            "both",
        ),
        Declared(COMMON["jobs"]),
        option(
            "--thorough",
            "Also have CadQuery build every body a second time, and compare the two.",
        ),
        json_option(),
    ],
)
