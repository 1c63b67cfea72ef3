"""A set in its game's own text form: the text is all that there is to read."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.recogniser.shapes import Reading, Unreadable


def read(reading: Reading) -> Iterator[tuple[str, str]]:
    """Return the texts, by path."""
    return reading.parse(_text)


def _text(_: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Unreadable("it is no text in UTF-8") from None
