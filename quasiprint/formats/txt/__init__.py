"""A set in its game's own text form, all pieces in one file; to read back, the text is all that there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quasiprint.model.format import LazyFormat
from quasiprint.model.production import Artefact, Offer, TextProduction

if TYPE_CHECKING:
    from quasiprint.recogniser.shapes import Reading


def files(production: TextProduction) -> Iterator[Artefact]:
    """Yield the one file."""
    yield Artefact(f"txt/{production.set.noun}s.txt", production.set.text.encode("ascii"))


def read(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield the texts, by path."""
    for path, content in reading.files.items():
        try:
            yield path, content.decode()
        except UnicodeDecodeError:
            reading.report("file-unreadable", path, "it is no text in UTF-8")


FORMAT = LazyFormat(__name__, "txt", Offer.TEXTS, 70, files=files, read=read)
