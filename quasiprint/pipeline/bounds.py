"""How much work it is to prove a set again, told from its manifest before anything is designed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quasiprint import formats
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, error
from quasiprint.model.game import Foreseen
from quasiprint.model.production import Offer
from quasiprint.pipeline.manifest import REMAKE
from quasiprint.pipeline.run import Run, room
from quasiprint.storage.ownership import MANIFEST

LONGEST = 300.0  # s: of what a manifest asks for, unless somebody says to go on
# s: to make a piece again in a format, and to read a megabyte of one back; the default sets took half of it at most
PER_PIECE = {Offer.SOLIDS: 0.04, Offer.DRAWINGS: 0.02, Offer.PAGES: 0.04, Offer.TEXTS: 0.001}
PER_MEGABYTE = {Offer.SOLIDS: 1.5, Offer.DRAWINGS: 2.0, Offer.PAGES: 2.5, Offer.TEXTS: 1.0}


def asked(manifest: Mapping[str, Any], run: Run, read: Mapping[str, bytes]) -> tuple[Finding | None, float]:
    """Return how many seconds of work a manifest and its files ask for; or what is wrong with it, if the set that it
    says it is of has another number of pieces than it lists."""
    game = room(run)
    listed = len(manifest["pieces"])
    seconds = 0.0
    if isinstance(game, Foreseen):
        work = game.work(dict(run.parameters))
        seconds = work.seconds
        if run.part is None and work.pieces not in (None, listed):
            message = f"it lists {listed} pieces, the set has {work.pieces}"
            return error("pieces-differ", MANIFEST, message, REMAKE), 0.0
    if run.part is not None:  # each of what it lists may be there several times
        listed = (listed + len(manifest["accessories"])) * run.part.most
    for name in filter(formats.is_there, run.formats):
        offer = formats.load(name).offer
        size = sum(len(content) for path, content in read.items() if path.startswith(f"{name}/"))
        seconds += listed * PER_PIECE[offer] + size / 1e6 * PER_MEGABYTE[offer]
    return None, seconds


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
