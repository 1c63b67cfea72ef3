"""A set in its game's own text form, all pieces in one file."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.model.production import Artefact, TextProduction


def files(production: TextProduction) -> Iterator[Artefact]:
    """Yield the one file."""
    game_set = production.set
    yield Artefact(f"txt/{game_set.noun}s.txt", game_set.text.encode("ascii"))
