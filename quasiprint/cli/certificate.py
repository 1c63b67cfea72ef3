"""What ``quasiprint solve`` does with certificates: writes a winner's strategy, and plays one again."""

from __future__ import annotations

from dataclasses import asdict

from quasiprint.api import Problem, certifying
from quasiprint.cli.reporting import put_json, reported, say, warn
from quasiprint.cli.score import read
from quasiprint.cli.searching import kept
from quasiprint.model.solution import Replayed


def put_certificate(
    game: str, path: str, problem: Problem, winner: str | None, memory: int, *, quiet: bool = False
) -> None:
    """Write the winner's strategy into a file, and unless it is to be quiet say whether it has every answer.

    Raises Refused where it cannot be, InputError as the room does.
    """
    if winner is None:
        warn("no certificate was written: who wins is open")
        return
    with reported():
        content = certifying.certificate(game, problem, winner, memory)
    kept(path, content, certifying.is_certificate, "a certificate")
    if not quiet:
        whole = certifying.is_complete(content)
        say(f"certificate: {'complete' if whole else 'sampled, as a complete one is too large'}; kept in {path}")


def put_checked(game: str, path: str, problem: Problem, as_json: bool) -> None:
    """Play a certificate's strategy, and say what it proves. Raises InputError for one that proves nothing."""
    found = certifying.checked(game, read(path), f"file {path!r}", problem)
    if as_json:
        put_json(asdict(found))
    else:
        say(_told(found))


def _told(found: Replayed) -> str:
    """Return what a certificate proves, in a sentence."""
    who = f"{found.winner.upper()} gets {found.lines} lines or more"
    if found.complete:
        return f"certificate: complete; {who} against every reply: a proof ({found.positions:,} positions played)"
    return (
        f"certificate: sampled; {who} in all that was tried: every reply in the winner's first {found.depth} turns, "
        f"and {found.branches} of the {found.open:,} positions after these, drawn by lot and played to the end "
        f"({found.positions:,} positions played); no proof, and no evidence against whoever made it"
    )
