"""A set in its game's own text form, all pieces in one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quasiprint.model.production import Artefact, TextProduction


def files(production: TextProduction) -> Iterator[Artefact]:
    """Yield the one file."""
    from quasiprint.model.production import Artefact

    yield Artefact(f"txt/{production.set.noun}s.txt", production.set.text.encode("ascii"))


FORMAT = LazyFormat(__name__, "txt", ProductKind.TEXTS, 70, default=False, files=files)
