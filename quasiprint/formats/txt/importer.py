"""A set in its game's own text form: the text is all that there is to read."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.model.finding import error
from quasiprint.recogniser.shapes import REMAKE, Reading


def read(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield the texts, by path."""
    for path, content in reading.files.items():
        try:
            yield path, content.decode()
        except UnicodeDecodeError:
            reading.findings.append(error("file-unreadable", path, "it is no text in UTF-8", REMAKE))
