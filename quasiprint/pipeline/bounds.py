"""How much work it is to prove a set again, told from its manifest before anything is designed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quasiprint import formats, games
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, error
from quasiprint.model.game import Foreseen
from quasiprint.model.production import Offer
from quasiprint.pipeline.manifest import MANIFEST, REMAKE
from quasiprint.pipeline.run import Run

LONGEST = 300.0  # s: of what a manifest asks for, unless somebody says to go on
# s: to prove a piece, to make it again and to read it back, as `benchmarks/verify_time.py` measures it, rounded up
PER_PIECE = 0.01
PER_FORMAT = {Offer.SOLIDS: 0.1, Offer.DRAWINGS: 0.05, Offer.PAGES: 0.2, Offer.TEXTS: 0.001}


def asked(manifest: Mapping[str, Any], run: Run) -> tuple[Finding | None, float]:
    """Return how many seconds of work a manifest asks for; or what is wrong with it, if the set that it says it is of
    has another number of pieces than it lists."""
    game = games.load(run.game)
    listed = len(manifest["pieces"])
    seconds = 0.0
    if isinstance(game, Foreseen):
        work = game.work(dict(run.parameters))
        seconds = work.seconds
        if work.pieces not in (None, listed):
            message = f"it lists {listed} pieces, the set has {work.pieces}"
            return error("pieces-differ", MANIFEST, message, REMAKE), 0.0
    each = PER_PIECE + sum(PER_FORMAT[formats.load(name).offer] for name in run.formats if formats.is_there(name))
    return None, seconds + listed * each


def refuse_endless(name: str, seconds: float) -> None:
    """Raise InputError for more work than anybody expects. name: of the set."""
    if seconds > LONGEST:
        raise InputError(
            f"{name!r}: by its manifest it would take about {_said(seconds)} to prove this set, allowed without a word "
            f"are {_said(LONGEST)}: to go on all the same, say --patient"
        )


def _said(seconds: float) -> str:
    """Return a time as people say it."""
    for size, word in ((86400, "days"), (3600, "hours")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {word}"
    return f"{max(seconds / 60, 1):.0f} minutes"
