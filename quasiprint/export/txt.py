"""A set in its game's own text form, all pieces in one file."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.model.production import Output, TextProduction

FORMAT = "txt"
NEEDS = "texts"


def files(production: TextProduction) -> Iterator[Output]:
    """Yield the one file."""
    held = production.set
    yield Output(f"txt/{held.noun}s.txt", held.text.encode("ascii"))
