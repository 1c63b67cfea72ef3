"""A set in its game's own text form: the text is all that there is to read."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.addons.reading.recogniser.shapes import Reading


def read(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield the texts, by path."""
    for path, content in reading.files.items():
        try:
            yield path, content.decode()
        except UnicodeDecodeError:
            reading.report("file-unreadable", path, "it is not text in UTF-8")
